//! Hot-seat: what a person knows who does not sit at the screen.
//!
//! It is kept up to date entry by entry, so that changing seats costs nothing, however long the
//! battle has lasted.

use shieldwall_battle::{BattleView, Entry, SideId};
use shieldwall_content::Level;

use super::{ShownBattle, full_state::FullState};

/// What has been shown to a person who does not look on.
#[derive(Debug)]
pub(crate) struct WaitingSeat {
    viewer: SideId,
    shown: ShownBattle,
}

impl WaitingSeat {
    /// Nothing told yet, to this person.
    pub(crate) fn new(viewer: SideId) -> Self {
        Self {
            viewer,
            shown: ShownBattle::default(),
        }
    }

    /// To whom it is told.
    pub(crate) const fn viewer(&self) -> SideId {
        self.viewer
    }

    /// Tells an entry, if the person may know it. The full state has it already.
    pub(crate) fn show(&mut self, entry: &Entry, full: &FullState, level: &Level) {
        let viewer = Some(self.viewer);
        if entry.visible_to(viewer) {
            self.shown.show(entry, full, viewer, level);
        }
    }

    /// Takes over what the person may see at a standstill.
    pub(crate) fn settle(&mut self, view: &BattleView) {
        self.shown.settle(view);
    }

    /// Brings this to the screen and keeps what was there, which is what `before` knows.
    pub(crate) fn change_places(&mut self, on_screen: &mut ShownBattle, before: SideId) {
        std::mem::swap(&mut self.shown, on_screen);
        self.viewer = before;
    }
}
