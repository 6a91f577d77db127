//! Acts: the meaning of an offer to its ruleset, which comes back with the answer.

use std::{
    any::Any,
    fmt::Debug,
    hash::{Hash, Hasher},
    sync::Arc,
};

/// A type of which acts can be: data of a ruleset.
pub trait ActValue: Any + Debug + PartialEq + Hash + Send + Sync {}

impl<T: Any + Debug + PartialEq + Hash + Send + Sync> ActValue for T {}

/// The calls that an act takes, whatever its type.
trait AnyAct: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_to(&self, to: &mut dyn Hasher);
}

impl<T: ActValue> AnyAct for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }

    fn hash_to(&self, mut to: &mut dyn Hasher) {
        self.hash(&mut to);
    }
}

/// The meaning of an offer, in a type of its ruleset. So an answer is not read from its words again.
#[derive(Clone, Debug)]
pub struct Act(Arc<dyn AnyAct>);

impl Act {
    /// Keeps a value.
    #[must_use]
    pub fn new(value: impl ActValue) -> Self {
        Self(Arc::new(value))
    }

    /// The value, if it is of this type.
    #[must_use]
    pub fn get<T: ActValue>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }
}

impl PartialEq for Act {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.as_any())
    }
}

impl Hash for Act {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_to(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_is_found_by_its_type_and_equals_only_the_same_value() {
        let act = Act::new(7_i32);
        assert_eq!(act.get::<i32>(), Some(&7));
        assert_eq!(act.get::<u8>(), None);
        assert_eq!(act, Act::new(7_i32));
        assert_ne!(act, Act::new(8_i32));
        assert_ne!(act, Act::new("seven"));
    }
}
