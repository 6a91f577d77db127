//! The game's content and that of all mods in use, read together.

use std::{env, path::PathBuf, sync::Arc};

use crate::{
    Library,
    diagnostics::diagnostic::{Diagnostic, Diagnostics},
    files::{content_root::ContentRoot, shown_path},
    loading::library::Contribution,
    media::named_media::{BroughtMedia, Media, MediaKind},
    modding::{
        content_places::ContentPlaces,
        mods::{Mod, ModState, Mods},
    },
    source::file_kind::FileKind,
    units::ruleset_tables::Rulesets,
};

/// Everything that was read from some places at one time.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The content folders that were read, earlier ones overridden by later ones.
    pub roots: Vec<ContentRoot>,
    /// The mods there are.
    pub mods: Mods,
    /// What can be used.
    pub library: Arc<Library>,
    /// The pictures that the game draws with.
    pub art: Arc<Media>,
    /// The sounds that the game plays.
    pub sounds: Arc<Media>,
    /// Everything that was found wrong, with mods too.
    pub diagnostics: Diagnostics,
}

/// Something that two mods bring under the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Kind of file it is in.
    pub kind: FileKind,
    /// Its id.
    pub id: String,
    /// Id of the mod whose is used.
    pub winner: String,
    /// The file that is used.
    pub winner_file: PathBuf,
    /// Id of the mod whose is not.
    pub loser: String,
    /// The file that is not used.
    pub loser_file: PathBuf,
    /// Why, in words that go on after "because".
    pub reason: String,
    /// Whether the winner is made to come after the loser, so that this is meant.
    pub meant: bool,
}

impl Collection {
    /// Reads everything. Takes a while: not for a frame.
    #[must_use]
    pub fn read(places: &ContentPlaces, rulesets: &Rulesets) -> Self {
        let mods = Mods::find(places);
        let roots: Vec<ContentRoot> = places.base.iter().cloned().chain(mods.roots()).collect();
        let (library, diagnostics) = Library::load(&roots, rulesets);
        let (art, of_art) = Media::read(MediaKind::Picture, &roots);
        let (sounds, of_sounds) = Media::read(MediaKind::Sound, &roots);
        let of_mods = mods.list.iter().flat_map(|found| found.problems.iter());
        let diagnostics = diagnostics
            .into_iter()
            .chain(of_art)
            .chain(of_sounds)
            .chain(mods.problems.iter().chain(of_mods).cloned())
            .collect();
        Self {
            roots,
            mods,
            library: Arc::new(library),
            art: Arc::new(art),
            sounds: Arc::new(sounds),
            diagnostics,
        }
    }

    /// What a mod has brought.
    pub fn brought_by(&self, id: &str) -> impl Iterator<Item = &Contribution> {
        let all = self.library.contributions.iter();
        all.filter(move |contribution| contribution.owner == id)
    }

    /// What a mod in use has brought. A mod that is left out has brought nothing, no matter who else has its
    /// id.
    pub fn brought_by_mod<'a>(&'a self, found: &'a Mod) -> impl Iterator<Item = &'a Contribution> {
        let all = self.brought_by(&found.id);
        all.filter(|_| found.state == ModState::On)
    }

    /// The pictures and sounds that a mod in use brings.
    pub fn media_of<'a>(&'a self, found: &'a Mod) -> impl Iterator<Item = BroughtMedia<'a>> {
        let pictures = self.art.brought_by(&found.id);
        let all = pictures.chain(self.sounds.brought_by(&found.id));
        all.filter(|_| found.state == ModState::On)
    }

    /// What is wrong with a mod: with its manifest and its relations to others first, then with its
    /// files.
    #[must_use]
    pub fn problems_of<'a>(&'a self, found: &'a Mod) -> Vec<&'a Diagnostic> {
        let here = env::current_dir().ok();
        let folder = shown_path::without(here.as_deref(), &found.folder);
        let of_files = self.diagnostics.iter().filter(|diagnostic| {
            diagnostic.file.starts_with(&folder) && !found.problems.contains(diagnostic)
        });
        found.problems.iter().chain(of_files).collect()
    }

    /// What several mods bring under the same id, in the order in which it was read.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        let usable = self.library.contributions.iter().filter(|new| new.usable);
        usable
            .filter_map(|new| {
                let replaced = new.replaced.as_ref()?;
                let loser = replaced.owner.clone()?;
                let (reason, meant) = self.mods.why_later(&new.owner, &loser);
                Some(Conflict {
                    kind: new.kind,
                    id: new.id.clone(),
                    winner: new.owner.clone(),
                    winner_file: new.file.clone(),
                    loser,
                    loser_file: replaced.file.clone(),
                    reason,
                    meant,
                })
            })
            .collect()
    }
}
