//! What comes of one attack on one's own number, reckoned by the numbers that play rolls against instead of by playing
//! it: a fumble with its mishap and free attacks would be played in thousands of ways. A test holds it equal to what is
//! played.

use std::collections::BTreeMap;

use shieldwall_battle::{
    Check, Choice, CombatantId,
    forecast::{CombatantOutcome, Forecast, Outcome, Outcomes},
    terms::Change,
};

use crate::{
    attack::{
        Aiming, Manner, Occasion,
        aftermath::AT_BAY,
        armour_class::Guard,
        brawl,
        d20::D20,
        death::{DEAD, Fate, fate},
        free_attacks::free_attack,
        fumble, mighty_blow, offers,
        rolls::damage_dice,
        saving::Save,
        spawning::Announced,
        to_hit::{self, Aim},
    },
    content::blocks::Weapon,
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
        round::TwoWeapons,
    },
    ruleset::{HALTS, REELS, STICKS, STUNS},
};

/// The chance of any one face.
const FACE: f64 = 1.0 / 20.0;
/// The chance of a mishap in which the blow goes astray (D20-077).
const ASTRAY: f64 = 1.0 / 6.0;

/// How a d20 falls: the chances of a natural 1, of too little, of enough, and of a natural 20.
fn falls(needed: i32) -> [(D20, f64); 4] {
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
struct State {
    lost: i32,
    stunned: bool,
    weakened: bool,
    down: bool,
    dead: bool,
    /// Whether somebody has hurt its fist on its plate.
    hurt_others: bool,
}

/// A blow, as the numbers have it.
struct Blow {
    /// How the d20 falls.
    falls: [(D20, f64); 4],
    /// The same against somebody whom a blow before it has stunned.
    against_stunned: [(D20, f64); 4],
    /// What a hit costs, with the chances.
    damage: Vec<(i32, f64)>,
    brawls: bool,
    /// Whether it is a fist on plate, which hurts the striker unless the die shows 20 (D20-165).
    on_plate: bool,
}

impl Blow {
    fn of(
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
    fn astray(
        field: &Battlefield<'_, '_>,
        by: (&Figure<'_, '_>, &Arm),
        struck: &Figure<'_, '_>,
    ) -> Self {
        let certain = [
            (D20::Success, 1.0),
            (D20::One, 0.0),
            (D20::Failure, 0.0),
            (D20::Twenty, 0.0),
        ];
        Self {
            falls: certain,
            against_stunned: certain,
            damage: damage(field, by, struck),
            brawls: false,
            on_plate: false,
        }
    }

    /// The loss of one hit point.
    fn recoil() -> Self {
        let certain = [
            (D20::Success, 1.0),
            (D20::One, 0.0),
            (D20::Failure, 0.0),
            (D20::Twenty, 0.0),
        ];
        Self {
            falls: certain,
            against_stunned: certain,
            damage: vec![(1, 1.0)],
            brawls: false,
            on_plate: false,
        }
    }

    fn hits(&self) -> f64 {
        let hits = self.falls.iter().filter(|(fell, _)| fell.succeeds());
        hits.map(|(_, part)| part).sum()
    }

    fn hurts(&self) -> bool {
        self.damage.iter().any(|(lost, _)| *lost > 0)
    }
}

/// What may become of somebody, with the chances. Harm is added blow by blow.
struct Course {
    points: i32,
    /// What it must roll against death.
    save: i32,
    before: State,
    states: BTreeMap<State, f64>,
}

impl Course {
    fn of(who: &Figure<'_, '_>) -> Self {
        let save = Save::against_death(who.stats(), who.wounds.flesh.0);
        let before = State {
            stunned: who.wounds.stunned.0 > 0,
            weakened: who.weakened.0,
            ..State::default()
        };
        Self {
            points: who.points.current,
            save: save.number - save.bonus(),
            before,
            states: BTreeMap::from([(before, 1.0)]),
        }
    }

    /// A blow, while it is on its feet; the chance that it hurts the striker instead.
    fn suffer(&mut self, blow: &Blow) -> f64 {
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

    /// Somebody whom a blow has hit, before its throw against death: a brawl may stun it, and knocks out the stunned
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
    fn unharmed(&self) -> f64 {
        self.states.get(&self.before).copied().unwrap_or(0.0)
    }

    /// What becomes of it.
    fn outcome(&self, weight: f64) -> CombatantOutcome {
        let mut outcome = CombatantOutcome::default();
        for (state, part) in &self.states {
            outcome.count(state.lost, [state.down, state.dead], part * weight);
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

/// What comes of an attack that somebody chooses on its number; `None` where it must be played: against heroes, who
/// suffer Mighty Blows.
#[must_use]
pub fn outcomes(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    choice: &Choice,
) -> Option<Outcomes> {
    let attack = offers::announced(field, who, choice)?;
    if attack.manner != Manner::Kill {
        return None;
    }
    let attacker = field.figure(who);
    let arm = field.arm(&attacker, attack.weapon, attack.missile)?;
    let targets = if attack.missile {
        field.melee_around(&attacker, &field.figure(attack.target))
    } else if attack.aiming == Aiming::Chance {
        field.candidates(&attacker, &arm)
    } else {
        vec![attack.target]
    };
    let mut outcomes = Outcomes {
        branches: 1,
        ..Outcomes::default()
    };
    let part = 1.0 / count(targets.len());
    for id in targets {
        let target = field.figure(id);
        // Heroes may suffer a Mighty Blow, and plate hurts fists.
        let played = if attack.weapon.brawls() {
            target.armour.rigid
        } else {
            mighty_blow::suffers(field, &target)
        };
        // Nor is it reckoned what becomes of those who are helpless or unaware.
        if played || target.is_helpless() || target.is_unaware() {
            return None;
        }
        add_blow(&mut outcomes, field, (&attacker, &arm), &target, part);
    }
    add_fumble(&mut outcomes, field, (&attacker, &arm), &attack, FACE)?;
    outcomes.works = outcomes.lands;
    Some(outcomes)
}

/// What comes of meeting a mover with a long weapon: of that blow alone, whatever the walk leads to after it
/// (D20-135).
#[must_use]
pub fn of_fending(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    mover: CombatantId,
) -> Option<Forecast> {
    let (who, mover) = (field.figure(who), field.figure(mover));
    let attack = free_attack(field, &who, &mover, Occasion::FendingOff)?;
    let arm = field.arm(&who, attack.weapon, false)?;
    if mighty_blow::suffers(field, &mover) {
        return None;
    }
    let mut outcomes = Outcomes {
        branches: 1,
        ..Outcomes::default()
    };
    add_blow(&mut outcomes, field, (&who, &arm), &mover, 1.0);
    let outcome = |label, probability| Outcome { label, probability };
    let mut forecast = Forecast {
        headline: format!("Fend off {}", mover.name()),
        chances: vec![check(field, (&who, &arm), &mover, None, Guard::of(&mover))],
        outcomes: vec![
            outcome("misses", outcomes.misses),
            outcome("hits", 1.0 - outcomes.misses),
        ],
        ..Forecast::default()
    };
    forecast.fill(&outcomes, Some(*mover.id));
    Some(forecast)
}

fn count(of: usize) -> f64 {
    f64::from(u32::try_from(of).unwrap_or(u32::MAX))
}

/// The roll of somebody against another.
fn check(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    singled: Option<CombatantId>,
    guard: Guard,
) -> Check {
    let aim = Aim {
        who: *who.id,
        from: who.footing(),
        arm,
        target: *target.id,
        at: target.footing(),
        share: who.round.division.attack,
        guard: Some(guard),
        singled,
    };
    to_hit::check(field, &aim)
}

/// What a hit costs, with the chances.
fn damage(
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

/// Adds the blow itself.
fn add_blow(
    outcomes: &mut Outcomes,
    field: &Battlefield<'_, '_>,
    by: (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    part: f64,
) {
    let (who, arm) = by;
    let blow = Blow::of(field, by, target, None);
    let (hits, hurts) = (blow.hits(), blow.hurts());
    let mut course = Course::of(target);
    course.suffer(&blow);
    let mut outcome = course.outcome(part);
    let mut change = |change: Change, chance: f64| {
        if chance > 0.0 {
            *outcome.changes.entry(change).or_default() += chance * part;
        }
    };
    let at_bay = field.steps(who.footing(), target.footing()) >= AT_BAY;
    let mut harmed = hits;
    if !arm.is_missile() && arm.fends() && at_bay && !field.is_unstoppable(target, who) {
        // Those who fall are kept off nobody.
        let standing: f64 = course
            .states
            .iter()
            .filter(|(state, _)| state.lost > 0 && !state.down)
            .map(|(_, part)| part)
            .sum();
        let fresh = target.round.kept_off.0.is_empty();
        change(
            HALTS,
            if hurts { standing } else { hits } * f64::from(u8::from(fresh)),
        );
        harmed = if fresh || hurts { hits } else { 0.0 };
    } else if !hurts {
        harmed = 0.0;
    }
    if arm.lodges() && hurts && target.stats().vitals {
        // With a natural 20, in those who live.
        let mut course = Course::of(target);
        course.suffer(&Blow::astray(field, by, target));
        let alive = course.states.iter().filter(|(state, _)| !state.dead);
        change(STICKS, FACE * alive.map(|(_, part)| part).sum::<f64>());
    }
    outcomes.misses += part * (1.0 - hits);
    outcomes.lands += part * harmed;
    outcomes.count(*target.id, &outcome);
}

/// Adds what a natural 1 leads to: a blow astray, and the free attacks of all who reach the fumbler, one after the
/// other (D20-076 to D20-079). `None` where that must be played.
fn add_fumble(
    outcomes: &mut Outcomes,
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    attack: &Announced,
    part: f64,
) -> Option<()> {
    let strikers = fumble::strikers(field, who);
    // A second weapon as a guard is lost with a stun.
    if *who.round.two_weapons == TwoWeapons::Guard {
        return None;
    }
    let mishaps = field.rules.0.fumble_mishaps && !attack.weapon.brawls();
    if strikers.is_empty() && !mishaps {
        return Some(());
    }
    if !strikers.is_empty() && mighty_blow::suffers(field, who) {
        return None;
    }
    // The one who was singled out is the only one that it minds.
    let singled = (attack.aiming == Aiming::SinglesOut).then_some(attack.target);
    let mut blows = Vec::new();
    for striker in strikers {
        let striker = field.figure(striker);
        let attack = free_attack(field, &striker, who, Occasion::Free)?;
        let arm = field.arm(&striker, attack.weapon, false)?;
        let blow = Blow::of(field, (&striker, &arm), who, singled);
        blows.push((striker, blow));
    }
    let then = |outcomes: &mut Outcomes, mut course: Course, harmed: bool, part: f64| {
        for (striker, blow) in &blows {
            let recoils = course.suffer(blow);
            let mut own = Course::of(striker);
            own.suffer(&Blow::recoil());
            if recoils > 0.0 {
                outcomes.count(*striker.id, &own.outcome(recoils * part));
            }
        }
        let harmed = if harmed { 1.0 } else { 1.0 - course.unharmed() };
        outcomes.lands += part * harmed;
        outcomes.count(*who.id, &course.outcome(part));
    };
    let strays = if mishaps {
        fumble::strays(field, who, attack)
    } else {
        Vec::new()
    };
    let astray = if strays.is_empty() { 0.0 } else { ASTRAY };
    then(outcomes, Course::of(who), false, part * (1.0 - astray));
    let each = part * astray / count(strays.len().max(1));
    for stray in strays {
        let struck = field.figure(stray);
        let blow = Blow::astray(field, (who, arm), &struck);
        let hurts = blow.hurts();
        let mut course = Course::of(&struck);
        course.suffer(&blow);
        if stray == *who.id {
            then(outcomes, course, hurts, each);
        } else {
            then(outcomes, Course::of(who), hurts, each);
            outcomes.count(stray, &course.outcome(each));
        }
    }
    Some(())
}
