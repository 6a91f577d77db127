//! The pictures and sounds of the game, by name: which files hold them.
//!
//! A picture is called after its file in `assets/art`, without `.svg`: `board/growth/woods_1`; a sound after its
//! file in `assets/sounds`, without `.ogg`: `steps/grass_1`. The game's own folder says which there are. A later
//! content folder, such as that of a mod, replaces one by a file with the same path, and may go on counting where
//! the game has several of a kind: `woods_6` after `woods_5`. The drawings of units are not among them, as unit
//! files name those.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
};

use crate::{
    diagnostics::{
        diagnostic::{Diagnostic, Severity},
        suggestion,
    },
    files::{content_root::ContentRoot, folder_walk, shown_path},
    media::{
        drawing::{self, Drawing},
        sound::{self, Sound},
    },
    source::source_text,
};

/// The folder of drawings that unit files name, in the folder of art.
const OF_UNITS: &str = "units/";

/// A kind of files that mods replace by their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MediaKind {
    /// SVG files in `assets/art`.
    #[default]
    Picture,
    /// Ogg Vorbis files in `assets/sounds`.
    Sound,
}

impl MediaKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Picture, Self::Sound];

    /// The word for one of them.
    #[must_use]
    pub const fn one(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::Sound => "sound",
        }
    }

    /// Their folder in `assets`.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Picture => "art",
            Self::Sound => "sounds",
        }
    }

    /// The end of the names of their files, without the dot.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Picture => "svg",
            Self::Sound => "ogg",
        }
    }

    /// The kind of a file by its name.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        Self::ALL.into_iter().find(|kind| ending == kind.ending())
    }

    /// Everything that is wrong with a file of the kind; `shown` is what messages call it.
    pub(crate) fn check(self, file: &Path, shown: PathBuf) -> Vec<Diagnostic> {
        match self {
            Self::Picture => match source_text::bytes_of(file, &shown) {
                Ok(bytes) => drawing::checked(shown, bytes),
                Err(diagnostic) => vec![*diagnostic],
            },
            Self::Sound => sound::checked(file, shown),
        }
    }

    /// The path of one in a content folder.
    fn path(self, name: &str) -> String {
        format!("assets/{}/{name}.{}", self.folder(), self.ending())
    }

    /// True for what other files name.
    fn is_named_elsewhere(self, name: &str) -> bool {
        self == Self::Picture && name.starts_with(OF_UNITS)
    }
}

/// A file that holds a picture or a sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaFile {
    kind: MediaKind,
    /// The content folder's folder of the kind.
    folder: PathBuf,
    /// The file in it.
    file: PathBuf,
    /// Id of the mod that it is of; `None` if it is the game's own.
    pub owner: Option<String>,
}

impl MediaFile {
    /// The whole path.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.file)
    }

    /// Reads a picture, and gives it a colour if there is one: that of `currentColor` in it.
    ///
    /// # Errors
    ///
    /// The first error in it, if it cannot be read or is not within the limits.
    pub fn drawing(&self, colour: Option<[u8; 3]>) -> Result<Drawing, Box<Diagnostic>> {
        Drawing::open_inside(&self.folder, &self.file, colour)
    }

    /// Reads a sound.
    ///
    /// # Errors
    ///
    /// One diagnostic if it cannot be read or is not within the limits.
    pub fn sound(&self) -> Result<Sound, Box<Diagnostic>> {
        let path = self.path();
        Sound::open(&path, path.clone())
    }

    /// Everything that is wrong with it.
    pub(crate) fn checked(&self, here: Option<&Path>) -> Vec<Diagnostic> {
        let path = self.path();
        self.kind.check(&path, shown_path::without(here, &path))
    }
}

/// A picture or a sound that a mod brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroughtMedia<'a> {
    /// The kind of file.
    pub kind: MediaKind,
    /// The name.
    pub name: &'a str,
    /// The file that holds it.
    pub file: &'a MediaFile,
    /// The file that would be used otherwise; `None` if it goes on in a row.
    pub replaced: Option<&'a MediaFile>,
}

/// The pictures or the sounds of the game, each with the files that hold it.
#[derive(Clone, Debug, Default)]
pub struct Media {
    kind: MediaKind,
    /// Files by name. The last file is used, and one before it where that fails; there is always one.
    files: BTreeMap<String, Vec<MediaFile>>,
}

/// The contents of the folders of a kind.
struct Found {
    media: Media,
    /// Files that are none of the game: a drawing of a unit, or one that nothing uses.
    others: Vec<Other>,
    diagnostics: Vec<Diagnostic>,
}

/// A file that replaces nothing.
struct Other {
    file: MediaFile,
    name: String,
}

impl Media {
    /// Looks into the folders of a kind of some content folders, later ones going before earlier ones,
    /// and says what is wrong with them. A replacement that cannot be used is left out.
    #[must_use]
    pub fn read(kind: MediaKind, roots: &[ContentRoot]) -> (Self, Vec<Diagnostic>) {
        let here = env::current_dir().ok();
        let mut found = find(kind, roots);
        let mut diagnostics = found.diagnostics;
        for files in found.media.files.values_mut() {
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
        found.media.files.retain(|_, files| !files.is_empty());
        (found.media, diagnostics)
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// True if there is one of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// The files of a name, the one to use first; none if there is no such name.
    pub fn files(&self, name: &str) -> impl Iterator<Item = &MediaFile> {
        self.files.get(name).into_iter().flatten().rev()
    }

    /// The names of a row: `NAME_1`, `NAME_2` and so on, or else `NAME` alone.
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

    /// The ones that a mod brings.
    pub fn brought_by<'a>(&'a self, id: &'a str) -> impl Iterator<Item = BroughtMedia<'a>> {
        self.files.iter().flat_map(move |(name, files)| {
            let own = files.iter().enumerate();
            let own = own.filter(move |(_, file)| file.owner.as_deref() == Some(id));
            own.map(move |(at, file)| BroughtMedia {
                kind: self.kind,
                name,
                file,
                replaced: at.checked_sub(1).and_then(|at| files.get(at)),
            })
        })
    }
}

/// Warnings about pictures or sounds of mods that nothing uses: none of the game has their name, and they
/// are not among those that unit files name.
pub(crate) fn unused(
    kind: MediaKind,
    roots: &[ContentRoot],
    named: &BTreeSet<PathBuf>,
) -> Vec<Diagnostic> {
    if roots.iter().all(|root| root.owner.is_none()) {
        return Vec::new();
    }
    let here = env::current_dir().ok();
    let found = find(kind, roots);
    let others = found.others.iter();
    let unused = others.filter(|other| {
        let of_mod = other.file.owner.is_some();
        of_mod && !named.contains(&other.file.path())
    });
    unused
        .map(|other| {
            let file = shown_path::without(here.as_deref(), &other.file.path());
            let word = match kind {
                MediaKind::Picture => "drawing",
                MediaKind::Sound => "sound",
            };
            let mut told = Diagnostic::about_file(file, format!("nothing uses this {word}"));
            told.severity = Severity::Warning;
            told.with_help(found.media.way_out(&other.name))
        })
        .collect()
}

impl Media {
    /// The names that the author of a file of this name may have meant.
    fn way_out(&self, name: &str) -> String {
        let meant = |name: &str| format!("did you mean `{}`?", self.kind.path(name));
        if let Some((row, _)) = number_of(name)
            && self.contains(&format!("{row}_1"))
        {
            let next = self.variants(row).len() + 1;
            return meant(&format!("{row}_{next}"));
        }
        if !self.kind.is_named_elsewhere(name) {
            // The same file in another folder, or else one that is called nearly the same.
            let end = |name: &str| name.rsplit('/').next().map(str::to_owned);
            let mut same = self.names().filter(|known| end(known) == end(name));
            if let Some(known) = same.next().or(suggestion::nearest(name, self.names())) {
                return meant(known);
            }
        }
        match self.kind {
            MediaKind::Picture => {
                "name it in the file of a unit (`art = \"../art/name.svg\"`), or give it the path of the \
                 picture of the game that it is to replace"
            }
            MediaKind::Sound => "give it the path of the sound of the game that it is to replace",
        }
        .to_owned()
    }
}

/// The row that a name goes on in, and its number there: `woods_2` is the second of `woods`.
fn number_of(name: &str) -> Option<(&str, u32)> {
    let (row, digits) = name.rsplit_once('_')?;
    let number: u32 = digits.parse().ok()?;
    (number > 0 && !row.is_empty() && number.to_string() == digits).then_some((row, number))
}

/// Looks through the folders of a kind.
fn find(kind: MediaKind, roots: &[ContentRoot]) -> Found {
    let here = env::current_dir().ok();
    let mut found = Found {
        media: Media {
            kind,
            files: BTreeMap::new(),
        },
        others: Vec::new(),
        diagnostics: Vec::new(),
    };
    for root in roots {
        let folder = root.assets.join(kind.folder());
        if !folder.is_dir() {
            continue;
        }
        if !folder_walk::stays_inside(&folder, root.home()) {
            found.diagnostics.push(
                Diagnostic::about_file(
                    shown_path::without(here.as_deref(), &folder),
                    "this link leads out of the content folder",
                )
                .with_help("copy the folder instead"),
            );
            continue;
        }
        let (paths, diagnostics) = folder_walk::files(&folder, root.home(), kind.ending());
        let told = diagnostics.into_iter().map(|told| Diagnostic {
            file: shown_path::without(here.as_deref(), &told.file),
            ..told
        });
        found.diagnostics.extend(told);
        let files = paths.iter().filter_map(|path| {
            let file = path.strip_prefix(&folder).ok()?.to_owned();
            let name = name_of(&file)?;
            let (folder, owner) = (folder.clone(), root.owner.clone());
            let file = MediaFile {
                kind,
                folder,
                file,
                owner,
            };
            Some(Other { file, name })
        });
        found.take_in(files.collect());
    }
    found
}

impl Found {
    /// Sorts out the files of one content folder.
    fn take_in(&mut self, mut files: Vec<Other>) {
        // `woods_10` after `woods_9`, so that a row can go on.
        files.sort_by(|one, other| {
            let order = |name: &str| number_of(name).map(|(row, number)| (row.to_owned(), number));
            let plain = one.name.cmp(&other.name);
            order(&one.name).cmp(&order(&other.name)).then(plain)
        });
        for new in files {
            let known = self.media.contains(&new.name) || self.goes_on(&new.name);
            let named = self.media.kind.is_named_elsewhere(&new.name);
            let is_own = new.file.owner.is_none() && !named;
            if known || is_own {
                let files = self.media.files.entry(new.name).or_default();
                files.push(new.file);
            } else {
                self.others.push(new);
            }
        }
    }

    /// True for the next name of a row.
    fn goes_on(&self, name: &str) -> bool {
        number_of(name).is_some_and(|(row, number)| {
            number > 1 && self.media.contains(&format!("{row}_{}", number - 1))
        })
    }
}

/// The name of what a file holds.
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

    fn owners(artwork: &Media, name: &str) -> Vec<Option<String>> {
        artwork.files(name).map(|file| file.owner.clone()).collect()
    }

    #[test]
    fn the_game_says_which_pictures_there_are_and_mods_replace_them() {
        let game = ["board/well.svg", "logo.svg", "units/archer.svg"];
        let (_folder, roots) = folders(&game, &["board/well.svg", "units/archer.svg", "own.svg"]);
        let (artwork, told) = Media::read(MediaKind::Picture, &roots);
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
        let (artwork, told) = Media::read(MediaKind::Picture, &roots);
        assert!(told.iter().all(|told| told.file == bad) && !told.is_empty());
        assert_eq!(owners(&artwork, "well"), [None]);
        assert_eq!(owners(&artwork, "pit").len(), 2);
    }

    #[test]
    fn a_row_of_pictures_can_go_on_in_a_mod_without_gaps() {
        let game = ["oak_1.svg", "oak_2.svg", "pit.svg"];
        let more = ["oak_10.svg", "oak_3.svg", "oak_4.svg", "pit_2.svg"];
        let (_folder, roots) = folders(&game, &more);
        let (artwork, _) = Media::read(MediaKind::Picture, &roots);
        let row = ["oak_1", "oak_2", "oak_3", "oak_4"];
        assert_eq!(artwork.variants("oak"), row);
        assert_eq!(artwork.variants("pit"), ["pit"]);
        let told: Vec<_> = unused(MediaKind::Picture, &roots, &BTreeSet::new());
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
        let told: Vec<_> = unused(MediaKind::Picture, &roots, &named);
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
        assert!(unused(MediaKind::Picture, &roots[..1], &BTreeSet::new()).is_empty());
    }
}
