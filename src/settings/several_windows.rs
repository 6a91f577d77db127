//! Several windows write one file: none loses what was set in another.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path};

use shieldwall_lab::settings_file::KnownSettings;

use super::{Settings, read};
use crate::{
    controls::{Act, Binding},
    settings::PaletteKind,
};

/// A window that has read a folder.
fn window(folder: &Path) -> (KnownSettings, Settings) {
    let settings = read(Some(folder)).settings;
    (KnownSettings::of(&settings), settings)
}

#[test]
fn each_window_writes_what_was_set_in_it_and_keeps_what_was_set_in_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let (first, mut one) = window(folder.path());
    let (second, mut other) = window(folder.path());
    one.palette = PaletteKind::Tritanopia;
    one.keys.bind(Act::Confirm, Binding::WheelUp);
    first.write(&file, &one).unwrap();
    other.edge_scroll = true;
    other.keys.bind(Act::PauseMenu, Binding::WheelDown);
    second.write(&file, &other).unwrap();
    one.ui_scale = 1.5;
    first.write(&file, &one).unwrap();
    let found = read(Some(folder.path()));
    assert_eq!(found.problem, None);
    let mut expected = Settings {
        palette: PaletteKind::Tritanopia,
        edge_scroll: true,
        ui_scale: 1.5,
        ..Settings::default()
    };
    expected.keys.bind(Act::Confirm, Binding::WheelUp);
    expected.keys.bind(Act::PauseMenu, Binding::WheelDown);
    assert_eq!(found.settings, expected);
    // What is set back to what it was at first is set too.
    other.edge_scroll = false;
    second.write(&file, &other).unwrap();
    assert!(!read(Some(folder.path())).settings.edge_scroll);
    assert_eq!(
        read(Some(folder.path())).settings.palette,
        PaletteKind::Tritanopia
    );
}

#[test]
fn a_battle_that_was_set_up_is_not_mixed_with_another() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let (first, mut one) = window(folder.path());
    let (second, mut other) = window(folder.path());
    one.last_battle.level = "reed-ford".to_owned();
    one.last_battle.red.warband = vec!["archer".to_owned()];
    first.write(&file, &one).unwrap();
    other.last_battle.level = "old-wood".to_owned();
    second.write(&file, &other).unwrap();
    let found = read(Some(folder.path())).settings.last_battle;
    assert_eq!(found, other.last_battle);
}

#[test]
fn a_file_that_was_spoilt_meanwhile_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let (window, mut settings) = window(folder.path());
    fs::write(&file, "vsinc = false\n").unwrap();
    settings.edge_scroll = true;
    window.write(&file, &settings).unwrap();
    assert_eq!(read(Some(folder.path())).settings, settings);
    let kept = fs::read_to_string(folder.path().join("settings.toml.broken")).unwrap();
    assert_eq!(kept, "vsinc = false\n");
}

#[test]
fn many_windows_at_once_lose_and_tear_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let windows: Vec<_> = (0..8).map(|_| window(folder.path())).collect();
    std::thread::scope(|scope| {
        for (number, (known, mut settings)) in windows.into_iter().enumerate() {
            let file = &file;
            scope.spawn(move || {
                let option = format!("option-{number}");
                match number {
                    0 => settings.edge_scroll = true,
                    1 => settings.free_undo = true,
                    2 => settings.confirm_before_commit = true,
                    3 => settings.vsync = false,
                    4 => settings.fullscreen = true,
                    5 => settings.width = 1999,
                    6 => settings.height = 1111,
                    _ => settings.last_battle.level = option,
                }
                known.write(file, &settings).unwrap();
            });
        }
    });
    let found = read(Some(folder.path()));
    assert_eq!(found.problem, None);
    let mut expected = Settings {
        edge_scroll: true,
        free_undo: true,
        confirm_before_commit: true,
        vsync: false,
        fullscreen: true,
        width: 1999,
        height: 1111,
        ..Settings::default()
    };
    expected.last_battle.level = "option-7".to_owned();
    assert_eq!(found.settings, expected);
}
