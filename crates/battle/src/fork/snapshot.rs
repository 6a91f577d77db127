//! Copies of a battle's state.

use std::{hash::Hash, sync::Arc};

use bevy_ecs::{change_detection::Tick, prelude::World};

use crate::{
    combatant::Roster,
    fork::{
        column::Saved,
        key::{KeyHasher, StateKey},
        registry::StateRegistry,
    },
    journal::{Journal, Mark},
};

/// The values of all columns, in the order of the registry.
type Columns = Arc<Vec<Arc<Saved>>>;

/// The state of a battle at one moment, dice left out. It fits battles of the same set-up and ruleset.
#[derive(Clone, Default)]
pub struct Snapshot {
    columns: Columns,
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

/// The columns as they were saved or loaded last, and the tick of the world then: only those that have been written
/// since are copied or put back.
#[derive(Default)]
pub(super) struct Latest {
    columns: Columns,
    tick: Tick,
}

impl StateRegistry {
    pub(crate) fn save(&mut self, world: &mut World, into: &mut Snapshot) {
        let roster = std::mem::take(&mut *world.resource_mut::<Roster>());
        let since = self.latest.tick;
        if self.latest.columns.is_empty() {
            let columns = self.columns.iter_mut();
            let saved = columns.map(|column| Arc::new(column.save(world, &roster)));
            self.latest.columns = Arc::new(saved.collect());
        } else {
            for (place, column) in self.columns.iter_mut().enumerate() {
                let latest = &self.latest.columns[place];
                if column.may_differ(world, latest, since) && column.differs(world, &roster, latest)
                {
                    let saved = Arc::new(column.save(world, &roster));
                    Arc::make_mut(&mut self.latest.columns)[place] = saved;
                }
            }
        }
        self.latest.tick = world.increment_change_tick();
        into.columns = Arc::clone(&self.latest.columns);
        into.left_out.clone_from(&roster.left_out);
        *world.resource_mut::<Roster>() = roster;
        into.journal = world.resource::<Journal>().mark();
    }

    pub(crate) fn load(&mut self, world: &mut World, from: &Snapshot) {
        let mut roster = std::mem::take(&mut *world.resource_mut::<Roster>());
        let since = self.latest.tick;
        let columns = self.columns.iter_mut().zip(&*from.columns);
        for (place, (column, saved)) in columns.enumerate() {
            let latest = self.latest.columns.get(place);
            let is_there = latest.is_some_and(|latest| Arc::ptr_eq(latest, saved));
            if !is_there || column.may_differ(world, saved, since) {
                column.load(world, &roster, saved);
            }
        }
        self.latest.tick = world.increment_change_tick();
        self.latest.columns = Arc::clone(&from.columns);
        roster.left_out.clone_from(&from.left_out);
        *world.resource_mut::<Roster>() = roster;
    }

    /// The key of a state: the same for two copies if they are the same but for their journals.
    pub(crate) fn key(&self, snapshot: &Snapshot) -> StateKey {
        let mut all = KeyHasher::new();
        for (column, saved) in self.columns.iter().zip(&*snapshot.columns) {
            saved.hash(&**column).hash(&mut all);
        }
        all.key()
    }

    /// Writes the state of a battle as text, a line for each kind of component and resource. It looks at all of them,
    /// whatever has been written since the last copy.
    pub(crate) fn describe(&mut self, world: &mut World, text: &mut String) {
        let roster = std::mem::take(&mut *world.resource_mut::<Roster>());
        for column in &mut self.columns {
            let saved = column.save(world, &roster);
            column.describe(&saved, text);
            text.push('\n');
        }
        *world.resource_mut::<Roster>() = roster;
    }
}
