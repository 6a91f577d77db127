//! What people leave about: barrels, stalls and fires.

use crate::board::drawing::{Drawing, Ink, Scatter};

use super::OUTLINE;

pub(super) fn barrels(drawing: &mut Drawing, ink: Ink, variant: u32) {
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

pub(super) fn stall(drawing: &mut Drawing, ink: Ink, variant: u32) {
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

pub(super) fn flames(drawing: &mut Drawing, scatter: &mut Scatter) {
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
