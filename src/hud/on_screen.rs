//! Where what is on the board is on the screen, in points of the UI.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::egui;
use shieldwall_battle::{CombatantId, Target};
use shieldwall_grid::Cell;

use crate::{
    board::{SightWords, cell_bounds, figure_bounds},
    main_camera::MainCamera,
    session::Session,
};

use super::{layout::points_scale, wording};

/// Finds things of the board on the screen.
#[derive(SystemParam)]
pub(super) struct OnScreen<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<MainCamera>>,
    words: Query<'w, 's, (&'static Transform, &'static Visibility), With<SightWords>>,
}

/// Half the size of the words about a line of sight, in pixels.
const HALF_WORDS: egui::Vec2 = egui::vec2(78.0, 14.0);

impl OnScreen<'_, '_> {
    /// A rectangle of the plane that the camera looks at.
    fn rect(&self, on_plane: Rect, context: &egui::Context) -> Option<egui::Rect> {
        let (camera, place) = self.cameras.single().ok()?;
        let scale = points_scale(context);
        let at = |corner: Vec2| {
            let pixel = camera.world_to_viewport(place, corner.extend(0.0)).ok()?;
            Some(egui::pos2(pixel.x / scale, pixel.y / scale))
        };
        Some(egui::Rect::from_two_pos(
            at(on_plane.min)?,
            at(on_plane.max)?,
        ))
    }

    /// The words about the line of sight, if there are any.
    pub(super) fn sight_words(&self, context: &egui::Context) -> Option<egui::Rect> {
        let (place, visibility) = self.words.single().ok()?;
        if *visibility == Visibility::Hidden {
            return None;
        }
        let at = place.translation.truncate();
        let point = self.rect(Rect::from_corners(at, at), context)?;
        Some(point.expand2(HALF_WORDS / points_scale(context)))
    }

    /// A combatant that the viewer may see.
    pub(super) fn figure(
        &self,
        session: &Session,
        who: CombatantId,
        context: &egui::Context,
    ) -> Option<egui::Rect> {
        let figure = wording::figure(session, who)?;
        self.rect(figure_bounds(session.map.grid(), figure), context)
    }

    /// A cell.
    pub(super) fn cell(
        &self,
        session: &Session,
        cell: Cell,
        context: &egui::Context,
    ) -> Option<egui::Rect> {
        self.rect(cell_bounds(session.map.grid(), cell), context)
    }

    /// What a choice is aimed at, if that is in one place on the board.
    pub(super) fn target(
        &self,
        session: &Session,
        target: Target,
        context: &egui::Context,
    ) -> Option<egui::Rect> {
        match target {
            Target::Combatant(who) | Target::Injury(who, _) => self.figure(session, who, context),
            Target::Cell(cell) | Target::Edge(cell, _) | Target::Device(cell, _) => {
                self.cell(session, cell, context)
            }
            Target::Item(item) => {
                let mut lying = session.shown.lying.iter();
                let (_, cell) = lying.find(|(lying, _)| *lying == item)?;
                self.cell(session, *cell, context)
            }
            Target::Facing(_) | Target::Zone(_) | Target::Side(_) => None,
        }
    }
}
