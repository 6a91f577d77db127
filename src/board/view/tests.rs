use super::*;

fn view() -> View {
    let mut view = View {
        map: Rect::new(0.0, -2000.0, 3000.0, 0.0),
        area: Rect::new(0.0, 50.0, 980.0, 650.0),
        open: Rect::new(0.0, 50.0, 980.0, 650.0),
        window: Vec2::new(1280.0, 720.0),
        framing: Framing::Opening(None),
        ..View::default()
    };
    view.glide(0.0);
    view
}

fn come_to_rest(view: &mut View) {
    for _ in 0..300 {
        view.glide(0.016);
    }
}

#[test]
fn it_goes_nearer_for_a_while_and_back_unless_the_player_moves_it() {
    let settle = |view: &mut View| (0..200).for_each(|_| view.glide(0.1));
    let mut view = view();
    settle(&mut view);
    let (centre, zoom) = (view.centre, view.zoom);
    let blow = (Vec2::new(900.0, -900.0), Vec2::new(1000.0, -900.0));
    view.look_closer(blow.0, blow.1);
    view.look_closer(blow.1, blow.1);
    settle(&mut view);
    assert!(view.zoom > zoom * 1.2 && view.zoom <= zoom * CLOSER * 1.01);
    view.step_back();
    settle(&mut view);
    assert!(view.centre.distance(centre) < 1.0 && (view.zoom - zoom).abs() < 1e-3);
    view.look_closer(blow.0, blow.1);
    view.pan(Vec2::new(30.0, 0.0));
    let moved = view.zoom_goal;
    view.step_back();
    assert_eq!(view.zoom_goal.to_bits(), moved.to_bits());
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
    come_to_rest(&mut view);
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
    come_to_rest(&mut view);
    assert!((view.zoom - NEAREST).abs() < 1e-3);
    view.pan(Vec2::splat(1e6));
    come_to_rest(&mut view);
    let reach = view.map.inflate(CELL * 2.0);
    assert!(reach.contains(view.centre));
    view.zoom_by(1e-6, None);
    assert!(view.zoom_goal <= FARTHEST);
}

#[test]
fn only_what_is_out_of_sight_is_followed() {
    let mut view = view();
    view.zoom_by(8.0, None);
    come_to_rest(&mut view);
    let before = view.centre_goal;
    view.follow(before + Vec2::new(20.0, 10.0));
    assert_eq!(view.centre_goal, before);
    view.follow(before + Vec2::new(900.0, 0.0));
    assert!(view.centre_goal.x > before.x);
}

#[test]
fn one_who_answers_an_attack_sees_the_attacker() {
    let mut view = view();
    view.zoom_by(8.0, None);
    come_to_rest(&mut view);
    let here = view.centre_goal;
    let there = here + Vec2::new(500.0, 80.0);
    assert!(!view.holds(here, there));
    view.show_both(here, there);
    come_to_rest(&mut view);
    for at in [here, there] {
        let off = (at - view.centre).abs() * view.zoom();
        assert!(off.x < view.area.width() / 2.0 && off.y < view.area.height() / 2.0);
    }
}

/// Where a point of the plane is in the window.
fn pixel(view: &View, at: Vec2) -> Vec2 {
    let off = (at - view.centre) * view.zoom();
    view.area.center() + Vec2::new(off.x, -off.y)
}

#[test]
fn what_a_high_panel_covers_comes_into_sight() {
    let open = Rect::new(0.0, 50.0, 980.0, 340.0);
    for zoomed in [1.0, 8.0] {
        let mut view = view();
        view.zoom_by(zoomed, None);
        come_to_rest(&mut view);
        let here = view.at_pixel(Vec2::new(300.0, 600.0));
        let there = view.at_pixel(Vec2::new(600.0, 560.0));
        view.measure(view.window, view.area, open);
        view.show_both(here, there);
        come_to_rest(&mut view);
        for at in [here, there] {
            assert!(
                open.contains(pixel(&view, at)),
                "{zoomed}: {}",
                pixel(&view, at)
            );
        }
        // It comes back to the map when the panel is gone.
        let area = view.area;
        view.measure(view.window, area, area);
        come_to_rest(&mut view);
        let lowest = view.map.min.y - CELL * 1.5 + area.height() / 2.0 / view.zoom();
        assert!(view.centre.y >= lowest.min(view.map.center().y) - 1.0);
    }
}

#[test]
fn on_a_large_map_the_battle_begins_with_those_who_decide() {
    let legible = LEGIBLE / DIAMETER;
    let mut view = view();
    assert!(view.whole() < legible && view.shows_all());
    let warband = Rect::new(2500.0, -1800.0, 2700.0, -1400.0);
    view.open_on(Some((warband, view.map)));
    view.glide(0.0);
    assert!(view.zoom >= legible && !view.shows_all());
    for corner in [warband.min, warband.max] {
        let off = ((corner - view.centre) * view.zoom).abs();
        let half = view.area.size() / 2.0;
        assert!(off.x < half.x && off.y < half.y, "{off}");
    }
    // Panels that come late are made room for.
    let left = Rect::new(300.0, 50.0, 980.0, 650.0);
    view.measure(view.window, left, left);
    view.glide(0.0);
    let middle = view.at_pixel(view.area.center());
    assert!(middle.distance(view.centre) < 1.0);
    // What the player does counts from then on.
    view.pan(Vec2::new(-400.0, 0.0));
    let goal = view.centre_goal;
    view.open_on(Some((warband, warband)));
    view.glide(1.0);
    assert_eq!(view.centre_goal, goal);
}

#[test]
fn a_battle_begins_with_both_sides_in_view_if_they_are_near_enough() {
    let mut view = view();
    let own = Rect::new(600.0, -1200.0, 700.0, -900.0);
    let enemies = Rect::new(1300.0, -1200.0, 1400.0, -900.0);
    view.open_on(Some((own, own.union(enemies))));
    view.glide(0.0);
    assert!(!view.shows_all());
    for at in [own.min, own.max, enemies.min, enemies.max] {
        assert!(view.area.contains(pixel(&view, at)), "{at}");
    }
}

#[test]
fn a_map_that_is_legible_as_a_whole_is_shown_as_a_whole() {
    let mut view = view();
    view.map = Rect::new(0.0, -400.0, 700.0, 0.0);
    let own = Rect::from_center_size(Vec2::new(50.0, -50.0), Vec2::splat(90.0));
    view.open_on(Some((own, view.map)));
    view.glide(0.0);
    assert!(view.shows_all());
    assert!(view.centre.distance(view.map.center()) < 1.0);
}

#[test]
fn the_small_map_takes_the_view_anywhere_on_the_map() {
    let mut view = view();
    view.zoom_by(8.0, None);
    come_to_rest(&mut view);
    let place = Vec2::new(2000.0, -500.0);
    view.centre_on(place);
    assert!(view.at_pixel(view.area.center()).distance(place) < 1.0);
    view.centre_on(Vec2::new(9000.0, 9000.0));
    assert!(view.map.inflate(CELL * 2.0).contains(view.centre));
}
