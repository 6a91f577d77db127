//! The chance of a strike: SC with its modifiers, less DEF (SEG-025, SEG-R18, SEG-R19).

use shieldwall_battle::{Check, CombatantId, Modifier, RuleId, check::Effect};
use shieldwall_grid::{Cell, Light};

use crate::{
    combatant::{
        arms::Arm,
        field::{Combatant, Field},
        plan::{How, PlannedAction, Weapon},
    },
    strike::{
        defence::{self, Attacked},
        limits::Limits,
        missiles,
        surprise::{self, Surprise, surprise},
    },
    terms::rules::{R037, R073, R087, R090, R091, R093, R094, R106, R130, RR17, RR21, RR36},
};

/// SC lost by an attack after a run (SEG-073).
const RUN: i32 = -25;
/// SC of a weapon in the off hand (SEG-106).
const OFF_HAND: i32 = -20;
/// SC for each attacker beyond the first (SEG-087).
const EACH_ATTACKER: i32 = 10;
/// SC against a stunned or fallen target (SEG-090, SEG-R17).
const HELPLESS: i32 = 10;

/// SC with a wounded arm (SEG-R21).
const WOUNDED_ARM: i32 = -20;
/// SC of an encumbered attacker (SEG-093).
const ENCUMBERED: i32 = -10;

/// A strike that is aimed.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// The attacker.
    pub who: CombatantId,
    /// The cell from which it strikes.
    pub from: Cell,
    /// The weapon.
    pub arm: &'a Arm,
    /// The target.
    pub target: CombatantId,
    /// The cell of the target.
    pub at: Cell,
    /// True for a free attack on a combatant that withdraws.
    pub free: bool,
    /// Movement that goes with it.
    pub how: How,
    /// SC that the attacker gives up for DEF (SEG-094).
    pub guard: i32,
    /// True with careful aim (SEG-129).
    pub aimed: bool,
    /// Other attackers of the target that have declared in secret, as far as the side of this one knows.
    pub friends: usize,
}

impl<'a> Aim<'a> {
    /// A strike where both stand now, as it was declared.
    #[must_use]
    pub fn of(who: &Combatant<'_, '_>, arm: &'a Arm, target: &Combatant<'_, '_>) -> Self {
        Self {
            who: who.id(),
            from: who.cell(),
            arm,
            target: target.id(),
            at: target.cell(),
            free: false,
            how: who.plan.how(),
            guard: who.plan.guard,
            aimed: who.aims(),
            friends: 0,
        }
    }
}

/// The modified strike chance, with how it comes about.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The modified strike chance, which may be any number.
    pub modified: i32,
    /// The check as the journal tells it.
    pub check: Check,
    /// The highest rolls of each result.
    pub limits: Limits,
}

/// The chance of a strike as things stand.
#[must_use]
pub fn chance(field: &Field<'_, '_>, aim: &Aim<'_>) -> Chance {
    let (who, target) = (field.combatant(aim.who), field.combatant(aim.target));
    let mut modifiers = Vec::new();
    let mut add = |name: &'static str, points: i32, rule: RuleId| {
        if points != 0 {
            modifiers.push(Modifier {
                name: name.into(),
                effect: Effect::Add(points),
                rule,
            });
        }
    };
    add("guard", -aim.guard, R094);
    add("wounds", who.wound_level().modifier(), R037);
    if aim.arm.in_off_hand && !who.stats().ambidextrous {
        add("off hand", OFF_HAND, R106);
    }
    if who.wounds.main_arm && !aim.arm.in_off_hand && !matches!(aim.arm.weapon, Weapon::Natural(_))
    {
        add("wounded arm", WOUNDED_ARM, RR21);
    }
    if aim.how == How::Run {
        add("after a run", RUN, R073);
    }
    add("blessing", who.blessing.0.amount, RR36);
    if who.is_encumbered() {
        add("encumbered", ENCUMBERED, R093);
    }
    let (points, rule) = surprise::unseen_target(field, &who, &target);
    let lit = light(field, &who, aim.at);
    // Of darkness and a target that is not seen the worse one counts (SEG-R53).
    if points < lit {
        add("unseen target", points, rule);
    } else {
        add("light", lit, R091);
    }
    let surprised = surprise(field, &who, &target);
    if let Some((name, points, rule)) = surprised.map(Surprise::strike_chance) {
        add(name, points, rule);
    }
    let (points, _, rule) = surprise::ambush(field, &who, &target);
    add("ambush", points, rule);
    if let Some(missile) = aim.arm.missile {
        for (name, points, rule) in missiles::modifiers(field, aim, missile) {
            add(name, points, rule);
        }
    } else {
        add("several attackers", outnumbering(field, aim, &target), R087);
        if target.stunned.0 {
            add("stunned target", HELPLESS, R090);
        } else if target.fallen.0 {
            add("fallen target", HELPLESS, RR17);
        } else if target.aims() {
            add("target takes aim", HELPLESS, R130);
        }
    }
    let kind = match (aim.arm.missile, aim.free) {
        (Some(_), _) => Attacked::FromAfar,
        (None, true) => Attacked::Turning,
        (None, false) => Attacked::InMelee,
    };
    for (name, points, rule) in defence::parts(field, &target, kind, surprised) {
        add(name, -points, rule);
    }
    if surprised.is_none() {
        let (points, rule) = surprise::unseen_attacker(field, &target, &who);
        add("unseen attacker", -points, rule);
    }
    let total = |modifier: &Modifier| match modifier.effect {
        Effect::Add(points) => points,
        Effect::Times(..) | Effect::Fixed(_) => 0,
    };
    let sum: i32 = modifiers.iter().map(total).sum();
    let modified = aim.arm.strike_chance + sum;
    let limits = Limits::of(modified);
    Chance {
        modified,
        check: Check {
            skill: aim.arm.name.clone().into(),
            rating: aim.arm.strike_chance,
            modifiers,
            chance: limits.hit,
            against: shieldwall_battle::Against::Percent,
        },
        limits,
    }
}

/// SC by the light of the target's cell, which dark sight does not need (SEG-091, SEG-R53).
fn light(field: &Field<'_, '_>, who: &Combatant<'_, '_>, at: Cell) -> i32 {
    if field.senses_within(who, at, who.stats().dark_sight_ft) {
        return 0;
    }
    let rules = &field.rules.0;
    match field.map().ground(at).light {
        Light::Bright => 0,
        Light::Dim => rules.dim.modifier(),
        Light::Dark => rules.dark.modifier(),
    }
}

/// SC for several attackers of one target (SEG-087 to SEG-089, SEG-R49, SEG-R51).
fn outnumbering(field: &Field<'_, '_>, aim: &Aim<'_>, target: &Combatant<'_, '_>) -> i32 {
    let attackers = field.enemies(target.side()).filter(|other| {
        let acts = other.id() == aim.who;
        let attacks = || {
            let PlannedAction::Attack {
                target: at, weapon, ..
            } = other.plan.action
            else {
                return false;
            };
            at == aim.target
                && other.can_act()
                && field.arm(other, weapon).is_some_and(|arm| {
                    arm.missile.is_none() && field.strikes_at(other.cell(), aim.at, arm.reach)
                })
        };
        acts || attacks()
    });
    let count: i32 = attackers.map(|attacker| counts_as(&attacker)).sum();
    let count = count + i32::try_from(aim.friends).unwrap_or(0);
    let bonus = EACH_ATTACKER * (count - 1 - target.stats().range_of_field).max(0);
    match field.rules.0.outnumber_cap {
        0 => bonus,
        cap => bonus.min(cap),
    }
}

/// Attackers that a combatant counts as: each pair of independent tentacles is one (SEG-089, SEG-R51).
fn counts_as(attacker: &Combatant<'_, '_>) -> i32 {
    let stats = attacker.stats();
    if stats.independent_tentacles {
        i32::from(attacker.plan.attacks_left(stats.attacks) / 2).max(1)
    } else {
        1
    }
}
