//! What must be true at every decision of a battle under the zones rules, whatever has been chosen.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::Component;
use shieldwall_battle::{
    Action, Battle, Choice, CombatantId, Decision, Entry, Event, Offer, Presence, Roster, SideId,
    Target, Targets, Vitality, board,
};
use shieldwall_grid::Cell;
use shieldwall_zones::{
    character::state::{Build, Grip, Mind, Turn, TurnState},
    terms::{actions, decisions, words},
};

/// What a target answers by itself, if it does anything.
const ANSWERS: [Action; 4] = [
    actions::DODGE,
    actions::COUNTER,
    actions::COUNTER_GENTLY,
    actions::HIDE_BEHIND,
];

/// A component of a combatant.
fn of<T: Component>(battle: &Battle, who: CombatantId) -> &T {
    let world = battle.world();
    let entity = world.resource::<Roster>().combatant(who);
    world.get::<T>(entity).unwrap()
}

/// The combatants that an offer can be aimed at.
fn combatants(offer: &Offer) -> Vec<CombatantId> {
    let Targets::AnyOf(targets) = &offer.targets else {
        return Vec::new();
    };
    let combatant = |target: &Target| match target {
        Target::Combatant(who) => Some(*who),
        _ => None,
    };
    targets.iter().filter_map(combatant).collect()
}

/// Whether somebody has a turn to give up for a reaction, and is free to (ZON-050, ZON-093,
/// ZON-R86).
fn may_react(battle: &Battle, who: CombatantId) -> bool {
    let turn = of::<Turn>(battle, who);
    let in_hand = match turn.state {
        TurnState::Ready | TurnState::Kept => true,
        TurnState::Spent => turn.reacted && turn.reactions < of::<Build>(battle, who).0.reactions,
        TurnState::Acting => false,
    };
    in_hand && of::<Grip>(battle, who).held_by.is_none()
}

/// Whether somebody is on its feet, so that it blocks its cells.
fn stands(seen: &Presence) -> bool {
    matches!(seen.vitality, Vitality::Active | Vitality::Surrendered)
}

/// What is followed through a battle, from decision to decision.
#[derive(Default)]
pub(crate) struct Watcher {
    /// Entries of the journal that have been read.
    read: usize,
    /// Everybody's side.
    sides: BTreeMap<CombatantId, SideId>,
    /// Those in the fight.
    fighting: BTreeSet<CombatantId>,
    /// Those who may stand where somebody else does: they were grabbed or gave up as they passed by a
    /// friend, or were carried to where there was no room.
    crammed: BTreeSet<CombatantId>,
    /// Passes in a row.
    passes: u32,
    /// The side that had the last place of the round.
    place: Option<SideId>,
    /// Those whose turn of the round has begun.
    acted: BTreeSet<CombatantId>,
    /// Those whose turn of the round is spent.
    spent: BTreeSet<CombatantId>,
    /// Kinds of decisions that there have been.
    pub(crate) kinds: BTreeSet<&'static str>,
    /// Holds that were taken.
    pub(crate) holds: u32,
    /// A walk of somebody concealed that has begun.
    sneaking: Option<Sneaking>,
    /// Such walks that came to their end unnoticed, and noticed.
    pub(crate) sneaked: [u32; 2],
}

/// A walk of somebody concealed.
struct Sneaking {
    who: CombatantId,
    to: Cell,
    /// Whether it was said that it would be noticed.
    noticed: bool,
    /// Entries of the journal before it.
    began: usize,
}

impl Watcher {
    /// Checks everything at an open decision.
    pub(crate) fn look(&mut self, battle: &mut Battle, decision: &Decision) {
        self.kinds.insert(decision.kind.key);
        self.read_on(battle);
        self.check_sneaking(battle);
        check_offers(battle, decision);
        check_asked(battle, decision);
        self.check_state(battle);
    }

    /// Notes what has been chosen.
    pub(crate) fn chosen(&mut self, battle: &mut Battle, decision: &Decision, choice: &Choice) {
        let walks = [actions::MOVE, actions::SPRINT].contains(&choice.action);
        let offer = decision.offer_for(choice).unwrap();
        let (Some(who), Targets::Cells(cells), true) = (decision.actor, &offer.targets, walks)
        else {
            return;
        };
        let presences = battle.presences(None);
        let own = &presences[who.index()];
        // Of concealed enemies the mover knows nothing.
        let watched = |seen: &Presence| seen.side != own.side && seen.hidden;
        if !own.hidden || presences.iter().any(watched) {
            return;
        }
        let option = cells
            .iter()
            .find(|option| choice.target == Some(Target::Cell(option.cell)))
            .unwrap();
        self.sneaking = Some(Sneaking {
            who,
            to: option.cell,
            noticed: option.noticed,
            began: battle.journal().entries().len(),
        });
    }

    /// Anyone who went as far as it meant to without a stop was noticed if that had been said, and else not
    /// (ZON-109, ZON-R52).
    fn check_sneaking(&mut self, battle: &mut Battle) {
        let Some(walk) = self.sneaking.take() else {
            return;
        };
        if !battle.is_settled() {
            return;
        }
        let own = battle.presences(None)[walk.who.index()];
        let stopped = |entry: &Entry| match &entry.event {
            Event::Moved { who, stopped, .. } => *who == walk.who && stopped.is_some(),
            Event::Attacked { .. } | Event::HitPoints { .. } => true,
            _ => false,
        };
        let entries = &battle.journal().entries()[walk.began..];
        if own.cell == walk.to && !entries.iter().any(stopped) {
            assert_eq!(own.hidden, !walk.noticed, "{own:?}");
            self.sneaked[usize::from(walk.noticed)] += 1;
        }
    }

    /// Follows the journal.
    pub(crate) fn read_on(&mut self, battle: &Battle) {
        let entries = battle.journal().entries();
        let sides = battle.setup().sides.len();
        for entry in &entries[self.read..] {
            self.follow(entry, sides);
        }
        self.read = entries.len();
    }

    fn follow(&mut self, entry: &Entry, sides: usize) {
        match &entry.event {
            Event::Deployed(deployed) => {
                self.sides.insert(deployed.who, deployed.side);
                self.fighting.insert(deployed.who);
            }
            Event::Vitality { who, to, .. } => {
                if *to == Vitality::Active {
                    self.fighting.insert(*who);
                } else {
                    self.fighting.remove(who);
                }
                // Anyone who surrenders in the middle of a walk stays where it is.
                let in_its_turn = self.acted.contains(who) && !self.spent.contains(who);
                if *to == Vitality::Surrendered && in_its_turn {
                    self.crammed.insert(*who);
                }
            }
            Event::RoundBegan => {
                self.passes = 0;
                self.place = None;
                self.acted.clear();
                self.spent.clear();
            }
            Event::Place { side } => self.take_place(*side, entry.round, sides),
            Event::Passed {
                side,
                forced,
                in_a_row,
            } => {
                if *forced {
                    self.take_place(*side, entry.round, sides);
                }
                assert_eq!(self.place, Some(*side), "a pass out of place");
                self.passes += 1;
                assert_eq!(self.passes, *in_a_row, "passes in a row");
                assert!(
                    self.passes as usize <= sides,
                    "the round goes on although all have passed"
                );
            }
            Event::Chosen {
                choice, kind, who, ..
            } => {
                if choice.action == actions::ACTIVATE {
                    self.passes = 0;
                }
                if let (decisions::GOING_ON, Some(who)) = (*kind, who) {
                    self.crammed.insert(*who);
                }
            }
            Event::Turn { who, state } if *state == words::ACTING => {
                assert!(self.acted.insert(*who), "{who} acts twice in a round");
                assert!(!self.spent.contains(who), "{who} acts with its turn spent");
            }
            Event::Turn { who, state } if *state == words::SPENT => {
                self.spent.insert(*who);
            }
            Event::Moved { who, .. } => {
                self.crammed.remove(who);
            }
            Event::Placed { who, how, .. } if *how == words::IS_CARRIED => {
                self.crammed.insert(*who);
            }
            Event::Linked {
                other, on: true, ..
            } => {
                self.holds += 1;
                self.crammed.insert(*other);
            }
            _ => {}
        }
    }

    /// It is this side's place: of two sides, never twice in a row (ZON-002, ZON-R13).
    fn take_place(&mut self, side: SideId, round: u32, sides: usize) {
        let others_fight = self
            .fighting
            .iter()
            .any(|who| self.sides.get(who).is_some_and(|other| *other != side));
        // In the bonus round there are only the ambushers.
        if round > 0 && sides == 2 && others_fight {
            assert_ne!(self.place, Some(side), "{} goes twice", side.key());
        }
        self.place = Some(side);
    }

    /// Checks how everybody is and where.
    pub(crate) fn check_state(&self, battle: &mut Battle) {
        let presences = battle.presences(None);
        check_everybody(battle, &presences);
        check_holds(battle, &presences);
        // Anyone who walks may pass through a friend's cell.
        if battle.is_settled() {
            self.check_room(battle, &presences);
        }
    }

    /// No two stand in the same cell (ZON-R83).
    fn check_room(&self, battle: &Battle, presences: &[Presence]) {
        let grid = battle.map().grid();
        let mut stood_in: BTreeMap<Cell, &Presence> = BTreeMap::new();
        for seen in presences {
            if !stands(seen) || seen.riding.is_some() {
                continue;
            }
            for cell in grid.footprint(seen.cell, seen.across).unwrap() {
                let Some(other) = stood_in.insert(cell, seen) else {
                    continue;
                };
                let crammed = self.crammed.contains(&seen.id) || self.crammed.contains(&other.id);
                assert!(crammed, "both in cell {cell}: {other:?} and {seen:?}");
            }
        }
    }
}

/// Everything on offer is legal, and so is the least one can do.
fn check_offers(battle: &mut Battle, decision: &Decision) {
    assert!(decision.choice_count() > 0, "{decision:?}");
    assert!(decisions::ALL.contains(&decision.kind), "{}", decision.kind);
    for offer in &decision.offers {
        assert!(actions::ALL.contains(&offer.action), "{}", offer.action);
        assert!(offer.choice_count() > 0, "nothing to choose: {offer:?}");
        for index in [0, offer.choice_count() - 1] {
            let choice = offer.choice_at(index);
            let checked = battle.check(&choice);
            assert!(checked.is_ok(), "{choice:?}: {checked:?}");
        }
    }
    let least = battle.least().unwrap();
    let checked = battle.check(&least);
    assert!(checked.is_ok(), "{}: {least:?}: {checked:?}", decision.kind);
}

/// Whether a target could do something itself about the attack.
fn offers_own_reaction(decision: &Decision) -> bool {
    let own = [actions::DODGE, actions::COUNTER, actions::HIDE_BEHIND];
    decision
        .offers
        .iter()
        .any(|offer| own.contains(&offer.action))
}

/// The right side is asked, about somebody who is able to do what is asked.
fn check_asked(battle: &Battle, decision: &Decision) {
    let presences = battle.presences(None);
    let seen = |who: CombatantId| &presences[who.index()];
    if let Some(actor) = decision.actor {
        let actor = seen(actor);
        assert_eq!(actor.side, decision.side, "{decision:?}");
        let able = match decision.kind {
            decisions::FALLING => actor.vitality.is_alive_here(),
            decisions::RESUMING => actor.vitality == Vitality::Surrendered,
            decisions::STUNT_ANSWER => stands(actor),
            // For those who cannot do anything themselves, others are asked whether they guard them.
            decisions::REACTION if !offers_own_reaction(decision) => actor.vitality.is_alive_here(),
            _ => actor.vitality == Vitality::Active,
        };
        assert!(able, "{} of {actor:?}", decision.kind);
    }
    match (decision.kind, decision.actor) {
        (decisions::ACTIVATION, _) => check_activation(battle, decision, &presences),
        (decisions::TURN, Some(actor)) => {
            assert_eq!(of::<Turn>(battle, actor).state, TurnState::Acting);
            // Anyone who is held can only try to break free (ZON-093).
            if of::<Grip>(battle, actor).held_by.is_some() {
                let possible = [actions::BREAK_FREE, actions::SWITCH, actions::END];
                let allowed = |offer: &Offer| possible.contains(&offer.action);
                assert!(decision.offers.iter().all(allowed), "{decision:?}");
            }
        }
        (decisions::REACTION, Some(actor)) => {
            let by_itself = |offer: &Offer| ANSWERS.contains(&offer.action);
            let answers = decision.offers.iter().any(by_itself);
            // Some may do more as they guard, with their turn spent on guarding (ZON-R30).
            if answers && !of::<Build>(battle, actor).0.guard_counters {
                assert!(may_react(battle, actor), "{decision:?}");
            }
            check_guards(battle, decision, &presences);
        }
        (decisions::GUARDING, None) => check_guards(battle, decision, &presences),
        (decisions::OPPORTUNITY, Some(actor)) => {
            assert!(may_react(battle, actor), "{decision:?}");
            let mover = seen(decision.against.unwrap());
            let level = &battle.setup().level;
            assert!(board::hostile(level, decision.side, mover.side));
        }
        (decisions::GOING_ON | decisions::CARRYING, Some(actor)) => {
            assert_eq!(of::<Turn>(battle, actor).state, TurnState::Acting);
        }
        _ => {}
    }
}

/// Only those are sent into action who are of the side, in the fight and have their turn; nobody may
/// pass who has somebody broken to send (ZON-002, ZON-003, ZON-R57).
fn check_activation(battle: &Battle, decision: &Decision, presences: &[Presence]) {
    let passes = decision
        .offers
        .iter()
        .any(|offer| offer.action == actions::PASS);
    let sent = decision
        .offers
        .iter()
        .filter(|offer| offer.action == actions::ACTIVATE);
    for who in sent.flat_map(combatants) {
        let seen = &presences[who.index()];
        assert_eq!(seen.side, decision.side, "{seen:?}");
        assert_eq!(seen.vitality, Vitality::Active, "{seen:?}");
        assert_eq!(of::<Turn>(battle, who).state, TurnState::Ready, "{seen:?}");
        let broken = of::<Mind>(battle, who).broken.is_some();
        assert!(!(passes && broken), "{who} is broken, and yet one may pass");
    }
}

/// Guards are of the side that is asked, in the fight and free to react (ZON-063, ZON-R23).
fn check_guards(battle: &Battle, decision: &Decision, presences: &[Presence]) {
    let guards = decision
        .offers
        .iter()
        .filter(|offer| offer.action == actions::GUARD);
    for guard in guards.flat_map(combatants) {
        let seen = &presences[guard.index()];
        assert_eq!(seen.side, decision.side, "{seen:?}");
        assert_eq!(seen.vitality, Vitality::Active, "{seen:?}");
        assert_ne!(Some(guard), decision.actor, "it guards itself");
        assert!(may_react(battle, guard), "{seen:?}");
    }
}

/// Health is within its limits, nobody lives without it, riders are where their mounts are, and
/// the one who stands does so on the map.
fn check_everybody(battle: &Battle, presences: &[Presence]) {
    let grid = battle.map().grid();
    for seen in presences {
        assert!(
            (0..=seen.max_hit_points).contains(&seen.hit_points),
            "{seen:?}"
        );
        assert!(
            seen.hit_points > 0 || seen.vitality == Vitality::Dead,
            "{seen:?}"
        );
        if let Some(mount) = seen.riding
            && seen.vitality != Vitality::Left
        {
            let mount = &presences[mount.index()];
            assert_eq!(seen.cell, mount.cell, "{seen:?} on {mount:?}");
            assert_eq!(seen.side, mount.side, "{seen:?} on {mount:?}");
            assert_eq!(mount.riding, None, "{mount:?}");
        } else if stands(seen) {
            let cells = grid.footprint(seen.cell, seen.across);
            assert!(cells.is_some(), "not on the map: {seen:?}");
        }
    }
}

/// Anyone who holds somebody is the one who holds it, is able to, and is not held.
fn check_holds(battle: &Battle, presences: &[Presence]) {
    for seen in presences {
        let grip = of::<Grip>(battle, seen.id);
        for held in &grip.holds {
            let holder = of::<Grip>(battle, *held).held_by;
            assert_eq!(holder, Some(seen.id), "{held} does not know who holds it");
            assert_eq!(seen.vitality, Vitality::Active, "{seen:?} holds {held}");
            let captive = &presences[held.index()];
            assert!(captive.vitality.is_alive_here(), "{captive:?} is held");
        }
        if let Some(holder) = grip.held_by {
            let holds = &of::<Grip>(battle, holder).holds;
            assert!(holds.contains(&seen.id), "{holder} has let go of {seen:?}");
            assert!(grip.holds.is_empty(), "{seen:?} is held and holds");
        }
    }
}
