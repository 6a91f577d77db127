//! Drawings on panels.

use std::path::Path;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiTextureHandle, EguiUserTextures, egui};
use shieldwall_content::Drawing;

use crate::art::{self, ArtError, Gallery, GameArt, PictureKey};

/// Drawings as egui textures, made off the frame thread and kept.
#[derive(SystemParam)]
pub(crate) struct Pictures<'w> {
    gallery: ResMut<'w, Gallery>,
    textures: ResMut<'w, EguiUserTextures>,
    art: Res<'w, GameArt>,
}

impl Pictures<'_> {
    /// The drawing of a file, to be shown `points` wide and high; `None` while it is being made.
    pub(crate) fn file(
        &mut self,
        ui: &egui::Ui,
        path: &Path,
        points: f32,
    ) -> Option<egui::TextureId> {
        let file = path.to_owned();
        self.named(ui, &path.display().to_string(), points, move || {
            Ok(Drawing::open(&file)?)
        })
    }

    /// A picture of the game by its name, such as `logo` or `icons/dice`.
    pub(crate) fn art(
        &mut self,
        ui: &egui::Ui,
        name: &'static str,
        points: f32,
    ) -> Option<egui::TextureId> {
        let art = self.art.clone();
        self.named(ui, name, points, move || art.drawing(name, None))
    }

    fn named(
        &mut self,
        ui: &egui::Ui,
        name: &str,
        points: f32,
        open: impl FnOnce() -> Result<Drawing, ArtError> + Send + 'static,
    ) -> Option<egui::TextureId> {
        let key = PictureKey {
            name: format!("panel:{name}"),
            pixels: art::size_step(points * ui.ctx().pixels_per_point()),
        };
        let handle = self
            .gallery
            .panel_picture(&key, move |pixels| art::picture(&open()?, pixels, pixels))?;
        Some(self.textures.add_image(EguiTextureHandle::Strong(handle)))
    }
}

/// Puts a drawing into a layout; leaves its room empty while it is being made.
pub(crate) fn show(ui: &mut egui::Ui, texture: Option<egui::TextureId>, size: egui::Vec2) {
    match texture {
        Some(texture) => {
            ui.add(egui::Image::new((texture, size)).fit_to_exact_size(size));
        }
        None => {
            ui.allocate_space(size);
        }
    }
}
