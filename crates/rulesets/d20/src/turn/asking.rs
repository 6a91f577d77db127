//! The candidates of each question to a combatant.

use shieldwall_battle::{Candidates, Decision, Flow};

use crate::{
    figure::battlefield::Battlefield,
    terms::decisions::{ACTION, DECLARATION, MOVEMENT},
    turn::{action, candidates, declaration, movement_candidates, surprise::Segments},
};

/// Collects what the actor of a decision might do, and the reasons against the rest.
pub fn candidates_of(
    field: &Battlefield<'_, '_>,
    (flow, segments): (&Flow, Segments),
    decision: &Decision,
) -> Candidates {
    let mut all = Candidates::with_reasons();
    let Some(who) = decision.actor.map(|who| field.figure(who)) else {
        return all;
    };
    match decision.kind {
        DECLARATION => declaration::candidates(field, &who, segments.now, &mut all),
        MOVEMENT => movement_candidates::bars(&mut all),
        ACTION => candidates::candidates(field, &who, &action::done(field, flow, &who), &mut all),
        _ => {}
    }
    all
}
