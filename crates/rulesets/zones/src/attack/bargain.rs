//! A bargain as it is offered (ZON-079).

use shieldwall_battle::{Choice, CombatantId, ItemId, Target};
use shieldwall_grid::Cell;

use crate::{content::blocks::Stunt, terms::modes};

/// A bargain as it is offered: what, and with which item, captive or cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bargain {
    /// The stunt that replaces damage.
    pub stunt: Stunt,
    /// The item that falls, or the hand that is lost with it.
    pub item: Option<ItemId>,
    /// The captive that the hand which is lost lets go of.
    pub captive: Option<CombatantId>,
    /// The cell in which the target ends.
    pub cell: Option<Cell>,
}

impl Bargain {
    /// The bargain that a choice names.
    #[must_use]
    pub fn of_choice(choice: &Choice) -> Option<Self> {
        let place = modes::STUNTS
            .iter()
            .position(|mode| Some(*mode) == choice.mode)?;
        let mut bargain = Self {
            stunt: Stunt::ALL[place],
            item: None,
            captive: None,
            cell: None,
        };
        match choice.target {
            Some(Target::Item(item)) => bargain.item = Some(item),
            Some(Target::Combatant(captive)) => bargain.captive = Some(captive),
            Some(Target::Cell(cell)) => bargain.cell = Some(cell),
            _ => {}
        }
        Some(bargain)
    }

    /// True if it takes the target out of the fight (ZON-R43).
    #[must_use]
    pub const fn takes_out(self) -> bool {
        matches!(
            self.stunt,
            Stunt::KnockOut | Stunt::DisarmAndKnockOut | Stunt::Yield
        )
    }
}
