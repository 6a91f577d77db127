//! Acting when one's moment has come.

use shieldwall_battle::{Battle, Choice, Decision, Offer, Target};

use super::{
    Thought, Tools,
    action_kind::ActionKind,
    aid, arms,
    odds::{harm, worth_of},
};

/// An attack that promises less than this is not worth an arrow.
const HOPELESS: f64 = 0.004;

/// What it is worth to make sure of somebody who is down, once no enemy is about.
const MAKING_SURE: f64 = 0.01;

/// Metres within which a conscious enemy makes one leave the fallen alone.
const THREATENING: f64 = 30.0;

/// What it costs to be left without a weapon for the rest of the fight.
const DISARMED: f64 = 0.6;

/// What doing something rather than nothing is worth.
const BUSY: f64 = 0.002;

/// Chooses what to do.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let (actor, round) = (thought.situation.me.id, thought.situation.round);
    let stated = tools.chronicle.statement(actor, round).is_some();
    let mut best: Option<(f64, Choice)> = None;
    let mut consider = |worth: f64, choice: Choice| {
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, choice));
        }
    };
    // What is seldom wanted is for those who can do nothing better.
    let attacks = |offer: &Offer| ActionKind::of(offer.action.role) == ActionKind::Attack;
    let plain = |offer: &Offer| offer.aside.is_none() && attacks(offer);
    let has_plain_attack = decision.offers.iter().any(plain);
    let seldom = |offer: &&Offer| !(has_plain_attack && offer.aside.is_some());
    for offer in decision.offers.iter().filter(seldom) {
        let kind = ActionKind::of(offer.role);
        for index in 0..offer.target_count() {
            let target = offer.target(index);
            let choice = offer.choice(target, arms::widest(offer, None));
            let worth = match (kind, target) {
                (ActionKind::Attack | ActionKind::Other, Some(Target::Combatant(_))) => {
                    attack(battle, thought, offer, &choice) + noise()
                }
                (ActionKind::Attack | ActionKind::Other, Some(Target::Cell(_))) => {
                    on_ground(battle, thought, &choice) + noise()
                }
                (ActionKind::Aid, Some(Target::Combatant(id))) if !thought.situation.is_foe(id) => {
                    aid::treatment_of(battle, thought, &choice, id)
                }
                (ActionKind::Aid, _) => aid::worth_now(battle, tools, thought),
                (ActionKind::Wake, Some(Target::Combatant(_))) => 0.1,
                (ActionKind::Reload, _) => 0.05 + BUSY,
                // Whatever else is on offer was stated with good reason.
                (ActionKind::Hide | ActionKind::Wake, _) => BUSY,
                (ActionKind::Ready, _) if stated => BUSY,
                (ActionKind::Other, _) => 0.5 * BUSY,
                (ActionKind::Idle, _) => 0.0,
                _ => -BUSY,
            };
            consider(worth, choice);
        }
    }
    if !stated
        && let Some((worth, choice)) = arms::better_armed(battle, tools, decision, &thought.outlook)
    {
        consider(worth, choice);
    }
    let (_, choice) = best?;
    if !stated && ActionKind::of(choice.action.role) == ActionKind::Ready {
        tools
            .memory
            .readies(actor, arms::item_of(choice.item, choice.target));
    }
    Some(choice)
}

/// What something aimed at a cell is worth by its exact odds: to enemies and friends there.
fn on_ground(battle: &mut Battle, thought: &Thought, choice: &Choice) -> f64 {
    let forecast = battle.forecast(choice);
    forecast.map_or(-BUSY, |forecast| {
        worth_of(&forecast, &thought.situation, 1.0)
    })
}

/// What an attack is worth by its exact odds.
fn attack(battle: &mut Battle, thought: &Thought, offer: &Offer, choice: &Choice) -> f64 {
    let Some(Target::Combatant(id)) = choice.target else {
        return 0.0;
    };
    let situation = &thought.situation;
    let Some(target) = situation.fighter(id) else {
        return -BUSY;
    };
    if target.is_down() {
        // Sleepers can wait, unless they are all that is left to do.
        let flies = arms::flies(battle, offer.item, offer.mode);
        let threatened = thought.outlook.nearest(situation.me.cell) <= THREATENING;
        return if threatened || flies {
            -BUSY
        } else {
            MAKING_SURE
        };
    }
    let Some(forecast) = battle.forecast(choice) else {
        return BUSY;
    };
    let worth = thought.outlook.foe(id).map_or(1.0, |foe| foe.worth)
        * harm(
            forecast.expected_loss(),
            forecast.defeats,
            target.hit_points,
        );
    let flies = arms::flies(battle, offer.item, offer.mode);
    let worth = if forecast.disarms {
        worth - DISARMED
    } else {
        worth
    };
    match worth {
        // A blow costs nothing, and the one who has to parry may break something.
        ..HOPELESS if flies => -BUSY,
        _ => worth + BUSY,
    }
}
