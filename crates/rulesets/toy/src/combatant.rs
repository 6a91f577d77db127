//! What a combatant is under this ruleset, one idea a component, and how all of them stand.

use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    Allegiance, Board, CombatantId, HitPoints, Position, Roster, SideId, Vitality,
};
use shieldwall_grid::{Arc, Cell, Direction};

use crate::tables::StatBlock;

/// Breaths of the rested (TOY-008).
pub const BREATHS: i32 = 3;

/// The stat block; never changes in a battle.
#[derive(Component, Clone, Copy, Debug)]
pub struct Build(pub StatBlock);

/// Breaths left (TOY-008).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breath(pub i32);

/// Whether somebody may still guard in this round (TOY-005).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard(pub bool);

/// Whether somebody loses the next turn (TOY-007).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stun(pub bool);

/// Where somebody faces (TOY-009).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facing(pub Direction);

/// A combatant as it stands.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Who it is.
    pub id: CombatantId,
    /// Its side.
    pub side: SideId,
    /// Where it stands.
    pub cell: Cell,
    /// Its hit points.
    pub points: HitPoints,
    /// Whether it is in the fight.
    pub vitality: Vitality,
    /// Its stat block.
    pub stats: StatBlock,
    /// Its breaths.
    pub breath: i32,
    /// Whether it may guard.
    pub guard: bool,
    /// Whether it loses its turn.
    pub stunned: bool,
    /// Where it faces.
    pub facing: Direction,
}

impl Figure {
    /// Whether it is in the fight.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.vitality == Vitality::Active
    }
}

/// How all stand: what offers, forecasts and answers to questions are worked out from.
#[derive(Clone, Debug)]
pub struct State {
    /// The map.
    pub board: Board,
    /// All combatants, by id.
    pub figures: Vec<Figure>,
}

impl State {
    /// How all stand now.
    ///
    /// # Panics
    /// If a combatant was not deployed under this ruleset.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let roster = world.resource::<Roster>();
        let figure = |entity: &Entity| {
            let entity = world.entity(*entity);
            let (id, side, position, points, vitality) = entity
                .get_components::<(&CombatantId, &Allegiance, &Position, &HitPoints, &Vitality)>()
                .expect("a combatant");
            let (build, breath, guard, stun, facing) = entity
                .get_components::<(&Build, &Breath, &Guard, &Stun, &Facing)>()
                .expect("a combatant of this ruleset");
            Figure {
                id: *id,
                side: side.0,
                cell: position.0,
                points: *points,
                vitality: *vitality,
                stats: build.0,
                breath: breath.0,
                guard: guard.0,
                stunned: stun.0,
                facing: facing.0,
            }
        };
        Self {
            board: world.resource::<Board>().clone(),
            figures: roster.combatants.iter().map(figure).collect(),
        }
    }

    /// A combatant.
    #[must_use]
    pub fn figure(&self, id: CombatantId) -> &Figure {
        &self.figures[id.index()]
    }

    /// The enemies of a side who are in the fight.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = &Figure> {
        let hostile =
            move |figure: &&Figure| figure.is_up() && self.board.hostile(figure.side, side);
        self.figures.iter().filter(hostile)
    }

    /// Whether a cell lies behind somebody (TOY-005, TOY-006).
    #[must_use]
    pub fn is_behind(&self, who: &Figure, cell: Cell) -> bool {
        let grid = self.board.map.grid();
        grid.arc(who.facing, who.cell, cell) == Arc::Rear
    }
}
