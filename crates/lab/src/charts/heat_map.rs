//! A square of shares, from never to always by colour.

use plotters::{
    element::Text,
    style::{RGBColor, text_anchor::HPos},
};

use super::{drawn, failed, filled, room, text, text_style};
use crate::LabError;

const CELL: (i32, i32) = (44, 26);
const NEVER: RGBColor = RGBColor(0xb3, 0x58, 0x06);
const EVEN: RGBColor = RGBColor(0xf4, 0xf2, 0xee);
const ALWAYS: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
/// Dark writing on light cells; the page leaves it as it is.
const DARK: RGBColor = RGBColor(0x15, 0x15, 0x15);
/// Light writing on dark cells; the page leaves it as it is.
const LIGHT: RGBColor = RGBColor(0xfe, 0xfe, 0xfe);

/// A square with a row and a column for each name. A cell holds the share of the row against the
/// column, from 0 to 1; `None` stays empty. Columns are numbered like the rows.
pub(crate) fn heat_map(
    names: &[&str],
    share: impl Fn(usize, usize) -> Option<f64>,
) -> Result<String, LabError> {
    let titles: Vec<String> = names
        .iter()
        .zip(1..)
        .map(|(name, number)| format!("{name}  {number}"))
        .collect();
    let left = titles.iter().map(|title| room(title)).max().unwrap_or(0) + 12;
    let (wide, high) = CELL;
    let side = i32::try_from(names.len())
        .unwrap_or(i32::MAX / 1_000)
        .min(10_000);
    let place = |column: i32, row: i32| (left + column * wide, high + row * high);
    drawn((left + side * wide + 8, high + side * high + 8), |canvas| {
        for (row, title) in (0..side).zip(&titles) {
            let (x, y) = place(row, row);
            text(canvas, title, (left - 8, y + high / 2), HPos::Right)?;
            text(
                canvas,
                &(row + 1).to_string(),
                (x + wide / 2, high / 2),
                HPos::Center,
            )?;
        }
        for (row, y) in (0..names.len()).zip(0..side) {
            for (column, x) in (0..names.len()).zip(0..side) {
                let Some(share) = share(row, column) else {
                    continue;
                };
                let (from, to) = (place(x, y), place(x + 1, y + 1));
                let ground = colour(share);
                filled(canvas, from, (to.0 - 1, to.1 - 1), ground)?;
                let middle = (from.0 + wide / 2, from.1 + high / 2);
                let ink = if is_dark(ground) { LIGHT } else { DARK };
                let percent = Text::new(
                    format!("{:.0}", 100.0 * share),
                    middle,
                    text_style(ink, HPos::Center),
                );
                canvas.draw(&percent).map_err(failed)?;
            }
        }
        Ok(())
    })
}

/// Between the colours of never, even and always.
fn colour(share: f64) -> RGBColor {
    let (end, way) = if share < 0.5 {
        (NEVER, 1.0 - 2.0 * share)
    } else {
        (ALWAYS, 2.0 * share - 1.0)
    };
    let mix = |from: u8, to: u8| {
        let value = f64::from(from) + (f64::from(to) - f64::from(from)) * way.clamp(0.0, 1.0);
        value.round() as u8
    };
    RGBColor(mix(EVEN.0, end.0), mix(EVEN.1, end.1), mix(EVEN.2, end.2))
}

fn is_dark(RGBColor(red, green, blue): RGBColor) -> bool {
    let light = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    light < 140.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_stands_out_from_its_cell() {
        assert_eq!(colour(0.0), NEVER);
        assert_eq!(colour(0.5), EVEN);
        assert_eq!(colour(1.0), ALWAYS);
        assert!(is_dark(colour(0.0)) && is_dark(colour(1.0)) && !is_dark(colour(0.5)));
    }
}
