//! The systems that make walks (D20-031, D20-050, D20-115 to D20-124, D20-R12).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Astride, Board, CombatantId, Event, MoveCost, Position, Roster, Scribe, Vitality, Writer, goals,
};
use shieldwall_grid::{Cell, Direction, Door, DoorUse, Side};

use crate::{
    attack::{
        Occasion,
        free_attacks::{Interlude, Provoking},
    },
    figure::{
        Broken, Facing, Locked, Prone,
        battlefield::{Battlefield, Figure},
        count::Count,
        round::{Barred, Exertion, Exposure, Fended, Intent, Numbers},
        walk::{Pace, Walk, WalkState, half},
    },
    harm::hazards::Plunge,
    movement::ways::CELLS,
    terms::{
        conditions::{BROKEN, LOCKED, PRONE},
        rules::{R031, R115, R123, RR44, RR56, RR64},
    },
};

/// What a walk changes of the one who walks.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Mover {
    pub(super) position: &'static mut Position,
    pub(super) astride: &'static mut Astride,
    pub(super) facing: &'static mut Facing,
    pub(super) locked: &'static mut Locked,
    pub(super) prone: &'static mut Prone,
    pub(super) vitality: &'static mut Vitality,
    pub(super) broken: &'static mut Broken,
    pub(super) exposure: &'static mut Exposure,
    pub(super) exertion: &'static mut Exertion,
    pub(super) numbers: &'static mut Numbers,
    pub(super) barred: &'static mut Barred,
    pub(super) fended: &'static mut Fended,
}

/// The walk whose turn it is: the one with the fewest steps, and of those the quickest (D20-R12).
pub(super) fn next<'a>(
    field: &Battlefield<'_, '_>,
    walks: impl Iterator<Item = (Entity, &'a Walk)>,
) -> Option<(Entity, &'a Walk)> {
    walks.min_by_key(|(_, walk)| (walk.steps, field.figure(walk.who).precedence()))
}

/// What happens next on a walk.
pub enum WalkEvent {
    /// It falls (D20-123).
    Fall,
    /// It is struck before it goes on (D20-115).
    Struck(Vec<CombatantId>),
    /// Somebody may meet it with a long weapon (D20-135).
    FendOff(CombatantId),
    /// It makes a step.
    Step(Step),
    /// It has arrived, or can go no farther.
    Arrive(Arrival),
}

/// One step of a walk.
pub struct Step {
    from: Cell,
    to: Cell,
    cost: u16,
    turns: Option<Direction>,
    /// A door that it opens on its way.
    door: Option<(Cell, Side)>,
    /// The fall or fire that it comes to there.
    plunge: Option<Plunge>,
}

/// How a walk ends.
pub struct Arrival {
    facing: Direction,
    /// The enemies it has closed with: no blows between them this round (D20-050).
    closed_with: Vec<CombatantId>,
    /// Whether it leaves the map.
    leaves: bool,
    /// Whether it may not attack any more.
    spent: bool,
    /// True if it has charged farther than it could have gone otherwise with an attack.
    charged: bool,
    /// What becomes of somebody who has lost heart and cannot get away; `None` for all others.
    cornered: Option<Cornered>,
}

/// What becomes of somebody who has lost heart and cannot get away (D20-R56).
#[derive(Clone, Copy)]
enum Cornered {
    /// It gives itself up.
    Surrenders,
    /// It fights on.
    FightsOn,
}

/// Finds the next walk, and what happens next on it. One in each run of the stage.
pub fn look(
    field: Battlefield,
    walks: Query<(Entity, &Walk)>,
    count: Res<Count>,
) -> Option<(Entity, WalkEvent)> {
    let goes = |state| {
        matches!(
            state,
            WalkState::Going | WalkState::Struck | WalkState::Stumbling
        )
    };
    let going = walks.iter().filter(|(_, walk)| goes(walk.state));
    let (entity, walk) = next(&field, going)?;
    let event = next_event(&field, &field.figure(walk.who), walk, &count);
    Some((entity, event))
}

/// Goes on with a walk: a step, or what comes before it. Returns what the walker comes to.
pub fn go_on(
    In(next): In<Option<(Entity, WalkEvent)>>,
    mut walks: Query<&mut Walk>,
    mut movers: Query<Mover>,
    mut board: ResMut<Board>,
    roster: Res<Roster>,
    mut commands: Commands,
    mut provoking: Provoking,
    mut scribe: Scribe,
) -> Vec<(CombatantId, Plunge)> {
    let Some((entity, event)) = next else {
        return Vec::new();
    };
    let Ok(mut walk) = walks.get_mut(entity) else {
        return Vec::new();
    };
    let who = walk.who;
    match event {
        WalkEvent::Fall => {
            walk.state = WalkState::Going;
            if let Ok(mut mover) = movers.get_mut(roster.combatant(who)) {
                mover.exertion.moved = true;
                mover.exertion.spent = true;
                mover.numbers.0.clear();
                fall(&mut mover, who, &mut scribe);
            }
        }
        WalkEvent::Struck(strikers) => {
            walk.state = WalkState::Struck;
            provoking.provoke(strikers.into_iter().map(|striker| Interlude::Attack {
                who: striker,
                target: who,
                occasion: Occasion::Passing,
                rules: &[R115],
            }));
        }
        WalkEvent::FendOff(wielder) => {
            walk.state = WalkState::Met(wielder);
            if let Ok(mut wielder) = movers.get_mut(roster.combatant(wielder)) {
                wielder.fended.0.push(who);
            }
        }
        WalkEvent::Step(step) => {
            walk.ahead.pop();
            walk.state = WalkState::Going;
            walk.left = walk.left.saturating_sub(step.cost);
            walk.spent += step.cost;
            walk.steps += 1;
            walk.came_from = Some(step.from);
            match walk.group {
                Some(group) => scribe.journal.resume_group(group),
                None => walk.group = Some(scribe.journal.open_group()),
            }
            if let Some((cell, side)) = step.door {
                board.map_mut().set_door(cell, side, Door::Open);
                let event = Event::Door {
                    who: Some(who),
                    cell,
                    side,
                    open: true,
                };
                scribe.write(event, &[R031]);
            }
            if let Ok(mut mover) = movers.get_mut(roster.combatant(who)) {
                mover.position.0 = step.to;
                mover.facing.0 = step.turns.unwrap_or(mover.facing.0);
                mover.exertion.exerted = true;
                if !walk.marches {
                    mover.astride.0 = None;
                    unlock(&mut mover, who, &mut scribe);
                }
            }
            let event = Event::Moved {
                who,
                path: vec![step.from, step.to],
                cost: MoveCost::count(step.cost, CELLS),
                stopped: None,
            };
            scribe.write(event, &[R031]);
            scribe.journal.close_group();
            let plunge = step.plunge.map(|plunge| (who, plunge));
            return plunge.into_iter().collect();
        }
        WalkEvent::Arrive(arrival) => {
            commands.entity(entity).despawn();
            arrive(&walk, arrival, &mut movers, &roster, &mut scribe);
        }
    }
    Vec::new()
}

/// What comes next of a walk.
fn next_event(
    field: &Battlefield<'_, '_>,
    mover: &Figure<'_, '_>,
    walk: &Walk,
    count: &Count,
) -> WalkEvent {
    if !mover.can_act() {
        return arrival(field, mover, walk);
    }
    if walk.state == WalkState::Stumbling {
        return WalkEvent::Fall;
    }
    let next = walk.ahead.last().copied();
    if walk.state == WalkState::Going
        && let Some(wielder) = field.met_by(mover, walk.came_from, next, count)
    {
        return WalkEvent::FendOff(wielder);
    }
    let Some(to) = next else {
        return arrival(field, mover, walk);
    };
    let (map, from) = (&field.board.map, mover.cell());
    let direction = map.grid().direction_between(from, to);
    let step = direction.and_then(|way| map.step_with(from, way, DoorUse::Open));
    let Some(step) = step else {
        return arrival(field, mover, walk);
    };
    let cost = field.cost_of_step(from, to, step.opens_door);
    let mut enemies = field.enemies(mover.side());
    let is_held = enemies.any(|enemy| enemy.footing().covers(field.grid(), to));
    // Somebody may have come first (D20-R12).
    let is_full = walk.ahead.len() == 1 && !walk.marches && field.is_taken(mover, to);
    if is_held || is_full || cost > walk.left || field.is_kept_from(mover, to) {
        return arrival(field, mover, walk);
    }
    if walk.state != WalkState::Struck {
        let strikers = field.strikers_on_step(mover, from, to, walk.steps > 0);
        if !strikers.is_empty() {
            return WalkEvent::Struck(strikers);
        }
    }
    let backs_away = matches!(walk.pace, Pace::Slow | Pace::Fast);
    WalkEvent::Step(Step {
        from,
        to,
        cost,
        turns: Some(step.direction).filter(|_| !backs_away && !walk.marches),
        door: step
            .side
            .filter(|_| step.opens_door)
            .map(|side| (from, side)),
        plunge: field.plunge(from, to),
    })
}

/// How a walk ends where the mover is.
fn arrival(field: &Battlefield<'_, '_>, mover: &Figure<'_, '_>, walk: &Walk) -> WalkEvent {
    let here = mover.cell();
    let closes = *mover.round.intent == Intent::Close;
    let beside = field
        .enemies(mover.side())
        .filter(|enemy| closes && field.adjacent(enemy.footing(), mover.footing()));
    let exits = goals::exits(&field.board.level, mover.side());
    let flees = walk.flees && field.is_way_out(here);
    WalkEvent::Arrive(Arrival {
        facing: walk
            .facing
            .unwrap_or_else(|| field.facing_the_enemy(mover, here)),
        closed_with: beside.map(|enemy| *enemy.id).collect(),
        leaves: mover.can_act() && walk.steps > 0 && (exits.contains(&here) || flees),
        spent: walk.spent > walk.act || walk.pace == Pace::Run,
        charged: walk.charges && walk.spent > half(field.speed(mover)),
        cornered: (mover.can_act() && walk.flees && walk.steps == 0).then(|| {
            if mover.stats().kind.surrenders() {
                Cornered::Surrenders
            } else {
                Cornered::FightsOn
            }
        }),
    })
}

fn arrive(
    walk: &Walk,
    arrival: Arrival,
    movers: &mut Query<'_, '_, Mover>,
    roster: &Roster,
    scribe: &mut Scribe<'_, '_>,
) {
    let who = walk.who;
    for &other in &arrival.closed_with {
        if let Ok(mut other) = movers.get_mut(roster.combatant(other)) {
            other.barred.0.push(who);
        }
    }
    let Ok(mut mover) = movers.get_mut(roster.combatant(who)) else {
        return;
    };
    if *mover.vitality != Vitality::Active {
        return;
    }
    mover.barred.0.extend(arrival.closed_with);
    if walk.steps > 0 {
        mover.exertion.moved = true;
        mover.exertion.spent |= arrival.spent;
        mover.exertion.charged |= arrival.charged;
        mover.numbers.0.clear();
    }
    let gone = match arrival.cornered {
        Some(Cornered::FightsOn) => {
            mover.broken.0 = false;
            scribe.condition(who, BROKEN, false, &[RR56]);
            None
        }
        Some(Cornered::Surrenders) => Some(Vitality::Surrendered),
        None => arrival.leaves.then_some(Vitality::Left),
    };
    if let Some(to) = gone {
        scribe.vitality(who, &mut mover.vitality, to, &[RR56]);
        return;
    }
    if mover.facing.0 != arrival.facing {
        mover.facing.0 = arrival.facing;
        scribe.faced(who, arrival.facing, &[RR44]);
    }
}

/// Lets somebody fall to the ground (D20-123).
fn fall(mover: &mut MoverItem<'_, '_>, who: CombatantId, scribe: &mut Scribe<'_, '_>) {
    unlock(mover, who, scribe);
    if *mover.vitality != Vitality::Active || mover.prone.0 {
        return;
    }
    mover.prone.0 = true;
    scribe.condition(who, PRONE, true, &[R123]);
}

/// Takes somebody out of its wall: it has moved alone (D20-R64).
fn unlock(mover: &mut MoverItem<'_, '_>, who: CombatantId, scribe: &mut Scribe<'_, '_>) {
    if std::mem::take(&mut mover.locked.0) {
        scribe.condition(who, LOCKED, false, &[RR64]);
    }
}

impl Battlefield<'_, '_> {
    /// The way somebody who stands in a cell would face of itself: towards the nearest enemy that it sees, or as it
    /// does now (D20-R44).
    #[must_use]
    pub fn facing_the_enemy(&self, who: &Figure<'_, '_>, from: Cell) -> Direction {
        let map = &self.board.map;
        let seen = self
            .enemies_known_to(who)
            .map(|enemy| enemy.cell())
            .filter(|cell| map.sight(from, *cell).visible);
        let nearest = seen.min_by_key(|cell| (self.grid().steps(from, *cell), *cell));
        nearest.map_or(who.facing.0, |cell| self.towards(from, cell))
    }

    /// Whether broken troops leave the map from a cell: by the exits of the level, or where it has none over its edge
    /// (D20-R56).
    #[must_use]
    pub fn is_way_out(&self, cell: Cell) -> bool {
        let exits = &self.board.level.exits;
        if !exits.is_empty() {
            return exits.binary_search(&cell).is_ok();
        }
        let grid = self.grid();
        let (column, row) = grid.column_row(cell);
        column == 0 || row == 0 || column + 1 == grid.width() || row + 1 == grid.height()
    }
}
