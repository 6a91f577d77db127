//! The beginning of a session: the simulation starts, and nothing has been shown yet.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use shieldwall_battle::{BattleView, SideId};
use shieldwall_grid::Map;

use super::{Asked, Playback, SavingState, Session};
use crate::{battle_plan::BattlePlan, host::Host, shown::ShownBattle, waking::Waker};

/// Battles begun since the program started.
static BATTLES: AtomicU64 = AtomicU64::new(0);

impl Session {
    /// Begins a battle on the simulation thread, which wakes the window when it has something for it.
    pub(crate) fn begin(plan: BattlePlan, waker: Waker) -> Self {
        let map = Arc::new(plan.setup.level.map.clone());
        let viewer = plan.first_viewer();
        let autosaves = crate::saves::autosaves();
        let kept = autosaves.is_some() || plan.origin.replay().is_some();
        let host = Host::start(plan.clone(), autosaves, waker);
        let mut session = Self::with_host(plan, host, viewer, map);
        if !kept {
            session.saving.not_saved = Some(format!(
                "The battle is not being saved: {}.",
                crate::saves::NO_FOLDER
            ));
        }
        session
    }

    /// A session in which nothing has been shown yet.
    pub(crate) fn with_host(
        plan: BattlePlan,
        host: Host,
        viewer: Option<SideId>,
        map: Arc<Map>,
    ) -> Self {
        Self {
            battle: BATTLES.fetch_add(1, Ordering::Relaxed) + 1,
            words: plan.ruleset.terms(),
            playback: Playback::new(viewer, &plan),
            host,
            plan,
            viewer,
            curtain: None,
            shown: ShownBattle::default(),
            view: BattleView::default(),
            sheets: Vec::new(),
            map,
            decision: None,
            waiting: false,
            refusal: None,
            failure: None,
            ending: None,
            survivors: Vec::new(),
            undoing: None,
            choices: 0,
            asked: Asked::default(),
            saving: SavingState::default(),
        }
    }

    /// Whether everything that has happened has been shown.
    pub(crate) fn caught_up(&self) -> bool {
        self.playback.queue.is_empty() && self.playback.playing.is_none()
    }
}
