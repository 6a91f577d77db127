//! How panels, buttons and texts look.

use bevy::{prelude::*, text::RemSize, window::PrimaryWindow};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, RichText, Stroke, TextStyle, vec2};

use crate::{palette::Palette, settings::Settings};

/// Background behind everything.
pub(crate) const BACKDROP: Color32 = Color32::from_rgb(21, 23, 28);
/// Background of panels.
pub(crate) const PANEL: Color32 = Color32::from_rgb(32, 35, 42);
/// Background of cards on panels.
pub(crate) const CARD: Color32 = Color32::from_rgb(42, 46, 55);
/// Lines between things.
pub(crate) const LINE: Color32 = Color32::from_rgb(70, 75, 87);
/// Text.
pub(crate) const TEXT: Color32 = Color32::from_rgb(231, 227, 216);
/// Text of less weight; still 4.5 to 1 on panels and cards.
pub(crate) const FAINT: Color32 = Color32::from_rgb(172, 172, 168);

/// The ring around the widget that keys are at.
pub(crate) const FOCUS: Color32 = Color32::from_rgb(140, 200, 255);

/// Points that all panels of a battle need to lie side by side.
const ROOM: Vec2 = Vec2::new(1024.0, 576.0);

/// The largest window, in logical pixels, for which texts have the size that they are set in.
const USUAL: Vec2 = Vec2::new(1920.0, 1080.0);

/// Adds the look.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        (scale, dress).before(crate::screen::DrawScreens),
    );
}

/// Pixels of one unit in which words on the board are measured, at scale 1.
const REM: f32 = 16.0;

/// Keeps panels and texts at the size that is set, as far as the window has room for it. egui takes
/// it up in the next frame.
fn scale(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut rem: ResMut<RemSize>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let size = windows.single().map(Window::size);
    let scale = size.map_or(settings.ui_scale, |size| {
        (settings.ui_scale * usual_scale(size)).min(largest_scale(size))
    });
    if (context.zoom_factor() - scale).abs() > f32::EPSILON {
        context.set_zoom_factor(scale);
    }
    rem.set_if_neq(RemSize(REM * scale));
    Ok(())
}

/// The size of words on the board that are so many points high, as those in panels are.
pub(crate) const fn text_size(points: f32) -> FontSize {
    FontSize::Rem(points / REM)
}

/// The scale that suits a window of a size in logical pixels: on a display of many pixels that the system does not
/// scale itself, panels keep the part of the window that they have on a usual one.
fn usual_scale(window: Vec2) -> f32 {
    (window / USUAL).min_element().max(1.0)
}

/// The largest scale at which all panels find room in a window of a size in logical pixels; never
/// below 1.
pub(crate) fn largest_scale(window: Vec2) -> f32 {
    (window / ROOM).min_element().max(1.0)
}

/// Sets the style when the palette changes.
fn dress(mut contexts: EguiContexts, palette: Res<Palette>, mut dressed: Local<bool>) -> Result {
    if *dressed && !palette.is_changed() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    *dressed = true;
    context.set_theme(egui::ThemePreference::Dark);
    // The scale is a setting; Ctrl and + are the player's to bind.
    context.options_mut(|options| options.zoom_with_keyboard = false);
    let style = style(&palette);
    context.all_styles_mut(|current| *current = style.clone());
    Ok(())
}

fn style(palette: &Palette) -> egui::Style {
    let mut style = egui::Style::default();
    let accent = palette.accent();
    style.text_styles = [
        (TextStyle::Small, 12.0),
        (TextStyle::Body, 15.0),
        (TextStyle::Button, 15.0),
        (TextStyle::Heading, 22.0),
    ]
    .into_iter()
    .map(|(text, size)| (text, FontId::new(size, FontFamily::Proportional)))
    .chain([(
        TextStyle::Monospace,
        FontId::new(13.0, FontFamily::Monospace),
    )])
    .collect();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 6.0);
    spacing.button_padding = vec2(12.0, 5.0);
    spacing.interact_size.y = 28.0;
    spacing.window_margin = Margin::same(14);
    spacing.menu_margin = Margin::same(8);
    spacing.combo_width = 120.0;
    spacing.icon_width = 18.0;
    spacing.icon_width_inner = 10.0;
    spacing.slider_width = 160.0;
    spacing.tooltip_width = 420.0;
    spacing.scroll = egui::style::ScrollStyle::solid();
    spacing.scroll.bar_width = 9.0;

    let visuals = &mut style.visuals;
    *visuals = egui::Visuals::dark();
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(FAINT);
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.window_stroke = Stroke::new(1.0, LINE);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = Color32::from_rgb(17, 19, 23);
    visuals.faint_bg_color = Color32::from_rgb(38, 41, 49);
    visuals.code_bg_color = Color32::from_rgb(24, 26, 31);
    visuals.selection.bg_fill = Color32::from_rgb(92, 76, 34);
    visuals.selection.stroke = Stroke::new(1.5, accent);
    visuals.hyperlink_color = accent;
    visuals.warn_fg_color = accent;
    visuals.error_fg_color = palette.bad();
    visuals.striped = false;
    visuals.slider_trailing_fill = true;
    visuals.disabled_alpha = 0.5;
    let radius = CornerRadius::same(5);
    let widgets = &mut visuals.widgets;
    for (widget, fill, line, text) in [
        (&mut widgets.noninteractive, PANEL, LINE, TEXT),
        (
            &mut widgets.inactive,
            Color32::from_rgb(58, 63, 75),
            Color32::from_rgb(88, 94, 108),
            TEXT,
        ),
        (
            &mut widgets.hovered,
            Color32::from_rgb(74, 80, 95),
            accent,
            Color32::WHITE,
        ),
        (
            &mut widgets.active,
            Color32::from_rgb(74, 80, 95),
            FOCUS,
            Color32::WHITE,
        ),
        (
            &mut widgets.open,
            Color32::from_rgb(58, 63, 75),
            accent,
            TEXT,
        ),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, line);
        widget.fg_stroke = Stroke::new(1.2, text);
        widget.corner_radius = radius;
        widget.expansion = 0.0;
    }
    // Keys are at this widget: a ring, as the accent fills what is selected.
    widgets.active.bg_stroke.width = 2.0;
    style
}

/// A large heading.
pub(crate) fn heading(text: impl Into<String>) -> RichText {
    RichText::new(text).size(24.0).strong().color(TEXT)
}

/// A heading of a group.
pub(crate) fn subheading(text: impl Into<String>) -> RichText {
    RichText::new(text).size(17.0).strong().color(TEXT)
}

/// Text of less weight.
pub(crate) fn faint(text: impl Into<String>) -> RichText {
    RichText::new(text).color(FAINT)
}

/// The frame of a card on a panel.
pub(crate) fn card() -> egui::Frame {
    egui::Frame::new()
        .fill(CARD)
        .corner_radius(6)
        .inner_margin(Margin::same(10))
        .stroke(Stroke::new(1.0, LINE))
}

/// A row of buttons of which one is chosen. Returns whether the choice changed.
pub(crate) fn choice<T: PartialEq + Copy>(
    ui: &mut egui::Ui,
    current: &mut T,
    all: impl IntoIterator<Item = (T, &'static str)>,
) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (value, label) in all {
            let chosen = *current == value;
            let button = egui::Button::new(label).selected(chosen);
            if ui.add(button).clicked() && !chosen {
                *current = value;
                changed = true;
            }
        }
    });
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_never_larger_than_the_window_has_room_for() {
        for (width, height, most) in [
            (1280.0, 720.0, 1.25),
            (2048.0, 576.0, 1.0),
            (800.0, 400.0, 1.0),
        ] {
            let found = largest_scale(Vec2::new(width, height));
            assert!((found - most).abs() < 1e-6, "{width} x {height}: {found}");
        }
    }
}
