//! The result of a balance for people to read.

use std::fmt::Write;

use super::balance_result::BalanceResult;
use crate::text_report::{count, padded, range, width};

/// A table of all units, the strongest first, and who beats whom; and how many battles a second.
pub(crate) fn of(result: &BalanceResult, speed: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, result, speed);
    text
}

/// What was played, in one line.
pub(crate) fn title(result: &BalanceResult) -> String {
    let plan = &result.plan;
    format!(
        "{} of {}, {} a side, on {} ({}), {} against {}, seed {}",
        count(result.battles, "battle"),
        count(plan.units.len() as u64, "unit"),
        plan.size,
        plan.level,
        plan.ruleset,
        plan.brain,
        plan.brain,
        plan.seed
    )
}

/// That this is not the whole, if it is not.
pub(crate) fn reservation(result: &BalanceResult) -> Option<String> {
    result.partial.then(|| {
        format!(
            "partial: stopped after {} of {} battles",
            result.battles,
            result.planned()
        )
    })
}

fn write(text: &mut String, result: &BalanceResult, speed: f64) -> std::fmt::Result {
    writeln!(text, "{}", title(result))?;
    if let Some(reservation) = reservation(result) {
        writeln!(text, "{reservation}")?;
    }
    writeln!(text, "{speed:.1} battles per second\n")?;
    let names = width("unit", result.units.iter().map(|unit| &unit.unit));
    write!(
        text,
        "    {:<names$} {:>8} {:>8} {:>8}  {:<13} {:>6} {:>6} {:>6}",
        "unit", "duel", "warband", "win rate", "95 %", "won", "lost", "drawn"
    )?;
    for (unit, number) in result.units.iter().zip(1..) {
        write!(
            text,
            "\n{number:>3} {} {:>8.1} {:>8} {:>6.1} %  {:<13} {:>6} {:>6} {:>6}",
            padded(&unit.unit, names),
            unit.points,
            unit.warband_points,
            100.0 * unit.rate,
            range(unit.interval),
            unit.wins,
            unit.losses,
            unit.draws
        )?;
    }
    write!(
        text,
        "\n\nwin rate of the row against the column, in per cent\n    {:<names$}",
        ""
    )?;
    for number in 1..=result.units.len() {
        write!(text, " {number:>3}")?;
    }
    let rates = result.rates();
    for (row, unit) in result.units.iter().enumerate() {
        write!(text, "\n{:>3} {}", row + 1, padded(&unit.unit, names))?;
        for column in 0..result.units.len() {
            match rates(row, column) {
                Some(rate) => write!(text, " {:>3.0}", 100.0 * rate)?,
                None => write!(text, "   ·")?,
            }
        }
    }
    Ok(())
}
