//! Dice expressions and lengths as they are written in files.

use shieldwall_dice::DiceExpr;
use shieldwall_grid::Metres;

use crate::{
    diagnostics::suggestion::quote,
    source::{document::Document, key_path::KeyPath, report::Report},
};

/// The dice expression written at a path; 0 if it is none, which is reported at its first wrong
/// character.
pub fn dice(text: &str, document: &Document<'_>, path: &KeyPath, report: &mut Report) -> DiceExpr {
    match text.parse() {
        Ok(dice) => dice,
        Err(error) => {
            let error: shieldwall_dice::ParseDiceError = error;
            let start = error.offset().min(text.len());
            let length = text
                .get(start..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8);
            report
                .string_error(
                    document,
                    path,
                    start..start + length,
                    format!(
                        "{} is no dice expression: expected {}, found {}",
                        quote(text),
                        error.expected(),
                        error.found()
                    ),
                )
                .help("such as `2d6+1`, `1d8+1+db` or `1d6+½db`".to_owned());
            DiceExpr::constant(0)
        }
    }
}

/// The damage of a weapon written at a path; what can do none is reported.
pub fn damage(
    text: &str,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> DiceExpr {
    let spoilt = report.is_broken(path);
    let dice = dice(text, document, path, report);
    if dice.max() <= 0 && !dice.uses_bonus() && !spoilt && !report.is_broken(path) {
        report
            .error(document, path, format!("{} can do no damage", quote(text)))
            .help("such as `1d8+1+db`".to_owned());
    }
    dice
}

/// The same under rules that know no damage bonus.
pub fn plain_damage(
    text: &str,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> DiceExpr {
    let dice = damage(text, document, path, report);
    if dice.uses_bonus() {
        report
            .error(document, path, "there is no damage bonus in this ruleset")
            .help("such as `1d6` or `1d8+1`".to_owned());
    }
    dice
}

/// The length written at a path, if it is a whole number of millimetres.
pub fn metres(
    number: f64,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> Option<Metres> {
    let metres = Metres::from_decimal(number);
    if metres.is_none() {
        report
            .error(
                document,
                path,
                format!("{} is {number}, expected whole millimetres", path.name()),
            )
            .help("at most three digits after the point: 1.524".to_owned());
    }
    metres
}
