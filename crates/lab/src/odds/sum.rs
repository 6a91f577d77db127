//! Odds as they are added up over all that can happen.

use std::collections::BTreeMap;

use shieldwall_content::{
    Case,
    case::{Countable, DefaultAnswer},
};

use super::{
    Beginning, CombatantOdds, EntryOdds, NoOdds, NotMade, Odds, TOLERANCE,
    ending::{Ending, Looking, counted_entries},
};
use crate::cases::{Cast, Script, Stopped};

/// Odds as they are added up.
pub(super) struct Sum {
    odds: Odds,
    /// True if anything was decided on any way.
    decided: bool,
}

impl Sum {
    pub(super) fn of(case: &Case, cast: &Cast, began: &Ending) -> Self {
        let combatants = cast.combatants().map(|(id, letter)| {
            let began = &began.combatants[id.index()];
            let odds = CombatantOdds {
                began: Beginning {
                    hit_points: began.hit_points,
                    place: began.place.clone(),
                    conditions: began.conditions.iter().cloned().collect(),
                },
                ..CombatantOdds::default()
            };
            (letter.to_owned(), odds)
        });
        let breakable = cast
            .items()
            .filter(|item| began.items[item.index()].is_some_and(|points| points > 0));
        let entries = counted_entries(case).map(|expected| EntryOdds {
            line: expected.line,
            entry: crate::cases::verdict::written(&expected.entry),
            probability: 0.0,
        });
        let not_made = case.choices.iter().map(|choice| NotMade {
            line: choice.line,
            by_default: 0.0,
            because: None,
            not_asked: 0.0,
            over_before: 0.0,
        });
        Self {
            odds: Odds {
                combatants: combatants.collect(),
                items: breakable.map(|item| (cast.item_name(item), 0.0)).collect(),
                entries: entries.collect(),
                not_made: not_made.collect(),
                ..Odds::default()
            },
            decided: false,
        }
    }

    /// The sum of all probabilities so far.
    pub(super) const fn total(&self) -> f64 {
        self.odds.total
    }

    /// Says that it was added up from so many plays.
    pub(super) const fn estimated(&mut self, plays: u32) {
        self.odds.branches = plays as usize;
        self.odds.estimated = true;
    }

    /// Adds how the case ended with a probability.
    pub(super) fn add(
        &mut self,
        script: &Script<'_>,
        began: &Ending,
        ended: &Ending,
        probability: f64,
    ) {
        let odds = &mut self.odds;
        let cast = &script.cast;
        odds.total += probability;
        odds.branches += 1;
        self.decided |= script.progress.decided;
        for (id, letter) in cast.combatants() {
            let (Some(combatant), Some(before), Some(after)) = (
                odds.combatants.get_mut(letter),
                began.combatants.get(id.index()),
                ended.combatants.get(id.index()),
            ) else {
                continue;
            };
            let lost = before.hit_points - after.hit_points;
            *combatant.loss.entry(lost).or_default() += probability;
            *combatant.state.entry(after.vitality).or_default() += probability;
            add(&mut combatant.place, &after.place, probability);
            for condition in &after.conditions {
                add(&mut combatant.conditions, condition, probability);
            }
        }
        for item in cast.items() {
            let name = cast.item_name(item);
            let broken = ended.items[item.index()].is_some_and(|left| left <= 0);
            if broken && let Some(chance) = odds.items.get_mut(&name) {
                *chance += probability;
            }
            if let Some(how) = ended.gear.get(item.index()) {
                add(odds.gear.entry(name).or_default(), how, probability);
            }
        }
        for (attack, outcome) in &ended.attacks {
            let outcomes = odds.attacks.entry(attack.clone()).or_default();
            add(outcomes, outcome, probability);
        }
        add(&mut odds.winner, &ended.winner, probability);
        for (entry, is_there) in odds.entries.iter_mut().zip(&ended.entries) {
            if *is_there {
                entry.probability += probability;
            }
        }
        let left: Vec<usize> = script.not_asked().map(|choice| choice.line).collect();
        for choice in &mut odds.not_made {
            if script.progress.skipped.contains(&choice.line) {
                choice.by_default += probability;
                let reason = script.reasons.get(&choice.line);
                choice.because = choice.because.take().or_else(|| reason.cloned());
            }
            if left.contains(&choice.line) {
                choice.not_asked += probability;
                if ended.is_over {
                    choice.over_before += probability;
                }
            }
        }
    }

    /// The odds, without what the case does not count.
    pub(super) fn finish(self, case: &Case, looking: &Looking<'_>) -> Result<Odds, NoOdds> {
        let Self { mut odds, decided } = self;
        // A choice that cannot be made whatever the dice show is a mistake of the author.
        let never = odds
            .not_made
            .iter()
            .find(|choice| choice.by_default > 0.0 && choice.left() <= TOLERANCE);
        if let Some(never) = never {
            return Err(NoOdds::Stopped(Stopped {
                line: Some(never.line),
                reason: never.because.clone().unwrap_or_default(),
            }));
        }
        // So is a choice that is never asked for, if the battle goes on.
        let unasked = odds
            .not_made
            .iter()
            .find(|choice| choice.not_asked >= 1.0 - TOLERANCE && choice.over_before <= TOLERANCE);
        if let Some(unasked) = unasked {
            return Err(NoOdds::Stopped(Stopped {
                line: Some(unasked.line),
                reason: "this choice is never asked for".to_owned(),
            }));
        }
        odds.not_made
            .retain(|choice| choice.by_default > 0.0 || choice.not_asked > 0.0);
        odds.notes = notes(case, &odds, decided);
        for combatant in odds.combatants.values_mut() {
            if !looking.counts(Countable::HitPoints) {
                combatant.loss.clear();
            }
            if !looking.counts(Countable::State) {
                combatant.state.clear();
            }
            if !looking.counts(Countable::Place) {
                combatant.place.clear();
            }
        }
        if !looking.counts(Countable::Items) {
            odds.items.clear();
        }
        if !looking.counts(Countable::Winner) {
            odds.winner.clear();
        }
        Ok(odds)
    }
}

impl NotMade {
    /// The probability that it was made.
    fn left(&self) -> f64 {
        1.0 - self.by_default - self.not_asked
    }
}

fn add(to: &mut BTreeMap<String, f64>, what: &str, probability: f64) {
    match to.get_mut(what) {
        Some(sum) => *sum += probability,
        None => {
            to.insert(what.to_owned(), probability);
        }
    }
}

/// Notes on how the odds were found.
fn notes(case: &Case, odds: &Odds, decided: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let default = match case.default {
        DefaultAnswer::Pass => "all combatants do the least that they can (`default = \"pass\"`)",
        DefaultAnswer::Computer => "the computer plays all combatants (`default = \"computer\"`)",
        DefaultAnswer::Random => "all combatants do anything at all (`default = \"random\"`)",
    };
    let rounds = |rounds: u32| match rounds {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    if !decided {
        notes.push("The battle is over before anything is chosen.".to_owned());
    } else if case.choices.is_empty() {
        notes.push(format!(
            "No choice is written: {} played, in which {default}.",
            match case.rounds.unwrap_or(1) {
                1 => "1 round is".to_owned(),
                several => format!("{} are", rounds(several)),
            }
        ));
    } else if let Some(several) = case.rounds {
        notes.push(format!("Played for {}.", rounds(several)));
    }
    if odds.branches == 1 && decided && !odds.estimated {
        notes.push(if case.dice.is_empty() {
            "No die was rolled, so there is one way for it to come out.".to_owned()
        } else {
            "All dice are loaded, so there is one way for them to fall; \
             leave `dice` out to have every way followed."
                .to_owned()
        });
    }
    notes
}
