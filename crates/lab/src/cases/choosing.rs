//! From what an author writes to a choice: the offer, its target and what goes with it.

use shieldwall_battle::terms::word;
use shieldwall_battle::{
    Choice, CombatantId, Decision, DeviceId, Field, FieldKind, FieldValue, Fields, Offer, Ruleset,
    SideId, Target, Targets, Terms,
};
use shieldwall_content::{
    Level,
    case::{CaseAction, CaseChoice, CaseTarget, CaseValue},
};
use shieldwall_grid::Cell;

use super::Cast;

/// What is written before the name of a zone.
const ZONE: &str = "zone:";

/// Whether a choice is meant for a decision: its round, its kind, and what the decision offers.
#[must_use]
pub fn is_meant_for(choice: &CaseChoice, decision: &Decision, round: u32) -> bool {
    if choice.round.is_some_and(|wanted| wanted != round) {
        return false;
    }
    let offered = |action: &CaseAction| {
        let mut known_actions = decision.offers.iter().map(|offer| offer.action.key);
        known_actions.any(|key| key == action.action)
    };
    match &choice.when {
        Some(kind) if kind != decision.kind.key => false,
        // A refusal is shown where the author says, whatever is on offer there.
        Some(_) if choice.refused || choice.actions.is_empty() => true,
        _ => choice.actions.iter().any(offered),
    }
}

/// What is written as a choice, with as much as is said: what is left out may be anything. `None` if it
/// is nothing that a choice could be.
#[must_use]
pub fn sketched(
    action: &CaseAction,
    decision: &Decision,
    ruleset: &dyn Ruleset,
    cast: &Cast,
    level: &Level,
) -> Option<Choice> {
    let terms = ruleset.terms();
    let target = match &action.target {
        Some(CaseTarget::Cell(cell)) => Some(Target::Cell(*cell)),
        Some(CaseTarget::Name(name)) => {
            Some(named(name, action.injury, decision.actor, cast, level)?)
        }
        None => None,
    };
    Some(Choice {
        item: match &action.item {
            Some(name) => Some(cast.item(name, decision.actor)?),
            None => None,
        },
        mode: action
            .mode
            .as_ref()
            .and_then(|mode| word(&terms.modes, mode)),
        target,
        fields: sketched_fields(action, decision, terms, (cast, level)),
        ..Choice::of(word(&terms.actions, &action.action)?)
    })
}

/// What is written for fields, as far as anything on offer has them.
fn sketched_fields(
    action: &CaseAction,
    decision: &Decision,
    terms: &Terms,
    (cast, level): (&Cast, &Level),
) -> Fields {
    let fields = decision.offers.iter().flat_map(|offer| &offer.fields);
    let written = |field: &Field| {
        let value = match action.fields.get(field.key)? {
            CaseValue::Number(amount) => FieldValue::Amount(*amount),
            CaseValue::WordOrTarget(target) => match (&field.kind, target) {
                (FieldKind::At { .. }, target) => {
                    FieldValue::Target(second_target(field, target, cast, level)?)
                }
                (_, CaseTarget::Name(word)) => {
                    let mut options = terms.options.iter();
                    FieldValue::Option(options.find(|option| *option == word)?)
                }
                (_, CaseTarget::Cell(_)) => return None,
            },
        };
        Some((field.key, value))
    };
    let mut sketched = Fields::NONE;
    for (key, value) in fields.filter_map(written) {
        sketched.set(key, value);
    }
    sketched
}

/// Why no choice could be made of what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclear {
    /// It cannot be understood: the author is to say it otherwise.
    Misread(String),
    /// It is clear, and not on offer.
    NotOffered(String),
}

fn misread<T>(reason: String) -> Result<T, Unclear> {
    Err(Unclear::Misread(reason))
}

/// The choice that is written; it may still be refused.
///
/// # Errors
/// What is missing or cannot be understood.
pub fn resolve(
    choice: &CaseAction,
    decision: &Decision,
    cast: &Cast,
    level: &Level,
) -> Result<Choice, Unclear> {
    let key = &choice.action;
    let offers: Vec<&Offer> = decision
        .offers
        .iter()
        .filter(|offer| offer.action.key == key)
        .collect();
    if offers.is_empty() {
        let reason = format!("`{key}` is not on offer; {}", on_offer(decision));
        return Err(Unclear::NotOffered(reason));
    }
    let narrowed: Vec<&Offer> = offers
        .iter()
        .copied()
        .filter(|offer| fits(choice, offer, cast))
        .collect();
    if narrowed.is_empty() {
        return Err(Unclear::NotOffered(format!(
            "`{key}` is on offer, but not {}; there is: {}",
            wanted(choice),
            offers
                .iter()
                .map(|offer| described(offer, cast))
                .collect::<Vec<_>>()
                .join(", ")
        )));
    }
    let mut answers = Vec::new();
    let mut unclear = None;
    for offer in &narrowed {
        match answer(choice, offer, decision, cast, level) {
            Ok(answer) => answers.push((*offer, answer)),
            Err(reason) => {
                unclear.get_or_insert(reason);
            }
        }
    }
    // Of several offers, those count whose targets are right.
    let legal: Vec<&(&Offer, Choice)> = answers
        .iter()
        .filter(|(_, answer)| decision.offer_for(answer).is_ok())
        .collect();
    match (&legal[..], &answers[..]) {
        ([(_, answer)], _) | ([], [(_, answer), ..]) => Ok(answer.clone()),
        // Offers that differ in their targets alone come to one and the same answer.
        ([(_, answer), others @ ..], _) if others.iter().all(|(_, other)| other == answer) => {
            Ok(answer.clone())
        }
        ([], []) => Err(unclear.unwrap_or_else(|| Unclear::Misread("nothing fits".to_owned()))),
        (several, _) => misread(format!(
            "several offers fit; say more: {}",
            several
                .iter()
                .map(|(offer, _)| format!("{} ({})", described(offer, cast), offer.label))
                .collect::<Vec<_>>()
                .join(", ")
        )),
    }
}

fn fits(choice: &CaseAction, offer: &Offer, cast: &Cast) -> bool {
    let item = choice
        .item
        .as_ref()
        .is_none_or(|name| offer.item.is_some_and(|item| cast.means_item(name, item)));
    let mode = choice
        .mode
        .as_ref()
        .is_none_or(|mode| offer.mode.is_some_and(|known| known.key == mode));
    item && mode
}

/// The answer that takes an offer.
fn answer(
    choice: &CaseAction,
    offer: &Offer,
    decision: &Decision,
    cast: &Cast,
    level: &Level,
) -> Result<Choice, Unclear> {
    let target = target(choice, offer, decision.actor, cast, level)?;
    let mut given = Fields::NONE;
    for (key, written) in &choice.fields {
        let (key, value) = chosen(key, written, offer, (cast, level))?;
        given.set(key, value);
    }
    Ok(Choice {
        fields: offer.filled(|field| given.get(field.key)),
        path: choice.path.clone(),
        ..offer.choice(target, None)
    })
}

/// What is chosen in a field. An amount that is too large is left for the battle to refuse.
fn chosen(
    key: &str,
    written: &CaseValue,
    offer: &Offer,
    (cast, level): (&Cast, &Level),
) -> Result<(&'static str, FieldValue), Unclear> {
    let Some(field) = offer.fields.iter().find(|field| field.key == key) else {
        let known: Vec<&str> = offer.fields.iter().map(|field| field.key).collect();
        let known = match known.as_slice() {
            [] => "it has none".to_owned(),
            known => format!("there is: {}", known.join(", ")),
        };
        return Err(Unclear::NotOffered(format!(
            "there is no field `{key}` here; {known}"
        )));
    };
    let value = match (&field.kind, written) {
        (FieldKind::Amount { .. }, CaseValue::Number(amount)) => Some(FieldValue::Amount(*amount)),
        (FieldKind::At { .. }, CaseValue::WordOrTarget(target)) => {
            second_target(field, target, cast, level).map(FieldValue::Target)
        }
        (FieldKind::OneOf(options), CaseValue::WordOrTarget(CaseTarget::Name(word))) => {
            let option = options.iter().find(|option| option.key == word);
            option.map(|option| FieldValue::Option(option.key))
        }
        _ => None,
    };
    let value =
        value.ok_or_else(|| Unclear::NotOffered(format!("`{key}` is one of {}", field.range())))?;
    Ok((field.key, value))
}

/// The second target that is written for a field; one that it does not take is left for the battle to refuse.
fn second_target(
    field: &Field,
    written: &CaseTarget,
    cast: &Cast,
    level: &Level,
) -> Option<Target> {
    match written {
        CaseTarget::Cell(cell) => Some(Target::Cell(*cell)),
        CaseTarget::Name(name) => among(field.targets(), name, None, cast, level)
            .or_else(|| named(name, None, None, cast, level)),
    }
}

/// What is aimed at: as written, or the only target there is.
fn target(
    choice: &CaseAction,
    offer: &Offer,
    actor: Option<CombatantId>,
    cast: &Cast,
    level: &Level,
) -> Result<Option<Target>, Unclear> {
    let Some(written) = &choice.target else {
        return match (&offer.targets, offer.target_count()) {
            (Targets::None, _) => Ok(None),
            (_, 1) => Ok(offer.target(0)),
            (_, count) => misread(format!(
                "{} has {count} targets; say which with `target`",
                described(offer, cast)
            )),
        };
    };
    let name = match written {
        CaseTarget::Cell(cell) => return Ok(Some(in_cell(offer, *cell))),
        CaseTarget::Name(name) => name,
    };
    if let Targets::AnyOf(targets) = &offer.targets {
        let found = among(targets, name, choice.injury, cast, level);
        if found.is_some() {
            return Ok(found);
        }
    }
    // Not on offer: what it would be, so that the battle can refuse it.
    named(name, choice.injury, actor, cast, level)
        .map(Some)
        .ok_or_else(|| {
            Unclear::Misread(format!(
                "`{name}` is no combatant, direction, side, zone, item or device here"
            ))
        })
}

/// The one of some targets that a name means.
fn among(
    targets: &[Target],
    name: &str,
    injury: Option<u16>,
    cast: &Cast,
    level: &Level,
) -> Option<Target> {
    let grid = level.map.grid();
    targets.iter().copied().find(|target| match *target {
        Target::Combatant(id) => cast.letter(id) == name,
        Target::Injury(id, number) => {
            cast.letter(id) == name && injury.is_none_or(|wanted| wanted == number)
        }
        Target::Edge(_, side) => grid.side_name(side) == name,
        Target::Facing(direction) => grid.direction_name(direction) == name,
        Target::Item(item) => cast.means_item(name, item),
        Target::Zone(zone) => zone_name(name) == Some(level.zones.name(zone)),
        Target::Side(side) => side.key() == name,
        Target::Device(_, id) => {
            let device = level.devices.get(id.index());
            device.is_some_and(|device| device.name == *name)
        }
        Target::Cell(_) => false,
    })
}

/// Who or what a name means, whether or not it can be aimed at.
fn named(
    name: &str,
    injury: Option<u16>,
    actor: Option<CombatantId>,
    cast: &Cast,
    level: &Level,
) -> Option<Target> {
    if let Some(id) = cast.combatant(name) {
        return Some(match injury {
            Some(number) => Target::Injury(id, number),
            None => Target::Combatant(id),
        });
    }
    if let Some(direction) = level.map.grid().layout().direction_named(name) {
        return Some(Target::Facing(direction));
    }
    let zone = zone_name(name).and_then(|name| level.zones.named(name));
    let party = || SideId::first(level.sides.len()).find(|side| side.key() == name);
    let device = || {
        let mut devices = (0..).map(DeviceId).zip(&level.devices);
        let (id, device) = devices.find(|(_, device)| device.name == *name)?;
        Some(Target::Device(device.cell, id))
    };
    zone.map(Target::Zone)
        .or_else(|| party().map(Target::Side))
        .or_else(|| cast.item(name, actor).map(Target::Item))
        .or_else(device)
}

/// What is meant by a cell: the device there, if the offer is about one, else the cell.
fn in_cell(offer: &Offer, cell: Cell) -> Target {
    let targets = match &offer.targets {
        Targets::AnyOf(targets) => targets.as_slice(),
        Targets::None | Targets::Cells(_) => &[],
    };
    let device = targets
        .iter()
        .find(|target| matches!(target, Target::Device(there, _) if *there == cell));
    device.copied().unwrap_or(Target::Cell(cell))
}

/// The name of the zone that is meant, if one is.
fn zone_name(written: &str) -> Option<&str> {
    written.strip_prefix(ZONE)
}

/// What a decision offers, for messages.
#[must_use]
pub fn on_offer(decision: &Decision) -> String {
    let mut known_actions: Vec<&str> = Vec::new();
    for offer in &decision.offers {
        if !known_actions.contains(&offer.action.key) {
            known_actions.push(offer.action.key);
        }
    }
    format!(
        "the decision `{}` offers: {}",
        decision.kind,
        known_actions.join(", ")
    )
}

fn described(offer: &Offer, cast: &Cast) -> String {
    let mut text = offer.action.key.to_owned();
    if let Some(item) = offer.item {
        text.push_str(&format!(" item={}", cast.item_name(item)));
    }
    if let Some(mode) = offer.mode {
        text.push_str(&format!(" mode={mode}"));
    }
    text
}

fn wanted(choice: &CaseAction) -> String {
    let parts = [
        choice.item.as_ref().map(|item| format!("item={item}")),
        choice.mode.as_ref().map(|mode| format!("mode={mode}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" ")
}
