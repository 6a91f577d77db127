//! How attacks begin.

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Event, Flow, Journal, RuleId, stage::Stage};

use crate::{
    attack::{Attack, Blows, Occasion},
    content::blocks::Weapon,
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
    },
    turn::stages,
};

/// An attack that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Who attacks.
    pub who: CombatantId,
    /// Who is attacked.
    pub target: CombatantId,
    /// With what.
    pub weapon: Weapon,
    /// Whether something flies.
    pub missile: bool,
}

/// Begins some attacks, which are made together, and the stage in which they are.
pub fn begin(
    attacks: impl IntoIterator<Item = Announced>,
    occasion: Occasion,
    rules: &[RuleId],
    field: &Battlefield<'_, '_>,
    commands: &mut Commands<'_, '_>,
    flow: &mut Flow,
    journal: &mut Journal,
) {
    let attacks: Vec<Announced> = attacks.into_iter().collect();
    if attacks.is_empty() {
        return;
    }
    if attacks.len() > 1 {
        journal.open_group();
    }
    for (number, attack) in attacks.into_iter().enumerate() {
        let who = field.figure(attack.who);
        let arm = field.arm(&who, attack.weapon, attack.missile);
        let event = Event::Attacked {
            who: attack.who,
            target: attack.target,
            item: arm.as_ref().and_then(Arm::item),
            with: arm.map_or_else(String::new, |arm| arm.name()),
            missile: attack.missile,
        };
        journal.write(event, rules);
        commands.spawn(Attack {
            number,
            who: attack.who,
            target: attack.target,
            weapon: attack.weapon,
            missile: attack.missile,
            occasion,
            roll: None,
            damage: None,
        });
    }
    flow.push(Stage::new(Blows, stages::BLOWS));
}

/// The weapon of a free attack: what reaches best of what is in hand (D20-R38).
#[must_use]
pub fn free_attack(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
) -> Option<Announced> {
    let steps = field.steps(who.footing(), target.footing());
    let melee = |arm: &Arm| matches!(arm.usage, Usage::Melee(..));
    let arms = field.arms(who).into_iter().filter(melee);
    let reaching = arms.filter(|arm| field.reaches(who, who.footing(), arm, target.footing()));
    let best = reaching.max_by_key(|arm| {
        let damage = arm.damage_at(steps, who.stats().strength_modifier);
        (!arm.is_inside(steps), damage.min() + damage.max())
    })?;
    Some(Announced {
        who: *who.id,
        target: *target.id,
        weapon: best.weapon,
        missile: false,
    })
}
