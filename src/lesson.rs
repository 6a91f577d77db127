//! The lesson that is being played: which callout is shown, and when the next one comes.

use bevy::prelude::*;
use shieldwall_battle::Choice;
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
    /// The choice that was taken in last, with the number of its decision: a number comes again when a choice is taken
    /// back.
    taken: Option<(u32, Choice)>,
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
    let mut course = lesson.course.clone();
    let made = session.made.as_ref();
    let made = made.map(|(decision, choice)| (decision.number, choice.clone()));
    if let Some((decision, choice)) = &session.made
        && lesson.taken != made
    {
        course.go_on(Progress::Answered(decision, choice));
    }
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    if let Some(decision) = open {
        while course.go_on(Progress::Asked(decision)) {}
    }
    if course.place() != lesson.course.place() || made != lesson.taken {
        lesson.course = course;
        lesson.taken = made;
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

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{path::PathBuf, sync::Arc};

    use bevy::ecs::system::RunSystemOnce;
    use shieldwall_battle::{Decision, SideId};
    use shieldwall_content::lesson::{Lesson, LessonStep};

    use super::*;
    use crate::{battle_plan::Commander, playback::samples};

    #[test]
    fn a_choice_that_replaces_one_taken_back_counts() {
        let step = LessonStep {
            line: 1,
            text: "Strike.".to_owned(),
            point: None,
            until: Until::Chosen("attack".to_owned()),
        };
        let lesson = Lesson {
            id: "duel".to_owned(),
            name: "Duel".to_owned(),
            description: String::new(),
            file: PathBuf::new(),
            ruleset: "toy",
            level: "field".to_owned(),
            warbands: Vec::new(),
            dice: Vec::new(),
            seed: 0,
            steps: vec![step.clone(), step],
        };
        let decision = Arc::new(Decision {
            number: 4,
            side: SideId::RED,
            actor: None,
            kind: crate::sample_terms::kind("statement"),
            prompt: String::new(),
            against: None,
            sealed: false,
            covert: false,
            offers: Vec::new(),
        });
        let mut world = World::new();
        samples::session([Commander::Human; 2]).insert(&mut world);
        let battle = world.resource::<Session>().battle;
        world.insert_resource(LessonInPlay {
            battle,
            course: LessonCourse::new(Arc::new(lesson)),
            taken: None,
        });
        let mut place_after = |action| {
            let choice = Choice::of(crate::sample_terms::action(action));
            world.resource_mut::<Session>().made = Some((Arc::clone(&decision), choice));
            world.run_system_once(follow).unwrap();
            world.resource::<LessonInPlay>().course.place()
        };
        assert_eq!(place_after("hide"), (1, 2));
        assert_eq!(
            place_after("attack"),
            (2, 2),
            "the same decision, answered anew"
        );
        assert_eq!(place_after("attack"), (2, 2), "once is once");
    }
}
