//! How long the main schedule of a frame takes, without rendering: a log line every 240 frames.
//!
//! Off unless asked for with `RUST_LOG=shieldwall::frame_clock=debug`. Rendering runs in a world of
//! its own after the main schedule, so what is measured is the game: input, decisions, playback,
//! board and panels.

use std::time::{Duration, Instant};

use bevy::{
    log::{Level, debug, tracing},
    prelude::*,
};

/// Frames that one line sums up.
const FRAMES: usize = 240;

/// Begin of the frame that runs, and how long the last ones took.
#[derive(Resource, Default)]
struct FrameClock {
    began: Option<Instant>,
    lasted: Vec<Duration>,
}

/// Adds the clock.
pub(crate) fn plugin(app: &mut App) {
    if !tracing::enabled!(Level::DEBUG) {
        return;
    }
    app.init_resource::<FrameClock>()
        .add_systems(First, begin)
        .add_systems(Last, end);
}

fn begin(mut clock: ResMut<FrameClock>) {
    clock.began = Some(Instant::now());
}

fn end(mut clock: ResMut<FrameClock>) {
    let Some(began) = clock.began.take() else {
        return;
    };
    clock.lasted.push(began.elapsed());
    if clock.lasted.len() < FRAMES {
        return;
    }
    let mut lasted = std::mem::take(&mut clock.lasted);
    lasted.sort_unstable();
    let milliseconds = |duration: Duration| duration.as_secs_f64() * 1000.0;
    let mean = lasted.iter().sum::<Duration>() / u32::try_from(lasted.len()).unwrap_or(1);
    debug!(
        "main schedule of {} frames: mean {:.2} ms, median {:.2} ms, 99 in 100 below {:.2} ms",
        lasted.len(),
        milliseconds(mean),
        milliseconds(lasted[lasted.len() / 2]),
        milliseconds(lasted[lasted.len() * 99 / 100]),
    );
}
