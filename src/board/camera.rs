//! The view: where the camera looks and how near, how it glides there, and what moves it.

use bevy::{
    input::mouse::{AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
    render::renderer::RenderAdapterInfo,
    window::PrimaryWindow,
};
use shieldwall_grid::Grid;

use crate::{
    app::{AppSystems, MainCamera},
    input::{Act, Acts},
    playback::{Played, about},
    screens::FrontMost,
    session::{BoardArea, LookAt, Session},
    settings::Settings,
};

use super::{
    Board,
    plane::{CELL, bounds, centre},
};

/// The nearest view: a cell is three times as large as at zoom 1.
const NEAREST: f32 = 3.0;
/// The farthest view that is always allowed, however small the map.
const FARTHEST: f32 = 0.4;
/// Pixels a second that keys and edges move the board.
const PAN_SPEED: f32 = 900.0;
/// How fast the view follows its goal: the part of the way left after a second is e to the minus this.
const GLIDE: f32 = 9.0;
/// Pixels from the edge of the window in which the pointer moves the view.
const EDGE: f32 = 6.0;
/// Pixels the pointer has to move with the button held for a click to become a drag.
const DRAG_FROM: f32 = 8.0;
/// Pixels at the rim of the free area in which something counts as out of sight.
const RIM: f32 = 70.0;

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
    /// Free part of the window.
    area: Rect,
    /// Size of the window.
    window: Vec2,
    /// Whether the whole map is to be fitted: from the beginning until the player moves the view,
    /// because panels may take their place late and windows change size.
    fit: bool,
    /// Where the pointer was when the button went down.
    press: Option<Vec2>,
    /// Whether the button that is down drags the board.
    dragging: bool,
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
            window: Vec2::ONE,
            fit: false,
            press: None,
            dragging: false,
        }
    }
}

impl View {
    /// Logical pixels per unit of the plane.
    pub(super) const fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Whether the button that is down drags the board, so that letting go is no click.
    pub(super) const fn dragging(&self) -> bool {
        self.dragging
    }

    /// Shows the whole map of a grid at the next occasion.
    pub(super) fn fit_to(&mut self, grid: &Grid) {
        self.map = bounds(grid);
        self.fit = true;
    }

    /// Glides to a point.
    pub(super) fn glide_to(&mut self, at: Vec2) {
        if self.fit {
            // Everything is in view.
            return;
        }
        self.anchor = None;
        self.centre_goal = self.within_map(at, self.zoom_goal);
    }

    /// Glides to a point that is to be looked at; stays where it is if the point is well in view.
    fn look_at(&mut self, at: Vec2) {
        let half = self.area.size() * 0.3 / self.zoom_goal;
        let off = (at - self.centre_goal).abs();
        if off.x > half.x || off.y > half.y {
            self.glide_to(at);
        }
    }

    /// Glides to a point if it is out of sight or close to the rim.
    pub(super) fn follow(&mut self, at: Vec2) {
        let half = (self.area.size() / 2.0 - RIM).max(Vec2::splat(RIM)) / self.zoom_goal;
        let off = (at - self.centre_goal).abs();
        if off.x > half.x || off.y > half.y {
            self.glide_to(at);
        }
    }

    /// Whether two points can be seen at once.
    fn holds(&self, one: Vec2, other: Vec2) -> bool {
        let room = (self.area.size() - 2.0 * RIM) / self.zoom_goal;
        let span = (one - other).abs();
        span.x < room.x && span.y < room.y
    }

    /// Glides so that two points can be seen, if one of them cannot.
    fn follow_both(&mut self, one: Vec2, other: Vec2) {
        let half = (self.area.size() / 2.0 - RIM).max(Vec2::splat(RIM)) / self.zoom_goal;
        let hidden = [one, other].into_iter().any(|at| {
            let off = (at - self.centre_goal).abs();
            off.x > half.x || off.y > half.y
        });
        if hidden {
            self.glide_to((one + other) / 2.0);
        }
    }

    /// The point of the plane at a point of the window.
    pub(super) fn at_pixel(&self, pixel: Vec2) -> Vec2 {
        let off = pixel - self.area.center();
        self.centre + Vec2::new(off.x, -off.y) / self.zoom
    }

    /// The zoom at which the whole map fits into the free area.
    fn whole(&self) -> f32 {
        let room = self.area.size() - 16.0;
        let map = self.map.size() + CELL * 0.25;
        (room / map).min_element().clamp(0.05, 1.6)
    }

    fn nearest_to(&self, zoom: f32) -> f32 {
        zoom.clamp(self.whole().min(FARTHEST), NEAREST)
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
        Vec2::new(
            axis(at.x, least.x, most.x, middle.x),
            axis(at.y, least.y, most.y, middle.y),
        )
    }

    fn zoom_by(&mut self, factor: f32, anchor: Option<Vec2>) {
        self.fit = false;
        self.zoom_goal = self.nearest_to(self.zoom_goal * factor);
        self.anchor = Some(anchor.unwrap_or_else(|| self.area.center()));
        self.centre_goal = self.centre;
    }

    fn pan(&mut self, by: Vec2) {
        self.fit = false;
        self.anchor = None;
        self.centre_goal = self.within_map(self.centre_goal + by, self.zoom_goal);
    }

    /// Moves the board with the pointer, at once.
    fn drag(&mut self, by_pixels: Vec2) {
        self.fit = false;
        let by = Vec2::new(-by_pixels.x, by_pixels.y) / self.zoom;
        self.centre = self.within_map(self.centre + by, self.zoom);
        self.centre_goal = self.centre;
        self.anchor = None;
    }

    /// Lets time pass.
    fn glide(&mut self, seconds: f32) {
        if self.fit {
            self.zoom_goal = self.whole();
            self.zoom = self.zoom_goal;
            self.centre = self.within_map(self.map.center(), self.zoom);
            self.centre_goal = self.centre;
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
    fn camera_place(&self) -> Vec2 {
        self.at_pixel(self.window / 2.0)
    }
}

fn measure(
    windows: Query<&Window, With<PrimaryWindow>>,
    area: Res<BoardArea>,
    mut view: ResMut<View>,
) {
    let Ok(window) = windows.single() else { return };
    let size = window.size();
    let whole = Rect::from_corners(Vec2::ZERO, size);
    let free = area
        .0
        .map(|free| free.intersect(whole))
        .filter(|free| free.width() >= 100.0 && free.height() >= 100.0)
        .unwrap_or(whole);
    if view.window != size || view.area != free {
        // The point in the middle of the free area stays there.
        view.window = size;
        view.area = free;
    }
}

fn steer(
    mut view: ResMut<View>,
    acts: Res<Acts>,
    settings: Res<Settings>,
    front: Res<FrontMost>,
    time: Res<Time>,
    scroll: Res<AccumulatedMouseScroll>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut pointer_before: Local<Option<Vec2>>,
) {
    let Ok(window) = windows.single() else { return };
    let pointer = window.cursor_position();
    let moved = match (*pointer_before, pointer) {
        (Some(before), Some(now)) => now - before,
        _ => Vec2::ZERO,
    };
    *pointer_before = pointer;
    let seconds = time.delta_secs().min(0.1);

    let mut way = Vec2::ZERO;
    for (act, towards) in [
        (Act::PanLeft, Vec2::NEG_X),
        (Act::PanRight, Vec2::X),
        (Act::PanUp, Vec2::Y),
        (Act::PanDown, Vec2::NEG_Y),
    ] {
        if acts.pressed(act) {
            way += towards;
        }
    }
    if settings.edge_scroll
        && *front == FrontMost::Battle
        && window.focused
        && let Some(at) = pointer
    {
        way += edge_way(at, window.size());
    }
    if way != Vec2::ZERO {
        let by = way.clamp_length_max(1.0) * PAN_SPEED * seconds / view.zoom;
        view.pan(by);
    }

    let wheel = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    for (act, sign) in [(Act::ZoomIn, 1.0), (Act::ZoomOut, -1.0)] {
        if !acts.pressed(act) {
            continue;
        }
        if wheel * sign > 0.0 {
            view.zoom_by(1.18f32.powf(wheel.clamp(-4.0, 4.0)), pointer);
        } else if wheel == 0.0 {
            view.zoom_by((1.9 * sign * seconds).exp(), None);
        }
    }

    let pick = acts.pressed(Act::PickCell);
    if acts.just_pressed(Act::PickCell) {
        view.press = pointer;
    }
    let pulled = match (view.press, pointer) {
        (Some(from), Some(now)) if pick => from.distance(now) > DRAG_FROM,
        _ => false,
    };
    let dragging = acts.pressed(Act::DragBoard) || (pick && (view.dragging || pulled));
    if dragging && moved != Vec2::ZERO {
        view.drag(moved);
    }
    // It stays set in the frame of letting go, so that letting go is no click; pointing clears it.
    if dragging != view.dragging && (dragging || !pick) {
        view.dragging = dragging;
    }
}

/// Which way the pointer pushes the view.
fn edge_way(at: Vec2, size: Vec2) -> Vec2 {
    let axis = |at: f32, size: f32| {
        if at <= EDGE {
            -1.0
        } else if at >= size - EDGE {
            1.0
        } else {
            0.0
        }
    };
    Vec2::new(axis(at.x, size.x), -axis(at.y, size.y))
}

/// Goes where the player asks to look, and to where something happens out of sight.
fn heed(
    mut view: ResMut<View>,
    board: Res<Board>,
    session: Res<Session>,
    acts: Res<Acts>,
    mut looks: MessageReader<LookAt>,
    mut played: MessageReader<Played>,
    mut asked: Local<Option<u32>>,
) {
    for LookAt(cell) in looks.read() {
        view.look_at(centre(&board.grid, *cell));
    }
    let place = |id: shieldwall_battle::CombatantId| {
        let figure = session.scene.figures.get(id.index())?.as_ref()?;
        Some(centre(&board.grid, figure.cell))
    };
    for Played(entry) in played.read() {
        let mut places = about(&entry.event).into_iter().filter_map(place);
        match (places.next(), places.next()) {
            // Both are to be seen, if the view is wide enough.
            (Some(one), Some(other)) if view.holds(one, other) => {
                view.follow_both(one, other);
            }
            (Some(at), _) => view.follow(at),
            (None, _) => {}
        }
    }
    let actor = session
        .decision
        .as_ref()
        .map(|decision| decision.actor)
        .or_else(|| {
            let order = &session.view.order;
            order.iter().find(|entry| entry.now).map(|entry| entry.who)
        });
    if acts.just_pressed(Act::CentreOnActor)
        && let Some(at) = actor.and_then(place)
    {
        view.glide_to(at);
    }
    let decision = session.decision.as_ref().map(|decision| decision.number);
    if decision != *asked {
        *asked = decision;
        if decision.is_some()
            && let Some(at) = actor.and_then(place)
        {
            view.follow(at);
        }
    }
}

fn aim(
    mut view: ResMut<View>,
    time: Res<Time>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<MainCamera>>,
) {
    let mut next = *view;
    next.glide(time.delta_secs().min(0.1));
    if next.centre != view.centre || next.zoom.to_bits() != view.zoom.to_bits() {
        *view = next;
    } else {
        *view.bypass_change_detection() = next;
    }
    let place = view.camera_place().extend(0.0);
    for (mut transform, mut projection) in &mut cameras {
        if transform.translation != place {
            transform.translation = place;
        }
        let scale = 1.0 / view.zoom;
        let differs = match projection.as_ref() {
            Projection::Orthographic(now) => now.scale.to_bits() != scale.to_bits(),
            _ => false,
        };
        if differs && let Projection::Orthographic(now) = projection.as_mut() {
            now.scale = scale;
        }
    }
}

/// Software renderers draw every sample by hand: they get one for each pixel instead of four.
fn suit_renderer(
    mut commands: Commands,
    adapter: Option<Res<RenderAdapterInfo>>,
    cameras: Query<Entity, With<MainCamera>>,
) {
    // The type of the device type is not re-exported, but its name is as good.
    let by_hand = |adapter: Res<RenderAdapterInfo>| format!("{:?}", adapter.device_type) == "Cpu";
    if adapter.is_some_and(by_hand) {
        for camera in &cameras {
            commands.entity(camera).insert(Msaa::Off);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<View>()
        .add_systems(Startup, suit_renderer)
        .add_systems(
            Update,
            (
                (measure, steer).chain().in_set(AppSystems::Input),
                (heed.run_if(resource_exists::<Session>), aim)
                    .chain()
                    .in_set(AppSystems::Present),
            )
                .run_if(resource_exists::<Board>),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> View {
        let mut view = View {
            map: Rect::new(0.0, -2000.0, 3000.0, 0.0),
            area: Rect::new(0.0, 50.0, 980.0, 650.0),
            window: Vec2::new(1280.0, 720.0),
            fit: true,
            ..View::default()
        };
        view.glide(0.0);
        view
    }

    #[test]
    fn the_whole_map_is_seen_at_first() {
        let view = view();
        for corner in [Vec2::new(0.0, 0.0), Vec2::new(3000.0, -2000.0)] {
            let off = (corner - view.centre) * view.zoom;
            assert!(off.x.abs() <= 490.0 && off.y.abs() <= 300.0, "{off}");
        }
        assert!(
            view.at_pixel(view.area.center())
                .distance(view.map.center())
                < 1.0
        );
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let mut view = view();
        let pixel = Vec2::new(500.0, 330.0);
        let before = view.at_pixel(pixel);
        view.zoom_by(4.0, Some(pixel));
        for _ in 0..200 {
            view.glide(0.016);
        }
        assert!((view.zoom - view.zoom_goal).abs() < 1e-3);
        assert!(
            view.at_pixel(pixel).distance(before) < 1.0,
            "{before} {}",
            view.at_pixel(pixel)
        );
    }

    #[test]
    fn the_view_stays_on_the_map_and_within_its_zooms() {
        let mut view = view();
        view.zoom_by(1000.0, None);
        for _ in 0..300 {
            view.glide(0.016);
        }
        assert!((view.zoom - NEAREST).abs() < 1e-3);
        view.pan(Vec2::splat(1e6));
        for _ in 0..300 {
            view.glide(0.016);
        }
        let reach = view.map.inflate(CELL * 2.0);
        assert!(reach.contains(view.centre));
        view.zoom_by(1e-6, None);
        assert!(view.zoom_goal <= FARTHEST);
    }

    #[test]
    fn only_what_is_out_of_sight_is_followed() {
        let mut view = view();
        view.zoom_by(8.0, None);
        for _ in 0..300 {
            view.glide(0.016);
        }
        let before = view.centre_goal;
        view.follow(before + Vec2::new(20.0, 10.0));
        assert_eq!(view.centre_goal, before);
        view.follow(before + Vec2::new(900.0, 0.0));
        assert!(view.centre_goal.x > before.x);
    }
}
