//! The effects of strikes, which come together at the end of a segment (SEG-030 to SEG-036, SEG-R09, SEG-R82).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, Event, Roster, Scribe, Writer, inventory::lay_down,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::injuries::{StuckMissile, StuckMissiles},
    combatant::{
        Readied, Shots, SteadyAim, UsedUp,
        arms::Arm,
        field::{Combatant, Field},
    },
    content::item_block::Stuck,
    harm::{
        grievous::{Suffered, WoundRolls},
        shaken::Shaken,
        victim::Victim,
    },
    strike::Strike,
    terms::{
        rules::{R030, R031, R132, R143, RR63},
        words::{STUCK, THROWN, WOUND},
    },
};

/// The effect of one hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The missile that it leaves in the target.
    sticks: Option<Stuck>,
    /// True for a grievous hit.
    grievous: bool,
}

impl Hit {
    /// A hit by a spell (SEG-R25).
    #[must_use]
    pub const fn by_spell(who: CombatantId, by: CombatantId, lost: i32, stuns: bool) -> Self {
        Self {
            who,
            by,
            lost,
            stuns,
            spoils: None,
            sticks: None,
            grievous: false,
        }
    }
}

/// Hits of spells that have gone off on this segment.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpellHits(pub Vec<Hit>);

/// Collects the effects of all strikes in their order, and those of spells. Weapons that were thrown are gone from the hand.
pub fn look(
    field: Field,
    strikes: Query<(Entity, &Strike)>,
    mut spells: ResMut<SpellHits>,
    mut scribe: Scribe,
    mut commands: Commands,
) -> Vec<Hit> {
    let mut all: Vec<(Entity, &Strike)> = strikes.iter().collect();
    all.sort_by_key(|(_, strike)| strike.place);
    let mut hits = Vec::new();
    for (entity, strike) in all {
        commands.entity(entity).despawn();
        let Some(result) = strike.result else {
            continue;
        };
        let (who, target) = (field.combatant(strike.who), field.combatant(strike.target));
        let missile = field.arm(&who, strike.weapon);
        let missile = missile.filter(|arm| arm.missile.is_some());
        let sticks = missile.as_ref().and_then(|arm| arm.missile?.sticks);
        let sticks = sticks.filter(|_| result.critical);
        if let Some(arm) = &missile {
            let lands = sticks.is_none().then_some(target.cell());
            let flown = Flown { arm, lands };
            flown.leave(&field, &who, &mut scribe, &mut commands);
        }
        if !result.hits {
            continue;
        }
        let armour = target.armour.prot - target.spoilt.0;
        hits.push(Hit {
            who: strike.target,
            by: strike.who,
            lost: result.lost,
            stuns: result.lost > target.stun_threshold(),
            spoils: (result.grievous && armour > 0).then_some(armour - 1),
            sticks,
            grievous: result.grievous && !target.stats().no_grievous,
        });
    }
    hits.append(&mut spells.0);
    hits
}

/// A missile that has flown.
struct Flown<'a> {
    arm: &'a Arm,
    /// The cell in which a thrown weapon lies; `None` where it is stuck in its target.
    lands: Option<Cell>,
}

impl Flown<'_> {
    /// Takes it from its shooter, who no longer keeps an aim of the round before (SEG-132).
    fn leave(
        &self,
        field: &Field<'_, '_>,
        who: &Combatant<'_, '_>,
        scribe: &mut Scribe<'_, '_>,
        commands: &mut Commands<'_, '_>,
    ) {
        if who.steady_aim.0 {
            commands.change(who.body.entity, |aim: &mut SteadyAim| aim.0 = false);
        }
        let Some((item, missile)) = self.arm.item().zip(self.arm.missile) else {
            return;
        };
        let entity = field.combatants.roster.item(item);
        if !missile.thrown {
            commands.change(entity, |shots: &mut Shots| {
                shots.0 = shots.0.map(|left| left.saturating_sub(1));
            });
            return;
        }
        match self.lands {
            Some(cell) => lay_down(&mut commands.entity(entity), cell),
            None => commands.change(entity, |used: &mut UsedUp| used.0 = true),
        }
        commands.change(entity, |readied: &mut Readied| readied.0 = false);
        let name = field.item(item).map(|gear| gear.kind.0.name.clone());
        let named = (item, name.unwrap_or_else(|| self.arm.name.clone()));
        scribe.item(who.id(), named, THROWN, self.lands, &[RR63]);
    }
}

/// Lets hits take effect: first the losses of all, then what they lead to.
pub fn take_effect(
    In(hits): In<Vec<Hit>>,
    mut victims: Query<(Victim, &mut StuckMissiles)>,
    roster: Res<Roster>,
    mut wounds: ResMut<WoundRolls>,
    mut shaken: ResMut<Shaken>,
    mut scribe: Scribe,
) {
    for hit in &hits {
        let Ok((mut victim, mut stuck)) = victims.get_mut(roster.combatant(hit.who)) else {
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
        if let Some(kind) = hit.sticks {
            stuck.0.push(StuckMissile { kind, wound: false });
            scribe.condition(hit.who, STUCK, true, &[R143]);
        }
    }
    for hit in &hits {
        if let Ok((mut victim, _)) = victims.get_mut(roster.combatant(hit.who)) {
            if hit.lost > 0 {
                victim.loses_its_aim(&mut scribe, &[R132]);
            }
            victim.suffer(hit.stuns, &mut scribe);
            if hit.lost > 0 && victim.casting.is_under_way() {
                shaken.0.push(hit.who);
            }
        }
    }
    // The wounds come at the end, for all who are still in action (SEG-R21, SEG-R82).
    let grievous = hits.iter().filter(|hit| hit.grievous && hit.lost > 0);
    wounds.0.extend(grievous.map(|hit| Suffered {
        who: hit.who,
        stuck: hit.sticks.is_some(),
    }));
}
