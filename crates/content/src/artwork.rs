//! The pictures that the game draws with, by name: which files hold them.
//!
//! A picture is called after its file in `assets/art`, without `.svg`: `board/growth/woods_1`. The
//! game's own folder says which pictures there are. A later content folder, such as that of a mod,
//! replaces one by a file with the same path, and may go on counting where the game has several of a
//! kind: `woods_6` after `woods_5`. The drawings of units are not among them, as unit files name those.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
};

use crate::{
    content_root::ContentRoot,
    diagnostic::{Diagnostic, Severity},
    drawing::{self, Drawing},
    folder_walk,
    loader::stays_inside,
    shown_path, source_text, suggestion,
};

/// The folder of drawings that unit files name, in the folder of art.
const OF_UNITS: &str = "units/";

/// A file that holds a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// The content folder's folder of art.
    folder: PathBuf,
    /// The file in it.
    file: PathBuf,
    /// Id of the mod that it is of; `None` if it is the game's own.
    pub owner: Option<String>,
}

impl PictureFile {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.file)
    }

    /// Reads it, and gives it a colour if there is one: that of `currentColor` in it.
    ///
    /// # Errors
    ///
    /// The first error in it, if it cannot be read or is not within the limits.
    pub fn open(&self, colour: Option<[u8; 3]>) -> Result<Drawing, Box<Diagnostic>> {
        Drawing::open_inside(&self.folder, &self.file, colour)
    }
}

/// A picture that a mod brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroughtPicture<'a> {
    /// Its name.
    pub name: &'a str,
    /// The file that holds it.
    pub file: &'a PictureFile,
    /// The file that would be used otherwise; `None` if the picture goes on in a row.
    pub replaced: Option<&'a PictureFile>,
}

/// The pictures of the game, each with the files that hold it.
#[derive(Clone, Debug, Default)]
pub struct Artwork {
    /// By name. The last file is used, and one before it where that fails; there is always one.
    pictures: BTreeMap<String, Vec<PictureFile>>,
}

/// What was found in the folders of art.
#[derive(Default)]
struct Found {
    artwork: Artwork,
    /// Drawings that are no pictures of the game.
    others: Vec<Other>,
    diagnostics: Vec<Diagnostic>,
}

/// A drawing that is no picture of the game: one of a unit, or one that nothing uses.
struct Other {
    file: PictureFile,
    name: String,
}

impl Artwork {
    /// Looks into the folders of art of some content folders, later ones going before earlier ones,
    /// and says what is wrong with them. What replaces a picture and cannot be drawn is left out.
    #[must_use]
    pub fn read(roots: &[ContentRoot]) -> (Self, Vec<Diagnostic>) {
        let here = env::current_dir().ok();
        let mut found = find(roots);
        let mut diagnostics = found.diagnostics;
        for files in found.artwork.pictures.values_mut() {
            // The first one is the game's own, or nothing else has the name.
            let mut kept = 0;
            files.retain(|file| {
                kept += 1;
                if kept == 1 && file.owner.is_none() {
                    return true;
                }
                let told = file.checked(here.as_deref());
                let sound = told.iter().all(|one| one.severity != Severity::Error);
                diagnostics.extend(told);
                sound
            });
        }
        found.artwork.pictures.retain(|_, files| !files.is_empty());
        (found.artwork, diagnostics)
    }

    /// The names of all pictures, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.pictures.keys().map(String::as_str)
    }

    /// Whether there is a picture of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.pictures.contains_key(name)
    }

    /// The files that hold a picture, the one to use first; none if there is no such picture.
    pub fn files(&self, name: &str) -> impl Iterator<Item = &PictureFile> {
        self.pictures.get(name).into_iter().flatten().rev()
    }

    /// The names of the pictures of a kind: `NAME_1`, `NAME_2` and so on, or else `NAME` alone.
    #[must_use]
    pub fn variants(&self, name: &str) -> Vec<String> {
        let numbered = (1u32..).map(|number| format!("{name}_{number}"));
        let row: Vec<String> = numbered.take_while(|name| self.contains(name)).collect();
        if row.is_empty() {
            vec![name.to_owned()]
        } else {
            row
        }
    }

    /// The pictures that a mod brings.
    pub fn brought_by<'a>(&'a self, id: &'a str) -> impl Iterator<Item = BroughtPicture<'a>> {
        self.pictures.iter().flat_map(move |(name, files)| {
            let own = files.iter().enumerate();
            let own = own.filter(move |(_, file)| file.owner.as_deref() == Some(id));
            own.map(move |(at, file)| BroughtPicture {
                name,
                file,
                replaced: at.checked_sub(1).and_then(|at| files.get(at)),
            })
        })
    }
}

impl PictureFile {
    /// What is wrong with it.
    pub(crate) fn checked(&self, here: Option<&Path>) -> Vec<Diagnostic> {
        let path = self.path();
        let shown = shown_path::without(here, &path);
        match source_text::bytes_of(&path, &shown) {
            Ok(bytes) => drawing::checked(shown, bytes),
            Err(diagnostic) => vec![*diagnostic],
        }
    }
}

/// Warnings about drawings of mods that nothing uses: no picture of the game has their name, and they
/// are not among those that unit files name.
pub(crate) fn unused(roots: &[ContentRoot], named: &BTreeSet<PathBuf>) -> Vec<Diagnostic> {
    if roots.iter().all(|root| root.owner.is_none()) {
        return Vec::new();
    }
    let here = env::current_dir().ok();
    let found = find(roots);
    let others = found.others.iter();
    let unused = others.filter(|other| {
        let of_mod = other.file.owner.is_some();
        of_mod && !named.contains(&other.file.path())
    });
    unused
        .map(|other| {
            let file = shown_path::without(here.as_deref(), &other.file.path());
            let mut told = Diagnostic::about_file(file, "nothing uses this drawing");
            told.severity = Severity::Warning;
            told.with_help(found.artwork.way_out(&other.name))
        })
        .collect()
}

impl Artwork {
    /// What the author of a drawing of this name may have meant.
    fn way_out(&self, name: &str) -> String {
        let meant = |name: &str| format!("did you mean `assets/art/{name}.svg`?");
        if let Some((row, _)) = number_of(name)
            && self.contains(&format!("{row}_1"))
        {
            let next = self.variants(row).len() + 1;
            return meant(&format!("{row}_{next}"));
        }
        if !name.starts_with(OF_UNITS) {
            // The same file in another folder, or else one that is called nearly the same.
            let end = |name: &str| name.rsplit('/').next().map(str::to_owned);
            let mut same = self.names().filter(|known| end(known) == end(name));
            if let Some(known) = same.next().or(suggestion::nearest(name, self.names())) {
                return meant(known);
            }
        }
        "name it in the file of a unit (`art = \"../art/name.svg\"`), or give it the path of the \
         picture of the game that it is to replace"
            .to_owned()
    }
}

/// The row that a name goes on in, and its number there: `woods_2` is the second of `woods`.
fn number_of(name: &str) -> Option<(&str, u32)> {
    let (row, digits) = name.rsplit_once('_')?;
    let number: u32 = digits.parse().ok()?;
    (number > 0 && !row.is_empty() && number.to_string() == digits).then_some((row, number))
}

/// Looks through the folders of art.
fn find(roots: &[ContentRoot]) -> Found {
    let here = env::current_dir().ok();
    let mut found = Found::default();
    for root in roots {
        let folder = root.assets.join("art");
        if !folder.is_dir() {
            continue;
        }
        if !stays_inside(&folder, root.home()) {
            found.diagnostics.push(
                Diagnostic::about_file(
                    shown_path::without(here.as_deref(), &folder),
                    "this link leads out of the content folder",
                )
                .with_help("copy the folder instead"),
            );
            continue;
        }
        let (paths, diagnostics) = folder_walk::drawings(&folder, root.home());
        let told = diagnostics.into_iter().map(|told| Diagnostic {
            file: shown_path::without(here.as_deref(), &told.file),
            ..told
        });
        found.diagnostics.extend(told);
        let drawings = paths.iter().filter_map(|path| {
            let file = path.strip_prefix(&folder).ok()?.to_owned();
            let name = name_of(&file)?;
            let (folder, owner) = (folder.clone(), root.owner.clone());
            let file = PictureFile {
                folder,
                file,
                owner,
            };
            Some(Other { file, name })
        });
        found.take_in(drawings.collect());
    }
    found
}

impl Found {
    /// Sorts out the drawings of one content folder.
    fn take_in(&mut self, mut drawings: Vec<Other>) {
        // `woods_10` after `woods_9`, so that a row can go on.
        drawings.sort_by(|one, other| {
            let order = |name: &str| number_of(name).map(|(row, number)| (row.to_owned(), number));
            let plain = one.name.cmp(&other.name);
            order(&one.name).cmp(&order(&other.name)).then(plain)
        });
        for drawing in drawings {
            let known = self.artwork.contains(&drawing.name) || self.goes_on(&drawing.name);
            let is_own = drawing.file.owner.is_none() && !drawing.name.starts_with(OF_UNITS);
            if known || is_own {
                let files = self.artwork.pictures.entry(drawing.name).or_default();
                files.push(drawing.file);
            } else {
                self.others.push(drawing);
            }
        }
    }

    /// Whether a name is the next one of a row of pictures.
    fn goes_on(&self, name: &str) -> bool {
        number_of(name).is_some_and(|(row, number)| {
            number > 1 && self.artwork.contains(&format!("{row}_{}", number - 1))
        })
    }
}

/// The name of the picture that a file holds.
fn name_of(file: &Path) -> Option<String> {
    let stem = file.with_extension("");
    let parts: Option<Vec<&str>> = stem.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use tempfile::TempDir;

    use super::*;

    const SHAPE: &str = "<svg viewBox='0 0 8 8'><path d='M1 1h6v6z'/></svg>";

    /// The game and a mod, each with drawings in its folder of art.
    fn folders(game: &[&str], of_mod: &[&str]) -> (TempDir, [ContentRoot; 2]) {
        let folder = tempfile::tempdir().unwrap();
        let roots = [
            ContentRoot::at(folder.path().join("game")),
            ContentRoot::of_mod(folder.path().join("north"), "north"),
        ];
        for (root, names) in roots.iter().zip([game, of_mod]) {
            for name in names {
                let path = root.assets.join("art").join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, SHAPE).unwrap();
            }
        }
        (folder, roots)
    }

    fn owners(artwork: &Artwork, name: &str) -> Vec<Option<String>> {
        artwork.files(name).map(|file| file.owner.clone()).collect()
    }

    #[test]
    fn the_game_says_which_pictures_there_are_and_mods_replace_them() {
        let game = ["board/well.svg", "logo.svg", "units/archer.svg"];
        let (_folder, roots) = folders(&game, &["board/well.svg", "units/archer.svg", "own.svg"]);
        let (artwork, told) = Artwork::read(&roots);
        assert_eq!(told, []);
        assert_eq!(artwork.names().collect::<Vec<_>>(), ["board/well", "logo"]);
        assert_eq!(
            owners(&artwork, "board/well"),
            [Some("north".to_owned()), None]
        );
        assert_eq!(owners(&artwork, "logo"), [None]);
        assert_eq!(owners(&artwork, "own"), []);
        let brought: Vec<_> = artwork.brought_by("north").collect();
        assert_eq!(brought.len(), 1);
        assert_eq!(brought[0].name, "board/well");
        assert!(brought[0].replaced.is_some());
    }

    #[test]
    fn a_replacement_that_cannot_be_drawn_is_told_of_and_left_out() {
        let (_folder, roots) = folders(&["well.svg", "pit.svg"], &["well.svg", "pit.svg"]);
        let bad = roots[1].assets.join("art/well.svg");
        fs::write(&bad, "<svg viewBox='0 0 8 8'><image href='x.png'/></svg>").unwrap();
        let (artwork, told) = Artwork::read(&roots);
        assert!(told.iter().all(|told| told.file == bad) && !told.is_empty());
        assert_eq!(owners(&artwork, "well"), [None]);
        assert_eq!(owners(&artwork, "pit").len(), 2);
    }

    #[test]
    fn a_row_of_pictures_can_go_on_in_a_mod_without_gaps() {
        let game = ["oak_1.svg", "oak_2.svg", "pit.svg"];
        let more = ["oak_10.svg", "oak_3.svg", "oak_4.svg", "pit_2.svg"];
        let (_folder, roots) = folders(&game, &more);
        let (artwork, _) = Artwork::read(&roots);
        let row = ["oak_1", "oak_2", "oak_3", "oak_4"];
        assert_eq!(artwork.variants("oak"), row);
        assert_eq!(artwork.variants("pit"), ["pit"]);
        let told: Vec<_> = unused(&roots, &BTreeSet::new());
        let told: Vec<_> = told
            .iter()
            .map(|told| told.help.as_deref().unwrap())
            .collect();
        assert_eq!(
            told,
            [
                "did you mean `assets/art/oak_5.svg`?",
                "did you mean `assets/art/pit.svg`?"
            ]
        );
    }

    #[test]
    fn drawings_that_nothing_uses_are_told_of_with_what_may_be_meant() {
        let game = ["board/growth/woods_1.svg", "icons/run.svg"];
        let of_mod = [
            "board/growth/wods_1.svg",
            "run.svg",
            "units/archer.svg",
            "units/sentinel.svg",
        ];
        let (_folder, roots) = folders(&game, &of_mod);
        let art = roots[1].assets.join("art");
        let named = BTreeSet::from([art.join("units/sentinel.svg")]);
        let told: Vec<_> = unused(&roots, &named);
        let told: Vec<(&Path, &str)> = told
            .iter()
            .map(|told| {
                assert_eq!(told.severity, Severity::Warning);
                let help = told.help.as_deref().unwrap();
                (told.file.strip_prefix(&art).unwrap(), help)
            })
            .collect();
        assert_eq!(
            told[..2],
            [
                (
                    Path::new("run.svg"),
                    "did you mean `assets/art/icons/run.svg`?"
                ),
                (
                    Path::new("units/archer.svg"),
                    "name it in the file of a unit (`art = \"../art/name.svg\"`), or give it the \
                     path of the picture of the game that it is to replace"
                ),
            ]
        );
        assert_eq!(
            told[2],
            (
                Path::new("board/growth/wods_1.svg"),
                "did you mean `assets/art/board/growth/woods_1.svg`?"
            )
        );
        assert_eq!(told.len(), 3);
        assert!(unused(&roots[..1], &BTreeSet::new()).is_empty());
    }
}
