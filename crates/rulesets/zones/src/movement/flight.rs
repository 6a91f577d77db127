//! The way out for those who retreat (ZON-R57).

use shieldwall_battle::{CombatantId, SideId, goals};
use shieldwall_grid::{Cell, Door, Map, Side};

use crate::{
    context::{read::ReadContext, views::FighterView},
    movement::ways::Legs,
};

/// Walks in one turn after which nothing but other actions is offered: steps within a place are free,
/// but no combatant walks in circles for ever.
pub(crate) const MOST_WALKS: u8 = 24;

/// More half zones than any map is across.
const FAR: u16 = 10_000;

/// The next thing to do for somebody who flees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// Walk to a cell.
    Walk {
        /// Where to.
        to: Cell,
        /// Whether it begins to sprint for it.
        sprint: bool,
    },
    /// Open a door in the way.
    Door(Cell, Side),
}

impl ReadContext<'_, '_> {
    /// Whether a cell is an exit: those of the level, or by default every cell on the rim.
    #[must_use]
    pub fn is_exit(&self, cell: Cell) -> bool {
        let level = &self.board.level;
        if level.exits.is_empty() {
            let grid = self.board.map.grid();
            let (column, row) = grid.column_row(cell);
            column == 0 || row == 0 || column + 1 == grid.width() || row + 1 == grid.height()
        } else {
            level.exits.binary_search(&cell).is_ok()
        }
    }

    /// Whether somebody leaves the map from these cells: by an exit, or by those its side is to
    /// escape by.
    fn is_way_out(&self, side: SideId, cells: &[Cell]) -> bool {
        let goal = goals::exits(&self.board.level, side);
        cells
            .iter()
            .any(|cell| self.is_exit(*cell) || goal.contains(cell))
    }

    /// Whether a character stands where it can leave the map.
    #[must_use]
    pub fn stands_on_exit(&self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        self.is_way_out(fighter.side(), &self.cells(&fighter))
    }

    /// Whether a character stands where its side is to escape.
    #[must_use]
    pub fn stands_on_escape(&self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        let goal = goals::exits(&self.board.level, fighter.side());
        self.cells(&fighter).iter().any(|cell| goal.contains(cell))
    }

    /// Whether a retreating character has any way to an exit, doors in the way opened.
    #[must_use]
    pub fn can_flee(&self, fighter: &FighterView<'_, '_>) -> bool {
        if self.stands_on_exit(*fighter.id) {
            return true;
        }
        if let Some(mount) = fighter.riding.0 {
            return self.can_flee(&self.fighter(mount));
        }
        self.way_out(fighter).is_some()
    }

    /// The way with the fewest half-zone steps to the nearest exit, as far as its side knows, with
    /// the first door in the way.
    fn way_out(&self, fighter: &FighterView<'_, '_>) -> Option<(Vec<Cell>, Option<(Cell, Side)>)> {
        let legs = Legs {
            act: FAR,
            whole: FAR,
            lame: false,
        };
        let path_on = |read: &ReadContext<'_, '_>| {
            let ways = read.ways(fighter, legs, Some(fighter.side()));
            let exit = ways
                .iter()
                .filter(|(cell, way)| {
                    let cells = read.footprint(fighter, *cell);
                    !way.risky && cells.is_some_and(|cells| read.is_way_out(fighter.side(), &cells))
                })
                .min_by_key(|(cell, way)| (way.cost, *cell))
                .map(|(cell, _)| cell)?;
            Some(ways.path(exit))
        };
        if let Some(path) = path_on(self) {
            return Some((path, None));
        }
        // As if all doors stood open.
        let mut board = self.board.clone();
        open_all(board.map_mut());
        let mut opened = self.assuming(self.assumed.clone());
        opened.board = &board;
        let path = path_on(&opened)?;
        let grid = self.board.map.grid();
        let mut before = fighter.cell();
        for &cell in &path {
            if let Some(side) = grid.side_between(before, cell)
                && self.board.map.border(before, side).is_shut()
            {
                return Some((path, Some((before, side))));
            }
            before = cell;
        }
        Some((path, None))
    }

    /// What a retreating character must do next; `None` if it has come as far as it can.
    #[must_use]
    pub fn flight(&self, fighter: &FighterView<'_, '_>) -> Option<Flight> {
        let walked_out = fighter.turn.walks >= MOST_WALKS;
        if !self.can_walk(fighter) || walked_out || self.stands_on_exit(*fighter.id) {
            return None;
        }
        let (path, door) = self.way_out(fighter)?;
        if let Some((cell, side)) = door
            && cell == fighter.cell()
        {
            return fighter.turn.may_bonus().then_some(Flight::Door(cell, side));
        }
        let sprint = fighter.may_sprint();
        let legs = self.legs(fighter, sprint);
        let ways = self.ways(fighter, legs, Some(fighter.side()));
        let last = door.map(|(cell, _)| cell);
        let mut to = None;
        for &cell in &path {
            if ways.to(cell).is_some() {
                to = Some(cell);
            }
            if Some(cell) == last {
                break;
            }
        }
        let to = to?;
        // Only what is needed is run.
        let walked = self.ways(fighter, self.legs(fighter, false), Some(fighter.side()));
        let sprint = sprint && walked.to(to).is_none();
        Some(Flight::Walk { to, sprint })
    }
}

fn open_all(map: &mut Map) {
    let doors: Vec<(Cell, Side)> = map
        .borders()
        .filter(|(.., border)| border.can_be_opened())
        .map(|(cell, side, _)| (cell, side))
        .collect();
    for (cell, side) in doors {
        map.set_door(cell, side, Door::Open);
    }
}
