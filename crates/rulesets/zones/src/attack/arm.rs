//! The arm of an attack, and its aim (ZON-030, ZON-084).

use shieldwall_battle::{Action, ItemId, terms::Mode};

use crate::terms::{actions, modes};

/// The weapon of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// Bare hands and feet (ZON-033).
    Unarmed,
    /// A natural attack, by its place in the stat block.
    Natural(u8),
    /// A weapon or a shield in hand.
    Item(ItemId),
    /// A power (ZON-R22).
    Power(ItemId),
}

/// Purpose of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Damage.
    Harm(Arm),
    /// A death blow (ZON-036).
    Kill(Arm),
    /// A non-lethal attack (ZON-084).
    Grip(GripKind),
}

/// The non-lethal attacks (ZON-084).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GripKind {
    /// ZON-088.
    Disarm,
    /// ZON-090.
    Shove,
    /// ZON-092.
    Grapple,
}

impl GripKind {
    /// All of them, in the order of the rulebook.
    pub const ALL: [Self; 3] = [Self::Disarm, Self::Shove, Self::Grapple];

    /// Its action.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Disarm => actions::DISARM,
            Self::Shove => actions::SHOVE,
            Self::Grapple => actions::GRAPPLE,
        }
    }

    /// Its mode, as a counter.
    #[must_use]
    pub const fn mode(self) -> Mode {
        match self {
            Self::Disarm => modes::DISARM,
            Self::Shove => modes::SHOVE,
            Self::Grapple => modes::GRAPPLE,
        }
    }

    /// The non-lethal attack with this action.
    #[must_use]
    pub fn of_action(action: Action) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.action() == action)
    }

    /// The non-lethal counter with this mode.
    #[must_use]
    pub fn of_mode(mode: Mode) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.mode() == mode)
    }

    /// Its name: "a grapple".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Disarm => "a disarm",
            Self::Shove => "a shove",
            Self::Grapple => "a grapple",
        }
    }
}

impl Aim {
    /// Its weapon; non-lethal attacks need only a free limb.
    #[must_use]
    pub const fn arm(self) -> Option<Arm> {
        match self {
            Self::Harm(arm) | Self::Kill(arm) => Some(arm),
            Self::Grip(_) => None,
        }
    }

    /// The non-lethal attack it is.
    #[must_use]
    pub const fn grip(self) -> Option<GripKind> {
        match self {
            Self::Grip(kind) => Some(kind),
            Self::Harm(_) | Self::Kill(_) => None,
        }
    }
}

impl Arm {
    /// The item of an offer for it.
    #[must_use]
    pub const fn item(self) -> Option<ItemId> {
        match self {
            Self::Item(item) | Self::Power(item) => Some(item),
            Self::Unarmed | Self::Natural(_) => None,
        }
    }

    /// The mode of an offer for it.
    #[must_use]
    pub fn mode(self) -> Option<Mode> {
        match self {
            Self::Item(_) | Self::Power(_) => None,
            Self::Unarmed => Some(modes::UNARMED),
            Self::Natural(place) => modes::NATURAL.get(usize::from(place)).copied(),
        }
    }
}
