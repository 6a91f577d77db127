//! What spells do to somebody for a while, and the spells that it casts (D20-018, D20-088 to D20-092, D20-R71).

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{CombatantId, ItemId, RegisterState};

use crate::figure::battlefield::Figure;

/// The spell that somebody casts or reads this round, until it takes effect or is lost (D20-018, D20-094).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Casting(pub Option<ItemId>);

/// The scroll that somebody is reading (D20-100).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reading(pub Option<ScrollReading>);

/// How far somebody has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScrollReading {
    /// The scroll.
    pub scroll: ItemId,
    /// Rounds spent on it.
    pub rounds: u32,
    /// The last of them.
    pub last: u32,
}

/// The spell that makes somebody helpless for a while.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spellbound(pub Option<Binding>);

/// What holds somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    /// Whether it sleeps, so that damage wakes it, and lies; otherwise it stands paralysed.
    pub asleep: bool,
    /// The round at whose end it is free (D20-R32).
    pub until: u32,
}

/// What a spell adds to somebody's Armour Class.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Warded {
    /// How much; 0 without such a spell.
    pub bonus: i32,
    /// The last round of it.
    pub until: u32,
}

/// Whether a spell makes somebody invisible, until it attacks or casts.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unseen(pub bool);

/// The last round in which a spell lets somebody see the invisible; 0 without one.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeesUnseen(pub u32);

/// The invisible whose place somebody knows, each with the last round of it (D20-R71).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Detects(pub Vec<(CombatantId, u32)>);

/// How often the spell of an item can still be cast.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Charges(pub u16);

/// All of it.
pub type Magic = (
    Casting,
    Reading,
    Spellbound,
    Warded,
    Unseen,
    SeesUnseen,
    Detects,
);

/// All of it, to read.
#[derive(QueryData)]
pub struct MagicData {
    /// The spell that it casts.
    pub casting: &'static Casting,
    /// The scroll that it reads.
    pub reading: &'static Reading,
    /// What makes it helpless.
    pub spellbound: &'static Spellbound,
    /// What protects it.
    pub warded: &'static Warded,
    /// Whether it is invisible by a spell.
    pub unseen: &'static Unseen,
    /// Whether it sees the invisible by a spell.
    pub sees_unseen: &'static SeesUnseen,
    /// The invisible that it detects.
    pub detects: &'static Detects,
}

/// What one knows of somebody (D20-088, D20-089).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awareness {
    /// One sees it.
    Seen,
    /// One knows where it is, and does not see it.
    Detected,
    /// One knows nothing.
    Undetected,
}

impl Figure<'_, '_> {
    /// Whether it is invisible.
    #[must_use]
    pub fn is_invisible(&self) -> bool {
        self.is_able() && (self.stats().invisible || self.magic.unseen.0)
    }

    /// Whether it sees the invisible (D20-092).
    #[must_use]
    pub fn sees_invisible(&self) -> bool {
        self.stats().sees_invisible() || self.magic.sees_unseen.0 > 0
    }

    /// Whether it gets up if it gains hit points: nothing else holds it down (D20-R74).
    #[must_use]
    pub fn rises_with(&self, gained: i32) -> bool {
        let points = self.points.current + gained;
        self.magic.spellbound.0.is_none() && points > self.wounds.subdual.0.max(0)
    }

    /// What it knows of another (D20-R71). Detection by one is not shared.
    #[must_use]
    pub fn awareness_of(&self, other: &Figure<'_, '_>) -> Awareness {
        if other.hidden.0 {
            return Awareness::Undetected;
        }
        if !other.is_invisible() || self.sees_invisible() {
            return Awareness::Seen;
        }
        let mut detected = self.magic.detects.0.iter();
        if detected.any(|(who, _)| who == other.id) {
            Awareness::Detected
        } else {
            Awareness::Undetected
        }
    }

    /// Whether it knows where another is.
    #[must_use]
    pub fn knows_of(&self, other: &Figure<'_, '_>) -> bool {
        self.awareness_of(other) != Awareness::Undetected
    }
}

/// Registers what changes.
pub(super) fn plugin(app: &mut App) {
    app.combatant_state::<Casting>()
        .combatant_state::<Reading>()
        .combatant_state::<Spellbound>()
        .combatant_state::<Warded>()
        .combatant_state::<Unseen>()
        .combatant_state::<SeesUnseen>()
        .combatant_state::<Detects>()
        .item_state::<Charges>();
}
