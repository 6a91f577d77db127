//! The battle as it truly stands, no matter who may see it.
//!
//! The full state is the only place that knows what the viewer does not. It serves to show somebody
//! who steps out of hiding, and to count what everybody did.

use std::collections::BTreeMap;

use shieldwall_battle::{
    CombatantId, Entry, Event, ItemId, Vitality,
    board::hostile,
    terms::{EffectRole, ItemConditionRole},
};
use shieldwall_content::Level;

use super::{Chronicle, Figure, Tally, telling};

/// The figures as they truly stand after the last entry played, and what everybody did.
#[derive(Debug, Default)]
pub(crate) struct FullState {
    figures: Vec<Option<Figure>>,
    tallies: BTreeMap<CombatantId, Tally>,
    chronicle: Chronicle,
    /// Which enemy last hurt whom.
    wounded_by: BTreeMap<CombatantId, CombatantId>,
}

impl FullState {
    /// Takes down an entry. What the viewer sees of it is `ShownBattle`'s business.
    pub(crate) fn record(&mut self, entry: &Entry, level: &Level) {
        telling::tell(&mut self.figures, entry);
        self.count(&entry.event, level);
        let sides = level.sides.len();
        self.chronicle.record(entry, sides, &self.figures);
    }

    /// Course of the battle, for the aftermath.
    pub(crate) const fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// A figure as it truly stands.
    pub(crate) fn figure(&self, id: CombatantId) -> Option<&Figure> {
        self.figures.get(id.index())?.as_ref()
    }

    /// What everybody did, for after the battle.
    pub(crate) fn tallies(&self) -> &BTreeMap<CombatantId, Tally> {
        &self.tallies
    }

    /// The name of a combatant.
    pub(crate) fn name(&self, id: CombatantId) -> String {
        self.figure(id)
            .map_or_else(|| id.to_string(), |figure| figure.name.clone())
    }

    fn are_enemies(&self, one: CombatantId, other: CombatantId, level: &Level) -> bool {
        let sides = [one, other].map(|id| self.figure(id).map(|figure| figure.side));
        matches!(sides, [Some(one), Some(other)] if hostile(level, one, other))
    }

    /// Writes down what an item is now, with the one who has it now.
    fn wear(
        &mut self,
        item: ItemId,
        owner: CombatantId,
        name: &str,
        state: &'static str,
        destroyed: bool,
    ) {
        let mut states = Vec::new();
        for tally in self.tallies.values_mut() {
            if let Some((_, before)) = tally.gear.remove(&item) {
                states = before;
            }
        }
        // What is destroyed is nothing else.
        if destroyed {
            states.clear();
        }
        if !states.contains(&state) {
            states.push(state);
        }
        let gear = &mut self.tally(owner).gear;
        gear.insert(item, (name.to_owned(), states));
    }

    fn tally(&mut self, id: CombatantId) -> &mut Tally {
        self.tallies.entry(id).or_default()
    }

    fn count(&mut self, event: &Event, level: &Level) {
        match event {
            Event::Deployed(deployed) => {
                self.tally(deployed.who);
            }
            // A blast is told of twice: when it is declared and when it is known what it hits.
            Event::Attacked { who, .. }
            | Event::Blast {
                who,
                struck: Some(_),
                ..
            } => {
                self.tally(*who).attacks += 1;
            }
            Event::AttackResolved { who, effect, .. } => {
                self.tally(*who).hits += u32::from(effect.role != EffectRole::None);
            }
            Event::HitPoints {
                who, from, to, by, ..
            } if to < from && !event.is_of_before() => {
                self.tally(*who).damage_taken += from - to;
                // What is done to one's own side, or an allied one, is nothing to be proud of.
                if let Some(by) = by.filter(|by| self.are_enemies(*by, *who, level)) {
                    self.tally(by).damage_dealt += from - to;
                    self.wounded_by.insert(*who, by);
                } else {
                    self.wounded_by.remove(who);
                }
            }
            Event::Vitality { who, from, to } => {
                let fell = *from == Vitality::Active
                    && matches!(to, Vitality::Unconscious | Vitality::Dying | Vitality::Dead);
                if fell && let Some(by) = self.wounded_by.get(who).copied() {
                    self.tally(by).defeated += 1;
                }
            }
            Event::ItemState {
                item,
                name,
                owner,
                state,
            } => {
                let destroyed = state.role == ItemConditionRole::Destroyed;
                self.wear(*item, *owner, name, state.key, destroyed);
            }
            Event::ItemDamaged {
                item,
                name,
                owner,
                to: ..=0,
                ..
            } => self.wear(*item, *owner, name, "broken", false),
            _ => {}
        }
    }
}
