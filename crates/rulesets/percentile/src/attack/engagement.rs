//! From who strikes whom, with what and from where, to the [`Blow`] that it makes.

use std::{borrow::Cow, sync::LazyLock};

use crate::{
    attack::{
        arm::{Arm, Manner},
        blow::{Blow, Coverage, DamageDice, Defence},
        matrix::DefenceKind,
        rating::{self, Rating},
    },
    combatant::state::Posture,
    content::blocks::{ShieldKind, Velocity},
    context::read::{FighterView, GearView, ReadContext},
    terms::{reasons, rules::RR27},
};
use shieldwall_battle::{Modifier, Reason, check::Effect};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::{Cell, Cover};

/// What an attack is to those who would answer it (PCT-R31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackKind {
    /// With a weapon in melee.
    Armed,
    /// With bare hands or a natural weapon.
    Unarmed,
    /// A low-velocity missile.
    LowVelocity,
    /// A high-velocity missile.
    HighVelocity,
}

impl AttackKind {
    /// Whether something flies.
    #[must_use]
    pub const fn is_missile(self) -> bool {
        matches!(self, Self::LowVelocity | Self::HighVelocity)
    }
}

impl ReadContext<'_, '_> {
    /// The unmodified rating with an arm, by which ties are broken (PCT-010).
    #[must_use]
    pub fn arm_rating(&self, fighter: &FighterView<'_, '_>, arm: Arm) -> Rating {
        let stats = &fighter.build.stats;
        let gear = arm.item.and_then(|item| self.gear(item));
        let block = gear.as_ref().map(|gear| &gear.gear.0);
        let rating = match arm.manner {
            Manner::Melee(_) => block
                .and_then(|block| block.melee.as_ref())
                .map(|row| rating::melee_rating(stats, row, self.rules)),
            Manner::Thrown | Manner::Shot => block
                .and_then(|block| block.missile.as_ref())
                .map(|row| rating::missile_rating(stats, row, self.rules)),
            Manner::Bash => block
                .and_then(|block| block.shield.as_ref())
                .map(|row| rating::shield_rating(stats, row)),
            Manner::Natural(number) => {
                stats
                    .natural_weapons
                    .get(usize::from(number))
                    .map(|weapon| {
                        Rating::full(
                            weapon.name.clone(),
                            weapon.rating,
                            crate::terms::rules::RR83,
                        )
                    })
            }
            Manner::Brawl => None,
        };
        rating.unwrap_or_else(|| rating::brawl_rating(stats))
    }

    /// The damage row of an arm, with `db` where the damage bonus is added.
    #[must_use]
    pub fn arm_damage(&self, fighter: &FighterView<'_, '_>, arm: Arm) -> DamageDice {
        let stats = &fighter.build.stats;
        let gear = arm.item.and_then(|item| self.gear(item));
        let block = gear.as_ref().map(|gear| &gear.gear.0);
        let row = match arm.manner {
            Manner::Melee(_) => block.and_then(|block| Some(&block.melee.as_ref()?.damage)),
            Manner::Thrown | Manner::Shot => {
                block.and_then(|block| Some(&block.missile.as_ref()?.damage))
            }
            Manner::Bash => block.and_then(|block| Some(&block.shield.as_ref()?.damage)),
            Manner::Natural(number) => stats
                .natural_weapons
                .get(usize::from(number))
                .map(|weapon| &weapon.damage),
            Manner::Brawl => None,
        };
        row.map_or_else(
            || fighter.build.damage_dice(&brawl_damage()),
            |row| fighter.build.damage_dice(row),
        )
    }

    /// What an attack with an arm is to those who answer it.
    #[must_use]
    pub fn attack_kind(&self, arm: Arm) -> AttackKind {
        match arm.manner {
            Manner::Melee(_) | Manner::Bash => AttackKind::Armed,
            Manner::Brawl | Manner::Natural(_) => AttackKind::Unarmed,
            Manner::Thrown | Manner::Shot => {
                let high = arm
                    .item
                    .and_then(|item| self.gear(item))
                    .and_then(|gear| Some(gear.gear.0.missile.as_ref()?.velocity))
                    == Some(Velocity::High);
                if high {
                    AttackKind::HighVelocity
                } else {
                    AttackKind::LowVelocity
                }
            }
        }
    }

    /// Whether an attack with an arm from one cell can reach another: contact for melee; sight, no
    /// full cover and range for missiles (PCT-066, PCT-R73, PCT-R74, PCT-R75).
    #[must_use]
    pub fn reaches(&self, arm: Arm, from: Cell, at: Cell) -> bool {
        self.reach(arm, from, at).is_ok()
    }

    /// What distance and cover do to an attack with an arm from one cell on another, or why it does
    /// not reach.
    pub(crate) fn reach(
        &self,
        arm: Arm,
        from: Cell,
        at: Cell,
    ) -> Result<(Option<Modifier>, Cover), &'static Reason> {
        if !arm.manner.is_missile() {
            if self.in_contact(from, at) {
                return Ok((None, Cover::None));
            }
            let map = &self.board.map;
            return Err(if !map.is_close(from, at) {
                &reasons::REACH
            } else if map.climb(from, at).abs() > 1 {
                &reasons::HEIGHT
            } else {
                &reasons::MELEE_BARRIER
            });
        }
        let range = self.range_modifier(arm, from, at).ok_or(&reasons::RANGE)?;
        let sight = self.sight(from, at);
        if !sight.visible {
            return Err(&reasons::SIGHT);
        }
        if sight.cover == Cover::Full {
            return Err(&reasons::COVER);
        }
        Ok((range, sight.cover))
    }

    /// What the distance does to a missile attack: `Some(None)` for nothing, `None` if it is too
    /// far. Contact counts as below any range (PCT-R51, PCT-R78).
    fn range_modifier(&self, arm: Arm, from: Cell, at: Cell) -> Option<Option<Modifier>> {
        let gear = self.gear(arm.item?)?;
        let range = gear.gear.0.missile.as_ref()?.range;
        if self.in_contact(from, at) {
            return Some(None);
        }
        let band = rating::range_band(self.board.map.range_distance(from, at), range)?;
        Some(band.modifier())
    }

    /// The attack that `attacker` makes with an arm from a cell on `target` in another cell; `None`
    /// if it cannot be made from there. Whether the attacker is free to make it is not asked.
    #[must_use]
    pub fn blow(
        &self,
        attacker: &FighterView<'_, '_>,
        arm: Arm,
        from: Cell,
        target: &FighterView<'_, '_>,
        at: Cell,
    ) -> Option<Blow> {
        let attack_kind = self.attack_kind(arm);
        let contact = self.in_contact(from, at);
        let (range, cover) = self.reach(arm, from, at).ok()?;
        let rating = self.arm_rating(attacker, arm);
        let mut modifiers = Vec::new();
        // Armour weighs on Throw, and on whatever skills the files add (PCT-104, PCT-106).
        modifiers.extend(rating::armour_penalty(
            &attacker.build.stats,
            &attacker.build.worn_rows(),
            self.rules,
            &rating.skill,
        ));
        modifiers.extend(range);
        match cover {
            Cover::Half => modifiers.push(rating::HALF_COVER),
            Cover::Heavy => modifiers.push(rating::HEAVY_COVER),
            Cover::None | Cover::Light | Cover::Full => {}
        }
        if !contact && self.is_dark(at) {
            modifiers.push(rating::TARGET_IN_DARKNESS);
        }
        if attacker.posture.kneels() && from == attacker.cell() {
            modifiers.push(rating::KNEELING);
        }
        let item = arm.item.and_then(|item| self.gear(item));
        Some(Blow {
            attack: rating.chance(modifiers),
            damage: self.arm_damage(attacker, arm),
            melee: !attack_kind.is_missile(),
            attacker_item: arm.item,
            attacker_item_points: item.and_then(|gear| Some(gear.soundness?.left)),
            awareness: attacker.is_hidden().then(|| {
                rating::awareness_chance(&target.build.stats, &target.build.worn_rows(), self.rules)
            }),
            defences: self.defences(target, at, attack_kind, from),
            coverage: self.coverage(target, from, at),
            armour: if attack_kind == AttackKind::HighVelocity {
                target.build.armour_high_velocity
            } else {
                target.build.armour
            },
            target_hit_points: target.hit_points.current,
            target_conscious: target.is_active(),
        })
    }

    /// The answers a target has to an attack that it is aware of (PCT-R27 to PCT-R33).
    fn defences(
        &self,
        target: &FighterView<'_, '_>,
        at: Cell,
        attack_kind: AttackKind,
        from: Cell,
    ) -> Vec<Defence> {
        let contact = self.in_contact(from, at);
        let in_the_dark = !contact && self.is_dark(from);
        if !target.is_active()
            || target.surprised
            || attack_kind == AttackKind::HighVelocity
            || in_the_dark
        {
            return Vec::new();
        }
        let mut defences = Vec::new();
        let guard = target.turn.guard.as_ref();
        if !guard.map_or(target.turn.task.is_some(), |guard| guard.busy) {
            let usable: Vec<GearView<'_, '_>> = match guard {
                Some(guard) => guard
                    .usable
                    .iter()
                    .filter_map(|&item| self.gear(item))
                    .collect(),
                None => self.usable(target),
            };
            defences.extend(
                usable
                    .iter()
                    .filter_map(|gear| self.parry_with(target, gear, at, attack_kind, from)),
            );
            if attack_kind == AttackKind::Unarmed {
                let free = guard.map_or_else(|| self.free_hands(target), |guard| guard.free_hands);
                defences.extend(self.unarmed_parries(target, free));
            }
        }
        let dodges_missiles = self.rules.dodge_low_velocity_missiles;
        let kneels = posture_in_step(target).kneels() && at == target.cell();
        if !kneels && (!attack_kind.is_missile() || dodges_missiles) {
            let mut further = self.weariness(target);
            if attack_kind.is_missile() {
                further.push(rating::DODGING_A_MISSILE);
            }
            defences.push(Defence {
                kind: DefenceKind::Dodge,
                label: "dodge".to_owned(),
                item: None,
                unarmed: None,
                item_points: None,
                chance: target.build.skill_chance(self.rules, "Dodge", further),
            });
        }
        defences
    }

    /// The parry of an attack with a held item, if it can parry such an attack.
    fn parry_with(
        &self,
        target: &FighterView<'_, '_>,
        gear: &GearView<'_, '_>,
        at: Cell,
        attack_kind: AttackKind,
        from: Cell,
    ) -> Option<Defence> {
        let chance = if attack_kind.is_missile() {
            let kind = gear.gear.shield()?;
            let covered = match posture_in_step(target) {
                Posture::Kneeling(facing) if at == target.cell() && kind == ShieldKind::Large => {
                    self.board.map.grid().in_front(at, facing, from)
                }
                _ => false,
            };
            rating::shield_against_missile(kind, covered)
        } else {
            let rating = rating::parry_rating(&target.build.stats, &gear.gear.0, self.rules)?;
            rating.chance(self.parry_modifiers(target, &rating.skill))
        };
        Some(Defence {
            kind: DefenceKind::Parry,
            label: format!("parry with {}", gear.name()),
            item: Some(*gear.id),
            unarmed: None,
            item_points: gear.soundness.map(|soundness| soundness.left),
            chance,
        })
    }

    /// Parries of bare hands and natural weapons against their like (PCT-R28, PCT-R83): the best.
    fn unarmed_parries(&self, target: &FighterView<'_, '_>, free_hands: u8) -> Option<Defence> {
        let stats = &target.build.stats;
        let brawl = (free_hands > 0).then(|| (Manner::Brawl, rating::brawl_rating(stats)));
        let natural = stats
            .natural_weapons
            .iter()
            .zip(0..)
            .map(|(weapon, number)| {
                let rating = Rating::full(
                    weapon.name.clone(),
                    weapon.rating,
                    crate::terms::rules::RR83,
                );
                (Manner::Natural(number), rating)
            });
        let (manner, best) = brawl.into_iter().chain(natural).reduce(|best, other| {
            if other.1.value > best.1.value {
                other
            } else {
                best
            }
        })?;
        Some(Defence {
            kind: DefenceKind::Parry,
            label: if manner == Manner::Brawl {
                "parry with bare hands".to_owned()
            } else {
                format!("parry with {}", best.skill.to_lowercase())
            },
            item: None,
            unarmed: Some(manner),
            item_points: None,
            chance: best.chance(self.parry_modifiers(target, &best.skill)),
        })
    }

    /// What weighs on a parry with some skill: armour, where files add that skill to those it
    /// hinders (PCT-106), and earlier defences of the round (PCT-R27).
    fn parry_modifiers(&self, target: &FighterView<'_, '_>, skill: &str) -> Vec<Modifier> {
        let mut modifiers = rating::armour_penalty(
            &target.build.stats,
            &target.build.worn_rows(),
            self.rules,
            skill,
        );
        modifiers.extend(self.weariness(target));
        modifiers
    }

    /// What earlier defences of the round take from this one (PCT-R27).
    fn weariness(&self, target: &FighterView<'_, '_>) -> Vec<Modifier> {
        let points = -self.rules.successive_defence_penalty * target.turn.defences;
        if points == 0 {
            return Vec::new();
        }
        vec![Modifier {
            name: Cow::Borrowed("earlier defences this round"),
            effect: Effect::Add(points),
            rule: RR27,
        }]
    }

    /// The planted shield that an attack must pass (PCT-R59).
    fn coverage(&self, target: &FighterView<'_, '_>, from: Cell, at: Cell) -> Option<Coverage> {
        let chance = |gear: &GearView<'_, '_>| {
            let kneels =
                at == target.cell() && posture_in_step(target) == Posture::KneelingBehind(*gear.id);
            let kind = gear.gear.shield();
            kind.map_or(0, |kind| rating::shield_cover(kind, kneels).0)
        };
        let gear = self.planted_between(from, at, chance)?;
        gear.gear.shield()?;
        Some(Coverage {
            item: Some(*gear.id),
            chance: chance(&gear),
            points: gear.soundness.map_or(0, |soundness| soundness.left),
        })
    }
}

/// How a target holds itself, as of the beginning of the step (PCT-R15).
fn posture_in_step(target: &FighterView<'_, '_>) -> Posture {
    target
        .turn
        .guard
        .as_ref()
        .map_or(*target.posture, |guard| guard.posture)
}

/// Damage of bare hands (PCT-070).
#[must_use]
pub fn brawl_damage() -> DiceExpr {
    static DAMAGE: LazyLock<DiceExpr> =
        LazyLock::new(|| "1d3+db".parse().expect("`1d3+db` is a dice expression"));
    DAMAGE.clone()
}
