//! The part of a choice that has been picked so far.

use bevy::prelude::*;
use shieldwall_battle::{CombatantId, FieldOption, Fields, Offer, Target};
use shieldwall_grid::Cell;

/// The part of a choice that has been picked so far; written by the HUD, read by the board, which
/// shows its legal targets.
#[derive(Resource, Default, Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Index into the offers of the open decision.
    pub(crate) offer: Option<usize>,
    /// What the player chose in fields; the rest is left to what it is unless somebody says otherwise.
    pub(crate) fields: Fields,
    /// The field whose row is active: keys change it, and a second target is picked in it on the board.
    pub(crate) row: Option<&'static str>,
    /// The target that is picked but not yet confirmed; the keyboard cursor may follow it.
    pub(crate) target: Option<Target>,
    /// The way that the player has drawn, without the first cell. It counts for a move to its last cell.
    pub(crate) way: Vec<Cell>,
    /// Number of the decision that it is for.
    pub(crate) decision: Option<u32>,
    /// The combatant whose card is shown and for whom overlays are drawn.
    pub(crate) inspected: Option<CombatantId>,
    /// The offers that are folded away in the action bar.
    pub(crate) fold: Fold,
    /// The offer, by its index, and the target of which the player was told last what is given up by
    /// them. Only this may be done without telling.
    pub(crate) warned: Option<(usize, Option<Target>)>,
}

impl Draft {
    /// The option of an offer that the player has picked, if any.
    pub(crate) fn option<'a>(&self, offer: &'a Offer) -> Option<&'a FieldOption> {
        offer.fields.iter().find_map(|field| {
            let picked = self.fields.option(field.key)?;
            let mut options = field.options().iter();
            options.find(|option| option.key == picked)
        })
    }
}

/// Whether the offers that are folded away behind one button of the action bar can be seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Fold {
    /// They cannot.
    #[default]
    Shut,
    /// They cannot, but confirming opens them: keys and gamepad have come to their button.
    Marked,
    /// They can, and the action hotkeys mean them.
    Open,
}
