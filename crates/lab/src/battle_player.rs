//! Playing one battle after the other without a window.

use std::sync::Arc;

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, Ruleset};

use crate::{JournalPen, LabError, seeds::battle_seed};

/// Decisions after which a battle counts as endless. Real ones need a few thousand at most.
const MOST_DECISIONS: u32 = 1_000_000;

/// Plays the battles of one thread, all in one place: what was built for the first serves for all.
pub(crate) struct BattlePlayer<'o> {
    ruleset: Arc<dyn Ruleset>,
    battle: Option<Battle>,
    /// Where the journals go, if anywhere.
    pen: Option<JournalPen<'o>>,
}

impl<'o> BattlePlayer<'o> {
    /// Plays under this ruleset, and writes down what happens if there is a pen.
    pub(crate) const fn new(ruleset: Arc<dyn Ruleset>, pen: Option<JournalPen<'o>>) -> Self {
        Self {
            ruleset,
            battle: None,
            pen,
        }
    }

    /// Plays a battle between brains of these kinds, red first; sides without one have the standard
    /// brain. Gives it at its end, and how many decisions it took. `number` is its place among the
    /// journals, and for errors.
    ///
    /// # Errors
    /// If the set-up does not hold, a brain or the ruleset misbehaves, or the journal cannot be
    /// written.
    pub(crate) fn play(
        &mut self,
        number: u64,
        setup: BattleSetup,
        kinds: &[BrainKind],
    ) -> Result<(&Battle, u32), LabError> {
        let played = play_to_end(&self.ruleset, &mut self.battle, number, setup, kinds);
        if played.is_err() {
            // Nobody may wait for the journal of this battle.
            self.pen = None;
        }
        let (battle, decisions) = played?;
        if let Some(pen) = &self.pen {
            pen.put(number, battle.journal())?;
        }
        Ok((battle, decisions))
    }
}

/// Plays a battle to its end, in the place of the one before it.
fn play_to_end<'b>(
    ruleset: &Arc<dyn Ruleset>,
    place: &'b mut Option<Battle>,
    number: u64,
    setup: BattleSetup,
    kinds: &[BrainKind],
) -> Result<(&'b Battle, u32), LabError> {
    let seed = setup.seed;
    let kinds: Vec<BrainKind> = (0..setup.sides.len())
        .map(|side| kinds.get(side).copied().unwrap_or(BrainKind::Standard))
        .collect();
    let battle = match place {
        Some(battle) => {
            battle.restart(setup)?;
            battle
        }
        empty => empty.insert(Battle::new(Arc::clone(ruleset), setup)?),
    };
    let mut brains: Vec<Box<dyn Brain>> = kinds
        .iter()
        .zip(1..)
        .map(|(kind, number)| brain(*kind, battle_seed(seed, number)))
        .collect();
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let Some(decision) = battle.decision() else {
            break;
        };
        let side = decision.side.index();
        let choice = brains[side].choose(battle);
        battle.choose(choice).map_err(|refusal| LabError::Refused {
            brain: kinds[side],
            battle: number,
            seed,
            refusal,
        })?;
        decisions += 1;
        if decisions >= MOST_DECISIONS {
            return Err(LabError::Endless {
                battle: number,
                seed,
                decisions,
            });
        }
    }
    Ok((battle, decisions))
}
