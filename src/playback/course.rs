//! The parts of a battle that change while it is played back.

use bevy::{ecs::system::SystemParam, prelude::*};
use shieldwall_battle::Entry;

use crate::{
    host::Host,
    session::{Asked, Playback, SavingState, Seat, Session},
};

/// The parts of a battle that change while it is played back.
pub(crate) struct Course<'a> {
    /// What the player knows.
    pub(crate) session: &'a mut Session,
    /// Who sits at the screen.
    pub(crate) seat: &'a mut Seat,
    /// What the simulation has been asked, and what it has answered.
    pub(crate) asked: &'a mut Asked,
    /// What waits to be shown, and what is being shown.
    pub(crate) playback: &'a mut Playback,
    /// The simulation.
    pub(crate) host: &'a Host,
    /// Whether the battle is on disk.
    pub(crate) saving: &'a mut SavingState,
    /// The entries that were shown and not skipped.
    pub(crate) passed: Vec<Entry>,
    /// Whether the session has changed, and not only the progress of what is played.
    pub(crate) changed: bool,
    /// Whether there are new answers, or old ones hold no longer.
    pub(crate) answered: bool,
}

/// The same, as a system asks for them.
#[derive(SystemParam)]
pub(crate) struct CourseParts<'w> {
    pub(crate) session: ResMut<'w, Session>,
    pub(crate) seat: ResMut<'w, Seat>,
    pub(crate) asked: ResMut<'w, Asked>,
    pub(crate) playback: ResMut<'w, Playback>,
    pub(crate) host: ResMut<'w, Host>,
    pub(crate) saving: ResMut<'w, SavingState>,
}

impl CourseParts<'_> {
    /// Works on them. Session and answers count as changed only if they are.
    pub(crate) fn work<T>(&mut self, work: impl FnOnce(&mut Course<'_>) -> T) -> T {
        let seated = *self.seat;
        let mut course = Course {
            session: self.session.bypass_change_detection(),
            seat: self.seat.bypass_change_detection(),
            asked: self.asked.bypass_change_detection(),
            playback: &mut self.playback,
            host: &self.host,
            saving: self.saving.bypass_change_detection(),
            passed: Vec::new(),
            changed: false,
            answered: false,
        };
        let result = work(&mut course);
        let (changed, answered) = (course.changed, course.answered);
        if changed {
            self.session.set_changed();
        }
        if answered {
            self.asked.set_changed();
        }
        if *self.seat != seated {
            self.seat.set_changed();
        }
        result
    }
}
