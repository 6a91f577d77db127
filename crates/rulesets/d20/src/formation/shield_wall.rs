//! Shield walls: shields that count for the neighbours too (D20-125, D20-126, D20-130, D20-R62, D20-R64).

use bevy_ecs::prelude::*;
use shieldwall_battle::{ChangeLater, CombatantId, LinkView, Scribe, Writer, terms::Link};

use crate::{
    figure::{
        Locked,
        battlefield::{Battlefield, Figure},
        round::Intent,
        walk::Walk,
    },
    terms::{conditions::LOCKED, rules::RR64, words::COVERS},
};

/// What links those in a wall.
const LINK: Link = COVERS;

/// Ends the wall for members that no locked neighbour is left to: they may turn, and strike to all sides (D20-R64). Not
/// while a wall marches, which it does one member after the other.
pub fn break_up(
    field: Battlefield,
    walks: Query<&Walk>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    if walks.iter().any(|walk| walk.marches) {
        return;
    }
    let locked = field.all().filter(|who| who.locked.0);
    let alone = locked.filter(|who| field.wall_of(who).len() < 2);
    let alone: Vec<CombatantId> = alone.map(|who| *who.id).collect();
    for who in alone {
        commands.change(field.entity(who), |locked: &mut Locked| locked.0 = false);
        scribe.condition(who, LOCKED, false, &[RR64]);
    }
}

impl Battlefield<'_, '_> {
    /// What the shields of a member of a wall count against attacks from the front: its own, and those of its locked
    /// neighbours (D20-125, D20-R62).
    #[must_use]
    pub fn wall_shields(&self, who: &Figure<'_, '_>) -> i32 {
        let neighbours = self.shoulders(who).into_iter().map(|id| self.figure(id));
        // Who has not locked shields is only thought to do so: together with its neighbours.
        let locked = neighbours.filter(|neighbour| !who.locked.0 || neighbour.locked.0);
        let theirs: i32 = locked.map(|neighbour| self.shield(&neighbour)).sum();
        self.shield(who) + theirs
    }

    /// Whether somebody could lock shields: it has one in hand, and so has a neighbour (D20-R64).
    #[must_use]
    pub fn can_lock(&self, who: &Figure<'_, '_>) -> bool {
        let ready = |figure: &Figure<'_, '_>| figure.is_ready() && self.shield(figure) > 0;
        let mut beside = self.shoulders(who).into_iter().map(|id| self.figure(id));
        ready(who) && beside.any(|neighbour| ready(&neighbour))
    }

    /// The wall that somebody stands in with locked shields, in the order of equals; nobody else if there is none.
    #[must_use]
    pub fn wall_of(&self, who: &Figure<'_, '_>) -> Vec<CombatantId> {
        let mut wall = vec![*who.id];
        let mut next = 0;
        while let Some(member) = wall.get(next).copied() {
            next += 1;
            let member = self.figure(member);
            if !member.locked.0 {
                continue;
            }
            for other in self.shoulders(&member) {
                if self.figure(other).locked.0 && !wall.contains(&other) {
                    wall.push(other);
                }
            }
        }
        self.in_order(wall)
    }

    /// The wall that marches with somebody in it: all of its members mean to (D20-R64). `None` if it does not.
    #[must_use]
    pub fn marching_wall(&self, who: &Figure<'_, '_>) -> Option<Vec<CombatantId>> {
        if !who.locked.0 || !who.round.marches.0 {
            return None;
        }
        let wall = self.wall_of(who);
        let marches = |id: &CombatantId| {
            let member = self.figure(*id);
            member.is_ready() && member.round.marches.0 && *member.round.intent == Intent::Fight
        };
        (wall.len() > 1 && wall.iter().all(marches)).then_some(wall)
    }

    /// Each pair of neighbours with locked shields, once; the one with the lower id comes first.
    #[must_use]
    pub fn covers(&self) -> Vec<LinkView> {
        let mut links = Vec::new();
        for who in self.all().filter(|who| who.is_able() && who.locked.0) {
            for other in self.shoulders(&who) {
                if *who.id < other && self.figure(other).locked.0 {
                    links.push(LinkView {
                        who: *who.id,
                        other,
                        link: LINK,
                    });
                }
            }
        }
        links
    }
}
