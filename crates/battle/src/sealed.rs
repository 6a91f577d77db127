//! Secret choices: kept until all have chosen, and then revealed together.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::{
    choice::Choice, choice_entry::write_choice, decision::Decision, flow::Flow, ids::CombatantId,
    journal::Journal,
};

/// The choices that were revealed and are still to be carried out, in the order in which they were made, each with the
/// decision that it answers.
#[derive(Resource, Clone, Debug, Default, PartialEq, Hash)]
pub struct Revealed(pub Vec<(Arc<Decision>, Choice)>);

/// Keeps an answer that was given in secret. A system for a stage.
pub fn keep(mut flow: ResMut<Flow>) {
    let is_secret = flow
        .answered_decision()
        .is_some_and(|decision| decision.sealed);
    if is_secret && let Some((decision, choice)) = flow.take_answer() {
        flow.seal(decision, choice);
    }
}

/// Reveals what was kept, and writes it. A system for a stage.
pub fn reveal(world: &mut World) {
    let sealed = world.resource_mut::<Flow>().unseal();
    if sealed.len() > 1 {
        world.resource_mut::<Journal>().open_group();
    }
    for (decision, choice) in &sealed {
        write_choice(world, decision, choice);
    }
    world.resource_mut::<Journal>().close_group();
    world.resource_mut::<Revealed>().0 = sealed;
}

/// True if there is something to carry out. A condition for systems.
#[expect(
    clippy::needless_pass_by_value,
    reason = "systems take their parameters by value"
)]
pub fn is_revealed(revealed: Res<Revealed>) -> bool {
    !revealed.0.is_empty()
}

/// The choices of a combatant that are still secret, each with the decision that it answers.
pub fn chosen(flow: &Flow, who: CombatantId) -> impl Iterator<Item = &(Arc<Decision>, Choice)> {
    let sealed = flow.sealed().iter();
    sealed.filter(move |(decision, _)| decision.actor == Some(who))
}

/// True if a combatant has chosen in secret already.
#[must_use]
pub fn has_chosen(flow: &Flow, who: CombatantId) -> bool {
    chosen(flow, who).next().is_some()
}
