//! Movement on a number: everybody who acts on it says in secret where it goes, and then all go, cell by cell
//! (D20-031, D20-R11, D20-R12).

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData, schedule::ScheduleLabel};
use shieldwall_battle::{
    Astride, Candidates, Choice, CombatantId, Event, Flow, ItemId, Position, RegisterState, Roster,
    Scribe, Target, Writer, add_stage,
    flow::Question,
    inventory::{give, lay_down},
    sealed::{self, Revealed, is_revealed},
    stage::Stage,
    terms::DecisionKind,
};
use shieldwall_grid::Cell;

use crate::{
    figure::{
        Facing, Locked, Prone, Readied,
        battlefield::{Battlefield, Figure},
        count::Count,
        round::{Exertion, Held, Intent, Numbers},
        walk::{Walk, WalkState},
    },
    formation::{facing::faces, shield_wall},
    harm::hazards,
    movement::{fending, march, setting_out, walking},
    stages::{self, LateMovement, Movement, is_sealed, is_undisturbed},
    terms::{
        actions::{CLOSE_RANKS, DRAW, HOLD, MARCH, MOVE, MOVE_LATER, PICK_UP, RISE},
        conditions::{HOLDING, LOCKED, PRONE},
        decisions::MOVEMENT,
        rules::{R022, R127, R137, RR44, RR61, RR63, RR64, RR70},
        words::{DROPPED, PICKED_UP, READIED},
    },
    turn::movement_candidates::{self, Moment},
};

const KIND: DecisionKind = MOVEMENT;

pub(super) fn plugin(app: &mut App) {
    app.pooled_state::<Walk>();
    add(app, Movement, stages::movement());
    add(app, LateMovement, stages::late_movement());
}

fn add(app: &mut App, label: impl ScheduleLabel + Clone, stage: Stage) {
    let undisturbed = is_undisturbed(stage);
    add_stage(app, label.clone());
    app.add_systems(
        label,
        (
            sealed::keep,
            fending::answer,
            answer_onward,
            ask.run_if(undisturbed.clone()),
            sealed::reveal.run_if(is_sealed),
            begin.run_if(is_revealed),
            setting_out::set_out.run_if(undisturbed.clone()),
            walking::look
                .pipe(walking::go_on)
                .pipe(hazards::suffer_all)
                .run_if(undisturbed.clone()),
            fending::ask.run_if(undisturbed.clone()),
            ask_onward.run_if(undisturbed.clone()),
            shield_wall::break_up.run_if(undisturbed.clone()),
            end.run_if(undisturbed),
        )
            .chain(),
    );
}

/// Asks the next one who acts on this number. Those who have lost heart are not asked: they run (D20-R56).
fn ask(
    field: Battlefield,
    mut count: ResMut<Count>,
    walks: Query<&Walk>,
    mut flow: ResMut<Flow>,
    mut commands: Commands,
) {
    if !walks.is_empty() {
        return;
    }
    let late = flow.top() == Some(stages::late_movement());
    while let Some(id) = next(&mut count, late) {
        let who = field.figure(id);
        // Who holds somebody down stays where it is (D20-R82), and so does who casts (D20-097).
        let casts = *who.round.intent == Intent::Cast;
        // A combatant that has drawn a weapon and struck goes nowhere (D20-R70).
        let struck = who.round.exertion.drew && who.round.exertion.attacks > 0;
        if casts || late && struck || !who.can_act() || field.pinned_by(&who).is_some() {
            continue;
        }
        if who.broken.0 {
            if !late {
                commands.spawn(flight(&field, &who));
            }
            continue;
        }
        // A wall that marches is asked once, by the first of its members (D20-R64).
        let wall = field.marching_wall(&who);
        if wall.is_some_and(|wall| wall.first() != Some(&id)) {
            continue;
        }
        let moment = if late {
            Moment::After
        } else {
            // Not what was declared: a spell, a charge or a closing (D20-R13).
            let declared = matches!(who.round.intent, Intent::Charge | Intent::Close);
            Moment::Before {
                may_hold: !count.held && !declared,
            }
        };
        let mut all = Candidates::offers_alone();
        movement_candidates::candidates(&field, &who, moment, &mut all);
        let offers = all.into_offers();
        if offers.len() < 2 && offers.iter().all(|offer| offer.fields.is_empty()) {
            continue;
        }
        let prompt = format!("Where does {} go?", who.name());
        flow.ask(Question::new(who.side(), *who.id, KIND, prompt, offers).sealed());
        return;
    }
}

fn next(count: &mut Count, late: bool) -> Option<CombatantId> {
    let queue = if late {
        &mut count.late
    } else {
        &mut count.movers
    };
    (!queue.is_empty()).then(|| queue.remove(0))
}

/// The longest way that somebody who has lost heart can go towards the nearest way out.
fn flight(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Walk {
    let legs = field.fresh_legs(who);
    let ways = field.ways(who, legs);
    let outs: Vec<Cell> = field
        .grid()
        .cells()
        .filter(|cell| field.is_way_out(*cell) && field.board.map.ground(*cell).passable)
        .collect();
    let far = |cell: Cell| {
        let steps = outs.iter().map(|out| field.grid().steps(cell, *out));
        steps.min().unwrap_or(0)
    };
    let reached = ways.iter().map(|(cell, toll)| (far(cell), toll, cell));
    // Behind walls on all sides there is no way out, however much room there is.
    let best = reached
        .min()
        .filter(|(left, ..)| !outs.is_empty() && (*left < far(who.cell()) || *left == 0));
    let path = best.map_or_else(Vec::new, |(.., cell)| ways.path(cell));
    let mut walk = Walk::new(*who.id, path, legs.whole, 0);
    walk.flees = true;
    walk
}

/// What a choice about one's place changes.
#[derive(QueryData)]
#[query_data(mutable)]
struct Placed {
    position: &'static mut Position,
    astride: &'static mut Astride,
    facing: &'static mut Facing,
    locked: &'static mut Locked,
    prone: &'static mut Prone,
    exertion: &'static mut Exertion,
    numbers: &'static mut Numbers,
    held: &'static mut Held,
}

/// Begins what was chosen: walks are made cell by cell, and everything else at once.
fn begin(
    mut figures: ParamSet<(Battlefield, Query<Placed>, Query<&mut Readied>)>,
    roster: Res<Roster>,
    mut revealed: ResMut<Revealed>,
    mut count: ResMut<Count>,
    mut commands: Commands,
    mut scribe: Scribe,
) {
    for (decision, choice) in std::mem::take(&mut revealed.0) {
        let Some(who) = decision.actor else { continue };
        let field = figures.p0();
        let facing = faces(field.grid(), &choice);
        if choice.action == MARCH {
            for walk in march(&field, who, &choice) {
                commands.spawn(walk);
            }
            continue;
        }
        if choice.action == MOVE {
            let mut walk = walk(&field, who, &choice);
            walk.facing = facing;
            commands.spawn(walk);
            continue;
        }
        if [DRAW, PICK_UP].contains(&choice.action)
            && let Some(item) = choice.item
        {
            let hands = hands(&field, who, item);
            draw(
                who,
                hands,
                &roster,
                &mut figures.p2(),
                &mut commands,
                &mut scribe,
            );
        }
        let field = figures.p0();
        let slot = slot(&field, who, &choice);
        // Later numbers that are not for the second shot of a bow (D20-R70).
        let figure = field.figure(who);
        let now = count.actors.iter().filter(|actor| **actor == who).count();
        let made = usize::from(figure.round.exertion.attacks) + now;
        let kept = usize::from(figure.attacks()).saturating_sub(made);
        let mut placed = figures.p1();
        let Ok(mut placed) = placed.get_mut(roster.combatant(who)) else {
            continue;
        };
        match choice.action {
            MOVE_LATER => count.late.push(who),
            HOLD => {
                let all = count.actors.len();
                count.actors.retain(|actor| *actor != who);
                let kept = u8::try_from(all - count.actors.len()).unwrap_or(u8::MAX);
                placed.held.0 = placed.held.0.saturating_add(kept);
                scribe.condition(who, HOLDING, true, &[R022]);
            }
            RISE => {
                placed.prone.0 = false;
                spend_half_move(&mut placed);
                scribe.condition(who, PRONE, false, &[RR61]);
            }
            DRAW | PICK_UP => {
                placed.exertion.drew = true;
                count.late.push(who);
                placed.numbers.0.truncate(kept);
            }
            CLOSE_RANKS => {
                if let Some((cell, side, cost)) = slot {
                    placed.position.0 = cell;
                    placed.astride.0 = Some(side);
                    if cost > 0 {
                        spend_half_move(&mut placed);
                    }
                    let side = Some(side);
                    scribe.write(Event::Astride { who, cell, side }, &[R127, RR63]);
                }
            }
            _ => {}
        }
        let turned = facing.filter(|facing| *facing != placed.facing.0);
        if let Some(facing) = turned {
            placed.facing.0 = facing;
            scribe.faced(who, facing, &[RR44]);
            if std::mem::take(&mut placed.locked.0) {
                scribe.condition(who, LOCKED, false, &[RR64]);
            }
        }
    }
}

/// What counts as the movement of the round: one attack is left, on this number (D20-R11).
fn spend_half_move(placed: &mut PlacedItem<'_, '_>) {
    placed.exertion.moved = true;
    placed.numbers.0.clear();
}

/// The walks of all members of a wall that marches (D20-R64).
fn march(field: &Battlefield<'_, '_>, who: CombatantId, choice: &Choice) -> Vec<Walk> {
    let Some((Target::Cell(end), wall)) =
        choice.target.zip(field.marching_wall(&field.figure(who)))
    else {
        return Vec::new();
    };
    let march = field.march(&wall);
    let walks = wall.into_iter().map(|id| {
        let member = field.figure(id);
        let path = march::path(field, member.cell(), march.steps(end));
        let mut walk = Walk::new(id, path, march.speed, march.speed);
        walk.marches = true;
        walk.facing = Some(member.facing.0);
        walk
    });
    walks.collect()
}

/// The walk that a choice makes.
fn walk(field: &Battlefield<'_, '_>, who: CombatantId, choice: &Choice) -> Walk {
    let mover = field.figure(who);
    let legs = field.legs(&mover);
    // Who goes its own way needs none, unless it may be a charge.
    let asks = choice.path.is_empty() || *mover.round.intent == Intent::Charge;
    let (path, charges) = match choice.target {
        Some(Target::Cell(cell)) if asks => {
            let ways = field.ways(&mover, legs);
            let path = if choice.path.is_empty() {
                ways.path(cell)
            } else {
                choice.path.clone()
            };
            (path, ways.is_charge(cell))
        }
        _ => (choice.path.clone(), false),
    };
    if charges {
        // The whole speed, and an attack after it (D20-044).
        let speed = field.speed(&mover);
        let mut walk = Walk::new(who, path, speed, speed);
        walk.charges = true;
        return walk;
    }
    Walk::new(who, path, legs.whole, legs.act)
}

/// The edge on which a choice steps, with its cost, and home in the cell where the figure stands if that is one of
/// the two.
fn slot(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    choice: &Choice,
) -> Option<(Cell, shieldwall_grid::Side, u16)> {
    let Some(Target::Edge(cell, side)) = choice.target else {
        return None;
    };
    let slots = field.open_slots(&field.figure(who));
    let mut slots = slots.into_iter();
    slots.find(|(known, at, _)| (*known, *at) == (cell, side))
}

/// What happens to the hands of somebody who draws something: what is drawn, and what falls for want of hands.
struct Hands {
    drawn: (ItemId, String),
    falls: Vec<(ItemId, String)>,
    cell: Cell,
    /// Whether it lay on the ground.
    lay: bool,
}

/// Hands of everybody.
const HANDS: u8 = 2;

fn hands(field: &Battlefield<'_, '_>, who: CombatantId, item: ItemId) -> Hands {
    let figure = field.figure(who);
    let name = |id| {
        field
            .item(id)
            .map_or_else(String::new, |gear| gear.kind.0.name.clone())
    };
    let needed = field.item(item).map_or(0, |gear| gear.gear.0.hands);
    let mut free = HANDS.saturating_sub(needed);
    let mut falls = Vec::new();
    // What was drawn last stays in the other hand, if it may.
    for gear in field.in_hand(&figure).collect::<Vec<_>>().into_iter().rev() {
        let filled = gear.gear.0.hands;
        if filled <= free {
            free -= filled;
        } else {
            falls.push((*gear.id, name(*gear.id)));
        }
    }
    Hands {
        drawn: (item, name(item)),
        falls,
        cell: figure.cell(),
        lay: field.item(item).is_some_and(|gear| gear.lying.is_some()),
    }
}

fn draw(
    who: CombatantId,
    hands: Hands,
    roster: &Roster,
    readied: &mut Query<'_, '_, &mut Readied>,
    commands: &mut Commands<'_, '_>,
    scribe: &mut Scribe<'_, '_>,
) {
    let mut set = |item, in_hand| {
        if let Ok(mut readied) = readied.get_mut(roster.item(item)) {
            readied.0 = in_hand;
        }
    };
    for (item, name) in hands.falls {
        set(item, false);
        scribe.item(who, (item, name), DROPPED, Some(hands.cell), &[R137, RR70]);
        lay_down(&mut commands.entity(roster.item(item)), hands.cell);
    }
    let (item, name) = hands.drawn;
    set(item, true);
    let how = if hands.lay {
        // It belongs to those who take it.
        give(
            &mut commands.entity(roster.item(item)),
            roster.combatant(who),
        );
        PICKED_UP
    } else {
        READIED
    };
    scribe.item(who, (item, name), how, None, &[R137, RR70]);
}

/// Asks somebody who was thrown back whether it goes on (D20-116).
fn ask_onward(field: Battlefield, mut walks: Query<&mut Walk>, mut flow: ResMut<Flow>) {
    let thrown = walks
        .iter_mut()
        .filter(|walk| walk.state == WalkState::ThrownBack);
    let Some(mut walk) = thrown.min_by_key(|walk| field.figure(walk.who).precedence()) else {
        return;
    };
    let who = field.figure(walk.who);
    let act = walk.act.saturating_sub(walk.spent);
    let offers = movement_candidates::onward(&field, &who, walk.left, act);
    if !who.can_act() || who.broken.0 || offers.len() < 2 {
        walk.state = WalkState::Going;
        return;
    }
    walk.state = WalkState::Asking;
    let prompt = format!("{} was thrown back. Does it go on?", who.name());
    flow.ask(Question::new(who.side(), *who.id, KIND, prompt, offers));
}

/// Lets somebody who was thrown back go on as it has answered.
fn answer_onward(field: Battlefield, mut walks: Query<&mut Walk>, mut flow: ResMut<Flow>) {
    let Some((decision, choice)) = flow.take_answer() else {
        return;
    };
    let mut asking = walks
        .iter_mut()
        .filter(|walk| walk.state == WalkState::Asking);
    let Some(mut walk) = asking.find(|walk| decision.actor == Some(walk.who)) else {
        return;
    };
    walk.state = WalkState::Going;
    if let Some(Target::Cell(cell)) = choice.target {
        let legs = crate::movement::ways::Legs {
            act: walk.act.saturating_sub(walk.spent),
            whole: walk.left,
        };
        let who = field.figure(walk.who);
        let mut path = if choice.path.is_empty() {
            field.ways(&who, legs).path(cell)
        } else {
            choice.path
        };
        path.reverse();
        walk.ahead = path;
    }
}

/// Ends the movement of the number when all have arrived.
fn end(walks: Query<&Walk>, count: Res<Count>, revealed: Res<Revealed>, mut flow: ResMut<Flow>) {
    let late = flow.top() == Some(stages::late_movement());
    let queue = if late { &count.late } else { &count.movers };
    if walks.is_empty() && queue.is_empty() && revealed.0.is_empty() && flow.sealed().is_empty() {
        flow.pop();
    }
}
