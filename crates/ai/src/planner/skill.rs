//! How well the planner plays: what those who have played less do not see yet.

use super::scene::Fighter;

/// How well the planner plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Skill {
    /// Like a beginner: strikes at those who matter least, runs into the thick of it, misjudges, hides behind its guard once
    /// it is hurt, and answers blows only when the next may be the last.
    Easy,
    /// Like a soldier and not like a general: it takes too many risks, judges places badly, picks the target it can harm
    /// most whether that one matters or not, answers two blows of three, minds its own skin for a while after a wound, and
    /// neither waits for the enemy where its arrows reach farther nor keeps the ranks closed. A side of it that wins when time
    /// runs out lets the enemy come, and minds danger as long as it does.
    Normal,
    /// By all that it sees.
    #[default]
    Hard,
}

/// The share of its hit points with which a beginner begins to fear blows.
const HURT: f64 = 0.1;
/// For how many blows of a hundred a soldier is on its guard.
const ON_GUARD: u64 = 65;
/// For how many strikes of a hundred a beginner comes on without a second thought.
const COMES_ON: u64 = 80;
/// What danger counts for to those who act before anybody else moves, beside what it counts for to others. In mirrored
/// series of turns it won 58 battles of 100 against 1.0 under one ruleset, and 50 under the other.
const STRIKES_FIRST: f64 = 0.5;

/// Decides between places that are equally good, so that no corner of the map is preferred: less than a step counts for.
const EQUAL: f64 = 5e-5;

impl Skill {
    /// What the danger in a place counts for. Below 0, one is drawn to where the fight is thickest, to strike from there.
    /// `acts_at_once`: whether it acts before anybody else moves; those who do strike first.
    pub(super) const fn weighs_danger(self, acts_at_once: bool) -> f64 {
        match self {
            Self::Easy => -80.0,
            Self::Normal => -6.0,
            Self::Hard if acts_at_once => STRIKES_FIRST,
            Self::Hard => 1.0,
        }
    }

    /// By how much it misjudges what a choice is worth, at most. The least there is decides between nearly equal choices.
    pub(super) const fn misjudges(self) -> f64 {
        match self {
            Self::Easy => 1.0,
            Self::Normal => 0.07,
            Self::Hard => 0.002,
        }
    }

    /// By how much it misjudges what it is worth to go to a place, at most, unless the rules warn of the way. There is no such
    /// error while it only looks for the way to a place (`seeks`).
    pub(super) const fn misjudges_places(self, seeks: bool) -> f64 {
        match self {
            Self::Easy if !seeks => 0.5,
            Self::Normal if !seeks => 1.4,
            _ => EQUAL,
        }
    }

    /// Whether it lets the enemy come where that pays, closes ranks, and divides what it has by what a round asks.
    pub(super) const fn plans(self) -> bool {
        matches!(self, Self::Hard)
    }

    /// True if it sees through actions that do more harm than good, and danger does not attract it once it has acted.
    pub(super) const fn sees_harm(self) -> bool {
        matches!(self, Self::Normal | Self::Hard)
    }

    /// True if its side lets the enemy come where it wins when time runs out.
    pub(super) const fn holds_walls(self) -> bool {
        matches!(self, Self::Normal | Self::Hard)
    }

    /// True if it does not look for shelter while it can strike. `luck` is any number by chance.
    pub(super) const fn comes_on(self, luck: u64) -> bool {
        match self {
            Self::Hard | Self::Normal => true,
            Self::Easy => luck % 100 < COMES_ON,
        }
    }

    /// What an enemy is worth as a target beside an average one, if `worth` is what it should be. For soldiers all are
    /// alike; beginners prefer those worth least.
    pub(super) const fn worth_of_target(self, worth: f64) -> f64 {
        match self {
            Self::Hard => worth,
            Self::Normal => 1.0,
            Self::Easy => (2.0 - worth).max(0.0),
        }
    }

    /// Whether it minds its own skin more than the enemy, so many rounds after it was last wounded.
    pub(super) fn is_afraid(self, since_wounded: Option<u32>) -> bool {
        let within = |rounds| since_wounded.is_some_and(|since| since <= rounds);
        match self {
            Self::Easy => within(5),
            Self::Normal => within(2),
            Self::Hard => false,
        }
    }

    /// Whether it sees to it that a blow does less harm to somebody of ours. `luck` is any number by chance.
    pub(super) fn answers_for(self, fighter: &Fighter, luck: u64) -> bool {
        match self {
            Self::Hard => true,
            Self::Normal => luck % 100 < ON_GUARD,
            Self::Easy => {
                let left = f64::from(fighter.hit_points);
                left <= HURT * f64::from(fighter.max_hit_points)
            }
        }
    }
}
