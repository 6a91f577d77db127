//! What grows or lies on the ground: tufts, reeds, trees, rocks, barrels, flames. It may reach a
//! little over the edge of its cell, so that woods and shallows do not look tiled.

use resvg::tiny_skia::Pixmap;
use shieldwall_content::{Terrain, terrain::Pattern};
use shieldwall_grid::Cover;

use crate::art::ArtError;

use super::{
    drawing::{Drawing, Ink, Scatter},
    tile_art::{PIXELS_PER_UNIT, TileShape},
};

/// How many different growths each terrain has.
pub(super) const GROWTH_VARIANTS: u32 = 5;

const OUTLINE: &str = "stroke=\"#1d1a16\" stroke-linejoin=\"round\"";

/// Whether anything grows or lies on a terrain.
pub(super) fn grows(terrain: &Terrain) -> bool {
    match terrain.pattern {
        Pattern::Reeds | Pattern::Trees | Pattern::Rocks | Pattern::Flames | Pattern::Hole => true,
        // Short grass is drawn with the ground: most maps are full of it.
        Pattern::Grass => terrain.cover != Cover::None,
        Pattern::Planks => !terrain.passable || terrain.cost > 1,
        Pattern::Furrows => terrain.cover != Cover::None,
        Pattern::Plain
        | Pattern::Waves
        | Pattern::DeepWaves
        | Pattern::Cobbles
        | Pattern::Masonry => false,
    }
}

/// Draws one variant of what grows on a terrain.
///
/// # Errors
/// Only if the drawing is malformed, which a test rules out.
pub(super) fn growth(terrain: &Terrain, variant: u32) -> Result<Pixmap, ArtError> {
    let [width, height] = TileShape::growth_box();
    let mut drawing = Drawing::new(width, height);
    if !grows(terrain) {
        return drawing.picture(PIXELS_PER_UNIT);
    }
    let ink = Ink(terrain.colour);
    let mut scatter = Scatter::new(variant * 104_729 + u32::from(terrain.colour[1]) + 17);
    match terrain.pattern {
        Pattern::Grass => tufts(
            &mut drawing,
            ink,
            &mut scatter,
            terrain.cover != Cover::None,
        ),
        Pattern::Reeds => reeds(
            &mut drawing,
            ink,
            &mut scatter,
            terrain.cover != Cover::None,
        ),
        Pattern::Trees if !terrain.passable => great_tree(&mut drawing, ink, &mut scatter),
        Pattern::Trees => crowns(&mut drawing, ink, &mut scatter, terrain.opaque),
        Pattern::Rocks if !terrain.passable => boulder(&mut drawing, ink, &mut scatter),
        Pattern::Rocks => rocks(
            &mut drawing,
            ink,
            &mut scatter,
            terrain.cover >= Cover::Half,
        ),
        Pattern::Flames => flames(&mut drawing, &mut scatter),
        Pattern::Hole if terrain.passable => pit(&mut drawing, ink),
        Pattern::Hole => well(&mut drawing, ink),
        Pattern::Planks if terrain.passable => barrels(&mut drawing, ink, variant),
        Pattern::Planks => stall(&mut drawing, ink, variant),
        Pattern::Furrows => haystack(&mut drawing, ink, &mut scatter),
        Pattern::Plain
        | Pattern::Waves
        | Pattern::DeepWaves
        | Pattern::Cobbles
        | Pattern::Masonry => {}
    }
    drawing.picture(PIXELS_PER_UNIT)
}

/// Tufts of grass, short or to the hip.
pub(super) fn tufts(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, tall: bool) {
    let (count, height) = if tall { (17, 15.0) } else { (7, 7.5) };
    let (dark, light) = (ink.darker(0.3), ink.lighter(0.2));
    for [x, y] in scatter.spread(count, 47.0, if tall { 11.0 } else { 17.0 }) {
        for blade in -1..=1 {
            let lean = blade as f32 * height * 0.42 + scatter.between(-1.0, 1.0);
            let rise = height * if blade == 0 { 1.15 } else { 0.85 };
            let tint = if blade == 1 { light } else { dark };
            let data = format!(
                "M{x:.1} {y:.1}q{:.1} {:.1} {lean:.1} {:.1}",
                lean * 0.15,
                -rise * 0.6,
                -rise
            );
            drawing.path(
                &data,
                &format!(
                    "fill=\"none\" stroke=\"{tint}\" stroke-width=\"1.9\" stroke-linecap=\"round\" \
                     stroke-opacity=\".75\""
                ),
            );
        }
    }
}

fn reeds(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, dense: bool) {
    let count = if dense { 20 } else { 7 };
    let (stalk, leaf, head) = (ink.darker(0.38), ink.lighter(0.14), Ink([96, 62, 34]));
    for (index, [x, y]) in scatter
        .spread(count, 41.0, if dense { 8.4 } else { 18.0 })
        .into_iter()
        .enumerate()
    {
        let (height, lean) = (scatter.between(17.0, 25.0), scatter.between(-5.0, 5.0));
        let tip = [x + lean, y - height];
        drawing.line(
            [x, y],
            tip,
            &format!("stroke=\"{stalk}\" stroke-width=\"2.1\" stroke-linecap=\"round\""),
        );
        let data = format!(
            "M{x:.1} {y:.1}q{:.1} {:.1} {:.1} {:.1}",
            -lean,
            -height * 0.4,
            -lean * 2.4 + 3.0,
            -height * 0.7
        );
        drawing.path(
            &data,
            &format!(
                "fill=\"none\" stroke=\"{leaf}\" stroke-width=\"2.2\" stroke-linecap=\"round\""
            ),
        );
        if index % 2 == 0 {
            drawing.ellipse(
                [tip[0], tip[1] - 2.0],
                [2.3, 5.6],
                &format!("fill=\"{head}\""),
            );
        }
    }
}

fn crown(drawing: &mut Drawing, ink: Ink, [x, y]: [f32; 2], radius: f32, scatter: &mut Scatter) {
    drawing.ellipse(
        [x + radius * 0.16, y + radius * 0.34],
        [radius * 1.04, radius * 0.86],
        "fill=\"#0d120a\" fill-opacity=\".28\"",
    );
    let mut outline = Vec::new();
    let lobes = 9;
    for lobe in 0..lobes * 2 {
        let angle = std::f32::consts::TAU * lobe as f32 / (lobes * 2) as f32;
        let reach = radius * if lobe % 2 == 0 { 1.0 } else { 0.86 } * scatter.between(0.94, 1.04);
        outline.push([x + reach * angle.cos(), y + reach * angle.sin()]);
    }
    drawing.polygon(
        &outline,
        &format!(
            "fill=\"{}\" {OUTLINE} stroke-width=\"1.8\" stroke-opacity=\".75\"",
            ink.darker(0.08)
        ),
    );
    drawing.ellipse(
        [x - radius * 0.2, y - radius * 0.24],
        [radius * 0.62, radius * 0.54],
        &format!("fill=\"{}\" fill-opacity=\".8\"", ink.lighter(0.16)),
    );
    drawing.ellipse(
        [x - radius * 0.32, y - radius * 0.4],
        [radius * 0.26, radius * 0.2],
        &format!("fill=\"{}\" fill-opacity=\".8\"", ink.lighter(0.34)),
    );
}

fn crowns(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, dense: bool) {
    let (count, apart) = if dense { (9, 15.0) } else { (5, 27.0) };
    for place in scatter.spread(count, 42.0, apart) {
        let radius = if dense {
            scatter.between(14.0, 19.0)
        } else {
            scatter.between(14.0, 21.0)
        };
        crown(drawing, ink, place, radius, scatter);
    }
    if dense {
        let thorn = ink.lighter(0.32);
        for [x, y] in scatter.spread(12, 44.0, 12.0) {
            let data = format!("M{:.1} {y:.1}l6 -4m-3 5l5 3", x - 3.0);
            drawing.path(
                &data,
                &format!(
                    "fill=\"none\" stroke=\"{thorn}\" stroke-width=\"1.4\" stroke-opacity=\".7\""
                ),
            );
        }
    }
}

fn great_tree(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    let leaf = ink.towards(Ink([86, 122, 66]), 0.62);
    for [dx, dy] in [[-24.0, 10.0], [24.0, 12.0], [0.0, -24.0], [-8.0, 20.0]] {
        crown(
            drawing,
            leaf,
            [dx, dy],
            scatter.between(30.0, 34.0),
            scatter,
        );
    }
    crown(drawing, leaf.lighter(0.05), [0.0, -2.0], 34.0, scatter);
    drawing.circle(
        [0.0, 0.0],
        9.5,
        &format!("fill=\"#6b4a2b\" {OUTLINE} stroke-width=\"2.4\""),
    );
    drawing.circle(
        [0.0, 0.0],
        5.0,
        "fill=\"none\" stroke=\"#a5794c\" stroke-width=\"1.6\"",
    );
}

fn stone(drawing: &mut Drawing, ink: Ink, [x, y]: [f32; 2], radius: f32, scatter: &mut Scatter) {
    drawing.ellipse(
        [x + radius * 0.14, y + radius * 0.5],
        [radius * 1.06, radius * 0.56],
        "fill=\"#120f0b\" fill-opacity=\".3\"",
    );
    let mut outline = Vec::new();
    for corner in 0..7 {
        let angle = std::f32::consts::TAU * corner as f32 / 7.0 + scatter.between(-0.2, 0.2);
        let reach = radius * scatter.between(0.86, 1.06);
        outline.push([x + reach * angle.cos(), y + reach * 0.84 * angle.sin()]);
    }
    drawing.polygon(
        &outline,
        &format!(
            "fill=\"{}\" {OUTLINE} stroke-width=\"1.9\"",
            ink.lighter(0.08)
        ),
    );
    let lit: Vec<[f32; 2]> = outline
        .iter()
        .map(|[px, py]| {
            [
                x + (px - x) * 0.6 - radius * 0.14,
                y + (py - y) * 0.52 - radius * 0.2,
            ]
        })
        .collect();
    drawing.polygon(
        &lit,
        &format!("fill=\"{}\" fill-opacity=\".85\"", ink.lighter(0.38)),
    );
}

fn rocks(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, high: bool) {
    let (count, low, most) = if high {
        (6, 11.0, 18.0)
    } else {
        (12, 4.0, 8.0)
    };
    for place in scatter.spread(count, 40.0, if high { 20.0 } else { 13.0 }) {
        let radius = scatter.between(low, most);
        stone(drawing, ink, place, radius, scatter);
    }
}

fn boulder(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    stone(drawing, ink, [0.0, 2.0], 46.0, scatter);
    let crack = ink.darker(0.45);
    drawing.polyline(
        &[[-18.0, -12.0], [-6.0, 2.0], [-10.0, 16.0], [2.0, 28.0]],
        &format!("stroke=\"{crack}\" stroke-width=\"2.2\""),
    );
    stone(drawing, ink, [-30.0, 30.0], 13.0, scatter);
    stone(drawing, ink, [32.0, 27.0], 11.0, scatter);
}

fn flames(drawing: &mut Drawing, scatter: &mut Scatter) {
    for (x, y, size) in [(-20.0, 20.0, 0.8), (20.0, 22.0, 0.85), (0.0, 26.0, 1.25)] {
        let size = size * scatter.between(0.92, 1.1);
        let tongue = |scale: f32| {
            let s = size * scale;
            format!(
                "M{x} {y}c{:.1} 0 {:.1} {:.1} {:.1} {:.1}c{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}c{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}z",
                -16.0 * s,
                -18.0 * s,
                -16.0 * s,
                -10.0 * s,
                -28.0 * s,
                2.0 * s,
                5.0 * s,
                5.0 * s,
                6.0 * s,
                6.0 * s,
                -18.0 * s,
                9.0 * s,
                9.0 * s,
                22.0 * s,
                46.0 * s,
                4.0 * s,
                46.0 * s,
            )
        };
        drawing.path(
            &tongue(1.0),
            &format!("fill=\"#e2571e\" {OUTLINE} stroke-width=\"1.6\" stroke-opacity=\".6\""),
        );
        drawing.path(&tongue(0.68), "fill=\"#f79a2b\"");
        drawing.path(&tongue(0.4), "fill=\"#ffe27a\"");
    }
}

fn pit(drawing: &mut Drawing, ink: Ink) {
    drawing.ellipse(
        [0.0, 0.0],
        [46.0, 41.0],
        &format!("fill=\"{}\"", ink.lighter(0.26)),
    );
    drawing.ellipse(
        [1.0, 3.0],
        [42.0, 36.0],
        &format!("fill=\"{}\"", ink.lighter(0.08)),
    );
    drawing.ellipse(
        [2.0, 7.0],
        [36.0, 28.0],
        &format!("fill=\"{}\"", ink.darker(0.3)),
    );
    drawing.ellipse([3.0, 11.0], [27.0, 19.0], "fill=\"#050404\"");
    for angle in (0..360).step_by(30) {
        let (sin, cos) = (angle as f32).to_radians().sin_cos();
        drawing.line(
            [cos * 45.0, sin * 40.0],
            [cos * 38.0, sin * 33.0 + 2.0],
            &format!("stroke=\"{}\" stroke-width=\"1.8\"", ink.lighter(0.42)),
        );
    }
}

fn well(drawing: &mut Drawing, ink: Ink) {
    drawing.ellipse(
        [4.0, 8.0],
        [40.0, 37.0],
        "fill=\"#0d0b08\" fill-opacity=\".3\"",
    );
    drawing.circle(
        [0.0, 0.0],
        37.0,
        &format!(
            "fill=\"{}\" {OUTLINE} stroke-width=\"2.6\"",
            ink.lighter(0.2)
        ),
    );
    for angle in (0..360).step_by(36) {
        let (sin, cos) = (angle as f32).to_radians().sin_cos();
        drawing.line(
            [cos * 23.0, sin * 23.0],
            [cos * 37.0, sin * 37.0],
            &format!("{OUTLINE} stroke-width=\"1.8\""),
        );
    }
    drawing.circle(
        [0.0, 0.0],
        23.0,
        &format!("fill=\"#182733\" {OUTLINE} stroke-width=\"2.4\""),
    );
    drawing.path(
        "M-12 3q6 -5 12 0t12 0",
        "fill=\"none\" stroke=\"#6fa3b5\" stroke-width=\"2\"",
    );
    drawing.rect(
        [-42.0, -4.0],
        [84.0, 8.0],
        3.0,
        &format!("fill=\"#7a5431\" {OUTLINE} stroke-width=\"2.2\""),
    );
}

fn barrels(drawing: &mut Drawing, ink: Ink, variant: u32) {
    let barrel = |drawing: &mut Drawing, [x, y]: [f32; 2], radius: f32| {
        drawing.ellipse(
            [x + 3.0, y + 6.0],
            [radius, radius * 0.92],
            "fill=\"#0d0b08\" fill-opacity=\".32\"",
        );
        drawing.circle(
            [x, y],
            radius,
            &format!(
                "fill=\"{}\" {OUTLINE} stroke-width=\"2.2\"",
                ink.darker(0.1)
            ),
        );
        drawing.circle(
            [x, y],
            radius * 0.78,
            &format!(
                "fill=\"{}\" stroke=\"#3c3a38\" stroke-width=\"2.4\"",
                ink.lighter(0.22)
            ),
        );
        for offset in [-0.4, 0.0, 0.4] {
            let half = radius * 0.72 * (1.0f32 - offset * offset * 1.4).max(0.1).sqrt();
            drawing.line(
                [x - half, y + offset * radius],
                [x + half, y + offset * radius],
                &format!("stroke=\"{}\" stroke-width=\"1.4\"", ink.darker(0.34)),
            );
        }
    };
    let crate_box = |drawing: &mut Drawing, [x, y]: [f32; 2], size: f32| {
        drawing.rect(
            [x + 3.0, y + 5.0],
            [size, size],
            2.0,
            "fill=\"#0d0b08\" fill-opacity=\".32\"",
        );
        drawing.rect(
            [x, y],
            [size, size],
            2.0,
            &format!(
                "fill=\"{}\" {OUTLINE} stroke-width=\"2.2\"",
                ink.lighter(0.12)
            ),
        );
        drawing.line(
            [x + 3.0, y + 3.0],
            [x + size - 3.0, y + size - 3.0],
            &format!("stroke=\"{}\" stroke-width=\"3\"", ink.darker(0.25)),
        );
        drawing.rect(
            [x + 3.0, y + 3.0],
            [size - 6.0, size - 6.0],
            1.0,
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"2.4\"",
                ink.darker(0.25)
            ),
        );
    };
    if variant.is_multiple_of(2) {
        crate_box(drawing, [2.0, -36.0], 32.0);
        barrel(drawing, [-18.0, -16.0], 18.0);
        barrel(drawing, [16.0, 20.0], 19.0);
        barrel(drawing, [-20.0, 24.0], 14.0);
    } else {
        barrel(drawing, [16.0, -20.0], 19.0);
        crate_box(drawing, [-38.0, -30.0], 33.0);
        crate_box(drawing, [-14.0, 8.0], 27.0);
        barrel(drawing, [27.0, 22.0], 13.0);
    }
}

fn stall(drawing: &mut Drawing, ink: Ink, variant: u32) {
    let cloth = if variant.is_multiple_of(2) {
        "#efe2c2"
    } else {
        "#d9e0cf"
    };
    drawing.rect(
        [-40.0, -32.0],
        [86.0, 76.0],
        3.0,
        "fill=\"#0d0b08\" fill-opacity=\".3\"",
    );
    drawing.rect(
        [-44.0, -38.0],
        [88.0, 76.0],
        3.0,
        &format!("fill=\"{cloth}\" {OUTLINE} stroke-width=\"2.4\""),
    );
    for stripe in 0..4 {
        drawing.rect(
            [-43.0 + 22.0 * stripe as f32, -37.0],
            [11.0, 74.0],
            0.0,
            &format!("fill=\"{ink}\""),
        );
    }
    drawing.rect(
        [-44.0, -38.0],
        [88.0, 76.0],
        3.0,
        &format!("fill=\"none\" {OUTLINE} stroke-width=\"2.4\""),
    );
    drawing.line(
        [-44.0, 0.0],
        [44.0, 0.0],
        "stroke=\"#1d1a16\" stroke-opacity=\".4\" stroke-width=\"2\"",
    );
}

fn haystack(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    drawing.ellipse(
        [4.0, 9.0],
        [44.0, 38.0],
        "fill=\"#0d0b08\" fill-opacity=\".3\"",
    );
    drawing.ellipse(
        [0.0, 0.0],
        [43.0, 38.0],
        &format!(
            "fill=\"{}\" {OUTLINE} stroke-width=\"2.2\"",
            ink.darker(0.08)
        ),
    );
    drawing.ellipse(
        [-5.0, -6.0],
        [30.0, 25.0],
        &format!("fill=\"{}\"", ink.lighter(0.22)),
    );
    let straw = ink.darker(0.36);
    for [x, y] in scatter.spread(26, 37.0, 8.0) {
        let length = (x.hypot(y)).max(1.0);
        let (dx, dy) = (x / length * 9.0, y / length * 8.0);
        drawing.line(
            [x, y],
            [x + dx, y + dy],
            &format!("stroke=\"{straw}\" stroke-width=\"1.6\" stroke-opacity=\".75\" stroke-linecap=\"round\""),
        );
    }
}

#[cfg(test)]
pub(super) mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// A terrain of every pattern, low and high, passable and not.
    pub(in crate::board) fn terrains() -> Vec<Terrain> {
        let patterns = [
            Pattern::Plain,
            Pattern::Grass,
            Pattern::Reeds,
            Pattern::Trees,
            Pattern::Rocks,
            Pattern::Waves,
            Pattern::DeepWaves,
            Pattern::Cobbles,
            Pattern::Planks,
            Pattern::Masonry,
            Pattern::Furrows,
            Pattern::Flames,
            Pattern::Hole,
        ];
        let mut terrains = Vec::new();
        for pattern in patterns {
            for (passable, opaque, cost, cover) in [
                (true, false, 1, Cover::None),
                (true, false, 2, Cover::Half),
                (true, true, 2, Cover::Heavy),
                (false, true, 1, Cover::None),
            ] {
                terrains.push(Terrain {
                    id: "any".to_owned(),
                    name: "Any".to_owned(),
                    description: String::new(),
                    passable,
                    opaque,
                    cost,
                    cover,
                    obstacle: None,
                    hazard: None,
                    colour: [120, 140, 90],
                    pattern,
                });
            }
        }
        terrains
    }

    #[test]
    fn what_grows_can_be_seen_and_what_does_not_is_empty() {
        for terrain in terrains() {
            for variant in 0..GROWTH_VARIANTS {
                let picture = growth(&terrain, variant).unwrap();
                let seen = picture.pixels().iter().any(|pixel| pixel.alpha() > 0);
                assert_eq!(seen, grows(&terrain), "{:?}", terrain.pattern);
            }
        }
    }
}
