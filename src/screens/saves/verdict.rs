//! What came of loading: the battle begins, or the player hears what no longer holds and whether to
//! go on from where it did.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::RichText;

use shieldwall_battle::capitalised;

use super::super::{BeginBattle, focus_first};
use crate::screen::DrawScreens;
use crate::{
    app_systems::AppSystems, controls::Act, input::Acts, palette::Palette, saves::Saves, theme,
};

/// Faults that are told one by one.
const MOST_FAULTS: usize = 8;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, begin_sound.in_set(AppSystems::Receive))
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens)
                .run_if(|saves: Res<Saves>| saves.loaded.is_some()),
        );
}

/// Begins a battle in which everything holds.
fn begin_sound(
    mut saves: ResMut<Saves>,
    mut battles: MessageWriter<BeginBattle>,
    mut acts: ResMut<Acts>,
) {
    let sound = matches!(&saves.loaded, Some(Ok(loaded)) if loaded.faults.is_empty());
    if sound && let Some(Ok(loaded)) = saves.loaded.take() {
        battles.write(BeginBattle(loaded.plan));
    }
    if saves.loaded.is_some() {
        let back = acts.pressed_anywhere(Act::Cancel) || acts.pressed_anywhere(Act::PauseMenu);
        if back {
            saves.loaded = None;
        }
        // Nothing below the verdict hears of it.
        acts.consume(Act::Cancel);
        acts.consume(Act::PauseMenu);
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut saves: ResMut<Saves>,
    palette: Res<Palette>,
    mut battles: MessageWriter<BeginBattle>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let Some(result) = &saves.loaded else {
        return Ok(());
    };
    let mut leave = false;
    let mut go_on = None;
    egui::Modal::new(egui::Id::new("verdict")).show(context, |ui| {
        ui.set_max_width(560.0);
        match result {
            Err(reason) => {
                ui.label(theme::heading("This cannot be done"));
                ui.add_space(8.0);
                ui.label(reason);
                ui.add_space(14.0);
                let back = ui.button("Back");
                focus_first(ui, &back);
                leave = back.clicked();
            }
            Ok(loaded) => {
                ui.label(theme::heading("The save no longer matches"));
                ui.add_space(8.0);
                for fault in loaded.faults.iter().take(MOST_FAULTS) {
                    ui.label(RichText::new(format!("\u{2022} {fault}.")).color(palette.bad()));
                }
                if loaded.faults.len() > MOST_FAULTS {
                    let more = loaded.faults.len() - MOST_FAULTS;
                    ui.label(theme::faint(format!("and {more} more")));
                }
                ui.add_space(6.0);
                ui.label(format!("{}.", capitalised(&loaded.extent)));
                let kept = "If you go on, the file stays as it is. An autosave gets another name and stays in the list.";
                ui.label(theme::faint(kept).small());
                ui.add_space(14.0);
                ui.horizontal(|ui| {
                    let back = ui.button("Leave it");
                    focus_first(ui, &back);
                    leave = back.clicked();
                    if ui.button("Go on from there").clicked() {
                        go_on = Some(loaded.plan.clone());
                    }
                });
            }
        }
    });
    if let Some(plan) = go_on {
        saves.loaded = None;
        battles.write(BeginBattle(plan));
    } else if leave {
        saves.loaded = None;
    }
    Ok(())
}
