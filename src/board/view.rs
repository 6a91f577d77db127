//! What the camera shows: where it looks and how near, how it glides there, and where it begins.

use bevy::prelude::*;
use shieldwall_grid::Grid;

use super::{
    plane::{CELL, bounds},
    token::DIAMETER,
};

/// The nearest view: a cell is three times as large as at zoom 1.
const NEAREST: f32 = 3.0;
/// The farthest view that is always allowed, however small the map.
const FARTHEST: f32 = 0.4;
/// How fast the view follows its goal: the part of the way left after a second is e to the minus this.
const GLIDE: f32 = 9.0;
/// Cells at the rim of the free area in which something counts as out of sight.
const RIM: f32 = 0.75;
/// How much nearer the view goes to a blow, at most.
const CLOSER: f32 = 1.7;
/// The nearest zoom to which it goes by itself.
const CLOSEST: f32 = 2.2;
/// Cells around a blow that stay in view.
const AROUND: f32 = 4.0;
/// Pixels that a counter has to be wide, at least, for its picture to be told from others.
const LEGIBLE: f32 = 30.0;
/// The nearest zoom at which a battle begins.
const NEAREST_OPENING: f32 = 1.25;

/// The largest window in which counters have their usual size, in logical pixels.
const USUAL: Vec2 = Vec2::new(1920.0, 1080.0);

/// What the view keeps to by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Framing {
    /// Nothing: the player or what happens has moved it.
    Free,
    /// The beginning: the whole map if counters can be told apart in it, else where all stand, or at least the
    /// viewer's own. It is kept to as long as it holds, because panels may take their place late and windows change
    /// size.
    Opening(Option<Grounds>),
}

/// Where the viewer's own stand, and where all do.
type Grounds = (Rect, Rect);

/// Where the camera looks.
#[derive(Resource, Debug, Clone, Copy)]
pub(crate) struct View {
    /// What is in the middle of the free area.
    centre: Vec2,
    /// Logical pixels per unit of the plane.
    zoom: f32,
    centre_goal: Vec2,
    zoom_goal: f32,
    /// The point of the window that zooming keeps in place.
    anchor: Option<Vec2>,
    /// Everything that can be seen.
    map: Rect,
    /// The part of the window that panels usually leave free.
    area: Rect,
    /// The part that they leave free now.
    open: Rect,
    /// Size of the window.
    window: Vec2,
    framing: Framing,
    /// Whether nobody has said yet where the battle begins.
    unopened: bool,
    /// Where it looked, and how near, before it went nearer to something by itself.
    home: Option<(Vec2, f32)>,
    /// Whether the player has moved it since it was last let go.
    held: bool,
}

impl Default for View {
    fn default() -> Self {
        let unit = Rect::new(0.0, 0.0, 1.0, 1.0);
        Self {
            centre: Vec2::ZERO,
            zoom: 1.0,
            centre_goal: Vec2::ZERO,
            zoom_goal: 1.0,
            anchor: None,
            map: unit,
            area: unit,
            open: unit,
            window: Vec2::ONE,
            framing: Framing::Free,
            unopened: false,
            home: None,
            held: false,
        }
    }
}

impl View {
    /// Logical pixels per unit of the plane.
    pub(super) const fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Shows the map of a new battle: all of it until somebody has said where to begin.
    pub(super) fn begin(&mut self, grid: &Grid) {
        self.map = bounds(grid);
        self.framing = Framing::Opening(None);
        self.unopened = true;
        self.home = None;
    }

    /// Whether nobody has said yet where the battle begins.
    pub(super) const fn unopened(&self) -> bool {
        self.unopened
    }

    /// Begins with all combatants in view if counters can be told apart so, else with the viewer's own; with the whole
    /// map if no combatant is known to stand anywhere.
    pub(super) fn open_on(&mut self, grounds: Option<Grounds>) {
        self.unopened = false;
        if matches!(self.framing, Framing::Opening(_)) {
            self.framing = Framing::Opening(grounds);
        }
    }

    /// Where the battle begins: the point in the middle and the zoom.
    fn opening(&self, grounds: Option<Grounds>) -> (Vec2, f32) {
        let whole = self.whole();
        let Some((own, all)) = grounds else {
            return (self.map.center(), whole);
        };
        let legible = LEGIBLE / DIAMETER * self.scale();
        let fit = |ground: Rect| (self.area.size() / (ground.size() + 3.0 * CELL)).min_element();
        let (around, zoom) = if fit(all) >= legible {
            (all, fit(all))
        } else {
            // As far away as can be, so that much is seen of what lies before them.
            (own, fit(own).min(legible))
        };
        let zoom = zoom.min(NEAREST_OPENING * self.scale()).max(whole);
        (self.within_map(around.center(), zoom), zoom)
    }

    /// True while it keeps to the beginning of the battle.
    pub(super) const fn is_opening(&self) -> bool {
        matches!(self.framing, Framing::Opening(_))
    }

    /// Whether the size of the window is known.
    fn is_measured(&self) -> bool {
        self.window != Vec2::ONE
    }

    /// Everything that can be seen, on the plane.
    pub(crate) const fn map(&self) -> Rect {
        self.map
    }

    /// Whether the whole map is in view.
    pub(crate) fn shows_all(&self) -> bool {
        self.zoom_goal <= self.whole() * 1.01
    }

    /// Whether the view shows so much of the map that a small one beside it would tell nothing new.
    pub(crate) fn shows_most(&self) -> bool {
        // Going nearer for a moment changes nothing about that.
        let zoom = self.home.map_or(self.zoom_goal, |(_, zoom)| zoom);
        let shown = self.area.size() / zoom / self.map.size().max(Vec2::splat(1.0));
        shown.min(Vec2::ONE).element_product() > 0.6
    }

    /// Looks at a point at once.
    pub(crate) fn centre_on(&mut self, at: Vec2) {
        self.held = true;
        self.framing = Framing::Free;
        self.anchor = None;
        self.centre_goal = self.within_map(at, self.zoom_goal);
        self.centre = self.centre_goal;
    }

    /// Glides to a point. Before the window has been measured nothing is known of what is in view.
    pub(super) fn glide_to(&mut self, at: Vec2) {
        if self.is_measured() && !self.shows_all() {
            self.bring_into_sight(at);
        }
    }

    /// Glides until a point is in the middle of what is free now, as far as the map reaches.
    fn bring_into_sight(&mut self, at: Vec2) {
        if !self.is_measured() {
            return;
        }
        self.framing = Framing::Free;
        self.anchor = None;
        let off = self.open_middle();
        self.centre_goal = self.within_map(at - off, self.zoom_goal);
    }

    /// The middle of what is free now, on the plane from the middle of what is usually free.
    fn open_middle(&self) -> Vec2 {
        let off = self.open.center() - self.area.center();
        Vec2::new(off.x, -off.y) / self.zoom_goal
    }

    /// Pixels at the rim of the free area in which something counts as out of sight.
    fn rim(&self) -> f32 {
        RIM * CELL * self.zoom_goal
    }

    /// Whether a point is covered by panels or close to them.
    fn is_covered(&self, at: Vec2) -> bool {
        let rim = self.rim();
        let half = (self.open.size() / 2.0 - rim).max(Vec2::splat(rim)) / self.zoom_goal;
        let off = (at - self.centre_goal - self.open_middle()).abs();
        off.x > half.x || off.y > half.y
    }

    /// The part of the window that panels leave free now.
    pub(super) const fn open_part(&self) -> Rect {
        self.open
    }

    /// Whether the player has moved it since it was [let go](Self::let_go).
    pub(super) const fn is_held(&self) -> bool {
        self.held
    }

    /// From now on it may move by itself again.
    pub(super) const fn let_go(&mut self) {
        self.held = false;
    }

    /// Glides to a point that is to be looked at; stays where it is if the point is well in view.
    pub(super) fn look_at(&mut self, at: Vec2) {
        let half = self.area.size() * 0.3 / self.zoom_goal;
        let off = (at - self.centre_goal).abs();
        if off.x > half.x || off.y > half.y {
            self.glide_to(at);
        }
    }

    /// Glides to a point if it is out of sight or close to the rim.
    pub(super) fn follow(&mut self, at: Vec2) {
        if self.is_covered(at) {
            self.bring_into_sight(at);
        }
    }

    /// Whether two points can be seen at once.
    pub(super) fn holds(&self, one: Vec2, other: Vec2) -> bool {
        let room = (self.open.size() - 2.0 * self.rim()) / self.zoom_goal;
        let span = (one - other).abs();
        span.x < room.x && span.y < room.y
    }

    /// Glides so that two points can be seen, if one of them cannot.
    pub(super) fn follow_both(&mut self, one: Vec2, other: Vec2) {
        if self.is_covered(one) || self.is_covered(other) {
            self.bring_into_sight((one + other) / 2.0);
        }
    }

    /// The same, from farther off if they cannot be seen at once from here.
    pub(super) fn show_both(&mut self, one: Vec2, other: Vec2) {
        if self.is_measured() && !self.holds(one, other) {
            let rim = self.rim();
            let room = (self.open.size() - 2.0 * rim).max(Vec2::splat(rim));
            let span = (one - other).abs() + Vec2::splat(CELL);
            self.framing = Framing::Free;
            self.anchor = None;
            self.zoom_goal = self.nearest_to((room / span).min_element());
        }
        self.follow_both(one, other);
    }

    /// Goes nearer to two points for a while, until it is told to [step back](Self::step_back) or the player moves it.
    pub(super) fn look_closer(&mut self, one: Vec2, other: Vec2) {
        if !self.is_measured() {
            return;
        }
        let (_, usual) = *self.home.get_or_insert((self.centre_goal, self.zoom_goal));
        let span = (one - other).abs() + CELL * AROUND;
        let fitting = (self.area.size() / span).min_element();
        let most = (usual * CLOSER).min(CLOSEST).max(usual);
        self.framing = Framing::Free;
        self.anchor = None;
        self.zoom_goal = fitting.clamp(usual, most);
        self.centre_goal = self.within_map((one + other) / 2.0, self.zoom_goal);
    }

    /// Goes back to where it looked before it went nearer.
    pub(super) fn step_back(&mut self) {
        if let Some((centre, zoom)) = self.home.take() {
            self.anchor = None;
            self.centre_goal = centre;
            self.zoom_goal = zoom;
        }
    }

    /// The point of the plane at a point of the window.
    pub(crate) fn at_pixel(&self, pixel: Vec2) -> Vec2 {
        let off = pixel - self.area.center();
        self.centre + Vec2::new(off.x, -off.y) / self.zoom
    }

    /// The zoom at which the whole map fits into the free area.
    fn whole(&self) -> f32 {
        let room = self.area.size() - 16.0;
        let map = self.map.size() + CELL * 0.25;
        (room / map).min_element().clamp(0.05, 1.6 * self.scale())
    }

    fn nearest_to(&self, zoom: f32) -> f32 {
        zoom.clamp(self.whole().min(FARTHEST), NEAREST * self.scale())
    }

    /// Factor by which everything is larger in a window that is larger than usual.
    fn scale(&self) -> f32 {
        (self.window / USUAL).min_element().max(1.0)
    }

    /// The point nearest to `at` that may be in the middle without showing needless emptiness.
    fn within_map(&self, at: Vec2, zoom: f32) -> Vec2 {
        let half = self.area.size() / 2.0 / zoom;
        let margin = Vec2::splat(CELL * 1.5);
        let (least, most) = (self.map.min - margin + half, self.map.max + margin - half);
        let middle = self.map.center();
        let axis = |at: f32, least: f32, most: f32, middle: f32| {
            if least >= most {
                middle
            } else {
                at.clamp(least, most)
            }
        };
        let x = axis(at.x, least.x, most.x, middle.x);
        let y = axis(at.y, least.y, most.y, middle.y);
        // What a high panel at the bottom covers may be lifted over it.
        let lift = (self.area.max.y - self.open.max.y).max(0.0) / zoom;
        Vec2::new(x, at.y.clamp(y - lift, y))
    }

    /// Zooms, keeping a point of the window in place.
    pub(super) fn zoom_by(&mut self, factor: f32, anchor: Option<Vec2>) {
        self.framing = Framing::Free;
        self.held = true;
        self.home = None;
        self.zoom_goal = self.nearest_to(self.zoom_goal * factor);
        self.anchor = Some(anchor.unwrap_or_else(|| self.area.center()));
        self.centre_goal = self.centre;
    }

    /// Moves the view.
    pub(super) fn pan(&mut self, by: Vec2) {
        self.framing = Framing::Free;
        self.held = true;
        self.home = None;
        self.anchor = None;
        self.centre_goal = self.within_map(self.centre_goal + by, self.zoom_goal);
    }

    /// Moves the board with the pointer, at once.
    pub(super) fn drag(&mut self, by_pixels: Vec2) {
        self.framing = Framing::Free;
        self.held = true;
        self.home = None;
        let by = Vec2::new(-by_pixels.x, by_pixels.y) / self.zoom;
        self.centre = self.within_map(self.centre + by, self.zoom);
        self.centre_goal = self.centre;
        self.anchor = None;
    }

    /// Lets time pass.
    pub(super) fn glide(&mut self, seconds: f32) {
        if let Framing::Opening(around) = self.framing {
            (self.centre, self.zoom) = self.opening(around);
            self.centre_goal = self.centre;
            self.zoom_goal = self.zoom;
            self.anchor = None;
            return;
        }
        let part = 1.0 - (-GLIDE * seconds).exp();
        let held = self.anchor.map(|pixel| (pixel, self.at_pixel(pixel)));
        self.zoom += (self.zoom_goal - self.zoom) * part;
        if (self.zoom_goal / self.zoom - 1.0).abs() < 0.001 {
            self.zoom = self.zoom_goal;
        }
        if let Some((pixel, before)) = held {
            self.centre += before - self.at_pixel(pixel);
            self.centre = self.within_map(self.centre, self.zoom);
            self.centre_goal = self.centre;
            if self.zoom.to_bits() == self.zoom_goal.to_bits() {
                self.anchor = None;
            }
        } else {
            self.centre_goal = self.within_map(self.centre_goal, self.zoom_goal);
            self.centre += (self.centre_goal - self.centre) * part;
            if self.centre.distance(self.centre_goal) * self.zoom < 0.2 {
                self.centre = self.centre_goal;
            }
        }
    }

    /// Where the camera itself is: in the middle of the window, not of the free area.
    pub(super) fn camera_place(&self) -> Vec2 {
        self.at_pixel(self.window / 2.0)
    }
}

impl View {
    /// Takes up the size of the window, and what panels leave free of it usually and now. The point in the middle of
    /// what is usually free stays there.
    pub(super) fn measure(&mut self, window: Vec2, area: Rect, open: Rect) {
        self.window = window;
        self.area = area;
        self.open = open;
    }

    /// Whether it has these measures already.
    pub(super) fn has_measures(&self, window: Vec2, area: Rect, open: Rect) -> bool {
        (self.window, self.area, self.open) == (window, area, open)
    }

    /// Whether it looks at the same as another.
    pub(super) fn looks_as(&self, other: &Self) -> bool {
        self.centre == other.centre && self.zoom.to_bits() == other.zoom.to_bits()
    }
}

#[cfg(test)]
mod tests;
