//! All content that has been read.

use std::sync::Arc;

use bevy::prelude::*;
use shieldwall_content::{Collection, ContentPlaces, Library};

/// All content that was read, good and bad. It is replaced as a whole when files change; a battle
/// keeps what it began with.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Content {
    /// What can be used.
    pub(crate) library: Arc<Library>,
    /// The same, with mods and everything that is wrong.
    pub(crate) collection: Arc<Collection>,
}

impl Content {
    /// Reads the content of some places. Takes a while: not for the frame thread.
    pub(crate) fn of(places: &ContentPlaces) -> Self {
        let collection = Collection::read(places, shieldwall_rulesets::content());
        Self {
            library: Arc::clone(&collection.library),
            collection: Arc::new(collection),
        }
    }

    /// Reads content folders without mods.
    #[cfg(test)]
    pub(crate) fn read(roots: &[shieldwall_content::ContentRoot]) -> Self {
        Self::of(&ContentPlaces::without_mods(roots))
    }
}
