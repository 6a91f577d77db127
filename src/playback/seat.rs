//! Hot-seat: who has to sit at the screen before the next thing is shown.

use shieldwall_battle::{SideId, board::hostile};

use crate::{
    battle_plan::BattlePlan,
    host::Standstill,
    session::{Beat, Session},
};

/// The side that has to take the seat before a decision of `deciding` is shown; `None` if the one who
/// looks on may go on looking.
pub(super) fn change_of_seat(
    plan: &BattlePlan,
    viewer: Option<SideId>,
    deciding: SideId,
) -> Option<SideId> {
    let sits = viewer.is_some_and(|viewer| !hostile(&plan.setup.level, viewer, deciding));
    (plan.is_hot_seat() && !sits).then_some(deciding)
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
        if self.playback.state.seated || !self.plan.is_hot_seat() {
            return true;
        }
        let first = self.playback.queue.iter().find_map(|beat| match beat {
            Beat::Entry(_) => None,
            Beat::Settled(settled) => Some(settled.decision.as_ref().map(|open| open.side)),
        });
        let Some(deciding) = first else {
            return false;
        };
        self.playback.state.seated = true;
        self.curtain = deciding;
        // Without a decision the battle is over before it began, and there is nothing to hide.
        deciding.is_none()
    }
}
