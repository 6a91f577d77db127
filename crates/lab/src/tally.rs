//! What is counted for units, weapons and rules: whole numbers, so that parts add up to the whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shieldwall_battle::SideId;

use crate::by_side::BySide;

/// Adds one whole number to another; `None` if they are too large to be real.
fn add(to: &mut u64, other: u64) -> Option<()> {
    *to = to.checked_add(other)?;
    Some(())
}

/// What can be added up from parts.
pub(crate) trait Tally: Clone {
    /// Adds the figures of another; `None` if they are too large to be real.
    fn add(&mut self, other: &Self) -> Option<()>;
}

/// Adds up tallies that have names.
pub(crate) fn add_named<T: Tally>(
    to: &mut BTreeMap<String, T>,
    other: &BTreeMap<String, T>,
) -> Option<()> {
    for (name, tally) in other {
        match to.get_mut(name) {
            Some(sum) => sum.add(tally)?,
            None => {
                to.insert(name.clone(), tally.clone());
            }
        }
    }
    Some(())
}

/// What all combatants of one unit did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitTally {
    /// How many of them fought.
    pub fielded: u64,
    /// Hit points that their attacks cost others.
    pub damage: u64,
    /// Hit points that they lost, whatever the cause.
    pub taken: u64,
    /// Others that their attacks took out of the fight.
    pub defeated: u64,
    /// Hit points that they gave back to others and themselves.
    pub healed: u64,
    /// How many of them were still in the fight at the end, or had left it unharmed enough to walk.
    pub survived: u64,
    /// How many of them fought on the side that won.
    pub won: u64,
}

impl Tally for UnitTally {
    fn add(&mut self, other: &Self) -> Option<()> {
        add(&mut self.fielded, other.fielded)?;
        add(&mut self.damage, other.damage)?;
        add(&mut self.taken, other.taken)?;
        add(&mut self.defeated, other.defeated)?;
        add(&mut self.healed, other.healed)?;
        add(&mut self.survived, other.survived)?;
        add(&mut self.won, other.won)
    }
}

/// How attacks with one weapon went.
///
/// Every attack is a hit, blocked, dodged, or failed of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponTally {
    /// Attacks made.
    pub attacks: u64,
    /// Attacks by their level of success, in the ruleset's words.
    pub levels: BTreeMap<String, u64>,
    /// Attacks that did damage, before armour.
    pub hits: u64,
    /// Attacks that were stopped with what was in hand.
    pub blocked: u64,
    /// Attacks that the target got out of the way of.
    pub dodged: u64,
    /// Attacks that cost the target hit points.
    pub wounds: u64,
    /// Hit points that these cost.
    pub damage: u64,
}

impl WeaponTally {
    /// Attacks that neither hit nor were stopped.
    #[must_use]
    pub const fn missed(&self) -> u64 {
        self.attacks
            .saturating_sub(self.hits)
            .saturating_sub(self.blocked)
            .saturating_sub(self.dodged)
    }
}

impl Tally for WeaponTally {
    fn add(&mut self, other: &Self) -> Option<()> {
        add(&mut self.attacks, other.attacks)?;
        for (level, &times) in &other.levels {
            add(self.levels.entry(level.clone()).or_default(), times)?;
        }
        add(&mut self.hits, other.hits)?;
        add(&mut self.blocked, other.blocked)?;
        add(&mut self.dodged, other.dodged)?;
        add(&mut self.wounds, other.wounds)?;
        add(&mut self.damage, other.damage)
    }
}

/// How often a rule came up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleTally {
    /// Journal entries that cite it.
    pub times: u64,
    /// Battles in which it came up.
    pub battles: u64,
}

impl Tally for RuleTally {
    fn add(&mut self, other: &Self) -> Option<()> {
        add(&mut self.times, other.times)?;
        add(&mut self.battles, other.battles)
    }
}

/// Battles won, each counted once: allies win together, and the first of them stands for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wins {
    /// By each side.
    #[serde(flatten)]
    pub sides: BySide<u64>,
    /// By nobody.
    pub draw: u64,
}

impl Wins {
    /// None yet, for so many sides.
    pub(crate) fn of(sides: usize) -> Self {
        Self {
            sides: (0..sides).map(|_| 0).collect(),
            draw: 0,
        }
    }

    /// Counts a battle won by a side, or by nobody.
    pub(crate) fn count(&mut self, winner: Option<SideId>) {
        let sum = match winner {
            Some(side) => self.sides.get_mut(side),
            None => Some(&mut self.draw),
        };
        if let Some(sum) = sum {
            *sum += 1;
        }
    }

    /// All battles; `None` if they are too many to be real.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        let mut sides = self.sides.iter();
        sides.try_fold(self.draw, |sum, (_, won)| sum.checked_add(*won))
    }
}

impl Tally for Wins {
    fn add(&mut self, other: &Self) -> Option<()> {
        self.sides.add(&other.sides, |sum, won| add(sum, *won))?;
        add(&mut self.draw, other.draw)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn wins_of_any_number_of_sides_are_written_and_read() {
        let mut wins = Wins::of(3);
        for winner in [
            Some(SideId::GREEN),
            None,
            Some(SideId::RED),
            Some(SideId::GREEN),
        ] {
            wins.count(winner);
        }
        let json = serde_json::to_string(&wins).unwrap();
        assert_eq!(json, r#"{"red":1,"blue":0,"green":2,"draw":1}"#);
        assert_eq!(serde_json::from_str::<Wins>(&json).unwrap(), wins);
        assert_eq!(wins.total(), Some(4));
        for wrong in [
            r#"{"red":1,"blue":0}"#,
            r#"{"red":1,"lost":0,"draw":1}"#,
            r#"{"red":1,"green":0,"draw":1}"#,
        ] {
            assert!(serde_json::from_str::<Wins>(wrong).is_err(), "{wrong}");
        }
        let mut sum = Wins::default();
        assert_eq!(sum.add(&wins), Some(()));
        assert_eq!(sum.add(&wins), Some(()));
        assert_eq!((sum.total(), sum.draw), (Some(8), 2));
    }
}
