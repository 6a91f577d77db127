//! The `mods` command: lists mods, and switches them on and off.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use serde::Serialize;
use shieldwall_content::{
    BroughtMedia, Collection, Conflict, ContentPlaces, Contribution, Diagnostic, MediaKind, Mod,
    ModState, ModSwitches, Mods,
};

use crate::LabError;

/// List mods, or switch them on and off.
#[derive(Args, Clone, Debug)]
pub struct ModsArgs {
    /// What to do; without it, mods are listed
    #[command(subcommand)]
    pub action: Option<ModsAction>,
    /// Write the list as JSON
    #[arg(long)]
    pub json: bool,
}

/// What to do with a mod.
#[derive(Subcommand, Clone, Debug)]
pub enum ModsAction {
    /// Switch an installed mod on
    Enable {
        /// Its id
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Switch an installed mod off
    Disable {
        /// Its id
        #[arg(value_name = "ID")]
        id: String,
    },
}

/// Does what was asked for, and gives what to print, without a line break at its end.
///
/// # Errors
/// If there is no such mod, or the switch cannot be kept.
pub fn run_mods(args: &ModsArgs, places: &ContentPlaces) -> Result<String, LabError> {
    match &args.action {
        Some(ModsAction::Enable { id }) => switch(places, id, true),
        Some(ModsAction::Disable { id }) => switch(places, id, false),
        None => {
            let read = Collection::read(places, shieldwall_rulesets::content());
            if args.json {
                let conflicts = read.conflicts();
                let listing = listing(&read, &conflicts, places);
                Ok(serde_json::to_string_pretty(&listing)?)
            } else {
                Ok(text(&read, places))
            }
        }
    }
}

fn switch(places: &ContentPlaces, id: &str, on: bool) -> Result<String, LabError> {
    let mods = Mods::find(places);
    let installed = || mods.list.iter().filter(|found| !found.named);
    if !installed().any(|found| found.id == id) {
        let known = installed().map(|found| found.id.as_str());
        return Err(LabError::unknown("installed mod", id, known));
    }
    let file = places.switches.as_deref().ok_or(LabError::NoHome)?;
    ModSwitches::switch(file, id, on).map_err(|error| LabError::NotKept {
        file: file.to_owned(),
        error,
    })?;
    let now = Mods::find(places);
    let found = now.get(id);
    let mut said = format!("the mod `{id}` is {}", if on { "on" } else { "off" });
    if let Some(found) = found.filter(|found| found.state == ModState::LeftOut) {
        said.push_str(", but cannot be used:");
        for problem in &found.problems {
            // Writing to a string cannot fail.
            let _ = write!(said, "\n{problem}");
        }
    }
    Ok(said)
}

/// The list in words.
fn text(read: &Collection, places: &ContentPlaces) -> String {
    let folder = places.mods_folder.as_deref().map_or_else(
        || "No folder of mods is looked at.".to_owned(),
        |folder| {
            let missing = if folder.is_dir() {
                ""
            } else {
                " (not there yet)"
            };
            format!("Folder of mods: {}{missing}", folder.display())
        },
    );
    let mut lines = vec![folder];
    lines.extend(read.mods.problems.iter().map(ToString::to_string));
    if read.mods.list.is_empty() {
        lines.push("There are no mods.".to_owned());
    }
    for (number, found) in read.mods.list.iter().enumerate() {
        let place = match found.state {
            ModState::On => format!("{}.", number + 1),
            ModState::Off | ModState::LeftOut => "-".to_owned(),
        };
        let version = found
            .manifest
            .as_ref()
            .map_or_else(String::new, |manifest| format!(" {}", manifest.version));
        let named = if found.named { " (named)" } else { "" };
        let (id, title) = (&found.id, found.title());
        let state = state(found.state);
        lines.push(format!("\n{place} {id}: {title}{version}, {state}{named}"));
        lines.push(format!("   in {}", found.folder.display()));
        let brought = read.brought_by_mod(found);
        lines.extend(brought.map(|new| format!("   {}", brought_in_words(new, &found.folder))));
        let media = read.media_of(found);
        lines.extend(media.map(|new| format!("   {}", media_in_words(&new))));
        for problem in read.problems_of(found) {
            let shown = problem.to_string().replace('\n', "\n   ");
            lines.push(format!("   {shown}"));
        }
    }
    let conflicts = read.conflicts();
    if !conflicts.is_empty() {
        lines.push("\nThe same id from several mods:".to_owned());
    }
    for conflict in &conflicts {
        lines.push(format!(
            "   {} `{}`: that of `{}` is used, not that of `{}`, because {}",
            conflict.kind.one(),
            conflict.id,
            conflict.winner,
            conflict.loser,
            conflict.reason
        ));
    }
    lines.join("\n")
}

const fn state(state: ModState) -> &'static str {
    match state {
        ModState::On => "on",
        ModState::Off => "off",
        ModState::LeftOut => "left out",
    }
}

fn brought_in_words(new: &Contribution, folder: &Path) -> String {
    let file = new.file.strip_prefix(folder).unwrap_or(&new.file).display();
    let (kind, id) = (new.kind.one(), &new.id);
    let errors = if new.usable {
        ""
    } else {
        "; not used: it has errors"
    };
    match &new.replaced {
        None => format!("adds {kind} `{id}` ({file}{errors})"),
        Some(replaced) => {
            let of = replaced.owner.as_ref().map_or_else(
                || "of the game".to_owned(),
                |owner| format!("of the mod `{owner}`"),
            );
            format!("overrides {kind} `{id}` {of} ({file}{errors})")
        }
    }
}

fn media_in_words(new: &BroughtMedia<'_>) -> String {
    let (kind, name) = (new.kind.one(), new.name);
    match new.replaced.map(|replaced| &replaced.owner) {
        None => format!("adds the {kind} `{name}`"),
        Some(None) => format!("replaces the {kind} `{name}` of the game"),
        Some(Some(owner)) => format!("replaces the {kind} `{name}` of the mod `{owner}`"),
    }
}

/// The list as JSON.
#[derive(Serialize)]
struct Listing<'a> {
    #[serde(serialize_with = "crate::path_text::of_option")]
    folder: Option<&'a Path>,
    mods: Vec<Listed<'a>>,
    conflicts: Vec<ListedConflict<'a>>,
    problems: Vec<ListedProblem<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    name: &'a str,
    version: Option<&'a str>,
    description: Option<&'a str>,
    #[serde(serialize_with = "crate::path_text::of")]
    folder: &'a Path,
    /// "on", "off" or "`left_out`".
    state: &'static str,
    /// Place in the order of reading, from 1, of mods in use.
    order: Option<usize>,
    named: bool,
    after: Vec<&'a str>,
    conflicts: Vec<&'a str>,
    adds: Vec<ListedContent<'a>>,
    overrides: Vec<ListedContent<'a>>,
    pictures: Vec<ListedMedia<'a>>,
    sounds: Vec<ListedMedia<'a>>,
    problems: Vec<ListedProblem<'a>>,
}

#[derive(Serialize)]
struct ListedContent<'a> {
    kind: &'static str,
    id: &'a str,
    #[serde(serialize_with = "crate::path_text::of")]
    file: &'a Path,
    line: usize,
    usable: bool,
    /// Of what is overridden: the mod it is of, or "game".
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "crate::path_text::of_option")]
    replaced: Option<&'a Path>,
}

#[derive(Serialize)]
struct ListedMedia<'a> {
    name: &'a str,
    #[serde(serialize_with = "crate::path_text::of")]
    file: PathBuf,
    /// Of what is replaced: the mod it is of, or "game".
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'a str>,
}

#[derive(Serialize)]
struct ListedConflict<'a> {
    kind: &'static str,
    id: &'a str,
    winner: &'a str,
    #[serde(serialize_with = "crate::path_text::of")]
    winner_file: &'a Path,
    loser: &'a str,
    #[serde(serialize_with = "crate::path_text::of")]
    loser_file: &'a Path,
    reason: &'a str,
    meant: bool,
}

#[derive(Serialize)]
struct ListedProblem<'a> {
    #[serde(serialize_with = "crate::path_text::of")]
    file: PathBuf,
    line: Option<usize>,
    column: Option<usize>,
    severity: String,
    message: &'a str,
    help: Option<&'a str>,
}

fn listing<'a>(
    read: &'a Collection,
    conflicts: &'a [Conflict],
    places: &'a ContentPlaces,
) -> Listing<'a> {
    Listing {
        folder: places.mods_folder.as_deref(),
        mods: read
            .mods
            .list
            .iter()
            .enumerate()
            .map(|(number, found)| listed(read, number, found))
            .collect(),
        conflicts: conflicts.iter().map(listed_conflict).collect(),
        problems: read.mods.problems.iter().map(listed_problem).collect(),
    }
}

fn listed<'a>(read: &'a Collection, number: usize, found: &'a Mod) -> Listed<'a> {
    let manifest = found.manifest.as_ref();
    let (overrides, adds): (Vec<_>, Vec<_>) = read
        .brought_by_mod(found)
        .partition(|new| new.replaced.is_some());
    let of_kind = |kind| {
        let media = read.media_of(found).filter(|new| new.kind == kind);
        media.map(listed_media).collect()
    };
    Listed {
        id: &found.id,
        name: found.title(),
        version: manifest.map(|manifest| manifest.version.as_str()),
        description: manifest.map(|manifest| manifest.description.as_str()),
        folder: &found.folder,
        state: match found.state {
            ModState::On => "on",
            ModState::Off => "off",
            ModState::LeftOut => "left_out",
        },
        order: (found.state == ModState::On).then_some(number + 1),
        named: found.named,
        after: manifest.map_or_else(Vec::new, |manifest| manifest.after().collect()),
        conflicts: manifest.map_or_else(Vec::new, |manifest| manifest.conflicts().collect()),
        adds: adds.into_iter().map(listed_content).collect(),
        overrides: overrides.into_iter().map(listed_content).collect(),
        pictures: of_kind(MediaKind::Picture),
        sounds: of_kind(MediaKind::Sound),
        problems: read
            .problems_of(found)
            .into_iter()
            .map(listed_problem)
            .collect(),
    }
}

fn listed_content(new: &Contribution) -> ListedContent<'_> {
    let replaced = new.replaced.as_ref();
    ListedContent {
        kind: new.kind.one(),
        id: &new.id,
        file: &new.file,
        line: new.line,
        usable: new.usable,
        of: replaced.map(|replaced| replaced.owner.as_deref().unwrap_or("game")),
        replaced: replaced.map(|replaced| replaced.file.as_path()),
    }
}

fn listed_media(new: BroughtMedia<'_>) -> ListedMedia<'_> {
    ListedMedia {
        name: new.name,
        file: new.file.path(),
        of: new
            .replaced
            .map(|replaced| replaced.owner.as_deref().unwrap_or("game")),
    }
}

fn listed_conflict(conflict: &Conflict) -> ListedConflict<'_> {
    ListedConflict {
        kind: conflict.kind.one(),
        id: &conflict.id,
        winner: &conflict.winner,
        winner_file: &conflict.winner_file,
        loser: &conflict.loser,
        loser_file: &conflict.loser_file,
        reason: &conflict.reason,
        meant: conflict.meant,
    }
}

fn listed_problem(problem: &Diagnostic) -> ListedProblem<'_> {
    ListedProblem {
        file: problem.file.clone(),
        line: problem.place.as_ref().map(|place| place.line),
        column: problem.place.as_ref().map(|place| place.column),
        severity: problem.severity.to_string(),
        message: &problem.message,
        help: problem.help.as_deref(),
    }
}
