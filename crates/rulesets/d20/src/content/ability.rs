//! What ability scores are worth (D20-020, D20-R03).

/// Upper ends of the bands of scores; what lies above the last is a band of its own.
const BANDS: [i32; 7] = [3, 5, 8, 14, 17, 20, 24];

/// The die of initiative for each band, by its sides (D20-020).
const INITIATIVE: [u16; 8] = [2, 3, 4, 6, 8, 10, 12, 20];

fn band(score: i32) -> usize {
    BANDS.iter().take_while(|upper| score > **upper).count()
}

/// The modifier of a score: -3 for 3 or less, +4 for 25 or more (D20-R03).
#[must_use]
pub fn modifier(score: i32) -> i32 {
    i32::try_from(band(score)).unwrap_or(0) - 3
}

/// The sides of the die of initiative for a DEX: 2 to 20 (D20-020, D20-R08).
#[must_use]
pub fn initiative_sides(dex: i32) -> u16 {
    INITIATIVE[band(dex)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-020, and D20-E36: the dice of DEX 19, 7 and 26.
    #[test]
    fn d20_020_the_die_of_initiative_goes_by_dex() {
        let sides = [1, 3, 4, 5, 6, 8, 9, 14, 15, 17, 18, 20, 21, 24, 25, 40].map(initiative_sides);
        let told = [2, 2, 3, 3, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 20, 20];
        assert_eq!(sides, told);
        assert_eq!([19, 7, 26].map(initiative_sides), [10, 4, 20]);
    }

    /// D20-R03.
    #[test]
    fn d20_r03_modifiers_go_by_the_same_bands() {
        let modifiers = [3, 4, 8, 9, 14, 15, 18, 21, 25].map(modifier);
        assert_eq!(modifiers, [-3, -2, -1, 0, 0, 1, 2, 3, 4]);
    }
}
