//! Where the panels of the battle screen are, in points of the UI. The board fills the window; panels float over
//! its rim and take the room that their contents need.

use bevy_egui::egui::{self, Align2, Pos2, Rect, pos2, vec2};

/// Height of the strip at the top in which phases, order of action and speeds lie.
pub(super) const TOP: f32 = 76.0;
/// The same with a timeline.
pub(super) const TOP_WITH_TIMELINE: f32 = 124.0;
/// The most height of the action bar.
const BOTTOM: f32 = 228.0;
/// The part of that which the camera keeps free: what the bar usually takes. It stays the same whatever the bar
/// holds, so that the board does not jump with every question.
const USUAL_BOTTOM: f32 = 106.0;
/// The most width of the action bar.
const WIDEST_BAR: f32 = 1100.0;
/// The part of the height at the right that the log may take.
const LOG_PART: f32 = 0.42;
/// Distance of panels from the rim of the window and from each other.
pub(crate) const GAP: f32 = 8.0;
/// Between the frame of a panel and its contents, across and up.
const MARGIN: egui::Vec2 = vec2(10.0, 6.0);
/// The least room that is shared out, however small the window is for a moment.
const LEAST_SCREEN: egui::Vec2 = vec2(900.0, 500.0);
/// Width of the forecast.
pub(crate) const FORECAST_WIDTH: f32 = 300.0;
/// Width of the scroll bar that a high forecast has beside it.
const SCROLL_BAR: f32 = 22.0;
/// Parts of its height with which a forecast tries to be in nobody's way.
const SHORTER: [f32; 4] = [1.0, 0.8, 0.6, 0.45];
/// The least height to which it is made smaller for that.
const LEAST_FORECAST: f32 = 110.0;
/// Width of the legend.
pub(crate) const LEGEND_WIDTH: f32 = 240.0;
/// Height of the legend without its lines.
const SWITCHES: f32 = 44.0;

/// The rectangles that panels share out among themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Phases, order of action, speed.
    pub(crate) top: Rect,
    /// The most that the unit card may take.
    pub(crate) card: Rect,
    /// The most that the combat log may take.
    pub(crate) log: Rect,
    /// The most that offers, fields and targets may take.
    pub(crate) bottom: Rect,
    /// What is left between all these for the panels that come and go: legend, forecast, small map.
    pub(crate) board: Rect,
    /// What the camera counts as in sight.
    pub(crate) clear: Rect,
}

/// The place on the board in which the forecast lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ForecastPlace {
    /// Above the action bar.
    #[default]
    LowerLeft,
    /// Beside the unit card.
    UpperRight,
    /// Beside the log.
    LowerRight,
    /// Below the legend.
    UpperLeft,
    /// Beside what the choice is aimed at.
    Beside,
}

impl ForecastPlace {
    /// The corners, those first in which it hides least of other panels.
    const ALL: [Self; 4] = [
        Self::LowerLeft,
        Self::UpperRight,
        Self::LowerRight,
        Self::UpperLeft,
    ];
}

/// What the forecast had better not cover, in points.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptClear {
    /// What is pointed at on the board.
    pub(crate) pointed: Option<Rect>,
    /// What the choice is aimed at.
    pub(crate) target: Option<Rect>,
    /// The others it is about.
    pub(crate) about: Vec<Rect>,
    /// All others who fight.
    pub(crate) others: Vec<Rect>,
    /// The words that say how far the target is, and its cover.
    pub(crate) words: Option<Rect>,
    /// Other panels that lie on the board.
    pub(crate) panels: Vec<Rect>,
}

impl KeptClear {
    /// How much of all that a panel covers, the worst first.
    fn covered_by(&self, panel: Rect) -> [f32; 4] {
        let part = |rect: &Rect| {
            let common = rect.intersect(panel);
            if common.is_positive() {
                common.area()
            } else {
                0.0
            }
        };
        [
            self.pointed.iter().map(part).sum(),
            self.target.iter().map(part).sum(),
            self.about.iter().map(part).sum(),
            self.others.iter().map(part).sum(),
        ]
    }
}

impl Layout {
    /// The panels for a screen of this size, with a strip of height `top` at its upper rim. The bar at the bottom was so high in the frame before.
    pub(crate) fn of(screen: Rect, top: f32, log_open: bool, bar_height: f32) -> Self {
        // While a window changes its size, the scale may be ahead of it for a frame.
        let screen = Rect::from_min_size(screen.min, screen.size().max(LEAST_SCREEN));
        let right_width = (screen.width() * 0.22).clamp(300.0, 380.0);
        let right = screen.max.x - right_width - GAP;
        let top = Rect::from_min_max(screen.min, pos2(screen.max.x, screen.min.y + top));
        let column = Rect::from_min_max(pos2(right, top.max.y), screen.max - vec2(GAP, GAP));
        let log_height = if log_open {
            column.height() * LOG_PART
        } else {
            0.0
        };
        let split = column.max.y - log_height;
        let bottom_height = BOTTOM.min(screen.height() * 0.34);
        let bottom = Rect::from_min_max(
            pos2(screen.min.x + GAP, screen.max.y - GAP - bottom_height),
            pos2(right - GAP, screen.max.y - GAP),
        );
        let width = bottom.width().min(WIDEST_BAR);
        let bottom = Rect::from_center_size(bottom.center(), vec2(width, bottom.height()));
        let between = |below: f32| {
            let max = pos2(right, screen.max.y - below);
            Rect::from_min_max(pos2(screen.min.x, top.max.y), max)
        };
        Self {
            top,
            card: Rect::from_min_max(column.min, pos2(column.max.x, split - GAP)),
            log: Rect::from_min_max(pos2(column.min.x, split), column.max),
            bottom,
            board: between((bar_height + GAP).min(screen.height() / 2.0)),
            clear: between(USUAL_BOTTOM),
        }
    }

    /// The height that the contents of a panel may have in its place.
    pub(crate) fn inner_height(place: Rect) -> f32 {
        place.height() - 2.0 * MARGIN.y - 4.0
    }

    /// The corner of the forecast, and where that is.
    pub(crate) fn forecast_corner(&self, place: ForecastPlace) -> (Align2, Pos2) {
        let board = self.board;
        match place {
            ForecastPlace::LowerLeft => {
                (Align2::LEFT_BOTTOM, board.left_bottom() + vec2(GAP, -GAP))
            }
            ForecastPlace::UpperRight => (Align2::RIGHT_TOP, board.right_top() + vec2(-GAP, GAP)),
            ForecastPlace::LowerRight => (Align2::RIGHT_BOTTOM, board.max - vec2(GAP, GAP)),
            // Below the switches of the legend. Beside a target it has a place of its own.
            ForecastPlace::UpperLeft | ForecastPlace::Beside => (
                Align2::LEFT_TOP,
                self.legend_corner() + vec2(0.0, SWITCHES + GAP),
            ),
        }
    }

    /// Where a forecast of this height goes: it leaves the corner where it is only for one in which it covers less of
    /// what matters more. The legend takes the upper left while it is open.
    pub(crate) fn forecast_place(
        &self,
        height: f32,
        clear: &KeptClear,
        now: ForecastPlace,
        legend_open: bool,
    ) -> ForecastPlace {
        let covered = |place: ForecastPlace| {
            let (pivot, corner) = self.forecast_corner(place);
            let panel = pivot.anchor_size(corner, vec2(FORECAST_WIDTH + SCROLL_BAR, height));
            clear.covered_by(panel.expand(GAP / 2.0))
        };
        let is_open = |place: &ForecastPlace| *place != ForecastPlace::UpperLeft || !legend_open;
        let first = if is_open(&now) {
            now
        } else {
            ForecastPlace::LowerLeft
        };
        let mut best = (first, covered(first));
        for place in ForecastPlace::ALL.into_iter().filter(is_open) {
            let here = covered(place);
            if here < best.1 {
                best = (place, here);
            }
        }
        best.0
    }

    /// Where a forecast of this height goes, and how high it may be: less high, with a scroll bar, where it would cover
    /// what is pointed at or aimed at, or the figures that it is about.
    pub(crate) fn forecast_fit(
        &self,
        height: f32,
        clear: &KeptClear,
        now: ForecastPlace,
        legend_open: bool,
    ) -> (ForecastPlace, f32) {
        let vital = KeptClear {
            others: Vec::new(),
            ..clear.clone()
        };
        // Best it hides no combatant; at least not the ones it is about.
        for kept in [clear, &vital] {
            for part in SHORTER {
                let height = (height * part).max(LEAST_FORECAST.min(height));
                let place = self.forecast_place(height, clear, now, legend_open);
                let (pivot, corner) = self.forecast_corner(place);
                let panel = pivot.anchor_size(corner, vec2(FORECAST_WIDTH + SCROLL_BAR, height));
                let covered: f32 = kept.covered_by(panel).iter().sum();
                if covered <= 0.0 {
                    return (place, height);
                }
            }
        }
        (self.forecast_place(height, clear, now, legend_open), height)
    }

    /// The place of a forecast of this height beside what it is aimed at: on a side with room for it, where it covers
    /// nothing, and best not the line from the first of those it is about to the target. `None` if there is no such
    /// place.
    pub(crate) fn forecast_beside(&self, height: f32, clear: &KeptClear) -> Option<Rect> {
        let target = clear.target.or(clear.pointed)?;
        let size = vec2(FORECAST_WIDTH + SCROLL_BAR, height);
        let board = self.board.shrink(GAP);
        let last = (board.max - size).max(board.min);
        let across = (target.center().x - size.x / 2.0).clamp(board.min.x, last.x);
        // Its top stays where it is while its height changes.
        let down = target.min.y.clamp(board.min.y, last.y);
        let away = 2.0 * GAP;
        let sides = |inner: Rect| {
            [
                pos2(inner.max.x + away, down),
                pos2(inner.min.x - away - size.x, down),
                pos2(across, inner.max.y + away),
                pos2(across, inner.min.y - away - size.y),
            ]
        };
        // Else beside the words at the target.
        let with_words = clear.words.map(|words| sides(target.union(words)));
        let sides = sides(target)
            .into_iter()
            .chain(with_words.into_iter().flatten());
        let free = |place: &Rect| {
            let covers = clear.covered_by(place.expand(GAP / 2.0));
            let mut panels = clear.panels.iter();
            board.contains_rect(*place)
                && covers.iter().sum::<f32>() <= 0.0
                && !clear.words.is_some_and(|words| words.intersects(*place))
                && !panels.any(|panel| panel.intersects(*place))
        };
        let crosses = |place: &Rect| {
            let actor = clear.about.first().map(Rect::center);
            let points = (1..8).map(|step| step as f32 / 8.0);
            actor.is_some_and(|actor| {
                let mut line = points.map(|part| actor.lerp(target.center(), part));
                line.any(|point| place.contains(point))
            })
        };
        let places = sides.map(|min| Rect::from_min_size(min, size));
        places.filter(free).min_by_key(crosses)
    }

    /// The greatest height of the forecast; what lies above it is the legend's.
    pub(crate) fn forecast_height(&self) -> f32 {
        self.board.height() - SWITCHES - 3.0 * GAP
    }

    /// The greatest height of the legend's lines below its switches, beside a forecast of this
    /// height.
    pub(crate) fn legend_height(&self, forecast: f32) -> f32 {
        (self.board.height() - forecast - SWITCHES - 3.0 * GAP).max(0.0)
    }

    /// The size of the small map, in which a map of these proportions is drawn.
    pub(crate) fn overview_size(&self, width: f32, height: f32) -> egui::Vec2 {
        let longest = (self.board.width() * 0.2).clamp(150.0, 280.0);
        vec2(width, height) * (longest / width.max(height).max(1.0))
    }

    /// Whether the small map of this size goes into the upper right of the board, if that is free: it
    /// leaves the corner where it is only for one in which it covers nobody whom the decision is about.
    pub(crate) fn overview_goes_up(
        &self,
        size: egui::Vec2,
        about: &[Pos2],
        upper_free: bool,
        is_up: bool,
    ) -> bool {
        let covers = |up: bool| self.overview_covers(size, about, up);
        upper_free && is_up != (covers(is_up) && !covers(!is_up))
    }

    /// Whether the small map of this size covers somebody in one of its corners.
    pub(crate) fn overview_covers(&self, size: egui::Vec2, about: &[Pos2], up: bool) -> bool {
        let (pivot, corner) = self.overview_corner(up);
        let rect = pivot.anchor_size(corner, size).expand(24.0);
        about.iter().any(|at| rect.contains(*at))
    }

    /// The corner of the small map, and where that is.
    pub(crate) fn overview_corner(&self, up: bool) -> (Align2, Pos2) {
        if up {
            let corner = self.board.right_top() + vec2(-GAP, GAP);
            (Align2::RIGHT_TOP, corner)
        } else {
            (Align2::RIGHT_BOTTOM, self.board.max - vec2(GAP, GAP))
        }
    }

    /// Where the upper left corner of the legend is.
    pub(crate) fn legend_corner(&self) -> Pos2 {
        self.board.min + vec2(GAP, GAP)
    }
}

/// Logical pixels of the window for each point of the UI.
pub(crate) fn points_scale(context: &egui::Context) -> f32 {
    context.pixels_per_point() / context.native_pixels_per_point().unwrap_or(1.0)
}

/// Draws a panel that floats over the board, as high as its contents. In the foreground it stays above other
/// panels even when those are clicked.
pub(crate) fn floating_panel<R>(
    context: &egui::Context,
    id: &'static str,
    order: egui::Order,
    pivot: Align2,
    corner: Pos2,
    width: f32,
    within: Rect,
    enabled: bool,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> egui::InnerResponse<R> {
    let area = floating_area(id, order, pivot, corner, width, within);
    framed(area, context, Width::Is(width), enabled, contents)
}

/// The same, but only as wide as its contents: a tab, a line, a few buttons.
pub(crate) fn fitting_panel<R>(
    context: &egui::Context,
    id: &'static str,
    (pivot, corner): (Align2, Pos2),
    within: Rect,
    enabled: bool,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> egui::InnerResponse<R> {
    let width = within.width();
    let area = floating_area(id, egui::Order::Middle, pivot, corner, width, within);
    framed(area, context, Width::AtMost(width), enabled, contents)
}

/// The same, but it lets the pointer through to the board unless it `takes_pointer`.
pub(crate) fn glass_panel<R>(
    context: &egui::Context,
    id: &'static str,
    (pivot, corner): (Align2, Pos2),
    width: f32,
    within: Rect,
    (enabled, takes_pointer): (bool, bool),
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> egui::InnerResponse<R> {
    let area = floating_area(id, egui::Order::Middle, pivot, corner, width, within);
    let area = area.interactable(takes_pointer);
    framed(area, context, Width::Is(width), enabled, contents)
}

fn floating_area(
    id: &'static str,
    order: egui::Order,
    pivot: Align2,
    corner: Pos2,
    width: f32,
    within: Rect,
) -> egui::Area {
    egui::Area::new(egui::Id::new(id))
        .order(order)
        .pivot(pivot)
        .fixed_pos(corner)
        .default_size(vec2(width, within.height()))
        .constrain_to(within)
        .fade_in(false)
}

/// How wide a panel is, its frame included.
#[derive(Clone, Copy, Debug)]
enum Width {
    Is(f32),
    AtMost(f32),
}

fn framed<R>(
    area: egui::Area,
    context: &egui::Context,
    width: Width,
    enabled: bool,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> egui::InnerResponse<R> {
    area.show(context, |ui| {
        egui::Frame::new()
            .fill(crate::theme::PANEL)
            .stroke(egui::Stroke::new(1.0, crate::theme::LINE))
            .corner_radius(6)
            .inner_margin(MARGIN)
            .show(ui, |ui| {
                match width {
                    Width::Is(width) => ui.set_width(width - 2.0 * MARGIN.x),
                    Width::AtMost(width) => ui.set_max_width(width - 2.0 * MARGIN.x),
                }
                if !enabled {
                    ui.disable();
                }
                compact(ui);
                contents(ui)
            })
            .inner
    })
}

/// The HUD shows much in little room: closer spacing than the menus have.
fn compact(ui: &mut egui::Ui) {
    let style = ui.style_mut();
    style.spacing.item_spacing = vec2(6.0, 4.0);
    style.spacing.button_padding = vec2(8.0, 3.0);
    style.spacing.interact_size.y = 24.0;
    style.spacing.indent = 12.0;
    style.interaction.selectable_labels = false;
    style.wrap_mode = None;
    for (text, size) in [
        (egui::TextStyle::Body, 14.0),
        (egui::TextStyle::Button, 14.0),
        (egui::TextStyle::Small, 12.0),
    ] {
        style
            .text_styles
            .insert(text, egui::FontId::proportional(size));
    }
}

#[cfg(test)]
mod tests;
