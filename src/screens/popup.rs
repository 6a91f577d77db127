//! Lists that pop up, for pointer, keys and gamepad alike: the keys begin at a line, stay in the list
//! while it is open, and come back to its button when it closes.

use bevy_egui::egui;
use egui::{ComboBox, EventFilter, Key, LayerId, Popup, Response, Ui};

use super::{focus_first, follow_focus, scroll_to};

/// A button that shows what is picked and opens a list to pick from. Returns the button, and the
/// number of the line that was picked in this frame.
pub(super) fn pick_one<'a>(
    ui: &mut Ui,
    salt: &str,
    width: f32,
    shown: &str,
    lines: impl IntoIterator<Item = (&'a str, bool)>,
) -> (Response, Option<usize>) {
    let mut layer = None;
    let button = ComboBox::from_id_salt(salt)
        .width(width)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            layer = Some(ui.layer_id());
            let mut picked = None;
            let mut walk = Lines::default();
            for (number, (label, chosen)) in lines.into_iter().enumerate() {
                let line = ui.selectable_label(chosen, label);
                if line.clicked() {
                    picked = Some(number);
                    // A key is no click that would close it.
                    ui.close();
                }
                if chosen {
                    walk.begin = number;
                }
                walk.lines.push(line);
            }
            walk.with_keys(ui);
            picked
        });
    keep_keys(&button.response, layer);
    (button.response, button.inner.flatten())
}

/// The lines of an open list, as keys walk through them.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// All lines that can be picked, from top to bottom.
    pub(super) lines: Vec<Response>,
    /// The number of the line to begin at.
    pub(super) begin: usize,
}

impl Lines {
    /// Moves from line to line. egui by itself goes to the nearest button in a direction, even to
    /// one that the list covers.
    pub(super) fn with_keys(&self, ui: &Ui) {
        let Some(at) = self.lines.iter().position(Response::has_focus) else {
            if let Some(begin) = self.lines.get(self.begin) {
                focus_first(ui, begin);
                follow_focus(begin);
            }
            return;
        };
        let ours = EventFilter {
            vertical_arrows: true,
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.lines[at].id, ours));
        let presses = |key| ui.input(|input| input.num_presses(key));
        let to = (at + presses(Key::ArrowDown))
            .saturating_sub(presses(Key::ArrowUp))
            .min(self.lines.len() - 1);
        if to != at {
            self.lines[to].request_focus();
            scroll_to(&self.lines[to]);
        }
    }
}

/// Keeps keys in the list that a button has opened, until it closes. Call it after the list has been
/// drawn, with the layer it was drawn on, if it was.
pub(super) fn keep_keys(button: &Response, layer: Option<LayerId>) {
    let Some(layer) = layer else { return };
    if Popup::is_id_open(&button.ctx, Popup::default_response_id(button)) {
        button
            .ctx
            .memory_mut(|memory| memory.set_modal_layer(layer));
    } else {
        button.request_focus();
    }
}

#[cfg(test)]
mod tests {
    use egui::Id;

    use super::{super::tests::frame, *};

    /// A screen with a list between two buttons, and what has been picked there.
    struct Screen {
        context: egui::Context,
        picked: usize,
        before: usize,
    }

    const LINES: [&str; 3] = ["one", "two", "three"];

    impl Screen {
        fn new() -> Self {
            Self {
                context: egui::Context::default(),
                picked: 0,
                before: 0,
            }
        }

        fn frame(&mut self, keys: &[Key]) -> Id {
            let mut list = Id::NULL;
            let (picked, before) = (&mut self.picked, &mut self.before);
            frame(&self.context, keys, |ui| {
                if ui.button("before").clicked() {
                    *before += 1;
                }
                let lines = LINES
                    .iter()
                    .enumerate()
                    .map(|(number, line)| (*line, number == *picked));
                let (button, choice) = pick_one(ui, "list", 100.0, LINES[*picked], lines);
                *picked = choice.unwrap_or(*picked);
                list = button.id;
                focus_first(ui, &button);
                // Below the list when it is open, and nearer to each line than the next one.
                for number in 0..8 {
                    let _ = ui.small_button(format!("after {number}"));
                }
            });
            list
        }

        fn press(&mut self, key: Key) {
            self.frame(&[key]);
            // What a key asks for is there some frames later.
            for _ in 0..3 {
                self.frame(&[]);
            }
        }

        fn is_open(&mut self) -> bool {
            let list = self.frame(&[]);
            ComboBox::is_open(&self.context, list)
        }

        fn has_keys(&mut self) -> bool {
            let list = self.frame(&[]);
            self.context.memory(egui::Memory::focused) == Some(list)
        }
    }

    #[test]
    fn keys_open_a_list_walk_in_it_take_a_line_and_return() {
        let mut screen = Screen::new();
        assert!(screen.has_keys());
        screen.press(Key::Enter);
        assert!(screen.is_open());
        for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::ArrowUp] {
            screen.press(key);
        }
        screen.press(Key::Enter);
        assert_eq!(screen.picked, 1);
        assert!(!screen.is_open());
        assert!(screen.has_keys());
        assert_eq!(screen.before, 0);
    }

    #[test]
    fn escape_leaves_a_list_with_what_was_picked_before() {
        let mut screen = Screen::new();
        screen.press(Key::Enter);
        screen.press(Key::ArrowDown);
        screen.press(Key::Escape);
        assert_eq!(screen.picked, 0);
        assert!(!screen.is_open());
        assert!(screen.has_keys());
    }
}
