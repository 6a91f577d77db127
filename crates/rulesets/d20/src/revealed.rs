//! Secret choices: kept until all have chosen, and then revealed together (D20-009, D20-R12).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Choice, CombatantId, Flow, Journal, Offer, RegisterState, driver::write_choice, flow::Question,
    terms::DecisionKind,
};

use crate::figure::battlefield::Figure;

/// The choices that were revealed and are still to be carried out, in the order in which they were made.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Revealed(pub Vec<(CombatantId, Choice)>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Revealed>().resource_state::<Revealed>();
}

/// Keeps an answer that was given in secret.
pub fn keep(mut flow: ResMut<Flow>) {
    let is_secret = flow
        .answered_decision()
        .is_some_and(|decision| decision.sealed);
    if is_secret && let Some((decision, choice)) = flow.take_answer() {
        flow.seal(decision, choice);
    }
}

/// Reveals what was kept.
pub fn reveal(world: &mut World) {
    let sealed = world.resource_mut::<Flow>().unseal();
    if sealed.len() > 1 {
        world.resource_mut::<Journal>().open_group();
    }
    let mut revealed = Vec::with_capacity(sealed.len());
    for (decision, choice) in sealed {
        write_choice(world, &decision, &choice);
        if let Some(who) = decision.actor {
            revealed.push((who, choice));
        }
    }
    world.resource_mut::<Journal>().close_group();
    world.resource_mut::<Revealed>().0 = revealed;
}

/// Whether there is something to carry out.
pub fn is_revealed(revealed: Res<Revealed>) -> bool {
    !revealed.0.is_empty()
}

/// The choices of a combatant that are still secret.
pub fn chosen(flow: &Flow, who: CombatantId) -> impl Iterator<Item = &Choice> {
    let sealed = flow.sealed().iter();
    let own = sealed.filter(move |(decision, _)| decision.actor == Some(who));
    own.map(|(_, choice)| choice)
}

/// True if a combatant has chosen in secret already.
#[must_use]
pub fn has_chosen(flow: &Flow, who: CombatantId) -> bool {
    chosen(flow, who).next().is_some()
}

/// A question to somebody.
#[must_use]
pub fn question(
    who: &Figure<'_, '_>,
    kind: DecisionKind,
    sealed: bool,
    prompt: String,
    offers: Vec<Offer>,
) -> Question {
    Question {
        side: who.side(),
        actor: Some(*who.id),
        kind,
        prompt,
        against: None,
        sealed,
        offers,
    }
}
