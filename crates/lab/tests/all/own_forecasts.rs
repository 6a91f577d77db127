//! What rulesets forecast by numbers of their own is what comes of it when it is played in every way, in duels of
//! all kinds of units.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, LazyLock},
};

use crate::battlefield::often;
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{
    Battle, BattleSetup, Choice, CombatantId, Forecast, Progress, Ruleset, UnitEntry,
    forecast::{Outcomes, OwnForecast},
    terms::DecisionRole,
};
use shieldwall_content::{Library, content_root::ContentRoot};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (library, diagnostics) =
        Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content());
    assert!(library.broken.is_empty(), "{diagnostics:?}");
    Arc::new(library)
});

const TOLERANCE: f64 = 1e-9;

/// What becomes of somebody: expected loss, and the probabilities to drop out and to die.
type Numbers = [f64; 3];

/// A duel of two units under a ruleset; `None` if they do not fight under it.
fn duel(ruleset: &Arc<dyn Ruleset>, units: [&str; 2], seed: u64) -> Option<Battle> {
    let mut setup = BattleSetup::of_level(&LIBRARY, "duel-ring", "zones", seed).unwrap();
    for (side, unit) in setup.sides.iter_mut().zip(units) {
        side.warband = vec![UnitEntry::new(Arc::clone(&LIBRARY.units[unit]))];
    }
    Battle::new(Arc::clone(ruleset), setup).ok()
}

fn told(forecast: &Forecast) -> BTreeMap<CombatantId, Numbers> {
    let mut numbers = BTreeMap::new();
    if let Some(subject) = forecast.subject {
        let of_one = [forecast.expected_loss(), forecast.defeats, forecast.kills];
        numbers.insert(subject, of_one);
    }
    for stake in &forecast.others {
        numbers.insert(
            stake.who,
            [stake.expected_loss(), stake.defeats, stake.kills],
        );
    }
    numbers
}

fn played(outcomes: &Outcomes) -> BTreeMap<CombatantId, Numbers> {
    let of_one =
        |(who, outcome): (&CombatantId, &shieldwall_battle::forecast::CombatantOutcome)| {
            let loss = outcome.loss().mean();
            (*who, [loss, outcome.defeats, outcome.kills])
        };
    outcomes.by.iter().map(of_one).collect()
}

/// Whether both say the same of everybody; nothing becomes of those who are not named. Of an answer only those
/// count of whom it tells: others may strike in the same moment.
fn agree(
    told: &BTreeMap<CombatantId, Numbers>,
    played: &BTreeMap<CombatantId, Numbers>,
    answers: bool,
) -> bool {
    let others = played.keys().filter(|_| !answers);
    told.keys().chain(others).all(|who| {
        let [one, other] =
            [told, played].map(|numbers| numbers.get(who).copied().unwrap_or_default());
        one.iter()
            .zip(other)
            .all(|(a, b)| (a - b).abs() < TOLERANCE)
    })
}

/// Whether what is chosen takes effect at once: what is only stated does not.
fn is_at_once(role: DecisionRole) -> bool {
    match role {
        DecisionRole::Turn | DecisionRole::Reaction | DecisionRole::Minor => true,
        DecisionRole::Statement
        | DecisionRole::Activation
        | DecisionRole::Action
        | DecisionRole::Movement
        | DecisionRole::Stance
        | DecisionRole::Aid => false,
    }
}

/// Compares all that the ruleset itself forecasts of the open decision; how many choices that were.
fn compare(battle: &mut Battle, name: &str) -> usize {
    let decision = battle.open_decision().unwrap();
    if !is_at_once(decision.kind.role) {
        return 0;
    }
    let reacts = decision.kind.role == DecisionRole::Reaction;
    let bargains = |choice: &Choice| {
        let offer = decision.offer_for(choice).unwrap();
        let mut options = offer.options().iter();
        let chosen = options.find(|one| Some(one.key) == choice.option());
        chosen.is_some_and(|option| option.bargains)
    };
    let choices: Vec<Choice> = (0..decision.choice_count())
        .filter_map(|index| decision.choice_at(index))
        // KnownForecast as if the bargain were refused.
        .filter(|choice| !bargains(choice))
        .collect();
    let mut compared = 0;
    for choice in choices {
        if battle.check(&choice).is_err() {
            continue;
        }
        let ruleset = Arc::clone(battle.ruleset());
        let own = ruleset.forecast(battle.world_mut(), &decision, &choice);
        let OwnForecast::Told(forecast) = own else {
            continue;
        };
        let what = battle.play_out(&choice).unwrap();
        let told = told(&forecast);
        let state = battle.describe_state();
        // Which of two answers that are as good is taken may differ.
        let answers = what.answers.iter().map(|answer| played(&answer.outcomes));
        let agrees = agree(&told, &played(&what.outcomes), reacts)
            || answers
                .into_iter()
                .any(|numbers| agree(&told, &numbers, reacts));
        assert!(
            agrees,
            "{name}: {choice:?}\ntold {told:?}\nplayed {:?}",
            what.outcomes
        );
        for (alternative, answer) in forecast.alternatives.iter().zip(&what.answers) {
            let side = answer.decision.side;
            let own = battle
                .presences(None)
                .into_iter()
                .filter(|other| other.side == side);
            let numbers = played(&answer.outcomes);
            let loss: f64 = own
                .filter_map(|other| numbers.get(&other.id))
                .map(|of_one| of_one[0])
                .sum();
            let same = (loss - alternative.expected_loss).abs() < TOLERANCE;
            assert!(same, "{name}: {choice:?}\n{alternative:?}, played {loss}");
        }
        assert_eq!(battle.describe_state(), state, "playing has left traces");
        compared += 1;
    }
    compared
}

#[test]
fn what_rulesets_forecast_is_what_is_played() {
    let mut all = 0;
    for ruleset in shieldwall_rulesets::all() {
        let mut kinds = ruleset.terms().decisions.iter();
        if !kinds.any(|kind| is_at_once(kind.role)) {
            continue;
        }
        let units: Vec<&str> = LIBRARY.units.keys().map(String::as_str).collect();
        let mut compared = 0;
        for (seed, unit) in units.iter().enumerate() {
            let rival = units[(seed * 7 + 3) % units.len()];
            let Some(mut battle) = duel(&ruleset, [unit, rival], seed as u64) else {
                continue;
            };
            let name = format!("{}: {unit} against {rival}", ruleset.id());
            let mut chooser = brain(BrainKind::Planner, seed as u64);
            for _ in 0..40 {
                if battle.advance() == Progress::Over {
                    break;
                }
                compared += compare(&mut battle, &name);
                let choice = chooser.choose(&mut battle);
                battle.choose(choice).unwrap();
            }
        }
        // Rulesets with turns tell much of what takes effect at once, others of some reactions.
        let least = if ruleset.terms().activates() { 50 } else { 1 };
        let told = compared == 0 || compared >= least;
        assert!(told, "{}: {compared} compared", ruleset.id());
        all += compared;
    }
    assert!(all > 50, "{all} compared");
}

/// Whether two say the same of everybody.
fn same(a: &Outcomes, b: &Outcomes) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < TOLERANCE;
    let all = near(a.lands, b.lands) && near(a.works, b.works) && near(a.misses, b.misses);
    let all = all && near(a.backfires, b.backfires);
    all && a.by.keys().chain(b.by.keys()).all(|who| {
        let [a, b] = [a, b].map(|outcomes| outcomes.by.get(who).cloned().unwrap_or_default());
        let losses = a.losses.keys().chain(b.losses.keys());
        let mut losses = losses.map(|lost| [&a, &b].map(|of_one| of_one.losses.get(lost)));
        let changes = a.changes.keys().chain(b.changes.keys());
        let mut changes = changes.map(|change| [&a, &b].map(|of_one| of_one.changes.get(change)));
        let mut pairs = losses.by_ref().chain(changes.by_ref());
        near(a.defeats, b.defeats)
            && near(a.kills, b.kills)
            && pairs.all(|[a, b]| near(*a.unwrap_or(&0.0), *b.unwrap_or(&0.0)))
    })
}

/// Every so many decisions are compared.
const EACH: usize = 3;

/// Two small warbands with spells, scrolls and wands.
const CASTERS: [[&str; 2]; 2] = [["adept", "healer"], ["battle_mage", "goblin"]];

#[test]
fn what_rulesets_reckon_is_what_is_played() {
    let mut compared = 0;
    for ruleset in shieldwall_rulesets::all() {
        let levels = [
            ("duel-ring", false),
            ("the-breach", false),
            ("duel-ring", true),
            ("gorge-ambush", false),
        ];
        for (seed, (level, casters)) in
            (0..often(2, 5)).flat_map(|seed| levels.map(|level| (seed, level)))
        {
            let mut setup = BattleSetup::of_level(&LIBRARY, level, ruleset.id(), seed).unwrap();
            if casters {
                for (side, units) in setup.sides.iter_mut().zip(CASTERS) {
                    let warband = units.map(|unit| Arc::clone(&LIBRARY.units[unit]));
                    side.warband = warband.map(UnitEntry::new).to_vec();
                }
            }
            // Not all units fight under all rulesets.
            let Ok(mut battle) = Battle::new(Arc::clone(&ruleset), setup) else {
                continue;
            };
            let mut chooser = brain(BrainKind::Planner, seed);
            for number in 0..120 {
                if battle.advance() == Progress::Over {
                    break;
                }
                let decision = battle.open_decision().unwrap();
                // Areas can be aimed at many cells, and blows in a crowd take long to play: a few of them will do.
                let step = (decision.choice_count() / 4).max(3);
                let compared_now = if number % EACH == 0 {
                    decision.choice_count()
                } else {
                    0
                };
                for index in (0..compared_now).step_by(step) {
                    let Some(choice) = decision.choice_at(index) else {
                        continue;
                    };
                    if battle.check(&choice).is_err() {
                        continue;
                    }
                    let own = ruleset.forecast(battle.world_mut(), &decision, &choice);
                    let OwnForecast::Reckoned(reckoned) = own else {
                        continue;
                    };
                    let played = battle.play_out(&choice).unwrap().outcomes;
                    assert!(
                        played.cut_short || same(&reckoned, &played),
                        "{} on {level}: {choice:?}\nreckoned {reckoned:?}\nplayed {played:?}",
                        ruleset.id()
                    );
                    compared += 1;
                }
                let choice = chooser.choose(&mut battle);
                battle.choose(choice).unwrap();
            }
        }
    }
    assert!(compared > often(30, 50), "{compared} compared");
}

#[test]
fn a_forecast_that_is_cut_short_says_so() {
    let mut cut_short = 0;
    for ruleset in shieldwall_rulesets::all() {
        let setup = BattleSetup::of_level(&LIBRARY, "duel-ring", ruleset.id(), 1).unwrap();
        let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
        let mut chooser = brain(BrainKind::Planner, 1);
        for number in 0..24 {
            if battle.advance() == Progress::Over {
                break;
            }
            let decision = battle.open_decision().unwrap();
            let choice = chooser.choose(&mut battle);
            let own = ruleset.forecast(battle.world_mut(), &decision, &choice);
            if number % 4 == 0 && matches!(own, OwnForecast::Play) {
                let played = battle.play_out(&choice).unwrap().outcomes;
                if let Some(forecast) = battle.forecast(&choice) {
                    let assumption = forecast.assumption.unwrap_or_default();
                    let says_so = assumption.contains("not all");
                    assert_eq!(says_so, played.cut_short, "{}: {choice:?}", ruleset.id());
                    cut_short += usize::from(says_so);
                }
            }
            battle.choose(choice).unwrap();
        }
    }
    assert!(cut_short > 0, "none was cut short");
}
