//! What the board and the brains ask: ways, threats, conditions, the order of the round.

use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    CellOption, Choice, CombatantId, Decision, ItemId, ItemState, SideId, Threat, ThreatenedCell,
    Vantage, terms::Condition, view::OrderEntry,
};
use shieldwall_grid::{Cell, Direction};

use crate::{
    combatant::state::{Plan, Posture, Readying, Task},
    context::read::{FighterView, GearView, ReadParam, with_read},
    movement::{
        bands::{self, Band},
        ways::{Pathfinder, Ways},
    },
    terms::conditions,
    turn::order_key::OrderKey,
};

/// Runs a question that needs to search the map.
fn explore<T>(world: &mut World, ask: impl FnOnce(&ReadParam<'_, '_>, &mut Pathfinder) -> T) -> T {
    world.resource_scope(|world, mut pathfinder: Mut<'_, Pathfinder>| {
        with_read(world, |with_read| ask(with_read, &mut pathfinder))
    })
}

fn ways_of(
    with_read: &ReadParam<'_, '_>,
    who: CombatantId,
    ceiling: Band,
    asking: Option<SideId>,
    pathfinder: &mut Pathfinder,
) -> Ways {
    let read = with_read.read();
    let mover = read.fighter(who);
    let involved = read.is_engaged(mover.side(), mover.cell());
    let budget = ceiling.ceiling().min(bands::farthest(involved));
    let blockers = read.crowd_known_to(&mover, asking);
    read.ways_through(&mover, budget, blockers, pathfinder)
}

/// The way to a cell, without the first cell; empty if there is none.
pub fn path(world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
    explore(world, |with_read, pathfinder| {
        let ways = ways_of(with_read, mover, Band::Run, None, pathfinder);
        let path = ways.path(with_read.read().board.map.grid(), to);
        path.unwrap_or_default()
    })
}

/// The cells somebody could get to in one round.
pub fn reachable(world: &mut World, who: CombatantId, asking: Option<SideId>) -> Vec<CellOption> {
    explore(world, |with_read, pathfinder| {
        ways_of(with_read, who, Band::Run, asking, pathfinder).cells()
    })
}

/// The cells somebody could attack next round: in melee after any move that leaves it an action,
/// with missiles from where it stands or after a move that costs nothing.
pub fn threatened(
    world: &mut World,
    who: CombatantId,
    asking: Option<SideId>,
) -> Vec<ThreatenedCell> {
    explore(world, |with_read, pathfinder| {
        let ways = ways_of(with_read, who, Band::Quarter, asking, pathfinder);
        let read = with_read.read();
        let fighter = read.fighter(who);
        if !fighter.is_active() {
            return Vec::new();
        }
        let arms = read.arms(&fighter);
        let map = &read.board.map;
        let grid = map.grid();
        let mut melee = vec![false; grid.len()];
        let mut stands: Vec<Cell> = vec![fighter.cell()];
        let cells = ways.cells();
        if arms.iter().any(|arm| !arm.manner.is_missile()) {
            let all = cells.iter().map(|option| option.cell);
            for cell in all.chain([fighter.cell()]) {
                for (_, other) in grid.neighbours(cell) {
                    if !melee[other.index()] && map.in_contact(cell, other) {
                        melee[other.index()] = true;
                    }
                }
            }
        }
        stands.extend(
            cells
                .iter()
                .filter(|option| option.band == Band::Free.index() && !option.risky)
                .map(|option| option.cell),
        );
        let missiles: Vec<_> = arms.iter().filter(|arm| arm.manner.is_missile()).collect();
        grid.cells()
            .filter(|&cell| map.ground(cell).passable)
            .filter_map(|cell| {
                if melee[cell.index()] {
                    return Some(ThreatenedCell {
                        cell,
                        threat: Threat::Blow,
                    });
                }
                let shot = !missiles.is_empty()
                    && stands
                        .iter()
                        .any(|&stand| missiles.iter().any(|&&arm| read.reaches(arm, stand, cell)));
                shot.then_some(ThreatenedCell {
                    cell,
                    threat: Threat::Missile,
                })
            })
            .collect()
    })
}

/// How far the actor of a decision would have to move before it could carry a choice out: to where
/// its weapon reaches, or to what it would wake, pick up or take up (PCT-R01).
pub fn vantage(world: &mut World, decision: &Decision, choice: &Choice) -> Vantage {
    explore(world, |with_read, pathfinder| {
        let Some(who) = decision.actor else {
            return Vantage::Beyond;
        };
        let plan = {
            let read = with_read.read();
            read.plan_of(&read.fighter(who), choice)
        };
        let ways = ways_of(with_read, who, Band::Quarter, None, pathfinder);
        let read = &with_read.read();
        let fighter = read.fighter(who);
        let side = fighter.side();
        let known = |target: CombatantId| {
            let target = read.fighter(target);
            (!read.is_enemy(side, &target) || !target.is_hidden()).then(|| target.cell())
        };
        let engaging = read.engaging(side, fighter.cell());
        let lies = |item| {
            let gear = read.gear(item)?;
            let planted = gear.planted.map(|planted| planted.cell);
            gear.lying.map(|lying| lying.0).or(planted)
        };
        let serves: Box<dyn Fn(Cell) -> bool + '_> = match plan {
            Plan::Attack(arm, target) => match known(target) {
                Some(cell) => {
                    let engaging = engaging.clone();
                    let free = !arm.manner.is_missile() || read.rules.missile_after_breaking_off;
                    Box::new(move |from| {
                        read.reaches(arm, from, cell) && (free || !read.breaks_off(&engaging, from))
                    })
                }
                None => return Vantage::Beyond,
            },
            Plan::Wake(sleeper) => match known(sleeper) {
                Some(cell) => Box::new(move |from| read.in_contact(from, cell)),
                None => return Vantage::Beyond,
            },
            Plan::Ready(Readying::Pair(first, second)) => match lies(first).or(lies(second)) {
                Some(cell) => Box::new(move |from| from == cell),
                None => return Vantage::Beyond,
            },
            Plan::Ready(Readying::Take(item)) | Plan::TakeUp(item) => match lies(item) {
                Some(cell) => Box::new(move |from| from == cell),
                None => return Vantage::Beyond,
            },
            _ => return Vantage::Beyond,
        };
        if serves(fighter.cell()) {
            return Vantage::Here;
        }
        // Band by band, since looking along a line costs more than comparing numbers.
        let mut cells = ways.cells();
        cells.sort_unstable_by_key(|option| (option.band, option.cell));
        cells
            .iter()
            .find(|option| serves(option.cell))
            .map_or(Vantage::Beyond, |option| Vantage::Band(option.band))
    })
}

/// Conditions by name, and the direction faced by somebody who kneels.
pub fn conditions(world: &mut World, who: CombatantId) -> (Vec<Condition>, Option<Direction>) {
    with_read(world, |with_read| {
        let read = with_read.read();
        let fighter = read.fighter(who);
        let mut names = Vec::new();
        let facing = match *fighter.posture {
            Posture::Standing => None,
            Posture::Kneeling(facing) => Some(facing),
            Posture::KneelingBehind(_) => None,
        };
        if fighter.posture.kneels() {
            names.push(conditions::KNEELING);
        }
        if fighter.surprised {
            names.push(conditions::SURPRISED);
        }
        match fighter.turn.task {
            Some(Task::Reload(_)) => names.push(conditions::RELOADING),
            Some(Task::FirstAid) => names.push(conditions::HELPING),
            None => {}
        }
        if fighter.turn.broke_off {
            names.push(conditions::BROKE_OFF);
        }
        if fighter.turn.woken {
            names.push(conditions::JUST_WOKEN);
        }
        let held = read.held(&fighter);
        let out = held
            .iter()
            .find_map(|gear| gear.ammunition.filter(|left| left.loaded == 0));
        if let Some(left) = out {
            names.push(if left.spares > 0 {
                conditions::UNLOADED
            } else {
                conditions::OUT_OF_AMMUNITION
            });
        }
        if held.iter().any(GearView::is_broken) {
            names.push(conditions::BROKEN_ITEM);
        }
        (names, facing)
    })
}

/// The order of action of the round, as far as it is known: until somebody has moved, by its
/// unreduced DEX and readied weapon.
pub fn order(world: &mut World) -> Vec<OrderEntry> {
    with_read(world, |with_read| {
        let read = with_read.read();
        let current = with_read.plan.current();
        let mut places: Vec<(OrderKey, CombatantId)> = read
            .all()
            .filter(FighterView::is_able)
            .filter_map(|fighter| {
                let place = match (fighter.turn.band, fighter.turn.place) {
                    (Some(_), place) => place?,
                    (None, _) => read.readied_key(&fighter),
                };
                Some((place, *fighter.id))
            })
            .collect();
        places.sort_unstable();
        let mut before = None;
        places
            .into_iter()
            .map(|(place, who)| {
                let fighter = read.fighter(who);
                let with_previous = before == Some(place);
                before = Some(place);
                OrderEntry {
                    who,
                    rank: Some(place.rank),
                    ready: !fighter.turn.acted,
                    note: None,
                    chance: None,
                    reactions: 0,
                    acted: fighter.turn.acted,
                    done: fighter.turn.acted,
                    now: current == Some(who),
                    with_previous,
                }
            })
            .collect()
    })
}

/// How an item is.
#[must_use]
pub fn item_state(world: &mut World, item: ItemId) -> ItemState {
    with_read(world, |with_read| {
        let read = with_read.read();
        read.gear(item)
            .map_or_else(ItemState::default, |gear| ItemState {
                hit_points: gear
                    .soundness
                    .map(|soundness| (soundness.left, soundness.whole)),
                readied: gear.readied,
                ammunition: gear
                    .ammunition
                    .map(|ammunition| (ammunition.loaded, ammunition.spares)),
                cell: gear
                    .lying
                    .map(|lying| lying.0)
                    .or_else(|| gear.planted.map(|planted| planted.cell)),
            })
    })
}
