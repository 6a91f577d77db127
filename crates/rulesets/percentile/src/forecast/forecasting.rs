//! Exact odds of an attack, a defence and First Aid, from the code that plays them.
//!
//! What a target may answer depends only on the level of the attack, so the odds of a whole attack
//! are those of [`Blow::finish`] for each level and answer, mixed by how likely [`Blow::open`]
//! makes each level. Both are enumerated, never worked out a second time.

use std::collections::BTreeMap;

use shieldwall_battle::Check;
use shieldwall_battle::{
    CombatantId, Forecast, ItemId, Outcome, Vitality,
    forecast::{Affected, Alternative, Fate, Weighing},
};
use shieldwall_dice::{Distribution, Enumerator};

use crate::{
    attack::{
        blow::{Blow, Closing, Faces, Opening},
        matrix::{DamageKind, DefenceKind},
        success_level::SuccessLevel,
    },
    combatant::wounds::{self, Injury},
};

/// Differences of expectations below this are rounding errors, not reasons to prefer an answer.
const NEGLIGIBLE: f64 = 1e-9;

/// What an attack does to its target, with exact probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Hit points lost, 0 included.
    pub loss: Distribution,
    /// Hit points lost where that takes the target out of the fight, with the probability.
    pub defeating: Vec<(i32, f64)>,
    /// Expected hit points lost.
    pub expected_loss: f64,
    /// Probability that the target, conscious before, falls out of the fight (PCT-140, PCT-143).
    pub defeats: f64,
    /// Probability that the attack brings the target to 0 hit points or below (PCT-143).
    pub kills: f64,
    /// All outcomes that can occur, best for the target first; they sum to 1.
    pub outcomes: Vec<Outcome>,
    /// Items that may break, with the probability (PCT-041).
    pub breaks: Vec<(ItemId, f64)>,
    /// Branches that were enumerated for it.
    pub branches: usize,
}

/// The answers that are best for the target, which depend on the level of the attack: places in
/// [`Blow::defences`], or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestAnswers {
    /// To an ordinary success.
    pub to_success: Option<usize>,
    /// To a special success.
    pub to_special: Option<usize>,
}

impl BestAnswers {
    /// The answer to an attack of this level.
    #[must_use]
    pub const fn to(self, attack: SuccessLevel) -> Option<usize> {
        match attack {
            SuccessLevel::Failure => None,
            SuccessLevel::Success => self.to_success,
            SuccessLevel::Special => self.to_special,
        }
    }
}

/// Odds of an attack that has not been rolled yet.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackForecast {
    /// The odds if the target always gives its best answer.
    pub best: Odds,
    /// Those answers.
    pub answers: BestAnswers,
    /// The odds if it always gives the same answer: each of [`Blow::defences`], then none.
    pub alternatives: Vec<(Option<usize>, Odds)>,
}

/// By what a target chooses its answer.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// What harm is worth.
    pub weighing: Weighing,
    /// The target.
    pub target: Affected,
}

impl Judge {
    /// How bad it is for the target.
    #[must_use]
    pub fn harm(&self, of: Expectation) -> f64 {
        let fate = Fate {
            loss: of.expected_loss,
            defeats: of.defeats,
            kills: of.kills,
            changes: &[],
        };
        self.weighing.0.harm(&self.target, &fate)
    }
}

/// The numbers that answers are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Expectation {
    /// Expected hit points lost by the target.
    pub expected_loss: f64,
    /// Probability that the target falls out of the fight.
    pub defeats: f64,
    /// Probability that it is brought to where it dies at the end of the round.
    pub kills: f64,
}

impl Expectation {
    fn add(&mut self, other: Self, weight: f64) {
        self.expected_loss += weight * other.expected_loss;
        self.defeats += weight * other.defeats;
        self.kills += weight * other.kills;
    }
}

/// What comes of an attack on average if the target gives its best answers; the quick part of [`forecast_attack`], for
/// brains.
pub fn expected(blow: &Blow, judge: &Judge, enumerator: &mut Enumerator) -> Expectation {
    let openings = Openings::of(blow, enumerator);
    let mut sum = Expectation::default();
    for attack in [SuccessLevel::Success, SuccessLevel::Special] {
        let [bound, free] = openings.probabilities(attack);
        if bound > 0.0 {
            sum.add(expectation(blow, attack, None, enumerator), bound);
        }
        if free > 0.0 {
            let (_, best) = best_answer(blow, attack, judge, enumerator);
            sum.add(best, free);
        }
    }
    sum
}

/// The answer to an attack of a given level that is best for the target, with what it leads to. If
/// nothing is gained by a defence there is none, which saves the item.
pub fn best_answer(
    blow: &Blow,
    attack: SuccessLevel,
    judge: &Judge,
    enumerator: &mut Enumerator,
) -> (Option<usize>, Expectation) {
    let mut best = (None, expectation(blow, attack, None, enumerator));
    let mut least = judge.harm(best.1);
    for place in 0..blow.defences.len() {
        let other = expectation(blow, attack, Some(place), enumerator);
        let harm = judge.harm(other);
        if harm < least - NEGLIGIBLE {
            best = (Some(place), other);
            least = harm;
        }
    }
    best
}

/// What one answer to an attack of a given level leads to.
fn expectation(
    blow: &Blow,
    attack: SuccessLevel,
    answer: Option<usize>,
    enumerator: &mut Enumerator,
) -> Expectation {
    let mut sum = Expectation::default();
    enumerator.for_each(
        |dice| blow.finish(attack, answer, dice, Faces::Summed).lost,
        |lost, probability| {
            sum.expected_loss += f64::from(lost) * probability;
            if falls(blow, lost) {
                sum.defeats += probability;
            }
            if kills(blow, lost) {
                sum.kills += probability;
            }
        },
    );
    sum
}

/// Whether losing so many hit points takes the target out of the fight.
fn falls(blow: &Blow, lost: i32) -> bool {
    let left = blow.target_hit_points.saturating_sub(lost);
    wounds::falls(blow.target_conscious, lost, left)
}

/// Whether losing so many hit points brings the target to where it dies at the end of the round.
fn kills(blow: &Blow, lost: i32) -> bool {
    blow.target_hit_points > wounds::DYING_AT
        && blow.target_hit_points.saturating_sub(lost) <= wounds::DYING_AT
}

/// All odds of an attack that has not been rolled yet.
pub fn forecast_attack(blow: &Blow, judge: &Judge, enumerator: &mut Enumerator) -> AttackForecast {
    let openings = Openings::of(blow, enumerator);
    let answers = openings.best_answers(blow, judge, enumerator);
    let alternatives = (0..blow.defences.len())
        .map(Some)
        .chain([None])
        .map(|answer| {
            let same = BestAnswers {
                to_success: answer,
                to_special: answer,
            };
            (answer, openings.odds(blow, same, enumerator))
        })
        .collect();
    AttackForecast {
        best: openings.odds(blow, answers, enumerator),
        answers,
        alternatives,
    }
}

/// The odds of one answer to an attack whose level is known, for a target that may give it.
pub fn forecast_defence(
    blow: &Blow,
    attack: SuccessLevel,
    answer: Option<usize>,
    enumerator: &mut Enumerator,
) -> Odds {
    let mut tally = Tally::default();
    tally.add_closings(blow, attack, answer, 1.0, enumerator);
    tally.into_odds()
}

impl AttackForecast {
    /// As the engine shows it. `defender` is the name of the target, `subject` its id.
    #[must_use]
    pub fn into_forecast(
        self,
        blow: &Blow,
        headline: String,
        defender: &str,
        subject: CombatantId,
    ) -> Forecast {
        let answers = self.answers;
        let mut forecast = self.best.into_forecast(headline, subject);
        forecast.chances.push(blow.attack.clone());
        let mut used = vec![answers.to_success, answers.to_special];
        used.dedup();
        let used = used.into_iter().flatten();
        if !blow.defences.is_empty() {
            forecast.chances.extend(blow.awareness.clone());
            forecast.assumption = Some(assumption(blow, answers, defender));
            forecast.alternatives = alternatives(blow, self.alternatives);
        } else if blow.target_conscious {
            forecast.notes.push("no defence is possible".to_owned());
        }
        forecast
            .chances
            .extend(used.map(|place| blow.defences[place].chance.clone()));
        forecast
    }
}

/// The answer that the target is expected to give, in plain words.
fn assumption(blow: &Blow, answers: BestAnswers, defender: &str) -> String {
    let words = |answer: Option<usize>| match answer.and_then(|place| blow.defences.get(place)) {
        Some(defence) => format!("{} ({} %)", defence.label, defence.chance.chance),
        None => "no defence".to_owned(),
    };
    let mut text = format!("{defender} answers: {}", words(answers.to_success));
    let special = words(answers.to_special);
    if answers.to_special != answers.to_success {
        text.push_str(&format!(", against a special success {special}"));
    }
    text
}

/// The odds of each single answer.
fn alternatives(blow: &Blow, odds: Vec<(Option<usize>, Odds)>) -> Vec<Alternative> {
    odds.into_iter()
        .map(|(answer, odds)| {
            let defence = answer.and_then(|place| blow.defences.get(place));
            Alternative {
                idle: answer.is_none(),
                label: defence
                    .map_or_else(|| "no defence".to_owned(), |defence| defence.label.clone()),
                chance: defence.map(|defence| defence.chance.chance),
                expected_loss: odds.expected_loss,
                defeats: odds.defeats,
            }
        })
        .collect()
}

impl Odds {
    /// As the engine shows it, without chances.
    #[must_use]
    pub fn into_forecast(self, headline: String, subject: CombatantId) -> Forecast {
        Forecast {
            headline,
            outcomes: self.outcomes,
            subject: Some(subject),
            loss: Some(self.loss),
            defeating: self.defeating,
            defeats: self.defeats,
            kills: self.kills,
            breaks: self.breaks,
            branches: self.branches,
            ..Forecast::default()
        }
    }
}

/// The odds of First Aid on an injury of somebody with so many hit points, as the engine shows it
/// (PCT-153, PCT-155, PCT-159).
pub fn forecast_aid(
    chance: &Check,
    injury: &Injury,
    (vitality, hit_points): (Vitality, i32),
    headline: String,
    subject: CombatantId,
    enumerator: &mut Enumerator,
) -> Forecast {
    let mut gains = Vec::new();
    enumerator.for_each(
        |dice| wounds::roll_aid(chance.chance, &mut injury.clone(), dice).regained,
        |regained, probability| gains.push((regained, probability)),
    );
    let branches = enumerator.branches();
    let dying = vitality == Vitality::Dying;
    let saved = |regained: i32| {
        dying && wounds::after_aid(vitality, hit_points.saturating_add(regained)) != vitality
    };
    let sum = |wanted: &dyn Fn(i32) -> bool| -> f64 {
        gains
            .iter()
            .filter(|&&(regained, _)| wanted(regained))
            .map(|&(_, probability)| probability)
            .sum()
    };
    let outcomes = [
        ("heals nothing", sum(&|regained| regained <= 0)),
        ("saved", sum(&saved)),
        (
            "hit points regained",
            sum(&|regained| regained > 0 && !saved(regained)),
        ),
    ];
    Forecast {
        headline,
        chances: vec![chance.clone()],
        outcomes: listed(outcomes),
        subject: Some(subject),
        gain: Some(gains.into_iter().collect()),
        branches,
        ..Forecast::default()
    }
}

/// The outcomes that can occur.
fn listed(outcomes: impl IntoIterator<Item = (&'static str, f64)>) -> Vec<Outcome> {
    outcomes
        .into_iter()
        .filter(|&(_, probability)| probability > 0.0)
        .map(|(label, probability)| Outcome { label, probability })
        .collect()
}

/// How likely each level of the attack is, and whether the target may answer it.
#[derive(Clone, Copy, Debug, Default)]
struct Openings {
    miss: f64,
    /// A success that may not be answered, and one that may.
    success: [f64; 2],
    /// The same for special successes.
    special: [f64; 2],
    branches: usize,
}

impl Openings {
    fn of(blow: &Blow, enumerator: &mut Enumerator) -> Self {
        let mut openings = Self::default();
        enumerator.for_each(
            |dice| blow.open(dice),
            |opening: Opening, probability| {
                let free = usize::from(opening.may_defend);
                match opening.attack.level {
                    SuccessLevel::Failure => openings.miss += probability,
                    SuccessLevel::Success => openings.success[free] += probability,
                    SuccessLevel::Special => openings.special[free] += probability,
                }
            },
        );
        openings.branches = enumerator.branches();
        openings
    }

    /// The probabilities of a success of this level that may not be answered, and of one that may.
    const fn probabilities(&self, attack: SuccessLevel) -> [f64; 2] {
        match attack {
            SuccessLevel::Failure => [self.miss, 0.0],
            SuccessLevel::Success => self.success,
            SuccessLevel::Special => self.special,
        }
    }

    /// The best answers. Where only one of the levels can occur, its answer stands for both.
    fn best_answers(&self, blow: &Blow, judge: &Judge, enumerator: &mut Enumerator) -> BestAnswers {
        let mut best = |attack, [_, free]: [f64; 2]| {
            (free > 0.0).then(|| best_answer(blow, attack, judge, enumerator).0)
        };
        let to_success = best(SuccessLevel::Success, self.success);
        let to_special = best(SuccessLevel::Special, self.special);
        BestAnswers {
            to_success: to_success.or(to_special).flatten(),
            to_special: to_special.or(to_success).flatten(),
        }
    }

    /// The odds of the whole attack under given answers.
    fn odds(&self, blow: &Blow, answers: BestAnswers, enumerator: &mut Enumerator) -> Odds {
        let mut tally = Tally {
            branches: self.branches,
            ..Tally::default()
        };
        for attack in [
            SuccessLevel::Failure,
            SuccessLevel::Success,
            SuccessLevel::Special,
        ] {
            let [bound, free] = self.probabilities(attack);
            for (answer, weight) in [(None, bound), (answers.to(attack), free)] {
                if weight > 0.0 {
                    tally.add_closings(blow, attack, answer, weight, enumerator);
                }
            }
        }
        tally.into_odds()
    }
}

/// What may come of an attack, in the order shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttackResult {
    Miss,
    Parried,
    Dodged,
    Stopped,
    PartlyParried,
    PartlyDodged,
    Hit,
    SpecialHit,
}

impl AttackResult {
    /// Labels in order.
    const LABELS: [&'static str; 8] = [
        "miss",
        "parried",
        "dodged",
        "stopped by armour",
        "partly parried",
        "partly dodged",
        "hit",
        "special hit",
    ];

    fn of(attack: SuccessLevel, defence: Option<DefenceKind>, closing: &Closing) -> Self {
        match (closing.row.damage, defence) {
            _ if attack == SuccessLevel::Failure => Self::Miss,
            (DamageKind::None, Some(DefenceKind::Dodge)) => Self::Dodged,
            (DamageKind::None, _) => Self::Parried,
            _ if closing.lost == 0 => Self::Stopped,
            (DamageKind::Special, _) => Self::SpecialHit,
            (DamageKind::Normal, Some(kind)) if attack == SuccessLevel::Special => match kind {
                DefenceKind::Parry => Self::PartlyParried,
                DefenceKind::Dodge => Self::PartlyDodged,
            },
            (DamageKind::Normal, _) => Self::Hit,
        }
    }
}

/// Odds being added up.
#[derive(Clone, Debug, Default)]
struct Tally {
    losses: BTreeMap<i32, f64>,
    defeating: BTreeMap<i32, f64>,
    results: [f64; AttackResult::LABELS.len()],
    expected_loss: f64,
    defeats: f64,
    kills: f64,
    breaks: BTreeMap<ItemId, f64>,
    branches: usize,
}

impl Tally {
    /// Adds everything that may follow an answer, which is given with the probability `weight`.
    fn add_closings(
        &mut self,
        blow: &Blow,
        attack: SuccessLevel,
        answer: Option<usize>,
        weight: f64,
        enumerator: &mut Enumerator,
    ) {
        enumerator.for_each(
            |dice| blow.finish(attack, answer, dice, Faces::Summed),
            |closing, probability| {
                self.add(blow, attack, answer, &closing, weight * probability);
            },
        );
        self.branches += enumerator.branches();
    }

    fn add(
        &mut self,
        blow: &Blow,
        attack: SuccessLevel,
        answer: Option<usize>,
        closing: &Closing,
        probability: f64,
    ) {
        let defence = answer.and_then(|place| blow.defences.get(place));
        let result = AttackResult::of(attack, defence.map(|defence| defence.kind), closing);
        self.results[result as usize] += probability;
        *self.losses.entry(closing.lost).or_insert(0.0) += probability;
        self.expected_loss += f64::from(closing.lost) * probability;
        if falls(blow, closing.lost) {
            self.defeats += probability;
            *self.defeating.entry(closing.lost).or_insert(0.0) += probability;
        }
        if kills(blow, closing.lost) {
            self.kills += probability;
        }
        self.wear(
            blow.attacker_item.zip(blow.attacker_item_points),
            closing.attacker_item_loses,
            probability,
        );
        self.wear(
            defence.and_then(|defence| defence.item.zip(defence.item_points)),
            closing.parry_item_loses,
            probability,
        );
        self.wear(
            blow.coverage
                .and_then(|coverage| coverage.item.map(|item| (item, coverage.points))),
            closing.coverage_loses,
            probability,
        );
    }

    /// Notes that an item may break by losing points (PCT-R38).
    fn wear(&mut self, item: Option<(ItemId, i32)>, loses: i32, probability: f64) {
        if let Some((item, points)) = item
            && loses > 0
            && points <= loses
        {
            *self.breaks.entry(item).or_insert(0.0) += probability;
        }
    }

    fn into_odds(self) -> Odds {
        Odds {
            loss: self.losses.into_iter().collect(),
            defeating: self.defeating.into_iter().collect(),
            expected_loss: self.expected_loss,
            defeats: self.defeats.min(1.0),
            kills: self.kills.min(1.0),
            outcomes: listed(AttackResult::LABELS.into_iter().zip(self.results)),
            breaks: self.breaks.into_iter().collect(),
            branches: self.branches,
        }
    }
}
