//! Hot-seat: the story as a person knows it who does not sit at the screen.
//!
//! It is kept up to date entry by entry, so that changing seats costs nothing, however long the
//! battle has lasted.

use shieldwall_battle::{Entry, SideId};
use shieldwall_content::Level;

use crate::{host::Standstill, session::Scene};

use super::chronicle::Chronicle;

/// The scene of a person who does not look on.
#[derive(Debug)]
pub(super) struct Aside {
    viewer: SideId,
    scene: Scene,
}

impl Aside {
    /// Nothing told yet, to this person.
    pub(super) fn new(viewer: SideId) -> Self {
        Self {
            viewer,
            scene: Scene::default(),
        }
    }

    /// To whom it is told.
    pub(super) const fn viewer(&self) -> SideId {
        self.viewer
    }

    /// Tells an entry, if the person may know it. The chronicle has it already.
    pub(super) fn show(&mut self, entry: &Entry, chronicle: &Chronicle, level: &Level) {
        let viewer = Some(self.viewer);
        if entry.visible_to(viewer) {
            self.scene.show(entry, chronicle, viewer, level);
        }
    }

    /// Takes over what the person may see at a standstill.
    pub(super) fn settle(&mut self, state: &Standstill) {
        self.scene.settle(state.view(Some(self.viewer)));
    }

    /// Brings this story to the screen and puts the one there aside, which is that of `before`.
    pub(super) fn change_places(&mut self, on_screen: &mut Scene, before: SideId) {
        std::mem::swap(&mut self.scene, on_screen);
        self.viewer = before;
    }
}
