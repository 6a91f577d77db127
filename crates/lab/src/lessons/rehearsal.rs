//! Playing a lesson to its end without a window: each callout must be reached.

use std::sync::Arc;

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{
    Battle, Choice, Decision, Progress as Course, Target, Targets, terms::keys,
};
use shieldwall_content::{
    Lesson, Library,
    lesson::{LessonStep, Pointer, Until},
};

use super::{LEARNER, LessonCourse, Progress, setup};
use crate::{cases::words, commander_seed};

/// Decisions after which a lesson that has not ended has no end.
const MOST: usize = 2_000;

/// Why a lesson cannot be played as it is written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LessonFault {
    /// Line of the step, from 1; `None` if it is about the whole lesson.
    pub line: Option<usize>,
    /// The problem, in plain words.
    pub message: String,
}

impl LessonFault {
    fn at(step: &LessonStep, message: String) -> Self {
        Self {
            line: Some(step.line),
            message,
        }
    }

    const fn whole(message: String) -> Self {
        Self {
            line: None,
            message,
        }
    }
}

/// Plays a lesson as a learner would who follows each callout. Until what it asks for is on offer, the easy computer
/// chooses; while it waits for a question, the learner does the least.
///
/// # Errors
/// Words that the ruleset does not have, a combatant that is not there, and the callout that is never done.
pub fn rehearse(lesson: &Arc<Lesson>, library: &Arc<Library>) -> Result<(), LessonFault> {
    let ruleset = shieldwall_rulesets::by_id(lesson.ruleset)
        .ok_or_else(|| LessonFault::whole(format!("no ruleset `{}`", lesson.ruleset)))?;
    let senseless = |error: &dyn std::fmt::Display| LessonFault::whole(error.to_string());
    let setup = setup(lesson, library).map_err(|error| senseless(&error))?;
    let sides: Vec<_> = setup.side_ids().collect();
    let mut battle = Battle::new(ruleset, setup).map_err(|error| senseless(&error))?;
    check_words(lesson, &mut battle)?;
    let mut brains: Vec<Box<dyn Brain>> = sides
        .into_iter()
        .map(|side| brain(BrainKind::Easy, commander_seed(lesson.seed, side)))
        .collect();
    let mut course = LessonCourse::new(Arc::clone(lesson));
    for _ in 0..MOST {
        while course.go_on(Progress::Pressed) {}
        if course.step().is_none() {
            return Ok(());
        }
        let is_over = battle.advance() == Course::Over;
        let Some(decision) = battle.decision().filter(|_| !is_over).cloned() else {
            break;
        };
        let brain = &mut brains[decision.side.index()];
        if decision.side != LEARNER {
            let choice = brain.choose(&mut battle);
            choose(&mut battle, choice)?;
            continue;
        }
        while course.go_on(Progress::Asked(&decision)) || course.go_on(Progress::Pressed) {}
        let followed = course
            .step()
            .and_then(|step| followed(&mut battle, &decision, step));
        let awaited = course.step().map(|step| &step.until);
        let choice = match (followed, awaited) {
            (Some(choice), _) => choice,
            // The way to what the callout asks for.
            (None, Some(Until::Chosen(_)) | None) => brain.choose(&mut battle),
            // One that waits lets the others act.
            (None, Some(_)) => match battle.least() {
                Some(choice) => choice,
                None => break,
            },
        };
        choose(&mut battle, choice.clone())?;
        course.go_on(Progress::Answered(&decision, &choice));
    }
    match course.step() {
        Some(step) => {
            let message = match &step.until {
                Until::Pressed => "this callout is never shown".to_owned(),
                Until::Asked(kind) => format!("the player is never asked `{kind}` here"),
                Until::Answered(kind) => format!("the player never answers `{kind}` here"),
                Until::Chosen(action) => format!("`{action}` is never on offer here"),
            };
            Err(LessonFault::at(step, message))
        }
        None => Ok(()),
    }
}

fn choose(battle: &mut Battle, choice: Choice) -> Result<(), LessonFault> {
    battle
        .choose(choice)
        .map_err(|refusal| LessonFault::whole(refusal.reason))
}

/// The choice of a learner who does what a callout says: the action that it waits for, aimed at what it points at.
fn followed(battle: &mut Battle, decision: &Decision, step: &LessonStep) -> Option<Choice> {
    let Until::Chosen(wanted) = &step.until else {
        return None;
    };
    let pointed = match &step.point {
        Some(Pointer::Cell(cell)) => Some(Target::Cell(*cell)),
        Some(Pointer::Combatant(name)) => {
            let all = battle.view(None).combatants;
            let found = all.into_iter().find(|one| one.name == *name);
            found.map(|one| Target::Combatant(one.id))
        }
        _ => None,
    };
    let offers = decision.offers.iter();
    let mut offers = offers.filter(|offer| offer.action.key == wanted);
    offers.find_map(|offer| match (&offer.targets, pointed) {
        (Targets::None, _) => Some(offer.choice(None, None)),
        (_, Some(pointed)) => {
            let choice = offer.choice(Some(pointed), None);
            battle.check(&choice).is_ok().then_some(choice)
        }
        (_, None) => (offer.choice_count() > 0).then(|| offer.choice_at(0)),
    })
}

/// Reports words that the ruleset does not have, and combatants that are not there.
fn check_words(lesson: &Lesson, battle: &mut Battle) -> Result<(), LessonFault> {
    let terms = battle.ruleset().terms();
    let (actions, decisions) = (keys(&terms.actions), keys(&terms.decisions));
    let names: Vec<String> = {
        let all = battle.view(None).combatants.into_iter();
        all.map(|one| one.name).collect()
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for step in &lesson.steps {
        let waits = match &step.until {
            Until::Pressed => None,
            Until::Asked(kind) | Until::Answered(kind) => {
                words::unknown("kind of decision", kind, &decisions)
            }
            Until::Chosen(action) => words::unknown_action(action, &actions),
        };
        let points = match &step.point {
            Some(Pointer::Action(action)) => words::unknown_action(action, &actions),
            Some(Pointer::Combatant(name)) => words::unknown("combatant", name, &names),
            Some(Pointer::Cell(_) | Pointer::Panel(_)) | None => None,
        };
        if let Some(message) = waits.or(points) {
            return Err(LessonFault::at(step, message));
        }
    }
    Ok(())
}
