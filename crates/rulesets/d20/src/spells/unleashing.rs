//! Spells take effect: damage dice, saving throws, and their effects on each target (D20-090, D20-093, D20-128, D20-R73, D20-R74).

use bevy_ecs::{prelude::*, query::QueryData, system::SystemParam};
use shieldwall_battle::{
    Area, CombatantId, DiceCup, Event, Flow, Roster, RuleId, Scribe, Writer, terms::Condition,
};

use crate::{
    content::spell::{Effect, SpellSave},
    figure::{
        battlefield::Battlefield,
        magic::{Binding, SeesUnseen, Unseen, Warded},
    },
    harm::{
        d20::D20,
        death, rolls,
        victim::{Victim, VictimItem},
    },
    spells::{
        PendingSpell, PendingSpells,
        disruption::{self, Means},
        effects::{Volley, damage_after},
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

/// Takes the next spell of this number; when there is none left, the count goes on. One in each run of the stage.
pub fn next(
    field: Battlefield,
    mut pending: ResMut<PendingSpells>,
    mut flow: ResMut<Flow>,
) -> Option<(PendingSpell, Volley)> {
    let Some(entry) = pending.0.pop_front() else {
        flow.pop();
        return None;
    };
    let who = field.figure(entry.who);
    let volley = Volley::of(&field, &who, entry.item, entry.target);
    volley.filter(|_| !entry.lost).map(|volley| (entry, volley))
}

/// Lets a spell take effect.
pub fn unleash(
    In(next): In<Option<(PendingSpell, Volley)>>,
    mut struck: Struck,
    mut enchanted: Query<Enchanted>,
    pending: Res<PendingSpells>,
    flow: Res<Flow>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some((entry, volley)) = next else { return };
    let caster = entry.who;
    announce(&entry, &volley, &mut scribe);
    struck.use_up(&entry, &mut scribe);
    let entity = struck.roster.combatant(caster);
    if let Ok(mut unseen) = enchanted.get_mut(entity)
        && std::mem::take(&mut unseen.unseen.0)
    {
        scribe.condition(caster, UNSEEN, false, &[RR74]);
    }
    scribe.journal.open_group();
    let until = flow.round + volley.spell.rounds();
    match volley.spell.effect() {
        Effect::Harm(_) => {
            // Those whose number is the same are not disturbed (D20-R73).
            let at_once: Vec<CombatantId> = pending.0.iter().map(|other| other.who).collect();
            let by = (caster, &[RR74] as &[RuleId]);
            struck.strike(&volley, by, &at_once, &mut cup, &mut scribe);
        }
        Effect::Sleep { .. } | Effect::Hold => {
            let asleep = matches!(volley.spell.effect(), Effect::Sleep { .. });
            for id in &volley.targets {
                let Some(mut victim) = struck.victim(*id) else {
                    continue;
                };
                let throw = throw(&volley, &victim, &mut cup, &mut scribe);
                let works = !throw.is_some_and(D20::succeeds);
                resolve(caster, *id, throw, works, &mut scribe);
                if works {
                    victim.bind(Binding { asleep, until }, &mut scribe, RR74);
                }
            }
        }
        Effect::Heal(ref dice) => {
            for id in &volley.targets {
                let by = (caster, "mending");
                let healed = rolls::sum(by, dice, &mut cup, &mut scribe, &[RR74]);
                if let Some(mut patient) = struck.victim(*id) {
                    patient.heal(healed, caster, &mut scribe, RR74);
                }
            }
        }
        Effect::Ward { bonus } => {
            enchant(
                &volley,
                &struck.roster,
                &mut enchanted,
                &mut scribe,
                |one| {
                    one.warded.bonus = bonus;
                    one.warded.until = until;
                    WARDED
                },
            );
        }
        Effect::Unseen => {
            enchant(
                &volley,
                &struck.roster,
                &mut enchanted,
                &mut scribe,
                |one| {
                    one.unseen.0 = true;
                    UNSEEN
                },
            );
        }
        Effect::SeeUnseen => {
            enchant(
                &volley,
                &struck.roster,
                &mut enchanted,
                &mut scribe,
                |one| {
                    one.sees_unseen.0 = until;
                    SEES_UNSEEN
                },
            );
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

/// The state that a volley changes: of the combatants that it strikes, and of its caster.
#[derive(SystemParam)]
pub struct Struck<'w, 's> {
    /// Entities by id.
    pub roster: Res<'w, Roster>,
    victims: Query<'w, 's, Victim>,
    means: Means<'w, 's>,
}

impl<'s> Struck<'_, 's> {
    fn victim(&mut self, who: CombatantId) -> Option<VictimItem<'_, 's>> {
        self.victims.get_mut(self.roster.combatant(who)).ok()
    }

    /// Spends the spell, and makes its caster free again.
    fn use_up(&mut self, entry: &PendingSpell, scribe: &mut Scribe<'_, '_>) {
        let rule = if entry.wand { R168 } else { R093 };
        let (casters, spells) = &mut self.means;
        disruption::spend(entry.who, entry.item, &self.roster, spells, scribe, &[rule]);
        let Ok((mut casting, mut reading)) = casters.get_mut(self.roster.combatant(entry.who))
        else {
            return;
        };
        if !entry.wand && casting.0.take().is_some() {
            reading.0 = None;
            scribe.condition(entry.who, CASTING, false, &[R093]);
        }
    }

    /// Rolls damage for all who are struck, with their throws, the spells that it takes, and the throws against death.
    /// `by` is the caster or user, with the rules; spared targets lose no spell.
    pub fn strike(
        &mut self,
        volley: &Volley,
        by: (CombatantId, &[RuleId]),
        spared: &[CombatantId],
        cup: &mut DiceCup,
        scribe: &mut Scribe<'_, '_>,
    ) {
        let harmed = self.harm(volley, by, cup, scribe);
        let (casters, spells) = &mut self.means;
        for who in harmed.iter().filter(|who| !spared.contains(who)) {
            let queries = (&mut *casters, &mut *spells);
            disruption::lose(*who, &self.roster, queries, scribe, &[R094, RR73]);
        }
        death::throw_for(harmed, &self.roster, &mut self.victims, cup, scribe);
    }

    /// Rolls the damage once, and a throw for each target; who has lost hit points.
    fn harm(
        &mut self,
        volley: &Volley,
        (caster, rules): (CombatantId, &[RuleId]),
        cup: &mut DiceCup,
        scribe: &mut Scribe<'_, '_>,
    ) -> Vec<CombatantId> {
        let dice = volley.damage.as_ref();
        let Some(dice) = dice.filter(|_| !volley.targets.is_empty()) else {
            return Vec::new();
        };
        let rolled = rolls::sum((caster, "damage"), dice, cup, scribe, rules);
        let area: &[RuleId] = match &volley.area {
            Some(_) => &[R090, R128],
            None => &[],
        };
        let rules_of_damage = [area, rules].concat();
        let mut harmed = Vec::new();
        for id in &volley.targets {
            let Some(victim) = self.victim(*id) else {
                continue;
            };
            let throw = throw(volley, &victim, cup, scribe);
            let lost = damage_after(volley.spell.save, throw, rolled, dice.max());
            if volley.spell.level > 0 {
                resolve(caster, *id, throw, lost > 0, scribe);
            }
            let event = Event::Damage {
                target: *id,
                fixed: 0,
                rolled,
                armour: 0,
                lost,
            };
            scribe.write(event, &rules_of_damage);
            if lost > 0 {
                harmed.push((*id, lost));
            }
        }
        for (id, lost) in &harmed {
            if let Some(mut victim) = self.victim(*id) {
                victim.lose(*lost, Some(caster), scribe, rules);
                victim.give_in(scribe);
            }
        }
        harmed.into_iter().map(|(id, _)| id).collect()
    }
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

/// The throw of a target against a spell, if there is one against it.
fn throw(
    volley: &Volley,
    target: &VictimItem<'_, '_>,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> Option<D20> {
    (volley.spell.save != SpellSave::None).then(|| {
        let save = volley.save(&target.build.0, target.flesh.0);
        save.throw(*target.id, cup, scribe, &[RR20, RR74])
    })
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
