//! Odds against all faces of all dice, and against long series of seeded play.

use std::collections::BTreeMap;

use proptest::prelude::*;
use shieldwall_battle::{
    ItemId,
    forecast::{Affected, Weighing},
};
use shieldwall_dice::{DiceExpr, Enumerator, SeededDice, enumerate};
use shieldwall_percentile::{
    attack::{
        blow::{Blow, Coverage, DamageDice, Defence, Faces},
        matrix::DefenceKind,
        rating,
        success_level::SuccessLevel,
    },
    forecast::forecasting::{self, BestAnswers, Expectation, Judge, Odds},
};

/// What a random blow is made of, in plain numbers.
#[derive(Clone, Debug)]
struct Plan {
    attack: i32,
    melee: bool,
    awareness: Option<i32>,
    defences: Vec<(DefenceKind, i32, Option<i32>)>,
    coverage: Option<(i32, i32)>,
    weapon: (u16, u16, i32),
    bonus: (i32, u16, u16),
    bonus_share: Share,
    armour: i32,
    hit_points: i32,
    conscious: bool,
    attacker_points: Option<i32>,
}

#[derive(Clone, Copy, Debug)]
enum Share {
    None,
    Half,
    Whole,
}

const ATTACKER_ITEM: ItemId = ItemId(0);
const SHIELD: ItemId = ItemId(9);

fn item_of(place: usize) -> ItemId {
    ItemId(u16::try_from(place).expect("few defences") + 1)
}

impl Plan {
    fn blow(&self) -> Blow {
        let chance = |value: i32| rating::chance("Sword", value, Vec::new());
        let (count, sides, fixed) = self.weapon;
        let share = match self.bonus_share {
            Share::None => "",
            Share::Half => "+½db",
            Share::Whole => "+db",
        };
        let row: DiceExpr = format!("{count}d{sides}{fixed:+}{share}")
            .parse()
            .expect("a row");
        let (sign, count, sides) = self.bonus;
        let sign = if sign < 0 { "-" } else { "" };
        let bonus: DiceExpr = format!("{sign}{count}d{sides}").parse().expect("a bonus");
        Blow {
            attack: chance(self.attack),
            damage: DamageDice::of(&row, &bonus),
            melee: self.melee,
            attacker_item: Some(ATTACKER_ITEM),
            attacker_item_points: self.attacker_points,
            awareness: self.awareness.map(chance),
            defences: self
                .defences
                .iter()
                .enumerate()
                .map(|(place, &(kind, value, item_points))| Defence {
                    kind,
                    label: kind.word().key.to_owned(),
                    item: Some(item_of(place)),
                    unarmed: None,
                    item_points,
                    chance: chance(value),
                })
                .collect(),
            coverage: self.coverage.map(|(chance, points)| Coverage {
                item: Some(SHIELD),
                chance,
                points,
            }),
            armour: self.armour,
            target_hit_points: self.hit_points,
            target_conscious: self.conscious,
        }
    }

    /// Every total of the damage dice with the number of ways, face by face.
    fn damage_ways(&self) -> BTreeMap<i32, f64> {
        let (count, sides, fixed) = self.weapon;
        let weapon = all_sums(count, sides);
        let (sign, count, sides) = self.bonus;
        let bonus = match self.bonus_share {
            Share::None => vec![0],
            Share::Whole => all_sums(count, sides)
                .into_iter()
                .map(|sum| sign * sum)
                .collect(),
            Share::Half => all_sums(count, sides)
                .into_iter()
                .map(|sum| if sign < 0 { -(sum / 2) } else { (sum + 1) / 2 })
                .collect(),
        };
        let mut ways = BTreeMap::new();
        for &own in &weapon {
            for &extra in &bonus {
                *ways.entry(own + fixed + extra).or_insert(0.0) += 1.0;
            }
        }
        ways
    }

    fn weapon_max(&self) -> i32 {
        let (count, sides, fixed) = self.weapon;
        i32::from(count * sides) + fixed
    }
}

/// The sum of every combination of faces.
fn all_sums(count: u16, sides: u16) -> Vec<i32> {
    (0..count).fold(vec![0], |sums, _| {
        sums.iter()
            .flat_map(|&sum| (1..=sides).map(move |face| sum + i32::from(face)))
            .collect()
    })
}

/// 0 for failure, 1 for success, 2 for special success, as PCT-026 and PCT-028 put it.
fn level_of(face: i32, chance: i32) -> usize {
    if face > chance {
        0
    } else if 5 * face < chance {
        2
    } else {
        1
    }
}

/// What the rulebook makes of a blow, added up over all faces without any code of the ruleset.
#[derive(Default)]
struct Count {
    losses: BTreeMap<i32, f64>,
    defeats: f64,
    kills: f64,
    breaks: BTreeMap<ItemId, f64>,
}

impl Count {
    fn of(plan: &Plan, answers: [Option<usize>; 3]) -> Self {
        let mut count = Self::default();
        let damage = plan.damage_ways();
        for attack_face in 1..=100 {
            let attack = level_of(attack_face, plan.attack);
            let aware = match plan.awareness {
                Some(chance) if !plan.defences.is_empty() => {
                    f64::from(chance.clamp(0, 100)) / 100.0
                }
                _ => 1.0,
            };
            let chosen =
                answers[attack].and_then(|place| Some((place, *plan.defences.get(place)?)));
            if attack == 0 {
                count.lose(plan, 0, 0.01);
                continue;
            }
            count.strike(plan, &damage, attack, None, 0.01 * (1.0 - aware));
            match chosen {
                None => count.strike(plan, &damage, attack, None, 0.01 * aware),
                Some((place, defence)) => {
                    for face in 1..=100 {
                        let level = level_of(face, defence.1);
                        let answer = Some((place, defence, level));
                        count.strike(plan, &damage, attack, answer, 0.0001 * aware);
                    }
                }
            }
        }
        count
    }

    fn strike(
        &mut self,
        plan: &Plan,
        damage: &BTreeMap<i32, f64>,
        attack: usize,
        answer: Option<(usize, (DefenceKind, i32, Option<i32>), usize)>,
        weight: f64,
    ) {
        if weight <= 0.0 {
            return;
        }
        let level = answer.map_or(0, |(_, _, level)| level);
        let parry = answer.filter(|(_, (kind, ..), _)| *kind == DefenceKind::Parry);
        if let Some((place, (_, _, Some(points)), level)) = parry
            && attack == 2
            && level == 1
            && points <= 2
        {
            *self.breaks.entry(item_of(place)).or_insert(0.0) += weight;
        }
        if parry.is_some()
            && attack == 1
            && level == 2
            && plan.melee
            && plan.attacker_points.is_some_and(|points| points <= 1)
        {
            *self.breaks.entry(ATTACKER_ITEM).or_insert(0.0) += weight;
        }
        if level >= attack {
            self.lose(plan, 0, weight);
            return;
        }
        let special = attack == 2 && level == 0;
        let covered = plan
            .coverage
            .map_or(0.0, |(chance, _)| f64::from(chance) / 100.0);
        if special
            && let Some((_, points)) = plan.coverage
            && points <= 2
            && covered > 0.0
        {
            *self.breaks.entry(SHIELD).or_insert(0.0) += weight * covered;
        }
        let all: f64 = damage.values().sum();
        for (&total, &ways) in damage {
            let fixed = if special { plan.weapon_max() } else { 0 };
            let rolled = (fixed + total).max(0);
            let points = plan.coverage.map_or(0, |(_, points)| points);
            let open = (rolled - plan.armour).max(0);
            let behind = (rolled - plan.armour - points).max(0);
            self.lose(plan, behind, weight * covered * ways / all);
            self.lose(plan, open, weight * (1.0 - covered) * ways / all);
        }
    }

    fn lose(&mut self, plan: &Plan, lost: i32, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        *self.losses.entry(lost).or_insert(0.0) += weight;
        if lost > 0 && plan.conscious && plan.hit_points - lost <= 2 {
            self.defeats += weight;
        }
        if plan.hit_points > 0 && plan.hit_points - lost <= 0 {
            self.kills += weight;
        }
    }
}

prop_compose! {
    fn plans()(
        attack in 0..130_i32,
        melee in any::<bool>(),
        awareness in proptest::option::of(0..100_i32),
        defences in proptest::collection::vec(
            (
                prop_oneof![Just(DefenceKind::Parry), Just(DefenceKind::Dodge)],
                0..120_i32,
                proptest::option::of(1..5_i32),
            ),
            0..3,
        ),
        coverage in proptest::option::of((0..=100_i32, 1..16_i32)),
        weapon in (1..3_u16, 2..9_u16, -1..4_i32),
        bonus in (prop_oneof![Just(1), Just(-1)], 1..3_u16, 2..7_u16),
        bonus_share in prop_oneof![Just(Share::None), Just(Share::Half), Just(Share::Whole)],
        armour in 0..9_i32,
        hit_points in -3..20_i32,
        conscious in any::<bool>(),
        attacker_points in proptest::option::of(1..4_i32),
    ) -> Plan {
        Plan {
            attack, melee, awareness, defences, coverage, weapon, bonus, bonus_share, armour,
            hit_points, conscious, attacker_points,
        }
    }
}

/// A target that has lost three hit points.
fn judge(blow: &Blow) -> Judge {
    Judge {
        weighing: Weighing::default(),
        target: Affected {
            enemy: false,
            hit_points: blow.target_hit_points,
            max_hit_points: blow.target_hit_points + 3,
        },
    }
}

fn expectation(odds: &Odds) -> Expectation {
    Expectation {
        expected_loss: odds.expected_loss,
        defeats: odds.defeats,
        kills: odds.kills,
    }
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-11
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn odds_equal_all_faces(plan in plans()) {
        let blow = plan.blow();
        let forecast = forecasting::forecast_attack(&blow, &judge(&blow), &mut Enumerator::new());
        let mut compared = vec![(forecast.answers, &forecast.best)];
        for (answer, odds) in &forecast.alternatives {
            compared.push((BestAnswers { to_success: *answer, to_special: *answer }, odds));
        }
        for (answers, odds) in compared {
            let count = Count::of(&plan, [None, answers.to_success, answers.to_special]);
            let losses: Vec<_> = odds.loss.iter().collect();
            prop_assert_eq!(losses.len(), count.losses.len());
            for ((lost, p), (expected, q)) in losses.into_iter().zip(&count.losses) {
                prop_assert_eq!(lost, *expected);
                prop_assert!(near(p, *q), "{} hit points: {} instead of {}", lost, p, q);
            }
            prop_assert!(near(odds.defeats, count.defeats), "{} {}", odds.defeats, count.defeats);
            prop_assert!(near(odds.kills, count.kills), "{} {}", odds.kills, count.kills);
            prop_assert_eq!(odds.breaks.len(), count.breaks.len());
            for ((item, p), (expected, q)) in odds.breaks.iter().zip(&count.breaks) {
                prop_assert_eq!(item, expected);
                prop_assert!(near(*p, *q));
            }
        }
    }

    #[test]
    fn odds_sum_to_one_and_agree_with_each_other(plan in plans()) {
        let blow = plan.blow();
        let mut enumerator = Enumerator::new();
        let forecast = forecasting::forecast_attack(&blow, &judge(&blow), &mut enumerator);
        let expected = forecasting::expected(&blow, &judge(&blow), &mut enumerator);
        prop_assert!(near(expected.expected_loss, forecast.best.expected_loss));
        prop_assert!(near(expected.defeats, forecast.best.defeats));
        prop_assert!(near(expected.kills, forecast.best.kills));
        for (_, odds) in &forecast.alternatives {
            let [best, other] = [&forecast.best, odds].map(|odds| judge(&blow).harm(expectation(odds)));
            prop_assert!(best <= other + 1e-9);
        }
        for odds in forecast.alternatives.iter().map(|(_, odds)| odds).chain([&forecast.best]) {
            let sum: f64 = odds.outcomes.iter().map(|outcome| outcome.probability).sum();
            prop_assert!((sum - 1.0).abs() < 1e-12, "{}", sum);
            prop_assert!((odds.loss.total() - 1.0).abs() < 1e-12);
            prop_assert!(near(odds.loss.mean(), odds.expected_loss));
        }
    }

    #[test]
    fn odds_of_a_defence_are_those_of_the_attack_at_that_level(plan in plans()) {
        let blow = plan.blow();
        let mut enumerator = Enumerator::new();
        for attack in [SuccessLevel::Success, SuccessLevel::Special] {
            let (answer, expected) =
                forecasting::best_answer(&blow, attack, &judge(&blow), &mut enumerator);
            let odds = forecasting::forecast_defence(&blow, attack, answer, &mut enumerator);
            prop_assert!(near(odds.expected_loss, expected.expected_loss));
            prop_assert!(near(odds.defeats, expected.defeats));
            prop_assert!(near(odds.kills, expected.kills));
            let sum: f64 = odds.outcomes.iter().map(|outcome| outcome.probability).sum();
            prop_assert!((sum - 1.0).abs() < 1e-12, "{}", sum);
        }
    }

    #[test]
    fn one_sum_of_all_damage_dice_is_the_same_as_two(plan in plans(), special in any::<bool>()) {
        let blow = plan.blow();
        let rolled = |faces| -> BTreeMap<i32, f64> {
            let mut sums = BTreeMap::new();
            for (total, p) in enumerate(|dice| blow.roll_damage(special, dice, faces).rolled) {
                *sums.entry(total).or_insert(0.0) += p;
            }
            sums
        };
        let (shown, summed) = (rolled(Faces::Shown), rolled(Faces::Summed));
        prop_assert_eq!(shown.len(), summed.len());
        for ((one, p), (other, q)) in shown.iter().zip(&summed) {
            prop_assert_eq!(one, other);
            prop_assert!(near(*p, *q));
        }
    }
}

#[test]
fn odds_equal_long_series_of_play() {
    const PLAYS: u32 = 200_000;
    let plain = Plan {
        attack: 55,
        melee: true,
        awareness: None,
        defences: vec![
            (DefenceKind::Parry, 50, Some(2)),
            (DefenceKind::Dodge, 35, None),
        ],
        coverage: None,
        weapon: (1, 8, 1),
        bonus: (1, 1, 4),
        bonus_share: Share::Whole,
        armour: 2,
        hit_points: 9,
        conscious: true,
        attacker_points: Some(1),
    };
    let ambush = Plan {
        attack: 110,
        melee: false,
        awareness: Some(40),
        coverage: Some((60, 2)),
        bonus_share: Share::Half,
        ..plain.clone()
    };
    for (seed, plan) in [(1, plain), (2, ambush)] {
        let blow = plan.blow();
        let forecast = forecasting::forecast_attack(&blow, &judge(&blow), &mut Enumerator::new());
        let mut dice = SeededDice::new(seed);
        let mut losses: BTreeMap<i32, u32> = BTreeMap::new();
        let mut breaks: BTreeMap<ItemId, u32> = BTreeMap::new();
        for _ in 0..PLAYS {
            let result = blow.play_out(&mut dice, Faces::Shown, |level| forecast.answers.to(level));
            let closing = &result.closing;
            *losses.entry(closing.lost).or_insert(0) += 1;
            let parrying = result.answer.map(|place| &blow.defences[place]);
            let worn = [
                (
                    Some(ATTACKER_ITEM),
                    blow.attacker_item_points,
                    closing.attacker_item_loses,
                ),
                (
                    parrying.and_then(|defence| defence.item),
                    parrying.and_then(|defence| defence.item_points),
                    closing.parry_item_loses,
                ),
                (
                    Some(SHIELD),
                    blow.coverage.map(|coverage| coverage.points),
                    closing.coverage_loses,
                ),
            ];
            for (item, points, loses) in worn {
                if let (Some(item), Some(points)) = (item, points)
                    && loses > 0
                    && points <= loses
                {
                    *breaks.entry(item).or_insert(0) += 1;
                }
            }
        }
        let close = |seen: u32, probability: f64, what: &str| {
            let plays = f64::from(PLAYS);
            let sigma = (probability * (1.0 - probability) / plays).sqrt();
            let off = (f64::from(seen) / plays - probability).abs();
            assert!(
                off <= 5.0 * sigma + 1e-12,
                "{what}: {seen} of {PLAYS}, {probability}"
            );
        };
        for (lost, probability) in forecast.best.loss.iter() {
            let seen = losses.remove(&lost).unwrap_or(0);
            close(seen, probability, &format!("{lost} hit points"));
        }
        assert!(losses.is_empty(), "impossible losses {losses:?}");
        for &(item, probability) in &forecast.best.breaks {
            let seen = breaks.remove(&item).unwrap_or(0);
            close(seen, probability, &format!("{item} breaks"));
        }
        assert!(breaks.is_empty(), "impossible breaks {breaks:?}");
    }
}
