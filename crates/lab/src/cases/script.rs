//! The choices of a case, which answer the decisions of its battle.

use std::{collections::BTreeMap, sync::Arc};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, Choice, Decision, Refusal, Vitality};
use shieldwall_content::{
    Case,
    case::{CaseAction, CaseChoice, DefaultAnswer},
};

use super::{
    cast::Cast,
    choosing::{Unclear, is_meant_for, on_offer, resolve, sketched},
};

/// Why a case could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Line of the choice it is about, if it is about one.
    pub line: Option<usize>,
    /// The reason.
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

/// The progress in making the choices of a case: all of the past that its further answers depend on, if no brain gives
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ScriptProgress {
    /// For each choice, true once it has been made.
    made: Vec<bool>,
    /// Lines of choices that lenient play could not make.
    pub(crate) skipped: Vec<usize>,
    /// The round in which the last choice was made.
    latest: u32,
    /// True once a decision has been answered.
    pub(crate) decided: bool,
}

/// The choices of a case while it is played.
pub struct Script<'c> {
    /// Names for the combatants and items of the battle.
    pub cast: Cast,
    pub(super) case: &'c Case,
    pub(crate) progress: ScriptProgress,
    brain: Option<Box<dyn Brain>>,
    /// True if play ends as soon as all that was chosen has taken effect, and choices may be left over that are never
    /// asked for because of how the dice fell.
    pub(super) lenient: bool,
    /// The offers of the last decision of each combatant or side, by letter or side, for choices that
    /// were never asked for.
    asked: BTreeMap<String, String>,
    /// Refusals with their reasons, a line each.
    refusals: Vec<String>,
    /// Why choices could not be made, by their lines: the first reason of each.
    pub(crate) reasons: BTreeMap<usize, String>,
}

impl std::fmt::Debug for Script<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Script")
            .field("case", &self.case.title)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

/// The brain that answers what no choice answers; `None` where the least is done.
fn brain_of(case: &Case) -> Option<Box<dyn Brain>> {
    match case.default {
        DefaultAnswer::Pass => None,
        DefaultAnswer::Computer => Some(brain(BrainKind::Planner, 0)),
        DefaultAnswer::Random => Some(brain(BrainKind::Random, 0)),
    }
}

impl<'c> Script<'c> {
    pub(super) fn of(case: &'c Case, cast: Cast) -> Self {
        Self {
            cast,
            case,
            progress: ScriptProgress::before(case),
            brain: brain_of(case),
            lenient: false,
            asked: BTreeMap::new(),
            refusals: Vec::new(),
            reasons: BTreeMap::new(),
        }
    }

    /// Begins again; the reasons why choices could not be made stay.
    pub(super) fn restart(&mut self) {
        self.progress = ScriptProgress::before(self.case);
        self.brain = brain_of(self.case);
        self.asked.clear();
        self.refusals.clear();
    }

    /// True if a brain answers what no choice answers.
    pub(crate) const fn has_brain(&self) -> bool {
        self.brain.is_some()
    }

    /// True if no choice is left that will be asked for.
    pub(super) fn used_up(&self, battle: &Battle) -> bool {
        let ruleset = battle.ruleset();
        let left = self.case.choices.iter().zip(&self.progress.made);
        let mut left = left.filter(|(_, made)| !**made).map(|(choice, _)| choice);
        if !self.lenient {
            return left.next().is_none();
        }
        let presences = battle.presences(None);
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

    /// True if all choices have been made.
    #[must_use]
    pub fn all_made(&self) -> bool {
        self.progress.made.iter().all(|made| *made)
    }

    /// Choices that have not been asked for.
    pub fn not_asked(&self) -> impl Iterator<Item = &CaseChoice> {
        let choices = self.case.choices.iter().zip(&self.progress.made);
        choices
            .filter(|(_, made)| !**made)
            .map(|(choice, _)| choice)
    }

    /// The last round in which lenient play waits for the choices that are left: those that say no
    /// round are given up when a round has gone by in which none was made.
    fn patience(&self) -> u32 {
        let said = self.not_asked().filter_map(|choice| choice.round).max();
        said.unwrap_or_default().max(self.progress.latest + 1)
    }

    /// Refusals so far that the case asks for, with their reasons, a line each.
    #[must_use]
    pub fn refusals(&self) -> &[String] {
        &self.refusals
    }

    /// The round after which the case ends, if it ends with a round.
    pub(super) fn rounds(&self) -> Option<u32> {
        // Where nothing is chosen, there is a round to watch.
        let watched = self.case.choices.is_empty().then_some(1);
        self.case.rounds.or(watched)
    }

    /// Lenient play between two runs of stages: it answers what is asked. Returns false where the case ends.
    ///
    /// # Errors
    /// If a choice cannot be made whatever the dice show, or should have been refused.
    pub(crate) fn step(&mut self, battle: &mut Battle) -> Result<bool, Stopped> {
        loop {
            let round = battle.round();
            let is_over = battle.ending().is_some()
                || match self.rounds() {
                    Some(rounds) => round > rounds,
                    None => self.used_up(battle) && battle.is_settled(),
                };
            if is_over {
                return Ok(false);
            }
            if battle.decision().is_none() {
                return Ok(true);
            }
            if self.rounds().is_none() && round > self.patience() {
                return Ok(false);
            }
            self.decide(battle)?;
            // A choice that shows a refusal leaves the decision open.
            if battle.decision().is_none() {
                return Ok(true);
            }
        }
    }

    /// Answers the open decision.
    pub(super) fn decide(&mut self, battle: &mut Battle) -> Result<(), Stopped> {
        let Some(decision) = battle.decision().cloned() else {
            return Ok(());
        };
        self.progress.decided = true;
        let by = match decision.actor {
            Some(actor) => self.cast.letter(actor).to_owned(),
            None => decision.side.key().to_owned(),
        };
        self.asked.insert(by.clone(), on_offer(&decision));
        let case = self.case;
        let next = case
            .choices
            .iter()
            .zip(&mut self.progress.made)
            .find(|(choice, made)| !**made && choice.by == by);
        let Some((choice, made)) = next else {
            return self.answer_by_default(battle);
        };
        if !is_meant_for(choice, &decision, battle.round()) {
            return self.answer_by_default(battle);
        }
        *made = true;
        self.progress.latest = battle.round();
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
            return self.answer_by_default(battle);
        }
        self.carry_out(battle, choice, &decision)
    }

    /// Does the first of the actions of a choice that can be done, or shows that it is refused.
    fn carry_out(
        &mut self,
        battle: &mut Battle,
        choice: &CaseChoice,
        decision: &Decision,
    ) -> Result<(), Stopped> {
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
                Ok(answer) => match battle.check(&answer) {
                    Err(refusal) => refusal,
                    Ok(()) if choice.refused => {
                        return Err(Stopped::at(choice, "it was not refused"));
                    }
                    Ok(()) => {
                        let chosen = battle.choose(answer);
                        return chosen.map_err(|refusal| Stopped::at(choice, refusal.reason));
                    }
                },
            };
            refusals.push((action, refusal));
        }
        let told = refusals
            .into_iter()
            .map(|(action, refusal)| self.with_reason(battle, action, refusal, decision));
        let Some(refusal) = Refusal::all(told) else {
            return Ok(());
        };
        if !choice.refused && self.lenient {
            self.progress.skipped.push(choice.line);
            self.reasons.entry(choice.line).or_insert(refusal.reason);
            return self.answer_by_default(battle);
        }
        if !choice.refused {
            return Err(Stopped::at(choice, refusal.reason));
        }
        let words = battle.ruleset().terms().refusals.clone();
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
        &self,
        battle: &mut Battle,
        action: &CaseAction,
        mut refusal: Refusal,
        decision: &Decision,
    ) -> Refusal {
        let ruleset = Arc::clone(battle.ruleset());
        let level = &self.case.level;
        let wanted = sketched(action, decision, &*ruleset, &self.cast, level);
        if let Some(why) = wanted.and_then(|wanted| battle.why_not(&wanted)) {
            // The rules that forbid it, not those of what is on offer.
            refusal.rules.clear();
            refusal.add(why);
        }
        refusal
    }

    fn answer_by_default(&mut self, battle: &mut Battle) -> Result<(), Stopped> {
        let choice: Option<Choice> = match &mut self.brain {
            Some(brain) => Some(brain.choose(battle)),
            None => battle.least(),
        };
        let Some(choice) = choice else { return Ok(()) };
        let decision: Option<Decision> = battle.decision().cloned();
        battle.choose(choice).map_err(|refusal| Stopped {
            line: None,
            reason: format!(
                "the default answer was refused: {refusal}; {}",
                decision.as_ref().map(on_offer).unwrap_or_default()
            ),
        })
    }

    /// An error if a choice has not been asked for.
    pub(super) fn never_asked(&self) -> Result<(), Stopped> {
        let left = self
            .case
            .choices
            .iter()
            .zip(&self.progress.made)
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

impl ScriptProgress {
    fn before(case: &Case) -> Self {
        Self {
            made: vec![false; case.choices.len()],
            skipped: Vec::new(),
            latest: 1,
            decided: false,
        }
    }
}

/// True if a refusal has the reason that an author gives: a word of the ruleset, the id of a rule, or
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

/// A refusal in a line for the author.
fn refusal_note(choice: &CaseChoice, refusal: &Refusal) -> String {
    format!(
        "line {}: refused: {}{}",
        choice.line,
        refusal.reason,
        by_name(refusal)
    )
}
