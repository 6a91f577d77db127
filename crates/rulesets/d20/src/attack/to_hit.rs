//! The roll to hit (D20-001, D20-002, D20-041, D20-042, D20-052, D20-075, D20-155 to D20-157).

use shieldwall_battle::{Against, Check, CombatantId, Footing, RuleId};
use shieldwall_grid::{Arc, Cover, Light};

use crate::{
    attack::armour_class::{BASE, Guard},
    content::blocks::Weapon,
    figure::{
        arms::{self, Arm, LONGEST, Usage},
        battlefield::{Battlefield, Figure},
        magic::Awareness,
        round::{Intent, TwoWeapons},
    },
    harm::{d20::D20, modifiers::Modifiers},
    terms::rules::{
        R002, R007, R041, R042, R055, R065, R081, R088, R101, R105, R106, R136, R155, R156, R158,
        R159, RR55, RR72, RR79,
    },
};

/// What an attack from behind adds (D20-041).
const BEHIND: i32 = 2;
/// What being badly hurt takes away (D20-065).
const WEAKENED: i32 = -2;
/// What each attack loses by attacking with two weapons (D20-158).
const TWO_ATTACKS: i32 = -3;
/// What attacks lose by guarding with one of two weapons (D20-159).
const GUARD: i32 = -1;
/// What a flesh wound takes away (D20-055).
const FLESH_WOUND: i32 = -2;
/// What it takes away that one does not see the target (D20-088).
pub const UNSEEN: i32 = -4;
/// What lying on the ground takes away from one's own attacks, and adds to those of neighbours (D20-R79).
const PRONE: i32 = 2;
/// The most that ground and cover do, either way (D20-157).
const GROUND_LIMIT: i32 = 4;
/// Terrain that costs so much is rough footing (D20-R78).
const ROUGH: u8 = 2;

/// An attack that could be made.
pub struct Aim<'a> {
    /// Who attacks.
    pub who: CombatantId,
    /// Where it stands then.
    pub from: Footing,
    /// With what.
    pub arm: &'a Arm,
    /// Who is attacked.
    pub target: CombatantId,
    /// Where the target stands then.
    pub at: Footing,
    /// The share of the bonus that lies on attacks.
    pub share: i32,
    /// What the target does for its defence; `None` for what it has declared.
    pub guard: Option<Guard>,
    /// How the attacker uses two weapons; `None` for what it has declared.
    pub two_weapons: Option<TwoWeapons>,
    /// What will have changed by then.
    pub by_then: ByThen,
}

/// What will have changed by the time of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByThen {
    /// The enemy that the target has singled out by then; `None` for the one that it has singled out now.
    pub singled: Option<CombatantId>,
    /// Somebody who is no longer able then, and in nobody's way.
    pub fallen: Option<CombatantId>,
}

impl<'a> Aim<'a> {
    /// From where both stand, with the share that lies on attacks now.
    #[must_use]
    pub fn of(who: &Figure<'_, '_>, arm: &'a Arm, target: &Figure<'_, '_>) -> Self {
        Self {
            who: *who.id,
            from: who.footing(),
            arm,
            target: *target.id,
            at: target.footing(),
            share: who.round.division.attack,
            guard: None,
            two_weapons: None,
            by_then: ByThen::default(),
        }
    }
}

/// The roll of an attack with what makes it up.
#[must_use]
pub fn check(field: &Battlefield<'_, '_>, aim: &Aim<'_>) -> Check {
    let (who, target) = (field.figure(aim.who), field.figure(aim.target));
    let arm = aim.arm;
    let mut modifiers = Modifiers::default();
    let mut add = |name, points, rule| modifiers.add(name, points, rule);
    let stats = who.stats();
    let steps = field.steps(aim.from, aim.at);
    add("attack share", aim.share, R007);
    if arm.is_missile() {
        add("DEX", stats.dexterity_modifier(), R106);
    } else {
        add("STR", stats.strength_modifier(), R101);
    }
    add("magic", arm.magic, R002);
    let all_round = target.stats().all_round_vision;
    let by_then = ByThen {
        singled: aim.by_then.singled.or(target.singling.0),
        ..aim.by_then
    };
    let behind = field.arc_of_at(&target, aim.at, aim.from) == Arc::Rear;
    if !all_round && behind {
        add("from behind", BEHIND, R041);
    } else if !all_round && !arm.is_missile() && field.is_open_to(&target, &who, by_then) {
        add("busy with another", BEHIND, R105);
    }
    if !arm.is_missile() && !all_round {
        add("attackers", others_on(field, &who, &target, by_then), R042);
    }
    match aim.two_weapons.unwrap_or(*who.round.two_weapons) {
        TwoWeapons::TwoAttacks { .. } => add("two weapons", TWO_ATTACKS, R158),
        TwoWeapons::Guard => add("second weapon as a guard", GUARD, R159),
        TwoWeapons::One => {}
    }
    if who.weakened.0 {
        add("badly hurt", WEAKENED, R065);
    }
    if who.wounds.flesh.0 {
        add("flesh wound", FLESH_WOUND, R055);
    }
    if who.wounds.askew.0 > 0 {
        add("helmet askew", UNSEEN, R081);
    }
    if arm.is_inside(steps) {
        add("inside the point", arms::INSIDE, R136);
    }
    add("range", arm.range_penalty(steps), RR55);
    if who.awareness_of(&target) == Awareness::Detected {
        add("unseen", UNSEEN, R088);
    } else if field.light_for(&who, aim.at) == Light::Dark {
        add("in the dark", UNSEEN, RR72);
    }
    // The helpless lie (D20-R40).
    let lies = target.prone.0 || target.is_helpless() && !target.is_paralysed();
    let dim = field.light_for(&who, aim.at) == Light::Dim;
    let ground = ground(field, aim, (who.prone.0, lies), dim);
    for (name, points, rule) in &ground {
        add(name, *points, *rule);
    }
    // Together they are limited (D20-157).
    let sum = ground.iter().map(|(_, points, _)| points).sum();
    add("limit of the ground", over_the_limit(sum), R155);
    let bonus = modifiers.total();
    let mut guard = aim.guard.unwrap_or_else(|| Guard::of(&target));
    // Nobody parries what it does not expect (D20-R07).
    if !target.knows_of(&who) {
        guard.share = 0;
    }
    let armour_class = field.armour_class(&target, aim.from, guard);
    let number = armour_class.total();
    let chance = D20::chance(number - bonus);
    let name = if arm.is_missile() { "Shot" } else { "Blow" };
    Check {
        skill: name.into(),
        rating: chance,
        modifiers: modifiers.0,
        chance,
        against: Against::AtLeast {
            number,
            bonus,
            base: BASE,
            their_modifiers: armour_class.modifiers.0,
        },
    }
}

/// What is needed of the d20 of a check.
#[must_use]
pub const fn needed(check: &Check) -> i32 {
    match &check.against {
        Against::AtLeast { number, bonus, .. } => *number - *bonus,
        Against::AtMost(number) => *number,
        Against::Percent | Against::Opposed { .. } => 0,
    }
}

/// What ground and cover do to an attack: cover and height for missiles, height, footing and dim light for all, and
/// those who lie on the ground (D20-155, D20-156, D20-R78, D20-R79).
fn ground(
    field: &Battlefield<'_, '_>,
    aim: &Aim<'_>,
    (lies, target_lies): (bool, bool),
    dim: bool,
) -> Vec<(&'static str, i32, RuleId)> {
    let map = &field.board.map;
    let (from, to) = (aim.from.cell, aim.at.cell);
    let missile = aim.arm.is_missile();
    let mut ground = Vec::new();
    if missile {
        let cover = match map.sight(from, to).along {
            Cover::None => 0,
            Cover::Light => -1,
            Cover::Half => -2,
            Cover::Heavy => -3,
            Cover::Full => -4,
        };
        let rule = if cover == -3 { R156 } else { R155 };
        ground.push(("cover", cover, rule));
    }
    let above = map.climb(to, from);
    ground.push(("height", above.clamp(-2, 2), R155));
    let terrain = field.board.terrain(from);
    if terrain.obstacle == Some(shieldwall_content::terrain::Obstacle::Swim) {
        ground.push(("deep water", -2, R155));
    } else if terrain.cost >= ROUGH {
        ground.push(("rough footing", -1, R155));
    }
    if dim {
        ground.push(("dim light", -1, RR72));
    }
    if target_lies {
        let points = if missile { -PRONE } else { PRONE };
        ground.push(("target on the ground", points, RR79));
    }
    if lies {
        ground.push(("on the ground", -PRONE, RR79));
    }
    ground
}

/// The correction of what the ground adds to its limit, from -4 to +4 (D20-157).
fn over_the_limit(sum: i32) -> i32 {
    sum.clamp(-GROUND_LIMIT, GROUND_LIMIT) - sum
}

/// What the number of attackers adds to a blow of one of them: 1 for every other one (D20-042, D20-R45).
fn others_on(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
    by_then: ByThen,
) -> i32 {
    let others = field.enemies(target.side()).filter(|other| {
        other.id != who.id
            && other.can_act()
            && !matches!(other.round.intent, Intent::FullDefence | Intent::Cast)
            && !field.is_barred(other, *target.id)
            && field.counts_against(other, target, by_then)
    });
    i32::try_from(others.count()).unwrap_or(0)
}

impl Battlefield<'_, '_> {
    /// Whether two exchange no blows this round, since one of them has closed with the other (D20-050).
    #[must_use]
    pub fn is_barred(&self, who: &Figure<'_, '_>, other: CombatantId) -> bool {
        who.round.barred.0.contains(&other)
    }

    /// Whether somebody has singled out one of several enemies, and another one of those strikes at it (D20-105,
    /// D20-R53).
    #[must_use]
    pub fn is_open_to(
        &self,
        target: &Figure<'_, '_>,
        who: &Figure<'_, '_>,
        by_then: ByThen,
    ) -> bool {
        let reaches = |enemy: &Figure<'_, '_>| self.threatens(enemy, target, by_then);
        by_then.singled.is_some_and(|singled| singled != *who.id)
            && self.enemies(target.side()).filter(reaches).count() > 1
    }

    /// Whether somebody has another within the reach of something for melee (D20-R45).
    #[must_use]
    pub fn threatens(
        &self,
        who: &Figure<'_, '_>,
        target: &Figure<'_, '_>,
        by_then: ByThen,
    ) -> bool {
        // Most are far away.
        if self.steps(who.footing(), target.footing()) > self.cells_of(LONGEST) {
            return false;
        }
        let melee = |arm: &Arm| matches!(arm.usage, Usage::Melee(..));
        let mut arms = self.arms(who).into_iter().filter(melee);
        let fallen = by_then.fallen;
        arms.any(|arm| self.will_reach(who, who.footing(), &arm, target.footing(), fallen))
    }

    /// True if an enemy is one of those who attack a target in melee: it has it within reach of a weapon, or of its fists
    /// if there is nothing in its hands (D20-R45).
    fn counts_against(
        &self,
        who: &Figure<'_, '_>,
        target: &Figure<'_, '_>,
        by_then: ByThen,
    ) -> bool {
        let bare = || self.in_hand(who).next().is_none();
        let armed = || {
            let melee = |arm: &Arm| !arm.is_missile() && arm.weapon != Weapon::Fist;
            self.arms(who).iter().any(melee)
        };
        self.threatens(who, target, by_then) && (armed() || bare())
    }

    /// In which arc a place lies of somebody who stands elsewhere than now.
    fn arc_of_at(&self, target: &Figure<'_, '_>, at: Footing, from: Footing) -> Arc {
        if at == target.footing() {
            return self.arc_of(target, from);
        }
        self.grid().arc(target.facing.0, at.cell, from.cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d20_157_the_ground_adds_and_takes_at_most_4() {
        let limited = [5, 4, 0, -4, -5].map(|sum| sum + over_the_limit(sum));
        assert_eq!(limited, [4, 4, 0, -4, -4]);
    }
}
