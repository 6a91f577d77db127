//! Setting out: who leaves an enemy gives ground slowly, fast or at a run (D20-121 to D20-124, D20-R61).

use bevy_ecs::prelude::*;
use shieldwall_battle::{ChangeLater, DiceCup, RuleId, Scribe, Writer};
use shieldwall_grid::{Cell, DoorUse};

use crate::{
    attack::{
        Occasion,
        free_attacks::{Interlude, Provoking},
    },
    figure::{
        battlefield::Battlefield,
        round::{Exertion, Exposure},
        walk::{Pace, Walk, WalkState},
    },
    harm::rolls,
    movement::walking::next,
    terms::{
        conditions::EXPOSED,
        rules::{R121, R122, R123, R124, RR61},
    },
};

/// Lets the next one set out: it may have to retreat, and to keep its feet in doing so (D20-121 to D20-124). The pace
/// goes by what the whole path costs.
pub fn set_out(
    field: Battlefield,
    mut walks: Query<(Entity, &mut Walk)>,
    mut commands: Commands,
    mut cup: ResMut<DiceCup>,
    mut provoking: Provoking,
    mut scribe: Scribe,
) {
    let ready = walks
        .iter()
        .filter(|(_, walk)| walk.state == WalkState::Ready);
    let next = next(&field, ready).map(|(entity, _)| entity);
    let Some((_, mut walk)) = next.and_then(|next| walks.get_mut(next).ok()) else {
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
    let mut rules: &'static [RuleId] = &[R121];
    match walk.pace {
        Pace::Free | Pace::Slow => {}
        Pace::Fast => {
            rules = &[R122, RR61];
            let dexterity = mover.stats().dexterity;
            let most = dexterity + field.footing_modifier(mover.cell());
            let by = (walk.who, "keeping its feet");
            let rules_of_roll = &[R122, RR61];
            if !rolls::not_above(
                by,
                ("DEX", most),
                &mut cup,
                (&mut scribe, None),
                rules_of_roll,
            ) {
                walk.state = WalkState::Stumbling;
                walk.ahead.clear();
                strikers.clone_from(&left);
                rules = &[R123];
            }
        }
        Pace::Run => {
            strikers.clone_from(&left);
            rules = &[R124];
        }
    }
    if walk.pace.exposure() > 0 {
        scribe.condition(walk.who, EXPOSED, true, rules);
    }
    let target = walk.who;
    provoking.provoke(strikers.into_iter().map(|who| Interlude::Attack {
        who,
        target,
        occasion: Occasion::Free,
        rules,
    }));
    let pace = walk.pace;
    commands.change(mover.entity, move |exposure: &mut Exposure| {
        exposure.0 = exposure.0.max(pace.exposure());
    });
    commands.change(mover.entity, move |exertion: &mut Exertion| {
        exertion.spent |= pace == Pace::Run;
    });
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
