//! A choice in the journal: its text, and the sides that may read it.

use bevy_ecs::world::World;

use crate::{
    board::Board,
    combatant::{Concealment, Roster},
    decision::{Choice, Decision, Offer, Target},
    event::Event,
    ids::CombatantId,
    journal::Journal,
    narration::{item_name_of, mentions, name_of, side_name_of},
};

/// A choice in plain words: "Attack with broad sword: Spearman 2, up to 15 m".
#[must_use]
pub fn choice_text(world: &World, decision: &Decision, choice: &Choice) -> String {
    let offer = decision.offer_for(choice).ok();
    let mut text = offer.map_or_else(|| choice.action.key.to_owned(), |offer| offer.label.clone());
    let mut add = |part: String| {
        text.push_str(if text.contains(": ") { ", " } else { ": " });
        text.push_str(&part);
    };
    match choice.target {
        // The label may name the only one there is to choose.
        Some(Target::Combatant(id) | Target::Injury(id, _)) => {
            let name = name_of(world, id);
            let named = |offer: &Offer| offer.target_count() == 1 && mentions(&offer.label, &name);
            if !offer.is_some_and(named) {
                add(name);
            }
        }
        Some(Target::Item(id)) if offer.is_some_and(|offer| offer.target_count() > 1) => {
            add(item_name_of(world, id));
        }
        Some(Target::Zone(zone)) => add(format!(
            "zone {}",
            world.resource::<Board>().level.zones.name(zone)
        )),
        Some(Target::Side(side)) => add(side_name_of(world, side)),
        Some(Target::Cell(cell)) if offer.is_some_and(|offer| offer.target_count() > 1) => {
            let (column, row) = world.resource::<Board>().map.grid().column_row(cell);
            add(format!("column {}, row {}", column + 1, row + 1));
        }
        // The label of an offer names its device.
        Some(
            Target::Item(_)
            | Target::Cell(_)
            | Target::Edge(..)
            | Target::Device(..)
            | Target::Facing(_),
        )
        | None => {}
    }
    let fields = offer.map_or(&[][..], |offer| offer.fields.as_slice());
    for field in fields {
        let unsaid = |value| field.option_of(value).is_some_and(|option| option.unsaid);
        if let Some(value) = choice.fields.get(field.key)
            && !unsaid(value)
        {
            add(field.told(value));
        }
    }
    text
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
