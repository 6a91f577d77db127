//! Topics, rules, and the rule that is read.

use bevy_egui::egui;
use egui::{Button, FontId, Label, Layout, RichText, TextFormat, Ui, text::LayoutJob, vec2};
use shieldwall_content::{Passage, Rule, Rulebook};

use shieldwall_battle::capitalised;

use super::{
    super::{focus_first, follow_focus, scroll_to},
    reader::{Focus, Reader},
};
use crate::theme::{self, faint};

/// Widest lines of a rule's text that read well, in points.
const LINE_WIDTH: f32 = 680.0;
/// Size of a rule's text, and how far apart its lines are, in points.
const TEXT_SIZE: f32 = 16.0;
const LINE_HEIGHT: f32 = 22.0;

/// Title of the first page.
const HOW_TO_PLAY: &str = "How to play";

/// The topics with the number of their rules.
pub(super) fn topics(ui: &mut Ui, reader: &mut Reader, book: &Rulebook) {
    ui.label(theme::subheading("Topics"));
    ui.add_space(4.0);
    let listed = reader.places.here().topic.clone();
    let searching = reader.is_searching();
    list(ui, "topics", |ui| {
        let topics = book.topics();
        let first = topics.first().map(|(topic, _)| *topic);
        let first = first.filter(|_| book.how_to_play.is_empty());
        let shown = listed.as_deref().or(first).filter(|_| !searching);
        if !book.how_to_play.is_empty() {
            let chosen = reader.is_at_first_page() && !searching;
            let line = ui.add(Button::selectable(chosen, HOW_TO_PLAY));
            follow_focus(&line);
            if line.clicked() {
                reader.go_to_first_page();
            }
        }
        for (topic, count) in topics {
            let mut job = LayoutJob::default();
            job.append(&capitalised(topic), 0.0, format(15.0, theme::TEXT));
            job.append(&format!("  {count}"), 0.0, format(12.0, theme::FAINT));
            let chosen = shown == Some(topic);
            let line = ui.add(Button::selectable(chosen, job));
            follow_focus(&line);
            if line.clicked() {
                reader.go_to_topic(book, topic);
            }
        }
    });
}

/// The rules of the topic, or what was found. The rule that keys come to is opened.
pub(super) fn rules(ui: &mut Ui, reader: &mut Reader, book: &Rulebook) {
    let ids: Vec<String> = reader.listed(book).into_iter().map(str::to_owned).collect();
    let heading = match (reader.is_searching(), ids.len()) {
        (false, _) => "Rules".to_owned(),
        (true, 1) => "1 rule found".to_owned(),
        (true, count) => format!("{count} rules found"),
    };
    ui.label(theme::subheading(heading));
    ui.add_space(4.0);
    if ids.is_empty() && reader.is_searching() {
        ui.label(faint("No rule holds all of these words."));
        let words: Vec<&str> = reader.search.split_whitespace().collect();
        let unknown = words.iter().find(|word| book.search(word).is_empty());
        if let Some(like) = unknown.and_then(|word| book.word_like(word)) {
            let other = ui.button(format!("Search for \"{like}\""));
            if other.clicked() {
                reader.search = like;
                reader.look_up(book);
            }
        }
    }
    let open = reader.places.here().rule.clone();
    let begin = ids.iter().position(|id| Some(id) == open.as_ref());
    let send_keys = reader.focus == Some(Focus::List);
    list(ui, "rules", |ui| {
        for (number, id) in ids.iter().enumerate() {
            let Some(rule) = book.rule(id) else { continue };
            let chosen = begin == Some(number);
            let line = ui.add(Button::selectable(chosen, line_of(rule)).wrap());
            follow_focus(&line);
            if chosen && reader.fresh {
                scroll_to(&line);
            }
            if send_keys && number == begin.unwrap_or(0) {
                line.request_focus();
                reader.focus = None;
            } else if chosen {
                focus_first(ui, &line);
            }
            if line.clicked() {
                reader.go_to_rule(book, id);
            }
            let came = line.has_focus() && reader.keys_at.as_ref() != Some(id);
            if came {
                reader.keys_at = Some(id.clone());
                if !chosen {
                    reader.walk_to_rule(book, id);
                }
            } else if !line.has_focus() && reader.keys_at.as_ref() == Some(id) {
                reader.keys_at = None;
            }
        }
    });
}

/// The rule that is open, or what the book is about.
pub(super) fn text(ui: &mut Ui, reader: &mut Reader, book: &Rulebook) {
    let rule = reader.places.here().rule.clone();
    let mut scroll = egui::ScrollArea::vertical()
        .id_salt("rule")
        .auto_shrink([false, false]);
    if reader.fresh {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    let mut asked = None;
    scroll.show(ui, |ui| {
        let presses = |key| ui.input(|input| input.num_presses(key)) as f32;
        let pages = presses(egui::Key::PageUp) - presses(egui::Key::PageDown);
        if pages != 0.0 {
            ui.scroll_with_delta(vec2(0.0, pages * ui.clip_rect().height() * 0.8));
        }
        ui.set_max_width(LINE_WIDTH.min(ui.available_width()));
        match rule.as_deref().and_then(|id| book.rule(id)) {
            Some(rule) => asked = in_full(ui, book, rule),
            None => asked = first_page(ui, book),
        }
    });
    if let Some(id) = asked {
        reader.go_to_rule(book, &id);
    }
}

/// Draws the first page, and gives the id of the rule that was clicked.
fn first_page(ui: &mut Ui, book: &Rulebook) -> Option<String> {
    let mut asked = None;
    ui.label(theme::heading(&book.title));
    ui.add_space(6.0);
    asked = paragraph(ui, book, &book.summary).or(asked);
    for section in &book.how_to_play {
        ui.add_space(12.0);
        ui.label(theme::subheading(&section.title));
        ui.add_space(2.0);
        asked = paragraph(ui, book, &section.text).or(asked);
    }
    ui.add_space(14.0);
    let hint = format!(
        "{} rules. Pick a topic, or type what you look for.",
        book.rules.len()
    );
    ui.label(faint(hint));
    asked
}

/// Draws a rule with its relatives, and gives the id of the one that was clicked.
fn in_full(ui: &mut Ui, book: &Rulebook, rule: &Rule) -> Option<String> {
    let mut asked = None;
    ui.label(theme::heading(&rule.title));
    ui.label(faint(format!("{}, {}", rule.id, rule.topic)));
    ui.add_space(10.0);
    asked = paragraph(ui, book, &rule.text).or(asked);
    if !rule.examples.is_empty() {
        ui.add_space(14.0);
        ui.label(theme::subheading("Examples"));
        for example in &rule.examples {
            ui.add_space(4.0);
            asked = paragraph(ui, book, example).or(asked);
        }
    }
    let relatives = [
        ("Mentions", book.mentioned_in(rule)),
        ("Mentioned by", book.mentioning(rule)),
    ];
    for (heading, relatives) in relatives {
        if relatives.is_empty() {
            continue;
        }
        ui.add_space(14.0);
        ui.label(theme::subheading(heading));
        for other in relatives {
            let label = RichText::new(format!("{}  {}", other.id, other.title));
            asked = link(ui, book, &other.id, label).or(asked.take());
        }
    }
    asked
}

/// Draws a paragraph, and gives the id of the rule in it that was clicked.
fn paragraph(ui: &mut Ui, book: &Rulebook, text: &str) -> Option<String> {
    let mut asked = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        ui.spacing_mut().interact_size.y = 0.0;
        // Words and links must be of the same height, or their lines stand unevenly.
        let piece = |text: &str| {
            RichText::new(text)
                .size(TEXT_SIZE)
                .line_height(Some(LINE_HEIGHT))
        };
        ui.horizontal_wrapped(|ui| {
            for passage in book.passages(text) {
                match passage {
                    Passage::Words(words) => {
                        ui.label(piece(words).color(theme::TEXT));
                    }
                    Passage::Link(id) => {
                        asked = link(ui, book, id, piece(id)).or(asked.take());
                    }
                }
            }
        });
    });
    asked
}

/// A link to a rule, which it shows when pointed at; gives its id when clicked.
fn link(ui: &mut Ui, book: &Rulebook, id: &str, label: RichText) -> Option<String> {
    let response = ui.link(label);
    follow_focus(&response);
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(380.0);
        if let Some(rule) = book.rule(id) {
            ui.label(RichText::new(format!("{id}  {}", rule.title)).strong());
            ui.add(Label::new(&rule.text).wrap());
        }
    });
    response.clicked().then(|| id.to_owned())
}

/// A list that scrolls, with lines as wide as it is.
fn list(ui: &mut Ui, salt: &str, lines: impl FnOnce(&mut Ui)) {
    egui::ScrollArea::vertical()
        .id_salt(salt)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.with_layout(Layout::top_down_justified(egui::Align::Min), lines);
        });
}

/// A rule's line in the list.
fn line_of(rule: &Rule) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.append(&format!("{}\n", rule.title), 0.0, format(15.0, theme::TEXT));
    job.append(&rule.id, 0.0, format(12.0, theme::FAINT));
    job
}

fn format(size: f32, colour: egui::Color32) -> TextFormat {
    TextFormat::simple(FontId::proportional(size), colour)
}
