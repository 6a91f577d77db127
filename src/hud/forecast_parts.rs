//! Parts that forecasts are drawn from: bars of outcomes, the histogram of hit points lost, and what
//! is at stake for others.

use bevy_egui::egui::{self, Align2, Color32, FontId, Rect, RichText, Sense, pos2, vec2};
use shieldwall_battle::{Forecast, Outcome, SideId, Stake, board::hostile};
use shieldwall_dice::{Distribution, percent, percents, precise_percent};

use crate::{palette::Palette, session::Session, theme};

use super::wording;

/// Outcomes as bars with their probabilities, in the order given; impossible ones are left out.
pub(super) fn bars(ui: &mut egui::Ui, outcomes: &[Outcome], palette: &Palette) {
    let possible = || outcomes.iter().filter(|outcome| outcome.probability > 0.0);
    let all: Vec<f64> = possible().map(|outcome| outcome.probability).collect();
    for (outcome, share) in possible().zip(percents(&all)) {
        let size = vec2(ui.available_width(), 16.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect_filled(rect, 3.0, theme::BACKDROP);
        let mut filled = rect;
        filled.set_width(rect.width() * (outcome.probability as f32).clamp(0.0, 1.0));
        ui.painter()
            .rect_filled(filled, 3.0, palette.accent().gamma_multiply(0.34));
        let text = share.to_string();
        let number = ui.painter().text(
            rect.right_center() - vec2(4.0, 0.0),
            Align2::RIGHT_CENTER,
            text,
            FontId::proportional(12.0),
            Color32::WHITE,
        );
        let clip = Rect::from_min_max(rect.min, pos2(number.min.x - 4.0, rect.max.y));
        ui.painter()
            .with_clip_rect(clip.intersect(ui.clip_rect()))
            .text(
                rect.left_center() + vec2(5.0, 0.0),
                Align2::LEFT_CENTER,
                outcome.label,
                FontId::proportional(12.0),
                theme::TEXT,
            );
        let exact = precise_percent(outcome.probability);
        response.on_hover_text(format!("{}: {exact}", outcome.label));
    }
}

/// A column of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    /// The least value that it covers.
    from: i32,
    /// The greatest.
    to: i32,
    /// How probable these values are.
    probability: f64,
    /// How probable that they fell is, as a part of that.
    defeating: f64,
}

/// The columns of a histogram: values with their probabilities and the part of them that takes the target out,
/// gathered so that at most `most` columns are needed.
fn columns(distribution: &Distribution, defeating: &[(i32, f64)], most: usize) -> Vec<Column> {
    let (low, high) = (distribution.min(), distribution.max());
    let span = usize::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(usize::MAX);
    let width = i32::try_from(span.div_ceil(most.max(1)))
        .unwrap_or(i32::MAX)
        .max(1);
    let mut columns = Vec::new();
    let mut from = low;
    while from <= high {
        let to = from.saturating_add(width - 1).min(high);
        let defeating = defeating
            .iter()
            .filter(|(lost, _)| (from..=to).contains(lost));
        columns.push(Column {
            from,
            to,
            probability: (from..=to)
                .map(|value| distribution.probability_of(value))
                .sum(),
            defeating: defeating.map(|(_, probability)| probability).sum(),
        });
        if to == i32::MAX {
            break;
        }
        from = to + 1;
    }
    columns
}

/// A histogram of hit points lost; what takes the target out is drawn as bad news. That nothing is lost is
/// left out: it would dwarf the rest, and the outcomes tell it.
pub(super) fn histogram(
    ui: &mut egui::Ui,
    distribution: &Distribution,
    defeating: &[(i32, f64)],
    palette: &Palette,
) {
    let mut columns = columns(distribution, defeating, 32);
    columns.retain(|column| column.to > 0);
    let size = vec2(ui.available_width(), 52.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, theme::BACKDROP);
    let ground = rect.max.y - 13.0;
    let highest = columns
        .iter()
        .map(|column| column.probability)
        .fold(0.0, f64::max)
        .max(1e-9);
    let step = rect.width() / columns.len().max(1) as f32;
    let mut pointed = None;
    for (index, column) in columns.iter().enumerate() {
        let left = rect.min.x + step * index as f32;
        let height = |probability: f64| {
            let height = (ground - rect.min.y - 3.0) * (probability / highest) as f32;
            // What is possible at all can be seen.
            if probability > 0.0 {
                height.max(1.5)
            } else {
                0.0
            }
        };
        let bar = |probability: f64| {
            Rect::from_min_max(
                pos2(left + 1.0, ground - height(probability)),
                pos2((left + step - 1.0).max(left + 2.0), ground),
            )
        };
        painter.rect_filled(bar(column.probability), 1.0, palette.accent());
        if column.defeating > 0.0 {
            painter.rect_filled(bar(column.defeating), 1.0, palette.bad());
        }
        let whole = Rect::from_x_y_ranges(left..=left + step, rect.y_range());
        if response
            .hover_pos()
            .is_some_and(|pointer| whole.contains(pointer))
        {
            pointed = Some(*column);
        }
    }
    let label = |x: f32, align: Align2, text: String| {
        painter.text(
            pos2(x, rect.max.y - 1.0),
            align,
            text,
            FontId::proportional(12.0),
            theme::FAINT,
        );
    };
    let lowest = columns.first().map_or(0, |column| column.from.max(1));
    label(rect.min.x + 3.0, Align2::LEFT_BOTTOM, lowest.to_string());
    label(
        rect.max.x - 3.0,
        Align2::RIGHT_BOTTOM,
        distribution.max().to_string(),
    );
    label(
        rect.center().x,
        Align2::CENTER_BOTTOM,
        "hit points lost".to_owned(),
    );
    if let Some(column) = pointed {
        let values = if column.from == column.to {
            column.from.to_string()
        } else {
            format!("{} to {}", column.from, column.to)
        };
        let mut text = format!("{values}: {}", precise_percent(column.probability));
        if column.defeating > 0.0 {
            let defeating = precise_percent(column.defeating);
            text.push_str(&format!(", out of the fight by it: {defeating}"));
        }
        response.on_hover_text(text);
    }
}

/// Harm that an attack does to its target, in one line: "harm 60 %, mean 3.4, defeat 25 %"; `None` if it cannot harm it.
pub(super) fn at_a_glance(forecast: &Forecast) -> Option<String> {
    let loss = forecast.loss.as_ref().filter(|loss| loss.max() > 0)?;
    let (harm, defeat) = (
        percent(1.0 - loss.probability_of(0)),
        percent(forecast.defeats),
    );
    Some(format!(
        "harm {harm}, mean {:.1}, defeat {defeat}",
        loss.mean()
    ))
}

/// True if the subject of a forecast is an enemy of the side that decides.
pub(super) fn is_about_an_enemy(session: &Session, forecast: &Forecast) -> bool {
    let level = &session.plan.setup.level;
    let side = session.decision.as_ref().map(|open| open.side);
    let subject = forecast
        .subject
        .and_then(|who| wording::figure(session, who));
    side.zip(subject)
        .is_some_and(|(side, figure)| hostile(level, side, figure.side))
}

/// Least probability of harm of one's own that is shown in red.
const WORTH_TELLING: f64 = 0.02;

/// Those of a side and its allies who may come to harm, and all others.
pub(super) fn own_first<'a>(
    session: &Session,
    side: Option<SideId>,
    stakes: &'a [Stake],
) -> (Vec<&'a Stake>, Vec<&'a Stake>) {
    let level = &session.plan.setup.level;
    let own = |stake: &&Stake| {
        let figure = wording::figure(session, stake.who);
        let allied = side
            .zip(figure)
            .is_some_and(|(side, figure)| !hostile(level, side, figure.side));
        let harm = stake.loss.as_ref();
        let harm = harm.map_or(0.0, |loss| 1.0 - loss.probability_of(0));
        allied && harm.max(stake.defeats) >= WORTH_TELLING
    };
    stakes.iter().partition(own)
}

/// What a choice may mean for others than the one it is about: a line for each.
pub(super) fn stakes<'a>(
    ui: &mut egui::Ui,
    session: &Session,
    stakes: impl IntoIterator<Item = &'a Stake>,
) {
    for stake in stakes {
        let name = RichText::new(wording::name(session, stake.who)).size(12.0);
        let words = RichText::new(at_stake(stake)).size(12.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 15.0;
            ui.label(name.strong().color(theme::TEXT));
            ui.label(words.color(theme::FAINT));
        });
    }
}

/// What may become of somebody, in a line.
pub(super) fn at_stake(stake: &Stake) -> String {
    let mut parts = Vec::new();
    if stake.loss.as_ref().is_some_and(|loss| loss.max() > 0) {
        let harm = stake
            .loss
            .as_ref()
            .map_or(0.0, |loss| 1.0 - loss.probability_of(0));
        parts.push(format!(
            "harm {}, mean {:.1}",
            percent(harm),
            stake.expected_loss()
        ));
    }
    let falls = [("falls", stake.defeats), ("dies", stake.kills)];
    for (word, probability) in falls.into_iter().chain(
        stake
            .changes
            .iter()
            .map(|(change, part)| (change.key, *part)),
    ) {
        if probability > 0.0 {
            parts.push(format!("{word} {}", percent(probability)));
        }
    }
    if parts.is_empty() {
        return "is spared".to_owned();
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::CombatantId;

    use super::*;

    #[test]
    fn a_line_says_all_that_is_at_stake_and_nothing_that_is_not() {
        let mut stake = Stake {
            who: CombatantId(1),
            loss: Some(Distribution::certain(0)),
            defeats: 0.0,
            kills: 0.0,
            changes: Vec::new(),
        };
        assert_eq!(at_stake(&stake), "is spared");
        stake.loss = Some(Distribution::certain(3));
        stake.defeats = 0.25;
        stake.changes = vec![(crate::sample_terms::GRABBED, 0.5)];
        let (quarter, half) = (percent(0.25), percent(0.5));
        assert_eq!(
            at_stake(&stake),
            format!(
                "harm {}, mean 3.0, falls {quarter}, grabbed {half}",
                percent(1.0)
            )
        );
    }

    #[test]
    fn columns_keep_every_probability() {
        let nothing = columns(&Distribution::certain(0), &[], 24);
        let only = Column {
            from: 0,
            to: 0,
            probability: 1.0,
            defeating: 0.0,
        };
        assert_eq!(nothing, [only]);
        let wide = Distribution::of_outcomes((0..=100).map(|lost| (lost, 1.0 / 101.0)));
        let defeating: Vec<(i32, f64)> = (50..=100).map(|lost| (lost, 0.005)).collect();
        let all = columns(&wide, &defeating, 10);
        assert!(all.len() <= 10);
        let sum = |part: fn(&Column) -> f64| all.iter().map(part).sum::<f64>();
        assert!((sum(|column| column.probability) - 1.0).abs() < 1e-12);
        assert!((sum(|column| column.defeating) - 51.0 * 0.005).abs() < 1e-12);
        // Red begins in the column that holds the first amount that takes somebody out.
        let red = all
            .iter()
            .find(|column| column.defeating > 0.0)
            .map(|red| (red.from, red.to));
        assert_eq!(red, Some((44, 54)));
    }
}
