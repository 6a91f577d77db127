//! Combatants as a step of a ruleset reads them: what all have, with the components that the step asks for.

use bevy_ecs::{
    component::Mutable,
    prelude::*,
    query::{QueryData, QueryItem, ReadOnlyQueryData},
    system::SystemParam,
};
use shieldwall_grid::{Cell, Grid};

use crate::{
    board::Board,
    combatant::{Across, Allegiance, Astride, Position, Profile, Roster, Vitality},
    footing::Footing,
    ids::{CombatantId, SideId},
};

/// The components that every combatant has and that most rules read.
#[derive(QueryData)]
pub struct Body {
    /// The entity.
    pub entity: Entity,
    /// The id.
    pub id: &'static CombatantId,
    /// The side.
    pub allegiance: &'static Allegiance,
    /// Unit and name.
    pub profile: &'static Profile,
    /// The home cell.
    pub position: &'static Position,
    /// The side of that cell on which it stands, if it has one foot beyond.
    pub astride: &'static Astride,
    /// Cells across.
    pub across: &'static Across,
    /// Conscious, or how far from it.
    pub vitality: &'static Vitality,
}

/// A [`Body`] that was read.
pub type BodyView<'w, 's> = BodyItem<'w, 's>;

impl BodyItem<'_, '_> {
    /// The side.
    #[must_use]
    pub const fn side(&self) -> SideId {
        self.allegiance.0
    }

    /// The home cell.
    #[must_use]
    pub const fn cell(&self) -> Cell {
        self.position.0
    }

    /// The cells that it stands on.
    #[must_use]
    pub fn footing(&self) -> Footing {
        Footing {
            cell: self.position.0,
            across: self.across.0,
            astride: self.astride.0,
        }
    }

    /// The name in this battle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// True if it is conscious, on the map, and has not given itself up.
    #[must_use]
    pub fn is_active(&self) -> bool {
        *self.vitality == Vitality::Active
    }
}

/// A combatant with what was asked for.
pub type Combatant<'w, 's, D> = (BodyView<'w, 's>, QueryItem<'w, 's, D>);

/// All combatants, in the order of their ids, and the board that they stand on. `D` are the components of the ruleset
/// that a step reads besides [`Body`]: a step that names few of them can change the others at the same time.
#[derive(SystemParam)]
pub struct Combatants<'w, 's, D: ReadOnlyQueryData + 'static = ()> {
    /// The map, as it is now.
    pub board: Res<'w, Board>,
    /// Entities by id.
    pub roster: Res<'w, Roster>,
    bodies: Query<'w, 's, (Body, D)>,
}

impl<'s, D: ReadOnlyQueryData + 'static> Combatants<'_, 's, D> {
    /// The cells of the map.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        self.board.map.grid()
    }

    /// A combatant.
    ///
    /// # Panics
    /// If the id is of another battle, or if it lacks what was asked for.
    #[must_use]
    pub fn get(&self, id: CombatantId) -> Combatant<'_, 's, D> {
        self.bodies
            .get(self.roster.combatant(id))
            .expect("every combatant of the roster is deployed")
    }

    /// The body of a combatant.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn body(&self, id: CombatantId) -> BodyView<'_, 's> {
        self.get(id).0
    }

    /// The cells on which the active ones stand, but for one of them.
    #[must_use]
    pub fn taken_but_for(&self, who: CombatantId) -> Vec<Cell> {
        let others = self.active().filter(|(body, _)| *body.id != who);
        others
            .flat_map(|(body, _)| body.footing().cells(self.grid()))
            .collect()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Combatant<'_, 's, D>> {
        self.bodies.iter_many(self.roster.present())
    }

    /// The active ones.
    pub fn active(&self) -> impl Iterator<Item = Combatant<'_, 's, D>> {
        self.iter().filter(|(body, _)| body.is_active())
    }

    /// The active enemies of a side.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = Combatant<'_, 's, D>> {
        let active = self.active();
        active.filter(move |(body, _)| self.board.hostile(side, body.side()))
    }
}

/// Changes that wait until the step is over: a step that reads the battle as it is can ask for them, and the next step of
/// the chain sees them.
pub trait ChangeLater {
    /// Changes a component of an entity that has it, after the changes that were asked for before.
    fn change<C: Component<Mutability = Mutable>>(
        &mut self,
        entity: Entity,
        change: impl FnOnce(&mut C) + Send + Sync + 'static,
    );
}

impl ChangeLater for Commands<'_, '_> {
    fn change<C: Component<Mutability = Mutable>>(
        &mut self,
        entity: Entity,
        change: impl FnOnce(&mut C) + Send + Sync + 'static,
    ) {
        self.entity(entity)
            .entry::<C>()
            .and_modify(|mut component| change(&mut component));
    }
}
