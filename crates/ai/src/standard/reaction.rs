//! Answering an attack: whichever defence leaves the least harm to be expected.

use shieldwall_battle::{Battle, Choice, Decision};

use super::arms;

/// What being defeated weighs, in hit points.
const DEFEATED: f64 = 8.0;

/// What a broken item weighs, in hit points.
const BROKEN: f64 = 2.0;

/// Weight of harm to the other side, beside harm to oneself.
const HARM_TO_OTHERS: f64 = 0.5;

/// What any defence at all is preferred by where nothing is forecast.
const SOME_DEFENCE: f64 = 0.01;

/// Chooses a defence.
pub(super) fn choose(
    battle: &mut Battle,
    decision: &Decision,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let mut best: Option<(f64, Choice)> = None;
    for offer in &decision.offers {
        for index in 0..offer.target_count() {
            let choice = offer.choice(offer.target(index), arms::widest(offer, None));
            let mut cost = noise() * 0.01;
            if let Some(forecast) = battle.forecast(&choice) {
                // What the other side may lose is some gain.
                if forecast
                    .subject
                    .is_none_or(|subject| decision.is_about(subject))
                {
                    cost += forecast.expected_loss() + DEFEATED * forecast.defeats;
                } else {
                    cost -=
                        HARM_TO_OTHERS * (forecast.expected_loss() + DEFEATED * forecast.defeats);
                }
                let breaks: f64 = forecast.breaks.iter().map(|(_, chance)| chance).sum();
                cost += BROKEN * breaks;
            } else if offer.item.is_some() {
                cost -= SOME_DEFENCE;
            }
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, choice));
            }
        }
    }
    best.map(|(_, choice)| choice)
}
