//! Moves, sprints and dodging, and the defences that leave no attack (SEG-098 to SEG-105, SEG-127, SEG-R40).

use super::{Declares, free_action, gear, targets};
use shieldwall_battle::{Candidates, Offer, Targets};

use crate::{
    combatant::field::{Combatant, Field},
    content::settings::Sprint,
    terms::{
        reasons,
        rules::{R098, R099, R101, R102, R103, R104, RR40},
        words::{DESPERATE_DEFENCE, FULL_DEFENCE, SPRINT},
    },
};

/// A sprint to a cell farther than a walk (SEG-R40).
pub(super) fn sprint(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    if field.rules.0.sprint == Sprint::Off {
        return;
    }
    if field.mount_of(who).is_some() {
        all.bar(SPRINT, &reasons::RIDES);
        return;
    }
    let mut offer = Offer::new(SPRINT, "Sprint", &[RR40]).to_do(Declares::Sprint);
    offer.detail =
        "Three times TMR, over open ground. No run and no sprint in the next round.".to_owned();
    if let Err(reason) = field.may_sprint(who) {
        all.bar(SPRINT, reason);
        return;
    }
    let beside = field.changes_beside(who, None);
    offer.fields.extend(gear(&mut offer.rules, beside, true));
    free_action(&mut offer, field.free_ways(who));
    let cells = field.sprint_cells(who);
    let has_room = !cells.is_empty();
    offer.targets = Targets::Cells(cells);
    all.add(SPRINT, has_room.then_some(offer).ok_or(&reasons::NO_ROOM));
}

/// The defences that leave no attack.
pub(super) fn defences(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    let arm = field.main_arm(who);
    let rules = [R098, R099, R101];
    let mut full = Offer::new(FULL_DEFENCE, "Full defence", &rules).to_do(Declares::FullDefence);
    let bonus = arm.full_defence();
    full.detail = format!("DEF +{bonus} against melee. No attacks. Follows this enemy.");
    free_action(&mut full, field.free_ways(who));
    let enemies = targets(field, who, all, &full);
    all.aim(full, "", enemies);
    let rules = [R102, R103, R104];
    let desperate = Offer::new(DESPERATE_DEFENCE, "Desperate defence", &rules);
    let mut desperate = desperate.to_do(Declares::DesperateDefence);
    let bonus = arm.desperate_defence();
    desperate.detail =
        format!("DEF +{bonus} against melee, and nothing else. Attackers may drive it back.");
    free_action(&mut desperate, field.free_ways(who));
    all.offer(desperate);
}
