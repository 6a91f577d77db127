//! What has been chosen in a battle before the window shows it, and what has been since.

use std::sync::Arc;

use shieldwall_ai::BrainKind;
use shieldwall_battle::{SideId, board::hostile};
use shieldwall_content::Lesson;
use shieldwall_lab::record::{BattleRecord, RecordedCommander};

use super::{BattlePlan, Commander};

/// How a battle comes about.
#[derive(Clone, Debug, Default)]
pub(crate) enum BattleOrigin {
    /// It begins.
    #[default]
    Fresh,
    /// It begins, and callouts lead through it.
    Lesson(Arc<Lesson>),
    /// It was fought up to somewhere and goes on from there.
    Resumed(Arc<BattleRecord>),
    /// It was fought and is watched.
    Replay {
        /// What was chosen.
        record: Arc<BattleRecord>,
        /// The side that is shown: that of the person who still plays it; `None` sees all.
        viewer: Option<SideId>,
    },
}

impl BattleOrigin {
    /// The record that is watched.
    pub(crate) fn replay(&self) -> Option<&BattleRecord> {
        match self {
            Self::Replay { record, .. } => Some(record),
            Self::Fresh | Self::Lesson(_) | Self::Resumed(_) => None,
        }
    }

    /// The record that is played again before anything else happens.
    pub(crate) fn resumed(&self) -> Option<&BattleRecord> {
        match self {
            Self::Resumed(record) => Some(record),
            Self::Fresh | Self::Lesson(_) | Self::Replay { .. } => None,
        }
    }
}

/// As which side somebody may watch a battle that has been recorded. As long as it is not over it can be
/// played on, so nobody may look at what is hidden from those who play it: it is shown as the person who
/// plays it sees it.
///
/// # Errors
/// If people who are enemies play it: then nobody knows who watches.
pub(crate) fn viewer_for(plan: &BattlePlan, over: bool) -> Result<Option<SideId>, &'static str> {
    if over {
        return Ok(None);
    }
    let sides = plan.setup.side_ids().zip(&plan.commanders);
    let persons: Vec<SideId> = sides
        .filter(|(_, commander)| **commander == Commander::Human)
        .map(|(side, _)| side)
        .collect();
    let first = persons.first().copied();
    let is_enemy = |side: &SideId| first.is_some_and(|one| hostile(&plan.setup.level, one, *side));
    if persons.iter().any(is_enemy) {
        return Err(
            "people play it against each other and it is not over: watching it would show each of \
             them what the other hides. Play it on, and watch it when it is over",
        );
    }
    Ok(first)
}

impl Commander {
    /// Nobody is asked anything in a battle that is only watched.
    pub(crate) const fn spectated(self) -> Self {
        match self {
            Self::Human => Self::Ai(BrainKind::Normal),
            Self::Ai(kind) => Self::Ai(kind),
        }
    }
}

impl From<RecordedCommander> for Commander {
    fn from(commander: RecordedCommander) -> Self {
        match commander {
            RecordedCommander::Human => Self::Human,
            RecordedCommander::Brain(kind) => Self::Ai(kind),
        }
    }
}

impl From<Commander> for RecordedCommander {
    fn from(commander: Commander) -> Self {
        match commander {
            Commander::Human => Self::Human,
            Commander::Ai(kind) => Self::Brain(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playback::samples;

    /// As which side a battle of these alliances and commanders may be watched.
    fn viewer(
        alliances: &[usize],
        commanders: &[Commander],
        over: bool,
    ) -> Result<Option<SideId>, ()> {
        let plan = samples::session_of(alliances, commanders).session.plan;
        viewer_for(&plan, over).map_err(drop)
    }

    #[test]
    fn the_only_person_sees_their_own_side() {
        let ai = Commander::Ai(BrainKind::Normal);
        let human = Commander::Human;
        let first = |commanders: &[Commander]| {
            let alliances: Vec<usize> = (0..commanders.len()).collect();
            samples::session_of(&alliances, commanders)
                .plan
                .first_viewer()
        };
        assert_eq!(first(&[ai, ai]), None);
        assert_eq!(first(&[ai, human]), Some(SideId::BLUE));
        assert_eq!(first(&[human, ai]), Some(SideId::RED));
        assert_eq!(first(&[human; 2]), Some(SideId::RED));
        assert_eq!(first(&[ai, ai, human, human]), Some(SideId::GREEN));
    }

    #[test]
    fn what_is_not_over_is_watched_with_the_eyes_of_who_plays_it() {
        let (ai, human) = (Commander::Ai(BrainKind::Normal), Commander::Human);
        assert_eq!(viewer(&[0, 1], &[ai, human], false), Ok(Some(SideId::BLUE)));
        assert_eq!(viewer(&[0, 1], &[ai, human], true), Ok(None));
        assert_eq!(viewer(&[0, 1], &[ai, ai], false), Ok(None));
        // Allies know the same, enemies do not.
        let allies = [human, ai, human];
        assert_eq!(viewer(&[0, 1, 0], &allies, false), Ok(Some(SideId::RED)));
        assert_eq!(viewer(&[0, 1, 2], &allies, false), Err(()));
        assert_eq!(viewer(&[0, 1], &[human, human], false), Err(()));
        assert_eq!(viewer(&[0, 1], &[human, human], true), Ok(None));
    }
}
