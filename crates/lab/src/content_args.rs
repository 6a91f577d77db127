//! Which content a command works on, as every command line asks for it.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use clap::Args;
use shieldwall_content::{Collection, ContentPlaces, ModState, WrongPlace};

use crate::LabError;

/// Which content a command works on.
#[derive(Args, Clone, Debug, Default)]
pub struct ContentArgs {
    /// Folder of content (with `assets/` and `levels/`) to use instead of the game's own; given
    /// again, later folders add to earlier ones and override them
    #[arg(long, value_name = "FOLDER", global = true)]
    pub content: Vec<PathBuf>,
    /// Folder of a mod to use besides the installed ones, whether it is switched on or not; may be
    /// given several times, and later ones override earlier ones
    #[arg(long = "mod", value_name = "FOLDER", global = true)]
    pub mods: Vec<PathBuf>,
    /// Leave installed mods out
    #[arg(long, global = true)]
    pub no_mods: bool,
}

impl ContentArgs {
    /// Where to read content from.
    ///
    /// # Errors
    ///
    /// If a folder that was named is not there, or there is no content at all.
    pub fn places(&self) -> Result<ContentPlaces, WrongPlace> {
        ContentPlaces::asked_for(&self.content, &self.mods, !self.no_mods)
    }
}

/// Reads all content for a command that works on it.
///
/// # Errors
///
/// If a mod that was named cannot be used: what was asked for is not what would be worked on.
/// Installed mods that cannot be used are left out, as in the game, with a line on standard error.
pub fn read_content(places: &ContentPlaces) -> Result<Collection, LabError> {
    let read = Collection::read(places);
    let all = read.mods.list.iter();
    for found in all.filter(|found| found.state == ModState::LeftOut) {
        if !found.named {
            // Nobody may be listening; there is nothing to be done about that.
            let _ = writeln!(
                io::stderr(),
                "warning: the mod `{}` is left out; `mods` says why",
                found.id
            );
            continue;
        }
        let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
        return Err(LabError::Broken {
            what: "mod",
            id: found.id.clone(),
            problems: problems.join("\n"),
        });
    }
    Ok(read)
}
