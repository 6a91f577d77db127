//! Positions: battles that begin as a case says, up to the question that follows its choices.

use std::{path::Path, sync::Arc};

use shieldwall_battle::{Battle, Progress};
use shieldwall_content::{Case, Library};
use shieldwall_dice::{LoadedDice, SharedDice};

use crate::{
    LabError,
    cases::{CasePlay, words::misspelt},
};

/// A battle that stands where somebody has to decide.
pub(super) struct Position {
    /// What it is about.
    pub(super) title: String,
    /// Id of its ruleset.
    pub(super) ruleset: &'static str,
    /// The battle.
    pub(super) battle: Battle,
}

impl Position {
    /// Reads the file of a position, and plays the choices that it has.
    pub(super) fn read(file: &Path, library: &Arc<Library>) -> Result<Self, LabError> {
        let case = Case::read(file, library).map_err(|diagnostics| {
            let problems: Vec<String> =
                diagnostics.into_iter().map(|one| one.to_string()).collect();
            LabError::NoCases(problems.join("\n"))
        })?;
        let at = |line: Option<usize>, reason: &str| {
            let line = line.map_or_else(String::new, |line| format!(":{line}"));
            LabError::NoCases(format!("{}{line}: {reason}", file.display()))
        };
        if let Some(failure) = misspelt(&case).first() {
            return Err(at(failure.line, &failure.message));
        }
        let expects = case.rounds.is_some()
            || case.count.is_some()
            || !case.expect.is_empty()
            || !case.never.is_empty()
            || !case.after.is_empty();
        if expects {
            let reason = "a position ends with the question that follows its choices; take out `rounds`, `expect`, \
                          `never`, `after` and `odds`, or run it by `test`";
            return Err(at(None, reason));
        }
        let cup = SharedDice::new(LoadedDice::new(case.dice.clone()));
        let mut play = CasePlay::begin(&case, library, Box::new(cup.clone()))
            .map_err(|error| at(None, &error.to_string()))?;
        let progress = play
            .play_choices()
            .map_err(|stopped| at(stopped.line, &stopped.reason))?;
        cup.dice()
            .finish()
            .map_err(|fault| at(None, &fault.to_string()))?;
        if progress == Progress::Over {
            return Err(at(None, "the battle is over before the first decision"));
        }
        let battle = play.battle;
        if battle
            .presences(None)
            .iter()
            .any(|presence| presence.hidden)
        {
            return Err(at(
                None,
                "a combatant is hidden: only battles without hidden combatants can be solved",
            ));
        }
        Ok(Self {
            title: case.title,
            ruleset: case.ruleset,
            battle,
        })
    }
}
