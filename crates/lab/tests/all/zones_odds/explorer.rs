//! Plays a choice in every way in which the dice can fall, with every series of answers to it.

use std::{collections::BTreeSet, sync::Arc};

use shieldwall_battle::{
    Battle, Choice, CombatantId, Decision, Event, Forecast, Offer, Presence, Progress, SideId,
    Target, Targets, Vitality,
};
use shieldwall_content::Case;
use shieldwall_dice::{EnumeratingDice, Enumerator, SharedDice};
use shieldwall_lab::cases::CasePlay;

use crate::zones_odds::{
    A, GRIPS, LIBRARY,
    combatant_results::{CombatantResult, close},
};

/// An answer on offer to those who are struck.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) label: String,
    pub(crate) mode: Option<&'static str>,
    /// What is forecast of it where it can be given.
    pub(crate) forecast: Option<Forecast>,
}

impl Answer {
    /// Whether it is a counter that does no damage.
    pub(crate) fn is_grip(&self) -> bool {
        self.mode.is_some_and(|mode| GRIPS.contains(&mode))
    }
}

/// The answers that a decision offers.
pub(crate) fn answers_of(battle: &mut Battle, decision: &Decision) -> Vec<Answer> {
    let answer = |offer: &Offer| Answer {
        label: offer.label.clone(),
        mode: offer.mode.map(|mode| mode.key),
        forecast: battle.forecast(&offer.choice_at(0)),
    };
    decision.offers.iter().map(answer).collect()
}

/// Whether those who are struck are asked what they do about it.
pub(crate) fn asks_for_answer(decision: &Decision) -> bool {
    ["reaction", "guarding", "willing"].contains(&decision.kind.key)
}

/// What follows from a blow that has fallen: the one who is shoved goes as far as it can, a weapon falls,
/// and nobody gets up again.
pub(crate) fn consequence(battle: &mut Battle, decision: &Decision) -> Choice {
    if decision.kind.key == "disarming" {
        return decision.choice_at(0).unwrap();
    }
    if decision.kind.key == "shoving" {
        let level = Arc::clone(&battle.setup().level);
        let pusher = battle.presences(None)[decision.actor.unwrap().index()].cell;
        let offer = &decision.offers[0];
        let Targets::Cells(cells) = &offer.targets else {
            panic!("{offer:?}");
        };
        let farthest = cells
            .iter()
            .map(|option| option.cell)
            .max_by_key(|cell| (level.zone_distances.half_zones(pusher, *cell), *cell));
        return offer.choice(farthest.map(Target::Cell), None);
    }
    battle.least().unwrap()
}

/// What is done before A's turn; nothing in particular where it says nothing.
pub(crate) type Before = fn(&mut Battle, &Decision) -> Option<Choice>;

/// Plays up to A's turn.
pub(crate) fn reach_turn(battle: &mut Battle, before: Before) -> Arc<Decision> {
    loop {
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        let choice = if let Some(choice) = before(battle, &decision) {
            choice
        } else if decision.kind.key == "turn" {
            assert!(decision.is_about(A), "{decision:?}");
            return decision;
        } else if decision.kind.key == "activation" && decision.side == SideId::RED {
            decision.offers[0].choice(Some(Target::Combatant(A)), None)
        } else {
            battle.least().unwrap()
        };
        battle.choose(choice).unwrap();
    }
}

/// Everybody before a choice and after it, and what else happened to each of them.
pub(crate) struct Ended {
    pub(crate) before: Vec<Presence>,
    pub(crate) after: Vec<Presence>,
    pub(crate) changes: BTreeSet<(CombatantId, &'static str)>,
}

/// Plays what A does to its end. `choice` begins it, and `answer` is asked what those do who are struck.
pub(crate) fn play_out(
    (play, early): (&mut CasePlay<'_>, Before),
    dice: &SharedDice<EnumeratingDice>,
    choice: &mut dyn FnMut(&mut Battle),
    answer: &mut dyn FnMut(&mut Battle, &Decision) -> Choice,
) -> Ended {
    play.restart(Box::new(dice.clone())).unwrap();
    let battle = &mut play.battle;
    reach_turn(battle, early);
    let before = battle.presences(None);
    let began = battle.journal().entries().len();
    choice(battle);
    while battle.advance_until(Battle::is_settled) == Some(Progress::Decision) {
        let decision = battle.open_decision().unwrap();
        let choice = if asks_for_answer(&decision) {
            answer(battle, &decision)
        } else {
            consequence(battle, &decision)
        };
        battle.choose(choice).unwrap();
    }
    let mut changes = BTreeSet::new();
    for entry in &battle.journal().entries()[began..] {
        let change = match &entry.event {
            Event::Linked {
                other, on: true, ..
            } => (*other, "grabbed"),
            Event::Placed { who, how, .. } if how.key == "is shoved" => (*who, "shoved"),
            // Anyone who does not survive it is not moved any more.
            Event::HitPoints { who, cause, .. } if *cause == "shove" => (*who, "shoved"),
            Event::ItemMoved {
                who: Some(who),
                how,
                ..
            } if how.key == "dropped" => (*who, "disarmed"),
            _ => continue,
        };
        changes.insert(change);
    }
    Ended {
        before,
        after: battle.presences(None),
        changes,
    }
}

impl Ended {
    /// Counts it with its probability.
    pub(crate) fn tell(&self, results: &mut [CombatantResult], probability: f64) {
        for ((result, before), after) in results.iter_mut().zip(&self.before).zip(&self.after) {
            let lost = before.hit_points - after.hit_points;
            *result.loss.entry(lost).or_default() += probability;
            let fought = matches!(before.vitality, Vitality::Active | Vitality::Surrendered);
            let lies = matches!(after.vitality, Vitality::Unconscious | Vitality::Dead);
            if fought && lies {
                result.defeats += probability;
            }
            if before.vitality != Vitality::Dead && after.vitality == Vitality::Dead {
                result.kills += probability;
            }
        }
        for (who, change) in &self.changes {
            *results[who.index()].changes.entry(*change).or_default() += probability;
        }
    }
}

/// What comes of a choice with certain answers to it.
pub(crate) struct Node {
    pub(crate) results: Vec<CombatantResult>,
    /// What was on offer where the answers given did not reach.
    pub(crate) open: Option<Vec<Answer>>,
}

/// What comes of a choice with one series of answers to it.
pub(crate) struct Leaf {
    /// The number of the first answer; 0 if none was asked for.
    pub(crate) first: usize,
    pub(crate) results: Vec<CombatantResult>,
}

/// All that may come of a choice.
pub(crate) struct Tree {
    /// The answers on offer; empty if none is asked for.
    pub(crate) answers: Vec<Answer>,
    /// The probability that an answer is asked for.
    pub(crate) asked: f64,
    pub(crate) leaves: Vec<Leaf>,
}

impl Tree {
    /// What comes of it if this is the first answer.
    pub(crate) fn group(&self, first: usize) -> impl Iterator<Item = &Leaf> {
        self.leaves.iter().filter(move |leaf| leaf.first == first)
    }
}

/// A case that is played again and again.
pub(crate) struct Scene<'c> {
    pub(crate) play: CasePlay<'c>,
    pub(crate) dice: SharedDice<EnumeratingDice>,
    pub(crate) enumerator: Enumerator,
    /// How many there are.
    pub(crate) count: usize,
    /// Which of them are blue.
    pub(crate) blue: Vec<bool>,
    /// What is done before A's turn.
    pub(crate) before: Before,
}

impl<'c> Scene<'c> {
    pub(crate) fn of(case: &'c Case) -> Self {
        let dice = SharedDice::default();
        let play = CasePlay::begin(case, &LIBRARY, Box::new(dice.clone())).unwrap();
        let presences = play.battle.presences(None);
        Self {
            play,
            dice,
            enumerator: Enumerator::new(),
            count: presences.len(),
            blue: presences
                .iter()
                .map(|seen| seen.side == SideId::BLUE)
                .collect(),
            before: |_, _| None,
        }
    }

    /// What A may do with dice of these actions; no bargains, of which nobody knows the outcome.
    pub(crate) fn choices(&mut self, actions: &[&str]) -> Vec<Choice> {
        self.play.restart(Box::new(self.dice.clone())).unwrap();
        let decision = reach_turn(&mut self.play.battle, self.before);
        let offers = decision.offers.iter();
        offers
            .filter(|offer| actions.contains(&offer.action.key))
            .flat_map(|offer| (0..offer.choice_count()).map(|index| offer.choice_at(index)))
            .filter(|choice| {
                let option = choice.option();
                option.is_none_or(|option| !option.ends_with("bargain"))
            })
            .collect()
    }

    /// What is forecast of a choice. The scene must stand at A's turn.
    pub(crate) fn forecast(&mut self, choice: &Choice) -> Forecast {
        self.play.battle.forecast(choice).unwrap()
    }

    /// What comes of what A does: the probabilities of all ways in which the dice can fall, added up.
    pub(crate) fn enumerate(
        &mut self,
        choice: &mut dyn FnMut(&mut Battle),
        answer: &mut dyn FnMut(&mut Battle, &Decision) -> Choice,
    ) -> Vec<CombatantResult> {
        let mut results = vec![CombatantResult::default(); self.count];
        let mut total = 0.0;
        let Self {
            play,
            dice,
            enumerator,
            before,
            ..
        } = self;
        enumerator.for_each(
            |open| {
                *dice.dice() = std::mem::take(open);
                let ended = play_out((play, *before), dice, choice, answer);
                *open = std::mem::take(&mut *dice.dice());
                ended
            },
            |ended, probability| {
                total += probability;
                ended.tell(&mut results, probability);
            },
        );
        assert!(close(total, 1.0), "{total}");
        results
    }

    /// What comes of a choice with the answers of these numbers; the first one on offer where they do
    /// not reach.
    pub(crate) fn answered(&mut self, choice: &Choice, numbers: &[usize]) -> Node {
        let mut open = None;
        // Within one way in which the dice fall: which answer is next.
        let next = std::cell::Cell::new(0_usize);
        let results = self.enumerate(
            &mut |battle| {
                next.set(0);
                battle.choose(choice.clone()).unwrap();
            },
            &mut |battle, decision| {
                let place = next.replace(next.get() + 1);
                let number = numbers.get(place).copied();
                if number.is_none() && open.is_none() {
                    open = Some(answers_of(battle, decision));
                }
                decision.offers[number.unwrap_or(0)].choice_at(0)
            },
        );
        Node { results, open }
    }

    /// The probability that somebody is asked for an answer to a choice.
    pub(crate) fn chance_to_be_asked(&mut self, choice: &Choice) -> f64 {
        let mut asked = 0.0;
        let Self {
            play,
            dice,
            enumerator,
            before,
            ..
        } = self;
        enumerator.for_each(
            |open| {
                *dice.dice() = std::mem::take(open);
                play.restart(Box::new(dice.clone())).unwrap();
                let battle = &mut play.battle;
                reach_turn(battle, *before);
                battle.choose(choice.clone()).unwrap();
                let progress = battle.advance_until(Battle::is_settled);
                let asks = progress == Some(Progress::Decision)
                    && battle.decision().is_some_and(asks_for_answer);
                *open = std::mem::take(&mut *dice.dice());
                asks
            },
            |asks, probability| {
                if asks {
                    asked += probability;
                }
            },
        );
        asked
    }

    /// What comes of a choice with every series of answers to it.
    pub(crate) fn explore(&mut self, choice: &Choice) -> Tree {
        let asked = self.chance_to_be_asked(choice);
        let root = self.answered(choice, &[]);
        let mut leaves = Vec::new();
        let Some(answers) = root.open else {
            let results = root.results;
            leaves.push(Leaf { first: 0, results });
            return Tree {
                answers: Vec::new(),
                asked,
                leaves,
            };
        };
        let mut waiting: Vec<Vec<usize>> = (0..answers.len()).map(|first| vec![first]).collect();
        while let Some(numbers) = waiting.pop() {
            let node = self.answered(choice, &numbers);
            let Some(further) = node.open else {
                leaves.push(Leaf {
                    first: numbers[0],
                    results: node.results,
                });
                continue;
            };
            for number in 0..further.len() {
                waiting.push([&numbers[..], &[number]].concat());
            }
        }
        Tree {
            answers,
            asked,
            leaves,
        }
    }

    /// What blue loses, and how many of it are defeated.
    pub(crate) fn toll(&self, results: &[CombatantResult]) -> (f64, f64) {
        let own = || results.iter().zip(&self.blue).filter(|(_, blue)| **blue);
        (
            own().map(|(result, _)| result.expected_loss()).sum(),
            own().map(|(result, _)| result.defeats).sum(),
        )
    }
}
