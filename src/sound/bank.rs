//! The sounds that have been read, by name. Files are read on a thread of their own.

use std::{collections::BTreeMap, sync::Arc, thread};

use bevy::{audio::AudioSource, prelude::*};
use crossbeam_channel::{Receiver, bounded};
use shieldwall_content::{Media, Sound};

use crate::{app_systems::AppSystems, content::Content, waking::Waker};

/// A sound that can be played.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    /// The sound itself.
    pub(super) source: Handle<AudioSource>,
    /// Its length in seconds.
    pub(super) seconds: f32,
    bytes: Arc<[u8]>,
}

/// The sounds that have been read.
#[derive(Resource, Debug, Default)]
pub(super) struct SoundBank {
    /// Sounds by name, each with its row.
    rows: BTreeMap<String, Vec<Loaded>>,
    reading: Option<Receiver<Vec<(String, Vec<Sound>)>>>,
}

impl SoundBank {
    /// The sounds of a row; a sound without a number is a row of one. Empty if nothing of that name has been read.
    pub(super) fn row(&self, name: &str) -> &[Loaded] {
        self.rows.get(name).map_or(&[], Vec::as_slice)
    }
}

/// The names of all rows, without numbers.
pub(super) fn rows_of(sounds: &Media) -> Vec<String> {
    let mut rows: Vec<String> = sounds
        .names()
        .map(|name| match name.rsplit_once('_') {
            Some((row, number)) if number.parse::<u32>().is_ok() => row.to_owned(),
            _ => name.to_owned(),
        })
        .collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Reads all sounds. The ones that cannot be read are left out, with a warning.
fn read(sounds: &Media) -> Vec<(String, Vec<Sound>)> {
    let open = |name: &String| {
        sounds.files(name).find_map(|file| match file.sound() {
            Ok(sound) => Some(sound),
            Err(error) => {
                warn!("{}: {}", file.path().display(), error.message);
                None
            }
        })
    };
    let rows = rows_of(sounds).into_iter();
    rows.map(|row| {
        let read = sounds.variants(&row).iter().filter_map(open).collect();
        (row, read)
    })
    .collect()
}

fn begin(content: Res<Content>, waker: Res<Waker>, mut bank: ResMut<SoundBank>) {
    let (sounds, waker) = (Arc::clone(&content.collection.sounds), waker.clone());
    let (send, receive) = bounded(1);
    let reader = thread::Builder::new()
        .name("sounds".to_owned())
        .spawn(move || {
            // The channel is closed if content has been read anew.
            let _ = send.send(read(&sounds));
            waker.wake();
        });
    match reader {
        Ok(_) => bank.reading = Some(receive),
        Err(error) => warn!("there is no sound: {error}"),
    }
}

fn receive(mut bank: ResMut<SoundBank>, mut sources: ResMut<Assets<AudioSource>>) {
    let reading = bank.bypass_change_detection().reading.as_ref();
    let Some(rows) = reading.and_then(|reading| reading.try_recv().ok()) else {
        return;
    };
    let before = std::mem::take(&mut bank.rows);
    bank.reading = None;
    let known: Vec<Loaded> = before.into_values().flatten().collect();
    let mut load = |sound: Sound| {
        // A sound that plays goes on if its file is the same.
        let same = known.iter().find(|known| known.bytes == sound.bytes);
        same.cloned().unwrap_or_else(|| Loaded {
            source: sources.add(AudioSource {
                bytes: Arc::clone(&sound.bytes),
            }),
            seconds: sound.seconds,
            bytes: sound.bytes,
        })
    };
    bank.rows = rows
        .into_iter()
        .map(|(row, sounds)| (row, sounds.into_iter().map(&mut load).collect()))
        .collect();
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SoundBank>().add_systems(
        Update,
        (
            begin.run_if(resource_exists_and_changed::<Content>),
            receive.run_if(resource_exists::<Assets<AudioSource>>),
        )
            .chain()
            .in_set(AppSystems::Receive),
    );
}
