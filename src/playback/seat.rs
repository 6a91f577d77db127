//! Hot-seat: who has to sit at the screen before the next thing is shown.

use shieldwall_battle::{SideId, board::hostile};

use crate::{
    host::{BattlePlan, Commander, Standstill},
    session::{Beat, Session},
};

/// The persons who must not see each other's screen: the first side of every camp for which a
/// person decides. Allies know the same, so nothing has to be hidden from them.
pub(super) fn persons(plan: &BattlePlan) -> Vec<SideId> {
    let mut persons: Vec<SideId> = Vec::new();
    for (side, commander) in plan.setup.side_ids().zip(&plan.commanders) {
        let level = &plan.setup.level;
        let known = persons.iter().any(|other| !hostile(level, *other, side));
        if *commander == Commander::Human && !known {
            persons.push(side);
        }
    }
    persons
}

/// Whether people who are enemies share the screen.
pub(super) fn is_hot_seat(plan: &BattlePlan) -> bool {
    persons(plan).len() > 1
}

/// The side that has to take the seat before a decision of `deciding` is shown; `None` if whoever
/// looks on may go on looking.
pub(super) fn change_of_seat(
    plan: &BattlePlan,
    viewer: Option<SideId>,
    deciding: SideId,
) -> Option<SideId> {
    let sits = viewer.is_some_and(|viewer| !hostile(&plan.setup.level, viewer, deciding));
    (is_hot_seat(plan) && !sits).then_some(deciding)
}

impl Session {
    /// The side that has to take the seat before this standstill is shown.
    pub(super) fn next_in_seat(&self, settled: &Standstill) -> Option<SideId> {
        let decision = settled.decision.as_ref()?;
        change_of_seat(&self.plan, self.viewer, decision.side)
    }

    /// Hot-seat: before anything at all is shown, asks the side that decides first to take the
    /// seat. Returns whether somebody sits there.
    pub(super) fn take_seat(&mut self) -> bool {
        if self.playback.seated || !is_hot_seat(&self.plan) {
            return true;
        }
        let first = self.queue.iter().find_map(|beat| match beat {
            Beat::Entry(_) => None,
            Beat::Settled(settled) => Some(settled.decision.as_ref().map(|open| open.side)),
        });
        let Some(deciding) = first else {
            return false;
        };
        self.playback.seated = true;
        self.curtain = deciding;
        // Without a decision the battle is over before it began, and there is nothing to hide.
        deciding.is_none()
    }
}
