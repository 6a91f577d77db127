//! Pits, traps, lava, fire and falls (ZON-R77).

use shieldwall_battle::{CombatantId, RuleId, Writer};
use shieldwall_dice::{Counted, Dice, DiceExpr};
use shieldwall_grid::Cell;

use crate::{
    attack::exchange::MOST_ARMOUR,
    character::harm::Harm,
    context::write::WriteContext,
    movement::dangers::Danger,
    terms::{
        rules::{RR07, RR77},
        words,
    },
};

/// Hurts the one who has just entered a cell by whatever is in it (ZON-R77).
pub fn enter(ctx: &mut WriteContext, who: CombatantId, cell: Cell, rules: &[RuleId]) {
    let Some(danger) = ctx.read().hazard(cell) else {
        return;
    };
    if danger == Danger::Trap {
        ctx.plan.sprung.push(cell);
    }
    burn(ctx, who, danger, rules);
}

/// Rolls what a danger does to somebody, and does it.
pub fn burn(ctx: &mut WriteContext, who: CombatantId, danger: Danger, rules: &[RuleId]) {
    let dice = ctx.read().danger_dice(danger).clone();
    let direct = danger != Danger::Trap;
    let purpose = format!("damage of {}", danger.name());
    suffer(
        ctx,
        who,
        &dice,
        purpose,
        (words::HAZARD, direct),
        None,
        rules,
    );
}

/// Hurts the one who falls from one cell to another (ZON-R77).
pub fn fall_from(ctx: &mut WriteContext, who: CombatantId, from: Cell, to: Cell) {
    let dice = ctx.read().fall_dice(from, to);
    suffer(
        ctx,
        who,
        &dice,
        "the fall".to_owned(),
        (words::FALL, true),
        None,
        &[],
    );
}

/// Rolls damage that is not that of a weapon or power, and takes it off.
pub fn suffer(
    ctx: &mut WriteContext,
    who: CombatantId,
    dice: &DiceExpr,
    purpose: String,
    (cause, direct): (&'static str, bool),
    by: Option<CombatantId>,
    rules: &[RuleId],
) {
    let (body, armour) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        if !fighter.is_alive() {
            return;
        }
        let armour = if direct {
            0
        } else {
            read.plain_armour(&fighter).min(MOST_ARMOUR)
        };
        (read.body(&fighter, None), armour)
    };
    let suffered = |total: i32| (total - armour).max(0);
    let alike = |one, other| body.suffers_alike(suffered(one), suffered(other));
    let rolled = ctx.dice.counted(Counted::of(dice).alike(&alike)).counting();
    let mut cited = vec![RR77, RR07];
    cited.extend_from_slice(rules);
    ctx.sum(who, purpose, &rolled, &cited);
    let harm = Harm {
        suffered: suffered(rolled.total),
        cause,
        by,
    };
    harm.inflict(ctx, who, &cited);
}
