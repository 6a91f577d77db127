//! What is added to a die or to an Armour Class, with the reason for each part.

use shieldwall_battle::{Modifier, RuleId, check::Effect};

/// The parts in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(pub Vec<Modifier>);

impl Modifiers {
    /// Adds a part. One of 0 points is left out.
    pub fn add(&mut self, name: &'static str, points: i32, rule: RuleId) {
        if points != 0 {
            self.0.push(Modifier {
                name: name.into(),
                effect: Effect::Add(points),
                rule,
            });
        }
    }

    /// The sum of all parts.
    #[must_use]
    pub fn total(&self) -> i32 {
        let points = self.0.iter().map(|modifier| match modifier.effect {
            Effect::Add(points) => points,
            Effect::Times(..) | Effect::Fixed(_) => 0,
        });
        points.sum()
    }
}
