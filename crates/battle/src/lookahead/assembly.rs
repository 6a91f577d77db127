//! Forecasts made of what was played.

use shieldwall_dice::Distribution;

use crate::{
    choice::Choice,
    decision::Decision,
    driver::Battle,
    forecast::{
        Affected, Alternative, CombatantOutcome, Forecast, Outcome, Outcomes, Stake, Weighing,
    },
    ids::{CombatantId, SideId},
    lookahead::{Answer, Played},
    narration,
    offer::Offer,
    target::Target,
    terms::{ActionRole, DecisionRole},
};

/// Probabilities below this are rounding errors.
const NEGLIGIBLE: f64 = 1e-9;

impl Battle {
    /// What a choice leads to, as `play` finds it; `None` if nothing is rolled for it and nobody comes to harm or
    /// profits.
    pub(crate) fn forecast_of(
        &mut self,
        decision: &Decision,
        choice: &Choice,
        play: impl FnOnce(&mut Self) -> Option<Played>,
    ) -> Option<Forecast> {
        let offer = decision.offer_for(choice).ok()?;
        let ruleset = std::sync::Arc::clone(&self.ruleset);
        let chance = ruleset.chance_of(&mut self.world, decision, choice);
        let played = play(self)?;
        if played.outcomes.by.is_empty() && chance.is_none() {
            return None;
        }
        let target = match choice.target {
            Some(Target::Combatant(who) | Target::Injury(who, _)) => Some(who),
            _ => None,
        };
        let mut forecast = Forecast {
            headline: match target {
                Some(who) => format!("{}: {}", offer.label, narration::name_of(&self.world, who)),
                None => offer.label.clone(),
            },
            chances: chance.into_iter().collect(),
            outcomes: told(decision, offer, target, &played.outcomes),
            assumption: assumption(&played.answers, target.is_some(), &played.outcomes),
            ..Forecast::default()
        };
        if target.is_some() {
            forecast.alternatives = self.alternatives(&played.answers);
        }
        let asked = match decision.kind.role {
            DecisionRole::Reaction => decision.actor,
            _ => target,
        };
        forecast.fill(&played.outcomes, asked);
        Some(forecast)
    }

    /// The answers that were tried, each once.
    fn alternatives(&self, answers: &[Answer]) -> Vec<Alternative> {
        let mut listed: Vec<(&Choice, Alternative)> = Vec::new();
        for answer in answers {
            let own = |who: &CombatantId, side: SideId| {
                let presence = self.side_of(*who);
                presence.is_some_and(|other| !self.hostile(other, side))
            };
            let side = answer.decision.side;
            let (mut loss, mut defeats) = (0.0, 0.0);
            for (who, outcome) in &answer.outcomes.by {
                if own(who, side) {
                    loss += outcome.expected_loss();
                    defeats += outcome.defeats;
                }
            }
            let known = listed
                .iter_mut()
                .find(|(choice, _)| **choice == answer.choice);
            if let Some((_, known)) = known {
                known.expected_loss += loss;
                known.defeats += defeats;
                continue;
            }
            let Ok(offer) = answer.decision.offer_for(&answer.choice) else {
                continue;
            };
            listed.push((
                &answer.choice,
                Alternative {
                    idle: offer.role == ActionRole::Decline,
                    label: offer.label.clone(),
                    chance: answer.chance,
                    expected_loss: loss,
                    defeats,
                },
            ));
        }
        listed
            .into_iter()
            .map(|(_, alternative)| alternative)
            .collect()
    }
}

impl Forecast {
    /// Writes what becomes of everybody into a forecast. Its subject is who is asked about; where somebody else
    /// takes the attack, they are.
    pub fn fill(&mut self, outcomes: &Outcomes, asked: Option<CombatantId>) {
        let harm =
            |outcome: &CombatantOutcome| outcome.harm(Weighing::default(), &Affected::UNKNOWN);
        let worst = outcomes
            .by
            .iter()
            .max_by(|(_, a), (_, b)| harm(a).total_cmp(&harm(b)))
            .map(|(who, _)| *who);
        self.subject = asked
            .filter(|who| outcomes.by.contains_key(who))
            .or(worst)
            .or(asked);
        self.branches += outcomes.branches;
        self.covers.clone_from(&outcomes.covers);
        if self.subject.is_some() {
            self.loss = Some(Distribution::certain(0));
        }
        for (who, outcome) in &outcomes.by {
            let changes = outcome.changes.iter().filter(|(_, part)| **part > 0.0);
            let changes = changes.map(|(change, part)| (*change, *part)).collect();
            if Some(*who) == self.subject {
                self.loss = Some(outcome.loss());
                let gains = outcome.losses.keys().any(|lost| *lost < 0);
                self.gain = gains.then(|| outcome.gain());
                let defeating = outcome.defeating.iter();
                self.defeating = defeating.map(|(lost, part)| (*lost, *part)).collect();
                self.defeats = outcome.defeats.min(1.0);
                self.kills = outcome.kills.min(1.0);
                self.changes = changes;
            } else {
                self.others.push(Stake {
                    who: *who,
                    loss: Some(outcome.loss()),
                    defeats: outcome.defeats.min(1.0),
                    kills: outcome.kills.min(1.0),
                    changes,
                });
            }
        }
    }
}

/// All ways in which it may turn out, in words.
fn told(
    decision: &Decision,
    offer: &Offer,
    target: Option<CombatantId>,
    outcomes: &Outcomes,
) -> Vec<Outcome> {
    let all = if decision.kind.role == DecisionRole::Reaction {
        vec![("harm", outcomes.lands), ("no harm", 1.0 - outcomes.lands)]
    } else if offer.role.is_attack() {
        let (misses, backfires) = (outcomes.misses, outcomes.backfires);
        let harms = outcomes.lands - backfires;
        // A missile may strike another than its target, and a counter the attacker.
        let harms_target = target.map_or(harms, |target| outcomes.harms(target).min(harms));
        let others = harms - harms_target;
        let harm = if others > NEGLIGIBLE {
            "harms the target"
        } else {
            "does harm"
        };
        vec![
            (harm, harms_target),
            ("harms others", others),
            ("misses", misses - backfires),
            ("misses, but harms others", backfires),
            ("no harm", 1.0 - misses - harms),
        ]
    } else if offer.role.is_move() {
        vec![
            ("harm on the way", outcomes.lands),
            ("no harm", 1.0 - outcomes.lands),
        ]
    } else {
        vec![
            ("it works", outcomes.works),
            ("it fails", 1.0 - outcomes.works),
        ]
    };
    all.into_iter()
        .filter(|(_, probability)| *probability > NEGLIGIBLE)
        .map(|(label, probability)| Outcome { label, probability })
        .collect()
}

/// What others are taken to choose; `None` if nobody is asked.
fn assumption(answers: &[Answer], single: bool, outcomes: &Outcomes) -> Option<String> {
    let given: Vec<&Answer> = answers.iter().filter(|answer| answer.given > 0.0).collect();
    let mut assumption = given.first().map(|first| {
        let same = given.iter().all(|answer| answer.choice == first.choice);
        match first.decision.offer_for(&first.choice) {
            Ok(offer) if single && same => {
                format!("if the answer is: {}", offer.label.to_lowercase())
            }
            _ => "with the best answers".to_owned(),
        }
    });
    let not_all = match assumption {
        Some(_) => "not all answers tried",
        None => "not all dice gone through",
    };
    let more = [
        (outcomes.sealed, "unless others act in secret"),
        (outcomes.cut_short, not_all),
    ];
    for (_, words) in more.iter().filter(|(holds, _)| *holds) {
        match &mut assumption {
            Some(assumption) => *assumption = format!("{assumption}, {words}"),
            None => assumption = Some((*words).to_owned()),
        }
    }
    assumption
}
