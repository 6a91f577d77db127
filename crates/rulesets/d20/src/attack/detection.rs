//! The invisible: who detects them, what gives them away, and what their enemies are shown of them (D20-088 to D20-092,
//! D20-R71).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    CombatantId, Concealment, DiceCup, Event, Flow, HitPoints, Journal, Position, Roster, Scribe,
};

use crate::{
    attack::{Attack, effects::in_order},
    figure::{
        battlefield::Battlefield,
        magic::{Awareness, Detects, Unseen},
    },
    harm::rolls,
    terms::{
        conditions::UNSEEN,
        rules::{R091, RR71, RR74},
    },
};

/// The least intelligence that detects the invisible (D20-091).
const CLEVER: i32 = 15;
/// Cells of 1.5 m within which it does.
const NEAR: u32 = 12;

/// The clever roll for every invisible enemy near them that they do not see: a d20 that does not exceed INT detects it
/// for the round (D20-091). A roll that finds nothing does not show that there was something to find.
pub fn look(
    mut params: ParamSet<(Battlefield, Query<&mut Detects>)>,
    roster: Res<Roster>,
    flow: Res<Flow>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let field = params.p0();
    let clever = field
        .all()
        .filter(|who| who.can_act() && who.stats().intelligence >= CLEVER);
    let clever = field.in_order(clever.map(|who| *who.id));
    let mut found: Vec<(CombatantId, CombatantId)> = Vec::new();
    for id in clever {
        let who = field.figure(id);
        let hidden = field.enemies(who.side()).filter(|enemy| {
            enemy.is_invisible()
                && !enemy.hidden.0
                && who.awareness_of(enemy) != Awareness::Seen
                && field.steps(who.footing(), enemy.footing()) <= field.cells_of(NEAR)
        });
        for enemy in field.in_order(hidden.map(|enemy| *enemy.id)) {
            let limit = who.stats().intelligence;
            let by = (id, "detecting the invisible");
            let hider = field.figure(enemy);
            let known = field
                .enemies(hider.side())
                .any(|other| other.knows_of(&hider));
            let only_hiders = (!known).then(|| field.board.alliance(hider.side()));
            let scribe = (&mut scribe, only_hiders);
            let detects = rolls::not_above(by, ("INT", limit), &mut cup, scribe, &[R091, RR71]);
            if detects {
                found.push((id, enemy));
            }
        }
    }
    let round = flow.round;
    for (who, enemy) in found {
        note(&mut params.p1(), &roster, who, enemy, round);
    }
}

/// Lets somebody know where another is, to the end of a round.
fn note(
    knowing: &mut Query<'_, '_, &mut Detects>,
    roster: &Roster,
    who: CombatantId,
    other: CombatantId,
    until: u32,
) {
    if let Ok(mut detects) = knowing.get_mut(roster.combatant(who)) {
        detects.0.retain(|(known, _)| *known != other);
        detects.0.push((other, until));
    }
}

/// An attack gives the invisible away: a spell that hides them ends, and the others are detected by those they attack,
/// and by those beside them, in this round and the next (D20-R71).
pub fn give_away(
    mut params: ParamSet<(Battlefield, Query<&mut Detects>, Query<&mut Unseen>)>,
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    flow: Res<Flow>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        let field = params.p0();
        let (who, target) = (field.figure(attack.who), field.figure(attack.target));
        if !who.is_invisible() {
            continue;
        }
        let beside = field.enemies(who.side()).filter(|other| {
            other.id == target.id || field.adjacent(other.footing(), target.footing())
        });
        let beside: Vec<CombatantId> = beside.map(|other| *other.id).collect();
        for other in beside {
            note(&mut params.p1(), &roster, other, attack.who, flow.round + 1);
        }
        if let Ok(mut unseen) = params.p2().get_mut(roster.combatant(attack.who))
            && std::mem::take(&mut unseen.0)
        {
            scribe.condition(attack.who, UNSEEN, false, &[RR71, RR74]);
        }
    }
}

/// What enemies are shown of somebody.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Shown {
    id: &'static CombatantId,
    concealment: &'static mut Concealment,
    position: &'static Position,
    points: &'static HitPoints,
}

/// Keeps from a side what none of its members knows: the invisible that nobody of it sees or detects (D20-089).
pub fn conceal(
    mut params: ParamSet<(Battlefield, Query<Shown>)>,
    roster: Res<Roster>,
    mut journal: ResMut<Journal>,
) {
    let field = params.p0();
    let hidden: Vec<bool> = roster
        .combatants
        .iter()
        .map(|entity| field.of_entity(*entity))
        .map(|who| {
            who.is_some_and(|who| {
                (who.hidden.0 || who.is_invisible())
                    && !field.enemies(who.side()).any(|enemy| enemy.knows_of(&who))
            })
        })
        .collect();
    for (entity, hidden) in roster.combatants.iter().zip(hidden) {
        let mut shown = params.p1();
        let Ok(mut is) = shown.get_mut(*entity) else {
            continue;
        };
        if is.concealment.is_unseen() == hidden {
            continue;
        }
        *is.concealment = if hidden {
            Concealment::Hidden
        } else {
            Concealment::Open
        };
        if !hidden {
            let event = Event::Revealed {
                who: *is.id,
                cell: is.position.0,
                hit_points: is.points.current,
            };
            journal.write(event, &[RR71]);
        }
    }
}
