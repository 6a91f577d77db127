//! All the small decisions: who begins, where somebody lands, whether to go on.

use shieldwall_battle::{
    Choice, CombatantId, Target,
    terms::{ActionRole, ModeRole},
};
use shieldwall_content::level::Victory;

use super::{Thinking, worth::worth};

/// Answers what has no dice in it.
pub(super) fn choose(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let first =
        |thinking: &Thinking<'_>, role: ActionRole| thinking.choices_of(role).into_iter().next();
    let roles: Vec<ActionRole> = thinking
        .decision
        .offers
        .iter()
        .map(|offer| offer.action.role)
        .collect();
    let has = |role: ActionRole| roles.contains(&role);
    if has(ActionRole::GoFirst) {
        return who_begins(thinking);
    }
    if has(ActionRole::Place) {
        return push(thinking);
    }
    if has(ActionRole::Bargain) {
        return bargain(thinking);
    }
    if has(ActionRole::Leave) {
        let actor = thinking.decision.actor;
        let figure = actor.and_then(|actor| thinking.scene.figure(actor));
        let escapes = match (&thinking.scene.level.victory, figure) {
            (Victory::Escape { side, cells }, Some(figure)) => {
                let grid = thinking.battle.map().grid();
                *side == figure.seen.side.index()
                    && figure.stands_in(grid, |cell| cells.contains(&cell))
            }
            _ => false,
        };
        return first(
            thinking,
            if escapes {
                ActionRole::Leave
            } else {
                ActionRole::Stay
            },
        );
    }
    if has(ActionRole::Assign) {
        return aim(thinking);
    }
    if has(ActionRole::Pursue)
        && let Some(choice) = pursue(thinking)
    {
        return Some(choice);
    }
    for role in [
        ActionRole::LetGo,
        ActionRole::Retreat,
        ActionRole::Resume,
        ActionRole::Seize,
        ActionRole::Continue,
        ActionRole::Accept,
        ActionRole::Decline,
    ] {
        if has(role) {
            return first(thinking, role);
        }
    }
    thinking.decision.choice_at(0)
}

/// Sends the one who of ours is surest to catch somebody who has got away, if that was its aim: who has only fled
/// is out of the battle, which is as good as beaten. Nobody follows who would not make it any surer.
fn pursue(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let first = thinking.choices_of(ActionRole::Pursue).into_iter().next()?;
    let quarry = thinking.battle.forecast(&first)?.subject?;
    let scene = &thinking.scene;
    let seen = thinking.battle.presences(Some(scene.side));
    let quarry = seen.iter().find(|seen| seen.id == quarry)?;
    let wins = match &scene.level.victory {
        Victory::Escape { side, cells } => {
            let grid = thinking.battle.map().grid();
            let mut left = quarry.footing().cells(grid).into_iter();
            *side == quarry.side.index() && left.any(|cell| cells.contains(&cell))
        }
        _ => false,
    };
    if !wins {
        return None;
    }
    let caught = |thinking: &mut Thinking<'_>, choice: &Choice| {
        let forecast = thinking.battle.forecast(choice)?;
        let changes = forecast.changes.iter();
        changes.map(|(_, probability)| *probability).next()
    };
    let nobody = thinking
        .choices_of(ActionRole::Decline)
        .into_iter()
        .next()?;
    let mut best = (caught(thinking, &nobody).unwrap_or(0.0), nobody);
    for choice in thinking.choices_of(ActionRole::Pursue) {
        let chance = caught(thinking, &choice).unwrap_or(0.0);
        if chance > best.0 {
            best = (chance, choice);
        }
    }
    Some(best.1)
}

/// The enemy begins, so that it commits itself first, unless somebody of ours can strike at once.
fn who_begins(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let choices = thinking.choices_of(ActionRole::GoFirst);
    let own = choices
        .iter()
        .find(|choice| choice.target == Some(Target::Side(thinking.scene.side)))?;
    let friends: Vec<_> = thinking.scene.friends().copied().collect();
    for friend in friends {
        let Some(mut ground) = thinking.ground(friend.seen.id) else {
            continue;
        };
        let cells = thinking.reach(friend.seen.id);
        let cells = super::ground::sample(thinking.battle, &thinking.scene, &cells);
        let all =
            || std::iter::once(friend.seen.cell).chain(cells.iter().map(|option| option.cell));
        ground.look_at(thinking.battle, all());
        for cell in all() {
            if ground.strike(thinking.battle, cell, friend.seen.hidden) > 0.0 {
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

/// To where it hurts most, else as far away as possible.
fn push(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let offer = thinking
        .decision
        .offers
        .iter()
        .find(|offer| offer.action.role == ActionRole::Place)?;
    let shieldwall_battle::Targets::Cells(cells) = &offer.targets else {
        return None;
    };
    let mut best: Option<(f64, f64, Choice)> = None;
    for option in cells {
        let choice = offer.choice(Some(Target::Cell(option.cell)), None);
        let forecast = thinking.battle.forecast(&choice);
        let harm = forecast.map_or(0.0, |forecast| worth(&thinking.scene, &forecast));
        let far = option.cost.amount();
        if best
            .as_ref()
            .is_none_or(|(most, way, _)| (harm, far) > (*most, *way))
        {
            best = Some((harm, far, choice));
        }
    }
    best.map(|(_, _, choice)| choice)
}

/// Only a bargain that takes the enemy out is as good as a blow.
fn bargain(thinking: &Thinking<'_>) -> Option<Choice> {
    for role in [ModeRole::DisarmsAndTakesOut, ModeRole::TakesOut] {
        let offer = thinking
            .decision
            .offers
            .iter()
            .find(|offer| offer.mode.is_some_and(|mode| mode.role == role));
        if let Some(offer) = offer {
            return Some(offer.choice_at(0));
        }
    }
    thinking.choices_of(ActionRole::Decline).into_iter().next()
}

/// Chance to fell somebody from which on it gets no more dice.
const ENOUGH: f64 = 0.8;

/// Dice go one by one to somebody until it is likely to fall, then to the next, the weakest first.
fn aim(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let strike = thinking.choices_of(ActionRole::Commit).into_iter().next();
    let forecast = strike
        .as_ref()
        .and_then(|choice| thinking.battle.forecast(choice));
    let falls = |who: CombatantId| {
        let Some(forecast) = &forecast else {
            return 0.0;
        };
        if forecast.subject == Some(who) {
            return forecast.defeats;
        }
        let other = forecast.others.iter().find(|other| other.who == who);
        other.map_or(0.0, |other| other.defeats)
    };
    let mut best: Option<((bool, i32), Choice)> = None;
    for choice in thinking.choices_of(ActionRole::Assign) {
        let Some(Target::Combatant(who)) = choice.target else {
            continue;
        };
        let figure = thinking.scene.figure(who).filter(|figure| !figure.ours);
        let Some(figure) = figure.filter(|_| falls(who) < ENOUGH) else {
            continue;
        };
        let rank = (falls(who) <= 0.0, figure.seen.hit_points);
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, choice));
        }
    }
    best.map(|(_, choice)| choice)
        .or(strike)
        .or_else(|| thinking.choices_of(ActionRole::Assign).into_iter().next())
}
