//! The lesson that is being played: which callout is shown, and when the next one comes.

use bevy::prelude::*;
use shieldwall_content::lesson::Until;
use shieldwall_lab::lessons::{LessonCourse, Progress};

use crate::{
    app_systems::AppSystems,
    battle_plan::BattleOrigin,
    controls::Act,
    input::Acts,
    screen::{FrontMost, Screen},
    session::Session,
};

/// The lesson of the battle that is being played.
#[derive(Resource, Debug)]
pub(crate) struct LessonInPlay {
    /// Number of the battle.
    battle: u64,
    /// Its progress.
    pub(crate) course: LessonCourse,
    /// The choice that was taken in last, by the number of its decision.
    taken: Option<u32>,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (begin, follow.run_if(resource_exists::<LessonInPlay>))
            .chain()
            .in_set(AppSystems::Present)
            .run_if(in_state(Screen::Battle))
            .run_if(resource_exists::<Session>),
    )
    .add_systems(
        Update,
        press
            .in_set(AppSystems::Input)
            .run_if(in_state(Screen::Battle))
            .run_if(resource_exists::<LessonInPlay>),
    );
}

/// Begins the lesson of a battle that has one, and forgets that of the battle before.
fn begin(mut commands: Commands, session: Res<Session>, lesson: Option<Res<LessonInPlay>>) {
    let known = lesson.map(|lesson| lesson.battle);
    match &session.plan.origin {
        BattleOrigin::Lesson(lesson) if known != Some(session.battle) => {
            commands.insert_resource(LessonInPlay {
                battle: session.battle,
                course: LessonCourse::new(lesson.clone()),
                taken: None,
            });
        }
        BattleOrigin::Lesson(_) => {}
        _ if known.is_some() => commands.remove_resource::<LessonInPlay>(),
        _ => {}
    }
}

/// Goes on by what the player has chosen and is asked.
fn follow(session: Res<Session>, mut lesson: ResMut<LessonInPlay>) {
    if !session.is_changed() && !lesson.is_changed() {
        return;
    }
    // Looked at first: what does not go on has not changed.
    let (mut course, mut taken) = (lesson.course.clone(), lesson.taken);
    if let Some((decision, choice)) = &session.made
        && taken != Some(decision.number)
    {
        taken = Some(decision.number);
        course.go_on(Progress::Answered(decision, choice));
    }
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    if let Some(decision) = open {
        while course.go_on(Progress::Asked(decision)) {}
    }
    if course.place() != lesson.course.place() || taken != lesson.taken {
        lesson.course = course;
        lesson.taken = taken;
    }
}

/// Presses the button of a callout by the key that confirms: the battle waits for the reader.
fn press(mut acts: ResMut<Acts>, mut lesson: ResMut<LessonInPlay>, front: Res<FrontMost>) {
    let waits = lesson.course.step().map(|step| &step.until) == Some(&Until::Pressed);
    if waits && *front == FrontMost::Battle && acts.just_pressed(Act::Confirm) {
        acts.consume(Act::Confirm);
        lesson.course.go_on(Progress::Pressed);
    }
}
