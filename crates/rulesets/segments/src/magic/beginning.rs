//! Castings begin, or come later since their caster is still on its way (SEG-055, SEG-059, SEG-R34, SEG-R37).

use bevy_ecs::prelude::*;
use shieldwall_battle::{ChangeLater, CombatantId, Scribe, Writer, terms::DueState};

use crate::{
    combatant::casting::{Cast, Casting},
    combatant::{
        clock::Clock,
        field::{Combatant, Field},
    },
    terms::{
        rules::{R055, R056, R059, R060, RR14, RR34, RR37},
        words::{CASTING, WAITS_TO_CAST},
    },
};

/// Lets castings begin at the end of the action step of their segment: so a blow on that very segment meets full DEF.
pub fn begin(field: Field, clock: Res<Clock>, mut scribe: Scribe, mut commands: Commands) {
    let segment = clock.segment.unwrap_or_default();
    let starts = |who: &Combatant<'_, '_>| {
        let cast = who.casting.0;
        cast.is_some_and(|cast| !cast.waits && !cast.begun && cast.start >= segment)
    };
    let casters: Vec<CombatantId> = field.active().filter(starts).map(|who| who.id()).collect();
    for who in field.in_order(casters) {
        let who = field.combatant(who);
        let (id, entity) = (who.id(), who.body.entity);
        if !who.can_act() {
            continue;
        }
        if field.may_still_move(&who) {
            // It begins on the segment of the last cell that it enters, or waits (SEG-R37).
            let later = field.cast_on(&who, segment - 1);
            if let Some(cast) = later.filter(|cast| cast.waits) {
                cast.tell(id, DueState::Waits, &mut scribe, &[RR14, RR37]);
                scribe.condition(id, WAITS_TO_CAST, true, &[RR14, RR37]);
            }
            commands.change(entity, move |casting: &mut Casting| casting.0 = later);
            continue;
        }
        let begun = who.casting.0.map(|cast| Cast {
            begun: true,
            ..cast
        });
        scribe.condition(id, CASTING, true, &[R055, R056, R059, R060, RR34]);
        commands.change(entity, move |casting: &mut Casting| casting.0 = begun);
    }
}
