//! The beginning of a session: the simulation starts, and nothing has been shown yet.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use shieldwall_battle::{BattleView, SideId};
use shieldwall_grid::Map;

use crate::{
    host::{BattleOrigin, BattlePlan, Commander, Host},
    playback::{Playback, Watch},
    session::{Answers, Scene, Session},
};

/// Battles begun since the program started.
static BATTLES: AtomicU64 = AtomicU64::new(0);

/// Through whose eyes a battle is shown at first: those of the only person who plays it. With
/// several it is the first one until the curtain has asked who sits there; with none, everything is
/// shown.
pub(crate) fn first_viewer(commanders: &[Commander]) -> Option<SideId> {
    let mut sides = SideId::first(commanders.len());
    sides.find(|side| commanders[side.index()] == Commander::Human)
}

/// The same for a battle that may only be watched.
pub(crate) fn first_eyes(plan: &BattlePlan) -> Option<SideId> {
    match &plan.origin {
        BattleOrigin::Replay { eyes, .. } => *eyes,
        BattleOrigin::Fresh | BattleOrigin::Resumed(_) => first_viewer(&plan.commanders),
    }
}

impl Session {
    /// Begins a battle on the simulation thread.
    pub(crate) fn begin(plan: BattlePlan) -> Self {
        let map = Arc::new(plan.setup.level.map.clone());
        let viewer = first_eyes(&plan);
        let autosaves = crate::saves::autosaves();
        let kept = autosaves.is_some() || plan.origin.replay().is_some();
        let host = Host::start(plan.clone(), autosaves);
        let mut session = Self::with_host(plan, host, viewer, map);
        if !kept {
            session.not_saved = Some(format!(
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
        let playback = Playback::new(viewer, &plan);
        Self {
            battle: BATTLES.fetch_add(1, Ordering::Relaxed) + 1,
            words: plan.ruleset.terms(),
            host,
            plan,
            viewer,
            curtain: None,
            queue: VecDeque::new(),
            playing: None,
            scene: Scene::default(),
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
            watch: Watch::default(),
            jumping: false,
            not_saved: None,
            set_aside: Vec::new(),
            forecasts: Answers::default(),
            vantages: Answers::default(),
            reach: BTreeMap::new(),
            ranges: BTreeMap::new(),
            paths: BTreeMap::new(),
            playback,
        }
    }

    /// Whether everything that has happened has been shown.
    pub(crate) fn caught_up(&self) -> bool {
        self.queue.is_empty() && self.playing.is_none()
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_ai::BrainKind;

    use super::*;

    #[test]
    fn the_only_person_sees_their_own_side() {
        let ai = Commander::Ai(BrainKind::Standard);
        let human = Commander::Human;
        assert_eq!(first_viewer(&[ai, ai]), None);
        assert_eq!(first_viewer(&[ai, human]), Some(SideId::BLUE));
        assert_eq!(first_viewer(&[human, ai]), Some(SideId::RED));
        assert_eq!(first_viewer(&[human; 2]), Some(SideId::RED));
        assert_eq!(first_viewer(&[ai, ai, human, human]), Some(SideId::GREEN));
    }
}
