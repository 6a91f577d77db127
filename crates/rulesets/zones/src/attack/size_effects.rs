//! What difference in size does (ZON-131 to ZON-147).

use crate::content::blocks::Size;

/// How many times as many dice a larger attacker rolls (ZON-132), and by what the total of a smaller
/// one is divided (ZON-131).
#[must_use]
pub const fn damage_factor(attacker: Size, target: Size) -> (u16, i32) {
    match attacker.above(target) {
        larger @ 1.. => (1 << larger, 1),
        0 => (1, 1),
        smaller => (1, 1 << -smaller),
    }
}

/// A total divided among sizes, halves rounded up once (ZON-R66).
#[must_use]
pub const fn divided(total: i32, divisor: i32) -> i32 {
    (total + divisor - 1).div_euclid(divisor)
}

/// A range in zones as it becomes against a target of another size: half zones are within it if
/// `half_zones * divisor <= 2 * range * factor` (ZON-137, ZON-138, ZON-R69).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Range in zones, before the division.
    pub zones: u32,
    /// By what it is divided.
    pub divisor: u32,
}

impl Range {
    /// A range that size does not change.
    #[must_use]
    pub const fn plain(zones: u16) -> Self {
        Self {
            zones: zones as u32,
            divisor: 1,
        }
    }

    /// A range against a target, by the sizes of both.
    #[must_use]
    pub const fn between(zones: u16, attacker: Size, target: Size) -> Self {
        match attacker.above(target) {
            larger @ 1.. => Self {
                zones: zones as u32,
                divisor: 1 << larger,
            },
            smaller => Self {
                zones: (zones as u32) << -smaller,
                divisor: 1,
            },
        }
    }

    /// Whether so many half zones are within it.
    #[must_use]
    pub const fn reaches(self, half_zones: u16) -> bool {
        half_zones as u32 * self.divisor <= 2 * self.zones
    }

    /// Whether so many half zones are beyond half of it (ZON-041).
    #[must_use]
    pub const fn is_far(self, half_zones: u16) -> bool {
        half_zones as u32 * self.divisor > self.zones
    }
}

/// Half-zone steps of a shove (ZON-090, ZON-145); `None` if the target is larger (ZON-143).
#[must_use]
pub const fn shove_steps(attacker: Size, target: Size) -> Option<u16> {
    match attacker.above(target) {
        ..0 => None,
        larger => Some(1 << larger),
    }
}

/// Whether dice shared out among smaller targets cost no more than the whole attack (ZON-134,
/// ZON-R68): `shares` are sizes with their dice, `base` the dice of the attack.
#[must_use]
pub fn may_share(attacker: Size, base: u16, shares: &[(Size, u16)]) -> bool {
    // In sixteenths of a base die, the finest share there is.
    let mut cost = 0;
    for &(size, dice) in shares {
        let smaller = attacker.above(size);
        if smaller < 1 || dice == 0 {
            return false;
        }
        cost += u32::from(dice) * (16 >> smaller);
    }
    cost <= 16 * u32::from(base)
}

#[cfg(test)]
mod tests {
    use Size::{Large, Massive, Medium, Small, Tiny};

    use super::*;

    /// ZON-E57: halving several times.
    #[test]
    fn zon_e57_halving_several_times() {
        let cases = [
            (6, Small, Large, 2),
            (5, Small, Large, 2),
            (8, Tiny, Large, 1),
            (4, Tiny, Massive, 1),
            (1, Medium, Large, 1),
        ];
        for (roll, attacker, target, expected) in cases {
            let (dice, divisor) = damage_factor(attacker, target);
            assert_eq!((dice, divided(roll, divisor)), (1, expected));
        }
    }

    /// ZON-E11 and ZON-E12: 2d8 and 4d8; ZON-132: d6 against four sizes smaller is 16d6.
    #[test]
    fn larger_attackers_roll_more_dice() {
        assert_eq!(damage_factor(Large, Medium), (2, 1));
        assert_eq!(damage_factor(Large, Small), (4, 1));
        assert_eq!(damage_factor(Massive, Tiny), (16, 1));
    }

    /// ZON-E13 to ZON-E15 and ZON-E82: which shares are legal.
    #[test]
    fn dice_are_shared_out_up_to_the_whole_attack() {
        assert!(may_share(Large, 1, &[(Medium, 1), (Medium, 1)]));
        assert!(may_share(Large, 1, &[(Small, 1), (Small, 1), (Small, 2)]));
        assert!(may_share(Large, 1, &[(Medium, 1), (Small, 2)]));
        assert!(!may_share(Large, 1, &[(Medium, 2), (Small, 1)]));
        assert!(!may_share(Large, 1, &[(Small, 2), (Small, 2), (Small, 1)]));
        assert!(may_share(Large, 2, &[(Medium, 2), (Medium, 2)]));
        assert!(may_share(Large, 2, &[(Medium, 3), (Small, 2)]));
        assert!(!may_share(Large, 1, &[(Large, 1)]));
    }

    /// ZON-E18 and ZON-E59: ranges by size.
    #[test]
    fn ranges_change_with_size() {
        let wyrm = Range::between(8, Medium, Large);
        assert!(wyrm.reaches(32) && !wyrm.reaches(33));
        assert!(!wyrm.is_far(16) && wyrm.is_far(17));
        let small = Range::between(6, Large, Small);
        let within: Vec<_> = (1..=4)
            .map(|far| (small.reaches(far), small.is_far(far)))
            .collect();
        assert_eq!(
            within,
            [(true, false), (true, true), (true, true), (false, true)]
        );
    }

    /// ZON-E56: shove distances.
    #[test]
    fn zon_e56_shove_distances() {
        let steps = [Massive, Large, Medium, Small, Tiny].map(|size| shove_steps(Massive, size));
        assert_eq!(steps, [Some(1), Some(2), Some(4), Some(8), Some(16)]);
        assert_eq!(shove_steps(Small, Medium), None);
    }
}
