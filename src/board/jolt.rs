//! Heavy blows are felt: the view jolts for a moment.

use bevy::{prelude::*, window::RequestRedraw};
use shieldwall_battle::Event;

use crate::{playback::Played, session::Session, settings::Settings};

/// Seconds that a jolt lasts.
const LASTS: f32 = 0.28;
/// Pixels that the view goes at most.
const MOST: f32 = 9.0;
/// The part of all hit points from which a loss is felt.
const FELT: f32 = 0.2;

/// How far the view is off its place.
#[derive(Resource, Default, Debug, Clone, Copy)]
pub(super) struct Jolt {
    /// Seconds left.
    left: f32,
    /// Pixels at its height.
    strength: f32,
}

impl Jolt {
    /// How far the view is off its place now, in pixels.
    pub(super) fn off(self) -> Vec2 {
        if self.left <= 0.0 {
            return Vec2::ZERO;
        }
        let part = self.left / LASTS;
        let beat = (1.0 - part) * 40.0;
        Vec2::new(beat.sin(), (beat * 1.3).cos()) * self.strength * part * part
    }

    /// A loss of so much of all hit points.
    fn feel(&mut self, lost: f32) {
        if lost >= FELT {
            self.left = LASTS;
            self.strength = MOST * lost.min(1.0).sqrt();
        }
    }
}

/// Feels what is played and lets time pass.
fn follow(
    mut jolt: ResMut<Jolt>,
    mut played: MessageReader<Played>,
    settings: Res<Settings>,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Played(entry) in played.read() {
        if let Event::HitPoints { from, to, max, .. } = &entry.event
            && settings.shake
        {
            jolt.feel((from - to) as f32 / (*max).max(1) as f32);
        }
    }
    if jolt.left > 0.0 {
        jolt.left -= time.delta_secs();
        redraw.write(RequestRedraw);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Jolt>().add_systems(
        Update,
        follow
            .in_set(super::Showing)
            .before(super::camera::aim)
            .run_if(resource_exists::<Session>),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratches_are_not_felt_and_heavy_blows_pass() {
        let mut jolt = Jolt::default();
        jolt.feel(0.1);
        assert_eq!(jolt.off(), Vec2::ZERO);
        jolt.feel(0.8);
        assert!(jolt.off().length() > 1.0 && jolt.off().length() < MOST * 1.5);
        jolt.left = 0.0;
        assert_eq!(jolt.off(), Vec2::ZERO);
    }
}
