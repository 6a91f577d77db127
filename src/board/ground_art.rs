//! The ground of cells: colour, a little unevenness, and what is flat about a terrain's pattern.

use resvg::tiny_skia::Pixmap;
use shieldwall_content::{Terrain, terrain::Pattern};

use crate::art::ArtError;

use super::{
    drawing::{Drawing, Ink, Scatter},
    growth_art::tufts,
    tile_art::{PIXELS_PER_UNIT, TileShape},
};

/// How many different tiles each terrain's ground has.
pub(super) const GROUND_VARIANTS: u32 = 6;

/// Draws one variant of a terrain's ground.
///
/// # Errors
/// Only if the drawing is malformed, which a test rules out.
pub(super) fn ground(
    shape: TileShape,
    terrain: &Terrain,
    variant: u32,
) -> Result<Pixmap, ArtError> {
    // Under a great tree there is grass in the shade, whatever the colour of its leaves.
    let ink = match terrain.pattern {
        Pattern::Trees if !terrain.passable => Ink(terrain.colour).towards(Ink([92, 112, 66]), 0.6),
        _ => Ink(terrain.colour),
    };
    let mut scatter =
        Scatter::new(variant * 7919 + terrain.colour.map(u32::from).iter().sum::<u32>());
    let mut drawing = shape.drawing();
    shape.clip(&mut drawing);
    shape.fill(&mut drawing, &format!("fill=\"{ink}\""));
    mottle(&mut drawing, ink, &mut scatter);
    match terrain.pattern {
        Pattern::Plain => specks(&mut drawing, ink, &mut scatter),
        Pattern::Waves => waves(&mut drawing, ink, &mut scatter, 5),
        Pattern::DeepWaves => waves(&mut drawing, ink.darker(0.1), &mut scatter, 8),
        Pattern::Cobbles => cobbles(&mut drawing, ink, &mut scatter),
        Pattern::Planks if terrain.passable && terrain.cost == 1 => {
            planks(&mut drawing, ink, &mut scatter);
        }
        Pattern::Masonry => masonry(&mut drawing, ink, variant),
        Pattern::Furrows if terrain.cover == shieldwall_grid::Cover::None => {
            furrows(&mut drawing, ink, &mut scatter);
        }
        Pattern::Reeds => waves(
            &mut drawing,
            ink.towards(Ink([120, 160, 165]), 0.35),
            &mut scatter,
            3,
        ),
        Pattern::Flames => embers(&mut drawing, ink, &mut scatter),
        Pattern::Grass if terrain.cover == shieldwall_grid::Cover::None => {
            tufts(&mut drawing, ink, &mut scatter, false);
        }
        Pattern::Grass
        | Pattern::Trees
        | Pattern::Rocks
        | Pattern::Planks
        | Pattern::Furrows
        | Pattern::Hole => {}
    }
    drawing.add("</g>");
    // The visible edge of the cell: a line along the inside, dark on light ground and light on dark.
    let brightness: u32 = terrain.colour.map(u32::from).iter().sum();
    let edge = if brightness > 210 {
        "stroke=\"#1a1408\" stroke-opacity=\".17\""
    } else {
        "stroke=\"#fff4d8\" stroke-opacity=\".13\""
    };
    drawing.polygon(
        &shape.corners(0.4),
        &format!("fill=\"none\" {edge} stroke-width=\"2\""),
    );
    drawing.picture(PIXELS_PER_UNIT)
}

fn mottle(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    for [x, y] in scatter.spread(5, 52.0, 24.0) {
        let lighter = scatter.between(0.0, 1.0) > 0.5;
        let tint = if lighter {
            ink.lighter(0.10)
        } else {
            ink.darker(0.09)
        };
        let (rx, ry) = (scatter.between(14.0, 30.0), scatter.between(9.0, 18.0));
        drawing.ellipse(
            [x, y],
            [rx, ry],
            &format!("fill=\"{tint}\" fill-opacity=\".5\""),
        );
    }
}

fn specks(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    let dark = ink.darker(0.22);
    for [x, y] in scatter.spread(9, 48.0, 12.0) {
        let radius = scatter.between(0.8, 1.9);
        drawing.circle(
            [x, y],
            radius,
            &format!("fill=\"{dark}\" fill-opacity=\".55\""),
        );
    }
}

fn waves(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, count: usize) {
    let (light, dark) = (ink.lighter(0.34), ink.darker(0.22));
    for (index, [x, y]) in scatter.spread(count, 44.0, 17.0).into_iter().enumerate() {
        let length = scatter.between(7.0, 11.0);
        let tint = if index % 2 == 0 { light } else { dark };
        let data = format!(
            "M{:.1} {y:.1}q{:.1} -4 {length:.1} 0q{:.1} 4 {length:.1} 0",
            x - length,
            length / 2.0,
            length / 2.0,
        );
        drawing.path(
            &data,
            &format!(
                "fill=\"none\" stroke=\"{tint}\" stroke-width=\"2.2\" stroke-linecap=\"round\" \
                 stroke-opacity=\".8\""
            ),
        );
    }
}

fn cobbles(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    let gap = ink.darker(0.26);
    let mut row = 0;
    let mut y = -62.0;
    while y < 62.0 {
        let mut x = -64.0 + if row % 2 == 0 { 0.0 } else { 9.0 };
        while x < 64.0 {
            let width = scatter.between(15.0, 21.0);
            let tint = match scatter.between(0.0, 1.0) {
                pick if pick > 0.72 => ink.lighter(0.13),
                pick if pick < 0.28 => ink.darker(0.09),
                _ => ink,
            };
            drawing.rect(
                [x, y],
                [width - 2.0, 12.4],
                3.6,
                &format!(
                    "fill=\"{tint}\" stroke=\"{gap}\" stroke-opacity=\".6\" stroke-width=\"1.3\""
                ),
            );
            x += width;
        }
        y += 14.2;
        row += 1;
    }
}

fn planks(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    let gap = ink.darker(0.42);
    let mut y = -64.0;
    while y < 64.0 {
        let tint = if scatter.between(0.0, 1.0) > 0.5 {
            ink.lighter(0.08)
        } else {
            ink.darker(0.07)
        };
        drawing.rect(
            [-64.0, y],
            [128.0, 16.0],
            0.0,
            &format!("fill=\"{tint}\" stroke=\"{gap}\" stroke-width=\"1.5\""),
        );
        let joint = scatter.between(-44.0, 44.0);
        drawing.line(
            [joint, y],
            [joint, y + 16.0],
            &format!("stroke=\"{gap}\" stroke-width=\"1.4\""),
        );
        for nail in [joint - 3.5, joint + 3.5] {
            drawing.circle([nail, y + 8.0], 1.1, &format!("fill=\"{gap}\""));
        }
        y += 16.0;
    }
}

fn masonry(drawing: &mut Drawing, ink: Ink, variant: u32) {
    let (top, joint) = (ink.lighter(0.14), ink.darker(0.35));
    let mut scatter = Scatter::new(variant + 31);
    let mut y = -60.0;
    let mut row = 0;
    while y < 60.0 {
        let mut x = -66.0 + if row % 2 == 0 { 0.0 } else { 14.0 };
        while x < 66.0 {
            let tint = match scatter.between(0.0, 1.0) {
                pick if pick > 0.66 => top,
                pick if pick < 0.25 => ink.darker(0.1),
                _ => ink,
            };
            drawing.rect(
                [x, y],
                [28.0, 16.0],
                1.6,
                &format!("fill=\"{tint}\" stroke=\"{joint}\" stroke-width=\"1.8\""),
            );
            drawing.line(
                [x + 2.0, y + 2.2],
                [x + 25.0, y + 2.2],
                &format!(
                    "stroke=\"{}\" stroke-opacity=\".5\" stroke-width=\"1.4\"",
                    ink.lighter(0.4)
                ),
            );
            x += 28.0;
        }
        y += 16.0;
        row += 1;
    }
}

fn furrows(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    let (dark, light) = (ink.darker(0.28), ink.lighter(0.16));
    let mut y = -58.0;
    while y < 62.0 {
        let bend = scatter.between(-4.0, 4.0);
        let data = format!("M-66 {y:.1}q33 {bend:.1} 66 0t66 0");
        drawing.path(
            &data,
            &format!("fill=\"none\" stroke=\"{dark}\" stroke-width=\"3.2\" stroke-opacity=\".6\" stroke-dasharray=\"26 5 14 7\""),
        );
        let data = format!("M-66 {:.1}q33 {bend:.1} 66 0t66 0", y + 3.4);
        drawing.path(
            &data,
            &format!("fill=\"none\" stroke=\"{light}\" stroke-width=\"1.6\" stroke-opacity=\".6\" stroke-dasharray=\"20 9\""),
        );
        y += 13.0;
    }
}

fn embers(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    let (dark, glow) = (ink.darker(0.62), Ink([255, 214, 92]));
    drawing.ellipse(
        [0.0, 6.0],
        [46.0, 38.0],
        &format!("fill=\"{dark}\" fill-opacity=\".75\""),
    );
    for [x, y] in scatter.spread(12, 38.0, 11.0) {
        let radius = scatter.between(1.6, 3.6);
        drawing.circle(
            [x, y],
            radius,
            &format!("fill=\"{glow}\" fill-opacity=\".85\""),
        );
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::Layout;

    use super::{super::growth_art::tests::terrains, *};

    #[test]
    fn every_ground_fills_its_cell() {
        for layout in Layout::ALL {
            for terrain in terrains() {
                let picture = ground(TileShape(layout), &terrain, 1).unwrap();
                let middle = picture
                    .pixel(picture.width() / 2, picture.height() / 2)
                    .unwrap();
                assert_eq!(middle.alpha(), 255, "{layout:?} {:?}", terrain.pattern);
            }
        }
    }
}
