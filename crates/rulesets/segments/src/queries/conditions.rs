//! The conditions of a combatant.

use shieldwall_battle::Condition;

use crate::{
    combatant::{field::Combatant, wounds::WoundLevel},
    terms::words::{
        AIMING, ARM_WOUNDED, BADLY_WOUNDED, BLESSED, BLINDED, CASTING, DEFENDING, DESPERATE,
        DESPERATELY_WOUNDED, ENCUMBERED, FALLEN, GUARDING, HASTENED, HIDDEN, LEG_WOUNDED,
        NOT_ALERT, OFF_ARM_WOUNDED, OPEN_WOUND, OUT_OF_BREATH, STANDS_FAST, STUCK, STUNNED,
        TAKEN_ABACK, VERY_BADLY_WOUNDED, WAITS_TO_CAST, WARDED,
    },
};

/// The conditions of a combatant, the most pressing first.
#[must_use]
pub fn conditions(who: &Combatant<'_, '_>) -> Vec<Condition> {
    let level = who.wound_level();
    let all = [
        (who.concealment.is_unseen(), HIDDEN),
        (who.is_taken_aback(), TAKEN_ABACK),
        (who.senses.unwary, NOT_ALERT),
        (who.senses.blinded > 0, BLINDED),
        (who.stunned.0, STUNNED),
        (who.fallen.0, FALLEN),
        (level == WoundLevel::Desperately, DESPERATELY_WOUNDED),
        (level == WoundLevel::VeryBadly, VERY_BADLY_WOUNDED),
        (level == WoundLevel::Badly, BADLY_WOUNDED),
        (who.plan.is_full_defence(), DEFENDING),
        (who.plan.is_desperate(), DESPERATE),
        (who.plan.is_rooted(), STANDS_FAST),
        (who.plan.guard > 0, GUARDING),
        (who.haste.rounds > 0, HASTENED),
        (who.aims(), AIMING),
        (!who.stuck.0.is_empty(), STUCK),
        (who.casting.is_under_way(), CASTING),
        (who.casting.waits(), WAITS_TO_CAST),
        (who.ward.0.amount > 0, WARDED),
        (who.blessing.0.amount > 0, BLESSED),
        (!who.wounds.bleeding.is_empty(), OPEN_WOUND),
        (who.wounds.leg, LEG_WOUNDED),
        (who.wounds.main_arm, ARM_WOUNDED),
        (who.wounds.off_arm, OFF_ARM_WOUNDED),
        (who.winded.0, OUT_OF_BREATH),
        (who.is_encumbered(), ENCUMBERED),
    ];
    let so = all.into_iter().filter(|(is_so, _)| *is_so);
    so.map(|(_, condition)| condition).collect()
}
