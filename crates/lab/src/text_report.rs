//! The result of a simulation for people to read.

use std::fmt::Write;

use crate::{SimPlan, SimResult, Wins};

/// A few lines that say what was played and how it went.
pub(crate) fn of(plan: &SimPlan, result: &SimResult) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, plan, result);
    text
}

fn write(text: &mut String, plan: &SimPlan, result: &SimResult) -> std::fmt::Result {
    let (red, blue) = (plan.red, plan.blue);
    writeln!(
        text,
        "{} battles on {} ({}), red {red} against blue {blue}{}, seed {}",
        result.battles,
        plan.setup.level.name,
        plan.ruleset.id(),
        if plan.mirrored { ", mirrored" } else { "" },
        plan.seed
    )?;
    writeln!(text, "wins        {}", wins(&result.wins, result.battles))?;
    if let Some(mirrored) = &result.mirrored {
        writeln!(
            text,
            "by start    {}",
            wins(&mirrored.by_start, result.battles)
        )?;
        let by_brain: Vec<String> = mirrored
            .by_brain
            .iter()
            .map(|(brain, won)| format!("{brain} {won} ({})", share(*won, result.battles)))
            .collect();
        writeln!(text, "by brain    {}", by_brain.join(", "))?;
    }
    let rounds = &result.rounds;
    writeln!(
        text,
        "rounds      mean {:.1}, median {:.1}, max {}",
        rounds.mean, rounds.median, rounds.max
    )?;
    write!(
        text,
        "speed       {:.1} battles per second",
        result.battles_per_second
    )?;
    if let Some(units) = &result.units {
        write!(
            text,
            "\n\nper combatant and battle\n{:<20} {:>7} {:>7} {:>7} {:>7} {:>9} {:>6}",
            "unit", "fielded", "damage", "felled", "healed", "survived", "won"
        )?;
        for (unit, tally) in units {
            let each = |sum: u64| sum as f64 / tally.fielded.max(1) as f64;
            write!(
                text,
                "\n{unit:<20} {:>7} {:>7.2} {:>7.2} {:>7.2} {:>9} {:>6}",
                tally.fielded,
                each(tally.damage),
                each(tally.felled),
                each(tally.healed),
                share(tally.survived, tally.fielded),
                share(tally.won, tally.fielded)
            )?;
        }
    }
    Ok(())
}

fn wins(wins: &Wins, of: u64) -> String {
    format!(
        "red {} ({}), blue {} ({}), draw {} ({})",
        wins.red,
        share(wins.red, of),
        wins.blue,
        share(wins.blue, of),
        wins.draw,
        share(wins.draw, of)
    )
}

fn share(part: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64)
}
