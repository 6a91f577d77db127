//! Which selection is in force as long as the player has not picked one: the smallest pace that
//! brings the target within reach.

use shieldwall_battle::Selection;

/// How far the acting combatant would have to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Not at all.
    Stay,
    /// As far as this movement band goes.
    Band(u8),
    /// Farther than it can this round, or nobody knows.
    Beyond,
}

/// The selection that serves a need: the first that allows enough movement, else the last, which
/// allows the most. `None` if there are none.
pub(crate) fn default_selection(selections: &[Selection], need: Need) -> Option<&'static str> {
    let enough = match need {
        Need::Stay => selections.first(),
        Need::Band(band) => selections
            .iter()
            .find(|selection| selection.band.is_some_and(|most| most >= band)),
        Need::Beyond => None,
    };
    enough.or(selections.last()).map(|selection| selection.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paces() -> Vec<Selection> {
        [
            ("hold", None),
            ("short", Some(0)),
            ("half", Some(1)),
            ("quarter", Some(2)),
        ]
        .into_iter()
        .map(|(key, band)| Selection {
            key,
            label: key.to_owned(),
            band,
        })
        .collect()
    }

    #[test]
    fn the_smallest_pace_that_reaches_is_in_force() {
        let paces = paces();
        assert_eq!(default_selection(&paces, Need::Stay), Some("hold"));
        assert_eq!(default_selection(&paces, Need::Band(0)), Some("short"));
        assert_eq!(default_selection(&paces, Need::Band(1)), Some("half"));
        assert_eq!(default_selection(&paces, Need::Beyond), Some("quarter"));
        assert_eq!(default_selection(&paces[..2], Need::Band(2)), Some("short"));
        assert_eq!(default_selection(&[], Need::Stay), None);
    }
}
