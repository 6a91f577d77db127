use super::*;

/// A counter on the board.
fn counter(at: Pos2) -> Rect {
    Rect::from_center_size(at, vec2(48.0, 48.0))
}

#[test]
fn the_forecast_makes_room_for_what_matters_most() {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0));
    let layout = Layout::of(screen, TOP, true, 100.0);
    let low_left = counter(layout.board.left_bottom() + vec2(100.0, -100.0));
    let high_right = counter(layout.board.right_top() + vec2(-100.0, 100.0));
    let low_right = counter(layout.board.right_bottom() + vec2(-100.0, -100.0));
    let place = |target, about: &[Rect], others: &[Rect], now| {
        let clear = KeptClear {
            pointed: None,
            target,
            about: about.to_vec(),
            others: others.to_vec(),
            words: None,
            panels: Vec::new(),
        };
        layout.forecast_place(200.0, &clear, now, true)
    };
    let low = ForecastPlace::LowerLeft;
    let [up, right] = [ForecastPlace::UpperRight, ForecastPlace::LowerRight];
    assert_eq!(place(None, &[], &[], low), low);
    assert_eq!(place(None, &[low_left], &[], low), up);
    assert_eq!(place(None, &[high_right], &[], low), low);
    assert_eq!(place(Some(low_left), &[high_right], &[], low), right);
    // The target matters more than the actor, and both more than other targets.
    assert_eq!(
        place(Some(low_left), &[high_right], &[low_right], low),
        right
    );
    assert_eq!(
        place(None, &[low_left, high_right], &[low_right], up),
        right
    );
    // It does not move before it must.
    assert_eq!(place(None, &[], &[], up), up);
    assert_eq!(place(None, &[low_left], &[], right), right);
    // While the legend is folded there is a fourth corner.
    let crowd = KeptClear {
        about: vec![low_left, high_right, low_right],
        ..KeptClear::default()
    };
    let place = |legend_open| layout.forecast_place(200.0, &crowd, low, legend_open);
    assert_eq!(place(false), ForecastPlace::UpperLeft);
    assert_ne!(place(true), ForecastPlace::UpperLeft);
}

#[test]
fn the_forecast_never_lies_over_what_is_pointed_at() {
    for (screen, layout) in layouts() {
        let board = layout.board;
        for height in [80.0, 250.0, layout.forecast_height()] {
            for column in 0..=20_u8 {
                for row in 0..=12_u8 {
                    let part = vec2(f32::from(column) / 20.0, f32::from(row) / 12.0);
                    let at = board.min + part * board.size();
                    let other = board.min + (vec2(1.0, 1.0) - part) * board.size();
                    for before in ForecastPlace::ALL {
                        let clear = KeptClear {
                            pointed: Some(counter(at)),
                            target: Some(counter(at)),
                            about: vec![counter(other)],
                            others: vec![counter(board.center())],
                            words: None,
                            panels: Vec::new(),
                        };
                        let place = layout.forecast_place(height, &clear, before, true);
                        let (pivot, corner) = layout.forecast_corner(place);
                        let size = vec2(FORECAST_WIDTH, height);
                        let panel = pivot.anchor_size(corner, size);
                        assert!(!panel.contains(at), "{screen}, {height}: {at}");
                        let again = layout.forecast_place(height, &clear, place, true);
                        assert_eq!(place, again, "{screen}: it flickers");
                    }
                }
            }
        }
    }
}

#[test]
fn a_forecast_that_fits_nowhere_becomes_less_high() {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1024.0, 600.0));
    let layout = Layout::of(screen, TOP, true, 190.0);
    let board = layout.board;
    let now = ForecastPlace::LowerLeft;
    let fit = |about: Vec<Rect>| {
        let clear = KeptClear {
            target: Some(counter(board.right_bottom() + vec2(-80.0, -60.0))),
            about,
            ..KeptClear::default()
        };
        layout.forecast_fit(250.0, &clear, now, false)
    };
    let left = board.left_bottom() + vec2(100.0, -60.0);
    let right = board.right_top() + vec2(-80.0, 60.0);
    assert_eq!(fit(vec![]), (now, 250.0));
    let (place, height) = fit(vec![counter(left), counter(right)]);
    assert_eq!(place, ForecastPlace::UpperLeft);
    assert!((LEAST_FORECAST..250.0).contains(&height), "{height}");
}

#[test]
fn the_forecast_lies_beside_its_target_where_it_covers_nothing() {
    for (screen, layout) in layouts() {
        let board = layout.board;
        let height = 90.0;
        let mut found = 0;
        for column in 0..=20_u8 {
            for row in 0..=12_u8 {
                let part = vec2(f32::from(column) / 20.0, f32::from(row) / 12.0);
                let target = counter(board.min + part * board.size());
                let actor = counter(target.center() + vec2(-90.0, 0.0));
                let clear = KeptClear {
                    target: Some(target),
                    about: vec![actor],
                    words: Some(Rect::from_center_size(
                        target.center() - vec2(0.0, 40.0),
                        vec2(150.0, 26.0),
                    )),
                    panels: vec![counter(board.min + vec2(30.0, 30.0))],
                    ..KeptClear::default()
                };
                let Some(panel) = layout.forecast_beside(height, &clear) else {
                    continue;
                };
                found += 1;
                assert!(board.contains_rect(panel), "{screen}: {panel}");
                for kept in [target, actor, clear.panels[0], clear.words.unwrap_or(actor)] {
                    assert!(!panel.intersects(kept), "{screen}: {panel} on {kept}");
                }
                let near = panel.distance_to_pos(target.center());
                assert!(near < 110.0, "{screen}: {near}");
            }
        }
        assert!(found > 250, "{screen}: {found}");
    }
    // The side away from the actor is better.
    let layout = Layout::of(
        Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0)),
        TOP,
        true,
        100.0,
    );
    let target = counter(layout.board.center());
    for (step, is_left) in [(-90.0, false), (90.0, true)] {
        let clear = KeptClear {
            target: Some(target),
            about: vec![counter(target.center() + vec2(3.0 * step, 0.0))],
            ..KeptClear::default()
        };
        let panel = layout.forecast_beside(90.0, &clear);
        assert_eq!(panel.map(|panel| panel.max.x < target.min.x), Some(is_left));
    }
}

#[test]
fn the_small_map_makes_room_where_the_forecast_leaves_some() {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0));
    let layout = Layout::of(screen, TOP, true, 100.0);
    let size = layout.overview_size(20.0, 12.0) + vec2(20.0, 16.0);
    let low = layout.board.right_bottom() + vec2(-60.0, -60.0);
    let high = layout.board.right_top() + vec2(-60.0, 60.0);
    let goes_up = |about: &[Pos2], free, is_up| layout.overview_goes_up(size, about, free, is_up);
    assert!(!goes_up(&[], true, false));
    assert!(goes_up(&[low], true, false));
    assert!(!goes_up(&[low], false, false));
    assert!(!goes_up(&[low, high], true, false));
    // It does not come back before it must.
    assert!(goes_up(&[], true, true));
    assert!(goes_up(&[low, high], true, true));
    assert!(!goes_up(&[high], true, true));
    assert!(!goes_up(&[low], false, true));
}

/// Windows and whether the log is open.
fn layouts() -> impl Iterator<Item = (Rect, Layout)> {
    let sizes = [
        (1024.0, 640.0),
        (1280.0, 720.0),
        (1920.0, 1080.0),
        (960.0, 540.0),
    ];
    sizes.into_iter().flat_map(|(width, height)| {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
        [false, true].map(|log_open| (screen, Layout::of(screen, TOP, log_open, 100.0)))
    })
}

#[test]
fn panels_share_the_screen_without_overlap() {
    for (screen, layout) in layouts() {
        let all = [
            layout.top,
            layout.card,
            layout.log,
            layout.bottom,
            layout.board,
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(screen.contains_rect(*one), "{screen}: {one}");
            for other in &all[index + 1..] {
                // The board is what is left beside a bar as high as it is, not as it may be.
                let is_bar = *one == layout.bottom || *other == layout.bottom;
                let apart = !one.intersects(*other) || one.intersect(*other).area() <= 0.5;
                assert!(is_bar || apart, "{screen}: {one} {other}");
            }
        }
    }
}

#[test]
fn no_window_is_too_small_to_be_shared_out() {
    for size in [vec2(0.0, 0.0), vec2(320.0, 180.0), vec2(640.0, 360.0)] {
        let layout = Layout::of(Rect::from_min_size(Pos2::ZERO, size), TOP, true, 100.0);
        for part in [
            layout.top,
            layout.card,
            layout.log,
            layout.bottom,
            layout.board,
        ] {
            assert!(part.is_positive(), "{size}: {part}");
        }
    }
}

#[test]
fn most_of_the_window_is_the_boards() {
    for (screen, layout) in layouts() {
        let part = layout.clear.area() / screen.area();
        assert!(part > 0.44, "{screen}: {part}");
    }
    let full = Rect::from_min_size(Pos2::ZERO, vec2(1920.0, 1080.0));
    let layout = Layout::of(full, TOP, true, 100.0);
    assert!(layout.clear.area() > 0.65 * full.area());
}

#[test]
fn legend_and_forecast_share_the_left() {
    for (screen, layout) in layouts() {
        let highest = layout.forecast_height();
        let (_, corner) = layout.forecast_corner(ForecastPlace::LowerLeft);
        let forecast = Rect::from_min_max(
            corner - vec2(0.0, highest),
            corner + vec2(FORECAST_WIDTH, 0.0),
        );
        let lines = layout.legend_height(highest);
        let legend =
            Rect::from_min_size(layout.legend_corner(), vec2(LEGEND_WIDTH, SWITCHES + lines));
        for floating in [forecast, legend] {
            assert!(layout.board.contains_rect(floating), "{screen}");
        }
        assert!(!legend.intersects(forecast), "{screen}");
        let all = layout.legend_height(0.0) + SWITCHES;
        assert!(all + GAP < layout.board.height(), "{screen}");
    }
}
