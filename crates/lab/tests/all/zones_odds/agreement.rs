//! What has to be true of a forecast.

use proptest::prelude::*;
use shieldwall_battle::{Choice, Target};

use crate::zones_odds::{
    A, B,
    combatant_results::{CombatantResult, close, difference, is_better, results_of},
    explorer::{Answer, Leaf, Scene},
};

/// Whether it depends on where somebody is shoved what comes of an answer: a grip in return needs the
/// two to be near each other still.
pub(crate) fn is_open(choice: &Choice, answer: &Answer) -> bool {
    choice.action.key == "shove" && answer.is_grip()
}

/// The forecast of a choice, those of all answers to it, and the whole engine agree.
pub(crate) fn agree(scene: &mut Scene<'_>, choice: &Choice) -> Result<(), TestCaseError> {
    let count = scene.count;
    let forecast = scene.forecast(choice);
    let told = results_of(&forecast, count);
    let outcomes = forecast.outcomes.iter();
    let sum: f64 = outcomes.map(|outcome| outcome.probability).sum();
    prop_assert!((sum - 1.0).abs() < 1e-9, "{:?}", forecast.outcomes);
    let tree = scene.explore(choice);

    if tree.answers.is_empty() {
        prop_assert!(forecast.alternatives.is_empty());
        let what = difference(&tree.leaves[0].results, &told);
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
            let (loss, defeats) = scene.toll(&leaf.results);
            close(loss, alternative.expected_loss) && close(defeats, alternative.defeats)
        };
        prop_assert!(tree.group(first).any(fits), "{alternative:?}");
        if is_open(choice, answer) {
            continue;
        }
        let told = results_of(answer.forecast.as_ref().unwrap(), count);
        let given: Vec<Vec<CombatantResult>> = tree
            .group(first)
            .map(|leaf| {
                let hit = leaf.results.iter().map(|result| result.given(tree.asked));
                hit.collect()
            })
            .collect();
        // Anyone who takes the blow may answer in its turn: one way to do so is the best and forecast.
        prop_assert_eq!(
            forecast_of_the_best(scene, &given, &told),
            None,
            "{}",
            answer.label
        );
    }
    let assumption = forecast.assumption.clone().unwrap();
    let is_assumed = |answer: &Answer| {
        assumption == format!("if the answer is: {}", answer.label.to_lowercase())
    };
    let best = tree.answers.iter().position(is_assumed).unwrap();
    if is_open(choice, &tree.answers[best]) {
        return Ok(());
    }
    let differences: Vec<Option<String>> = tree
        .group(best)
        .map(|leaf| difference(&leaf.results, &told))
        .collect();
    let chosen = tree
        .group(best)
        .find(|leaf| difference(&leaf.results, &told).is_none());
    prop_assert!(chosen.is_some(), "{assumption}: {differences:?}");
    let chosen = chosen.unwrap();
    for rival in &tree.leaves {
        let answer = &tree.answers[rival.first];
        prop_assert!(
            is_open(choice, answer) || !is_better(&rival.results, &chosen.results, &scene.blue),
            "{} is better than {assumption}",
            answer.label
        );
    }
    Ok(())
}

/// What is wrong with a forecast that is to be the best for blue of all that may come out; `None` if it
/// is one of them, and none of the others is better.
pub(crate) fn forecast_of_the_best(
    scene: &Scene<'_>,
    outcomes: &[Vec<CombatantResult>],
    told: &[CombatantResult],
) -> Option<String> {
    let differences: Vec<String> = outcomes
        .iter()
        .map_while(|results| difference(results, told))
        .collect();
    if differences.len() == outcomes.len() {
        return Some(format!("{differences:?}"));
    }
    let better = outcomes
        .iter()
        .find(|results| is_better(results, told, &scene.blue));
    better.map(|results| format!("{results:?} is better than {told:?}"))
}

/// What brains reckon with where nothing has been decided: the best steady attack with what is in
/// hand, if B dodges.
pub(crate) fn estimate_agrees(scene: &mut Scene<'_>) -> Result<(), TestCaseError> {
    let plain = ["full", "steady"];
    let mut best: Option<f64> = None;
    for choice in scene.choices(&["attack", "invoke"]) {
        let is_plain = choice.option().is_some_and(|key| plain.contains(&key));
        if !is_plain || choice.target != Some(Target::Combatant(B)) {
            continue;
        }
        let forecast = scene.forecast(&choice);
        let alternatives = &forecast.alternatives;
        let dodge = alternatives.iter().find(|answer| answer.label == "Dodge");
        let answer = dodge.or_else(|| alternatives.iter().find(|answer| answer.idle));
        let loss = answer.map_or_else(|| forecast.expected_loss(), |answer| answer.expected_loss);
        best = Some(best.map_or(loss, |best| best.max(loss)));
    }
    let battle = &mut scene.play.battle;
    let cells = [A, B].map(|who| battle.presences(None)[who.index()].cell);
    let attack_estimate = battle.attack_estimate(A, cells[0], B, cells[1]);
    let reckoned = attack_estimate.map(|attack_estimate| attack_estimate.expected_loss);
    match (best, reckoned) {
        (Some(best), Some(reckoned)) => {
            prop_assert!(close(best, reckoned), "{best}, reckoned with {reckoned}");
        }
        (best, reckoned) => prop_assert_eq!(best.is_some(), reckoned.is_some()),
    }
    Ok(())
}
