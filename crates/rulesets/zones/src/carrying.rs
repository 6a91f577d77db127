//! Taking captives along: they go where their holder goes, into cells beside it (ZON-096, ZON-R47).

use shieldwall_battle::{
    CellOption, CombatantId, MoveCost, Offer, SideId, Targets, flow::Question,
};
use shieldwall_grid::Cell;

use crate::{
    cells::Cells,
    field::Field,
    fray::Fray,
    hazards, holds,
    round::Walk,
    rules::{R096, RR47, RR77},
    shove, stealth, verbs,
    ways::HALF_ZONES,
    words,
};

/// Puts the captives of a mover into cells beside it after a step; the question if there is a choice
/// (ZON-096, ZON-R47).
pub(crate) fn carry(fray: &mut Fray, walk: &mut Walk) -> Option<Question> {
    while let Some(&captive) = walk.carried.last() {
        let (cells, here) = {
            let field = fray.field();
            let mover = field.fighter(walk.mover);
            let own = field.cells(&mover);
            (
                carry_cells(&field, (&own, mover.side()), captive),
                field.fighter(captive).cell(),
            )
        };
        let fallback = walk.behind;
        match cells[..] {
            [] => {
                walk.carried.pop();
                if let Some(cell) = fallback.filter(|cell| *cell != here) {
                    shove::place(fray, captive, cell, words::IS_CARRIED, &[R096, RR47]);
                    // It was not free, if nothing else, for what is dangerous in it.
                    if fray.field().hazard(cell).is_some() {
                        hazards::enter(fray, captive, cell, &[RR47, RR77]);
                    }
                }
            }
            [only] => set_down(fray, walk, captive, only),
            // Only at the end of the way does it matter which.
            _ if !walk.ahead.is_empty() => {
                let cell = if cells.contains(&here) {
                    here
                } else {
                    cells[0]
                };
                set_down(fray, walk, captive, cell);
            }
            _ => {
                let field = fray.field();
                let mover = field.fighter(walk.mover);
                let held = field.fighter(captive);
                let mut offer = Offer::new(
                    verbs::SET_DOWN,
                    format!("Put {} here", held.name()),
                    &[R096, RR47],
                );
                offer.targets = Targets::Cells(
                    cells
                        .iter()
                        .map(|cell| CellOption::plain(*cell, MoveCost::count(0, HALF_ZONES)))
                        .collect(),
                );
                return Some(Question {
                    side: mover.side(),
                    actor: Some(walk.mover),
                    kind: verbs::CARRYING_DECISION,
                    prompt: format!("Where does {} take {}?", mover.name(), held.name()),
                    against: None,
                    sealed: false,
                    offers: vec![offer],
                });
            }
        }
    }
    // Only now is everybody where it is to be.
    holds::break_distant(fray);
    None
}

/// Puts a captive into a cell; whoever stands there unknown to the side of the mover is found instead,
/// and the captive is still to be put somewhere (ZON-R53).
pub(crate) fn set_down(fray: &mut Fray, walk: &mut Walk, captive: CombatantId, cell: Cell) {
    let (cells, side) = {
        let field = fray.field();
        let held = field.fighter(captive);
        (
            field.footprint(&held, cell),
            field.fighter(walk.mover).side(),
        )
    };
    let cells = cells.unwrap_or(Cells::one(cell));
    if stealth::bump(fray, &cells, side) {
        return;
    }
    walk.carried.pop();
    shove::place(fray, captive, cell, words::IS_CARRIED, &[R096, RR47]);
}

/// The cells touching a grabber's into which a captive can be put, in cell order: those that are free as
/// far as the side of the grabber knows (ZON-104, ZON-R53).
#[must_use]
pub fn carry_cells(
    field: &Field<'_, '_>,
    (own, knowing): (&Cells, SideId),
    captive: CombatantId,
) -> Vec<Cell> {
    let held = field.fighter(captive);
    let grid = field.board.map.grid();
    let mut found: Vec<Cell> = own
        .iter()
        .flat_map(|cell| grid.neighbours(*cell).map(|(_, other)| (*cell, other)))
        .filter(|(cell, other)| field.free_line(*cell, *other))
        .map(|(_, other)| other)
        .filter(|anchor| {
            field.footprint(&held, *anchor).is_some_and(|cells| {
                cells
                    .iter()
                    .all(|cell| field.seems_free(*cell, captive, knowing) && !own.contains(cell))
            })
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
