//! Use of the numbers of a round (D20-027, D20-033).

use shieldwall_battle::ItemId;

use crate::{
    attack::acts::NumberAction,
    figure::{
        battlefield::{Battlefield, Figure},
        round::TwoWeapons,
    },
};

/// Use that a combatant has made of its numbers this round, counted with what it has chosen to do on this one: equal
/// numbers are played together (D20-027).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Attacks, and what takes the place of one.
    pub attacks: u8,
    /// True if the weapon in the other hand has made one of them (D20-R80).
    pub other_hand: bool,
    /// Items out of hand, unloaded or used up by then.
    pub used: Vec<ItemId>,
    /// True if nothing more may be done on this number.
    pub all: bool,
    /// True if a prop or a device is used on this number already.
    pub contrives: bool,
}

impl Done {
    /// Use of the numbers before this one.
    #[must_use]
    pub fn before(who: &Figure<'_, '_>) -> Self {
        let exertion = who.round.exertion;
        Self {
            attacks: exertion.attacks,
            other_hand: exertion.other_hand,
            used: Vec::new(),
            all: false,
            contrives: false,
        }
    }

    /// The same with these actions on this number.
    #[must_use]
    pub fn with(
        field: &Battlefield<'_, '_>,
        who: &Figure<'_, '_>,
        chosen: impl IntoIterator<Item = NumberAction>,
    ) -> Self {
        let mut done = Self::before(who);
        for action in chosen {
            if matches!(action, NumberAction::Pass | NumberAction::Release) {
                continue;
            }
            done.attacks += 1;
            let shoots = matches!(action, NumberAction::Shoot(_));
            // The second number of a bow is for a second shot only (D20-R11).
            done.all |= !shoots && done.attacks >= who.attacks();
            let arm = action.arm(field, who);
            let again = arm.as_ref();
            let again = again.is_some_and(|arm| arm.is_missile() && arm.shoots_again());
            let item = arm.and_then(|arm| arm.item());
            match action {
                NumberAction::Extract | NumberAction::Adjust => done.all = true,
                NumberAction::Use(_) => done.contrives = true,
                NumberAction::UseWand(item) => done.used.push(item),
                _ => done.used.extend(item.filter(|_| !again)),
            }
            if let TwoWeapons::TwoAttacks { other } = *who.round.two_weapons {
                done.other_hand |= item == Some(other);
            }
        }
        done
    }
}
