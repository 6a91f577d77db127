//! Where in the rulebook one is, and the way there.

/// What is open in the rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The topic whose rules are listed; none at the very beginning.
    pub(super) topic: Option<String>,
    /// The id of the rule that is read.
    pub(super) rule: Option<String>,
}

/// Places one has been at, to go back and forward between.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// All of them, oldest first; never empty.
    all: Vec<Place>,
    /// The one that is open.
    at: usize,
    /// Whether the one that is open was walked to, from line to line of the list. Places that one
    /// only walked past are not worth going back to.
    walking: bool,
}

/// Places that are kept; the oldest are forgotten.
const MOST: usize = 200;

impl Default for Places {
    fn default() -> Self {
        Self {
            all: vec![Place::default()],
            at: 0,
            walking: false,
        }
    }
}

impl Places {
    /// The place that is open.
    pub(super) fn here(&self) -> &Place {
        &self.all[self.at]
    }

    /// Goes to a place, so that back leads here again.
    pub(super) fn go(&mut self, place: Place) {
        self.walking = false;
        self.enter(place);
    }

    /// Goes to a place as one of many in a row.
    pub(super) fn walk(&mut self, place: Place) {
        if self.walking {
            self.all.truncate(self.at + 1);
            self.all[self.at] = place;
        } else {
            self.enter(place);
            self.walking = true;
        }
    }

    fn enter(&mut self, place: Place) {
        if *self.here() == place {
            return;
        }
        self.all.truncate(self.at + 1);
        self.all.push(place);
        if self.all.len() > MOST {
            self.all.remove(0);
        }
        self.at = self.all.len() - 1;
    }

    /// Whether there is a place to go back to.
    pub(super) fn can_go_back(&self) -> bool {
        self.at > 0
    }

    /// Whether there is a place that one came back from.
    pub(super) fn can_go_forward(&self) -> bool {
        self.at + 1 < self.all.len()
    }

    /// To the place before; whether there was one.
    pub(super) fn back(&mut self) -> bool {
        let can = self.can_go_back();
        self.at -= usize::from(can);
        self.walking = false;
        can
    }

    /// To the place that one came back from; whether there was one.
    pub(super) fn forward(&mut self) -> bool {
        let can = self.can_go_forward();
        self.at += usize::from(can);
        self.walking = false;
        can
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(id: &str) -> Place {
        Place {
            topic: None,
            rule: Some(id.to_owned()),
        }
    }

    #[test]
    fn back_and_forward_lead_through_the_places_until_one_goes_elsewhere() {
        let mut places = Places::default();
        assert!(!places.back() && !places.forward());
        for id in ["a", "b", "c", "c"] {
            places.go(rule(id));
        }
        assert!(places.back() && places.back());
        assert_eq!(*places.here(), rule("a"));
        assert!(places.forward());
        assert_eq!(*places.here(), rule("b"));
        places.go(rule("d"));
        assert!(!places.can_go_forward());
        assert!(places.back());
        assert_eq!(*places.here(), rule("b"));
        assert!(places.back() && places.back() && !places.back());
        assert_eq!(*places.here(), Place::default());
    }

    #[test]
    fn a_walk_is_one_place_to_go_back_over() {
        let mut places = Places::default();
        places.go(rule("a"));
        for id in ["b", "c", "d"] {
            places.walk(rule(id));
        }
        assert_eq!(*places.here(), rule("d"));
        assert!(places.back());
        assert_eq!(*places.here(), rule("a"));
        // A new walk does not change where one came back to.
        places.walk(rule("e"));
        assert!(places.back());
        assert_eq!(*places.here(), rule("a"));
    }

    #[test]
    fn the_oldest_places_are_forgotten() {
        let mut places = Places::default();
        for number in 0..1000 {
            places.go(rule(&number.to_string()));
        }
        let mut steps = 0;
        while places.back() {
            steps += 1;
        }
        assert_eq!(steps, MOST - 1);
        assert_eq!(*places.here(), rule(&(1000 - MOST).to_string()));
    }
}
