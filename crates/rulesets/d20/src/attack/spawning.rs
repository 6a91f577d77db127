//! How attacks begin.

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Flow, RuleId, Scribe, stage::Stage};

use crate::{
    attack::{Aiming, Attack, Blows, Manner, Occasion},
    content::blocks::Weapon,
    harm::d20::D20,
    terms::stages::BLOWS,
};

/// An attack that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Announced {
    /// Who attacks.
    pub who: CombatantId,
    /// Who is attacked, or aimed at until chance has said who is struck at.
    pub target: CombatantId,
    /// With what.
    pub weapon: Weapon,
    /// Whether something flies.
    pub missile: bool,
    /// Whether chance says who is struck at.
    pub aiming: Aiming,
    /// What it is meant to do.
    pub manner: Manner,
}

/// Begins some attacks, which are made together, and the stage in which they are.
pub fn begin(
    attacks: impl IntoIterator<Item = Announced>,
    occasion: Occasion,
    rules: &'static [RuleId],
    commands: &mut Commands<'_, '_>,
    flow: &mut Flow,
    scribe: &mut Scribe<'_, '_>,
) {
    let attacks: Vec<Announced> = attacks.into_iter().collect();
    if attacks.is_empty() {
        return;
    }
    if attacks.len() > 1 {
        scribe.journal.open_group();
    }
    for (number, attack) in attacks.into_iter().enumerate() {
        commands.spawn(Attack {
            number,
            who: attack.who,
            target: attack.target,
            aimed_at: attack.target,
            weapon: attack.weapon,
            missile: attack.missile,
            occasion,
            aiming: attack.aiming,
            manner: attack.manner,
            rules,
            // What has gone astray hits (D20-079).
            roll: (occasion == Occasion::Astray).then_some(D20::Success),
            reaches: true,
            damage: None,
            recoil: 0,
            constitution: None,
            blow: None,
            turned_aside: false,
            out_for: None,
            rolled: false,
        });
    }
    flow.push(Stage::new(Blows, BLOWS));
}
