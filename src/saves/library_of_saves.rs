//! Names and times of saves.

use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Local};
use shieldwall_lab::record::RECORD_EXTENSION;

/// Longest name of a save, in letters.
pub(crate) const MAX_NAME: usize = 60;

/// The file for a save of this name: letters and digits stay, everything else becomes a dash, so
/// that no name leads out of the folder.
pub(crate) fn file_for(folder: &Path, name: &str) -> PathBuf {
    let mut stem = String::new();
    for letter in name.trim().chars().take(MAX_NAME) {
        if letter.is_alphanumeric() {
            stem.extend(letter.to_lowercase());
        } else if !stem.ends_with('-') {
            stem.push('-');
        }
    }
    let stem = stem.trim_matches('-');
    // The game's own file must not be taken for a save of the player's, nor the other way round;
    // and some systems have names of their own.
    let stem = if stem.is_empty() {
        "save-unnamed".to_owned()
    } else {
        format!("save-{stem}")
    };
    folder.join(format!("{stem}.{RECORD_EXTENSION}"))
}

/// A time in words: within a day how long ago it was, before that the date and the hour of the clock.
pub(crate) fn when(time: SystemTime, now: SystemTime) -> String {
    let ago = now.duration_since(time).unwrap_or(Duration::ZERO).as_secs();
    let count = |number: u64, what: &str| {
        let plural = if number == 1 { "" } else { "s" };
        format!("{number} {what}{plural} ago")
    };
    match ago {
        0..60 => "just now".to_owned(),
        60..3_600 => count(ago / 60, "minute"),
        3_600..86_400 => count(ago / 3_600, "hour"),
        _ => DateTime::<Local>::from(time)
            .format("%-d %b %Y, %H:%M")
            .to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = Path::new("saves");
        for (name, file) in [
            ("Reed Ford, round 3", "save-reed-ford-round-3.battle"),
            ("../../etc/passwd", "save-etc-passwd.battle"),
            ("  ", "save-unnamed.battle"),
            ("autosave", "save-autosave.battle"),
            ("Über\u{0}/", "save-über.battle"),
        ] {
            assert_eq!(file_for(folder, name), folder.join(file), "{name}");
        }
        let long = file_for(folder, &"x".repeat(500));
        assert!(long.as_os_str().len() < 100);
    }

    #[test]
    fn times_are_told_in_words() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let told = |seconds| when(now - Duration::from_secs(seconds), now);
        assert_eq!(told(5), "just now");
        assert_eq!(told(60), "1 minute ago");
        assert_eq!(told(7_300), "2 hours ago");
        let long_ago = told(200_000);
        assert!(long_ago.contains(" Jan 1970, "), "{long_ago}");
        assert_eq!(when(now + Duration::from_secs(9), now), "just now");
    }
}
