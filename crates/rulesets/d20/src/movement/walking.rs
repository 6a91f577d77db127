//! The systems that make walks (D20-031, D20-050, D20-115 to D20-124, D20-R12).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Astride, Board, Check, CombatantId, DiceCup, Event, Flow, Journal, MoveCost, Position, Roster,
    RuleId, Vitality, check::Against, event::Rolled, goals,
};
use shieldwall_dice::{Dice, Face};
use shieldwall_grid::{Cell, Direction, Door, DoorUse, Side};

use crate::{
    attack::{
        Occasion,
        spawning::{self, Announced},
    },
    figure::{
        Facing, Locked, Prone,
        battlefield::{Battlefield, Figure},
        round::{Barred, Checked, Exertion, Exposure, Intent, Numbers},
    },
    movement::{
        retreat::{Pace, half},
        walk::{Walk, WalkState},
        ways::CELLS,
    },
    terms::{
        conditions::{EXPOSED, LOCKED, PRONE},
        rules::{R031, R115, R121, R122, R123, R124, RR44, RR56, RR61, RR64},
        words::{FAILURE, SUCCESS},
    },
};

/// What a walk changes of the one who walks.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Mover {
    position: &'static mut Position,
    astride: &'static mut Astride,
    facing: &'static mut Facing,
    locked: &'static mut Locked,
    prone: &'static mut Prone,
    vitality: &'static mut Vitality,
    exposure: &'static mut Exposure,
    exertion: &'static mut Exertion,
    numbers: &'static mut Numbers,
    barred: &'static mut Barred,
    checked: &'static mut Checked,
}

/// Figures to read, or to change, and the map with its doors.
pub type Figures<'w, 's> = ParamSet<
    'w,
    's,
    (
        Battlefield<'static, 'static>,
        Query<'static, 'static, Mover>,
        ResMut<'static, Board>,
    ),
>;

/// Whether somebody is on the way.
pub fn anybody_walks(walks: Query<&Walk>) -> bool {
    !walks.is_empty()
}

/// Whether somebody is about to set out.
pub fn anybody_sets_out(walks: Query<&Walk>) -> bool {
    walks.iter().any(|walk| walk.state == WalkState::Ready)
}

/// The walk whose turn it is: the one with the fewest steps, and of those the quickest (D20-R12).
fn next<'a>(
    field: &Battlefield<'_, '_>,
    walks: impl Iterator<Item = (Entity, Mut<'a, Walk>)>,
) -> Option<(Entity, Mut<'a, Walk>)> {
    walks.min_by_key(|(_, walk)| (walk.steps, field.figure(walk.who).precedence()))
}

/// Lets the next one set out: it may have to retreat, and to keep its feet in doing so (D20-121 to D20-124). The pace
/// goes by what the whole path costs.
pub fn set_out(
    mut figures: Figures,
    mut walks: Query<(Entity, &mut Walk)>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut commands: Commands,
    mut flow: ResMut<Flow>,
    mut journal: ResMut<Journal>,
) {
    let field = figures.p0();
    let ready = walks
        .iter_mut()
        .filter(|(_, walk)| walk.state == WalkState::Ready);
    let Some((_, mut walk)) = next(&field, ready) else {
        return;
    };
    walk.state = WalkState::Going;
    let mover = field.figure(walk.who);
    let Some(first) = walk.ahead.last().copied() else {
        return;
    };
    let left = field.left_behind(&mover, mover.cell(), first);
    if left.is_empty() {
        return;
    }
    let speed = field.speed(&mover);
    walk.pace = Pace::of(cost_of(&field, mover.cell(), &walk.ahead), speed);
    let mut strikers = Vec::new();
    let mut rules: Vec<RuleId> = vec![R121];
    match walk.pace {
        Pace::Free | Pace::Slow => {}
        Pace::Fast => {
            rules = vec![R122, RR61];
            let dexterity = mover.stats().abilities.dexterity;
            let most = dexterity + field.footing_modifier(mover.cell());
            if !keeps_its_feet(walk.who, most, &mut cup, &mut journal) {
                walk.state = WalkState::Stumbling;
                walk.ahead.clear();
                strikers.clone_from(&left);
                rules = vec![R123];
            }
        }
        Pace::Run => {
            strikers.clone_from(&left);
            rules = vec![R124];
        }
    }
    strikers.retain(|striker| {
        let striker = field.figure(*striker);
        striker.strikes_freely() && !field.is_barred(&striker, walk.who)
    });
    let attacks: Vec<Announced> = strikers
        .iter()
        .filter_map(|striker| spawning::free_attack(&field, &field.figure(*striker), &mover))
        .collect();
    if walk.pace.exposure() > 0 {
        let event = Event::Condition {
            who: walk.who,
            condition: EXPOSED,
            on: true,
        };
        journal.write(event, &rules);
    }
    spawning::begin(
        attacks,
        Occasion::Leaving,
        &rules,
        &field,
        &mut commands,
        &mut flow,
        &mut journal,
    );
    let (who, pace) = (walk.who, walk.pace);
    if let Ok(mut mover) = figures.p1().get_mut(roster.combatant(who)) {
        mover.exposure.0 = mover.exposure.0.max(pace.exposure());
        mover.exertion.spent |= pace == Pace::Run;
    }
}

/// What a path costs, its next cell last.
fn cost_of(field: &Battlefield<'_, '_>, from: Cell, ahead: &[Cell]) -> u16 {
    let mut here = from;
    let mut cost = 0;
    for &to in ahead.iter().rev() {
        cost += field.cost_of_step(here, to, opens_door(field, here, to));
        here = to;
    }
    cost
}

fn opens_door(field: &Battlefield<'_, '_>, from: Cell, to: Cell) -> bool {
    let map = &field.board.map;
    let direction = map.grid().direction_between(from, to);
    let step = direction.and_then(|way| map.step_with(from, way, DoorUse::Open));
    step.is_some_and(|step| step.opens_door)
}

/// The DEX roll of somebody who retreats fast (D20-122).
fn keeps_its_feet(who: CombatantId, most: i32, cup: &mut DiceCup, journal: &mut Journal) -> bool {
    let roll = cup.band(20, &[most]);
    let kept = roll.band == 0;
    let chance = most.clamp(0, 20) * 5;
    let rolled = Rolled {
        who,
        purpose: "keeping its feet".to_owned(),
        dice: vec![Face {
            sides: 20,
            face: roll.face,
        }],
        chance: Some(Check {
            skill: "DEX".into(),
            rating: chance,
            modifiers: Vec::new(),
            chance,
            against: Against::AtMost(most),
        }),
        total: None,
        outcome: Some(if kept { SUCCESS } else { FAILURE }),
    };
    journal.write(Event::Rolled(rolled), &[R122, RR61]);
    kept
}

/// What the next one on the way does.
enum Deed {
    /// It falls (D20-123).
    Fall,
    /// It is struck before it goes on (D20-115).
    Suffer(Vec<Announced>),
    /// It makes a step.
    Step {
        to: Cell,
        cost: u16,
        turns: Option<Direction>,
        door: Option<(Cell, Side)>,
    },
    /// It has arrived, or can go no farther.
    Arrive(Arrival),
}

/// How a walk ends.
struct Arrival {
    facing: Direction,
    /// Those with whom it exchanges no blows from now on (D20-050).
    closed_with: Vec<CombatantId>,
    /// Whether it leaves the map.
    leaves: bool,
    /// Whether it may still attack.
    spent: bool,
}

/// Makes the next step of the next walk, or what comes before it. One in each run of the stage.
pub fn go_on(
    mut figures: Figures,
    mut walks: Query<(Entity, &mut Walk)>,
    roster: Res<Roster>,
    mut commands: Commands,
    mut flow: ResMut<Flow>,
    mut journal: ResMut<Journal>,
) {
    let field = figures.p0();
    let goes = |state| {
        matches!(
            state,
            WalkState::Going | WalkState::Struck | WalkState::Stumbling
        )
    };
    let going = walks.iter_mut().filter(|(_, walk)| goes(walk.state));
    let Some((entity, mut walk)) = next(&field, going) else {
        return;
    };
    let mover = field.figure(walk.who);
    let from = mover.cell();
    match deed(&field, &mover, &walk) {
        Deed::Fall => {
            walk.state = WalkState::Going;
            let who = walk.who;
            if let Ok(mut mover) = figures.p1().get_mut(roster.combatant(who)) {
                mover.exertion.moved = true;
                mover.exertion.spent = true;
                mover.numbers.0.clear();
                fall(&mut mover, who, &mut journal);
            }
        }
        Deed::Suffer(attacks) => {
            walk.state = WalkState::Struck;
            let strikers: Vec<_> = attacks.iter().map(|attack| attack.who).collect();
            spawning::begin(
                attacks,
                Occasion::Passing,
                &[R115],
                &field,
                &mut commands,
                &mut flow,
                &mut journal,
            );
            for striker in strikers {
                if let Ok(mut striker) = figures.p1().get_mut(roster.combatant(striker)) {
                    striker.checked.0.push(walk.who);
                }
            }
        }
        Deed::Step {
            to,
            cost,
            turns,
            door,
        } => {
            walk.ahead.pop();
            walk.state = WalkState::Going;
            walk.left = walk.left.saturating_sub(cost);
            walk.spent += cost;
            walk.steps += 1;
            match walk.group {
                Some(group) => journal.resume_group(group),
                None => walk.group = Some(journal.open_group()),
            }
            if let Some((cell, side)) = door {
                figures.p2().map_mut().set_door(cell, side, Door::Open);
                let who = Some(walk.who);
                let event = Event::Door {
                    who,
                    cell,
                    side,
                    open: true,
                };
                journal.write(event, &[R031]);
            }
            if let Ok(mut mover) = figures.p1().get_mut(roster.combatant(walk.who)) {
                mover.position.0 = to;
                mover.astride.0 = None;
                mover.facing.0 = turns.unwrap_or(mover.facing.0);
                unlock(&mut mover, walk.who, &mut journal);
            }
            let event = Event::Moved {
                who: walk.who,
                path: vec![from, to],
                cost: MoveCost::count(cost, CELLS),
                stopped: None,
            };
            journal.write(event, &[R031]);
            journal.close_group();
        }
        Deed::Arrive(arrival) => {
            commands.entity(entity).despawn();
            arrive(&walk, arrival, &mut figures.p1(), &roster, &mut journal);
        }
    }
}

/// What comes next of a walk.
fn deed(field: &Battlefield<'_, '_>, mover: &Figure<'_, '_>, walk: &Walk) -> Deed {
    if !mover.is_able() {
        return arrival(field, mover, walk);
    }
    if walk.state == WalkState::Stumbling {
        return Deed::Fall;
    }
    let Some(to) = walk.ahead.last().copied() else {
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
    let is_full = walk.ahead.len() == 1 && field.is_taken(mover, to);
    if is_held || is_full || cost > walk.left {
        return arrival(field, mover, walk);
    }
    if walk.state != WalkState::Struck {
        let strikers = field.strikers_on_step(mover, from, to, walk.steps > 0);
        let attacks: Vec<Announced> = strikers
            .iter()
            .filter_map(|striker| spawning::free_attack(field, &field.figure(*striker), mover))
            .collect();
        if !attacks.is_empty() {
            return Deed::Suffer(attacks);
        }
    }
    let backs_away = matches!(walk.pace, Pace::Slow | Pace::Fast);
    Deed::Step {
        to,
        cost,
        turns: Some(step.direction).filter(|_| !backs_away),
        door: step
            .side
            .filter(|_| step.opens_door)
            .map(|side| (from, side)),
    }
}

/// How a walk ends where the mover is.
fn arrival(field: &Battlefield<'_, '_>, mover: &Figure<'_, '_>, walk: &Walk) -> Deed {
    let here = mover.cell();
    let closes = *mover.round.intent == Intent::Close;
    let beside = field
        .enemies(mover.side())
        .filter(|enemy| closes && field.adjacent(enemy.footing(), mover.footing()));
    let exits = goals::exits(&field.board.level, mover.side());
    let flees = walk.flees && field.is_way_out(here);
    Deed::Arrive(Arrival {
        facing: walk
            .facing
            .unwrap_or_else(|| field.facing_the_enemy(mover, here)),
        closed_with: beside.map(|enemy| *enemy.id).collect(),
        leaves: mover.is_able() && walk.steps > 0 && (exits.contains(&here) || flees),
        spent: walk.spent > walk.act || walk.pace == Pace::Run,
    })
}

fn arrive(
    walk: &Walk,
    arrival: Arrival,
    movers: &mut Query<'_, '_, Mover>,
    roster: &Roster,
    journal: &mut Journal,
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
        mover.numbers.0.clear();
    }
    if arrival.leaves {
        *mover.vitality = Vitality::Left;
        let event = Event::Vitality {
            who,
            from: Vitality::Active,
            to: Vitality::Left,
        };
        journal.write(event, &[RR56]);
        return;
    }
    if mover.facing.0 != arrival.facing {
        mover.facing.0 = arrival.facing;
        let facing = Some(arrival.facing);
        journal.write(Event::Faced { who, facing }, &[RR44]);
    }
}

/// Lets somebody fall to the ground (D20-123).
fn fall(mover: &mut MoverItem<'_, '_>, who: CombatantId, journal: &mut Journal) {
    unlock(mover, who, journal);
    if *mover.vitality != Vitality::Active || mover.prone.0 {
        return;
    }
    mover.prone.0 = true;
    let condition = PRONE;
    journal.write(
        Event::Condition {
            who,
            condition,
            on: true,
        },
        &[R123],
    );
}

/// Takes somebody out of its wall: it has moved alone (D20-R64).
fn unlock(mover: &mut MoverItem<'_, '_>, who: CombatantId, journal: &mut Journal) {
    if std::mem::take(&mut mover.locked.0) {
        let condition = LOCKED;
        journal.write(
            Event::Condition {
                who,
                condition,
                on: false,
            },
            &[RR64],
        );
    }
}

impl Battlefield<'_, '_> {
    /// The way somebody who stands in a cell would face of itself: towards the nearest enemy that it sees, or as it
    /// does now (D20-R44).
    #[must_use]
    pub fn facing_the_enemy(&self, who: &Figure<'_, '_>, from: Cell) -> Direction {
        let map = &self.board.map;
        let seen = self
            .enemies(who.side())
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

    /// The share of a speed within which one may still attack.
    #[must_use]
    pub fn half_speed(&self, who: &Figure<'_, '_>) -> u16 {
        half(self.speed(who))
    }
}
