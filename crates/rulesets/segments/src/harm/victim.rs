//! A combatant that is harmed (SEG-031 to SEG-033, SEG-R29).

use bevy_ecs::query::QueryData;
use shieldwall_battle::{CombatantId, HitPoints, RuleId, Vitality, Writer};

use crate::{
    combatant::casting::{Casting, Energy},
    combatant::{
        Build, Exertion, Fallen, Spoilt, SteadyAim, Stunned,
        allowance::Allowance,
        plan::{Attacks, Plan},
    },
    terms::{
        rules::{R032, R033, RR05, RR29},
        words::{AIMING, STUNNED},
    },
};

/// The components that harm changes.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Victim {
    /// The id.
    pub id: &'static CombatantId,
    /// Hit points.
    pub points: &'static mut HitPoints,
    /// True if it is in action.
    pub vitality: &'static mut Vitality,
    /// True if it is stunned.
    pub stunned: &'static mut Stunned,
    /// True if it lies on the ground.
    pub fallen: &'static mut Fallen,
    /// PROT that is spoilt.
    pub spoilt: &'static mut Spoilt,
    /// Attacks left.
    pub attacks: &'static mut Attacks,
    /// Movement of the round.
    pub allowance: &'static mut Allowance,
    /// The spell that it casts.
    pub casting: &'static mut Casting,
    /// Energy left.
    pub energy: &'static mut Energy,
    /// True if it has kept its aim.
    pub steady_aim: &'static mut SteadyAim,
    /// Things that it has used up.
    pub exertion: &'static mut Exertion,
    /// Its declared action.
    pub plan: &'static Plan,
    /// Stat block.
    pub build: &'static Build,
}

impl VictimItem<'_, '_> {
    /// Takes hit points.
    pub fn lose(
        &mut self,
        lost: i32,
        cause: (&'static str, Option<CombatantId>),
        scribe: &mut impl Writer,
        rules: &[RuleId],
    ) {
        let left = self.points.current - lost;
        scribe.points(*self.id, &mut self.points, left, cause, rules);
    }

    /// A hit spoils an aim that lasts beyond the round (SEG-132, SEG-R66).
    pub fn loses_its_aim(&mut self, scribe: &mut impl Writer, rules: &[RuleId]) {
        self.exertion.hurt = true;
        if std::mem::take(&mut self.steady_aim.0) {
            scribe.condition(*self.id, AIMING, false, rules);
        }
    }

    /// Puts it out of action at 0 hit points or fewer, or else stuns it if that was to be.
    pub fn suffer(&mut self, stuns: bool, scribe: &mut impl Writer) {
        let is_down = *self.vitality == Vitality::Unconscious;
        if *self.vitality != Vitality::Active && !is_down {
            return;
        }
        if self.points.current <= 0 {
            let dead = self.points.current <= -self.build.0.con;
            let to = if dead {
                Vitality::Dead
            } else {
                Vitality::Unconscious
            };
            if *self.vitality != to {
                self.put_out_of_action(scribe, to, &[RR29]);
            }
        } else if stuns && !is_down {
            self.stun(scribe, &[R032]);
        }
    }

    /// Puts it out of action.
    pub fn put_out_of_action(&mut self, scribe: &mut impl Writer, to: Vitality, rules: &[RuleId]) {
        scribe.vitality(*self.id, &mut self.vitality, to, rules);
        self.fallen.0 = true;
        self.casting.drop_waiting(*self.id, scribe, rules);
        self.ends_its_round(scribe);
    }

    /// Stuns it, if it is not stunned yet.
    pub fn stun(&mut self, scribe: &mut impl Writer, rules: &[RuleId]) {
        if !self.stunned.0 {
            self.stunned.0 = true;
            scribe.condition(*self.id, STUNNED, true, rules);
            self.ends_its_round(scribe);
        }
    }

    fn ends_its_round(&mut self, scribe: &mut impl Writer) {
        self.loses_all_actions(scribe, &[R033, RR05]);
    }

    /// Ends its round: attacks and spell are lost.
    pub fn loses_all_actions(&mut self, scribe: &mut impl Writer, rules: &[RuleId]) {
        self.allowance.over = true;
        let target = self.plan.target();
        self.attacks.lose(*self.id, target, scribe, rules);
        self.casting.lose(*self.id, &mut self.energy, scribe, rules);
    }
}
