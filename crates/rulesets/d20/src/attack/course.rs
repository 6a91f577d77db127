//! What may become of somebody by blow after blow, with the chances: for what is reckoned instead of played.

use std::collections::BTreeMap;

use shieldwall_battle::{Check, CombatantId, forecast::CombatantOutcome};

use crate::{
    attack::{
        armour_class::Guard,
        assassination, brawl,
        d20::D20,
        death::{DEAD, Fate, fate},
        rolls::{damage_dice, strain},
        saving::Save,
        to_hit::{self, Aim},
    },
    content::blocks::Weapon,
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    ruleset::{REELS, STUNS, WEAKENS},
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
    /// CON lost (D20-036).
    pub(super) con: i32,
    /// Damage that only wears it down.
    pub(super) worn: i32,
    stunned: bool,
    weakened: bool,
    pub(super) down: bool,
    pub(super) dead: bool,
    /// Whether somebody has hurt its fist on its plate.
    hurt_others: bool,
}

/// What a hit costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Harm {
    /// Hit points.
    points: i32,
    /// CON.
    con: i32,
    /// Damage that only wears one down (D20-143).
    worn: i32,
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
    falls: [(D20, f64); 4],
    /// The same against somebody that an earlier blow has stunned.
    against_stunned: [(D20, f64); 4],
    /// What a hit costs, with the chances.
    damage: Vec<(Harm, f64)>,
    brawls: bool,
    subdues: bool,
    /// Whether it is a fist on plate, which hurts the striker unless the die shows 20 (D20-165).
    on_plate: bool,
}

impl Blow {
    /// A blow that is meant to kill.
    pub(super) fn of(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
        singled: Option<CombatantId>,
    ) -> Self {
        Self::with(field, by, target, singled, damage(field, by, target))
    }

    /// A blow at the vitals (D20-036).
    pub(super) fn at_vitals(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
    ) -> Self {
        Self::with(field, by, target, None, at_vitals(field, by, target))
    }

    /// A blow that beats down: half of its damage is real (D20-143).
    pub(super) fn subduing(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
        singled: Option<CombatantId>,
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
            ..Self::with(field, by, target, singled, halved.collect())
        }
    }

    fn with(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        target: &Figure<'_, '_>,
        singled: Option<CombatantId>,
        damage: Vec<(Harm, f64)>,
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

/// What may become of somebody, with the chances. Harm is added blow by blow.
pub(crate) struct Course {
    points: i32,
    /// CON that is left.
    con: i32,
    /// What wears it down already.
    worn: i32,
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
            con: who.constitution(),
            worn: who.wounds.subdual.0,
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
            if state.down && !self.before.down {
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
                for &(harm, of_damage) in &blow.damage {
                    let struck = self.struck(state, blow, fell, harm);
                    for (state, of_fate) in self.fates(struck, harm.points + harm.worn) {
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
    fn struck(&self, state: State, blow: &Blow, fell: D20, harm: Harm) -> State {
        let lost = harm.points;
        let mut struck = State {
            lost: state.lost + lost,
            con: state.con + harm.con,
            worn: state.worn + harm.worn,
            ..state
        };
        // By accident (D20-146).
        if blow.subdues && self.points > state.lost && self.points <= struck.lost {
            struck.down = true;
            struck.dead = true;
        }
        if harm.con > 0 && struck.con >= self.con {
            struck.down = true;
            struck.dead = true;
        }
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

    /// What becomes of somebody that damage was done to by its throw against death, if it needs one.
    fn fates(&self, struck: State, lost: i32) -> Vec<(State, f64)> {
        let points = self.points - struck.lost;
        // Beaten down (D20-145).
        if points > 0 && points <= self.worn + struck.worn {
            let down = true;
            return vec![(State { down, ..struck }, 1.0)];
        }
        if points > 0 || lost == 0 || struck.dead {
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

    /// The chance that it loses hit points or CON, or falls.
    pub(super) fn harmed(&self) -> f64 {
        let harmed = |state: &State| {
            state.lost > 0 || state.con > 0 || state.down && !self.before.down || state.dead
        };
        let states = self.states.iter().filter(|(state, _)| harmed(state));
        states.map(|(_, part)| part).sum()
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
                (state.con > 0, false, WEAKENS),
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
