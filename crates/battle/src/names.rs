//! Names of combatants: the unit's name, numbered where several bear it.

use std::collections::BTreeMap;

/// Gives out names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    expected: BTreeMap<String, u32>,
    given: BTreeMap<String, u32>,
}

impl Names {
    /// Announces that somebody will want this name.
    pub(crate) fn expect(&mut self, name: &str) {
        *self.expected.entry(name.to_owned()).or_default() += 1;
    }

    /// The next name: as it is if only one wants it, numbered from 1 otherwise.
    pub(crate) fn give(&mut self, name: &str) -> String {
        let number = self.given.entry(name.to_owned()).or_default();
        *number += 1;
        if self.expected.get(name).copied().unwrap_or(0) > 1 {
            format!("{name} {number}")
        } else {
            name.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn only_shared_names_are_numbered() {
        let mut names = Names::default();
        for name in ["Archer", "Wolf", "Archer"] {
            names.expect(name);
        }
        assert_eq!(names.give("Archer"), "Archer 1");
        assert_eq!(names.give("Wolf"), "Wolf");
        assert_eq!(names.give("Archer"), "Archer 2");
    }
}
