//! Counts follies of a brain over a series of battles on every level of two sides:
//! `cargo run --release -p shieldwall_lab --example follies -- RULESET [BRAIN [BATTLES [SEED [each]]]]`.
//! With `each`, every one has its line.

use std::{io::Write, sync::Arc};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress};
use shieldwall_content::{Library, find_content_roots};
use shieldwall_lab::follies::{Follies, Watcher};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let id = args.next().ok_or("name a ruleset")?;
    let kind: BrainKind = args
        .next()
        .map_or(Ok(BrainKind::Normal), |kind| kind.parse())?;
    let battles: u64 = args.next().map_or(Ok(4), |battles| battles.parse())?;
    let first: u64 = args.next().map_or(Ok(7), |seed| seed.parse())?;
    let library = Arc::new(Library::load(&find_content_roots()?, shieldwall_rulesets::content()).0);
    let tells = args.next().is_some();
    let mut out = std::io::stdout().lock();
    let mut all = Follies::new();
    let mut count = 0;
    for level in library.levels.keys() {
        for seed in first..first + battles {
            let Ok(setup) = BattleSetup::of_level(&library, level, &id, seed) else {
                continue;
            };
            let ruleset = shieldwall_rulesets::by_id(&id).ok_or("no such ruleset")?;
            let mut battle = Battle::new(ruleset, setup)?;
            let sides = seed..seed + battle.setup().sides.len() as u64;
            let mut brains: Vec<Box<dyn Brain>> = sides.map(|seed| brain(kind, seed)).collect();
            let mut watcher = Watcher::default();
            while battle.advance() == Progress::Decision {
                let Some(decision) = battle.open_decision() else {
                    break;
                };
                let choice = brains[decision.side.index()].choose(&mut battle);
                let seen = watcher.look(&mut battle, &choice);
                if tells && !seen.is_empty() {
                    let actor = decision.actor.and_then(|who| {
                        let view = battle.view(None);
                        Some(view.combatant(who)?.name.clone())
                    });
                    let offers: Vec<&str> =
                        decision.offers.iter().map(|offer| &*offer.label).collect();
                    let (round, kind, action) = (battle.round(), decision.kind.key, choice.action);
                    writeln!(
                        out,
                        "{level}, seed {seed}, round {round}: {seen:?}: {actor:?}, {kind}: {action} of {offers:?}"
                    )?;
                }
                battle.choose(choice)?;
            }
            count += 1;
            for (folly, number) in watcher.end(&mut battle) {
                *all.entry(folly).or_default() += number;
            }
        }
    }
    writeln!(out, "{id} {kind:?} {count} battles: {all:?}")?;
    Ok(())
}
