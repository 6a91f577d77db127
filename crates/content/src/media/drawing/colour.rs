//! The colour that a drawing is given where it is shown: `currentColor`, and the shades of it that
//! classes name.

use std::{collections::BTreeSet, fmt::Write as _};

/// Beginnings of the names of classes, and what each mixes the colour with.
const SHADES: [(&str, u8); 2] = [("lighter-", 255), ("darker-", 0)];

/// Rules that give a drawing its colour, for all shades that its text mentions.
///
/// They go before whatever the drawing says itself, which is a sample for drawing programs.
pub(super) fn style_sheet(text: &str, colour: [u8; 3]) -> String {
    let mut sheet = String::new();
    let mut rule = |selector: &str, [red, green, blue]: [u8; 3]| {
        // Writing to a string cannot fail.
        let _ = write!(
            sheet,
            "{selector}{{color:#{red:02x}{green:02x}{blue:02x} !important}}"
        );
    };
    rule("svg", colour);
    for (name, other) in SHADES {
        for percent in mentioned(text, name) {
            let shade = colour.map(|channel| mixed(channel, other, percent));
            rule(&format!(".{name}{percent}"), shade);
        }
    }
    sheet
}

/// The numbers from 1 to 99 that stand in a text behind a word.
fn mentioned(text: &str, word: &str) -> BTreeSet<u8> {
    let mut numbers = BTreeSet::new();
    for (at, _) in text.match_indices(word) {
        let rest = text.get(at + word.len()..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest.get(..digits).filter(|digits| !digits.starts_with('0'));
        numbers.extend(number.and_then(|number| number.parse::<u8>().ok()));
    }
    numbers.retain(|number| *number < 100);
    numbers
}

/// A channel of a colour, so many per cent of the way to another.
fn mixed(from: u8, to: u8, percent: u8) -> u8 {
    let (from, to, percent) = (u32::from(from), u32::from(to), u32::from(percent));
    let sum = from * (100 - percent) + to * percent;
    // No more than 255, as it lies between the two.
    u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_shades_that_are_mentioned_have_rules() {
        let text = "<g class='lighter-20'/><g class=\"round darker-5\"/>";
        assert_eq!(
            style_sheet(text, [100, 200, 0]),
            "svg{color:#64c800 !important}.lighter-20{color:#83d333 !important}\
             .darker-5{color:#5fbe00 !important}"
        );
    }

    #[test]
    fn what_is_no_number_of_per_cent_is_no_shade() {
        for text in [
            "lighter-",
            "lighter-0",
            "darker-100",
            "darker-05",
            "lighter-x",
        ] {
            assert_eq!(style_sheet(text, [0; 3]).matches('{').count(), 1, "{text}");
        }
    }
}
