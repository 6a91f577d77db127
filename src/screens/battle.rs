//! Into the battle and out of it.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::focus_first;
use crate::{
    app_systems::AppSystems,
    battle_plan::BattlePlan,
    launch::Launch,
    screen::{DrawScreens, Screen},
    session::{BoardReady, Parts, Seat, Session},
    settings::{AnimationSpeed, Settings},
    theme,
    waking::Waker,
};

/// Seconds for which the end of a battle stays on the board before `--quit-at-end` goes on.
const LAST_LOOK: f32 = 1.5;

/// Begins a battle, in place of the one that is running.
#[derive(Message, Clone, Debug)]
pub(crate) struct BeginBattle(pub(crate) BattlePlan);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<BeginBattle>()
        .add_systems(PostStartup, begin_at_launch)
        .add_systems(Update, begin.in_set(AppSystems::Receive))
        .add_systems(
            Update,
            leave_by_itself
                .in_set(AppSystems::Present)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (draw_cover, draw_failure)
                .chain()
                .in_set(DrawScreens)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        );
}

/// The battle that the command line asked for.
fn begin_at_launch(mut launch: ResMut<Launch>, mut battles: MessageWriter<BeginBattle>) {
    if let Some(plan) = launch.battle.take() {
        battles.write(BeginBattle(plan));
    }
}

fn begin(
    mut commands: Commands,
    mut battles: MessageReader<BeginBattle>,
    settings: Res<Settings>,
    launch: Res<Launch>,
    waker: Res<Waker>,
    mut next: ResMut<NextState<Screen>>,
) {
    if let Some(BeginBattle(plan)) = battles.read().last() {
        let mut parts = Parts::begin(plan.clone(), waker.clone());
        // At once shown to its end there would be nothing to watch: it is stepped through.
        parts.playback.watch.paused = plan.origin.replay().is_some()
            && settings.animation_speed == AnimationSpeed::Instant
            && !launch.quit_at_end;
        commands.queue(move |world: &mut World| parts.insert(world));
        next.set(Screen::Battle);
    }
}

/// With `--quit-at-end` nobody has to press a button to get to the aftermath.
fn leave_by_itself(
    session: Res<Session>,
    launch: Res<Launch>,
    time: Res<Time<Real>>,
    mut waited: Local<f32>,
    mut next: ResMut<NextState<Screen>>,
) {
    if !launch.quit_at_end || session.ending.is_none() {
        *waited = 0.0;
        return;
    }
    *waited += time.delta_secs();
    if *waited >= LAST_LOOK {
        *waited = 0.0;
        next.set(Screen::Aftermath);
    }
}

/// Covers the battle until its board is complete.
fn draw_cover(
    mut contexts: EguiContexts,
    session: Res<Session>,
    seat: Res<Seat>,
    ready: Res<BoardReady>,
) -> Result {
    if ready.is(session.battle) || session.failure.is_some() || seat.is_covered() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let window = context.viewport_rect();
    egui::Area::new(egui::Id::new("cover"))
        .order(egui::Order::Foreground)
        .fixed_pos(window.min)
        .fade_in(false)
        .show(context, |ui| {
            ui.allocate_rect(window, egui::Sense::click_and_drag());
            ui.painter().rect_filled(window, 0.0, theme::BACKDROP);
            ui.painter().text(
                window.center(),
                egui::Align2::CENTER_CENTER,
                "Setting up the board…",
                egui::FontId::proportional(18.0),
                theme::FAINT,
            );
        });
    Ok(())
}

/// Says why a battle could not begin.
fn draw_failure(
    mut commands: Commands,
    mut contexts: EguiContexts,
    session: Res<Session>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let Some(failure) = &session.failure else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    egui::Modal::new(egui::Id::new("failure")).show(context, |ui| {
        ui.set_max_width(520.0);
        let begun = session.shown.round > 0;
        ui.label(theme::heading(if begun {
            "The battle cannot go on"
        } else {
            "The battle could not begin"
        }));
        ui.add_space(8.0);
        ui.label(failure);
        ui.add_space(14.0);
        let back = ui.button("Back to the set-up");
        focus_first(ui, &back);
        if back.clicked() {
            commands.queue(Parts::remove);
            next.set(Screen::NewBattle);
        }
    });
    Ok(())
}
