//! How often each whole number came up, as columns side by side.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{FAINT, FONT, INK, LETTER, drawn, failed, legend};
use crate::{LabError, histogram::Histogram};

const SIZE: (i32, i32) = (720, 300);
/// More columns than this are put together, several numbers in one.
const MOST_COLUMNS: u32 = 60;

/// The columns of one series.
pub(crate) struct Columns<'a> {
    /// What they are.
    pub(crate) name: &'a str,
    /// Their colour.
    pub(crate) colour: RGBColor,
    /// How often each number came up.
    pub(crate) counts: &'a Histogram,
}

/// Columns over the numbers from the least to the greatest, in per cent of each series.
pub(crate) fn column_chart(series: &[Columns], what: &str) -> Result<String, LabError> {
    let numbers = || {
        series
            .iter()
            .flat_map(|columns| columns.counts.iter().map(|(number, _)| number))
    };
    let (least, most) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
    let step = ((most - least) / MOST_COLUMNS + 1).max(1);
    let heights: Vec<Vec<(u32, f64)>> = series.iter().map(|one| shares(one, least, step)).collect();
    let highest = heights
        .iter()
        .flatten()
        .map(|(_, share)| *share)
        .fold(0.0, f64::max);
    let (from, to) = (
        f64::from(least) - 0.5,
        f64::from(most) + f64::from(step) - 0.5,
    );
    drawn(SIZE, |canvas| {
        let names: Vec<(&str, RGBColor)> =
            series.iter().map(|one| (one.name, one.colour)).collect();
        if names.len() > 1 {
            legend(canvas, (70, 12), &names)?;
        }
        let font = TextStyle::from((FONT, LETTER).into_font()).color(&INK);
        let mut chart = ChartBuilder::on(canvas)
            .margin(6)
            .margin_top(26)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(from..to, 0.0..(highest * 1.08).max(1.0))
            .map_err(failed)?;
        // No more marks than there are numbers, so that none is written twice.
        let marks = usize::try_from((most - least).saturating_add(1))
            .unwrap_or(12)
            .clamp(1, 12);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(FAINT)
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .x_desc(what)
            .y_desc("share of battles")
            .x_labels(marks)
            .y_labels(5)
            .x_label_formatter(&|number| {
                if (number - number.round()).abs() < 1e-6 {
                    format!("{number:.0}")
                } else {
                    String::new()
                }
            })
            .y_label_formatter(&|share| format!("{share:.0} %"))
            .label_style(font.clone())
            .axis_desc_style(font.pos(Pos::new(HPos::Center, VPos::Top)))
            .draw()
            .map_err(failed)?;
        let width = 0.84 * f64::from(step) / series.len().max(1) as f64;
        for (index, (one, heights)) in series.iter().zip(&heights).enumerate() {
            let shift = width * index as f64 + 0.08 * f64::from(step) - 0.5;
            let columns = heights.iter().map(|&(number, share)| {
                let left = f64::from(number) + shift;
                Rectangle::new([(left, 0.0), (left + width, share)], one.colour.filled())
            });
            chart.draw_series(columns).map_err(failed)?;
        }
        Ok(())
    })
}

/// The share of each column in per cent, by the first number in it.
fn shares(columns: &Columns, least: u32, step: u32) -> Vec<(u32, f64)> {
    let total = columns.counts.total().unwrap_or(u64::MAX).max(1) as f64;
    let mut shares: Vec<(u32, f64)> = Vec::new();
    for (number, times) in columns.counts.iter() {
        let first = number - (number - least) % step;
        let share = 100.0 * times as f64 / total;
        match shares.last_mut() {
            Some((last, sum)) if *last == first => *sum += share,
            _ => shares.push((first, share)),
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn counts(json: &str) -> Histogram {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn neighbours_share_a_column_and_nothing_is_lost() {
        let counts = counts(r#"{"3":1,"4":2,"6":5,"9":2}"#);
        let columns = Columns {
            name: "",
            colour: INK,
            counts: &counts,
        };
        assert_eq!(shares(&columns, 3, 2), [(3, 30.0), (5, 50.0), (9, 20.0)]);
    }

    #[test]
    fn any_counts_can_be_drawn() {
        for json in [
            "{}",
            r#"{"0":1}"#,
            r#"{"7":3}"#,
            r#"{"0":1,"4294967295":9}"#,
        ] {
            let counts = counts(json);
            let columns = Columns {
                name: "a",
                colour: INK,
                counts: &counts,
            };
            let svg = column_chart(&[columns], "rounds").unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        }
    }
}
