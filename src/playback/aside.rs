//! Hot-seat: the story as the person knows it who does not sit at the screen.
//!
//! It is kept up to date entry by entry, so that changing seats costs nothing, however long the
//! battle has lasted.

use shieldwall_battle::{Entry, SideId};

use crate::{host::Standstill, session::Scene};

use super::chronicle::Chronicle;

/// The scene of the person who does not look on.
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

    /// Tells an entry, if the person may know it. The chronicle has it already.
    pub(super) fn show(&mut self, entry: &Entry, chronicle: &Chronicle, sides: &[String; 2]) {
        let viewer = Some(self.viewer);
        if entry.visible_to(viewer) {
            self.scene.show(entry, chronicle, viewer, sides);
        }
    }

    /// Takes over what the person may see at a standstill.
    pub(super) fn settle(&mut self, state: &Standstill) {
        self.scene.settle(state.view(Some(self.viewer)));
    }

    /// Brings the story of `viewer` to the screen and puts that of the other person aside.
    pub(super) fn change_places(&mut self, on_screen: &mut Scene, viewer: Option<SideId>) {
        if viewer == Some(self.viewer) {
            std::mem::swap(&mut self.scene, on_screen);
            self.viewer = self.viewer.enemy();
        }
    }
}
