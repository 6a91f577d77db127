//! How well the planner plays: what beginners do not see yet.

use super::scene::Fighter;

/// How well the planner plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Skill {
    /// Like a beginner: strikes at what is nearest, runs into the thick of it, answers blows only when they have hurt.
    Easy,
    /// By all that it sees, one choice ahead.
    #[default]
    Normal,
}

/// What danger in a place counts for to beginners: they are drawn to where the fight is thickest.
const DANGER_TO_BEGINNERS: f64 = -2.0;
/// What the nearest enemy is worth to beginners, and what all others are.
const NEAREST: f64 = 1.6;
const OTHERS: f64 = 0.6;
/// The share of its hit points with which a beginner begins to fear blows.
const HURT: f64 = 0.5;

impl Skill {
    /// What the danger in a place counts for, beside what it should.
    pub(super) const fn weighs_danger(self) -> f64 {
        match self {
            Self::Easy => DANGER_TO_BEGINNERS,
            Self::Normal => 1.0,
        }
    }

    /// Whether it lets the enemy come where that pays, closes ranks, and divides what it has by what a round asks.
    pub(super) const fn plans(self) -> bool {
        matches!(self, Self::Normal)
    }

    /// What an enemy is worth as a target beside another, if that is all by skill.
    pub(super) const fn worth_of_target(self, worth: f64, is_nearest: bool) -> f64 {
        match (self, is_nearest) {
            (Self::Normal, _) => worth,
            (Self::Easy, true) => NEAREST,
            (Self::Easy, false) => OTHERS,
        }
    }

    /// Whether it sees to it that a blow does less harm to somebody of ours.
    pub(super) fn answers_for(self, fighter: &Fighter) -> bool {
        match self {
            Self::Normal => true,
            Self::Easy => {
                let left = f64::from(fighter.hit_points);
                left <= HURT * f64::from(fighter.max_hit_points)
            }
        }
    }
}
