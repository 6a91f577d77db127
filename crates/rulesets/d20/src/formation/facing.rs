//! The ways to face, as fields of choices (D20-041, D20-R44).

use shieldwall_battle::{Choice, Field, FieldOption};
use shieldwall_grid::{Arc, Direction, Grid};

use crate::{
    figure::battlefield::{Battlefield, Figure},
    terms::fields::{FACING, FACING_FREE},
};

/// The ways to face. The first one is the default: the present one, if the nearest
/// enemy is in front or shields can be locked, or else towards that enemy (D20-R44).
#[must_use]
pub fn facing(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Field {
    let grid = field.grid();
    let best = field.facing_the_enemy(who, who.cell());
    let ahead = grid.neighbour(who.cell(), best).unwrap_or(who.cell());
    let in_row = who.locked.0 || field.can_lock(who);
    let keeps = in_row || grid.arc(who.facing.0, who.cell(), ahead) == Arc::Front;
    facing_field(grid, if keeps { who.facing.0 } else { best })
}

/// The option to face a way.
fn turned(grid: &Grid, direction: Direction) -> FieldOption {
    let name = grid.direction_name(direction);
    FieldOption {
        facing: Some(direction),
        unsaid: true,
        ..FieldOption::new(name, name)
    }
}

/// The ways to face, with the one that comes first.
#[must_use]
pub fn facing_field(grid: &Grid, first: Direction) -> Field {
    let others = grid.directions().filter(|direction| *direction != first);
    let options = std::iter::once(first)
        .chain(others)
        .map(|direction| turned(grid, direction));
    Field::one_of(FACING, "Facing", options.collect())
}

/// The ways to face at the end of a move: of itself, as it comes, or one that is said.
#[must_use]
pub fn facing_after(grid: &Grid) -> Field {
    let free = FieldOption {
        unsaid: true,
        ..FieldOption::new(FACING_FREE, "the nearest enemy")
    };
    let mut options = vec![free];
    options.extend(grid.directions().map(|direction| turned(grid, direction)));
    Field::one_of(FACING, "Facing", options)
}

/// The direction that a choice faces, if it says.
#[must_use]
pub fn faces(grid: &Grid, choice: &Choice) -> Option<Direction> {
    grid.direction_named(choice.fields.option(FACING)?)
}
