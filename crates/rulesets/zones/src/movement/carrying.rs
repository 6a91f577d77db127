//! Taking captives along: they go where their holder goes, into cells beside it (ZON-096, ZON-R47).

use shieldwall_battle::{
    CellOption, CombatantId, MoveCost, Offer, SideId, Targets, flow::Question,
};
use shieldwall_grid::Cell;

use crate::{
    attack::shove,
    character::{holds, stealth},
    context::{read::ReadContext, write::WriteContext},
    movement::{cells::Cells, hazards, ways::HALF_ZONES},
    terms::{
        actions, decisions,
        rules::{R096, RR47, RR77},
        words,
    },
    turn::round::Walk,
};

/// Puts the captives of a mover into cells beside it after a step; the question if there is a choice
/// (ZON-096, ZON-R47).
pub(crate) fn carry(ctx: &mut WriteContext, walk: &mut Walk) -> Option<Question> {
    while let Some(&captive) = walk.carried.last() {
        let (cells, here) = {
            let read = ctx.read();
            let mover = read.fighter(walk.mover);
            let own = read.cells(&mover);
            (
                carry_cells(&read, (&own, mover.side()), captive),
                read.fighter(captive).cell(),
            )
        };
        let fallback = walk.behind;
        match cells[..] {
            [] => {
                walk.carried.pop();
                if let Some(cell) = fallback.filter(|cell| *cell != here) {
                    shove::place(ctx, captive, cell, words::IS_CARRIED, &[R096, RR47]);
                    // It was not free, if nothing else, for what is dangerous in it.
                    if ctx.read().hazard(cell).is_some() {
                        hazards::enter(ctx, captive, cell, &[RR47, RR77]);
                    }
                }
            }
            [only] => set_down(ctx, walk, captive, only),
            // Only at the end of the way does it matter which.
            _ if !walk.ahead.is_empty() => {
                let cell = if cells.contains(&here) {
                    here
                } else {
                    cells[0]
                };
                set_down(ctx, walk, captive, cell);
            }
            _ => {
                let read = ctx.read();
                let mover = read.fighter(walk.mover);
                let held = read.fighter(captive);
                let mut offer = Offer::new(
                    actions::SET_DOWN,
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
                    kind: decisions::CARRYING,
                    prompt: format!("Where does {} take {}?", mover.name(), held.name()),
                    against: None,
                    sealed: false,
                    offers: vec![offer],
                });
            }
        }
    }
    // Only now is everybody where it is to be.
    holds::break_distant(ctx);
    None
}

/// Puts a captive into a cell; the one who stands there unknown to the side of the mover is found instead,
/// and the captive is still to be put somewhere (ZON-R53).
pub(crate) fn set_down(ctx: &mut WriteContext, walk: &mut Walk, captive: CombatantId, cell: Cell) {
    let (cells, side) = {
        let read = ctx.read();
        let held = read.fighter(captive);
        (read.footprint(&held, cell), read.fighter(walk.mover).side())
    };
    let cells = cells.unwrap_or(Cells::one(cell));
    if stealth::bump(ctx, &cells, side) {
        return;
    }
    walk.carried.pop();
    shove::place(ctx, captive, cell, words::IS_CARRIED, &[R096, RR47]);
}

/// The cells touching a grabber's into which a captive can be put, in cell order: those that are free as
/// far as the side of the grabber knows (ZON-104, ZON-R53).
#[must_use]
pub fn carry_cells(
    read: &ReadContext<'_, '_>,
    (own, knowing): (&Cells, SideId),
    captive: CombatantId,
) -> Vec<Cell> {
    let held = read.fighter(captive);
    let grid = read.board.map.grid();
    let mut found: Vec<Cell> = own
        .iter()
        .flat_map(|cell| grid.neighbours(*cell).map(|(_, other)| (*cell, other)))
        .filter(|(cell, other)| read.free_line(*cell, *other))
        .map(|(_, other)| other)
        .filter(|anchor| {
            read.footprint(&held, *anchor).is_some_and(|cells| {
                cells
                    .iter()
                    .all(|cell| read.seems_free(*cell, captive, knowing) && !own.contains(cell))
            })
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
