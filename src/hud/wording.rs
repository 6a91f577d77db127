//! Words for things the HUD names: combatants, targets, items, rules' effects.

use shieldwall_battle::{
    CellOption, CombatantId, ItemId, SideId, Target, Vitality, board::alliance, check::Effect,
};
use shieldwall_content::Level;

use crate::session::{Figure, Session};

/// The figure of a combatant, if the viewer may see it.
pub(crate) fn figure(session: &Session, who: CombatantId) -> Option<&Figure> {
    session.scene.figures.get(who.index())?.as_ref()
}

/// The name of a combatant; hidden ones have none.
pub(crate) fn name(session: &Session, who: CombatantId) -> &str {
    figure(session, who).map_or("somebody unseen", |figure| figure.name.as_str())
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
        Target::Edge(_, side) => format!("{} side", grid.side_name(side)),
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

/// What is to be feared on a way.
pub(crate) struct Risk {
    /// In a word or two, for the board.
    pub(crate) short: String,
    /// In a few words.
    pub(crate) long: String,
}

/// What is to be feared on the way to a cell.
pub(crate) fn risks(option: &CellOption) -> Vec<Risk> {
    let mut all = Vec::new();
    let mut add = |short: &str, long: &str| {
        all.push(Risk {
            short: short.to_owned(),
            long: long.to_owned(),
        });
    };
    if option.hurts {
        add("may hurt", "going there may hurt");
    }
    match option.strikes {
        0 => {}
        1 => add("1 strike", "an enemy may strike as it is left"),
        strikes => add(
            &format!("up to {strikes} strikes"),
            &format!("enemies may strike up to {strikes} times as they are left"),
        ),
    }
    if option.risky && !option.hurts && option.strikes == 0 {
        add("may fail", "the way is dangerous");
    }
    if option.noticed {
        add("noticed", "enemies notice it on the way");
    }
    all
}

/// A text with a capital letter at its beginning.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// What a modifier does, in a few characters.
pub(crate) fn effect(effect: Effect) -> String {
    match effect {
        Effect::Add(points) => format!("{points:+} %"),
        Effect::Times(1, 2) => "half".to_owned(),
        Effect::Times(1, 4) => "a quarter".to_owned(),
        Effect::Times(times, 1) => format!("x {times}"),
        Effect::Times(times, of) => format!("x {times}/{of}"),
        Effect::Fixed(chance) => format!("set to {chance} %"),
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::MoveCost;
    use shieldwall_grid::Cell;

    use super::{super::icons::file_of, *};
    use crate::{art::GameArt, host::Commander, playback::samples::session_of};

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
        .map(effect);
        assert_eq!(
            shown,
            ["+10 %", "-25 %", "half", "a quarter", "x 2", "set to 25 %"]
        );
    }

    #[test]
    fn a_way_tells_everything_that_is_to_be_feared_on_it() {
        let plain = CellOption::plain(Cell(3), MoveCost::count(2, "half zones"));
        let shorts = |option: CellOption| -> Vec<String> {
            risks(&option).into_iter().map(|risk| risk.short).collect()
        };
        assert!(risks(&plain).is_empty());
        let risky = CellOption {
            risky: true,
            ..plain
        };
        assert_eq!(shorts(risky), ["may fail"]);
        let struck = CellOption {
            strikes: 2,
            ..risky
        };
        assert_eq!(shorts(struck), ["up to 2 strikes"]);
        let all = CellOption {
            hurts: true,
            strikes: 1,
            noticed: true,
            ..risky
        };
        assert_eq!(shorts(all), ["may hurt", "1 strike", "noticed"]);
    }
}
