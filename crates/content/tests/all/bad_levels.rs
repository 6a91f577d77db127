//! Levels that have the right shape but make no sense.

use crate::fixture::{Content, FIELD, expect};

#[test]
fn ragged_rows() {
    expect(
        FIELD,
        "..#..",
        "..#",
        &[
            "levels/field.toml:8:4: row 1 of `map`, counted from 0, has 3 cells, expected 5 (2 cells missing)",
        ],
    );
    expect(
        FIELD,
        "..#..",
        "..#...",
        &[
            "levels/field.toml:8:6: row 1 of `map`, counted from 0, has 6 cells, expected 5 (remove 1 cell)",
        ],
    );
    expect(
        FIELD,
        "..#..",
        "..#..  ",
        &[
            "levels/field.toml:8:6: row 1 of `map`, counted from 0, has 7 cells, expected 5 \
           (remove the spaces at the end of the row)",
        ],
    );
    expect(
        FIELD,
        "r...b\nr...b\nr...b",
        "r...b\nr...b\nr...",
        &[
            "levels/field.toml:14:5: row 2 of `deployment`, counted from 0, has 4 cells, expected 5 (1 cell missing)",
        ],
    );
}

#[test]
fn layers_of_another_size() {
    expect(
        FIELD,
        "r...b\nr...b\nr...b",
        "r...b\nr...b",
        &[
            "levels/field.toml:11:1: `deployment` has 2 rows, expected 3 like the map \
           (every layer has the shape of the map)",
        ],
    );
}

#[test]
fn undefined_characters() {
    let content = Content::with(FIELD, "..#..", "é.#~~");
    assert_eq!(
        content.problems(),
        [
            "levels/field.toml:8:1: the map's character `é` is not in the legend \
             (add `\"é\" = \"…\"` to `[legend]`)",
            "levels/field.toml:8:4: the map's character `~` is not in the legend (2 times, also at [4, 1]) \
             (add `\"~\" = \"…\"` to `[legend]`)",
        ]
    );
    expect(
        FIELD,
        "r...b",
        "r.R.b",
        &[
            "levels/field.toml:12:3: the character `R` means nothing in `deployment` \
           (expected one of `r`, `b`, `.`: the sides, and none)",
        ],
    );
    for (layer, bad, place, help) in [
        (
            "elevation",
            "..x..",
            "17:3",
            "expected a digit, or `.` for 0",
        ),
        (
            "light",
            "..x..",
            "17:3",
            "expected one of `.`, `d`, `D`: bright, dim, dark",
        ),
    ] {
        let added = format!("{layer} = \"\"\"\n{bad}\n.....\n.....\n\"\"\"\n\n[legend]");
        let problem = format!(
            "levels/field.toml:{place}: the character `{}` means nothing in `{layer}` ({help})",
            &bad[2..3]
        );
        expect(FIELD, "\n[legend]", &added, &[&problem]);
    }
    expect(
        FIELD,
        "\n[legend]",
        "zone_map = \"\"\"\nAA1BB\nAA+BB\nAA+BB\n\"\"\"\n\n[legend]",
        &[
            "levels/field.toml:17:3: the character `1` means nothing in `zone_map` \
             (expected a letter for each zone, `+` for their borders, `.` for none)",
        ],
    );
}

#[test]
fn missing_legend_entries_and_bad_keys() {
    expect(
        FIELD,
        "\"#\" = \"wall\"\n",
        "",
        &[
            "levels/field.toml:8:3: the map's character `#` is not in the legend \
           (add `\"#\" = \"…\"` to `[legend]`)",
        ],
    );
    expect(
        FIELD,
        "\"#\" = \"wall\"\n",
        "\"#\" = \"wall\"\n\"##\" = \"wall\"\n",
        &["levels/field.toml:20:1: `##` has 2 characters, expected 1 \
           (a key of the legend is one character of the map: \"#\" = \"wall\")"],
    );
}

#[test]
fn unknown_ids() {
    expect(
        FIELD,
        "\"grass\"",
        "\"gras\"",
        &["levels/field.toml:18:7: unknown terrain `gras` (did you mean `grass`?)"],
    );
    expect(
        FIELD,
        "[\"fighter\", \"fighter\"]",
        "[\"fighter\", \"knight\"]",
        &["levels/field.toml:25:23: unknown unit `knight` (units: `fighter`)"],
    );
}

#[test]
fn deployment_in_walls_and_too_small() {
    expect(
        FIELD,
        "r...b\nr...b",
        "r...b\nr.b.b",
        &["levels/field.toml:13:3: no combatant can deploy in `wall` \
           (column 2, row 1 of the map cannot be entered)"],
    );
    expect(
        FIELD,
        "r...b\nr...b\nr...b",
        "r...b\nr....\nr....",
        &[
            "levels/field.toml:11:1: blue has 1 deployment cells for a warband of 2 \
           (mark more cells with `b`)",
        ],
    );
}

#[test]
fn borders() {
    expect(
        FIELD,
        "at = [1, 1]",
        "at = [5, -1]",
        &["levels/field.toml:28:6: column 5, row -1 is off the map \
           (columns go from 0 to 4, rows from 0 to 2)"],
    );
    expect(
        FIELD,
        "sides = [\"east\"]",
        "sides = [\"east\", \"south-east\"]",
        &["levels/field.toml:29:18: cells have no side `south-east` \
           (sides of these cells: `east`, `south`, `west`, `north`)"],
    );
    expect(
        FIELD,
        "is = \"low_wall\"\n",
        "is = \"low_wall\"\n\n[[border]]\nat = [2, 1]\nsides = [\"west\"]\nis = \"wall\"\n",
        &["levels/field.toml:34:10: something else already stands on this side (see line 29)"],
    );
}

#[test]
fn absurd_sizes() {
    expect(
        FIELD,
        ".....\n..#..\n.....\n",
        ".....\n..#..\n",
        &["levels/field.toml:6:1: the map is 5 cells wide and 2 high, expected 3 to 200 each"],
    );
    let wide = format!("{}\n", ".".repeat(201)).repeat(3);
    expect(
        FIELD,
        ".....\n..#..\n.....\n",
        &wide,
        &["levels/field.toml:6:1: the map is 201 cells wide and 3 high, expected 3 to 200 each"],
    );
    expect(
        FIELD,
        ".....\n..#..\n.....\n",
        "",
        &[
            "levels/field.toml:6:1: the map is 0 cells wide and 0 high, expected 3 to 200 each \
           (draw it in `'''`, one row a line)",
        ],
    );
}

#[test]
fn cell_sizes_that_the_grid_cannot_have() {
    expect(
        FIELD,
        "grid = ",
        "cell_m = 1.5005\ngrid = ",
        &[
            "levels/field.toml:4:10: `cell_m` is 1.5005, expected whole millimetres \
           (at most three digits after the point: 1.524)",
        ],
    );
    expect(
        FIELD,
        "grid = ",
        "cell_m = 1.501\ngrid = ",
        &[
            "levels/field.toml:4:10: square cells measure an even number of millimetres, \
           not 1.501 m",
        ],
    );
}

#[test]
fn victory_and_objective_belong_together() {
    expect(
        FIELD,
        "[legend]",
        "[victory]\nkind = \"hold\"\nrounds = 2\n\n[legend]",
        &[
            "levels/field.toml:18:8: victory by `hold` needs an objective \
           (mark its cells with `x` in a layer `objective`)",
        ],
    );
    expect(
        FIELD,
        "\n[legend]",
        "objective = \"\"\"\n.....\n..x..\n.....\n\"\"\"\n[victory]\nkind = \"escape\"\nside = \"red\"\n\n[legend]",
        &[
            "levels/field.toml:18:3: no combatant can reach an objective in `wall` \
           (column 2, row 1 of the map cannot be entered)",
        ],
    );
    expect(
        FIELD,
        "\n[legend]",
        "objective = \"\"\"\n.....\n.x...\n.....\n\"\"\"\n\n[legend]",
        &["levels/field.toml:16:1: nothing uses the objective \
           (`[victory]` kind `hold` or `escape` does)"],
    );
}

#[test]
fn zones() {
    let zones = |text: &str| format!("zone_map = \"\"\"\n{text}\n\"\"\"\n\n[legend]");
    let content = Content::with(FIELD, "\n[legend]", &zones("AA+BB\nAA+BB\nAA+BB"));
    let (library, diagnostics) = content.load();
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let level = &library.levels["field"];
    let border = level.map.grid().cell(2, 1).expect("on the map");
    assert_eq!(level.zones.len(), 2);
    assert_eq!(level.zones.zones_of(border).len(), 2);
    expect(
        FIELD,
        "\n[legend]",
        &zones("AA+BB\nAA.BB\n+A+BB"),
        &[
            "levels/field.toml:19:1: a border touches 1 zones, expected 2 or more \
           (`+` belongs to the zones of the letters next to it)",
        ],
    );
    expect(
        FIELD,
        "\n[legend]",
        &zones("AA+BB\n.A+BB\nAA+BB"),
        &[
            "levels/field.toml:18:1: a cell that one can enter is in no zone (give it the letter of \
           a zone, or `+` on the border of several)",
        ],
    );
}

#[test]
fn zones_that_are_drawn_where_settings_belong() {
    expect(
        FIELD,
        "\n[legend]",
        "zones = \"\"\"\nAA+BB\nAA+BB\nAA+BB\n\"\"\"\n\n[legend]",
        &[
            "levels/field.toml:16:9: `zones` is a text of several lines, expected a table \
             (layers of the map are `map`, `elevation`, `light`, `deployment`, `objective`, `exits`, \
             `zone_map`)",
        ],
    );
}

#[test]
fn settings_that_name_units_name_ones_that_there_are() {
    let settings = |text: &str| format!("[zones]\n{text}\n\n[legend]");
    expect(
        FIELD,
        "[legend]",
        &settings("not_hidden = [\"fighter\", \"figter\"]"),
        &["levels/field.toml:18:26: unknown unit `figter` (did you mean `fighter`?)"],
    );
    expect(
        FIELD,
        "[legend]",
        &settings("groups = [{ side = \"blue\", units = [\"fighter\", \"knight\"] }]"),
        &["levels/field.toml:18:48: unknown unit `knight` (units: `fighter`)"],
    );
    expect(
        FIELD,
        "[legend]",
        &settings("not_hidden = [\"fighter\"]"),
        &[],
    );
}

#[test]
fn deployment_begins_with_the_cells_nearest_to_the_enemy() {
    let content = Content::with(FIELD, "r...b\nr...b\nr...b", "rr.bb\nrr.bb\nrr.bb");
    let (library, diagnostics) = content.load();
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let level = &library.levels["field"];
    let places = |side: usize| -> Vec<(u16, u16)> {
        let cells = &level.sides[side].deployment;
        cells
            .iter()
            .map(|cell| level.map.grid().column_row(*cell))
            .collect()
    };
    let red = places(0);
    assert_eq!(red[..3], [(1, 1), (1, 0), (1, 2)]);
    // Half a turn of the map exchanges the two sides, place by place.
    let turned: Vec<(u16, u16)> = red.iter().map(|(x, y)| (4 - x, 2 - y)).collect();
    assert_eq!(places(1), turned);
}

#[test]
fn what_the_legend_explains_for_nothing() {
    let content = Content::with(
        FIELD,
        "\"#\" = \"wall\"\n",
        "\"#\" = \"wall\"\n\"t\" = \"grass\"\n",
    );
    let (library, diagnostics) = content.load();
    assert_eq!((library.levels.len(), diagnostics.errors()), (1, 0));
    let warning = diagnostics.iter().next().expect("a warning");
    assert_eq!(warning.message, "`t` is not on the map");
}

#[test]
fn a_tab_is_called_so_and_no_rounds_are_no_limit() {
    let said = Content::with(FIELD, ".....\n..#", ".\t...\n..#").problems();
    assert!(
        said[0].contains("the map's character ` ` (a tab) is not in the legend"),
        "{said:?}"
    );
    let said = Content::with(FIELD, "turn_limit = 20", "turn_limit = 0").problems();
    assert!(said[0].contains("from 1 to 10000"), "{said:?}");
}

#[test]
fn what_would_silently_do_nothing_under_zones() {
    expect(
        FIELD,
        "[side.red]",
        "[[thing]]\nat = [0, 0]\nitem = \"sword\"\n\n[side.red]",
        &["levels/field.toml:23:8: `sword` will not be there \
           (things lie about under zones and segments: name an item with `[item.zones]` or `[item.segments]`)"],
    );
    expect(
        FIELD,
        "[legend]",
        "exits = \"\"\"\n.....\n.....\n.....\n\"\"\"\n\n[legend]",
        &[
            "levels/field.toml:17:1: no exits are marked, so all of the rim is one \
           (mark some with `x`, or leave the layer out)",
        ],
    );
    expect(
        FIELD,
        "[side.red]",
        "[zones]\npit_damage = \"2d6+db\"\n\n[side.red]",
        &[
            "levels/field.toml:22:14: there is no damage bonus in this ruleset \
           (such as `1d6` or `1d8+1`)",
        ],
    );
}

#[test]
fn what_cannot_stand_planted() {
    let planted = |at: &str, item: &str| {
        format!("[[planted]]\nat = {at}\nside = \"west\"\nitem = \"{item}\"\n\n[side.red]")
    };
    expect(
        FIELD,
        "[side.red]",
        &planted("[0, 0]", "sword"),
        &[
            "levels/field.toml:24:8: `sword` is no shield that can be planted \
           (name a shield with `[item.percentile]`)",
        ],
    );
    expect(
        FIELD,
        "[side.red]",
        &planted("[9, 0]", "kite"),
        &["levels/field.toml:22:6: column 9, row 0 is off the map \
           (columns go from 0 to 4, rows from 0 to 2)"],
    );
    let content = Content::with(FIELD, "[side.red]", &planted("[0, 0]", "kite"));
    let (library, diagnostics) = content.load();
    assert_eq!(diagnostics.errors(), 0);
    let level = library.levels.values().next().expect("a level");
    assert_eq!(level.planted[0].item.id, "kite");
}
