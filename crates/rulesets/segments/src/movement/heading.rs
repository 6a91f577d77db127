//! The destination of a mover, and the next step on its way (SEG-R37, SEG-R38, SEG-R56, SEG-R84).

use shieldwall_battle::CombatantId;
use shieldwall_grid::{Cell, DoorUse, Side, TollReach};

use crate::{
    combatant::{
        allowance::{self, LAST},
        arms::Reach,
        field::{Combatant, Field},
        plan::{How, Pace, PlannedAction},
    },
    harm::hazards,
    movement::ways::ANY,
};

/// The destination of a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heading {
    /// A cell.
    Cell(Cell),
    /// The nearest cell from which a weapon of this reach strikes an enemy.
    Reach(CombatantId, Reach),
}

/// A step into another cell. A mover passes friends on the way, and stops in a free cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The cells, the first one left out.
    pub cells: Vec<Cell>,
    /// Its cost in half cells.
    pub cost: u16,
    /// The doors that are opened on the way.
    pub doors: Vec<(Cell, Side)>,
    /// True for the free step.
    pub free: bool,
}

impl Hop {
    /// The cell in which it ends.
    #[must_use]
    pub fn end(&self) -> Option<Cell> {
        self.cells.last().copied()
    }
}

impl Combatant<'_, '_> {
    /// True if its first strike has ended its movement (SEG-R37).
    fn has_ended_its_way(&self) -> bool {
        let moves_before = matches!(self.plan.action, PlannedAction::Attack { how, .. } if how != How::AttackThenMove);
        moves_before && self.exertion.has_struck
    }
}

impl Field<'_, '_> {
    /// The next step of a combatant on a segment; `None` if it makes none now.
    #[must_use]
    pub fn next_hop(&self, mover: &Combatant<'_, '_>, segment: i32) -> Option<Hop> {
        if !mover.can_act() || self.mount_of(mover).is_some() {
            return None;
        }
        if let Some(hop) = self.free_step(mover, segment) {
            return Some(hop);
        }
        let left = mover.allowance.left(segment, self.grid());
        if left < allowance::CELL || mover.has_ended_its_way() {
            return None;
        }
        let path = self.path_ahead(mover)?;
        let hop = self.hop(mover, &path)?;
        let sprints = mover.plan.pace().is_some_and(|pace| pace >= Pace::Sprint);
        // A cell that is no longer open is not entered (SEG-R40).
        let from = std::iter::once(mover.cell()).chain(hop.cells.iter().copied());
        let mut steps = from.zip(&hop.cells);
        let open = !sprints || {
            let is_open = self.open_to_sprints(mover);
            steps.all(|(from, to)| is_open(from, *to))
        };
        (open && hop.cost <= left).then_some(hop)
    }

    /// True if a combatant may still move in this round, on this segment or a later one: it has movement left, and is not
    /// where it wants to be. Others may be in its way.
    #[must_use]
    pub fn may_still_move(&self, mover: &Combatant<'_, '_>) -> bool {
        if let Some(mount) = self.mount_of(mover) {
            return self.may_still_move(&mount);
        }
        let left = mover.allowance.left(LAST, self.grid());
        if !mover.can_act() || mover.has_ended_its_way() || left < allowance::CELL {
            return false;
        }
        match self.heading(mover) {
            Some(Heading::Cell(cell)) => cell != mover.cell(),
            Some(Heading::Reach(enemy, reach)) => {
                !self.strikes_at(mover.cell(), self.combatant(enemy).cell(), reach)
            }
            None => false,
        }
    }

    /// The way that lies before a mover, from its cell on.
    fn path_ahead(&self, mover: &Combatant<'_, '_>) -> Option<Vec<Cell>> {
        let drawn: Vec<Cell> = mover.route.0.iter().rev().copied().collect();
        let joins = drawn
            .first()
            .is_some_and(|next| self.grid().direction_between(mover.cell(), *next).is_some());
        if joins {
            return Some(drawn);
        }
        let path = match self.heading(mover)? {
            Heading::Cell(cell) if cell == mover.cell() => return None,
            Heading::Cell(cell) => self.find_way(mover, |ways| ways.path(cell)),
            Heading::Reach(enemy, reach) => self.way_into_reach(mover, enemy, reach),
        };
        path.filter(|path| !path.is_empty())
    }

    fn heading(&self, mover: &Combatant<'_, '_>) -> Option<Heading> {
        match mover.plan.action {
            PlannedAction::Attack {
                place: Some(place), ..
            } => Some(Heading::Cell(place)),
            PlannedAction::Attack {
                how: How::AttackThenMove,
                ..
            } => None,
            PlannedAction::Attack { target, weapon, .. } => {
                let reach = self.arm(mover, weapon)?.reach;
                Some(Heading::Reach(self.foe_ahead(mover, target)?, reach))
            }
            PlannedAction::Cast { place, .. } => place.map(Heading::Cell),
            PlannedAction::Move { to, .. } | PlannedAction::Dodge { to } => Some(Heading::Cell(to)),
            // It follows an enemy that attacks it, and goes nowhere else (SEG-R56).
            PlannedAction::FullDefence { against } => {
                let enemy = self.combatant(against);
                let follows = enemy.body.is_active() && enemy.plan.target() == Some(mover.id());
                let reach = Reach::Melee(self.longest_reach(mover));
                follows.then_some(Heading::Reach(against, reach))
            }
            PlannedAction::None
            | PlannedAction::DesperateDefence
            | PlannedAction::StandUp
            | PlannedAction::FirstAid { .. }
            | PlannedAction::Work { .. }
            | PlannedAction::PickUp { .. } => None,
        }
    }

    /// The stated foe, or the nearest other one once it is out of action (SEG-003).
    fn foe_ahead(&self, mover: &Combatant<'_, '_>, stated: CombatantId) -> Option<CombatantId> {
        if self.combatant(stated).body.is_active() {
            return Some(stated);
        }
        self.nearest_enemy(mover)
    }

    /// The nearest enemy, as the crow flies.
    #[must_use]
    pub fn nearest_enemy(&self, who: &Combatant<'_, '_>) -> Option<CombatantId> {
        let near =
            |enemy: &Combatant<'_, '_>| (self.grid().steps(who.cell(), enemy.cell()), enemy.id());
        self.located_enemies(who.side())
            .min_by_key(near)
            .map(|enemy| enemy.id())
    }

    /// Looks for a way within a round and then on the whole map: past ground that hurts, or else over it.
    fn find_way<T>(
        &self,
        mover: &Combatant<'_, '_>,
        find: impl Fn(&TollReach) -> Option<T>,
    ) -> Option<T> {
        let near = allowance::whole(mover.allowance.half_feet, self.grid());
        let mut ways = [near, ANY].into_iter();
        let safe = ways.find_map(|budget| find(&self.safe_ways(mover, budget)));
        safe.or_else(|| find(&self.ways(mover, ANY)))
    }

    /// The way to the nearest cell from which an enemy is in reach, or else as near to it as possible; empty where the
    /// mover stands well already.
    #[must_use]
    pub fn way_into_reach(
        &self,
        mover: &Combatant<'_, '_>,
        enemy: CombatantId,
        reach: Reach,
    ) -> Option<Vec<Cell>> {
        let at = self.combatant(enemy).cell();
        let here = mover.cell();
        if self.strikes_at(here, at, reach) {
            return None;
        }
        let into_reach = |ways: &TollReach| {
            let cells = ways.iter();
            let cells = cells.filter(|(cell, _)| self.strikes_at(*cell, at, reach));
            let best = cells.min_by_key(|(cell, toll)| (*toll, *cell));
            best.and_then(|(cell, _)| ways.path(cell))
        };
        self.find_way(mover, into_reach).or_else(|| {
            let ways = self.ways(mover, ANY);
            let far = |cell: Cell| self.grid().steps(cell, at);
            let closer = ways.iter().filter(|(cell, _)| far(*cell) < far(here));
            let best = closer.min_by_key(|(cell, toll)| (far(*cell), *toll, *cell));
            best.and_then(|(cell, _)| ways.path(cell))
        })
    }

    /// The first cells of a way up to one that is free.
    fn hop(&self, mover: &Combatant<'_, '_>, path: &[Cell]) -> Option<Hop> {
        let mut hop = Hop {
            cells: Vec::new(),
            cost: 0,
            doors: Vec::new(),
            free: false,
        };
        let mut from = mover.cell();
        for &to in path {
            let direction = self.grid().direction_between(from, to)?;
            let step = self.map().step_with(from, direction, DoorUse::Open)?;
            hop.cost += self.toll(from, &step)?.cost;
            if let Some(side) = step.side.filter(|_| step.opens_door) {
                hop.doors.push((from, side));
            }
            hop.cells.push(to);
            if self.is_free(mover, to) {
                return Some(hop);
            }
            let mut enemies = self.enemies(mover.side());
            if enemies.any(|enemy| enemy.cell() == to) {
                return None;
            }
            from = to;
        }
        None
    }

    /// The free step, where it brings the stated target into reach: on the segment of an attack, or on the last one for
    /// attacks that come after all movement (SEG-064, SEG-R38, SEG-R84).
    #[must_use]
    pub fn free_step(&self, mover: &Combatant<'_, '_>, segment: i32) -> Option<Hop> {
        if self.asks_for_steps() {
            return self.chosen_step(mover);
        }
        let PlannedAction::Attack {
            target,
            weapon,
            how: How::Stand | How::PickUp,
            ..
        } = mover.plan.action
        else {
            return None;
        };
        let is_due = mover.attacks.0.iter().any(|attack| {
            attack.waits || attack.segment == segment || segment == LAST && attack.segment < LAST
        });
        let target = self.combatant(target);
        // Half of its movement is the free step (SEG-R45).
        let pays = mover.plan.handling.costs_movement();
        if pays || mover.exertion.stepped || !is_due || !target.body.is_active() {
            return None;
        }
        let reach = self.arm(mover, weapon)?.reach;
        if self.strikes_at(mover.cell(), target.cell(), reach) {
            return None;
        }
        let steps = self.grid().neighbours(mover.cell());
        let hops = steps.filter_map(|(_, cell)| {
            let is_safe = !hazards::hurts(&self.combatants.board, cell);
            let serves = is_safe && self.strikes_at(cell, target.cell(), reach);
            serves.then(|| self.step_into(mover, cell))?
        });
        hops.min_by_key(|hop| (hop.cost, hop.end()))
    }

    /// The free step into a cell beside a mover; `None` if it cannot enter it.
    pub(super) fn step_into(&self, mover: &Combatant<'_, '_>, cell: Cell) -> Option<Hop> {
        let is_free = self.is_free(mover, cell);
        let hop = is_free.then(|| self.hop(mover, &[cell]))?;
        hop.map(|hop| Hop { free: true, ..hop })
    }
}
