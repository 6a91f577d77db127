//! Sounds: Ogg Vorbis files, held to limits before the game plays them.

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use lewton::inside_ogg::OggStreamReader;

use crate::{
    diagnostics::diagnostic::{Diagnostic, Severity},
    source::source_text,
};

/// Largest file of a sound in bytes: 8 MiB, some five minutes of music.
const MAX_SOUND_BYTES: u64 = 8 * 1024 * 1024;
/// Longest sound in seconds.
const LONGEST: u64 = 600;
/// Samples a second that a sound may have.
const RATES: std::ops::RangeInclusive<u32> = 8_000..=96_000;

/// A sound that can be played.
#[derive(Clone, Debug)]
pub struct Sound {
    /// The file as it is.
    pub bytes: Arc<[u8]>,
    /// Its length in seconds.
    pub seconds: f32,
}

/// A sound as numbers.
struct Decoded {
    /// Samples a second of each channel.
    rate: u32,
    channels: u8,
    /// The samples of the channels in turn.
    samples: Vec<i16>,
}

impl Sound {
    /// Reads a file; `shown` is what messages call it.
    ///
    /// # Errors
    ///
    /// One diagnostic if it cannot be read, is no Ogg Vorbis file, has no end or more than two channels.
    pub(crate) fn open(file: &Path, shown: PathBuf) -> Result<Self, Box<Diagnostic>> {
        let (bytes, decoded) = read(file, shown)?;
        Ok(Self {
            bytes: bytes.into(),
            seconds: decoded.seconds(),
        })
    }
}

impl Decoded {
    fn seconds(&self) -> f32 {
        let each_second = self.rate as f32 * f32::from(self.channels);
        self.samples.len() as f32 / each_second
    }

    /// True if more than one sample of a thousand is as far out as it can be.
    fn clips(&self) -> bool {
        let outer = |sample: &&i16| [i16::MIN, i16::MAX].contains(*sample);
        self.samples.iter().filter(outer).count() * 1000 > self.samples.len()
    }
}

/// Everything that is wrong with a file; `shown` is what messages call it.
pub(crate) fn checked(file: &Path, shown: PathBuf) -> Vec<Diagnostic> {
    match read(file, shown.clone()) {
        Ok((_, decoded)) if decoded.clips() => {
            let mut told = Diagnostic::about_file(shown, "the sound is too loud and clips");
            told.severity = Severity::Warning;
            vec![told.with_help("make it quieter: `sox in.wav out.wav gain -n -2`")]
        }
        Ok(_) => Vec::new(),
        Err(diagnostic) => vec![*diagnostic],
    }
}

fn read(file: &Path, shown: PathBuf) -> Result<(Vec<u8>, Decoded), Box<Diagnostic>> {
    let bytes = source_text::bytes_within(file, &shown, MAX_SOUND_BYTES)?;
    match decode(&bytes) {
        Ok(decoded) => Ok((bytes, decoded)),
        Err(fault) => Err(Box::new(Diagnostic::about_file(shown, fault).with_help(
            "write it as Ogg Vorbis in mono or stereo: `oggenc -o name.ogg name.wav`",
        ))),
    }
}

/// Plays a sound into memory, or says why that cannot be done.
fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    // The reader of other people's files may meet a case that it was not made for.
    let decoded = catch_unwind(AssertUnwindSafe(|| decode_unguarded(bytes)));
    decoded.unwrap_or_else(|_| Err("this sound cannot be read".to_owned()))
}

fn decode_unguarded(bytes: &[u8]) -> Result<Decoded, String> {
    let mut reader = OggStreamReader::new(Cursor::new(bytes))
        .map_err(|error| format!("this is not an Ogg Vorbis file: {error}"))?;
    let (rate, channels) = (
        reader.ident_hdr.audio_sample_rate,
        reader.ident_hdr.audio_channels,
    );
    if !(1..=2).contains(&channels) {
        return Err(format!(
            "the sound has {channels} channels, expected 1 or 2"
        ));
    }
    if !RATES.contains(&rate) {
        return Err(format!(
            "the sound has {rate} samples a second, expected {} to {}",
            RATES.start(),
            RATES.end()
        ));
    }
    let most = LONGEST * u64::from(rate) * u64::from(channels);
    let mut samples = Vec::new();
    while let Some(packet) = reader
        .read_dec_packet_itl()
        .map_err(|error| format!("the sound breaks off: {error}"))?
    {
        samples.extend(packet);
        if samples.len() as u64 > most {
            return Err(format!(
                "the sound lasts longer than {LONGEST} seconds, which is the most"
            ));
        }
    }
    if samples.is_empty() {
        return Err("the sound is empty".to_owned());
    }
    Ok(Decoded {
        rate,
        channels,
        samples,
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;
    use crate::{ContentRoot, Media, MediaKind};

    /// The sounds of the game.
    fn of_the_game() -> Media {
        let root = ContentRoot::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let (media, told) = Media::read(MediaKind::Sound, &[root]);
        assert_eq!(told, []);
        media
    }

    fn decibels(part: f64) -> f64 {
        20.0 * part.log10()
    }

    /// The loudest tenth of a second in decibels, with what is below 200 Hz counting less; as `scripts/make-sounds`
    /// measures it.
    fn loudness(sound: &Decoded) -> f64 {
        let rate = f64::from(sound.rate);
        let keep = 1.0 - (-std::f64::consts::TAU * 200.0 / rate).exp();
        let mut low = 0.0;
        let window = sound.rate as usize / 10;
        let mut heard: Vec<f64> = sound
            .samples
            .iter()
            .map(|sample| {
                let value = f64::from(*sample) / 32768.0;
                low += keep * (value - low);
                (value - low).powi(2)
            })
            .collect();
        heard.resize(heard.len().max(window), 0.0);
        let loudest = heard
            .windows(window)
            .step_by(window / 4)
            .map(|part| part.iter().sum::<f64>() / window as f64)
            .fold(0.0, f64::max);
        decibels(loudest.sqrt())
    }

    #[test]
    fn no_sound_of_the_game_clips_and_all_are_of_like_loudness() {
        let media = of_the_game();
        assert!(media.names().count() > 60);
        for name in media.names() {
            let bytes = media.files(name).next().unwrap().sound().unwrap().bytes;
            let sound = decode(&bytes).unwrap();
            assert_eq!(sound.channels, 1, "{name}");
            let peak = sound.samples.iter().map(|sample| sample.unsigned_abs());
            let peak = decibels(f64::from(peak.max().unwrap()) / 32768.0);
            assert!(peak < -0.5, "{name} peaks at {peak:.1} dB");
            let wanted = if name == "theme" { -26.0 } else { -20.0 };
            let off = loudness(&sound) - wanted;
            assert!(off.abs() < 2.0, "{name} is {off:.1} dB off");
        }
    }

    #[test]
    fn a_file_that_cannot_be_played_has_an_error_with_a_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let media = of_the_game();
        let door = media.files("door").next().unwrap().path();
        let whole = fs::read(door).unwrap();
        for (name, bytes, fault) in [
            (
                "text.ogg",
                b"no sound".to_vec(),
                "this is not an Ogg Vorbis file",
            ),
            ("empty.ogg", Vec::new(), "this is not an Ogg Vorbis file"),
            ("cut.ogg", whole[..5000].to_vec(), "the sound breaks off"),
        ] {
            let file = folder.path().join(name);
            fs::write(&file, bytes).unwrap();
            let told = Sound::open(&file, file.clone()).unwrap_err();
            assert!(told.message.starts_with(fault), "{name}: {}", told.message);
            assert!(told.help.unwrap().contains("oggenc"));
        }
        let file = folder.path().join("huge.ogg");
        let huge = fs::File::create(&file).unwrap();
        huge.set_len(MAX_SOUND_BYTES + 1).unwrap();
        let told = Sound::open(&file, file.clone()).unwrap_err();
        assert!(told.message.contains("8 MiB"), "{}", told.message);
    }
}
