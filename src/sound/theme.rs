//! The theme: goes on in all screens, quieter while a battle is fought.

use bevy::{
    audio::{AudioPlayer, AudioSink, AudioSinkPlayback, AudioSource, PlaybackSettings, Volume},
    ecs::system::SystemParam,
    prelude::*,
};

use super::{bank::SoundBank, mixer::loudness};
use crate::{app_systems::AppSystems, screen::Screen, settings::Settings};

/// The name of the theme in `assets/sounds`.
const NAME: &str = "theme";
/// The part of its volume that is left in a battle.
const IN_BATTLE: f32 = 0.7;

/// The theme as it is played.
#[derive(Component, Debug)]
struct Theme {
    source: Handle<AudioSource>,
    /// Frames since it was begun, up to a few.
    age: u8,
}

/// Tells whether there is a sound device.
#[derive(SystemParam)]
pub(crate) struct SoundDevice<'w, 's> {
    theme: Query<'w, 's, (&'static Theme, Has<AudioSink>)>,
}

impl SoundDevice<'_, '_> {
    /// True if the theme should be heard and no device has taken it.
    pub(crate) fn is_missing(&self) -> bool {
        let mut themes = self.theme.iter();
        themes.any(|(theme, plays)| theme.age > 3 && !plays)
    }
}

fn play(
    mut commands: Commands,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    bank: Res<SoundBank>,
    mut themes: Query<(Entity, &mut Theme, Option<&mut AudioSink>)>,
) {
    let part = match screen.get() {
        Screen::Battle => IN_BATTLE,
        _ => 1.0,
    };
    let volume = part * loudness(settings.music_volume);
    let silent = settings.muted || volume <= 0.0;
    let wanted = bank.row(NAME).first().map(|loaded| &loaded.source);
    let mut plays = false;
    for (entity, mut theme, sink) in &mut themes {
        if Some(&theme.source) != wanted {
            commands.entity(entity).despawn();
            continue;
        }
        plays = true;
        theme.age = theme.age.saturating_add(1).min(9);
        let Some(mut sink) = sink else { continue };
        if (sink.volume().to_linear() - volume).abs() > 1e-4 {
            sink.set_volume(Volume::Linear(volume));
        }
        if silent != sink.is_paused() {
            if silent {
                sink.pause();
            } else {
                sink.play();
            }
        }
    }
    if let Some(source) = wanted
        && !plays
    {
        commands.spawn((
            Name::new(NAME),
            AudioPlayer(source.clone()),
            PlaybackSettings {
                paused: silent,
                ..PlaybackSettings::LOOP.with_volume(Volume::Linear(volume))
            },
            Theme {
                source: source.clone(),
                age: 0,
            },
        ));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, play.in_set(AppSystems::Present));
}
