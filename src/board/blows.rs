//! Blows in melee look as their weapon does: a sword cuts in an arc, a spear thrusts straight, a mace comes down.

use bevy::prelude::*;

use super::plane::CELL;
use crate::shown::Blow;

/// How far a figure goes in a blow, in cells, and how it turns and grows.
struct Swing {
    lunge: f32,
    wind_up: f32,
    /// Radians.
    turn: f32,
    /// How much larger it is while it winds up: it rises.
    rise: f32,
}

impl Blow {
    /// The name of the picture of its mark.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Self::Cut => "board/effects/cut",
            Self::Thrust => "board/effects/thrust",
            Self::Crush | Self::Shove => "board/effects/crush",
            Self::Claw => "board/effects/claw",
        }
    }

    const fn swing(self) -> Swing {
        let (lunge, wind_up, turn, rise) = match self {
            Self::Cut => (0.46, 0.10, 0.34, 0.0),
            Self::Thrust => (0.64, 0.20, 0.0, 0.0),
            Self::Crush => (0.42, 0.14, 0.10, 0.16),
            Self::Shove => (0.58, 0.06, 0.0, 0.04),
            Self::Claw => (0.60, 0.08, -0.24, 0.06),
        };
        Swing {
            lunge,
            wind_up,
            turn,
            rise,
        }
    }

    /// Where the one who strikes is at a point of the blow, off its place, with turn and size; `way` leads to the
    /// target.
    pub(super) fn motion(self, way: Vec2, progress: f32) -> (Vec2, f32, f32) {
        let swing = self.swing();
        let ready = there_and_back((progress / 0.34).min(1.0), 0.6);
        let struck = there_and_back(((progress - 0.22) / 0.78).max(0.0), 0.34);
        let off = way * CELL * (swing.lunge * struck - swing.wind_up * ready);
        let side = if way.x < 0.0 { -1.0 } else { 1.0 };
        let turn = side * swing.turn * (0.6 * ready - struck);
        (off, turn, 1.0 + swing.rise * ready)
    }
}

/// Out and back: 0 at both ends, 1 at `peak`.
pub(super) fn there_and_back(progress: f32, peak: f32) -> f32 {
    let part = if progress < peak {
        progress / peak
    } else {
        (1.0 - progress) / (1.0 - peak)
    };
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_blow_begins_and_ends_at_rest_and_goes_towards_the_target() {
        for blow in Blow::ALL {
            for end in [0.0, 1.0] {
                let (off, turn, size) = blow.motion(Vec2::X, end);
                assert!(off.length() < 1e-3 && turn.abs() < 1e-3, "{blow:?}");
                assert!((size - 1.0).abs() < 1e-3, "{blow:?}");
            }
            let (off, ..) = blow.motion(Vec2::X, 0.48);
            assert!(off.x > CELL * 0.3, "{blow:?} {off}");
        }
    }
}
