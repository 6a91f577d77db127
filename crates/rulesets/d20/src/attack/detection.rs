//! The invisible: who detects them, what gives them away, and what their enemies are shown of them (D20-088 to D20-092,
//! D20-R71).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, Concealment, DiceCup, Event, Flow, Scribe, Writer,
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
    field: Battlefield,
    flow: Res<Flow>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
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
        note(&mut commands, field.entity(who), enemy, round);
    }
}

/// Lets somebody know where another is, to the end of a round.
fn note(commands: &mut Commands<'_, '_>, who: Entity, other: CombatantId, until: u32) {
    commands.change(who, move |detects: &mut Detects| {
        detects.0.retain(|(known, _)| *known != other);
        detects.0.push((other, until));
    });
}

/// An attack gives the invisible away: a spell that hides them ends, and the others are detected by those they attack,
/// and by those beside them, in this round and the next (D20-R71).
pub fn give_away(
    field: Battlefield,
    attacks: Query<&Attack>,
    flow: Res<Flow>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let mut given_away = Vec::new();
    for attack in in_order(attacks) {
        let (who, target) = (field.figure(attack.who), field.figure(attack.target));
        if !who.is_invisible() {
            continue;
        }
        let beside = field.enemies(who.side()).filter(|other| {
            other.id == target.id || field.adjacent(other.footing(), target.footing())
        });
        for other in beside {
            note(&mut commands, other.entity, attack.who, flow.round + 1);
        }
        if who.magic.unseen.0 && !given_away.contains(&attack.who) {
            given_away.push(attack.who);
            commands.change(who.entity, |unseen: &mut Unseen| unseen.0 = false);
            scribe.condition(attack.who, UNSEEN, false, &[RR71, RR74]);
        }
    }
}

/// Keeps from a side what none of its members knows: the invisible that nobody of it sees or detects (D20-089).
pub fn conceal(field: Battlefield, mut scribe: Scribe, mut commands: Commands) {
    for who in field.all() {
        let unknown = || !field.enemies(who.side()).any(|enemy| enemy.knows_of(&who));
        let hidden = (who.hidden.0 || who.is_invisible()) && unknown();
        if who.concealment.is_unseen() == hidden {
            continue;
        }
        let now = if hidden {
            Concealment::Hidden
        } else {
            Concealment::Open
        };
        commands.change(who.entity, move |concealment: &mut Concealment| {
            *concealment = now;
        });
        if !hidden {
            let event = Event::Revealed {
                who: *who.id,
                cell: who.cell(),
                hit_points: who.points.current,
            };
            scribe.write(event, &[RR71]);
        }
    }
}
