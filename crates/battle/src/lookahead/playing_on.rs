//! What a choice leads to, found by playing it in every way in which dice can fall and others can answer.
//!
//! The battle itself is played on and taken back ([`crate::fork`]), so there is no second version of a rule.
//! Where a side has to decide, every answer is tried and the one taken that is best for it. What is chosen in
//! secret is not known: it is taken that nothing is. It ends where the ruleset says that nothing is under way any more.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use bevy_ecs::prelude::{Mut, Resource};

use super::{graph::Graph, ways::Ways};
use crate::{
    choice::Choice,
    combatant::{Roster, Vitality},
    decision::Decision,
    driver::Battle,
    event::Event,
    flow::Flow,
    forecast::{Affected, CombatantOutcome, Outcomes, Weighing},
    ids::{CombatantId, SideId},
    journal::Journal,
    roll::DiceCup,
    terms::{Change, LevelRole},
    view::Presence,
};

/// One answer to the choice that is looked at.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer.
    pub choice: Choice,
    /// The question.
    pub decision: Arc<Decision>,
    /// What comes of it, weighed by the probability that it is asked for.
    pub outcomes: Outcomes,
    /// The probability that it is the one given.
    pub given: f64,
    /// The chance of what is rolled for it first, in percent.
    pub chance: Option<i32>,
}

/// What a choice leads to.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// If everybody answers as well as they can.
    pub outcomes: Outcomes,
    /// The answers that can be given first; those of the best kind are in the outcomes.
    pub answers: Vec<Answer>,
}

/// Plays choices on and takes them back.
#[derive(Resource, Default)]
pub(crate) struct Lookahead {
    pub(super) ways: Ways,
    /// Everybody before the choice.
    before: Vec<Presence>,
    /// The side that asks.
    pub(super) asking: Option<SideId>,
    /// The decision that the choice answers.
    decision: Option<Arc<Decision>>,
    /// What is less probable than this is played in one way instead of all: 0 for exact forecasts.
    pub(crate) grain: f64,
    /// Ends a forecast early when it is set by another thread.
    pub(crate) stop: Option<Arc<AtomicBool>>,
}

/// What the journal has told since the choice, as far as forecasts tell of it.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Told {
    /// True if all attacks of the actor have missed; `None` before the first one.
    misses: Option<bool>,
    /// What has become of somebody besides lost hit points.
    changes: BTreeSet<(CombatantId, Change)>,
}

impl Battle {
    /// What a choice that answers the open decision leads to, as far as the deciding side knows. The battle
    /// is as before afterwards.
    pub fn play_out(&mut self, choice: &Choice) -> Option<Played> {
        let decision = self.open_decision()?;
        let mut lookahead = std::mem::take(&mut *self.lookahead());
        let played = lookahead.play_out(self, &decision, choice);
        *self.lookahead() = lookahead;
        Some(played)
    }

    /// The storage that forecasts keep with the battle, and how closely they look. It is no part of its state.
    pub(super) fn lookahead(&mut self) -> Mut<'_, Lookahead> {
        if !self.world.contains_resource::<Lookahead>() {
            self.registry.add_constant::<Lookahead>();
        }
        self.world.get_resource_or_init::<Lookahead>()
    }
}

impl Lookahead {
    fn play_out(
        &mut self,
        battle: &mut Battle,
        decision: &Arc<Decision>,
        choice: &Choice,
    ) -> Played {
        let start = battle.snapshot();
        self.before = battle.presences(None);
        self.asking = Some(decision.side);
        self.decision = Some(Arc::clone(decision));
        let cup = self.ways.lend(battle);
        self.forget_unknown(battle, decision);
        let ruleset = Arc::clone(&battle.ruleset);
        ruleset.leave_others_out(&mut battle.world, decision);
        let mut flow = battle.world.resource_mut::<Flow>();
        let sealed = !flow.unseal().is_empty();
        flow.answer(choice.clone());
        let (mut played, start) = Graph::of(self, start).explore(battle);
        played.outcomes.sealed |= sealed;
        battle.restore(&start);
        battle.world.resource_mut::<DiceCup>().0 = cup;
        played
    }

    /// What a side knows of everybody now.
    pub(crate) fn knowing(battle: &mut Battle, side: SideId) -> Self {
        Self {
            before: battle.presences(None),
            asking: Some(side),
            ..Self::default()
        }
    }

    /// True once the choice that is looked at has taken effect.
    pub(super) fn is_settled(&self, battle: &mut Battle) -> bool {
        let ruleset = Arc::clone(&battle.ruleset);
        ruleset.is_settled(&mut battle.world, self.decision.as_deref())
    }

    /// True if a combatant made the choice that is looked at.
    fn is_actor(&self, who: CombatantId) -> bool {
        let actor = self.decision.as_ref().and_then(|decision| decision.actor);
        actor.is_none_or(|actor| actor == who)
    }

    pub(super) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// What the journal has told on the way, with what it has told since an entry.
    pub(super) fn hear(&self, battle: &Battle, since: usize, told: &Told) -> Told {
        let mut told = told.clone();
        for entry in battle.world.resource::<Journal>().since(since) {
            if let Event::AttackResolved { who, attack, .. } = &entry.event
                && self.is_actor(*who)
            {
                let misses = attack.role == LevelRole::Failure;
                told.misses = Some(misses && told.misses != Some(false));
            }
            if let Some((who, change)) = battle.ruleset.change_told(&entry.event)
                && self.is_known(battle, who)
            {
                told.changes.insert((who, change));
            }
        }
        told
    }

    /// What has become of everybody.
    pub(super) fn end(&self, battle: &mut Battle, told: &Told) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let after = battle.presences(None);
        for (before, after) in self.before.iter().zip(&after) {
            if !self.is_known(battle, before.id) {
                continue;
            }
            let mut outcome = CombatantOutcome::default();
            let lost = before.hit_points - after.hit_points;
            let fought = fights(before.vitality);
            let fights = fights(after.vitality);
            let dead = |vitality| matches!(vitality, Vitality::Dead | Vitality::Dying);
            let defeats = fought && !fights && after.vitality != Vitality::Left;
            let kills = dead(after.vitality) && !dead(before.vitality);
            outcome.count(lost, [defeats, kills], 1.0);
            if outcome != CombatantOutcome::default() {
                outcomes.by.insert(before.id, outcome);
            }
        }
        let misses = told.misses == Some(true);
        outcomes.misses = f64::from(u8::from(misses));
        for (who, change) in &told.changes {
            let outcome = outcomes.by.entry(*who).or_default();
            outcome.changes.insert(*change, 1.0);
        }
        let harmed = |outcome: &CombatantOutcome| {
            outcome.losses.keys().any(|lost| *lost > 0)
                || outcome.defeats > 0.0
                || outcome.kills > 0.0
                || outcome.changes.keys().any(|change| change.role.0 > 0)
        };
        let harms = outcomes.by.values().any(harmed);
        outcomes.works = f64::from(u8::from(!outcomes.by.is_empty()));
        outcomes.lands = f64::from(u8::from(harms));
        outcomes.backfires = f64::from(u8::from(harms && misses));
        outcomes
    }

    /// Leaves those out that the side which asks does not know of: nothing that is found by playing may depend on them,
    /// not even on how many they are. Those that the question is about stay.
    pub(crate) fn forget_unknown(&self, battle: &mut Battle, decision: &Decision) {
        let concerned = [decision.actor, decision.against];
        self.keep_only(battle, |battle, who| {
            concerned.contains(&Some(who)) || self.is_known(battle, who)
        });
    }

    /// Leaves out all combatants that do not stay.
    pub(super) fn keep_only(
        &self,
        battle: &mut Battle,
        stays: impl Fn(&Battle, CombatantId) -> bool,
    ) {
        for presence in &self.before {
            if stays(battle, presence.id) {
                continue;
            }
            let mut roster = battle.world.resource_mut::<Roster>();
            roster.leave_out(presence.id);
            let entity = roster.combatant(presence.id);
            if let Some(mut vitality) = battle.world.get_mut::<Vitality>(entity) {
                *vitality = Vitality::Left;
            }
        }
    }

    /// Whether the side that asks knew of somebody before the choice.
    pub(super) fn is_known(&self, battle: &Battle, who: CombatantId) -> bool {
        self.before.get(who.index()).is_none_or(|before| {
            !before.hidden
                || self
                    .asking
                    .is_none_or(|side| !battle.hostile(before.side, side))
        })
    }

    /// How good it is for the alliance of a side: harm of its enemies less its own.
    pub(super) fn worth(&self, battle: &Battle, outcomes: &Outcomes, side: SideId) -> f64 {
        let weighing = *battle.world.resource::<Weighing>();
        outcomes.worth(weighing, |who| {
            let known = self.before.get(who.index());
            known.map_or(Affected::UNKNOWN, |known| {
                known.affected(battle.hostile(known.side, side))
            })
        })
    }
}

/// Whether somebody may still fight.
const fn fights(vitality: Vitality) -> bool {
    matches!(vitality, Vitality::Active | Vitality::Surrendered)
}
