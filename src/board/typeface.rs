//! The typeface of all that is written on the board: that of the panels.
//!
//! The one built into the engine has no letters but those of English, no "½", and no dashes.

use bevy::prelude::*;
use bevy_egui::egui;

/// The typeface of the panels.
fn of_panels() -> Option<Font> {
    let fonts = egui::FontDefinitions::default();
    let face = fonts
        .families
        .get(&egui::FontFamily::Proportional)?
        .first()?;
    let data = fonts.font_data.get(face)?;
    Some(Font::from_bytes(data.font.to_vec()))
}

pub(super) fn plugin(app: &mut App) {
    let fonts = app.world_mut().get_resource_mut::<Assets<Font>>();
    if let (Some(mut fonts), Some(font)) = (fonts, of_panels())
        && let Err(error) = fonts.insert(AssetId::default(), font)
    {
        error!("the typeface of the board cannot be set: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_on_the_board_have_the_typeface_of_the_panels() {
        let mut app = App::new();
        app.init_resource::<Assets<Font>>().add_plugins(plugin);
        let fonts = app.world().resource::<Assets<Font>>();
        let used = TextFont::default();
        let FontSource::Handle(handle) = used.font else {
            panic!("the default is no handle");
        };
        assert!(fonts.get(&handle).is_some());
    }
}
