//! A casting: when it begins, when the spell goes off, and how it is lost (SEG-022 to SEG-024, SEG-R14, SEG-R15, SEG-R34).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Event, ItemId, RuleId, Writer, terms::DueState};

use crate::{
    combatant::clock::LAST_SEGMENT,
    content::spell::Spell,
    terms::words::{CAST, CASTING, WAITS_TO_CAST},
};

/// The segment on which one-round spells and waiting ones begin (SEG-022, SEG-023).
pub const FIRST_SEGMENT: i32 = 10;
/// The end of the round, when one-round spells go off (SEG-R15).
pub const END_OF_ROUND: i32 = LAST_SEGMENT - 1;

/// The multiple of WIL that keeps a spell.
const KEEPS: i32 = 3;

/// The chance, in percent, with which a caster that is hit keeps its spell (SEG-005, SEG-R05).
#[must_use]
pub fn kept_by_hit(wil: i32) -> i32 {
    (KEEPS * wil).clamp(0, 100)
}

/// A spell that is being cast, or is about to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cast {
    /// The spell.
    pub spell: ItemId,
    /// Its target, if it has one.
    pub target: Option<CombatantId>,
    /// The segment on which it begins.
    pub start: i32,
    /// The segment on which it goes off.
    pub done: i32,
    /// Energy that it costs.
    pub energy: i32,
    /// True once it has begun: DEF is open, and hits may break it (SEG-R34).
    pub begun: bool,
    /// True if it waits for the next round (SEG-R14).
    pub waits: bool,
    /// The chance, in percent, with which its caster keeps it if it is hit.
    pub kept: i32,
}

/// The casting of a combatant.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Casting(pub Option<Cast>);

/// Energy that is left for spells.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Energy(pub i32);

impl Cast {
    /// A casting that begins on a segment. One that would end too late waits for the next round (SEG-022, SEG-R14).
    #[must_use]
    pub fn on(
        (spell, block): (ItemId, &Spell),
        [rank, wil]: [i32; 2],
        target: Option<CombatantId>,
        segment: i32,
    ) -> Self {
        let (start, done) = match block.casting_time(rank) {
            Some(time) => (segment, segment - time),
            // A whole round begins on 10, and not later (SEG-023).
            None if segment >= FIRST_SEGMENT => (FIRST_SEGMENT, END_OF_ROUND),
            None => (segment, END_OF_ROUND - 1),
        };
        let last = if block.casting_time(rank).is_some() {
            LAST_SEGMENT
        } else {
            END_OF_ROUND
        };
        Self {
            spell,
            target,
            start,
            done,
            energy: block.energy,
            begun: false,
            waits: done < last,
            kept: kept_by_hit(wil),
        }
    }

    /// Writes its place on the timeline.
    pub fn tell(
        &self,
        who: CombatantId,
        state: DueState,
        scribe: &mut impl Writer,
        rules: &[RuleId],
    ) {
        let event = Event::Due {
            who,
            nth: 1,
            what: CAST,
            target: self.target,
            at: self.start,
            until: (!self.waits).then_some(self.done.max(LAST_SEGMENT)),
            broken_by_hit: (!self.waits).then(|| u8::try_from(100 - self.kept).unwrap_or(100)),
            state,
        };
        scribe.write(event, rules);
    }
}

impl Casting {
    /// True while its caster is open to blows (SEG-056, SEG-060).
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.0.is_some_and(|cast| cast.begun)
    }

    /// True if a spell is still to go off in this round.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.0.is_some_and(|cast| !cast.waits)
    }

    /// True if a spell waits for the next round.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.0.is_some_and(|cast| cast.waits)
    }

    /// Breaks off a casting. One that has begun costs its energy (SEG-005, SEG-R05).
    pub fn lose(
        &mut self,
        who: CombatantId,
        energy: &mut Energy,
        scribe: &mut impl Writer,
        rules: &[RuleId],
    ) {
        // A spell that waits is not broken by anything (SEG-R14).
        let Some(cast) = self.0.filter(|cast| !cast.waits) else {
            return;
        };
        self.0 = None;
        cast.tell(who, DueState::Lost, scribe, rules);
        if cast.begun {
            energy.0 -= cast.energy;
            scribe.condition(who, CASTING, false, rules);
        }
    }

    /// Drops a spell that waits: it costs nothing.
    pub fn drop_waiting(&mut self, who: CombatantId, scribe: &mut impl Writer, rules: &[RuleId]) {
        if self.waits() {
            self.0 = None;
            scribe.condition(who, WAITS_TO_CAST, false, rules);
        }
    }
}
