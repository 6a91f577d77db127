//! Items under the zones ruleset: `[item.zones]` in files of items.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Document, KeyPath, Report, quantity, suggestion::list};

use crate::content::blocks::{AttackRow, ItemBlock, Power, PowerEffect, Remedy};

/// An item under the zones ruleset.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemEntry {
    /// Hands it fills: 1 or 2; 0 for armour, remedies and powers.
    #[serde(default)]
    #[schemars(range(min = 0, max = 2))]
    hands: u8,
    /// The attack made with it.
    attack: Option<AttackEntry>,
    /// Armour value that it gives while it is held.
    #[schemars(range(min = 1, max = 3))]
    shield: Option<u8>,
    /// Armour value that it gives while it is worn.
    #[schemars(range(min = 1, max = 3))]
    armour: Option<u8>,
    /// Dice of health that it restores when it is used up; it also ends incapacitation.
    medicine: Option<String>,
    /// Whether using it up ends poisoning.
    #[serde(default)]
    antidote: bool,
    /// What invoking it does, for powers.
    power: Option<PowerEntry>,
    /// Makeshift: damaged from the start.
    #[serde(default)]
    improvised: bool,
    /// Carries a light.
    #[serde(default)]
    light: bool,
}

/// An attack.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttackEntry {
    /// Damage dice.
    damage: String,
    /// Range in zones; left out for melee.
    #[schemars(range(min = 1, max = 100))]
    range: Option<u16>,
    /// Strikes a whole zone with its borders.
    #[serde(default)]
    blast: bool,
    /// Cuts, so that it can maim.
    #[serde(default)]
    edged: bool,
    /// Uses ammunition, which can run out after the battle.
    #[serde(default)]
    ammunition: bool,
    /// Each attack uses one up.
    #[serde(default)]
    consumable: bool,
    /// Anyone who suffers from it is poisoned.
    #[serde(default)]
    poisonous: bool,
}

/// What a power does.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PowerEntry {
    /// What kind of power it is.
    kind: PowerKind,
    /// How often it can be invoked in a battle.
    #[schemars(range(min = 1, max = 99))]
    uses: u16,
    /// Damage dice of an attack or a blast.
    damage: Option<String>,
    /// Dice of health that an ally regains.
    health: Option<String>,
    /// Range in zones; left out for blasts around the user.
    #[schemars(range(min = 1, max = 100))]
    range: Option<u16>,
}

/// Kinds of powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PowerKind {
    /// An attack on one enemy.
    Attack,
    /// A blast on a zone.
    Blast,
    /// Conceals the user.
    Veil,
    /// Mends a visible ally.
    Mend,
}

impl PowerKind {
    /// The keys that a power of this kind has besides `kind` and `uses`.
    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Attack | Self::Blast => &["damage", "range"],
            Self::Mend => &["health", "range"],
            Self::Veil => &[],
        }
    }
}

impl AttackEntry {
    pub(crate) fn validate(
        self,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> AttackRow {
        if self.ammunition && self.range.is_none() {
            report
                .key_error(
                    document,
                    &path.join("ammunition"),
                    "only ranged attacks use ammunition",
                )
                .help("give it a `range` in zones".to_owned());
        }
        if self.ammunition && self.consumable {
            report
                .key_error(
                    document,
                    &path.join("ammunition"),
                    "what is used up itself has no ammunition",
                )
                .help("keep `consumable` or `ammunition`".to_owned());
        }
        AttackRow {
            damage: quantity::plain_damage(&self.damage, document, &path.join("damage"), report),
            range: self.range,
            blast: self.blast,
            edged: self.edged,
            ammunition: self.ammunition,
            consumable: self.consumable,
            poisonous: self.poisonous,
        }
    }
}

impl ItemEntry {
    pub(crate) fn validate(
        self,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> ItemBlock {
        let kinds = [
            ("armour", self.armour.is_some()),
            ("medicine", self.medicine.is_some()),
            ("antidote", self.antidote),
            ("power", self.power.is_some()),
            (
                "attack",
                self.attack.is_some() || self.shield.is_some() || self.light,
            ),
        ];
        let given: Vec<&str> = kinds
            .iter()
            .filter(|(_, given)| *given)
            .map(|(key, _)| *key)
            .collect();
        match given[..] {
            [] if report.has_spoilt_parts(path) => {}
            [] => report
                .error(
                    document,
                    path,
                    "the item does nothing under the zones ruleset",
                )
                .help(
                    "add `attack`, `shield`, `armour`, `light`, `medicine`, `antidote` or `power`"
                        .to_owned(),
                ),
            ["attack"] if self.hands == 0 => report
                .error(
                    document,
                    path,
                    "weapons, shields and lights fill 1 or 2 hands, not 0",
                )
                .help("hands = 1".to_owned()),
            ["attack"] => {}
            [_] if self.hands != 0 => report
                .error(
                    document,
                    &path.join("hands"),
                    format!("it fills {} hands, expected 0", self.hands),
                )
                .help("only weapons, shields and lights are held".to_owned()),
            [_] => {}
            // Which of them was meant nobody can tell, so its hands are not looked at.
            [first, second, ..] => report
                .error(
                    document,
                    path,
                    format!("an item cannot have both `{first}` and `{second}`"),
                )
                .help("make two items of it".to_owned()),
        }
        ItemBlock {
            hands: self.hands,
            attack: self
                .attack
                .map(|row| row.validate(document, &path.join("attack"), report)),
            shield: self.shield,
            armour: self.armour,
            remedy: match (self.medicine, self.antidote) {
                (Some(dice), _) => {
                    let at = path.join("medicine");
                    Some(Remedy::Medicine(quantity::plain_damage(
                        &dice, document, &at, report,
                    )))
                }
                (None, true) => Some(Remedy::Antidote),
                (None, false) => None,
            },
            power: self
                .power
                .and_then(|power| power.validate(document, &path.join("power"), report)),
            improvised: self.improvised,
            light: self.light,
        }
    }
}

impl PowerEntry {
    fn validate(
        self,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> Option<Power> {
        let given = [
            ("damage", self.damage.is_some()),
            ("health", self.health.is_some()),
            ("range", self.range.is_some()),
        ];
        let mut need = |key: &str, value: Option<String>| {
            if value.is_none() {
                report
                    .error(document, path, format!("such a power needs `{key}`"))
                    .help(format!("{key} = \"1d6\""));
            }
            value
        };
        let dice = match self.kind {
            PowerKind::Attack | PowerKind::Blast => Some(("damage", need("damage", self.damage)?)),
            PowerKind::Mend => Some(("health", need("health", self.health)?)),
            PowerKind::Veil => None,
        };
        let known = self.kind.keys();
        for (key, given) in given {
            if given && !known.contains(&key) {
                let help = match known {
                    [] => "this kind has nothing but `uses`".to_owned(),
                    known => format!("this kind has {}", list(known.iter().copied())),
                };
                report
                    .key_error(
                        document,
                        &path.join(key),
                        format!("a power of this kind has no `{key}`"),
                    )
                    .help(help);
            }
        }
        let dice = dice
            .map(|(key, text)| quantity::plain_damage(&text, document, &path.join(key), report));
        let effect = match (self.kind, dice) {
            (PowerKind::Attack | PowerKind::Blast, Some(damage)) => {
                PowerEffect::Attack(AttackRow {
                    damage,
                    range: self.range,
                    blast: self.kind == PowerKind::Blast,
                    edged: false,
                    ammunition: false,
                    consumable: false,
                    poisonous: false,
                })
            }
            (PowerKind::Mend, Some(health)) => PowerEffect::Mend {
                health,
                range: self.range.unwrap_or(1),
            },
            _ => PowerEffect::Veil,
        };
        Some(Power {
            uses: self.uses,
            effect,
        })
    }
}
