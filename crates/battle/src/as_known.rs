//! Questions as a side may ask them: enemies that it does not know of are not there meanwhile.

use bevy_ecs::world::World;

use crate::{
    combatant::{Allegiance, Concealment, Roster},
    driver::Battle,
    ids::{CombatantId, SideId},
    ruleset::Ruleset,
};

impl Battle {
    /// Asks the ruleset about some combatants as far as a side knows of others; `None` knows all.
    pub(crate) fn as_known_to<T>(
        &mut self,
        side: Option<SideId>,
        about: [Option<CombatantId>; 2],
        ask: impl FnOnce(&dyn Ruleset, &mut World) -> T,
    ) -> T {
        let unknown = side.map_or_else(Vec::new, |side| self.unknown_to(side));
        let before = self.world.resource::<Roster>().left_out.clone();
        let mut roster = self.world.resource_mut::<Roster>();
        for id in unknown.into_iter().filter(|id| !about.contains(&Some(*id))) {
            roster.leave_out(id);
        }
        let answer = ask(&*self.ruleset, &mut self.world);
        self.world.resource_mut::<Roster>().left_out = before;
        answer
    }

    /// The enemies that a side does not know of.
    fn unknown_to(&self, side: SideId) -> Vec<CombatantId> {
        let combatants = &self.world.resource::<Roster>().combatants;
        let unknown = combatants.iter().filter_map(|&entity| {
            let hidden = self.world.get::<Concealment>(entity)?.is_unseen();
            let of = self.world.get::<Allegiance>(entity)?.0;
            let id = *self.world.get::<CombatantId>(entity)?;
            (hidden && self.hostile(side, of)).then_some(id)
        });
        unknown.collect()
    }
}
