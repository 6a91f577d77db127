//! The ruleset's estimates, each asked for once.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shieldwall_battle::{
    AttackEstimate, BandExtent, Battle, CellOption, CombatantId, Footing, ItemId,
    ruleset::AttackPlaces,
};
use shieldwall_grid::Cell;

use super::{chronicle::Chronicle, scene::Fighter};
use crate::ways::DistanceField;

/// Estimates kept before all are forgotten.
const KEPT: usize = 8192;

type Question = (CombatantId, Cell, CombatantId, Cell);

/// Estimates by attacker, cell, target and cell, with the stamp they hold for.
///
/// Only ever looked up by key, so that the order of the map is of no account.
#[derive(Clone, Debug, Default)]
pub(super) struct Odds {
    kept: FxHashMap<Question, ((u32, u32, u32), Option<AttackEstimate>)>,
    /// Those of attacks that strike others: which others depends on where all stand, so they hold until anything
    /// happens.
    crowded: FxHashMap<Question, (usize, AttackEstimate)>,
    /// The range bands of weapons, by where their owners stand.
    bands: FxHashMap<(ItemId, Cell), (u32, Arc<[BandExtent]>)>,
    /// From where one strikes the other hand to hand, by what both stand on.
    contacts: FxHashMap<(Footing, u8), (u32, Arc<[Cell]>)>,
    /// How far one gets from a cell with each movement band, in metres on foot.
    strides: FxHashMap<(CombatantId, Cell), ((u32, u32), Strides)>,
}

/// How far somebody gets in its next turn, in metres on foot, at most with each movement band.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strides([f64; BANDS]);

/// Movement bands that are told apart.
const BANDS: usize = 4;

impl Strides {
    /// By some cells that one can get to, and the ways from where it stands.
    pub(super) fn of(cells: &[CellOption], field: &DistanceField) -> Self {
        let mut farthest = [0.0; BANDS];
        for option in cells {
            if !field.leads_to(option.cell) {
                continue;
            }
            let metres = field.metres(option.cell);
            for slot in farthest.iter_mut().skip(usize::from(option.band)) {
                *slot = metres.max(*slot);
            }
        }
        Self(farthest)
    }

    /// Metres with bands up to this one.
    pub(super) fn within(&self, band: u8) -> f64 {
        self.0[usize::from(band).min(BANDS - 1)]
    }
}

impl Odds {
    /// The best attack of one on the other if they stood in these cells.
    pub(super) fn attack_estimate(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        (attacker, from): (CombatantId, Cell),
        (target, at): (CombatantId, Cell),
    ) -> Option<AttackEstimate> {
        let question = (attacker, from, target, at);
        if let Some(known) = self.known(chronicle, question) {
            return known;
        }
        let attack_estimate = battle.attack_estimate(attacker, from, target, at);
        self.keep(chronicle, question, attack_estimate);
        attack_estimate
    }

    /// Asks at once for the attacks of one that will be asked for: that is quicker than one by one.
    pub(super) fn prepare(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        attacker: CombatantId,
        places: impl IntoIterator<Item = AttackPlaces>,
    ) {
        let question = |places: &AttackPlaces| (attacker, places.from, places.target, places.at);
        let mut places: Vec<AttackPlaces> = places.into_iter().collect();
        places.retain(|places| self.known(chronicle, question(places)).is_none());
        let attack_estimates = battle.attack_estimates(attacker, &places);
        for (places, attack_estimate) in places.iter().zip(attack_estimates) {
            self.keep(chronicle, question(places), attack_estimate);
        }
    }

    fn known(&self, chronicle: &Chronicle, question: Question) -> Option<Option<AttackEstimate>> {
        let (attacker, _, target, _) = question;
        let kept = self.kept.get(&question);
        if let Some((stamp, attack_estimate)) = kept
            && *stamp == chronicle.stamp(attacker, target)
        {
            return Some(*attack_estimate);
        }
        let (read, attack_estimate) = self.crowded.get(&question)?;
        (*read == chronicle.so_far()).then_some(Some(*attack_estimate))
    }

    fn keep(
        &mut self,
        chronicle: &Chronicle,
        question: Question,
        attack_estimate: Option<AttackEstimate>,
    ) {
        if let Some(attack_estimate) = attack_estimate.filter(AttackEstimate::strikes_others) {
            if self.crowded.len() >= KEPT {
                self.crowded.clear();
            }
            let read = chronicle.so_far();
            self.crowded.insert(question, (read, attack_estimate));
            return;
        }
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        let (attacker, _, target, _) = question;
        let stamp = chronicle.stamp(attacker, target);
        self.kept.insert(question, (stamp, attack_estimate));
    }

    /// The range bands of a weapon whose owner stands in a cell; bands of cells are sorted.
    pub(super) fn bands(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        item: ItemId,
        owner: Cell,
    ) -> Arc<[BandExtent]> {
        let stamp = chronicle.changes_of_ground();
        if let Some((kept, bands)) = self.bands.get(&(item, owner))
            && *kept == stamp
        {
            return Arc::clone(bands);
        }
        let bands = battle.range_bands(item).into_iter();
        let bands: Arc<[BandExtent]> = bands
            .map(|band| match band.extent {
                BandExtent::Cells(mut cells) => {
                    cells.sort_unstable();
                    BandExtent::Cells(cells)
                }
                extent => extent,
            })
            .collect();
        if self.bands.len() >= KEPT {
            self.bands.clear();
        }
        self.bands
            .insert((item, owner), (stamp, Arc::clone(&bands)));
        bands
    }

    /// The cells from which one could strike the other hand to hand where that stands now.
    pub(super) fn strikes_from(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        attacker: &Fighter,
        target: &Fighter,
    ) -> Arc<[Cell]> {
        let question = (target.footing(), attacker.across());
        let stamp = chronicle.changes_of_ground();
        if let Some((kept, cells)) = self.contacts.get(&question)
            && *kept == stamp
        {
            return Arc::clone(cells);
        }
        let cells: Arc<[Cell]> = battle.strikes_from(attacker.id, target.id).into();
        if self.contacts.len() >= KEPT {
            self.contacts.clear();
        }
        self.contacts.insert(question, (stamp, Arc::clone(&cells)));
        cells
    }

    /// How far somebody gets in its next turn from where it stands.
    pub(super) fn strides(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        who: &Fighter,
        field: &DistanceField,
    ) -> Strides {
        // A new round gives back what the last one took, and how far one may go is a rough guide.
        let stamp = (chronicle.changes_of_ground(), chronicle.changes_of(who.id));
        let question = (who.id, who.cell);
        if let Some((kept, strides)) = self.strides.get(&question)
            && *kept == stamp
        {
            return *strides;
        }
        let strides = Strides::of(&battle.reachable(who.id), field);
        if self.strides.len() >= KEPT {
            self.strides.clear();
        }
        self.strides.insert(question, (stamp, strides));
        strides
    }

    /// The best attack of one on the other hand to hand, wherever they stand.
    pub(super) fn in_contact(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        attacker: CombatantId,
        target: &Fighter,
    ) -> Option<AttackEstimate> {
        // Who stands in the very cell of another is in contact with it under every ruleset.
        let at = target.cell;
        self.attack_estimate(battle, chronicle, (attacker, at), (target.id, at))
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
