//! Ends of a battle after one way in which the dice fall, in the words of a case's author.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use shieldwall_battle::{
    Battle, CarriedBy, CombatantId, Entry, Event, ItemId, Roster, SideId, Vitality,
    terms::{Condition, DefenceRole, EffectRole},
};
use shieldwall_content::{
    Case,
    case::{CaseCount, Countable, Expected},
};

use crate::cases::{
    Cast,
    author_view::author_view,
    verdict::{is_like, keys_of},
};

/// Entries of the journal on the way that count in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Heard {
    /// The outcome of each attack, by attacker and target.
    attacks: BTreeMap<(CombatantId, CombatantId), Vec<String>>,
    /// The latest word on the state of items.
    items: BTreeMap<ItemId, &'static str>,
    /// For each of the entries that are counted, true once the journal has it.
    entries: Vec<bool>,
}

/// How a combatant is in the end.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CombatantEnding {
    pub(super) hit_points: i32,
    pub(super) vitality: Vitality,
    pub(super) place: String,
    pub(super) conditions: BTreeSet<String>,
}

/// How one branch ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ending {
    /// Each combatant, in roster order.
    pub(super) combatants: Vec<CombatantEnding>,
    /// Hit points left of each item that can break.
    pub(super) items: Vec<Option<i32>>,
    /// Where each item is, and how.
    pub(super) gear: Vec<String>,
    /// How each attack came out, by who attacked whom.
    pub(super) attacks: BTreeMap<String, String>,
    /// Who won.
    pub(super) winner: String,
    /// True once the battle is over.
    pub(super) is_over: bool,
    /// For each of the entries that are counted, true if the journal has it.
    pub(super) entries: Vec<bool>,
}

/// What is looked at in each branch.
pub(super) struct Looking<'c> {
    case: &'c Case,
    cast: Cast,
    /// The ruleset's word for a combatant that is not seen.
    hidden: Option<Condition>,
    /// The keys of the entries that are counted.
    wanted: Vec<Map<String, Value>>,
}

impl<'c> Looking<'c> {
    pub(super) fn at(case: &'c Case, battle: &Battle, cast: &Cast) -> Self {
        let wanted = counted_entries(case)
            .map(|expected| keys_of(&expected.entry))
            .collect();
        Self {
            case,
            cast: cast.clone(),
            hidden: battle.ruleset().terms().hidden,
            wanted,
        }
    }

    /// True if something is counted. Where a case says nothing, everything is.
    pub(super) fn counts(&self, what: Countable) -> bool {
        let Some(counted) = &self.case.count else {
            return true;
        };
        let is_what = |one: &CaseCount| matches!(one, CaseCount::What(other) if *other == what);
        counted.iter().any(is_what)
    }

    /// Takes down what is written in entries of the journal.
    pub(super) fn hear(&self, entries: &[Entry], heard: &mut Heard) {
        heard.entries.resize(self.wanted.len(), false);
        let counts_attacks = self.counts(Countable::Attacks);
        let counts_items = self.counts(Countable::Items);
        for entry in entries {
            match &entry.event {
                Event::AttackResolved {
                    who,
                    target,
                    attack,
                    defence,
                    defence_level,
                    effect,
                } if counts_attacks => {
                    let mut outcome = attack.key.to_owned();
                    if defence.role != DefenceRole::None {
                        outcome.push_str(&format!(", {defence} {defence_level}"));
                    }
                    outcome.push_str(&match effect.role {
                        EffectRole::None => ", no effect".to_owned(),
                        EffectRole::Normal | EffectRole::Special => format!(", {effect} effect"),
                    });
                    let attacks = heard.attacks.entry((*who, *target));
                    attacks.or_default().push(outcome);
                }
                Event::ItemState { item, state, .. } if counts_items => {
                    heard.items.insert(*item, state.key);
                }
                _ => {}
            }
            if heard.entries.contains(&false) {
                let view = author_view(entry, &self.cast, &self.case.level);
                for (is_there, wanted) in heard.entries.iter_mut().zip(&self.wanted) {
                    *is_there |= is_like(wanted, &view);
                }
            }
        }
    }

    /// The state of a battle now, after what was heard.
    pub(super) fn look(&self, battle: &mut Battle, heard: &Heard) -> Ending {
        Ending {
            combatants: self.combatants(battle),
            items: self
                .cast
                .items()
                .map(|item| battle.item_state(item).hit_points.map(|(left, _)| left))
                .collect(),
            gear: if self.counts(Countable::Items) {
                let items = self.cast.items();
                items.map(|item| self.gear(battle, item, heard)).collect()
            } else {
                Vec::new()
            },
            attacks: self.attacks(heard),
            winner: winner(battle).unwrap_or("not over").to_owned(),
            is_over: winner(battle).is_some(),
            entries: heard.entries.clone(),
        }
    }

    fn combatants(&self, battle: &mut Battle) -> Vec<CombatantEnding> {
        let grid = *battle.map().grid();
        let conditions: Vec<BTreeSet<String>> = if self.counts(Countable::Conditions) {
            let combatants = battle.view(None).combatants;
            combatants
                .iter()
                .map(|one| {
                    let hidden = self.hidden.filter(|_| one.hidden);
                    let lasting = one.conditions.iter().copied();
                    let lasting = lasting.filter(|condition| {
                        condition.role.is_setback() || !condition.role.is_momentary()
                    });
                    lasting
                        .chain(hidden)
                        .map(|word| word.key.to_owned())
                        .collect()
                })
                .collect()
        } else {
            Vec::new()
        };
        let presences = battle.presences(None).into_iter().enumerate();
        presences
            .map(|(place, presence)| {
                let (column, row) = grid.column_row(presence.cell);
                let at = match presence.riding {
                    Some(mount) => format!("on {}", self.cast.letter(mount)),
                    None => format!("[{column}, {row}]"),
                };
                CombatantEnding {
                    hit_points: presence.hit_points,
                    vitality: presence.vitality,
                    place: if presence.vitality == Vitality::Left {
                        "off the map".to_owned()
                    } else {
                        at
                    },
                    conditions: conditions.get(place).cloned().unwrap_or_default(),
                }
            })
            .collect()
    }

    /// Where an item is, and how.
    fn gear(&self, battle: &mut Battle, item: ItemId, heard: &Heard) -> String {
        let state = battle.item_state(item);
        let grid = *battle.map().grid();
        let world = battle.world();
        let carrier = world
            .get::<CarriedBy>(world.resource::<Roster>().item(item))
            .and_then(|carrier| world.get::<CombatantId>(carrier.0).copied());
        let mut parts = vec![match (state.cell, carrier) {
            (Some(cell), _) => {
                let (column, row) = grid.column_row(cell);
                format!("at [{column}, {row}]")
            }
            (None, Some(who)) if state.readied => {
                format!("in the hands of {}", self.cast.letter(who))
            }
            (None, Some(who)) => format!("with {}", self.cast.letter(who)),
            (None, None) => "gone".to_owned(),
        }];
        match (heard.items.get(&item), state.hit_points) {
            (Some(word), _) => parts.push((*word).to_owned()),
            (None, Some((left, whole))) if left < whole => {
                parts.push(format!("{left} of {whole} points left"));
            }
            _ => {}
        }
        if let Some((loaded, spares)) = state.ammunition {
            parts.push(match spares {
                0 => format!("{loaded} loaded"),
                _ => format!("{loaded} loaded, {spares} besides"),
            });
        }
        parts.join(", ")
    }

    fn attacks(&self, heard: &Heard) -> BTreeMap<String, String> {
        let mut attacks = BTreeMap::new();
        for ((who, target), outcomes) in &heard.attacks {
            let [who, target] = [*who, *target].map(|who| self.cast.letter(who));
            for (place, outcome) in outcomes.iter().enumerate() {
                let name = match place {
                    0 => format!("{who} attacks {target}"),
                    _ => format!("{who} attacks {target}, time {}", place + 1),
                };
                attacks.insert(name, outcome.clone());
            }
        }
        attacks
    }
}

/// The entries that a case counts.
pub(super) fn counted_entries(case: &Case) -> impl Iterator<Item = &Expected> {
    case.count.iter().flatten().filter_map(|count| match count {
        CaseCount::Entry(expected) => Some(&**expected),
        CaseCount::What(_) => None,
    })
}

/// The winner; `None` while it is not over.
fn winner(battle: &Battle) -> Option<&'static str> {
    let ending = battle.ending()?;
    Some(ending.winner.map_or("a draw", SideId::key))
}
