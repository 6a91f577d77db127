//! Lessons: how they begin, how far they have come, and whether they can be played to their end.

mod rehearsal;

use std::sync::Arc;

use shieldwall_battle::{BattleSetup, Choice, Decision, SetupError, SideId, SideSetup, UnitEntry};
use shieldwall_content::{
    Lesson, Library,
    lesson::{LessonStep, Until},
};

pub use rehearsal::{LessonFault, rehearse};

/// The side of the player in lessons.
pub const LEARNER: SideId = SideId::RED;

/// The battle of a lesson, as it begins.
///
/// # Errors
/// If its level or a unit does not exist.
pub fn setup(lesson: &Lesson, library: &Arc<Library>) -> Result<BattleSetup, SetupError> {
    let mut setup = BattleSetup::of_level(library, &lesson.level, lesson.ruleset, lesson.seed)?;
    for (side, units) in &lesson.warbands {
        if let Some(side) = setup.sides.get_mut(*side) {
            let units = units.iter().filter_map(|id| library.units.get(id));
            *side = SideSetup {
                warband: units.map(|unit| UnitEntry::new(Arc::clone(unit))).collect(),
            };
        }
    }
    setup.first_dice.clone_from(&lesson.dice);
    Ok(setup)
}

/// Something that a learner has done or is asked.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// The button of the callout was pressed.
    Pressed,
    /// A decision waits for the learner.
    Asked(&'a Decision),
    /// The learner has answered one.
    Answered(&'a Decision, &'a Choice),
}

impl Progress<'_> {
    /// True if a callout waits for this.
    fn ends(self, until: &Until) -> bool {
        match (self, until) {
            (Self::Pressed, Until::Pressed) => true,
            (Self::Asked(decision), Until::Asked(kind))
            | (Self::Answered(decision, _), Until::Answered(kind)) => decision.kind.key == kind,
            (Self::Answered(_, choice), Until::Chosen(action)) => choice.action.key == action,
            _ => false,
        }
    }
}

/// Progress of a lesson.
#[derive(Clone, Debug)]
pub struct LessonCourse {
    lesson: Arc<Lesson>,
    /// The callout that is shown, by its number from 0; the number of all once they are done.
    step: usize,
}

impl LessonCourse {
    /// A lesson at its first callout.
    #[must_use]
    pub const fn new(lesson: Arc<Lesson>) -> Self {
        Self { lesson, step: 0 }
    }

    /// The lesson.
    #[must_use]
    pub const fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// The callout that is shown; `None` once all are done.
    #[must_use]
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// Number of the callout that is shown, from 1, and of how many.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.step + 1, self.lesson.steps.len())
    }

    /// Goes on to the next callout if the present one waits for this. Returns whether it did.
    pub fn go_on(&mut self, progress: Progress<'_>) -> bool {
        let goes_on = self.step().is_some_and(|step| progress.ends(&step.until));
        self.step += usize::from(goes_on);
        goes_on
    }

    /// Ends the lesson.
    pub fn skip(&mut self) {
        self.step = self.lesson.steps.len();
    }
}
