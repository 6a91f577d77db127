//! Spells take effect: damage dice, saving throws, and their effects on each target (D20-090, D20-093, D20-128, D20-R73, D20-R74).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Area, CombatantId, DiceCup, Event, Flow, Roster, RuleId, Scribe, Writer, terms::Condition,
};

use crate::{
    content::spell::{Effect, SpellSave},
    figure::{
        battlefield::Battlefield,
        magic::{Binding, SeesUnseen, Unseen, Warded},
    },
    harm::{d20::D20, death, rolls, victim::Victim},
    spells::{
        PendingSpell, PendingSpells,
        disruption::{self, Means},
        effects::{Volley, damage_after, save_against},
    },
    terms::{
        conditions::{CASTING, SEES_UNSEEN, UNSEEN, WARDED},
        rules::{R090, R093, R094, R128, R168, RR20, RR73, RR74, RR83},
        words::{FAILURE, HURT, NO_EFFECT, SUCCESS, UNANSWERED},
    },
};

/// What a spell changes besides wounds.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Enchanted {
    warded: &'static mut Warded,
    unseen: &'static mut Unseen,
    sees_unseen: &'static mut SeesUnseen,
}

/// Lets the next spell of this number take effect; when there is none left, the count goes on. One in each run of the
/// stage.
pub fn unleash(
    mut figures: ParamSet<(Battlefield, Query<Victim>, Query<Enchanted>, Means)>,
    roster: Res<Roster>,
    mut pending: ResMut<PendingSpells>,
    mut cup: ResMut<DiceCup>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    let Some(entry) = pending.0.pop_front() else {
        flow.pop();
        return;
    };
    if entry.lost {
        return;
    }
    let field = figures.p0();
    let who = field.figure(entry.who);
    let Some(volley) = Volley::of(&field, &who, entry.item, entry.target) else {
        return;
    };
    let hidden = who.magic.unseen.0;
    announce(&entry, &volley, &mut scribe);
    use_up(&entry, &roster, &mut figures.p3(), &mut scribe);
    if hidden && let Ok(mut caster) = figures.p2().get_mut(roster.combatant(entry.who)) {
        caster.unseen.0 = false;
        scribe.condition(entry.who, UNSEEN, false, &[RR74]);
    }
    scribe.journal.open_group();
    let until = flow.round + volley.spell.rounds();
    match volley.spell.effect() {
        Effect::Harm(_) => {
            // Those whose number is the same are not disturbed (D20-R73).
            let at_once: Vec<CombatantId> = pending.0.iter().map(|other| other.who).collect();
            let by = (entry.who, &[RR74] as &[RuleId]);
            strike(
                &volley,
                by,
                &at_once,
                &mut figures,
                &roster,
                &mut cup,
                &mut scribe,
            );
        }
        Effect::Sleep { .. } | Effect::Hold => {
            let asleep = matches!(volley.spell.effect(), Effect::Sleep { .. });
            for id in &volley.targets {
                let throw = throw(&volley, *id, &figures.p0(), &mut cup, &mut scribe);
                let works = !throw.is_some_and(D20::succeeds);
                resolve(entry.who, *id, throw, works, &mut scribe);
                if !works {
                    continue;
                }
                if let Ok(mut victim) = figures.p1().get_mut(roster.combatant(*id)) {
                    victim.bind(Binding { asleep, until }, &mut scribe, RR74);
                }
            }
        }
        Effect::Heal(ref dice) => {
            for id in &volley.targets {
                let by = (entry.who, "mending");
                let healed = rolls::sum(by, dice, &mut cup, &mut scribe, &[RR74]);
                if let Ok(mut patient) = figures.p1().get_mut(roster.combatant(*id)) {
                    patient.heal(healed, entry.who, &mut scribe, RR74);
                }
            }
        }
        Effect::Ward { bonus } => {
            enchant(&volley, &roster, &mut figures.p2(), &mut scribe, |one| {
                one.warded.bonus = bonus;
                one.warded.until = until;
                WARDED
            });
        }
        Effect::Unseen => {
            enchant(&volley, &roster, &mut figures.p2(), &mut scribe, |one| {
                one.unseen.0 = true;
                UNSEEN
            });
        }
        Effect::SeeUnseen => {
            enchant(&volley, &roster, &mut figures.p2(), &mut scribe, |one| {
                one.sees_unseen.0 = until;
                SEES_UNSEEN
            });
        }
    }
    scribe.journal.close_group();
}

fn announce(entry: &PendingSpell, volley: &Volley, scribe: &mut Scribe<'_, '_>) {
    let rules: &[RuleId] = if entry.wand {
        &[R168, RR83]
    } else {
        &[R093, RR74]
    };
    let event = match (&volley.area, volley.targets.first()) {
        (Some((centre, cells)), _) => {
            let area = Area::Cells {
                centre: *centre,
                cells: cells.clone(),
            };
            Event::Blast {
                who: entry.who,
                item: Some(entry.item),
                with: volley.name.clone(),
                aimed: area.clone(),
                struck: Some(area),
                missile: true,
            }
        }
        (None, Some(target)) if volley.spell.is_hostile() => Event::Attacked {
            who: entry.who,
            target: *target,
            item: Some(entry.item),
            with: volley.name.to_lowercase(),
            missile: true,
        },
        _ => return,
    };
    scribe.write(event, rules);
}

/// The spell is spent, and its caster is free again.
fn use_up(
    entry: &PendingSpell,
    roster: &Roster,
    (casters, spells): &mut Means<'_, '_>,
    scribe: &mut Scribe<'_, '_>,
) {
    let rule = if entry.wand { R168 } else { R093 };
    disruption::spend(entry.who, entry.item, roster, spells, scribe, &[rule]);
    let Ok((mut casting, mut reading)) = casters.get_mut(roster.combatant(entry.who)) else {
        return;
    };
    if !entry.wand && casting.0.take().is_some() {
        reading.0 = None;
        scribe.condition(entry.who, CASTING, false, &[R093]);
    }
}

/// Rolls damage for all who are struck, with their throws, the spells that it takes, and the throws against death.
/// `by` is who does it, and by which rules; those who are spared lose no spell.
pub fn strike(
    volley: &Volley,
    by: (CombatantId, &[RuleId]),
    spared: &[CombatantId],
    figures: &mut ParamSet<'_, '_, (Battlefield, Query<Victim>, Query<Enchanted>, Means)>,
    roster: &Roster,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) {
    let harmed = harm(volley, by, figures, roster, cup, scribe);
    let (mut casters, mut spells) = figures.p3();
    for who in harmed.iter().filter(|who| !spared.contains(who)) {
        let queries = (&mut casters, &mut spells);
        disruption::lose(*who, roster, queries, scribe, &[R094, RR73]);
    }
    death::throw_for(harmed, roster, &mut figures.p1(), cup, scribe);
}

/// Writes what a harmful spell has come to for somebody.
fn resolve(
    caster: CombatantId,
    target: CombatantId,
    throw: Option<D20>,
    works: bool,
    scribe: &mut Scribe<'_, '_>,
) {
    let made = throw.is_some_and(D20::succeeds);
    let event = Event::AttackResolved {
        who: caster,
        target,
        attack: SUCCESS,
        defence: UNANSWERED,
        defence_level: if made { SUCCESS } else { FAILURE },
        effect: if works { HURT } else { NO_EFFECT },
    };
    scribe.write(event, &[RR74]);
}

/// The throw of somebody against a spell, if there is one against it.
fn throw(
    volley: &Volley,
    who: CombatantId,
    field: &Battlefield<'_, '_>,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> Option<D20> {
    (volley.spell.save != SpellSave::None).then(|| {
        let save = save_against(&field.figure(who), volley);
        save.throw(who, cup, scribe, &[RR20, RR74])
    })
}

/// Rolls the damage once, and a throw for everybody; who has lost hit points.
fn harm(
    volley: &Volley,
    (caster, rules): (CombatantId, &[RuleId]),
    figures: &mut ParamSet<'_, '_, (Battlefield, Query<Victim>, Query<Enchanted>, Means)>,
    roster: &Roster,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> Vec<CombatantId> {
    let Some(dice) = volley
        .damage
        .as_ref()
        .filter(|_| !volley.targets.is_empty())
    else {
        return Vec::new();
    };
    let rolled = rolls::sum((caster, "damage"), dice, cup, scribe, rules);
    let mut harmed = Vec::new();
    for id in &volley.targets {
        let throw = throw(volley, *id, &figures.p0(), cup, scribe);
        let lost = damage_after(volley.spell.save, throw, rolled, dice.max());
        if volley.spell.level > 0 {
            resolve(caster, *id, throw, lost > 0, scribe);
        }
        let area: &[RuleId] = match &volley.area {
            Some(_) => &[R090, R128],
            None => &[],
        };
        let rules = [area, rules].concat();
        let event = Event::Damage {
            target: *id,
            fixed: 0,
            rolled,
            armour: 0,
            lost,
        };
        scribe.write(event, &rules);
        if lost > 0 {
            harmed.push((*id, lost));
        }
    }
    for (id, lost) in &harmed {
        if let Ok(mut victim) = figures.p1().get_mut(roster.combatant(*id)) {
            victim.lose(*lost, Some(caster), scribe, rules);
            victim.give_in(scribe);
        }
    }
    harmed.into_iter().map(|(id, _)| id).collect()
}

fn enchant(
    volley: &Volley,
    roster: &Roster,
    enchanted: &mut Query<'_, '_, Enchanted>,
    scribe: &mut Scribe<'_, '_>,
    mut change: impl FnMut(&mut EnchantedItem<'_, '_>) -> Condition,
) {
    for id in &volley.targets {
        if let Ok(mut one) = enchanted.get_mut(roster.combatant(*id)) {
            let begun = change(&mut one);
            scribe.condition(*id, begun, true, &[RR74]);
        }
    }
}
