//! Playing one battle after the other without a window.

use std::sync::Arc;

use shieldwall_battle::{Battle, BattleSetup, Progress, Refusal, Ruleset};

use crate::{
    LabError,
    bots::{Commanding, Contender, Failed, RunningBots},
};

/// Decisions after which a battle counts as endless. Real ones need a few thousand at most.
const MOST_DECISIONS: u32 = 1_000_000;

/// Plays the battles of one thread, all in one place: what was built for the first serves for all.
pub(crate) struct BattlePlayer {
    ruleset: Arc<dyn Ruleset>,
    battle: Option<Battle>,
    commanding: Commanding,
}

impl BattlePlayer {
    /// Plays under this ruleset; the bots that it starts are among these.
    pub(crate) fn new(ruleset: Arc<dyn Ruleset>, bots: Arc<RunningBots>) -> Self {
        Self {
            ruleset,
            battle: None,
            commanding: Commanding::new(bots),
        }
    }

    /// Plays a battle between these, red first; sides without one have the normal brain. Gives it at its end, and how
    /// many decisions it took. `number` is its place in the run, for errors.
    ///
    /// # Errors
    /// If the set-up does not hold, or a contender or the ruleset misbehaves.
    pub(crate) fn play(
        &mut self,
        number: u64,
        setup: BattleSetup,
        contenders: &[Contender],
    ) -> Result<(&Battle, u32), LabError> {
        let place = &mut self.battle;
        play_to_end(
            &self.ruleset,
            place,
            &mut self.commanding,
            number,
            setup,
            contenders,
        )
    }
}

/// Plays a battle to its end, in the place of the one before it.
fn play_to_end<'b>(
    ruleset: &Arc<dyn Ruleset>,
    place: &'b mut Option<Battle>,
    commanding: &mut Commanding,
    number: u64,
    setup: BattleSetup,
    contenders: &[Contender],
) -> Result<(&'b Battle, u32), LabError> {
    let seed = setup.seed;
    let contenders: Vec<Contender> = (0..setup.sides.len())
        .map(|side| contenders.get(side).cloned().unwrap_or_default())
        .collect();
    let battle = match place {
        Some(battle) => {
            battle.restart(setup)?;
            battle
        }
        empty => empty.insert(Battle::new(Arc::clone(ruleset), setup)?),
    };
    let bot_failed = |error| failed(error, number, seed);
    commanding.begin(battle, &contenders).map_err(bot_failed)?;
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let Some(decision) = battle.decision() else {
            break;
        };
        let side = decision.side;
        let choice = commanding.choose(battle, side).map_err(bot_failed)?;
        let by = &contenders[side.index()];
        battle
            .choose(choice)
            .map_err(|refusal| refused(by, number, seed, refusal))?;
        decisions += 1;
        if decisions >= MOST_DECISIONS {
            return Err(LabError::Endless {
                battle: number,
                seed,
                decisions,
            });
        }
    }
    commanding.end(battle).map_err(bot_failed)?;
    Ok((battle, decisions))
}

/// That a bot failed in a battle.
pub(crate) fn failed(failed: Failed, battle: u64, seed: u64) -> LabError {
    LabError::Bot {
        bot: failed.bot.to_string(),
        battle,
        seed,
        fault: failed.fault,
    }
}

/// That a choice was refused.
pub(crate) fn refused(by: &Contender, battle: u64, seed: u64, refusal: Refusal) -> LabError {
    LabError::Refused {
        brain: by.to_string(),
        battle,
        seed,
        refusal: Box::new(refusal),
    }
}
