//! Drawings on panels.

use std::path::{Path, PathBuf};

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiTextureHandle, EguiUserTextures, egui};
use shieldwall_content::Drawing;

use crate::{
    app::Launch,
    art::{self, ArtError, Gallery, PictureKey},
    content_loading::Content,
};

/// Drawings as egui textures, made off the frame thread and kept.
#[derive(SystemParam)]
pub(crate) struct Pictures<'w> {
    gallery: ResMut<'w, Gallery>,
    textures: ResMut<'w, EguiUserTextures>,
    launch: Res<'w, Launch>,
    content: Option<Res<'w, Content>>,
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

    /// A drawing of the game's own art, such as `logo.svg` or `icons/dice.svg`. Later content
    /// folders go before earlier ones; what is not within the limits is passed over.
    pub(crate) fn art(
        &mut self,
        ui: &egui::Ui,
        name: &str,
        points: f32,
    ) -> Option<egui::TextureId> {
        let base = &self.launch.places.base;
        let read = self.content.as_ref().map(|content| &content.collection);
        let roots = read.map_or(base, |read| &read.roots).iter().rev();
        let folders: Vec<PathBuf> = roots.map(|root| root.assets.join("art")).collect();
        let file = PathBuf::from(name);
        self.named(ui, name, points, move || {
            let mut failure = ArtError::Missing("no content folder has it");
            for folder in folders {
                match Drawing::open_inside(&folder, &file) {
                    Ok(drawing) => return Ok(drawing),
                    Err(error) => failure = error.into(),
                }
            }
            Err(failure)
        })
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
