//! Whatever the settings file holds, the game begins with settings and loses nothing.

#![expect(clippy::unwrap_used, reason = "tests")]

use proptest::{collection, prelude::*};
use shieldwall_lab::settings_file::settings_text;

use super::{LastBattle, Settings};
use crate::settings::PaletteKind;

#[path = "../../crates/content/tests/all/fixture/mutation.rs"]
mod mutation;
#[path = "../../crates/lab/tests/all/scrutiny/settings.rs"]
mod scrutiny;

use mutation::{mutation, piece};

/// Reads contents as the settings file, and sets something in two windows.
fn scrutinise(bytes: &[u8]) {
    scrutiny::scrutinise_settings::<Settings>(
        bytes,
        |settings| {
            settings.fullscreen = true;
            settings.ui_scale = 1.5;
            settings.last_battle = LastBattle {
                level: "old-wood".to_owned(),
                ..LastBattle::default()
            };
        },
        |settings| {
            settings.edge_scroll = true;
            settings.palette = PaletteKind::Tritanopia;
        },
    );
}

proptest! {
    #[test]
    fn random_bytes(bytes in collection::vec(any::<u8>(), 0..400)) {
        scrutinise(&bytes);
    }

    #[test]
    fn random_pieces(pieces in collection::vec(piece(), 0..60)) {
        scrutinise(pieces.concat().as_bytes());
    }

    #[test]
    fn good_settings_spoilt(mutations in collection::vec(mutation(), 1..5)) {
        let good = settings_text(&Settings::default()).unwrap().into_bytes();
        scrutinise(&mutations.iter().fold(good, |bytes, mutation| mutation.apply(bytes)));
    }
}
