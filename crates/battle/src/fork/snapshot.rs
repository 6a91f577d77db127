//! A copy of a battle's state, and battles that are copies of others.

use std::sync::Arc;

use bevy_ecs::prelude::{Entity, World};
use shieldwall_dice::Dice;

use crate::{
    combatant::Roster,
    driver::Battle,
    fork::{column::Values, registry::StateRegistry},
    journal::{Journal, Mark},
    roll::DiceCup,
};

/// The state of a battle at one moment, dice left out. It fits battles of the same set-up and ruleset.
#[derive(Default)]
pub struct Snapshot {
    columns: Vec<Values>,
    carriers: Vec<Entity>,
    left_out: Vec<bool>,
    journal: Mark,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot")
            .field("journal", &self.journal)
            .finish_non_exhaustive()
    }
}

impl Snapshot {
    /// An empty one, to be filled by [`Battle::save_into`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Snapshot {
    /// Lets the journal go on where that of an earlier state ends, if the one of this state is not there any more.
    pub(crate) fn goes_on_after(&mut self, earlier: &Self) {
        self.journal = earlier.journal;
    }
}

impl StateRegistry {
    pub(crate) fn save(&mut self, world: &mut World, into: &mut Snapshot) {
        if into.columns.is_empty() {
            into.columns = self.columns.iter().map(|column| column.empty()).collect();
        }
        let roster = std::mem::take(&mut *world.resource_mut::<Roster>());
        for (column, values) in self.columns.iter_mut().zip(&mut into.columns) {
            column.save(world, &roster, values);
        }
        into.carriers.clone_from(&roster.combatants);
        into.left_out.clone_from(&roster.left_out);
        *world.resource_mut::<Roster>() = roster;
        into.journal = world.resource::<Journal>().mark();
    }

    /// Whether two copies of a battle are the same but for their journals: it goes on in the same way from both.
    /// `first` is the column to compare first, and becomes the one in which they differ: others are likely to differ
    /// there too.
    pub(crate) fn same(&self, one: &Snapshot, other: &Snapshot, first: &mut usize) -> bool {
        let count = self.columns.len();
        let start = *first;
        let mut order = (start..count).chain(0..start.min(count));
        let differs = |place: &usize| {
            !self.columns[*place].same(&one.columns[*place], &other.columns[*place])
        };
        let difference = order.find(differs);
        *first = difference.unwrap_or(start);
        difference.is_none()
    }

    pub(crate) fn load(&mut self, world: &mut World, from: &Snapshot) {
        let mut roster = std::mem::take(&mut *world.resource_mut::<Roster>());
        for (column, values) in self.columns.iter_mut().zip(&from.columns) {
            column.load(world, &roster, &from.carriers, values);
        }
        roster.left_out.clone_from(&from.left_out);
        *world.resource_mut::<Roster>() = roster;
    }
}

impl Battle {
    /// Copies the state of the battle. A snapshot that is used again keeps its storage.
    pub fn save_into(&mut self, snapshot: &mut Snapshot) {
        self.registry.save(&mut self.world, snapshot);
    }

    /// A copy of the state of the battle.
    pub fn snapshot(&mut self) -> Snapshot {
        let mut snapshot = Snapshot::new();
        self.save_into(&mut snapshot);
        snapshot
    }

    /// Takes the battle back to a state that it was in: what happened since is forgotten, the journal
    /// included. The dice stay as they are.
    ///
    /// # Panics
    /// If the snapshot is of a battle of another ruleset.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.registry.load(&mut self.world, snapshot);
        self.world
            .resource_mut::<Journal>()
            .back_to(snapshot.journal);
    }

    /// Another battle in the same state, with dice of its own. Its journal begins here.
    ///
    /// Building it takes some hundred microseconds; [`Self::fork_into`] makes an old fork a new one in a few.
    #[must_use]
    pub fn fork(&mut self, dice: Box<dyn Dice + Send + Sync>) -> Self {
        let deploying = Box::new(self.setup.dice());
        let mut twin = Self::with_dice(Arc::clone(&self.ruleset), self.setup.clone(), deploying)
            .expect("a battle of this set-up has begun before");
        self.fork_into(&mut twin, dice);
        twin
    }

    /// Makes a fork of this battle a copy of its present state, with these dice.
    ///
    /// # Panics
    /// If the other battle is no fork of this one, or of one with the same set-up.
    pub fn fork_into(&mut self, twin: &mut Self, dice: Box<dyn Dice + Send + Sync>) {
        let mut snapshot = std::mem::take(&mut twin.arrival);
        self.save_into(&mut snapshot);
        twin.registry.load(&mut twin.world, &snapshot);
        twin.world
            .resource_mut::<Journal>()
            .begin_at(snapshot.journal);
        twin.world.resource_mut::<DiceCup>().0 = dice;
        twin.arrival = snapshot;
    }

    /// What its state consists of.
    #[must_use]
    pub const fn state_registry(&self) -> &StateRegistry {
        &self.registry
    }

    /// The whole state as text, a line for each kind of component and resource: the same text where two battles are in
    /// the same state. For tests, and for those who look states up.
    pub fn describe_state(&mut self) -> String {
        let mut text = String::new();
        let snapshot = self.snapshot();
        self.describe_into(&snapshot, &mut text);
        text
    }

    /// Writes a state of this battle as [`Self::describe_state`] does.
    pub fn describe_into(&self, snapshot: &Snapshot, text: &mut String) {
        let columns = self.registry.columns.iter().zip(&snapshot.columns);
        for (column, values) in columns {
            column.describe(values, &snapshot.carriers, text);
            text.push('\n');
        }
    }
}
