//! The mods there are, in the order in which they are read, and which of them are used.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use crate::{
    diagnostics::diagnostic::Diagnostic,
    files::{content_root::ContentRoot, folder_walk, shown_path},
    modding::{
        content_places::ContentPlaces,
        mod_manifest::{self, Manifest, Mention},
        mod_order,
        mod_switches::ModSwitches,
        mods_around::mods_inside,
    },
    source::file_kind::MANIFEST,
};

/// Most mods that are looked at.
pub const MAX_MODS: usize = 500;

/// Whether a mod is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModState {
    /// Its content is read.
    On,
    /// It is switched off.
    Off,
    /// It is on, but cannot be used; its problems say why.
    LeftOut,
}

/// A mod that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Mod {
    /// Its id; of a mod whose manifest cannot be read, the name of its folder.
    pub id: String,
    /// Its folder.
    pub folder: PathBuf,
    /// What it says about itself; `None` if that has errors.
    pub manifest: Option<Manifest>,
    /// Whether it was named on the command line rather than found in the folder of mods.
    pub named: bool,
    /// Whether it is used.
    pub state: ModState,
    /// Why it is left out, with places in its manifest.
    pub problems: Vec<Diagnostic>,
    /// The mods that it needs, as far as they could be read.
    pub(crate) needs: Vec<Mention>,
    /// Its name, as far as it could be read.
    pub(crate) name: Option<String>,
    /// Its manifest, as messages call it.
    pub(crate) file: PathBuf,
}

impl Mod {
    /// What to call it: its name, or else its id.
    #[must_use]
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }

    /// Notes why it is left out.
    pub(crate) fn leave_out(&mut self, problem: Diagnostic) {
        self.state = ModState::LeftOut;
        self.problems.push(problem);
    }
}

/// All mods that were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mods {
    /// Those in use, in the order in which they are read; then the others by id.
    pub list: Vec<Mod>,
    /// What is wrong with the folder of mods or with the file of switches.
    pub problems: Vec<Diagnostic>,
}

impl Mods {
    /// Looks for mods and works out which of them are used, and in which order.
    ///
    /// Never fails: a mod that cannot be used is left out and says why.
    #[must_use]
    pub fn find(places: &ContentPlaces) -> Self {
        let here = env::current_dir().ok();
        let (switches, mut problems) = ModSwitches::read(places.switches.as_deref());
        let mut list: Vec<Mod> = Vec::new();
        let mut known: BTreeSet<PathBuf> = BTreeSet::new();
        let installed = match &places.mods_folder {
            Some(folder) => folders_in(folder, &mut problems),
            None => Vec::new(),
        };
        let named = places.named_mods.iter().map(|folder| (folder, true));
        for (folder, named) in named.chain(installed.iter().map(|folder| (folder, false))) {
            let full = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            if known.insert(full) {
                list.push(look_at(folder, named, &switches, here.as_deref()));
            }
        }
        Self {
            list: mod_order::arrange(list),
            problems,
        }
    }

    /// The mods in use, in the order in which they are read.
    pub fn used(&self) -> impl Iterator<Item = &Mod> {
        self.list.iter().filter(|found| found.state == ModState::On)
    }

    /// The content folders of the mods in use, in the order in which they are read.
    pub fn roots(&self) -> impl Iterator<Item = ContentRoot> {
        self.used().map(|found| self.root_of(found))
    }

    /// The content folder of a mod.
    pub(crate) fn root_of(&self, found: &Mod) -> ContentRoot {
        let after = self
            .used()
            .filter(|other| mod_order::comes_after(&self.list, found, other))
            .map(|other| other.id.clone());
        ContentRoot::of_mod(&found.folder, &found.id).coming_after(after.collect())
    }

    /// The mod with an id: the one in use, if several say they have it.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Mod> {
        let mut with_id = self.list.iter().filter(|found| found.id == id);
        let first = with_id.next()?;
        Some(with_id.fold(first, |best, other| {
            if best.state == ModState::LeftOut && other.state != ModState::LeftOut {
                other
            } else {
                best
            }
        }))
    }

    /// Why the content of one mod goes before that of another, in words that go on after "because";
    /// and whether its author has said so.
    #[must_use]
    pub fn why_later(&self, later: &str, earlier: &str) -> (String, bool) {
        let (Some(later), Some(earlier)) = (self.get(later), self.get(earlier)) else {
            return ("it is read later".to_owned(), false);
        };
        if mod_order::comes_after(&self.list, later, earlier) {
            return (format!("it is made to come after `{}`", earlier.id), true);
        }
        let reason = match (later.named, earlier.named) {
            (true, false) => "it was named on the command line".to_owned(),
            (true, true) => "it was named later on the command line".to_owned(),
            (false, _) if later.id > earlier.id => {
                "its id comes later, and neither names the other in `after`".to_owned()
            }
            (false, _) => "it has to wait for mods that are read later".to_owned(),
        };
        (reason, false)
    }
}

/// The folders in the folder of mods, by name; hidden ones are left out.
fn folders_in(folder: &Path, problems: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            let message = format!("the folder of mods cannot be read: {error}");
            problems.push(Diagnostic::about_file(folder, message));
            return Vec::new();
        }
    };
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .take(MAX_MODS + 1)
        .collect();
    if folders.len() > MAX_MODS {
        folders.truncate(MAX_MODS);
        let message = format!("more than {MAX_MODS} mods; the rest are not read");
        problems.push(Diagnostic::about_file(folder, message));
    }
    folders.sort();
    folders
}

/// Reads the manifest of a mod.
fn look_at(folder: &Path, named: bool, switches: &ModSwitches, here: Option<&Path>) -> Mod {
    let path = folder.join(MANIFEST);
    let file = shown_path::without(here, &path);
    let mut found = Mod {
        id: folder_name(folder),
        folder: folder.to_owned(),
        manifest: None,
        named,
        state: ModState::On,
        problems: Vec::new(),
        needs: Vec::new(),
        name: None,
        file: file.clone(),
    };
    if path.exists() && !folder_walk::stays_inside(&path, folder) {
        found.problems.push(leads_out(file));
    } else if path.exists() {
        let reading = mod_manifest::read(&path, file);
        found.id = reading.id.unwrap_or(found.id);
        found.name = reading.name;
        found.manifest = reading.manifest;
        found.needs = reading.needs;
        found.problems = reading.problems;
    } else {
        let inside = mods_inside(folder);
        let help = match inside.first().and_then(|inner| inner.file_name()) {
            Some(inner) => format!(
                "there is one in the folder `{}` in it: that is the mod",
                inner.to_string_lossy()
            ),
            None => {
                "a mod says in it what it is: `id`, `name`, `version`, `description`".to_owned()
            }
        };
        found.problems.push(
            Diagnostic::about_file(file, "there is no such file, so this folder is no mod")
                .with_help(help),
        );
    }
    for inner in ["assets", "levels"] {
        let inner = folder.join(inner);
        if inner.exists() && !folder_walk::stays_inside(&inner, folder) {
            found
                .problems
                .push(leads_out(shown_path::without(here, &inner)));
        }
    }
    found.state = if !named && !switches.is_on(&found.id) {
        ModState::Off
    } else if found.problems.is_empty() && found.manifest.is_some() {
        ModState::On
    } else {
        ModState::LeftOut
    };
    found
}

fn leads_out(file: PathBuf) -> Diagnostic {
    Diagnostic::about_file(file, "this link leads out of the mod's folder")
        .with_help("copy what it leads to instead")
}

fn folder_name(folder: &Path) -> String {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    full.file_name().map_or_else(
        || "?".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}
