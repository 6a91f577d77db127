//! Spells: memorised, on scrolls and in wands (D20-017, D20-100, D20-168, D20-R74, D20-R83).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Table, quantity::PlainDamage};
use shieldwall_dice::DiceExpr;

/// A spell, as an item holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Its level.
    #[schemars(range(min = 1, max = 12))]
    pub level: i32,
    /// Its effect.
    pub effect: EffectKind,
    /// Cells of 1.5 m to what it is aimed at; left out for the caster alone.
    #[serde(default)]
    #[schemars(range(min = 0, max = 200))]
    pub range: u32,
    /// Cells of 1.5 m around the point that it covers; left out for one target.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub radius: u32,
    /// Effect of a saving throw.
    #[serde(default)]
    pub save: SpellSave,
    /// Dice, such as `1d4+1`.
    #[schemars(with = "Option<PlainDamage>")]
    pub dice: Option<DiceExpr>,
    /// The sides of the dice of which there is one for each level of the caster.
    #[schemars(range(min = 2, max = 12))]
    level_die: Option<u16>,
    /// The most of those dice; 10 if left out.
    #[schemars(range(min = 1, max = 20))]
    most_dice: Option<u16>,
    /// The most hit dice of creatures that fall asleep.
    #[schemars(range(min = 0, max = 40))]
    hit_dice: Option<i32>,
    /// Armour Class that it adds.
    #[schemars(range(min = 1, max = 10))]
    bonus: Option<i32>,
    /// Rounds that it lasts.
    #[schemars(range(min = 1, max = 1000))]
    rounds: Option<u32>,
    /// True if it stands on a scroll.
    #[serde(default)]
    scroll: bool,
    /// Number of uses: it is in a wand.
    #[schemars(range(min = 1, max = 100))]
    charges: Option<u16>,
    /// The level at which scrolls and wands cast; the lowest that knows the spell if left out.
    #[schemars(range(min = 1, max = 20))]
    caster_level: Option<i32>,
}

/// Kinds of spells, in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// Takes hit points: needs `dice`, or `level_die` and `most_dice`.
    Harm,
    /// Gives hit points back, and ends flesh wounds: needs `dice`.
    Heal,
    /// Puts living creatures to sleep: needs `hit_dice` and `rounds`.
    Sleep,
    /// Paralyses a humanoid: needs `rounds`.
    Hold,
    /// Adds to the Armour Class of the caster: needs `bonus` and `rounds`.
    Ward,
    /// Makes a combatant invisible until it attacks or casts.
    Unseen,
    /// Lets the caster see the invisible: needs `rounds`.
    SeeUnseen,
}

/// What holds a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SpellForm {
    /// A memory.
    Memorised,
    /// A scroll, read aloud for as many rounds as the spell has levels (D20-100).
    Scroll {
        /// The level of the caster who wrote it.
        caster_level: i32,
    },
    /// A wand, which needs a word (D20-168).
    Wand {
        /// The level of its power.
        caster_level: i32,
        /// How often it can be used.
        charges: u16,
    },
}

/// What a spell does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Effect {
    /// Takes hit points.
    Harm(SpellDice),
    /// Gives hit points back, and ends flesh wounds.
    Heal(DiceExpr),
    /// Puts living creatures of up to so many hit dice to sleep.
    Sleep {
        /// The most hit dice.
        hit_dice: i32,
    },
    /// Paralyses a humanoid.
    Hold,
    /// Adds to the Armour Class of the caster.
    Ward {
        /// How much.
        bonus: i32,
    },
    /// Makes a combatant invisible until it attacks or casts.
    Unseen,
    /// Lets the caster see the invisible.
    SeeUnseen,
}

/// The dice of a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum SpellDice {
    /// The same for all casters.
    Fixed(DiceExpr),
    /// One for each level of the caster.
    PerLevel {
        /// The sides of each.
        sides: u16,
        /// The most there are.
        most: u16,
    },
}

/// What a saving throw does against a spell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpellSave {
    /// Nothing: there is none.
    #[default]
    None,
    /// It halves the damage, rounded down.
    Half,
    /// It ends the spell for the one who has made it.
    Negates,
}

impl Spell {
    /// A spell of no level, which only harms those within so many cells of 1.5 m of a point: a feat.
    #[must_use]
    pub const fn of_feat(dice: DiceExpr, radius: u32, save: SpellSave) -> Self {
        Self {
            level: 0,
            effect: EffectKind::Harm,
            range: 0,
            radius,
            save,
            dice: Some(dice),
            level_die: None,
            most_dice: None,
            hit_dice: None,
            bonus: None,
            rounds: None,
            scroll: false,
            charges: None,
            caster_level: None,
        }
    }

    /// The thing that holds it.
    #[must_use]
    pub const fn form(&self) -> SpellForm {
        let caster_level = match self.caster_level {
            Some(level) => level,
            // A spell of level 3 is learnt at level 5.
            None => 2 * self.level - 1,
        };
        match self.charges {
            Some(charges) => SpellForm::Wand {
                caster_level,
                charges,
            },
            None if self.scroll => SpellForm::Scroll { caster_level },
            None => SpellForm::Memorised,
        }
    }

    /// Its effect.
    #[must_use]
    pub fn effect(&self) -> Effect {
        let dice = || self.dice.clone().unwrap_or_else(|| DiceExpr::dice(1, 6));
        match self.effect {
            EffectKind::Harm => Effect::Harm(match self.level_die {
                Some(sides) => SpellDice::PerLevel {
                    sides,
                    most: self.most_dice.unwrap_or(10),
                },
                None => SpellDice::Fixed(dice()),
            }),
            EffectKind::Heal => Effect::Heal(dice()),
            EffectKind::Sleep => Effect::Sleep {
                hit_dice: self.hit_dice.unwrap_or(0),
            },
            EffectKind::Hold => Effect::Hold,
            EffectKind::Ward => Effect::Ward {
                bonus: self.bonus.unwrap_or(0),
            },
            EffectKind::Unseen => Effect::Unseen,
            EffectKind::SeeUnseen => Effect::SeeUnseen,
        }
    }

    /// Rounds that it lasts; 0 where nothing lasts.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds.unwrap_or(0)
    }

    /// The dice of its damage, cast by somebody of a level; `None` if it does none.
    #[must_use]
    pub fn damage(&self, caster_level: i32) -> Option<DiceExpr> {
        match self.effect() {
            Effect::Harm(SpellDice::Fixed(dice)) => Some(dice),
            Effect::Harm(SpellDice::PerLevel { sides, most }) => {
                let dice = u16::try_from(caster_level.max(1)).unwrap_or(1).min(most);
                Some(DiceExpr::dice(dice, sides))
            }
            _ => None,
        }
    }

    /// Rounds that it takes to read it from a scroll; 0 where it is not read (D20-100).
    #[must_use]
    pub fn reading_rounds(&self) -> u32 {
        match self.form() {
            SpellForm::Scroll { .. } => self.level.unsigned_abs(),
            SpellForm::Memorised | SpellForm::Wand { .. } => 0,
        }
    }

    /// Whether it covers an area.
    #[must_use]
    pub const fn is_area(&self) -> bool {
        self.radius > 0
    }

    /// Whether it is meant for enemies.
    #[must_use]
    pub const fn is_hostile(&self) -> bool {
        matches!(
            self.effect,
            EffectKind::Harm | EffectKind::Sleep | EffectKind::Hold
        )
    }

    /// Uses that it has at first.
    #[must_use]
    pub const fn charges(&self) -> u16 {
        match self.form() {
            SpellForm::Memorised | SpellForm::Scroll { .. } => 1,
            SpellForm::Wand { charges, .. } => charges,
        }
    }
}

/// The keys that kinds of spells have, each with whether it is there.
type Key = (&'static str, bool);

impl Spell {
    /// Keys of which only some kinds have some.
    fn keys(&self) -> [Key; 6] {
        [
            ("dice", self.dice.is_some()),
            ("level_die", self.level_die.is_some()),
            ("most_dice", self.most_dice.is_some()),
            ("hit_dice", self.hit_dice.is_some()),
            ("bonus", self.bonus.is_some()),
            ("rounds", self.rounds.is_some()),
        ]
    }

    /// Those that its kind has: the needed ones, and the others.
    const fn own(&self) -> (&'static [&'static str], &'static [&'static str]) {
        match self.effect {
            EffectKind::Harm if self.level_die.is_some() => (&["level_die"], &["most_dice"]),
            EffectKind::Harm | EffectKind::Heal => (&["dice"], &[]),
            EffectKind::Sleep => (&["hit_dice", "rounds"], &[]),
            EffectKind::Hold | EffectKind::SeeUnseen => (&["rounds"], &[]),
            EffectKind::Ward => (&["bonus", "rounds"], &[]),
            EffectKind::Unseen => (&[], &[]),
        }
    }

    pub(super) fn check(&self, table: &mut Table<'_, '_>) {
        let (needed, others) = self.own();
        for (key, is_there) in self.keys() {
            if is_there && !needed.contains(&key) && !others.contains(&key) {
                let at = table.path.join(key);
                table
                    .report
                    .key_error(
                        table.document,
                        &at,
                        format!("a spell of this kind has no `{key}`"),
                    )
                    .help("remove it".to_owned());
            }
            let is_spoilt = table.report.is_spoilt(&table.path.join(key));
            if !is_there && needed.contains(&key) && !is_spoilt {
                let message = format!("a spell of this kind needs `{key}`");
                table
                    .report
                    .error(table.document, &table.path, message)
                    .help(format!("add `{key} = …`"));
            }
        }
        let halves_nothing = self.save == SpellSave::Half && self.effect != EffectKind::Harm;
        let on_caster = matches!(self.effect, EffectKind::Ward | EffectKind::SeeUnseen);
        for (is_wrong, key, message) in [
            (
                halves_nothing,
                "save",
                "a saving throw halves damage, and this spell does none",
            ),
            (
                on_caster && self.range > 0,
                "range",
                "a spell of this kind is for the caster alone",
            ),
            (
                !on_caster && self.range == 0,
                "effect",
                "a spell of this kind needs a range",
            ),
            (
                self.radius > 0 && !matches!(self.effect, EffectKind::Harm | EffectKind::Sleep),
                "radius",
                "a spell of this kind has one target",
            ),
            (
                self.scroll && self.charges.is_some(),
                "charges",
                "a scroll is used once: only wands have charges",
            ),
            (
                self.caster_level.is_some() && !self.scroll && self.charges.is_none(),
                "caster_level",
                "what is memorised is cast at the level of the caster",
            ),
        ] {
            if is_wrong {
                let at = table.path.join(key);
                table
                    .report
                    .key_error(table.document, &at, message)
                    .help(None);
            }
        }
    }
}

/// Who may cast in what (D20-139, D20-141, D20-142, D20-R76).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Caster {
    /// Casts nothing.
    #[default]
    None,
    /// Not in any armour, magical bracers left out.
    MagicUser,
    /// In magic armour that is good enough for the spell.
    FighterMage,
    /// In whatever it likes.
    Free,
}

/// The magic plus that armour needs for a spell of a level; `None` where none is good enough (D20-139, D20-R76).
#[must_use]
pub const fn armour_quality(level: i32) -> Option<i32> {
    match level {
        ..=3 => Some(1),
        4..=6 => Some(2),
        7..=9 => Some(3),
        10..=12 => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-139: which armour is good enough for which spells.
    #[test]
    fn d20_139_spells_of_higher_levels_need_better_armour() {
        let needed = [1, 3, 4, 6, 7, 9, 10, 12, 13].map(armour_quality);
        assert_eq!(
            needed,
            [1, 1, 2, 2, 3, 3, 4, 4, 0].map(|plus| (plus > 0).then_some(plus))
        );
    }
}
