//! Files of units, one each: `assets/units/*.toml`.

use std::{collections::BTreeMap, collections::BTreeSet, path::PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Item, Unit,
    diagnostics::suggestion::{self, quote},
    media::art::ArtFolders,
    source::{
        catalogue::Catalogue, document::Document, identifier, key_path::KeyPath, report::Report,
    },
    units::{
        block::Blocks,
        ruleset_tables::{Rulesets, Table, UnitContext},
        steeds::Steeds,
    },
};

/// Tags that do something; any others are fine too, but not ones that look like these.
const TAGS: [&str; 4] = ["melee", "missile", "healer", "beast"];

/// One unit.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Unit", extend("rulesetTables" = "unit"))]
pub(crate) struct UnitFile {
    /// Identifier, unique among units: small letters, digits, `_` and `-`.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    pub(crate) id: String,
    /// Name shown to players.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// What it is good at, in a sentence or two.
    #[schemars(length(min = 1, max = 1000))]
    #[schemars(extend("format" = "lines"))]
    description: String,
    /// SVG file of its token, relative to this file.
    #[schemars(length(min = 1, max = 200))]
    art: String,
    /// Free words for filters: "melee", "missile", "healer", "beast".
    #[serde(default)]
    #[schemars(length(max = 16), inner(regex(pattern = r"^[a-z][a-z0-9_-]*$")))]
    tags: Vec<String>,
    /// Points that it counts in a warband, by ruleset: of two warbands the one with the larger sum is likely to win, and
    /// 100 is the average.
    /// `./play balance` finds them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    points: BTreeMap<String, u32>,
    /// Stat blocks, by ruleset.
    #[serde(flatten)]
    #[schemars(skip)]
    tables: BTreeMap<String, Value>,
}

/// The unit of a file.
pub(crate) fn validate(
    mut file: UnitFile,
    rulesets: &Rulesets,
    (items, steeds, art): (&Catalogue<Item>, &Steeds, &ArtFolders),
    document: &Document<'_>,
    report: &mut Report,
) -> Unit {
    identifier::check(&file.id, document, &KeyPath::from(["id"]), report);
    let tags = KeyPath::from(["tags"]);
    let mut seen = BTreeSet::new();
    for (index, tag) in file.tags.iter().enumerate() {
        let path = tags.join(index);
        identifier::check(tag, document, &path, report);
        let mut known = TAGS.iter();
        if let Some(meant) = known.find(|known| strsim::damerau_levenshtein(tag, known) == 1) {
            report
                .warning(
                    document,
                    &path,
                    format!("the game knows no tag {}", quote(tag)),
                )
                .help(format!("did you mean `{meant}`?"));
        }
        if !seen.insert(tag) {
            report
                .error(document, &path, format!("the tag `{tag}` is given twice"))
                .help(None);
        }
    }
    let art = art
        .find(&file.art, document, &KeyPath::from(["art"]), report)
        .unwrap_or_else(|| PathBuf::from(&file.art));
    let paths = || rulesets.ids().map(|id| KeyPath::from([id]));
    let spoilt = paths().any(|path| report.is_spoilt(&path));
    if file.tables.is_empty() && !spoilt {
        let places: Vec<String> = rulesets.ids().map(|id| format!("[{id}]")).collect();
        let places = suggestion::list(places.iter().map(String::as_str));
        let at = paths().next().unwrap_or_default();
        report
            .error(document, &at, "the unit has no stat block")
            .help(format!("add the table of a ruleset: {places}"));
    }
    for (ruleset, points) in &file.points {
        let path = KeyPath::from(["points"]).join(ruleset.as_str());
        if *points == 0 {
            report
                .error(document, &path, "a unit has at least 1 point")
                .help("leave the ruleset out if its points are not known".to_owned());
        }
        if !file.tables.contains_key(ruleset) {
            report
                .error(
                    document,
                    &path,
                    format!("the unit has no stat block [{ruleset}]"),
                )
                .help("give points for the rulesets that it has stat blocks of".to_owned());
        }
    }
    let mut blocks = Blocks::default();
    for tables in rulesets.all() {
        let Some(value) = file.tables.remove(tables.id()) else {
            continue;
        };
        let context = UnitContext {
            id: &file.id,
            items,
            steeds: steeds.of(tables.id()),
        };
        let mut table = Table {
            document,
            path: KeyPath::from([tables.id()]),
            report: &mut *report,
        };
        if let Some(block) = tables.unit(value, &context, &mut table) {
            blocks.insert(tables.id(), block);
        }
    }
    Unit {
        id: file.id,
        name: file.name,
        description: file.description,
        art,
        tags: file.tags,
        points: file.points,
        blocks,
    }
}
