//! Throws against death, at 0 hit points or less (D20-064 to D20-069, D20-R20, D20-R22, D20-R30).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Against, Check, CombatantId, DiceCup, Event, HitPoints, Journal, Modifier, Roster, RuleId,
    Vitality, check::Effect, event::Rolled,
};

use crate::{
    attack::{Attack, d20::D20, effects::in_order},
    content::blocks::StatBlock,
    figure::{Build, Locked, Prone, Weakened},
    terms::{
        conditions::{LOCKED, PRONE, WEAKENED},
        rules::{R064, R065, R066, R067, R068, R069, RR20, RR30, RR64},
    },
};

/// Hit points at which nobody lives, whatever they throw (D20-069).
const DEAD: i32 = -11;
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

/// One who may die.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Victim {
    id: &'static CombatantId,
    build: &'static Build,
    points: &'static HitPoints,
    vitality: &'static mut Vitality,
    weakened: &'static mut Weakened,
    locked: &'static mut Locked,
    prone: &'static mut Prone,
}

/// Throws for all who were struck down to 0 hit points or less, in the order of equals (D20-064).
pub fn saves(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut victims: Query<Victim>,
    mut cup: ResMut<DiceCup>,
    mut journal: ResMut<Journal>,
) {
    let struck = in_order(attacks)
        .into_iter()
        .filter(|attack| attack.damage > Some(0));
    let mut struck: Vec<CombatantId> = struck.map(|attack| attack.target).collect();
    struck.sort_by_key(|id| {
        let victim = victims.get(roster.combatant(*id));
        let quick = victim.map_or(0, |victim| victim.build.0.abilities.dexterity);
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
            let throw = throw(&victim.build.0, id, &mut cup, &mut journal);
            fate(victim.points.current, throw)
        };
        suffer(&mut victim, fate, rule, &mut journal);
    }
}

/// Rolls a throw against death.
fn throw(stats: &StatBlock, who: CombatantId, cup: &mut DiceCup, journal: &mut Journal) -> D20 {
    let bonus = stats.death_save_bonus;
    let needed = stats.save - bonus;
    let (throw, face) = D20::roll(cup, needed);
    let chance = D20::chance(needed);
    let modifier = Modifier {
        name: "toughness".into(),
        effect: Effect::Add(bonus),
        rule: RR20,
    };
    let check = Check {
        skill: "Throw against death".into(),
        rating: chance,
        modifiers: if bonus == 0 {
            Vec::new()
        } else {
            vec![modifier]
        },
        chance,
        against: Against::AtLeast {
            number: stats.save,
            bonus,
            base: stats.save,
            their_modifiers: Vec::new(),
        },
    };
    let rolled = Rolled {
        who,
        purpose: "throw against death".to_owned(),
        dice: vec![face],
        chance: Some(check),
        total: Some(i32::from(face.face) + bonus),
        outcome: Some(throw.outcome()),
    };
    journal.write(Event::Rolled(rolled), &[R064, RR20]);
    throw
}

fn suffer(victim: &mut VictimItem<'_, '_>, fate: Fate, rule: RuleId, journal: &mut Journal) {
    let who = *victim.id;
    let mut condition = |condition, on, rules: &[RuleId]| {
        journal.write(Event::Condition { who, condition, on }, rules);
    };
    // The senseless stay so, however well they throw (D20-R30).
    let stands = *victim.vitality == Vitality::Active;
    let to = match fate {
        Fate::Weakened if stands => {
            if !victim.weakened.0 {
                victim.weakened.0 = true;
                condition(WEAKENED, true, &[rule]);
            }
            return;
        }
        Fate::Weakened | Fate::Unshaken => return,
        Fate::Unconscious => Vitality::Unconscious,
        Fate::Dead => Vitality::Dead,
    };
    let from = *victim.vitality;
    if from == to {
        return;
    }
    for (is_so, what) in [
        (std::mem::take(&mut victim.locked.0), LOCKED),
        (std::mem::take(&mut victim.weakened.0), WEAKENED),
        (std::mem::take(&mut victim.prone.0), PRONE),
    ] {
        if is_so {
            condition(what, false, &[RR64]);
        }
    }
    *victim.vitality = to;
    journal.write(Event::Vitality { who, from, to }, &[rule]);
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
