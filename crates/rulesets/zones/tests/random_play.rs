//! Random legal choices under the zones rules, on every level: battles never panic and always end, and
//! at every decision things are as the rules want them. The right side is asked about somebody who is
//! able to answer, everything on offer is legal, nobody acts twice, sides take turns, and nobody is
//! where somebody else stands.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Arc, LazyLock},
};

use bevy_ecs::prelude::Component;
use shieldwall_battle::{
    Battle, BattleSetup, Choice, CombatantId, Decision, Entry, Event, Offer, Presence, Progress,
    Recruit, Roster, SideId, SideSetup, Target, Targets, Verb, Vitality, board,
};
use shieldwall_content::{Level, Library, content_root::ContentRoot, level::SideName};
use shieldwall_dice::{Dice, SeededDice};
use shieldwall_grid::Cell;
use shieldwall_zones::{
    character::{Build, Grip, Mind, Turn, TurnState},
    verbs, words,
};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let (library, diagnostics) = Library::load(&[ContentRoot::at(root)]);
    assert!(library.broken.is_empty(), "{diagnostics:?}");
    Arc::new(library)
});

/// Rounds of a battle, so that the tests stay affordable.
const ROUNDS: u32 = 5;

/// What nobody does who wants to fight on.
const GIVING_UP: [Verb; 3] = [verbs::SURRENDER, verbs::STOW, verbs::PUT_DOWN];

/// What a target answers by itself, if it does anything.
const ANSWERS: [Verb; 4] = [
    verbs::DODGE,
    verbs::COUNTER,
    verbs::COUNTER_GENTLY,
    verbs::HIDE_BEHIND,
];

/// The levels whose warbands fight under these rules.
fn levels() -> Vec<&'static str> {
    let fights = |id: &String| LIBRARY.units[id].zones.is_some();
    let levels = LIBRARY.levels.values().filter(|level| {
        let mut warbands = level.sides.iter().flat_map(|side| &side.warband);
        warbands.all(fights)
    });
    let levels: Vec<&str> = levels.map(|level| level.id.as_str()).collect();
    assert!(levels.len() > 5, "{levels:?}");
    levels
}

/// A level's own warbands for so many rounds.
fn setup(level: &str, seed: u64, rounds: u32) -> BattleSetup {
    let setup = BattleSetup::of_level(&LIBRARY, level, seed).unwrap();
    changed(setup, |level| level.turn_limit = rounds)
}

/// The same on a level that is changed.
fn changed(mut setup: BattleSetup, change: impl FnOnce(&mut Level)) -> BattleSetup {
    let mut level = (*setup.level).clone();
    change(&mut level);
    setup.level = Arc::new(level);
    setup
}

/// Both sides begin in the same place, so that they come to blows at once.
fn crowded(setup: BattleSetup) -> BattleSetup {
    changed(setup, |level| {
        let mut together = level.sides[0].deployment.clone();
        together.extend(&level.sides[1].deployment);
        level.sides[1].deployment = together;
    })
}

/// Blue lies in ambush.
fn with_ambush(setup: BattleSetup) -> BattleSetup {
    changed(setup, |level| {
        level.zones_rules.ambush = vec![SideName::Blue];
    })
}

/// Half of blue's warband is a green side of the given camp.
fn with_green(setup: BattleSetup, camp: usize) -> BattleSetup {
    let mut setup = changed(setup, |level| {
        let mut green = level.sides[1].clone();
        green.camp = camp;
        level.sides.push(green);
    });
    let warband = &mut setup.sides[1].warband;
    let half = warband.split_off(warband.len() / 2);
    setup.sides.push(SideSetup { warband: half });
    setup
}

/// A side has these units besides.
fn with_more(mut setup: BattleSetup, side: SideId, units: &[&str]) -> BattleSetup {
    let recruits = units
        .iter()
        .map(|id| Recruit::new(Arc::clone(&LIBRARY.units[*id])));
    setup.sides[side.index()].warband.extend(recruits);
    setup
}

/// The four ways in which each level is fought over.
fn variety(level: &str, number: u64) -> BattleSetup {
    let setup = setup(level, number, ROUNDS);
    match number % 4 {
        0 => crowded(setup),
        1 => with_ambush(setup),
        2 => with_green(crowded(setup), 2),
        _ => with_green(crowded(setup), 0),
    }
}

/// Takes any choice on offer, by dice that owe nothing to those of the battle.
struct Chooser {
    dice: SeededDice,
    /// Whether it neither gives itself up nor its weapons, or most battles would be over at once.
    clings: bool,
}

impl Chooser {
    fn new(seed: u64) -> Self {
        Self {
            dice: SeededDice::new(seed ^ 0x5eed),
            clings: !seed.is_multiple_of(4),
        }
    }

    /// Offers first, so that the many cells and targets do not drown the rest.
    fn choose(&mut self, decision: &Decision) -> Choice {
        for _ in 0..32 {
            let offer = &decision.offers[self.dice.one_of(decision.offers.len())];
            if !(self.clings && GIVING_UP.contains(&offer.verb)) {
                return offer.choice_at(self.dice.one_of(offer.choice_count()));
            }
        }
        decision.choice_at(0).unwrap()
    }
}

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
struct Watcher {
    /// Entries of the journal that have been read.
    read: usize,
    /// Everybody's side.
    sides: BTreeMap<CombatantId, SideId>,
    /// Those in the fight.
    fighting: BTreeSet<CombatantId>,
    /// Those who may stand where somebody else does: their walk was cut short as they passed by a
    /// friend, they woke under somebody's feet, or were carried to where there was no room.
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
    kinds: BTreeSet<&'static str>,
    /// Holds that were taken.
    holds: u32,
}

impl Watcher {
    /// Checks everything at an open decision.
    fn look(&mut self, battle: &mut Battle, decision: &Decision) {
        self.kinds.insert(decision.kind);
        self.read_on(battle);
        check_offers(battle, decision);
        check_asked(battle, decision);
        self.check_state(battle);
    }

    /// Follows the journal.
    fn read_on(&mut self, battle: &Battle) {
        let entries = battle.journal().entries();
        let sides = battle.setup().sides.len();
        for entry in &entries[self.read..] {
            self.follow(entry, sides);
        }
        self.read = entries.len();
    }

    fn follow(&mut self, entry: &Entry, sides: usize) {
        match &entry.event {
            Event::Mustered(mustered) => {
                self.sides.insert(mustered.who, mustered.side);
                self.fighting.insert(mustered.who);
            }
            Event::Vitality { who, to, .. } => {
                if *to == Vitality::Active {
                    self.fighting.insert(*who);
                } else {
                    self.fighting.remove(who);
                }
                // Whoever surrenders in the middle of a walk stays where it is.
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
                if choice.verb == verbs::ACTIVATE {
                    self.passes = 0;
                }
                if let (verbs::GOING_ON_DECISION, Some(who)) = (*kind, who) {
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
            Event::Moved { who, stopped, .. } => {
                if stopped.is_some() {
                    self.crammed.insert(*who);
                } else {
                    self.crammed.remove(who);
                }
            }
            Event::Placed { who, how, .. } if *how == words::IS_CARRIED => {
                self.crammed.insert(*who);
            }
            Event::Hold { held, on: true, .. } => {
                self.holds += 1;
                self.crammed.insert(*held);
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
    fn check_state(&self, battle: &mut Battle) {
        let presences = battle.presences(None);
        check_everybody(battle, &presences);
        check_holds(battle, &presences);
        // Whoever walks may pass through a friend's cell.
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
    assert!(verbs::KINDS.contains(&decision.kind), "{}", decision.kind);
    for offer in &decision.offers {
        assert!(verbs::ALL.contains(&offer.verb), "{}", offer.verb);
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
    let own = [verbs::DODGE, verbs::COUNTER, verbs::HIDE_BEHIND];
    decision
        .offers
        .iter()
        .any(|offer| own.contains(&offer.verb))
}

/// The right side is asked, about somebody who is able to do what is asked.
fn check_asked(battle: &Battle, decision: &Decision) {
    let presences = battle.presences(None);
    let seen = |who: CombatantId| &presences[who.index()];
    if let Some(actor) = decision.actor {
        let actor = seen(actor);
        assert_eq!(actor.side, decision.side, "{decision:?}");
        let able = match decision.kind {
            verbs::FALLING_DECISION => actor.vitality.is_alive_here(),
            verbs::RESUMING_DECISION => actor.vitality == Vitality::Surrendered,
            verbs::STUNT_ANSWER_DECISION => stands(actor),
            // For those who cannot do anything themselves, others are asked whether they guard them.
            verbs::REACTION_DECISION if !offers_own_reaction(decision) => {
                actor.vitality.is_alive_here()
            }
            _ => actor.vitality == Vitality::Active,
        };
        assert!(able, "{} of {actor:?}", decision.kind);
    }
    match (decision.kind, decision.actor) {
        (verbs::ACTIVATION_DECISION, _) => check_activation(battle, decision, &presences),
        (verbs::TURN_DECISION, Some(actor)) => {
            assert_eq!(of::<Turn>(battle, actor).state, TurnState::Acting);
            // Whoever is held can only try to break free (ZON-093).
            if of::<Grip>(battle, actor).held_by.is_some() {
                let possible = [verbs::BREAK_FREE, verbs::SWITCH, verbs::END];
                let allowed = |offer: &Offer| possible.contains(&offer.verb);
                assert!(decision.offers.iter().all(allowed), "{decision:?}");
            }
        }
        (verbs::REACTION_DECISION, Some(actor)) => {
            let by_itself = |offer: &Offer| ANSWERS.contains(&offer.verb);
            let answers = decision.offers.iter().any(by_itself);
            // Some may do more as they guard, with their turn spent on guarding (ZON-R30).
            if answers && !of::<Build>(battle, actor).0.guard_counters {
                assert!(may_react(battle, actor), "{decision:?}");
            }
            check_guards(battle, decision, &presences);
        }
        (verbs::GUARDING_DECISION, None) => check_guards(battle, decision, &presences),
        (verbs::OPPORTUNITY_DECISION, Some(actor)) => {
            assert!(may_react(battle, actor), "{decision:?}");
            let mover = seen(decision.against.unwrap());
            let level = &battle.setup().level;
            assert!(board::hostile(level, decision.side, mover.side));
        }
        (verbs::GOING_ON_DECISION | verbs::CARRYING_DECISION, Some(actor)) => {
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
        .any(|offer| offer.verb == verbs::PASS);
    let sent = decision
        .offers
        .iter()
        .filter(|offer| offer.verb == verbs::ACTIVATE);
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
        .filter(|offer| offer.verb == verbs::GUARD);
    for guard in guards.flat_map(combatants) {
        let seen = &presences[guard.index()];
        assert_eq!(seen.side, decision.side, "{seen:?}");
        assert_eq!(seen.vitality, Vitality::Active, "{seen:?}");
        assert_ne!(Some(guard), decision.actor, "it guards itself");
        assert!(may_react(battle, guard), "{seen:?}");
    }
}

/// Health is within its limits, nobody lives without it, riders are where their mounts are, and
/// whoever stands does so on the map.
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

/// Whoever holds somebody is the one who holds it, is able to, and is not held.
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

/// Plays a battle to its end, looking at everything at every decision.
fn play(battle: &mut Battle, seed: u64, watcher: &mut Watcher) {
    let mut chooser = Chooser::new(seed);
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let decision = battle.open_decision().unwrap();
        watcher.look(battle, &decision);
        battle.choose(chooser.choose(&decision)).unwrap();
        decisions += 1;
        assert!(decisions < 100_000, "no end in sight");
    }
    watcher.read_on(battle);
    watcher.check_state(battle);
    let ending = battle.ending().unwrap();
    assert_ne!(ending.reason, "the ruleset found nothing more to do");
    assert!(battle.round() <= battle.setup().level.turn_limit);
}

/// A battle of this set-up, from its beginning to its end.
fn fought(setup: BattleSetup, seed: u64) -> (Battle, Watcher) {
    let mut battle = Battle::new(shieldwall_zones::ruleset(), setup).unwrap();
    let mut watcher = Watcher::default();
    play(&mut battle, seed, &mut watcher);
    (battle, watcher)
}

/// Alone, against an ambush, against two sides that are enemies, and against two that are allies.
#[test]
fn random_battles_hold_to_the_rules_on_every_level() {
    let mut kinds: BTreeSet<&str> = BTreeSet::new();
    let mut holds = 0;
    for level in levels() {
        for number in 0..4 {
            let (_, watcher) = fought(variety(level, number), number + 1);
            kinds.extend(&watcher.kinds);
            holds += watcher.holds;
        }
    }
    // Or nothing of all this has been looked at.
    for kind in [
        verbs::FIRST_FACTION_DECISION,
        verbs::ACTIVATION_DECISION,
        verbs::TURN_DECISION,
        verbs::REACTION_DECISION,
        verbs::OPPORTUNITY_DECISION,
        verbs::STUNT_DECISION,
    ] {
        assert!(kinds.contains(kind), "never asked: {kind}; {kinds:?}");
    }
    assert!(holds > 0, "nobody has taken hold of anybody");
}

/// The level's own limit is kept as well, and none of the sides is asked for ever.
#[test]
fn a_battle_of_full_length_ends() {
    for seed in 1..3 {
        let setup = BattleSetup::of_level(&LIBRARY, "duel-ring", seed).unwrap();
        fought(setup, seed);
    }
}

/// What stands in several cells, what is ridden and what is driven.
#[test]
fn riders_stay_with_their_mounts_and_giants_find_room() {
    const CAVALRY: [&str; 5] = ["rider", "horse", "carter", "cart", "bomb_thrower"];
    let mut ridden = 0;
    for seed in 1..4 {
        let setup = setup("hill-fort", seed, 3);
        let setup = with_more(setup, SideId::RED, &CAVALRY);
        let setup = with_more(setup, SideId::BLUE, &CAVALRY);
        let setup = with_more(setup, SideId::BLUE, &["stone_giant"]);
        let mut battle = Battle::new(shieldwall_zones::ruleset(), crowded(setup)).unwrap();
        let begin = battle.presences(None);
        let riders = begin.iter().filter(|seen| seen.riding.is_some());
        assert_eq!(riders.count(), 4, "they do not begin in the saddle");
        let mounts: BTreeSet<CombatantId> = begin.iter().filter_map(|seen| seen.riding).collect();
        play(&mut battle, seed, &mut Watcher::default());
        for entry in battle.journal().entries() {
            if let Event::Moved { who, .. } = &entry.event {
                ridden += u32::from(mounts.contains(who));
            }
        }
    }
    assert!(ridden > 0, "no mount has moved");
}

#[test]
fn the_same_choices_give_the_same_journal() {
    let ruleset = shieldwall_zones::ruleset;
    for (number, level) in (0..).zip(levels()) {
        let setup = || crowded(setup(level, number, 2));
        let (fresh, _) = fought(setup(), number);
        // Another battle before it leaves no trace.
        let mut used = Battle::new(ruleset(), variety(level, number + 1)).unwrap();
        for _ in 0..20 {
            if used.advance() == Progress::Decision {
                let choice = used.decision().unwrap().choice_at(0).unwrap();
                used.choose(choice).unwrap();
            }
        }
        used.restart(setup()).unwrap();
        play(&mut used, number, &mut Watcher::default());
        assert_eq!(
            fresh.journal().to_json_lines(),
            used.journal().to_json_lines(),
            "{level}"
        );
    }
}
