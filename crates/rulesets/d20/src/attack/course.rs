//! What may become of somebody by blow after blow, with the chances: for what is reckoned instead of played.

use std::collections::BTreeMap;

use shieldwall_battle::{Check, CombatantId, forecast::CombatantOutcome};

use crate::{
    attack::{
        armour_class::Guard,
        brawl,
        d20::D20,
        death::{DEAD, Fate, fate},
        rolls::damage_dice,
        saving::Save,
        to_hit::{self, Aim},
    },
    content::blocks::Weapon,
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    ruleset::{REELS, STUNS},
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

/// Somebody as it may come to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that happened or did not"
)]
pub(super) struct State {
    pub(super) lost: i32,
    stunned: bool,
    weakened: bool,
    pub(super) down: bool,
    pub(super) dead: bool,
    /// Whether somebody has hurt its fist on its plate.
    hurt_others: bool,
}

/// A blow, as the numbers have it.
pub(super) struct Blow {
    /// How the d20 falls.
    falls: [(D20, f64); 4],
    /// The same against somebody that an earlier blow has stunned.
    against_stunned: [(D20, f64); 4],
    /// What a hit costs, with the chances.
    damage: Vec<(i32, f64)>,
    brawls: bool,
    /// Whether it is a fist on plate, which hurts the striker unless the die shows 20 (D20-165).
    on_plate: bool,
}

impl Blow {
    pub(super) fn of(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
        singled: Option<CombatantId>,
    ) -> Self {
        let stunned = Guard {
            share: 0,
            full: false,
            exposed: true,
            locked: false,
            second_weapon: false,
        };
        let falls = |guard| falls(to_hit::needed(&check(field, by, target, singled, guard)));
        Self {
            falls: falls(Guard::of(target)),
            against_stunned: falls(stunned),
            damage: damage(field, by, target),
            brawls: by.1.weapon.brawls(),
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
        Self::certain(vec![(1, 1.0)])
    }

    fn certain(damage: Vec<(i32, f64)>) -> Self {
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
            on_plate: false,
        }
    }

    pub(super) fn hits(&self) -> f64 {
        let hits = self.falls.iter().filter(|(fell, _)| fell.succeeds());
        hits.map(|(_, part)| part).sum()
    }

    pub(super) fn hurts(&self) -> bool {
        self.damage.iter().any(|(lost, _)| *lost > 0)
    }
}

/// What may become of somebody, with the chances. Harm is added blow by blow.
pub(crate) struct Course {
    points: i32,
    /// What it must roll against death.
    save: i32,
    before: State,
    /// Whether it is out of the fight already.
    was_out: bool,
    pub(super) states: BTreeMap<State, f64>,
}

impl Course {
    pub(crate) fn of(who: &Figure<'_, '_>) -> Self {
        let save = Save::against_death(who.stats(), who.wounds.flesh.0);
        // Damage wakes a sleeper, and nobody else who is helpless (D20-R40).
        let before = State {
            down: who.is_helpless() && !who.sleeps(),
            stunned: who.wounds.stunned.0 > 0,
            weakened: who.weakened.0,
            ..State::default()
        };
        Self {
            points: who.points.current,
            save: save.number - save.bonus(),
            before,
            was_out: !who.is_able(),
            states: BTreeMap::from([(before, 1.0)]),
        }
    }

    /// A blow, while it is on its feet; the chance that it hurts the striker instead.
    pub(super) fn suffer(&mut self, blow: &Blow) -> f64 {
        let mut recoils = 0.0;
        let mut after: BTreeMap<State, f64> = BTreeMap::new();
        let mut add = |state: State, part: f64| {
            if part > 0.0 {
                *after.entry(state).or_default() += part;
            }
        };
        for (&state, &part) in &self.states {
            if state.down {
                add(state, part);
                continue;
            }
            let falls = if state.stunned && !self.before.stunned {
                blow.against_stunned
            } else {
                blow.falls
            };
            for (fell, chance) in falls {
                if !fell.succeeds() {
                    add(state, part * chance);
                    continue;
                }
                if blow.on_plate && fell == D20::Success {
                    let hurt_others = true;
                    add(
                        State {
                            hurt_others,
                            ..state
                        },
                        part * chance,
                    );
                    recoils += part * chance;
                    continue;
                }
                for &(lost, of_damage) in &blow.damage {
                    let struck = self.struck(state, blow, fell, lost);
                    for (state, of_fate) in self.fates(struck, lost) {
                        add(state, part * chance * of_damage * of_fate);
                    }
                }
            }
        }
        self.states = after;
        recoils
    }

    /// Damage without a blow, with the chances: of a spell.
    pub(crate) fn lose(&mut self, losses: &[(i32, f64)]) {
        let mut after: BTreeMap<State, f64> = BTreeMap::new();
        for (&state, &part) in &self.states {
            for &(lost, chance) in losses {
                let struck = State {
                    lost: state.lost + lost,
                    ..state
                };
                for (state, of_fate) in self.fates(struck, lost) {
                    *after.entry(state).or_default() += part * chance * of_fate;
                }
            }
        }
        self.states = after;
    }

    /// Somebody that a blow has hit, before its throw against death: a brawl may stun it, and knocks out the stunned
    /// (D20-163, D20-164).
    fn struck(&self, state: State, blow: &Blow, fell: D20, lost: i32) -> State {
        let mut struck = State {
            lost: state.lost + lost,
            ..state
        };
        if blow.brawls && lost > 0 {
            let left = self.points - state.lost;
            if state.stunned {
                struck.down = true;
            } else if brawl::stuns(lost, left, fell == D20::Twenty) {
                struck.stunned = true;
            }
        }
        struck
    }

    /// What becomes of somebody by its throw against death, if it needs one.
    fn fates(&self, struck: State, lost: i32) -> Vec<(State, f64)> {
        let points = self.points - struck.lost;
        if points > 0 || lost == 0 {
            return vec![(struck, 1.0)];
        }
        let dead = State {
            down: true,
            dead: true,
            ..struck
        };
        if points <= DEAD {
            return vec![(dead, 1.0)];
        }
        let after = |throw| match fate(points, throw).0 {
            Fate::Weakened => State {
                weakened: struck.weakened || !struck.down,
                ..struck
            },
            Fate::Unshaken => struck,
            Fate::Unconscious => State {
                down: true,
                ..struck
            },
            Fate::Dead => dead,
        };
        falls(self.save)
            .map(|(throw, chance)| (after(throw), chance))
            .to_vec()
    }

    /// The chance that it comes to no harm.
    pub(super) fn unharmed(&self) -> f64 {
        self.states.get(&self.before).copied().unwrap_or(0.0)
    }

    /// What becomes of it.
    pub(crate) fn outcome(&self, weight: f64) -> CombatantOutcome {
        let mut outcome = CombatantOutcome::default();
        for (state, part) in &self.states {
            let defeated = state.down && !self.was_out;
            outcome.count(state.lost, [defeated, state.dead], part * weight);
            for (now, before, change) in [
                (state.weakened, self.before.weakened, REELS),
                (state.stunned, self.before.stunned, STUNS),
            ] {
                if now && !before {
                    *outcome.changes.entry(change).or_default() += part * weight;
                }
            }
        }
        outcome
    }
}

/// The roll of somebody against another.
pub(super) fn check(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    singled: Option<CombatantId>,
    guard: Guard,
) -> Check {
    let aim = Aim {
        guard: Some(guard),
        singled,
        ..Aim::of(who, arm, target)
    };
    to_hit::check(field, &aim)
}

/// What a hit costs, with the chances.
pub(super) fn damage(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
) -> Vec<(i32, f64)> {
    if !arm.can_hurt(target.stats()) {
        return vec![(0, 1.0)];
    }
    let mut lost: BTreeMap<i32, f64> = BTreeMap::new();
    for (total, chance) in damage_dice(field, who, arm, target).distribution().iter() {
        *lost.entry(total.max(1)).or_default() += chance;
    }
    lost.into_iter().collect()
}
