//! One attack from its roll to the hit points it costs, in the order of PCT-R23.
//!
//! Play and forecasts both go through [`Blow::open`] and [`Blow::finish`]: what the odds say is
//! what the dice do.

use std::sync::Arc;

use shieldwall_battle::{Check, ItemId};
use shieldwall_dice::{Dice, DiceExpr, SumRoll};

use crate::attack::{
    arm::Manner,
    matrix::{self, DamageKind, DefenceKind, Row},
    success_level::{self, Rolled, SuccessLevel},
};

/// Points that a planted shield loses when a special success strikes it (PCT-R60).
const PLANTED_SHIELD_LOSES: i32 = 2;

/// Everything that decides how an attack goes, but for dice and the defender's answer.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Blow {
    /// The attack roll.
    pub attack: Check,
    /// What a hit does.
    pub damage: DamageDice,
    /// Whether it is made in melee: only then can a parry hurt the attacker's item (PCT-R39).
    pub melee: bool,
    /// The item that strikes; `None` for bare hands and natural weapons.
    pub attacker_item: Option<ItemId>,
    /// Hit points left of that item; `None` if it has none (PCT-062).
    pub attacker_item_points: Option<i32>,
    /// The roll to notice a hidden attacker, without which there is no defence; `None` if the
    /// attacker is not hidden (PCT-R30).
    pub awareness: Option<Check>,
    /// The answers that the target could give if it is aware of the attack.
    pub defences: Vec<Defence>,
    /// The planted shield between attacker and target.
    pub coverage: Option<Coverage>,
    /// Armour points of the target against this attack.
    pub armour: i32,
    /// Hit points of the target before the attack.
    pub target_hit_points: i32,
    /// Whether the target is conscious.
    pub target_conscious: bool,
}

/// One way to answer an attack.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Defence {
    /// Parry or dodge.
    pub kind: DefenceKind,
    /// In plain words: "parry with kite shield", "dodge".
    pub label: String,
    /// The parrying item; `None` for dodges and bare hands.
    pub item: Option<ItemId>,
    /// Whether it is a parry with bare hands or with which natural weapon; `None` for all others.
    pub unarmed: Option<Manner>,
    /// Hit points left of that item; `None` if it has none.
    pub item_points: Option<i32>,
    /// The roll.
    pub chance: Check,
}

/// A planted shield in the way of an attack (PCT-R59).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coverage {
    /// The shield; `None` if it is part of the level.
    pub item: Option<ItemId>,
    /// Share of the target it covers, in percent.
    pub chance: i32,
    /// Its armour points, which are its hit points too.
    pub points: i32,
}

/// The dice of a hit: the weapon's own and the damage bonus.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct DamageDice(Arc<DamageParts>);

#[derive(Debug, PartialEq, Hash)]
struct DamageParts {
    weapon: DiceExpr,
    bonus: DiceExpr,
    together: DiceExpr,
}

impl DamageDice {
    /// The dice of a table row such as `1d8+1+db` in the hands of somebody with this damage bonus.
    /// A row may add the bonus, half of it rounded up, or none (PCT-059, PCT-060, PCT-R45).
    #[must_use]
    pub fn of(row: &DiceExpr, damage_bonus: &DiceExpr) -> Self {
        let weapon = row.without_bonus();
        // A bonus of 2 shows how much of it the row adds: 2, 1 or nothing.
        let adds = row.with_bonus(&DiceExpr::constant(2)).max() - weapon.max();
        let bonus = match adds {
            0 => DiceExpr::zero(),
            1 => half_of_bonus().with_bonus(damage_bonus),
            _ => damage_bonus.without_bonus(),
        };
        Self(Arc::new(DamageParts {
            weapon,
            bonus,
            together: row.with_bonus(damage_bonus),
        }))
    }

    /// The weapon's own dice.
    #[must_use]
    pub fn weapon(&self) -> &DiceExpr {
        &self.0.weapon
    }

    /// The damage bonus as far as this weapon adds it: `1d4`, `½(1d4)` or 0.
    #[must_use]
    pub fn bonus(&self) -> &DiceExpr {
        &self.0.bonus
    }

    /// Weapon and bonus in one expression.
    #[must_use]
    pub fn together(&self) -> &DiceExpr {
        &self.0.together
    }
}

/// The expression `½db`.
fn half_of_bonus() -> DiceExpr {
    "½db".parse().expect("`½db` is a dice expression")
}

/// How damage dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// Weapon dice first, then the bonus, each with their faces (PCT-R23): for play.
    Shown,
    /// As one sum without faces: the same total with fewer branches, for forecasts.
    Summed,
}

/// Damage as rolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DamageRoll {
    /// The highest that the weapon's own dice can give, for special successes; else 0 (PCT-147).
    pub fixed: i32,
    /// The weapon dice; with [`Faces::Summed`], all of the dice.
    pub weapon: SumRoll,
    /// The damage bonus, rolled once and neither maximised nor doubled (PCT-148).
    pub bonus: SumRoll,
    /// All of it together, at least 0 (PCT-R43).
    pub rolled: i32,
}

/// The roll whether a planted shield is struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoverageRoll {
    /// The D100.
    pub face: u16,
    /// Whether it was at or under the coverage.
    pub covered: bool,
}

/// An attack up to the moment when its target may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The attack roll.
    pub attack: Rolled,
    /// The roll to notice a hidden attacker, if one was needed.
    pub awareness: Option<Rolled>,
    /// Whether the target may answer with one of [`Blow::defences`].
    pub may_defend: bool,
}

/// An attack from the moment when its target has answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Closing {
    /// The defence roll, if a defence was chosen.
    pub defence: Option<Rolled>,
    /// The row of the matrix.
    pub row: Row,
    /// The roll against a planted shield, if one is between and the attack was not cancelled.
    pub coverage: Option<CoverageRoll>,
    /// The damage, if the attack was not cancelled.
    pub damage: Option<DamageRoll>,
    /// Armour points subtracted, those of a planted shield included.
    pub armour: i32,
    /// Hit points that the target loses, at least 0.
    pub lost: i32,
    /// Points that the parrying item loses.
    pub parry_item_loses: i32,
    /// Points that the attacker's item loses.
    pub attacker_item_loses: i32,
    /// Points that the planted shield loses.
    pub coverage_loses: i32,
}

/// A whole attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlowResult {
    /// Up to the answer.
    pub opening: Opening,
    /// The answer: a place in [`Blow::defences`], or none.
    pub answer: Option<usize>,
    /// From the answer on.
    pub closing: Closing,
}

impl Blow {
    /// Rolls the attack and, if somebody could answer it, whether a hidden attacker is noticed
    /// (steps 1 and 2 of PCT-R23; PCT-026, PCT-R30).
    pub fn open<D: Dice + ?Sized>(&self, dice: &mut D) -> Opening {
        let attack = self.roll_attack(dice);
        let could_defend = attack.level.succeeds() && !self.defences.is_empty();
        let awareness = if could_defend {
            self.roll_awareness(dice)
        } else {
            None
        };
        Opening {
            attack,
            awareness,
            may_defend: could_defend && awareness.is_none_or(|rolled| rolled.level.succeeds()),
        }
    }

    /// Rolls the answer of the target, finds the row of the matrix, and rolls what damage gets
    /// through (steps 3 to 6 of PCT-R23; the hours of somebody who falls are rolled by the caller).
    ///
    /// `answer` is a place in [`Self::defences`]; none, or one that does not exist, is no defence.
    pub fn finish<D: Dice + ?Sized>(
        &self,
        attack: SuccessLevel,
        answer: Option<usize>,
        dice: &mut D,
        faces: Faces,
    ) -> Closing {
        let chosen = answer
            .and_then(|place| self.defences.get(place))
            .filter(|_| attack.succeeds());
        let defence = chosen.map(|defence| (defence, defence.roll(dice)));
        let row = matrix::row(
            attack,
            defence.map(|(defence, rolled)| (defence.kind, rolled.level)),
            self.melee,
        );
        let mut closing = Closing {
            defence: defence.map(|(_, rolled)| rolled),
            row,
            coverage: None,
            damage: None,
            armour: 0,
            lost: 0,
            parry_item_loses: chosen
                .and_then(|defence| defence.item_points)
                .map_or(0, |_| row.parry_item_loses),
            attacker_item_loses: self
                .attacker_item_points
                .map_or(0, |_| row.attacker_item_loses),
            coverage_loses: 0,
        };
        if row.damage == DamageKind::None {
            return closing;
        }
        let special = row.damage == DamageKind::Special;
        closing.coverage = self.roll_coverage(dice);
        let covered = closing.coverage.is_some_and(|roll| roll.covered);
        let damage = self.roll_damage(special, dice, faces);
        closing.armour = self.protection(covered);
        closing.lost = self.through(damage.rolled, covered);
        closing.damage = Some(damage);
        if covered && special {
            closing.coverage_loses = PLANTED_SHIELD_LOSES;
        }
        closing
    }

    /// Plays the whole attack; `policy` answers for the target once the level of the attack is
    /// known, if it may defend (PCT-034, PCT-043).
    pub fn play_out<D: Dice + ?Sized>(
        &self,
        dice: &mut D,
        faces: Faces,
        policy: impl FnOnce(SuccessLevel) -> Option<usize>,
    ) -> BlowResult {
        let opening = self.open(dice);
        let answer = if opening.may_defend {
            policy(opening.attack.level)
        } else {
            None
        };
        BlowResult {
            opening,
            answer,
            closing: self.finish(opening.attack.level, answer, dice, faces),
        }
    }

    /// Rolls the attack (PCT-026, PCT-028).
    pub fn roll_attack<D: Dice + ?Sized>(&self, dice: &mut D) -> Rolled {
        success_level::roll(self.attack.chance, dice)
    }

    /// Rolls whether a hidden attacker is noticed; `None` if it is not hidden (PCT-R30).
    pub fn roll_awareness<D: Dice + ?Sized>(&self, dice: &mut D) -> Option<Rolled> {
        self.awareness
            .as_ref()
            .map(|awareness| success_level::roll(awareness.chance, dice))
    }

    /// Rolls whether the part behind a planted shield is struck; `None` if there is no such shield
    /// (PCT-R59).
    pub fn roll_coverage<D: Dice + ?Sized>(&self, dice: &mut D) -> Option<CoverageRoll> {
        let coverage = self.coverage?;
        let roll = dice.band(100, &[coverage.chance]);
        Some(CoverageRoll {
            face: roll.face,
            covered: roll.band == 0,
        })
    }

    /// Rolls the damage of a normal or a special success (PCT-059, PCT-147, PCT-R81).
    pub fn roll_damage<D: Dice + ?Sized>(
        &self,
        special: bool,
        dice: &mut D,
        faces: Faces,
    ) -> DamageRoll {
        let (weapon, bonus) = match faces {
            Faces::Shown => (
                dice.sum(self.damage.weapon()),
                dice.sum(self.damage.bonus()),
            ),
            Faces::Summed => {
                let nothing = SumRoll {
                    total: 0,
                    faces: Vec::new(),
                };
                (dice.sum(self.damage.together()), nothing)
            }
        };
        let fixed = if special {
            self.damage.weapon().max()
        } else {
            0
        };
        DamageRoll {
            fixed,
            rolled: fixed
                .saturating_add(weapon.total)
                .saturating_add(bonus.total)
                .max(0),
            weapon,
            bonus,
        }
    }

    /// Armour points that this attack meets; `covered` if it strikes the planted shield first.
    #[must_use]
    pub fn protection(&self, covered: bool) -> i32 {
        let planted = self.coverage.filter(|_| covered);
        self.armour
            .saturating_add(planted.map_or(0, |coverage| coverage.points.max(0)))
    }

    /// Hit points that damage costs the target past its armour, at least 0 (PCT-101, PCT-102,
    /// PCT-R43).
    #[must_use]
    pub fn through(&self, rolled: i32, covered: bool) -> i32 {
        rolled.saturating_sub(self.protection(covered)).max(0)
    }
}

impl Defence {
    /// Rolls the parry or dodge (PCT-036, PCT-045).
    pub fn roll<D: Dice + ?Sized>(&self, dice: &mut D) -> Rolled {
        success_level::roll(self.chance.chance, dice)
    }
}
