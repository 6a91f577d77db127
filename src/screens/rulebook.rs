//! The rulebook, which opens over any screen and closes back to it.

mod columns;
mod places;
mod reader;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, vec2};
use shieldwall_content::{Library, Rulebook};

use super::{new_battle::Pick, popup::pick_one, settings::Capturing};
use crate::{
    app_systems::AppSystems,
    content::Content,
    controls::Act,
    input::Acts,
    screen::{DrawScreens, OpenRulebook, Screen},
    session::Session,
    settings::Settings,
    theme,
};

use reader::Focus;
pub(crate) use reader::Reader;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Reader>()
        .add_message::<OpenRulebook>()
        .add_systems(Update, (open, keys).chain().before(AppSystems::Receive))
        .add_systems(
            EguiPrimaryContextPass,
            (
                return_keys.before(DrawScreens),
                draw.in_set(DrawScreens)
                    .run_if(|reader: Res<Reader>| reader.is_open()),
            ),
        );
}

/// The library whose rules count: in a battle those it was set up with.
fn library<'a>(
    screen: &State<Screen>,
    session: Option<&'a Session>,
    content: Option<&'a Content>,
) -> Option<&'a Library> {
    match session {
        Some(session) if *screen.get() == Screen::Battle => Some(&session.plan.setup.library),
        _ => content.map(|content| &*content.library),
    }
}

fn open(
    mut asked: MessageReader<OpenRulebook>,
    mut reader: ResMut<Reader>,
    mut acts: ResMut<Acts>,
    screen: Res<State<Screen>>,
    session: Option<Res<Session>>,
    content: Option<Res<Content>>,
    (pick, settings): (Option<Res<Pick>>, Res<Settings>),
    capturing: Capturing,
) {
    let mut wanted = asked.read().last().cloned();
    if acts.pressed_anywhere(Act::OpenRulebook) && !capturing.is_capturing() && !reader.is_open() {
        acts.consume(Act::OpenRulebook);
        wanted.get_or_insert_default();
    }
    let Some(wanted) = wanted else { return };
    let Some(library) = library(&screen, session.as_deref(), content.as_deref()) else {
        return;
    };
    let in_battle = session.as_ref().filter(|_| *screen.get() == Screen::Battle);
    let ruleset = match in_battle {
        Some(session) => session.plan.ruleset.id().to_owned(),
        None => {
            let picked = pick.filter(|_| *screen.get() == Screen::NewBattle);
            let picked = picked.map(|pick| pick.ruleset.clone());
            let last = settings.last_battle.ruleset.clone();
            let mut wanted = picked.into_iter().chain([reader.ruleset.clone(), last]);
            let known = wanted.find(|id| library.rulebooks.contains_key(id));
            known
                .or_else(|| library.rulebooks.keys().next().cloned())
                .unwrap_or_default()
        }
    };
    reader.open(library, &ruleset, wanted.rule.as_deref());
}

/// Keys that turn pages and close the book. Nobody else sees them while it is open.
fn keys(mut reader: ResMut<Reader>, mut acts: ResMut<Acts>) {
    if !reader.is_open() {
        return;
    }
    let closes = [Act::PauseMenu, Act::OpenRulebook]
        .into_iter()
        .any(|act| acts.pressed_anywhere(act));
    let back = acts.pressed_anywhere(Act::Cancel);
    if closes || (back && !reader.back()) {
        reader.close();
    }
    for act in [Act::PauseMenu, Act::OpenRulebook, Act::Cancel, Act::Confirm] {
        acts.consume(act);
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut reader: ResMut<Reader>,
    screen: Res<State<Screen>>,
    session: Option<Res<Session>>,
    content: Option<Res<Content>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let Some(library) = library(&screen, session.as_deref(), content.as_deref()) else {
        return Ok(());
    };
    let size = context.viewport_rect().size();
    egui::Modal::new(egui::Id::new("rulebook"))
        .backdrop_color(theme::BACKDROP)
        .frame(egui::Frame::new())
        .show(context, |ui| {
            ui.set_min_size(size);
            ui.set_max_size(size);
            view(ui, &mut reader, library);
        });
    Ok(())
}

/// Frames until what lies below a closed book takes keys again.
const UNCOVERED: u8 = 2;

/// Sends the keys back to where they were when the book was opened.
fn return_keys(
    mut contexts: EguiContexts,
    reader: Res<Reader>,
    mut covered: Local<u8>,
    mut before: Local<Option<egui::Id>>,
) -> Result {
    if reader.is_open() {
        if *covered == 0 {
            *before = contexts.ctx_mut()?.memory(egui::Memory::focused);
        }
        *covered = UNCOVERED;
    } else if *covered > 0 {
        *covered -= 1;
        let context = contexts.ctx_mut()?;
        context.request_repaint();
        if *covered == 0
            && let Some(widget) = before.take()
        {
            context.memory_mut(|memory| memory.request_focus(widget));
        }
    }
    Ok(())
}

/// Draws the rulebook.
fn view(ui: &mut egui::Ui, reader: &mut Reader, library: &Library) {
    let Some(book) = library
        .rulebooks
        .get(&reader.ruleset)
        .map(std::sync::Arc::clone)
    else {
        ui.vertical_centered(|ui| {
            ui.add_space(80.0);
            ui.label("There is no rulebook that can be read.");
            ui.label(theme::faint(
                "`shieldwall check` says what is wrong with its file.",
            ));
            ui.add_space(12.0);
            if ui.button("Close").clicked() {
                reader.close();
            }
        });
        return;
    };
    shortcuts(ui, reader);
    reader.fresh = std::mem::take(&mut reader.turned);
    egui::Panel::top("rulebook heading")
        .frame(egui::Frame::new().fill(theme::PANEL).inner_margin(12))
        .show(ui, |ui| {
            ui.horizontal(|ui| heading(ui, reader, library, &book));
        });
    let width = ui.available_width();
    let panel = || egui::Frame::new().fill(theme::PANEL).inner_margin(10);
    egui::Panel::left("rulebook topics")
        .resizable(false)
        .exact_size((width * 0.15).clamp(124.0, 200.0))
        .frame(panel())
        .show(ui, |ui| columns::topics(ui, reader, &book));
    egui::Panel::left("rulebook rules")
        .resizable(false)
        .exact_size((width * 0.29).clamp(190.0, 420.0))
        .frame(panel())
        .show(ui, |ui| columns::rules(ui, reader, &book));
    egui::CentralPanel::default()
        .frame(egui::Frame::new().fill(theme::BACKDROP).inner_margin(20))
        .show(ui, |ui| columns::text(ui, reader, &book));
    if reader.turned || reader.focus.is_some() {
        ui.ctx().request_repaint();
    }
}

/// Keys and buttons of the mouse that turn pages or go to the search field.
fn shortcuts(ui: &egui::Ui, reader: &mut Reader) {
    let (back, forward, search) = ui.input_mut(|input| {
        let search = input.consume_key(egui::Modifiers::COMMAND, egui::Key::F);
        if search {
            // It is not to be typed.
            let typed = |event: &egui::Event| matches!(event, egui::Event::Text(_));
            input.events.retain(|event| !typed(event));
        }
        let alt = |input: &mut egui::InputState, key| input.consume_key(egui::Modifiers::ALT, key);
        (
            alt(input, egui::Key::ArrowLeft)
                || input.pointer.button_pressed(egui::PointerButton::Extra1),
            alt(input, egui::Key::ArrowRight)
                || input.pointer.button_pressed(egui::PointerButton::Extra2),
            search,
        )
    });
    if back {
        reader.back();
    }
    if forward {
        reader.forward();
    }
    if search {
        reader.focus = Some(Focus::Search);
    }
}

fn heading(ui: &mut egui::Ui, reader: &mut Reader, library: &Library, book: &Rulebook) {
    ui.label(theme::heading("Rulebook"));
    ui.add_space(8.0);
    let mut turn = |able: bool, sign: &str, hint: &str| {
        let button = egui::Button::new(RichText::new(sign).size(15.0)).min_size(vec2(34.0, 30.0));
        ui.add_enabled(able, button).on_hover_text(hint).clicked()
    };
    if turn(
        reader.places.can_go_back(),
        "\u{25C0}",
        "Back (Alt and left)",
    ) {
        reader.back();
    }
    if turn(
        reader.places.can_go_forward(),
        "\u{25B6}",
        "Forward (Alt and right)",
    ) {
        reader.forward();
    }
    ui.add_space(8.0);
    search_field(ui, reader, book);
    if library.rulebooks.len() > 1 {
        let books: Vec<(&String, &str)> = library
            .rulebooks
            .iter()
            .map(|(id, book)| (id, book.title.as_str()))
            .collect();
        let lines = books
            .iter()
            .map(|(id, title)| (*title, **id == reader.ruleset));
        let (_, picked) = pick_one(ui, "rulebook", 200.0, &book.title, lines);
        if let Some(number) = picked {
            reader.open(library, books[number].0, None);
        }
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let close = egui::Button::new("Close").min_size(vec2(90.0, 30.0));
        if ui.add(close).clicked() {
            reader.close();
        }
        if library.rulebooks.len() == 1 {
            let title = egui::Label::new(theme::faint(&book.title)).truncate();
            ui.add(title);
        }
    });
}

/// Finds rules while one types. Enter or an arrow down goes to what was found; Escape gives up what
/// was typed, or closes the book if that was nothing.
fn search_field(ui: &mut egui::Ui, reader: &mut Reader, book: &Rulebook) {
    let width = (ui.available_width() * 0.4).clamp(120.0, 320.0);
    let field = egui::TextEdit::singleline(&mut reader.search)
        .id_salt("search")
        .hint_text("Search (Ctrl F)")
        .char_limit(100)
        .margin(egui::Margin::symmetric(8, 5))
        .vertical_align(Align::Center)
        .desired_width(width);
    let field = ui.add(field);
    if reader.focus == Some(Focus::Search) {
        field.request_focus();
        reader.focus = None;
    }
    if field.changed() {
        reader.look_up(book);
    }
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let taken = field.lost_focus() && pressed(egui::Key::Enter);
    if taken || (field.has_focus() && pressed(egui::Key::ArrowDown)) {
        reader.focus = Some(Focus::List);
    }
    let typed = reader.is_searching();
    if field.lost_focus() && pressed(egui::Key::Escape) {
        if typed {
            reader.give_up_search();
        } else {
            reader.close();
        }
    }
    if typed && ui.button("Clear").clicked() {
        reader.give_up_search();
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use bevy::ecs::system::RunSystemOnce;
    use egui::Key;

    use super::{super::tests::frame, reader::tests::library, *};

    /// The rulebook, drawn without a window.
    struct Desk {
        context: egui::Context,
        reader: Reader,
        library: Library,
    }

    impl Desk {
        fn open_at(rule: Option<&str>) -> Self {
            let mut desk = Self {
                context: egui::Context::default(),
                reader: Reader::default(),
                library: library(),
            };
            desk.reader.open(&desk.library, "percentile", rule);
            desk.settle();
            desk
        }

        fn frame(&mut self, keys: &[Key]) {
            let (reader, library) = (&mut self.reader, &self.library);
            frame(&self.context, keys, |ui| view(ui, reader, library));
        }

        /// What a key asks for is there some frames later.
        fn settle(&mut self) {
            for _ in 0..4 {
                self.frame(&[]);
            }
        }

        fn press(&mut self, key: Key) {
            self.frame(&[key]);
            self.settle();
        }

        fn reads(&self) -> Option<&str> {
            self.reader.places.here().rule.as_deref()
        }
    }

    #[test]
    fn the_arrow_keys_walk_from_rule_to_rule() {
        let mut desk = Desk::open_at(Some("PCT-001"));
        desk.press(Key::ArrowDown);
        assert_eq!(desk.reads(), Some("PCT-002"));
        desk.press(Key::ArrowUp);
        assert_eq!(desk.reads(), Some("PCT-001"));
    }

    #[test]
    fn what_is_found_is_reached_by_enter_and_by_an_arrow() {
        for key in [Key::Enter, Key::ArrowDown] {
            let mut desk = Desk::open_at(None);
            assert_eq!(desk.reads(), None);
            desk.reader.search = "blood".to_owned();
            desk.reader.look_up(&desk.library.rulebooks["percentile"]);
            desk.press(key);
            assert_eq!(desk.reads(), Some("PCT-003"));
            assert!(desk.reader.is_searching());
        }
    }

    #[test]
    fn escape_gives_up_a_search_and_then_closes_the_book() {
        let mut desk = Desk::open_at(None);
        desk.reader.search = "blood".to_owned();
        desk.press(Key::Escape);
        assert!(desk.reader.is_open() && !desk.reader.is_searching());
        desk.press(Key::Escape);
        assert!(!desk.reader.is_open());
    }

    #[test]
    fn an_open_book_keeps_its_keys_to_itself() {
        let mut world = World::new();
        let mut reader = Reader::default();
        reader.open(&library(), "percentile", Some("PCT-001"));
        world.insert_resource(reader);
        let mut press = |act| {
            let mut acts = Acts::default();
            acts.press(act);
            world.insert_resource(acts);
            world.run_system_once(keys).unwrap();
            let passed = world.resource::<Acts>().pressed_anywhere(act);
            (world.resource::<Reader>().is_open(), passed)
        };
        // Back to the first page, and from there out of the book.
        assert_eq!(press(Act::Cancel), (true, false));
        assert_eq!(press(Act::Confirm), (true, false));
        assert_eq!(press(Act::Cancel), (false, false));
        // Closed, it takes nothing.
        assert_eq!(press(Act::PauseMenu), (false, true));
        let mut reader = world.resource_mut::<Reader>();
        reader.open(&library(), "percentile", Some("PCT-001"));
        let mut acts = Acts::default();
        acts.press(Act::PauseMenu);
        world.insert_resource(acts);
        world.run_system_once(keys).unwrap();
        assert!(!world.resource::<Reader>().is_open());
    }
}
