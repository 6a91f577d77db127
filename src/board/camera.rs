//! The camera follows the [`View`]: here is what moves it.

use bevy::{
    input::mouse::{AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
    render::renderer::RenderAdapterInfo,
    window::{PrimaryWindow, RequestRedraw},
};
use shieldwall_battle::{Event, SideId, Target, Vitality};

use crate::{
    app_systems::AppSystems,
    controls::Act,
    input::Acts,
    main_camera::MainCamera,
    playback::Played,
    screen::FrontMost,
    session::{BoardArea, Draft, LookAt, Playback, Pointed, Seat, Session},
    settings::{AnimationSpeed, Settings},
};

use super::{
    Board,
    jolt::Jolt,
    plane::{centre, figure_centre},
    view::View,
};

/// Pixels a second that keys and edges move the board.
const PAN_SPEED: f32 = 900.0;
/// Pixels from the edge of the window in which the pointer moves the view.
const EDGE: f32 = 6.0;
/// Pixels the pointer has to move with the button held for a click to become a drag.
const DRAG_FROM: f32 = 8.0;

/// What the button that picks and drags is about.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Drag {
    /// Where the pointer was when the button went down.
    press: Option<Vec2>,
    /// Whether the button that is down drags the board, so that letting go is no click.
    pub(super) on: bool,
}

fn measure(
    windows: Query<&Window, With<PrimaryWindow>>,
    area: Res<BoardArea>,
    mut view: ResMut<View>,
) {
    let Ok(window) = windows.single() else { return };
    let size = window.size();
    let whole = Rect::from_corners(Vec2::ZERO, size);
    let within = |part: Option<Rect>| {
        part.map(|part| part.intersect(whole))
            .filter(|part| part.width() >= 100.0 && part.height() >= 100.0)
    };
    let free = within(area.usual).unwrap_or(whole);
    let open = within(area.now).unwrap_or(free);
    if !view.has_measures(size, free, open) {
        view.measure(size, free, open);
    }
}

fn steer(
    mut view: ResMut<View>,
    acts: Res<Acts>,
    settings: Res<Settings>,
    front: Res<FrontMost>,
    time: Res<Time>,
    scroll: Res<AccumulatedMouseScroll>,
    keys: Res<ButtonInput<KeyCode>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut drag: ResMut<Drag>,
    mut redraw: MessageWriter<RequestRedraw>,
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
        redraw.write(RequestRedraw);
        let by = way.clamp_length_max(1.0) * PAN_SPEED * seconds / view.zoom();
        view.pan(by);
    }

    let wheel = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    // With Shift the wheel turns figures.
    let turns = wheel != 0.0 && keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    for (act, sign) in [(Act::ZoomIn, 1.0), (Act::ZoomOut, -1.0)] {
        if turns || !acts.pressed(act) {
            continue;
        }
        if wheel * sign > 0.0 {
            view.zoom_by(1.18f32.powf(wheel.clamp(-4.0, 4.0)), pointer);
        } else if wheel == 0.0 {
            redraw.write(RequestRedraw);
            view.zoom_by((1.9 * sign * seconds).exp(), None);
        }
    }

    let pick = acts.pressed(Act::PickCell);
    if acts.just_pressed(Act::PickCell) {
        drag.press = pointer;
    }
    let pulled = match (drag.press, pointer) {
        (Some(from), Some(now)) if pick => from.distance(now) > DRAG_FROM,
        _ => false,
    };
    let dragging = acts.pressed(Act::DragBoard) || (pick && (drag.on || pulled));
    if dragging && moved != Vec2::ZERO {
        view.drag(moved);
    }
    // It stays set in the frame of letting go, so that letting go is no click; pointing clears it.
    if dragging != drag.on && (dragging || !pick) {
        drag.on = dragging;
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
    seat: Res<Seat>,
    playback: Res<Playback>,
    acts: Res<Acts>,
    settings: Res<Settings>,
    mut looks: MessageReader<LookAt>,
    mut played: MessageReader<Played>,
    draft: Res<Draft>,
    pointed: Res<Pointed>,
    mut asked: Local<Option<(u32, Rect)>>,
    mut aimed: Local<Option<Target>>,
    mut viewer: Local<Option<SideId>>,
) {
    open(&mut view, &board, (&session, *seat));
    for LookAt(cell) in looks.read() {
        view.look_at(centre(&board.grid, *cell));
    }
    let place = |id: shieldwall_battle::CombatantId| {
        let figure = session.shown.figures.get(id.index())?.as_ref()?;
        Some(figure_centre(&board.grid, figure))
    };
    for Played(entry) in played.read() {
        if !settings.follow {
            continue;
        }
        let near = settings.close_ups && settings.animation_speed <= AnimationSpeed::Double;
        // Going in and out at each blow would tire the spectator.
        let closer = near && playback.decisive && is_blow(&entry.event);
        if matches!(entry.event, Event::Moved { .. } | Event::RoundBegan) {
            view.step_back();
        }
        let mut places = entry.event.about().into_iter().filter_map(place);
        match (places.next(), places.next()) {
            (Some(one), Some(other)) if closer => view.look_closer(one, other),
            (Some(at), None) if near && playback.decisive => view.look_closer(at, at),
            // Both are to be seen, if the view is wide enough.
            (Some(one), Some(other)) if view.holds(one, other) => {
                view.follow_both(one, other);
            }
            (Some(at), _) => view.follow(at),
            (None, _) => {}
        }
    }
    let actor = session.decision.as_ref().map_or_else(
        || {
            let order = &session.view.order;
            order.iter().find(|entry| entry.now).map(|entry| entry.who)
        },
        |decision| decision.actor,
    );
    if acts.just_pressed(Act::CentreOnActor)
        && let Some(at) = actor.and_then(place)
    {
        view.glide_to(at);
    }
    // Anyone who is picked by key may be out of sight; who is clicked on is not.
    if *aimed != draft.target {
        *aimed = draft.target;
        if let Some(Target::Combatant(who) | Target::Injury(who, _)) = draft.target
            && pointed.combatant != Some(who)
            && let Some(at) = place(who)
        {
            match actor.and_then(place) {
                Some(from) if view.holds(at, from) => view.follow_both(at, from),
                _ => view.follow(at),
            }
        }
    }
    // Anyone who takes the seat begins with their own: where the one before looked is not their business.
    let seated = seat.viewer.filter(|_| !seat.is_covered());
    if seated.is_some() && *viewer != seated {
        if viewer.is_some() {
            if let Some(own) = own_ground(&board, (&session, *seat)).filter(|_| !view.shows_all()) {
                view.centre_on(own.center());
            }
            *asked = None;
        }
        *viewer = seated;
    }
    let rests = session.decision.is_some() || session.ending.is_some();
    if playback.caught_up() && rests {
        view.step_back();
    }
    // Once for each question, and again when its panels take more or less room, unless the player has moved the view.
    let decision = session.decision.as_ref();
    let now = decision.map(|decision| (decision.number, view.open_part()));
    if now != *asked {
        let is_new = now.map(|(number, _)| number) != asked.map(|(number, _)| number);
        *asked = now;
        if is_new {
            view.let_go();
        } else if view.is_held() || view.is_opening() {
            return;
        }
        let aimed = match draft.target {
            Some(Target::Combatant(who)) if pointed.combatant != Some(who) => Some(who),
            _ => None,
        };
        let against = decision.and_then(|decision| decision.against).or(aimed);
        match (actor.and_then(place), against.and_then(place)) {
            _ if !settings.follow => {}
            (Some(at), Some(from)) => view.show_both(at, from),
            (Some(at), None) if decision.is_some() => view.follow(at),
            _ => {}
        }
    }
}

/// Whether an event is somebody's attack on somebody else.
const fn is_blow(event: &Event) -> bool {
    matches!(event, Event::Attacked { .. })
}

/// Begins with all figures that the viewer sees, or at least with their own, once they are on the board; those who only
/// watch see everything.
fn open(view: &mut ResMut<View>, board: &Board, (session, seat): (&Session, Seat)) {
    // All have deployed before the first round.
    if !view.unopened() || seat.is_covered() || !session.shown.has_begun() {
        return;
    }
    let own = own_ground(board, (session, seat));
    let all = ground(board, session, |_| true);
    view.open_on(own.zip(all));
}

/// Where the viewer's own stand.
fn own_ground(board: &Board, (session, seat): (&Session, Seat)) -> Option<Rect> {
    ground(board, session, |side| Some(side) == seat.viewer)
}

/// Where those of some sides stand.
fn ground(board: &Board, session: &Session, of: impl Fn(SideId) -> bool) -> Option<Rect> {
    session
        .shown
        .figures
        .iter()
        .flatten()
        .filter(|figure| of(figure.side) && figure.vitality == Vitality::Active)
        .map(|figure| figure_centre(&board.grid, figure))
        .fold(None, |all: Option<Rect>, at| {
            let here = Rect::from_corners(at, at);
            Some(all.map_or(here, |all| all.union(here)))
        })
}

pub(super) fn aim(
    mut view: ResMut<View>,
    jolt: Res<Jolt>,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<MainCamera>>,
) {
    let mut next = *view;
    next.glide(time.delta_secs().min(0.1));
    if next.looks_as(&view) {
        *view.bypass_change_detection() = next;
    } else {
        *view = next;
        redraw.write(RequestRedraw);
    }
    let place = (view.camera_place() + jolt.off() / view.zoom()).extend(0.0);
    for (mut transform, mut projection) in &mut cameras {
        if transform.translation != place {
            transform.translation = place;
        }
        let scale = 1.0 / view.zoom();
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
        .init_resource::<Drag>()
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
