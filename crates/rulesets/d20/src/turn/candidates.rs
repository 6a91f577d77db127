//! Everything that a combatant might do on its number (D20-028, D20-101, D20-106).

use shieldwall_battle::{Candidates, Offer};

use crate::{
    attack::{
        acts::NumberAction,
        blind_blows,
        candidates::{self as attacks, ATTACKS},
        done::Done,
        legality::may_attack,
    },
    feats,
    figure::{
        battlefield::{Battlefield, Figure},
        round::Intent,
    },
    spells::casting,
    terms::{
        actions::{FULL_DEFENCE, HOLD, MARCH, MOVE, PASS, RELEASE, STAND, STRUGGLE},
        reasons,
        rules::{R028, R166, RR82},
    },
};

/// Collects what a combatant might do on its number, after what it has done.
pub fn candidates(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    done: &Done,
    all: &mut Candidates,
) {
    all.bar_all(&[MOVE, MARCH, STAND, HOLD], &reasons::MOVED);
    all.bar(FULL_DEFENCE, &reasons::DEFENCE);
    let pass = |label| Offer::new(PASS, label, &[R028]).to_do(NumberAction::Pass);
    if who.may_struggle() {
        all.bar_all(&ATTACKS, &reasons::HELD);
        let struggle = Offer::new(STRUGGLE, "Struggle free", &[R166, RR82]);
        all.offer(struggle.to_do(NumberAction::Struggle));
        all.offer(pass("Lie still"));
        return;
    }
    if *who.round.intent == Intent::Cast {
        all.bar_all(&ATTACKS, &reasons::STANCE);
        casting::finishing(field, who, all);
        return;
    }
    if field.pinned_by(who).is_some() {
        // Hands are full: one may strike the enemy on the ground, or let it go (D20-R82).
        all.bar_all(&ATTACKS, &reasons::HOLDS);
        attacks::brawls(field, who, all);
        all.offer(Offer::new(RELEASE, "Let go", &[RR82]).to_do(NumberAction::Release));
    } else if let Err(reason) = may_attack(who, done) {
        all.bar_all(&ATTACKS, reason);
    } else {
        attacks::with_arms(field, who, done, all);
        if done.attacks < who.attacks() {
            casting::wands(field, who, done, all);
            blind_blows::candidates(field, who, all);
            attacks::finishing(field, who, all);
            attacks::brawls(field, who, all);
            if !done.contrives {
                feats::candidates::candidates(field, who, all);
            }
            if done.attacks == 0 {
                attacks::tasks(field, who, all);
            }
        }
    }
    all.offer(pass("Do nothing"));
}
