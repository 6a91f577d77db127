//! The result of a tournament for people to read.

use std::fmt::Write;

use super::tournament_result::TournamentResult;
use crate::text_report::{count, padded, range, width};

/// A table of all contenders, the strongest first, one of win rates by pair, and how many battles a second.
pub(crate) fn of(result: &TournamentResult, speed: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, result, speed);
    text
}

fn write(text: &mut String, result: &TournamentResult, speed: f64) -> std::fmt::Result {
    let plan = &result.plan;
    writeln!(
        text,
        "{} on {} ({}), seed {}",
        count(result.battles, "battle"),
        plan.levels.join(", "),
        plan.ruleset,
        plan.seed
    )?;
    if result.partial {
        let planned = result.planned();
        writeln!(
            text,
            "partial: stopped after {} of {planned} battles",
            result.battles
        )?;
    }
    writeln!(text, "{speed:.1} battles per second\n")?;
    let names = result.standings.iter().map(|one| &one.contender);
    let names = width("contender", names);
    write!(
        text,
        "    {:<names$} {:>6}  {:<15} {:>8}  {:<13} {:>6} {:>6} {:>6}",
        "contender", "rating", "95 %", "win rate", "95 %", "won", "lost", "drawn"
    )?;
    for (one, number) in result.standings.iter().zip(1..) {
        let rating = one.rating;
        let reach = format!("{:+.0} to {:+.0}", rating.low, rating.high);
        write!(
            text,
            "\n{number:>3} {} {:>+6.0}  {reach:<15} {:>6.1} %  {:<13} {:>6} {:>6} {:>6}",
            padded(&one.contender, names),
            rating.points,
            100.0 * one.rate,
            range(one.interval),
            one.wins,
            one.losses,
            one.draws
        )?;
    }
    let all = result.standings.len();
    write!(
        text,
        "\n\nwin rate of the row against the column, in per cent\n    {:<names$}",
        ""
    )?;
    for number in 1..=all {
        write!(text, " {number:>3}")?;
    }
    for (row, one) in result.standings.iter().enumerate() {
        write!(text, "\n{:>3} {}", row + 1, padded(&one.contender, names))?;
        for column in 0..all {
            match result.rate(row, column) {
                Some(rate) => write!(text, " {:>3.0}", 100.0 * rate)?,
                None => write!(text, "   ·")?,
            }
        }
    }
    Ok(())
}
