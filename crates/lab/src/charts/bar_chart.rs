//! Named bars, one below the other, each of one or several parts.

use plotters::style::{RGBColor, text_anchor::HPos};

use super::{FAINT, INK, drawn, filled, legend, line, room, text};
use crate::{LabError, interval::Interval};

const WIDTH: i32 = 720;
const ROW: i32 = 26;
const TOP: i32 = 30;

/// One bar.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bar {
    /// Its name.
    pub(crate) name: String,
    /// The lengths of its parts, in the order of the series.
    pub(crate) parts: Vec<f64>,
    /// The series of its first part; others follow.
    pub(crate) first: usize,
    /// Where its true length lies, if that is known.
    pub(crate) interval: Option<Interval>,
    /// What is written behind it.
    pub(crate) label: String,
}

/// Bars with the parts of each in the colours of the series. They begin at 0 and may go on to `most`.
pub(crate) fn bar_chart(
    series: &[(&str, RGBColor)],
    bars: &[Bar],
    most: f64,
) -> Result<String, LabError> {
    let longest = |text: fn(&Bar) -> &str| bars.iter().map(|bar| room(text(bar))).max();
    let left = longest(|bar| &bar.name).unwrap_or(0).clamp(40, 260) + 12;
    let right = longest(|bar| &bar.label).unwrap_or(0) + 16;
    let rows = i32::try_from(bars.len())
        .unwrap_or(i32::MAX / ROW)
        .min(10_000);
    let length = f64::from((WIDTH - left - right).max(80));
    let most = if most > 0.0 { most } else { 1.0 };
    let across = |value: f64| left + (length * (value / most).clamp(0.0, 1.0)).round() as i32;
    let bottom = TOP + rows * ROW;
    drawn((WIDTH, bottom + 8), |canvas| {
        legend(canvas, (left, 14), series)?;
        for quarter in 0..=4 {
            let x = across(most * f64::from(quarter) / 4.0);
            line(canvas, (x, TOP), (x, bottom), FAINT)?;
        }
        for (bar, row) in bars.iter().zip(0..rows) {
            let y = TOP + row * ROW + ROW / 2;
            text(canvas, &bar.name, (left - 8, y), HPos::Right)?;
            let mut from = 0.0;
            for (part, (_, colour)) in bar.parts.iter().zip(series.iter().skip(bar.first)) {
                let to = from + part;
                if across(to) > across(from) {
                    filled(
                        canvas,
                        (across(from), y - ROW / 2 + 4),
                        (across(to), y + ROW / 2 - 4),
                        *colour,
                    )?;
                }
                from = to;
            }
            if let Some(Interval { low, high }) = bar.interval {
                line(canvas, (across(low), y), (across(high), y), INK)?;
                for end in [across(low), across(high)] {
                    line(canvas, (end, y - 5), (end, y + 5), INK)?;
                }
            }
            text(canvas, &bar.label, (WIDTH - 8, y), HPos::Right)?;
        }
        Ok(())
    })
}
