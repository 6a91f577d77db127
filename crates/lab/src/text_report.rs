//! The result of a simulation for people to read.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use crate::{
    SimResult, Wins,
    interval::Interval,
    plan_outline::PlanOutline,
    tally::{RuleTally, WeaponTally},
};

/// So many rules are listed; the others are in the JSON and on the page.
const RULES_SHOWN: usize = 12;

/// A few lines that say what was played and how it went, and how many battles a second, if that is
/// known.
pub(crate) fn of(result: &SimResult, speed: Option<f64>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, result, speed);
    text
}

/// What was played, in one line.
pub(crate) fn title(result: &SimResult) -> String {
    let plan = &result.plan;
    let sides: Vec<String> = plan
        .sides
        .iter()
        .map(|(side, one)| format!("{} {}", side.key(), one.brain))
        .collect();
    format!(
        "{} on {} ({}), {}{}, seed {}",
        count(result.battles, "battle"),
        plan.level,
        plan.ruleset,
        sides.join(" against "),
        if plan.mirrored { ", mirrored" } else { "" },
        plan.seed
    )
}

/// That this is not the whole, if it is not.
pub(crate) fn reservation(result: &SimResult) -> Option<String> {
    let numbers = result.part().numbers(result.plan.battles);
    let mut words = Vec::new();
    if let Some(shard) = result.shard {
        words.push(format!(
            "part {} of {}: numbers {} to {} of {}",
            shard.part,
            shard.of,
            numbers.start,
            numbers.end.saturating_sub(1),
            count(result.plan.battles, "battle")
        ));
    }
    if result.partial {
        words.push(format!(
            "partial: stopped after {} of {} battles",
            result.battles,
            result.planned()
        ));
    }
    (!words.is_empty()).then(|| words.join("; "))
}

fn write(text: &mut String, result: &SimResult, speed: Option<f64>) -> std::fmt::Result {
    writeln!(text, "{}", title(result))?;
    if let Some(reservation) = reservation(result) {
        writeln!(text, "{reservation}")?;
    }
    let battles = result.battles;
    let plan = &result.plan;
    writeln!(text, "wins        {}", wins(&result.wins, plan, battles))?;
    let mut intervals: Vec<String> = plan
        .alliances()
        .into_iter()
        .filter_map(|(side, name)| {
            let interval = result.intervals.sides.get(side)?;
            Some(format!("{name} {}", range(*interval)))
        })
        .collect();
    intervals.push(format!("draw {}", range(result.intervals.draw)));
    writeln!(text, "95 %        {}", intervals.join(", "))?;
    if let Some(mirrored) = &result.mirrored {
        let by_start = wins(&mirrored.by_start, plan, battles);
        writeln!(text, "by start    {by_start}")?;
        let by_brain: Vec<String> = mirrored
            .by_brain
            .iter()
            .map(|(brain, won)| format!("{brain} {won} ({})", share(*won, battles)))
            .collect();
        writeln!(text, "by brain    {}", by_brain.join(", "))?;
    }
    let rounds = &result.rounds;
    writeln!(
        text,
        "rounds      mean {:.1}, median {}, quartiles {} and {}, {} to {}",
        rounds.mean,
        rounds.median,
        rounds.lower_quartile,
        rounds.upper_quartile,
        rounds.min,
        rounds.max
    )?;
    let survivors: Vec<String> = plan
        .sides
        .iter()
        .zip(result.survivors.iter())
        .map(|((side, one), (_, left))| {
            let (side, of) = (side.key(), one.units.len());
            format!("{side} mean {:.2} of {of}", left.mean)
        })
        .collect();
    write!(text, "survivors   {}", survivors.join(", "))?;
    if let Some(speed) = speed {
        write!(text, "\nspeed       {speed:.1} battles per second")?;
    }
    units(text, result)?;
    weapons(text, result)?;
    rules(text, result)
}

fn units(text: &mut String, result: &SimResult) -> std::fmt::Result {
    let width = width("unit", result.units.keys());
    write!(
        text,
        "\n\nper combatant and battle\n{:<width$} {:>8} {:>7} {:>7} {:>7} {:>7} {:>9} {:>7}",
        "unit", "fielded", "dealt", "taken", "defeated", "healed", "survived", "won"
    )?;
    for (unit, tally) in &result.units {
        let each = |sum: u64| sum as f64 / tally.fielded.max(1) as f64;
        write!(
            text,
            "\n{} {:>8} {:>7.2} {:>7.2} {:>7.2} {:>7.2} {:>9} {:>7}",
            padded(unit, width),
            tally.fielded,
            each(tally.damage),
            each(tally.taken),
            each(tally.defeated),
            each(tally.healed),
            share(tally.survived, tally.fielded),
            share(tally.won, tally.fielded)
        )?;
    }
    Ok(())
}

fn weapons(text: &mut String, result: &SimResult) -> std::fmt::Result {
    if result.weapons.is_empty() {
        return Ok(());
    }
    let width = width("weapon", result.weapons.keys());
    write!(
        text,
        "\n\n{:<width$} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}  levels",
        "weapon", "attacks", "hit", "blocked", "dodged", "missed", "per wound"
    )?;
    for (weapon, tally) in &result.weapons {
        let per_wound = tally.damage as f64 / tally.wounds.max(1) as f64;
        write!(
            text,
            "\n{} {:>8} {:>8} {:>8} {:>8} {:>8} {per_wound:>9.2}  {}",
            padded(weapon, width),
            tally.attacks,
            share(tally.hits, tally.attacks),
            share(tally.blocked, tally.attacks),
            share(tally.dodged, tally.attacks),
            share(tally.missed(), tally.attacks),
            levels(tally)
        )?;
    }
    Ok(())
}

fn rules(text: &mut String, result: &SimResult) -> std::fmt::Result {
    let all = by_frequency(result);
    if all.is_empty() {
        return Ok(());
    }
    write!(
        text,
        "\n\n{:<10} {:>10} {:>12}",
        "rule", "times", "of battles"
    )?;
    for (rule, tally) in all.iter().take(RULES_SHOWN) {
        write!(
            text,
            "\n{rule:<10} {:>10} {:>12}",
            tally.times,
            share(tally.battles, result.battles)
        )?;
    }
    if let Some(more) = all.len().checked_sub(RULES_SHOWN).filter(|&more| more > 0) {
        write!(text, "\nand {more} more: see --json or --html")?;
    }
    Ok(())
}

/// All rules that came up, the most frequent first.
pub(crate) fn by_frequency(result: &SimResult) -> Vec<(&str, RuleTally)> {
    let rules = result.rules.iter();
    let mut all: Vec<(&str, RuleTally)> =
        rules.map(|(rule, tally)| (rule.as_str(), *tally)).collect();
    // Stable: those that are equally frequent stay in the order of their ids.
    all.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.times));
    all
}

/// How often each level of success came up: "failure 40.0 %, success 60.0 %".
pub(crate) fn levels(tally: &WeaponTally) -> String {
    let levels = tally.levels.iter();
    levels
        .map(|(level, &times)| format!("{level} {}", share(times, tally.attacks)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Columns of a terminal that the longest name takes, or the title of its column.
pub(crate) fn width<'a>(title: &str, names: impl Iterator<Item = &'a String>) -> usize {
    let widths = names.map(|name| name.width());
    widths.fold(title.width(), usize::max)
}

/// A name with spaces up to a number of columns. Some letters take two, and some none.
pub(crate) fn padded(name: &str, columns: usize) -> String {
    let spaces = columns.saturating_sub(name.width());
    format!("{name}{:spaces$}", "")
}

/// Who won how often: "red and green 3 (30.0 %), blue 6 (60.0 %), draw 1 (10.0 %)".
pub(crate) fn wins(wins: &Wins, plan: &PlanOutline, of: u64) -> String {
    let won = |name: &str, won: u64| format!("{name} {won} ({})", share(won, of));
    let mut all: Vec<String> = plan
        .alliances()
        .into_iter()
        .filter_map(|(side, name)| Some(won(&name, *wins.sides.get(side)?)))
        .collect();
    all.push(won("draw", wins.draw));
    all.join(", ")
}

/// A part as a percentage of a whole; a dash if there is no whole.
pub(crate) fn share(part: u64, of: u64) -> String {
    if of == 0 {
        return "–".to_owned();
    }
    format!("{:.1} %", 100.0 * part as f64 / of as f64)
}

/// "44.7–62.3 %".
pub(crate) fn range(interval: Interval) -> String {
    format!("{:.1}–{:.1} %", 100.0 * interval.low, 100.0 * interval.high)
}

/// "1 battle", "2 battles".
#[must_use]
pub fn count(number: u64, what: &str) -> String {
    if number == 1 {
        format!("1 {what}")
    } else {
        format!("{number} {what}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns() {
        let names = [
            "Axeman".to_owned(),
            "\u{91ce}\u{6b66}\u{58eb}\u{5175}".to_owned(),
        ];
        assert_eq!(width("unit", names.iter()), 8);
        for name in &names {
            assert_eq!(padded(name, 10).width(), 10, "{name}");
        }
        assert_eq!(padded("e\u{301}", 3), "e\u{301}  ");
    }
}
