//! Care for the fallen and the hurt.

use shieldwall_battle::{Battle, Choice, CombatantId, Decision, Target, Vitality};

use super::{
    Thought, Tools,
    action_kind::ActionKind,
    arms,
    positioning::Wish,
    scene::{Fighter, Situation},
    worth::WEIGHING,
};

/// What a life is worth beside defeating an enemy: the saved do not fight again soon.
const LIFE: f64 = 0.5;

/// What a hit point regained is worth, as a share of the most one can have.
const REGAINED: f64 = 0.3;

/// What helping costs with an enemy near.
const EXPOSED: f64 = 0.08;

/// The price of help that no friend needs: enough never to be preferred to doing nothing.
const USELESS: f64 = 0.1;

/// Metres from the nearest enemy at which there is time to help a friend.
const SAFE: f64 = 7.0;

/// What it is worth to be able to treat somebody at the end of the round.
fn need(tools: &Tools, patient: &Fighter) -> f64 {
    let (left, most) = (patient.hit_points, patient.max_hit_points);
    if left >= most || !tools.chronicle.has_untreated_wounds(patient.id) {
        return 0.0;
    }
    match patient.vitality {
        Vitality::Dying => LIFE * rough_chance(1 - left),
        Vitality::Active => 0.08 * f64::from(most - left) / f64::from(most.max(1)),
        Vitality::Unconscious => 0.02,
        Vitality::Dead | Vitality::Left | Vitality::Surrendered => 0.0,
    }
}

/// A guess at the chance to give back so many hit points where the ruleset forecasts nothing.
fn rough_chance(hit_points: i32) -> f64 {
    match hit_points {
        ..=1 => 0.4,
        2 => 0.25,
        3 => 0.12,
        _ => 0.0,
    }
}

/// To be beside those who need treatment most; `None` if nobody does.
pub(super) fn wish(tools: &Tools, thought: &Thought) -> Option<Wish> {
    let situation = &thought.situation;
    let mut worth: f64 = need(tools, &situation.me);
    let mut cells = Vec::new();
    if worth > 0.0 {
        // Everywhere one has oneself at hand.
        cells.push(situation.me.cell);
    }
    for friend in situation.friends.iter().chain(&situation.fallen_friends) {
        let need = need(tools, friend);
        if need > worth {
            worth = need;
            cells.clear();
        }
        if need > 0.0 && need >= worth {
            cells.push(friend.cell);
        }
    }
    if thought.outlook.nearest(situation.me.cell) <= SAFE {
        worth -= EXPOSED;
    }
    (worth > 0.0).then_some(Wish::Touch { cells, worth })
}

/// To be beside a sleeper that there is time to wake.
pub(super) fn wish_to_wake(tools: &Tools, thought: &Thought, sleeper: CombatantId) -> Option<Wish> {
    let round = thought.situation.round;
    if tools.memory.has_tried_to_wake(sleeper, round) {
        return None;
    }
    let friend = thought
        .situation
        .fallen_friends
        .iter()
        .find(|friend| friend.id == sleeper)?;
    let quiet = thought.outlook.nearest(friend.cell) > SAFE;
    let strength = f64::from(friend.hit_points.max(0)) / f64::from(friend.max_hit_points.max(1));
    let worth = if quiet {
        0.1 + 0.3 * strength
    } else {
        0.15 * strength
    };
    Some(Wish::Touch {
        cells: vec![friend.cell],
        worth,
    })
}

/// Whether nobody needs treatment that it could touch from where it stands.
pub(super) fn is_idle(battle: &Battle, tools: &Tools, situation: &Situation) -> bool {
    let me = &situation.me;
    let in_reach = |other: &&Fighter| battle.map().in_contact(me.cell, other.cell);
    let others = situation.friends.iter().chain(&situation.fallen_friends);
    [me].into_iter()
        .chain(others.filter(in_reach))
        .all(|patient| need(tools, patient) <= 0.0)
}

/// What it is worth to treat somebody now rather than to do something else.
pub(super) fn worth_now(battle: &mut Battle, tools: &Tools, thought: &Thought) -> f64 {
    let situation = &thought.situation;
    let me = &situation.me;
    // Anyone who kneels beside a patient is an easy prey.
    let exposed = if thought.outlook.engaged {
        EXPOSED
    } else {
        0.0
    };
    let mut worth = need(tools, me);
    for patient in situation.friends.iter().chain(&situation.fallen_friends) {
        if battle.map().in_contact(me.cell, patient.cell) {
            worth = worth.max(need(tools, patient));
        }
    }
    if worth > 0.0 {
        worth - exposed
    } else {
        -USELESS
    }
}

/// Chooses a patient, and which wound to treat.
pub(super) fn choose(
    battle: &mut Battle,
    decision: &Decision,
    situation: &Situation,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let mut best: Option<(f64, Choice)> = None;
    for offer in &decision.offers {
        for index in 0..offer.target_count() {
            let target = offer.target(index);
            let choice = offer.choice(target, arms::widest(offer, None));
            let patient = match target {
                Some(Target::Combatant(id) | Target::Injury(id, _)) => situation.fighter(id),
                _ => None,
            };
            let mut worth = noise();
            if let Some(patient) = patient
                && !situation.is_foe(patient.id)
                && ActionKind::of(offer.action.role) != ActionKind::Idle
            {
                worth += treatment(battle, &choice, patient);
            }
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, choice));
            }
        }
    }
    best.map(|(_, choice)| choice)
}

/// What it is worth to treat somebody in a way that says how it may turn out.
pub(super) fn treatment_of(
    battle: &mut Battle,
    thought: &Thought,
    choice: &Choice,
    patient: CombatantId,
) -> f64 {
    let patient = thought.situation.fighter(patient);
    patient.map_or(0.0, |patient| treatment(battle, choice, patient))
}

/// What one treatment is worth, by its exact odds.
fn treatment(battle: &mut Battle, choice: &Choice, patient: &Fighter) -> f64 {
    let lacking = 1 - patient.hit_points;
    let most = f64::from(patient.max_hit_points.max(1));
    let Some(forecast) = battle.rough_forecast(choice, WEIGHING) else {
        return if lacking > 0 {
            LIFE * rough_chance(lacking)
        } else {
            REGAINED / most
        };
    };
    let saves = match &forecast.gain {
        Some(gain) if lacking > 0 => gain.probability_at_least(lacking),
        _ => 0.0,
    };
    // Even a hit point that does not save alone may save with that of the next helper.
    LIFE * saves + REGAINED * forecast.expected_gain() / most + 0.01
}
