//! Spells of a declaration (SEG-022 to SEG-024, SEG-R14, SEG-R36, SEG-R37).

use shieldwall_battle::{Candidates, Field as FormField, FieldOption, Offer, Target, Targets};
use shieldwall_grid::Cell;

use super::{Declares, attacks::standing_or_not, free_action};
use crate::{
    combatant::casting::{Cast, FIRST_SEGMENT},
    combatant::{
        field::{Combatant, Field, GearDataItem},
        plan::{CastWhen, Plan, PlannedAction},
    },
    content::spell::{Spell, SpellEffect},
    magic::going_off,
    terms::{
        fields::{AT_ONCE, HOW, NEXT_ROUND, PLACE, STAND_UP as STAND_UP_FIRST, WHEN},
        reasons,
        rules::{R013, R022, R024, R055, R059, R061, RR14, RR17, RR36, RR37},
        words::CAST,
    },
};
use shieldwall_battle::ActionRole;

/// Everything that a combatant may cast.
pub(super) fn spells(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    places: &[Cell],
    all: &mut Candidates,
) {
    for known in field
        .carried(who)
        .filter(|gear| gear.gear.0.spell.is_some())
    {
        let name = known.kind.in_sentence();
        let (Some(spell), Some(skill)) = (
            known.gear.0.spell.as_ref(),
            who.stats().spells.get(&known.kind.0.id),
        ) else {
            continue;
        };
        let waiting = who.casting.0.filter(|cast| cast.spell == *known.id);
        if let Some(cast) = waiting {
            let label = format!("Go on with {name}");
            let mut offer =
                Offer::new(CAST, label, &[R022, R024, RR14]).to_do(Declares::GoOn(*known.id));
            offer.role = role(spell);
            offer.item = Some(*known.id);
            offer.detail = "It begins on segment 10, without a roll.".to_owned();
            let stated: Vec<Target> = cast.target.map(Target::Combatant).into_iter().collect();
            if !stated.is_empty() {
                offer.targets = Targets::AnyOf(stated);
            }
            all.offer(offer);
            continue;
        }
        if spell.energy > who.energy.0 {
            all.bar_with(CAST, Some(*known.id), &name, &reasons::NO_ENERGY);
            continue;
        }
        if who.stats().attacks == 0 {
            all.bar_with(CAST, Some(*known.id), &name, &reasons::NOT_ATTACKING);
            continue;
        }
        let mut offer = offer(&known, spell, who, skill.rank, places);
        free_action(&mut offer, field.free_ways(who));
        let check = going_off::chance(who, &name, skill.chance);
        offer.detail = format!(
            "{} %, {} of {} energy. {}",
            check.chance,
            spell.energy,
            who.energy.0,
            time(spell, skill.rank)
        );
        if spell.effect == SpellEffect::Bless {
            all.offer(offer);
            continue;
        }
        let targets = targets(field, who, spell);
        if targets.is_empty() {
            all.bar_with(CAST, Some(*known.id), &name, &reasons::NO_PATIENT);
        } else {
            offer.targets = Targets::AnyOf(targets);
            all.offer(offer);
        }
    }
}

/// The time that a spell takes, in words.
fn time(spell: &Spell, rank: i32) -> String {
    match spell.casting_time(rank) {
        Some(1) => "It takes 1 segment.".to_owned(),
        Some(segments) => format!("It takes {segments} segments."),
        None => "It takes the whole round, from segment 10 on.".to_owned(),
    }
}

/// The role of a spell for everything that knows no rules.
const fn role(spell: &Spell) -> ActionRole {
    match spell.effect {
        SpellEffect::Harm => ActionRole::MissileAttack,
        SpellEffect::Push => ActionRole::Displace,
        SpellEffect::Blind => ActionRole::Hinder,
        SpellEffect::Heal => ActionRole::Heal,
        SpellEffect::Ward | SpellEffect::Bless => ActionRole::Boon,
    }
}

fn offer(
    known: &GearDataItem<'_, '_>,
    spell: &Spell,
    who: &Combatant<'_, '_>,
    rank: i32,
    places: &[Cell],
) -> Offer {
    let label = format!("Cast {}", known.kind.in_sentence());
    let mut offer = Offer::new(CAST, label, &[R055, R059, RR36]).to_do(Declares::Cast(*known.id));
    offer.role = role(spell);
    offer.item = Some(*known.id);
    if who.fallen.0 {
        offer.rules.push(RR17);
        let mut stand = FieldOption::new(STAND_UP_FIRST, "stand up first");
        stand.unsaid = true;
        offer.fields = vec![FormField::one_of(HOW, "Movement", vec![stand])];
        return offer;
    }
    offer.rules.extend([R013, R061, RR37]);
    let [stand, rooted, half] = standing_or_not();
    let mut options = vec![stand, rooted];
    // A one-round spell cannot follow a move in the same round (SEG-R37).
    if spell.casting_time(rank).is_some() && !places.is_empty() {
        options.push(half);
    }
    let moves = options.len() > 2;
    offer.fields = vec![FormField::one_of(HOW, "Movement", options)];
    if moves {
        let targets = places.iter().map(|cell| Target::Cell(*cell)).collect();
        let place = FormField::at(PLACE, "Where", targets, "where it stands");
        offer.fields.push(place);
    }
    offer.rules.push(R024);
    let mut at_once = FieldOption::new(AT_ONCE, "at once");
    at_once.unsaid = true;
    let mut next = FieldOption::new(NEXT_ROUND, "on segment 10 of the next round");
    next.shuts = vec![HOW, PLACE];
    let options = vec![at_once, next];
    offer.fields.push(FormField::one_of(WHEN, "Begin", options));
    offer
}

/// The targets of a spell: all enemies that may be in sight when it goes off, or friends that it could serve.
fn targets(field: &Field<'_, '_>, who: &Combatant<'_, '_>, spell: &Spell) -> Vec<Target> {
    if spell.is_hostile() {
        let enemies = field.located_enemies(who.side());
        let known = enemies.filter(|enemy| field.knows(who.side(), enemy));
        return known.map(|enemy| Target::Combatant(enemy.id())).collect();
    }
    let heals = spell.effect == SpellEffect::Heal;
    let all = field.combatants.iter().map(|(body, _)| *body.id);
    let mut friends: Vec<Combatant<'_, '_>> = all
        .map(|id| field.combatant(id))
        .filter(|friend| !field.combatants.board.hostile(who.side(), friend.side()))
        .filter(|friend| {
            let hurt = friend.points.current < friend.points.max;
            field.spell_reaches(who, friend, spell) && (hurt || !heals)
        })
        .collect();
    // The most hurt first.
    friends.sort_by_key(|friend| (friend.points.current, friend.id()));
    friends
        .iter()
        .map(|friend| Target::Combatant(friend.id()))
        .collect()
}

/// The casting that a plan brings about before any dice: one that has waited, or one that waits now.
#[must_use]
pub fn cast(field: &Field<'_, '_>, who: &Combatant<'_, '_>, plan: &Plan) -> Option<Cast> {
    let PlannedAction::Cast {
        spell,
        target,
        when,
        ..
    } = plan.action
    else {
        return None;
    };
    let gear = field.item(spell)?;
    let block = gear.gear.0.spell.as_ref()?;
    let skill = who.stats().spells.get(&gear.kind.0.id)?;
    let first = Cast::on(
        (spell, block),
        [skill.rank, who.stats().wil],
        target,
        FIRST_SEGMENT,
    );
    match when {
        CastWhen::Rolled => None,
        CastWhen::Waited => Some(first),
        CastWhen::NextRound => Some(Cast {
            waits: true,
            ..first
        }),
    }
}
