//! Copies of battles: their state kept and put back, and battles that are copies of others.

use std::sync::Arc;

use shieldwall_dice::Dice;

use crate::{
    driver::Battle,
    fork::{Snapshot, StateKey, StateRegistry},
    journal::Journal,
    roll::DiceCup,
};

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

    /// The components and resources of its state.
    #[must_use]
    pub const fn state_registry(&self) -> &StateRegistry {
        &self.registry
    }

    /// The key of a state of this battle: equal for two states if and only if the battle goes on from both in the
    /// same way. Decisions are part of it with their numbers.
    pub fn key_of(&self, snapshot: &Snapshot) -> StateKey {
        self.registry.key(snapshot)
    }

    /// The whole state as text, a line for each kind of component and resource: the same text where two battles are in
    /// the same state. For tests, and to look states up.
    pub fn describe_state(&mut self) -> String {
        let mut text = String::new();
        self.registry.describe(&mut self.world, &mut text);
        text
    }
}
