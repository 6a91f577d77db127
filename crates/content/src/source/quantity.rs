//! Dice expressions and lengths as they are written in files.

use std::{borrow::Cow, ops::Range};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Metres;

use crate::{
    diagnostics::suggestion::quote,
    source::{document::Document, key_path::KeyPath, report::Report},
};

/// Purpose of a text of dice: it says what the text may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiceUse {
    /// Any dice.
    Any,
    /// Damage: it can be more than nothing.
    Damage,
    /// Damage under rules that know no damage bonus.
    PlainDamage,
}

impl DiceUse {
    /// All of them, each with its format in schemas.
    pub(crate) const FORMATS: [(Self, &str); 3] = [
        (Self::Any, "dice"),
        (Self::Damage, "damage"),
        (Self::PlainDamage, "plain-damage"),
    ];

    /// The use that a format of schemas stands for.
    pub(crate) fn of_format(format: &str) -> Option<Self> {
        let known = Self::FORMATS.into_iter().find(|(_, name)| *name == format);
        known.map(|(dice_use, _)| dice_use)
    }
}

/// The schema of the text of damage dice under rules that know no damage bonus.
pub struct PlainDamage;

impl JsonSchema for PlainDamage {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PlainDamage".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "plain-damage" })
    }
}

/// Fault of a text of dice.
pub(crate) struct DiceFault {
    /// The bytes that are wrong; `None` for all of it.
    pub(crate) bytes: Option<Range<usize>>,
    /// Message.
    pub(crate) message: String,
    /// A way out.
    pub(crate) help: &'static str,
}

/// Fault of a text of dice, if there is one.
pub(crate) fn fault(text: &str, dice_use: DiceUse) -> Option<DiceFault> {
    let dice: DiceExpr = match text.parse() {
        Ok(dice) => dice,
        Err(error) => {
            let error: shieldwall_dice::ParseDiceError = error;
            let start = error.offset().min(text.len());
            let rest = text.get(start..);
            let length = rest
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8);
            return Some(DiceFault {
                bytes: Some(start..start + length),
                message: format!(
                    "{} is no dice expression: expected {}, found {}",
                    quote(text),
                    error.expected(),
                    error.found()
                ),
                help: "such as `2d6+1`, `1d8+1+db` or `1d6+½db`",
            });
        }
    };
    let whole = |message: String, help| {
        Some(DiceFault {
            bytes: None,
            message,
            help,
        })
    };
    match dice_use {
        DiceUse::PlainDamage if dice.uses_bonus() => whole(
            "there is no damage bonus in this ruleset".to_owned(),
            "such as `1d6` or `1d8+1`",
        ),
        DiceUse::Damage | DiceUse::PlainDamage if dice.max() <= 0 && !dice.uses_bonus() => {
            let help = "such as `1d8+1+db`";
            whole(format!("{} can do no damage", quote(text)), help)
        }
        _ => None,
    }
}

fn read(
    text: &str,
    dice_use: DiceUse,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> DiceExpr {
    if let Some(fault) = fault(text, dice_use) {
        let help = fault.help.to_owned();
        match fault.bytes {
            Some(bytes) => report
                .string_error(document, path, bytes, fault.message)
                .help(help),
            None if report.is_broken(path) => {}
            None => report.error(document, path, fault.message).help(help),
        }
    }
    text.parse().unwrap_or_default()
}

/// The dice expression written at a path; 0 if it is none, which is reported at its first wrong
/// character.
pub fn dice(text: &str, document: &Document<'_>, path: &KeyPath, report: &mut Report) -> DiceExpr {
    read(text, DiceUse::Any, document, path, report)
}

/// The damage of a weapon written at a path; what can do none is reported.
pub fn damage(
    text: &str,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> DiceExpr {
    read(text, DiceUse::Damage, document, path, report)
}

/// The same under rules that know no damage bonus.
pub fn plain_damage(
    text: &str,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> DiceExpr {
    read(text, DiceUse::PlainDamage, document, path, report)
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
