//! Which choices are in the autosave: those of people before anything comes of them, those of a battle
//! that is only watched once they have been shown. It is closed once its end has been shown.
//!
//! The simulation thread writes, so that no frame waits for the disk; what has been written is in the
//! hands of the operating system and outlives the game.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use shieldwall_lab::{
    autosaves::{AutosaveKeeper, Autosaves},
    record::RecordedBattle,
};

/// How far the window has shown a battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown(Arc<ShownSoFar>);

#[derive(Debug, Default)]
struct ShownSoFar {
    choices: AtomicUsize,
    ended: AtomicBool,
}

impl Shown {
    /// So many choices have been shown, and the end or not.
    pub(super) fn set(&self, choices: usize, ended: bool) {
        self.0.choices.store(choices, Ordering::Relaxed);
        self.0.ended.store(ended, Ordering::Relaxed);
    }

    fn choices(&self) -> usize {
        self.0.choices.load(Ordering::Relaxed)
    }

    fn ended(&self) -> bool {
        self.0.ended.load(Ordering::Relaxed)
    }
}

/// What the player is told of the autosave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Saving {
    /// Why the battle is not being saved; `None` while it is.
    pub(crate) failure: Option<String>,
    /// Damaged autosaves that have been set aside since the last time, under their new names.
    pub(crate) set_aside: Vec<PathBuf>,
}

/// The file that follows a battle.
#[derive(Debug)]
pub(super) struct Autosave {
    keeper: AutosaveKeeper,
    /// Whether anything is kept at all.
    keeps: bool,
    /// Whether people play: then all of their choices count at once.
    played: bool,
    /// The choices that were there from the first.
    resumed: usize,
    shown: Shown,
    /// The failure that the player knows of.
    told: Option<String>,
}

impl Autosave {
    /// An autosave of a battle that has so many choices from the first; without a folder nothing is
    /// kept.
    pub(super) fn new(
        autosaves: Option<Autosaves>,
        played: bool,
        resumed: usize,
        shown: Shown,
    ) -> Self {
        Self {
            keeps: autosaves.is_some(),
            keeper: AutosaveKeeper::new(autosaves),
            played,
            resumed,
            shown,
            told: None,
        }
    }

    /// Has in the file what is to be there now; after a failure it tries again.
    pub(super) fn save(&mut self, course: &mut RecordedBattle) {
        if !self.keeps {
            return;
        }
        if self.is_shown_to_its_end(course) {
            if !self.keeper.is_closed() {
                self.keeper.close(&course.closed_record());
            }
        } else {
            self.keeper.follow(course.record(), self.wanted(course));
        }
    }

    /// Whether something may have to be written although nothing is chosen.
    pub(super) fn is_behind(&self, course: &RecordedBattle) -> bool {
        let over = course.battle().ending().is_some();
        self.keeps
            && (self.keeper.failure().is_some()
                || self.wanted(course) < course.record().choices.len()
                || over && !self.keeper.is_closed())
    }

    /// What the player does not know yet.
    pub(super) fn news(&mut self) -> Option<Saving> {
        let failure = self.keeper.failure().map(|failure| {
            format!(
                "The battle is not being saved: {failure}. The game keeps trying; what you choose \
                 meanwhile is lost if it is stopped."
            )
        });
        let set_aside = self.keeper.take_set_aside();
        if failure == self.told && set_aside.is_empty() {
            return None;
        }
        self.told.clone_from(&failure);
        Some(Saving { failure, set_aside })
    }

    /// How many choices are to be in the file.
    fn wanted(&self, course: &RecordedBattle) -> usize {
        let all = course.record().choices.len();
        if self.played {
            all
        } else {
            self.shown.choices().max(self.resumed).min(all)
        }
    }

    fn is_shown_to_its_end(&self, course: &RecordedBattle) -> bool {
        course.battle().ending().is_some() && self.shown.ended()
    }
}
