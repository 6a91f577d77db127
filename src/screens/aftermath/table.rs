//! What everyone did: a line for each combatant, with columns that stay together and a heading that
//! stays while the lines scroll.

use bevy_egui::egui;
use egui::{Align, Color32, Layout, Rect, RichText, UiBuilder, pos2, vec2};
use shieldwall_battle::{SideId, Terms, Vitality};

use crate::{
    palette::Palette,
    screens::picture::Pictures,
    session::Session,
    shown::{Figure, ShownBattle, Tally},
    theme,
};

/// A column.
struct Column {
    head: &'static str,
    /// In points.
    width: f32,
    /// Whether it holds numbers, which end at its right.
    number: bool,
}

const fn words(head: &'static str, width: f32) -> Column {
    Column {
        head,
        width,
        number: false,
    }
}

const fn numbers(head: &'static str, width: f32) -> Column {
    Column {
        head,
        width,
        number: true,
    }
}

/// How many columns there are.
const COUNT: usize = 9;
/// All columns. The one with the names is as wide as there is room for.
const WIDE: [Column; COUNT] = [
    words("", 32.0),
    words("Combatant", 0.0),
    words("Hit points", 80.0),
    words("State", 96.0),
    numbers("Damage dealt", 96.0),
    numbers("Damage taken", 98.0),
    numbers("Attacks", 58.0),
    numbers("Hits", 40.0),
    numbers("Defeats", 58.0),
];
/// The same where there is little room.
const NARROW: [Column; COUNT] = [
    words("", 32.0),
    words("Combatant", 0.0),
    words("Hit points", 74.0),
    words("State", 94.0),
    numbers("Dealt", 44.0),
    numbers("Taken", 44.0),
    numbers("Attacks", 54.0),
    numbers("Hits", 32.0),
    numbers("Defeats", 54.0),
];
/// The column with the names.
const NAMES: usize = 1;
/// Widths that it may have, in points.
const NAMES_WIDTH: std::ops::RangeInclusive<f32> = 160.0..=680.0;
/// Between two columns.
const GAP: f32 = 16.0;
/// Height of a line.
const LINE: f32 = 38.0;
/// Room for the scroll bar to the right of the columns.
const BAR: f32 = 24.0;
/// Size of a portrait.
const PORTRAIT: f32 = 26.0;

/// One line of the table.
pub(super) struct Row {
    /// Name of the combatant.
    pub(super) name: String,
    unit: String,
    /// Its side.
    pub(super) side: SideId,
    hit_points: String,
    /// How it came out of it, in a word or two.
    pub(super) state: String,
    /// Whether it surrendered.
    pub(super) gave_up: bool,
    /// What has become of its gear, in a line; empty if all is as it was.
    gear: String,
    /// Whether it can fight no more.
    pub(super) down: bool,
    tally: Tally,
}

/// How a combatant came out of it. Those who stand may still be worse off than the word says.
fn state(figure: &Figure, words: &Terms) -> String {
    let word = match figure.vitality {
        Vitality::Active => {
            let lasting = figure.conditions.iter().copied();
            let lasting: Vec<&str> = lasting
                .filter(|condition| words.conditions.contains(condition))
                .filter(|condition| !condition.role.is_momentary())
                .map(|condition| condition.key)
                .collect();
            if !lasting.is_empty() {
                return lasting.join(", ");
            }
            "standing"
        }
        Vitality::Unconscious => "unconscious",
        Vitality::Dying => "dying",
        Vitality::Dead => "dead",
        Vitality::Surrendered => "surrendered",
        Vitality::Left => "left the field",
    };
    word.to_owned()
}

/// What has become of somebody's gear: "spear damaged, mail destroyed".
fn gear(tally: &Tally) -> String {
    let all = tally.gear.values();
    let texts: Vec<String> = all
        .map(|(name, states)| format!("{name} {}", states.join(" and ")))
        .collect();
    texts.join(", ")
}

/// The lines for everyone who took part.
pub(super) fn rows(shown: &ShownBattle, words: &Terms) -> Vec<Row> {
    shown
        .figures
        .iter()
        .flatten()
        .map(|figure| (figure, shown.tallies.get(&figure.id).cloned()))
        .map(|(figure, tally)| (figure, tally.unwrap_or_default()))
        .map(|(figure, tally)| Row {
            name: figure.name.clone(),
            unit: figure.unit.clone(),
            side: figure.side,
            hit_points: format!("{} of {}", figure.hit_points, figure.max_hit_points),
            state: state(figure, words),
            gave_up: figure.vitality == Vitality::Surrendered,
            gear: gear(&tally),
            down: !matches!(figure.vitality, Vitality::Active | Vitality::Left),
            tally,
        })
        .collect()
}

/// The columns as they fit into some room.
struct Columns {
    columns: &'static [Column; COUNT],
    /// Left edges and widths.
    places: [(f32, f32); COUNT],
    /// Width of them all.
    width: f32,
}

impl Columns {
    fn fitting(room: f32) -> Self {
        let wide = Self::new(&WIDE, room);
        if wide.width > room {
            Self::new(&NARROW, room)
        } else {
            wide
        }
    }

    fn new(columns: &'static [Column; COUNT], room: f32) -> Self {
        let gaps = GAP * (COUNT - 1) as f32;
        let others: f32 = columns.iter().map(|column| column.width).sum();
        let names = (room - gaps - others).clamp(*NAMES_WIDTH.start(), *NAMES_WIDTH.end());
        let mut left = 0.0;
        let places = std::array::from_fn(|index| {
            let width = if index == NAMES {
                names
            } else {
                columns[index].width
            };
            let place = (left, width);
            left += width + GAP;
            place
        });
        Self {
            columns,
            places,
            width: left - GAP,
        }
    }

    /// One line, with something in each of its columns.
    fn line(
        &self,
        ui: &mut egui::Ui,
        stripe: Option<Color32>,
        mut fill: impl FnMut(&mut egui::Ui, usize),
    ) {
        let (rect, _) = ui.allocate_exact_size(vec2(self.width, LINE), egui::Sense::hover());
        if let Some(colour) = stripe {
            ui.painter()
                .rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, colour);
        }
        for (column, (left, width)) in self.places.into_iter().enumerate() {
            let layout = if self.columns[column].number {
                Layout::right_to_left(Align::Center)
            } else {
                Layout::left_to_right(Align::Center)
            };
            let corner = pos2(rect.left() + left, rect.top());
            let place = Rect::from_min_size(corner, vec2(width, LINE));
            let builder = UiBuilder::new().max_rect(place).layout(layout);
            fill(&mut ui.new_child(builder), column);
        }
    }
}

/// Draws the table into the room that is left; scrolls down, and sideways if it must.
pub(super) fn draw(
    ui: &mut egui::Ui,
    rows: &[Row],
    session: &Session,
    palette: &Palette,
    pictures: &mut Pictures,
) {
    let columns = Columns::fitting(ui.available_width() - BAR);
    egui::ScrollArea::horizontal()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.set_width(columns.width + BAR);
            ui.spacing_mut().item_spacing.y = 0.0;
            columns.line(ui, None, |ui, column| {
                ui.label(theme::faint(columns.columns[column].head));
            });
            egui::ScrollArea::vertical()
                .auto_shrink([false, false])
                .show_rows(ui, LINE, rows.len(), |ui, shown| {
                    for number in shown {
                        let row = &rows[number];
                        let stripe = (number % 2 == 0).then(|| ui.visuals().faint_bg_color);
                        columns.line(ui, stripe, |ui, column| {
                            cell(ui, column, row, session, palette, pictures);
                        });
                    }
                });
        });
}

fn cell(
    ui: &mut egui::Ui,
    column: usize,
    row: &Row,
    session: &Session,
    palette: &Palette,
    pictures: &mut Pictures,
) {
    let swatch = palette.side(row.side);
    let tally = &row.tally;
    match column {
        0 => {
            let unit = session.plan.setup.library.units.get(&row.unit);
            let texture = unit.and_then(|unit| pictures.file(ui, &unit.art, PORTRAIT));
            let middle = ui.max_rect().center();
            ui.painter()
                .circle_filled(middle, PORTRAIT / 2.0 + 2.0, swatch.egui());
            if let Some(texture) = texture {
                let size = egui::Vec2::splat(PORTRAIT);
                egui::Image::new((texture, size))
                    .paint_at(ui, Rect::from_center_size(middle, size));
            }
        }
        NAMES if row.gear.is_empty() => name(ui, &row.name, swatch.text()),
        NAMES => {
            let rows = Layout::top_down(Align::Min);
            let whole = ui.max_rect().shrink2(vec2(0.0, 1.0));
            ui.scope_builder(UiBuilder::new().max_rect(whole).layout(rows), |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.spacing_mut().interact_size.y = 20.0;
                ui.horizontal(|ui| name(ui, &row.name, swatch.text()));
                let gear = theme::faint(&row.gear).size(12.0);
                ui.add(egui::Label::new(gear).truncate());
            });
        }
        2 => drop(ui.label(&row.hit_points)),
        3 => {
            let colour = if row.down { palette.bad() } else { theme::TEXT };
            let text = RichText::new(&row.state).color(colour);
            ui.add(egui::Label::new(text).truncate());
        }
        4 => number(ui, tally.damage_dealt, theme::TEXT),
        5 => number(ui, tally.damage_taken, theme::TEXT),
        6 => number(ui, tally.attacks, theme::TEXT),
        7 => number(ui, tally.hits, theme::TEXT),
        _ => number(ui, tally.defeated, palette.accent()),
    }
}

/// A name, cut short if it must be, but never the number that tells it from others.
fn name(ui: &mut egui::Ui, name: &str, colour: Color32) {
    let (words, number) = parted(name);
    let text = |part: &str| RichText::new(part).strong().color(colour);
    let part = egui::WidgetText::from(text(number)).into_galley(
        ui,
        Some(egui::TextWrapMode::Extend),
        f32::INFINITY,
        egui::TextStyle::Body,
    );
    let room = ui.available_width() - part.size().x;
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.scope(|ui| {
        ui.set_max_width(room);
        ui.add(egui::Label::new(text(words)).truncate());
    });
    ui.label(part);
}

/// A name without and with its number: "Archer" and " 2".
fn parted(name: &str) -> (&str, &str) {
    let words = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let words = words.trim_end();
    name.split_at(words.len())
}

/// A number; nothing is shown as a dash, so that what counts stands out.
fn number(ui: &mut egui::Ui, value: impl Into<i64>, colour: Color32) {
    let value = value.into();
    ui.label(if value == 0 {
        theme::faint("–")
    } else {
        RichText::new(value.to_string()).color(colour)
    });
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{CombatantId, ItemId};
    use shieldwall_grid::Cell;

    use super::*;

    fn figure(id: u16, vitality: Vitality) -> Figure {
        Figure {
            id: CombatantId(id),
            side: SideId::BLUE,
            unit: "archer".to_owned(),
            name: format!("Archer {id}"),
            cell: Cell(0),
            across: 1,
            astride: None,
            riding: None,
            hit_points: 3,
            max_hit_points: 11,
            vitality,
            hidden: false,
            facing: None,
            conditions: Vec::new(),
            tracks: Vec::new(),
        }
    }

    #[test]
    fn the_table_tells_who_fell_and_what_they_did() {
        let mut shown = ShownBattle {
            figures: vec![
                Some(figure(0, Vitality::Active)),
                None,
                Some(figure(2, Vitality::Dead)),
            ],
            ..ShownBattle::default()
        };
        let tally = Tally {
            damage_dealt: 7,
            gear: [(ItemId(4), ("mail".to_owned(), vec!["damaged"]))].into(),
            ..Tally::default()
        };
        shown.tallies.insert(CombatantId(2), tally);
        let rows = rows(&shown, &Terms::default());
        assert_eq!(rows.len(), 2);
        assert!(!rows[0].down && rows[1].down);
        assert_eq!(rows[0].hit_points, "3 of 11");
        assert_eq!(rows[1].tally.damage_dealt, 7);
        assert_eq!([&rows[0].gear, &rows[1].gear], ["", "mail damaged"]);
    }

    #[test]
    fn one_who_stands_may_still_be_worse_off() {
        let [poisoned, retreating, spent] =
            ["poisoned", "retreating", "turn spent"].map(crate::sample_terms::condition);
        let words = Terms {
            conditions: vec![poisoned, retreating, spent],
            ..Terms::default()
        };
        let states = [
            (vec![], "standing"),
            (vec![spent], "standing"),
            (vec![retreating, poisoned, spent], "retreating, poisoned"),
        ];
        for (conditions, expected) in states {
            let figure = Figure {
                conditions,
                ..figure(0, Vitality::Active)
            };
            assert_eq!(state(&figure, &words), expected);
        }
    }

    #[test]
    fn columns_stay_together_and_fit_where_they_can() {
        for room in [500.0, 730.0, 1200.0, 1850.0] {
            let columns = Columns::fitting(room);
            for pair in columns.places.windows(2) {
                let between = pair[1].0 - (pair[0].0 + pair[0].1);
                assert!((between - GAP).abs() < 0.01);
            }
            let last = columns.places[COUNT - 1];
            assert!((last.0 + last.1 - columns.width).abs() < 0.01);
            assert_eq!(columns.width <= room, room > 700.0, "{room}");
        }
        let [some, more] = [1850.0, 2600.0].map(|room| Columns::fitting(room).width);
        assert!((some - more).abs() < 0.01);
    }

    #[test]
    fn a_number_is_told_from_the_name_it_ends() {
        assert_eq!(
            parted("Axeman of the Keep 12"),
            ("Axeman of the Keep", " 12")
        );
        assert_eq!(parted("Bear"), ("Bear", ""));
        assert_eq!(parted("7"), ("", "7"));
    }
}
