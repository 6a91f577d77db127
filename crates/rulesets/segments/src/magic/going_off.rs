//! Spells go off: the cast roll, saves and effects (SEG-R09, SEG-R36, SEG-R74).

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    ChangeLater, Check, CombatantId, DiceCup, Event, HitPoints, RegisterState, Roster, Scribe,
    Writer, terms::DueState,
};
use shieldwall_dice::Dice;

use crate::{
    combatant::injuries::GrievousWounds,
    combatant::percent_roll,
    combatant::{
        allowance,
        arms::Reach,
        field::{Combatant, Field},
        sight::{Assaults, Senses},
    },
    combatant::{
        boons::{Blessing, Ward},
        casting::{Cast, Casting, Energy},
    },
    content::spell::{Save, Spell, SpellEffect},
    harm::bleeding,
    magic::pushing::Push,
    strike::effects::{Hit, SpellHits},
    terms::{
        rules::{R014, R037, R059, RR36, RR74},
        words::{
            BLESSED, BLINDED, CASTING, FAILS, MENDED, OPEN_WOUND, SAVED, SPELL_FAILS,
            SPELL_SUCCEEDS, WARDED,
        },
    },
};

/// Rolls from here on fail.
const FAILS_FROM: i32 = 96;
/// Rolls up to here succeed.
const SUCCEEDS_TO: i32 = 3;
/// Target number of Luck saves of a rooted combatant (SEG-014).
const ROOTED: i32 = -20;

/// The effects of spells on one segment, until all have gone off.
#[derive(Resource, Clone, Debug, Default, PartialEq, Hash)]
pub struct Spelled {
    /// Pushes.
    pub pushes: Vec<Push>,
    /// Everything else.
    pub others: Vec<Enchantment>,
}

/// An effect on one combatant that is no harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Enchantment {
    who: CombatantId,
    effect: SpellEffect,
    amount: i32,
    rounds: u8,
}

/// Casters whose spells go off on this segment, the next one last.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Casters(pub Vec<CombatantId>);

pub(super) fn plugin(app: &mut App) {
    app.resource_state::<Spelled>().resource_state::<Casters>();
}

/// The chance of a cast, with what it consists of.
#[must_use]
pub fn chance(who: &Combatant<'_, '_>, name: &str, skill: i32) -> Check {
    let wounds = who.wound_level().modifier();
    let band = [SUCCEEDS_TO, FAILS_FROM - 1];
    percent_roll::check(name.to_owned(), skill, ("wounds", wounds, R037), band)
}

impl Field<'_, '_> {
    /// The spell of a casting, with its name and the cast chance of its caster.
    fn spell_of(&self, who: &Combatant<'_, '_>, cast: &Cast) -> Option<(Spell, String, i32)> {
        let gear = self.item(cast.spell)?;
        let skill = who.stats().spells.get(&gear.kind.0.id)?;
        let spell = gear.gear.0.spell.clone()?;
        Some((spell, gear.kind.0.name.clone(), skill.chance))
    }

    /// True if a spell reaches a target from where its caster stands (SEG-R36).
    #[must_use]
    pub fn spell_reaches(
        &self,
        who: &Combatant<'_, '_>,
        target: &Combatant<'_, '_>,
        spell: &Spell,
    ) -> bool {
        let cells = allowance::whole(2 * spell.range_ft, self.grid()) / allowance::CELL;
        let is_able = target.body.is_active() || spell.effect == SpellEffect::Heal;
        is_able
            && (!spell.is_hostile() || self.may_aim_at(who, target))
            && (who.id() == target.id()
                || self.strikes_at(who.cell(), target.cell(), Reach::Missile(cells.into())))
    }

    /// The enemies that a spell reaches.
    fn within_spell<'a>(
        &'a self,
        who: &'a Combatant<'_, '_>,
        spell: &'a Spell,
    ) -> impl Iterator<Item = Combatant<'a, 'a>> {
        let enemies = self.enemies(who.side());
        enemies.filter(|enemy| self.spell_reaches(who, enemy, spell))
    }

    /// The name of a harmful spell that goes off and whose stated target is gone, with the enemies that it reaches.
    #[must_use]
    pub fn other_targets(&self, who: &Combatant<'_, '_>) -> Option<(String, Vec<CombatantId>)> {
        let cast = who.casting.0?;
        let (spell, name, _) = self.spell_of(who, &cast)?;
        let stated = self.combatant(cast.target.filter(|_| spell.is_hostile())?);
        if self.spell_reaches(who, &stated, &spell) {
            return None;
        }
        let legal = self.within_spell(who, &spell);
        Some((name, legal.map(|enemy| enemy.id()).collect()))
    }

    /// The target of a spell that goes off: the stated one, or else the legal enemy with the fewest hit points (SEG-R04).
    fn spell_target(
        &self,
        who: &Combatant<'_, '_>,
        stated: Option<CombatantId>,
        spell: &Spell,
    ) -> Option<CombatantId> {
        let is_legal = |id: &CombatantId| self.spell_reaches(who, &self.combatant(*id), spell);
        let stated = stated.filter(is_legal);
        if stated.is_some() || !spell.is_hostile() {
            return stated;
        }
        let near = self.within_spell(who, spell);
        let weakest = near.min_by_key(|enemy| (enemy.points.current, enemy.id()));
        weakest.map(|enemy| enemy.id())
    }
}

/// Lets the next spell of this segment go off. One in each run, so that forecasts add up the results of each.
pub fn go_off(
    field: Field,
    mut casters: ResMut<Casters>,
    mut cup: ResMut<DiceCup>,
    mut spelled: ResMut<Spelled>,
    mut hits: ResMut<SpellHits>,
    mut assaults: ResMut<Assaults>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let Some(who) = casters.0.pop() else {
        return;
    };
    let who = field.combatant(who);
    let Some(cast) = who.casting.0 else { return };
    let Some((spell, name, skill)) = field.spell_of(&who, &cast) else {
        return;
    };
    let entity = who.body.entity;
    commands.change(entity, |casting: &mut Casting| casting.0 = None);
    commands.change(entity, move |energy: &mut Energy| energy.0 -= cast.energy);
    cast.tell(who.id(), DueState::Done, &mut scribe, &[R059, RR36]);
    if cast.begun {
        scribe.condition(who.id(), CASTING, false, &[R059]);
    }
    assaults.0.push((who.id(), who.id()));
    let succeeds = percent_roll::roll(
        (who.id(), format!("casting {}", name.to_lowercase())),
        chance(&who, &name, skill),
        [SPELL_SUCCEEDS, SPELL_FAILS],
        &[RR36],
        &mut cup,
        &mut scribe,
    );
    if !succeeds {
        return;
    }
    if spell.effect == SpellEffect::Bless {
        let friends = field.combatants.active().map(|(body, _)| *body.id);
        let friends = friends.filter(|id| {
            let friend = field.combatant(*id);
            !field.combatants.board.hostile(who.side(), friend.side())
                && field.spell_reaches(&who, &friend, &spell)
        });
        spelled.others.extend(friends.map(|who| Enchantment {
            who,
            effect: spell.effect,
            amount: spell.amount,
            rounds: spell.rounds,
        }));
        return;
    }
    let Some(target) = field.spell_target(&who, cast.target, &spell) else {
        let event = Event::Note {
            who: who.id(),
            text: format!("finds no target for {}", name.to_lowercase()),
            unforeseen: false,
        };
        scribe.write(event, &[RR36]);
        return;
    };
    let target = field.combatant(target);
    assaults.0.push((who.id(), target.id()));
    let saved = spell.save.filter(|_| saves(&target, &mut cup, &mut scribe));
    if saved == Some(Save::Negates) {
        return;
    }
    let rolled = spell.dice.as_ref().map(|dice| {
        let rolled = cup.sum(dice);
        scribe.sum(who.id(), "the spell", &rolled, &[RR36]);
        rolled.total
    });
    let amount = rolled.unwrap_or(spell.amount);
    let amount = if saved == Some(Save::Halves) {
        amount / 2
    } else {
        amount
    };
    if spell.effect == SpellEffect::Harm {
        let stuns = amount > target.stun_threshold();
        hits.0
            .push(Hit::by_spell(target.id(), who.id(), amount, stuns));
    } else if spell.effect == SpellEffect::Push {
        spelled.pushes.push(Push {
            who: target.id(),
            from: who.cell(),
            feet: amount,
        });
    } else {
        spelled.others.push(Enchantment {
            who: target.id(),
            effect: spell.effect,
            amount,
            rounds: spell.rounds,
        });
    }
}

/// Rolls a Luck save (SEG-R74).
fn saves(target: &Combatant<'_, '_>, cup: &mut DiceCup, scribe: &mut Scribe<'_, '_>) -> bool {
    let luck = target.stats().luck;
    let rooted = if target.plan.is_rooted() { ROOTED } else { 0 };
    percent_roll::roll(
        (target.id(), "Luck save".to_owned()),
        percent_roll::check("Luck", luck, ("rooted", rooted, R014), [0, 100]),
        [SAVED, FAILS],
        &[RR74],
        cup,
        scribe,
    )
}

/// The components that spells change.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Enchanted {
    points: &'static mut HitPoints,
    ward: &'static mut Ward,
    blessing: &'static mut Blessing,
    wounds: &'static mut GrievousWounds,
    senses: &'static mut Senses,
}

/// Lets everything but harm take effect.
pub fn take_effect(
    mut spelled: ResMut<Spelled>,
    mut all: Query<Enchanted>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) {
    for spell in std::mem::take(&mut spelled.others) {
        let who = spell.who;
        let Ok(mut target) = all.get_mut(roster.combatant(who)) else {
            continue;
        };
        // The rounds after this one, and this one.
        let rounds = spell.rounds.saturating_add(1);
        match spell.effect {
            SpellEffect::Ward => {
                target.ward.0.renew(spell.amount, rounds);
                scribe.condition(who, WARDED, true, &[RR36]);
            }
            SpellEffect::Bless => {
                target.blessing.0.renew(spell.amount, rounds);
                scribe.condition(who, BLESSED, true, &[RR36]);
            }
            SpellEffect::Heal => {
                let left = target.points.max.min(target.points.current + spell.amount);
                scribe.points(who, &mut target.points, left, (MENDED, None), &[RR36]);
                if bleeding::bind_worst(&mut target.wounds) {
                    scribe.condition(who, OPEN_WOUND, false, &[RR36]);
                }
            }
            SpellEffect::Blind => {
                target.senses.blinded = target.senses.blinded.max(rounds);
                scribe.condition(who, BLINDED, true, &[RR36]);
            }
            SpellEffect::Harm | SpellEffect::Push => {}
        }
    }
}
