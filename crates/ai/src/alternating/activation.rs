//! Whom to send into action, or whether to let the enemy commit itself first.

use shieldwall_battle::{Choice, Target, terms::ActionRole};

use super::{
    Thinking,
    ground::{self, Ground},
    scene::{Figure, Scene},
};

/// A strike worth less than this is none.
const FEEBLE: f64 = 0.05;
/// A strike worth more than this is not put off: one at several at once, or one that defeats almost surely.
const SWEEPING: f64 = 0.7;
/// How many more turns the enemy must have in hand than we have for us to end the round with it.
const STALL: usize = 1;
/// What it counts for to act before one is struck down, where one cannot answer a blow.
const HURRY: f64 = 0.1;
/// What it counts for to keep one's answer to a blow.
const ANSWER: f64 = 0.1;
/// What it counts for to keep each further one: they are lost with the turn (ZON-048).
const FURTHER: f64 = 0.3;

/// Somebody who may be sent.
struct Candidate {
    choice: Choice,
    figure: Figure,
    ground: Ground,
    /// Whether an enemy with its turn in hand can come to it.
    exposed: bool,
}

/// Lets the enemy come if it can, and has not just declined to or loses more turns by that: who waits can answer
/// a blow, and some can answer more than one. Else sends the one who can strike hardest, or one that nobody can reach.
pub(super) fn choose(
    thinking: &mut Thinking<'_>,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let pass = thinking.choices_of(ActionRole::Pass).into_iter().next();
    let mut candidates: Vec<Candidate> = thinking
        .choices_of(ActionRole::Activate)
        .into_iter()
        .filter_map(|choice| candidate(thinking, choice))
        .collect();
    let someone_waits = candidates
        .iter()
        .any(|candidate| candidate.exposed && candidate.figure.reactions > 0);
    let strikes: Vec<f64> = candidates
        .iter_mut()
        .map(|candidate| strike(thinking, candidate))
        .collect();
    let waits = someone_waits && strikes.iter().all(|strike| *strike < SWEEPING);
    if waits && pass.is_some() && may_wait(&thinking.scene) {
        return pass;
    }
    let mut best: Option<(f64, &Choice)> = None;
    for (candidate, strike) in candidates.iter().zip(strikes) {
        if strike <= FEEBLE {
            continue;
        }
        // Anyone who may be struck before it acts goes last, if it can answer, else first.
        let haste = match (candidate.exposed, candidate.figure.reactions) {
            (false, _) => 0.0,
            (true, answers @ 1..) if thinking.reacts => -ANSWER - FURTHER * f64::from(answers - 1),
            (true, _) => HURRY,
        };
        let value = strike + haste + noise();
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, &candidate.choice));
        }
    }
    if let Some((_, choice)) = best {
        return Some(choice.clone());
    }
    // Somebody has to go: those whom nobody can reach yet lose nothing by it.
    let next = candidates
        .into_iter()
        .min_by_key(|candidate| (candidate.exposed, candidate.figure.seen.id))
        .map(|candidate| candidate.choice);
    next.or(pass)
}

/// Whether the enemy may be left to come to us: it has somebody left who can, and has not let a whole round
/// go by. If it has just declined to come, to decline as well ends the round, so it must lose more turns
/// by that than we do.
fn may_wait(scene: &Scene) -> bool {
    // Anyone who is held fast or has no driver can't come, and is of no account.
    let can_come = |figure: &&Figure| figure.ready && figure.reactions > 0;
    let theirs = scene.foes().filter(can_come).count();
    let ours = scene.friends().filter(can_come).count();
    !scene.idle && theirs > 0 && (scene.passes == 0 || theirs >= ours + STALL)
}

fn candidate(thinking: &mut Thinking<'_>, choice: Choice) -> Option<Candidate> {
    let Some(Target::Combatant(who)) = choice.target else {
        return None;
    };
    let figure = *thinking.scene.figure(who)?;
    let ground = thinking.ground(who)?;
    Some(Candidate {
        exposed: ground.is_reached(&thinking.scene, figure.seen.cell),
        choice,
        figure,
        ground,
    })
}

/// The most harm somebody can do in its turn.
fn strike(thinking: &mut Thinking<'_>, candidate: &mut Candidate) -> f64 {
    let here = candidate.figure.seen;
    let cells = thinking.reach(here.id);
    let cells = ground::sample(thinking.battle, &thinking.scene, &cells);
    let all = || std::iter::once(here.cell).chain(cells.iter().map(|option| option.cell));
    candidate.ground.look_at(thinking.battle, all());
    let mut most: f64 = 0.0;
    for cell in all() {
        let harm = candidate.ground.strike(thinking.battle, cell, here.hidden);
        most = most.max(harm);
    }
    most
}
