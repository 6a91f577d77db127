//! Where to go: to where one can strike, out of harm's way, nearer to the enemy or to the objective.

use shieldwall_battle::{Choice, DeviceId, Target, Targets, terms::ActionRole};
use shieldwall_content::level::Victory;
use shieldwall_grid::Cell;

use super::{
    Thinking,
    ground::{self, Ground},
    search,
    turn::LEAST,
};

/// What a sprint costs, as there are only so many.
const SPRINT: f64 = 0.08;
/// What each metre nearer to the enemy is worth to the one who cannot strike yet.
const NEARER: f64 = 0.004;
/// What an opportunity attack on the way counts for.
const RISK: f64 = 0.12;
/// What it counts for to go into what hurts.
const HURT: f64 = 0.6;
/// What it counts for to stay unnoticed, beyond what one would have to fear.
const SHOWN: f64 = 0.08;

/// The best place to go to, with what going there is worth more than staying.
pub(super) fn best(
    thinking: &mut Thinking<'_>,
    ground: &mut Ground,
    goal: &[Cell],
    noise: &mut dyn FnMut() -> f64,
) -> Option<(f64, Choice)> {
    let me = ground.me().seen;
    let here = me.cell;
    let strikes_later = ground.me().acted;
    let walks = walks(thinking);
    let all = std::iter::once(here).chain(walks.iter().map(|walk| walk.to));
    ground.look_at(thinking.battle, all);
    let field = (!goal.is_empty()).then(|| thinking.ways.from(thinking.battle, goal));
    let way_here = field.as_ref().map_or(0.0, |field| field.metres(here));
    // Nobody strikes at whom nobody knows to be there.
    let danger_here = if me.hidden {
        0.0
    } else {
        ground.danger(thinking.battle, &thinking.scene, here)
    };
    let strike_here = ground.strike(thinking.battle, here, me.hidden);
    let mut best: Option<(f64, Choice)> = None;
    for walk in walks {
        let unnoticed = me.hidden && !walk.noticed;
        let mut strike = if walk.acts {
            ground.strike(thinking.battle, walk.to, unnoticed)
        } else {
            0.0
        };
        if strikes_later {
            // It strikes again only in its next turn: a better place to strike from is worth nothing yet.
            strike = strike.min(strike_here);
        }
        let danger = if unnoticed {
            0.0
        } else {
            ground.danger(thinking.battle, &thinking.scene, walk.to)
        };
        let mut value = strike - danger - walk.price + noise() - (strike_here - danger_here);
        // Coming nearer only matters as long as nobody can be struck.
        if strike_here <= 0.0 && strike <= 0.0 {
            let nearer = field
                .as_ref()
                .map_or(0.0, |field| way_here - field.metres(walk.to));
            value += NEARER * nearer.clamp(-20.0, 20.0) * eagerness(thinking);
        }
        if walk.noticed {
            value -= SHOWN;
        }
        if walk.hurts {
            value -= HURT;
        } else if walk.risky {
            value -= RISK;
        }
        if value > LEAST && best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, walk.choice));
        }
    }
    // What was to be had here is had elsewhere: the action is weighed against the gain of going.
    best.map(|(value, choice)| (value + strike_here.min(value.max(0.0)), choice))
}

/// A way to go on offer.
struct Walk {
    choice: Choice,
    to: Cell,
    /// Whether an action is possible afterwards.
    acts: bool,
    risky: bool,
    /// Whether it leads into what hurts.
    hurts: bool,
    /// What it costs, in harm.
    price: f64,
    /// Whether it makes enemies notice one whom they have not noticed.
    noticed: bool,
}

/// Some of the ways on offer.
fn walks(thinking: &Thinking<'_>) -> Vec<Walk> {
    let mut walks = Vec::new();
    for offer in &thinking.decision.offers {
        let sprints = match offer.action.role {
            ActionRole::Move => false,
            ActionRole::Sprint => true,
            _ => continue,
        };
        let Targets::Cells(cells) = &offer.targets else {
            continue;
        };
        for option in ground::sample(thinking.battle, &thinking.scene, cells) {
            walks.push(Walk {
                choice: offer.choice(Some(Target::Cell(option.cell)), None),
                to: option.cell,
                acts: option.band == 0,
                risky: option.risky,
                hurts: option.hurts,
                price: if sprints { SPRINT } else { 0.0 } + 1e-4 * option.cost.amount(),
                noticed: option.noticed,
            });
        }
    }
    walks
}

/// Where somebody wants to go.
pub(super) struct Goal {
    /// Any of these cells; empty if there is nothing to go to.
    pub(super) cells: Vec<Cell>,
    /// Whether that is only to open the gates that bar the way to what it wants.
    pub(super) barred: bool,
}

/// Where this combatant wants to go: the objective, or the enemy, or where it may be; to a lever if
/// shut gates bar the way.
pub(super) fn goal(thinking: &mut Thinking<'_>, here: Cell) -> Goal {
    let wanted = objective(thinking, here);
    let field = thinking.ways.from(thinking.battle, &wanted);
    if wanted.is_empty() || field.leads_to(here) {
        return Goal {
            cells: wanted,
            barred: false,
        };
    }
    let map = thinking.battle.map();
    let beside_levers: Vec<Cell> = levers(thinking)
        .into_iter()
        .flat_map(|(_, lever)| {
            let around = map.grid().neighbours(lever).map(|(_, cell)| cell);
            std::iter::once(lever).chain(around)
        })
        .filter(|cell| map.ground(*cell).passable)
        .collect();
    let barred = !beside_levers.is_empty();
    let cells = if barred { beside_levers } else { wanted };
    Goal { cells, barred }
}

fn objective(thinking: &mut Thinking<'_>, here: Cell) -> Vec<Cell> {
    let scene = &thinking.scene;
    match &scene.level.victory {
        Victory::Hold { cells, .. } => cells.clone(),
        Victory::Escape { side, cells } if *side == scene.side.index() => cells.clone(),
        _ if scene.foes().next().is_none() => {
            let ways = thinking.ways.from(thinking.battle, &[here]);
            search::places(thinking.battle, scene, &ways)
        }
        _ => scene.foes().map(|foe| foe.seen.cell).collect(),
    }
}

/// How much a side wants to come to blows: more, the longer nothing happens.
fn eagerness(thinking: &Thinking<'_>) -> f64 {
    let round = f64::from(thinking.battle.round());
    1.0 + 0.35 * round
}

/// The levers that move doors which are shut, with their cells.
pub(super) fn levers(thinking: &Thinking<'_>) -> Vec<(DeviceId, Cell)> {
    let map = thinking.battle.map();
    let devices = (0..).map(DeviceId).zip(&thinking.scene.level.devices);
    devices
        .filter(|(_, device)| {
            let mut doors = device.doors.iter();
            doors.any(|(cell, side)| map.border(*cell, *side).is_shut())
        })
        .map(|(id, device)| (id, device.cell))
        .collect()
}
