//! The `check` command: reports every error of content files.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use shieldwall_content::{
    Case, ContentPlaces, Diagnostic, Diagnostics, Judge, Lesson, Library, Severity, WrongPlace,
    check_places_with,
};

use crate::{
    cases::{Failure, words},
    lessons,
};

/// Check content files and report every error with its place.
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    /// Files and folders to check; all content of the game if none is given
    #[arg(value_name = "FILE|FOLDER")]
    pub paths: Vec<PathBuf>,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// Everything that was found, in words, without a line break at its end.
    pub text: String,
    /// Whether there are no errors; there may be warnings.
    pub sound: bool,
}

/// Checks content files. What they refer to is looked for in the given places; where there are none,
/// the files may still stand on their own.
#[must_use]
pub fn run_check(args: &CheckArgs, places: Result<ContentPlaces, WrongPlace>) -> CheckReport {
    let error = match places {
        Ok(places) => {
            return report(&check_places_with(
                &places,
                shieldwall_rulesets::content(),
                &args.paths,
                JUDGE,
            ));
        }
        Err(error) => error,
    };
    let mut diagnostic = Diagnostic::about_file("content", error.to_string());
    if args.paths.is_empty() || !matches!(error, WrongPlace::NoContent(_)) {
        return report(&std::iter::once(diagnostic).collect());
    }
    diagnostic.severity = Severity::Warning;
    let checked = check_places_with(
        &ContentPlaces::default(),
        shieldwall_rulesets::content(),
        &args.paths,
        JUDGE,
    );
    let warn = checked.has_errors().then_some(diagnostic);
    report(&checked.into_iter().chain(warn).collect())
}

/// Problems with cases and lessons besides those of their files.
const JUDGE: Judge<'static> = Judge {
    case: &misspelt_words,
    lesson: &lesson_faults,
};

/// Why a lesson cannot be played to its end.
fn lesson_faults(lesson: &Arc<Lesson>, library: &Arc<Library>) -> Vec<Diagnostic> {
    let fault = lessons::rehearse(lesson, library).err();
    fault
        .map(|fault| at_line(&lesson.file, fault.line, fault.message))
        .into_iter()
        .collect()
}

/// Words of a case that mean nothing under its ruleset, with their lines.
fn misspelt_words(case: &Case) -> Vec<Diagnostic> {
    let failures = words::misspelt(case);
    let diagnostic = |failure: Failure| at_line(&case.file, failure.line, failure.message);
    failures.into_iter().map(diagnostic).collect()
}

/// A problem in a line of a file, or with the whole file.
fn at_line(file: &Path, line: Option<usize>, message: String) -> Diagnostic {
    let Some(line) = line else {
        return Diagnostic::about_file(file, message);
    };
    let text = fs::read_to_string(file).unwrap_or_default();
    let shown = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    Diagnostic::about_line(file, line, shown, message)
}

fn report(diagnostics: &Diagnostics) -> CheckReport {
    let mut text = String::new();
    for diagnostic in diagnostics {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{diagnostic}\n");
    }
    let (errors, warnings) = (diagnostics.errors(), diagnostics.warnings());
    text.push_str(&match (errors, warnings) {
        (0, 0) => "no errors".to_owned(),
        (0, _) => format!("no errors, {}", count(warnings, "warning")),
        (_, 0) => count(errors, "error"),
        _ => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    });
    CheckReport {
        text,
        sound: errors == 0,
    }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 {
        format!("1 {what}")
    } else {
        format!("{number} {what}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_warnings_are_counted() {
        let error = Diagnostic::about_file("levels/x.toml", "is no level");
        let mut warning = Diagnostic::about_file("levels/y.toml", "is odd");
        warning.severity = Severity::Warning;
        let found = report(&[error.clone(), warning.clone()].into_iter().collect());
        assert!(!found.sound);
        assert!(
            found.text.contains("levels/x.toml: error: is no level"),
            "{}",
            found.text
        );
        assert!(found.text.ends_with("1 error, 1 warning"), "{}", found.text);
        let found = report(&std::iter::once(warning).collect());
        assert!(found.sound && found.text.ends_with("no errors, 1 warning"));
        assert_eq!(report(&Diagnostics::default()).text, "no errors");
    }
}
