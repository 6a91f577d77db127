//! Playing a case: the battle, whose decisions the case's choices answer.

use std::{collections::BTreeMap, sync::Arc};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, Choice, Decision, Progress, Refusal, SetupError, Vitality};
use shieldwall_content::{
    Case, Library,
    case::{CaseAction, CaseChoice, DefaultAnswer},
};
use shieldwall_dice::Dice;

use super::{
    cast::{self, Cast},
    choosing::{Unclear, is_meant_for, on_offer, resolve, sketched},
};

/// Most decisions of a case; one that asks for more turns in circles.
pub(super) const MOST_DECISIONS: u32 = 100_000;

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
    /// What has been refused, and why, a line each.
    refusals: Vec<String>,
    /// Choices that lenient play could not make, by their lines, and why.
    skipped: Vec<(usize, String)>,
    /// The round in which the last choice was made.
    latest: u32,
    decisions: u32,
    /// Most decisions before it is given up.
    most_decisions: u32,
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
    fn at(choice: &CaseChoice, reason: impl Into<String>) -> Self {
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
        DefaultAnswer::Computer => Some(brain(BrainKind::Planner, 0)),
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
            refusals: Vec::new(),
            skipped: Vec::new(),
            latest: 1,
            lenient: false,
            decisions: 0,
            most_decisions: MOST_DECISIONS,
            case,
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
        self.refusals.clear();
        self.skipped.clear();
        self.latest = 1;
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
            let key = choice.actions.first().map(|action| action.action.as_str());
            !active || ruleset.terms().is_answer(key, choice.when.as_deref())
        })
    }

    /// Whether all choices have been made.
    #[must_use]
    pub fn all_made(&self) -> bool {
        self.made.iter().all(|made| *made)
    }

    /// Choices that could not be made, by their lines, with the reason; each was answered by default.
    #[must_use]
    pub fn skipped(&self) -> &[(usize, String)] {
        &self.skipped
    }

    /// Choices that have not been asked for.
    pub fn not_asked(&self) -> impl Iterator<Item = &CaseChoice> {
        let choices = self.case.choices.iter().zip(&self.made);
        choices
            .filter(|(_, made)| !**made)
            .map(|(choice, _)| choice)
    }

    /// How many decisions have been answered.
    #[must_use]
    pub const fn decisions(&self) -> u32 {
        self.decisions
    }

    /// The last round in which lenient play waits for the choices that are left: those that say no
    /// round are given up when a round has gone by in which none was made.
    fn patience(&self) -> u32 {
        let said = self.not_asked().filter_map(|choice| choice.round).max();
        said.unwrap_or_default().max(self.latest + 1)
    }

    /// What has been refused so far as the case says, and why, a line each.
    #[must_use]
    pub fn refusals(&self) -> &[String] {
        &self.refusals
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
            let rounds = self.case.rounds.or(watched);
            match self.advance(rounds) {
                None => return Ok(()),
                Some(Progress::Over) if self.lenient => return Ok(()),
                Some(Progress::Over) => return self.never_asked(),
                Some(Progress::Decision) => {}
            }
            if let Some(rounds) = rounds
                && self.battle.round() > rounds
            {
                return if self.lenient {
                    Ok(())
                } else {
                    self.never_asked()
                };
            }
            if self.lenient && rounds.is_none() && self.battle.round() > self.patience() {
                return Ok(());
            }
            self.decide()?;
            self.decisions += 1;
            if self.decisions > self.most_decisions {
                self.never_asked()?;
                return Err(Stopped {
                    line: None,
                    reason: format!("no end after {} decisions", self.most_decisions),
                });
            }
        }
    }

    /// Plays until all choices have been made and somebody has to decide again, or the battle is over.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_choices(&mut self) -> Result<Progress, Stopped> {
        loop {
            let progress = self.battle.advance();
            if progress == Progress::Over {
                self.never_asked()?;
            }
            if progress == Progress::Over || self.all_made() {
                return Ok(progress);
            }
            self.decide()?;
            self.decisions += 1;
            if self.decisions > self.most_decisions {
                self.never_asked()?;
            }
        }
    }

    /// Runs the battle to the next decision, or to where the case ends: then it gives `None`.
    fn advance(&mut self, rounds: Option<u32>) -> Option<Progress> {
        // Who is able to choose changes while it runs, so lenient play asks again each time.
        if self.lenient {
            loop {
                let used_up = self.used_up();
                let ends = |battle: &mut Battle| match rounds {
                    Some(rounds) => battle.round() > rounds,
                    None => used_up && battle.is_settled(),
                };
                let mut ran = false;
                let progress = self
                    .battle
                    .advance_until(|battle| ends(battle) || std::mem::replace(&mut ran, true));
                match progress {
                    None if ends(&mut self.battle) => return None,
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
        self.latest = self.battle.round();
        let offers = |key: &str| decision.offers.iter().any(|offer| offer.action.key == key);
        if let Some(key) = choice.offered.iter().find(|key| !offers(key)) {
            let reason = format!("`{key}` is not on offer; {}", on_offer(&decision));
            return Err(Stopped::at(choice, reason));
        }
        if let Some(key) = choice.not_offered.iter().find(|key| offers(key)) {
            let reason = format!("`{key}` is on offer; {}", on_offer(&decision));
            return Err(Stopped::at(choice, reason));
        }
        if choice.actions.is_empty() {
            return self.answer_by_default();
        }
        self.carry_out(choice, &decision)
    }

    /// Does the first of the actions of a choice that can be done, or shows that it is refused.
    fn carry_out(&mut self, choice: &CaseChoice, decision: &Decision) -> Result<(), Stopped> {
        let mut refusals = Vec::with_capacity(choice.actions.len());
        for action in &choice.actions {
            let level = &self.case.level;
            let refusal = match resolve(action, decision, &self.cast, level) {
                Err(Unclear::Misread(reason)) => {
                    return Err(Stopped {
                        line: Some(action.line),
                        reason,
                    });
                }
                Err(Unclear::NotOffered(reason)) => Refusal::new(reason),
                Ok(answer) => match self.battle.check(&answer) {
                    Err(refusal) => refusal,
                    Ok(()) if choice.refused => {
                        return Err(Stopped::at(choice, "it was not refused"));
                    }
                    Ok(()) => {
                        let chosen = self.battle.choose(answer);
                        return chosen.map_err(|refusal| Stopped::at(choice, refusal.reason));
                    }
                },
            };
            refusals.push((action, refusal));
        }
        let told = refusals
            .into_iter()
            .map(|(action, refusal)| self.with_reason(action, refusal, decision));
        let Some(refusal) = Refusal::all(told) else {
            return Ok(());
        };
        if !choice.refused && self.lenient {
            self.skipped.push((choice.line, refusal.reason));
            return self.answer_by_default();
        }
        if !choice.refused {
            return Err(Stopped::at(choice, refusal.reason));
        }
        let words = self.battle.ruleset().terms().refusals.clone();
        if let Some(because) = choice
            .because
            .iter()
            .find(|because| !holds_because(&refusal, because, &words))
        {
            return Err(Stopped::at(choice, another_reason(&refusal, because)));
        }
        self.refusals.push(refusal_note(choice, &refusal));
        Ok(())
    }

    /// A refusal with the reason that the ruleset gives.
    fn with_reason(
        &mut self,
        action: &CaseAction,
        mut refusal: Refusal,
        decision: &Decision,
    ) -> Refusal {
        let ruleset = Arc::clone(self.battle.ruleset());
        let level = &self.case.level;
        let wanted = sketched(action, decision, &*ruleset, &self.cast, level);
        if let Some(why) = wanted.and_then(|wanted| self.battle.why_not(&wanted)) {
            // The rules that forbid it, not those of what is on offer.
            refusal.rules.clear();
            refusal.add(why);
        }
        refusal
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
        // Without `when`, a refusal waits for a decision that offers the action.
        let hint = if choice.refused && choice.when.is_none() {
            "; what is not on offer at all is refused where `when` says, such as `when = \"turn\"`"
        } else {
            ""
        };
        Err(Stopped::at(
            choice,
            format!("this choice was never asked for; {last}{hint}"),
        ))
    }
}

/// Whether a refusal has the reason that an author gives: a word of the ruleset, the id of a rule, or
/// words that are in it.
fn holds_because(refusal: &Refusal, because: &str, words: &[&str]) -> bool {
    if words.contains(&because) {
        return refusal.words.contains(&because);
    }
    refusal.rules.iter().any(|rule| rule.0 == because) || refusal.reason.contains(because)
}

/// That a refusal has another reason than the author gives.
fn another_reason(refusal: &Refusal, because: &str) -> String {
    format!(
        "it was refused for another reason than `{because}`: {}{}",
        refusal.reason,
        by_name(refusal)
    )
}

/// Words and rules of a refusal, as authors may write them behind `because`.
fn by_name(refusal: &Refusal) -> String {
    let words = refusal.words.iter().copied();
    let rules = refusal.rules.iter().map(|rule| rule.0);
    let names: Vec<String> = words.chain(rules).map(|name| format!("`{name}`")).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(" (because: {})", names.join(", "))
}

/// A refusal for those who read the journal.
fn refusal_note(choice: &CaseChoice, refusal: &Refusal) -> String {
    format!(
        "line {}: refused: {}{}",
        choice.line,
        refusal.reason,
        by_name(refusal)
    )
}
