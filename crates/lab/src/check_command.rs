//! The `check` command: reports every error of content files.

use std::{fmt::Write, fs, path::PathBuf};

use clap::Args;
use shieldwall_content::{
    Case, ContentPlaces, Diagnostic, Diagnostics, Severity, WrongPlace, check_places_with,
};

use crate::cases::{Failure, words};

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
                &misspelt_words,
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
        &misspelt_words,
    );
    let warn = checked.has_errors().then_some(diagnostic);
    report(&checked.into_iter().chain(warn).collect())
}

/// Words of a case that mean nothing under its ruleset, with their lines.
fn misspelt_words(case: &Case) -> Vec<Diagnostic> {
    let failures = words::misspelt(case);
    if failures.is_empty() {
        return Vec::new();
    }
    let text = fs::read_to_string(&case.file).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let diagnostic = |failure: Failure| match failure.line {
        Some(line) => {
            let shown = lines.get(line.saturating_sub(1)).copied();
            Diagnostic::about_line(&case.file, line, shown.unwrap_or_default(), failure.message)
        }
        None => Diagnostic::about_file(&case.file, failure.message),
    };
    failures.into_iter().map(diagnostic).collect()
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
