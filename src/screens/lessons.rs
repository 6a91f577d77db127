//! The lessons: guided battles, one or more for each ruleset.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};
use shieldwall_content::Lesson;

use super::{BeginBattle, asks_back, focus_first, follow_focus, page};
use crate::{
    app_systems::AppSystems,
    battle_plan::BattlePlan,
    content::Content,
    input::Acts,
    palette::Palette,
    screen::{DrawScreens, Screen},
    theme::{self, faint},
};

/// Why the last lesson could not be begun.
#[derive(Resource, Default)]
struct Failed(Option<String>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Failed>()
        .add_systems(OnEnter(Screen::Lessons), |mut failed: ResMut<Failed>| {
            failed.0 = None;
        })
        .add_systems(
            Update,
            back.in_set(AppSystems::Receive)
                .run_if(in_state(Screen::Lessons)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens)
                .run_if(in_state(Screen::Lessons))
                .run_if(resource_exists::<Content>),
        );
}

fn back(acts: Res<Acts>, mut next: ResMut<NextState<Screen>>) {
    if asks_back(&acts) {
        next.set(Screen::Title);
    }
}

fn draw(
    mut contexts: EguiContexts,
    content: Res<Content>,
    palette: Res<Palette>,
    mut failed: ResMut<Failed>,
    mut battles: MessageWriter<BeginBattle>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let mut chosen: Option<Arc<Lesson>> = None;
    let leaves = page(context, "lessons", |ui| {
        let mut leaves = false;
        ui.horizontal(|ui| {
            ui.label(theme::heading("Learn to play"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let back = egui::Button::new("Back").min_size(vec2(110.0, 34.0));
                leaves = ui.add(back).clicked();
            });
        });
        ui.add_space(6.0);
        ui.label("A short battle for each set of rules. Callouts say what to do next.");
        if let Some(reason) = &failed.0 {
            ui.label(RichText::new(reason).color(palette.bad()));
        }
        ui.add_space(10.0);
        egui::ScrollArea::vertical().show(ui, |ui| {
            for lesson in in_order(&content) {
                if card(ui, &content, lesson) {
                    chosen = Some(Arc::clone(lesson));
                }
            }
        });
        leaves
    });
    if leaves {
        next.set(Screen::Title);
    }
    if let Some(lesson) = chosen {
        match BattlePlan::of_lesson(&lesson, &content.library) {
            Ok(plan) => drop(battles.write(BeginBattle(plan))),
            Err(reason) => failed.0 = Some(reason),
        }
    }
    Ok(())
}

/// The lessons in the order of the rulesets.
fn in_order(content: &Content) -> Vec<&Arc<Lesson>> {
    let place = |ruleset: &str| {
        let mut rulesets = content.library.rulesets.ids();
        rulesets.position(|id| id == ruleset)
    };
    let mut lessons: Vec<&Arc<Lesson>> = content.library.lessons.values().collect();
    lessons.sort_by_key(|lesson| (place(lesson.ruleset), &lesson.id));
    lessons
}

/// A lesson with its button; true if that was pressed.
fn card(ui: &mut egui::Ui, content: &Content, lesson: &Lesson) -> bool {
    let book = content.library.rulebooks.get(lesson.ruleset);
    let title = book.map_or(lesson.ruleset, |book| book.title.as_str());
    let mut pressed = false;
    egui::Frame::new()
        .fill(theme::CARD)
        .corner_radius(6)
        .inner_margin(12)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                let start = egui::Button::new(RichText::new("Start").size(17.0));
                let start = ui.add(start.min_size(vec2(110.0, 44.0)));
                focus_first(ui, &start);
                follow_focus(&start);
                pressed = start.clicked();
                ui.add_space(6.0);
                ui.vertical(|ui| {
                    ui.horizontal(|ui| {
                        ui.label(RichText::new(title).size(17.0).strong().color(theme::TEXT));
                        ui.label(faint(&lesson.name));
                    });
                    ui.label(&lesson.description);
                });
            });
        });
    ui.add_space(8.0);
    pressed
}
