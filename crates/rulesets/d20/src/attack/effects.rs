//! What attacks do, all of one number together (D20-021, D20-024, D20-025).

use bevy_ecs::prelude::*;
use shieldwall_battle::{Event, HitPoints, Journal, Roster};

use crate::{
    attack::Attack,
    terms::{rules::R021, words::WOUND},
};

/// The attacks in their order.
pub(super) fn in_order<'a>(attacks: impl IntoIterator<Item = &'a Attack>) -> Vec<&'a Attack> {
    let mut attacks: Vec<&Attack> = attacks.into_iter().collect();
    attacks.sort_by_key(|attack| attack.number);
    attacks
}

/// Takes what was struck off the hit points.
pub fn lose_hit_points(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut points: Query<&mut HitPoints>,
    mut journal: ResMut<Journal>,
) {
    for attack in in_order(attacks) {
        let lost = attack.damage.unwrap_or(0);
        let Ok(mut points) = points.get_mut(roster.combatant(attack.target)) else {
            continue;
        };
        if lost == 0 {
            continue;
        }
        let from = points.current;
        points.current -= lost;
        let event = Event::HitPoints {
            who: attack.target,
            from,
            to: points.current,
            max: points.max,
            cause: WOUND,
            by: Some(attack.who),
        };
        journal.write(event, &[R021]);
    }
}
