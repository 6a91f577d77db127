//! What solving positions has shown, for people to read.

use std::fmt::Write;

use super::regret_result::{PositionRegret, RegretResult};
use crate::{odds::percent, text_report::count};

/// Answers to the question of a position that are shown.
const SHOWN: usize = 12;

/// Each position with the answers to its question, best first, and what brains lost there; then the means.
pub(super) fn of(result: &RegretResult) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, result);
    text
}

fn write(text: &mut String, result: &RegretResult) -> std::fmt::Result {
    for position in &result.positions {
        write_position(text, position)?;
        text.push('\n');
    }
    writeln!(
        text,
        "mean loss of a choice that matters, by ruleset and brain, in {} of each position",
        count(u64::from(result.plays), "battle")
    )?;
    let means = result.means();
    for ((ruleset, brain), (loss, positions, choices)) in &means {
        writeln!(
            text,
            "   {ruleset:<12} {brain:<10} {:>9}  {}, {}",
            percent(*loss),
            count(*positions as u64, "position"),
            count(*choices as u64, "choice")
        )?;
    }
    if means.is_empty() {
        writeln!(text, "   nothing that was chosen mattered")?;
    }
    if result.partial {
        writeln!(text, "partial: it was stopped")?;
    }
    text.truncate(text.trim_end().len());
    Ok(())
}

fn write_position(text: &mut String, position: &PositionRegret) -> std::fmt::Result {
    writeln!(text, "{}: {}", position.file.display(), position.title)?;
    writeln!(
        text,
        "   red wins {} if all choose as well as they can; {} solved",
        percent(position.red),
        count(position.states as u64, "state")
    )?;
    for (answer, chance) in position.answers.iter().take(SHOWN) {
        writeln!(text, "   {:>9}  {answer}", percent(*chance))?;
    }
    if let Some(more) = position
        .answers
        .len()
        .checked_sub(SHOWN)
        .filter(|more| *more > 0)
    {
        writeln!(
            text,
            "   and {}, none better",
            count(more as u64, "other answer")
        )?;
    }
    for (brain, regret) in &position.brains {
        writeln!(
            text,
            "   {brain} loses {} by a choice that matters ({}), {} in a battle",
            percent(regret.loss),
            count(regret.choices as u64, "choice"),
            percent(regret.battle_loss)
        )?;
        for (answer, times, loss) in &regret.answers {
            writeln!(
                text,
                "      {times:>3} × {answer}, losing {}",
                percent(*loss)
            )?;
        }
        if let Some((worst, loss)) = &regret.worst {
            writeln!(text, "      at worst: {worst}, losing {}", percent(*loss))?;
        }
    }
    Ok(())
}
