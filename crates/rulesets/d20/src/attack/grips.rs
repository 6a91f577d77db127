//! What comes of wrestling, pushing and struggling (D20-166, D20-167, D20-R82, D20-R93).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Astride, ChangeLater, CombatantId, DiceCup, Position, Roster, Scribe, Vitality, Writer,
};
use shieldwall_grid::Cell;

use crate::{
    attack::{Attack, Manner, effects::in_order},
    figure::{
        Locked, Pinned, Prone,
        battlefield::{Battlefield, Figure},
        round::Exertion,
    },
    harm::{
        hazards::{self, Plunge},
        victim::Victim,
    },
    terms::{
        conditions::{LOCKED, PINNED, PRONE},
        rules::{R166, R167, RR64, RR82},
        words::{FOLLOWS, HOLDS, PUSHED},
    },
};

/// What a grip changes.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Gripped {
    vitality: &'static Vitality,
    position: &'static mut Position,
    astride: &'static mut Astride,
    prone: &'static mut Prone,
    locked: &'static mut Locked,
    pinned: &'static mut Pinned,
    exertion: &'static mut Exertion,
}

impl GrippedItem<'_, '_> {
    fn fall(
        &mut self,
        who: CombatantId,
        scribe: &mut Scribe<'_, '_>,
        rule: shieldwall_battle::RuleId,
    ) {
        if *self.vitality != Vitality::Active || std::mem::replace(&mut self.prone.0, true) {
            return;
        }
        scribe.condition(who, PRONE, true, &[rule]);
        self.unlock(who, scribe);
    }

    fn unlock(&mut self, who: CombatantId, scribe: &mut Scribe<'_, '_>) {
        if std::mem::take(&mut self.locked.0) {
            scribe.condition(who, LOCKED, false, &[RR64]);
        }
    }
}

/// Lets go of somebody, or takes hold of it.
pub fn link(holder: CombatantId, held: CombatantId, on: bool, scribe: &mut Scribe<'_, '_>) {
    scribe.linked(holder, held, HOLDS, on, &[RR82]);
    scribe.condition(held, PINNED, on, &[RR82]);
}

/// What an attempt leads to.
enum GripEffect {
    Pin,
    Free,
    /// Into which cell, with the fall that it is, and whether the pusher follows.
    Push(Cell, Option<Plunge>, bool),
    /// There is nowhere to go.
    Topple,
}

/// Where somebody is pushed: one cell straight away; `None` if nobody can go there (D20-R82).
fn behind(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
) -> Option<Cell> {
    let (grid, map) = (field.grid(), &field.board.map);
    let here = target.cell();
    let way = field.towards(who.cell(), here);
    let cell = map.step(here, way)?.to;
    let taken = field
        .all()
        .any(|other| other.is_able() && other.footing().covers(grid, cell));
    (map.climb(here, cell) <= 1 && !taken).then_some(cell)
}

/// What a successful grip does; `None` where it fails.
fn grip_effect(field: &Battlefield<'_, '_>, attack: &Attack) -> Option<GripEffect> {
    if !attack.hits() {
        return None;
    }
    let (who, target) = (field.figure(attack.who), field.figure(attack.target));
    match attack.manner {
        Manner::Wrestle => Some(GripEffect::Pin),
        Manner::Struggle => Some(GripEffect::Free),
        Manner::Push { follow } => Some(match behind(field, &who, &target) {
            Some(cell) => GripEffect::Push(cell, field.plunge(target.cell(), cell), follow),
            None => GripEffect::Topple,
        }),
        Manner::Kill | Manner::Subdue | Manner::Vitals => None,
    }
}

/// Carries out what the attempts of one number have come to.
pub fn take_effect(
    mut figures: ParamSet<(Battlefield, Query<Gripped>, Query<Victim>)>,
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks)
        .into_iter()
        .filter(|attack| attack.manner.is_grip())
    {
        let field = figures.p0();
        let Some(effect) = grip_effect(&field, attack) else {
            continue;
        };
        let (who, other) = (attack.who, attack.target);
        let vacated = field.figure(other).cell();
        let came_from = field.figure(who).cell();
        let mut gripped = figures.p1();
        let Ok(mut target) = gripped.get_mut(roster.combatant(other)) else {
            continue;
        };
        match effect {
            GripEffect::Pin => {
                target.fall(other, &mut scribe, R166);
                if target.pinned.0.replace(who).is_none() {
                    link(who, other, true, &mut scribe);
                }
            }
            GripEffect::Free => {
                if let Ok(mut freed) = gripped.get_mut(roster.combatant(who))
                    && freed.pinned.0.take().is_some()
                {
                    link(other, who, false, &mut scribe);
                }
            }
            GripEffect::Topple => target.fall(other, &mut scribe, R167),
            GripEffect::Push(to, plunge, follow) => {
                target.position.0 = to;
                target.astride.0 = None;
                target.exertion.exerted = true;
                target.unlock(other, &mut scribe);
                scribe.placed(other, (vacated, to), PUSHED, &[R167, RR82]);
                if let Some(holder) = target.pinned.0.take() {
                    link(holder, other, false, &mut scribe);
                }
                if follow && let Ok(mut pusher) = gripped.get_mut(roster.combatant(who)) {
                    pusher.position.0 = vacated;
                    pusher.astride.0 = None;
                    pusher.unlock(who, &mut scribe);
                    scribe.placed(who, (came_from, vacated), FOLLOWS, &[R167]);
                }
                if let Some(plunge) = plunge {
                    hazards::suffer(
                        other,
                        plunge,
                        &roster,
                        &mut figures.p2(),
                        &mut cup,
                        &mut scribe,
                    );
                }
            }
        }
    }
}

/// Ends the holds of those who cannot hold any longer, and of those who are down themselves (D20-R82).
pub fn let_go(field: Battlefield, mut scribe: Scribe, mut commands: Commands) {
    let over: Vec<(CombatantId, CombatantId)> = field
        .all()
        .filter_map(|held| Some((*held.id, held.pinned.0?)))
        .filter(|(held, holder)| {
            let (held, holder) = (field.figure(*held), field.figure(*holder));
            !held.is_able()
                || !holder.can_act()
                || !field.adjacent(held.footing(), holder.footing())
        })
        .collect();
    for (held, holder) in over {
        commands.change(field.entity(held), |pinned: &mut Pinned| pinned.0 = None);
        link(holder, held, false, &mut scribe);
    }
}
