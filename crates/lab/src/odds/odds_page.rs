//! Odds as a page of text.

use std::collections::BTreeMap;

use shieldwall_content::Case;

use super::{CombatantOdds, NotMade, Odds, TOLERANCE};

/// Columns before the probabilities.
const WIDTH: usize = 44;

/// A probability in percent that says "0 %" and "100 %" only where that is certain.
pub(crate) fn percent(probability: f64) -> String {
    let hundredths = probability * 100.0;
    if probability <= 0.0 {
        "0 %".to_owned()
    } else if probability >= 1.0 - TOLERANCE {
        "100 %".to_owned()
    } else if hundredths < 0.01 {
        "<0.01 %".to_owned()
    } else if hundredths > 99.99 {
        ">99.99 %".to_owned()
    } else {
        format!("{hundredths:.2} %")
    }
}

fn row(what: &str, probability: f64) -> String {
    format!("   {what:<WIDTH$} {:>9}", percent(probability))
}

fn branches(number: usize) -> String {
    if number == 1 {
        "1 branch".to_owned()
    } else {
        format!("{number} branches")
    }
}

/// Hit points that are lost, or regained.
fn hit_points(lost: i32) -> String {
    let points = |number: i32| match number {
        1 => "1 hit point".to_owned(),
        number => format!("{number} hit points"),
    };
    match lost {
        0 => "loses no hit points".to_owned(),
        1.. => format!("loses {}", points(lost)),
        _ => format!("regains {}", points(-lost)),
    }
}

pub(super) fn page(case: &Case, odds: &Odds) -> String {
    let mut lines = vec![case.title.clone()];
    // Where a case says what to count, all of it is shown.
    let all = case.count.is_some();
    for (letter, combatant) in &odds.combatants {
        of_combatant(letter, combatant, all, &mut lines);
    }
    for (attack, outcomes) in &odds.attacks {
        lines.push(String::new());
        lines.push(attack.clone());
        lines.extend(rows(outcomes));
        let made: f64 = outcomes.values().sum();
        if made < 1.0 - TOLERANCE {
            lines.push(row("not made", 1.0 - made));
        }
    }
    for (item, how) in &odds.gear {
        let breaks = odds.items.get(item).copied().unwrap_or_default();
        if how.len() > 1 || breaks > 0.0 || all {
            lines.push(String::new());
            lines.push(item.clone());
            lines.extend((breaks > 0.0).then(|| row("breaks", breaks)));
            lines.extend(rows(how));
        }
    }
    let open = odds.winner.get("not over").copied().unwrap_or_default();
    if !odds.winner.is_empty() && (all || open < 1.0 - TOLERANCE) {
        lines.push(String::new());
        lines.push("winner".to_owned());
        lines.extend(rows(&odds.winner));
    }
    if !odds.entries.is_empty() {
        lines.push(String::new());
        lines.push("in the journal".to_owned());
        let entries = odds.entries.iter();
        lines.extend(entries.map(|entry| row(&entry.entry, entry.probability)));
    }
    lines.push(String::new());
    lines.extend(odds.not_made.iter().map(not_made));
    lines.extend(odds.notes.iter().cloned());
    lines.push(if odds.estimated {
        format!("Estimated from {} plays with random dice", odds.branches)
    } else {
        format!(
            "{}, probabilities sum to {:.12}",
            branches(odds.branches),
            odds.total
        )
    });
    lines.join("\n")
}

fn rows(outcomes: &BTreeMap<String, f64>) -> impl Iterator<Item = String> {
    outcomes
        .iter()
        .map(|(what, probability)| row(what, *probability))
}

fn of_combatant(letter: &str, combatant: &CombatantOdds, all: bool, lines: &mut Vec<String>) {
    let began = &combatant.began;
    let mut own = Vec::new();
    for (lost, probability) in &combatant.loss {
        own.push(row(&hit_points(*lost), *probability));
    }
    for (state, probability) in &combatant.state {
        let state = serde_json::to_value(state).unwrap_or_default();
        own.push(row(state.as_str().unwrap_or_default(), *probability));
    }
    let stays = combatant.place.keys().all(|place| *place == began.place);
    if all || !stays {
        let places = combatant.place.iter();
        own.extend(places.map(|(place, probability)| {
            let at = if place.starts_with('[') { "at " } else { "" };
            row(&format!("{at}{place}"), *probability)
        }));
    }
    // Conditions that somebody begins and ends with for certain are no news.
    let is_news = |condition: &str, probability: f64| {
        let before = began.conditions.iter().any(|known| known == condition);
        all || !before || probability < 1.0 - TOLERANCE
    };
    for (condition, probability) in &combatant.conditions {
        if is_news(condition, *probability) {
            own.push(row(condition, *probability));
        }
    }
    if own.is_empty() {
        return;
    }
    lines.push(String::new());
    lines.push(if combatant.loss.is_empty() {
        letter.to_owned()
    } else {
        format!(
            "{letter}  begins with {} hit points and loses {:.3} on average",
            began.hit_points,
            combatant.expected_loss()
        )
    });
    lines.extend(own);
}

fn not_made(choice: &NotMade) -> String {
    let line = choice.line;
    if choice.by_default <= TOLERANCE {
        let reason = if choice.over_before <= TOLERANCE {
            ".".to_owned()
        } else if choice.over_before >= choice.not_asked - TOLERANCE {
            ": the battle is over before.".to_owned()
        } else {
            let share = percent(choice.over_before);
            format!("; in {share} the battle is over before.")
        };
        if choice.not_asked >= 1.0 - TOLERANCE {
            return format!("Line {line}: this choice is never asked for{reason}");
        }
        let share = percent(choice.not_asked);
        return format!(
            "Line {line}: in {share} of all cases this choice is not asked for{reason}"
        );
    }
    format!(
        "Line {line}: in {} of all cases this cannot be done, and the answer is the default: {}",
        percent(choice.by_default),
        choice.because.as_deref().unwrap_or_default()
    )
}
