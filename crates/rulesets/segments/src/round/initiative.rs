//! Initiative: a die for each attack, smaller with each (SEG-007 to SEG-012, SEG-R03, SEG-R08).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    CombatantId, DiceCup, Event, Flow, RegisterState, Roster, Scribe, Writer, add_stage,
    terms::DueState,
};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    combatant::casting::{Cast, Casting},
    combatant::{
        allowance::{AFTER_STANDING, Allowance},
        clock::{Clock, LAST_SEGMENT},
        field::{Combatant, Field},
        plan::{Attacks, CastWhen, DueAttack, How, Plan, PlannedAction},
    },
    round::{noticing, picking_up},
    stages::{self, Initiative},
    terms::{
        rules::{R007, R008, R009, R011, R012, R022, R055, R059, RR14},
        words::{WAITS_TO_CAST, stages as names},
    },
};

/// The sides of the dice of the attacks of a round, in their order. Attacks beyond these have a 1 (SEG-R03).
const DICE: [u16; 5] = [10, 8, 6, 4, 2];

/// Combatants that are still to roll.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Rollers {
    /// True once the stage has begun.
    begun: bool,
    /// The next one last.
    left: Vec<CombatantId>,
}

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Initiative);
    app.resource_state::<Rollers>();
    app.add_systems(
        Initiative,
        (
            noticing::sense.run_if(noticing::are_unsensed),
            picking_up::roll
                .run_if(picking_up::is_open)
                .run_if(not(noticing::are_unsensed)),
            roll.pipe(put_on_timeline)
                .run_if(not(picking_up::is_open))
                .run_if(not(noticing::are_unsensed)),
        )
            .chain(),
    );
}

/// Attacks of a combatant in this round (SEG-062, SEG-074, SEG-R42).
#[must_use]
pub fn attacks_left(who: &Combatant<'_, '_>) -> u8 {
    match who.plan.action {
        PlannedAction::Attack { .. } if who.will_act() => {
            let left = who.plan.attacks_left(who.stats().attacks);
            // One attack back in the round of an ambush (SEG-051).
            match who.senses.ambushed {
                Some(2..) => left.min(1),
                _ => left,
            }
        }
        // A spell needs one attack, and has one roll (SEG-R03, SEG-R42).
        PlannedAction::Cast {
            when: CastWhen::Rolled,
            ..
        } if who.will_act() => who.plan.attacks_left(who.stats().attacks.max(1)).min(1),
        _ => 0,
    }
}

/// True if a combatant has declared a free action, and is able to make it.
fn acts_freely(who: &Combatant<'_, '_>) -> bool {
    who.can_act() && who.plan.free.is_some()
}

impl Field<'_, '_> {
    /// The declared casting of a combatant, if it begins on a segment; a fallen caster stands up first (SEG-R17).
    #[must_use]
    pub fn cast_on(&self, who: &Combatant<'_, '_>, segment: i32) -> Option<Cast> {
        let PlannedAction::Cast { spell, target, .. } = who.plan.action else {
            return None;
        };
        let gear = self.item(spell)?;
        let block = gear.gear.0.spell.as_ref()?;
        let skill = who.stats().spells.get(&gear.kind.0.id)?;
        let latest = if who.plan.stands_up {
            AFTER_STANDING
        } else {
            segment
        };
        let on = segment.min(latest);
        Some(Cast::on(
            (spell, block),
            [skill.rank, who.stats().wil],
            target,
            on,
        ))
    }
}

/// The attacks of one combatant with their segments.
struct Rolled {
    who: CombatantId,
    /// The earliest of all, on which a free action is made.
    earliest: Option<i32>,
    target: Option<CombatantId>,
    segments: Vec<i32>,
    cast: Option<Cast>,
}

/// Rolls the dice of the next combatant. One in each run: so forecasts add up the results of each.
fn roll(
    field: Field,
    mut rollers: ResMut<Rollers>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) -> Option<Rolled> {
    if !rollers.begun {
        rollers.begun = true;
        let rolls = |who: &Combatant<'_, '_>| attacks_left(who) > 0 || acts_freely(who);
        let all: Vec<CombatantId> = field.active().filter(rolls).map(|who| who.id()).collect();
        rollers.left = field.in_order(all);
        rollers.left.reverse();
        let stage = names::INITIATIVE;
        scribe.write(Event::StageBegan { stage }, &[R009]);
    }
    let who = field.combatant(rollers.left.pop()?);
    let modifier = who.stats().initiative(who.dex()) + who.plan.initiative() + who.haste.now();
    scribe.journal.open_group();
    let mut segments: Vec<i32> = Vec::new();
    let attacks = attacks_left(&who);
    // A free action has a roll of its own only where there is no other (SEG-R46).
    for number in 0..usize::from(attacks.max(u8::from(acts_freely(&who)))) {
        let rolled = match DICE.get(number) {
            Some(&sides) => {
                let expr = DiceExpr::dice(1, sides).plus(modifier);
                let roll = cup.sum(&expr);
                scribe.sum(who.id(), "initiative", &roll, &[R007, R009, R012]);
                roll.total
            }
            None => 1 + modifier,
        };
        segments.push(apart(&segments, rolled));
    }
    scribe.journal.close_group();
    let earliest = segments.iter().copied().max();
    segments.truncate(attacks.into());
    let start = segments.first().copied();
    let cast = start.and_then(|start| field.cast_on(&who, start));
    Some(Rolled {
        who: who.id(),
        earliest,
        target: who.plan.target(),
        cast,
        segments,
    })
}

/// The segment of an attack after those of the same combatant that are taken (SEG-008).
fn apart(taken: &[i32], mut segment: i32) -> i32 {
    while taken.contains(&segment) {
        segment -= 1;
    }
    segment
}

/// Puts the attacks of a combatant on the timeline, or begins the count once all have rolled.
fn put_on_timeline(
    In(rolled): In<Option<Rolled>>,
    mut all: Query<(&mut Plan, &mut Attacks, &mut Allowance, &mut Casting)>,
    roster: Res<Roster>,
    mut rollers: ResMut<Rollers>,
    mut clock: ResMut<Clock>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    let Some(rolled) = rolled else {
        *rollers = Rollers::default();
        *clock = Clock::default();
        flow.replace(stages::countdown());
        return;
    };
    let Ok((mut plan, mut attacks, mut allowance, mut casting)) =
        all.get_mut(roster.combatant(rolled.who))
    else {
        return;
    };
    if let Some(free) = &mut plan.free {
        free.segment = rolled.earliest;
    }
    if let Some(cast) = rolled.cast {
        casting.0 = Some(cast);
        let (state, rules) = if cast.waits {
            (DueState::Waits, [R022, RR14])
        } else {
            (DueState::Planned, [R055, R059])
        };
        cast.tell(rolled.who, state, &mut scribe, &rules);
        if cast.waits {
            scribe.condition(rolled.who, WAITS_TO_CAST, true, &[R022, RR14]);
        }
        return;
    }
    for (number, segment) in (1_u8..).zip(rolled.segments) {
        let lost = segment < LAST_SEGMENT;
        let event = Event::Due {
            who: rolled.who,
            nth: number,
            what: plan.attack_action(),
            target: rolled.target,
            at: segment,
            until: None,
            broken_by_hit: None,
            state: if lost {
                DueState::Lost
            } else {
                DueState::Planned
            },
        };
        scribe.write(event, &[if lost { R011 } else { R008 }]);
        if !lost {
            let latest = if plan.stands_up {
                AFTER_STANDING
            } else {
                segment
            };
            attacks.0.push(DueAttack {
                number,
                what: plan.attack_action(),
                segment: segment.min(latest),
                waits: false,
            });
        }
    }
    // Without any attack it moves as after one on 11 (SEG-R39).
    if plan.how() == How::AttackThenMove && attacks.0.is_empty() {
        allowance.over = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SEG-008.
    #[test]
    fn attacks_of_one_combatant_never_share_a_segment() {
        let all = |rolled: &[i32]| {
            let mut taken = Vec::new();
            for segment in rolled {
                taken.push(apart(&taken, *segment));
            }
            taken
        };
        assert_eq!(all(&[7, 7]), [7, 6]);
        assert_eq!(all(&[7, 7, 7]), [7, 6, 5]);
        assert_eq!(all(&[-5, -5]), [-5, -6]);
        assert_eq!(all(&[7, 8, 7]), [7, 8, 6]);
    }
}
