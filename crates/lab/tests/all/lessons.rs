//! Lessons: those of the game are played to their end, and what is wrong with one is said with its line.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeSet, sync::Arc};

use shieldwall_content::lesson::{Lesson, Pointer, Until};
use shieldwall_lab::lessons::{LessonCourse, Progress, rehearse};

use crate::cases::LIBRARY;

#[test]
fn the_lessons_of_the_game_can_be_played_to_their_end() {
    let mut taught = BTreeSet::new();
    for lesson in LIBRARY.lessons.values() {
        if let Err(fault) = rehearse(lesson, &LIBRARY) {
            panic!("{}:{:?}: {fault}", lesson.file.display(), fault.line);
        }
        assert!(
            (5..=12).contains(&lesson.steps.len()),
            "{}: {} callouts",
            lesson.id,
            lesson.steps.len()
        );
        taught.insert(lesson.ruleset);
    }
    let rulesets: BTreeSet<&str> = LIBRARY.rulebooks.keys().map(String::as_str).collect();
    assert_eq!(taught, rulesets, "each ruleset has a lesson");
}

/// A lesson of the game with its second step changed; the line of that step.
fn spoilt(change: impl FnOnce(&mut Until, &mut Option<Pointer>)) -> (Arc<Lesson>, usize) {
    let lesson = &LIBRARY.lessons["first-battle-percentile"];
    let mut lesson = Lesson::clone(lesson);
    let step = &mut lesson.steps[1];
    let line = step.line;
    change(&mut step.until, &mut step.point);
    (Arc::new(lesson), line)
}

#[test]
fn what_is_wrong_with_a_lesson_is_said_with_its_line() {
    let said = |(lesson, line): (Arc<Lesson>, usize), words: &str| {
        let fault = rehearse(&lesson, &LIBRARY).unwrap_err();
        assert_eq!(fault.line, Some(line), "{fault}");
        assert!(fault.message.contains(words), "{fault}");
    };
    said(
        spoilt(|until, _| *until = Until::Chosen("atack".to_owned())),
        "did you mean `attack`?",
    );
    said(
        spoilt(|until, _| *until = Until::Asked("nothing".to_owned())),
        "unknown kind of decision `nothing`",
    );
    said(
        spoilt(|_, point| *point = Some(Pointer::Combatant("Nemo".to_owned()))),
        "unknown combatant `Nemo`",
    );
    said(
        spoilt(|until, _| *until = Until::Chosen("leap".to_owned())),
        "`leap` is never on offer here",
    );
}

#[test]
fn a_course_goes_on_by_what_its_callout_waits_for_alone() {
    let (lesson, _) = spoilt(|until, _| *until = Until::Pressed);
    let mut course = LessonCourse::new(Arc::clone(&lesson));
    let of = lesson.steps.len();
    assert_eq!(course.place(), (1, of));
    assert!(
        course.go_on(Progress::Pressed),
        "the first one has a button"
    );
    assert!(course.go_on(Progress::Pressed));
    assert!(
        !course.go_on(Progress::Pressed),
        "the third waits for an action"
    );
    assert_eq!(course.place(), (3, of));
    course.skip();
    assert!(course.step().is_none() && !course.go_on(Progress::Pressed));
}
