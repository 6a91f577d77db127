//! All the small decisions: who begins, where somebody lands, whether to go on.

use shieldwall_battle::{Choice, Target};
use shieldwall_content::level::Victory;

use super::{Thinking, worth::worth};

/// Answers what has no dice in it.
pub(super) fn choose(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let first = |thinking: &Thinking<'_>, verb: &str| thinking.choices_of(verb).into_iter().next();
    let verbs: Vec<&str> = thinking
        .decision
        .offers
        .iter()
        .map(|offer| offer.verb.0)
        .collect();
    let has = |verb: &str| verbs.contains(&verb);
    if has("first") {
        return who_begins(thinking);
    }
    if has("push") {
        return push(thinking);
    }
    if has("offer") {
        return bargain(thinking);
    }
    if has("leave") {
        let actor = thinking.decision.actor;
        let figure = actor.and_then(|actor| thinking.scene.figure(actor));
        let escapes = match (&thinking.scene.level.victory, figure) {
            (Victory::Escape { side, cells }, Some(figure)) => {
                *side == figure.seen.side.index() && cells.contains(&figure.seen.cell)
            }
            _ => false,
        };
        return first(thinking, if escapes { "leave" } else { "stay" });
    }
    if has("aim_die") {
        return aim(thinking);
    }
    for verb in [
        "let_them_go",
        "retreat",
        "fight_on",
        "take",
        "go_on",
        "accept",
        "none",
    ] {
        if has(verb) {
            return first(thinking, verb);
        }
    }
    thinking.decision.choice_at(0)
}

/// The enemy begins, so that it commits itself first, unless somebody of ours can strike at once.
fn who_begins(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let choices = thinking.choices_of("first");
    let own = choices
        .iter()
        .find(|choice| choice.target == Some(Target::Party(thinking.scene.side)))?;
    let friends: Vec<_> = thinking.scene.friends().copied().collect();
    for friend in friends {
        let Some(mut ground) = thinking.ground(friend.seen.id) else {
            continue;
        };
        let mut cells = thinking.battle.reachable(friend.seen.id);
        cells.retain(|option| option.band == 0);
        let cells = super::ground::sample(thinking.battle, &thinking.scene, &cells);
        let all = std::iter::once(friend.seen.cell).chain(cells.iter().map(|option| option.cell));
        for cell in all {
            if ground.strike(thinking.battle, cell).is_some() {
                return Some(own.clone());
            }
        }
    }
    choices
        .iter()
        .find(|choice| choice.target != own.target)
        .or(Some(own))
        .cloned()
}

/// Into danger if there is any, else as far away as possible.
fn push(thinking: &Thinking<'_>) -> Option<Choice> {
    let offer = thinking
        .decision
        .offers
        .iter()
        .find(|offer| offer.verb.0 == "push")?;
    let shieldwall_battle::Targets::Cells(cells) = &offer.targets else {
        return None;
    };
    let best = cells
        .iter()
        .max_by_key(|option| (option.risky, option.cost, option.cell))?;
    Some(offer.choice(Some(Target::Cell(best.cell)), None))
}

/// Only a bargain that takes the enemy out is as good as a blow.
fn bargain(thinking: &Thinking<'_>) -> Option<Choice> {
    let wanted = ["disarm_and_knock_out", "knock_out", "yield"];
    for mode in wanted {
        let offer = thinking
            .decision
            .offers
            .iter()
            .find(|offer| offer.mode == Some(mode));
        if let Some(offer) = offer {
            return Some(offer.choice_at(0));
        }
    }
    thinking.choices_of("none").into_iter().next()
}

/// Dice go one by one to those to whom they do most harm: first one at everybody.
fn aim(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let strike = thinking.choices_of("strike").into_iter().next();
    if let Some(choice) = &strike {
        let forecast = thinking.battle.forecast(choice);
        let now = forecast.map_or(0.0, |forecast| worth(&thinking.scene, &forecast));
        if now > 1.5 {
            return strike;
        }
    }
    let mut aims = thinking.choices_of("aim_die");
    aims.sort_by_key(|choice| match choice.target {
        Some(Target::Combatant(who)) => thinking
            .scene
            .figure(who)
            .map_or(i32::MAX, |figure| figure.seen.hit_points),
        _ => i32::MAX,
    });
    aims.into_iter().next().or(strike)
}
