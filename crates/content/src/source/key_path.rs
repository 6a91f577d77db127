//! The way from the top of a file to one of its values: `item`, entry 3, `name`.

/// One step down.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Into a table.
    Key(String),
    /// Into a list, from 0.
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// A path of keys and indices.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyPath(pub(crate) Vec<Step>);

impl KeyPath {
    /// The path one step further down.
    pub fn join(&self, step: impl Into<Step>) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Self(steps)
    }

    /// Whether it leads to what is at `base` or to a part of that.
    pub(crate) fn starts_with(&self, base: &Self) -> bool {
        self.0.starts_with(&base.0)
    }

    /// How messages call the value: its key, or its number in the list.
    pub fn name(&self) -> String {
        let key = self.0.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        });
        match (self.0.last(), key) {
            (Some(Step::Index(index)), Some(key)) => format!("entry {} of `{key}`", index + 1),
            (Some(Step::Index(index)), None) => format!("entry {}", index + 1),
            (_, Some(key)) => crate::diagnostics::suggestion::quote(key),
            (_, None) => "the file".to_owned(),
        }
    }
}

impl<const N: usize> From<[&str; N]> for KeyPath {
    fn from(keys: [&str; N]) -> Self {
        Self(keys.into_iter().map(Step::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_it_leads_to() {
        let path = KeyPath::from(["side", "red", "warband"]).join(2);
        assert_eq!(path.name(), "entry 3 of `warband`");
        assert!(path.starts_with(&KeyPath::from(["side"])));
        assert_eq!(KeyPath::default().name(), "the file");
    }
}
