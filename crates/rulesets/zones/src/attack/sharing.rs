//! Sharing the dice of one attack out to several targets (ZON-133, ZON-134).

use shieldwall_battle::{Choice, CombatantId, Offer, Target, Targets, flow::Question};

use crate::{
    attack::{offers::target_of, size_effects, steps},
    context::{read::ReadContext, write::WriteContext},
    terms::{
        actions, decisions,
        rules::{R133, R134},
    },
};

/// The next die of an attack that is shared out; `None` when nothing is left to share (ZON-134).
pub(crate) fn sharing_question(read: &ReadContext<'_, '_>) -> Option<Question> {
    let sharing = read.plan.sharing.as_ref()?;
    let attacker = read.fighter(sharing.attacker);
    let row = read.row(&attacker, sharing.arm)?;
    let base = row.damage.dice_count();
    let size = attacker.build.size();
    let may_add = |shares: &[(CombatantId, u16)], who: CombatantId| {
        let mut shares = shares.to_vec();
        add_die(&mut shares, who);
        let sized: Vec<_> = shares
            .iter()
            .map(|(who, dice)| (read.fighter(*who).build.size(), *dice))
            .collect();
        size_effects::may_share(size, base, &sized)
    };
    let affordable: Vec<CombatantId> = read
        .sharers(&attacker, sharing.arm)
        .into_iter()
        .filter(|who| may_add(&sharing.shares, *who))
        .collect();
    if affordable.is_empty() {
        return None;
    }
    // Anyone who is taunted must have the taunter among its targets where that is legal (ZON-R21).
    let owed = attacker.mind.taunted.filter(|taunter| {
        affordable.contains(taunter) && sharing.shares.iter().all(|(who, _)| who != taunter)
    });
    let aims = affordable.into_iter().filter(|who| {
        owed.is_none_or(|taunter| {
            let mut shares = sharing.shares.clone();
            add_die(&mut shares, *who);
            *who == taunter || may_add(&shares, taunter)
        })
    });
    let mut aim = Offer::new(actions::AIM_DIE, "Aim a die", &[R133, R134]);
    aim.targets = Targets::AnyOf(aims.map(Target::Combatant).collect());
    let mut offers = vec![aim];
    if !sharing.shares.is_empty() && owed.is_none() {
        offers.push(Offer::new(actions::STRIKE, "Strike", &[R133]));
    }
    let shares: Vec<String> = sharing
        .shares
        .iter()
        .map(|(who, dice)| format!("{dice} at {}", read.fighter(*who).name()))
        .collect();
    let so_far = if shares.is_empty() {
        String::new()
    } else {
        format!(" So far: {}.", shares.join(", "))
    };
    Some(Question {
        side: attacker.side(),
        actor: Some(sharing.attacker),
        kind: decisions::SHARING,
        prompt: format!("At whom does {} aim the next die?{so_far}", attacker.name()),
        against: None,
        sealed: false,
        offers,
    })
}

fn add_die(shares: &mut Vec<(CombatantId, u16)>, who: CombatantId) {
    match shares.iter_mut().find(|(other, _)| *other == who) {
        Some((_, dice)) => *dice += 1,
        None => shares.push((who, 1)),
    }
}

pub(crate) fn share(ctx: &mut WriteContext, choice: &Choice) {
    match target_of(choice) {
        Some(who) if choice.action == actions::AIM_DIE => {
            if let Some(sharing) = &mut ctx.plan.sharing {
                add_die(&mut sharing.shares, who);
            }
        }
        _ => strike_shared(ctx),
    }
}

pub(crate) fn strike_shared(ctx: &mut WriteContext) {
    let Some(sharing) = ctx.plan.sharing.take() else {
        return;
    };
    let attack = {
        let read = ctx.read();
        let fighter = read.fighter(sharing.attacker);
        read.shared_attack(&fighter, sharing.arm, &sharing.shares)
    };
    let mut fighter = ctx.fighter_mut(sharing.attacker);
    fighter.turn.main = true;
    fighter.turn.began = true;
    if let Some(attack) = attack {
        steps::begin(ctx, attack);
    }
}
