//! The bands of a strike roll: grievous, critical, hit (SEG-025 to SEG-027, SEG-119 to SEG-122, SEG-R20).

/// The rows of the table: the highest MSC of a row, with the highest rolls that are grievous and critical.
const TABLE: [(i32, i32, i32); 20] = [
    (9, 0, 1),
    (16, 1, 2),
    (23, 1, 3),
    (28, 1, 4),
    (36, 2, 5),
    (43, 2, 6),
    (49, 2, 7),
    (56, 3, 8),
    (63, 3, 9),
    (69, 3, 10),
    (76, 4, 11),
    (83, 4, 12),
    (89, 4, 13),
    (96, 5, 14),
    (103, 5, 15),
    (109, 5, 16),
    (116, 6, 17),
    (123, 6, 18),
    (129, 6, 19),
    (i32::MAX, 7, 20),
];

/// The highest roll that hits at all.
const MOST: i32 = 95;

/// The highest rolls of each result; everything above the last one misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of a grievous hit.
    pub grievous: i32,
    /// Of a critical hit.
    pub critical: i32,
    /// Of a hit.
    pub hit: i32,
}

impl Limits {
    /// The limits at a modified strike chance. 1 is always grievous, 2 critical and 3 a hit, and 96 to 100 miss.
    #[must_use]
    pub fn of(chance: i32) -> Self {
        let row = TABLE.iter().find(|(upper, ..)| chance <= *upper);
        let (grievous, critical) = match row {
            Some((_, grievous, critical)) if chance > 0 => (*grievous, *critical),
            _ => (0, 0),
        };
        Self {
            grievous: grievous.max(1),
            critical: critical.max(2),
            hit: chance.clamp(3, MOST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(chance: i32) -> [i32; 3] {
        let limits = Limits::of(chance);
        [limits.grievous, limits.critical, limits.hit]
    }

    /// SEG-026, SEG-027.
    #[test]
    fn the_table_gives_the_limits() {
        assert_eq!(limits(72), [4, 11, 72]);
        assert_eq!(limits(16), [1, 2, 16]);
        assert_eq!(limits(17), [1, 3, 17]);
        assert_eq!(limits(28), [1, 4, 28]);
        assert_eq!(limits(29), [2, 5, 29]);
        assert_eq!(limits(200), [7, 20, 95]);
        assert_eq!(limits(130), [7, 20, 95]);
    }

    /// SEG-119 to SEG-122, SEG-R20.
    #[test]
    fn one_two_and_three_succeed_whatever_the_chance() {
        for chance in [-40, 0, 1, 2, 5] {
            assert_eq!(limits(chance), [1, 2, chance.max(3)]);
        }
        assert_eq!(limits(60)[0], 3);
    }
}
