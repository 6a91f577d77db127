//! Art files that content files name, looked for inside the content folders only.

use std::path::{Component, Path, PathBuf};

use crate::{
    diagnostics::{
        diagnostic::{Diagnostic, Severity},
        suggestion::{self, quote},
    },
    media::drawing,
    source::{
        document::Document,
        key_path::KeyPath,
        report::Report,
        source_text::{self, MAX_FILE_BYTES},
    },
};

/// Most files of a folder that are compared with a misspelt name.
const MAX_COMPARED: usize = 2000;

/// A folder that art may lie in, and where in it the content file lies or would lie.
#[derive(Clone, Debug)]
pub(crate) struct ArtPlace {
    /// The folder that the art must lie in.
    pub(crate) root: PathBuf,
    /// The content file's folder, relative to it.
    pub(crate) folder: PathBuf,
}

/// Where a content file may find its art: first in its own content folder, then in the others, so
/// that an overlay can use the art of what it overlays.
#[derive(Clone, Debug)]
pub(crate) struct ArtFolders(pub(crate) Vec<ArtPlace>);

impl ArtFolders {
    /// The file of this name that is used as art, whatever it holds.
    pub(crate) fn nearest(&self, art: &str) -> Option<PathBuf> {
        let places = self.0.iter();
        let mut files = places.filter_map(|place| Some(place.root.join(place.relative(art)?)));
        files.find(|file| file.exists())
    }

    /// The file that a content file names as its art, relative to itself.
    ///
    /// Reports a path that leads out of the content folder, by `..` or by a link, a file that is
    /// not there, one that is too large and one that cannot be drawn.
    pub(crate) fn find(
        &self,
        art: &str,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> Option<PathBuf> {
        if report.is_spoilt(path) {
            return None;
        }
        let candidates: Vec<(&Path, PathBuf)> = self
            .0
            .iter()
            .filter_map(|place| Some((place.root.as_path(), place.relative(art)?)))
            .collect();
        let Some((_, nearest)) = candidates.first() else {
            report
                .error(
                    document,
                    path,
                    format!("{} leads out of the content folder", quote(art)),
                )
                .help("art lies in the content folder: `../art/units/name.svg`".to_owned());
            return None;
        };
        if !nearest
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
        {
            report
                .error(document, path, format!("{} is no SVG file", quote(art)))
                .help("expected a name that ends in `.svg`".to_owned());
            return None;
        }
        for (root, relative) in &candidates {
            let candidate = root.join(relative);
            let Ok(metadata) = std::fs::metadata(&candidate) else {
                continue;
            };
            let inside = match (candidate.canonicalize(), root.canonicalize()) {
                (Ok(candidate), Ok(root)) => candidate.starts_with(root),
                _ => false,
            };
            let problem = if !inside {
                Some("is a link that leads out of the content folder".to_owned())
            } else if !metadata.is_file() {
                Some("is not a plain file".to_owned())
            } else if metadata.len() > MAX_FILE_BYTES {
                Some(format!(
                    "has {} bytes, expected at most {MAX_FILE_BYTES} (1 MiB)",
                    metadata.len()
                ))
            } else {
                None
            };
            if let Some(problem) = problem {
                report
                    .error(document, path, format!("{} {problem}", quote(art)))
                    .help(None);
                return None;
            }
            check_drawing(&candidate, art, document, path, report);
            return Some(candidate);
        }
        report
            .error(
                document,
                path,
                format!("there is no art file {}", quote(art)),
            )
            .help(similar(&candidates));
        None
    }
}

/// Reports what keeps a file from being drawn.
fn check_drawing(
    file: &Path,
    art: &str,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) {
    let found = match source_text::bytes_of(file, file) {
        Ok(bytes) => drawing::checked(file.to_owned(), bytes),
        Err(diagnostic) => vec![*diagnostic],
    };
    for Diagnostic {
        place,
        severity,
        message,
        help,
        ..
    } in found
    {
        let place = place.map_or(String::new(), |place| {
            format!(", line {}, column {}", place.line, place.column)
        });
        let message = format!("{}{place}: {message}", quote(art));
        let reported = match severity {
            Severity::Error => report.error(document, path, message),
            Severity::Warning => report.warning(document, path, message),
        };
        reported.help(help);
    }
}

impl ArtPlace {
    /// The path from the root, with `.` and `..` worked out; `None` if it leads out of the root.
    fn relative(&self, art: &str) -> Option<PathBuf> {
        let mut relative = self.folder.clone();
        for component in Path::new(art).components() {
            match component {
                Component::Normal(name) => relative.push(name),
                Component::CurDir => {}
                Component::ParentDir => {
                    if !relative.pop() {
                        return None;
                    }
                }
                Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        Some(relative)
    }
}

/// A file in the same folder with nearly the same name.
fn similar(candidates: &[(&Path, PathBuf)]) -> Option<String> {
    let wanted = candidates.first()?.1.file_name()?.to_str()?;
    let mut names: Vec<String> = candidates
        .iter()
        .filter_map(|(root, relative)| std::fs::read_dir(root.join(relative.parent()?)).ok())
        .flat_map(|entries| entries.take(MAX_COMPARED))
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let nearest = suggestion::nearest(wanted, names.iter().map(String::as_str))?;
    Some(format!("did you mean `{nearest}`?"))
}
