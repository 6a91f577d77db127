//! The declaration: what everybody means to do this round, in secret, before initiative (D20-007 to D20-009, D20-049,
//! D20-084, D20-125, D20-R06).

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Candidates, Choice, CombatantId, Decision, Field, FieldOption, Flow, ItemId, Offer, Reason,
    Roster, Scribe, Vitality, Writer, add_stage,
    flow::Question,
    sealed::{self, Revealed, has_chosen},
};
use shieldwall_grid::Direction;

use crate::{
    attack::candidates::ATTACKS,
    content::spell::{Spell, SpellForm},
    figure::{
        Facing, Locked,
        battlefield::{Battlefield, Figure, GearView},
        magic::{Casting, Reading, ScrollReading},
        round::{Division, Intent, Marches, TwoWeapons},
    },
    formation::{
        facing::{faces, facing},
        shield_wall,
    },
    spells::casting,
    stages::{self, Declaration},
    terms::{
        actions::{
            CAST, CHARGE, CLOSE, FIGHT, FINISH, FULL_DEFENCE, HOLD, MARCH, MOVE, SINGLE_OUT, STAND,
            SURRENDER,
        },
        conditions::{CASTING, CHARGING, CLOSING, DEFENDING, LOCKED},
        decisions::DECLARATION,
        fields::{
            ATTACK, DEFENCE, GUARD, ONE_WEAPON, SHIELDS, SHIELDS_LOCKED, SHIELDS_MARCHING,
            SHIELDS_OPEN, TWO_ATTACKS, WEAPONS,
        },
        reasons,
        rules::{
            R007, R008, R018, R044, R046, R047, R049, R084, R113, R125, R158, R159, RR06, RR44,
            RR64, RR86, RR94,
        },
    },
    turn::surprise::Segments,
};

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Declaration);
    app.add_systems(
        Declaration,
        (
            sealed::keep,
            ask,
            sealed::reveal.run_if(everybody_has_declared),
            read.pipe(commit).run_if(everybody_has_declared),
            shield_wall::break_up.run_if(is_over),
        )
            .chain(),
    );
}

/// Those who still have to declare: the able who have their wits about them.
fn is_asked(who: &Figure<'_, '_>, flow: &Flow) -> bool {
    let casts_on = *who.round.intent == Intent::Cast;
    who.can_act() && !who.broken.0 && !casts_on && !has_chosen(flow, *who.id)
}

fn everybody_has_declared(field: Battlefield, flow: Res<Flow>, revealed: Res<Revealed>) -> bool {
    flow.decision().is_none()
        && (!revealed.0.is_empty() || field.all().all(|who| !is_asked(&who, &flow)))
}

/// True once all declarations stand.
fn is_over(flow: Res<Flow>) -> bool {
    flow.top() != Some(stages::declaration())
}

/// Asks the next one.
fn ask(field: Battlefield, segments: Res<Segments>, mut flow: ResMut<Flow>) {
    let asked = field.all().find(|who| is_asked(who, &flow));
    let Some(who) = asked.filter(|_| flow.decision().is_none()) else {
        return;
    };
    let prompt = format!("What will {} do?", who.name());
    let mut all = Candidates::offers_alone();
    candidates(&field, &who, segments.now, &mut all);
    flow.ask(Question::new(who.side(), *who.id, DECLARATION, prompt, all.into_offers()).sealed());
}

/// Everything that might be declared, in a round or in a segment of surprise, counted from 1.
pub fn candidates(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    segment: u32,
    all: &mut Candidates,
) {
    all.bar_all(&ATTACKS, &reasons::DECLARES);
    all.bar_all(&[SINGLE_OUT, FINISH], &reasons::DECLARES);
    all.bar_all(&[MOVE, MARCH, STAND, HOLD], &reasons::MOVES_LATER);
    all.offer(fight(field, who));
    all.add(CLOSE, close_in(field, who));
    all.add(CHARGE, charge(field, who));
    for mut spell in casting::declared(field, who, segment) {
        spell.fields.push(facing(field, who));
        all.offer(spell);
    }
    all.offer(full_defence(field, who));
    // Heroes decide for themselves; morale decides for all others (D20-113).
    if who.stats().hero && who.stats().kind.surrenders() {
        let mut surrender = Offer::new(SURRENDER, "Surrender", &[R113, RR94]);
        surrender.detail = "It leaves the fight, and is no longer a target.".to_owned();
        surrender.grave = true;
        surrender.aside = Some("give up");
        all.offer(surrender);
    }
}

fn fight(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Offer {
    let mut fight = Offer::new(FIGHT, "Fight", &[R007, R008, RR06]);
    divide(&mut fight, who.stats().combat_bonus());
    fight.fields.push(facing(field, who));
    if let Some(shields) = shields(field, who) {
        fight.fields.push(shields);
        fight.rules.push(R125);
    }
    if let Some(weapons) = weapons(field, who) {
        fight.fields.push(weapons);
        fight.rules.extend([R158, R159]);
    }
    fight
}

fn close_in(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Result<Offer, &'static Reason> {
    let mut enemies = field.enemies_known_to(who);
    let beside = enemies.any(|enemy| field.adjacent(enemy.footing(), who.footing()));
    if beside || who.prone.0 || who.locked.0 {
        return Err(&reasons::BESIDE);
    }
    let mut close = Offer::new(CLOSE, "Close in", &[R049]);
    close.detail = "Run up to an enemy at full speed. No blows between you this round.".to_owned();
    divide(&mut close, who.stats().combat_bonus());
    Ok(close)
}

fn charge(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Result<Offer, &'static Reason> {
    if !field.may_declare_charge(who) {
        return Err(&reasons::NO_CHARGE);
    }
    let mut charge = Offer::new(CHARGE, "Charge", &[R047, R044, R046]);
    charge.detail = "Your whole speed in a straight line, and one attack at its end. Neither DEX nor bonus on your Armour Class this round."
        .to_owned();
    Ok(charge)
}

fn full_defence(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Offer {
    let mut defend = Offer::new(FULL_DEFENCE, "Full defence", &[R084, RR86]);
    defend.detail = "All of the bonus and 2 more on the Armour Class, and no attacks.".to_owned();
    defend.fields.push(facing(field, who));
    if other_weapon(field, who).is_some() {
        // No attacks to make with it (D20-R86).
        let options = vec![
            FieldOption::new(GUARD, "one as a guard"),
            FieldOption::new(ONE_WEAPON, "one of them"),
        ];
        defend
            .fields
            .push(Field::one_of(WEAPONS, "Weapons", options));
        defend.rules.push(R159);
    }
    defend
}

/// The two shares of the bonus (D20-007, D20-008); a negative one cannot be divided (D20-R06).
fn divide(offer: &mut Offer, bonus: i32) {
    if bonus > 0 {
        offer.fields = vec![
            Field::amount(DEFENCE, "Defence", [0, bonus], 0),
            Field::amount(ATTACK, "Attack", [0, bonus], bonus),
        ];
        offer.pool = Some(bonus);
    }
}

/// Whether shields are locked (D20-125); nothing to choose for those who have no shield beside them.
fn shields(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Option<Field> {
    field.can_lock(who).then(|| {
        let options = vec![
            FieldOption::new(SHIELDS_LOCKED, "locked"),
            FieldOption::new(SHIELDS_MARCHING, "locked, march together"),
            FieldOption::new(SHIELDS_OPEN, "each alone"),
        ];
        Field::one_of(SHIELDS, "Shields", options)
    })
}

/// The weapon in the other hand, if it may be used besides the first: a small one, or a sword of somebody who may use
/// two (D20-158 to D20-161, D20-R80).
#[must_use]
pub fn other_weapon(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Option<ItemId> {
    let in_hand: Vec<_> = field.in_hand(who).collect();
    let one_handed =
        |gear: &&GearView<'_, '_>| gear.gear.0.hands == 1 && gear.gear.0.melee.is_some();
    let mut blades = in_hand.iter().filter(one_handed);
    let (_, other) = (blades.next()?, blades.next()?);
    let shield = in_hand.iter().any(|gear| gear.gear.0.shield.is_some());
    let serves = other.gear.0.offhand || (who.stats().two_swords() && other.gear.0.sword);
    (serves && !shield).then_some(*other.id)
}

/// How two weapons are used; nothing to choose for those who have not got them.
fn weapons(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Option<Field> {
    other_weapon(field, who).map(|_| {
        let options = vec![
            FieldOption::new(ONE_WEAPON, "one of them"),
            FieldOption::new(TWO_ATTACKS, "two attacks at -3"),
            FieldOption::new(GUARD, "one as a guard"),
        ];
        Field::one_of(WEAPONS, "Weapons", options)
    })
}

/// The division that a choice makes.
#[must_use]
pub fn division(bonus: i32, choice: &Choice) -> Division {
    if choice.action == FULL_DEFENCE {
        return Division {
            attack: 0,
            defence: bonus.max(0),
        };
    }
    // Who charges has nothing to spare for its defence (D20-046).
    let undivided = if choice.action == CHARGE {
        bonus
    } else {
        bonus.min(0)
    };
    Division {
        attack: choice.fields.amount(ATTACK).unwrap_or(undivided),
        defence: choice.fields.amount(DEFENCE).unwrap_or(0),
    }
}

/// What a declaration changes.
#[derive(QueryData)]
#[query_data(mutable)]
struct Declarer {
    build: &'static crate::figure::Build,
    division: &'static mut Division,
    intent: &'static mut Intent,
    facing: &'static mut Facing,
    locked: &'static mut Locked,
    two_weapons: &'static mut TwoWeapons,
    marches: &'static mut Marches,
    casting: &'static mut Casting,
    reading: &'static mut Reading,
    vitality: &'static mut Vitality,
}

/// How a choice uses two weapons, of which this one is in the other hand.
#[must_use]
pub fn use_of_weapons(choice: &Choice, other: Option<ItemId>) -> TwoWeapons {
    match (choice.fields.option(WEAPONS), other) {
        (Some(TWO_ATTACKS), Some(other)) => TwoWeapons::TwoAttacks { other },
        (Some(GUARD), Some(_)) => TwoWeapons::Guard,
        _ => TwoWeapons::One,
    }
}

/// A declaration, with what its combatant has for it.
struct Declared {
    who: CombatantId,
    choice: Choice,
    weapons: TwoWeapons,
    facing: Option<Direction>,
    /// True if the item of the choice is a scroll.
    from_scroll: bool,
}

/// Reads the declarations.
fn read(field: Battlefield, mut revealed: ResMut<Revealed>) -> Vec<Declared> {
    let is_scroll = |item| {
        let spell = field.item(item);
        let form = spell.as_ref().and_then(casting::spell_of).map(Spell::form);
        matches!(form, Some(SpellForm::Scroll { .. }))
    };
    let read = |(decision, choice): (Arc<Decision>, Choice)| {
        let who = decision.actor?;
        Some(Declared {
            who,
            weapons: use_of_weapons(&choice, other_weapon(&field, &field.figure(who))),
            facing: faces(field.grid(), &choice),
            from_scroll: choice.item.is_some_and(is_scroll),
            choice,
        })
    };
    let declared = std::mem::take(&mut revealed.0).into_iter();
    declared.filter_map(read).collect()
}

/// Lets all declarations stand.
fn commit(
    In(declared): In<Vec<Declared>>,
    mut declarers: Query<Declarer>,
    roster: Res<Roster>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    let round = flow.round;
    for Declared {
        who,
        choice,
        weapons,
        facing,
        from_scroll,
    } in declared
    {
        let Ok(mut figure) = declarers.get_mut(roster.combatant(who)) else {
            continue;
        };
        if choice.action == SURRENDER {
            if std::mem::take(&mut figure.locked.0) {
                scribe.condition(who, LOCKED, false, &[RR64]);
            }
            scribe.vitality(
                who,
                &mut figure.vitality,
                Vitality::Surrendered,
                &[R113, RR94],
            );
            continue;
        }
        *figure.two_weapons = weapons;
        *figure.division = division(figure.build.0.combat_bonus(), &choice);
        *figure.intent = match choice.action {
            CLOSE => Intent::Close,
            CHARGE => Intent::Charge,
            FULL_DEFENCE => Intent::FullDefence,
            CAST => Intent::Cast,
            _ => Intent::Fight,
        };
        if let Some(item) = choice.item.filter(|_| choice.action == CAST) {
            figure.casting.0 = Some(item);
            if from_scroll {
                let read = figure.reading.0.filter(|read| read.scroll == item);
                figure.reading.0 = Some(ScrollReading {
                    scroll: item,
                    rounds: read.map_or(0, |read| read.rounds) + 1,
                    last: round,
                });
            }
        }
        let turned = facing.filter(|way| *way != figure.facing.0);
        if let Some(facing) = turned {
            figure.facing.0 = facing;
            scribe.faced(who, facing, &[RR44]);
        }
        let shields = choice.fields.option(SHIELDS);
        figure.marches.0 = shields == Some(SHIELDS_MARCHING);
        let locks = shields == Some(SHIELDS_LOCKED) || figure.marches.0;
        let was = std::mem::replace(&mut figure.locked.0, locks);
        for (begins, ends, condition, rule) in [
            (*figure.intent == Intent::Close, false, CLOSING, R049),
            (*figure.intent == Intent::Charge, false, CHARGING, R047),
            (*figure.intent == Intent::Cast, false, CASTING, R018),
            (
                *figure.intent == Intent::FullDefence,
                false,
                DEFENDING,
                R084,
            ),
            (locks && !was, was && !locks, LOCKED, RR64),
        ] {
            if begins || ends {
                scribe.condition(who, condition, begins, &[rule]);
            }
        }
    }
    flow.replace(stages::initiative());
}
