//! Files of terrains: `assets/terrain/*.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_grid::Cover;

use crate::{
    Terrain,
    diagnostics::suggestion::quote,
    levels::terrain::{Hazard, Obstacle, Pattern},
    source::{document::Document, identifier, key_path::KeyPath, report::Report},
};

/// A file of terrains.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Terrains")]
pub(crate) struct TerrainFile {
    /// The terrains.
    #[schemars(length(min = 1, max = 200))]
    terrain: Vec<TerrainEntry>,
}

/// One terrain.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TerrainEntry {
    /// Identifier, unique among terrains: small letters, digits, `_` and `-`.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    id: String,
    /// Name shown to players.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// One sentence for tooltips.
    #[schemars(length(min = 1, max = 600))]
    #[schemars(extend("format" = "lines"))]
    description: String,
    /// Whether anyone can enter.
    #[serde(default = "yes")]
    passable: bool,
    /// Whether it blocks sight.
    #[serde(default)]
    opaque: bool,
    /// Factor of movement cost: 1 floor, 2 rough or shallow water.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 9))]
    cost: u8,
    /// Cover for the one who stands in it.
    #[serde(default)]
    cover: CoverName,
    /// True if its cover stops missiles, as rocks do; false if it only hides, as bushes do.
    #[serde(default)]
    hard: bool,
    /// What it takes to enter.
    obstacle: Option<Obstacle>,
    /// What it does to the one who stands in it.
    hazard: Option<Hazard>,
    /// Stairs or a ladder: differences in height can be climbed here.
    #[serde(default)]
    stairs: bool,
    /// Ice, or water to wade in: feet slip on it.
    #[serde(default)]
    slippery: bool,
    /// Fill colour: `#rrggbb`.
    #[schemars(regex(pattern = r"^#[0-9a-fA-F]{6}$"), extend("examples" = ["#7f9b57"]))]
    colour: String,
    /// Pattern drawn over the colour.
    #[serde(default)]
    pattern: Pattern,
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}

/// How well something shelters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CoverName {
    /// Not at all.
    #[default]
    None,
    /// A little: grass, a rope.
    Light,
    /// Half: the chance to hit is halved.
    Half,
    /// Most: the chance to hit is quartered.
    Heavy,
    /// Wholly: nothing to aim at.
    Full,
}

impl From<CoverName> for Cover {
    fn from(name: CoverName) -> Self {
        match name {
            CoverName::None => Self::None,
            CoverName::Light => Self::Light,
            CoverName::Half => Self::Half,
            CoverName::Heavy => Self::Heavy,
            CoverName::Full => Self::Full,
        }
    }
}

/// The terrains of a file, each with the path of its entry.
pub(crate) fn validate(
    file: TerrainFile,
    document: &Document<'_>,
    report: &mut Report,
) -> Vec<(KeyPath, Terrain)> {
    let list = KeyPath::from(["terrain"]);
    file.terrain
        .into_iter()
        .enumerate()
        .map(|(index, entry)| {
            let path = list.join(index);
            identifier::check(&entry.id, document, &path.join("id"), report);
            let terrain = Terrain {
                colour: colour(&entry.colour, document, &path.join("colour"), report),
                id: entry.id,
                name: entry.name,
                description: entry.description,
                passable: entry.passable,
                opaque: entry.opaque,
                cost: entry.cost,
                cover: entry.cover.into(),
                hard: entry.hard,
                obstacle: entry.obstacle,
                hazard: entry.hazard,
                stairs: entry.stairs,
                slippery: entry.slippery,
                pattern: entry.pattern,
            };
            if terrain.hard && terrain.cover == Cover::None {
                report
                    .key_error(
                        document,
                        &path.join("hard"),
                        "`hard` can never matter: this terrain gives no cover".to_owned(),
                    )
                    .help("add `cover`, or remove `hard`".to_owned());
            }
            if !terrain.passable {
                for (given, key) in [
                    (terrain.obstacle.is_some(), "obstacle"),
                    (terrain.hazard.is_some(), "hazard"),
                ] {
                    if given {
                        report
                            .key_error(
                                document,
                                &path.join(key),
                                format!(
                                    "`{key}` can never matter: no combatant can enter this terrain"
                                ),
                            )
                            .help(format!("remove `{key}` or `passable = false`"));
                    }
                }
            }
            (path, terrain)
        })
        .collect()
}

/// The colour written at a path; black if it is none, which is reported.
fn colour(text: &str, document: &Document<'_>, path: &KeyPath, report: &mut Report) -> [u8; 3] {
    let digits = text
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(number) = number else {
        report
            .error(
                document,
                path,
                format!("`colour` is {}, expected `#rrggbb`", quote(text)),
            )
            .help("six hexadecimal digits after `#`, such as `#7f9b57`".to_owned());
        return [0; 3];
    };
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue]
}
