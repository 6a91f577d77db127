//! A bot commands one side of a battle.

use serde::Serialize;
use shieldwall_battle::{Battle, Choice, Decision, Entry, Event, Recount, SideId};

use super::{
    fault::BotFault,
    forecast_message::ForecastMessage,
    messages::{Said, Told},
    setup_message::SetupMessage,
    wire::Wire,
};

/// Answers to one decision that cannot be taken, after which the bot is given up.
const MOST_REFUSALS: u32 = 100;

/// Forecasts that are given in one decision, after which the bot is given up.
const MOST_FORECASTS: u32 = 10_000;

/// Characters of a refusal: it may repeat what the bot has said.
const REPEATED: usize = 200;

/// The beginning of a text that a bot may have made as long as it likes.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(REPEATED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What is said in one battle after another.
pub(super) struct Dialogue<W> {
    wire: W,
    side: SideId,
    /// Entries of the journal that have been looked at.
    told: usize,
    /// Numbers as the bot knows them: those of the battle count what is secret too.
    recount: Recount,
}

impl<W: Wire> Dialogue<W> {
    pub(super) fn new(wire: W) -> Self {
        Self {
            wire,
            side: SideId::RED,
            told: 0,
            recount: Recount::default(),
        }
    }

    /// Tells the bot of a battle that is about to begin. `luck` is for the bot's own dice.
    pub(super) fn begin(
        &mut self,
        battle: &Battle,
        side: SideId,
        luck: u64,
    ) -> Result<(), BotFault> {
        (self.side, self.told, self.recount) = (side, 0, Recount::default());
        let setup = SetupMessage::of(battle, side, luck);
        self.tell(&Told::Setup(Box::new(setup)))
    }

    /// Lets the bot answer the open decision of its side.
    pub(super) fn choose(&mut self, battle: &mut Battle) -> Result<Choice, BotFault> {
        self.tell_journal(battle)?;
        let Some(decision) = battle.open_decision() else {
            return Err(BotFault::Gone(String::new()));
        };
        let view = Box::new(battle.view(Some(self.side)));
        let number = self.recount.decision(decision.number);
        self.tell(&Told::Decision {
            decision: &Decision {
                number,
                ..(*decision).clone()
            },
            choices: decision.choice_count(),
            view,
        })?;
        let (mut refusals, mut forecasts) = (0, 0);
        loop {
            let line = self.wire.hear()?;
            let said = serde_json::from_str::<Said>(&line)
                .map_err(|error| format!("not understood: {error}: {}", line.trim()));
            let answer = said.and_then(|said| {
                let (Said::Choose { choice } | Said::Forecast { choice }) = &said;
                let choice = choice.resolve(&decision)?;
                Ok((said, choice))
            });
            let reason = match answer {
                Ok((Said::Forecast { .. }, choice)) => match battle.check(&choice) {
                    Ok(()) => {
                        forecasts += 1;
                        if forecasts > MOST_FORECASTS {
                            return Err(BotFault::Undecided(MOST_FORECASTS));
                        }
                        self.tell_forecast(battle, &choice)?;
                        continue;
                    }
                    Err(refusal) => refusal.reason,
                },
                Ok((Said::Choose { .. }, choice)) => match battle.check(&choice) {
                    Ok(()) => return Ok(choice),
                    Err(refusal) => refusal.reason,
                },
                Err(reason) => reason,
            };
            let reason = beginning(&reason);
            refusals += 1;
            if refusals >= MOST_REFUSALS {
                let count = refusals;
                return Err(BotFault::Stubborn { count, reason });
            }
            self.tell(&Told::Refused { reason })?;
        }
    }

    /// Tells the bot how the battle ended.
    pub(super) fn end(&mut self, battle: &Battle) -> Result<(), BotFault> {
        self.tell_journal(battle)?;
        let Some(ending) = battle.ending() else {
            return Ok(());
        };
        self.tell(&Told::End {
            winner: ending.winner,
            won: ending
                .winner
                .is_some_and(|winner| !battle.hostile(winner, self.side)),
            reason: ending.reason.clone(),
            rounds: battle.round(),
        })
    }

    fn tell_journal(&mut self, battle: &Battle) -> Result<(), BotFault> {
        let journal = battle.journal();
        let new = journal.since(self.told).iter();
        // The first entry holds the seed, from which all dice follow.
        let shown = |entry: &&Entry| {
            entry.visible_to(Some(self.side)) && !matches!(entry.event, Event::BattleBegan { .. })
        };
        let entries: Vec<Entry> = new
            .filter(shown)
            .map(|entry| self.recount.entry(entry))
            .collect();
        self.told = journal.total();
        if entries.is_empty() {
            return Ok(());
        }
        self.tell(&Told::Journal { entries })
    }

    fn tell_forecast(&mut self, battle: &mut Battle, choice: &Choice) -> Result<(), BotFault> {
        let forecast = battle.forecast(choice);
        let forecast =
            forecast.map(|forecast| Box::new(ForecastMessage::of(battle, self.side, forecast)));
        self.tell(&Told::Forecast { choice, forecast })
    }

    fn tell(&mut self, message: &impl Serialize) -> Result<(), BotFault> {
        let line = serde_json::to_string(message).map_err(|error| BotFault::Deaf(error.into()))?;
        self.wire.tell(&line)
    }
}
