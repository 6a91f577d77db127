//! Copies of a battle's state.

use std::hash::Hash;

use bevy_ecs::prelude::{Entity, World};

use crate::{
    combatant::Roster,
    fork::{
        column::Values,
        key::{KeyHasher, StateKey},
        registry::StateRegistry,
    },
    journal::{Journal, Mark},
};

/// The state of a battle at one moment, dice left out. It fits battles of the same set-up and ruleset.
#[derive(Default)]
pub struct Snapshot {
    columns: Vec<Values>,
    /// The hash of each column, as far as it has been asked for since the column changed.
    hashes: Vec<Option<StateKey>>,
    carriers: Vec<Entity>,
    left_out: Vec<bool>,
    /// End of its journal.
    pub(crate) journal: Mark,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot")
            .field("journal", &self.journal)
            .finish_non_exhaustive()
    }
}

impl Snapshot {
    /// An empty one, to be filled by [`crate::Battle::save_into`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets the journal go on where that of an earlier state ends, if the one of this state is not there any more.
    pub(crate) fn goes_on_after(&mut self, earlier: &Self) {
        self.journal = earlier.journal;
    }
}

impl StateRegistry {
    pub(crate) fn save(&mut self, world: &mut World, into: &mut Snapshot) {
        if into.columns.is_empty() {
            into.columns = self.columns.iter().map(|column| column.empty()).collect();
            into.hashes.resize(self.columns.len(), None);
        }
        let roster = std::mem::take(&mut *world.resource_mut::<Roster>());
        if into.carriers != roster.combatants {
            // Of a twin: hashes go by the places of its combatants.
            into.hashes.fill(None);
            into.carriers.clone_from(&roster.combatants);
        }
        let saved = into.columns.iter_mut().zip(&mut into.hashes);
        for (column, (values, hash)) in self.columns.iter_mut().zip(saved) {
            if column.save(world, &roster, values) {
                *hash = None;
            }
        }
        into.left_out.clone_from(&roster.left_out);
        *world.resource_mut::<Roster>() = roster;
        into.journal = world.resource::<Journal>().mark();
    }

    /// The key of a state: the same for two copies if they are the same but for their journals.
    pub(crate) fn key(&self, snapshot: &mut Snapshot) -> StateKey {
        let carriers = &snapshot.carriers;
        let values = snapshot.columns.iter().zip(&mut snapshot.hashes);
        let mut all = KeyHasher::new();
        for (column, (values, hash)) in self.columns.iter().zip(values) {
            let hash = hash.get_or_insert_with(|| {
                let mut one = KeyHasher::new();
                column.hash(values, carriers, &mut one);
                one.key()
            });
            hash.hash(&mut all);
        }
        all.key()
    }

    pub(crate) fn load(&mut self, world: &mut World, from: &Snapshot) {
        let mut roster = std::mem::take(&mut *world.resource_mut::<Roster>());
        for (column, values) in self.columns.iter_mut().zip(&from.columns) {
            column.load(world, &roster, &from.carriers, values);
        }
        roster.left_out.clone_from(&from.left_out);
        *world.resource_mut::<Roster>() = roster;
    }

    /// Writes a state as text, a line for each kind of component and resource.
    pub(crate) fn describe(&self, snapshot: &Snapshot, text: &mut String) {
        for (column, values) in self.columns.iter().zip(&snapshot.columns) {
            column.describe(values, &snapshot.carriers, text);
            text.push('\n');
        }
    }
}
