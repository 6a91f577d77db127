//! The `tournament` command: plays brains and bots against each other and rates them.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use shieldwall_battle::BattleSetup;
use shieldwall_content::{ContentPlaces, Library};

use super::{
    tournament_plan::{TournamentOutcome, TournamentPlan},
    tournament_report,
};
use crate::{
    CommandOutput, Contender, LabError,
    balance::{PAIRING_TITLES, even},
    battle_row,
    content_args::read_content,
    named_content::{self, default_ruleset, hint_of_mods, processors, rule_option, seed, unit_id},
    output_file::{OutputFile, ResultKind, output_files},
    progress::Progress,
    sim_command::jobs,
};

/// Play brains and bots against each other and rate them.
#[derive(Args, Clone, Debug)]
pub struct TournamentArgs {
    /// Who takes part: `random`, `easy`, `normal`, `hard`, or bots as bot:COMMAND; two or more
    #[arg(value_name = "WHO", required = true, num_args = 2..)]
    pub contenders: Vec<Contender>,
    /// Levels to fight on, by their ids [default: all of two sides that the ruleset can be played on]
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', value_parser = unit_id)]
    pub levels: Vec<String>,
    /// Ruleset to fight under
    #[arg(long, value_name = "RULESET", default_value_t = default_ruleset())]
    pub ruleset: String,
    /// How many battles to play of each pairing on each level: an even number, half of them with the
    /// commanders exchanged
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = even)]
    pub battles: u64,
    /// Seed from which those of all battles are derived
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Rule option to set, as KEY=VALUE; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = rule_option)]
    pub options: Vec<(String, String)>,
    /// How many battles to play at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Write the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Also write a table with a row for each pairing
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

/// Plays all pairings on all levels and gives the report.
///
/// # Errors
/// If what was asked for does not exist or cannot be played, or a file cannot be written. Files are
/// looked at before anything is played.
pub fn run_tournament(
    args: &TournamentArgs,
    places: &ContentPlaces,
) -> Result<CommandOutput, LabError> {
    let [csv] = output_files([(&args.csv, ResultKind::Table)], None)?;
    let aside = csv.as_ref().is_some_and(OutputFile::is_stdout);
    let read = read_content(places)?;
    let plan = plan(args, &read.library).map_err(|error| hint_of_mods(error, &read))?;
    plan.check()?;
    let progress = Progress::begin(plan.planned()?, "battles", args.json);
    let outcome = plan.run_watched(&progress.watch());
    progress.end();
    let TournamentOutcome {
        result,
        battles_per_second,
        failure,
    } = outcome?;
    if let Some(csv) = csv {
        csv.write(&battle_row::table(&PAIRING_TITLES, &result.pairings)?)?;
    }
    let text = if args.json {
        serde_json::to_string(&result)?
    } else {
        tournament_report::of(&result, battles_per_second)
    };
    let (partial, played, planned) = (result.partial, result.battles, result.planned());
    let output = CommandOutput::of(text, partial, [played, planned], "battles were played");
    Ok(output
        .cut_short_by(failure.as_ref(), played, "battles")
        .aside(aside))
}

fn plan(args: &TournamentArgs, library: &Arc<Library>) -> Result<TournamentPlan, LabError> {
    let ruleset = named_content::ruleset(&args.ruleset)?;
    let setup = |id: &str| BattleSetup::of_level(library, id, ruleset.id(), args.seed);
    let mut setups = Vec::new();
    if args.levels.is_empty() {
        let of_two = library
            .levels
            .values()
            .filter(|level| level.sides.len() == 2);
        // Not all are for all rulesets.
        setups.extend(of_two.filter_map(|level| setup(&level.id).ok()));
    } else {
        for id in &args.levels {
            setups.push(setup(&named_content::level(library, id)?.id)?);
        }
    }
    for setup in &mut setups {
        setup.options.extend(args.options.iter().cloned());
    }
    Ok(TournamentPlan {
        setups,
        ruleset,
        contenders: args.contenders.clone(),
        battles: args.battles,
        seed: args.seed,
        jobs: args.jobs.unwrap_or_else(processors),
    })
}
