//! The command that works out odds.

use std::path::Path;

use shieldwall_content::{Case, ContentPlaces};

use super::{NoOdds, estimate, odds_page::page, odds_watched, told};
use crate::{
    LabError,
    cases::Stopped,
    content_args::{read_content, with_mods_around},
    odds::ways_progress::WaysProgress,
};

/// Find the exact odds of a case: its choices are played, its dice fixed, and every further die
/// falls in every way. What cannot be chosen after some rolls is answered by default there. There is
/// no journal of that: `test --journal` writes the one of a case whose dice are all fixed.
#[derive(clap::Args, Clone, Debug)]
pub struct OddsArgs {
    /// The case file
    #[arg(value_name = "CASE.toml")]
    pub case: std::path::PathBuf,
    /// Write the odds as JSON
    #[arg(long)]
    pub json: bool,
    /// Estimate from so many plays with random dice instead, where there are too many ways to follow
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub plays: Option<u32>,
    /// Where the random dice of `--plays` begin
    #[arg(long, default_value_t = 0, requires = "plays")]
    pub seed: u64,
}

/// Works out odds and gives the report, without a line break at its end.
///
/// # Errors
/// If the case cannot be read or played.
pub fn run_odds(args: &OddsArgs, places: &ContentPlaces) -> Result<String, LabError> {
    let places = with_mods_around(places, std::slice::from_ref(&args.case));
    let library = read_content(&places)?.library;
    let case = Case::read(&args.case, &library).map_err(|diagnostics| {
        let problems: Vec<String> = diagnostics.into_iter().map(|one| one.to_string()).collect();
        LabError::NoCases(problems.join("\n"))
    })?;
    let odds = match args.plays {
        Some(plays) => estimate(&case, &library, (plays, args.seed)),
        None => {
            let mut progress = WaysProgress::begin();
            let odds = odds_watched(&case, &library, |followed| progress.tell(followed));
            progress.end();
            odds
        }
    };
    let odds = odds.map_err(|error| unplayable(&args.case, &error))?;
    if args.json {
        Ok(serde_json::to_string(&odds)?)
    } else {
        Ok(page(&case, &odds))
    }
}

fn unplayable(file: &Path, error: &NoOdds) -> LabError {
    if let NoOdds::Misspelt(failures) = error {
        let place = format!("{}:", file.display());
        return LabError::NoCases(told(failures, &place));
    }
    let place = match error {
        NoOdds::Stopped(Stopped {
            line: Some(line), ..
        }) => format!("{}:{line}", file.display()),
        _ => file.display().to_string(),
    };
    let reason = match error {
        NoOdds::Stopped(stopped) => stopped.reason.clone(),
        other => other.to_string(),
    };
    LabError::NoCases(format!("{place}: {reason}"))
}
