//! The effects of strikes, which come together at the end of a segment (SEG-030 to SEG-036, SEG-R09, SEG-R29, SEG-R82).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    CombatantId, Event, HitPoints, Roster, Scribe, Vitality, Writer, terms::DueState,
};

use crate::{
    combatant::{
        Fallen, Spoilt, Stunned,
        fighter::Field,
        plan::{Attacks, Plan},
        purse::Purse,
    },
    strike::Strike,
    terms::{
        rules::{R030, R031, R032, R033, RR29},
        words::{ATTACK, STUNNED, WOUND},
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
    /// Hit points at which the combatant is dead.
    death: i32,
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
        let target = field.fighter(strike.target);
        let armour = target.armour.prot - target.spoilt.0;
        hits.push(Hit {
            who: strike.target,
            by: strike.who,
            lost: result.lost,
            stuns: result.lost > target.stun_threshold(),
            spoils: (result.grievous && armour > 0).then_some(armour - 1),
            death: -target.stats().con,
        });
    }
    hits
}

/// The components that hits change.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Victim {
    points: &'static mut HitPoints,
    vitality: &'static mut Vitality,
    stunned: &'static mut Stunned,
    fallen: &'static mut Fallen,
    spoilt: &'static mut Spoilt,
    attacks: &'static mut Attacks,
    purse: &'static mut Purse,
    plan: &'static Plan,
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
        let left = victim.points.current - hit.lost;
        let cause = (WOUND, Some(hit.by));
        scribe.points(hit.who, &mut victim.points, left, cause, &[R031]);
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
        let Ok(mut victim) = victims.get_mut(roster.combatant(hit.who)) else {
            continue;
        };
        if *victim.vitality != Vitality::Active {
            continue;
        }
        if victim.points.current <= 0 {
            let dead = victim.points.current <= hit.death;
            let to = if dead {
                Vitality::Dead
            } else {
                Vitality::Unconscious
            };
            scribe.vitality(hit.who, &mut victim.vitality, to, &[RR29]);
            victim.fallen.0 = true;
        } else if hit.stuns && !victim.stunned.0 {
            victim.stunned.0 = true;
            scribe.condition(hit.who, STUNNED, true, &[R032]);
        } else {
            continue;
        }
        victim.purse.over = true;
        let target = victim.plan.target();
        lose_attacks(hit.who, target, &mut victim.attacks, &mut scribe);
    }
}

/// Strikes out all attacks that a combatant still had (SEG-033).
pub fn lose_attacks(
    who: CombatantId,
    target: Option<CombatantId>,
    attacks: &mut Attacks,
    scribe: &mut impl Writer,
) {
    for attack in std::mem::take(&mut attacks.0) {
        let event = Event::Due {
            who,
            nth: attack.number,
            what: ATTACK,
            target,
            at: attack.segment,
            until: None,
            state: DueState::Lost,
        };
        scribe.write(event, &[R033]);
    }
}
