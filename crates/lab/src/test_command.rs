//! The `test` command: runs cases and says which hold.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;
use shieldwall_content::{Case, Collection, ContentPlaces, ContentRoot, Library};

use crate::{
    JournalArgs, JournalOutput, LabError,
    cases::{Failure, Verdict, run_case},
    content_args::{read_content, with_mods_around},
    output_file::{ResultKind, output_files, refuse_to_replace, take_stdout},
};

/// Where cases lie in a folder of content.
const FOLDER: &str = "tests/cases";

/// Run cases: battles with loaded dice that say what must come of them.
#[derive(Args, Clone, Debug)]
pub struct TestArgs {
    /// Case files, folders of them, and folders of mods, whose cases are played with them; all cases of
    /// the content folders if none is given
    #[arg(value_name = "FILE|FOLDER")]
    pub paths: Vec<PathBuf>,
    /// Write the results as JSON
    #[arg(long)]
    pub json: bool,
    /// Also write the results to this file as XML for build servers, as `JUnit` does
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Show the journal of every case
    #[arg(long, short)]
    pub verbose: bool,
    /// Where the journals go
    #[command(flatten)]
    pub journal: JournalArgs,
}

/// How cases came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestReport {
    /// One line a case with what is wrong, and a summary; without a line break at the end.
    pub text: String,
    /// Whether all cases hold.
    pub sound: bool,
    /// Whether journals take standard output, so that the text must go elsewhere.
    pub aside: bool,
}

/// One case that was run.
#[derive(Clone, Debug, Serialize)]
struct Ran {
    #[serde(serialize_with = "crate::path_text::of")]
    file: PathBuf,
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
    holds: bool,
    proves: Vec<String>,
    failures: Vec<Failure>,
    #[serde(skip)]
    journal: Vec<String>,
    #[serde(skip)]
    refusals: Vec<String>,
}

/// Runs cases.
///
/// # Errors
/// If there are no cases where they are looked for, there is no content, or a file cannot be
/// written.
pub fn run_test(args: &TestArgs, places: &ContentPlaces) -> Result<TestReport, LabError> {
    let places = with_mods_around(places, &args.paths);
    let Collection { roots, library, .. } = read_content(&places)?;
    let files = chosen_files(&args.paths, &roots, FOLDER)?;
    let written = [args.journal.file(), args.junit.as_deref()];
    for written in written.into_iter().flatten() {
        for file in &files {
            refuse_to_replace(file, written)?;
        }
    }
    let [junit] = output_files(
        [(&args.junit, ResultKind::CaseReport)],
        args.journal.journal.as_deref(),
    )?;
    let aside = take_stdout([&junit], &args.journal);
    let journals = args.journal.open()?;
    let ran = files
        .iter()
        .map(|file| run_file(file, &library, journals.as_ref()))
        .collect::<Result<Vec<Ran>, LabError>>()?;
    if let Some(journals) = journals {
        journals.finish()?;
    }
    if let Some(junit) = junit {
        junit.write(&junit_of(&ran)?)?;
    }
    let sound = ran.iter().all(|ran| ran.holds);
    let text = if args.json {
        serde_json::to_string(&ran)?
    } else {
        text_of(&ran, args.verbose)
    };
    Ok(TestReport { text, sound, aside })
}

/// The case files in some places: files, folders of them, and mods or folders of content with such a folder in them; those
/// of all content if no place is given.
///
/// # Errors
/// If there are none, or a place does not exist or cannot be read.
pub(crate) fn chosen_files(
    places: &[PathBuf],
    roots: &[ContentRoot],
    folder: &str,
) -> Result<Vec<PathBuf>, LabError> {
    if !places.is_empty() {
        let inside: Vec<PathBuf> = places.iter().map(|place| files_in(place, folder)).collect();
        return case_files(&inside, folder);
    }
    let all = roots.iter().filter_map(|root| root.assets.parent());
    let all: Vec<PathBuf> = all
        .map(|root| root.join(folder))
        .filter(|folder| folder.is_dir())
        .collect();
    case_files(&all, folder)
}

/// Of a mod or a folder of content, the folder in it in which such files lie; anything else as it is.
fn files_in(path: &Path, folder: &str) -> PathBuf {
    let marks = ["mod.toml", "assets", "levels"];
    if marks.iter().any(|mark| path.join(mark).exists()) {
        path.join(folder)
    } else {
        path.to_owned()
    }
}

/// The case files that are meant.
fn case_files(paths: &[PathBuf], folder: &str) -> Result<Vec<PathBuf>, LabError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let (found, diagnostics) = Case::find(path);
            if diagnostics.has_errors() {
                let problems: Vec<String> =
                    diagnostics.into_iter().map(|one| one.to_string()).collect();
                return Err(LabError::NoCases(problems.join("\n")));
            }
            files.extend(found);
        } else if path.exists() {
            files.push(path.clone());
        } else {
            return Err(LabError::NoCases(format!(
                "there is no file or folder `{}`",
                path.display()
            )));
        }
    }
    if files.is_empty() {
        let places: Vec<String> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return Err(LabError::NoCases(if places.is_empty() {
            format!("there are no cases; name a file, or put cases into `{folder}`")
        } else {
            format!("there are no cases in {}", places.join(", "))
        }));
    }
    Ok(files)
}

/// Runs a case. Its journal goes to `journals`, if it could be played at all.
fn run_file(
    file: &Path,
    library: &Arc<Library>,
    journals: Option<&JournalOutput>,
) -> Result<Ran, LabError> {
    let here = std::env::current_dir().unwrap_or_default();
    let shown = file.strip_prefix(&here).unwrap_or(file).to_owned();
    let ran = match Case::read(&shown, library) {
        Ok(case) => {
            let Verdict {
                failures,
                journal,
                refusals,
                entries,
            } = run_case(&case, library);
            if let Some(journals) = journals {
                journals.append(&entries)?;
            }
            Ran {
                file: shown,
                title: case.title,
                holds: failures.is_empty(),
                proves: case.proves,
                failures,
                journal,
                refusals,
            }
        }
        Err(diagnostics) => Ran {
            file: shown,
            title: String::new(),
            holds: false,
            proves: Vec::new(),
            failures: diagnostics
                .into_iter()
                .map(|diagnostic| Failure {
                    line: Some(diagnostic.line()),
                    message: diagnostic.to_string(),
                    found: Vec::new(),
                })
                .collect(),
            journal: Vec::new(),
            refusals: Vec::new(),
        },
    };
    Ok(ran)
}

fn text_of(ran: &[Ran], verbose: bool) -> String {
    let mut text = String::new();
    for case in ran {
        let word = if case.holds { "ok  " } else { "FAIL" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{word} {}  {}", case.file.display(), case.title);
        for failure in &case.failures {
            let _ = writeln!(text, "     {}", described(&case.file, failure));
            for found in &failure.found {
                let _ = writeln!(text, "       found: {found}");
            }
        }
        if verbose {
            for line in &case.refusals {
                let _ = writeln!(text, "     # {line}");
            }
            // A list that can be pasted into `expect`.
            for line in &case.journal {
                let _ = writeln!(text, "     {line},");
            }
        }
    }
    let failed = ran.iter().filter(|case| !case.holds).count();
    let cases = if ran.len() == 1 { "case" } else { "cases" };
    let _ = match failed {
        0 => write!(text, "{} {cases}, all hold", ran.len()),
        _ => write!(text, "{} {cases}, {failed} failed", ran.len()),
    };
    text
}

/// A failure with its place.
fn described(file: &Path, failure: &Failure) -> String {
    match failure.line {
        Some(line) if !failure.message.starts_with(&*file.to_string_lossy()) => {
            format!("{}:{line}: {}", file.display(), failure.message)
        }
        _ => failure.message.clone(),
    }
}

/// The results as XML.
fn junit_of(ran: &[Ran]) -> Result<Vec<u8>, LabError> {
    let mut suite = TestSuite::new("cases");
    for case in ran {
        let status = if case.holds {
            TestCaseStatus::success()
        } else {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let lines: Vec<String> = case
                .failures
                .iter()
                .map(|failure| {
                    let mut text = described(&case.file, failure);
                    for found in &failure.found {
                        text.push_str("\n  found: ");
                        text.push_str(found);
                    }
                    text
                })
                .collect();
            status.set_message(lines.first().cloned().unwrap_or_default());
            status.set_description(lines.join("\n"));
            status
        };
        let mut one = TestCase::new(case.file.display().to_string(), status);
        one.set_classname(case.title.clone());
        suite.add_test_case(one);
    }
    let mut report = quick_junit::Report::new("shieldwall");
    report.add_test_suite(suite);
    let text = report
        .to_string()
        .map_err(|error| LabError::NoCases(format!("the results cannot be written: {error}")))?;
    // Titles may hold them, and XML may not.
    Ok(text
        .replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
        .into_bytes())
}
