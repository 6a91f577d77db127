//! Sprints: three times TMR, where the way is open and there is breath for it (SEG-R40).

use shieldwall_battle::CellOption;
use shieldwall_grid::{Cell, DoorUse, TollReach};

use crate::{
    combatant::{
        allowance,
        field::{Combatant, Field},
        plan::Pace,
    },
    content::settings::Sprint,
    movement::ways::{MovesThrough, told},
    terms::reasons,
};

impl Field<'_, '_> {
    /// The reason why a combatant cannot sprint in this round.
    ///
    /// # Errors
    /// The reason.
    pub fn may_sprint(
        &self,
        who: &Combatant<'_, '_>,
    ) -> Result<(), &'static shieldwall_battle::Reason> {
        if who.fallen.0 {
            Err(&reasons::LIES)
        } else if who.is_encumbered() {
            Err(&reasons::LADEN)
        } else if who.wound_level().modifier() < 0 {
            Err(&reasons::WOUNDED)
        } else if self.is_engaged(who) {
            Err(&reasons::ENGAGED)
        } else if self.is_winded(who) {
            Err(&reasons::WINDED)
        } else {
            Ok(())
        }
    }

    /// True if a combatant has sprinted in the round before, and so neither runs nor sprints.
    #[must_use]
    pub fn is_winded(&self, who: &Combatant<'_, '_>) -> bool {
        self.rules.0.sprint == Sprint::Breath && who.winded.0
    }

    /// A question: may a combatant step from one cell into another on a sprint? Level ground that is not rough is open,
    /// out of the reach of all enemies.
    pub fn open_to_sprints(&self, who: &Combatant<'_, '_>) -> impl Fn(Cell, Cell) -> bool {
        let asks_for_breath = self.rules.0.sprint == Sprint::Breath;
        let watched = asks_for_breath.then(|| self.watched(who));
        move |from, to| {
            watched.iter().all(|watched| {
                let rough = self.combatants.board.terrain(to).cost > 1;
                let climbs = self.map().climb(from, to) > 0;
                !rough && !climbs && !watched.iter().any(|cells| cells.contains(&to))
            })
        }
    }

    /// The fastest pace of a combatant.
    fn fastest(who: &Combatant<'_, '_>) -> Pace {
        if who.stats().fast_sprint {
            Pace::FastSprint
        } else {
            Pace::Sprint
        }
    }

    /// The ways of a sprint.
    #[must_use]
    pub fn sprint_ways(&self, who: &Combatant<'_, '_>) -> TollReach {
        let most = allowance::whole(2 * Self::fastest(who).times() * who.tmr(), self.grid());
        let start = who.cell();
        let asks_for_breath = self.rules.0.sprint == Sprint::Breath;
        let is_open = self.open_to_sprints(who);
        self.search(
            who,
            most,
            &MovesThrough {
                open: &|from, to| {
                    !asks_for_breath || is_open(from, to) && self.map().sight(start, to).visible
                },
                ..MovesThrough::ALL
            },
        )
    }

    /// The cells to which a combatant can sprint, farther than it walks.
    #[must_use]
    pub fn sprint_cells(&self, who: &Combatant<'_, '_>) -> Vec<CellOption> {
        let walk = allowance::whole(2 * who.tmr(), self.grid());
        let ways = self.sprint_ways(who);
        let far = ways.iter().filter(|(_, toll)| toll.cost > walk);
        far.map(|(cell, toll)| CellOption {
            risky: toll.risky,
            hurts: toll.risky,
            ..CellOption::plain(cell, told(toll.cost))
        })
        .collect()
    }

    /// The pace of a sprint over a way of so many half cells; `None` if it is too long.
    #[must_use]
    pub fn sprint_pace(&self, who: &Combatant<'_, '_>, cost: u16) -> Option<Pace> {
        let within = |pace: &Pace| {
            *pace <= Self::fastest(who)
                && cost <= allowance::whole(2 * pace.times() * who.tmr(), self.grid())
        };
        [Pace::Sprint, Pace::FastSprint].into_iter().find(within)
    }

    /// The cost of a drawn way that is open for a sprint; `None` if it is not.
    #[must_use]
    pub fn cost_of_sprint(&self, who: &Combatant<'_, '_>, path: &[Cell]) -> Option<u16> {
        let ways = self.sprint_ways(who);
        let mut from = who.cell();
        for to in path {
            let direction = self.grid().direction_between(from, *to)?;
            self.map().step_with(from, direction, DoorUse::Open)?;
            ways.to(*to)?;
            from = *to;
        }
        self.cost_along(who, path)
    }
}
