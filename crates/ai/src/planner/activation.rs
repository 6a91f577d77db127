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
    prospect: Prospect,
}

/// A combatant that would be sent now.
#[derive(Clone, Copy, Default)]
struct Prospect {
    /// The most that it can do in its turn.
    strike: f64,
    /// Whether an enemy with its turn in hand can come to it.
    exposed: bool,
    /// The blows that it can answer.
    answers: u8,
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
    let fighters: Vec<Fighter> = candidates.iter().map(|one| one.fighter).collect();
    for (place, prospect) in prospects(battle, tools, scene, &fighters) {
        candidates[place].prospect = prospect;
    }
    if pass.is_some() && lets_come(tools, scene, candidates.iter().map(|one| one.prospect)) {
        return pass;
    }
    let mut best: Option<(f64, &Choice)> = None;
    for candidate in &candidates {
        let prospect = candidate.prospect;
        if prospect.strike <= FEEBLE {
            continue;
        }
        // Those who may be struck before they act go last, if they can answer, else first.
        let haste = match (prospect.exposed, prospect.answers) {
            (false, _) => 0.0,
            (true, answers @ 1..) => -ANSWER - FURTHER * f64::from(answers - 1),
            (true, 0) => HURRY,
        };
        let value = prospect.strike + haste + noise();
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
        .min_by_key(|candidate| (candidate.prospect.exposed, candidate.fighter.id))
        .map(|candidate| candidate.choice);
    next.or(pass)
}

/// True if the side is to begin: it can strike at once, and would not let the enemy come.
pub(super) fn begins(battle: &mut Battle, tools: &mut Tools, scene: &Scene) -> bool {
    let friends: Vec<Fighter> = scene.friends().copied().collect();
    let prospects = prospects(battle, tools, scene, &friends);
    let prospects = prospects.into_iter().map(|(_, prospect)| prospect);
    prospects.clone().any(|prospect| prospect.strike > 0.0) && !lets_come(tools, scene, prospects)
}

/// True if a side waits for the enemy: a combatant that the enemy can come to can answer a blow, and none can strike one
/// that tells.
fn lets_come(
    tools: &Tools,
    scene: &Scene,
    prospects: impl Iterator<Item = Prospect> + Clone,
) -> bool {
    let mut waiting = prospects.clone();
    let mut striking = prospects;
    waiting.any(|prospect| prospect.exposed && prospect.answers > 0)
        && !striking.any(|prospect| prospect.strike >= TELLING)
        && tools.skill.plans()
        && tools.temper.waits
        && may_wait(tools, scene)
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
        prospect: Prospect::default(),
    })
}

/// The prospects of combatants, by their places in the list: of those nearest to an enemy, if there are many.
fn prospects(
    battle: &mut Battle,
    tools: &mut Tools,
    scene: &Scene,
    fighters: &[Fighter],
) -> Vec<(usize, Prospect)> {
    let mut seen = Vec::new();
    for place in nearest(battle, scene, fighters) {
        let fighter = &fighters[place];
        let Some(thought) = Thought::of(battle, tools, scene, fighter.id, true) else {
            continue;
        };
        let prospect = Prospect {
            strike: turn::best_strike(battle, tools, &thought),
            exposed: is_exposed(&thought),
            answers: fighter.reactions,
        };
        seen.push((place, prospect));
    }
    seen
}

/// The combatants that are nearest to an enemy, in their order: where there are many, the others are far behind.
fn nearest(battle: &Battle, scene: &Scene, fighters: &[Fighter]) -> Vec<usize> {
    let grid = battle.map().grid();
    let way = |place: &usize| {
        let here = fighters[*place].cell;
        let steps = scene.foes().map(|foe| grid.steps(foe.cell, here));
        (steps.min(), *place)
    };
    let mut places: Vec<usize> = (0..fighters.len()).collect();
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
