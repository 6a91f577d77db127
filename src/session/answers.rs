//! What the simulation has answered to questions about choices.

use std::collections::HashMap;

use shieldwall_battle::{Choice, Forecast};

/// Questions about choices for the open decision, with their answers once they have come.
#[derive(Clone, Debug)]
pub(crate) struct Answers<T>(HashMap<Choice, Option<T>>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> Answers<T> {
    /// Whether a choice has been asked about.
    pub(crate) fn is_asked(&self, choice: &Choice) -> bool {
        self.0.contains_key(choice)
    }

    /// Notes that a choice is being asked about. Returns whether that is new.
    pub(crate) fn ask(&mut self, choice: &Choice) -> bool {
        let new = !self.is_asked(choice);
        if new {
            self.0.insert(choice.clone(), None);
        }
        new
    }

    /// Takes in an answer.
    pub(crate) fn take(&mut self, choice: Choice, answer: T) {
        self.0.insert(choice, Some(answer));
    }

    /// The answer, once it has come.
    pub(crate) fn given(&self, choice: &Choice) -> Option<&T> {
        self.0.get(choice)?.as_ref()
    }

    /// Forgets everything: another decision is open.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// What is known of where a choice leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Foretold<'a> {
    /// The answer is on its way, or nobody has asked yet.
    WorkingOut,
    /// There is nothing to foretell.
    Nothing,
    /// This.
    Odds(&'a Forecast),
}

impl Answers<Option<Forecast>> {
    /// What is known of where a choice leads.
    pub(crate) fn foretold(&self, choice: &Choice) -> Foretold<'_> {
        match self.given(choice) {
            None => Foretold::WorkingOut,
            Some(None) => Foretold::Nothing,
            Some(Some(forecast)) => Foretold::Odds(forecast),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_foretell_is_not_the_same_as_not_answered() {
        let [hide, strike] = [
            crate::sample_terms::action("hide"),
            crate::sample_terms::action("attack"),
        ]
        .map(Choice::of);
        let mut answers = Answers::<Option<Forecast>>::default();
        assert!(answers.ask(&hide) && answers.ask(&strike));
        assert!(!answers.ask(&hide), "asking once is enough");
        assert_eq!(answers.foretold(&hide), Foretold::WorkingOut);
        answers.take(hide.clone(), None);
        answers.take(strike.clone(), Some(Forecast::default()));
        assert_eq!(answers.foretold(&hide), Foretold::Nothing);
        assert!(matches!(answers.foretold(&strike), Foretold::Odds(_)));
        answers.clear();
        assert!(!answers.is_asked(&hide));
    }
}
