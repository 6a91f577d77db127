//! Plays battles between brains and writes how long they think, and how long the forecasts of their choices take, for each
//! kind of decision:
//! `cargo run --release -p shieldwall_lab --example forecast_times -- LEVEL RULESET [BATTLES [BRAIN]]`.

use std::{
    collections::BTreeMap,
    io::Write,
    sync::Arc,
    time::{Duration, Instant},
};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, forecast::Weighing};
use shieldwall_content::{Library, find_content_roots};

/// The time that a brain thought, and that the forecast of its choice took: exact, and as brains ask for it.
type Times = [Duration; 3];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let level = args.next().ok_or("name a level")?;
    let id = args.next().ok_or("name a ruleset")?;
    let battles: u64 = args.next().map_or(Ok(3), |battles| battles.parse())?;
    let kind: BrainKind = args
        .next()
        .map_or(Ok(BrainKind::Normal), |kind| kind.parse())?;
    let library = Arc::new(Library::load(&find_content_roots()?, shieldwall_rulesets::content()).0);
    let mut kinds: BTreeMap<&'static str, Vec<Times>> = BTreeMap::new();
    for seed in 1..=battles {
        let setup = BattleSetup::of_level(&library, &level, &id, seed)?;
        let ruleset = shieldwall_rulesets::by_id(&id).ok_or("no such ruleset")?;
        let mut battle = Battle::new(ruleset, setup)?;
        let sides = seed..seed + battle.setup().sides.len() as u64;
        let mut brains: Vec<Box<dyn Brain>> = sides.map(|seed| brain(kind, seed)).collect();
        while battle.advance() == Progress::Decision {
            let Some(decision) = battle.open_decision() else {
                break;
            };
            let begin = Instant::now();
            let choice = brains[decision.side.index()].choose(&mut battle);
            let thought = begin.elapsed();
            let begin = Instant::now();
            battle.forecast(&choice);
            let exact = begin.elapsed();
            let begin = Instant::now();
            battle.rough_forecast(&choice, Weighing::default());
            let rough = begin.elapsed();
            let times = kinds.entry(decision.kind.key).or_default();
            times.push([thought, exact, rough]);
            battle.choose(choice)?;
        }
    }
    let mut out = std::io::stdout().lock();
    for (kind, times) in kinds {
        write!(out, "{kind}: {}", times.len())?;
        for (index, name) in ["thought", "exact forecast", "rough"]
            .into_iter()
            .enumerate()
        {
            let mut all: Vec<Duration> = times.iter().map(|times| times[index]).collect();
            all.sort_unstable();
            let (median, slowest) = (all[all.len() / 2], all[all.len() - 1]);
            let sum: Duration = all.iter().sum();
            write!(
                out,
                "; {name} median {median:.1?}, slowest {slowest:.1?}, in all {sum:.1?}"
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}
