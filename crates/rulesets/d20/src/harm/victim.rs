//! What blows do to those who suffer them.

use bevy_ecs::query::QueryData;
use shieldwall_battle::{CombatantId, Event, HitPoints, RuleId, Scribe, Vitality, Writer};

use crate::{
    figure::{
        Build, Locked, Prone, Weakened,
        magic::{Binding, Spellbound},
        wounds::{FleshWound, LostConstitution, Senseless, Stunned, Subdual},
    },
    terms::{
        conditions::{ASLEEP, FLESH_WOUND, LOCKED, PARALYSED, PRONE, STUNNED, WEAKENED},
        rules::{R055, R143, R145, R146, R164, RR27, RR31, RR40, RR64, RR74, RR77},
        words::{CON, MENDING, STAMINA, WOUND},
    },
};

/// One who is hurt.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Victim {
    /// Its id.
    pub id: &'static CombatantId,
    /// Its stat block.
    pub build: &'static Build,
    /// Its hit points.
    pub points: &'static mut HitPoints,
    /// Conscious, or how far from it.
    pub vitality: &'static mut Vitality,
    weakened: &'static mut Weakened,
    locked: &'static mut Locked,
    prone: &'static mut Prone,
    stunned: &'static mut Stunned,
    constitution: &'static mut LostConstitution,
    subdual: &'static mut Subdual,
    senseless: &'static mut Senseless,
    /// Whether it has a flesh wound.
    pub flesh: &'static mut FleshWound,
    spellbound: &'static mut Spellbound,
}

impl VictimItem<'_, '_> {
    /// Takes hit points.
    pub fn lose(
        &mut self,
        lost: i32,
        by: Option<CombatantId>,
        scribe: &mut Scribe<'_, '_>,
        rules: &[RuleId],
    ) {
        if lost == 0 {
            return;
        }
        let left = self.points.current - lost;
        scribe.points(*self.id, &mut self.points, left, (WOUND, by), rules);
        if self.spellbound.0.is_some_and(|bound| bound.asleep) {
            self.release(scribe);
        }
    }

    /// Gives hit points back, up to what it had, and ends flesh wounds. Those who were out of the fight get up from the
    /// ground if they have hit points again (D20-R74).
    pub fn heal(
        &mut self,
        gained: i32,
        by: CombatantId,
        scribe: &mut Scribe<'_, '_>,
        rule: RuleId,
    ) {
        let whole = (self.points.current + gained).min(self.points.max);
        let cause = (MENDING, Some(by));
        scribe.points(*self.id, &mut self.points, whole, cause, &[rule]);
        if std::mem::take(&mut self.flesh.0) {
            scribe.condition(*self.id, FLESH_WOUND, false, &[rule]);
        }
        if self.points.current > 0 && std::mem::take(&mut self.weakened.0) {
            scribe.condition(*self.id, WEAKENED, false, &[rule]);
        }
        let senseless = *self.vitality == Vitality::Unconscious && self.spellbound.0.is_none();
        if senseless && self.points.current > self.subdual.0.max(0) {
            self.senseless.0 = 0;
            self.come_to(scribe, rule);
        }
    }

    /// Takes some of what only wears it down off; who was knocked out by that comes to itself (D20-144, D20-145).
    pub fn recover(&mut self, points: i32, scribe: &mut Scribe<'_, '_>, rule: RuleId) {
        if self.subdual.0 <= 0 || !self.vitality.is_alive_here() {
            return;
        }
        self.wear(-points, None, scribe, &[rule]);
        let held_down = self.spellbound.0.is_some() || self.senseless.0 > 0;
        let senseless = *self.vitality == Vitality::Unconscious && !held_down;
        if senseless && self.points.current > self.subdual.0 {
            self.come_to(scribe, rule);
        }
    }

    /// Comes to itself, on the ground.
    fn come_to(&mut self, scribe: &mut Scribe<'_, '_>, rule: RuleId) {
        scribe.vitality(*self.id, &mut self.vitality, Vitality::Active, &[rule]);
        self.prone.0 = true;
        scribe.condition(*self.id, PRONE, true, &[rule]);
    }

    /// Makes it helpless for a while (D20-R40).
    pub fn bind(&mut self, binding: Binding, scribe: &mut Scribe<'_, '_>, rule: RuleId) {
        if *self.vitality != Vitality::Active {
            return;
        }
        self.drop_to(Vitality::Unconscious, scribe, rule);
        self.spellbound.0 = Some(binding);
        let condition = if binding.asleep { ASLEEP } else { PARALYSED };
        scribe.condition(*self.id, condition, true, &[rule]);
    }

    /// Ends what makes it helpless: the sleeper rises from the ground, the paralysed stands where it is (D20-R40).
    pub fn release(&mut self, scribe: &mut Scribe<'_, '_>) {
        let Some(binding) = self.spellbound.0.take() else {
            return;
        };
        let condition = if binding.asleep { ASLEEP } else { PARALYSED };
        scribe.condition(*self.id, condition, false, &[RR74]);
        if *self.vitality != Vitality::Unconscious {
            return;
        }
        if binding.asleep {
            self.come_to(scribe, RR40);
        } else if self.points.current > 0 {
            scribe.vitality(*self.id, &mut self.vitality, Vitality::Active, &[RR40]);
        }
    }

    /// The round at whose end a spell lets go of it, if one holds it.
    #[must_use]
    pub fn bound_until(&self) -> Option<u32> {
        self.spellbound.0.map(|bound| bound.until)
    }

    /// Beats it down: half of the damage, rounded down, is real, and the rest does not kill. Who has no real hit points
    /// left by it is dead, by accident (D20-143, D20-146, D20-R77).
    pub fn subdue(&mut self, damage: i32, by: CombatantId, scribe: &mut Scribe<'_, '_>) {
        let real = damage / 2;
        let stood = self.points.current > 0;
        self.lose(real, Some(by), scribe, &[R143]);
        if stood && self.points.current <= 0 {
            self.drop_to(Vitality::Dead, scribe, R146);
            return;
        }
        self.wear(damage - real, Some(by), scribe, &[R143, RR77]);
        self.give_in(scribe);
    }

    /// Adds to what only wears it down, or takes of it.
    fn wear(
        &mut self,
        damage: i32,
        by: Option<CombatantId>,
        scribe: &mut Scribe<'_, '_>,
        rules: &[RuleId],
    ) {
        let max = self.points.max;
        let from = max - self.subdual.0;
        self.subdual.0 = (self.subdual.0 + damage).max(0);
        let event = Event::Track {
            who: *self.id,
            track: STAMINA,
            from,
            to: max - self.subdual.0,
            max,
            by,
        };
        if damage != 0 {
            scribe.write(event, rules);
        }
    }

    /// Knocks it out if real and subdual damage together come to all of its hit points (D20-145).
    pub fn give_in(&mut self, scribe: &mut Scribe<'_, '_>) {
        let left = self.points.current;
        if *self.vitality == Vitality::Active && left > 0 && left <= self.subdual.0 {
            self.drop_to(Vitality::Unconscious, scribe, R145);
        }
    }

    /// Knocks it out to the end of a round (D20-164, D20-R32).
    pub fn knock_out(&mut self, until: u32, scribe: &mut Scribe<'_, '_>) {
        if *self.vitality == Vitality::Active {
            self.senseless.0 = until;
            self.drop_to(Vitality::Unconscious, scribe, R164);
        }
    }

    /// Lets it fall to the ground.
    pub fn fall(&mut self, scribe: &mut Scribe<'_, '_>, rule: RuleId) {
        if *self.vitality == Vitality::Active && !self.prone.0 {
            self.unlock(scribe);
            self.prone.0 = true;
            scribe.condition(*self.id, PRONE, true, &[rule]);
        }
    }

    /// CON that is left.
    #[must_use]
    pub fn constitution(&self) -> i32 {
        (self.build.0.constitution - self.constitution.0).max(0)
    }

    /// Takes points of CON, all if `lost` is more than there is. Who has none left is dead (D20-061, D20-R27).
    pub fn lose_constitution(
        &mut self,
        lost: i32,
        by: CombatantId,
        scribe: &mut Scribe<'_, '_>,
        rule: RuleId,
    ) {
        let max = self.build.0.constitution;
        let from = self.constitution();
        let to = (from - lost).max(0);
        if from == to {
            return;
        }
        self.constitution.0 = max - to;
        let event = Event::Track {
            who: *self.id,
            track: CON,
            from,
            to,
            max,
            by: Some(by),
        };
        scribe.write(event, &[rule, RR27]);
        if to == 0 {
            self.drop_to(Vitality::Dead, scribe, RR27);
        }
    }

    /// Stuns it to the end of a round; the later end counts (D20-R31, D20-R32).
    pub fn stun(&mut self, until: u32, scribe: &mut Scribe<'_, '_>, rule: RuleId) {
        if *self.vitality != Vitality::Active || until <= self.stunned.0 {
            return;
        }
        if self.stunned.0 == 0 {
            scribe.condition(*self.id, STUNNED, true, &[rule, RR31]);
        }
        self.stunned.0 = until;
        self.unlock(scribe);
    }

    /// Gives it a flesh wound; a second one changes nothing (D20-R28).
    pub fn wound_flesh(&mut self, scribe: &mut Scribe<'_, '_>) {
        if self.vitality.is_alive_here() && !self.flesh.0 {
            self.flesh.0 = true;
            scribe.condition(*self.id, FLESH_WOUND, true, &[R055]);
        }
    }

    /// Lets it fight on badly hurt (D20-065).
    pub fn weaken(&mut self, scribe: &mut Scribe<'_, '_>, rule: RuleId) {
        if *self.vitality == Vitality::Active && !self.weakened.0 {
            self.weakened.0 = true;
            scribe.condition(*self.id, WEAKENED, true, &[rule]);
        }
    }

    fn unlock(&mut self, scribe: &mut Scribe<'_, '_>) {
        if std::mem::take(&mut self.locked.0) {
            scribe.condition(*self.id, LOCKED, false, &[RR64]);
        }
    }

    /// Takes it out of the fight, dead or alive. Nobody comes back to life by it.
    pub fn drop_to(&mut self, to: Vitality, scribe: &mut Scribe<'_, '_>, rule: RuleId) {
        let from = *self.vitality;
        if from == to || !from.is_alive_here() {
            return;
        }
        self.unlock(scribe);
        if to == Vitality::Dead {
            self.spellbound.0 = None;
        }
        if std::mem::take(&mut self.weakened.0) {
            scribe.condition(*self.id, WEAKENED, false, &[rule]);
        }
        if std::mem::take(&mut self.prone.0) {
            scribe.condition(*self.id, PRONE, false, &[rule]);
        }
        if self.stunned.0 > 0 {
            self.stunned.0 = 0;
            scribe.condition(*self.id, STUNNED, false, &[rule]);
        }
        scribe.vitality(*self.id, &mut self.vitality, to, &[rule]);
    }
}
