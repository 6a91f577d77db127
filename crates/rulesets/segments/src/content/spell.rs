//! Spells: `spell` in `[item.segments]`, and the skill of casters in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Table, quantity::PlainDamage};
use shieldwall_dice::DiceExpr;

/// A spell (SEG-R36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// The kind of magic.
    pub magic: Magic,
    /// Segments that a cleric takes; a whole round if left out. Those of mages go by their rank.
    #[schemars(range(min = 1, max = 9))]
    pub segments: Option<u8>,
    /// Range in feet.
    #[schemars(range(min = 5, max = 500))]
    pub range_ft: i32,
    /// Energy that it costs.
    #[schemars(range(min = 0, max = 100))]
    pub energy: i32,
    /// Its effect.
    pub effect: SpellEffect,
    /// Hit points that it takes or gives back.
    #[schemars(with = "Option<PlainDamage>")]
    pub dice: Option<DiceExpr>,
    /// The effect of a Luck save.
    pub save: Option<Save>,
    /// DEF or SC that it adds, or feet that it pushes.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub amount: i32,
    /// Rounds after this one for which it lasts.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub rounds: u8,
}

/// Kinds of magic (SEG-055 to SEG-060, SEG-R35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Magic {
    /// General knowledge of mages.
    Gk,
    /// Special knowledge of mages.
    Sk,
    /// That of clerics.
    Cleric,
}

/// Effects of spells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Hash)]
#[serde(rename_all = "snake_case")]
pub enum SpellEffect {
    /// An enemy in sight loses hit points. PROT does not count.
    Harm,
    /// An enemy in sight is pushed away.
    Push,
    /// An enemy in sight sees no enemy.
    Blind,
    /// The caster or a friend gains DEF.
    Ward,
    /// The caster or a friend beside it regains hit points, and a bleeding wound stops.
    Heal,
    /// All friends in range gain SC.
    Bless,
}

/// The effect of a Luck save (SEG-R74).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Save {
    /// Half of the loss, rounded down.
    Halves,
    /// No effect.
    Negates,
}

/// The skill of a caster in a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpellSkill {
    /// Cast chance in percent.
    #[schemars(range(min = 1, max = 200))]
    pub chance: i32,
    /// Rank, which says how fast a mage casts it; 1 if left out.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 30))]
    pub rank: i32,
}

const fn one() -> i32 {
    1
}

impl Spell {
    /// Segments from its start to its effect at a rank; `None` for a whole round (SEG-057, SEG-058, SEG-R15, SEG-R35).
    #[must_use]
    pub fn casting_time(&self, rank: i32) -> Option<i32> {
        let mage = match rank {
            ..=5 => 6,
            6..=10 => 5,
            11..=15 => 4,
            16..=20 => 3,
            21 => 2,
            22.. => 1,
        };
        match self.magic {
            Magic::Gk => Some(mage),
            Magic::Sk => Some(mage + 1),
            Magic::Cleric => self.segments.map(i32::from),
        }
    }

    /// True if it is cast on enemies.
    #[must_use]
    pub const fn is_hostile(&self) -> bool {
        matches!(
            self.effect,
            SpellEffect::Harm | SpellEffect::Push | SpellEffect::Blind
        )
    }

    /// Reports what makes no sense in it.
    pub(crate) fn check(&self, table: &mut Table<'_, '_>) {
        let mut wrong = |key: &str, message: &str, help: &str| {
            let at = table.path.join(key);
            let problem = table.report.key_error(table.document, &at, message);
            problem.help(help.to_owned());
        };
        let rolls = matches!(self.effect, SpellEffect::Harm | SpellEffect::Heal);
        if rolls != self.dice.is_some() {
            let help = "`harm` and `heal` have `dice`, the others have `amount`";
            wrong("effect", "the effect and its `dice` do not agree", help);
        } else if !rolls && self.effect != SpellEffect::Blind && self.amount == 0 {
            wrong("effect", "this spell does nothing", "add `amount`");
        }
        if self.segments.is_some() && self.magic != Magic::Cleric {
            let help = "remove it: the rank of the caster says how long it takes";
            wrong(
                "segments",
                "only clerics have casting times of their own",
                help,
            );
        }
        if self.save.is_some() && !self.is_hostile() {
            let help = "remove it";
            wrong("save", "there is no save against a spell for friends", help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SEG-057 and SEG-058.
    #[test]
    fn a_high_rank_casts_faster_and_special_knowledge_takes_a_segment_more() {
        let spell = |magic| Spell {
            magic,
            segments: None,
            range_ft: 60,
            energy: 1,
            effect: SpellEffect::Push,
            dice: None,
            save: None,
            amount: 10,
            rounds: 0,
        };
        let times = |magic| {
            let spell = spell(magic);
            [0, 1, 5, 6, 8, 10, 11, 15, 16, 20, 21, 22, 25].map(|rank| spell.casting_time(rank))
        };
        let gk = [6, 6, 6, 5, 5, 5, 4, 4, 3, 3, 2, 1, 1];
        assert_eq!(times(Magic::Gk), gk.map(Some));
        assert_eq!(times(Magic::Sk), gk.map(|time| Some(time + 1)));
        assert_eq!(times(Magic::Cleric), [None; 13]);
    }
}
