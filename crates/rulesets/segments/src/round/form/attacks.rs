//! Attacks of a declaration, in melee and by missiles (SEG-061 to SEG-075, SEG-094, SEG-129 to SEG-133, SEG-R87).

use super::Declares;
use shieldwall_battle::{Field as FormField, FieldOption, Offer, Target};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        arms::{Arm, Flight},
        field::{Combatant, Field},
    },
    content::item_block::InMelee,
    movement::ways,
    terms::{
        fields::{
            AIM, AS_IT_COMES, AS_MANY, ATTACK_THEN_MOVE, BOTH_IN_TURN, CAREFUL_AIM, DOUBLE_SHOTS,
            GEAR, GUARD, HALF_MOVE, HANDS, HOW, MAIN_HAND, PLACE, ROOTED, RUN, SHOTS, STAND,
            STAND_UP as STAND_UP_FIRST,
        },
        rules::{
            R001, R013, R061, R065, R071, R094, R095, R129, R133, RR17, RR58, RR66, RR67, RR87,
        },
    },
};

/// The offer of attacks with a weapon. A guard is kept by the one for melee (SEG-R55).
pub(super) fn attack(
    field: &Field<'_, '_>,
    (arm, parries): (&Arm, &Arm),
    places: &[Cell],
    who: &Combatant<'_, '_>,
) -> Offer {
    let hand = if arm.in_off_hand { " (off hand)" } else { "" };
    let verb = match arm.missile {
        None => "Attack with",
        Some(missile) if missile.thrown => "Throw",
        Some(_) => "Shoot with",
    };
    let label = format!("{verb} {}{hand}", arm.name);
    let mut offer =
        Offer::new(arm.weapon.action(), label, &[R001, RR87]).to_do(Declares::Attack(arm.weapon));
    offer.item = arm.item();
    if who.fallen.0 {
        offer.rules.push(RR17);
        offer.detail =
            "It stands up first: initiative -5, and half of the attacks lost. From segment 5 on."
                .to_owned();
        let mut stand = FieldOption::new(STAND_UP_FIRST, "stand up first");
        stand.unsaid = true;
        offer.fields = vec![FormField::one_of(HOW, "Movement", vec![stand])];
        guard(&mut offer, parries);
        return offer;
    }
    offer.rules.extend([R013, R061, R065, R071]);
    offer.detail = "A half move first: initiative -5, and half of the attacks lost. A run: initiative -7, and SC -25. Rooted: initiative +3, and DEF -20."
        .to_owned();
    let [stand, rooted, mut half] = standing_or_not();
    let mut run = FieldOption::new(RUN, "run");
    run.band = Some(ways::WALK);
    run.costs = true;
    run.shuts = vec![GUARD];
    if arm.missile.is_some() {
        half.shuts.push(AIM);
        run.shuts.push(AIM);
    }
    let then = FieldOption::new(ATTACK_THEN_MOVE, "then move");
    let mut options = vec![stand, rooted, half, run, then];
    // A rider declares no movement: its mount does (SEG-R75).
    if field.mount_of(who).is_some() {
        options.truncate(1);
    }
    // A run asks for breath (SEG-R40).
    options.retain(|option| option.key != RUN || !field.is_winded(who));
    offer.fields = vec![FormField::one_of(HOW, "Movement", options)];
    if !places.is_empty() {
        let targets = places.iter().map(|cell| Target::Cell(*cell)).collect();
        offer.fields.push(FormField::at(
            PLACE,
            "Where",
            targets,
            "the nearest cell in reach",
        ));
    }
    guard(&mut offer, parries);
    if let Some(missile) = arm.missile {
        aim(&mut offer, missile, who);
    }
    offer
}

/// The ways to stand that attacks and spells share: with a free step, rooted, after half a move (SEG-013, SEG-061).
pub(super) fn standing_or_not() -> [FieldOption; 3] {
    let mut stand = FieldOption::new(STAND, "stand");
    stand.shuts = vec![PLACE];
    stand.unsaid = true;
    stand.band = Some(ways::FREE_STEP);
    let mut rooted = FieldOption::new(ROOTED, "rooted");
    rooted.shuts = vec![PLACE];
    let mut half = FieldOption::new(HALF_MOVE, "half move");
    half.band = Some(ways::HALF_MOVE);
    half.costs = true;
    [stand, rooted, half]
}

/// Adds the fields for careful aim and Double Shots, which exclude each other (SEG-129 to SEG-133, SEG-R66, SEG-R67).
fn aim(offer: &mut Offer, missile: Flight, who: &Combatant<'_, '_>) {
    offer.rules.extend([R129, RR66]);
    let mut plain = FieldOption::new(AS_IT_COMES, "as it comes");
    plain.unsaid = true;
    let mut careful = FieldOption::new(CAREFUL_AIM, "careful: SC +15, one attack less");
    careful.shuts = vec![GUARD, SHOTS];
    offer
        .fields
        .push(FormField::one_of(AIM, "Aim", vec![plain, careful]));
    if who.stats().double_shots && missile.in_melee == Some(InMelee::Bow) {
        offer.rules.extend([R133, RR67]);
        let mut plain = FieldOption::new(AS_MANY, "one for each attack");
        plain.unsaid = true;
        let double = FieldOption::new(DOUBLE_SHOTS, "Double Shots: one more");
        let options = vec![plain, double];
        offer
            .fields
            .push(FormField::one_of(SHOTS, "Shots", options));
    }
}

/// Adds the field for the hands that strike (SEG-R58). Nothing in hand changes while both do.
pub(super) fn hands(offer: &mut Offer, main: &Arm, off: &Arm) {
    offer.rules.push(RR58);
    let mut only_main = FieldOption::new(MAIN_HAND, main.name.clone());
    only_main.unsaid = true;
    let mut both = FieldOption::new(
        BOTH_IN_TURN,
        format!("{} and {} in turn", main.name, off.name),
    );
    both.shuts = vec![GEAR];
    let options = vec![only_main, both];
    offer
        .fields
        .push(FormField::one_of(HANDS, "Hands", options));
}

/// Adds the field for SC that is given up (SEG-094, SEG-095).
fn guard(offer: &mut Offer, arm: &Arm) {
    if arm.most_guard() > 0 {
        offer.rules.extend([R094, R095]);
        let field = FormField::amount(GUARD, "Guard", [0, arm.most_guard()], 0);
        offer.fields.push(field);
    }
}
