//! The `sim` command: plays battles headless and reports.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use shieldwall_battle::{BattleSetup, SideId, setup::UnitEntry};
use shieldwall_content::{ContentPlaces, Library};

use crate::{
    CommandOutput, Contender, JournalArgs, LabError, SimPlan, battle_row,
    content_args::read_content,
    named_content::{self, default_ruleset, hint_of_mods, processors, rule_option, seed, unit_id},
    output_file::{OutputFile, ResultKind, output_files, take_stdout},
    progress::Progress,
    shard::Shard,
    sim_merge, sim_page,
    sim_result::SimResult,
    text_report,
};

/// Play battles without a window and report who won.
#[derive(Args, Clone, Debug)]
pub struct SimArgs {
    /// Level to fight on, by its id
    #[arg(long, value_name = "LEVEL", required_unless_present = "merge")]
    pub level: Option<String>,
    /// Ruleset to fight under
    #[arg(long, value_name = "RULESET", default_value_t = default_ruleset())]
    pub ruleset: String,
    /// How many battles to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub battles: u64,
    /// Seed from which those of all battles are derived
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Who commands red: `random`, `easy`, `normal`, `hard`, or a bot as bot:COMMAND [default: normal]
    #[arg(long, value_name = "WHO")]
    pub red: Option<Contender>,
    /// Who commands blue [default: normal]
    #[arg(long, value_name = "WHO")]
    pub blue: Option<Contender>,
    /// Who commands green, on levels of three sides or four [default: normal]
    #[arg(long, value_name = "WHO")]
    pub green: Option<Contender>,
    /// Who commands yellow, on levels of four sides [default: normal]
    #[arg(long, value_name = "WHO")]
    pub yellow: Option<Contender>,
    /// Units of red instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", value_delimiter = ',', value_parser = unit_id)]
    pub red_units: Vec<String>,
    /// Units of blue instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", value_delimiter = ',', value_parser = unit_id)]
    pub blue_units: Vec<String>,
    /// Units of green instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", value_delimiter = ',', value_parser = unit_id)]
    pub green_units: Vec<String>,
    /// Units of yellow instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", value_delimiter = ',', value_parser = unit_id)]
    pub yellow_units: Vec<String>,
    /// Rule option to set, as KEY=VALUE; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = rule_option)]
    pub options: Vec<(String, String)>,
    /// Play each seed from every side of the level: with two sides twice, the second time with
    /// commanders and warbands exchanged
    #[arg(long)]
    pub mirrored: bool,
    /// How many battles to play at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Play only part K of N, for several machines; keep its JSON for `--merge`
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Play nothing, but add up the JSON of all parts of a run
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["level", "ruleset", "battles", "seed", "red", "blue", "green", "yellow", "red_units", "blue_units", "green_units", "yellow_units", "options", "mirrored", "jobs", "shard", "csv", "journal"])]
    pub merge: Vec<PathBuf>,
    /// Write the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Also write a table with a row for each battle; `-` is standard output, as for all files
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Also write a page with plots, for a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Where the journals go
    #[command(flatten)]
    pub journal: JournalArgs,
}

impl SimArgs {
    /// Who commands each side, where that is said.
    fn brains(&self) -> [Option<Contender>; SideId::MOST] {
        [&self.red, &self.blue, &self.green, &self.yellow].map(Clone::clone)
    }

    /// The units of each side; empty for the level's own.
    fn units(&self) -> [&[String]; SideId::MOST] {
        [
            &self.red_units,
            &self.blue_units,
            &self.green_units,
            &self.yellow_units,
        ]
    }
}

/// A number of battles to play at a time.
///
/// # Errors
/// If it is none.
pub(crate) fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least one battle must be played at a time".to_owned()),
        Ok(jobs) => Ok(jobs),
        Err(_) => Err("expected a number".to_owned()),
    }
}

/// Plays the battles, or adds up parts, and gives the report.
///
/// # Errors
/// If what was asked for does not exist or cannot be played, or a file cannot be written. Files are
/// looked at before anything is played.
pub fn run_sim(
    args: &SimArgs,
    places: impl FnOnce() -> Result<ContentPlaces, LabError>,
) -> Result<CommandOutput, LabError> {
    let [csv, html] = output_files(
        [
            (&args.csv, ResultKind::Table),
            (&args.html, ResultKind::Page),
        ],
        args.journal.journal.as_deref(),
    )?;
    let aside = take_stdout([&csv, &html], &args.journal);
    if !args.merge.is_empty() {
        let result = sim_merge::merge(&args.merge)?;
        return Ok(report(args, &result, None, html.as_ref())?.aside(aside));
    }
    let read = read_content(&places()?)?;
    let mut plan = plan(args, &read.library).map_err(|error| hint_of_mods(error, &read))?;
    plan.rows = csv.is_some();
    plan.check()?;
    let numbers = plan.numbers();
    let journals = args.journal.open()?;
    let progress = Progress::begin(numbers.end - numbers.start, "battles", args.json);
    let outcome = plan.run_watched(&progress.watch(), journals.as_ref());
    progress.end();
    let outcome = outcome?;
    if let Some(journals) = journals {
        journals.finish()?;
    }
    if let Some(csv) = csv {
        let titles = battle_row::titles(plan.setup.sides.len());
        csv.write(&battle_row::table(&titles, &outcome.rows)?)?;
    }
    let speed = Some(outcome.battles_per_second);
    let output = report(args, &outcome.result, speed, html.as_ref())?;
    let output = output.cut_short_by(outcome.failure.as_ref(), outcome.result.battles, "battles");
    Ok(output.aside(aside))
}

fn report(
    args: &SimArgs,
    result: &SimResult,
    speed: Option<f64>,
    html: Option<&OutputFile>,
) -> Result<CommandOutput, LabError> {
    if let Some(html) = html {
        html.write(sim_page::of(result)?.as_bytes())?;
    }
    let text = if args.json {
        result.to_json()?
    } else {
        text_report::of(result, speed)
    };
    Ok(CommandOutput::of(
        text,
        result.partial,
        [result.battles, result.planned()],
        "battles were played",
    ))
}

fn plan(args: &SimArgs, library: &Arc<Library>) -> Result<SimPlan, LabError> {
    let ruleset = named_content::ruleset(&args.ruleset)?;
    let level = named_content::level(library, args.level.as_deref().unwrap_or_default())?;
    let mut setup = BattleSetup::of_level(library, &level.id, ruleset.id(), args.seed)?;
    args.journal.check_side(&setup.level)?;
    let brains = args.brains();
    let units = args.units();
    for side in SideId::first(SideId::MOST).skip(setup.sides.len()) {
        if brains[side.index()].is_some() || !units[side.index()].is_empty() {
            return Err(LabError::no_such_side(side, &setup.level));
        }
    }
    for (side, units) in setup.sides.iter_mut().zip(units) {
        if units.is_empty() {
            continue;
        }
        side.warband.clear();
        for id in units {
            let unit = named_content::unit(library, id)?;
            side.warband.push(UnitEntry::new(Arc::clone(unit)));
        }
    }
    setup.options.extend(args.options.iter().cloned());
    Ok(SimPlan {
        setup,
        ruleset,
        battles: args.battles,
        seed: args.seed,
        brains: brains.map(Option::unwrap_or_default).to_vec(),
        mirrored: args.mirrored,
        shard: args.shard,
        rows: false,
        jobs: args.jobs.unwrap_or_else(processors),
    })
}
