//! An attack in progress, from its declaration to its end.

use shieldwall_battle::{CombatantId, RuleId};
use shieldwall_grid::{Cell, ZoneId};

use crate::attack::{
    arm::{Aim, GripKind},
    exchange::ExchangeResult,
};

/// Movement of the attacker around a ranged attack (ZON-R12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Without a half-zone step before or after.
    Steady,
    /// On the move.
    Moving,
}

/// An attack in progress. There is never more than one at a time: an opportunity attack comes before
/// the step that provokes it, and a counter is part of the attack that it answers.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Attack {
    /// The attacker.
    pub attacker: CombatantId,
    /// Its purpose.
    pub aim: Aim,
    /// The zone that a blast is aimed at.
    pub aimed_zone: Option<ZoneId>,
    /// Its name in the log.
    pub with: String,
    /// True if something flies.
    pub ranged: bool,
    /// Steady or on the move; melee attacks are steady.
    pub motion: Motion,
    /// Holding back (ZON-035).
    pub held_back: bool,
    /// Wants to offer a stunt (ZON-079).
    pub bargains: bool,
    /// The cell into which the attacker leans out (ZON-070).
    pub leans: Option<Cell>,
    /// Made as an opportunity attack (ZON-065).
    pub opportunity: bool,
    /// Made from concealment: no combatant can react (ZON-107).
    pub unseen: bool,
    /// Why it needs a WIT save; empty if it does not.
    pub hard: Vec<RuleId>,
    /// Its targets, in the order of ZON-R27.
    pub targets: Vec<TargetState>,
    /// The counter against it, by whom and with what.
    pub counter: Option<Counter>,
    /// Anyone who is or was a target: they can neither guard nor be hidden behind (ZON-R28).
    pub past: Vec<CombatantId>,
    /// Combatants that have spent their turn on a reaction to it.
    pub reacted: Vec<CombatantId>,
    /// Allies that have refused to be hidden behind.
    pub refused: Vec<CombatantId>,
    /// Index of the target that is asked.
    pub asked: usize,
    /// Result of the blows, once they are resolved.
    pub result: Option<ExchangeResult>,
    /// Grips to be resolved after the blows.
    pub grips: Vec<PendingGrip>,
}

/// One target of an attack.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct TargetState {
    /// Whom the attack was aimed at.
    pub aimed_at: CombatantId,
    /// The present target: another combatant may have taken its place.
    pub now: CombatantId,
    /// Dice shared out to it (ZON-134).
    pub dice: Option<u16>,
    /// Penetration number of the cover on the line of the attack (ZON-R29).
    pub cover: Option<i32>,
    /// Its answer.
    pub reply: Reply,
    /// Progress of the asking.
    pub asking: Asking,
    /// True if a guard stepped in, after which no combatant reacts any more (ZON-R23).
    pub guarded: bool,
}

/// Progress of the asking of one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asking {
    /// The target itself has still to be asked.
    Target,
    /// An ally picked as a shield is asked whether it is willing.
    Willing(CombatantId),
    /// Possible guards of these sides have still to be asked, the next one last.
    Guards(Vec<shieldwall_battle::SideId>),
    /// A guard that may do so is asked whether it dodges or counters as well (ZON-R30).
    AsGuard,
    /// Nobody is to be asked any more.
    Done,
}

/// Answer of a target to the blow on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Not at all.
    None,
    /// Dodges (ZON-051).
    Dodge,
    /// Counters (ZON-052); with what is in [`Attack::counter`].
    Counter,
}

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// The combatant that counters.
    pub by: CombatantId,
    /// With what.
    pub aim: Aim,
    /// Holding back.
    pub held_back: bool,
    /// True if it needs a WIT save (ZON-R24).
    pub hard: bool,
    /// Penetration number of the attacker's cover.
    pub cover: Option<i32>,
}

/// A non-lethal attack that is still to be resolved, after all damage (ZON-086).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PendingGrip {
    /// The combatant that makes it.
    pub by: CombatantId,
    /// Against whom.
    pub on: CombatantId,
    /// Which.
    pub kind: GripKind,
    /// True if it is the counter.
    pub counters: bool,
    /// True if its save has been failed, so that it takes effect.
    pub works: bool,
}

impl Attack {
    /// An attack on one target that is not answered yet.
    #[must_use]
    pub fn on(attacker: CombatantId, aim: Aim, target: CombatantId, with: String) -> Self {
        let mut attack = Self {
            attacker,
            aim,
            aimed_zone: None,
            with,
            ranged: false,
            motion: Motion::Steady,
            held_back: false,
            bargains: false,
            leans: None,
            opportunity: false,
            unseen: false,
            hard: Vec::new(),
            targets: Vec::new(),
            counter: None,
            past: Vec::new(),
            reacted: Vec::new(),
            refused: Vec::new(),
            asked: 0,
            result: None,
            grips: Vec::new(),
        };
        attack.add_target(target, None, None);
        attack
    }

    /// Adds a target.
    pub fn add_target(&mut self, who: CombatantId, dice: Option<u16>, cover: Option<i32>) {
        self.past.push(who);
        self.targets.push(TargetState {
            aimed_at: who,
            now: who,
            dice,
            cover,
            reply: Reply::None,
            asking: Asking::Target,
            guarded: false,
        });
    }

    /// True if it is a blast.
    #[must_use]
    pub const fn is_blast(&self) -> bool {
        self.aimed_zone.is_some()
    }

    /// True if its dice are shared out.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.targets.iter().any(|target| target.dice.is_some())
    }

    /// Puts another combatant in the place of a target (ZON-058, ZON-063).
    pub fn replace(&mut self, place: usize, by: CombatantId) {
        self.targets[place].now = by;
        self.past.push(by);
    }
}
