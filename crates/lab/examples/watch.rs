//! Plays one battle between brains and writes its log:
//! `cargo run -p shieldwall_lab --example watch -- LEVEL [SEED [RULESET [BRAIN BRAIN…]]]`.

use std::{io::Write, sync::Arc};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, narration};
use shieldwall_content::{Library, find_content_roots};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let level = args.next().unwrap_or_else(|| "duel-ring".to_owned());
    let seed: u64 = args.next().map_or(Ok(1), |seed| seed.parse())?;
    let library = Arc::new(Library::load(&find_content_roots()?, shieldwall_rulesets::content()).0);
    let id = args.next().unwrap_or_else(|| "percentile".to_owned());
    let kinds = args.map(|name| name.parse());
    let kinds: Vec<BrainKind> = kinds.collect::<Result<_, _>>()?;
    let setup = BattleSetup::of_level(&library, &level, &id, seed)?;
    let ruleset = shieldwall_rulesets::by_id(&id).ok_or("no such ruleset")?;
    let mut battle = Battle::new(ruleset, setup)?;
    let mut brains: Vec<Box<dyn Brain>> = (seed..)
        .take(battle.setup().sides.len())
        .zip(
            kinds
                .into_iter()
                .chain(std::iter::repeat(BrainKind::Normal)),
        )
        .map(|(seed, kind)| brain(kind, seed))
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
                let place = |cell| {
                    let (column, row) = grid.column_row(cell);
                    format!("column {}, row {}", column + 1, row + 1)
                };
                write!(out, " from {} to {}", place(*from), place(*to))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
