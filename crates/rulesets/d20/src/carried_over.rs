//! From one battle to the next: what wounds leave, and what rest gives back (D20-144).

use bevy_ecs::world::World;
use shieldwall_battle::{CombatantId, HitPoints, Roster, Start, Vitality};

use crate::{
    content::blocks::{self, ID},
    figure::{
        Build,
        wounds::{LostConstitution, Subdual},
    },
};

/// Hours in a week.
const HOURS_OF_A_WEEK: u32 = 7 * 24;

/// Lets somebody rest for so many weeks before the next battle.
pub fn rested(start: &mut Start, weeks: u32) {
    if let Ok(Some(mut state)) = start.get::<blocks::Start>(ID) {
        state.hours_of_rest = weeks.saturating_mul(HOURS_OF_A_WEEK);
        start.set(ID, &state);
    }
}

/// How somebody would begin the next battle: with the hit points that are left, at least 1, with what wears it down,
/// and with the CON that it has lost. `None` for the dead.
#[must_use]
pub fn start_after(world: &World, who: CombatantId) -> Option<Start> {
    let entity = world.resource::<Roster>().combatant(who);
    let points = world.get::<HitPoints>(entity)?;
    let lost = world.get::<LostConstitution>(entity)?.0;
    let con = world.get::<Build>(entity)?.0.constitution - lost;
    let alive = *world.get::<Vitality>(entity)? != Vitality::Dead;
    alive.then(|| {
        let mut start = Start::default();
        let state = blocks::Start {
            hit_points: Some(points.current.max(1)),
            subdual: world.get::<Subdual>(entity).map_or(0, |worn| worn.0),
            con: (lost > 0).then_some(con.max(1)),
            ..blocks::Start::default()
        };
        start.set(ID, &state);
        start
    })
}
