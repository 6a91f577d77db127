//! Playing one battle after the other without a window.

use std::sync::Arc;

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, Ruleset};

use crate::{LabError, seeds::battle_seed};

/// Decisions after which a battle counts as endless. Real ones need a few thousand at most.
const MOST_DECISIONS: u32 = 1_000_000;

/// Plays the battles of one thread, all in one place: what was built for the first serves for all.
pub(crate) struct BattlePlayer {
    ruleset: Arc<dyn Ruleset>,
    battle: Option<Battle>,
}

impl BattlePlayer {
    /// Plays under this ruleset.
    pub(crate) const fn new(ruleset: Arc<dyn Ruleset>) -> Self {
        Self {
            ruleset,
            battle: None,
        }
    }

    /// Plays a battle between brains of these kinds, red first; sides without one have the standard
    /// brain. Gives it at its end, and how many decisions it took. `number` is its place in the run,
    /// for errors.
    ///
    /// # Errors
    /// If the set-up does not hold, or a brain or the ruleset misbehaves.
    pub(crate) fn play(
        &mut self,
        number: u64,
        setup: BattleSetup,
        kinds: &[BrainKind],
    ) -> Result<(&Battle, u32), LabError> {
        play_to_end(&self.ruleset, &mut self.battle, number, setup, kinds)
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
        .map(|side| kinds.get(side).copied().unwrap_or(BrainKind::Normal))
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
