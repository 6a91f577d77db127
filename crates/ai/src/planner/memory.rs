//! What the brain remembers of a battle beyond what the journal and the view tell.

use std::collections::{BTreeMap, BTreeSet};

use shieldwall_battle::{CombatantId, DeviceId, ItemId};

/// What a loaded shot is taken to be worth before one has been seen.
const UNSEEN_SHOT: f64 = 0.3;

/// Rounds within which an item is taken in hand once.
const ONCE_IN: u32 = 3;

/// Memories of one battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    shots: BTreeMap<CombatantId, f64>,
    readied: BTreeMap<(CombatantId, Option<ItemId>), u32>,
    waking: BTreeMap<CombatantId, u32>,
    last_band: BTreeMap<CombatantId, u8>,
    worked: BTreeMap<DeviceId, u32>,
    casters: BTreeSet<CombatantId>,
}

impl Memory {
    /// Remembers what a shot of somebody is worth.
    pub(super) fn saw_shot(&mut self, who: CombatantId, worth: f64) {
        self.shots.insert(who, worth);
    }

    /// What a shot of somebody was worth when it last could shoot.
    pub(super) fn shot(&self, who: CombatantId) -> f64 {
        self.shots.get(&who).copied().unwrap_or(UNSEEN_SHOT)
    }

    /// Remembers that a combatant means to take an item in hand in a round.
    pub(super) fn readies(&mut self, who: CombatantId, item: Option<ItemId>, round: u32) {
        self.readied.insert((who, item), round);
    }

    /// True if a combatant has meant to take an item in hand a short time before this round: it would change to and fro
    /// between things that are of no use.
    pub(super) fn has_readied(&self, who: CombatantId, item: Option<ItemId>, round: u32) -> bool {
        let last = self.readied.get(&(who, item));
        last.is_some_and(|last| round <= last + ONCE_IN)
    }

    /// Remembers that somebody means to wake a sleeper.
    pub(super) fn wakes(&mut self, sleeper: CombatantId, round: u32) {
        self.waking.insert(sleeper, round);
    }

    /// Whether waking a sleeper was tried not long ago, which seems to have failed.
    pub(super) fn has_tried_to_wake(&self, sleeper: CombatantId, round: u32) -> bool {
        self.waking
            .get(&sleeper)
            .is_some_and(|tried| *tried < round && round - tried < 6)
    }

    /// Remembers that a combatant means to work a device in a round.
    pub(super) fn works(&mut self, device: DeviceId, round: u32) {
        self.worked.insert(device, round);
    }

    /// True if a combatant means to work a device in a round: another one would only undo it.
    pub(super) fn is_worked(&self, device: DeviceId, round: u32) -> bool {
        self.worked.get(&device) == Some(&round)
    }

    /// Remembers that a combatant knows spells.
    pub(super) fn saw_spells(&mut self, who: CombatantId) {
        self.casters.insert(who);
    }

    /// True if a combatant is known to cast spells.
    pub(super) fn is_caster(&self, who: CombatantId) -> bool {
        self.casters.contains(&who)
    }

    /// Remembers the highest movement band from which somebody could still attack.
    pub(super) fn saw_last_band(&mut self, who: CombatantId, band: u8) {
        self.last_band.insert(who, band);
    }

    /// The highest movement band from which somebody can still attack, if it is known.
    pub(super) fn last_band(&self, who: CombatantId) -> Option<u8> {
        self.last_band.get(&who).copied()
    }
}
