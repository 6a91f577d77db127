//! The board as deciding sees it: distances, directions and how far one would have to move.

use shieldwall_battle::{
    CombatantId, CombatantView, Decision, Offer, Target, Vitality, view::BattleView,
};
use shieldwall_grid::{Cell, Direction, Grid};

use crate::session::Session;

use super::{pace::Need, targeting::Situation};

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

    fn steps_from_actor(&self, cell: Cell) -> u32 {
        self.actor_cell()
            .map_or(0, |from| self.grid().steps(from, cell))
    }

    /// Whether an offer strikes from afar.
    fn is_missile(offer: &Offer) -> bool {
        matches!(offer.mode, Some("shot" | "thrown"))
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
            Target::Item(item) => u32::from(item.0),
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

    fn need(&self, offer: &Offer, target: Option<Target>) -> Need {
        let Some(Target::Combatant(id)) = target else {
            return Need::Beyond;
        };
        let (Some(cell), Some(from)) = (self.cell_of(id), self.actor_cell()) else {
            return Need::Beyond;
        };
        let reaches: &dyn Fn(Cell) -> bool = if Self::is_missile(offer) {
            let farthest = offer
                .item
                .and_then(|item| self.session.ranges.get(&item))
                .and_then(|bands| bands.last())
                .map(|band| band.up_to);
            // Until the ranges have come in, any distance will do.
            let map = &self.session.map;
            &move |at| {
                farthest.is_none_or(|farthest| map.range_distance(at, cell) <= farthest)
                    && map.sight(at, cell).visible
            }
        } else {
            &|at| self.grid().steps(at, cell) <= 1
        };
        if reaches(from) {
            return Need::Stay;
        }
        let Some((reachable, _)) = self.session.reach.get(&self.decision.actor) else {
            return Need::Beyond;
        };
        let mut bands: Vec<u8> = reachable.iter().map(|option| option.band).collect();
        bands.sort_unstable();
        bands.dedup();
        // Band by band, since looking along a line costs more than comparing numbers.
        bands
            .into_iter()
            .find(|band| {
                let mut within = reachable.iter().filter(|option| option.band == *band);
                within.any(|option| reaches(option.cell))
            })
            .map_or(Need::Beyond, Need::Band)
    }
}
