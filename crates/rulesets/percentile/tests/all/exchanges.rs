//! The examples of the rulebook that are one exchange of blows, with the dice they name.

use serde::Deserialize;
use shieldwall_battle::{ItemId, Vitality};
use shieldwall_dice::{DiceExpr, LoadedDice};
use shieldwall_percentile::{
    attack::{
        blow::{Blow, BlowResult, Coverage, DamageDice, Defence, Faces},
        matrix::DefenceKind,
        rating,
    },
    combatant::wounds,
    terms::rules::{R050, R051, R052, R053, R054, R055, R056},
};

/// An example: what is given, and what comes of it.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Case {
    id: String,
    /// Chance of the attack in percent.
    attack: i32,
    /// Damage column of the weapon.
    row: String,
    /// Damage bonus.
    bonus: String,
    melee: bool,
    armour: i32,
    hit_points: i32,
    conscious: bool,
    /// The defence that is chosen.
    defence: Option<Answer>,
    /// Chance to notice a hidden attacker.
    awareness: Option<i32>,
    /// A planted shield in the way.
    coverage: Option<Planted>,
    /// Points of the item that strikes.
    striker: Option<i32>,
    dice: Vec<String>,
    /// Rule of the row of the matrix.
    rule: String,
    damage: i32,
    lost: i32,
    left: i32,
    striker_left: Option<i32>,
    parry_left: Option<i32>,
    shield_left: Option<i32>,
    hours: Option<i32>,
    /// State after the blow.
    state: Vitality,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    kind: Kind,
    chance: i32,
    points: Option<i32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Parry,
    Dodge,
}

impl Answer {
    const fn dodge(chance: i32) -> Self {
        Self {
            kind: Kind::Dodge,
            chance,
            points: None,
        }
    }

    const fn kind(self) -> DefenceKind {
        match self.kind {
            Kind::Parry => DefenceKind::Parry,
            Kind::Dodge => DefenceKind::Dodge,
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Planted {
    chance: i32,
    points: i32,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            id: String::new(),
            attack: 60,
            row: "1d8+1+db".to_owned(),
            bonus: "0".to_owned(),
            melee: true,
            armour: 0,
            hit_points: 12,
            conscious: true,
            defence: None,
            awareness: None,
            coverage: None,
            striker: None,
            dice: Vec::new(),
            rule: R056.to_string(),
            damage: 0,
            lost: 0,
            left: 12,
            striker_left: None,
            parry_left: None,
            shield_left: None,
            hours: None,
            state: Vitality::Active,
        }
    }
}

/// All examples.
fn cases() -> Vec<Case> {
    #[derive(Deserialize)]
    struct File {
        case: Vec<Case>,
    }
    let file: File = toml::from_str(include_str!("exchanges.toml")).expect("a list of cases");
    file.case
}

/// The first case of an example.
fn example(id: &str) -> Case {
    cases()
        .into_iter()
        .find(|case| case.id == id)
        .expect("an example")
}

fn dice(text: &str) -> DiceExpr {
    text.parse().expect("a dice expression")
}

impl Case {
    fn blow(&self) -> Blow {
        let chance = |value: i32| rating::chance("Sword", value, Vec::new());
        Blow {
            attack: chance(self.attack),
            damage: DamageDice::of(&dice(&self.row), &dice(&self.bonus)),
            melee: self.melee,
            attacker_item: self.striker.map(|_| ItemId(0)),
            attacker_item_points: self.striker,
            awareness: self.awareness.map(chance),
            defences: self
                .defence
                .into_iter()
                .map(|answer| Defence {
                    kind: answer.kind(),
                    label: answer.kind().word().key.to_owned(),
                    item: answer.points.map(|_| ItemId(1)),
                    unarmed: None,
                    item_points: answer.points,
                    chance: chance(answer.chance),
                })
                .collect(),
            coverage: self.coverage.map(|planted| Coverage {
                item: Some(ItemId(2)),
                chance: planted.chance,
                points: planted.points,
            }),
            armour: self.armour,
            target_hit_points: self.hit_points,
            target_conscious: self.conscious,
        }
    }

    fn check(&self, result: &BlowResult, left: i32, hours: Option<i32>) {
        let id = &self.id;
        let closing = &result.closing;
        assert_eq!(closing.row.rule.0, self.rule, "{id}: row");
        let damage = closing.damage.as_ref().map_or(0, |damage| damage.rolled);
        assert_eq!(damage, self.damage, "{id}: damage");
        assert_eq!(closing.lost, self.lost, "{id}: hit points lost");
        assert_eq!(left, self.left, "{id}: hit points left");
        let striker = self
            .striker
            .map(|points| points - closing.attacker_item_loses);
        assert_eq!(striker, self.striker_left, "{id}: attacker's item");
        let parrying = self.defence.and_then(|answer| answer.points);
        let parrying = parrying.map(|points| points - closing.parry_item_loses);
        assert_eq!(parrying, self.parry_left, "{id}: parrying item");
        let shield = self
            .coverage
            .map(|planted| planted.points - closing.coverage_loses);
        assert_eq!(shield, self.shield_left, "{id}: planted shield");
        assert_eq!(hours, self.hours, "{id}: hours");
    }
}

#[test]
fn examples_of_single_blows() {
    for case in cases() {
        let blow = case.blow();
        let mut loaded = LoadedDice::parse(&case.dice).expect("faces");
        let result = blow.play_out(&mut loaded, Faces::Shown, |_| Some(0));
        let lost = result.closing.lost;
        let left = case.hit_points - lost;
        let hours = wounds::falls(case.conscious, lost, left)
            .then(|| wounds::roll_hours(&mut loaded).total);
        case.check(&result, left, hours);
        let before = if case.conscious {
            Vitality::Active
        } else {
            Vitality::Unconscious
        };
        assert_eq!(
            wounds::after_injury(before, lost, left),
            case.state,
            "{}: state",
            case.id
        );
        assert_eq!(loaded.finish(), Ok(()), "{}: dice", case.id);
    }
}

#[test]
fn weapon_dice_fall_before_bonus_dice() {
    // PCT-E07 and PCT-R81: die 3 plus 1 is 4, maximum 7, damage bonus 2, together 13.
    let case = example("PCT-E07");
    let mut loaded = LoadedDice::parse(&case.dice).expect("faces");
    let result = case.blow().play_out(&mut loaded, Faces::Shown, |_| None);
    let damage = result.closing.damage.expect("a hit");
    assert_eq!(
        (damage.fixed, damage.weapon.total, damage.bonus.total),
        (7, 4, 2)
    );
    assert_eq!(damage.weapon.faces.len(), 1);
    assert_eq!(damage.bonus.faces.len(), 1);
}

#[test]
fn those_who_do_not_notice_a_hidden_attacker_are_not_asked() {
    // PCT-E88: the awareness roll of 11 fails at 10 %.
    let case = example("PCT-E88");
    let mut loaded = LoadedDice::parse(&case.dice).expect("faces");
    let opening = case.blow().open(&mut loaded);
    assert!(!opening.may_defend);
    let mut loaded = LoadedDice::parse(&["d100=40", "d100=10"]).expect("faces");
    assert!(case.blow().open(&mut loaded).may_defend);
    assert_eq!(loaded.finish(), Ok(()));
}

#[test]
fn nobody_looks_out_for_an_attack_that_fails_or_cannot_be_answered() {
    // PCT-R23: dice that are not needed are not rolled.
    let hidden = Case {
        awareness: Some(50),
        defence: Some(Answer::dodge(30)),
        ..Case::default()
    };
    let helpless = Case {
        awareness: Some(50),
        ..Case::default()
    };
    for (case, face) in [(hidden, "d100=61"), (helpless, "d100=60")] {
        let mut loaded = LoadedDice::parse(&[face]).expect("faces");
        let opening = case.blow().open(&mut loaded);
        assert_eq!((opening.awareness, opening.may_defend), (None, false));
        assert_eq!(loaded.finish(), Ok(()));
    }
}

#[test]
fn a_parry_counts_even_if_there_is_nothing_to_wear_out() {
    // PCT-E99: bare hands lose nothing to a special parry; nor do natural weapons that parry.
    for (attack, answer) in [("d100=30", "d100=9"), ("d100=5", "d100=50")] {
        let bare = Case {
            defence: Some(Answer {
                kind: Kind::Parry,
                chance: 50,
                points: None,
            }),
            ..Case::default()
        };
        let mut loaded = LoadedDice::parse(&[attack, answer, "d8=1"]).expect("faces");
        let closing = bare
            .blow()
            .play_out(&mut loaded, Faces::Shown, |_| Some(0))
            .closing;
        assert_eq!(
            (closing.attacker_item_loses, closing.parry_item_loses),
            (0, 0)
        );
    }
}

#[test]
fn rows_of_the_matrix() {
    // The whole table: PCT-050 to PCT-056.
    use shieldwall_percentile::{
        attack::matrix::{DamageKind, row},
        attack::success_level::SuccessLevel::{Failure, Special, Success},
    };
    let rows = [
        (Special, Special, DamageKind::None, 0, 0, R050),
        (Special, Success, DamageKind::Normal, 2, 0, R051),
        (Special, Failure, DamageKind::Special, 0, 0, R052),
        (Success, Special, DamageKind::None, 0, 1, R053),
        (Success, Success, DamageKind::None, 0, 0, R054),
        (Success, Failure, DamageKind::Normal, 0, 0, R055),
        (Failure, Failure, DamageKind::None, 0, 0, R056),
    ];
    for (attack, defence, damage, parry_loses, attacker_loses, rule) in rows {
        let parried = row(attack, Some((DefenceKind::Parry, defence)), true);
        assert_eq!(parried.damage, damage);
        assert_eq!(parried.parry_item_loses, parry_loses);
        assert_eq!(parried.attacker_item_loses, attacker_loses);
        assert_eq!(parried.rule, rule);
        let missile = row(attack, Some((DefenceKind::Parry, defence)), false);
        assert_eq!(missile.attacker_item_loses, 0, "PCT-R39");
        let dodged = row(attack, Some((DefenceKind::Dodge, defence)), true);
        assert_eq!(
            (dodged.parry_item_loses, dodged.attacker_item_loses),
            (0, 0)
        );
        assert_eq!(dodged.damage, damage);
        if defence == Failure {
            assert_eq!(
                row(attack, None, true),
                dodged,
                "no defence counts as a failed one"
            );
        }
    }
}
