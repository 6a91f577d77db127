//! A forecast as it is told to a bot.

use std::collections::BTreeMap;

use serde::Serialize;
use shieldwall_battle::{
    Battle, CombatantId, Forecast, SideId,
    forecast::{Affected, Outcome, Weighing},
    terms::Change,
};

/// What a choice may lead to.
#[derive(Serialize)]
pub(super) struct ForecastMessage {
    headline: String,
    /// How good it is for the side: harm of enemies less harm of its own, 1 for one put out of the fight.
    worth: f64,
    chances: Vec<ChanceMessage>,
    outcomes: Vec<Outcome>,
    stakes: Vec<StakeMessage>,
    disarms: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumption: Option<String>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct ChanceMessage {
    skill: String,
    percent: i32,
}

#[derive(Serialize)]
struct StakeMessage {
    who: CombatantId,
    /// Hit points lost on average, less those regained.
    expected_loss: f64,
    defeats: f64,
    kills: f64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    changes: BTreeMap<&'static str, f64>,
}

fn changes(all: &[(Change, f64)]) -> BTreeMap<&'static str, f64> {
    all.iter()
        .map(|(change, part)| (change.key, *part))
        .collect()
}

impl ForecastMessage {
    /// A forecast for a side.
    pub(super) fn of(battle: &Battle, side: SideId, forecast: Forecast) -> Self {
        let presences = battle.presences(Some(side));
        let worth = forecast.worth(Weighing::default(), |who| {
            let known = presences.iter().find(|other| other.id == who);
            known.map_or(Affected::UNKNOWN, |known| {
                known.affected(battle.hostile(side, known.side))
            })
        });
        let subject = forecast.subject.map(|who| StakeMessage {
            who,
            expected_loss: forecast.expected_loss() - forecast.expected_gain(),
            defeats: forecast.defeats,
            kills: forecast.kills,
            changes: changes(&forecast.changes),
        });
        let others = forecast.others.iter().map(|stake| StakeMessage {
            who: stake.who,
            expected_loss: stake.expected_loss(),
            defeats: stake.defeats,
            kills: stake.kills,
            changes: changes(&stake.changes),
        });
        Self {
            worth,
            stakes: subject.into_iter().chain(others).collect(),
            chances: forecast
                .chances
                .iter()
                .map(|check| ChanceMessage {
                    skill: check.skill.to_string(),
                    percent: check.chance,
                })
                .collect(),
            headline: forecast.headline,
            outcomes: forecast.outcomes,
            disarms: forecast.disarms,
            assumption: forecast.assumption,
            notes: forecast.notes,
        }
    }
}
