//! Telling the second half of a double click from a click.

use std::time::Duration;

use bevy::math::Vec2;

/// Longest time between the two halves of a double click.
const LONGEST: Duration = Duration::from_millis(400);
/// Farthest way of the pointer between them, in logical pixels.
const FARTHEST: f32 = 6.0;

/// The last click.
#[derive(Debug, Default)]
pub(super) struct Clicks {
    last: Option<(Duration, Vec2)>,
}

impl Clicks {
    /// Takes note of a click, at a time since the start and a place in the window; says whether it
    /// belongs to the click before it.
    pub(super) fn is_second(&mut self, now: Duration, at: Option<Vec2>) -> bool {
        let last = std::mem::replace(&mut self.last, at.map(|at| (now, at)));
        let (Some((then, there)), Some(at)) = (last, at) else {
            return false;
        };
        now.saturating_sub(then) <= LONGEST && there.distance(at) <= FARTHEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_quick_click_at_the_same_place_belongs_to_the_one_before() {
        let ms = Duration::from_millis;
        let here = Some(Vec2::new(300.0, 200.0));
        let beside = Some(Vec2::new(340.0, 200.0));
        let mut clicks = Clicks::default();
        assert!(!clicks.is_second(ms(1000), here));
        assert!(clicks.is_second(ms(1160), here));
        assert!(clicks.is_second(ms(1400), here), "a third one");
        assert!(!clicks.is_second(ms(1500), beside), "another cell");
        assert!(!clicks.is_second(ms(2600), beside), "later");
        assert!(!clicks.is_second(ms(2700), None), "outside");
    }
}
