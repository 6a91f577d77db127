//! The result of a balance as a page with a heat map.

use maud::html;

use super::{
    balance_report::{reservation, title},
    balance_result::BalanceResult,
};
use crate::{
    LabError,
    charts::{Bar, GREEN, bar_chart, heat_map},
    page::{facts, figure, options, page, table},
    text_report::range,
};

/// The page.
///
/// # Errors
/// If a plot cannot be drawn.
pub(crate) fn of(result: &BalanceResult) -> Result<String, LabError> {
    let title = title(result);
    let bars: Vec<Bar> = result
        .units
        .iter()
        .map(|unit| Bar {
            name: unit.unit.clone(),
            parts: vec![unit.points],
            label: format!("{:.0}", unit.points),
            ..Bar::default()
        })
        .collect();
    let most = result
        .units
        .iter()
        .map(|unit| unit.points)
        .fold(0.0, f64::max);
    let names: Vec<&str> = result.units.iter().map(|unit| unit.unit.as_str()).collect();
    let units = result.units.iter().zip(1..).map(|(unit, number)| {
        [
            format!("{number}. {}", unit.unit),
            format!("{:.1}", unit.points),
            unit.warband_points.to_string(),
            format!("{:.1} %", 100.0 * unit.rate),
            range(unit.interval),
            unit.wins.to_string(),
            unit.losses.to_string(),
            unit.draws.to_string(),
        ]
    });
    let pairings = result.pairings.iter().map(|pairing| {
        [
            format!("{} against {}", pairing.a, pairing.b),
            format!("{:.1} %", 100.0 * pairing.a_rate),
            format!(
                "{:.1}–{:.1} %",
                100.0 * pairing.a_rate_low,
                100.0 * pairing.a_rate_high
            ),
            pairing.a_wins.to_string(),
            pairing.b_wins.to_string(),
            pairing.draws.to_string(),
        ]
    });
    let body = html! {
        h1 { (title) }
        @if let Some(reservation) = reservation(result) {
            p.warning { (reservation) }
        }
        p.quiet {
            "Half of the battles are played from the other end of the level. A draw counts as half a win for both."
        }
        h2 { "Points" }
        (figure(
            bar_chart(&[("points", GREEN)], &bars, most),
            "The odds of two units in a duel are as these points, after Bradley and Terry; 100 is the geometric \
             mean of all. What a unit counts in a warband is in the table.",
        )?)
        (table(["unit", "duel", "warband", "win rate", "95 %", "won", "lost", "drawn"], units))
        h2 { "Who beats whom" }
        (figure(
            heat_map(&names, result.rates()),
            "Win rate of the row against the column, in per cent: blue wins, orange loses.",
        )?)
        details {
            summary { "All pairings" }
            (table(["pairing", "win rate", "95 %", "first won", "second won", "drawn"], pairings))
        }
        h2 { "What was played" }
        (facts([
            ("ruleset", result.plan.ruleset.clone()),
            ("level", result.plan.level.clone()),
            ("combatants a side", result.plan.size.to_string()),
            ("battles of each pairing", result.plan.battles.to_string()),
            ("brain", result.plan.brain.clone()),
            ("seed", result.plan.seed.to_string()),
            ("options", options(&result.plan.options)),
            ("content", result.plan.content.clone()),
            ("game", result.plan.game.clone()),
        ]))
    };
    Ok(page(&title, &body))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::balance::BalanceOutline;

    #[test]
    fn names_from_files_cannot_leave_their_place() {
        let evil = "</svg><script>alert(1)</script>";
        let plan = BalanceOutline {
            units: vec![evil.to_owned(), "tame".to_owned()],
            level: evil.to_owned(),
            ..BalanceOutline::default()
        };
        let page = of(&BalanceResult::of(plan, &[((0, 1), [1, 2, 3])].into())).unwrap();
        assert!(!page.contains("<script"));
        assert!(page.matches("alert(1)").count() >= 5);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    }
}
