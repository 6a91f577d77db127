//! Everything needed to begin a battle: who plays, what, and from where.

mod origin;

use std::sync::Arc;

use shieldwall_ai::BrainKind;
use shieldwall_battle::{BattleSetup, Ruleset, SideId, board::hostile};
use shieldwall_content::{Lesson, LevelPart, Library};
use shieldwall_lab::lessons;

pub(crate) use origin::{BattleOrigin, viewer_for};

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Commander {
    /// A person at this computer.
    Human,
    /// A brain.
    Ai(BrainKind),
}

/// The end of a battle as a person sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The person's own side has won, or an ally.
    Victory,
    /// An enemy has won.
    Defeat,
    /// Nobody has.
    Draw,
}

impl Verdict {
    /// In a word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Victory => "Victory",
            Self::Defeat => "Defeat",
            Self::Draw => "Draw",
        }
    }
}

/// Everything needed to begin a battle.
#[derive(Clone)]
pub(crate) struct BattlePlan {
    /// The ruleset.
    pub(crate) ruleset: Arc<dyn Ruleset>,
    /// Level, warbands, options and seed.
    pub(crate) setup: BattleSetup,
    /// Who decides, red first.
    pub(crate) commanders: Vec<Commander>,
    /// What has been chosen already.
    pub(crate) origin: BattleOrigin,
}

impl BattlePlan {
    /// The battle of a lesson: the learner against the computer, which plays easily.
    ///
    /// # Errors
    /// Why it cannot be begun, in plain words.
    pub(crate) fn of_lesson(lesson: &Arc<Lesson>, library: &Arc<Library>) -> Result<Self, String> {
        let ruleset = shieldwall_rulesets::by_id(lesson.ruleset)
            .ok_or_else(|| format!("there is no ruleset `{}`", lesson.ruleset))?;
        let setup = lessons::setup(lesson, library).map_err(|error| error.to_string())?;
        let commander = |side| match side {
            lessons::LEARNER => Commander::Human,
            _ => Commander::Ai(BrainKind::Easy),
        };
        Ok(Self {
            ruleset,
            commanders: setup.side_ids().map(commander).collect(),
            setup,
            origin: BattleOrigin::Lesson(Arc::clone(lesson)),
        })
    }

    /// Whether a part of the level matters under the ruleset: the board shows no more than that.
    pub(crate) fn uses(&self, part: LevelPart) -> bool {
        let rulesets = &self.setup.library.rulesets;
        rulesets.uses(self.ruleset.id(), part)
    }

    /// To which side a battle is shown at first: that of the only person who plays it. With several it is
    /// the first one until the curtain has asked who sits there; with none, everything is shown.
    pub(crate) fn first_viewer(&self) -> Option<SideId> {
        if let BattleOrigin::Replay { viewer, .. } = &self.origin {
            return *viewer;
        }
        let mut sides = SideId::first(self.commanders.len());
        sides.find(|side| self.commanders[side.index()] == Commander::Human)
    }

    /// The people who must not see each other's screen: the first side of every alliance for which a person
    /// decides. Allies know the same, so nothing has to be hidden from them.
    pub(crate) fn persons(&self) -> Vec<SideId> {
        let mut persons: Vec<SideId> = Vec::new();
        for (side, commander) in self.setup.side_ids().zip(&self.commanders) {
            let level = &self.setup.level;
            let known = persons.iter().any(|other| !hostile(level, *other, side));
            if *commander == Commander::Human && !known {
                persons.push(side);
            }
        }
        persons
    }

    /// The end of the battle as the only person who has played it sees it; `None` if several have, or none.
    pub(crate) fn verdict(&self, winner: Option<SideId>) -> Option<Verdict> {
        let [person] = self.persons()[..] else {
            return None;
        };
        Some(match winner {
            None => Verdict::Draw,
            Some(side) if hostile(&self.setup.level, side, person) => Verdict::Defeat,
            Some(_) => Verdict::Victory,
        })
    }

    /// Whether the computer may think for long.
    pub(crate) fn may_think_long(&self) -> bool {
        let mut commanders = self.commanders.iter();
        commanders.any(|one| matches!(one, Commander::Ai(kind) if kind.looks_ahead()))
    }

    /// Whether people who are enemies share the screen.
    pub(crate) fn is_hot_seat(&self) -> bool {
        self.persons().len() > 1
    }
}

impl std::fmt::Debug for BattlePlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BattlePlan")
            .field("ruleset", &self.ruleset.id())
            .field("level", &self.setup.level.id)
            .field("commanders", &self.commanders)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playback::samples;

    #[test]
    fn an_end_is_a_victory_or_a_defeat_to_the_only_person() {
        let (human, ai) = (Commander::Human, Commander::Ai(BrainKind::Normal));
        let verdict = |commanders: &[Commander], winner| {
            let alliances = [0, 1, 0];
            let parts = samples::session_of(&alliances[..commanders.len()], commanders);
            parts.session.plan.verdict(winner)
        };
        assert_eq!(
            verdict(&[human, ai], Some(SideId::RED)),
            Some(Verdict::Victory)
        );
        assert_eq!(
            verdict(&[human, ai], Some(SideId::BLUE)),
            Some(Verdict::Defeat)
        );
        assert_eq!(
            verdict(&[ai, human], Some(SideId::BLUE)),
            Some(Verdict::Victory)
        );
        assert_eq!(verdict(&[human, ai], None), Some(Verdict::Draw));
        // Allies win together.
        let allied = [ai, ai, human];
        assert_eq!(verdict(&allied, Some(SideId::RED)), Some(Verdict::Victory));
        assert_eq!(verdict(&[human, human], Some(SideId::RED)), None);
        assert_eq!(verdict(&[ai, ai], None), None);
    }
}
