//! Numbers of entries, groups and decisions counted anew over what is shown, since gaps would show that something
//! secret happened.

use std::collections::BTreeMap;

use crate::{event::Event, journal::Entry};

/// Counts the entries and decisions of one battle that are shown, in their order.
#[derive(Clone, Debug, Default)]
pub struct Recount {
    entries: u32,
    /// The new number of each group: that of the first of its entries that is shown.
    groups: BTreeMap<u32, u32>,
    decisions: BTreeMap<u32, u32>,
}

impl Recount {
    /// The next entry that is shown, with its numbers counted anew.
    pub fn entry(&mut self, entry: &Entry) -> Entry {
        let mut entry = entry.clone();
        entry.number = self.entries;
        self.entries += 1;
        entry.group = entry
            .group
            .map(|group| *self.groups.entry(group).or_insert(entry.number));
        if let Event::Chosen { decision, .. } = &mut entry.event {
            *decision = self.decision(*decision);
        }
        entry
    }

    /// The new number of a decision. The next one is given to a decision that has not been shown before.
    pub fn decision(&mut self, number: u32) -> u32 {
        let next = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
        *self.decisions.entry(number).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ids::SideId, journal::Journal};

    #[test]
    fn what_is_shown_has_no_gaps() {
        let mut journal = Journal::default();
        let secret = Some(SideId::BLUE.into());
        journal.write(Event::RoundBegan, &[]);
        journal.write_for(Event::RoundBegan, &[], secret);
        journal.open_group();
        journal.write_for(Event::RoundBegan, &[], secret);
        journal.write(Event::RoundBegan, &[]);
        journal.write(Event::RoundBegan, &[]);
        let mut recount = Recount::default();
        let shown: Vec<(u32, Option<u32>)> = journal
            .seen_by(Some(SideId::RED))
            .map(|entry| recount.entry(entry))
            .map(|entry| (entry.number, entry.group))
            .collect();
        assert_eq!(shown, [(0, None), (1, Some(1)), (2, Some(1))]);
        assert_eq!([7, 9, 7].map(|number| recount.decision(number)), [0, 1, 0]);
    }
}
