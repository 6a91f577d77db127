//! Plays one battle between standard brains and writes its log:
//! `cargo run -p shieldwall_lab --example watch -- LEVEL [SEED [UNITS UNITS…]]`.

use std::{io::Write, sync::Arc};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, narration, setup::UnitEntry};
use shieldwall_content::{Library, find_content_roots};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let level = args.next().unwrap_or_else(|| "duel-ring".to_owned());
    let seed: u64 = args.next().map_or(Ok(1), |seed| seed.parse())?;
    let library = Arc::new(Library::load(&find_content_roots()?, shieldwall_rulesets::content()).0);
    let mut setup = BattleSetup::of_level(&library, &level, "percentile", seed)?;
    for (side, units) in setup.sides.iter_mut().zip(args) {
        side.warband = units
            .split(',')
            .filter_map(|unit| library.units.get(unit))
            .map(|unit| UnitEntry::new(Arc::clone(unit)))
            .collect();
    }
    let ruleset = shieldwall_rulesets::by_id("percentile").ok_or("no such ruleset")?;
    let mut battle = Battle::new(ruleset, setup)?;
    let mut brains: Vec<Box<dyn Brain>> = (seed..)
        .take(battle.setup().sides.len())
        .map(|seed| brain(BrainKind::Standard, seed))
        .collect();
    while battle.advance() == Progress::Decision {
        let Some(side) = battle.decision().map(|decision| decision.side.index()) else {
            break;
        };
        let choice = brains[side].choose(&mut battle);
        battle.choose(choice)?;
    }
    let mut out = std::io::stdout().lock();
    let grid = *battle.map().grid();
    for entry in battle.journal().entries() {
        if let Some(line) = narration::line(&entry.event, battle.world()) {
            write!(out, "{:>2} {line}", entry.round)?;
            if let shieldwall_battle::Event::Moved { path, .. } = &entry.event
                && let (Some(from), Some(to)) = (path.first(), path.last())
            {
                write!(
                    out,
                    " {:?} -> {:?}",
                    grid.column_row(*from),
                    grid.column_row(*to)
                )?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
