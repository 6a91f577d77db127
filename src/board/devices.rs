//! Levers, wheels and winches of a level, where the ruleset lets one operate them.

use bevy::prelude::*;
use shieldwall_content::level::{Device, DeviceTime};
use shieldwall_grid::{Cell, Map};

use crate::{
    art::{Gallery, PictureKey, rasterise},
    session::{Scene, Session},
};

use super::{
    Board, Showing,
    drawing::Drawing,
    layer,
    plane::{CELL, centre},
};

const PIXELS: u32 = 96;

/// Outline of the drawings.
const OUTLINE: &str = "stroke=\"#1d1a16\" stroke-width=\"4\" stroke-linejoin=\"round\"";

/// What a device looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    kind: Kind,
    /// Whether it is in another position than at the beginning.
    thrown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What takes a moment.
    Lever,
    /// What takes a whole round.
    Wheel,
}

impl Look {
    /// As the level has it, or thrown if that has changed on which it works: where a device itself
    /// stands, the battle does not say.
    fn of(device: &Device, scene: &Scene, before: &Map, now: &Map) -> Self {
        let mut ground = device.ground.iter();
        let other_ground = ground.any(|(cell, to)| scene.ground.get(cell) == Some(&to.id));
        let mut doors = device.doors.iter();
        let other_doors = !device.doors.is_empty()
            && doors.all(|(cell, side)| {
                before.border(*cell, *side).is_shut() != now.border(*cell, *side).is_shut()
            });
        Self {
            kind: match device.takes {
                DeviceTime::Moment => Kind::Lever,
                DeviceTime::Round => Kind::Wheel,
            },
            thrown: other_ground || other_doors,
        }
    }

    fn drawing(self) -> Drawing {
        let mut drawing = Drawing::new(100.0, 100.0);
        match self.kind {
            Kind::Lever => lever(&mut drawing, self.thrown),
            Kind::Wheel => wheel(&mut drawing, self.thrown),
        }
        drawing
    }

    fn picture(self, gallery: &mut Gallery) -> Option<Handle<Image>> {
        let key = PictureKey {
            name: format!("device: {self:?}"),
            pixels: PIXELS,
        };
        gallery.picture(&key, move |pixels| {
            rasterise(&self.drawing().svg(), pixels, pixels)
        })
    }
}

/// A lever, for the legend.
pub(super) fn sample() -> Drawing {
    let look = Look {
        kind: Kind::Lever,
        thrown: false,
    };
    look.drawing()
}

/// A lever in a slotted plate; it leans left at rest and right when thrown.
fn lever(drawing: &mut Drawing, thrown: bool) {
    drawing.ellipse(
        [2.0, 34.0],
        [44.0, 13.0],
        "fill=\"#0d0b08\" fill-opacity=\".34\"",
    );
    drawing.rect(
        [-38.0, 14.0],
        [76.0, 26.0],
        7.0,
        &format!("fill=\"#8f958f\" {OUTLINE}"),
    );
    drawing.rect([-25.0, 22.0], [50.0, 9.0], 4.0, "fill=\"#2a2620\"");
    let lean = if thrown { 1.0 } else { -1.0 };
    let (foot, head) = ([lean * 7.0, 26.0], [lean * 27.0, -28.0]);
    for (ink, width) in [("#1d1a16", 16.0), ("#a5713c", 9.0)] {
        let style = format!("stroke=\"{ink}\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
        drawing.line(foot, head, &style);
    }
    drawing.circle(head, 13.0, &format!("fill=\"#d6452f\" {OUTLINE}"));
    drawing.circle(
        [head[0] - 4.0, head[1] - 4.0],
        3.6,
        "fill=\"#ffffff\" fill-opacity=\".6\"",
    );
}

/// A wheel with a grip on its rim; the grip is at the top at rest.
fn wheel(drawing: &mut Drawing, thrown: bool) {
    drawing.ellipse(
        [2.0, 8.0],
        [44.0, 38.0],
        "fill=\"#0d0b08\" fill-opacity=\".34\"",
    );
    let turn = if thrown { 60.0 } else { 0.0 };
    drawing.add(&format!("<g transform=\"rotate({turn})\">"));
    for (ink, rim, spoke) in [("#1d1a16", 17.0, 13.0), ("#a5713c", 9.5, 6.0)] {
        let style = format!("stroke=\"{ink}\" stroke-width=\"{spoke}\"");
        drawing.line([-32.0, 0.0], [32.0, 0.0], &style);
        drawing.line([0.0, -32.0], [0.0, 32.0], &style);
        let style = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{rim}\"");
        drawing.circle([0.0, 0.0], 32.0, &style);
    }
    drawing.circle([0.0, 0.0], 9.0, &format!("fill=\"#b9bfc2\" {OUTLINE}"));
    drawing.circle([0.0, -33.0], 11.0, &format!("fill=\"#d6452f\" {OUTLINE}"));
    drawing.add("</g>");
}

/// The devices that can be operated, with how they look now. Rulesets without zones know of none, and
/// what does nothing is not shown.
fn devices(session: &Session) -> Vec<(Cell, Look)> {
    if !session.plan.ruleset.uses_zones() {
        return Vec::new();
    }
    let level = &session.plan.setup.level;
    let look = |device: &Device| Look::of(device, &session.scene, &level.map, &session.map);
    let all = level.devices.iter();
    all.map(|device| (device.cell, look(device))).collect()
}

/// Whether there are devices that can be operated.
pub(super) fn are_there(session: &Session) -> bool {
    !devices(session).is_empty()
}

/// A marker for a device.
#[derive(Component)]
struct DeviceMarker;

fn install(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut gallery: ResMut<Gallery>,
    markers: Query<Entity, With<DeviceMarker>>,
    mut shown: Local<(u64, Vec<(Cell, Look)>)>,
) {
    let wanted = devices(&session);
    if shown.0 == board.battle && shown.1 == wanted {
        return;
    }
    let pictures: Option<Vec<Handle<Image>>> = wanted
        .iter()
        .map(|(_, look)| look.picture(&mut gallery))
        .collect();
    let Some(pictures) = pictures else {
        return;
    };
    for marker in &markers {
        commands.entity(marker).try_despawn();
    }
    for ((cell, _), image) in wanted.iter().zip(pictures) {
        let at = centre(&board.grid, *cell);
        commands.spawn((
            Name::new("device"),
            DeviceMarker,
            Sprite {
                image,
                custom_size: Some(Vec2::splat(CELL * 0.72)),
                ..default()
            },
            Transform::from_translation(at.extend(layer::DEVICES)),
            ChildOf(board.root),
        ));
    }
    *shown = (board.battle, wanted);
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, install.in_set(Showing));
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{collections::BTreeMap, sync::Arc};

    use shieldwall_grid::{Border, Door, Grid, Layout, Metres, Side};

    use super::{super::growth_art::tests::terrains, *};

    #[test]
    fn every_look_differs_from_the_others() {
        let mut all = Vec::new();
        for kind in [Kind::Lever, Kind::Wheel] {
            for thrown in [false, true] {
                let svg = Look { kind, thrown }.drawing().svg();
                let picture = rasterise(&svg, 48, 48).unwrap();
                assert!(!all.contains(&picture.data().to_vec()));
                all.push(picture.data().to_vec());
            }
        }
    }

    #[test]
    fn devices_look_thrown_while_that_has_changed_on_which_they_work() {
        let grid = Grid::new(Layout::Square, 6, 6, Metres::from_milli(1500)).unwrap();
        let (gate, pit) = ((Cell(8), Side(0)), Cell(20));
        let mut before = Map::open(grid);
        before.set_border(gate.0, gate.1, Border::with_door(Door::Locked));
        let terrain = Arc::new(terrains().remove(0));
        let device = |takes, doors, ground| Device {
            name: "Lever".to_owned(),
            cell: Cell(3),
            action: "Pull the lever".to_owned(),
            takes,
            once: false,
            doors,
            ground,
        };
        let lever = device(DeviceTime::Moment, vec![gate], Vec::new());
        let ground = vec![(pit, Arc::clone(&terrain))];
        let wheel = device(DeviceTime::Round, Vec::new(), ground);
        let mut now = before.clone();
        let mut scene = Scene::default();
        let thrown = |device: &Device, scene: &Scene, now: &Map| {
            Look::of(device, scene, &before, now).thrown
        };
        assert!(!thrown(&lever, &scene, &now) && !thrown(&wheel, &scene, &now));
        now.set_door(gate.0, gate.1, Door::Open);
        assert!(thrown(&lever, &scene, &now) && !thrown(&wheel, &scene, &now));
        // Doors that have been shut again are closed, no longer locked.
        now.set_door(gate.0, gate.1, Door::Closed);
        scene.ground = BTreeMap::from([(pit, terrain.id.clone())]);
        assert!(!thrown(&lever, &scene, &now) && thrown(&wheel, &scene, &now));
        let kinds = [&lever, &wheel].map(|device| Look::of(device, &scene, &before, &now).kind);
        assert_eq!(kinds, [Kind::Lever, Kind::Wheel]);
    }
}
