//! What proves rules: cases under `tests/cases`, and Rust tests that `tests/proofs` names.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use shieldwall_content::plain_file;
use walkdir::{DirEntry, WalkDir};

/// Largest file that is read, in bytes; sources are among them.
const MAX_BYTES: u64 = 2 << 20;
/// Deepest folder below `tests/cases` that is looked into.
const MAX_DEPTH: usize = 8;
/// Most files that are looked at.
const MAX_FILES: usize = 10_000;

/// What a proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofKind {
    /// A case: a TOML file.
    Case,
    /// A test in Rust.
    Test,
}

/// Something that fails if a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Proof {
    /// What it is.
    pub kind: ProofKind,
    /// Its file, relative to the folder that holds `tests`, with `/` between folders.
    pub file: String,
    /// Title of the case, or name of the test.
    pub name: String,
}

/// All proofs of one ruleset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proofs {
    /// By rule id, each list in order and without doubles.
    pub(crate) of_rule: BTreeMap<String, Vec<Proof>>,
    /// What is wrong with the files, a sentence each.
    pub(crate) problems: Vec<String>,
}

/// What matters here of a case. The case runner is strict about the rest.
#[derive(Deserialize)]
struct CaseHead {
    #[serde(default)]
    title: String,
    ruleset: Option<String>,
    #[serde(default)]
    proves: Vec<String>,
}

/// A file of `tests/proofs`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofFile {
    ruleset: String,
    #[serde(default)]
    proof: Vec<NamedTest>,
}

/// A test that proves rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedTest {
    /// Source file, relative to the folder that holds `tests`.
    file: String,
    /// Name of the test function in it.
    test: String,
    rules: Vec<String>,
}

impl Proofs {
    /// Whether a folder has anything that could prove rules.
    pub(crate) fn may_be_in(folder: &Path) -> bool {
        folder.join("tests/cases").is_dir() || folder.join("tests/proofs").is_dir()
    }

    /// The proofs for a ruleset in these folders. What cannot be read, or names a test that is not
    /// there, proves nothing and is listed as a problem.
    pub(crate) fn read(folders: &[PathBuf], ruleset: &str) -> Self {
        let mut proofs = Self::default();
        for folder in folders {
            proofs.add_cases(folder, ruleset);
            proofs.add_named_tests(folder, ruleset);
        }
        for list in proofs.of_rule.values_mut() {
            list.sort_unstable();
            list.dedup();
        }
        proofs
    }

    fn add_cases(&mut self, folder: &Path, ruleset: &str) {
        for path in self.toml_files(&folder.join("tests/cases")) {
            let Some(case) = self.read_toml::<CaseHead>(folder, &path) else {
                continue;
            };
            let above = path.parent().and_then(Path::file_name);
            let meant = case
                .ruleset
                .or_else(|| Some(above?.to_string_lossy().into_owned()));
            if meant.as_deref() != Some(ruleset) {
                continue;
            }
            let file = relative(folder, &path);
            let proof = Proof {
                kind: ProofKind::Case,
                file,
                name: case.title,
            };
            for rule in case.proves {
                self.of_rule.entry(rule).or_default().push(proof.clone());
            }
        }
    }

    fn add_named_tests(&mut self, folder: &Path, ruleset: &str) {
        // A source file is named many times and read once.
        let mut sources: BTreeMap<String, Option<String>> = BTreeMap::new();
        for path in self.toml_files(&folder.join("tests/proofs")) {
            let Some(file) = self.read_toml::<ProofFile>(folder, &path) else {
                continue;
            };
            if file.ruleset != ruleset {
                continue;
            }
            let here = relative(folder, &path);
            for named in file.proof {
                let source = sources
                    .entry(named.file.clone())
                    .or_insert_with(|| source_of(folder, &named.file));
                let Some(source) = source else {
                    self.problems
                        .push(format!("{here}: there is no source file `{}`", named.file));
                    continue;
                };
                if !has_test(source, &named.test) {
                    self.problems.push(format!(
                        "{here}: there is no test `{}` in `{}`; was it renamed or moved?",
                        named.test, named.file
                    ));
                    continue;
                }
                let proof = Proof {
                    kind: ProofKind::Test,
                    file: named.file,
                    name: named.test,
                };
                for rule in named.rules {
                    self.of_rule.entry(rule).or_default().push(proof.clone());
                }
            }
        }
    }

    /// All TOML files below a folder by name; none if it is not there.
    fn toml_files(&mut self, folder: &Path) -> Vec<PathBuf> {
        if !folder.is_dir() {
            return Vec::new();
        }
        let hidden = |entry: &DirEntry| {
            entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
        };
        let mut files = Vec::new();
        let walk = WalkDir::new(folder)
            .max_depth(MAX_DEPTH)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| !hidden(entry))
            .take(MAX_FILES);
        for entry in walk {
            match entry {
                Ok(entry) => {
                    let is_toml = entry.path().extension().is_some_and(|end| end == "toml");
                    if is_toml && entry.file_type().is_file() {
                        files.push(entry.into_path());
                    }
                }
                Err(error) => self.problems.push(error.to_string()),
            }
        }
        files
    }

    fn read_toml<T: DeserializeOwned>(&mut self, folder: &Path, path: &Path) -> Option<T> {
        let file = relative(folder, path);
        let text = match read_text(path) {
            Ok(text) => text,
            Err(reason) => {
                self.problems.push(format!("{file}: {reason}"));
                return None;
            }
        };
        match toml::from_str(&text) {
            Ok(read) => Some(read),
            Err(error) => {
                // Its first line says where, the last what.
                let said = error.to_string();
                let place = said.lines().next().unwrap_or_default();
                self.problems
                    .push(format!("{file}: {place}: {}", error.message()));
                None
            }
        }
    }
}

/// The text of a file that is not too large.
fn read_text(path: &Path) -> Result<String, String> {
    let bytes = plain_file::read(path, MAX_BYTES).map_err(|fault| fault.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is no text".to_owned())
}

/// A source file inside the folder; nothing if it is not there.
fn source_of(folder: &Path, file: &str) -> Option<String> {
    let inside = Path::new(file)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return None;
    }
    read_text(&folder.join(file)).ok()
}

fn relative(folder: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Whether a Rust source has a test function of this name: with `#[test]` among the lines of
/// attributes and comments right above it, as in properties too, and not ignored.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let begins = |line: &str| {
        line.strip_prefix("fn ")
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| rest.starts_with(['(', '<']))
    };
    lines.iter().enumerate().any(|(at, line)| {
        let above = || {
            lines[..at]
                .iter()
                .rev()
                .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
        };
        begins(line)
            && above().any(|line| *line == "#[test]")
            && !above().any(|line| line.starts_with("#[ignore"))
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;

    const SOURCE: &str = "
        /// Says something.
        #[test]
        fn good() {}

        fn helper() {}
        // fn commented() {}
        #[test]
        #[ignore = \"slow\"]
        fn ignored() {}
        proptest! {
            #[test]
            // Odd.
            fn property(x in 0..3) {}
        }
        #[test]
        fn good_two() {}
    ";

    #[test]
    fn tests_are_told_from_other_functions() {
        for name in ["good", "property", "good_two"] {
            assert!(has_test(SOURCE, name), "{name}");
        }
        for name in [
            "helper",
            "commented",
            "ignored",
            "missing",
            "goo",
            "ood",
            "",
        ] {
            assert!(!has_test(SOURCE, name), "{name}");
        }
    }

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn cases_and_tests_prove_rules() {
        let folder = folder(&[
            (
                "tests/cases/percentile/deep/a.toml",
                "title = 'A'\nruleset = 'percentile'\nproves = ['PCT-001', 'PCT-001']\nodd = 1",
            ),
            ("tests/cases/percentile/b.toml", "proves = ['PCT-001']"),
            ("tests/cases/zones/c.toml", "proves = ['PCT-001']"),
            ("tests/cases/percentile/.d.toml", "proves = ['PCT-001']"),
            ("tests/cases/percentile/e.txt", "proves = ['PCT-001']"),
            (
                "tests/proofs/percentile.toml",
                "ruleset = 'percentile'\n[[proof]]\nfile = 'src/x.rs'\ntest = 'good'\nrules = ['PCT-002']",
            ),
            ("src/x.rs", SOURCE),
        ]);
        let proofs = Proofs::read(&[folder.path().to_owned()], "percentile");
        assert!(proofs.problems.is_empty(), "{:?}", proofs.problems);
        let names = |rule: &str| -> Vec<String> {
            let list = &proofs.of_rule[rule];
            list.iter()
                .map(|proof| format!("{} {}", proof.file, proof.name))
                .collect()
        };
        assert_eq!(
            names("PCT-001"),
            [
                "tests/cases/percentile/b.toml ",
                "tests/cases/percentile/deep/a.toml A"
            ]
        );
        assert_eq!(names("PCT-002"), ["src/x.rs good"]);
    }

    #[test]
    fn what_is_wrong_proves_nothing_and_is_said() {
        let proof = |file: &str, test: &str| {
            format!("\n[[proof]]\nfile = '{file}'\ntest = '{test}'\nrules = ['PCT-001']")
        };
        let named = [
            "ruleset = 'percentile'".to_owned(),
            proof("src/x.rs", "missing"),
            proof("src/y.rs", "good"),
            proof("../x.rs", "good"),
        ];
        let folder = folder(&[
            ("tests/cases/percentile/a.toml", "proves = ['PCT-001'"),
            ("tests/proofs/a.toml", &named.concat()),
            ("tests/proofs/b.toml", "ruleset = 'percentile'\nproofs = []"),
            ("src/x.rs", SOURCE),
        ]);
        fs::write(
            folder.path().join("tests/cases/big.toml"),
            vec![b'#'; 3 << 20],
        )
        .unwrap();
        let proofs = Proofs::read(&[folder.path().to_owned()], "percentile");
        assert!(proofs.of_rule.is_empty());
        let said = |what: &str| {
            let found = proofs.problems.iter().any(|line| line.contains(what));
            assert!(found, "{what}: {:?}", proofs.problems);
        };
        said("tests/cases/percentile/a.toml: TOML parse error at line 1");
        said("tests/cases/big.toml: it has 3145728 bytes");
        said("there is no test `missing` in `src/x.rs`");
        said("there is no source file `src/y.rs`");
        said("there is no source file `../x.rs`");
        said("tests/proofs/b.toml: TOML parse error at line 2");
        assert_eq!(proofs.problems.len(), 6);
    }
}
