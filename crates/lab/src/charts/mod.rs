//! Plots as SVG, for reports that are one file.
//!
//! Ink, grid and ground are drawn in colours of their own that the style of the page replaces, see
//! [`crate::page`], so that the same plot can be read on a light and on a dark page.

mod bar_chart;
mod column_chart;
mod heat_map;

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use crate::LabError;

pub(crate) use bar_chart::{Bar, bar_chart};
pub(crate) use column_chart::{Columns, column_chart};
pub(crate) use heat_map::heat_map;

/// Text and axes; the page replaces it.
pub(crate) const INK: RGBColor = RGBColor(0x22, 0x22, 0x21);
/// Lines that help the eye; the page replaces it.
pub(crate) const FAINT: RGBColor = RGBColor(0xcc, 0xcc, 0xcd);
/// The red commander, and damage taken.
pub(crate) const RED: RGBColor = RGBColor(0xc4, 0x55, 0x3f);
/// The blue commander, and damage dealt.
pub(crate) const BLUE: RGBColor = RGBColor(0x4a, 0x7d, 0xbd);
/// Draws, and attacks that missed.
pub(crate) const GREY: RGBColor = RGBColor(0x8b, 0x91, 0x99);
/// Attacks that hit, and points.
pub(crate) const GREEN: RGBColor = RGBColor(0x4f, 0x8f, 0x5a);
/// Attacks that were blocked.
pub(crate) const YELLOW: RGBColor = RGBColor(0xc6, 0x9a, 0x26);
/// Attacks that were dodged.
pub(crate) const VIOLET: RGBColor = RGBColor(0x87, 0x6f, 0xb5);

const FONT: &str = "sans-serif";
/// Height of letters in pixels, roughly.
const LETTER: i32 = 15;

type Canvas<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Draws on a canvas of this size and gives the SVG.
fn drawn(
    (width, height): (i32, i32),
    draw: impl FnOnce(&Canvas) -> Result<(), LabError>,
) -> Result<String, LabError> {
    let size = |length: i32| u32::try_from(length.max(1)).unwrap_or(1);
    let mut svg = String::new();
    {
        let canvas =
            SVGBackend::with_string(&mut svg, (size(width), size(height))).into_drawing_area();
        draw(&canvas)?;
        canvas.present().map_err(failed)?;
    }
    Ok(svg)
}

/// A plotting library's error as ours.
fn failed(error: impl std::fmt::Display) -> LabError {
    LabError::Plot(error.to_string())
}

fn text_style(colour: RGBColor, across: HPos) -> TextStyle<'static> {
    TextStyle {
        font: (FONT, LETTER).into_font(),
        color: colour.to_backend_color(),
        pos: Pos::new(across, VPos::Center),
    }
}

fn text(canvas: &Canvas, text: &str, at: (i32, i32), across: HPos) -> Result<(), LabError> {
    let text = Text::new(text.to_owned(), at, text_style(INK, across));
    canvas.draw(&text).map_err(failed)
}

fn line(
    canvas: &Canvas,
    from: (i32, i32),
    to: (i32, i32),
    colour: RGBColor,
) -> Result<(), LabError> {
    let line = PathElement::new(vec![from, to], colour.stroke_width(1));
    canvas.draw(&line).map_err(failed)
}

fn filled(
    canvas: &Canvas,
    from: (i32, i32),
    to: (i32, i32),
    colour: RGBColor,
) -> Result<(), LabError> {
    canvas
        .draw(&Rectangle::new([from, to], colour.filled()))
        .map_err(failed)
}

/// Room that a text needs, in pixels; generous, as the font is the reader's.
fn room(text: &str) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 16);
    letters.saturating_mul(8)
}

/// What the colours mean, in a row from here.
fn legend(
    canvas: &Canvas,
    (mut x, y): (i32, i32),
    series: &[(&str, RGBColor)],
) -> Result<(), LabError> {
    for (name, colour) in series {
        filled(canvas, (x, y - 6), (x + 12, y + 6), *colour)?;
        text(canvas, name, (x + 18, y), HPos::Left)?;
        x += 18 + room(name) + 18;
    }
    Ok(())
}
