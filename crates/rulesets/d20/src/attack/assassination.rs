//! Assassination: blows at the vitals of those who are helpless, or unaware of any attacker (D20-036 to D20-040,
//! D20-R40 to D20-R43).

use bevy_ecs::prelude::*;
use shieldwall_battle::{DiceCup, Event, Scribe, Vitality, Writer, event::Rolled};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    attack::{Attack, Manner, rolls::next},
    content::blocks::Kind,
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    harm::{d20::D20, saving::Save},
    terms::rules::{R037, R038, R082, R083, RR41, RR42},
};

impl Figure<'_, '_> {
    /// Whether it is helpless: senseless, or out of the fight (D20-R40).
    #[must_use]
    pub fn is_helpless(&self) -> bool {
        *self.vitality == Vitality::Unconscious
    }

    /// Whether it sleeps by a spell, so that damage wakes it (D20-R74).
    #[must_use]
    pub fn sleeps(&self) -> bool {
        self.is_helpless() && self.magic.spellbound.0.is_some_and(|bound| bound.asleep)
    }

    /// Whether it stands where it is, helpless (D20-R40).
    #[must_use]
    pub fn is_paralysed(&self) -> bool {
        self.magic.spellbound.0.is_some_and(|bound| !bound.asleep)
    }

    /// Whether it does not know of any enemy yet: surprised, and not attacked since (D20-R40).
    #[must_use]
    pub fn is_unaware(&self) -> bool {
        self.surprised.0 && !self.warned.0
    }
}

/// Whether somebody can strike at the vitals of another, which has some, and which it knows (D20-036, D20-039, D20-040,
/// D20-R43).
#[must_use]
pub fn knows_vitals(who: &Figure<'_, '_>, target: &Figure<'_, '_>) -> bool {
    let (own, other) = (who.stats(), target.stats());
    let kin = own.kind == other.kind || other.kind == Kind::Humanoid;
    // Those who know people know giants.
    let known = kin || other.kind == Kind::Giant || own.anatomy.contains(&other.kind);
    let open = target.is_helpless() || target.is_unaware() || !target.knows_of(who);
    open && other.vitals() && known
}

/// What the dice of a weapon are multiplied by: more than 1 for thieves, against those whose vitals they know (D20-037,
/// D20-R42).
#[must_use]
pub fn multiplier(who: &Figure<'_, '_>, target: &Figure<'_, '_>) -> i32 {
    if knows_vitals(who, target) {
        who.stats().surprise_multiplier()
    } else {
        1
    }
}

/// Throws for the victim of the blow at the vitals that has just hit: made, the damage is ordinary; a natural 20
/// cancels it, and a natural 1 makes it the greatest there is (D20-038).
pub fn save(
    field: Battlefield,
    mut attacks: Query<&mut Attack>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let stabs = |attack: &Mut<Attack>| {
        attack.manner == Manner::Vitals && attack.damage > Some(0) && attack.constitution.is_none()
    };
    let Some(mut attack) = next(&mut attacks).filter(stabs) else {
        return;
    };
    let (who, target) = (field.figure(attack.who), field.figure(attack.target));
    let throw = save_of(&target).throw(attack.target, &mut cup, &mut scribe, &[R038, RR41]);
    let damage = attack.damage.unwrap_or(0);
    match throw {
        D20::Success => {}
        D20::Twenty => {
            attack.damage = Some(0);
            note(&attack, "is unharmed", &mut scribe, R082);
        }
        D20::Failure => {
            attack.damage = Some(0);
            attack.constitution = Some(damage);
        }
        D20::One => {
            let arm = attack.arm(&field);
            let most = arm.map_or(damage, |arm| greatest(&field, (&who, &arm), &target));
            attack.damage = Some(0);
            attack.constitution = Some(most);
            note(&attack, "suffers the worst", &mut scribe, R083);
        }
    }
}

/// The throw of somebody against a blow at its vitals (D20-038).
#[must_use]
pub fn save_of(target: &Figure<'_, '_>) -> Save {
    Save::of(
        target.stats(),
        target.wounds.flesh.0,
        "throw against assassination",
    )
}

/// The greatest damage of a blow at the vitals (D20-083).
#[must_use]
pub fn greatest(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
) -> i32 {
    let (dice, added) = arm.parts(field, who, target);
    dice.max() * multiplier(who, target) + added
}

fn note(attack: &Attack, text: &str, scribe: &mut Scribe<'_, '_>, rule: shieldwall_battle::RuleId) {
    let event = Event::Note {
        who: attack.target,
        text: text.to_owned(),
        unforeseen: false,
    };
    scribe.write(event, &[R038, rule]);
}

/// Rolls the damage of a blow whose dice are multiplied: the dice, times the number, and then what is added.
pub fn multiplied(
    who: &Figure<'_, '_>,
    (dice, added): (&DiceExpr, i32),
    times: i32,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> i32 {
    let roll = cup.sum(dice);
    let total = roll.total * times + added;
    let rolled = Rolled {
        who: *who.id,
        purpose: format!("damage, dice times {times}"),
        dice: roll.faces,
        chance: None,
        total: Some(total),
        outcome: None,
    };
    scribe.write(Event::Rolled(rolled), &[R037, RR42]);
    total
}

/// Notes who has been attacked: it is unaware no longer (D20-R40).
pub fn warn(
    attacks: Query<&Attack>,
    roster: Res<shieldwall_battle::Roster>,
    mut figures: Query<&mut crate::figure::Warned>,
) {
    for attack in &attacks {
        if let Ok(mut warned) = figures.get_mut(roster.combatant(attack.target)) {
            warned.0 = true;
        }
    }
}

impl Arm {
    /// The dice of a hit, and what is added to them.
    #[must_use]
    pub fn parts(
        &self,
        field: &Battlefield<'_, '_>,
        who: &Figure<'_, '_>,
        target: &Figure<'_, '_>,
    ) -> (DiceExpr, i32) {
        let steps = field.steps(who.footing(), target.footing());
        self.damage_parts(steps, who.stats().strength_modifier())
    }
}
