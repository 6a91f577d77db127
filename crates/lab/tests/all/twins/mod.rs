//! Two battles that differ in nothing but where the hidden ones of blue are and of which units they are, played with
//! the same choices.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde_json::json;
use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{
    Battle, BattleSetup, Choice, CombatantId, Decision, Entry, Event, Offer, Progress, Recount,
    SideId, Target, Targets, UnitEntry,
    combatant::Roster,
    terms::{ConditionRole, ModeRole},
};
use shieldwall_content::Unit;
use shieldwall_dice::{Dice, SeededDice};
use shieldwall_grid::{Cell, Light};
use shieldwall_lab::record::{RecordedBattle, RecordedCommander};
use shieldwall_zones::content::blocks as zones;

use crate::battlefield;

/// Who looks on: blue hides from it.
const RED: SideId = SideId::RED;
/// Rounds of a battle.
const ROUNDS: u32 = 4;
/// Decisions of a battle, of either side.
const DECISIONS: u32 = 160;
/// The key with which a unit begins in hiding, by ruleset.
const HIDDEN: [(&str, &str); 4] = [
    ("percentile", "hidden"),
    ("zones", "concealed"),
    ("d20", "hidden"),
    ("segments", "hidden"),
];
/// What nobody does who wants to fight on.
const GIVING_UP: [&str; 5] = ["surrender", "stow", "put_down", "drop", "away"];

/// The levels of two sides.
pub(crate) fn levels() -> Vec<&'static str> {
    let all = &battlefield::library().levels;
    let levels = battlefield::levels();
    levels.filter(|id| all[*id].sides.len() == 2).collect()
}

/// The two battles, and what has been seen of them.
pub(crate) struct Twins {
    pair: [Twin; 2],
    dice: SeededDice,
    hidden: BTreeSet<CombatantId>,
    name: String,
    /// Decisions of red that were compared.
    pub(crate) compared: u32,
    /// What the hidden were asked, in either battle, and how often.
    pub(crate) asked_in_secret: BTreeMap<&'static str, u32>,
}

/// One of the two.
struct Twin {
    course: RecordedBattle,
    brain: Box<dyn Brain>,
    /// Entries of the journal that have been compared.
    read: usize,
    /// Their numbers, as red counts them.
    recount: Recount,
}

impl Twins {
    /// Battles on a level, both sides close together, in twilight. Two of blue are hidden, or all, in
    /// other cells in each battle. `None` if there are too few.
    pub(crate) fn begin(ruleset: &str, level: &str, seed: u64, all: bool) -> Option<Self> {
        let rules = shieldwall_rulesets::by_id(ruleset).unwrap();
        let mut dice = SeededDice::new(seed ^ 0x00c0_ffee);
        let mut setup = battlefield::setup_under(ruleset, level, seed);
        let mut changed = (*setup.level).clone();
        let cells: Vec<Cell> = changed.map.grid().cells().collect();
        for cell in &cells {
            changed.map.ground_mut(*cell).unwrap().light = Light::Dim;
        }
        // Close together, around some cell of red's.
        let red = &changed.sides[0].deployment;
        let middle = red[dice.one_of(red.len())];
        let grid = *changed.map.grid();
        let mut room: Vec<Cell> = cells
            .into_iter()
            .filter(|cell| changed.map.ground(*cell).passable)
            .collect();
        room.sort_by_key(|cell| (grid.steps(middle, *cell), *cell));
        for side in &mut changed.sides {
            side.hidden = false;
            side.surprised = false;
            side.deployment.clone_from(&room);
        }
        changed.turn_limit = ROUNDS;
        changed
            .settings
            .change(zones::ID, |settings: &mut zones::Settings| {
                settings.ambush.clear();
            });
        setup.level = Arc::new(changed);
        let single = |unit_entry: &UnitEntry| {
            rules.across(&unit_entry.unit) == 1 && !rules.shares_its_cells(unit_entry)
        };
        for side in &mut setup.sides {
            side.warband.retain(single);
            side.warband.truncate(6);
        }
        let blue = setup.sides[1].warband.len();
        if blue < 2 || setup.sides[0].warband.is_empty() {
            return None;
        }
        let seen = if all { 0 } else { blue - blue.min(2) };
        let open = setup.sides[0].warband.len() + seen;
        let near = room.len().min(3 * open);
        let mut free: Vec<Cell> = room[..near].to_vec();
        let mut take = |dice: &mut SeededDice| free.remove(dice.one_of(free.len()));
        let [reds, blues, ..] = &mut setup.sides[..] else {
            return None;
        };
        let (known, secret) = blues.warband.split_at_mut(seen);
        for unit_entry in reds.warband.iter_mut().chain(known) {
            unit_entry.cell = Some(take(&mut dice));
        }
        for unit_entry in secret {
            for (ruleset, key) in HIDDEN {
                unit_entry.start.set(ruleset, &json!({ key: true }));
            }
        }
        // In the other battle they are like those of red, by whose names, weapons and speed they must not be noticed.
        let alike: Vec<Arc<Unit>> = reds
            .warband
            .iter()
            .map(|unit_entry| Arc::clone(&unit_entry.unit))
            .collect();
        // Where red does not stumble over them at once.
        let reds: Vec<Cell> = setup.sides[0]
            .warband
            .iter()
            .filter_map(|unit_entry| unit_entry.cell)
            .collect();
        let mut apart = free.clone();
        apart.extend(&room[near..room.len().min(3 * near)]);
        apart.retain(|cell| reds.iter().all(|red| grid.steps(*red, *cell) > 2));
        if apart.len() < blue - seen {
            return None;
        }
        let red = reds.len();
        let hidden = (red + seen..red + blue)
            .map(|number| CombatantId(u16::try_from(number).unwrap()))
            .collect();
        let mut elsewhere = |mut setup: BattleSetup, units: &[Arc<Unit>]| {
            let mut left = apart.clone();
            let secret = &mut setup.sides[1].warband[seen..];
            for unit_entry in secret.iter_mut() {
                unit_entry.cell = Some(left.remove(dice.one_of(left.len())));
            }
            for (unit_entry, unit) in secret.iter_mut().zip(units) {
                unit_entry.unit = Arc::clone(unit);
            }
            let commanders = [
                RecordedCommander::Human,
                RecordedCommander::Brain(BrainKind::Planner),
            ];
            Twin {
                course: RecordedBattle::begin(Arc::clone(&rules), setup, &commanders).unwrap(),
                brain: brain(BrainKind::Planner, seed),
                read: 0,
                recount: Recount::default(),
            }
        };
        let first = elsewhere(setup.clone(), &[]);
        let mut second = elsewhere(setup.clone(), &alike);
        // The numbers of items say how many there are, of whomever.
        let items = |twin: &Twin| {
            twin.course
                .battle()
                .world()
                .resource::<Roster>()
                .items
                .len()
        };
        if items(&first) != items(&second) {
            second = elsewhere(setup, &[]);
        }
        let pair = [first, second];
        Some(Self {
            pair,
            dice,
            hidden,
            name: format!("{ruleset}, {level}, seed {seed}"),
            compared: 0,
            asked_in_secret: BTreeMap::new(),
        })
    }

    /// The first of the two.
    pub(crate) fn into_one(self) -> RecordedBattle {
        let [one, _] = self.pair;
        one.course
    }

    /// Plays both with the same choices until something gives the hidden away in one of them, and compares
    /// them as red sees them.
    pub(crate) fn play(&mut self) {
        self.compare_told();
        for _ in 0..DECISIONS {
            let open = [0, 1].map(|which| self.advance(which));
            if self.is_given_away() || self.has_stumbled() || self.has_gone_astray() {
                return;
            }
            self.compare_told();
            let [Some(one), Some(other)] = open else {
                assert_eq!(open[0].is_some(), open[1].is_some(), "{}", self.name);
                return;
            };
            let whose = |decision: &Decision| (decision.kind, decision.side, decision.actor);
            assert_eq!(whose(&one), whose(&other), "{}", self.name);
            let choice = if one.side == RED {
                self.compare_asked(&one, &other);
                Some(self.any(&one))
            } else {
                self.common(&one)
            };
            let Some(mut choice) = choice else { return };
            // What is refused in one of them is refused in the other, for the same reason.
            while let Err(refusal) = self.pair[0].course.choose(choice.clone()) {
                let other = self.pair[1].course.choose(choice).unwrap_err();
                assert_eq!(refusal.to_string(), other.to_string(), "{}", self.name);
                choice = self.any(&one);
            }
            self.pair[1].course.choose(choice).unwrap();
        }
    }

    /// Lets one of the two run to the next decision that is not for the hidden alone.
    fn advance(&mut self, which: usize) -> Option<Decision> {
        loop {
            let twin = &mut self.pair[which];
            if twin.course.advance() == Progress::Over {
                return None;
            }
            let decision = (*twin.course.battle().open_decision().unwrap()).clone();
            let secret = decision.actor.is_some_and(|who| self.hidden.contains(&who));
            let offers = open_offers(&decision, &self.hidden);
            let idle = |offers: &[Offer]| offers.len() == 1 && offers[0].choice_count() == 1;
            // What depends on the hidden alone, the other battle may not ask at all.
            let depends = offers.len() < decision.offers.len() && idle(&offers);
            if decision.side == RED || !(secret || depends) {
                return Some(decision);
            }
            *self.asked_in_secret.entry(decision.kind.key).or_default() += 1;
            let choice = if secret {
                self.sneak(which, &decision)
            } else {
                offers[0].choice_at(0)
            };
            self.pair[which].course.choose(choice).unwrap();
        }
    }

    /// What one of the hidden does: as little as it can, but it walks now and then where it is not noticed.
    fn sneak(&mut self, which: usize, decision: &Decision) -> Choice {
        let battle = self.pair[which].course.battle_mut();
        let least = battle.least().unwrap();
        let unnoticed: Vec<Choice> = decision
            .offers
            .iter()
            .filter(|offer| ["move", "sprint"].contains(&offer.action.key))
            .flat_map(|offer| {
                let Targets::Cells(cells) = &offer.targets else {
                    return Vec::new();
                };
                let quiet = cells
                    .iter()
                    .filter(|cell| !cell.noticed && !cell.hurts && !cell.risky);
                quiet
                    .map(|cell| offer.choice(Some(Target::Cell(cell.cell)), None))
                    .collect()
            })
            .collect();
        if unnoticed.is_empty() || self.dice.one_of(2) == 0 {
            return least;
        }
        unnoticed[self.dice.one_of(unnoticed.len())].clone()
    }

    /// Any choice of a decision.
    fn any(&mut self, decision: &Decision) -> Choice {
        let gives_up = |choice: &Choice| {
            GIVING_UP.contains(&choice.action.key)
                || choice
                    .mode
                    .is_some_and(|mode| mode.role == ModeRole::PutAway)
        };
        for _ in 0..32 {
            let offer = &decision.offers[self.dice.one_of(decision.offers.len())];
            let choice = offer.choice_at(self.dice.one_of(offer.choice_count()));
            if !gives_up(&choice) {
                return choice;
            }
        }
        decision.choice_at(0).unwrap()
    }

    /// A choice of blue's that has nothing to do with the hidden and can be made in both battles, as those
    /// see where their friends are; now and then one of the hidden is sent.
    fn common(&mut self, decision: &Decision) -> Option<Choice> {
        let mut asked = decision.clone();
        if decision.kind.key != "activation" {
            asked.offers = open_offers(decision, &self.hidden);
        }
        // Drops go by the cheapest way, which may lead round a friend.
        asked.offers.retain(|offer| offer.action.key != "leap");
        if asked.offers.is_empty() {
            return None;
        }
        for _ in 0..40 {
            let mut choice = self.any(&asked);
            if let (Some(who), Some(Target::Cell(to))) = (decision.actor, choice.target)
                && ["move", "sprint"].contains(&choice.action.key)
            {
                choice.path = self.pair[0].course.battle_mut().path(who, to);
            }
            let legal = |twin: &mut Twin| twin.course.battle_mut().check(&choice).is_ok();
            if self.pair.iter_mut().all(legal) {
                return Some(choice);
            }
        }
        None
    }

    /// True if one of red has gone another way in one of them than in the other, which a hidden enemy in its way shows.
    fn has_stumbled(&self) -> bool {
        let [one, other] = self.pair.each_ref().map(|twin| {
            let all = twin.course.battle().presences(None).into_iter();
            let red = all.filter(|presence| presence.side == RED);
            red.map(|presence| presence.cell).collect::<Vec<_>>()
        });
        one != other
    }

    /// True if other dice fell in one of them than in the other by what the rules let the hidden do: a missile into a
    /// melee may strike all that are there (D20-107), and some rolls are made in secret. Red may not notice these, but
    /// later dice differ.
    fn has_gone_astray(&self) -> bool {
        let [one, other] = self.pair.each_ref().map(|twin| {
            let entries = twin.course.battle().journal().entries();
            let new = entries[twin.read..].iter();
            new.filter_map(|entry| match &entry.event {
                Event::Rolled(rolled) => {
                    let picks = rolled.chance.is_none() && rolled.total.is_none();
                    (picks || !entry.visible_to(Some(RED))).then(|| rolled.dice.clone())
                }
                _ => None,
            })
            .collect::<Vec<_>>()
        });
        one != other
    }

    /// Whether something has happened in one of them that shows by its very rule where somebody hidden is, or
    /// that took dice because of it.
    fn is_given_away(&self) -> bool {
        self.pair.iter().any(|twin| {
            let entries = twin.course.battle().journal().entries();
            entries[twin.read..].iter().any(|entry| {
                let about_hidden = entry
                    .event
                    .about()
                    .iter()
                    .any(|who| self.hidden.contains(who));
                match &entry.event {
                    Event::Revealed { .. }
                    | Event::Note {
                        unforeseen: true, ..
                    } => true,
                    Event::Moved {
                        stopped: Some(_), ..
                    } => true,
                    // Seen to happen, but not who did it.
                    Event::Door { who: None, .. }
                    | Event::Device { who: None, .. }
                    | Event::ItemMoved { who: None, .. }
                    | Event::Ground { .. } => true,
                    // Whether hiding works is seen by the one who hides.
                    Event::Condition { condition, .. }
                        if condition.role == ConditionRole::Hidden =>
                    {
                        !about_hidden
                    }
                    Event::Chosen { .. } | Event::Turn { .. } | Event::Moved { .. } => false,
                    Event::Condition { .. } | Event::Ranked { .. } | Event::Ordered { .. } => false,
                    Event::Deployed(_) | Event::Stance { .. } | Event::Faced { .. } => false,
                    _ => about_hidden,
                }
            })
        })
    }

    /// Everything that red has been told since the last time, and what it sees now.
    fn compare_told(&mut self) {
        let told = self.pair.each_mut().map(|twin| {
            let entries = twin.course.battle().entries_from(twin.read, Some(RED));
            twin.read = twin.course.battle().journal().entries().len();
            let recounted = entries.iter().map(|entry| twin.recount.entry(entry));
            recounted.map(|entry| told(&entry)).collect::<Vec<String>>()
        });
        let [one, other] = told.map(|told| told.join("\n"));
        self.assert_same("told", &one, &other);
        let [one, other] = self
            .pair
            .each_mut()
            .map(|twin| format!("{:#?}", twin.course.battle_mut().view(Some(RED))));
        self.assert_same("seen", &one, &other);
    }

    /// Makes sure that two long texts are the same, and shows only where they are not.
    fn assert_same(&self, what: &str, one: &str, other: &str) {
        if one == other {
            return;
        }
        let first = one.lines().zip(other.lines());
        let at = first.take_while(|(one, other)| one == other).count();
        let around = |text: &str| {
            let lines = text.lines().skip(at.saturating_sub(12)).take(20);
            lines.collect::<Vec<_>>().join("\n")
        };
        let (name, begins) = (&self.name, one.lines().next().unwrap_or_default());
        panic!(
            "{name}: {what}: {begins}\n--- line {at} in one:\n{}\n--- in the other:\n{}",
            around(one),
            around(other)
        );
    }

    /// Everything about a decision of red.
    fn compare_asked(&mut self, one: &Decision, other: &Decision) {
        self.compared += 1;
        let [first, second] = &mut self.pair;
        let [one, other] = [(first, one), (second, other)].map(|(twin, decision)| Decision {
            number: twin.recount.decision(decision.number),
            ..decision.clone()
        });
        assert_eq!(one, other, "{}: asked", self.name);
        let reach = self.pair.each_ref().map(|twin| {
            let reach = twin.course.undo_reach(RED, false);
            // Choices are counted by their numbers, those of the hidden included.
            (reach.steps.len(), reach.barrier)
        });
        assert_eq!(reach[0], reach[1], "{}: taking back", self.name);
        let asked: Vec<Choice> = (0..3).map(|_| self.any(&one)).collect();
        let anywhere = self.anywhere(&one);
        let [first, second] = self
            .pair
            .each_mut()
            .map(|twin| answers(twin.course.battle_mut(), &asked, &anywhere));
        for (first, second) in first.iter().zip(&second) {
            self.assert_same("answers to questions", first, second);
        }
        assert_eq!(first.len(), second.len(), "{}: answers", self.name);
        if self.compared.is_multiple_of(4) {
            let [first, second] = self
                .pair
                .each_mut()
                .map(|twin| twin.brain.choose(twin.course.battle_mut()));
            assert_eq!(first, second, "{}: the brain, of {one:?}", self.name);
        }
    }

    /// Choices that need not be legal: into any cells of the map, by any way.
    fn anywhere(&mut self, decision: &Decision) -> Vec<Choice> {
        let map = self.pair[0].course.battle().map();
        let (grid, cells) = (*map.grid(), map.grid().len());
        let Some(offer) = decision
            .offers
            .iter()
            .find(|offer| matches!(offer.targets, Targets::Cells(_)))
        else {
            return Vec::new();
        };
        let Some(start) = decision.actor.map(|who| {
            let seen = self.pair[0].course.battle().presences(Some(RED));
            let found = seen.iter().find(|seen| seen.id == who);
            found.map_or(Cell(0), |seen| seen.cell)
        }) else {
            return Vec::new();
        };
        (0..4)
            .map(|number| {
                let far = Cell(u16::try_from(self.dice.one_of(cells)).unwrap());
                let mut choice = offer.choice(Some(Target::Cell(far)), None);
                if number % 2 == 1 {
                    let mut here = start;
                    for _ in 0..3 {
                        let around: Vec<Cell> =
                            grid.neighbours(here).map(|(_, cell)| cell).collect();
                        here = around[self.dice.one_of(around.len())];
                        choice.path.push(here);
                    }
                    choice.target = Some(Target::Cell(here));
                }
                choice
            })
            .collect()
    }
}

/// The offers of a decision without what is aimed at the hidden.
fn open_offers(decision: &Decision, hidden: &BTreeSet<CombatantId>) -> Vec<Offer> {
    let mut offers = decision.offers.clone();
    for offer in &mut offers {
        if let Targets::AnyOf(targets) = &mut offer.targets {
            targets.retain(|target| match target {
                Target::Combatant(who) | Target::Injury(who, _) => !hidden.contains(who),
                _ => true,
            });
        }
    }
    offers.retain(|offer| offer.choice_count() > 0);
    offers
}

/// An entry as it is shown, without the other sides that see it.
fn told(entry: &Entry) -> String {
    let shown = Entry {
        only_for: None,
        ..entry.clone()
    };
    format!("{shown:?}")
}

/// What the battle answers to the side that decides, when it asks what it may ask.
fn answers(battle: &mut Battle, asked: &[Choice], anywhere: &[Choice]) -> Vec<String> {
    let mut answers = Vec::new();
    for choice in asked {
        let forecast = battle.forecast(choice);
        answers.push(format!("forecast of {choice:?}: {forecast:#?}"));
        let vantage = battle.vantage(choice);
        answers.push(format!("vantage of {choice:?}: {vantage:?}"));
        // As the window shows it: without those that the side does not see.
        let seen = battle.presences(Some(RED));
        let is_seen = |who| seen.iter().any(|one| one.id == who);
        let order = battle.order_after(choice).map(|mut order| {
            order.retain(|entry| is_seen(entry.who));
            order
        });
        answers.push(format!("order after {choice:?}: {order:?}"));
    }
    for choice in anywhere {
        answers.push(format!("check of {choice:?}: {:?}", battle.check(choice)));
    }
    answers.push(format!("missing: {:?}", battle.missing()));
    for seen in battle.presences(Some(RED)) {
        let attack = Choice::of(battle.ruleset().terms().attack()).at(Target::Combatant(seen.id));
        let refusal = battle.why_not(&attack);
        answers.push(format!("no attack on {}: {refusal:?}", seen.id));
        let approaches = battle.approaches(seen.id, None);
        answers.push(format!("approaches to {}: {approaches:#?}", seen.id));
        let (reach, threat) = (battle.reachable(seen.id), battle.threatened(seen.id));
        answers.push(format!("reach of {}: {reach:?}", seen.id));
        answers.push(format!("threat of {}: {threat:?}", seen.id));
        answers.push(format!("sheet of {}: {:?}", seen.id, battle.sheet(seen.id)));
    }
    answers
}
