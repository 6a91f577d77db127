//! Attacks and what takes the place of one, on a number (D20-028, D20-101, D20-106).

use shieldwall_battle::{Action, Candidates, Field, FieldOption, Offer, Target, Targets};

use crate::{
    attack::{
        Aiming,
        acts::NumberAction,
        assassination,
        done::Done,
        legality::{is_subduable, may_strike, may_use},
    },
    content::blocks::Weapon,
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::Intent,
    },
    terms::{
        actions::{
            ADJUST, BRAWL, EXTRACT, FINISH, PUSH, SHOOT, SINGLE_OUT, STRIKE, THROW, WRESTLE,
        },
        fields::{AFTER, FOLLOW, KILL, PURPOSE, STAY, SUBDUE, VITALS},
        reasons,
        rules::{
            R003, R036, R072, R073, R074, R081, R101, R102, R104, R105, R106, R134, R162, R163,
            R166, R167, RR55, RR82,
        },
    },
};

/// Attacks with weapons.
pub const ATTACKS: [Action; 3] = [STRIKE, SHOOT, THROW];

/// Attacks with weapons in hand, on enemies within reach.
pub fn with_arms(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    done: &Done,
    all: &mut Candidates,
) {
    for arm in &field.arms(who) {
        let mut offer = of_arm(arm);
        let name = arm.name();
        if let Err(reason) = may_use(field, who, arm, done) {
            all.bar_with(offer.action, offer.item, &name, reason);
            continue;
        }
        let targets = field.enemies(who.side()).map(|enemy| {
            let allowed = may_strike(field, who, who.footing(), arm, &enemy, enemy.footing());
            (Target::Combatant(*enemy.id), allowed)
        });
        let targets = all.open_targets(&offer, &name, targets);
        if all.asks_why() {
            bar_others(field, who, &offer, all);
        }
        if targets.is_empty() {
            continue;
        }
        offer.fields.extend(purposes(field, who, arm, &targets));
        if targets.len() > 1 && is_by_chance(field, who, arm) {
            let mut single_out = offer.clone().to_do(strike(arm, Aiming::SinglesOut));
            single_out.action = SINGLE_OUT;
            single_out.label = format!("Single out: {name}");
            single_out.detail =
                "You attack the enemy of your choice. Until your next action the others attack you at +2."
                    .to_owned();
            single_out.rules = vec![R101, R105];
            single_out.targets = Targets::AnyOf(targets);
            all.offer(single_out);
            "A die says which enemy within reach you strike.".clone_into(&mut offer.detail);
            offer.rules = vec![R101, R104];
            offer = offer.to_do(strike(arm, Aiming::Chance));
        } else {
            offer.targets = Targets::AnyOf(targets);
        }
        all.offer(offer);
    }
    if all.asks_why() && field.enemies_known_to(who).next().is_none() {
        all.bar_all(&ATTACKS, &reasons::NOBODY);
    }
    for action in ATTACKS {
        all.bar_otherwise(action, "the weapon", &reasons::NOT_IN_HAND);
    }
}

/// Notes why an attack is not aimed at friends and at combatants out of the fight.
fn bar_others(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    offer: &Offer,
    all: &mut Candidates,
) {
    for other in field.all() {
        let target = Target::Combatant(*other.id);
        if !field.board.hostile(who.side(), other.side()) {
            all.bar_target(offer, target, &reasons::FRIEND);
        } else if !other.is_able() {
            all.bar_target(offer, target, &reasons::GONE);
        }
    }
}

/// Purposes of a blow at any of these targets: at the vitals of the helpless or unaware (D20-036, D20-R41), to kill, or
/// to beat down in melee (D20-143). `None` if there is only one.
fn purposes(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    arm: &Arm,
    targets: &[Target],
) -> Option<Field> {
    let mut options = vec![FieldOption::new(KILL, "to kill")];
    if !arm.is_missile() && targets.iter().any(|target| is_subduable(field, target)) {
        options.push(FieldOption::new(SUBDUE, "to subdue"));
    }
    let open = |target: &Target| {
        matches!(target, Target::Combatant(other)
            if assassination::knows_vitals(who, &field.figure(*other)))
    };
    if targets.iter().any(open) {
        options.insert(0, FieldOption::new(VITALS, "at the vitals"));
    }
    (options.len() > 1).then(|| Field::one_of(PURPOSE, "Blow", options))
}

/// Brawling, wrestling and pushing, with enemies beside (D20-162, D20-166, D20-167). A combatant that holds another
/// down strikes at that one alone.
pub fn brawls(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    let held = field.pinned_by(who);
    if *who.round.intent == Intent::Charge {
        return;
    }
    let beside: Vec<Figure<'_, '_>> = field
        .enemies(who.side())
        .filter(|enemy| {
            field.adjacent(who.footing(), enemy.footing())
                && !field.is_barred(who, *enemy.id)
                && who.knows_of(enemy)
                && held.is_none_or(|held| held == *enemy.id)
        })
        .collect();
    let targets: Vec<Target> = beside
        .iter()
        .map(|enemy| Target::Combatant(*enemy.id))
        .collect();
    if targets.is_empty() {
        return;
    }
    let unarmed = field.arms(who).iter().any(|arm| arm.weapon == Weapon::Fist);
    for arm in field.brawling_arms(who) {
        // A combatant with nothing in hand strikes with its fists anyway.
        if unarmed && arm.weapon == Weapon::Fist && held.is_none() {
            continue;
        }
        let mut offer = Offer::new(BRAWL, format!("Brawl: {}", arm.name()), &[R162, R163])
            .to_do(strike(&arm, Aiming::Plain));
        offer.detail =
            "1 or 2 points, STR added. More than half of what is left stuns; a stunned one is knocked out."
                .to_owned();
        offer.item = arm.item();
        offer.targets = Targets::AnyOf(targets.clone());
        offer.aside = Some("brawl");
        offer.fields.extend(purposes(field, who, &arm, &targets));
        all.offer(offer);
    }
    if held.is_some() || *who.round.intent == Intent::FullDefence {
        return;
    }
    let mut wrestle =
        Offer::new(WRESTLE, "Wrestle down", &[R166, RR82]).to_do(NumberAction::Wrestle);
    "An opposed roll. The loser lies on the ground, held fast.".clone_into(&mut wrestle.detail);
    let mut push = Offer::new(PUSH, "Push back", &[R167, RR82]).to_do(NumberAction::Push);
    "An opposed roll. The loser goes back a cell, or falls where there is no room."
        .clone_into(&mut push.detail);
    let options = vec![
        FieldOption::new(STAY, "stay"),
        FieldOption::new(FOLLOW, "follow"),
    ];
    push.fields.push(Field::one_of(AFTER, "Then", options));
    for mut offer in [wrestle, push] {
        offer.aside = Some("brawl");
        let wrestles = offer.action == WRESTLE;
        let targets = beside.iter().map(|enemy| {
            let allowed = if field.bigger(enemy, who) >= TOO_BIG {
                Err(&reasons::TOO_BIG)
            } else if wrestles && enemy.pinned.0.is_some() {
                Err(&reasons::HELD_ALREADY)
            } else {
                Ok(())
            };
            (Target::Combatant(*enemy.id), allowed)
        });
        all.aim(offer, "", targets);
    }
}

/// Steps of size by which an enemy is too big to be wrestled down or pushed (D20-166).
const TOO_BIG: i32 = 2;

/// Strokes at helpless enemies, who are struck at only if that is meant (D20-036, D20-R52).
pub fn finishing(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    for arm in field.arms(who).into_iter().filter(|arm| !arm.is_missile()) {
        let targets: Vec<Target> = field
            .helpless_enemies(who.side())
            .filter(|enemy| {
                may_strike(field, who, who.footing(), &arm, enemy, enemy.footing()).is_ok()
            })
            .map(|enemy| Target::Combatant(*enemy.id))
            .collect();
        if targets.is_empty() {
            continue;
        }
        let label = format!("Strike the helpless: {}", arm.name());
        let mut offer = Offer::new(FINISH, label, &[R101, R036]).to_do(strike(&arm, Aiming::Plain));
        offer.item = arm.item();
        offer.fields.extend(purposes(field, who, &arm, &targets));
        offer.targets = Targets::AnyOf(targets);
        all.offer(offer);
    }
}

/// True if a die chooses the target of several: not of missiles, nor in a charge (D20-104, D20-R52).
fn is_by_chance(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, arm: &Arm) -> bool {
    field.rules.0.random_melee_target && !arm.is_missile() && *who.round.intent == Intent::Fight
}

/// Tasks that take the whole round, and are done at its end: help with a missile that sticks, a helmet put right
/// (D20-072, D20-081).
pub fn tasks(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    let exertion = who.round.exertion;
    if exertion.is_settled() || exertion.attacks > 0 || exertion.exerted {
        return;
    }
    let beside = field.friends(who).filter(|friend| {
        field.adjacent(friend.footing(), who.footing()) && !friend.round.exertion.exerted
    });
    let fallen = field
        .fallen_friends(who)
        .filter(|friend| field.adjacent(friend.footing(), who.footing()));
    let patients = beside.chain(fallen).chain([field.figure(*who.id)]);
    let patients = patients.filter(|patient| !patient.wounds.lodged.0.is_empty());
    let mut extract =
        Offer::new(EXTRACT, "Pull a missile out", &[R072, R073, R074]).to_do(NumberAction::Extract);
    "Takes the whole round of both. A saving throw avoids its damage."
        .clone_into(&mut extract.detail);
    let patients = patients.map(|patient| (Target::Combatant(*patient.id), Ok(())));
    all.aim(extract, "", patients);
    let rounds = who.wounds.askew.0;
    if rounds > 0 {
        let mut adjust =
            Offer::new(ADJUST, "Put the helmet right", &[R081]).to_do(NumberAction::Adjust);
        adjust.detail = format!("Takes the whole round; {rounds} left.");
        all.offer(adjust);
    }
}

/// A blow with an arm.
const fn strike(arm: &Arm, aiming: Aiming) -> NumberAction {
    NumberAction::Strike {
        weapon: arm.weapon,
        aiming,
    }
}

/// The offer of an attack with an arm, without targets.
fn of_arm(arm: &Arm) -> Offer {
    let name = arm.name();
    let (action, verb, rules, act) = match arm.usage {
        Usage::Melee(_, far) => {
            let reach = if far == 1 { R102 } else { R134 };
            (
                STRIKE,
                "Strike",
                [R101, R003, reach],
                strike(arm, Aiming::Plain),
            )
        }
        Usage::Missile { thrown: true, .. } => (
            THROW,
            "Throw",
            [R106, R003, RR55],
            NumberAction::Throw(arm.weapon),
        ),
        Usage::Missile { .. } => (
            SHOOT,
            "Shoot",
            [R106, R003, RR55],
            NumberAction::Shoot(arm.weapon),
        ),
    };
    let mut offer = Offer::new(action, format!("{verb}: {name}"), &rules).to_do(act);
    offer.item = arm.item();
    offer
}
