//! What draws movers: the goal of the level, enemies, places to search, levers.

use shieldwall_battle::{Battle, DeviceId};
use shieldwall_content::Level;
use shieldwall_grid::Cell;

use super::{
    Tools,
    posture::Posture,
    scene::{Scene, Situation},
};
use crate::ways::DistanceField;

/// The ways to what draws movers, worked out once for a decision.
#[derive(Clone, Debug)]
pub(super) struct Pull {
    /// To the goal of the level.
    pub(super) goal: Option<DistanceField>,
    /// To where enemies may be, if none is seen; or to what opens the way, if it is barred.
    pub(super) search: Option<DistanceField>,
    /// Whether gates bar the way, and levers that open them can be reached.
    pub(super) barred: bool,
}

impl Pull {
    /// Works out the ways.
    pub(super) fn of(
        battle: &Battle,
        tools: &mut Tools,
        scene: &Scene,
        situation: &Situation,
        posture: &Posture,
    ) -> Self {
        let here = situation.me.cell;
        let goal = posture.goal.as_ref();
        let goal = goal.map(|goal| tools.ways.from(battle, &goal.cells));
        let foes: Vec<Cell> = situation.foes.iter().map(|foe| foe.cell).collect();
        let is_open = match &goal {
            Some(goal) => goal.leads_to(here),
            None if foes.is_empty() => true,
            None if !tools.ways.has_all(battle) => tools.ways.from(battle, &foes).leads_to(here),
            // From each of them for itself: those fields are wanted anyway.
            None => foes.iter().any(|foe| {
                let way = tools.ways.from(battle, &[*foe]);
                way.leads_to(here)
            }),
        };
        let levers = if is_open {
            Vec::new()
        } else {
            beside_levers(battle, &situation.level)
        };
        let levers = tools.ways.from(battle, &levers);
        let barred = !is_open && levers.leads_to(here);
        let search = if barred {
            Some(levers)
        } else if foes.is_empty() {
            let ways = tools.ways.from(battle, &[here]);
            let places = tools.search.places(battle, scene, &ways);
            (!places.is_empty()).then(|| tools.ways.from(battle, &places))
        } else {
            None
        };
        Self {
            goal: if barred { None } else { goal },
            search,
            barred,
        }
    }
}

/// The levers that move doors which are shut, with their cells.
pub(super) fn levers(battle: &Battle, level: &Level) -> Vec<(DeviceId, Cell)> {
    let map = battle.map();
    let devices = (0..).map(DeviceId).zip(&level.devices);
    let shut = devices.filter(|(_, device)| {
        let mut doors = device.doors.iter();
        doors.any(|(cell, side)| map.border(*cell, *side).is_shut())
    });
    shut.map(|(id, device)| (id, device.cell)).collect()
}

/// The cells from which levers that move shut doors can be worked.
fn beside_levers(battle: &Battle, level: &Level) -> Vec<Cell> {
    let map = battle.map();
    let around = levers(battle, level).into_iter().flat_map(|(_, lever)| {
        let around = map.grid().neighbours(lever).map(|(_, cell)| cell);
        std::iter::once(lever).chain(around)
    });
    around.filter(|cell| map.ground(*cell).passable).collect()
}
