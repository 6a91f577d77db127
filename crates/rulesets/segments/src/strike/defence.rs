//! DEF of a target, by the way in which it is attacked (SEG-R18, SEG-R55).

use shieldwall_battle::RuleId;

use crate::{
    combatant::field::{Combatant, Field},
    strike::surprise::Surprise,
    terms::rules::{
        R014, R025, R043, R044, R060, R092, R094, R098, R102, R108, R115, R131, RR17, RR18, RR36,
    },
};

/// DEF of a combatant that stands rooted (SEG-014).
const ROOTED: i32 = -20;
/// DEF of a combatant that picks up a weapon (SEG-108).
const PICKING_UP: i32 = -15;
/// DEF of an encumbered combatant (SEG-092).
const ENCUMBERED: i32 = -10;

/// DEF gained by giving up so much SC: one point for two, fractions dropped (SEG-094, SEG-096).
#[must_use]
pub const fn defence_for(given_up: i32) -> i32 {
    given_up / 2
}

/// The way in which a combatant is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacked {
    /// In melee.
    InMelee,
    /// In melee while it withdraws (SEG-115).
    Turning,
    /// By a missile: it meets nothing that a parry could stop (SEG-R55).
    FromAfar,
}

/// The parts of a target's DEF, some of them 0.
#[must_use]
pub fn parts(
    field: &Field<'_, '_>,
    target: &Combatant<'_, '_>,
    attacked: Attacked,
    surprised: Option<Surprise>,
) -> [(&'static str, i32, RuleId); 10] {
    let stats = target.stats();
    let own = stats.def_natural + stats.def_magic;
    let evades = stats.defence_by_dex(target.dex()) + stats.defence_by_skill();
    let (name, evades, rule) = if target.fallen.0 {
        ("defence of the fallen", 0, RR17)
    } else if target.casting.is_under_way() {
        ("defence of a caster", 0, R060)
    } else if target.aims() {
        ("defence of an aimer", 0, R131)
    } else if attacked == Attacked::Turning {
        ("defence without shield", evades, R115)
    } else {
        ("defence", evades, R025)
    };
    let open = target.fallen.0 || target.casting.is_under_way();
    let shield = if open || attacked == Attacked::Turning {
        0
    } else {
        field.shield(target)
    };
    let only = |is_so: bool, points: i32| if is_so { points } else { 0 };
    let ward = target.ward.0.amount;
    let normal = evades + own + shield + ward;
    let (missing, cause) = match surprised {
        None => (0, R043),
        Some(Surprise::InCombat) => (normal - normal.div_euclid(2), R043),
        Some(Surprise::OutOfCombat) => (normal - stats.def_magic, R044),
    };
    // A declared defence does not help against a surprise (SEG-R30).
    let parries = attacked != Attacked::FromAfar && surprised.is_none();
    let arm = field.main_arm(target);
    let plan = target.plan;
    [
        (name, evades + own, rule),
        ("shield", shield, RR18),
        ("ward", ward, RR36),
        ("surprised target", -missing, cause),
        (
            "target on guard",
            only(parries, defence_for(plan.guard)),
            R094,
        ),
        (
            "full defence",
            only(parries && plan.is_full_defence(), arm.full_defence()),
            R098,
        ),
        (
            "desperate defence",
            only(parries && plan.is_desperate(), arm.desperate_defence()),
            R102,
        ),
        ("rooted target", only(plan.is_rooted(), ROOTED), R014),
        (
            "picking up a weapon",
            only(plan.picks_up(), PICKING_UP),
            R108,
        ),
        (
            "encumbered target",
            only(target.is_encumbered(), ENCUMBERED),
            R092,
        ),
    ]
}
