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
    let level = &plan.setup.level;
    let mut playback = Playback::new(viewer, plan);
    let mut scene = Scene::default();
    for entry in entries {
        playback.chronicle.record(entry, level);
        for aside in &mut playback.asides {
            aside.show(entry, &playback.chronicle, level);
        }
        if entry.visible_to(viewer) {
            scene.show(entry, &playback.chronicle, viewer, level);
        }
    }
    scene.settle(state.view(viewer));
    (scene, playback)
}
