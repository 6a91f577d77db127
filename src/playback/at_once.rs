//! What happens at once is played at once: the blows of all who act together, then all their wounds.

use shieldwall_battle::{Entry, SideId};

use super::Course;
use super::pace;
use crate::session::{Beat, Playing};

/// How many entries of a queue are begun together with what is being played. They are of its group; the last one
/// is of the same kind, but of somebody else. What lies between shows nothing by itself.
fn count<'a>(
    playing: &Playing,
    waiting: impl Iterator<Item = &'a Beat>,
    viewer: Option<SideId>,
) -> usize {
    let Some(first) = playing.entries.first() else {
        return 0;
    };
    let doer = |entry: &Entry| entry.event.about().first().copied();
    for (before, beat) in waiting.enumerate() {
        let Beat::Entry(entry) = beat else { break };
        if first.group.is_none() || entry.group != first.group {
            break;
        }
        if !entry.visible_to(viewer) || pace::seconds(&entry.event) <= 0.0 {
            continue;
        }
        let same = std::mem::discriminant(&entry.event) == std::mem::discriminant(&first.event);
        let others = playing.entries.iter().all(|one| doer(one) != doer(entry));
        return if same && others { before + 1 } else { 0 };
    }
    0
}

impl Course<'_> {
    /// Begins everything that is to be played together with an entry, and adds it to that.
    pub(super) fn at_once_with(&mut self, playing: &mut Playing) -> Vec<Entry> {
        let mut begun = Vec::new();
        loop {
            let more = count(playing, self.playback.queue.iter(), self.seat.viewer);
            if more == 0 {
                return begun;
            }
            for _ in 0..more {
                let Some(Beat::Entry(entry)) = self.playback.queue.pop_front() else {
                    return begun;
                };
                if let Some((entry, other)) = self.begin_entry(*entry, false) {
                    playing.duration = playing.duration.max(other.duration);
                    playing.entries.extend(other.entries);
                    begun.push(entry);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{CombatantId, Event};

    use super::*;
    use crate::playback::samples::{every_event, shot};

    fn entry(event: Event, group: Option<u32>) -> Entry {
        Entry {
            number: 0,
            round: 1,
            event,
            rules: Vec::new(),
            only_for: None,
            group,
        }
    }

    /// How many of some entries are begun with a shot of 0 at 1 that belongs to group 7.
    fn begun(waiting: &[(Event, Option<u32>)]) -> usize {
        let first = shot(CombatantId(0), CombatantId(1));
        let playing = Playing {
            duration: pace::seconds(&first),
            entries: vec![entry(first, Some(7))],
            elapsed: 0.0,
        };
        let beats: Vec<Beat> = waiting
            .iter()
            .map(|(event, group)| Beat::Entry(Box::new(entry(event.clone(), *group))))
            .collect();
        count(&playing, beats.iter(), None)
    }

    #[test]
    fn others_of_the_same_kind_and_group_are_begun_together() {
        let [zero, one] = [0, 1].map(CombatantId);
        let rolled = every_event()
            .into_iter()
            .find(|event| matches!(event, Event::Rolled(_)));
        let rolled = || (rolled.clone().unwrap_or(Event::RoundBegan), Some(7));
        let back = || (shot(one, zero), Some(7));
        assert_eq!(begun(&[rolled(), back()]), 2);
        assert_eq!(begun(&[back(), rolled()]), 1);
        // The same one again, another group, another kind, nothing to see.
        assert_eq!(begun(&[(shot(zero, one), Some(7))]), 0);
        assert_eq!(begun(&[(shot(one, zero), Some(8))]), 0);
        assert_eq!(begun(&[(Event::RoundBegan, Some(7)), back()]), 0);
        assert_eq!(begun(&[rolled(), rolled()]), 0);
        assert_eq!(begun(&[]), 0);
    }
}
