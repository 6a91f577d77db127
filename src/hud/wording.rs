//! Words for things the HUD names: combatants, targets, items, rules' effects.

use shieldwall_battle::{
    Against, CombatantId, ItemId, SideId, Target, Vitality, board::alliance, check::Effect,
};
use shieldwall_content::Level;

use crate::{session::Session, shown::Figure};

/// The figure of a combatant, if the viewer may see it.
pub(crate) fn figure(session: &Session, who: CombatantId) -> Option<&Figure> {
    session.shown.figures.get(who.index())?.as_ref()
}

/// The name of a combatant; hidden ones have none.
pub(crate) fn name(session: &Session, who: CombatantId) -> &str {
    figure(session, who).map_or("an unseen combatant", |figure| figure.name.as_str())
}

/// The name of the unit that a combatant is.
pub(crate) fn unit_name<'a>(session: &'a Session, figure: &'a Figure) -> &'a str {
    session
        .plan
        .setup
        .library
        .units
        .get(&figure.unit)
        .map_or(figure.unit.as_str(), |unit| unit.name.as_str())
}

/// The name that the level gives a side.
pub(crate) fn side_name(session: &Session, side: SideId) -> &str {
    &session.plan.setup.level.sides[side.index()].name
}

/// The same text, in which no line breaks between a number and its percent sign.
pub(crate) fn unparted(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// The names of all who win when a side does: its own and those of its allies.
pub(crate) fn winners(level: &Level, winner: SideId) -> String {
    let sides = alliance(level, winner);
    let names: Vec<&str> = sides
        .iter()
        .filter_map(|side| Some(level.sides.get(side.index())?.name.as_str()))
        .collect();
    names.join(" and ")
}

/// The name of an item, wherever it is.
pub(crate) fn item_name(session: &Session, item: ItemId) -> &str {
    let carried = session
        .sheets
        .iter()
        .flat_map(|sheet| &sheet.items)
        .find(|other| other.item == Some(item))
        .map(|other| other.name.as_str());
    carried
        .or_else(|| {
            let lying = session.view.lying.iter().find(|other| other.item == item);
            lying.map(|other| other.name.as_str())
        })
        .unwrap_or("item")
}

/// A target in a few words.
pub(crate) fn target_name(session: &Session, target: Target) -> String {
    let grid = session.map.grid();
    match target {
        Target::Combatant(id) => name(session, id).to_owned(),
        Target::Cell(cell) => {
            let (column, row) = grid.column_row(cell);
            format!("column {}, row {}", column + 1, row + 1)
        }
        Target::Edge(cell, side) => {
            let mut figures = session.view.combatants.iter();
            let there =
                figures.find(|figure| figure.cell == cell && figure.vitality == Vitality::Active);
            let side = grid.side_name(side);
            let actor = session.decision.as_ref().and_then(|open| open.actor);
            match there {
                Some(figure) if actor == Some(figure.id) => format!("{side} side"),
                Some(figure) => format!("{side} of {}", figure.name),
                None => format!("{side} of {}", target_name(session, Target::Cell(cell))),
            }
        }
        Target::Device(_, id) => {
            let device = session.plan.setup.level.devices.get(id.index());
            device.map_or_else(String::new, |device| device.name.clone())
        }
        Target::Facing(direction) => grid.direction_name(direction).to_owned(),
        Target::Item(item) => item_name(session, item).to_owned(),
        Target::Injury(id, number) => injury(session, id, number),
        Target::Zone(zone) => format!("zone {}", session.plan.setup.level.zones.name(zone)),
        Target::Side(side) => side_name(session, side).to_owned(),
    }
}

/// An injury, by its row on the card.
fn injury(session: &Session, who: CombatantId, number: u16) -> String {
    let row = session.sheets.get(who.index()).and_then(|sheet| {
        sheet
            .sections
            .iter()
            .find(|section| section.injuries)
            .and_then(|section| section.rows.get(usize::from(number)))
    });
    let name = name(session, who);
    match row {
        Some(row) => format!("{name}: {} {}", row.label, row.value),
        None => format!("{name}: injury {}", number + 1),
    }
}

/// A state in a word; nothing for those who are well.
pub(crate) const fn vitality(state: Vitality) -> Option<(&'static str, &'static str)> {
    match state {
        Vitality::Active => None,
        Vitality::Unconscious => Some(("unconscious", "unconscious")),
        Vitality::Dying => Some(("dying", "dying")),
        Vitality::Dead => Some(("skull", "dead")),
        Vitality::Surrendered => Some(("surrendered", "has given up")),
        Vitality::Left => Some(("run", "has left the field")),
    }
}

/// What a modifier does, in a few characters: to a chance, or to points.
pub(crate) fn effect(effect: Effect, against: &Against) -> String {
    let unit = if against.is_percent() { " %" } else { "" };
    match effect {
        Effect::Add(points) => format!("{points:+}{unit}"),
        Effect::Times(1, 2) => "half".to_owned(),
        Effect::Times(1, 4) => "a quarter".to_owned(),
        Effect::Times(times, 1) => format!("x {times}"),
        Effect::Times(times, of) => format!("x {times}/{of}"),
        Effect::Fixed(rating) => format!("set to {rating}{unit}"),
    }
}

#[cfg(test)]
mod tests {

    use super::{super::icons::file_of, *};
    use crate::{art::GameArt, battle_plan::Commander, playback::samples::session_of};

    #[test]
    fn there_is_an_icon_for_all_that_becomes_of_figures() {
        for state in [
            Vitality::Unconscious,
            Vitality::Dying,
            Vitality::Dead,
            Vitality::Surrendered,
            Vitality::Left,
        ] {
            let icon = vitality(state).map_or("", |(icon, _)| icon);
            let art = GameArt::of_the_game();
            let known = art.names().any(|name| name == file_of(icon));
            assert!(known, "{state:?}: {icon}");
        }
    }

    #[test]
    fn allies_win_together() {
        let session = session_of(&[0, 1, 0], &[Commander::Human; 3]);
        let level = &session.plan.setup.level;
        assert_eq!(winners(level, SideId::RED), "Red and Green");
        assert_eq!(winners(level, SideId::BLUE), "Blue");
    }

    #[test]
    fn effects_read_as_people_say_them() {
        let shown = [
            Effect::Add(10),
            Effect::Add(-25),
            Effect::Times(1, 2),
            Effect::Times(1, 4),
            Effect::Times(2, 1),
            Effect::Fixed(25),
        ]
        .map(|change| effect(change, &Against::Percent));
        assert_eq!(
            shown,
            ["+10 %", "-25 %", "half", "a quarter", "x 2", "set to 25 %"]
        );
        let points = [Effect::Add(1), Effect::Fixed(3)];
        let points = points.map(|change| effect(change, &Against::at_least(9)));
        assert_eq!(points, ["+1", "set to 3"]);
    }
}
