//! Forks for one side: battles as it can imagine them.

use std::sync::Arc;

use shieldwall_dice::Dice;

use crate::{
    choice::Choice, decision::Decision, driver::Battle, flow::Flow, ids::SideId,
    lookahead::playing_on::Lookahead,
};

impl Battle {
    /// Makes a fork of this battle a copy of it as a side knows it, with these dice: enemies that it does not know of
    /// are not there, and what enemies have chosen in secret is answered anew by `answer`. For look-aheads.
    ///
    /// # Panics
    /// If the other battle is no fork of this one, or of one with the same set-up.
    pub fn imagine_into(
        &mut self,
        twin: &mut Self,
        side: SideId,
        dice: Box<dyn Dice + Send + Sync>,
        mut answer: impl FnMut(&mut Self, SideId) -> Choice,
    ) {
        self.fork_into(twin, dice);
        let Some(open) = twin.open_decision() else {
            return;
        };
        let known = Lookahead::knowing(twin, side);
        known.forget_unknown(twin, &open);
        let sealed = twin.world.resource_mut::<Flow>().unseal();
        for (decision, choice) in sealed {
            let choice = if twin.hostile(side, decision.side) {
                twin.asked(&decision, |twin| answer(twin, decision.side))
            } else {
                choice
            };
            twin.world.resource_mut::<Flow>().seal(decision, choice);
        }
        twin.world.resource_mut::<Flow>().ask_again(open);
    }

    /// What somebody would answer to a decision, were it the open one.
    fn asked(
        &mut self,
        decision: &Arc<Decision>,
        answer: impl FnOnce(&mut Self) -> Choice,
    ) -> Choice {
        self.world
            .resource_mut::<Flow>()
            .ask_again(Arc::clone(decision));
        answer(self)
    }
}
