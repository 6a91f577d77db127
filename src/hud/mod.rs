//! The panels around the board: phases and order of action, unit card, combat log, action bar,
//! forecast, reactions, legend, small map, notices and the end of the battle.
//!
//! Panels show what the session holds and turn clicks into [`InputIntent`](crate::decide::InputIntent)s; they
//! decide nothing themselves.

mod action_bar;
mod banner;
mod callout;
mod combat_log;
mod common_actions;
mod forecast;
mod forecast_parts;
mod glyph_upload;
mod icons;
mod landing;
mod layout;
mod legend;
mod log_details;
mod notices;
mod offer_button;
mod on_screen;
mod order_strip;
mod overview;
mod reaction;
mod repeat_buttons;
mod replay_bar;
mod rule_text;
mod standing_answers;
mod targets;
mod thinking;
mod timeline;
mod top_bar;
mod unit_card;
mod wording;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use shieldwall_battle::{CombatantId, board::hostile};

pub(crate) use icons::Icons;
#[cfg(test)]
pub(crate) use icons::{file_of, icon_of_action};
pub(crate) use order_strip::side_mark;
pub(crate) use wording::winners;

use crate::{
    app_systems::AppSystems,
    art::GameArt,
    controls::Act,
    decide::{HoveredTarget, Notices},
    input::Acts,
    screen::{DrawScreens, FrontMost, Screen},
    session::{BoardArea, Marked, Overlays, Pointed, Seat, Session},
};

use layout::{ForecastPlace, Layout, TOP, TOP_WITH_TIMELINE};
pub(crate) use rule_text::PinnedRule;

/// State of the panels that lasts from frame to frame.
#[derive(Resource, Debug)]
pub(crate) struct Hud {
    layout: Layout,
    /// Whether panels take clicks; not while a menu lies over them.
    enabled: bool,
    log_open: bool,
    /// Combatants that something under the pointer refers to, gathered while drawing.
    marks: Vec<CombatantId>,
    /// Height of the forecast in the column that it shares with the legend; 0 if it is not there.
    forecast_height: f32,
    /// Height of what lies at the bottom: the action bar, or the answers to an attack.
    bar_height: f32,
    /// The place of the forecast, and its panel in points; `None` while there is none.
    forecast: Option<(ForecastPlace, egui::Rect)>,
    /// The panel of the legend.
    legend: Option<egui::Rect>,
    /// The panel of the small map.
    overview: Option<egui::Rect>,
    /// The order of action; `None` while there is none.
    order: Option<egui::Rect>,
    /// The buttons of actions, by their words, gathered while drawing.
    buttons: Vec<(&'static str, egui::Rect)>,
    /// The target whose button the pointer is on, gathered while drawing.
    hovered: Option<shieldwall_battle::Target>,
}

impl Default for Hud {
    fn default() -> Self {
        Self {
            layout: Layout::of(egui::Rect::ZERO, TOP, true, 0.0),
            enabled: true,
            log_open: true,
            marks: Vec::new(),
            forecast_height: 0.0,
            bar_height: 0.0,
            forecast: None,
            legend: None,
            overview: None,
            order: None,
            buttons: Vec::new(),
            hovered: None,
        }
    }
}

impl Hud {
    /// Place of the button of an action, by the word for the action.
    fn button_of(&self, action: &str) -> Option<egui::Rect> {
        let mut buttons = self.buttons.iter();
        buttons
            .find(|(known, _)| *known == action)
            .map(|(_, rect)| *rect)
    }

    /// Marks a combatant on the board as long as the pointer stays on what refers to it.
    fn mark(&mut self, who: CombatantId) {
        if !self.marks.contains(&who) {
            self.marks.push(who);
        }
    }
}

/// Adds the panels.
pub(crate) fn plugin(app: &mut App) {
    glyph_upload::plugin(app);
    app.init_resource::<Hud>()
        .init_resource::<Icons>()
        .init_resource::<Notices>()
        .init_resource::<PinnedRule>()
        .init_resource::<Marked>()
        .init_resource::<Overlays>()
        .init_resource::<BoardArea>()
        .init_resource::<combat_log::LogView>()
        .init_resource::<banner::EndTimer>()
        .add_systems(
            First,
            icons::follow_art.run_if(resource_exists_and_changed::<GameArt>),
        )
        .add_systems(OnEnter(Screen::Battle), tidy)
        .add_systems(OnExit(Screen::Battle), clear)
        .add_systems(
            Update,
            (toggle, banner::advance, replay_bar::keys)
                .in_set(AppSystems::Input)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                place,
                (
                    top_bar::draw,
                    timeline::draw,
                    unit_card::draw,
                    combat_log::draw,
                    action_bar::draw,
                    overview::draw,
                    legend::draw,
                    forecast::draw,
                    reaction::draw,
                    standing_answers::draw,
                    rule_text::draw,
                    banner::draw,
                    callout::draw,
                    notices::draw,
                )
                    .chain()
                    .run_if(shown),
                rule_text::forward,
                publish,
            )
                .chain()
                .before(DrawScreens)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        );
}

/// Behind the hot-seat curtain there is nothing to see.
fn shown(seat: Option<Res<Seat>>, front: Res<FrontMost>) -> bool {
    seat.is_some_and(|seat| !seat.is_covered()) && *front != FrontMost::Curtain
}

fn tidy(
    mut notices: ResMut<Notices>,
    mut pinned: ResMut<PinnedRule>,
    mut log: ResMut<combat_log::LogView>,
    mut end: ResMut<banner::EndTimer>,
) {
    notices.clear_hint();
    pinned.0 = None;
    log.close_all();
    *end = banner::EndTimer::default();
}

fn clear(mut area: ResMut<BoardArea>, mut marked: ResMut<Marked>) {
    *area = BoardArea::default();
    marked.0.clear();
}

/// Keys that switch overlays and the log.
fn toggle(
    acts: Res<Acts>,
    session: Res<Session>,
    seat: Res<Seat>,
    pointed: Res<Pointed>,
    mut overlays: ResMut<Overlays>,
    mut hud: ResMut<Hud>,
) {
    let mut next = *overlays;
    for (act, flag) in [
        (Act::ToggleReach, &mut next.reach),
        (Act::ToggleRanges, &mut next.ranges),
        (Act::ToggleSight, &mut next.sight),
        (Act::ToggleLegend, &mut next.legend),
        (Act::ToggleMap, &mut next.map),
    ] {
        if acts.just_pressed(act) {
            *flag = !*flag;
        }
    }
    if acts.just_pressed(Act::ToggleThreat) {
        let deciding = session.decision.as_ref().map(|open| open.side);
        let side = seat.viewer.or(deciding);
        let is_enemy = |who: &CombatantId| {
            let figure = wording::figure(&session, *who);
            let level = &session.plan.setup.level;
            side.zip(figure)
                .is_some_and(|(side, figure)| hostile(level, figure.side, side))
        };
        next.threat = next.threat.next(pointed.combatant.filter(is_enemy));
    }
    overlays.set_if_neq(next);
    if acts.just_pressed(Act::ToggleLog) {
        hud.log_open = !hud.log_open;
    }
}

/// Works out the rectangles for this frame and tells the board what is left for it.
fn place(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    mut icons: ResMut<Icons>,
    mut area: ResMut<BoardArea>,
    session: Res<Session>,
    front: Res<FrontMost>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let log_open = hud.log_open;
    let top = match session.words.timeline {
        Some(_) => TOP_WITH_TIMELINE,
        None => TOP,
    };
    hud.layout = Layout::of(context.viewport_rect(), top, log_open, hud.bar_height);
    hud.enabled = *front == FrontMost::Battle;
    hud.marks.clear();
    hud.buttons.clear();
    hud.hovered = None;
    icons.collect(context);
    // Points times the scale of the UI are the window's logical pixels.
    let scale = layout::points_scale(context);
    let pixels = |part: egui::Rect| {
        let (min, max) = (part.min * scale, part.max * scale);
        bevy::math::Rect::new(min.x, min.y, max.x, max.y)
    };
    area.set_if_neq(BoardArea {
        usual: Some(pixels(hud.layout.clear)),
        now: Some(pixels(hud.layout.board)),
    });
    Ok(())
}

/// Publishes what was gathered while drawing, and keeps the keyboard for the game: Tab and Enter
/// pick targets here, they do not walk through buttons.
fn publish(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    mut marked: ResMut<Marked>,
    mut hovered: ResMut<HoveredTarget>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if hud.enabled {
        context.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
    marked.set_if_neq(Marked(hud.marks.clone()));
    hovered.set_if_neq(HoveredTarget(hud.hovered));
    Ok(())
}
