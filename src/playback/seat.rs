//! Hot-seat: who has to sit at the screen before the next thing is shown.

use shieldwall_battle::SideId;

use crate::{
    host::{Commander, Standstill},
    session::{Beat, Session},
};

/// Whether two people share the screen.
pub(super) fn is_hot_seat(commanders: [Commander; 2]) -> bool {
    commanders == [Commander::Human; 2]
}

/// The side that has to take the seat before a decision of `deciding` is shown; `None` if whoever
/// looks on may go on looking.
pub(super) fn change_of_seat(
    commanders: [Commander; 2],
    viewer: Option<SideId>,
    deciding: SideId,
) -> Option<SideId> {
    (is_hot_seat(commanders) && viewer != Some(deciding)).then_some(deciding)
}

impl Session {
    /// The side that has to take the seat before this standstill is shown.
    pub(super) fn next_in_seat(&self, settled: &Standstill) -> Option<SideId> {
        let decision = settled.decision.as_ref()?;
        change_of_seat(self.plan.commanders, self.viewer, decision.side)
    }

    /// Hot-seat: before anything at all is shown, asks the side that decides first to take the
    /// seat. Returns whether somebody sits there.
    pub(super) fn take_seat(&mut self) -> bool {
        if self.playback.seated || !is_hot_seat(self.plan.commanders) {
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
