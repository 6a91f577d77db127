//! How the window shows what it shows, for battles and replays alike.

use clap::{Args, ValueEnum};

use crate::{launch::Launch, settings::AnimationSpeed};

/// How the window shows what it shows.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Showing {
    /// Speed of animations: 1, 2, 4 or instant [default: as set in the game]
    #[arg(long, value_name = "SPEED")]
    pub(super) speed: Option<Speed>,
    /// Fill the whole screen
    #[arg(long, conflicts_with = "size")]
    pub(super) fullscreen: bool,
    /// Size of the window, such as 1920x1080
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(super) size: Option<(u32, u32)>,
}

impl Showing {
    /// An option that was given, if any.
    pub(super) fn first_given(self) -> Option<&'static str> {
        [
            (self.speed.is_some(), "--speed"),
            (self.fullscreen, "--fullscreen"),
            (self.size.is_some(), "--size"),
        ]
        .into_iter()
        .find_map(|(given, option)| given.then_some(option))
    }

    /// These, or where they say nothing, the others.
    pub(super) fn or(self, others: Self) -> Self {
        let own_window = self.fullscreen || self.size.is_some();
        let window = if own_window { self } else { others };
        Self {
            speed: self.speed.or(others.speed),
            ..window
        }
    }

    /// A window that shows things so.
    pub(super) fn launch(self) -> Launch {
        Launch {
            fullscreen: self.fullscreen,
            size: self.size,
            speed: self.speed.map(AnimationSpeed::from),
            ..Launch::default()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Speed {
    /// As designed
    #[value(name = "1", alias = "1x")]
    Normal,
    /// Twice as fast
    #[value(name = "2", alias = "2x")]
    Double,
    /// Four times as fast
    #[value(name = "4", alias = "4x")]
    Quadruple,
    /// No animation
    Instant,
}

impl From<Speed> for AnimationSpeed {
    fn from(speed: Speed) -> Self {
        match speed {
            Speed::Normal => Self::Normal,
            Speed::Double => Self::Double,
            Speed::Quadruple => Self::Quadruple,
            Speed::Instant => Self::Instant,
        }
    }
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "expected a width and a height in pixels, such as 1280x720".to_owned();
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let width: u32 = width.trim().parse().map_err(|_| wrong())?;
    let height: u32 = height.trim().parse().map_err(|_| wrong())?;
    let fits = (640..=16_384).contains(&width) && (360..=16_384).contains(&height);
    if fits {
        Ok((width, height))
    } else {
        Err("windows are 640x360 to 16384x16384".to_owned())
    }
}
