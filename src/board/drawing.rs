//! Drawings in code, of what depends on the shape of cells: a small writer of SVG.

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
    /// The colour that `#8c1f1a` stands for.
    pub(super) fn of_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self([red, green, blue]))
    }
}

impl std::fmt::Display for Ink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
