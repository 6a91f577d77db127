//! Which combatant to send into action, or whether to let the enemy commit itself first.

use shieldwall_battle::{ActionRole, Battle, Choice, Decision, Target, goals};
use shieldwall_grid::Cell;

use super::{
    Thought, Tools, choices_of,
    outlook::Foe,
    scene::{Fighter, Scene},
    turn,
};

/// A strike worth less than this is none.
const FEEBLE: f64 = 0.05;
/// A strike worth more than this is not put off. In mirrored series those who put off more than this won less: with 0.7
/// they lost two battles of three.
const TELLING: f64 = 0.28;
/// How many more turns the enemy must have in hand than we have for us to end the round with it.
const STALL: usize = 1;
/// What it counts for to act before one is struck down, where one cannot answer a blow.
const HURRY: f64 = 0.1;
/// What it counts for to keep one's answer to a blow.
const ANSWER: f64 = 0.1;
/// What it counts for to keep each further one: they are lost with the turn.
const FURTHER: f64 = 0.3;

/// How many of those who may be sent are looked at.
const MOST: usize = 10;

/// Somebody who may be sent.
struct Candidate {
    choice: Choice,
    fighter: Fighter,
    /// The most that it can do in its turn.
    strike: f64,
    /// Whether an enemy with its turn in hand can come to it.
    exposed: bool,
}

/// Lets the enemy come if it can, and has not just declined to or loses more turns by that: those who wait can answer
/// a blow, and some can answer more than one. Else sends the one who can strike hardest, or one that nobody can reach.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    scene: &Scene,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let pass = choices_of(decision, ActionRole::Pass).next();
    let mut candidates: Vec<Candidate> = choices_of(decision, ActionRole::Activate)
        .filter_map(|choice| candidate(scene, choice))
        .collect();
    for place in nearest(battle, scene, &candidates) {
        candidates[place].look(battle, tools, scene);
    }
    let someone_waits = candidates
        .iter()
        .any(|candidate| candidate.exposed && candidate.fighter.reactions > 0);
    let tells = candidates
        .iter()
        .any(|candidate| candidate.strike >= TELLING);
    let waits = someone_waits && !tells && tools.skill.plans() && tools.temper.waits;
    if waits && pass.is_some() && may_wait(tools, scene) {
        return pass;
    }
    let mut best: Option<(f64, &Choice)> = None;
    for candidate in &candidates {
        if candidate.strike <= FEEBLE {
            continue;
        }
        // Those who may be struck before they act go last, if they can answer, else first.
        let haste = match (candidate.exposed, candidate.fighter.reactions) {
            (false, _) => 0.0,
            (true, answers @ 1..) => -ANSWER - FURTHER * f64::from(answers - 1),
            (true, 0) => HURRY,
        };
        let value = candidate.strike + haste + noise();
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, &candidate.choice));
        }
    }
    if let Some((_, choice)) = best {
        return Some(choice.clone());
    }
    // Somebody has to go: those that nobody can reach yet lose nothing by it.
    let next = candidates
        .into_iter()
        .min_by_key(|candidate| (candidate.exposed, candidate.fighter.id))
        .map(|candidate| candidate.choice);
    next.or(pass)
}

/// True if the enemy may be left to come to us: it has a combatant left that can, has not let a whole round go by, and has
/// not acted while all of ours wait. If it has just declined to come, to decline as well ends the round, so it must lose
/// more turns by that than we do.
fn may_wait(tools: &Tools, scene: &Scene) -> bool {
    let passes = tools.chronicle.passes();
    // Those who are held fast or have no driver can't come, and are of no account.
    let can_come = |fighter: &&Fighter| fighter.ready && fighter.reactions > 0;
    let theirs = scene.foes().filter(can_come).count();
    let ours = scene.friends().filter(can_come).count();
    let ends_for_nothing =
        passes > 0 && goals::wins_by_time(&scene.level, scene.side) == Some(false);
    let vain = tools.chronicle.waits_in_vain() || ends_for_nothing;
    !tools.chronicle.idle() && !vain && theirs > 0 && (passes == 0 || theirs >= ours + STALL)
}

/// Somebody who may be sent, not looked at yet.
fn candidate(scene: &Scene, choice: Choice) -> Option<Candidate> {
    let Some(Target::Combatant(who)) = choice.target else {
        return None;
    };
    Some(Candidate {
        choice,
        fighter: *scene.fighter(who)?,
        strike: 0.0,
        exposed: false,
    })
}

impl Candidate {
    /// Finds out what it can do, and whether it must fear anybody.
    fn look(&mut self, battle: &mut Battle, tools: &mut Tools, scene: &Scene) {
        let who = self.fighter.id;
        if let Some(thought) = Thought::of(battle, tools, scene, who, true) {
            self.strike = turn::best_strike(battle, tools, &thought);
            self.exposed = is_exposed(&thought);
        }
    }
}

/// The candidates that are nearest to an enemy, in their order: where there are many, the others are far behind.
fn nearest(battle: &Battle, scene: &Scene, candidates: &[Candidate]) -> Vec<usize> {
    let grid = battle.map().grid();
    let way = |place: &usize| {
        let here = candidates[*place].fighter.cell;
        let steps = scene.foes().map(|foe| grid.steps(foe.cell, here));
        (steps.min(), *place)
    };
    let mut places: Vec<usize> = (0..candidates.len()).collect();
    if places.len() > MOST {
        places.sort_by_cached_key(way);
        places.truncate(MOST);
        places.sort_unstable();
    }
    places
}

/// Whether an enemy with its turn in hand can come to where one stands.
fn is_exposed(thought: &Thought) -> bool {
    let cell = thought.situation.me.cell;
    let mut ready = thought.outlook.foes.iter().filter(|foe| foe.fighter.ready);
    ready.any(|foe| comes_near(foe, cell))
}

/// How many blows are to be expected where one stands from those who have still to act, if they share themselves out
/// evenly.
pub(super) fn comers(scene: &Scene, thought: &Thought) -> f64 {
    let cell = thought.situation.me.cell;
    let ready = thought.outlook.foes.iter().filter(|foe| foe.fighter.ready);
    let coming = ready.filter(|foe| comes_near(foe, cell));
    let shares = coming.map(|foe| {
        let targets = scene.friends();
        let targets = targets.filter(|friend| comes_near(foe, friend.cell));
        1.0 / (targets.count().max(1) as f64)
    });
    shares.sum()
}

/// Whether an enemy can come to a cell in its turn.
fn comes_near(foe: &Foe, cell: Cell) -> bool {
    foe.touches(cell) || foe.field.metres(cell) <= foe.strides.within(0) + foe.reach
}
