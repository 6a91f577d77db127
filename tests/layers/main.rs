//! Every crate is built in layers: each folder of its sources uses only those below it.

mod imports;

use std::{collections::BTreeSet, path::Path};

use imports::{Imports, Module};

/// A crate, and the modules at the top of its sources, lowest first.
struct Layers {
    sources: &'static str,
    layers: &'static [&'static str],
}

/// Crates in layers.
const LAYERED: [Layers; 7] = [
    Layers {
        sources: "crates/content/src",
        layers: &[
            "diagnostics",
            "files",
            "source",
            "media",
            "rulebooks",
            "units",
            "reading",
            "levels",
            "lessons",
            "schemas",
            "modding",
            "loading",
            "cases",
            "checks",
        ],
    },
    Layers {
        sources: "crates/battle/src",
        layers: &[
            // Words and numbers.
            "ids",
            "names",
            "terms",
            "target",
            "field",
            "form",
            "move_cost",
            "area",
            "line_of_sight",
            "refusal",
            "check",
            "roll",
            "sheet",
            "stage",
            "act",
            // The board, combatants, and what is decided.
            "board",
            "combatant",
            "view",
            "footing",
            "combatants",
            "contact",
            "choice",
            "offer",
            "decision",
            "written_choice",
            "flow",
            // Events.
            "event",
            "concerned",
            "journal",
            "journal_schema",
            "recount",
            "scribe",
            "inventory",
            "goals",
            "narration",
            "choice_entry",
            "candidates",
            "devices",
            "sealed",
            // Rulesets, and battles under them.
            "forecast",
            "question",
            "fork",
            "setup",
            "seating",
            "options",
            "ruleset",
            "deployment",
            "driver",
            "as_known",
            "side_view",
            "lookahead",
        ],
    },
    Layers {
        sources: "crates/rulesets/toy/src",
        layers: &[
            "tables",
            "rules",
            "reasons",
            "terms",
            "combatant",
            "order",
            "attack",
            "movement",
            "round",
            "ruleset",
        ],
    },
    Layers {
        sources: "crates/rulesets/d20/src",
        layers: &[
            "terms",
            "content",
            "stages",
            "figure",
            "formation",
            "harm",
            "attack",
            "movement",
            "spells",
            "feats",
            "turn",
            // Answers to the engine.
            "carried_over",
            "deployment",
            "sheets",
            "queries",
            "why_not",
            "ruleset",
        ],
    },
    Layers {
        sources: "crates/rulesets/segments/src",
        layers: &[
            "terms",
            "content",
            "stages",
            "combatant",
            "harm",
            "strike",
            "movement",
            "magic",
            "round",
            // Answers to the engine.
            "deployment",
            "sheets",
            "queries",
            "ruleset",
        ],
    },
    Layers {
        sources: "crates/ai/src",
        layers: &[
            "kind",
            "legal",
            "random",
            "haste",
            "ways",
            "planner",
            "lookahead",
        ],
    },
    Layers {
        sources: "src",
        layers: &[
            // Modules that need nothing of the game.
            "display",
            "frame_clock",
            "waking",
            "prose",
            "app_systems",
            "screen",
            "main_camera",
            "controls",
            // Plans, settings and drawing.
            "battle_plan",
            "settings",
            "art",
            "content",
            "palette",
            "theme",
            // The battle: as it was shown, as it is simulated, as the player knows it.
            "shown",
            "host",
            "saves",
            "session",
            "launch",
            "content_loading",
            "input",
            "playback",
            "sound",
            "lesson",
            // Input and output.
            "decide",
            "board",
            "hud",
            "screens",
            // Composition.
            "progress_log",
            "app",
            "cli",
        ],
    },
];

/// Crates in which only no circle of imports may run through several folders.
const OPEN: [&str; 5] = [
    "crates/dice/src",
    "crates/grid/src",
    "crates/lab/src",
    "crates/rulesets/percentile/src",
    "crates/rulesets/zones/src",
];

fn imports_of(sources: &str) -> Imports {
    Imports::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources))
}

/// The folder of a module at the top of a crate; files that lie there side by side have none.
fn folder<'m>(imports: &Imports, module: &'m Module) -> Option<&'m str> {
    let top = module.first()?;
    let is_folder = |other: &Module| other.len() > 1 && other[0] == *top;
    imports.0.keys().any(is_folder).then_some(top.as_str())
}

#[test]
fn every_folder_uses_only_those_below() {
    for Layers { sources, layers } in LAYERED {
        let imports = imports_of(sources);
        let layer = |module: &Module| {
            let top = &module[0];
            let place = layers.iter().position(|layer| layer == top);
            place.unwrap_or_else(|| panic!("{sources}: {top} is in no layer"))
        };
        let mut used = 0;
        for (module, other) in imports.all() {
            assert!(
                layer(other) <= layer(module),
                "{sources}: {} uses {}, which is above it",
                module.join("::"),
                other.join("::")
            );
            used += usize::from(layer(other) < layer(module));
        }
        assert!(
            used > layers.len(),
            "{sources}: only {used} uses were found"
        );
    }
}

#[test]
fn no_circle_of_imports_runs_through_two_folders() {
    let layered = LAYERED.map(|crate_| crate_.sources);
    for sources in layered.into_iter().chain(OPEN) {
        let imports = imports_of(sources);
        let mut circles: BTreeSet<String> = BTreeSet::new();
        for (module, other) in imports.all() {
            let folders = [module, other].map(|module| folder(&imports, module));
            if folders[0] != folders[1] && imports.leads(other, module) {
                circles.insert(format!("{} -> {}", module.join("::"), other.join("::")));
            }
        }
        assert!(circles.is_empty(), "{sources}: {circles:#?}");
    }
}
