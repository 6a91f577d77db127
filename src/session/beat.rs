//! What waits to be played, and what is being played.

use std::{collections::VecDeque, path::PathBuf};

use bevy::prelude::*;
use shieldwall_battle::{Entry, SideId};

use super::Watch;
use crate::{battle_plan::BattlePlan, host::Standstill, shown::PlaybackState};

/// What waits to be shown, and what is being shown.
#[derive(Resource, Debug)]
pub(crate) struct Playback {
    /// Beats that wait to be played.
    pub(crate) queue: VecDeque<Beat>,
    /// The entry that is being played now.
    pub(crate) playing: Option<Playing>,
    /// How it is watched, if it is a replay.
    pub(crate) watch: Watch,
    /// Whether the battle is asked for as it stands elsewhere; what comes before that is passed over.
    pub(crate) jumping: bool,
    /// Whether what is played is the blow that ends the battle.
    pub(crate) decisive: bool,
    /// What has been played, for whom.
    pub(crate) state: PlaybackState,
}

impl Playback {
    /// Nothing has been played yet, to this viewer.
    pub(super) fn new(viewer: Option<SideId>, plan: &BattlePlan) -> Self {
        Self {
            queue: VecDeque::new(),
            playing: None,
            watch: Watch::default(),
            jumping: false,
            decisive: false,
            state: PlaybackState::new(viewer, plan),
        }
    }

    /// Plays everything that waits without animation.
    pub(crate) fn skip(&mut self) {
        self.state.skipping = !self.caught_up();
    }

    /// Whether everything that has happened has been shown.
    pub(crate) fn caught_up(&self) -> bool {
        self.queue.is_empty() && self.playing.is_none()
    }
}

/// Whether the battle is on disk.
#[derive(Resource, Debug, Default)]
pub(crate) struct SavingState {
    /// Why the battle is not being saved; `None` while it is.
    pub(crate) not_saved: Option<String>,
    /// Damaged autosaves that were set aside, under their new names, until that has been told.
    pub(crate) set_aside: Vec<PathBuf>,
}

/// Something to play: an entry, or the point where the simulation stood still.
#[derive(Debug)]
pub(crate) enum Beat {
    /// A journal entry; whether the viewer may see it is decided when it is played.
    Entry(Box<Entry>),
    /// The state at a standstill.
    Settled(Box<Standstill>),
}

/// The entry that is being played.
#[derive(Debug)]
pub(crate) struct Playing {
    /// The entries: more than one if they happen at once.
    pub(crate) entries: Vec<Entry>,
    /// Seconds of animation so far, speed included.
    pub(crate) elapsed: f32,
    /// Seconds it takes at normal speed.
    pub(crate) duration: f32,
}

impl Playing {
    /// How far it is, from 0 to 1.
    pub(crate) fn progress(&self) -> f32 {
        if self.duration <= 0.0 {
            1.0
        } else {
            (self.elapsed / self.duration).clamp(0.0, 1.0)
        }
    }
}
