//! Plays cues when they are due, at the volume that the player has set.

use std::collections::BTreeMap;

use bevy::{
    audio::{AudioPlayer, PlaybackSettings, Volume},
    prelude::*,
    window::RequestRedraw,
};

use super::{bank::SoundBank, cue::Cue, score::Score};
use crate::{app_systems::AppSystems, playback::Shown, session::Session, settings::Settings};

/// Most sounds that are heard at once.
const AT_ONCE: usize = 24;
/// Seconds between two sounds of the same name; what comes sooner is left out.
const APART: f32 = 0.06;
/// Seconds between two throws of dice: many dice roll in one moment.
const DICE_APART: f32 = 0.35;
/// The sound that is heard while the volume is being set, and the seconds between two of them.
const SAMPLE: &str = "parries/shield";
const SAMPLE_APART: f32 = 0.3;
/// Seconds that a sound is kept after its end.
const TAIL: f32 = 0.5;

/// The cues that wait for their time.
#[derive(Resource, Debug, Default)]
pub(super) struct Mixer {
    /// Seconds since the first frame.
    now: f32,
    /// Cues with the time at which each is due.
    waiting: Vec<(f32, Cue)>,
    /// The last time of each sound.
    last: BTreeMap<&'static str, f32>,
    /// Sounds played so far; chooses among those of a row.
    count: usize,
}

impl Mixer {
    /// Has a cue played in its time; `speed` is that of playback.
    pub(super) fn add(&mut self, cue: Cue, speed: f32) {
        self.waiting.push((self.now + cue.delay / speed, cue));
    }

    /// Takes out what is due, except for what was heard a moment ago.
    fn due(&mut self) -> Vec<Cue> {
        let now = self.now;
        let mut due: Vec<(f32, Cue)> = self.waiting.extract_if(.., |(at, _)| *at <= now).collect();
        due.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut heard = Vec::new();
        for (_, cue) in due {
            let apart = if cue.name == "dice" {
                DICE_APART
            } else {
                APART
            };
            if self
                .last
                .get(cue.name)
                .is_some_and(|last| now - last < apart)
            {
                continue;
            }
            self.last.insert(cue.name, now);
            heard.push(cue);
        }
        heard
    }
}

/// A sound that is being played, for so many seconds more.
#[derive(Component, Debug)]
struct Sounding {
    left: f32,
}

/// The share of full volume that a setting in percent stands for. Ears hear steps of a share as equal.
pub(super) fn loudness(percent: u8) -> f32 {
    (f32::from(percent) / 100.0).powi(2)
}

/// Lets time go by, before anything new is heard of.
fn tick(time: Res<Time>, mut mixer: ResMut<Mixer>) {
    mixer.now += time.delta_secs();
}

/// Has a sound heard while the volume of effects is being set.
fn sample(settings: Res<Settings>, mut before: Local<Option<u8>>, mut mixer: ResMut<Mixer>) {
    let volume = settings.effects_volume;
    let known = before.replace(volume);
    let last = mixer.last.get(SAMPLE).copied().unwrap_or_default();
    if known.is_some_and(|known| known != volume) && mixer.now - last > SAMPLE_APART {
        mixer.add(Cue::new(SAMPLE), 1.0);
    }
}

/// Turns what was shown into cues.
fn listen(
    mut shown: MessageReader<Shown>,
    mut score: Local<(u64, Score)>,
    mut mixer: ResMut<Mixer>,
    session: Res<Session>,
    settings: Res<Settings>,
) {
    let (battle, score) = &mut *score;
    if *battle != session.battle {
        (*battle, *score) = (session.battle, Score::default());
    }
    let speed = settings.animation_speed.factor().unwrap_or(1.0);
    for Shown(entry) in shown.read() {
        for cue in score.cues(&entry.event, &session) {
            mixer.add(cue, speed);
        }
    }
}

fn play(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    bank: Res<SoundBank>,
    mut mixer: ResMut<Mixer>,
    mut sounding: Query<(Entity, &mut Sounding)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let mut playing = 0;
    for (entity, mut sound) in &mut sounding {
        sound.left -= time.delta_secs();
        if sound.left < 0.0 {
            commands.entity(entity).despawn();
        } else {
            playing += 1;
        }
    }
    let volume = loudness(settings.effects_volume);
    let silent = settings.muted || volume <= 0.0;
    for cue in mixer.due() {
        info!("sound {}", cue.name);
        let row = bank.row(cue.name);
        if silent || row.is_empty() || playing >= AT_ONCE {
            continue;
        }
        mixer.count += 1;
        playing += 1;
        let sound = &row[mixer.count % row.len()];
        // No two blows sound quite alike.
        let speed = [1.0, 0.96, 1.03, 0.98, 1.05][mixer.count % 5];
        let gain = 10.0_f32.powf(-cue.quieter / 20.0);
        commands.spawn((
            Name::new(cue.name),
            AudioPlayer(sound.source.clone()),
            PlaybackSettings::ONCE
                .with_volume(Volume::Linear(volume * gain))
                .with_speed(speed),
            Sounding {
                left: sound.seconds / speed + TAIL,
            },
        ));
    }
    if !mixer.waiting.is_empty() {
        redraw.write(RequestRedraw);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mixer>().add_systems(
        Update,
        (
            tick.in_set(AppSystems::Receive),
            (
                sample.run_if(resource_changed::<Settings>),
                listen.run_if(resource_exists::<Session>),
                play,
            )
                .chain()
                .in_set(AppSystems::Present),
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_played_when_they_are_due_and_not_twice_in_a_moment() {
        let mut mixer = Mixer::default();
        let step = Cue::new("steps/grass");
        for number in 0..3_u8 {
            mixer.add(step.after(0.2 * f32::from(number)), 2.0);
        }
        mixer.add(step.quieter(6.0), 1.0);
        mixer.add(Cue::new("dice"), 1.0);
        let names = |cues: Vec<Cue>| cues.iter().map(|cue| cue.name).collect::<Vec<_>>();
        let mut after = |seconds: f32| {
            mixer.now += seconds;
            names(mixer.due())
        };
        assert_eq!(after(0.01), ["steps/grass", "dice"]);
        assert_eq!(after(0.05), [""; 0]);
        assert_eq!(after(0.05), ["steps/grass"]);
        assert_eq!(after(0.10), ["steps/grass"]);
        assert!(mixer.waiting.is_empty());
    }

    #[test]
    fn half_of_the_slider_is_a_quarter_of_the_volume() {
        assert!((loudness(50) - 0.25).abs() < 1e-6);
        assert!(loudness(0) <= 0.0 && (loudness(100) - 1.0).abs() < 1e-6);
    }
}
