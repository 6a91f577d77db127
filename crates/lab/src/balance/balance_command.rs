//! The `balance` command: plays every unit against every other and tells what each is worth.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use shieldwall_ai::BrainKind;
use shieldwall_battle::BattleSetup;
use shieldwall_content::{ContentPlaces, Library};

use super::{
    balance_page,
    balance_plan::{BalanceOutcome, BalancePlan},
    balance_report,
};
use crate::{
    CommandOutput, JournalArgs, LabError, battle_row,
    content_args::read_content,
    named_content::{self, default_ruleset, hint_of_mods, processors, rule_option, seed, unit_id},
    output_file::{ResultKind, output_files, take_stdout},
    progress::Progress,
    sim_command::jobs,
};

/// Play every unit against every other and tell what each is worth.
#[derive(Args, Clone, Debug)]
pub struct BalanceArgs {
    /// Ruleset to fight under
    #[arg(long, value_name = "RULESET", default_value_t = default_ruleset())]
    pub ruleset: String,
    /// Units to compare, by their ids [default: all that can fight under the ruleset]
    #[arg(long, value_name = "UNIT,…", value_delimiter = ',', value_parser = unit_id)]
    pub units: Vec<String>,
    /// Level to fight on, by its id
    #[arg(long, value_name = "LEVEL", default_value = "duel-ring")]
    pub level: String,
    /// How many of its unit each side has
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub size: u16,
    /// How many battles to play of each pairing: an even number, half of them with the ends of the
    /// level exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = even)]
    pub battles: u64,
    /// Seed from which those of all battles are derived
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Who commands both sides: `random`, `easy` or `normal`
    #[arg(long, value_name = "BRAIN", default_value_t = BrainKind::Normal)]
    pub brain: BrainKind,
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
    /// Also write a page with a heat map, for a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Where the journals go
    #[command(flatten)]
    pub journal: JournalArgs,
}

/// An even number of battles, of a sensible size.
pub(crate) fn even(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1_000_000;
    let number: u64 = text
        .parse()
        .map_err(|_| format!("expected an even number from 2 to {MOST}"))?;
    if number == 0 || number > MOST || number % 2 == 1 {
        return Err(format!(
            "{number} is no even number from 2 to {MOST}; half of them are played with the sides exchanged"
        ));
    }
    Ok(number)
}

/// Plays all pairings and gives the report.
///
/// # Errors
/// If what was asked for does not exist or cannot be played, or a file cannot be written. Files are
/// looked at before anything is played.
pub fn run_balance(args: &BalanceArgs, places: &ContentPlaces) -> Result<CommandOutput, LabError> {
    let [csv, html] = output_files(
        [
            (&args.csv, ResultKind::Table),
            (&args.html, ResultKind::Page),
        ],
        args.journal.journal.as_deref(),
    )?;
    let aside = take_stdout([&csv, &html], &args.journal);
    let read = read_content(places)?;
    let plan = plan(args, &read.library).map_err(|error| hint_of_mods(error, &read))?;
    plan.check()?;
    let journals = args.journal.open()?;
    let progress = Progress::begin(plan.planned()?, "battles", args.json);
    let outcome = plan.run_watched(&progress.watch(), journals.as_ref());
    progress.end();
    let BalanceOutcome {
        result,
        battles_per_second,
        failure,
    } = outcome?;
    if let Some(journals) = journals {
        journals.finish()?;
    }
    if let Some(csv) = csv {
        csv.write(&battle_row::table(&PAIRING_TITLES, &result.pairings)?)?;
    }
    if let Some(html) = html {
        html.write(balance_page::of(&result)?.as_bytes())?;
    }
    let text = if args.json {
        serde_json::to_string(&result)?
    } else {
        balance_report::of(&result, battles_per_second)
    };
    let output = CommandOutput::of(
        text,
        result.partial,
        [result.battles, result.planned()],
        "battles were played",
    );
    let output = output.cut_short_by(failure.as_ref(), result.battles, "battles");
    Ok(output.aside(aside))
}

fn plan(args: &BalanceArgs, library: &Arc<Library>) -> Result<BalancePlan, LabError> {
    let ruleset = named_content::ruleset(&args.ruleset)?;
    let level = named_content::level(library, &args.level)?;
    let mut setup = BattleSetup::of_level(library, &level.id, ruleset.id(), args.seed)?;
    args.journal.check_side(&setup.level)?;
    setup.options.extend(args.options.iter().cloned());
    let units = if args.units.is_empty() {
        let all = library.units.values();
        all.filter(|unit| unit.supports(ruleset.id()))
            .cloned()
            .collect()
    } else {
        let named = args.units.iter();
        named
            .map(|id| named_content::unit(library, id).cloned())
            .collect::<Result<_, _>>()?
    };
    Ok(BalancePlan {
        setup,
        ruleset,
        units,
        size: usize::from(args.size),
        battles: args.battles,
        seed: args.seed,
        brain: args.brain,
        jobs: args.jobs.unwrap_or_else(processors),
    })
}

/// The titles of [`crate::Pairing`]s, in the order of their fields.
pub(crate) const PAIRING_TITLES: [&str; 9] = [
    "a",
    "b",
    "battles",
    "a_wins",
    "b_wins",
    "draws",
    "a_rate",
    "a_rate_low",
    "a_rate_high",
];

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{
        balance::{BalanceOutline, BalanceResult},
        ratings::{Pairing, Scores},
    };

    #[test]
    fn titles_are_those_of_the_fields() {
        let plan = BalanceOutline {
            units: vec!["x, y".to_owned(), "z".to_owned()],
            ..BalanceOutline::default()
        };
        let result = BalanceResult::of(plan, &Scores::from([((0, 1), [1, 2, 3])]));
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize::<&Pairing>(&result.pairings[0]).unwrap();
        let named = writer.into_inner().unwrap();
        assert_eq!(
            named,
            battle_row::table(&PAIRING_TITLES, &result.pairings).unwrap()
        );
        assert!(
            String::from_utf8(named)
                .unwrap()
                .contains("\"x, y\",z,6,1,2,3,")
        );
    }

    #[test]
    fn only_whole_pairs_of_battles_are_played() {
        assert_eq!(even("100"), Ok(100));
        for (text, says) in [
            ("0", "0 is no even number"),
            ("7", "with the sides exchanged"),
            ("2000000", "to 1000000"),
            ("many", "expected an even number"),
        ] {
            assert!(
                even(text).is_err_and(|error| error.contains(says)),
                "{text}"
            );
        }
    }
}
