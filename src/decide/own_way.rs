//! A way that the player draws: while the key for it is held, every cell pointed at becomes part of it.

use bevy::prelude::*;
use shieldwall_battle::{Offer, terms::Common};
use shieldwall_grid::{Cell, DoorUse, Map};

use super::drafting::armed;
use crate::{
    controls::Act,
    input::Acts,
    session::{Asked, Draft, Pointed, Session},
};

/// True if the way can be drawn for an offer: it moves to a cell.
pub(crate) fn has_way(offer: &Offer) -> bool {
    let cells = matches!(offer.targets, shieldwall_battle::Targets::Cells(_));
    cells && offer.role.common() == Some(Common::Move)
}

/// The way with one more cell pointed at. Going back over it takes its end away, and a jump of the pointer is bridged
/// by a straight line, around the corner where a wall stands in it.
fn extended(map: &Map, origin: Cell, way: &[Cell], cell: Cell) -> Vec<Cell> {
    if cell == origin {
        return Vec::new();
    }
    if let Some(place) = way.iter().position(|passed| *passed == cell) {
        return way[..=place].to_vec();
    }
    let grid = map.grid();
    let from = way.last().copied().unwrap_or(origin);
    let is_open = |from, to| {
        let direction = grid.direction_between(from, to);
        direction.is_some_and(|direction| map.step_with(from, direction, DoorUse::Open).is_some())
    };
    let line = grid.straight_path(from, cell, is_open);
    let line = line.or_else(|| grid.straight_path(from, cell, |_, _| true));
    let mut next = way.to_vec();
    for cell in line.unwrap_or_default() {
        next = match next.iter().position(|passed| *passed == cell) {
            Some(place) => next[..=place].to_vec(),
            None if cell == origin => Vec::new(),
            None => [next, vec![cell]].concat(),
        };
    }
    next
}

/// Draws on while the key is held. It begins with the way that is shown.
pub(super) fn draw(
    acts: Res<Acts>,
    session: Res<Session>,
    asked: Res<Asked>,
    pointed: Res<Pointed>,
    mut draft: ResMut<Draft>,
) {
    if !acts.pressed(Act::DrawWay) {
        return;
    }
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let (Some(decision), Some(cell)) = (open, pointed.cell) else {
        return;
    };
    let walks = armed(decision, &draft).is_some_and(has_way);
    let actor = decision.actor.filter(|_| walks);
    let Some((actor, home)) =
        actor.and_then(|actor| Some((actor, session.view.combatant(actor)?.cell)))
    else {
        return;
    };
    let next = if acts.just_pressed(Act::DrawWay) {
        match asked.paths.get(&(actor, cell)) {
            Some(path) => path.clone(),
            None => extended(&session.map, home, &[], cell),
        }
    } else {
        extended(&session.map, home, &draft.way, cell)
    };
    if next != draft.way {
        draft.way = next;
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::{Grid, Layout, Metres};

    use super::*;

    #[test]
    fn a_way_follows_the_pointer_back_and_forth() {
        let map = Map::open(Grid::new(Layout::Square, 6, 4, Metres::from_milli(1500)).unwrap());
        let at = |column, row| map.grid().cell(column, row).unwrap();
        let home = at(0, 0);
        let drawn = |cells: &[Cell]| {
            let on = |way: Vec<Cell>, cell: &Cell| extended(&map, home, &way, *cell);
            cells.iter().fold(Vec::new(), on)
        };
        assert_eq!(drawn(&[at(1, 0), at(1, 1)]), [at(1, 0), at(1, 1)]);
        // Back over it, and home.
        assert_eq!(drawn(&[at(1, 0), at(1, 1), at(1, 0)]), [at(1, 0)]);
        assert_eq!(drawn(&[at(1, 0), at(1, 1), home]), []);
        // A jump of the pointer.
        assert_eq!(drawn(&[at(3, 0)]), [at(1, 0), at(2, 0), at(3, 0)]);
        // A jump across what is drawn cuts the loop off.
        let looped = drawn(&[at(1, 0), at(2, 0), at(2, 1), at(1, 1), at(0, 1), at(2, 1)]);
        assert_eq!(looped, [at(1, 0), at(2, 0), at(2, 1)]);
    }
}
