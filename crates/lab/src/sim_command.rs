//! The `sim` command: plays battles headless and reports.

use std::sync::Arc;

use clap::Args;
use shieldwall_ai::BrainKind;
use shieldwall_battle::{BattleSetup, setup::Recruit};
use shieldwall_content::{ContentPlaces, FileKind, Library};

use crate::{LabError, SimPlan, content_args::read_content, text_report};

/// Play battles without a window and report who won.
#[derive(Args, Clone, Debug)]
pub struct SimArgs {
    /// Level to fight on, by its id
    #[arg(long, value_name = "LEVEL")]
    pub level: String,
    /// Ruleset to fight under
    #[arg(long, value_name = "RULESET", default_value = "percentile")]
    pub ruleset: String,
    /// How many battles to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub battles: u64,
    /// Seed from which those of all battles are derived
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Who commands red: `standard` plays to win, `random` takes any legal choice
    #[arg(long, value_name = "BRAIN", default_value_t = BrainKind::Standard)]
    pub red: BrainKind,
    /// Who commands blue: `standard` plays to win, `random` takes any legal choice
    #[arg(long, value_name = "BRAIN", default_value_t = BrainKind::Standard)]
    pub blue: BrainKind,
    /// Units of red instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", value_delimiter = ',')]
    pub red_units: Vec<String>,
    /// Units of blue instead of the level's own, by their ids
    #[arg(long, value_name = "UNIT,…", value_delimiter = ',')]
    pub blue_units: Vec<String>,
    /// Rule option to set, as KEY=VALUE; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = rule_option)]
    pub options: Vec<(String, String)>,
    /// Play each seed twice, the second time with commanders and warbands exchanged
    #[arg(long)]
    pub mirrored: bool,
    /// Also tell what each kind of unit did
    #[arg(long)]
    pub units: bool,
    /// How many battles to play at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Write the result as JSON
    #[arg(long)]
    pub json: bool,
}

fn rule_option(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| format!("expected KEY=VALUE, found `{text}`"))
}

/// Plays the battles and gives the report, without a line break at its end.
///
/// # Errors
/// If what was asked for does not exist or cannot be played.
pub fn run_sim(args: &SimArgs, places: &ContentPlaces) -> Result<String, LabError> {
    let plan = plan(args, &read_content(places)?.library)?;
    let result = plan.run()?;
    if args.json {
        Ok(serde_json::to_string(&result)?)
    } else {
        Ok(text_report::of(&plan, &result))
    }
}

fn plan(args: &SimArgs, library: &Arc<Library>) -> Result<SimPlan, LabError> {
    let ruleset = shieldwall_rulesets::by_id(&args.ruleset).ok_or_else(|| {
        let all = shieldwall_rulesets::all();
        LabError::unknown(
            "ruleset",
            &args.ruleset,
            all.iter().map(|ruleset| ruleset.id()),
        )
    })?;
    if !library.levels.contains_key(&args.level) {
        broken(library, FileKind::Level, "level", &args.level)?;
        let known = library.levels.keys().map(String::as_str);
        return Err(LabError::unknown("level", &args.level, known));
    }
    let mut setup = BattleSetup::of_level(library, &args.level, args.seed)?;
    for (side, units) in setup
        .sides
        .iter_mut()
        .zip([&args.red_units, &args.blue_units])
    {
        if units.is_empty() {
            continue;
        }
        side.warband.clear();
        for id in units {
            let Some(unit) = library.units.get(id) else {
                broken(library, FileKind::Unit, "unit", id)?;
                let known = library.units.keys().map(String::as_str);
                return Err(LabError::unknown("unit", id, known));
            };
            side.warband.push(Recruit {
                unit: Arc::clone(unit),
                cell: None,
            });
        }
    }
    setup.options.extend(args.options.iter().cloned());
    let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(SimPlan {
        setup,
        ruleset,
        battles: args.battles,
        seed: args.seed,
        red: args.red,
        blue: args.blue,
        mirrored: args.mirrored,
        units: args.units,
        jobs: args.jobs.unwrap_or_else(processors),
    })
}

/// An error if the file of something named is there but broken.
fn broken(library: &Library, kind: FileKind, what: &'static str, id: &str) -> Result<(), LabError> {
    let found = library
        .broken_of(kind)
        .find(|file| file.id.as_deref() == Some(id));
    found.map_or(Ok(()), |file| {
        let problems: Vec<String> = file.diagnostics.iter().map(ToString::to_string).collect();
        Err(LabError::Broken {
            what,
            id: id.to_owned(),
            problems: problems.join("\n"),
        })
    })
}
