//! A walk at which somebody hidden may strike. Others are told of a walk only when it is over, or the one who lets
//! it go would be given away by a walk in two parts; the one who is asked sees it come so far already.

use shieldwall_battle::{Entry, Event, MoveCost};
use shieldwall_grid::Cell;

use super::pace;
use crate::{host::Standstill, playback::Course, session::Playing};

impl Course<'_> {
    /// Where the one stands that a walk is about, before it is told.
    pub(super) fn place_of_mover(&self, event: &Event) -> Option<Cell> {
        let Event::Moved { who, .. } = event else {
            return None;
        };
        let figure = self.session.shown.figures.get(who.index())?.as_ref()?;
        Some(figure.cell)
    }

    /// What is to be shown before a covert question is asked: the one it answers to has come to another cell,
    /// which has not been told yet. That is done only once.
    pub(super) fn walk_underway(&mut self, settled: &Standstill) -> Option<Playing> {
        let decision = settled.decision.as_ref().filter(|open| open.covert)?;
        let who = decision.against?;
        let to = settled.view(self.seat.viewer).combatant(who)?.cell;
        let figure = self.session.shown.figures.get_mut(who.index())?.as_mut()?;
        let from = std::mem::replace(&mut figure.cell, to);
        if from == to {
            return None;
        }
        self.changed = true;
        let event = Event::Moved {
            who,
            path: vec![from, to],
            cost: MoveCost::count(0, ""),
            stopped: None,
        };
        let entry = Entry {
            number: 0,
            round: settled.full_view.round,
            event,
            rules: Vec::new(),
            only_for: None,
            group: None,
        };
        let steps = self.session.map.grid().steps(from, to) as f32;
        Some(Playing {
            duration: pace::seconds(&entry.event) * steps,
            entries: vec![entry],
            elapsed: 0.0,
        })
    }
}

/// Leaves out of a walk what was shown of it before it was told.
pub(super) fn leave_out_what_was_shown(event: &mut Event, here: Option<Cell>) {
    if let Event::Moved { path, .. } = event {
        let shown = path.iter().position(|cell| Some(*cell) == here);
        path.drain(..shown.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::CombatantId;

    use super::*;

    #[test]
    fn a_walk_goes_on_from_where_it_was_seen() {
        let left = |here: Option<u16>| {
            let mut event = Event::Moved {
                who: CombatantId(0),
                path: [3, 4, 5, 6].map(Cell).to_vec(),
                cost: MoveCost::count(3, ""),
                stopped: None,
            };
            leave_out_what_was_shown(&mut event, here.map(Cell));
            match event {
                Event::Moved { path, .. } => path,
                _ => Vec::new(),
            }
        };
        assert_eq!(left(Some(3)), [3, 4, 5, 6].map(Cell));
        assert_eq!(left(Some(5)), [5, 6].map(Cell));
        assert_eq!(left(Some(9)), [3, 4, 5, 6].map(Cell));
        assert_eq!(left(None), [3, 4, 5, 6].map(Cell));
    }
}
