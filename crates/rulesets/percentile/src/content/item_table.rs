//! Items: `[item.percentile]` in `assets/items/*.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Document, KeyPath, Report, quantity};
use shieldwall_grid::Metres;

use crate::content::blocks::{
    ArmourRow, ItemBlock, MeleeRow, MissileRow, ShieldKind, ShieldRow, SkillFamily, SkillGroup,
    Supply, Velocity, WeaponClass,
};

/// An item under the percentile ruleset.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemEntry {
    /// Hands it fills: 1 or 2; 0 for armour, which is worn.
    #[schemars(range(min = 0, max = 2))]
    hands: u8,
    /// Hit points when it parries; left out for things that cannot be harmed.
    #[schemars(range(min = 1, max = 1000))]
    hit_points: Option<i32>,
    /// Use as a weapon in close combat.
    melee: Option<MeleeEntry>,
    /// Use as a missile weapon, thrown or shot.
    missile: Option<MissileEntry>,
    /// Use as a shield.
    shield: Option<ShieldEntry>,
    /// Worn as armour or helmet.
    armour: Option<ArmourEntry>,
}

/// A row of the table of close combat weapons.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MeleeEntry {
    /// Family of the skill.
    family: SkillFamily,
    /// Skill that holds the rating.
    #[schemars(length(min = 1, max = 40))]
    skill: String,
    /// Base chance in percent.
    #[schemars(range(min = 0, max = 100))]
    base: i32,
    /// Damage dice; `db` adds the damage bonus: `1d8+1+db`.
    damage: String,
    /// Classes it may act in, earliest first.
    #[schemars(length(min = 1, max = 4))]
    classes: Vec<WeaponClass>,
}

/// A row of the table of missile weapons.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MissileEntry {
    /// Family of the skill.
    family: SkillFamily,
    /// Skill that holds the rating.
    #[schemars(length(min = 1, max = 40))]
    skill: String,
    /// Base chance in percent; left out if it is the skill's own.
    #[schemars(range(min = 0, max = 100))]
    base: Option<i32>,
    /// Damage dice; `½db` adds half the damage bonus: `1d8+½db`.
    damage: String,
    /// Range in metres within which the chance is unchanged.
    #[schemars(range(min = 1, max = 10_000))]
    range_m: f64,
    /// How fast it flies.
    velocity: Velocity,
    /// How it is supplied.
    supply: SupplyKind,
    /// Shots of a full magazine; only with a magazine.
    #[schemars(range(min = 1, max = 1000))]
    capacity: Option<u16>,
}

/// How a missile weapon is supplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SupplyKind {
    /// The object itself is thrown and lies in the target's cell afterwards.
    Thrown,
    /// Thrown and used up; counted.
    ThrownAndLost,
    /// Counted missiles, no reload.
    Missiles,
    /// Counted missiles, a full round of reloading after each.
    Crossbow,
    /// A magazine of so many shots, refilled in a full round from a spare.
    Magazine,
}

/// A row of the table of shields.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ShieldEntry {
    /// Base chance in percent to parry and to strike.
    #[schemars(range(min = 0, max = 100))]
    base: i32,
    /// Damage dice of a blow with it.
    damage: String,
    /// Kind, which fixes its chance against missiles.
    kind: ShieldKind,
}

/// A row of the table of armour.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ArmourEntry {
    /// Armour points.
    #[schemars(range(min = 0, max = 100))]
    points: i32,
    /// Armour points against high-velocity attacks, where they differ.
    #[schemars(range(min = 0, max = 100))]
    points_high_velocity: Option<i32>,
    /// Worn on the head, in addition to body armour.
    #[serde(default)]
    helmet: bool,
    /// Skills it weighs on: `physical` ones, or those of `perception`.
    skill_group: Option<SkillGroup>,
    /// By how many percentage points, 0 or less.
    #[schemars(range(min = -100, max = 0))]
    skill_modifier: Option<i32>,
}

impl ItemEntry {
    pub(crate) fn validate(
        self,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> ItemBlock {
        let held = self.melee.is_some() || self.missile.is_some() || self.shield.is_some();
        if let Some(armour) = self.armour.as_ref() {
            let at = path.join("armour");
            if held {
                report
                    .key_error(
                        document,
                        &at,
                        "armour cannot be a weapon or a shield as well",
                    )
                    .help("make two items of it".to_owned());
            } else if self.hands != 0 {
                report
                    .error(
                        document,
                        &path.join("hands"),
                        format!("armour fills {} hands, expected 0", self.hands),
                    )
                    .help("armour is worn, not held: hands = 0".to_owned());
            }
            armour.check(document, &at, report);
        } else if !held && !report.has_spoilt_parts(path) {
            report
                .error(
                    document,
                    path,
                    "the item does nothing under the percentile ruleset",
                )
                .help("add `melee`, `missile`, `shield` or `armour`".to_owned());
        } else if held && self.hands == 0 {
            report
                .error(
                    document,
                    &path.join("hands"),
                    "weapons and shields fill 1 or 2 hands, not 0",
                )
                .help(None);
        }
        if self.shield.is_some()
            && self.hit_points.is_none()
            && !report.is_spoilt(&path.join("hit_points"))
        {
            report
                .key_error(
                    document,
                    &path.join("shield"),
                    "a shield needs `hit_points`",
                )
                .help("they are also its armour points when it is planted".to_owned());
        }
        ItemBlock {
            melee: self
                .melee
                .map(|row| row.validate(document, &path.join("melee"), report)),
            missile: self
                .missile
                .map(|row| row.validate(document, &path.join("missile"), report)),
            shield: self.shield.map(|row| ShieldRow {
                base: row.base,
                damage: quantity::damage(
                    &row.damage,
                    document,
                    &path.join("shield").join("damage"),
                    report,
                ),
                kind: row.kind,
            }),
            armour: self.armour.map(|row| ArmourRow {
                points: row.points,
                points_high_velocity: row.points_high_velocity,
                helmet: row.helmet,
                penalty: row.skill_group.zip(row.skill_modifier),
            }),
            hit_points: self.hit_points,
            hands: self.hands,
        }
    }
}

impl MeleeEntry {
    fn validate(self, document: &Document<'_>, path: &KeyPath, report: &mut Report) -> MeleeRow {
        let classes = path.join("classes");
        for (index, class) in self.classes.iter().enumerate() {
            let at = classes.join(index);
            if self.classes[..index].contains(class) {
                report
                    .error(document, &at, "this class is given twice")
                    .help(None);
            } else if self.family == SkillFamily::HeavyWeapon {
                report
                    .error(document, &at, "heavy weapons only shoot")
                    .help("give it a `missile` row instead of `melee` (PCT-R25)".to_owned());
            } else if matches!(class, WeaponClass::Missile | WeaponClass::Other) {
                report
                    .error(
                        document,
                        &at,
                        "a close-combat weapon cannot act in this class",
                    )
                    .help("expected `long`, `medium` or `short`".to_owned());
            }
        }
        MeleeRow {
            damage: quantity::damage(&self.damage, document, &path.join("damage"), report),
            family: self.family,
            skill: self.skill,
            base: self.base,
            classes: self.classes,
        }
    }
}

impl MissileEntry {
    fn validate(self, document: &Document<'_>, path: &KeyPath, report: &mut Report) -> MissileRow {
        let capacity = path.join("capacity");
        let supply = match (self.supply, self.capacity) {
            (SupplyKind::Thrown, _) => Supply::Thrown,
            (SupplyKind::ThrownAndLost, _) => Supply::ThrownAndLost,
            (SupplyKind::Missiles, _) => Supply::Missiles,
            (SupplyKind::Crossbow, _) => Supply::Crossbow,
            (SupplyKind::Magazine, shots) => {
                if shots.is_none() {
                    report
                        .error(
                            document,
                            &path.join("supply"),
                            "a magazine needs `capacity`",
                        )
                        .help("capacity is the number of shots in a full magazine".to_owned());
                }
                Supply::Magazine(shots.unwrap_or(1))
            }
        };
        if self.capacity.is_some() && self.supply != SupplyKind::Magazine {
            report
                .key_error(
                    document,
                    &capacity,
                    "`capacity` is only for `supply = \"magazine\"`",
                )
                .help("missiles carried are counted in the unit's file".to_owned());
        }
        if self.family == SkillFamily::HeavyWeapon && self.velocity == Velocity::Low {
            report
                .error(
                    document,
                    &path.join("velocity"),
                    "heavy weapons are of high velocity",
                )
                .help("velocity = \"high\" (PCT-R25)".to_owned());
        }
        MissileRow {
            damage: quantity::damage(&self.damage, document, &path.join("damage"), report),
            range: quantity::metres(self.range_m, document, &path.join("range_m"), report)
                .unwrap_or(Metres::from_whole(1)),
            family: self.family,
            skill: self.skill,
            base: self.base,
            velocity: self.velocity,
            supply,
        }
    }
}

impl ArmourEntry {
    fn check(&self, document: &Document<'_>, path: &KeyPath, report: &mut Report) {
        match (self.skill_group, self.skill_modifier) {
            (None, Some(modifier)) if modifier != 0 => report
                .key_error(
                    document,
                    &path.join("skill_modifier"),
                    "`skill_modifier` needs `skill_group`",
                )
                .help("skill_group = \"physical\" or \"perception\"".to_owned()),
            (Some(_), None) => report
                .key_error(
                    document,
                    &path.join("skill_group"),
                    "`skill_group` needs `skill_modifier`",
                )
                .help("by how many percentage points, such as -10".to_owned()),
            _ => {}
        }
    }
}
