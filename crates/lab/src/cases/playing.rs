//! Playing a case: the battle, whose decisions the case's choices answer.

use std::{collections::BTreeMap, sync::Arc};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, Choice, Decision, Progress, SetupError, Vitality};
use shieldwall_content::{Case, Library, case::DefaultAnswer};
use shieldwall_dice::Dice;

use super::{
    cast::{self, Cast},
    choosing::{Unclear, is_meant_for, on_offer, resolve},
};

/// Most decisions of a case; one that asks for more turns in circles.
const MOST_DECISIONS: u32 = 100_000;

/// A case being played.
pub struct CasePlay<'c> {
    /// The battle.
    pub battle: Battle,
    /// Who and what is in it.
    pub cast: Cast,
    case: &'c Case,
    /// Whether each choice has been made.
    made: Vec<bool>,
    brain: Option<Box<dyn Brain>>,
    /// Whether to stop as soon as everything chosen has taken effect, and to let choices be that
    /// are never asked for because nobody attacked or somebody fell.
    lenient: bool,
    /// What the last decision of each combatant or side offered, by letter or side, for choices that
    /// were never asked for.
    asked: BTreeMap<String, String>,
    decisions: u32,
}

impl std::fmt::Debug for CasePlay<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CasePlay")
            .field("case", &self.case.title)
            .field("made", &self.made)
            .finish_non_exhaustive()
    }
}

/// Why a case could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Line of the choice it is about, if it is about one.
    pub line: Option<usize>,
    /// What happened.
    pub reason: String,
}

impl Stopped {
    fn at(choice: &shieldwall_content::case::CaseChoice, reason: impl Into<String>) -> Self {
        Self {
            line: Some(choice.line),
            reason: reason.into(),
        }
    }
}

/// Who answers the decisions that no choice answers; `None` where the least is done.
fn brain_of(case: &Case) -> Option<Box<dyn Brain>> {
    match case.default {
        DefaultAnswer::Pass => None,
        DefaultAnswer::Standard => Some(brain(BrainKind::Standard, 0)),
        DefaultAnswer::Random => Some(brain(BrainKind::Random, 0)),
    }
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
        let brain = brain_of(case);
        Ok(Self {
            cast: Cast::in_battle(case, &battle),
            battle,
            made: vec![false; case.choices.len()],
            brain,
            asked: BTreeMap::new(),
            lenient: false,
            decisions: 0,
            case,
        })
    }

    /// The same, but for odds: it ends when everything that was chosen has taken effect, whatever
    /// `rounds` says, and choices may be left over that only some rolls would have asked for.
    #[must_use]
    pub const fn leniently(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Begins the case again with other dice.
    ///
    /// # Errors
    /// If the battle cannot begin.
    pub fn restart(&mut self, dice: Box<dyn Dice + Send + Sync>) -> Result<(), SetupError> {
        let setup = self.battle.setup().clone();
        self.battle.restart_with_dice(setup, dice)?;
        self.made.fill(false);
        self.asked.clear();
        self.brain = brain_of(self.case);
        self.decisions = 0;
        Ok(())
    }

    /// Whether no choice is left that will be asked for.
    fn used_up(&self) -> bool {
        let ruleset = self.battle.ruleset();
        let left = self.case.choices.iter().zip(&self.made);
        let mut left = left.filter(|(_, made)| !**made).map(|(choice, _)| choice);
        if !self.lenient {
            return left.next().is_none();
        }
        let presences = self.battle.presences(None);
        left.all(|choice| {
            let by = self.cast.combatant(&choice.by);
            let active = presences.iter().any(|presence| {
                let is_meant = by.map_or(presence.side.key() == choice.by, |id| presence.id == id);
                is_meant && presence.vitality == Vitality::Active
            });
            !active || ruleset.is_answer(choice.verb.as_deref(), choice.when.as_deref())
        })
    }

    /// Whether all choices have been made.
    #[must_use]
    pub fn all_made(&self) -> bool {
        self.made.iter().all(|made| *made)
    }

    /// Plays until the choices are used up and what they began has taken effect, or until the
    /// rounds of the case are over, or the battle is.
    ///
    /// # Errors
    /// If a choice cannot be made, is refused, or is not refused though it should be, or is never
    /// asked for.
    pub fn play(&mut self) -> Result<(), Stopped> {
        loop {
            // Where nothing is chosen, there is a round to watch.
            let watched = self.case.choices.is_empty().then_some(1);
            let rounds = self.case.rounds.or(watched).filter(|_| !self.lenient);
            match self.advance(rounds) {
                None => return Ok(()),
                Some(Progress::Over) if self.lenient => return Ok(()),
                Some(Progress::Over) => return self.never_asked(),
                Some(Progress::Decision) => {}
            }
            if let Some(rounds) = rounds
                && self.battle.round() > rounds
            {
                return self.never_asked();
            }
            self.decide()?;
            self.decisions += 1;
            if self.decisions > MOST_DECISIONS {
                self.never_asked()?;
                return Err(Stopped {
                    line: None,
                    reason: format!("no end after {MOST_DECISIONS} decisions"),
                });
            }
        }
    }

    /// Runs the battle to the next decision, or to where the case ends: then it gives `None`.
    fn advance(&mut self, rounds: Option<u32>) -> Option<Progress> {
        // Who is able to choose changes while it runs, so lenient play asks again each time.
        if self.lenient {
            loop {
                let used_up = self.used_up();
                let mut ran = false;
                let progress = self.battle.advance_until(|battle| {
                    if used_up && battle.is_settled() {
                        return true;
                    }
                    std::mem::replace(&mut ran, true)
                });
                match progress {
                    None if used_up && self.battle.is_settled() => return None,
                    None => {}
                    Some(progress) => return Some(progress),
                }
            }
        }
        let used_up = self.used_up();
        self.battle.advance_until(|battle| match rounds {
            Some(rounds) => used_up && battle.round() > rounds,
            None => used_up && battle.is_settled(),
        })
    }

    /// Answers the open decision.
    fn decide(&mut self) -> Result<(), Stopped> {
        let Some(decision) = self.battle.decision().cloned() else {
            return Ok(());
        };
        let by = match decision.actor {
            Some(actor) => self.cast.letter(actor).to_owned(),
            None => decision.side.key().to_owned(),
        };
        self.asked.insert(by.clone(), on_offer(&decision));
        let case = self.case;
        let next = case
            .choices
            .iter()
            .zip(&mut self.made)
            .find(|(choice, made)| !**made && choice.by == by);
        let Some((choice, made)) = next else {
            return self.answer_by_default();
        };
        if !is_meant_for(choice, &decision, self.battle.round()) {
            return self.answer_by_default();
        }
        *made = true;
        let offers = |verb: &str| decision.offers.iter().any(|offer| offer.verb.0 == verb);
        if let Some(verb) = choice.offered.iter().find(|verb| !offers(verb)) {
            let reason = format!("`{verb}` is not on offer; {}", on_offer(&decision));
            return Err(Stopped::at(choice, reason));
        }
        if let Some(verb) = choice.not_offered.iter().find(|verb| offers(verb)) {
            let reason = format!("`{verb}` is on offer; {}", on_offer(&decision));
            return Err(Stopped::at(choice, reason));
        }
        if choice.verb.is_none() {
            return self.answer_by_default();
        }
        let refusal = match resolve(choice, &decision, &self.cast, &case.level) {
            Err(Unclear::Misread(reason)) => return Err(Stopped::at(choice, reason)),
            Err(Unclear::NotOffered(reason)) => reason,
            Ok(answer) => match self.battle.choose(answer) {
                Ok(()) if choice.refused => {
                    return Err(Stopped::at(choice, "it was not refused"));
                }
                Ok(()) => return Ok(()),
                Err(refusal) => refusal.reason,
            },
        };
        if !choice.refused {
            return Err(Stopped::at(choice, refusal));
        }
        match &choice.because {
            Some(because) if !refusal.contains(because.as_str()) => Err(Stopped::at(
                choice,
                format!("it was refused for another reason: {refusal}"),
            )),
            _ => Ok(()),
        }
    }

    fn answer_by_default(&mut self) -> Result<(), Stopped> {
        let choice: Option<Choice> = match &mut self.brain {
            Some(brain) => Some(brain.choose(&mut self.battle)),
            None => self.battle.least(),
        };
        let Some(choice) = choice else { return Ok(()) };
        let decision: Option<Decision> = self.battle.decision().cloned();
        self.battle.choose(choice).map_err(|refusal| Stopped {
            line: None,
            reason: format!(
                "the default answer was refused: {refusal}; {}",
                decision.as_ref().map(on_offer).unwrap_or_default()
            ),
        })
    }

    /// An error if a choice has not been asked for.
    fn never_asked(&self) -> Result<(), Stopped> {
        let left = self
            .case
            .choices
            .iter()
            .zip(&self.made)
            .find(|(_, made)| !**made);
        let Some((choice, _)) = left else {
            return Ok(());
        };
        let last = self.asked.get(&choice.by).map_or_else(
            || format!("{} was never asked anything", choice.by),
            |last| format!("the last time {} was asked, {last}", choice.by),
        );
        Err(Stopped::at(
            choice,
            format!("this choice was never asked for; {last}"),
        ))
    }
}
