//! The parts of a battle that change while it is played back.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::{
    host::Host,
    session::{Playback, SavingState, Session},
};

/// The parts of a battle that change while it is played back.
pub(crate) struct Course<'a> {
    /// What the player knows.
    pub(crate) session: &'a mut Session,
    /// What waits to be shown, and what is being shown.
    pub(crate) playback: &'a mut Playback,
    /// The simulation.
    pub(crate) host: &'a Host,
    /// Whether the battle is on disk.
    pub(crate) saving: &'a mut SavingState,
    /// Whether the session has changed, and not only the progress of what is played.
    pub(crate) changed: bool,
}

/// The same, as a system asks for them.
#[derive(SystemParam)]
pub(crate) struct CourseParts<'w> {
    pub(crate) session: ResMut<'w, Session>,
    pub(crate) playback: ResMut<'w, Playback>,
    pub(crate) host: ResMut<'w, Host>,
    pub(crate) saving: ResMut<'w, SavingState>,
}

impl CourseParts<'_> {
    /// Works on them. The session counts as changed only if it is.
    pub(crate) fn work<T>(&mut self, work: impl FnOnce(&mut Course<'_>) -> T) -> T {
        let mut course = Course {
            session: self.session.bypass_change_detection(),
            playback: &mut self.playback,
            host: &self.host,
            saving: self.saving.bypass_change_detection(),
            changed: false,
        };
        let result = work(&mut course);
        if course.changed {
            self.session.set_changed();
        }
        result
    }
}
