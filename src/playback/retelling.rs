//! A whole battle told at once, for those who come to it late: after loading, after taking back, and
//! when a replay jumps. The simulation thread tells it, so that no frame has to.

use shieldwall_battle::{Entry, SideId};

use super::Playback;
use crate::{
    host::{BattlePlan, Standstill},
    session::Scene,
};

/// The scene after all these entries as the viewer knows it, and where playback stands then.
pub(crate) fn retell(
    plan: &BattlePlan,
    viewer: Option<SideId>,
    entries: &[Entry],
    state: &Standstill,
) -> (Scene, Playback) {
    let [red, blue] = &plan.setup.level.sides;
    let sides = [red.name.clone(), blue.name.clone()];
    let mut playback = Playback::new(viewer, plan.commanders);
    let mut scene = Scene::default();
    for entry in entries {
        playback.chronicle.record(entry);
        if let Some(aside) = &mut playback.aside {
            aside.show(entry, &playback.chronicle, &sides);
        }
        if entry.visible_to(viewer) {
            scene.show(entry, &playback.chronicle, viewer, &sides);
        }
    }
    scene.settle(state.view(viewer));
    (scene, playback)
}
