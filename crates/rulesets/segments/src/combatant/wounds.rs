//! Wound levels and the damage that stuns (SEG-032 to SEG-042).

use crate::content::stat_block::Size;

/// The least CON at which the table of stuns begins (SEG-034).
const HUMAN_CON: i32 = 25;
/// Hit points above which more of them count as CON (SEG-036).
const MANY_HIT_POINTS: i32 = 100;

/// The penalised bands of hit points, by their upper ends, with the penalty on actions and on TMR.
const BANDS: [(i32, i32); 3] = [(5, -30), (10, -20), (20, -10)];

/// The wound level of a combatant (SEG-037 to SEG-042).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WoundLevel {
    /// No modifier.
    Light,
    /// -10.
    Badly,
    /// -20.
    VeryBadly,
    /// -30.
    Desperately,
}

impl WoundLevel {
    /// The level at hit points left of so many. One whose full hit points lie in the same band has no modifier (SEG-042,
    /// SEG-R28).
    #[must_use]
    pub fn of(left: i32, max: i32) -> Self {
        let band = |points: i32| BANDS.iter().position(|(upper, _)| points <= *upper);
        match band(left) {
            here if here == band(max) => Self::Light,
            Some(0) => Self::Desperately,
            Some(1) => Self::VeryBadly,
            Some(_) => Self::Badly,
            None => Self::Light,
        }
    }

    /// The modifier of all actions, and of TMR in feet.
    #[must_use]
    pub const fn modifier(self) -> i32 {
        match self {
            Self::Light => 0,
            Self::Badly => -10,
            Self::VeryBadly => -20,
            Self::Desperately => -30,
        }
    }
}

/// The most that one hit may cost without stunning (SEG-032, SEG-034 to SEG-036, SEG-R25).
#[must_use]
pub const fn stun_threshold(con: i32, size: Size, max: i32) -> i32 {
    let many = max - MANY_HIT_POINTS;
    let by_points = if many > 0 { (many + 9) / 10 } else { 0 };
    let con = con + size.stun_bonus() + by_points;
    if con <= HUMAN_CON {
        con
    } else {
        2 * con - HUMAN_CON
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modifiers(max: i32, left: &[i32]) -> Vec<i32> {
        let modifier = |left: &i32| WoundLevel::of(*left, max).modifier();
        left.iter().map(modifier).collect()
    }

    /// SEG-038 to SEG-042.
    #[test]
    fn only_the_worst_band_counts_and_not_the_one_that_one_starts_in() {
        assert_eq!(modifiers(50, &[50, 25, 24, 21]), [0, 0, 0, 0]);
        assert_eq!(
            modifiers(40, &[21, 20, 11, 10, 6, 5, 1]),
            [0, -10, -10, -20, -20, -30, -30]
        );
        assert_eq!(modifiers(18, &[18, 11, 10, 6, 5]), [0, 0, -20, -20, -30]);
        assert_eq!(modifiers(9, &[9, 6, 5]), [0, 0, -30]);
        assert_eq!(modifiers(5, &[5, 1]), [0, 0]);
    }

    /// SEG-032, SEG-034 to SEG-036.
    #[test]
    fn great_con_size_and_many_hit_points_make_it_harder_to_stun() {
        let medium = |con| stun_threshold(con, Size::Medium, 40);
        assert_eq!([15, 25, 26, 27, 35].map(medium), [15, 25, 27, 29, 45]);
        assert_eq!(stun_threshold(20, Size::Large, 40), 22);
        assert_eq!(stun_threshold(24, Size::Giant, 40), 31);
        let many = |max| stun_threshold(15, Size::Medium, max) - 15;
        assert_eq!([100, 101, 110, 111].map(many), [0, 1, 1, 2]);
        assert_eq!(stun_threshold(18, Size::Medium, 125), 21);
    }
}
