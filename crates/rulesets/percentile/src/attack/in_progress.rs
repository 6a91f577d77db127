//! An attack in progress: an entity that passes from system to system until its step ends
//! (PCT-026 to PCT-056, PCT-R15, PCT-R23).

use crate::{
    attack::{
        arm::{Arm, Manner},
        blow::{Blow, Closing, Faces, Opening},
        success_level::SuccessLevel,
    },
    combatant::harm::d100,
    content::blocks::{ItemBlock, SkillFamily, Supply},
    context::read::WriteContext,
    items::{gear::Readied, moves::write_moved},
    stages,
    terms::{
        rules::{
            R025, R026, R027, R028, R034, R043, R059, R098, R099, R100, R101, R147, RR15, RR18,
            RR23, RR30, RR31, RR52, RR53, RR54, RR59,
        },
        words,
    },
};
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Event, Lying, Writer, event::Rolled, inventory::CarriedBy};
use shieldwall_dice::Face;

/// An attack in progress.
#[derive(Component, Clone, Debug, PartialEq, Hash)]
pub struct Attack {
    /// Its number in the step, from 0: attacks are resolved in this order.
    pub number: usize,
    /// Who attacks.
    pub attacker: CombatantId,
    /// Whom.
    pub target: CombatantId,
    /// With what.
    pub arm: Arm,
    /// What it is called in the log.
    pub with: String,
    /// All that decides how it goes.
    pub blow: Blow,
    /// How far it has come.
    pub state: AttackState,
}

/// How far an attack has come.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum AttackState {
    /// Nothing is rolled yet.
    Aimed,
    /// The target may answer.
    Open(Opening),
    /// The target has answered, or cannot: its place in [`Blow::defences`].
    Answered(Opening, Option<usize>),
    /// All is rolled; effects wait for the end of the step (PCT-R15).
    Landed(Opening, Option<usize>, Closing),
}

impl Attack {
    /// Whether all its dice have been rolled.
    #[must_use]
    pub const fn has_landed(&self) -> bool {
        matches!(self.state, AttackState::Landed(..))
    }
}

/// Begins an attack: announces it and spends what it sends (PCT-R15, PCT-R54).
pub fn begin_attack(
    ctx: &mut WriteContext,
    number: usize,
    attacker: CombatantId,
    arm: Arm,
    target: CombatantId,
) {
    let found = {
        let read = ctx.read();
        let from = read.fighter(attacker);
        let at = read.fighter(target);
        read.blow(&from, arm, from.cell(), &at, at.cell())
            .map(|blow| (blow, read.arm_name(&from, arm), at.cell()))
    };
    let Some((blow, with, target_cell)) = found else {
        return;
    };
    let missile = arm.manner.is_missile();
    let hidden = blow.awareness.is_some();
    let rules: &[_] = if missile {
        &[R026, R027, RR31]
    } else {
        &[R026, R027]
    };
    // An attack is seen by all: a hidden attacker gives itself away by it, though it counts as hidden
    // until the step ends (PCT-R30).
    if hidden {
        ctx.expose(attacker);
    }
    let mut rules = rules.to_vec();
    if hidden {
        rules.push(RR30);
    }
    ctx.write(
        Event::Attacked {
            who: attacker,
            target,
            item: arm.item,
            with: with.clone(),
            missile,
        },
        &rules,
    );
    spend(ctx, attacker, arm, target_cell);
    ctx.commands.spawn(Attack {
        number,
        attacker,
        target,
        arm,
        with,
        blow,
        state: AttackState::Aimed,
    });
}

/// Uses up a missile, or lets the thrown thing lie in the target's cell.
fn spend(ctx: &mut WriteContext, who: CombatantId, arm: Arm, target_cell: shieldwall_grid::Cell) {
    let Some(item) = arm.item.filter(|_| arm.manner.is_missile()) else {
        return;
    };
    let supply = ctx.read().gear(item).and_then(|gear| gear.gear.supply());
    if arm.manner == Manner::Thrown && supply == Some(Supply::Thrown) {
        let entity = ctx.roster.item(item);
        ctx.commands
            .entity(entity)
            .remove::<(Readied, CarriedBy)>()
            .insert(Lying(target_cell));
        write_moved(ctx, who, item, words::THROWN, Some(target_cell), &[RR54]);
        return;
    }
    let mut gear = ctx.gear_mut(item);
    let Some(ammunition) = gear.ammunition.as_mut() else {
        return;
    };
    ammunition.loaded = ammunition.loaded.saturating_sub(1);
    let left = ammunition.loaded;
    let name = gear.kind.0.name.clone();
    let energy = gear
        .kind
        .0
        .blocks
        .get::<ItemBlock>()
        .and_then(|block| block.missile.as_ref())
        .is_some_and(|row| row.family == SkillFamily::EnergyWeapon);
    let rules = match supply {
        Some(Supply::Crossbow) => [R098, RR52],
        Some(Supply::Magazine(_)) if energy => [R100, RR53],
        Some(Supply::Magazine(_)) => [R099, RR53],
        _ => [RR54, RR52],
    };
    ctx.write(
        Event::Ammunition {
            who,
            item,
            name,
            left,
            reloaded: false,
        },
        &rules,
    );
}

/// The attacks of the step that have not landed, in order.
fn pending(attacks: &Query<(Entity, &mut Attack)>) -> Vec<Entity> {
    let mut pending: Vec<_> = attacks
        .iter()
        .filter(|(_, attack)| !attack.has_landed())
        .map(|(entity, attack)| (attack.number, entity))
        .collect();
    pending.sort_unstable_by_key(|&(number, _)| number);
    pending.into_iter().map(|(_, entity)| entity).collect()
}

/// Rolls attacks, and whether hidden attackers are noticed (PCT-026, PCT-R30).
pub fn roll_attacks(mut ctx: WriteContext, mut attacks: Query<(Entity, &mut Attack)>) {
    for entity in pending(&attacks) {
        let Ok((_, mut attack)) = attacks.get_mut(entity) else {
            continue;
        };
        if attack.state != AttackState::Aimed {
            continue;
        }
        let opening = attack.blow.open(&mut *ctx.dice);
        let mut rules = vec![R026, RR18, RR23];
        match opening.attack.level {
            SuccessLevel::Special => rules.push(R028),
            SuccessLevel::Success => {}
            SuccessLevel::Failure => rules.push(crate::terms::rules::R031),
        }
        ctx.write_roll(
            attack.attacker,
            format!("attack with {}", attack.with),
            opening.attack,
            &attack.blow.attack,
            &rules,
        );
        if let (Some(rolled), Some(chance)) = (opening.awareness, &attack.blow.awareness) {
            ctx.write_roll(
                attack.target,
                "noticing the attacker".to_owned(),
                rolled,
                chance,
                &[RR30],
            );
        }
        attack.state = if opening.may_defend {
            AttackState::Open(opening)
        } else {
            AttackState::Answered(opening, None)
        };
    }
}

/// Lets the target of a successful attack answer it: an interrupt (PCT-025, PCT-034, PCT-043).
pub fn open_reactions(mut ctx: WriteContext, attacks: Query<&Attack>) {
    if attacks
        .iter()
        .any(|attack| matches!(attack.state, AttackState::Open(_)))
    {
        ctx.flow.push(stages::react());
    }
}

/// Rolls the answer, the part struck and the damage (PCT-049 to PCT-056, PCT-147).
pub fn finish_attacks(mut ctx: WriteContext, mut attacks: Query<(Entity, &mut Attack)>) {
    for entity in pending(&attacks) {
        let Ok((_, mut attack)) = attacks.get_mut(entity) else {
            continue;
        };
        let AttackState::Answered(opening, answer) = attack.state else {
            continue;
        };
        let closing =
            attack
                .blow
                .finish(opening.attack.level, answer, &mut *ctx.dice, Faces::Shown);
        write_closing(&mut ctx, &attack, opening, answer, &closing);
        attack.state = AttackState::Landed(opening, answer, closing);
    }
}

fn write_closing(
    ctx: &mut WriteContext,
    attack: &Attack,
    opening: Opening,
    answer: Option<usize>,
    closing: &Closing,
) {
    let (who, target) = (attack.attacker, attack.target);
    let defence = answer.and_then(|place| attack.blow.defences.get(place));
    if let (Some(defence), Some(rolled)) = (defence, closing.defence) {
        let rule = match defence.kind {
            crate::attack::matrix::DefenceKind::Parry => R034,
            crate::attack::matrix::DefenceKind::Dodge => R043,
        };
        ctx.write_roll(
            target,
            defence.label.clone(),
            rolled,
            &defence.chance,
            &[rule, R025],
        );
    }
    ctx.write(
        Event::AttackResolved {
            who,
            target,
            attack: opening.attack.level.word(),
            defence: defence.map_or(words::UNANSWERED, |defence| defence.kind.word()),
            defence_level: closing
                .defence
                .map_or(SuccessLevel::Failure, |rolled| rolled.level)
                .word(),
            effect: closing.row.damage.word(),
        },
        &[closing.row.rule],
    );
    if let Some(roll) = closing.coverage {
        ctx.write(
            Event::Rolled(Rolled {
                who: target,
                purpose: "the part behind the planted shield".to_owned(),
                dice: vec![d100(roll.face)],
                chance: None,
                total: None,
                outcome: Some(if roll.covered {
                    words::COVERED
                } else {
                    words::UNCOVERED
                }),
            }),
            &[RR59],
        );
    }
    let Some(damage) = &closing.damage else {
        return;
    };
    let mut dice: Vec<Face> = damage.weapon.faces.clone();
    dice.extend(&damage.bonus.faces);
    let mut rules = vec![R059];
    if damage.fixed > 0 {
        rules.push(R147);
    }
    ctx.write(
        Event::Rolled(Rolled {
            who,
            purpose: format!("damage with {}", attack.with),
            dice,
            chance: None,
            total: Some(damage.rolled),
            outcome: None,
        }),
        &rules,
    );
    ctx.write(
        Event::Damage {
            target,
            fixed: damage.fixed,
            rolled: damage.rolled,
            armour: closing.armour,
            lost: closing.lost,
        },
        &[R101, RR15],
    );
}
