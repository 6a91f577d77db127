//! Spells that last: DEF and SC for some rounds.

use bevy_ecs::prelude::*;

/// An amount that a spell adds for some rounds after its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Boon {
    /// The amount; 0 without a spell.
    pub amount: i32,
    /// Rounds that are left, the present one included.
    pub rounds: u8,
}

impl Boon {
    /// Adds the same again: the later end counts (SEG-R36).
    pub fn renew(&mut self, amount: i32, rounds: u8) {
        self.amount = self.amount.max(amount);
        self.rounds = self.rounds.max(rounds);
    }

    /// Counts a round. True if it was the last one.
    pub const fn end_round(&mut self) -> bool {
        if self.rounds == 0 {
            return false;
        }
        self.rounds -= 1;
        if self.rounds == 0 {
            self.amount = 0;
            return true;
        }
        false
    }
}

/// DEF by a spell that was cast.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ward(pub Boon);

/// SC by a spell that was cast.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blessing(pub Boon);

#[cfg(test)]
mod tests {
    use super::Boon;

    #[test]
    fn a_boon_ends_after_its_rounds_and_does_not_add_up() {
        let mut boon = Boon::default();
        boon.renew(20, 2);
        boon.renew(10, 1);
        assert_eq!((boon.amount, boon.rounds), (20, 2));
        assert!(!boon.end_round());
        assert!(boon.end_round());
        assert_eq!(boon, Boon::default());
        assert!(!boon.end_round());
    }
}
