//! A small drawing of a level: ground, walls, where the sides deploy, what is to be held.

use std::sync::Arc;

use bevy_egui::egui;
use egui::{Align2, Color32, FontId, Mesh, Pos2, Rect, Shape, Stroke};
use shieldwall_battle::SideId;
use shieldwall_content::{
    Level,
    level::{LevelSide, Victory},
};
use shieldwall_grid::{Cell, Cover, Grid};

use crate::{palette::Palette, theme};

/// Preview of one level at one place, kept from frame to frame.
#[derive(Default)]
pub(crate) struct LevelPreview {
    drawn: Option<Drawn>,
}

struct Drawn {
    level: Arc<Level>,
    rect: Rect,
    palette: Palette,
    shapes: Vec<Shape>,
}

impl LevelPreview {
    /// Draws a level as large as fits into the room that is left, at most `height` high.
    pub(crate) fn show(
        &mut self,
        ui: &mut egui::Ui,
        level: &Arc<Level>,
        palette: &Palette,
        height: f32,
    ) {
        let room = egui::vec2(ui.available_width(), height);
        let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
        let fits = self.drawn.as_ref().is_some_and(|drawn| {
            Arc::ptr_eq(&drawn.level, level) && drawn.rect == rect && drawn.palette == *palette
        });
        if !fits {
            self.drawn = Some(Drawn {
                level: Arc::clone(level),
                rect,
                palette: palette.clone(),
                shapes: draw(level, rect, palette),
            });
        }
        if let Some(drawn) = &self.drawn {
            ui.painter().extend(drawn.shapes.iter().cloned());
        }
        let placing = Placing::new(level.map.grid(), rect);
        let mut taken = Vec::new();
        for (side, own) in sides(level) {
            let text = own.name.clone();
            let font = FontId::proportional(13.0);
            let galley = ui.painter().layout_no_wrap(text, font, Color32::WHITE);
            let size = galley.size() + egui::vec2(12.0, 4.0);
            let cells = placing.cells(level.map.grid(), &own.deployment);
            if let Some(plate) = plate(&cells, size, rect, &taken) {
                taken.push(plate);
                let colour = palette.side(side).dark();
                label(ui.painter(), plate, galley, colour);
            }
        }
    }
}

/// The sides of a level with what it says of them.
fn sides(level: &Level) -> impl Iterator<Item = (SideId, &LevelSide)> {
    SideId::first(level.sides.len()).zip(&level.sides)
}

/// Where a plate of some size with the name of a side goes, within the drawing: over one of the side's
/// own cells, as near to the middle of them as it can be without covering the plates of others. `None`
/// if it has no cells.
fn plate(cells: &[Pos2], size: egui::Vec2, within: Rect, taken: &[Rect]) -> Option<Rect> {
    let sum = cells
        .iter()
        .fold(egui::Vec2::ZERO, |sum, cell| sum + cell.to_vec2());
    let middle = (sum / cells.len().max(1) as f32).to_pos2();
    let kept_within = |at: Pos2| {
        let plate = Align2::CENTER_CENTER.anchor_size(at, size);
        let moved = egui::vec2(
            (within.left() - plate.left()).max(0.0) - (plate.right() - within.right()).max(0.0),
            (within.top() - plate.top()).max(0.0) - (plate.bottom() - within.bottom()).max(0.0),
        );
        plate.translate(moved)
    };
    let mut nearest: Vec<Pos2> = cells.to_vec();
    nearest.sort_by(|one, other| {
        let off = |at: &Pos2| at.distance_sq(middle);
        off(one).total_cmp(&off(other))
    });
    // The middle itself, unless it is on the ground of somebody else.
    if nearest.first()?.distance(middle) < size.x / 2.0 {
        nearest.insert(0, middle);
    }
    let first = kept_within(*nearest.first()?);
    let is_free = |plate: &Rect| taken.iter().all(|other| !other.intersects(*plate));
    let own = nearest.iter().copied().map(kept_within).find(is_free);
    // With no room among them: below or above all that is in the way.
    let step = size.y + 2.0;
    let beside = || {
        (1..=8_u8).find_map(|steps| {
            let far = step * f32::from(steps);
            let places = [far, -far].map(|by| kept_within(first.center() + egui::vec2(0.0, by)));
            places.into_iter().find(is_free)
        })
    };
    own.or_else(beside).or(Some(first))
}

/// A name on its plate.
fn label(
    painter: &egui::Painter,
    plate: Rect,
    galley: std::sync::Arc<egui::Galley>,
    fill: Color32,
) {
    painter.rect(
        plate,
        4.0,
        fill,
        Stroke::new(1.0, Color32::WHITE),
        egui::StrokeKind::Inside,
    );
    painter.galley(plate.min + egui::vec2(6.0, 2.0), galley, Color32::WHITE);
}

/// From the grid's plane to the screen.
#[derive(Clone, Copy)]
struct Placing {
    scale: f32,
    origin: Pos2,
}

impl Placing {
    fn new(grid: &Grid, rect: Rect) -> Self {
        let (least, most) = grid.bounds();
        let size = egui::vec2(most[0] - least[0], most[1] - least[1]);
        let scale = (rect.width() / size.x).min(rect.height() / size.y);
        let drawn = size * scale;
        let corner = rect.min + (rect.size() - drawn) / 2.0;
        Self {
            scale,
            origin: corner - egui::vec2(least[0], least[1]) * scale,
        }
    }

    fn at(self, point: [f32; 2]) -> Pos2 {
        self.origin + egui::vec2(point[0], point[1]) * self.scale
    }

    /// Where the middles of some cells are on the screen.
    fn cells(self, grid: &Grid, cells: &[Cell]) -> Vec<Pos2> {
        let middle = |cell: &Cell| self.at(grid.centre(*cell));
        cells.iter().map(middle).collect()
    }
}

fn draw(level: &Level, rect: Rect, palette: &Palette) -> Vec<Shape> {
    let grid = level.map.grid();
    let placing = Placing::new(grid, rect);
    let mut ground = Mesh::default();
    for cell in grid.cells() {
        let terrain = &level.terrain[cell.index()];
        let height = level.map.ground(cell).elevation;
        fill(
            &mut ground,
            grid,
            placing,
            cell,
            shaded(terrain.colour, height),
        );
    }
    let mut shapes = vec![Shape::mesh(ground)];
    if let Victory::Hold { cells, .. } | Victory::Escape { cells, .. } = &level.victory {
        tint(&mut shapes, grid, placing, cells, palette.accent());
    }
    for (side, own) in sides(level) {
        let colour = palette.side(side).egui();
        tint(&mut shapes, grid, placing, &own.deployment, colour);
    }
    borders(&mut shapes, level, placing);
    shapes
}

/// Higher ground is lighter.
fn shaded(colour: [u8; 3], elevation: i8) -> Color32 {
    let factor = (f32::from(elevation).mul_add(0.07, 1.0)).clamp(0.6, 1.4);
    let [red, green, blue] = colour.map(|value| (f32::from(value) * factor).min(255.0) as u8);
    Color32::from_rgb(red, green, blue)
}

fn fill(mesh: &mut Mesh, grid: &Grid, placing: Placing, cell: Cell, colour: Color32) {
    let first = mesh.vertices.len() as u32;
    let corners = grid.corners(cell);
    for corner in &corners {
        mesh.colored_vertex(placing.at(*corner), colour);
    }
    for number in 1..corners.len() as u32 - 1 {
        mesh.add_triangle(first, first + number, first + number + 1);
    }
}

/// Cells in a colour that the ground shows through, with an outline.
fn tint(shapes: &mut Vec<Shape>, grid: &Grid, placing: Placing, cells: &[Cell], colour: Color32) {
    let mut inside = vec![false; grid.len()];
    for cell in cells {
        inside[cell.index()] = true;
    }
    let mut mesh = Mesh::default();
    let mut lines = Vec::new();
    for cell in cells {
        fill(&mut mesh, grid, placing, *cell, colour.gamma_multiply(0.4));
        for side in grid.sides() {
            let same = grid
                .across(*cell, side)
                .is_some_and(|other| inside[other.index()]);
            if !same {
                let (from, to) = grid.side_ends(*cell, side);
                let ends = [placing.at(from), placing.at(to)];
                lines.push(Shape::line_segment(ends, Stroke::new(4.0, Color32::BLACK)));
            }
        }
    }
    shapes.push(Shape::mesh(mesh));
    let bright = lines.clone();
    shapes.append(&mut lines);
    for line in bright {
        if let Shape::LineSegment { points, .. } = line {
            shapes.push(Shape::line_segment(points, Stroke::new(2.0, colour)));
        }
    }
}

/// Walls, doors, hedges.
fn borders(shapes: &mut Vec<Shape>, level: &Level, placing: Placing) {
    for (cell, side, border) in level.map.borders() {
        let (from, to) = level.map.grid().side_ends(cell, side);
        let ends = [placing.at(from), placing.at(to)];
        let stroke = if border.wall {
            Stroke::new(3.0, Color32::from_rgb(30, 27, 24))
        } else if border.door.is_some() {
            Stroke::new(3.0, Color32::from_rgb(196, 132, 62))
        } else if border.opaque || border.cover != Cover::None {
            Stroke::new(2.5, Color32::from_rgb(44, 84, 38))
        } else {
            continue;
        };
        shapes.push(Shape::line_segment(ends, stroke));
    }
}

/// What the colours of the drawing mean.
pub(crate) fn legend(ui: &mut egui::Ui, level: &Level, palette: &Palette) {
    ui.horizontal_wrapped(|ui| {
        let mut entry = |colour: Color32, text: &str| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(14.0, 14.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 2.0, colour);
            ui.label(theme::faint(text).small());
            ui.add_space(4.0);
        };
        for (side, own) in sides(level) {
            let text = format!("start of {}", own.name);
            entry(palette.side(side).egui(), &text);
        }
        match &level.victory {
            Victory::LastStanding => {}
            Victory::Hold { .. } => entry(palette.accent(), "to be held"),
            Victory::Escape { .. } => entry(palette.accent(), "the way out"),
        }
    });
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use egui::pos2;
    use shieldwall_grid::{Layout, Metres};

    use super::*;

    #[test]
    fn every_map_fits_into_its_rectangle() {
        let rect = Rect::from_min_max(pos2(10.0, 20.0), pos2(310.0, 160.0));
        for layout in Layout::ALL {
            for (width, height) in [(1, 1), (40, 30), (3, 60)] {
                let grid = Grid::new(layout, width, height, Metres::from_milli(1500)).unwrap();
                let placing = Placing::new(&grid, rect);
                for cell in grid.cells() {
                    for corner in grid.corners(cell) {
                        assert!(rect.expand(0.1).contains(placing.at(corner)));
                    }
                }
            }
        }
    }

    #[test]
    fn no_name_covers_another() {
        let within = Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 200.0));
        let size = egui::vec2(70.0, 18.0);
        let row = |y: f32| (0..20_u8).map(move |x| pos2(10.0 + 14.0 * f32::from(x), y));
        // One side stands on both sides of the other, so that both have the same middle.
        let between: Vec<Pos2> = row(100.0).collect();
        let around: Vec<Pos2> = row(60.0).chain(row(140.0)).collect();
        let first = plate(&between, size, within, &[]).unwrap();
        let second = plate(&around, size, within, &[first]).unwrap();
        assert!(!first.intersects(second), "{first} {second}");
        assert!(around.iter().any(|cell| second.contains(*cell)));
        // Even with a single cell for all of them.
        let mut taken = Vec::new();
        for _ in 0..4 {
            let next = plate(&[pos2(2.0, 199.0)], size, within, &taken).unwrap();
            assert!(within.contains_rect(next));
            assert!(taken.iter().all(|other: &Rect| !other.intersects(next)));
            taken.push(next);
        }
        assert_eq!(plate(&[], size, within, &[]), None);
    }
}
