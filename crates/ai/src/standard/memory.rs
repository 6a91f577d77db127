//! What the brain remembers of a battle beyond what the journal and the view tell.

use std::collections::BTreeMap;

use shieldwall_battle::CombatantId;

/// What a loaded shot is taken to be worth before one has been seen.
const UNSEEN_SHOT: f64 = 0.3;

/// Memories of one battle.
#[derive(Debug, Default)]
pub(super) struct Memory {
    shots: BTreeMap<CombatantId, f64>,
    treated: BTreeMap<CombatantId, i32>,
    last_band: BTreeMap<CombatantId, u8>,
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

    /// Remembers that somebody was treated when it had so many hit points.
    pub(super) fn treated(&mut self, who: CombatantId, hit_points: i32) {
        self.treated.insert(who, hit_points);
    }

    /// Whether somebody has wounds that have not been treated, as far as is known.
    pub(super) fn needs_treatment(&self, who: CombatantId, hit_points: i32, max: i32) -> bool {
        hit_points < max
            && self
                .treated
                .get(&who)
                .is_none_or(|treated| hit_points < *treated)
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
