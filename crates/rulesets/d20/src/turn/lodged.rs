//! Missiles that stick: pulled out at the end of the round, or hurting those who exert themselves (D20-071 to D20-074,
//! D20-R33, D20-R35, D20-R36).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Roster, RuleId, Scribe, Writer};
use shieldwall_dice::DiceExpr;

use crate::{
    figure::{
        battlefield::{Battlefield, Figure},
        round::Task,
        wounds::Lodged,
    },
    harm::{d20::D20, death, rolls, saving::Save, victim::Victim},
    terms::{
        conditions::LODGED,
        rules::{R071, R072, R073, R074, R083, RR33, RR35, RR36},
    },
};

/// What rough or wet ground takes off the throw of somebody who pulls a missile out (D20-074).
const BAD_GROUND: i32 = -2;

/// Somebody who pulls a missile out of somebody, and succeeds in doing nothing else.
struct Extraction {
    remover: CombatantId,
    patient: CombatantId,
    save: Save,
    damage: DiceExpr,
}

/// Who can finish pulling a missile out: remover and patient are still together, and neither has done anything else
/// (D20-R36).
fn extractions(field: &Battlefield<'_, '_>) -> Vec<Extraction> {
    let removers = field.all().filter(Figure::can_act);
    let removers = field.in_order(removers.map(|who| *who.id));
    let mut extractions: Vec<Extraction> = Vec::new();
    for id in removers {
        let who = field.figure(id);
        let Task::Extract(patient) = *who.round.task else {
            continue;
        };
        let patient = field.figure(patient);
        let together = who.id == patient.id || field.adjacent(who.footing(), patient.footing());
        let busy = who.round.exertion.exerted || patient.round.exertion.exerted;
        let taken = extractions
            .iter()
            .filter(|other| other.patient == *patient.id);
        let Some(missile) = patient.wounds.lodged.0.get(taken.count()) else {
            continue;
        };
        if !together || busy || !patient.vitality.is_alive_here() {
            continue;
        }
        extractions.push(Extraction {
            remover: id,
            patient: *patient.id,
            save: save(field, &who),
            damage: missile.damage.clone(),
        });
    }
    extractions
}

fn save(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Save {
    let kits = field
        .carried(who)
        .into_iter()
        .map(|gear| gear.gear.0.extract_mod);
    let kit = kits.max().unwrap_or(0);
    let ground = if field.footing_modifier(who.cell()) < 0 {
        BAD_GROUND
    } else {
        0
    };
    Save::of_surgeon(who.stats(), who.wounds.flesh.0, kit, ground)
}

/// Pulls missiles out, lets others hurt those who have exerted themselves, and throws for those who are at 0 hit points
/// or less by it.
pub fn treat(
    mut figures: ParamSet<(Battlefield, Query<&mut Lodged>, Query<Victim>)>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let mut hurt = Vec::new();
    for extraction in extractions(&figures.p0()) {
        let (remover, patient) = (extraction.remover, extraction.patient);
        let rules: &[RuleId] = &[R072, R074, RR36];
        let throw = extraction.save.throw(remover, &mut cup, &mut scribe, rules);
        let lost = match throw {
            D20::Success | D20::Twenty => 0,
            D20::One => extraction.damage.max(),
            D20::Failure => roll(patient, &extraction.damage, &mut cup, &mut scribe, &[R073]),
        };
        let rule = if throw == D20::One { R083 } else { RR36 };
        lose(
            &mut figures.p2(),
            &roster,
            patient,
            lost,
            &mut scribe,
            &[R073, rule],
        );
        if let Ok(mut lodged) = figures.p1().get_mut(roster.combatant(patient)) {
            lodged.0.remove(0);
            if lodged.0.is_empty() {
                scribe.condition(patient, LODGED, false, &[R072]);
            }
        }
        hurt.push(patient);
    }
    for (who, missiles) in exerted(&figures.p0()) {
        for damage in missiles {
            let rolled = roll(who, &damage, &mut cup, &mut scribe, &[R071, RR33]);
            let lost = (rolled / 2).max(1);
            lose(
                &mut figures.p2(),
                &roster,
                who,
                lost,
                &mut scribe,
                &[R071, RR35],
            );
        }
        hurt.push(who);
    }
    death::throw_for(hurt, &roster, &mut figures.p2(), &mut cup, &mut scribe);
}

/// Those who have exerted themselves with something in them, in the order of equals.
fn exerted(field: &Battlefield<'_, '_>) -> Vec<(CombatantId, Vec<DiceExpr>)> {
    let busy = field.all().filter(|who| {
        who.is_able() && who.round.exertion.exerted && !who.wounds.lodged.0.is_empty()
    });
    let busy = field.in_order(busy.map(|who| *who.id));
    let missiles = |id: CombatantId| {
        let lodged = field.figure(id).wounds.lodged.0.clone();
        let damage = lodged.into_iter().map(|missile| missile.damage);
        (id, damage.collect())
    };
    busy.into_iter().map(missiles).collect()
}

fn roll(
    who: CombatantId,
    damage: &DiceExpr,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
    rules: &[RuleId],
) -> i32 {
    let what = (who, "the missile in the wound");
    rolls::sum(what, damage, cup, scribe, rules).max(1)
}

fn lose(
    victims: &mut Query<'_, '_, Victim>,
    roster: &Roster,
    who: CombatantId,
    lost: i32,
    scribe: &mut Scribe<'_, '_>,
    rules: &[RuleId],
) {
    if let Ok(mut victim) = victims.get_mut(roster.combatant(who)) {
        victim.lose(lost, None, scribe, rules);
    }
}
