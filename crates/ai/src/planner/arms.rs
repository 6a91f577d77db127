//! Which offers use which kind of weapon, and when another one should be in hand.

use shieldwall_battle::{
    Battle, Choice, Decision, ItemId, Offer, Target, Targets,
    terms::{ActionRole, Mode, ModeRole},
};

use super::{Tools, action_kind::ActionKind, outlook::Outlook};

/// What it is worth to have a proper weapon in hand for the rounds to come.
const ARMED: f64 = 0.12;

/// Whether something flies when this is done with this item.
///
/// An item with range bands is a missile weapon; where it also strikes, the mode says which.
pub(super) fn flies(battle: &mut Battle, item: Option<ItemId>, mode: Option<Mode>) -> bool {
    let strikes = mode.is_some_and(|mode| matches!(mode.role, ModeRole::Weapon | ModeRole::Shield));
    !strikes && item.is_some_and(|item| !battle.range_bands(item).is_empty())
}

/// True if an attack sends something flying: by its role, or else by its weapon in this mode.
pub(super) fn sends(battle: &mut Battle, offer: &Offer) -> bool {
    match (offer.role, offer.mode) {
        (ActionRole::MissileAttack, _) => true,
        (ActionRole::MeleeAttack, None) if strikes_too(battle, offer) => false,
        _ => flies(battle, offer.item, offer.mode),
    }
}

/// True if the same weapon has an attack of its own that sends it flying.
fn strikes_too(battle: &Battle, offer: &Offer) -> bool {
    let offers = battle.decision().map(|decision| &decision.offers);
    let mut others = offers.into_iter().flatten();
    others.any(|other| other.role == ActionRole::MissileAttack && other.item == offer.item)
}

fn has_role(mode: Option<Mode>, role: ModeRole) -> bool {
    mode.is_some_and(|mode| mode.role == role)
}

/// The attack offers of a decision.
pub(super) fn attacks(decision: &Decision) -> impl Iterator<Item = &Offer> {
    decision
        .offers
        .iter()
        .filter(|offer| ActionKind::of(offer.role) == ActionKind::Attack)
}

/// Whether there is anything to attack with but bare hands and the rim of a shield.
fn is_armed(decision: &Decision) -> bool {
    attacks(decision).any(|offer| match offer.item {
        Some(_) => !has_role(offer.mode, ModeRole::Shield),
        // Claws and teeth are arms; fists are none.
        None => offer
            .mode
            .is_some_and(|mode| mode.role != ModeRole::Unarmed),
    })
}

/// The best offer to take another weapon in hand, with what it is worth; `None` for those who have
/// one, however poor: changing weapons in a fight costs more than it gains.
pub(super) fn better_armed(
    battle: &mut Battle,
    tools: &Tools,
    decision: &Decision,
    outlook: &Outlook,
) -> Option<(f64, Choice)> {
    // Only a statement offers attacks on those out of reach too.
    let states = attacks(decision).any(|offer| !offer.options().is_empty());
    if is_armed(decision) || (!states && outlook.armed) || outlook.foes.is_empty() {
        return None;
    }
    handiest(battle, tools, decision, outlook)
}

/// The same where a weapon is taken in hand instead of a move. `None` for fighters who can already strike, and for armed
/// ones with no enemy in contact.
pub(super) fn handier(
    battle: &mut Battle,
    tools: &Tools,
    decision: &Decision,
    outlook: &Outlook,
    strikes: bool,
) -> Option<(f64, Choice)> {
    if strikes || (outlook.armed && !outlook.engaged) || outlook.foes.is_empty() {
        return None;
    }
    handiest(battle, tools, decision, outlook)
}

/// The best of the weapons that may be taken in hand, each once.
fn handiest(
    battle: &mut Battle,
    tools: &Tools,
    decision: &Decision,
    outlook: &Outlook,
) -> Option<(f64, Choice)> {
    let actor = decision.actor?;
    let close = outlook.engaged;
    let view = battle.view(Some(decision.side));
    let here = view.combatant(actor).map(|combatant| combatant.cell);
    // What lies elsewhere would have to be walked to first.
    let out_of_hand = |item: ItemId| {
        let lies = view.lying.iter().find(|lying| lying.item == item);
        lies.is_some_and(|lying| Some(lying.cell) != here)
    };
    let mut best: Option<(f64, Choice)> = None;
    for offer in &decision.offers {
        // Putting something away does not arm anybody.
        if ActionKind::of(offer.role) != ActionKind::Ready
            || has_role(offer.mode, ModeRole::PutAway)
        {
            continue;
        }
        for index in 0..offer.target_count() {
            let target = offer.target(index);
            let item = item_of(offer.item, target);
            if tools.memory.has_readied(actor, item, battle.round())
                || item.is_some_and(out_of_hand)
            {
                continue;
            }
            let flies = flies(battle, item, offer.mode);
            // Close to an enemy a blade, from afar whatever flies.
            let worth = if flies == close { 0.75 * ARMED } else { ARMED };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, offer.choice(target, widest(offer, None))));
            }
        }
    }
    best
}

/// The item that a choice is about: the one it uses, or the one it takes.
pub(super) fn item_of(item: Option<ItemId>, target: Option<Target>) -> Option<ItemId> {
    item.or(match target {
        Some(Target::Item(item)) => Some(item),
        _ => None,
    })
}

/// The option of an offer that limits movement least, but to at least `band` if that is given
/// and possible.
pub(super) fn widest(offer: &Offer, band: Option<u8>) -> Option<&'static str> {
    let options = offer.options();
    let narrowest_enough = band.and_then(|band| {
        options
            .iter()
            .filter(|option| option.band.is_some_and(|limit| limit >= band))
            .min_by_key(|option| option.band)
    });
    // What has nothing to do with movement stays as it is unless somebody says otherwise.
    let limits = options.iter().filter(|option| option.band.is_some());
    let widest = limits.max_by_key(|option| option.band);
    narrowest_enough.or(widest).map(|option| option.key)
}

/// The highest movement band that an offer allows; `None` if it does not limit movement.
pub(super) fn last_band(offer: &Offer) -> Option<u8> {
    offer
        .options()
        .iter()
        .filter_map(|option| option.band)
        .max()
}

/// True if the paces of an offer cost the more the wider they are.
pub(super) fn costs(offer: &Offer) -> bool {
    offer.options().iter().any(|option| option.costs)
}

/// Whether an offer can be aimed at a target.
pub(super) fn can_aim(offer: &Offer, target: Target) -> bool {
    matches!(&offer.targets, Targets::AnyOf(targets) if targets.contains(&target))
}
