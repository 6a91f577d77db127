//! A battle that writes down what is chosen in it.

use std::{collections::BTreeMap, sync::Arc};

use shieldwall_battle::{
    Battle, BattleSetup, Choice, CombatantId, Progress, Refusal, Ruleset, SetupError, SideId,
    WrittenChoice,
};

use super::{
    Fault, Header, RecordKind, RecordedChoice, RecordedCommander, UndoReach,
    journal_chain::JournalChain,
    line::{CheckChain, Line},
    undo_reach::{self, Mark},
};
use crate::fingerprint::fingerprints;

/// Everything that a battle is a function of, written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleRecord {
    /// Versions, set-up and content.
    pub header: Header,
    /// The choices in order.
    pub choices: Vec<RecordedChoice>,
    /// Mark of the journal after the last choice, where it is known.
    pub journal: Option<String>,
}

impl BattleRecord {
    /// The record as a save: closed, so that it can be seen if its end is missing.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut chain = CheckChain::default();
        let header = Header {
            kind: RecordKind::Save,
            ..self.header.clone()
        };
        let mut text = chain.write(&Line::Shieldwall(Box::new(header)));
        for choice in &self.choices {
            text.push_str(&chain.write(&Line::Choice(Box::new(choice.clone()))));
        }
        text.push_str(&chain.write(&Line::End {
            choices: u32::try_from(self.choices.len()).unwrap_or(u32::MAX),
            journal: self.journal.clone().unwrap_or_default(),
        }));
        text
    }
}

/// A battle together with its record.
#[derive(Debug)]
pub struct RecordedBattle {
    battle: Battle,
    record: BattleRecord,
    chain: JournalChain,
    marks: Vec<Mark>,
}

impl RecordedBattle {
    /// Begins a battle between these commanders, red's first. It has not advanced yet.
    ///
    /// # Errors
    /// If the set-up does not hold.
    pub fn begin(
        ruleset: Arc<dyn Ruleset>,
        setup: BattleSetup,
        commanders: &[RecordedCommander],
    ) -> Result<Self, SetupError> {
        let battle = Battle::new(ruleset, setup)?;
        let content = fingerprints(&battle);
        let header = Header::of(&**battle.ruleset(), battle.setup(), commanders, content);
        Ok(Self {
            battle,
            record: BattleRecord {
                header,
                choices: Vec::new(),
                journal: None,
            },
            chain: JournalChain::default(),
            marks: Vec::new(),
        })
    }

    /// The battle.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The battle, for brains and questions. Choices go through [`Self::choose`].
    pub const fn battle_mut(&mut self) -> &mut Battle {
        &mut self.battle
    }

    /// The choices so far, with the set-up.
    #[must_use]
    pub const fn record(&self) -> &BattleRecord {
        &self.record
    }

    /// The record, closed at this moment.
    #[must_use]
    pub fn closed_record(&mut self) -> BattleRecord {
        BattleRecord {
            journal: Some(self.chain.mark(self.battle.journal())),
            ..self.record.clone()
        }
    }

    /// The name and time that go into the header.
    pub fn entitle(&mut self, name: &str, written: u64) {
        name.clone_into(&mut self.record.header.name);
        self.record.header.written = written;
    }

    /// Runs stages until somebody has to decide or the battle is over.
    pub fn advance(&mut self) -> Progress {
        self.battle.advance()
    }

    /// Answers the open decision and writes the answer down.
    ///
    /// # Errors
    /// The refusal of [`Battle::choose`]; nothing has changed then.
    pub fn choose(&mut self, choice: Choice) -> Result<&RecordedChoice, Refusal> {
        let Some(decision) = self.battle.decision() else {
            return Err(Refusal::new("no decision is open".to_owned()));
        };
        let recorded = RecordedChoice {
            decision: decision.number,
            round: self.battle.round(),
            side: decision.side,
            who: decision.actor,
            kind: decision.kind.key.to_owned(),
            journal: self.chain.mark(self.battle.journal()),
            made: WrittenChoice::of(&choice),
        };
        let mark = Mark {
            side: decision.side,
            entries: self.battle.journal().entries().len(),
        };
        self.battle.choose(choice)?;
        self.marks.push(mark);
        self.record.choices.push(recorded);
        // Just pushed, so there is a last one.
        Ok(&self.record.choices[self.record.choices.len() - 1])
    }

    /// Advances and makes a recorded choice again.
    ///
    /// # Errors
    /// The fault that keeps it from being what it was; nothing has been chosen then. `line` is for
    /// the fault only.
    pub fn repeat(&mut self, recorded: &RecordedChoice, line: u32) -> Result<(), Fault> {
        let progress = self.battle.advance();
        let number = recorded.decision;
        let was = || {
            let asked = asked(number, &recorded.kind, recorded.who, recorded.side);
            in_round(&asked, recorded.round)
        };
        let decision = match self.battle.decision() {
            Some(decision) if progress == Progress::Decision => decision,
            _ => {
                return Err(Fault::OtherQuestion {
                    line,
                    decision: number,
                    recorded: was(),
                    now: "none: the battle is over".to_owned(),
                });
            }
        };
        if self.chain.mark(self.battle.journal()) != recorded.journal {
            return Err(Fault::OtherJournal {
                line,
                decision: number,
            });
        }
        let round = self.battle.round();
        let same = decision.number == number
            && round == recorded.round
            && decision.kind.key == recorded.kind
            && decision.actor == recorded.who
            && decision.side == recorded.side;
        if !same {
            return Err(Fault::OtherQuestion {
                line,
                decision: number,
                recorded: was(),
                now: in_round(
                    &asked(
                        decision.number,
                        decision.kind.key,
                        decision.actor,
                        decision.side,
                    ),
                    round,
                ),
            });
        }
        recorded
            .made
            .resolve(decision)
            .and_then(|choice| self.choose(choice).map(drop))
            .map_err(|refusal| Fault::Refused {
                line,
                decision: number,
                reason: refusal.reason,
                rules: refusal.rules,
            })
    }

    /// Goes back to where only the first so many choices have been made. With as many choices as
    /// there are or more it changes nothing.
    ///
    /// # Errors
    /// The fault that keeps the battle from being repeated. That would be a fault of the program;
    /// the battle then stands where the repetition got to.
    pub fn rewind(&mut self, keep: usize) -> Result<(), Fault> {
        if keep >= self.record.choices.len() {
            return Ok(());
        }
        let mut choices = std::mem::take(&mut self.record.choices);
        choices.truncate(keep);
        self.marks.clear();
        self.chain = JournalChain::default();
        let setup = self.battle.setup().clone();
        // It held when the battle began.
        if self.battle.restart(setup).is_err() {
            return Err(Fault::Senseless {
                line: 1,
                column: 1,
                message: "the battle cannot be begun again".to_owned(),
            });
        }
        for choice in &choices {
            self.repeat(choice, 0)?;
        }
        Ok(())
    }

    /// How far a side may take back what it chose. With `free` it may take back anything it chose.
    #[must_use]
    pub fn undo_reach(&self, side: SideId, free: bool) -> UndoReach {
        let presences = self.battle.presences(None);
        let sides: BTreeMap<CombatantId, SideId> = presences
            .iter()
            .map(|presence| (presence.id, presence.side))
            .collect();
        undo_reach::reach(
            &self.marks,
            self.battle.journal().entries(),
            &self.record.header.commanders(),
            |who| sides.get(&who).copied(),
            side,
            free,
        )
    }
}

/// A decision in a few words.
fn asked(number: u32, kind: &str, who: Option<CombatantId>, side: SideId) -> String {
    let side = side.key();
    match who {
        Some(who) => format!("number {number}, `{kind}` of {who} ({side})"),
        None => format!("number {number}, `{kind}` of {side}"),
    }
}

fn in_round(asked: &str, round: u32) -> String {
    format!("{asked} in round {round}")
}
