//! Lines and areas as triangles, for everything whose shape depends on the map: contours, outlines,
//! paths. Sharp at any zoom.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
    sprite_render::AlphaMode2d,
};

use super::Board;

/// What an entity needs for strokes to be drawn on it, so high above the board.
pub(super) fn sheet(board: &Board, name: &'static str, height: f32) -> impl Bundle {
    (
        Name::new(name),
        Transform::from_xyz(0.0, 0.0, height),
        Visibility::default(),
        ChildOf(board.root),
    )
}

/// Triangles in the making.
#[derive(Default, Debug)]
pub(super) struct Strokes {
    positions: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Strokes {
    /// Whether there is nothing to draw.
    pub(super) fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// A convex area with a colour of its own at each corner.
    pub(super) fn area(&mut self, corners: &[(Vec2, LinearRgba)]) {
        let first = self.positions.len() as u32;
        for (at, colour) in corners {
            self.positions.push([at.x, at.y, 0.0]);
            self.colours.push(colour.to_f32_array());
        }
        for corner in 2..corners.len() as u32 {
            self.indices
                .extend([first, first + corner - 1, first + corner]);
        }
    }

    /// A straight line with round ends.
    pub(super) fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: LinearRgba) {
        let along = (to - from).normalize_or(Vec2::X);
        let across = along.perp() * width / 2.0;
        let mut outline = Vec::with_capacity(12);
        for (end, outwards) in [(from, -along), (to, along)] {
            let side = if end == from { across } else { -across };
            for step in 0..=5u8 {
                let angle = std::f32::consts::PI * f32::from(step) / 5.0;
                let turned = side * angle.cos() + outwards * (width / 2.0) * angle.sin();
                outline.push((end + turned, colour));
            }
        }
        self.area(&outline);
    }

    /// A dashed line.
    pub(super) fn dashes(
        &mut self,
        from: Vec2,
        to: Vec2,
        width: f32,
        [dash, gap]: [f32; 2],
        colour: LinearRgba,
    ) {
        let length = from.distance(to);
        let along = (to - from).normalize_or(Vec2::X);
        let mut at = 0.0;
        while at < length {
            let end = (at + dash).min(length);
            self.line(from + along * at, from + along * end, width, colour);
            at += dash + gap;
        }
    }

    /// A disc.
    pub(super) fn disc(&mut self, centre: Vec2, radius: f32, colour: LinearRgba) {
        let outline: Vec<_> = (0..20)
            .map(|step| {
                let angle = std::f32::consts::TAU * step as f32 / 20.0;
                (centre + Vec2::from_angle(angle) * radius, colour)
            })
            .collect();
        self.area(&outline);
    }

    /// An arrow head that points in a direction.
    pub(super) fn arrow_head(&mut self, tip: Vec2, along: Vec2, size: f32, colour: LinearRgba) {
        let back = tip - along * size;
        let across = along.perp() * size * 0.6;
        self.area(&[
            (tip, colour),
            (back + across, colour),
            (back - across, colour),
        ]);
    }

    /// The whole as a mesh.
    pub(super) fn mesh(self) -> Mesh {
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::RENDER_WORLD | RenderAssetUsages::MAIN_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
        .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// The material that all strokes share: the colours are in the corners.
#[derive(Resource)]
pub(super) struct StrokeMaterial(pub(super) Handle<ColorMaterial>);

impl FromWorld for StrokeMaterial {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        Self(materials.add(ColorMaterial {
            alpha_mode: AlphaMode2d::Blend,
            ..ColorMaterial::default()
        }))
    }
}

/// An sRGB colour with an opacity, for strokes.
pub(super) fn colour([red, green, blue]: [u8; 3], opacity: f32) -> LinearRgba {
    LinearRgba::from(Color::srgb_u8(red, green, blue)).with_alpha(opacity)
}

/// Shows strokes on an entity in place of what it showed; nothing if they are empty.
pub(super) fn show(
    commands: &mut Commands,
    entity: Entity,
    strokes: Strokes,
    meshes: &mut Assets<Mesh>,
    material: &StrokeMaterial,
) {
    if strokes.is_empty() {
        commands.entity(entity).remove::<Mesh2d>();
    } else {
        commands.entity(entity).insert((
            Mesh2d(meshes.add(strokes.mesh())),
            MeshMaterial2d(material.0.clone()),
        ));
    }
}
