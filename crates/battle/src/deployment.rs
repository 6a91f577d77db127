//! Combatants as they enter a battle: spawned where they begin, and named.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use shieldwall_grid::Cell;

use crate::{
    board::Board,
    combatant::{
        Across, Allegiance, Astride, Concealment, Position, Profile, Riding, Roster, Vitality,
    },
    ids::{CombatantId, SideId},
    names::Names,
    ruleset::Ruleset,
    scribe::Alliances,
    setup::{BattleSetup, SetupError, UnitEntry},
};

impl BattleSetup {
    /// Checks the set-up and finds everyone a cell, that of its anchor: red's cells, then blue's and
    /// so on, in roster order.
    ///
    /// Those without a cell of their own get the deployment cells in the level's order: the larger
    /// first, then fighters, then missile troops, so that the latter stand behind.
    ///
    /// # Errors
    /// If a warband is empty, does not fit, or the cells of a combatant are not free.
    pub fn placed(&self, ruleset: &dyn Ruleset) -> Result<Vec<Vec<Cell>>, SetupError> {
        if self.sides.len() != self.level.sides.len() {
            return Err(SetupError::SideCount {
                level: self.level.id.clone(),
                expected: self.level.sides.len(),
                found: self.sides.len(),
            });
        }
        let map = &self.level.map;
        let mut taken: Vec<Cell> = Vec::new();
        let room = |unit_entry: &UnitEntry, cell: Cell, taken: &[Cell]| {
            let cells = map
                .grid()
                .footprint(cell, ruleset.across(&unit_entry.unit))?;
            let free = |cell: &Cell| map.ground(*cell).passable && !taken.contains(cell);
            cells.iter().all(free).then_some(cells)
        };
        for side in &self.sides {
            for unit_entry in &side.warband {
                let Some(cell) = unit_entry.cell else {
                    continue;
                };
                if ruleset.shares_its_cells(unit_entry) {
                    continue;
                }
                let Some(cells) = room(unit_entry, cell, &taken) else {
                    return Err(SetupError::BadCell {
                        unit: unit_entry.unit.id.clone(),
                        cell,
                    });
                };
                taken.extend(cells);
            }
        }
        let mut placed = vec![Vec::new(); self.sides.len()];
        for side in self.side_ids() {
            let warband = &self.sides[side.index()].warband;
            if warband.is_empty() {
                return Err(SetupError::EmptyWarband { side: side.key() });
            }
            let deployment = &self.level.sides[side.index()].deployment;
            let mut waiting: Vec<usize> = (0..warband.len())
                .filter(|&index| warband[index].cell.is_none())
                .collect();
            waiting.sort_by_key(|&index| {
                let unit = &warband[index].unit;
                let behind = |tag: &String| tag == "missile" || tag == "healer";
                (
                    std::cmp::Reverse(ruleset.across(unit)),
                    unit.tags.iter().any(behind),
                )
            });
            let mut cells: Vec<Option<Cell>> =
                warband.iter().map(|unit_entry| unit_entry.cell).collect();
            for &index in &waiting {
                let unit_entry = &warband[index];
                let found = deployment.iter().find_map(|&cell| {
                    let cells = room(unit_entry, cell, &taken)?;
                    Some((cell, cells))
                });
                let Some((cell, covered)) = found else {
                    return Err(SetupError::NoRoom {
                        side: side.key(),
                        combatants: warband.len(),
                        room: deployment.len(),
                        level: self.level.id.clone(),
                    });
                };
                cells[index] = Some(cell);
                taken.extend(covered);
            }
            placed[side.index()] = cells.into_iter().flatten().collect();
        }
        Ok(placed)
    }
}

/// Spawns the board and every combatant with its common components, in roster order.
pub(crate) fn spawn(
    world: &mut World,
    ruleset: &dyn Ruleset,
    setup: &BattleSetup,
) -> Result<(), SetupError> {
    let placed = setup.placed(ruleset)?;
    world.insert_resource(Board::new(&setup.level));
    world.insert_resource(Alliances::of_level(&setup.level));
    world.insert_resource(Roster::default());
    let mut roster = Roster::default();
    for side in setup.side_ids() {
        let warband = &setup.sides[side.index()].warband;
        for (unit_entry, &cell) in warband.iter().zip(&placed[side.index()]) {
            let id = CombatantId(u16::try_from(roster.combatants.len()).unwrap_or(u16::MAX));
            let entity = world
                .spawn((
                    id,
                    Allegiance(side),
                    Profile {
                        unit: Arc::clone(&unit_entry.unit),
                        name: unit_entry.unit.name.clone(),
                    },
                    Position(cell),
                    Across(ruleset.across(&unit_entry.unit)),
                    Astride::default(),
                    Riding::default(),
                    Vitality::Active,
                    Concealment::Open,
                ))
                .id();
            roster.combatants.push(entity);
        }
    }
    let sides: Vec<SideId> = setup
        .side_ids()
        .flat_map(|side| vec![side; setup.sides[side.index()].warband.len()])
        .collect();
    roster.take_turns(&sides);
    world.insert_resource(roster);
    Ok(())
}

/// Gives every combatant its name, once the ruleset has said who is hidden: those without a name of their own that of
/// their unit, with a number where several have it. Hidden combatants are counted last, as a number may not show that
/// there is one.
pub(crate) fn name_combatants(world: &mut World, setup: &BattleSetup) {
    let combatants = world.resource::<Roster>().combatants.clone();
    let unit_entries = setup.sides.iter().flat_map(|side| &side.warband);
    let mut names = Names::default();
    let (mut open, mut hidden) = (Vec::new(), Vec::new());
    for (entity, unit_entry) in combatants.into_iter().zip(unit_entries) {
        let concealment = world.get::<Concealment>(entity);
        match &unit_entry.name {
            Some(name) => rename(world, entity, name.clone()),
            None if concealment.is_some_and(|is| is.is_unseen()) => {
                hidden.push((entity, &unit_entry.unit.name));
            }
            None => {
                names.expect(&unit_entry.unit.name);
                open.push((entity, &unit_entry.unit.name));
            }
        }
    }
    for (entity, name) in open {
        rename(world, entity, names.give(name));
    }
    for (_, name) in &hidden {
        names.expect(name);
    }
    for (entity, name) in hidden {
        rename(world, entity, names.give(name));
    }
}

fn rename(world: &mut World, entity: Entity, name: String) {
    if let Some(mut profile) = world.get_mut::<Profile>(entity) {
        profile.name = name;
    }
}
