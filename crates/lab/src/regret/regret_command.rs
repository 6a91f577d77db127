//! The `regret` command: solves positions and tells what brains lose in them.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use clap::Args;
use shieldwall_ai::BrainKind;
use shieldwall_battle::choice_entry::choice_text;
use shieldwall_content::{Collection, ContentPlaces, Library};

use super::{
    losses,
    position::Position,
    regret_report,
    regret_result::{BrainRegret, PositionRegret, RegretResult},
    solver::{Node, Solver, Unsolved},
};
use crate::{
    CommandOutput, LabError, battle_seed,
    bots::RunningBots,
    content_args::{read_content, with_mods_around},
    crew::{Battles, Watch, play_all},
    mixed_seed,
    named_content::processors,
    progress::Progress,
    sim_command::jobs,
    test_command::chosen_files,
};

/// Where positions lie in a folder of content.
const FOLDER: &str = "tests/positions";

/// Tell what the choices of brains lose in positions that are solved exactly: every choice and every die is followed to
/// the end of the battle. A position is a case file that ends where its choices end.
#[derive(Args, Clone, Debug)]
pub struct RegretArgs {
    /// Files of positions, folders of them, and folders of mods; all positions of the content folders if none is given
    #[arg(value_name = "FILE|FOLDER")]
    pub paths: Vec<PathBuf>,
    /// Brains to look at: `random`, `easy`, `normal`, `hard`
    #[arg(long, value_name = "BRAIN,…", value_delimiter = ',', default_values_t = [BrainKind::Normal, BrainKind::Hard])]
    pub brains: Vec<BrainKind>,
    /// How many battles each brain plays from each position, against itself
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub plays: u32,
    /// Seed from which those of all battles are derived
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many states a position may come to
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub states: usize,
    /// How many positions to solve at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Write the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Solves positions and gives the report.
///
/// # Errors
/// If there are no positions where they are looked for, or one cannot be read or solved.
pub fn run_regret(args: &RegretArgs, places: &ContentPlaces) -> Result<CommandOutput, LabError> {
    let places = with_mods_around(places, &args.paths);
    let Collection { roots, library, .. } = read_content(&places)?;
    let files = chosen_files(&args.paths, &roots, FOLDER)?;
    let planned = files.len() as u64;
    let progress = Progress::begin(planned, "positions", args.json);
    let watch = progress.watch();
    let work = Positions {
        files,
        library,
        args: args.clone(),
        watch: Arc::clone(&watch),
    };
    let jobs = args.jobs.unwrap_or_else(processors);
    let mut positions = Vec::new();
    let done = play_all(work, &(0..planned), jobs, &watch, |position| {
        positions.extend(position);
        Ok(())
    });
    progress.end();
    if let Some(failure) = done?.failure {
        return Err(failure);
    }
    let solved = positions.len() as u64;
    let result = RegretResult {
        positions,
        plays: args.plays,
        partial: solved < planned,
    };
    let text = if args.json {
        serde_json::to_string(&result)?
    } else {
        regret_report::of(&result)
    };
    let done = [solved, planned];
    Ok(CommandOutput::of(
        text,
        result.partial,
        done,
        "positions were solved",
    ))
}

/// The positions to solve.
struct Positions {
    files: Vec<PathBuf>,
    library: Arc<Library>,
    args: RegretArgs,
    watch: Arc<dyn Watch>,
}

impl Battles for Positions {
    type Worker = ();
    /// Nothing of a position that was not solved before all was stopped.
    type Outcome = Option<PositionRegret>;

    fn worker(&self, _: &Arc<RunningBots>) {}

    fn play(&self, (): &mut (), number: u64) -> Result<Option<PositionRegret>, LabError> {
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        let file = &self.files[place];
        let position = Position::read(file, &self.library)?;
        let goes_on = || !self.watch.stops();
        let (title, ruleset) = (position.title, position.ruleset);
        let mut solver = Solver::of(position.battle, self.args.states, &goes_on);
        // Each position has its own chance, whatever others are solved beside it.
        let letters = title.bytes().map(u64::from);
        let seed = letters.fold(self.args.seed, mixed_seed);
        let regret = match self.solve(&mut solver, seed) {
            Ok(regret) => regret,
            Err(Unsolved::Stopped) => return Ok(None),
            Err(unsolved) => {
                let reason = format!("{}: {unsolved}", file.display());
                return Err(LabError::NoCases(reason));
            }
        };
        Ok(Some(PositionRegret {
            file: file.clone(),
            title,
            ruleset,
            ..regret
        }))
    }
}

impl Positions {
    /// Solves a position and lets brains play it, with seeds derived from this one.
    fn solve(&self, solver: &mut Solver<'_>, seed: u64) -> Result<PositionRegret, Unsolved> {
        let red = solver.chance()?;
        let states = solver.states();
        let node = solver.node()?;
        let mut answers: Vec<(String, f64)> = match &*node {
            Node::Open(open) => {
                let world = solver.battle.world();
                let words = open.choices.iter();
                let words = words.map(|choice| choice_text(world, &open.decision, choice));
                words.zip(open.chances.iter().copied()).collect()
            }
            Node::Sealed(sealed) => sealed.answers(),
        };
        answers.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut brains = BTreeMap::new();
        for kind in &self.args.brains {
            let seeds = (0..u64::from(self.args.plays)).map(|play| battle_seed(seed, play));
            let plays: Result<Vec<_>, Unsolved> = seeds
                .map(|seed| losses::play(solver, *kind, seed))
                .collect();
            brains.insert(kind.to_string(), BrainRegret::of(&plays?));
        }
        Ok(PositionRegret {
            file: PathBuf::new(),
            title: String::new(),
            ruleset: "",
            red,
            states,
            answers,
            brains,
        })
    }
}
