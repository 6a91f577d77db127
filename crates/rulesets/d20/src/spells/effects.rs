//! What spells do, and to which combatants (D20-082, D20-083, D20-090, D20-R74).

use shieldwall_battle::{CombatantId, ItemId, Target};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Cell;

use crate::{
    content::{
        blocks::Kind,
        spell::{Effect, Spell, SpellSave},
        stat_block::StatBlock,
    },
    figure::battlefield::{Battlefield, Figure},
    harm::{d20::D20, saving::Save},
    spells::casting::{caster_level, spell_of},
};

/// A spell as it is cast: its dice, its area and the combatants in it.
pub struct Volley {
    /// The spell.
    pub spell: Spell,
    /// What it is called.
    pub name: String,
    /// The dice of its damage, if it does any.
    pub damage: Option<DiceExpr>,
    /// The centre and the cells that it covers, if it covers any.
    pub area: Option<(Cell, Vec<Cell>)>,
    /// The combatants it may affect, in tie-break order.
    pub targets: Vec<CombatantId>,
    /// What one throws against: "throw against the spell".
    pub throw: &'static str,
}

impl Volley {
    /// What somebody does with the spell of an item, aimed at something; `None` if there is no such spell.
    #[must_use]
    pub fn of(
        field: &Battlefield<'_, '_>,
        who: &Figure<'_, '_>,
        item: ItemId,
        target: Option<Target>,
    ) -> Option<Self> {
        let gear = field.item(item)?;
        let spell = spell_of(&gear)?.clone();
        let area = match target {
            Some(Target::Cell(centre)) if spell.is_area() => {
                Some((centre, field.covered(&spell, centre)))
            }
            _ => None,
        };
        let aimed = match (&area, target) {
            (Some((_, cells)), _) => field.caught(cells),
            (None, Some(Target::Combatant(target))) => vec![target],
            _ => vec![*who.id],
        };
        let affects = |id: &CombatantId| affects(&spell, &field.figure(*id));
        Some(Self {
            targets: aimed.into_iter().filter(affects).collect(),
            damage: spell.damage(caster_level(who, &spell)),
            name: gear.kind.0.name.clone(),
            spell,
            area,
            throw: AGAINST_SPELLS,
        })
    }
}

impl Volley {
    /// The throw against it, with a flesh wound or without.
    #[must_use]
    pub fn save(&self, stats: &StatBlock, flesh_wound: bool) -> Save {
        Save::of(stats, flesh_wound, self.throw)
    }

    /// The cells that it covers; none if it has one target.
    #[must_use]
    pub fn covers(&self) -> Vec<Cell> {
        let area = self.area.as_ref();
        area.map_or_else(Vec::new, |(_, cells)| cells.clone())
    }
}

/// Whether a spell can do anything to somebody: only the living of few hit dice fall asleep, and only those who are
/// awake.
fn affects(spell: &Spell, who: &Figure<'_, '_>) -> bool {
    if !who.vitality.is_alive_here() {
        return false;
    }
    match spell.effect() {
        Effect::Sleep { hit_dice } => {
            let lives = !matches!(who.stats().kind, Kind::Undead | Kind::Construct);
            lives && who.is_able() && who.stats().hit_dice() <= hit_dice
        }
        Effect::Hold => who.is_able() && who.stats().kind == Kind::Humanoid,
        _ => true,
    }
}

/// The throw against spells, as the log calls it.
const AGAINST_SPELLS: &str = "throw against the spell";

/// What is left of damage after a throw: a natural 20 avoids it all, and a natural 1 makes it the most there is
/// (D20-082, D20-083).
#[must_use]
pub const fn damage_after(save: SpellSave, throw: Option<D20>, rolled: i32, most: i32) -> i32 {
    match (save, throw) {
        (SpellSave::None, _) | (_, None) => rolled,
        (_, Some(D20::Twenty)) => 0,
        // Half of 1 is 1 (D20-R50).
        (SpellSave::Half, Some(D20::Success)) => rolled / 2 + (rolled == 1) as i32,
        (SpellSave::Negates, Some(D20::Success)) => 0,
        (_, Some(D20::Failure)) => rolled,
        (_, Some(D20::One)) => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-082, D20-083 and D20-E68: 17 of at most 30 points.
    #[test]
    fn d20_083_what_throws_leave_of_damage() {
        let after = |throw| damage_after(SpellSave::Half, Some(throw), 17, 30);
        let all = [D20::Failure, D20::Success, D20::Twenty, D20::One].map(after);
        assert_eq!(all, [17, 8, 0, 30]);
        assert_eq!(damage_after(SpellSave::None, None, 4, 5), 4);
        let half_of_1 = damage_after(SpellSave::Half, Some(D20::Success), 1, 4);
        assert_eq!(half_of_1, 1, "D20-R50");
    }
}
