//! A choice in the journal: its text, and the sides that may read it.

use bevy_ecs::world::World;

use crate::{
    board::Board,
    choice::Choice,
    combatant::{Concealment, Roster},
    decision::Decision,
    event::Event,
    ids::CombatantId,
    journal::Journal,
    narration::{item_name_of, mentions, name_of, side_name_of},
    offer::Offer,
    target::Target,
};

/// A choice in plain words: "Attack with broad sword: Spearman 2, up to 15 m".
#[must_use]
pub fn choice_text(world: &World, decision: &Decision, choice: &Choice) -> String {
    let offer = decision.offer_for(choice).ok();
    let mut text = offer.map_or_else(|| choice.action.key.to_owned(), |offer| offer.label.clone());
    let mut add = |part: String| {
        // An ellipsis stands for what follows.
        text.truncate(text.trim_end_matches("...").len());
        text.push_str(if text.contains(": ") { ", " } else { ": " });
        text.push_str(&part);
    };
    if let Some(target) = choice.target
        && !offer.is_some_and(|offer| says_target(world, offer, target))
    {
        add(target_text(world, target));
    }
    let fields = offer.map_or(&[][..], |offer| offer.fields.as_slice());
    let shut = offer.map_or_else(Vec::new, |offer| offer.shut(&choice.fields));
    for field in fields {
        if shut.iter().any(|shut| shut.key == field.key) {
            continue;
        }
        let unsaid = |value| field.option_of(value).is_some_and(|option| option.unsaid);
        if let Some(value) = choice.fields.get(field.key)
            && !unsaid(value)
        {
            add(field.told(value, |target| target_text(world, target)));
        }
    }
    text
}

/// True if the label of an offer says its target: the only one there is to choose, or what it always names.
fn says_target(world: &World, offer: &Offer, target: Target) -> bool {
    let only = offer.target_count() == 1;
    match target {
        Target::Combatant(id) | Target::Injury(id, _) => {
            only && mentions(&offer.label, &name_of(world, id))
        }
        Target::Item(_) | Target::Cell(_) => only,
        Target::Zone(_) | Target::Side(_) => false,
        Target::Edge(..) | Target::Device(..) | Target::Facing(_) => true,
    }
}

/// A target in plain words: "Spearman 2", "column 4, row 2".
fn target_text(world: &World, target: Target) -> String {
    let board = world.resource::<Board>();
    match target {
        Target::Combatant(id) | Target::Injury(id, _) => name_of(world, id),
        Target::Item(id) => item_name_of(world, id),
        Target::Zone(zone) => format!("zone {}", board.level.zones.name(zone)),
        Target::Side(side) => side_name_of(world, side),
        Target::Cell(cell) | Target::Edge(cell, _) => {
            let (column, row) = board.map.grid().column_row(cell);
            format!("column {}, row {}", column + 1, row + 1)
        }
        Target::Device(_, id) => {
            let device = board.level.devices.get(id.index());
            device.map_or_else(String::new, |device| device.name.clone())
        }
        Target::Facing(direction) => board.map.grid().direction_name(direction).to_owned(),
    }
}

/// Writes a choice to the journal; that of a hidden combatant, one that names a hidden comrade, or the answer
/// to a covert question, for its own alliance only.
pub fn write_choice(world: &mut World, decision: &Decision, choice: &Choice) {
    let text = choice_text(world, decision, choice);
    let is_unseen = |id: CombatantId| {
        let entity = world.resource::<Roster>().combatant(id);
        world
            .get::<Concealment>(entity)
            .is_some_and(|concealment| concealment.is_unseen())
    };
    let named = choice.target.and_then(Target::combatant);
    let unseen = |who: Option<CombatantId>| who.is_some_and(is_unseen);
    let secret = (decision.covert || unseen(decision.actor) || unseen(named))
        .then(|| world.resource::<Board>().alliance(decision.side));
    let rules = decision
        .offer_for(choice)
        .map(|offer| offer.rules.clone())
        .unwrap_or_default();
    world.resource_mut::<Journal>().write_for(
        Event::Chosen {
            decision: decision.number,
            kind: decision.kind,
            who: decision.actor,
            side: decision.side,
            choice: choice.clone(),
            text,
        },
        &rules,
        secret,
    );
}
