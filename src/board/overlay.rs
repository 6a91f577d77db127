//! Overlays: hatched tilemap layers over the terrain, with an outline around each region.

use std::collections::BTreeMap;

use bevy::{
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
};
use bevy_ecs_tilemap::prelude::*;
use resvg::tiny_skia::Pixmap;
use shieldwall_battle::Target;
use shieldwall_content::LevelPart;
use shieldwall_content::level::Victory;
use shieldwall_grid::{Cell, Grid, Zones};

use crate::{
    art::{ArtError, GameArt, texture_array},
    decide::Considered,
    session::{Asked, Draft, KnownForecast, Overlays, Seat, Session},
};

use super::{
    Board, Showing,
    board_textures::BoardTextures,
    hatch::Hatch,
    layer,
    markings::{Markings, markings},
    plane::{CELL, centre, heading, side_ends},
    strokes::{StrokeMaterial, Strokes, colour, show},
    terrain::{layer_bundle, tile_pos},
    tile_art::{TileShape, on_plane},
};

/// One hatched layer.
#[derive(Component, Debug)]
struct HatchLayer {
    /// The pictures of the hatches.
    image: AssetId<Image>,
    kind: Kind,
    /// What each cell shows.
    shown: BTreeMap<Cell, Hatch>,
    /// Tiles made so far; cells that were never hatched have none.
    tiles: BTreeMap<Cell, Entity>,
}

/// The layers from the ground up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Objectives,
    Ranges,
    Reach,
    Threat,
    Arcs,
    Targets,
    Struck,
    SessionTargeting,
    Risks,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Objectives,
        Self::Ranges,
        Self::Reach,
        Self::Threat,
        Self::Arcs,
        Self::Targets,
        Self::Struck,
        Self::SessionTargeting,
        Self::Risks,
    ];

    const fn height(self) -> f32 {
        match self {
            Self::Objectives => layer::MARKS,
            Self::Ranges => layer::OVERLAYS,
            Self::Reach => layer::OVERLAYS + 0.5,
            Self::Threat => layer::OVERLAYS + 1.0,
            Self::Arcs => layer::OVERLAYS + 1.25,
            Self::Targets => layer::OVERLAYS + 1.5,
            Self::Struck => layer::OVERLAYS + 1.6,
            Self::SessionTargeting => layer::OVERLAYS + 1.75,
            Self::Risks => layer::OVERLAYS + 2.0,
        }
    }

    fn hatches(
        self,
        marked: &Markings,
        objectives: &BTreeMap<Cell, Hatch>,
        zones: &Zones,
    ) -> BTreeMap<Cell, Hatch> {
        match self {
            Self::Objectives => objectives.clone(),
            Self::Ranges => hatched(&marked.ranges, |band| Hatch::Range(*band)),
            Self::Reach => hatched(&marked.reach, |band| Hatch::Reach(*band)),
            Self::Threat => hatched(&marked.threat, |threat| Hatch::Threat(*threat)),
            Self::Arcs => hatched(&marked.arcs, |arc| Hatch::Arc(*arc)),
            Self::Targets => {
                let meant = marked.meant_zone.map(|zone| zones.cells_of(zone));
                let cells = marked.cells.iter().chain(meant.into_iter().flatten());
                cells.map(|cell| (*cell, Hatch::Target)).collect()
            }
            Self::Struck => {
                let cells = marked.struck.iter();
                cells.map(|cell| (*cell, Hatch::Struck)).collect()
            }
            Self::SessionTargeting => marked
                .noticed
                .iter()
                .map(|cell| (*cell, Hatch::Noticed))
                .collect(),
            Self::Risks => marked
                .risky
                .iter()
                .map(|cell| (*cell, Hatch::Risky))
                .collect(),
        }
    }
}

fn hatched<T>(cells: &BTreeMap<Cell, T>, hatch: impl Fn(&T) -> Hatch) -> BTreeMap<Cell, Hatch> {
    cells
        .iter()
        .map(|(cell, value)| (*cell, hatch(value)))
        .collect()
}

/// Outlines of overlay regions, and sides and directions that may be picked.
#[derive(Component)]
struct Outlines;

/// What is marked now; worked out here, used by tokens too.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub(super) struct Marking(pub(super) Markings);

/// Pictures of the hatches in the making.
#[derive(Resource)]
pub(super) struct Hatching {
    battle: u64,
    task: Task<Result<Vec<Pixmap>, ArtError>>,
}

fn begin(mut commands: Commands, board: Res<Board>, mut marking: ResMut<Marking>) {
    *marking = Marking::default();
    commands.spawn((
        Name::new("outlines"),
        Outlines,
        Transform::from_xyz(0.0, 0.0, layer::OUTLINES),
        Visibility::default(),
        ChildOf(board.root),
    ));
}

/// Begins to draw the hatches, when the board is new and when pictures have changed.
fn draw_hatches(mut commands: Commands, board: Res<Board>, art: Res<GameArt>) {
    let shape = TileShape(board.grid.layout());
    let art = art.clone();
    let task = AsyncComputeTaskPool::get().spawn(async move {
        Hatch::ALL
            .into_iter()
            .map(|hatch| hatch.picture(&art, shape))
            .collect()
    });
    commands.insert_resource(Hatching {
        battle: board.battle,
        task,
    });
}

fn finish(
    mut commands: Commands,
    board: Res<Board>,
    mut hatching: ResMut<Hatching>,
    before: Query<(Entity, &HatchLayer)>,
    mut textures: ResMut<BoardTextures>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(result) = block_on(poll_once(&mut hatching.task)) else {
        return;
    };
    commands.remove_resource::<Hatching>();
    if hatching.battle != board.battle {
        return;
    }
    let pictures = match result {
        Ok(pictures) => pictures,
        Err(error) => {
            error!("overlays cannot be drawn: {error}");
            return;
        }
    };
    // All layers have one texture.
    if let Some((_, layer)) = before.iter().next() {
        textures.retire_one(layer.image);
    }
    for (entity, _) in &before {
        commands.entity(entity).despawn();
    }
    let texture = textures.add(&mut images, texture_array(&pictures));
    let shape = TileShape(board.grid.layout());
    for kind in Kind::ALL {
        let entity = commands
            .spawn((ChildOf(board.root), Name::new("overlay")))
            .id();
        let bundle = layer_bundle(
            &board.grid,
            texture.clone(),
            on_plane(shape.cell_box()),
            kind.height(),
            TileStorage::empty(TilemapSize::new(
                u32::from(board.grid.width()),
                u32::from(board.grid.height()),
            )),
        );
        commands.entity(entity).insert((
            bundle,
            HatchLayer {
                image: texture.id(),
                kind,
                shown: BTreeMap::new(),
                tiles: BTreeMap::new(),
            },
        ));
    }
}

pub(super) fn work_out(
    session: Res<Session>,
    asked: Res<Asked>,
    seat: Res<Seat>,
    draft: Res<Draft>,
    overlays: Res<Overlays>,
    considered: Res<Considered>,
    mut marking: ResMut<Marking>,
) {
    let changed = [
        session.is_changed(),
        asked.is_changed(),
        seat.is_changed(),
        draft.is_changed(),
        overlays.is_changed(),
        considered.is_changed(),
    ];
    if changed.contains(&true) {
        let mut marked = if seat.is_covered() {
            Markings::default()
        } else {
            markings((&session, &asked, *seat), &draft, &overlays)
        };
        // The zone that is pointed at goes before the one that was picked, as confirming means it.
        if let Some(Target::Zone(zone)) = considered.target
            && marked.zones.contains(&zone)
        {
            marked.meant_zone = Some(zone);
        }
        if let Some(choice) = considered.forecast()
            && let KnownForecast::Odds(forecast) = asked.forecasts.forecast(choice)
        {
            let open = |cell: &&Cell| !session.map.ground(**cell).is_wall();
            marked.struck.extend(forecast.covers.iter().filter(open));
        }
        marked.cells.extend(&considered.from);
        marking.set_if_neq(Marking(marked));
    }
}

/// Objectives and exits of the level. Where it names no exits one leaves by its rim, as everybody can
/// see without marks.
pub(super) fn objectives(session: &Session) -> BTreeMap<Cell, Hatch> {
    let level = &session.plan.setup.level;
    let exits: &[Cell] = if session.plan.uses(LevelPart::Exits) {
        &level.exits
    } else {
        &[]
    };
    let marked = |cells: &[Cell], hatch: Hatch| -> BTreeMap<Cell, Hatch> {
        cells.iter().map(|cell| (*cell, hatch)).collect()
    };
    let mut marks = marked(exits, Hatch::Exit);
    // An exit that is to be held shows that it is to be held.
    match &level.victory {
        Victory::LastStanding => {}
        Victory::Hold { cells, .. } => marks.extend(marked(cells, Hatch::Objective)),
        Victory::Escape { cells, .. } => marks.extend(marked(cells, Hatch::Exit)),
    }
    marks
}

fn hatch_cells(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    marking: Res<Marking>,
    mut layers: Query<(Entity, &mut HatchLayer, &mut TileStorage)>,
    mut tiles: Query<(&mut TileTextureIndex, &mut TileVisible)>,
) {
    for (entity, mut layer, mut storage) in &mut layers {
        if !marking.is_changed() && !layer.is_added() {
            continue;
        }
        let zones = &session.plan.setup.level.zones;
        let wanted = layer.kind.hatches(&marking.0, &objectives(&session), zones);
        if wanted == layer.shown {
            continue;
        }
        let layer = &mut *layer;
        for cell in layer.shown.keys().filter(|cell| !wanted.contains_key(cell)) {
            if let Some((_, mut visible)) = layer
                .tiles
                .get(cell)
                .and_then(|tile| tiles.get_mut(*tile).ok())
            {
                visible.0 = false;
            }
        }
        for (cell, hatch) in &wanted {
            if layer.shown.get(cell) == Some(hatch) {
                continue;
            }
            let index = TileTextureIndex(hatch.number());
            if let Some((mut texture, mut visible)) = layer
                .tiles
                .get(cell)
                .and_then(|tile| tiles.get_mut(*tile).ok())
            {
                *texture = index;
                visible.0 = true;
            } else {
                let position = tile_pos(&board.grid, *cell);
                let tile = commands
                    .spawn((
                        TileBundle {
                            position,
                            tilemap_id: TilemapId(entity),
                            texture_index: index,
                            ..default()
                        },
                        ChildOf(entity),
                    ))
                    .id();
                storage.set(&position, tile);
                layer.tiles.insert(*cell, tile);
            }
        }
        layer.shown = wanted;
    }
}

fn outline(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    marking: Res<Marking>,
    outlines: Query<(Entity, Ref<Outlines>)>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
) {
    let Ok((entity, outlines)) = outlines.single() else {
        return;
    };
    if !marking.is_changed() && !outlines.is_added() {
        return;
    }
    let grid = &board.grid;
    let marked = &marking.0;
    let mut strokes = Strokes::default();
    region(&mut strokes, grid, &objectives(&session), |hatch| hatch);
    region(&mut strokes, grid, &marked.ranges, Hatch::Range);
    region(&mut strokes, grid, &marked.reach, Hatch::Reach);
    region(&mut strokes, grid, &marked.threat, Hatch::Threat);
    // Zones share their borders, so each has an outline of its own.
    for zone in &marked.zones {
        let cells = session.plan.setup.level.zones.cells_of(*zone);
        let cells = cells.iter().map(|cell| (*cell, ())).collect();
        region(&mut strokes, grid, &cells, |()| Hatch::Target);
    }
    let bright = colour(Hatch::Target.colour(), 1.0);
    let dark = colour([20, 16, 8], 0.7);
    for (cell, side) in &marked.sides {
        let (from, to) = side_ends(grid, *cell, *side);
        strokes.line(from, to, 9.0, dark);
        strokes.line(from, to, 5.5, bright);
    }
    for (cell, direction) in &marked.facings {
        let along = heading(grid, *direction);
        let tip = centre(grid, *cell) + along * CELL * 0.78;
        strokes.arrow_head(tip + along * 3.0, along, 17.0, dark);
        strokes.arrow_head(tip, along, 12.0, bright);
    }
    show(&mut commands, entity, strokes, &mut meshes, &material);
}

/// Lines along the sides where a region ends or its band changes.
fn region<T: Copy + PartialEq>(
    strokes: &mut Strokes,
    grid: &Grid,
    cells: &BTreeMap<Cell, T>,
    hatch: impl Fn(T) -> Hatch,
) {
    for (cell, value) in cells {
        for side in grid.sides() {
            let across = grid.across(*cell, side).and_then(|other| cells.get(&other));
            if across == Some(value) {
                continue;
            }
            let ink = hatch(*value).colour();
            let (from, to) = side_ends(grid, *cell, side);
            let inwards = (centre(grid, *cell) - (from + to) / 2.0).normalize_or_zero() * 1.6;
            strokes.line(from + inwards, to + inwards, 4.6, colour([20, 16, 8], 0.42));
            strokes.line(from + inwards, to + inwards, 2.6, colour(ink, 0.95));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Marking>()
        .init_resource::<StrokeMaterial>()
        .add_systems(
            Update,
            (
                begin.run_if(resource_exists_and_changed::<Board>),
                draw_hatches.run_if(
                    resource_exists_and_changed::<Board>
                        .or_eager(resource_exists_and_changed::<GameArt>),
                ),
                finish.run_if(resource_exists::<Hatching>),
                work_out,
                (hatch_cells, outline),
            )
                .chain()
                .in_set(Showing),
        );
}
