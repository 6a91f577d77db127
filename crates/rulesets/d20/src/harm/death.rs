//! Throws against death, at 0 hit points or less (D20-064 to D20-069, D20-R20, D20-R22, D20-R30).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Roster, RuleId, Scribe, Vitality};

use crate::{
    harm::{d20::D20, saving::Save, victim::Victim},
    terms::rules::{R064, R065, R066, R067, R068, R069, RR20, RR30},
};

/// Hit points at which nobody lives, whatever they throw (D20-069).
pub const DEAD: i32 = -11;
/// Hit points below which nobody stays conscious (D20-068).
const SENSELESS: i32 = -5;

/// What becomes of somebody at 0 hit points or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Fights on at -2.
    Weakened,
    /// Fights on as before: a natural 20 (D20-R30).
    Unshaken,
    /// Lies senseless.
    Unconscious,
    /// Dead.
    Dead,
}

/// What a throw means at so many hit points, 0 or less and above -11, and the rule that says so.
#[must_use]
pub const fn fate(points: i32, throw: D20) -> (Fate, RuleId) {
    match (points < SENSELESS, throw) {
        (true, D20::Success | D20::Twenty) => (Fate::Unconscious, R068),
        (true, D20::Failure | D20::One) => (Fate::Dead, R068),
        (false, D20::Twenty) => (Fate::Unshaken, RR30),
        (false, D20::Success) => (Fate::Weakened, R065),
        (false, D20::Failure) => (Fate::Unconscious, R066),
        (false, D20::One) => (Fate::Dead, R067),
    }
}

/// Throws for those of some who are at 0 hit points or less, in the order of equals.
pub fn throw_for(
    mut struck: Vec<CombatantId>,
    roster: &Roster,
    victims: &mut Query<'_, '_, Victim>,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) {
    struck.sort_by_key(|id| {
        let victim = victims.get(roster.combatant(*id));
        let quick = victim.map_or(0, |victim| victim.build.0.dexterity);
        (std::cmp::Reverse(quick), *id)
    });
    struck.dedup();
    for id in struck {
        let Ok(mut victim) = victims.get_mut(roster.combatant(id)) else {
            continue;
        };
        if victim.points.current > 0 || !victim.vitality.is_alive_here() {
            continue;
        }
        let (fate, rule) = if victim.points.current <= DEAD {
            (Fate::Dead, R069)
        } else {
            let save = Save::against_death(&victim.build.0, victim.flesh.0);
            let throw = save.throw(id, cup, scribe, &[R064, RR20]);
            fate(victim.points.current, throw)
        };
        match fate {
            Fate::Weakened => victim.weaken(scribe, rule),
            Fate::Unshaken => {}
            // The senseless stay so, however well they throw (D20-R30).
            Fate::Unconscious => victim.drop_to(Vitality::Unconscious, scribe, rule),
            Fate::Dead => victim.drop_to(Vitality::Dead, scribe, rule),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-065 to D20-068 and D20-R30: what each throw means.
    #[test]
    fn d20_065_what_a_throw_means_goes_by_the_hit_points() {
        for points in [0, -5] {
            assert_eq!(fate(points, D20::Twenty).0, Fate::Unshaken);
            assert_eq!(fate(points, D20::Success), (Fate::Weakened, R065));
            assert_eq!(fate(points, D20::Failure), (Fate::Unconscious, R066));
            assert_eq!(fate(points, D20::One), (Fate::Dead, R067));
        }
        for points in [-6, -10] {
            assert_eq!(fate(points, D20::Twenty).0, Fate::Unconscious);
            assert_eq!(fate(points, D20::Success).0, Fate::Unconscious);
            assert_eq!(fate(points, D20::Failure).0, Fate::Dead);
            assert_eq!(fate(points, D20::One).0, Fate::Dead);
        }
    }
}
