//! Drawings in code: a small writer of SVG, and a generator of numbers that only look random.

use std::fmt::Write as _;

use resvg::tiny_skia::Pixmap;

use crate::art::{ArtError, rasterise};

/// A drawing in the making, in units of which its box has so many each way.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    width: f32,
    height: f32,
    body: String,
}

impl Drawing {
    /// An empty drawing whose origin is the middle of its box.
    pub(super) fn new(width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            body: String::new(),
        }
    }

    /// Adds an element as SVG text.
    pub(super) fn add(&mut self, element: &str) -> &mut Self {
        self.body.push_str(element);
        self
    }

    /// A filled shape through points.
    pub(super) fn polygon(&mut self, points: &[[f32; 2]], attributes: &str) -> &mut Self {
        let _ = write!(
            self.body,
            "<polygon points=\"{}\" {attributes}/>",
            list(points)
        );
        self
    }

    /// A line through points.
    pub(super) fn polyline(&mut self, points: &[[f32; 2]], attributes: &str) -> &mut Self {
        let points = list(points);
        let _ = write!(
            self.body,
            "<polyline points=\"{points}\" fill=\"none\" {attributes}/>"
        );
        self
    }

    /// A path in SVG's notation.
    pub(super) fn path(&mut self, data: &str, attributes: &str) -> &mut Self {
        let _ = write!(self.body, "<path d=\"{data}\" {attributes}/>");
        self
    }

    /// A disc or circle.
    pub(super) fn circle(&mut self, [x, y]: [f32; 2], radius: f32, attributes: &str) -> &mut Self {
        let _ = write!(
            self.body,
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" {attributes}/>"
        );
        self
    }

    /// An ellipse.
    pub(super) fn ellipse(
        &mut self,
        [x, y]: [f32; 2],
        [rx, ry]: [f32; 2],
        attributes: &str,
    ) -> &mut Self {
        let _ = write!(
            self.body,
            "<ellipse cx=\"{x:.2}\" cy=\"{y:.2}\" rx=\"{rx:.2}\" ry=\"{ry:.2}\" {attributes}/>"
        );
        self
    }

    /// A straight line.
    pub(super) fn line(
        &mut self,
        [x1, y1]: [f32; 2],
        [x2, y2]: [f32; 2],
        attributes: &str,
    ) -> &mut Self {
        let _ = write!(
            self.body,
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" {attributes}/>"
        );
        self
    }

    /// An axis-parallel rectangle with rounded corners.
    pub(super) fn rect(
        &mut self,
        [x, y]: [f32; 2],
        [width, height]: [f32; 2],
        rounding: f32,
        attributes: &str,
    ) -> &mut Self {
        let _ = write!(
            self.body,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
             rx=\"{rounding:.2}\" {attributes}/>"
        );
        self
    }

    /// The whole as SVG text.
    pub(super) fn svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {width} {height}\">{}</svg>",
            -width / 2.0,
            -height / 2.0,
            self.body
        )
    }

    /// The whole as a picture in which a unit takes so many pixels.
    ///
    /// # Errors
    /// If it is no valid drawing or too large.
    pub(super) fn picture(&self, pixels_per_unit: f32) -> Result<Pixmap, ArtError> {
        let side = |length: f32| (length * pixels_per_unit).round().max(1.0) as u32;
        rasterise(&self.svg(), side(self.width), side(self.height))
    }
}

fn list(points: &[[f32; 2]]) -> String {
    points
        .iter()
        .map(|[x, y]| format!("{x:.2},{y:.2}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// An sRGB colour for drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink(pub(super) [u8; 3]);

impl Ink {
    /// Towards white by a fraction.
    pub(super) fn lighter(self, by: f32) -> Self {
        Self(self.0.map(|channel| mixed(channel, 255, by)))
    }

    /// Towards black by a fraction.
    pub(super) fn darker(self, by: f32) -> Self {
        Self(self.0.map(|channel| mixed(channel, 0, by)))
    }

    /// Towards another colour by a fraction.
    pub(super) fn towards(self, other: Self, by: f32) -> Self {
        Self([0, 1, 2].map(|index| mixed(self.0[index], other.0[index], by)))
    }
}

fn mixed(from: u8, to: u8, by: f32) -> u8 {
    (f32::from(from) + (f32::from(to) - f32::from(from)) * by).round() as u8
}

impl std::fmt::Display for Ink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Numbers for scattering tufts and stones; the same every time.
#[derive(Clone, Debug)]
pub(super) struct Scatter(u32);

impl Scatter {
    /// A sequence of its own for each seed.
    pub(super) const fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B1) | 1)
    }

    /// A number from `low` up to `high`.
    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        low + (high - low) * (self.0 >> 8) as f32 / (1u32 << 24) as f32
    }

    /// Points in a disc that keep a distance from each other; fewer than asked for if it is full.
    pub(super) fn spread(&mut self, count: usize, radius: f32, apart: f32) -> Vec<[f32; 2]> {
        let mut points: Vec<[f32; 2]> = Vec::with_capacity(count);
        for _ in 0..count * 24 {
            if points.len() == count {
                break;
            }
            let [x, y] = [self.between(-radius, radius), self.between(-radius, radius)];
            let free = points
                .iter()
                .all(|[px, py]| (px - x).hypot(py - y) >= apart);
            if x.hypot(y) <= radius && free {
                points.push([x, y]);
            }
        }
        // From the top down, so that what stands in front is drawn over what stands behind.
        points.sort_by(|a, b| a[1].total_cmp(&b[1]));
        points
    }
}
