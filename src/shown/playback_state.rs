//! Where playback stands.

use shieldwall_battle::{SideId, board::hostile};

use super::{full_state::FullState, waiting_seat::WaitingSeat};
use crate::battle_plan::BattlePlan;

/// Where playback stands.
#[derive(Debug)]
pub(crate) struct PlaybackState {
    pub(crate) full: FullState,
    /// To whom the battle was shown.
    pub(crate) told_to: Option<SideId>,
    /// Hot-seat: what has been shown to each of the other people.
    pub(crate) waiting: Vec<WaitingSeat>,
    /// Hot-seat: whether anyone has been asked to take the seat yet.
    pub(crate) seated: bool,
    /// Hot-seat: whether anybody has hidden from another person yet. From then on all changes of seat are covered:
    /// a curtain that falls only while somebody hides would tell of them.
    pub(crate) hiding: bool,
    /// Whether everything that waits is to be played without animation.
    pub(crate) skipping: bool,
}

impl PlaybackState {
    /// Nothing played yet, to this viewer.
    pub(crate) fn new(viewer: Option<SideId>, plan: &BattlePlan) -> Self {
        let others = plan.persons().into_iter().filter(|person| {
            viewer.is_some_and(|viewer| hostile(&plan.setup.level, viewer, *person))
        });
        Self {
            full: FullState::default(),
            told_to: viewer,
            waiting: others.map(WaitingSeat::new).collect(),
            seated: false,
            hiding: false,
            skipping: false,
        }
    }
}
