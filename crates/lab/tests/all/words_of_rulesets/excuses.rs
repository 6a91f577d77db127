//! Where a word of a ruleset means something else above the rulesets, and what.

/// A word in names, the files where it may be (anywhere, if none is listed), and why.
pub(super) const NAMES: &[(&str, &[&str], &str)] = &[
    ("away", &[], "an everyday word: put away, turned away"),
    ("both", &[], "an everyday word"),
    ("covered", &[], "cells are covered by a part of a level"),
    (
        "declaration",
        &[
            "crates/content/src/media/drawing/contents.rs",
            "crates/content/src/media/drawing/expansion.rs",
            "crates/content/src/media/drawing/style_sheet.rs",
        ],
        "CSS calls a property with its value so",
    ),
    (
        "earlier_injuries",
        &[
            "crates/battle/src/event.rs",
            "crates/lab/src/battle_reader.rs",
        ],
        "the journal's cause of what was lost before the battle",
    ),
    ("end", &[], "an everyday word"),
    ("failed", &[], "what went wrong in the program"),
    (
        "fight_on",
        &["src/screens/aftermath.rs"],
        "the button after a battle",
    ),
    ("full", &[], "an everyday word: full state, rule in full"),
    ("go_on", &[], "an everyday word"),
    (
        "guard",
        &[],
        "what holds a lock, keeps a key from going through, or stands by somebody",
    ),
    ("half", &[], "an everyday word, and a degree of cover"),
    ("hazard", &[], "what terrain does to everybody in it"),
    ("hold_back", &[], "a choice that waits for a second press"),
    ("long", &[], "an everyday word"),
    ("name", &[], "everything has a name"),
    ("offer", &[], "what a decision offers"),
    ("peek", &[], "Rust's word for looking ahead"),
    (
        "planted",
        &[],
        "a part of levels: shields that stand on the ground",
    ),
    ("poison", &[], "a lock whose holder has panicked"),
    ("push", &[], "Rust's word for adding to the end"),
    (
        "quarter",
        &["crates/lab/src/charts/bar_chart.rs"],
        "a quarter of the height of a chart",
    ),
    ("refuse", &[], "what is not allowed is refused"),
    ("resolution", &[], "of a window, in pixels"),
    ("run", &[], "commands and systems are run"),
    (
        "segments",
        &["crates/content/src/media/drawing/effort.rs"],
        "the parts of a drawn path",
    ),
    ("short", &[], "an everyday word"),
    ("shove", &[], "strips of a drawing are shoved along"),
    (
        "standing",
        &[],
        "the goal of levels `last_standing`, and where somebody stands",
    ),
    ("strike", &[], "an attack that the computer thinks of"),
    ("take", &[], "Rust's word for taking what is there"),
    (
        "uncovered",
        &["src/screens/rulebook.rs"],
        "what a panel leaves free",
    ),
    (
        "wound",
        &["crates/lab/src/text_report.rs"],
        "a loss of hit points",
    ),
    ("yield", &[], "a thread that lets others go first"),
    (
        "zones",
        &[],
        "parts of a map: the engine's, which one ruleset is named for",
    ),
];

/// Texts in a file that are words or ids of a ruleset, and what they are there.
pub(super) const TEXTS: &[(&str, &[&str], &str)] = &[
    (
        "crates/ai/src/kind.rs",
        &["normal"],
        "the name of a level of skill",
    ),
    (
        "src/board/condition_icons.rs",
        &["hidden"],
        "the name of an icon",
    ),
    (
        "src/board/zone_lines.rs",
        &["zones"],
        "its description speaks of a level's zones",
    ),
    (
        "src/hud/log_details.rs",
        &["none"],
        "a row of a table: no defence",
    ),
    ("src/hud/reaction.rs", &["reaction"], "the name of a panel"),
    (
        "src/hud/unit_card.rs",
        &["broken", "ready"],
        "names of icons",
    ),
    (
        "src/hud/wording.rs",
        &["half", "run"],
        "a modifier in words; the name of an icon",
    ),
    (
        "src/shown/full_state.rs",
        &["broken"],
        "a state of items that the engine knows",
    ),
    (
        "src/playback/words.rs",
        &["surprised"],
        "a floating word for a role",
    ),
    (
        "src/screens/aftermath/fight_on.rs",
        &["both"],
        "a page: both sides",
    ),
    (
        "src/screens/aftermath/table.rs",
        &["standing"],
        "a page: what became of somebody",
    ),
    ("src/screens/battle.rs", &["failure"], "the name of a panel"),
    (
        "crates/battle/src/event.rs",
        &["earlier injuries"],
        "the journal's cause of what was lost before the battle",
    ),
    (
        "crates/battle/src/narration.rs",
        &["shot"],
        "one of the shots that are left",
    ),
    (
        "crates/battle/src/terms/mod.rs",
        &["attack", "defence"],
        "keys of the journal",
    ),
    (
        "crates/content/src/media/drawing/contents.rs",
        &["none", "stop", "switch", "use"],
        "words of SVG",
    ),
    (
        "crates/content/src/schemas/former_keys.rs",
        &["action"],
        "a key of cases",
    ),
    (
        "crates/content/src/levels/level_device.rs",
        &["planted"],
        "a key of levels",
    ),
    (
        "crates/content/src/units/level_part.rs",
        &["planted"],
        "a key of levels",
    ),
    (
        "crates/content/src/levels/level_zones.rs",
        &["zones"],
        "a key of levels",
    ),
    (
        "crates/content/src/loading/loader.rs",
        &["name"],
        "a key of all files",
    ),
    (
        "crates/content/src/modding/mod_manifest.rs",
        &["name"],
        "a key of all files",
    ),
    (
        "crates/content/src/levels/terrain_file.rs",
        &["hazard"],
        "a key of terrain",
    ),
    (
        "crates/grid/src/zone_lattice.rs",
        &["zones"],
        "an error about zones of a map",
    ),
    (
        "crates/grid/src/zone_distance.rs",
        &["zones"],
        "a module of the grid",
    ),
    (
        "crates/grid/src/zones.rs",
        &["zones"],
        "an error about zones of a map",
    ),
    ("crates/grid/src/lib.rs", &["zones"], "a module of the grid"),
    (
        "crates/lab/src/autosaves/naming.rs",
        &["damaged"],
        "part of a file's name",
    ),
    (
        "crates/lab/src/cases/author_view.rs",
        &["action", "end", "mount", "none", "zones"],
        "keys of the journal",
    ),
    (
        "crates/lab/src/cases/verdict.rs",
        &["hidden", "none", "readied"],
        "keys of cases",
    ),
    (
        "crates/lab/src/cases/words.rs",
        &["action", "mount", "none"],
        "keys of cases",
    ),
    ("crates/lab/src/page.rs", &["none"], "a page: nothing"),
    (
        "crates/lab/src/sim_page.rs",
        &["attack"],
        "a page: how many attacks",
    ),
];

/// How many excuses there are; it may only fall.
pub(super) const COUNT: usize = 85;
