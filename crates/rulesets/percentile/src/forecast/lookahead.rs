//! Forecasts and estimates: the blows of play, enumerated instead of rolled.

use std::cmp::Ordering;

use bevy_ecs::{prelude::*, world::World};
use rustc_hash::FxHashMap;
use shieldwall_battle::{
    AttackEstimate, Check, Choice, CombatantId, Decision, Forecast, MoveCost, Outcome, Target,
    forecast::{Affected, Weighing},
    ruleset::AttackPlaces,
};
use shieldwall_dice::{DiceExpr, Enumerator};
use shieldwall_grid::Cell;

use crate::{
    attack::{
        arm::Arm,
        blow::Blow,
        in_progress::{Attack, AttackState},
        matrix::DefenceKind,
        reaction::action_of,
    },
    combatant::state::Plan,
    context::read::{FighterView, ReadContext, with_read},
    forecast::forecasting::{self, Expectation, Judge},
    movement::{bands::Pace, ways::Pathfinder},
    terms::{actions, decisions},
};

/// Expectations kept before all are forgotten: some ten megabytes.
const KEPT: usize = 50_000;

/// What forecasting keeps between questions.
#[derive(Resource, Default)]
pub struct Lookahead {
    enumerator: Enumerator,
    known: FxHashMap<Matchup, Expectation>,
    pathfinder: Pathfinder,
}

/// All of a blow that its expectation depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Matchup {
    chance: i32,
    damage: DiceExpr,
    highest: i32,
    awareness: Option<i32>,
    defences: Vec<(DefenceKind, i32)>,
    coverage: Option<(i32, i32)>,
    armour: i32,
    hit_points: i32,
    max_hit_points: i32,
    conscious: bool,
}

impl Matchup {
    fn of(blow: &Blow, target: &Affected) -> Self {
        Self {
            chance: blow.attack.chance,
            damage: blow.damage.together().clone(),
            highest: blow.damage.weapon().max(),
            awareness: blow.awareness.as_ref().map(|chance| chance.chance),
            defences: blow
                .defences
                .iter()
                .map(|defence| (defence.kind, defence.chance.chance))
                .collect(),
            coverage: blow
                .coverage
                .map(|coverage| (coverage.chance, coverage.points)),
            armour: blow.armour,
            hit_points: blow.target_hit_points,
            max_hit_points: target.max_hit_points,
            conscious: blow.target_conscious,
        }
    }
}

impl Lookahead {
    /// What a blow can be expected to do if it is answered as well as possible, by the common valuation.
    pub fn expect(&mut self, blow: &Blow, target: Affected) -> Expectation {
        let matchup = Matchup::of(blow, &target);
        if let Some(&known) = self.known.get(&matchup) {
            return known;
        }
        let judge = Judge {
            weighing: Weighing::default(),
            target,
        };
        let expectation = forecasting::expected(blow, &judge, &mut self.enumerator);
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(matchup, expectation);
        expectation
    }
}

/// The best attack one could make on another from given cells with what it has in hand; see
/// [`shieldwall_battle::Ruleset::attack_estimates`].
pub fn attack_estimate(
    world: &mut World,
    attacker: CombatantId,
    AttackPlaces { from, target, at }: AttackPlaces,
) -> Option<AttackEstimate> {
    world.resource_scope(|world, mut lookahead: Mut<'_, Lookahead>| {
        with_read(world, |with_read| {
            let read = with_read.read();
            let fighter = read.fighter(attacker);
            if !read.in_contact(from, at) && !read.holds_missiles(&fighter) {
                return None;
            }
            let enemy = read.fighter(target);
            let mut best: Option<AttackEstimate> = None;
            for arm in read.arms(&fighter) {
                let Some(blow) = read.blow(&fighter, arm, from, &enemy, at) else {
                    continue;
                };
                let expectation = lookahead.expect(&blow, affected(&enemy));
                let disarms = read.disarms(&fighter, arm);
                // The last weapon is thrown only where nothing else reaches.
                let better = |best: AttackEstimate| match best.disarms.cmp(&disarms) {
                    Ordering::Equal => expectation.expected_loss > best.expected_loss,
                    unequal => unequal.is_gt(),
                };
                if best.is_none_or(better) {
                    best = Some(AttackEstimate {
                        item: arm.item,
                        missile: arm.manner.is_missile(),
                        disarms,
                        expected_loss: expectation.expected_loss,
                        defeats: expectation.defeats,
                        blast: false,
                        others: 0.0,
                    });
                }
            }
            best
        })
    })
}

/// What a choice may lead to; see [`shieldwall_battle::Ruleset::forecast`].
pub fn forecast(world: &mut World, decision: &Decision, choice: &Choice) -> Option<Forecast> {
    if decision.kind == decisions::DEFENCE {
        return forecast_defence(world, decision, choice);
    }
    let weighing = *world.resource::<Weighing>();
    world.resource_scope(|world, mut lookahead: Mut<'_, Lookahead>| {
        with_read(world, |with_read| {
            let read = with_read.read();
            let fighter = read.fighter(decision.actor?);
            if decision.kind == decisions::AID {
                return forecast_aid(&read, &fighter, choice.target, &mut lookahead);
            }
            if choice.action == actions::FIRST_AID {
                return forecast_stated_aid(&read, &fighter, &mut lookahead);
            }
            if choice.action == actions::HIDE {
                let chance = fighter.build.skill_chance(read.rules, "Hide", []);
                return Some(plain_forecast("Hide", chance));
            }
            match read.plan_of(&fighter, choice) {
                Plan::Attack(arm, target) => {
                    let pace = choice.fields.option(Pace::FIELD).and_then(Pace::from_key);
                    let attack = (arm, target, pace);
                    forecast_attack(&read, &fighter, attack, weighing, &mut lookahead)
                }
                _ => None,
            }
        })
    })
}

/// The target of an attack, as its own side sees it.
fn affected(target: &FighterView<'_, '_>) -> Affected {
    Affected {
        enemy: false,
        hit_points: target.hit_points.current,
        max_hit_points: target.hit_points.max,
    }
}

fn forecast_attack(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    (arm, target, pace): (Arm, CombatantId, Option<Pace>),
    weighing: Weighing,
    lookahead: &mut Lookahead,
) -> Option<Forecast> {
    let enemy = read.fighter(target);
    let at = enemy.cell();
    let mut notes = Vec::new();
    let from = if read.reaches(arm, fighter.cell(), at) {
        fighter.cell()
    } else {
        let (cell, cost) = striking_cell(read, fighter, arm, at, lookahead)?;
        notes.push(match cost {
            Some(cost) => {
                let enough = pace.is_none_or(|pace| MoveCost::from(pace.ceiling()) >= cost);
                let limit = if enough { "" } else { ", farther than stated" };
                format!("odds after a move of {cost}{limit}")
            }
            None => "out of reach this round; odds as if beside the target".to_owned(),
        });
        cell
    };
    let blow = read.blow(fighter, arm, from, &enemy, at)?;
    let headline = format!("{} against {}", read.arm_name(fighter, arm), enemy.name());
    let judge = Judge {
        weighing,
        target: affected(&enemy),
    };
    let odds = forecasting::forecast_attack(&blow, &judge, &mut lookahead.enumerator);
    let mut forecast = odds.into_forecast(&blow, headline, enemy.name(), target);
    forecast.notes.extend(notes);
    forecast.disarms = read.disarms(fighter, arm);
    if forecast.disarms {
        forecast.notes.push("throws the last weapon".to_owned());
    }
    if let Some(pace) = pace
        && pace != Pace::Hold
    {
        forecast.notes.push(format!("movement: {}", pace.label()));
    }
    Some(forecast)
}

/// The nearest cell from which an arm could be used on somebody, with the way there; a cell beside
/// the target without a cost if none can be got to this round.
fn striking_cell(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    arm: Arm,
    at: Cell,
    lookahead: &mut Lookahead,
) -> Option<(Cell, Option<MoveCost>)> {
    let ways = read.ways(fighter, Pace::Quarter.ceiling(), &mut lookahead.pathfinder);
    let mut cells = ways.cells();
    cells.sort_by_key(|option| (option.cost, option.cell));
    let near = cells
        .into_iter()
        .find(|option| read.reaches(arm, option.cell, at))
        .map(|option| (option.cell, Some(option.cost)));
    near.or_else(|| {
        let grid = read.board.map.grid();
        grid.neighbours(at)
            .map(|(_, cell)| cell)
            .find(|&cell| read.board.map.ground(cell).passable && read.reaches(arm, cell, at))
            .map(|cell| (cell, None))
    })
}

fn forecast_defence(world: &mut World, decision: &Decision, choice: &Choice) -> Option<Forecast> {
    let defender = decision.actor?;
    let (attack, level) = world
        .query::<&Attack>()
        .iter(world)
        .filter_map(|attack| match &attack.state {
            AttackState::Open(opening) if attack.target == defender => {
                Some((attack.clone(), opening.attack.level))
            }
            _ => None,
        })
        .min_by_key(|(attack, _)| attack.number)?;
    let blow = &attack.blow;
    let place = blow.defences.iter().position(|defence| {
        action_of(defence.kind) == choice.action && defence.item == choice.item
    });
    let defence = place.map(|place| &blow.defences[place]);
    let headline = defence.map_or_else(|| "No defence".to_owned(), |defence| defence.label.clone());
    let mut lookahead = world.resource_mut::<Lookahead>();
    let odds = forecasting::forecast_defence(blow, level, place, &mut lookahead.enumerator);
    let mut forecast = odds.into_forecast(headline, defender);
    forecast
        .chances
        .extend(defence.map(|defence| defence.chance.clone()));
    Some(forecast)
}

fn forecast_aid(
    read: &ReadContext<'_, '_>,
    helper: &FighterView<'_, '_>,
    target: Option<Target>,
    lookahead: &mut Lookahead,
) -> Option<Forecast> {
    let Some(Target::Injury(patient, number)) = target else {
        return None;
    };
    let patient = read.fighter(patient);
    let injury = patient.injuries.0.get(usize::from(number))?;
    Some(forecasting::forecast_aid(
        &read.aid_chance(helper),
        injury,
        (*patient.vitality, patient.hit_points.current),
        format!("First Aid for {}", patient.name()),
        *patient.id,
        &mut lookahead.enumerator,
    ))
}

/// First Aid before the patient is chosen: the worst untreated injury of those in contact.
fn forecast_stated_aid(
    read: &ReadContext<'_, '_>,
    helper: &FighterView<'_, '_>,
    lookahead: &mut Lookahead,
) -> Option<Forecast> {
    let mut worst = None;
    for patient in read.patients(helper) {
        let dying = patient.hit_points.current <= 0;
        for (number, injury) in patient.injuries.0.iter().enumerate() {
            let key = (dying, injury.remaining());
            if !injury.treated && worst.is_none_or(|(best, _)| key > best) {
                let number = u16::try_from(number).unwrap_or(u16::MAX);
                worst = Some((key, Target::Injury(*patient.id, number)));
            }
        }
    }
    match worst {
        Some((_, target)) => forecast_aid(read, helper, Some(target), lookahead),
        None => {
            let mut forecast = plain_forecast("First Aid", read.aid_chance(helper));
            forecast
                .notes
                .push("no ally in contact has an untreated injury".to_owned());
            Some(forecast)
        }
    }
}

/// The odds of one roll with nothing behind it.
fn plain_forecast(headline: &str, chance: Check) -> Forecast {
    let success = f64::from(chance.chance.clamp(0, 100)) / 100.0;
    let outcomes = [("success", success), ("failure", 1.0 - success)];
    Forecast {
        headline: headline.to_owned(),
        chances: vec![chance],
        outcomes: outcomes
            .into_iter()
            .filter(|&(_, probability)| probability > 0.0)
            .map(|(label, probability)| Outcome { label, probability })
            .collect(),
        branches: 2,
        ..Forecast::default()
    }
}
