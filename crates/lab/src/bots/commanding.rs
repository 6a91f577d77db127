//! Those who command the sides of one battle after another.

use std::sync::Arc;

use shieldwall_ai::{Brain, brain};
use shieldwall_battle::{Battle, Choice, SideId};

use super::{
    contender::Contender,
    fault::BotFault,
    process::{BotProcess, ProcessWire},
    running::RunningBots,
};
use crate::seeds::commander_seed;

/// One who commands a side.
enum Commander {
    Brain(Box<dyn Brain>),
    Bot(Arc<str>, Box<BotProcess>),
}

/// The commanders of a battle. Bots that were started for one battle go on to the next.
pub(crate) struct Commanding {
    commanders: Vec<Commander>,
    idle: Vec<(Arc<str>, Box<BotProcess>)>,
    running: Arc<RunningBots>,
}

/// Which bot has failed, and how.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) bot: Arc<str>,
    pub(crate) fault: BotFault,
}

impl Commanding {
    /// Without any yet; the bots that are started are among these.
    pub(crate) const fn new(running: Arc<RunningBots>) -> Self {
        Self {
            commanders: Vec::new(),
            idle: Vec::new(),
            running,
        }
    }

    /// Lets these command the sides of a battle that is about to begin, red's first.
    ///
    /// # Errors
    /// If a bot cannot be started or does not listen.
    pub(crate) fn begin<'c>(
        &mut self,
        battle: &Battle,
        contenders: impl IntoIterator<Item = &'c Contender>,
    ) -> Result<(), Failed> {
        self.dismiss();
        let seed = battle.setup().seed;
        for (side, contender) in SideId::first(SideId::MOST).zip(contenders) {
            let own_seed = commander_seed(seed, side);
            let commander = match contender {
                Contender::Brain(kind) => Commander::Brain(brain(*kind, own_seed)),
                Contender::Bot(command) => {
                    let failed = |fault| Failed {
                        bot: Arc::clone(command),
                        fault,
                    };
                    let mut bot = self.bot(command).map_err(failed)?;
                    bot.begin(battle, side, luck(own_seed)).map_err(failed)?;
                    Commander::Bot(Arc::clone(command), bot)
                }
            };
            self.commanders.push(commander);
        }
        Ok(())
    }

    /// Answers the open decision of a side.
    ///
    /// # Errors
    /// If a bot fails.
    ///
    /// # Panics
    /// If nobody commands the side.
    pub(crate) fn choose(&mut self, battle: &mut Battle, side: SideId) -> Result<Choice, Failed> {
        match &mut self.commanders[side.index()] {
            Commander::Brain(brain) => Ok(brain.choose(battle)),
            Commander::Bot(command, bot) => bot.choose(battle).map_err(|fault| Failed {
                bot: Arc::clone(command),
                fault,
            }),
        }
    }

    /// Tells the bots how the battle ended.
    ///
    /// # Errors
    /// If a bot does not listen.
    pub(crate) fn end(&mut self, battle: &Battle) -> Result<(), Failed> {
        for commander in &mut self.commanders {
            if let Commander::Bot(command, bot) = commander {
                bot.end(battle).map_err(|fault| Failed {
                    bot: Arc::clone(command),
                    fault,
                })?;
            }
        }
        self.dismiss();
        Ok(())
    }

    /// Keeps the bots for later battles.
    fn dismiss(&mut self) {
        let all = self.commanders.drain(..);
        self.idle
            .extend(all.filter_map(|commander| match commander {
                Commander::Bot(command, bot) => Some((command, bot)),
                Commander::Brain(_) => None,
            }));
    }

    fn bot(&mut self, command: &Arc<str>) -> Result<Box<BotProcess>, BotFault> {
        let idle = self.idle.iter().position(|(other, _)| other == command);
        match idle {
            Some(place) => Ok(self.idle.swap_remove(place).1),
            None => {
                let wire = ProcessWire::start(command, &self.running)?;
                Ok(Box::new(BotProcess::new(wire)))
            }
        }
    }
}

/// A seed for the bot's own dice, which does not show the seed of the battle by itself. It is no secret: a seed of few
/// digits is found by trying all of them, here as by the first rolls of a battle.
pub(super) fn luck(seed: u64) -> u64 {
    let hash = blake3::hash(&seed.to_le_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    // Whole numbers beyond this are not exact in every language.
    u64::from_le_bytes(first) >> 11
}
