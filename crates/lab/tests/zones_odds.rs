//! Exact odds under the zones rules. What an offer is foretold to lead to is what the whole engine comes
//! to when the dice fall in every way and those who are struck answer as assumed; every other answer is
//! foretold as it would come out too; and no answer would be better for them than the one assumed.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

use proptest::{prelude::*, test_runner::RngSeed};
use shieldwall_battle::{
    Battle, Choice, CombatantId, Decision, Event, Forecast, Offer, Presence, Progress, SideId,
    Target, Targets, Vitality,
};
use shieldwall_content::{Case, ContentRoot, Library};
use shieldwall_dice::{
    BandRoll, Dice, DiceExpr, Distribution, EnumeratingDice, Enumerator, SumRoll,
};
use shieldwall_lab::{cases::CasePlay, odds::TOLERANCE};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Arc::new(Library::load(&[ContentRoot::at(root)]).0)
});

/// The one who does something, alone on the red side unless a case says otherwise: first in the roster.
const A: CombatantId = CombatantId(0);
/// Whom it is done to: the first of blue.
const B: CombatantId = CombatantId(1);

/// What does damage to one target.
const HARM: &[&str] = &["attack", "death_blow", "invoke"];
/// What does something else to it.
const GRIPS: &[&str] = &["disarm", "shove", "grapple"];
/// What strikes a zone.
const BLASTS: &[&str] = &["blast", "invoke"];

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE
}

fn case(text: &str) -> Case {
    Case::parse(Path::new("odds.toml"), text, &LIBRARY)
        .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}\n{text}"))
}

/// Dice that a battle and the enumerator take turns in holding.
#[derive(Clone, Debug, Default)]
struct SharedDice(Arc<Mutex<EnumeratingDice>>);

impl SharedDice {
    fn dice(&self) -> MutexGuard<'_, EnumeratingDice> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Dice for SharedDice {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.dice().band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.dice().sum(expr)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.dice().one_of(n)
    }
}

/// What becomes of somebody.
#[derive(Clone, Debug, Default, PartialEq)]
struct Fate {
    /// Probability of each number of hit points lost.
    loss: BTreeMap<i32, f64>,
    /// Probability to drop out of the fight.
    fells: f64,
    /// Probability to die.
    kills: f64,
    /// Probability of other things.
    changes: BTreeMap<&'static str, f64>,
}

impl Fate {
    /// Nothing happens.
    fn untouched() -> Self {
        Self {
            loss: BTreeMap::from([(0, 1.0)]),
            ..Self::default()
        }
    }

    fn expected_loss(&self) -> f64 {
        let parts = self.loss.iter();
        parts.map(|(lost, p)| f64::from(*lost) * p).sum()
    }

    /// The same, given that something happens that has this probability, and without which nothing
    /// else does.
    fn given(&self, probability: f64) -> Self {
        let mut loss: BTreeMap<i32, f64> = self
            .loss
            .iter()
            .filter(|(lost, _)| **lost != 0)
            .map(|(lost, p)| (*lost, p / probability))
            .collect();
        let something: f64 = loss.values().sum();
        loss.insert(0, 1.0 - something);
        Self {
            loss,
            fells: self.fells / probability,
            kills: self.kills / probability,
            changes: self
                .changes
                .iter()
                .map(|(change, p)| (*change, p / probability))
                .collect(),
        }
    }

    /// What is not the same; `None` if all is.
    fn difference(&self, told: &Self) -> Option<String> {
        let lost: BTreeSet<i32> = self.loss.keys().chain(told.loss.keys()).copied().collect();
        for lost in lost {
            let [exact, told] =
                [self, told].map(|fate| fate.loss.get(&lost).copied().unwrap_or_default());
            if !close(exact, told) {
                return Some(format!("{lost} lost: {exact}, foretold {told}"));
            }
        }
        for (what, exact, told) in [
            ("felled", self.fells, told.fells),
            ("killed", self.kills, told.kills),
        ] {
            if !close(exact, told) {
                return Some(format!("{what}: {exact}, foretold {told}"));
            }
        }
        let changes: BTreeSet<&str> = self
            .changes
            .keys()
            .chain(told.changes.keys())
            .copied()
            .collect();
        for change in changes {
            let [exact, told] =
                [self, told].map(|fate| fate.changes.get(change).copied().unwrap_or_default());
            if !close(exact, told) {
                return Some(format!("{change}: {exact}, foretold {told}"));
            }
        }
        None
    }

    /// Everything that may befall somebody, each as a number that rises with the harm.
    fn harms(&self) -> [f64; 4] {
        let changes = self.changes.values().sum();
        [self.expected_loss(), self.fells, self.kills, changes]
    }
}

/// What is not the same for somebody; `None` if all is.
fn difference(exact: &[Fate], told: &[Fate]) -> Option<String> {
    exact
        .iter()
        .zip(told)
        .enumerate()
        .find_map(|(number, (exact, told))| {
            let what = exact.difference(told)?;
            Some(format!("{}: {what}", CombatantId(number as u16)))
        })
}

/// Whether one outcome is better for blue than another in something and worse in nothing.
fn is_better(one: &[Fate], other: &[Fate], blue: &[bool]) -> bool {
    let mut better = false;
    for ((one, other), blue) in one.iter().zip(other).zip(blue) {
        let sign = if *blue { 1.0 } else { -1.0 };
        for (one, other) in one.harms().into_iter().zip(other.harms()) {
            let more = sign * (one - other);
            if more > 1e-9 {
                return false;
            }
            better |= more < -1e-6;
        }
    }
    better
}

/// The probabilities of a loss; a certain 0 if nothing is said of any.
fn spread(loss: Option<&Distribution>) -> BTreeMap<i32, f64> {
    loss.map_or_else(|| BTreeMap::from([(0, 1.0)]), |loss| loss.iter().collect())
}

/// What a forecast says of everybody.
fn foretold(forecast: &Forecast, count: usize) -> Vec<Fate> {
    let mut fates = vec![Fate::untouched(); count];
    if let Some(subject) = forecast.subject {
        fates[subject.index()] = Fate {
            loss: spread(forecast.loss.as_ref()),
            fells: forecast.fells,
            kills: forecast.kills,
            changes: forecast.changes.iter().copied().collect(),
        };
    }
    for stake in &forecast.others {
        fates[stake.who.index()] = Fate {
            loss: spread(stake.loss.as_ref()),
            fells: stake.fells,
            kills: stake.kills,
            changes: stake.changes.iter().copied().collect(),
        };
    }
    fates
}

/// An answer on offer to those who are struck.
#[derive(Clone, Debug)]
struct Answer {
    label: String,
    verb: &'static str,
    mode: Option<&'static str>,
    /// What is foretold of it where it can be given.
    forecast: Option<Forecast>,
}

impl Answer {
    /// Whether it is a counter that does no damage.
    fn is_grip(&self) -> bool {
        self.mode.is_some_and(|mode| GRIPS.contains(&mode))
    }
}

/// The answers that a decision offers.
fn answers_of(battle: &mut Battle, decision: &Decision) -> Vec<Answer> {
    let answer = |offer: &Offer| Answer {
        label: offer.label.clone(),
        verb: offer.verb.0,
        mode: offer.mode,
        forecast: battle.forecast(&offer.choice_at(0)),
    };
    decision.offers.iter().map(answer).collect()
}

/// Whether those who are struck are asked what they do about it.
fn asks_for_answer(decision: &Decision) -> bool {
    ["reaction", "guarding", "willing"].contains(&decision.kind)
}

/// What follows from a blow that has fallen: whoever is shoved goes as far as it can, a weapon falls,
/// and nobody gets up again.
fn consequence(battle: &mut Battle, decision: &Decision) -> Choice {
    if decision.kind == "disarming" {
        return decision.choice_at(0).unwrap();
    }
    if decision.kind == "shoving" {
        let level = Arc::clone(&battle.setup().level);
        let pusher = battle.presences(None)[decision.actor.unwrap().index()].cell;
        let offer = &decision.offers[0];
        let Targets::Cells(cells) = &offer.targets else {
            panic!("{offer:?}");
        };
        let farthest = cells
            .iter()
            .map(|option| option.cell)
            .max_by_key(|cell| (level.zone_distances.half_zones(pusher, *cell), *cell));
        return offer.choice(farthest.map(Target::Cell), None);
    }
    battle.least().unwrap()
}

/// Plays up to A's turn.
fn reach_turn(battle: &mut Battle) -> Arc<Decision> {
    loop {
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        if decision.kind == "turn" {
            assert!(decision.is_about(A), "{decision:?}");
            return decision;
        }
        let choice = if decision.kind == "activation" && decision.side == SideId::RED {
            decision.offers[0].choice(Some(Target::Combatant(A)), None)
        } else {
            battle.least().unwrap()
        };
        battle.choose(choice).unwrap();
    }
}

/// Everybody before a deed and after it, and what else befell whom.
struct Ended {
    before: Vec<Presence>,
    after: Vec<Presence>,
    changes: BTreeSet<(CombatantId, &'static str)>,
}

/// Plays what A does to its end. `deed` begins it, and `answer` is asked what those do who are struck.
fn play_out(
    play: &mut CasePlay<'_>,
    dice: &SharedDice,
    deed: &mut dyn FnMut(&mut Battle),
    answer: &mut dyn FnMut(&mut Battle, &Decision) -> Choice,
) -> Ended {
    play.restart(Box::new(dice.clone())).unwrap();
    let battle = &mut play.battle;
    reach_turn(battle);
    let before = battle.presences(None);
    let began = battle.journal().entries().len();
    deed(battle);
    while battle.advance_until(Battle::is_settled) == Some(Progress::Decision) {
        let decision = battle.open_decision().unwrap();
        let choice = if asks_for_answer(&decision) {
            answer(battle, &decision)
        } else {
            consequence(battle, &decision)
        };
        battle.choose(choice).unwrap();
    }
    let mut changes = BTreeSet::new();
    for entry in &battle.journal().entries()[began..] {
        let change = match &entry.event {
            Event::Hold { held, on: true, .. } => (*held, "grabbed"),
            Event::Placed { who, how, .. } if *how == "is shoved" => (*who, "shoved"),
            // Whoever does not survive it is not moved any more.
            Event::HitPoints { who, cause, .. } if *cause == "shove" => (*who, "shoved"),
            Event::ItemMoved {
                who: Some(who),
                how,
                ..
            } if *how == "dropped" => (*who, "disarmed"),
            _ => continue,
        };
        changes.insert(change);
    }
    Ended {
        before,
        after: battle.presences(None),
        changes,
    }
}

impl Ended {
    /// Counts it with its probability.
    fn tell(&self, fates: &mut [Fate], probability: f64) {
        for ((fate, before), after) in fates.iter_mut().zip(&self.before).zip(&self.after) {
            let lost = before.hit_points - after.hit_points;
            *fate.loss.entry(lost).or_default() += probability;
            let fought = matches!(before.vitality, Vitality::Active | Vitality::Surrendered);
            let lies = matches!(after.vitality, Vitality::Unconscious | Vitality::Dead);
            if fought && lies {
                fate.fells += probability;
            }
            if before.vitality != Vitality::Dead && after.vitality == Vitality::Dead {
                fate.kills += probability;
            }
        }
        for (who, change) in &self.changes {
            *fates[who.index()].changes.entry(*change).or_default() += probability;
        }
    }
}

/// What comes of a deed with certain answers to it.
struct Node {
    fates: Vec<Fate>,
    /// What was on offer where the answers given did not reach.
    open: Option<Vec<Answer>>,
}

/// What comes of a deed with one series of answers to it.
struct Leaf {
    /// The number of the first answer; 0 if none was asked for.
    first: usize,
    fates: Vec<Fate>,
}

/// All that may come of a deed.
struct Tree {
    /// The answers on offer; empty if none is asked for.
    answers: Vec<Answer>,
    /// The probability that an answer is asked for.
    asked: f64,
    leaves: Vec<Leaf>,
}

impl Tree {
    /// What comes of it if this is the first answer.
    fn group(&self, first: usize) -> impl Iterator<Item = &Leaf> {
        self.leaves.iter().filter(move |leaf| leaf.first == first)
    }
}

/// A case that is played again and again.
struct Scene<'c> {
    play: CasePlay<'c>,
    dice: SharedDice,
    enumerator: Enumerator,
    /// How many there are.
    count: usize,
    /// Which of them are blue.
    blue: Vec<bool>,
}

impl<'c> Scene<'c> {
    fn of(case: &'c Case) -> Self {
        let dice = SharedDice::default();
        let play = CasePlay::begin(case, &LIBRARY, Box::new(dice.clone())).unwrap();
        let presences = play.battle.presences(None);
        Self {
            play,
            dice,
            enumerator: Enumerator::new(),
            count: presences.len(),
            blue: presences
                .iter()
                .map(|seen| seen.side == SideId::BLUE)
                .collect(),
        }
    }

    /// What A may do with dice of these verbs; no bargains, of which nobody knows the outcome.
    fn deeds(&mut self, verbs: &[&str]) -> Vec<Choice> {
        self.play.restart(Box::new(self.dice.clone())).unwrap();
        let decision = reach_turn(&mut self.play.battle);
        let offers = decision.offers.iter();
        offers
            .filter(|offer| verbs.contains(&offer.verb.0))
            .flat_map(|offer| (0..offer.choice_count()).map(|index| offer.choice_at(index)))
            .filter(|choice| {
                let selection = choice.selection;
                selection.is_none_or(|selection| !selection.ends_with("bargain"))
            })
            .collect()
    }

    /// What is foretold of a deed. The scene must stand at A's turn.
    fn forecast(&mut self, deed: &Choice) -> Forecast {
        self.play.battle.forecast(deed).unwrap()
    }

    /// What comes of what A does: the probabilities of all ways in which the dice can fall, added up.
    fn enumerate(
        &mut self,
        deed: &mut dyn FnMut(&mut Battle),
        answer: &mut dyn FnMut(&mut Battle, &Decision) -> Choice,
    ) -> Vec<Fate> {
        let mut fates = vec![Fate::default(); self.count];
        let mut total = 0.0;
        let Self {
            play,
            dice,
            enumerator,
            ..
        } = self;
        enumerator.for_each(
            |open| {
                *dice.dice() = std::mem::take(open);
                let ended = play_out(play, dice, deed, answer);
                *open = std::mem::take(&mut *dice.dice());
                ended
            },
            |ended, probability| {
                total += probability;
                ended.tell(&mut fates, probability);
            },
        );
        assert!(close(total, 1.0), "{total}");
        fates
    }

    /// What comes of a deed with the answers of these numbers; the first one on offer where they do
    /// not reach.
    fn answered(&mut self, deed: &Choice, numbers: &[usize]) -> Node {
        let mut open = None;
        // Within one way in which the dice fall: which answer is next.
        let next = std::cell::Cell::new(0_usize);
        let fates = self.enumerate(
            &mut |battle| {
                next.set(0);
                battle.choose(deed.clone()).unwrap();
            },
            &mut |battle, decision| {
                let place = next.replace(next.get() + 1);
                let number = numbers.get(place).copied();
                if number.is_none() && open.is_none() {
                    open = Some(answers_of(battle, decision));
                }
                decision.offers[number.unwrap_or(0)].choice_at(0)
            },
        );
        Node { fates, open }
    }

    /// The probability that somebody is asked for an answer to a deed.
    fn chance_to_be_asked(&mut self, deed: &Choice) -> f64 {
        let mut asked = 0.0;
        let Self {
            play,
            dice,
            enumerator,
            ..
        } = self;
        enumerator.for_each(
            |open| {
                *dice.dice() = std::mem::take(open);
                play.restart(Box::new(dice.clone())).unwrap();
                let battle = &mut play.battle;
                reach_turn(battle);
                battle.choose(deed.clone()).unwrap();
                let progress = battle.advance_until(Battle::is_settled);
                let asks = progress == Some(Progress::Decision)
                    && battle.decision().is_some_and(asks_for_answer);
                *open = std::mem::take(&mut *dice.dice());
                asks
            },
            |asks, probability| {
                if asks {
                    asked += probability;
                }
            },
        );
        asked
    }

    /// What comes of a deed with every answer to it. Whoever takes the blow for another only looks
    /// after itself, as forecasts look ahead no farther.
    fn explore(&mut self, deed: &Choice) -> Tree {
        let asked = self.chance_to_be_asked(deed);
        let root = self.answered(deed, &[]);
        let mut leaves = Vec::new();
        let Some(answers) = root.open else {
            let fates = root.fates;
            leaves.push(Leaf { first: 0, fates });
            return Tree {
                answers: Vec::new(),
                asked,
                leaves,
            };
        };
        let mut waiting: Vec<Vec<usize>> = (0..answers.len()).map(|first| vec![first]).collect();
        while let Some(numbers) = waiting.pop() {
            let node = self.answered(deed, &numbers);
            let Some(further) = node.open else {
                leaves.push(Leaf {
                    first: numbers[0],
                    fates: node.fates,
                });
                continue;
            };
            for (number, answer) in further.iter().enumerate() {
                if !["hide_behind", "guard"].contains(&answer.verb) {
                    waiting.push([&numbers[..], &[number]].concat());
                }
            }
        }
        Tree {
            answers,
            asked,
            leaves,
        }
    }

    /// What blue loses, and how many of it are felled.
    fn toll(&self, fates: &[Fate]) -> (f64, f64) {
        let own = || fates.iter().zip(&self.blue).filter(|(_, blue)| **blue);
        (
            own().map(|(fate, _)| fate.expected_loss()).sum(),
            own().map(|(fate, _)| fate.fells).sum(),
        )
    }
}

/// Whether it depends on where somebody is shoved what comes of an answer: a grip in return needs the
/// two to be near each other still.
fn is_open(deed: &Choice, answer: &Answer) -> bool {
    deed.verb.0 == "shove" && answer.is_grip()
}

/// The forecast of a deed, those of all answers to it, and the whole engine agree.
fn agree(scene: &mut Scene<'_>, deed: &Choice) -> Result<(), TestCaseError> {
    let count = scene.count;
    let forecast = scene.forecast(deed);
    let told = foretold(&forecast, count);
    let outcomes = forecast.outcomes.iter();
    let sum: f64 = outcomes.map(|outcome| outcome.probability).sum();
    prop_assert!((sum - 1.0).abs() < 1e-9, "{:?}", forecast.outcomes);
    let tree = scene.explore(deed);

    if tree.answers.is_empty() {
        prop_assert!(forecast.alternatives.is_empty());
        let what = difference(&tree.leaves[0].fates, &told);
        prop_assert_eq!(what, None);
        return Ok(());
    }
    // They are asked when the blow has hit.
    let chance = forecast.chances.first();
    let hits = chance.map_or(1.0, |chance| f64::from(chance.chance) / 100.0);
    prop_assert!(close(tree.asked, hits), "{} or {hits}", tree.asked);
    prop_assert_eq!(forecast.alternatives.len(), tree.answers.len());
    for (first, answer) in tree.answers.iter().enumerate() {
        let alternative = &forecast.alternatives[first];
        prop_assert_eq!(&alternative.label, &answer.label);
        let fits = |leaf: &Leaf| {
            let (loss, fells) = scene.toll(&leaf.fates);
            close(loss, alternative.expected_loss) && close(fells, alternative.fells)
        };
        prop_assert!(tree.group(first).any(fits), "{alternative:?}");
        if is_open(deed, answer) {
            continue;
        }
        let told = foretold(answer.forecast.as_ref().unwrap(), count);
        let differences: Vec<String> = tree
            .group(first)
            .map_while(|leaf| {
                let hit = leaf.fates.iter().map(|fate| fate.given(tree.asked));
                difference(&hit.collect::<Vec<Fate>>(), &told)
            })
            .collect();
        // Behind somebody else there may be several; one of them is the best and foretold.
        prop_assert!(
            differences.len() < tree.group(first).count(),
            "{}: {differences:?}",
            answer.label
        );
    }
    let assumption = forecast.assumption.clone().unwrap();
    let is_assumed = |answer: &Answer| {
        assumption == format!("if the answer is: {}", answer.label.to_lowercase())
    };
    let best = tree.answers.iter().position(is_assumed).unwrap();
    if is_open(deed, &tree.answers[best]) {
        return Ok(());
    }
    let differences: Vec<Option<String>> = tree
        .group(best)
        .map(|leaf| difference(&leaf.fates, &told))
        .collect();
    let chosen = tree
        .group(best)
        .find(|leaf| difference(&leaf.fates, &told).is_none());
    prop_assert!(chosen.is_some(), "{assumption}: {differences:?}");
    let chosen = chosen.unwrap();
    for rival in &tree.leaves {
        let answer = &tree.answers[rival.first];
        prop_assert!(
            is_open(deed, answer) || !is_better(&rival.fates, &chosen.fates, &scene.blue),
            "{} is better than {assumption}",
            answer.label
        );
    }
    Ok(())
}

/// What brains reckon with where nothing has been decided: the best steady attack with what is in
/// hand, if B dodges.
fn prospect_agrees(scene: &mut Scene<'_>) -> Result<(), TestCaseError> {
    let plain = ["full", "steady"];
    let mut best: Option<f64> = None;
    for deed in scene.deeds(&["attack", "invoke"]) {
        let is_plain = deed.selection.is_some_and(|key| plain.contains(&key));
        if !is_plain || deed.target != Some(Target::Combatant(B)) {
            continue;
        }
        let forecast = scene.forecast(&deed);
        let alternatives = &forecast.alternatives;
        let dodge = alternatives.iter().find(|answer| answer.label == "Dodge");
        let answer = dodge.or_else(|| alternatives.iter().find(|answer| answer.idle));
        let loss = answer.map_or_else(|| forecast.expected_loss(), |answer| answer.expected_loss);
        best = Some(best.map_or(loss, |best| best.max(loss)));
    }
    let battle = &mut scene.play.battle;
    let cells = [A, B].map(|who| battle.presences(None)[who.index()].cell);
    let prospect = battle.prospect(A, cells[0], B, cells[1]);
    let reckoned = prospect.map(|prospect| prospect.expected_loss);
    match (best, reckoned) {
        (Some(best), Some(reckoned)) => {
            prop_assert!(close(best, reckoned), "{best}, reckoned with {reckoned}");
        }
        (best, reckoned) => prop_assert_eq!(best.is_some(), reckoned.is_some()),
    }
    Ok(())
}

const ARMOUR: &[&str] = &["", "", "leather_soft", "chain", "plate_full"];
const ARMS: &[&str] = &[
    "",
    "dagger",
    "sword_broad",
    "axe_great",
    "bow_long",
    "sling",
];
const GUARDING_ARMS: &[&str] = &["", "dagger", "sword_broad", "bow_long"];
const RANGED: &[&str] = &["bow_long", "sling"];
const LIGHTS: &[char] = &['.', '.', 'd', 'D'];
const COVERS: &[&str] = &["", "", "fence", "low_wall", "hedge"];
const SIZES: &[&str] = &["medium", "medium", "medium", "large"];
const TARGET_SIZES: &[&str] = &["medium", "medium", "medium", "small", "large"];
const STATES: &[&str] = &[
    "",
    "",
    "",
    "",
    ", spent = true",
    ", state = \"incapacitated\"",
    ", state = \"surrendered\"",
];

/// Somebody with what it fights with.
#[derive(Clone, Debug)]
struct Fighter {
    strength: i32,
    agility: i32,
    wit: i32,
    health: i32,
    unhurt: i32,
    weapon: &'static str,
    shield: bool,
    armour: &'static str,
    intimidated: bool,
}

fn fighters(arms: &'static [&'static str]) -> impl Strategy<Value = Fighter> {
    (
        (1..=20_i32, 1..=20_i32, 2..=20_i32),
        (1..=20_i32, 0..20_i32),
        (prop::sample::select(arms), prop::bool::weighted(0.3)),
        (prop::sample::select(ARMOUR), prop::bool::weighted(0.15)),
    )
        .prop_map(|(scores, health, hands, rest)| Fighter {
            strength: scores.0,
            agility: scores.1,
            wit: scores.2,
            health: (health.0 - health.1).max(1),
            unhurt: health.0,
            weapon: hands.0,
            shield: hands.1,
            armour: rest.0,
            intimidated: rest.1,
        })
}

/// Ids as a list in TOML.
fn listed(ids: &[&str]) -> String {
    let ids = ids.iter().filter(|id| !id.is_empty());
    let ids: Vec<String> = ids.map(|id| format!("{id:?}")).collect();
    format!("[{}]", ids.join(", "))
}

impl Fighter {
    /// The table of a combatant: `more` goes into its stat block, `start` into how it begins.
    fn table(&self, letter: char, side: &str, at: [u16; 2], more: &str, start: &str) -> String {
        let Self {
            strength,
            agility,
            wit,
            health,
            unhurt,
            intimidated,
            ..
        } = self;
        let [column, row] = at;
        let shield = if self.shield { "round" } else { "" };
        let items = listed(&[self.weapon, shield]);
        let armour = listed(&[self.armour]);
        format!(
            "[combatant.{letter}]\n\
             side = \"{side}\"\n\
             at = [{column}, {row}]\n\
             zones = {{ str = {strength}, agi = {agility}, wit = {wit}, health = {unhurt}, \
             items = {items}, armour = {armour}{more} }}\n\
             start = {{ health = {health}, intimidated = {intimidated}{start} }}\n"
        )
    }
}

/// A does something to B, beside whom C may stand.
#[derive(Clone, Debug)]
struct Duel {
    a: Fighter,
    b: Fighter,
    c: Option<Fighter>,
    /// Whether C has its turn in hand.
    c_ready: bool,
    column: u16,
    /// Cells between A and B, for those who strike from afar.
    far: u16,
    light: char,
    cover: &'static str,
    size: &'static str,
    target_size: &'static str,
    state: &'static str,
    equal_passes: bool,
    dark_sight: bool,
    /// Whether A knows a power.
    bolts: bool,
    /// Which of the things that it may do A does.
    pick: usize,
}

prop_compose! {
    fn duels()(
        a in fighters(ARMS),
        b in fighters(GUARDING_ARMS),
        c in prop::option::of(fighters(&["", "sword_broad"])),
        places in (1..=4_u16, 0..22_u16, any::<bool>()),
        light in prop::sample::select(LIGHTS),
        cover in prop::sample::select(COVERS),
        sizes in (prop::sample::select(SIZES), prop::sample::select(TARGET_SIZES)),
        state in prop::sample::select(STATES),
        rules in (any::<bool>(), any::<bool>(), prop::bool::weighted(0.2)),
        pick in any::<usize>(),
    ) -> Duel {
        Duel {
            a,
            b,
            c,
            c_ready: places.2,
            column: places.0,
            far: places.1,
            light,
            cover,
            size: sizes.0,
            target_size: sizes.1,
            state,
            equal_passes: rules.0,
            dark_sight: rules.1,
            bolts: rules.2,
            pick,
        }
    }
}

/// A map of plain floor in one light; `D` is a bystander, without whom blue might have nobody in the
/// fight.
fn plain_case(light: char, equal_passes: bool, more: &str) -> String {
    let map = format!("{}\n", ".".repeat(30)).repeat(7);
    let light = format!("{}\n", light.to_string().repeat(30)).repeat(7);
    format!(
        "title = \"odds\"\n\
         ruleset = \"zones\"\n\
         map = \"\"\"\n{map}\"\"\"\n\
         light = \"\"\"\n{light}\"\"\"\n\
         [zones]\n\
         starter = \"red\"\n\
         save_equal_passes = {equal_passes}\n\
         [combatant.D]\n\
         side = \"blue\"\n\
         at = [28, 6]\n\
         start = {{ spent = true }}\n\
         {more}"
    )
}

impl Duel {
    fn is_large(&self) -> bool {
        self.size == "large"
    }

    /// Whether a blow of A has so many outcomes that, rolled twice and answered by another, there would
    /// be too many to go through.
    fn is_mighty(&self) -> bool {
        self.is_large() || self.a.weapon == "axe_great"
    }

    fn text(&self) -> String {
        let far = RANGED.contains(&self.a.weapon) || self.bolts;
        let apart = if far { self.far } else { self.far % 2 };
        let column = self.column + u16::from(self.is_large()) + 1 + apart;
        let a = Fighter {
            intimidated: self.a.intimidated && !self.is_mighty(),
            ..self.a.clone()
        };
        let powers = if self.bolts { "\"dread_bolt\"" } else { "" };
        let more = format!(
            ", size = {:?}, dark_sight = {}, powers = [{powers}]",
            self.size, self.dark_sight
        );
        // Whoever is larger than A does not answer: where it shoves A to is left to others.
        let overtops = self.target_size == "large" && !self.is_large();
        let state = if overtops && self.state.is_empty() {
            ", spent = true"
        } else {
            self.state
        };
        let target_more = format!(", size = {:?}", self.target_size);
        let mut tables = vec![
            a.table('A', "red", [self.column, 3], &more, ""),
            self.b.table('B', "blue", [column, 3], &target_more, state),
        ];
        if let Some(c) = &self.c {
            let spent = format!(", spent = {}", !self.c_ready);
            tables.push(c.table('C', "blue", [column, 2], "", &spent));
        }
        if !self.cover.is_empty() {
            tables.push(format!(
                "[[border]]\nat = [{column}, 3]\nsides = [\"west\"]\nis = {:?}\n",
                self.cover
            ));
        }
        plain_case(self.light, self.equal_passes, &tables.concat())
    }

    /// The same hand to hand, with nothing between.
    fn hand_to_hand(self, light: char) -> Self {
        let armed = |fighter: Fighter| Fighter {
            weapon: if RANGED.contains(&fighter.weapon) {
                ""
            } else {
                fighter.weapon
            },
            ..fighter
        };
        Self {
            a: armed(self.a),
            b: armed(self.b),
            bolts: false,
            light,
            dark_sight: false,
            cover: "",
            ..self
        }
    }

    /// Does one of the things that A may do, if there are any, and compares what comes of it.
    fn agree(&self, verbs: &[&str]) -> Result<(), TestCaseError> {
        let case = case(&self.text());
        let mut scene = Scene::of(&case);
        let mut deeds = scene.deeds(verbs);
        let twice = |deed: &Choice| deed.selection.is_some_and(|key| key.ends_with("hold_back"));
        deeds.retain(|deed| {
            let aimed_at_b = deed.target == Some(Target::Combatant(B));
            aimed_at_b && !(self.is_mighty() && twice(deed))
        });
        if deeds.is_empty() {
            return Ok(());
        }
        agree(&mut scene, &deeds[self.pick % deeds.len()])?;
        prospect_agrees(&mut scene)
    }
}

/// Four others about a blast of A, and walls.
#[derive(Clone, Debug)]
struct Burst {
    /// Places of A, of the others, and of walls.
    cells: Vec<u16>,
    others: Vec<Fighter>,
    /// Whether each of them can dodge.
    dodges: Vec<bool>,
    wit: i32,
    pick: usize,
}

/// Columns and rows of the map of a blast.
const FIELD: [u16; 2] = [13, 9];

prop_compose! {
    fn bursts()(
        cells in prop::sample::subsequence((0..FIELD[0] * FIELD[1]).collect::<Vec<u16>>(), 8)
            .prop_shuffle(),
        others in prop::collection::vec(fighters(&[""]), 4),
        dodges in prop::collection::vec(any::<bool>(), 4),
        wit in 2..=20_i32,
        pick in any::<usize>(),
    ) -> Burst {
        Burst { cells, others, dodges, wit, pick }
    }
}

impl Burst {
    fn text(&self) -> String {
        let [columns, rows] = FIELD;
        let at = |number: usize| [self.cells[number] % columns, self.cells[number] / columns];
        let walls = &self.cells[5..];
        let row = |row: u16| {
            let cells = (0..columns).map(|column| row * columns + column);
            let drawn = cells.map(|cell| if walls.contains(&cell) { '#' } else { '.' });
            drawn.chain(['\n']).collect::<String>()
        };
        let map: String = (0..rows).map(row).collect();
        let mut text = format!(
            "title = \"a blast\"\n\
             ruleset = \"zones\"\n\
             legend = {{ \"#\" = \"wall\" }}\n\
             map = \"\"\"\n{map}\"\"\"\n\
             [zones]\n\
             starter = \"red\"\n\
             [combatant.A]\n\
             side = \"red\"\n\
             at = {:?}\n\
             zones = {{ wit = {}, items = [\"fire_bomb\"], \
             powers = [\"ring_of_knives\", \"ash_burst\"], natural_attacks = [{{ name = \"Breath\", \
             attack = {{ damage = \"1d6\", range = 2, blast = true }} }}] }}\n",
            at(0),
            self.wit
        );
        let others = self.others.iter().zip(&self.dodges);
        for (number, (other, dodges)) in (1..).zip(others) {
            let letter = ['A', 'B', 'C', 'D', 'E'][number];
            // One of them is a comrade of A. The broken dodge and do nothing else.
            let side = if number == 1 { "red" } else { "blue" };
            let start = if *dodges {
                ", broken = \"surrender\""
            } else {
                ", spent = true"
            };
            text.push_str(&other.table(letter, side, at(number), "", start));
        }
        text
    }

    fn agree(&self) -> Result<(), TestCaseError> {
        let case = case(&self.text());
        let mut scene = Scene::of(&case);
        let deeds = scene.deeds(BLASTS);
        prop_assert!(!deeds.is_empty(), "nothing to burst");
        let deed = &deeds[self.pick % deeds.len()];
        let told = foretold(&scene.forecast(deed), scene.count);
        let exact = scene.enumerate(
            &mut |battle| battle.choose(deed.clone()).unwrap(),
            &mut dodging,
        );
        prop_assert_eq!(difference(&exact, &told), None, "{:?}", deed);
        Ok(())
    }
}

/// Everyone dodges who can.
fn dodging(battle: &mut Battle, decision: &Decision) -> Choice {
    let mut offers = decision.offers.iter();
    match offers.find(|offer| offer.verb.0 == "dodge") {
        Some(dodge) => dodge.choice_at(0),
        None => battle.least().unwrap(),
    }
}

/// The same fights every time, unless `PROPTEST_RNG_SEED` and `PROPTEST_CASES` ask for others and more.
fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig {
        cases: if asked { usual.cases } else { cases },
        rng_seed: match usual.rng_seed {
            RngSeed::Random => RngSeed::Fixed(2),
            asked => asked,
        },
        failure_persistence: None,
        // Each step of the way to a simpler failure costs as much as a case.
        max_shrink_iters: 40,
        ..usual
    }
}

proptest! {
    #![proptest_config(config(16))]

    /// With armour, shields, cover and sizes, in the dark, from afar and on the move, held back, on those
    /// who have fallen or given up; with dodges, counters, guards, and comrades to hide behind.
    #[test]
    fn blows_come_out_as_foretold(duel in duels()) {
        duel.agree(HARM)?;
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn grips_come_out_as_foretold(duel in duels()) {
        duel.hand_to_hand('.').agree(GRIPS)?;
    }

    /// Where a counter needs a save of its own before it can come to anything.
    #[test]
    fn grips_in_the_dark_come_out_as_foretold(duel in duels()) {
        duel.hand_to_hand('D').agree(GRIPS)?;
    }
}

proptest! {
    #![proptest_config(config(64))]

    /// Aimed well or astray, with walls between, over friend and foe and oneself.
    #[test]
    fn blasts_come_out_as_foretold(burst in bursts()) {
        burst.agree()?;
    }
}

/// Somebody ordinary and unarmed.
fn plain() -> Fighter {
    Fighter {
        strength: 10,
        agility: 11,
        wit: 10,
        health: 6,
        unhurt: 6,
        weapon: "",
        shield: false,
        armour: "",
        intimidated: false,
    }
}

/// A with a sword, or so, and B beside it or so far away.
fn scene_text(a: &Fighter, more: &str, b: &Fighter, apart: u16, start: &str) -> String {
    let tables = [
        a.table('A', "red", [1, 1], more, ""),
        b.table('B', "blue", [1 + apart, 1], "", start),
    ];
    plain_case('.', false, &tables.concat())
}

/// The only deed of a verb on B with a selection, and its forecast.
fn only_deed(scene: &mut Scene<'_>, verb: &str, selection: Option<&str>) -> (Choice, Forecast) {
    let mut deeds = scene.deeds(&[verb]);
    deeds.retain(|deed| {
        let armed = verb != "attack" || deed.item.is_some();
        armed && deed.selection == selection && deed.target == Some(Target::Combatant(B))
    });
    assert_eq!(deeds.len(), 1, "{deeds:?}");
    let forecast = scene.forecast(&deeds[0]);
    (deeds.remove(0), forecast)
}

/// A sword does 1 to 6. B has 6 health and dodges every second stroke: 3 and more fell it, 6 kill it.
#[test]
fn odds_of_one_stroke_by_hand() {
    let a = Fighter {
        weapon: "sword_broad",
        ..plain()
    };
    let text = scene_text(&a, "", &plain(), 1, ", broken = \"surrender\"");
    let case = case(&text);
    let mut scene = Scene::of(&case);
    let (deed, forecast) = only_deed(&mut scene, "attack", Some("full"));
    assert_eq!(
        forecast.assumption.as_deref(),
        Some("if the answer is: dodge")
    );
    let loss = forecast.loss.as_ref().unwrap();
    assert!(close(loss.probability_of(0), 0.5));
    for lost in 1..=6 {
        assert!(close(loss.probability_of(lost), 0.5 / 6.0), "{lost}");
    }
    assert!(close(forecast.fells, 1.0 / 3.0), "{}", forecast.fells);
    assert!(close(forecast.kills, 0.5 / 6.0), "{}", forecast.kills);
    let losses: Vec<(&str, f64)> = forecast
        .alternatives
        .iter()
        .map(|answer| (answer.label.as_str(), answer.expected_loss))
        .collect();
    assert!(matches!(
        losses[..],
        [("No reaction", idle), ("Dodge", dodge)] if close(idle, 3.5) && close(dodge, 1.75)
    ));
    agree(&mut scene, &deed).unwrap();
}

/// Ten half zones are beyond half of a range of eight zones: WIT 10 passes 9 times in 20.
#[test]
fn odds_of_a_long_shot_by_hand() {
    let a = Fighter {
        weapon: "bow_long",
        ..plain()
    };
    let case = case(&scene_text(&a, "", &plain(), 20, ", spent = true"));
    let mut scene = Scene::of(&case);
    let (deed, forecast) = only_deed(&mut scene, "attack", Some("steady"));
    let loss = forecast.loss.as_ref().unwrap();
    assert!(close(loss.probability_of(0), 0.55));
    assert!(close(loss.probability_of(4), 0.45 / 6.0));
    assert!(forecast.alternatives.is_empty());
    agree(&mut scene, &deed).unwrap();
}

/// A larger creature's shove is not resisted and does d4 besides: of 6 health, 3 and 4 fell.
#[test]
fn a_larger_shove_hurts_as_foretold() {
    let case = case(&scene_text(
        &plain(),
        ", size = \"large\"",
        &plain(),
        2,
        ", spent = true",
    ));
    let mut scene = Scene::of(&case);
    let (deed, forecast) = only_deed(&mut scene, "shove", None);
    let told = foretold(&forecast, scene.count)[B.index()].clone();
    for lost in 1..=4 {
        assert!(close(told.loss[&lost], 0.25), "{lost}: {told:?}");
    }
    assert!(close(told.fells, 0.5), "{told:?}");
    assert!(close(told.changes["shoved"], 1.0), "{told:?}");
    agree(&mut scene, &deed).unwrap();
}

/// Lava that is let in under B does 2d6: of 6 health, every roll but a double 1 fells, and 26 of 36 kill.
#[test]
fn a_wheel_that_lets_the_lava_in_hurts_as_foretold() {
    let device = "[[device]]\n\
         name = \"Wheel\"\n\
         at = [1, 0]\n\
         deed = \"Turn the wheel\"\n\
         takes = \"round\"\n\
         ground = [{ cells = [[4, 1], [5, 1]], to = \"lava\" }]\n";
    let scene = scene_text(&plain(), "", &plain(), 3, "") + device;
    let case = case(&scene);
    let mut scene = Scene::of(&case);
    let deed = scene.deeds(&["operate"]).remove(0);
    let told = foretold(&scene.forecast(&deed), scene.count)[B.index()].clone();
    assert!(close(told.loss[&2], 1.0 / 36.0), "{told:?}");
    assert!(close(told.loss[&5], 4.0 / 36.0), "{told:?}");
    assert!(close(told.fells, 35.0 / 36.0), "{told:?}");
    assert!(close(told.kills, 26.0 / 36.0), "{told:?}");
    agree(&mut scene, &deed).unwrap();
}

/// Half a zone away one is still near: a grip in return for a shove takes hold all the same (ZON-087,
/// ZON-R48).
#[test]
fn a_shove_that_leads_no_farther_takes_no_counter_away() {
    let case = case(&scene_text(&plain(), "", &plain(), 1, ""));
    let mut scene = Scene::of(&case);
    let (deed, _) = only_deed(&mut scene, "shove", None);
    let tree = scene.explore(&deed);
    let mode = |answer: &Answer| answer.mode == Some("grapple");
    let grapple = tree.answers.iter().position(mode).unwrap();
    let told = tree.answers[grapple].forecast.as_ref().unwrap();
    let leaves: Vec<&Leaf> = tree.group(grapple).collect();
    assert_eq!(leaves.len(), 1, "nothing else is asked");
    let exact = &leaves[0].fates;
    // STR 10 passes 9 times in 20.
    let grabbed = exact[A.index()].changes["grabbed"];
    assert!(close(grabbed, 0.55), "{grabbed}");
    assert_eq!(difference(exact, &foretold(told, scene.count)), None);
}

/// A beast shares its bite out, one die for each of two who dodge as well as they can.
#[test]
fn shared_out_dice_come_out_as_foretold() {
    let a = Fighter {
        weapon: "sword_broad",
        ..plain()
    };
    let tables = [
        a.table('A', "red", [1, 1], ", size = \"large\"", ""),
        plain().table(
            'B',
            "blue",
            [3, 1],
            ", size = \"small\"",
            ", broken = \"surrender\"",
        ),
        plain().table(
            'C',
            "blue",
            [3, 2],
            ", size = \"small\", natural_armour = 1",
            ", broken = \"surrender\"",
        ),
    ];
    let case = case(&plain_case('.', false, &tables.concat()));
    let mut scene = Scene::of(&case);
    let share = scene.deeds(&["share_out"]);
    let share = share.iter().find(|deed| deed.item.is_some()).unwrap();
    // One die at B, one at C: the strike is on offer, as not everything is shared out.
    let aim = |battle: &mut Battle| {
        battle.choose(share.clone()).unwrap();
        for who in [B, CombatantId(2)] {
            assert_eq!(battle.advance(), Progress::Decision);
            let decision = battle.open_decision().unwrap();
            let aim = &decision.offers[0];
            let choice = aim.choice(Some(Target::Combatant(who)), None);
            battle.choose(choice).unwrap();
        }
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        let strike = decision
            .offers
            .iter()
            .find(|offer| offer.verb.0 == "strike");
        strike.unwrap().choice_at(0)
    };
    let strike = aim(&mut scene.play.battle);
    let told = foretold(&scene.forecast(&strike), scene.count);
    assert!(close(told[1].expected_loss(), 1.75), "{:?}", told[1]);
    let exact = scene.enumerate(
        &mut |battle| {
            let strike = aim(battle);
            battle.choose(strike).unwrap();
        },
        &mut dodging,
    );
    assert_eq!(difference(&exact, &told), None);
}

/// What is foretold of a stroke at B, while C lies hidden in this column.
fn with_hidden(column: u16) -> Forecast {
    let a = Fighter {
        weapon: "sword_broad",
        ..plain()
    };
    let tables = [
        a.table('A', "red", [1, 1], "", ""),
        plain().table('B', "blue", [2, 1], "", ""),
        plain().table('C', "blue", [column, 1], "", ", concealed = true"),
    ];
    let case = case(&plain_case('d', false, &tables.concat()));
    let mut scene = Scene::of(&case);
    let (_, forecast) = only_deed(&mut scene, "attack", Some("full"));
    let seen = scene.play.battle.presences(Some(SideId::RED));
    assert!(
        seen.iter().all(|seen| seen.id != CombatantId(2)),
        "C is not hidden"
    );
    forecast
}

/// A comrade nearby could guard B, or B could hide behind it; nobody is told so who does not see it.
#[test]
fn forecasts_know_nothing_of_the_hidden() {
    assert_eq!(with_hidden(3), with_hidden(20));
}
