//! The reaction window: the target of a successful attack answers it (PCT-034, PCT-043, PCT-R27).

use bevy_ecs::prelude::*;
use shieldwall_battle::{Offer, capitalised, flow::Question};

use crate::{
    attack::{
        arm::Manner,
        blow::Defence,
        in_progress::{Attack, AttackState},
        matrix::DefenceKind,
        success_level::SuccessLevel,
    },
    context::read::{ReadContext, WriteContext},
    terms::{
        actions::{DODGE, NONE, PARRY},
        decisions::DEFENCE,
        rules::{
            R030, R033, R034, R036, R042, R043, R045, R048, R120, R121, RR27, RR28, RR29, RR33,
        },
    },
};

/// Asks the target of the first attack that may be answered, or takes its answer and hands back to
/// the Actions phase.
pub fn answer_attack(mut ctx: WriteContext, mut attacks: Query<&mut Attack>) {
    let answer = ctx.flow.take_answer();
    let open = attacks
        .iter_mut()
        .filter(|attack| matches!(attack.state, AttackState::Open(_)))
        .min_by_key(|attack| attack.number);
    let Some(mut attack) = open else {
        ctx.flow.pop();
        return;
    };
    let AttackState::Open(opening) = attack.state else {
        return;
    };
    let Some((_, choice)) = answer else {
        let question = defence_question(&ctx.read(), &attack, opening.attack.level);
        ctx.ask(question);
        return;
    };
    let place = if choice.action == NONE {
        None
    } else {
        attack.blow.defences.iter().position(|defence| {
            action_of(defence.kind) == choice.action && defence.item == choice.item
        })
    };
    if place.is_some() {
        ctx.fighter_mut(attack.target).turn.defences += 1;
    }
    attack.state = AttackState::Answered(opening, place);
    ctx.flow.pop();
}

/// The action of a defence.
#[must_use]
pub fn action_of(kind: DefenceKind) -> shieldwall_battle::Action {
    match kind {
        DefenceKind::Parry => PARRY,
        DefenceKind::Dodge => DODGE,
    }
}

fn defence_question(read: &ReadContext<'_, '_>, attack: &Attack, level: SuccessLevel) -> Question {
    let target = read.fighter(attack.target);
    let attacker = read.fighter(attack.attacker);
    let mut offers: Vec<Offer> = attack
        .blow
        .defences
        .iter()
        .map(|defence| offer(defence, attack.blow.melee))
        .collect();
    offers.push(Offer::new(NONE, "No defence", &[RR27]));
    let how = match level {
        SuccessLevel::Special => "a special success",
        _ => "a success",
    };
    let mut prompt = format!(
        "{} attacks {} with {}: {how}. What does {} do?",
        attacker.name(),
        target.name(),
        attack.with,
        target.name()
    );
    if level == SuccessLevel::Special {
        prompt.push_str(" Only a special success avoids it completely.");
        for offer in &mut offers {
            offer.rules.push(R030);
        }
    }
    Question {
        side: target.side(),
        actor: Some(attack.target),
        kind: DEFENCE,
        prompt,
        against: Some(attack.attacker),
        sealed: false,
        offers,
    }
}

fn offer(defence: &Defence, melee: bool) -> Offer {
    let label = capitalised(&defence.label);
    let rules: &[_] = match (defence.kind, melee) {
        (DefenceKind::Parry, true) => &[R033, R034, R036, R120, RR28, RR29],
        (DefenceKind::Parry, false) => &[R034, R121, RR29, RR33],
        (DefenceKind::Dodge, true) => &[R042, R043, R045, RR29],
        (DefenceKind::Dodge, false) => &[R043, R045, R048, RR29],
    };
    let mut offer = Offer::new(action_of(defence.kind), label, rules);
    offer.detail = format!("{} %", defence.chance.chance);
    offer.item = defence.item;
    offer.mode = defence.unarmed.map(Manner::mode);
    offer
}
