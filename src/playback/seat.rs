//! Hot-seat: who has to sit at the screen before the next thing is shown.

use shieldwall_battle::{SideId, board::hostile};

use crate::{battle_plan::BattlePlan, host::Standstill, playback::Course, session::Beat};

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

impl Course<'_> {
    /// The side that has to take the seat before this standstill is shown.
    pub(super) fn next_in_seat(&self, settled: &Standstill) -> Option<SideId> {
        let decision = settled.decision.as_ref()?;
        change_of_seat(&self.session.plan, self.seat.viewer, decision.side)
    }

    /// Whether the people at the screen may not see each other's: what is decided is secret, or somebody hides or has
    /// hidden.
    pub(super) fn has_secrets(&mut self, settled: &Standstill) -> bool {
        let mut all = settled.full_view.combatants.iter();
        self.playback.state.hiding |= all.any(|combatant| combatant.hidden);
        let decision = settled.decision.as_ref();
        self.playback.state.hiding || decision.is_some_and(|open| open.sealed || open.covert)
    }

    /// Hot-seat: before anything at all is shown, asks the side that decides first to take the
    /// seat, unless nothing is secret. Returns whether somebody sits there.
    pub(super) fn take_seat(&mut self, curtains: bool) -> bool {
        if self.playback.state.seated || !self.session.plan.is_hot_seat() {
            return true;
        }
        let waiting = self.playback.queue.iter();
        let first = waiting.enumerate().find_map(|(place, beat)| match beat {
            Beat::Entry(_) => None,
            Beat::Settled(_) => Some(place),
        });
        let Some(Beat::Settled(settled)) =
            first.and_then(|place| self.playback.queue.remove(place))
        else {
            return false;
        };
        let deciding = settled.decision.as_ref().map(|open| open.side);
        let covered = curtains && self.has_secrets(&settled);
        if let Some(place) = first {
            self.playback.queue.insert(place, Beat::Settled(settled));
        }
        self.playback.state.seated = true;
        // Without a decision the battle is over before it began, and there is nothing to hide.
        if covered {
            self.changed = true;
            self.seat.curtain = deciding;
            return deciding.is_none();
        }
        self.changed = true;
        self.seat.viewer = deciding.or(self.seat.viewer);
        true
    }
}
