//! What the journal tells a side: who meant to do what, when blood was last drawn, and whose odds
//! may have changed.

use shieldwall_battle::{
    Battle, Choice, CombatantId, Event, ItemId, SideId, Target,
    terms::{ActionRole, DecisionRole, Mode},
};

use super::{action_kind::ActionKind, arms};

/// What a combatant stated for a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    /// The round it holds for.
    pub(super) round: u32,
    /// What it means to do.
    pub(super) kind: ActionKind,
    /// The item that it uses, or takes in hand.
    pub(super) item: Option<ItemId>,
    /// In which way.
    pub(super) mode: Option<Mode>,
    /// Against which combatant, or for which.
    pub(super) target: Option<CombatantId>,
}

/// Reads the journal as far as it goes, each entry once.
#[derive(Clone, Debug, Default)]
pub(super) struct Chronicle {
    read: usize,
    next_decision: u32,
    /// Changes of each combatant that may alter odds.
    changes: Vec<u32>,
    /// Changes that may alter everybody's odds.
    changes_of_all: u32,
    /// Changes of doors and terrain.
    changes_of_ground: u32,
    statements: Vec<Option<Statement>>,
    /// Round in which each combatant last ended its move.
    moved: Vec<u32>,
    /// Wounds of each combatant that nobody has treated yet.
    untreated: Vec<u32>,
    /// Round in which each combatant was last seen to lose hit points.
    wounded: Vec<u32>,
    /// Round in which somebody last lost hit points.
    last_blood: u32,
    /// How many sides have passed in a row, when an enemy last did, if nobody has acted since.
    passes: u32,
    /// Whether somebody has done something in its turn in this round, and whether this is not the first.
    acted: bool,
    begun: bool,
    /// Whether nobody was seen to do anything in the whole round before this one.
    idle: bool,
    /// How far the side has let the enemy come in this round.
    waiting: Waiting,
    /// Actions that the side and its allies have tried.
    tried: Tried,
    /// How often enemies have been seen to decide on a reaction, and to react.
    asked: u32,
    reacted: u32,
}

/// A side that lets the enemy come before it sends a combatant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Waiting {
    /// No enemy has acted yet.
    #[default]
    NotYet,
    /// An enemy has acted, and none of its own.
    InVain,
    /// One of its own has acted.
    Over,
}

/// Counts of actions against enemies that do not hurt them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tried(Vec<(ActionRole, CombatantId, i32)>);

impl Tried {
    /// Counts the times that an action was tried against a target; 0 for one that may hurt.
    pub(super) fn times(&self, role: ActionRole, target: CombatantId) -> i32 {
        let mut all = self.0.iter();
        let found = all.find(|(known, of, _)| (*known, *of) == (role, target));
        found.map_or(0, |(.., times)| *times)
    }

    fn note(&mut self, role: ActionRole, target: CombatantId) {
        if !is_harmless(role) {
            return;
        }
        let mut all = self.0.iter_mut();
        match all.find(|(known, of, _)| (*known, *of) == (role, target)) {
            Some((.., times)) => *times += 1,
            None => self.0.push((role, target, 1)),
        }
    }
}

/// True for an action that leaves an enemy as well as it was, so that all may soon be as before.
const fn is_harmless(role: ActionRole) -> bool {
    matches!(
        role,
        ActionRole::Disarm | ActionRole::Displace | ActionRole::Grapple | ActionRole::Hinder
    )
}

/// How often a reaction is expected of enemies that have not been asked yet.
const EXPECTED: f64 = 0.6;
/// How many sightings that expectation counts for.
const EXPECTATION: f64 = 3.0;

impl Chronicle {
    /// Reads what is new. True if this is another battle than before: memories of it are void.
    pub(super) fn read(&mut self, battle: &Battle, decision: u32, side: SideId) -> bool {
        // Of a fork the journal only holds what is new, but it counts on.
        let journal = battle.journal();
        let another = journal.total() < self.read || decision < self.next_decision;
        if another {
            *self = Self::default();
        }
        self.next_decision = decision;
        for entry in journal.since(self.read) {
            // What the side may not see only makes cached odds be worked out anew.
            let visible = entry.visible_to(Some(side));
            self.note(&entry.event, entry.round, visible);
            if visible {
                self.note_turns(&entry.event, |other| battle.hostile(side, other));
            }
        }
        self.read = journal.total();
        another
    }

    fn note(&mut self, event: &Event, round: u32, visible: bool) {
        match event {
            Event::Deployed(_) => {
                self.changes.push(0);
                self.statements.push(None);
                self.moved.push(0);
                self.untreated.push(0);
                self.wounded.push(0);
            }
            Event::RoundBegan => self.changes_of_all += 1,
            Event::Door { .. } | Event::Ground { .. } => {
                self.changes_of_all += 1;
                self.changes_of_ground += 1;
            }
            Event::Chosen {
                kind,
                who: Some(who),
                choice,
                ..
            } if visible && kind.role == DecisionRole::Statement => {
                let target = match choice.target {
                    Some(Target::Combatant(target)) => Some(target),
                    _ => None,
                };
                if let Some(slot) = self.statements.get_mut(who.index()) {
                    *slot = Some(Statement {
                        round,
                        kind: ActionKind::of(choice.action.role),
                        item: arms::item_of(choice.item, choice.target),
                        mode: choice.mode,
                        target,
                    });
                }
            }
            Event::Chosen { kind, choice, .. } if visible && kind.role == DecisionRole::Aid => {
                if let Some(Target::Combatant(patient) | Target::Injury(patient, _)) = choice.target
                    && let Some(wounds) = self.untreated.get_mut(patient.index())
                {
                    *wounds = wounds.saturating_sub(1);
                }
            }
            Event::HitPoints { who, from, to, .. } => {
                self.changed(*who);
                if visible && to < from {
                    self.last_blood = round;
                    if let Some(wounded) = self.wounded.get_mut(who.index()) {
                        *wounded = round;
                    }
                    if let Some(wounds) = self.untreated.get_mut(who.index()) {
                        *wounds += 1;
                    }
                }
            }
            Event::Moved { who, .. } | Event::Ranked { who, .. } if visible => {
                if let Some(moved) = self.moved.get_mut(who.index()) {
                    *moved = round;
                }
            }
            Event::Vitality { who, .. }
            | Event::Stance { who, .. }
            | Event::Faced { who, .. }
            | Event::Astride { who, .. }
            | Event::Track { who, .. }
            | Event::Condition { who, .. }
            | Event::ItemMoved { who: Some(who), .. }
            | Event::ItemDamaged { owner: who, .. }
            | Event::ItemState { owner: who, .. }
            | Event::Riding { who, .. }
            | Event::Turn { who, .. }
            | Event::Ammunition { who, .. }
            | Event::AttackResolved { target: who, .. } => self.changed(*who),
            Event::Linked { who, other, .. } => {
                self.changed(*who);
                self.changed(*other);
            }
            _ => {}
        }
    }

    /// Notes who passes, acts and reacts.
    fn note_turns(&mut self, event: &Event, hostile: impl Fn(SideId) -> bool) {
        match event {
            Event::RoundBegan => {
                self.idle = self.begun && !self.acted;
                (self.passes, self.begun, self.acted) = (0, true, false);
                self.waiting = Waiting::NotYet;
            }
            Event::Turn { .. } => self.passes = 0,
            // Who only ends its turn has not acted.
            Event::Chosen {
                kind, side, choice, ..
            } if kind.role == DecisionRole::Turn => {
                self.acted |= choice.action.role != ActionRole::EndTurn;
                self.waiting = match (hostile(*side), self.waiting) {
                    (false, _) => Waiting::Over,
                    (true, Waiting::NotYet) if choice.action.role != ActionRole::EndTurn => {
                        Waiting::InVain
                    }
                    (true, waiting) => waiting,
                };
                if !hostile(*side) {
                    self.note_try(choice);
                }
            }
            Event::Chosen {
                kind, side, choice, ..
            } if kind.role == DecisionRole::Action && !hostile(*side) => {
                self.note_try(choice);
            }
            Event::Passed { side, in_a_row, .. } if hostile(*side) => self.passes = *in_a_row,
            Event::Chosen {
                kind, side, choice, ..
            } if kind.role == DecisionRole::Reaction && hostile(*side) => {
                self.asked += 1;
                self.reacted += u32::from(choice.action.role != ActionRole::Decline);
            }
            _ => {}
        }
    }

    fn note_try(&mut self, choice: &Choice) {
        if let Some(Target::Combatant(target)) = choice.target {
            self.tried.note(choice.action.role, target);
        }
    }

    /// Actions that the side and its allies have tried.
    pub(super) const fn tried(&self) -> &Tried {
        &self.tried
    }

    /// How many sides had passed in a row when an enemy last did, if nobody has acted since.
    pub(super) const fn passes(&self) -> u32 {
        self.passes
    }

    /// Whether nobody was seen to do anything in the whole round before this one: those who wait then, wait in vain.
    pub(super) const fn idle(&self) -> bool {
        self.idle
    }

    /// True if an enemy has acted in this round and none of the side: to let the round end now is to be struck for nothing.
    pub(super) fn waits_in_vain(&self) -> bool {
        self.waiting == Waiting::InVain
    }

    /// How often enemies who are asked to react do so, as far as this battle has shown, from 0 to 1.
    pub(super) fn reactiveness(&self) -> f64 {
        (EXPECTED * EXPECTATION + f64::from(self.reacted)) / (EXPECTATION + f64::from(self.asked))
    }

    fn changed(&mut self, who: CombatantId) {
        if let Some(changes) = self.changes.get_mut(who.index()) {
            *changes += 1;
        }
    }

    /// A stamp that changes when anything happens.
    pub(super) const fn so_far(&self) -> usize {
        self.read
    }

    /// A stamp that changes when doors or terrain do.
    pub(super) const fn changes_of_ground(&self) -> u32 {
        self.changes_of_ground
    }

    /// A stamp that changes when a combatant does.
    pub(super) fn changes_of(&self, who: CombatantId) -> u32 {
        self.changes.get(who.index()).copied().unwrap_or(0)
    }

    /// A stamp that changes when the odds between two combatants may have.
    pub(super) fn stamp(&self, a: CombatantId, b: CombatantId) -> (u32, u32, u32) {
        (self.changes_of_all, self.changes_of(a), self.changes_of(b))
    }

    /// What a combatant has stated for this round, as far as the side knows.
    pub(super) fn statement(&self, who: CombatantId, round: u32) -> Option<Statement> {
        self.statements
            .get(who.index())
            .copied()
            .flatten()
            .filter(|statement| statement.round == round)
    }

    /// Whether a combatant has ended its move of this round, as far as the side knows.
    pub(super) fn has_moved(&self, who: CombatantId, round: u32) -> bool {
        self.moved
            .get(who.index())
            .is_some_and(|moved| *moved == round)
    }

    /// Whether a combatant has wounds that nobody has treated yet.
    pub(super) fn has_untreated_wounds(&self, who: CombatantId) -> bool {
        self.untreated
            .get(who.index())
            .is_some_and(|wounds| *wounds > 0)
    }

    /// Rounds since a combatant was seen to lose hit points; `None` if it never was.
    pub(super) fn rounds_since_wounded(&self, who: CombatantId, round: u32) -> Option<u32> {
        let wounded = self.wounded.get(who.index()).copied().unwrap_or(0);
        (wounded > 0).then(|| round.saturating_sub(wounded))
    }

    /// Rounds since anybody was hurt, or since the battle began.
    pub(super) const fn quiet_rounds(&self, round: u32) -> u32 {
        round.saturating_sub(self.last_blood)
    }
}
