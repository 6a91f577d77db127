//! The battle that is shown, in its parts. Each is a resource of its own, so that a system says what it reads; all are
//! there as long as the [`Session`] is.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use bevy::prelude::*;
use shieldwall_battle::{BattleView, SideId};
use shieldwall_grid::Map;

use super::{Asked, Playback, SavingState, Seat, Session};
use crate::{battle_plan::BattlePlan, host::Host, shown::ShownBattle, waking::Waker};

/// Battles begun since the program started.
static BATTLES: AtomicU64 = AtomicU64::new(0);

/// All parts.
pub(crate) struct Parts {
    /// What the player knows.
    pub(crate) session: Session,
    /// Who sits at the screen.
    pub(crate) seat: Seat,
    /// What the simulation has been asked, and what it has answered.
    pub(crate) asked: Asked,
    /// What waits to be shown, and what is being shown.
    pub(crate) playback: Playback,
    /// The simulation.
    pub(crate) host: Host,
    /// Whether the battle is on disk.
    pub(crate) saving: SavingState,
}

impl Parts {
    /// Begins a battle on the simulation thread, which wakes the window when it has something for it.
    pub(crate) fn begin(plan: BattlePlan, waker: Waker) -> Self {
        let map = Arc::new(plan.setup.level.map.clone());
        let viewer = plan.first_viewer();
        let autosaves = crate::saves::autosaves();
        let kept = autosaves.is_some() || plan.origin.replay().is_some();
        let host = Host::start(plan.clone(), autosaves, waker);
        let mut parts = Self::with_host(plan, host, viewer, map);
        if !kept {
            parts.saving.not_saved = Some(format!(
                "The battle is not being saved: {}.",
                crate::saves::NO_FOLDER
            ));
        }
        parts
    }

    /// A battle of which nothing has been shown yet.
    pub(crate) fn with_host(
        plan: BattlePlan,
        host: Host,
        viewer: Option<SideId>,
        map: Arc<Map>,
    ) -> Self {
        Self {
            playback: Playback::new(viewer, &plan),
            asked: Asked::default(),
            seat: Seat {
                viewer,
                curtain: None,
            },
            host,
            saving: SavingState::default(),
            session: Session {
                battle: BATTLES.fetch_add(1, Ordering::Relaxed) + 1,
                words: plan.ruleset.terms(),
                plan,
                shown: ShownBattle::default(),
                view: BattleView::default(),
                sheets: Vec::new(),
                map,
                decision: None,
                made: None,
                waiting: false,
                refusal: None,
                failure: None,
                ending: None,
                survivors: Vec::new(),
                plans: Vec::new(),
                undoing: None,
                choices: 0,
            },
        }
    }

    /// Puts them in place of those of the battle before.
    pub(crate) fn insert(self, world: &mut World) {
        world.insert_resource(self.session);
        world.insert_resource(self.seat);
        world.insert_resource(self.asked);
        world.insert_resource(self.playback);
        world.insert_resource(self.host);
        world.insert_resource(self.saving);
    }

    /// Leaves the battle.
    pub(crate) fn remove(world: &mut World) {
        world.remove_resource::<Session>();
        world.remove_resource::<Seat>();
        world.remove_resource::<Asked>();
        world.remove_resource::<Playback>();
        world.remove_resource::<Host>();
        world.remove_resource::<SavingState>();
    }
}
