//! A side with nobody left to act is told of once in a round.

use super::*;

fn pass(number: u32, round: u32, side: SideId, forced: bool) -> Entry {
    Entry {
        round,
        ..entry(
            number,
            Event::Passed {
                side,
                forced,
                in_a_row: 1,
            },
            None,
        )
    }
}

#[test]
fn passes_that_nobody_decides_share_a_line_and_take_no_time() {
    let (red, blue) = (SideId::RED, SideId::BLUE);
    let mut more = Vec::new();
    for number in 0..6 {
        more.push(pass(4 + 2 * number, 1, red, true));
        // Meanwhile the other side goes on.
        more.push(entry(5 + 2 * number, walk(1, &[9, 8]), None));
    }
    more.push(pass(16, 1, blue, false));
    more.push(pass(17, 1, blue, false));
    more.push(Entry {
        round: 2,
        ..entry(18, Event::RoundBegan, None)
    });
    more.push(pass(19, 2, red, true));
    let mut session = session(WATCHED);
    go_on(&mut session, more, None);
    drain(&mut session, INSTANT);
    let log = session.shown.log.iter();
    let passes: Vec<&str> = log
        .map(|line| line.text.as_str())
        .filter(|text| text.contains("pass"))
        .collect();
    assert_eq!(
        passes,
        [
            "Red: pass, as no combatant is left to act (6 times)",
            "Blue: pass",
            "Blue: pass",
            "Red: pass, as no combatant is left to act",
        ]
    );
    assert!(pace::seconds(&pass(0, 1, red, true).event) <= 0.0);
    assert!(pace::seconds(&pass(0, 1, red, false).event) > 0.0);
}
