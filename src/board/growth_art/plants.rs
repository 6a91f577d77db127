//! What grows: grass, reeds, trees and hay.

use crate::board::drawing::{Drawing, Ink, Scatter};

use super::OUTLINE;

/// Tufts of grass, short or to the hip.
pub(in crate::board) fn tufts(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, tall: bool) {
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

pub(super) fn reeds(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, dense: bool) {
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

pub(super) fn crowns(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, dense: bool) {
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

pub(super) fn great_tree(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
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

pub(super) fn haystack(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
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
