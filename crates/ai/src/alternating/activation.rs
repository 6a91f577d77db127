//! Whom to send into action, or whether to let the enemy commit itself first.

use shieldwall_battle::{Choice, CombatantId, Target};

use super::{Thinking, ground};

/// A strike worth less than this is none.
const FEEBLE: f64 = 0.05;

/// What it counts for to act before one is struck down, where one cannot answer a blow.
const HURRY: f64 = 0.1;
/// What it counts for to keep one's answer to a blow.
const ANSWER: f64 = 0.1;

/// What sending somebody now promises.
struct Prospects {
    who: CombatantId,
    choice: Choice,
    /// Harm it can do in this turn.
    strike: f64,
    /// Whether an enemy with its turn in hand can come to it.
    exposed: bool,
}

/// Lets the enemy come if it can and has not just declined to: who waits can answer a blow, and some can
/// answer more than one. Else sends whoever can strike hardest, or whoever nobody can reach.
pub(super) fn choose(
    thinking: &mut Thinking<'_>,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let mut candidates = Vec::new();
    for choice in thinking.choices_of("activate") {
        if let Some(Target::Combatant(who)) = choice.target {
            candidates.push(prospects(thinking, who, choice));
        }
    }
    let reacts = thinking.reacts;
    let pass = thinking.choices_of("pass").into_iter().next();
    let best = candidates
        .iter()
        .filter(|candidate| candidate.strike > FEEBLE)
        .map(|candidate| {
            // Whoever may be struck before it acts goes last, if it can answer, else first.
            let haste = match (candidate.exposed, reacts) {
                (false, _) => 0.0,
                (true, false) => HURRY,
                (true, true) => -ANSWER,
            };
            (candidate.strike + haste + noise(), candidate)
        })
        .max_by(|a, b| a.0.total_cmp(&b.0));
    // The enemy must come to us, if it has somebody left who can, and has not just declined to.
    let enemy_ready = thinking.scene.foes().any(|foe| foe.ready);
    let may_wait = enemy_ready && thinking.scene.passes == 0;
    let someone_exposed = candidates.iter().any(|candidate| candidate.exposed);
    if may_wait
        && someone_exposed
        && let Some(pass) = &pass
    {
        return Some(pass.clone());
    }
    if let Some((_, candidate)) = best {
        return Some(candidate.choice.clone());
    }
    // Somebody has to go: those whom nobody can reach yet lose nothing by it.
    let next = candidates
        .iter()
        .min_by_key(|candidate| (candidate.exposed, candidate.who))
        .map(|candidate| candidate.choice.clone());
    next.or(pass)
}

fn prospects(thinking: &mut Thinking<'_>, who: CombatantId, choice: Choice) -> Prospects {
    let mut found = Prospects {
        who,
        choice,
        strike: 0.0,
        exposed: false,
    };
    let Some(figure) = thinking.scene.figure(who).copied() else {
        return found;
    };
    let Some(mut ground) = thinking.ground(who) else {
        return found;
    };
    found.exposed = ground.is_reached(&thinking.scene, figure.seen.cell);
    let mut cells = thinking.battle.reachable(who);
    cells.retain(|option| option.band == 0);
    let cells = ground::sample(thinking.battle, &thinking.scene, &cells);
    let all = std::iter::once(figure.seen.cell).chain(cells.iter().map(|option| option.cell));
    for cell in all {
        if let Some((harm, _)) = ground.strike(thinking.battle, cell) {
            found.strike = found.strike.max(harm);
        }
    }
    found
}
