//! Rough forecasts say about the same as exact ones with less work, and go by the valuation that is passed.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{path::Path, sync::Arc};

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{
    Battle, BattleSetup, Choice, Forecast, Progress, Ruleset, SideId,
    forecast::{Affected, Fate, Valuation, Weighing},
};
use shieldwall_content::{Library, content_root::ContentRoot};

/// Decisions of each battle that are looked at.
const DECISIONS: usize = 120;
/// By how much a rough forecast may be off, in combatants out of the fight.
const TOLERANCE: f64 = 0.02;

fn library() -> Arc<Library> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (library, diagnostics) =
        Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    Arc::new(library)
}

/// Plays a battle on a level under each ruleset, and looks at every attack on offer on the way, the first target of each.
/// Rulesets with a timeline of several stretches are left out: an attack is played to the end of the round there, and so
/// many dice fall until then that a rough forecast is little more than throws (it was off by up to 0.03).
fn each_attack(level: &str, mut look: impl FnMut(&mut Battle, SideId, &Choice)) {
    let library = library();
    let is_long = |ruleset: &Arc<dyn Ruleset>| {
        let timeline = ruleset.terms().timeline.as_ref();
        timeline.is_some_and(|timeline| timeline.stretches.len() > 1)
    };
    let rulesets = shieldwall_rulesets::all().into_iter();
    for ruleset in rulesets.filter(|ruleset| !is_long(ruleset)) {
        let setup = BattleSetup::of_level(&library, level, ruleset.id(), 5).unwrap();
        let mut battle = Battle::new(ruleset, setup).unwrap();
        let mut chooser = brain(BrainKind::Planner, 5);
        for _ in 0..DECISIONS {
            if battle.advance() == Progress::Over {
                break;
            }
            let decision = battle.open_decision().unwrap();
            for offer in decision
                .offers
                .iter()
                .filter(|offer| offer.role.is_attack())
            {
                let choice = offer.choice(offer.target(0), None);
                if battle.check(&choice).is_ok() {
                    look(&mut battle, decision.side, &choice);
                }
            }
            let choice = chooser.choose(&mut battle);
            battle.choose(choice).unwrap();
        }
    }
}

fn worth(battle: &Battle, side: SideId, forecast: &Forecast) -> f64 {
    let presences = battle.presences(None);
    forecast.worth(Weighing::default(), |who| {
        let known = presences.iter().find(|other| other.id == who);
        known.map_or(Affected::UNKNOWN, |known| {
            known.affected(battle.hostile(side, known.side))
        })
    })
}

#[test]
fn what_is_improbable_is_looked_at_less_closely_and_changes_little() {
    let (mut compared, mut branches) = (0, [0, 0]);
    each_attack("hill-fort", |battle, side, choice| {
        let Some(rough) = battle.rough_forecast(choice, Weighing::default()) else {
            return;
        };
        let state = battle.describe_state();
        let exact = battle.forecast(choice).unwrap();
        assert_eq!(state, battle.describe_state());
        let [rough_worth, exact_worth] =
            [&rough, &exact].map(|forecast| worth(battle, side, forecast));
        assert!(
            (rough_worth - exact_worth).abs() < TOLERANCE,
            "{choice:?}: {rough_worth} for {exact_worth}"
        );
        compared += 1;
        branches[0] += rough.branches;
        branches[1] += exact.branches;
        // What people are told is exact again.
        assert_eq!(battle.forecast(choice), Some(exact));
    });
    assert!(compared > 100, "{compared} attacks were compared");
    assert!(branches[0] < branches[1], "{branches:?}");
}

/// For which harm is good.
struct Reversed;

impl Valuation for Reversed {
    fn harm(&self, of: &Affected, fate: &Fate<'_>) -> f64 {
        -Weighing::default().0.harm(of, fate)
    }
}

/// For which nothing is worth a turn.
struct Sparing;

impl Valuation for Sparing {
    fn harm(&self, of: &Affected, fate: &Fate<'_>) -> f64 {
        Weighing::default().0.harm(of, fate)
    }

    fn spent_turn(&self, _of: &Affected) -> f64 {
        1000.0
    }
}

/// How many attacks promise more to the attacker if others answer by a valuation than if they answer by the usual one;
/// none promises less.
fn promising_more(valuation: &'static dyn Valuation) -> u32 {
    let mut better = 0;
    each_attack("reed-ford", |battle, side, choice| {
        let forecasts = [Weighing::default(), Weighing(valuation)]
            .map(|weighing| battle.rough_forecast(choice, weighing));
        let [Some(usual), Some(other)] = forecasts else {
            return;
        };
        let [usual, other] = [&usual, &other].map(|forecast| worth(battle, side, forecast));
        better += u32::from(other > usual + TOLERANCE);
        assert!(
            other >= usual - TOLERANCE,
            "{choice:?}: {other} for {usual}"
        );
    });
    better
}

#[test]
fn others_answer_as_is_best_for_them_by_the_valuation_that_is_passed() {
    assert!(promising_more(&Reversed) > 0, "nobody answers otherwise");
}

#[test]
fn where_a_turn_is_dear_nobody_answers_with_it() {
    assert!(promising_more(&Sparing) > 0, "all answer all the same");
    let mut compared = 0;
    each_attack("reed-ford", |battle, side, choice| {
        let Some(forecast) = battle.rough_forecast(choice, Weighing(&Sparing)) else {
            return;
        };
        let idle = forecast.alternatives.iter().find(|answer| answer.idle);
        let view = battle.view(None);
        let mut answering = view.order.iter().filter(|entry| {
            let of = view.combatants.iter().find(|one| one.id == entry.who);
            entry.reactions > 0 && of.is_some_and(|one| battle.hostile(side, one.side))
        });
        if let Some(idle) = idle
            && battle.ruleset().terms().activates()
            && answering.all(|entry| entry.ready)
        {
            compared += 1;
            let off = (forecast.expected_loss() - idle.expected_loss).abs();
            let off = off.max((forecast.defeats - idle.defeats).abs());
            assert!(off < 1e-9, "{choice:?} is answered");
        }
    });
    assert!(compared > 0, "no attack was compared");
}

/// Ends of lines of play that a rough forecast may look at.
const MOST_ENDS: usize = 1000;

/// Whatever the rules are set to: a brain asks for many forecasts in one decision.
#[test]
fn a_rough_forecast_looks_at_few_ends() {
    let library = library();
    let mut asked = 0;
    for ruleset in shieldwall_rulesets::all() {
        let options = ruleset.terms().rule_options.clone();
        let set = options.iter().flat_map(|option| {
            let values = option.values.iter();
            values.map(|value| (option.key.to_owned(), value.key.to_owned()))
        });
        for (option, value) in set {
            let mut setup = BattleSetup::of_level(&library, "duel-ring", ruleset.id(), 5).unwrap();
            setup.options.insert(option.clone(), value.clone());
            let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
            let mut chooser = brain(BrainKind::Random, 5);
            for _ in 0..25 {
                if battle.advance() == Progress::Over {
                    break;
                }
                let decision = battle.open_decision().unwrap();
                for offer in &decision.offers {
                    let choice = offer.choice(offer.target(0), None);
                    if battle.check(&choice).is_ok()
                        && let Some(rough) = battle.rough_forecast(&choice, Weighing::default())
                    {
                        asked += 1;
                        assert!(
                            rough.branches <= MOST_ENDS,
                            "{}, {option} = {value}: {} ends of {choice:?}",
                            ruleset.id(),
                            rough.branches
                        );
                    }
                }
                let choice = chooser.choose(&mut battle);
                battle.choose(choice).unwrap();
            }
        }
    }
    assert!(asked > 500, "{asked}");
}
