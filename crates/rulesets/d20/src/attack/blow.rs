//! A blow as the numbers have it: how its d20 falls, and what a hit costs, with the chances. For what is reckoned instead
//! of played.

use std::collections::BTreeMap;

use shieldwall_battle::Check;

use crate::{
    attack::{
        armour_class::Guard,
        assassination,
        rolls::{damage_dice, strain},
        to_hit::{self, Aim, ByThen},
    },
    content::blocks::Weapon,
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    harm::d20::D20,
};

/// The chance of any one face.
pub(super) const FACE: f64 = 1.0 / 20.0;
/// How a d20 falls: the chances of a natural 1, of too little, of enough, and of a natural 20.
pub(crate) fn falls(needed: i32) -> [(D20, f64); 4] {
    let enough = f64::from(20 - needed.clamp(2, 20)) * FACE;
    [
        (D20::One, FACE),
        (D20::Failure, 18.0 * FACE - enough),
        (D20::Success, enough),
        (D20::Twenty, FACE),
    ]
}

/// What a hit costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Harm {
    /// Hit points.
    pub(super) points: i32,
    /// CON.
    pub(super) con: i32,
    /// Damage that only wears one down (D20-143).
    pub(super) worn: i32,
}

impl Harm {
    const fn of(points: i32) -> Self {
        Self {
            points,
            con: 0,
            worn: 0,
        }
    }
}

/// A blow, as the numbers have it.
pub(super) struct Blow {
    /// How the d20 falls.
    pub(super) falls: [(D20, f64); 4],
    /// The same against somebody that an earlier blow has stunned.
    pub(super) against_stunned: [(D20, f64); 4],
    /// What a hit costs, with the chances.
    pub(super) damage: Vec<(Harm, f64)>,
    pub(super) brawls: bool,
    pub(super) subdues: bool,
    /// Whether it is a fist on plate, which hurts the striker unless the die shows 20 (D20-165).
    pub(super) on_plate: bool,
}

impl Blow {
    /// A blow that is meant to kill.
    pub(super) fn of(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
        by_then: ByThen,
    ) -> Self {
        Self::with(field, by, target, by_then, damage(field, by, target))
    }

    /// A blow at the vitals (D20-036).
    pub(super) fn at_vitals(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
    ) -> Self {
        Self::with(
            field,
            by,
            target,
            ByThen::default(),
            at_vitals(field, by, target),
        )
    }

    /// A blow that beats down: half of its damage is real (D20-143).
    pub(super) fn subduing(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
        by_then: ByThen,
    ) -> Self {
        let halved = damage(field, by, target).into_iter().map(|(harm, part)| {
            let points = harm.points / 2;
            let worn = harm.points - points;
            (
                Harm {
                    points,
                    worn,
                    con: 0,
                },
                part,
            )
        });
        Self {
            subdues: true,
            ..Self::with(field, by, target, by_then, halved.collect())
        }
    }

    fn with(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
        by_then: ByThen,
        damage: Vec<(Harm, f64)>,
    ) -> Self {
        let stunned = Guard {
            share: 0,
            full: false,
            exposed: true,
            locked: false,
            second_weapon: false,
        };
        let falls = |guard| falls(to_hit::needed(&check(field, by, target, by_then, guard)));
        Self {
            falls: falls(Guard::of(target)),
            against_stunned: falls(stunned),
            damage,
            brawls: by.1.weapon.brawls(),
            subdues: false,
            on_plate: by.1.weapon == Weapon::Fist && target.armour.rigid,
        }
    }

    /// The same, which hits (D20-079).
    pub(super) fn astray(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        struck: &Figure<'_, '_>,
    ) -> Self {
        Self::certain(damage(field, by, struck))
    }

    /// The hit point that it costs a fist to strike plate (D20-165).
    pub(super) fn recoil() -> Self {
        Self::certain(vec![(Harm::of(1), 1.0)])
    }

    /// The same blow, which hits.
    pub(super) fn hit(&self) -> Self {
        Self::certain(self.damage.clone())
    }

    fn certain(damage: Vec<(Harm, f64)>) -> Self {
        let falls = [
            (D20::Success, 1.0),
            (D20::One, 0.0),
            (D20::Failure, 0.0),
            (D20::Twenty, 0.0),
        ];
        Self {
            falls,
            against_stunned: falls,
            damage,
            brawls: false,
            subdues: false,
            on_plate: false,
        }
    }

    pub(super) fn hits(&self) -> f64 {
        let hits = self.falls.iter().filter(|(fell, _)| fell.succeeds());
        hits.map(|(_, part)| part).sum()
    }

    pub(super) const fn subdues(&self) -> bool {
        self.subdues
    }

    /// The share of hits that cost anything.
    pub(super) fn harmful(&self) -> f64 {
        let costs = self
            .damage
            .iter()
            .filter(|(harm, _)| *harm != Harm::default());
        costs.map(|(_, part)| part).sum()
    }

    pub(super) fn hurts(&self) -> bool {
        self.damage.iter().any(|(harm, _)| harm.points > 0)
    }
}

/// The roll of somebody against another.
pub(super) fn check(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    by_then: ByThen,
    guard: Guard,
) -> Check {
    let aim = Aim {
        guard: Some(guard),
        by_then,
        ..Aim::of(who, arm, target)
    };
    to_hit::check(field, &aim)
}

/// What a hit costs, with the chances.
fn damage(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
) -> Vec<(Harm, f64)> {
    if !arm.can_hurt(target.stats()) {
        return vec![(Harm::default(), 1.0)];
    }
    let times = assassination::multiplier(who, target);
    let mut lost: BTreeMap<Harm, f64> = BTreeMap::new();
    if times > 1 {
        let (dice, added) = arm.parts(field, who, target);
        let added = added + strain(who);
        for (total, chance) in dice.distribution().iter() {
            let points = (total * times + added).max(1);
            *lost.entry(Harm::of(points)).or_default() += chance;
        }
    } else {
        for (total, chance) in damage_dice(field, who, arm, target).distribution().iter() {
            *lost.entry(Harm::of(total.max(1))).or_default() += chance;
        }
    }
    lost.into_iter().collect()
}

/// What a hit at the vitals costs, with the chances: CON, unless a throw makes it ordinary or ends it (D20-036,
/// D20-038).
fn at_vitals(
    field: &Battlefield<'_, '_>,
    by: (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
) -> Vec<(Harm, f64)> {
    let save = assassination::save_of(target);
    let throws = falls(save.number - save.bonus());
    let mut after: BTreeMap<Harm, f64> = BTreeMap::new();
    for (harm, chance) in damage(field, by, target) {
        for (throw, part) in throws {
            let harm = match throw {
                // Nothing to throw against.
                _ if harm.points == 0 => harm,
                D20::Success => harm,
                D20::Twenty => Harm::default(),
                D20::Failure => Harm {
                    con: harm.points,
                    ..Harm::default()
                },
                D20::One => Harm {
                    con: assassination::greatest(field, by, target),
                    ..Harm::default()
                },
            };
            *after.entry(harm).or_default() += chance * part;
        }
    }
    after.into_iter().collect()
}
