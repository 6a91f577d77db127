//! The board as deciding sees it: distances, directions, and what the simulation has answered.

use shieldwall_battle::{
    CombatantId, CombatantView, Decision, ItemId, Offer, Target, Vantage, Vitality,
    view::BattleView,
};
use shieldwall_grid::{Cell, Direction, Grid};

use crate::session::Session;

use super::targeting::Situation;

/// Targets that are out of the fight come after all others.
const OUT_OF_THE_FIGHT: u32 = 10_000;

/// Looks at the battle for the combatant that decides.
pub(crate) struct Eyes<'a> {
    session: &'a Session,
    decision: &'a Decision,
    /// The pointed cell, if it counts.
    pub(crate) pointed: Option<Cell>,
    /// The setting of that name.
    pub(crate) confirm_clicks: bool,
}

impl<'a> Eyes<'a> {
    /// Eyes for the combatant of a decision.
    pub(crate) fn new(session: &'a Session, decision: &'a Decision) -> Self {
        Self {
            session,
            decision,
            pointed: None,
            confirm_clicks: false,
        }
    }

    fn view(&self) -> &BattleView {
        &self.session.view
    }

    fn grid(&self) -> &Grid {
        self.session.map.grid()
    }

    fn actor_cell(&self) -> Option<Cell> {
        self.cell_of(self.decision.actor)
    }

    fn enemies(&self) -> impl Iterator<Item = &CombatantView> {
        self.view().combatants.iter().filter(|combatant| {
            combatant.side != self.decision.side && combatant.vitality == Vitality::Active
        })
    }

    /// How far off something lies, in plain words; `None` if it does not lie on the ground.
    pub(crate) fn distance_to_item(&self, item: ItemId) -> Option<String> {
        let (from, to) = (self.actor_cell()?, self.cell_of_item(item)?);
        if from == to {
            return Some("here".to_owned());
        }
        let distance = self.session.map.range_distance(from, to);
        Some(format!("{distance} off"))
    }

    fn steps_from_actor(&self, cell: Cell) -> u32 {
        self.actor_cell()
            .map_or(0, |from| self.grid().steps(from, cell))
    }
}

impl Situation for Eyes<'_> {
    fn confirm_clicks(&self) -> bool {
        self.confirm_clicks
    }

    fn pointed(&self) -> Option<Cell> {
        self.pointed
    }

    fn distance(&self, target: Target) -> u32 {
        match target {
            Target::Combatant(id) => {
                let standing = self
                    .view()
                    .combatant(id)
                    .is_some_and(|combatant| combatant.vitality == Vitality::Active);
                let steps = self
                    .cell_of(id)
                    .map_or(0, |cell| self.steps_from_actor(cell));
                steps + if standing { 0 } else { OUT_OF_THE_FIGHT }
            }
            // Cells near enemies are where one most often wants to go.
            Target::Cell(cell) => self
                .enemies()
                .map(|enemy| self.grid().steps(cell, enemy.cell))
                .min()
                .unwrap_or_else(|| self.steps_from_actor(cell)),
            Target::Side(cell, side) => self.steps_from_actor(cell) * 8 + u32::from(side.0),
            Target::Facing(direction) => u32::from(direction.0),
            Target::Item(item) => self
                .cell_of_item(item)
                .map_or(u32::from(item.0), |cell| self.steps_from_actor(cell)),
            Target::Injury(id, number) => u32::from(id.0) * 100 + u32::from(number),
        }
    }

    fn cell_of(&self, who: CombatantId) -> Option<Cell> {
        self.view().combatant(who).map(|combatant| combatant.cell)
    }

    fn is_enemy(&self, who: CombatantId) -> bool {
        self.view()
            .combatant(who)
            .is_some_and(|combatant| combatant.side != self.decision.side)
    }

    fn towards(&self, cell: Cell) -> Option<Direction> {
        let from = self.actor_cell()?;
        (from != cell).then(|| self.grid().direction_towards(from, cell))
    }

    fn cell_of_item(&self, item: ItemId) -> Option<Cell> {
        let mut lying = self.view().lying.iter();
        lying
            .find(|lying| lying.item == item)
            .map(|lying| lying.cell)
    }

    fn vantage(&self, offer: &Offer, target: Target) -> Option<Vantage> {
        let asked = offer.choice(Some(target), None);
        self.session.vantages.given(&asked).copied()
    }
}
