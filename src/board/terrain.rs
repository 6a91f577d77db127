//! Terrain: two tilemap layers, the ground and what grows on it.
//!
//! The tiles are drawn when a battle begins and when pictures have changed, off the frame thread, for
//! the terrains of its level alone. Elevation and light tint them.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use bevy::{
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, futures_lite::future, poll_once},
};
use bevy_ecs_tilemap::prelude::*;
use resvg::tiny_skia::Pixmap;
use shieldwall_content::{Level, Terrain};
use shieldwall_grid::{Cell, Grid, Layout, Light, Map};

use crate::{
    art::{ArtError, GameArt, texture_array},
    session::Session,
};

use super::{
    Board, Showing,
    board_textures::BoardTextures,
    layer,
    plane::{CELL, centre, speckle},
    terrain_art::{ground, growth},
    terrain_pictures,
    tile_art::{TileShape, on_plane},
};

/// The most layers a texture array may have on every graphics card.
const MOST_LAYERS: usize = 250;

/// The tile of a cell. Tilemaps count rows from the bottom, maps from the top.
pub(super) fn tile_pos(grid: &Grid, cell: Cell) -> TilePos {
    let (column, row) = grid.column_row(cell);
    TilePos::new(u32::from(column), u32::from(grid.height() - 1 - row))
}

/// How a tilemap lays out the cells of a grid.
fn map_type(grid: &Grid) -> TilemapType {
    match grid.layout() {
        Layout::Square => TilemapType::Square,
        // Odd rows from the top are shoved; whether they are odd from the bottom depends on how
        // many there are.
        Layout::HexPointy if grid.height().is_multiple_of(2) => {
            TilemapType::Hexagon(HexCoordSystem::RowEven)
        }
        Layout::HexPointy => TilemapType::Hexagon(HexCoordSystem::RowOdd),
        // Odd columns are shoved down, which is against the tilemap's up.
        Layout::HexFlat => TilemapType::Hexagon(HexCoordSystem::ColumnEven),
    }
}

/// Size of the box around a cell, as tilemaps count it: from corner to corner the long way.
fn grid_size(grid: &Grid) -> TilemapGridSize {
    let long = CELL / 30f32.to_radians().cos();
    match grid.layout() {
        Layout::HexPointy => TilemapGridSize::new(CELL, long),
        Layout::HexFlat => TilemapGridSize::new(long, CELL),
        Layout::Square => TilemapGridSize::new(CELL, CELL),
    }
}

/// A tilemap whose cells lie where the grid's do. `tile` is the size of the pictures on the plane.
pub(super) fn layer_bundle(
    grid: &Grid,
    texture: Handle<Image>,
    tile: Vec2,
    height: f32,
    storage: TileStorage,
) -> TilemapBundle {
    let bottom_left = Cell((grid.height() - 1) * grid.width());
    let origin = centre(grid, bottom_left);
    TilemapBundle {
        grid_size: grid_size(grid),
        map_type: map_type(grid),
        size: TilemapSize::new(u32::from(grid.width()), u32::from(grid.height())),
        storage,
        texture: TilemapTexture::TextureContainer(texture),
        tile_size: TilemapTileSize::new(tile.x, tile.y),
        transform: Transform::from_translation(origin.extend(height)),
        ..default()
    }
}

/// The pictures of one terrain.
struct Painted {
    ground: Vec<Pixmap>,
    growth: Vec<Pixmap>,
}

/// Terrains being drawn.
#[derive(Resource)]
pub(super) struct Painting {
    battle: u64,
    terrains: Vec<Arc<Terrain>>,
    task: Task<Result<Vec<Painted>, ArtError>>,
}

/// The different terrains of a level, in the order in which they first appear; last those that its
/// devices may change cells to.
fn terrains_of(level: &Level) -> Vec<Arc<Terrain>> {
    let mut found: Vec<Arc<Terrain>> = Vec::new();
    let devices = level.devices.iter().flat_map(|device| &device.ground);
    for terrain in level.terrain.iter().chain(devices.map(|(_, to)| to)) {
        if !found.iter().any(|known| known.id == terrain.id) {
            found.push(Arc::clone(terrain));
        }
    }
    found
}

fn begin(mut commands: Commands, board: Res<Board>, session: Res<Session>, art: Res<GameArt>) {
    let terrains = terrains_of(&session.plan.setup.level);
    let shape = TileShape(board.grid.layout());
    // Where there are many terrains, a texture holds fewer variants of each.
    let room = (MOST_LAYERS / terrains.len().max(1)).max(1);
    let pool = AsyncComputeTaskPool::get();
    let parts: Vec<Task<Result<Painted, ArtError>>> = terrains
        .iter()
        .take(MOST_LAYERS)
        .map(|terrain| {
            let (terrain, art) = (Arc::clone(terrain), art.clone());
            pool.spawn(async move {
                let variants = |name: &str| art.variants(name).into_iter().take(room);
                let ground = variants(terrain_pictures::ground(&terrain))
                    .map(|name| ground(&art, shape, &terrain, &name))
                    .collect::<Result<_, _>>()?;
                let growing = terrain_pictures::growth(&terrain).into_iter();
                let growth = growing
                    .flat_map(variants)
                    .map(|name| growth(&art, &terrain, &name))
                    .collect::<Result<_, _>>()?;
                // Other tasks and frames get their turn between two terrains.
                future::yield_now().await;
                Ok(Painted { ground, growth })
            })
        })
        .collect();
    let task = pool.spawn(async move {
        let mut painted = Vec::with_capacity(parts.len());
        for part in parts {
            painted.push(part.await?);
        }
        Ok(painted)
    });
    commands.insert_resource(Painting {
        battle: board.battle,
        terrains,
        task,
    });
}

/// How elevation and light tint a cell.
pub(super) fn tint(elevation: i8, light: Light) -> Color {
    let height = 1.0 + 0.14 * f32::from(elevation.clamp(-4, 4));
    let [red, green, blue] = match light {
        Light::Bright => [1.0, 1.0, 1.0],
        Light::Dim => [0.56, 0.60, 0.78],
        Light::Dark => [0.19, 0.22, 0.37],
    };
    // Higher ground is warmer too, lower ground cooler.
    let warmth = 0.02 * f32::from(elevation.clamp(-4, 4));
    Color::linear_rgb(
        red * height * (1.0 + warmth),
        green * height,
        blue * height * (1.0 - warmth),
    )
}

fn finish(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut painting: ResMut<Painting>,
    before: Query<(Entity, &TerrainLayer)>,
    mut textures: ResMut<BoardTextures>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(result) = block_on(poll_once(&mut painting.task)) else {
        return;
    };
    commands.remove_resource::<Painting>();
    if painting.battle != board.battle {
        return;
    }
    let painted = match result {
        Ok(painted) => painted,
        Err(error) => {
            error!("terrain cannot be drawn: {error}");
            return;
        }
    };
    for (entity, layer) in &before {
        commands.entity(entity).despawn();
        textures.retire_one(layer.image);
    }
    let shape = TileShape(board.grid.layout());
    let names: Vec<String> = painting
        .terrains
        .iter()
        .map(|terrain| terrain.id.clone())
        .collect();
    for (name, height, size, salt, pick) in [
        (
            "ground",
            layer::GROUND,
            shape.cell_box(),
            1u32,
            (|painted: &Painted| painted.ground.as_slice()) as fn(&Painted) -> &[Pixmap],
        ),
        (
            "growth",
            layer::GROWTH,
            TileShape::picture_box(),
            2,
            |painted: &Painted| painted.growth.as_slice(),
        ),
    ] {
        let mut pictures = Vec::new();
        let mut ranges = Vec::new();
        for terrain in &painted {
            let own = pick(terrain);
            let room = MOST_LAYERS.saturating_sub(pictures.len());
            let first = pictures.len() as u32;
            pictures.extend_from_slice(&own[..own.len().min(room)]);
            ranges.push(first..pictures.len() as u32);
        }
        if pictures.is_empty() {
            continue;
        }
        let entity = commands.spawn((ChildOf(board.root), Name::new(name))).id();
        let size_in_tiles = TilemapSize::new(
            u32::from(board.grid.width()),
            u32::from(board.grid.height()),
        );
        let mut storage = TileStorage::empty(size_in_tiles);
        let texture = textures.add(&mut images, texture_array(&pictures));
        let layer = TerrainLayer {
            image: texture.id(),
            salt,
            variants: names.iter().cloned().zip(ranges).collect(),
            shown: session.shown.ground.clone(),
        };
        for cell in board.grid.cells() {
            let Some(picture) = terrain_at(&session, cell).and_then(|id| layer.texture(id, cell))
            else {
                continue;
            };
            let position = tile_pos(&board.grid, cell);
            let tile = layer.tile(&board.grid, &session.map, cell, picture, entity);
            let tile = commands.spawn((tile, ChildOf(entity))).id();
            storage.set(&position, tile);
        }
        let bundle = layer_bundle(&board.grid, texture, on_plane(size), height, storage);
        commands.entity(entity).insert((bundle, layer));
    }
}

/// The id of the terrain that is shown in a cell.
pub(super) fn terrain_at(session: &Session, cell: Cell) -> Option<&str> {
    let changed = session.shown.ground.get(&cell).map(String::as_str);
    changed.or_else(|| {
        let terrain = session.plan.setup.level.terrain.get(cell.index())?;
        Some(terrain.id.as_str())
    })
}

/// One of the two layers.
#[derive(Component, Debug)]
struct TerrainLayer {
    /// Its pictures.
    image: AssetId<Image>,
    /// Tells what is rolled for its tiles from what is rolled for others.
    salt: u32,
    /// Numbers of the pictures of each terrain.
    variants: BTreeMap<String, Range<u32>>,
    /// Cells that show another terrain than that of the level.
    shown: BTreeMap<Cell, String>,
}

impl TerrainLayer {
    /// The picture for a terrain in a cell; `None` if it has none in this layer.
    fn texture(&self, terrain: &str, cell: Cell) -> Option<TileTextureIndex> {
        let range = self
            .variants
            .get(terrain)
            .filter(|range| !range.is_empty())?;
        let roll = speckle(cell, self.salt);
        Some(TileTextureIndex(
            range.start + roll % (range.end - range.start),
        ))
    }

    fn tile(
        &self,
        grid: &Grid,
        map: &Map,
        cell: Cell,
        texture: TileTextureIndex,
        tilemap: Entity,
    ) -> TileBundle {
        let own = map.ground(cell);
        TileBundle {
            position: tile_pos(grid, cell),
            tilemap_id: TilemapId(tilemap),
            texture_index: texture,
            flip: TileFlip {
                // Masonry and the like are lit from one side, and boards have a direction; only what
                // grows may be mirrored.
                x: self.salt == 2 && speckle(cell, self.salt) & 0x100 != 0,
                ..default()
            },
            color: TileColor(tint(own.elevation, own.light)),
            ..default()
        }
    }
}

/// Shows other pictures where the ground has changed. A terrain that was not painted for the level
/// leaves the ground as it was.
fn follow_ground(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut layers: Query<(Entity, &mut TerrainLayer, &mut TileStorage)>,
    mut tiles: Query<(&mut TileTextureIndex, &mut TileVisible)>,
) {
    for (entity, mut layer, mut storage) in &mut layers {
        if layer.shown == session.shown.ground {
            continue;
        }
        let changed: BTreeSet<Cell> = layer
            .shown
            .keys()
            .chain(session.shown.ground.keys())
            .copied()
            .filter(|cell| layer.shown.get(cell) != session.shown.ground.get(cell))
            .collect();
        for cell in changed {
            let known = terrain_at(&session, cell);
            let Some(terrain) = known.filter(|id| layer.variants.contains_key(*id)) else {
                continue;
            };
            let texture = layer.texture(terrain, cell);
            let position = tile_pos(&board.grid, cell);
            let tile = storage.get(&position);
            match (tile.and_then(|tile| tiles.get_mut(tile).ok()), texture) {
                (Some((mut shown, mut visible)), Some(texture)) => {
                    *shown = texture;
                    visible.0 = true;
                }
                (Some((_, mut visible)), None) => visible.0 = false,
                (None, Some(texture)) => {
                    let tile = layer.tile(&board.grid, &session.map, cell, texture, entity);
                    let tile = commands.spawn((tile, ChildOf(entity))).id();
                    storage.set(&position, tile);
                }
                (None, None) => {}
            }
        }
        layer.shown.clone_from(&session.shown.ground);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            begin.run_if(
                resource_exists_and_changed::<Board>
                    .or_eager(resource_exists_and_changed::<GameArt>),
            ),
            finish.run_if(resource_exists::<Painting>),
            follow_ground.run_if(resource_exists_and_changed::<Session>),
        )
            .chain()
            .in_set(Showing),
    );
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use bevy_ecs_tilemap::anchor::TilemapAnchor;
    use shieldwall_grid::Metres;

    use super::{super::plane::cell_at, *};

    #[test]
    fn tiles_are_drawn_where_the_grid_has_their_cells() {
        for layout in Layout::ALL {
            for (width, height) in [(7, 5), (6, 8), (1, 1), (5, 2)] {
                let grid = Grid::new(layout, width, height, Metres::from_milli(1500)).unwrap();
                let size = TilemapSize::new(u32::from(width), u32::from(height));
                let bundle = layer_bundle(
                    &grid,
                    Handle::default(),
                    Vec2::splat(CELL),
                    1.0,
                    TileStorage::empty(size),
                );
                for cell in grid.cells() {
                    let local = tile_pos(&grid, cell).center_in_world(
                        &size,
                        &bundle.grid_size,
                        &bundle.tile_size,
                        &bundle.map_type,
                        &TilemapAnchor::None,
                    );
                    let drawn = local + bundle.transform.translation.truncate();
                    let off = drawn.distance(centre(&grid, cell));
                    assert!(off < 0.05, "{layout:?} {width}x{height} {cell}: {off}");
                    assert_eq!(cell_at(&grid, drawn), Some(cell));
                }
            }
        }
    }

    #[test]
    fn higher_ground_is_lighter_and_dark_cells_are_darker() {
        let brightness = |colour: Color| {
            let linear = colour.to_linear();
            linear.red + linear.green + linear.blue
        };
        assert!(brightness(tint(2, Light::Bright)) > brightness(tint(0, Light::Bright)));
        for height in -4..=4 {
            let [dark, dim, bright] = [Light::Dark, Light::Dim, Light::Bright]
                .map(|light| brightness(tint(height, light)));
            assert!(dark < dim && dim < bright, "{height}");
        }
    }
}
