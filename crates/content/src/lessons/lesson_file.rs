//! Lessons: `assets/lessons/*.toml`, guided battles for newcomers.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_dice::Face;

use crate::{
    Lesson, Level,
    lessons::lesson::{LessonStep, Panel, Pointer, Until},
    levels::{level::SideName, level_goals::WarbandsEntry},
    source::{
        catalogue::Catalogue, document::Document, identifier, key_path::KeyPath, report::Report,
    },
    units::{
        named_units::NamedUnits,
        ruleset_tables::{Rulesets, Table},
    },
};

/// One guided battle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Lesson")]
pub(crate) struct LessonFile {
    /// Identifier, and the name of the file.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    pub(crate) id: String,
    /// Name in the menu.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// Summary of what it teaches, in a sentence.
    #[schemars(length(min = 1, max = 300))]
    description: String,
    /// The ruleset it teaches.
    #[schemars(extend("rulesetId" = true))]
    ruleset: String,
    /// The level it is fought on. The player has the red side, the computer all others.
    level: String,
    /// Warbands in place of the level's own: `warband = { red = ["swordsman"], blue = ["goblin"] }`.
    #[serde(default)]
    warband: WarbandsEntry,
    /// Faces that dice show before chance decides: the first `d100` that is rolled shows the first `d100` of the list, and so
    /// on for every size: `["d100=12", "d8=6", "d100=80"]`.
    #[serde(default)]
    #[schemars(length(max = 200))]
    dice: Vec<String>,
    /// Seed of the dice after these.
    #[serde(default)]
    seed: u64,
    /// The callouts, in their order.
    #[schemars(length(min = 1, max = 40))]
    step: Vec<StepEntry>,
}

/// One callout.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StepEntry {
    /// Its text: a few short sentences.
    #[schemars(length(min = 1, max = 400))]
    #[schemars(extend("format" = "lines"))]
    text: String,
    /// The thing that it points at; nothing if left out.
    point: Option<PointEntry>,
    /// The event that ends it; a press of its button if left out.
    until: Option<UntilEntry>,
}

/// A thing that a callout points at: one of these.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct PointEntry {
    /// A combatant, by its name in the battle: `"Goblin"`, or `"Goblin 2"` where there are several.
    #[schemars(length(min = 1, max = 60))]
    combatant: Option<String>,
    /// A cell: column and row.
    cell: Option<[u16; 2]>,
    /// The button of an action, by the ruleset's word for it: `"attack"`.
    #[schemars(length(min = 1, max = 40))]
    action: Option<String>,
    /// A part of the window.
    panel: Option<Panel>,
}

/// An event that ends a callout: one of these.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct UntilEntry {
    /// The player is asked a decision of this kind: `"defence"`.
    #[schemars(length(min = 1, max = 40))]
    decision: Option<String>,
    /// The player has answered a decision of this kind, whatever the answer.
    #[schemars(length(min = 1, max = 40))]
    answer: Option<String>,
    /// The player has chosen this action: `"attack"`.
    #[schemars(length(min = 1, max = 40))]
    choice: Option<String>,
}

/// Content that lessons refer to.
pub(crate) struct LessonContext<'c> {
    pub(crate) rulesets: &'c Rulesets,
    pub(crate) levels: &'c Catalogue<Level>,
    pub(crate) units: &'c NamedUnits<'c>,
}

/// The lesson of a file; `None` if it cannot be made, for reasons that have been reported.
pub(crate) fn validate(
    file: LessonFile,
    path: &Path,
    context: &LessonContext<'_>,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<Lesson> {
    identifier::check(&file.id, document, &KeyPath::from(["id"]), report);
    // An unknown one has been reported.
    let ruleset = context.rulesets.ids().find(|id| *id == file.ruleset);
    let level = KeyPath::from(["level"]);
    let level = context
        .levels
        .resolve(&file.level, document, &level, report);
    let mut warbands = Vec::new();
    for (side, units) in file.warband.given() {
        let at = KeyPath::from(["warband", side.key()]);
        check_warband(
            (side, &at),
            units,
            level.map(|level| &**level),
            context,
            document,
            report,
        );
        warbands.push((side.index(), units.to_vec()));
    }
    let dice = faces(&file.dice, document, report);
    let list = KeyPath::from(["step"]);
    let mut steps = Vec::with_capacity(file.step.len());
    for (index, entry) in file.step.into_iter().enumerate() {
        let at = list.join(index);
        let point = entry.point.and_then(|point| {
            pointer(
                point,
                level.map(|level| &**level),
                &at.join("point"),
                document,
                report,
            )
        });
        let until = match entry.until {
            None => Some(Until::Pressed),
            Some(until) => waited_for(until, &at.join("until"), document, report),
        };
        steps.push(LessonStep {
            line: document.source.line_of(document.span(&at).start) + 1,
            text: entry.text,
            point,
            until: until.unwrap_or(Until::Pressed),
        });
    }
    level?;
    Some(Lesson {
        id: file.id,
        name: file.name,
        description: file.description,
        file: path.to_owned(),
        ruleset: ruleset?,
        level: file.level,
        warbands,
        dice,
        seed: file.seed,
        steps,
    })
}

/// Reports units that there are not, a side that the level does not have, and a warband without room.
fn check_warband(
    (side, at): (SideName, &KeyPath),
    units: &[String],
    level: Option<&Level>,
    context: &LessonContext<'_>,
    document: &Document<'_>,
    report: &mut Report,
) {
    for (index, unit) in units.iter().enumerate() {
        let mut table = Table {
            document,
            path: at.clone(),
            report: &mut *report,
        };
        context.units.check(unit, &at.join(index), &mut table);
    }
    let Some(level) = level else {
        return;
    };
    let Some(own) = level.sides.get(side.index()) else {
        let message = format!("the level has no {} side", side.key());
        report.key_error(document, at, message).help(None);
        return;
    };
    let room = own.deployment.len();
    if units.len() > room {
        let message = format!(
            "the level has {room} deployment cells for {} units",
            units.len()
        );
        report.key_error(document, at, message).help(None);
    }
}

/// Faces of dice, read from their texts.
fn faces(texts: &[String], document: &Document<'_>, report: &mut Report) -> Vec<Face> {
    let list = KeyPath::from(["dice"]);
    let mut faces = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        match text.parse::<Face>() {
            Ok(face) => faces.push(face),
            Err(error) => {
                let help = "a die and what it shows, such as `d100=34`".to_owned();
                let at = list.join(index);
                report.error(document, &at, error.to_string()).help(help);
            }
        }
    }
    faces
}

/// Reports that not exactly one of some keys is given.
fn check_one(
    given: usize,
    what: &str,
    at: &KeyPath,
    document: &Document<'_>,
    report: &mut Report,
) -> bool {
    if given != 1 && !report.has_spoilt_parts(at) {
        let message = format!("expected one of {what}, found {given}");
        report.key_error(document, at, message).help(None);
    }
    given == 1
}

fn pointer(
    entry: PointEntry,
    level: Option<&Level>,
    at: &KeyPath,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<Pointer> {
    let what = "`combatant`, `cell`, `action` and `panel`";
    let cell = entry.cell.and_then(|[column, row]| {
        let level = level?;
        let cell = level.map.grid().cell(column, row);
        if cell.is_none() {
            let message = format!("the cell [{column}, {row}] is not on the map");
            report.error(document, &at.join("cell"), message).help(None);
        }
        cell.map(Pointer::Cell)
    });
    let is_off = entry.cell.is_some() && cell.is_none();
    let all = [
        entry.combatant.map(Pointer::Combatant),
        cell,
        entry.action.map(Pointer::Action),
        entry.panel.map(Pointer::Panel),
    ];
    let mut given: Vec<Pointer> = all.into_iter().flatten().collect();
    let count = given.len() + usize::from(is_off);
    check_one(count, what, at, document, report);
    given.pop()
}

fn waited_for(
    entry: UntilEntry,
    at: &KeyPath,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<Until> {
    let all = [
        entry.decision.map(Until::Asked),
        entry.answer.map(Until::Answered),
        entry.choice.map(Until::Chosen),
    ];
    let mut given: Vec<Until> = all.into_iter().flatten().collect();
    let what = "`decision`, `answer` and `choice`";
    check_one(given.len(), what, at, document, report);
    given.pop()
}
