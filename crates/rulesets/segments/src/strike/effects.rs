//! The effects of strikes, which come together at the end of a segment (SEG-030 to SEG-036, SEG-R09, SEG-R82).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Event, Roster, Scribe, Writer};

use crate::{
    combatant::field::Field,
    harm::victim::Victim,
    strike::Strike,
    terms::{
        rules::{R030, R031},
        words::WOUND,
    },
};

/// The effect of one hit.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The combatant that it hits.
    who: CombatantId,
    /// The attacker.
    by: CombatantId,
    /// Hit points lost.
    lost: i32,
    /// True if it stuns.
    stuns: bool,
    /// PROT of the armour after it, where it spoils any.
    spoils: Option<i32>,
}

/// Collects the effects of all strikes in their order.
pub fn look(field: Field, strikes: Query<(Entity, &Strike)>, mut commands: Commands) -> Vec<Hit> {
    let mut all: Vec<(Entity, &Strike)> = strikes.iter().collect();
    all.sort_by_key(|(_, strike)| strike.place);
    let mut hits = Vec::new();
    for (entity, strike) in all {
        commands.entity(entity).despawn();
        let Some(result) = strike.result.filter(|result| result.hits) else {
            continue;
        };
        let target = field.combatant(strike.target);
        let armour = target.armour.prot - target.spoilt.0;
        hits.push(Hit {
            who: strike.target,
            by: strike.who,
            lost: result.lost,
            stuns: result.lost > target.stun_threshold(),
            spoils: (result.grievous && armour > 0).then_some(armour - 1),
        });
    }
    hits
}

/// Lets hits take effect: first the losses of all, then what they lead to.
pub fn take_effect(
    In(hits): In<Vec<Hit>>,
    mut victims: Query<Victim>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) {
    for hit in &hits {
        let Ok(mut victim) = victims.get_mut(roster.combatant(hit.who)) else {
            continue;
        };
        victim.lose(hit.lost, (WOUND, Some(hit.by)), &mut scribe, &[R031]);
        if let Some(prot) = hit.spoils {
            victim.spoilt.0 += 1;
            let event = Event::Note {
                who: hit.who,
                text: format!("has spoilt armour: PROT {prot}"),
                unforeseen: false,
            };
            scribe.write(event, &[R030]);
        }
    }
    for hit in &hits {
        if let Ok(mut victim) = victims.get_mut(roster.combatant(hit.who)) {
            victim.suffer(hit.stuns, &mut scribe);
        }
    }
}
