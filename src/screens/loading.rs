//! The screen while content is being read.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::whole_window;
use crate::{
    screen::{DrawScreens, Screen},
    theme,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.in_set(DrawScreens).run_if(in_state(Screen::Loading)),
    );
}

fn draw(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    let mut ui = whole_window(context, "loading");
    ui.centered_and_justified(|ui| {
        ui.label(
            egui::RichText::new("Reading levels, units and rules…")
                .size(18.0)
                .color(theme::FAINT),
        );
    });
    Ok(())
}
