//! A walk under way.

use bevy_ecs::prelude::*;
use shieldwall_battle::CombatantId;
use shieldwall_grid::{Cell, Direction};

/// Somebody who is going somewhere, cell by cell.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// Who.
    pub who: CombatantId,
    /// The cells still to enter, the next one last.
    pub ahead: Vec<Cell>,
    /// Cells that it may still spend.
    pub left: u16,
    /// Cells that it may spend without losing its attack.
    pub act: u16,
    /// Cells spent.
    pub spent: u16,
    /// Steps made: those with fewer go first (D20-R12).
    pub steps: u16,
    /// How far it has come.
    pub state: WalkState,
    /// How it leaves its enemies.
    pub pace: Pace,
    /// The way it is to face at the end; `None` for what lies nearest.
    pub facing: Option<Direction>,
    /// Whether it runs for its life, and leaves the map at its edge (D20-R56).
    pub flees: bool,
    /// Where its last step began.
    pub came_from: Option<Cell>,
    /// Whether it is a charge, which ends where it is thrown back (D20-R47).
    pub charges: bool,
    /// Whether it is the march of a wall: the mover keeps its facing, its slot and its locked shields (D20-R64).
    pub marches: bool,
    /// The entries of the journal that are this walk.
    pub group: Option<u32>,
}

/// How far a walk has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WalkState {
    /// It has not begun.
    Ready,
    /// It has lost its footing, and falls when its enemies have struck (D20-123).
    Stumbling,
    /// It goes on.
    Going,
    /// Those who had a free attack on the next step have made it.
    Struck,
    /// It was thrown back, and is to say whether it goes on (D20-116).
    ThrownBack,
    /// It waits for the answer.
    Asking,
    /// Somebody may meet it with a long weapon, and is to be asked (D20-135).
    Met(CombatantId),
    /// That one is asked.
    MetAndAsking(CombatantId),
}

impl Walk {
    /// A walk along a path.
    #[must_use]
    pub fn new(who: CombatantId, mut path: Vec<Cell>, left: u16, act: u16) -> Self {
        path.reverse();
        Self {
            who,
            ahead: path,
            left,
            act,
            spent: 0,
            steps: 0,
            state: WalkState::Ready,
            pace: Pace::Free,
            facing: None,
            flees: false,
            came_from: None,
            charges: false,
            marches: false,
            group: None,
        }
    }

    /// Ends the path: the mover stands elsewhere than it meant to. A charge is over (D20-R47).
    pub fn thrown_off(&mut self) {
        self.ahead.clear();
        self.state = if self.charges {
            WalkState::Going
        } else {
            WalkState::ThrownBack
        };
    }

    /// Ends the walk where it is (D20-135).
    pub fn stopped(&mut self) {
        self.ahead.clear();
        self.left = 0;
        self.state = WalkState::Going;
    }
}

/// Pace of a combatant that leaves the enemies which control its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// No enemy controls its cell.
    Free,
    /// Up to a quarter of the speed: without a penalty (D20-121).
    Slow,
    /// Up to a half: -2 on the Armour Class, and a DEX roll (D20-122).
    Fast,
    /// More: -4 on the Armour Class, a free attack for everybody who is left, and no attack of one's own (D20-124).
    Run,
}

impl Pace {
    /// The pace of a retreat of so many cells by a combatant of this speed.
    #[must_use]
    pub const fn of(cost: u16, speed: u16) -> Self {
        if cost <= quarter(speed) {
            Self::Slow
        } else if cost <= half(speed) {
            Self::Fast
        } else {
            Self::Run
        }
    }

    /// Penalty on the Armour Class until the round is over.
    #[must_use]
    pub const fn exposure(self) -> i32 {
        match self {
            Self::Free | Self::Slow => 0,
            Self::Fast => 2,
            Self::Run => 4,
        }
    }
}

/// Half a speed, rounded down; at least 1 cell for all that can go at all, as lengths have everywhere (D20-087): else
/// the slow, and all on large cells, would never reach an enemy and strike it.
#[must_use]
pub const fn half(speed: u16) -> u16 {
    if speed == 1 { 1 } else { speed / 2 }
}

/// A quarter of a speed, rounded down, at least 1.
#[must_use]
pub const fn quarter(speed: u16) -> u16 {
    if speed < 8 { 1 } else { speed / 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-E43: the paces of speed 12 and of speed 9.
    #[test]
    fn d20_e43_paces_are_quarters_and_halves_of_the_speed() {
        let paces =
            |speed: u16| -> Vec<Pace> { (1..=speed).map(|cost| Pace::of(cost, speed)).collect() };
        let told = |slow: usize, fast: usize, run: usize| {
            [
                vec![Pace::Slow; slow],
                vec![Pace::Fast; fast],
                vec![Pace::Run; run],
            ]
            .concat()
        };
        assert_eq!(paces(12), told(3, 3, 6));
        assert_eq!(paces(9), told(2, 2, 5));
        assert_eq!([1, 3, 7].map(quarter), [1, 1, 1]);
    }
}
