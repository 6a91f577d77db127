//! First Aid in the Resolution phase (PCT-153 to PCT-159, PCT-R67, PCT-R68).

use shieldwall_battle::{
    Check, CombatantId, Event, Offer, Target, Targets, Writer, flow::Question,
};

use crate::{
    combatant::wounds,
    context::read::{FighterView, ReadContext, WriteContext},
    terms::{
        actions::{FIRST_AID, NONE},
        decisions::AID,
        rules::{R145, R151, R153, R154, R155, R156, R157, R159, RR62, RR67, RR68},
        words,
    },
};

impl ReadContext<'_, '_> {
    /// The chance of a helper to treat an injury.
    #[must_use]
    pub fn aid_chance(&self, helper: &FighterView<'_, '_>) -> Check {
        helper.build.skill_chance(self.rules, "First Aid", [])
    }
}

/// Whom to treat, and which injury; `None` if there is nobody.
#[must_use]
pub fn question(read: &ReadContext<'_, '_>, who: CombatantId) -> Option<Question> {
    let helper = read.fighter(who);
    let mut targets = Vec::new();
    for patient in read.patients(&helper) {
        let untreated = patient
            .injuries
            .0
            .iter()
            .enumerate()
            .filter(|(_, injury)| !injury.treated);
        targets.extend(untreated.map(|(number, _)| {
            Target::Injury(*patient.id, u16::try_from(number).unwrap_or(u16::MAX))
        }));
    }
    if targets.is_empty() {
        return None;
    }
    let mut treat = Offer::new(
        FIRST_AID,
        "Treat an injury",
        &[R153, R154, R155, R156, R159, RR67, RR68],
    );
    treat.detail = format!("{} %: heals 1D3", read.aid_chance(&helper).chance);
    treat.targets = Targets::AnyOf(targets);
    Some(Question {
        side: helper.side(),
        actor: Some(who),
        kind: AID,
        prompt: format!("Who is treated by {}?", helper.name()),
        against: None,
        sealed: false,
        offers: vec![treat, Offer::new(NONE, "Treat no injury", &[RR67])],
    })
}

/// Treats an injury: D100, and 1D3 if it succeeds.
pub fn treat(ctx: &mut WriteContext, helper: CombatantId, target: Option<Target>) {
    let Some(Target::Injury(patient, number)) = target else {
        return;
    };
    let chance = {
        let read = ctx.read();
        read.aid_chance(&read.fighter(helper))
    };
    let index = usize::from(number);
    let Some(mut injury) = ctx.read().fighter(patient).injuries.0.get(index).copied() else {
        return;
    };
    let treatment = wounds::roll_aid(chance.chance, &mut injury, &mut *ctx.dice);
    let mut rules = vec![R153, R156];
    if treatment.die.is_none() {
        rules.push(R157);
    }
    ctx.write_roll(
        helper,
        "First Aid".to_owned(),
        treatment.rolled,
        &chance,
        &rules,
    );
    if let Some(die) = &treatment.die {
        ctx.sum(helper, "healing", die, &[R153, R155]);
    }
    let mut fighter = ctx.fighter_mut(patient);
    if let Some(record) = fighter.injuries.0.get_mut(index) {
        *record = injury;
    }
    let from = fighter.hit_points.current;
    let max = fighter.hit_points.max;
    let to = (from + treatment.regained).min(max);
    fighter.hit_points.current = to;
    let before = *fighter.vitality;
    let after = wounds::after_aid(before, to);
    *fighter.vitality = after;
    if to != from {
        let mut rules = vec![R151, R155];
        if from < 0 {
            rules.push(R145);
        }
        ctx.write(
            Event::HitPoints {
                who: patient,
                from,
                to,
                max,
                cause: words::FIRST_AID,
                by: Some(helper),
            },
            &rules,
        );
    }
    if before != after {
        ctx.write(
            Event::Vitality {
                who: patient,
                from: before,
                to: after,
            },
            &[R159, RR62],
        );
    }
}
