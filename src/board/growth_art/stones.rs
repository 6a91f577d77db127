//! Stones, and holes in the ground.

use crate::board::drawing::{Drawing, Ink, Scatter};

use super::OUTLINE;

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

pub(super) fn rocks(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter, high: bool) {
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

pub(super) fn boulder(drawing: &mut Drawing, ink: Ink, scatter: &mut Scatter) {
    stone(drawing, ink, [0.0, 2.0], 46.0, scatter);
    let crack = ink.darker(0.45);
    drawing.polyline(
        &[[-18.0, -12.0], [-6.0, 2.0], [-10.0, 16.0], [2.0, 28.0]],
        &format!("stroke=\"{crack}\" stroke-width=\"2.2\""),
    );
    stone(drawing, ink, [-30.0, 30.0], 13.0, scatter);
    stone(drawing, ink, [32.0, 27.0], 11.0, scatter);
}

pub(super) fn pit(drawing: &mut Drawing, ink: Ink) {
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

pub(super) fn well(drawing: &mut Drawing, ink: Ink) {
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
