//! Morale: when troops lose heart (D20-110 to D20-113, D20-R56).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Against, ChangeLater, Check, CombatantId, DiceCup, Event, Scribe, SideId, Writer, event::Rolled,
};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    figure::{
        Broken, Locked,
        battlefield::{Battlefield, Figure},
    },
    terms::{
        conditions::{BROKEN, LOCKED},
        rules::{R111, R112, RR56, RR64},
        words::{FAILURE, SUCCESS},
    },
};

/// What may shake a group, each once in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// Half of its side is out of action.
    Half,
    /// Three quarters are.
    ThreeQuarters,
    /// Its leader is.
    Leader,
    /// It fights alone, and is down to half its hit points.
    Alone,
}

/// A group: those of one side and one unit.
type Group = (SideId, String);

/// What has shaken which groups already.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nerve(Vec<(Group, Occasion)>);

fn group_of(who: &Figure<'_, '_>) -> Group {
    (who.side(), who.profile.unit.id.clone())
}

/// What shakes a side as things stand.
fn occasions(field: &Battlefield<'_, '_>, side: SideId) -> Vec<Occasion> {
    let members = || field.all().filter(move |who| who.side() == side);
    let all = members().count();
    let out = members().filter(|who| !who.is_able()).count();
    let leader_out = members().any(|who| who.stats().leader && !who.is_able());
    let hurt = members().any(|who| 2 * who.points.current <= who.points.max);
    let occasions = [
        (all > 1 && 2 * out >= all, Occasion::Half),
        (all > 1 && 4 * out >= 3 * all, Occasion::ThreeQuarters),
        (leader_out, Occasion::Leader),
        (all == 1 && hurt, Occasion::Alone),
    ];
    let holds = occasions.into_iter().filter(|(holds, _)| *holds);
    holds.map(|(_, occasion)| occasion).collect()
}

/// What numbers do to the roll: -1 for the side with more who can fight, +1 for one with less than half as many.
fn odds(field: &Battlefield<'_, '_>, side: SideId) -> i32 {
    let count = |hostile: bool| {
        let able = field.all().filter(Figure::is_able);
        able.filter(|who| field.board.hostile(side, who.side()) == hostile)
            .count()
    };
    let (own, enemies) = (count(false), count(true));
    if own > enemies {
        -1
    } else if 2 * own < enemies {
        1
    } else {
        0
    }
}

/// Rolls for every group that something new has shaken: one roll, whatever fell together.
pub fn check(
    field: Battlefield,
    mut commands: Commands,
    mut nerve: ResMut<Nerve>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    if !field.rules.0.morale {
        return;
    }
    let mut groups: Vec<(Group, i32, Vec<CombatantId>)> = Vec::new();
    for who in field.all().filter(|who| who.is_able() && !who.broken.0) {
        let Some(score) = who.stats().morale() else {
            continue;
        };
        let group = group_of(&who);
        match groups.iter_mut().find(|(known, ..)| *known == group) {
            Some((.., members)) => members.push(*who.id),
            None => groups.push((group, score, vec![*who.id])),
        }
    }
    let mut lost = Vec::new();
    for (group, score, members) in groups {
        let mut shaken = false;
        for occasion in occasions(&field, group.0) {
            let entry = (group.clone(), occasion);
            if !nerve.0.contains(&entry) {
                nerve.0.push(entry);
                shaken = true;
            }
        }
        if shaken
            && !keeps_heart(
                members[0],
                score,
                odds(&field, group.0),
                &mut cup,
                &mut scribe,
            )
        {
            lost.extend(members);
        }
    }
    for who in lost {
        let entity = field.entity(who);
        commands.change(entity, |broken: &mut Broken| broken.0 = true);
        if field.figure(who).locked.0 {
            commands.change(entity, |locked: &mut Locked| locked.0 = false);
            scribe.condition(who, LOCKED, false, &[RR64]);
        }
        scribe.condition(who, BROKEN, true, &[R111, RR56]);
    }
}

/// Rolls 2d6 against a morale score; whether the group stands.
fn keeps_heart(
    who: CombatantId,
    score: i32,
    odds: i32,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> bool {
    let most = score - odds;
    let roll = cup.sum(&DiceExpr::dice(2, 6));
    let stands = roll.total <= most;
    let ways = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
    let good = i32::try_from(ways.filter(|sum| *sum <= most).count()).unwrap_or(0);
    let chance = good * 100 / 36;
    let rolled = Rolled {
        who,
        purpose: "morale".to_owned(),
        dice: roll.faces,
        chance: Some(Check {
            skill: "Morale".into(),
            rating: score,
            modifiers: Vec::new(),
            chance,
            against: Against::AtMost(most),
        }),
        total: Some(roll.total),
        outcome: Some(if stands { SUCCESS } else { FAILURE }),
    };
    scribe.write(Event::Rolled(rolled), &[R111, R112, RR56]);
    stands
}
