//! One part of a run that is spread over several machines.

use std::{fmt, ops::Range, str::FromStr};

use serde::{Deserialize, Serialize};

/// Part `part` of `of`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part, from 1.
    pub part: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// Whether there is such a part.
    #[must_use]
    pub const fn is_real(self) -> bool {
        1 <= self.part && self.part <= self.of
    }

    /// The numbers of its battles, of so many in all. All parts together are all battles, and no two
    /// differ by more than one in length. Empty if there is no such part.
    #[must_use]
    pub fn numbers(self, battles: u64) -> Range<u64> {
        if !self.is_real() {
            return 0..0;
        }
        let cut = |parts: u64| {
            let number = u128::from(battles) * u128::from(parts) / u128::from(self.of);
            // No more than `battles`, as no more than all parts are taken.
            u64::try_from(number).unwrap_or(battles)
        };
        cut(self.part - 1)..cut(self.part)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (part, of) = text
            .split_once('/')
            .ok_or("expected K/N, such as 1/3 for the first of three parts")?;
        let number = |text: &str| {
            text.trim()
                .parse::<u64>()
                .map_err(|_| format!("`{text}` is no number; expected K/N, such as 1/3"))
        };
        let shard = Self {
            part: number(part)?,
            of: number(of)?,
        };
        if shard.of == 0 {
            return Err("a run has at least one part".to_owned());
        }
        if shard.part == 0 {
            return Err(format!(
                "parts are counted from 1: 1/{} is the first",
                shard.of
            ));
        }
        if !shard.is_real() {
            return Err(format!(
                "there is no part {} of {of}: the last is {of}/{of}",
                shard.part,
                of = shard.of
            ));
        }
        Ok(shard)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parts_are_read() {
        assert_eq!("2/3".parse(), Ok(Shard { part: 2, of: 3 }));
        for (text, says) in [
            ("0/3", "1/3 is the first"),
            ("4/3", "there is no part 4 of 3: the last is 3/3"),
            ("1/0", "at least one part"),
            ("1", "expected K/N"),
            ("a/3", "`a` is no number"),
            ("-1/3", "`-1` is no number"),
        ] {
            let error = text.parse::<Shard>().expect_err("is nonsense");
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn parts_are_the_whole(battles in 0_u64..10_000, of in 1_u64..50) {
            let mut next = 0;
            for part in 1..=of {
                let numbers = Shard { part, of }.numbers(battles);
                prop_assert_eq!(numbers.start, next);
                let length = numbers.end - numbers.start;
                prop_assert!(length == battles / of || length == battles.div_ceil(of));
                next = numbers.end;
            }
            prop_assert_eq!(next, battles);
        }
    }

    #[test]
    fn no_part_is_empty_by_accident_and_none_overflows() {
        let last = Shard {
            part: u64::MAX,
            of: u64::MAX,
        };
        assert_eq!(last.numbers(u64::MAX), u64::MAX - 1..u64::MAX);
        assert!(Shard { part: 2, of: 1 }.numbers(9).is_empty());
    }
}
