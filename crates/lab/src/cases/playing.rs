//! Playing a case: the battle, whose decisions the case's choices answer.

use std::sync::Arc;

use shieldwall_battle::{Battle, Flow, Progress, SetupError};
use shieldwall_content::{Case, Library};
use shieldwall_dice::Dice;

use super::{
    cast::{self, Cast},
    script::{Script, Stopped},
};

/// Most decisions of a case; one that asks for more turns in circles.
pub(super) const MOST_DECISIONS: u32 = 100_000;

/// A case being played.
#[derive(Debug)]
pub struct CasePlay<'c> {
    /// The battle.
    pub battle: Battle,
    /// Its choices.
    pub script: Script<'c>,
    decisions: u32,
    /// Most decisions before it is given up.
    most_decisions: u32,
}

impl<'c> CasePlay<'c> {
    /// Begins a case with these dice.
    ///
    /// # Errors
    /// If the battle cannot begin.
    ///
    /// # Panics
    /// If the case's ruleset is not among the rulesets; reading a case makes sure that it is.
    pub fn begin(
        case: &'c Case,
        library: &Arc<Library>,
        dice: Box<dyn Dice + Send + Sync>,
    ) -> Result<Self, SetupError> {
        let ruleset = shieldwall_rulesets::by_id(case.ruleset)
            .expect("cases are read with the rulesets that there are");
        let battle = Battle::with_dice(ruleset, cast::setup(case, library), dice)?;
        Ok(Self {
            script: Script::of(case, Cast::in_battle(case, &battle)),
            battle,
            decisions: 0,
            most_decisions: MOST_DECISIONS,
        })
    }

    /// The same, but given up after so many decisions.
    #[must_use]
    pub const fn at_most(mut self, decisions: u32) -> Self {
        self.most_decisions = decisions;
        self
    }

    /// The same, but for odds: choices may be left over that only some rolls would have asked for, and
    /// what cannot be done after some rolls is answered by default there.
    #[must_use]
    pub const fn leniently(mut self) -> Self {
        self.script.lenient = true;
        self
    }

    /// Begins the case again with other dice.
    ///
    /// # Errors
    /// If the battle cannot begin.
    pub fn restart(&mut self, dice: Box<dyn Dice + Send + Sync>) -> Result<(), SetupError> {
        let setup = self.battle.setup().clone();
        self.battle.restart_with_dice(setup, dice)?;
        self.script.restart();
        self.decisions = 0;
        Ok(())
    }

    /// Plays until the choices are used up and what they began has taken effect, or until the
    /// rounds of the case are over, or the battle is.
    ///
    /// # Errors
    /// If a choice cannot be made, is refused, or is not refused though it should be, or is never
    /// asked for.
    pub fn play(&mut self) -> Result<(), Stopped> {
        if self.script.lenient {
            return self.play_leniently();
        }
        let rounds = self.script.rounds();
        loop {
            let used_up = self.script.used_up(&self.battle);
            let progress = self.battle.advance_until(|battle| match rounds {
                Some(rounds) => used_up && battle.round() > rounds,
                None => used_up && battle.is_settled(),
            });
            match progress {
                None => return Ok(()),
                Some(Progress::Over) => return self.script.never_asked(),
                Some(Progress::Decision) => {}
            }
            if rounds.is_some_and(|rounds| self.battle.round() > rounds) {
                return self.script.never_asked();
            }
            self.script.decide(&mut self.battle)?;
            self.count()?;
        }
    }

    fn play_leniently(&mut self) -> Result<(), Stopped> {
        // Combatants become unable to choose while it runs, so it looks again after each run of a stage.
        while self.script.step(&mut self.battle)? {
            let answered = self.battle.world().resource::<Flow>().answered();
            if answered {
                self.count()?;
            }
            // One run: the first stop is before it, unless an answer waits to be taken in.
            let mut ran = answered;
            self.battle
                .advance_until(|_| std::mem::replace(&mut ran, true));
        }
        Ok(())
    }

    /// Counts a decision.
    fn count(&mut self) -> Result<(), Stopped> {
        self.decisions += 1;
        if self.decisions <= self.most_decisions {
            return Ok(());
        }
        self.script.never_asked()?;
        Err(Stopped {
            line: None,
            reason: format!("no end after {} decisions", self.most_decisions),
        })
    }

    /// Plays until all choices have been made and somebody has to decide again, or the battle is over.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_choices(&mut self) -> Result<Progress, Stopped> {
        loop {
            let progress = self.battle.advance();
            if progress == Progress::Over {
                self.script.never_asked()?;
            }
            if progress == Progress::Over || self.script.all_made() {
                return Ok(progress);
            }
            self.script.decide(&mut self.battle)?;
            self.decisions += 1;
            if self.decisions > self.most_decisions {
                self.script.never_asked()?;
            }
        }
    }
}
