//! The result of a simulation as a page with plots.

use maud::{Markup, html};
use plotters::style::RGBColor;
use shieldwall_battle::SideId;

use crate::{
    LabError, SimResult,
    by_side::side_names,
    charts::{BLUE, Bar, Columns, GREEN, GREY, RED, VIOLET, YELLOW, bar_chart, column_chart},
    interval::Interval,
    page::{facts, figure, options, page, table},
    text_report::{by_frequency, count, levels, range, reservation, share, title, wins as won},
};

/// The colours of the sides.
const SIDES: [RGBColor; SideId::MOST] = [RED, BLUE, GREEN, YELLOW];

/// The page.
///
/// # Errors
/// If a plot cannot be drawn.
pub(crate) fn of(result: &SimResult) -> Result<String, LabError> {
    let title = title(result);
    let body = html! {
        h1 { (title) }
        @if let Some(reservation) = reservation(result) {
            p.warning { (reservation) }
        }
        p.quiet {
            "By " (side_names(result.plan.sides.len()))
            " the commanders are meant, with their warbands"
            @if result.plan.mirrored {
                "; they start from each other's sides of the level in turn"
            }
            "."
        }
        (wins(result)?)
        (rounds(result)?)
        (survivors(result)?)
        (units(result)?)
        (weapons(result)?)
        (rules(result))
        (plan(result))
    };
    Ok(page(&title, &body))
}

fn wins(result: &SimResult) -> Result<Markup, LabError> {
    let of = result.battles;
    let mut rows: Vec<(String, RGBColor, u64, Interval)> = Vec::new();
    for (side, name) in result.plan.alliances() {
        let found = result.wins.sides.get(side);
        if let Some((won, interval)) = found.zip(result.intervals.sides.get(side)) {
            rows.push((name, SIDES[side.index()], *won, *interval));
        }
    }
    let draws = (result.wins.draw, result.intervals.draw);
    rows.push(("draw".to_owned(), GREY, draws.0, draws.1));
    let bars: Vec<Bar> = rows
        .iter()
        .enumerate()
        .map(|(first, (name, _, won, interval))| Bar {
            name: name.clone(),
            parts: vec![*won as f64 / of.max(1) as f64],
            first,
            interval: Some(*interval),
            label: share(*won, of),
        })
        .collect();
    let series: Vec<(&str, RGBColor)> = rows
        .iter()
        .map(|(name, colour, _, _)| (name.as_str(), *colour))
        .collect();
    let chart = figure(
        bar_chart(&series, &bars, 1.0),
        "Share of battles won; the lines show where the true share lies with 95 % confidence, the \
         grid is in quarters.",
    )?;
    Ok(html! {
        h2 { "Wins" }
        (chart)
        (table(
            ["", "battles", "share", "95 %"],
            rows.iter().map(|(name, _, won, interval)| [
                name.clone(), won.to_string(), share(*won, of), range(*interval),
            ]),
        ))
        @if let Some(mirrored) = &result.mirrored {
            p {
                "By the side of the level from which the winner started: "
                (won(&mirrored.by_start, &result.plan, of))
                "."
            }
            p {
                "By brain: "
                @for (index, (brain, won)) in mirrored.by_brain.iter().enumerate() {
                    @if index > 0 { ", " }
                    (brain) " " (share(*won, of))
                }
                "."
            }
        }
    })
}

fn rounds(result: &SimResult) -> Result<Markup, LabError> {
    let rounds = &result.rounds;
    let columns = Columns {
        name: "rounds",
        colour: GREY,
        counts: &rounds.counts,
    };
    Ok(html! {
        h2 { "Length" }
        (figure(column_chart(&[columns], "rounds"), "How long the battles were.")?)
        p {
            (format!(
                "Mean {:.2} rounds, median {}, quartiles {} and {}, from {} to {}.",
                rounds.mean,
                rounds.median,
                rounds.lower_quartile,
                rounds.upper_quartile,
                rounds.min,
                rounds.max
            ))
        }
    })
}

fn survivors(result: &SimResult) -> Result<Markup, LabError> {
    let sides = result.plan.sides.iter().zip(result.survivors.iter());
    let columns: Vec<Columns> = result
        .survivors
        .iter()
        .map(|(side, spread)| Columns {
            name: side.key(),
            colour: SIDES[side.index()],
            counts: &spread.counts,
        })
        .collect();
    Ok(html! {
        h2 { "Survivors" }
        (figure(
            column_chart(&columns, "still in the fight at the end"),
            "How many of each side were still in the fight at the end.",
        )?)
        (table(
            ["", "of", "mean", "lower quartile", "median", "upper quartile"],
            sides.map(|((side, one), (_, spread))| [
                side.key().to_owned(),
                one.units.len().to_string(),
                format!("{:.2}", spread.mean),
                spread.lower_quartile.to_string(),
                spread.median.to_string(),
                spread.upper_quartile.to_string(),
            ]),
        ))
    })
}

fn units(result: &SimResult) -> Result<Markup, LabError> {
    let each = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
    let mut bars = Vec::new();
    for (unit, tally) in &result.units {
        let bar = |name: &str, first: usize, sum: u64| Bar {
            name: name.to_owned(),
            parts: vec![each(sum, tally.fielded)],
            first,
            interval: None,
            label: format!("{:.2}", each(sum, tally.fielded)),
        };
        bars.push(bar(unit, 0, tally.damage));
        bars.push(bar("", 1, tally.taken));
    }
    let most = bars
        .iter()
        .flat_map(|bar| &bar.parts)
        .copied()
        .fold(0.0, f64::max);
    let series = [("dealt", BLUE), ("taken", RED)];
    let rows = result.units.iter().map(|(unit, tally)| {
        let mean = |sum: u64| format!("{:.2}", each(sum, tally.fielded));
        [
            unit.clone(),
            tally.fielded.to_string(),
            mean(tally.damage),
            mean(tally.taken),
            mean(tally.defeated),
            mean(tally.healed),
            share(tally.survived, tally.fielded),
            share(tally.won, tally.fielded),
        ]
    });
    Ok(html! {
        h2 { "Units" }
        (figure(
            bar_chart(&series, &bars, most),
            "Hit points that one of the unit cost others, and lost itself, in a battle.",
        )?)
        (table(
            ["unit", "fielded", "dealt", "taken", "defeated", "healed", "survived", "won"],
            rows,
        ))
        p.quiet { "Dealt, taken, defeated and healed are for one combatant and battle." }
    })
}

fn weapons(result: &SimResult) -> Result<Markup, LabError> {
    if result.weapons.is_empty() {
        return Ok(html! { h2 { "Weapons" } p { "No combatant attacked." } });
    }
    let bars: Vec<Bar> = result
        .weapons
        .iter()
        .map(|(weapon, tally)| Bar {
            name: weapon.clone(),
            parts: [tally.hits, tally.blocked, tally.dodged, tally.missed()]
                .map(|times| times as f64 / tally.attacks.max(1) as f64)
                .to_vec(),
            first: 0,
            interval: None,
            label: count(tally.attacks, "attack"),
        })
        .collect();
    let series = [
        ("hit", GREEN),
        ("blocked", YELLOW),
        ("dodged", VIOLET),
        ("missed", GREY),
    ];
    let rows = result.weapons.iter().map(|(weapon, tally)| {
        [
            weapon.clone(),
            tally.attacks.to_string(),
            share(tally.hits, tally.attacks),
            share(tally.blocked, tally.attacks),
            share(tally.dodged, tally.attacks),
            share(tally.missed(), tally.attacks),
            tally.damage.to_string(),
            format!("{:.2}", tally.damage as f64 / tally.wounds.max(1) as f64),
        ]
    });
    Ok(html! {
        h2 { "Weapons" }
        (figure(bar_chart(&series, &bars, 1.0), "What came of the attacks with each weapon.")?)
        (table(
            ["weapon", "attacks", "hit", "blocked", "dodged", "missed", "damage",  "per wound"],
            rows,
        ))
        p.quiet { "Damage is what got through armour." }
        div.scroll {
            table {
                thead { tr { th scope="col" { "weapon" } th.words scope="col" { "levels of success" } } }
                tbody {
                    @for (weapon, tally) in &result.weapons {
                        tr { td { (weapon) } td.words { (levels(tally)) } }
                    }
                }
            }
        }
    })
}

fn rules(result: &SimResult) -> Markup {
    let all = by_frequency(result);
    let rows = all.iter().map(|(rule, tally)| {
        [
            (*rule).to_owned(),
            tally.times.to_string(),
            tally.battles.to_string(),
            share(tally.battles, result.battles),
        ]
    });
    html! {
        h2 { "Rules" }
        details {
            summary { (count(all.len() as u64, "rule")) " came up" }
            (table(["rule", "times", "battles", "of battles"], rows))
        }
    }
}

fn plan(result: &SimResult) -> Markup {
    let plan = &result.plan;
    let sides = plan.sides.iter().map(|(side, one)| {
        let ally = one
            .ally
            .map_or_else(String::new, |ally| format!(", allied with {}", ally.key()));
        let what = format!("{}{ally}: {}", one.brain, one.units.join(", "));
        (side.key(), what)
    });
    let before = [
        ("level", plan.level.clone()),
        ("ruleset", plan.ruleset.clone()),
    ];
    let after = [
        ("battles in all", plan.battles.to_string()),
        ("seed", plan.seed.to_string()),
        (
            "mirrored",
            if plan.mirrored { "yes" } else { "no" }.to_owned(),
        ),
        ("options", options(&plan.options)),
        ("content", plan.content.clone()),
        ("game", plan.game.clone()),
    ];
    html! {
        h2 { "What was played" }
        (facts(before.into_iter().chain(sides).chain(after)))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{
        plan_outline::{PlanOutline, SideOutline},
        sums::Sums,
        tally::WeaponTally,
    };

    #[test]
    fn names_from_files_cannot_leave_their_place() {
        let evil = "</svg><script>alert(1)</script>\"'&";
        let mut sums = Sums::default();
        sums.units.insert(evil.to_owned(), Default::default());
        let weapon = WeaponTally {
            levels: [(evil.to_owned(), 1)].into(),
            ..WeaponTally::default()
        };
        sums.weapons.insert(evil.to_owned(), weapon);
        sums.rules.insert(evil.to_owned(), Default::default());
        let side = SideOutline {
            units: vec![evil.to_owned()],
            ..SideOutline::default()
        };
        let plan = PlanOutline {
            level: evil.to_owned(),
            sides: std::iter::once(side).collect(),
            options: [(evil.to_owned(), evil.to_owned())].into(),
            ..PlanOutline::default()
        };
        let page = of(&SimResult::of(plan, None, true, sums).unwrap()).unwrap();
        assert!(!page.contains("<script"), "{page}");
        assert!(page.matches("alert(1)").count() >= 8);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        for elsewhere in ["src=", "href=", "url(", "@import", "http://", "https://"] {
            let found = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!found.contains(elsewhere), "{elsewhere}");
        }
        assert!(page.contains("partial: stopped after 0 of 0 battles"));
    }
}
