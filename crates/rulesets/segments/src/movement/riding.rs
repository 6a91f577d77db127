//! Riders and their mounts: a rider goes where its mount goes, and attacks as if it had moved itself (SEG-128, SEG-R75).

use bevy_ecs::prelude::*;
use shieldwall_battle::{ChangeLater, Event, Riding, Scribe, Writer};

use crate::{
    combatant::{
        field::{Combatant, Field},
        plan::{How, Pace, Plan, PlannedAction},
    },
    terms::rules::RR75,
};

/// The movement that goes with the attacks of a rider: that of its mount.
fn how(mount: &Combatant<'_, '_>) -> Option<How> {
    match (mount.plan.action, mount.plan.pace()) {
        (PlannedAction::Attack { how, .. }, _) => Some(how),
        (_, Some(Pace::Walk)) => Some(How::HalfMove),
        (_, Some(_)) => Some(How::Run),
        (_, None) => None,
    }
}

/// Lets the attacks of riders go by the movement of their mounts, once all is revealed.
pub fn follow(field: Field, mut commands: Commands) {
    for rider in field.active() {
        let Some(how) = field.mount_of(&rider).and_then(|mount| how(&mount)) else {
            continue;
        };
        commands.change(rider.body.entity, move |plan: &mut Plan| {
            if let PlannedAction::Attack { how: own, .. } = &mut plan.action {
                *own = how;
            }
        });
    }
}

/// Parts riders from mounts that are out of action, or from which they have been moved away.
pub fn part(field: Field, mut scribe: Scribe, mut commands: Commands) {
    for (body, rider) in field.combatants.iter() {
        let Some(mount) = rider.riding.0 else {
            continue;
        };
        let mount = field.combatant(mount);
        let cell = body.cell();
        if body.is_active() && mount.body.is_active() && mount.cell() == cell {
            continue;
        }
        commands.change(body.entity, |riding: &mut Riding| riding.0 = None);
        let event = Event::Riding {
            who: *body.id,
            on: None,
            cell,
        };
        scribe.write(event, &[RR75]);
    }
}
