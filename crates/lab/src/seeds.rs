//! Seeds that follow from others.

use shieldwall_battle::SideId;

/// Bits of the seeds of battles in series: fifteen digits at most, which spreadsheets keep.
const SERIES_BITS: u32 = 49;

/// The seed of a battle of a series, by its number from 0.
#[must_use]
pub const fn battle_seed(series: u64, number: u64) -> u64 {
    mixed_seed(series, number) >> (u64::BITS - SERIES_BITS)
}

/// The seed of the brain or bot that commands a side of a battle, in series and in the window.
#[must_use]
pub const fn commander_seed(battle: u64, side: SideId) -> u64 {
    mixed_seed(battle, side.index() as u64 + 1)
}

/// A seed that follows from another and a number.
///
/// Neighbouring numbers give unrelated seeds: the step and the mixing are those of `SplitMix64`.
#[must_use]
pub const fn mixed_seed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_those_of_splitmix() {
        // The first outputs for seed 0, as its author gives them.
        assert_eq!(mixed_seed(0, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mixed_seed(0, 1), 0x6e78_9e6a_a1b9_65f4);
        assert_ne!(battle_seed(1, 0), battle_seed(0, 0));
    }

    #[test]
    fn a_spreadsheet_keeps_all_digits_of_seeds() {
        for number in 0..1_000 {
            assert!(battle_seed(7, number) < 1_000_000_000_000_000);
        }
    }
}
