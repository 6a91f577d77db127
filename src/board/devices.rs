//! Levers, wheels and winches of a level, where the ruleset lets one operate them.

use bevy::prelude::*;
use shieldwall_content::LevelPart;
use shieldwall_content::level::{Device, DeviceTime};
use shieldwall_grid::{Cell, Map};

use crate::{
    art::{Gallery, GameArt},
    session::Session,
    shown::ShownBattle,
};

use super::{
    Board, Showing, layer,
    plane::{CELL, centre},
};

const PIXELS: u32 = 96;

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
    /// What the settings of a ruleset add: a boulder, a rope.
    Prop,
}

impl Look {
    /// As the level has it, or thrown if that has changed on which it works: where a device itself
    /// stands, the battle does not say.
    fn of(device: &Device, shown: &ShownBattle, before: &Map, now: &Map) -> Self {
        let mut ground = device.ground.iter();
        let other_ground = ground.any(|(cell, to)| shown.ground.get(cell) == Some(&to.id));
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

    /// The name of its picture.
    const fn name(self) -> &'static str {
        match (self.kind, self.thrown) {
            (Kind::Lever, false) => "board/devices/lever",
            (Kind::Lever, true) => "board/devices/lever_thrown",
            (Kind::Wheel, false) => "board/devices/wheel",
            (Kind::Wheel, true) => "board/devices/wheel_turned",
            (Kind::Prop, _) => "board/devices/prop",
        }
    }

    fn picture(self, art: &GameArt, gallery: &mut Gallery) -> Option<Handle<Image>> {
        gallery.named(art, self.name(), PIXELS)
    }
}

/// The name of the picture of a lever, for the legend.
pub(super) const SAMPLE: &str = Look {
    kind: Kind::Lever,
    thrown: false,
}
.name();

/// The devices that can be operated, with how they look now, and the props. Not every ruleset knows any, and
/// what does nothing is not shown.
fn devices(session: &Session) -> Vec<(Cell, Look)> {
    let prop = Look {
        kind: Kind::Prop,
        thrown: false,
    };
    let props = session.plan.ruleset.props(&session.plan.setup.level);
    let props = props.into_iter().map(|cell| (cell, prop));
    if !session.plan.uses(LevelPart::Devices) {
        return props.collect();
    }
    let level = &session.plan.setup.level;
    let look = |device: &Device| Look::of(device, &session.shown, &level.map, &session.map);
    let all = level.devices.iter();
    let devices = all.map(|device| (device.cell, look(device)));
    devices.chain(props).collect()
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
    art: Res<GameArt>,
    mut gallery: ResMut<Gallery>,
    markers: Query<Entity, With<DeviceMarker>>,
    mut shown: Local<(u64, Vec<(Cell, Look)>)>,
    mut outdated: Local<bool>,
) {
    let wanted = devices(&session);
    *outdated |= art.is_changed();
    if shown.0 == board.battle && shown.1 == wanted && !*outdated {
        return;
    }
    let pictures: Option<Vec<Handle<Image>>> = wanted
        .iter()
        .map(|(_, look)| look.picture(&art, &mut gallery))
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
    *outdated = false;
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, install.in_set(Showing));
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{collections::BTreeMap, sync::Arc};

    use shieldwall_grid::{Border, Door, Grid, Layout, Metres, Side};

    use super::{super::terrain_pictures::tests::terrains, *};

    #[test]
    fn every_look_differs_from_the_others() {
        let art = GameArt::of_the_game();
        let mut all = BTreeMap::new();
        for kind in [Kind::Lever, Kind::Wheel] {
            for thrown in [false, true] {
                let name = Look { kind, thrown }.name();
                let picture = art.picture(name, None, [48, 48]).unwrap();
                all.insert(picture.take(), name);
            }
        }
        assert_eq!(all.len(), 4);
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
        let mut shown = ShownBattle::default();
        let thrown = |device: &Device, shown: &ShownBattle, now: &Map| {
            Look::of(device, shown, &before, now).thrown
        };
        assert!(!thrown(&lever, &shown, &now) && !thrown(&wheel, &shown, &now));
        now.set_door(gate.0, gate.1, Door::Open);
        assert!(thrown(&lever, &shown, &now) && !thrown(&wheel, &shown, &now));
        // Doors that have been shut again are closed, no longer locked.
        now.set_door(gate.0, gate.1, Door::Closed);
        shown.ground = BTreeMap::from([(pit, terrain.id.clone())]);
        assert!(!thrown(&lever, &shown, &now) && thrown(&wheel, &shown, &now));
        let kinds = [&lever, &wheel].map(|device| Look::of(device, &shown, &before, &now).kind);
        assert_eq!(kinds, [Kind::Lever, Kind::Wheel]);
    }
}
