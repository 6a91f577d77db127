//! SC of missiles: movement, size and cover of the target, aim, and the press of melee (SEG-123 to SEG-142).

use shieldwall_battle::RuleId;
use shieldwall_grid::{Cell, Cover};

use crate::{
    combatant::{
        arms::Flight,
        field::{Combatant, Field},
        plan::{Pace, PlannedAction},
    },
    content::{item_block::InMelee, stat_block::Size},
    strike::chance::Aim,
    terms::rules::{R123, R124, R126, R127, R128, R129, R135, R136, R137, R139, R140, R141, R142},
};

/// SC at a stationary target (SEG-124).
const STATIONARY: i32 = 10;
/// SC at a dodging target (SEG-127).
const DODGING: i32 = -20;
/// SC at a target on a mount that moves (SEG-128).
const MOUNTED: i32 = -10;
/// SC of careful aim (SEG-129).
const CAREFUL_AIM: i32 = 15;

/// The modifiers of a missile.
#[must_use]
pub fn modifiers(
    field: &Field<'_, '_>,
    aim: &Aim<'_>,
    missile: Flight,
) -> Vec<(&'static str, i32, RuleId)> {
    let (who, target) = (field.combatant(aim.who), field.combatant(aim.target));
    let mut all = vec![movement(field, &target)];
    if aim.aimed && !who.exertion.moved {
        all.push(("careful aim", CAREFUL_AIM, R129));
    }
    match cover(field, aim.from, aim.at) {
        Some(Kind::Soft) => all.push(("soft cover", -10, R135)),
        Some(Kind::Hard) => all.push(("hard cover", -20, R136)),
        None => {}
    }
    match target.stats().size {
        Size::Tiny => all.push(("tiny target", -10, R137)),
        Size::Small => all.push(("small target", -5, R137)),
        Size::Medium => {}
        Size::Large => all.push(("large target", 5, R139)),
        Size::Giant => all.push(("giant target", 10, R139)),
    }
    if let Some(kind) = missile.in_melee
        && is_in_melee(field, &who, aim.from)
    {
        let rule = match kind {
            InMelee::HandCrossbow => R140,
            InMelee::Crossbow => R141,
            InMelee::Bow => R142,
        };
        all.push(("in melee", kind.modifier(missile.skill), rule));
    }
    all
}

/// True if a combatant would be in melee in a cell.
fn is_in_melee(field: &Field<'_, '_>, who: &Combatant<'_, '_>, from: Cell) -> bool {
    let reach = field.longest_reach(who);
    let able = who.can_act();
    field.enemies(who.side()).any(|enemy| {
        able && field.reaches(from, enemy.cell(), reach) || field.threatens(&enemy, from)
    })
}

/// The row of a target's movement (SEG-123 to SEG-127, SEG-R64, SEG-R65).
fn movement(field: &Field<'_, '_>, target: &Combatant<'_, '_>) -> (&'static str, i32, RuleId) {
    let own = own_movement(target);
    let mount = field.mount_of(target);
    let is_carried = mount.is_some_and(|mount| mount.plan.pace().is_some());
    // Of its own row and that of the mount the lower one counts.
    if is_carried && MOUNTED < own.1 {
        ("carried target", MOUNTED, R128)
    } else {
        own
    }
}

/// The row of its own movement.
fn own_movement(target: &Combatant<'_, '_>) -> (&'static str, i32, RuleId) {
    let plan = target.plan;
    let stays = target.senses.unwary && !target.exertion.moved;
    if stays || target.stunned.0 || target.fallen.0 || plan.is_rooted() || target.aims() {
        return ("stationary target", STATIONARY, R124);
    }
    let (name, points, rule) = match (plan.action, plan.pace()) {
        (PlannedAction::Dodge { .. }, _) => ("dodging target", DODGING, R127),
        (_, Some(Pace::Run)) => ("running target", -10, R126),
        (_, Some(Pace::Sprint)) => ("sprinting target", -20, R126),
        (_, Some(Pace::FastSprint)) => ("sprinting target", -30, R126),
        (_, Some(Pace::Walk) | None) => ("", 0, R126),
    };
    let fast = target.stats().speed_ranged_mod;
    if plan.pace().is_some() && fast < points {
        ("fast target", fast, R123)
    } else {
        (name, points, rule)
    }
}

/// A kind of cover (SEG-134).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It hides.
    Soft,
    /// It stops missiles.
    Hard,
}

/// The worst cover of a target against a line: in its cell, and on the sides of its cell that the line enters (SEG-134,
/// SEG-R68). Light cover hides half of it at most, and does not count.
#[must_use]
pub fn cover(field: &Field<'_, '_>, from: Cell, at: Cell) -> Option<Kind> {
    let map = field.map();
    let ground = map.ground(at);
    let entered = map.sight(from, at).entered;
    let borders = entered.iter().map(|side| map.border(at, side));
    let all = borders.map(|border| (border.cover, border.hard));
    let all = all.chain([(ground.cover, ground.hard)]);
    let mut counting = all.filter(|(cover, _)| *cover >= Cover::Half).peekable();
    counting.peek()?;
    let hard = counting.any(|(_, hard)| hard);
    Some(if hard { Kind::Hard } else { Kind::Soft })
}
