//! Everything about one character or one item, as a query hands it out.

use crate::{
    character::state::{Build, Grip, Group, Mind, Stamina, Turn, TurnState, Worn},
    content::blocks::GearState,
    items::gear::{Gear, Place, Stock, Wear},
};
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Across, Allegiance, Carries, CombatantId, Concealment, HitPoints, ItemId, ItemKind, Lying,
    Position, Riding, SideId, Vitality, combatant::Profile,
};
use shieldwall_grid::Cell;

/// Everything about one character.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Fighter {
    /// Its id.
    pub id: &'static CombatantId,
    /// Its side.
    pub allegiance: &'static Allegiance,
    /// Unit and name.
    pub profile: &'static Profile,
    /// Where it is: the anchor of its cells.
    pub position: &'static mut Position,
    /// How many cells it is across.
    pub across: &'static Across,
    /// What it rides.
    pub riding: &'static mut Riding,
    /// Health.
    pub health: &'static mut HitPoints,
    /// Whether it is in the fight.
    pub vitality: &'static mut Vitality,
    /// Whether its enemies have not noticed it.
    pub concealment: &'static mut Concealment,
    /// Stat block.
    pub build: &'static Build,
    /// Its round so far.
    pub turn: &'static mut Turn,
    /// Sprints and lasting injuries.
    pub stamina: &'static mut Stamina,
    /// What its mind is set on.
    pub mind: &'static mut Mind,
    /// Whom it holds, and who holds it.
    pub grip: &'static mut Grip,
    /// The group it checks morale with.
    pub group: &'static Group,
    /// Its body armour.
    pub worn: &'static mut Worn,
    /// What it carries.
    pub carries: Option<&'static Carries>,
}

/// A character, to read.
pub type FighterView<'w, 's> = FighterReadOnlyItem<'w, 's>;

impl FighterView<'_, '_> {
    /// Its side.
    #[must_use]
    pub fn side(&self) -> SideId {
        self.allegiance.0
    }

    /// The anchor of its cells.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.position.0
    }

    /// Whether it is in the fight: neither dead, incapacitated, surrendered nor gone (ZON-R79).
    #[must_use]
    pub fn is_fighting(&self) -> bool {
        *self.vitality == Vitality::Active
    }

    /// Whether it is incapacitated (ZON-R05).
    #[must_use]
    pub fn is_down(&self) -> bool {
        *self.vitality == Vitality::Unconscious
    }

    /// Whether it is on the map and neither dead nor incapacitated, so that it blocks its cells
    /// (ZON-R83).
    #[must_use]
    pub fn is_standing(&self) -> bool {
        matches!(*self.vitality, Vitality::Active | Vitality::Surrendered)
    }

    /// The mount or vehicle that carries it, itself if none does: those with the same are one team
    /// (ZON-148).
    #[must_use]
    pub fn bearer(&self) -> CombatantId {
        self.riding.0.unwrap_or(*self.id)
    }

    /// Whether it is on the map, dead or alive.
    #[must_use]
    pub fn is_here(&self) -> bool {
        *self.vitality != Vitality::Left
    }

    /// Whether it is on the map alive.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.vitality.is_alive_here()
    }

    /// Whether its enemies see nothing of it.
    #[must_use]
    pub fn is_concealed(&self) -> bool {
        self.concealment.is_unseen()
    }

    /// Its name in this battle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// Whether somebody holds it (ZON-093).
    #[must_use]
    pub fn is_grabbed(&self) -> bool {
        self.grip.held_by.is_some()
    }

    /// Whether it is a vehicle.
    #[must_use]
    pub fn is_vehicle(&self) -> bool {
        self.build.0.vehicle
    }

    /// Whether it can be ridden.
    #[must_use]
    pub fn carries_riders(&self) -> bool {
        self.build.0.mount || self.build.0.vehicle
    }

    /// Half-zone steps of a whole turn of movement (ZON-R11), sprinting doubled.
    #[must_use]
    pub fn allowance(&self) -> u16 {
        let mut steps = self.build.0.steps;
        if self.stamina.lamed {
            // The speed is halved, rounded down to half zones, at least one (ZON-R40).
            steps = (steps / 2).max(1);
        }
        if self.turn.sprinting {
            steps * 2
        } else {
            steps
        }
    }

    /// Half-zone steps of a turn with actions (ZON-014, ZON-R11).
    #[must_use]
    pub fn half_allowance(&self) -> u16 {
        self.allowance() / 2
    }

    /// Half-zone steps of a turn in which it is not noticed for its haste: half of what it goes without
    /// sprinting (ZON-109, ZON-R52).
    #[must_use]
    pub fn unheard(&self) -> u16 {
        let times = if self.turn.sprinting { 2 } else { 1 };
        self.half_allowance() / times
    }

    /// Whether it may start to sprint.
    #[must_use]
    pub fn may_sprint(&self) -> bool {
        !self.turn.sprinting && self.stamina.sprints > 0 && !self.stamina.lamed
    }

    /// Hands it has left.
    #[must_use]
    pub fn hands(&self) -> u8 {
        self.build.0.hands.saturating_sub(self.stamina.lost_hands)
    }

    /// Whether it has its turn in hand, for a normal turn (ZON-003).
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.is_fighting() && self.turn.state == TurnState::Ready
    }

    /// Whether it may react as far as its turn goes (ZON-050, ZON-R86): not what it is aware of.
    #[must_use]
    pub fn may_react(&self) -> bool {
        self.reactions_left() > 0
    }

    /// How often it may still react in this round as far as its turn goes (ZON-048, ZON-050,
    /// ZON-R86).
    #[must_use]
    pub fn reactions_left(&self) -> u8 {
        let free = self.is_fighting()
            && !self.turn.swept_along
            && !self.is_grabbed()
            && !self.mind.distracted
            && !self.is_vehicle();
        let reactions = self.build.0.reactions;
        match self.turn.state {
            TurnState::Ready | TurnState::Kept if free => reactions,
            TurnState::Spent if free && self.turn.reacted => {
                reactions.saturating_sub(self.turn.reactions)
            }
            _ => 0,
        }
    }
}

/// Everything about one item.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct GearPiece {
    /// Its entity.
    pub entity: Entity,
    /// Its id.
    pub id: &'static ItemId,
    /// What it is called.
    pub kind: &'static ItemKind,
    /// What it does.
    pub gear: &'static Gear,
    /// Where it is with its owner.
    pub place: &'static mut Place,
    /// How it is.
    pub wear: &'static mut Wear,
    /// How many of it; `None` if it is not used up.
    pub stock: Option<&'static mut Stock>,
    /// Where it lies.
    pub lying: Option<&'static Lying>,
}

/// An item, to read.
pub type GearView<'w, 's> = GearPieceReadOnlyItem<'w, 's>;

impl GearView<'_, '_> {
    /// What it is called in the middle of a sentence.
    #[must_use]
    pub fn name(&self) -> String {
        let mut letters = self.kind.0.name.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_lowercase().chain(letters).collect()
        })
    }

    /// Whether it is in hand.
    #[must_use]
    pub fn is_held(&self) -> bool {
        *self.place == Place::Held
    }

    /// Whether it can be used at all: not destroyed, with ammunition, not used up.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.wear.state != GearState::Destroyed
            && !(self.wear.spent
                && self
                    .gear
                    .0
                    .attack
                    .as_ref()
                    .is_some_and(|row| row.ammunition))
            && self.stock.is_none_or(|stock| stock.0 > 0)
    }

    /// Whether it is a weapon or a shield: what falls when somebody surrenders.
    #[must_use]
    pub fn is_arm(&self) -> bool {
        self.gear.0.attack.is_some() || self.gear.0.shield.is_some()
    }
}
