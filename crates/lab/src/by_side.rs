//! One thing for each side.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use shieldwall_battle::SideId;
use shieldwall_content::level::SideName;

/// One thing for each side or its commander, red's first; in JSON by the names of the sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BySide<T>(Vec<T>);

/// No sides.
impl<T> Default for BySide<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> BySide<T> {
    /// How many sides there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no sides.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// That of a side; `None` if there is no such side.
    #[must_use]
    pub fn get(&self, side: SideId) -> Option<&T> {
        self.0.get(side.index())
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, side: SideId) -> Option<&mut T> {
        self.0.get_mut(side.index())
    }

    /// All of them with their sides, red's first.
    pub fn iter(&self) -> impl Iterator<Item = (SideId, &T)> {
        SideId::first(self.0.len()).zip(&self.0)
    }

    /// What follows from each.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> BySide<U> {
        self.0.iter().map(change).collect()
    }
}

impl<T: Clone> BySide<T> {
    /// Adds that of another to each; `None` if one of them cannot be added.
    pub(crate) fn add(
        &mut self,
        other: &Self,
        add: impl Fn(&mut T, &T) -> Option<()>,
    ) -> Option<()> {
        for (index, one) in other.0.iter().enumerate() {
            match self.0.get_mut(index) {
                Some(sum) => add(sum, one)?,
                None => self.0.push(one.clone()),
            }
        }
        Some(())
    }
}

impl<T> FromIterator<T> for BySide<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for BySide<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(side, one)| (side.key(), one)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySide<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut named: BTreeMap<SideName, T> = BTreeMap::deserialize(deserializer)?;
        let all = SideName::ALL.iter();
        let found = all.map_while(|name| named.remove(name)).collect();
        match named.keys().next() {
            Some(name) => Err(D::Error::custom(format!(
                "there is `{}`, but not all sides before it",
                name.key()
            ))),
            None => Ok(found),
        }
    }
}

/// The names of so many sides: "red, blue and green".
pub(crate) fn side_names(count: usize) -> String {
    let names: Vec<&str> = SideId::first(count).map(SideId::key).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn sides_have_their_names_in_json() {
        let three: BySide<u64> = [5, 0, 7].into_iter().collect();
        let json = serde_json::to_string(&three).unwrap();
        assert_eq!(json, r#"{"red":5,"blue":0,"green":7}"#);
        assert_eq!(serde_json::from_str::<BySide<u64>>(&json).unwrap(), three);
        for (wrong, says) in [
            (r#"{"red":5,"green":7}"#, "there is `green`, but not all"),
            (r#"{"red":5,"purple":7}"#, "unknown variant `purple`"),
            (r#"{"red":-5}"#, "invalid value"),
            ("[5, 0]", "invalid type: sequence"),
        ] {
            let error = serde_json::from_str::<BySide<u64>>(wrong).unwrap_err();
            assert!(error.to_string().contains(says), "{wrong}: {error}");
        }
    }

    #[test]
    fn what_is_added_to_nothing_is_there() {
        let plus = |sum: &mut u64, one: &u64| {
            *sum = sum.checked_add(*one)?;
            Some(())
        };
        let mut sum = BySide::default();
        let two: BySide<u64> = [1, u64::MAX].into_iter().collect();
        assert_eq!(sum.add(&two, plus), Some(()));
        assert_eq!(sum, two);
        assert_eq!(sum.add(&two, plus), None);
    }

    #[test]
    fn names_are_listed_in_words() {
        assert_eq!(side_names(2), "red and blue");
        assert_eq!(side_names(4), "red, blue, green and yellow");
    }
}
