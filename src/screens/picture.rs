//! Drawings on panels.

use std::path::{Path, PathBuf};

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiTextureHandle, EguiUserTextures, egui};

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
        self.first_of(
            ui,
            vec![path.to_owned()],
            path.display().to_string(),
            points,
        )
    }

    /// A drawing of the game's own art, such as `logo.svg` or `icons/dice.svg`. Later content
    /// folders go before earlier ones.
    pub(crate) fn art(
        &mut self,
        ui: &egui::Ui,
        name: &str,
        points: f32,
    ) -> Option<egui::TextureId> {
        let base = &self.launch.places.base;
        let read = self.content.as_ref().map(|content| &content.collection);
        let roots = read.map_or(base, |read| &read.roots).iter().rev();
        let files = roots
            .map(|root| root.assets.join("art").join(name))
            .collect();
        self.first_of(ui, files, name.to_owned(), points)
    }

    fn first_of(
        &mut self,
        ui: &egui::Ui,
        files: Vec<PathBuf>,
        name: String,
        points: f32,
    ) -> Option<egui::TextureId> {
        let key = PictureKey {
            name: format!("panel:{name}"),
            pixels: art::size_step(points * ui.ctx().pixels_per_point()),
        };
        let handle = self.gallery.panel_picture(&key, move |pixels| {
            let mut failure = ArtError::Unreadable("no content folder has it".to_owned());
            for file in files {
                match art::read(&file) {
                    Ok(svg) => return art::rasterise(&svg, pixels, pixels),
                    Err(error) => failure = error,
                }
            }
            Err(failure)
        })?;
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
