//! The board as deciding sees it: distances, directions, and what the simulation has answered.

use shieldwall_battle::{
    Choice, CombatantId, CombatantView, Decision, ItemId, Offer, SideId, Target, Vantage, Vitality,
    board::hostile, view::BattleView,
};
use shieldwall_grid::{Cell, Direction, Grid, ZoneId};

use crate::session::{Asked, KnownForecast, Session};

use super::{advice::worth, targeting::Situation};

/// Targets that are out of the fight come after all others.
const OUT_OF_THE_FIGHT: u32 = 10_000;

/// Looks at the battle for the combatant or the side that decides.
pub(crate) struct SessionTargeting<'a> {
    session: &'a Session,
    asked: &'a Asked,
    decision: &'a Decision,
    /// The pointed cell, if it counts.
    pub(crate) pointed: Option<Cell>,
    /// The combatant that is pointed at in that cell, if it is beyond doubt which one.
    pub(crate) pointed_combatant: Option<CombatantId>,
    /// The setting of that name.
    pub(crate) confirm_clicks: bool,
}

impl<'a> SessionTargeting<'a> {
    /// What can be aimed at by the combatant of a decision, or for its side.
    pub(crate) fn new(session: &'a Session, asked: &'a Asked, decision: &'a Decision) -> Self {
        Self {
            session,
            asked,
            decision,
            pointed: None,
            pointed_combatant: None,
            confirm_clicks: false,
        }
    }

    fn view(&self) -> &BattleView {
        &self.session.view
    }

    fn grid(&self) -> &Grid {
        self.session.map.grid()
    }

    fn actor(&self) -> Option<&CombatantView> {
        self.view().combatant(self.decision.actor?)
    }

    fn actor_cell(&self) -> Option<Cell> {
        self.actor().map(|actor| actor.cell)
    }

    fn is_hostile(&self, side: SideId) -> bool {
        let level = &self.session.plan.setup.level;
        hostile(level, self.decision.side, side)
    }

    fn enemies(&self) -> impl Iterator<Item = &CombatantView> {
        self.view().combatants.iter().filter(|combatant| {
            self.is_hostile(combatant.side) && combatant.vitality == Vitality::Active
        })
    }

    /// How far off something lies, in plain words; `None` if it does not lie on the ground.
    pub(crate) fn distance_to_item(&self, item: ItemId) -> Option<String> {
        let (from, to) = (self.actor_cell()?, self.cell_of_item(item)?);
        if from == to {
            return Some("here".to_owned());
        }
        let plan = &self.session.plan;
        let level = &plan.setup.level;
        let line = plan
            .ruleset
            .line_of_sight(&self.session.map, level, from, to);
        Some(format!("{} off", line.distance))
    }

    /// Steps to a cell from the nearest cell of who acts; from the pointed cell if nobody does.
    fn steps_to(&self, cell: Cell) -> u32 {
        let grid = self.grid();
        let from = match self.actor() {
            Some(actor) => actor.footing().cells(grid),
            None => self.pointed.into_iter().collect(),
        };
        let steps = from.into_iter().map(|from| grid.steps(from, cell));
        steps.min().unwrap_or(0)
    }
}

impl Situation for SessionTargeting<'_> {
    fn confirm_clicks(&self) -> bool {
        self.confirm_clicks
    }

    fn pointed(&self) -> Option<Cell> {
        self.pointed
    }

    fn pointed_combatant(&self) -> Option<CombatantId> {
        self.pointed_combatant
    }

    fn distance(&self, target: Target) -> u32 {
        match target {
            Target::Combatant(id) => {
                let standing = self
                    .view()
                    .combatant(id)
                    .is_some_and(|combatant| combatant.vitality == Vitality::Active);
                let cells = self
                    .view()
                    .combatant(id)
                    .map_or_else(Vec::new, |combatant| combatant.footing().cells(self.grid()));
                let steps = cells.into_iter().map(|cell| self.steps_to(cell)).min();
                steps.unwrap_or(0) + if standing { 0 } else { OUT_OF_THE_FIGHT }
            }
            // Cells near enemies are where one most often wants to go.
            Target::Cell(cell) => self
                .enemies()
                .map(|enemy| self.grid().steps(cell, enemy.cell))
                .min()
                .unwrap_or_else(|| self.steps_to(cell)),
            Target::Edge(cell, side) => self.steps_to(cell) * 8 + u32::from(side.0),
            Target::Device(cell, _) => self.steps_to(cell),
            Target::Facing(direction) => u32::from(direction.0),
            Target::Item(item) => self
                .cell_of_item(item)
                .map_or(u32::from(item.0), |cell| self.steps_to(cell)),
            Target::Injury(id, number) => u32::from(id.0) * 100 + u32::from(number),
            Target::Zone(zone) => {
                let cells = self.session.plan.setup.level.zones.cells_of(zone);
                let steps = cells.iter().map(|cell| self.steps_to(*cell));
                steps.min().unwrap_or(0)
            }
            Target::Side(side) => u32::from(side.0),
        }
    }

    fn is_in(&self, who: CombatantId, cell: Cell) -> bool {
        // Anyone who rides is wherever its mount is.
        let found = self.view().combatant(who).map(|combatant| {
            let mount = combatant
                .riding
                .and_then(|mount| self.view().combatant(mount));
            mount.unwrap_or(combatant)
        });
        found.is_some_and(|stands| stands.footing().covers(self.grid(), cell))
    }

    fn is_in_zone(&self, cell: Cell, zone: ZoneId) -> bool {
        let zones = &self.session.plan.setup.level.zones;
        zones.zones_of(cell).contains(&zone)
    }

    fn is_enemy(&self, who: CombatantId) -> bool {
        self.view()
            .combatant(who)
            .is_some_and(|combatant| self.is_hostile(combatant.side))
    }

    fn foe_in(&self, cell: Cell) -> Option<CombatantId> {
        self.enemies()
            .map(|enemy| enemy.id)
            .find(|enemy| self.is_in(*enemy, cell))
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
        self.asked.vantages.given(&asked).copied()
    }

    fn planned_for(&self, cell: Cell) -> Option<String> {
        let mut plans = self.session.plans.iter();
        let (who, _) = plans.find(|(who, choice)| {
            Some(*who) != self.decision.actor && choice.target == Some(Target::Cell(cell))
        })?;
        Some(self.view().combatant(*who)?.name.clone())
    }

    fn worth(&self, choice: &Choice) -> Option<f64> {
        match self.asked.forecasts.forecast(choice) {
            KnownForecast::WorkingOut => None,
            KnownForecast::Nothing => Some(0.0),
            KnownForecast::Odds(forecast) => Some(worth(self.session, self.decision, forecast)),
        }
    }
}
