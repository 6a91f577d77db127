//! Telling the second half of a double click, whose first half was an answer, from a click.

use std::time::Duration;

use bevy::math::Vec2;

use crate::session::Session;

/// Longest time between the two halves of a double click.
const LONGEST: Duration = Duration::from_millis(400);
/// Farthest way of the pointer between them, in logical pixels.
const FARTHEST: f32 = 6.0;

/// The last click that counted.
#[derive(Debug, Default)]
pub(super) struct Clicks {
    last: Option<Click>,
}

#[derive(Clone, Copy, Debug)]
struct Click {
    when: Duration,
    at: Vec2,
    open: Option<u32>,
}

/// Number of the decision that a click could answer.
pub(super) fn open_decision(session: Option<&Session>) -> Option<u32> {
    let session = session.filter(|session| !session.waiting)?;
    session.decision.as_ref().map(|decision| decision.number)
}

impl Clicks {
    /// Takes note of a click, at a time since the start and a place in the window, with the decision
    /// that was open; says whether it belongs to a click before it that has answered a decision, so
    /// that it was never meant for the next.
    pub(super) fn is_second(&mut self, now: Duration, at: Option<Vec2>, open: Option<u32>) -> bool {
        if let (Some(last), Some(at)) = (self.last, at)
            && now.saturating_sub(last.when) <= LONGEST
            && last.at.distance(at) <= FARTHEST
            && last.open != open
        {
            return true;
        }
        self.last = at.map(|at| Click {
            when: now,
            at,
            open,
        });
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_quick_click_at_the_same_place_belongs_to_an_answer() {
        let ms = Duration::from_millis;
        let here = Some(Vec2::new(300.0, 200.0));
        let beside = Some(Vec2::new(340.0, 200.0));
        let mut clicks = Clicks::default();
        assert!(!clicks.is_second(ms(1000), here, Some(4)));
        assert!(clicks.is_second(ms(1160), here, None), "it was answered");
        assert!(clicks.is_second(ms(1300), here, Some(5)), "a third one");
        assert!(!clicks.is_second(ms(1350), beside, Some(5)), "another cell");
        assert!(!clicks.is_second(ms(2600), beside, Some(6)), "later");
        assert!(!clicks.is_second(ms(2650), None, Some(7)), "outside");
    }

    #[test]
    fn quick_clicks_that_answer_nothing_all_count() {
        let ms = Duration::from_millis;
        let here = Some(Vec2::new(300.0, 200.0));
        let mut clicks = Clicks::default();
        for time in [1000, 1150, 1300] {
            assert!(!clicks.is_second(ms(time), here, Some(4)));
        }
    }
}
