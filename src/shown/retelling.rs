//! A whole battle told at once, for those who come to it late: after loading, after taking back, and
//! when a replay jumps. The simulation thread tells it, so that no frame has to.

use shieldwall_battle::{BattleView, Entry, SideId};

use super::{PlaybackState, ShownBattle};
use crate::battle_plan::BattlePlan;

/// What the viewer has been shown after all these entries, and where playback stands then.
pub(crate) fn retell(
    plan: &BattlePlan,
    viewer: Option<SideId>,
    entries: &[Entry],
    view: &BattleView,
) -> (ShownBattle, PlaybackState) {
    let level = &plan.setup.level;
    let mut playback = PlaybackState::new(viewer, plan);
    let mut shown = ShownBattle::default();
    for entry in entries {
        playback.full.record(entry, level);
        for seat in &mut playback.waiting {
            seat.show(entry, &playback.full, level);
        }
        if entry.visible_to(viewer) {
            shown.show(entry, &playback.full, viewer, level);
        }
    }
    shown.settle(view);
    (shown, playback)
}
