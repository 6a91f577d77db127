//! Noticing enemies: at the end of each segment, and before the first one (SEG-R30, SEG-R48, SEG-R83).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, Concealment, DiceCup, Event, Scribe, SideSet, Writer,
};

use crate::{
    combatant::{
        clock::Clock,
        field::{Combatant, Field},
        sight::{Assaults, Senses, Stealth},
    },
    strike::{missiles, sensing},
    terms::{
        rules::{RR30, RR83},
        words::{HIDDEN, NOT_ALERT},
    },
};

/// Writes before the first round which combatants are hidden, for their own side alone, and which are not alert.
pub fn tell(field: &Field<'_, '_>, scribe: &mut Scribe<'_, '_>) {
    for who in field.active() {
        if who.stealth.hidden {
            scribe.condition(who.id(), HIDDEN, true, &[RR83]);
        }
        if who.senses.unwary {
            scribe.condition(who.id(), NOT_ALERT, true, &[RR30]);
        }
    }
}

/// The union of a set with an alliance.
fn joined(set: SideSet, others: SideSet) -> SideSet {
    others.iter().fold(set, SideSet::with)
}

/// True once a segment has been played in this round.
pub fn have_had_a_segment(clock: Res<Clock>) -> bool {
    clock.segment.is_some()
}

/// Ends hiding, and lets sides know of the enemies that they have seen or that have attacked them. Hiding ends at the end
/// of a segment or a round alone.
pub fn notice(
    In(ends_hiding): In<bool>,
    field: Field,
    mut assaults: ResMut<Assaults>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let made = std::mem::take(&mut assaults.0);
    let board = &field.combatants.board;
    let mut fought = *field.fought;
    for (who, target) in &made {
        let sides = [*who, *target].map(|one| field.combatant(one).side());
        if board.hostile(sides[0], sides[1]) {
            let all = sides.map(|side| board.alliance(side));
            fought.0 = all.into_iter().fold(fought.0, joined);
        }
    }
    if fought != *field.fought {
        commands.insert_resource(fought);
    }
    let mut learned = SideSet::default();
    for who in field.active() {
        let before = *who.stealth;
        let now = noticed(&field, &who, &made, ends_hiding);
        let fresh = now.known_to.iter();
        let fresh = fresh.filter(|side| board.hostile(*side, who.side()));
        learned = joined(learned, fresh.collect());
        if now != before {
            commands.change(who.body.entity, move |stealth: &mut Stealth| *stealth = now);
        }
        show(&field, &who, now, &mut scribe, &mut commands);
        if before.hidden && !now.hidden {
            scribe.condition(who.id(), HIDDEN, false, &[RR83]);
        }
    }
    // From now on it expects an attack (SEG-R30).
    for who in field.active() {
        if who.senses.unwary && learned.contains(who.side()) {
            commands.change(who.body.entity, |senses: &mut Senses| senses.unwary = false);
            scribe.condition(who.id(), NOT_ALERT, false, &[RR30]);
        }
    }
}

/// The things that enemies know of a combatant from now on.
fn noticed(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    made: &[(CombatantId, CombatantId)],
    ends_hiding: bool,
) -> Stealth {
    let board = &field.combatants.board;
    let mut now = *who.stealth;
    let mut own = made.iter().filter(|(by, _)| *by == who.id()).peekable();
    if own.peek().is_some() {
        now.hidden = false;
        let shows = who.is_unseen() || field.enemies(who.side()).any(|enemy| is_blind(&enemy));
        now.located = shows.then(|| who.cell());
        for (_, target) in own {
            let side = field.combatant(*target).side();
            if board.hostile(side, who.side()) {
                now.known_to = joined(now.known_to, board.alliance(side));
            }
        }
    } else if now.located != Some(who.cell()) {
        now.located = None;
    }
    // The stunned have seen what there was to see before.
    let is_able = |enemy: &Combatant<'_, '_>| !enemy.stunned.0 || !ends_hiding;
    let enemies = || field.enemies(who.side()).filter(is_able);
    if now.hidden && ends_hiding {
        let finds = |enemy: &Combatant<'_, '_>| {
            let (from, at) = (enemy.cell(), who.cell());
            let in_sight = || {
                !is_blind(enemy)
                    && field.map().sight(from, at).visible
                    && missiles::cover(field, from, at).is_none()
            };
            field.map().is_beside(from, at) || in_sight()
        };
        now.hidden = !enemies().any(|enemy| finds(&enemy));
    }
    // A cell beside it is known, and so is an enemy in it that does not hide.
    let hides = now.hidden || who.stats().invisible;
    let is_close = |enemy: &Combatant<'_, '_>| field.map().is_beside(enemy.cell(), who.cell());
    let in_the_open = !now.hidden;
    let finds = |enemy: &Combatant<'_, '_>| {
        in_the_open && is_close(enemy) || field.would_see(enemy, who, hides)
    };
    for enemy in enemies() {
        if !now.known_to.contains(enemy.side()) && finds(&enemy) {
            now.known_to = joined(now.known_to, board.alliance(enemy.side()));
        }
    }
    now
}

fn is_blind(who: &Combatant<'_, '_>) -> bool {
    who.senses.blinded > 0
}

/// Shows a combatant to its enemies once they know its cell, and no longer than they do.
fn show(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    now: Stealth,
    scribe: &mut Scribe<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    let hides = now.hidden || who.stats().invisible;
    let is_located = || {
        let finds = |enemy: &Combatant<'_, '_>| {
            let is_beside = field.map().is_beside(enemy.cell(), who.cell());
            !enemy.stunned.0 && (is_beside || field.would_see(enemy, who, hides))
        };
        let mut enemies = field.enemies(who.side());
        now.located == Some(who.cell()) || enemies.any(|enemy| finds(&enemy))
    };
    let lurks = hides && !is_located();
    if lurks == who.concealment.is_unseen() {
        return;
    }
    reveal_or_hide(who, lurks, scribe, commands);
}

/// Changes the state of being shown.
pub fn reveal_or_hide(
    who: &Combatant<'_, '_>,
    lurks: bool,
    scribe: &mut Scribe<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    let now = if lurks {
        Concealment::Hidden
    } else {
        Concealment::Open
    };
    commands.change(who.body.entity, move |concealment: &mut Concealment| {
        *concealment = now;
    });
    if !lurks {
        let event = Event::Revealed {
            who: who.id(),
            cell: who.cell(),
            hit_points: who.points.current,
        };
        scribe.write(event, &[RR83]);
    }
}

/// The next combatant that rolls, before the initiative dice, against an enemy which it does not see: one with which it is
/// engaged, or its target.
fn unsensed(field: &Field<'_, '_>) -> Option<(CombatantId, CombatantId)> {
    let pairs = field.active().filter_map(|who| {
        let enemies = field.enemies(who.side());
        let open = enemies.filter(|enemy| {
            field.is_blind_to(&who, enemy)
                && who.senses.level(enemy.id()).is_none()
                && field.knows(who.side(), enemy)
                && (who.plan.target() == Some(enemy.id()) || field.are_engaged(&who, enemy))
        });
        let first = open.map(|enemy| enemy.id()).min()?;
        Some((who.precedence(), (who.id(), first)))
    });
    pairs.min().map(|(_, pair)| pair)
}

/// True while such a roll is open. A condition for systems.
pub fn are_unsensed(field: Field) -> bool {
    unsensed(&field).is_some()
}

/// Makes the next one.
pub fn sense(field: Field, mut cup: ResMut<DiceCup>, mut scribe: Scribe, mut commands: Commands) {
    if let Some(pair) = unsensed(&field) {
        sensing::sense(&field, pair, &mut cup, &mut scribe, &mut commands);
    }
}
