//! The journal: everything that happened, in order, as typed entries that cite their rules.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    event::Event,
    ids::{RuleId, SideId, SideSet},
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Journal entry", extend("unevaluatedProperties" = false))]
pub struct Entry {
    /// Number in the journal, from 0.
    pub number: u32,
    /// Round in which it happened; 0 for the set-up, and for the bonus round of an ambush.
    pub round: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
    /// The rules that were applied, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// The only sides that may see it; left out if all may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_for: Option<SideSet>,
    /// The group that it belongs to: what happens at once, or is one walk. It is the number of the group's
    /// first entry; left out if it belongs to none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
}

/// Everything that has happened so far.
#[derive(bevy_ecs::prelude::Resource, Clone, Debug, Default, PartialEq)]
pub struct Journal {
    entries: Vec<Entry>,
    round: u32,
    /// The group that is written.
    group: Option<u32>,
    /// How many entries were written before the first one: in a fork those of the battle that it was
    /// forked from.
    before: usize,
}

/// A moment in a journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    entries: usize,
    round: u32,
    group: Option<u32>,
}

impl Journal {
    /// Version of the journal's format. It rises when a program that follows `docs/journal.md` could
    /// go wrong: an event or a key that goes away, changes its name or meaning, or may now be left
    /// out. New events and new keys do not raise it.
    pub const FORMAT: u32 = 4;

    /// Writes an entry that everyone may see.
    pub fn write(&mut self, event: Event, rules: &[RuleId]) {
        self.write_for(event, rules, None);
    }

    /// Writes an entry that only some sides may see, if `only_for` names them. A rule that is named
    /// more than once stands where it was named first.
    pub fn write_for(&mut self, event: Event, rules: &[RuleId], only_for: Option<SideSet>) {
        let number = self.next_number();
        let mut cited: Vec<RuleId> = Vec::with_capacity(rules.len());
        for rule in rules {
            if !cited.contains(rule) {
                cited.push(*rule);
            }
        }
        self.entries.push(Entry {
            number,
            round: self.round,
            event,
            rules: cited,
            only_for,
            group: self.group,
        });
    }

    fn next_number(&self) -> u32 {
        u32::try_from(self.total()).unwrap_or(u32::MAX)
    }

    /// Begins a group, to which everything belongs that is written until it is closed: what happens at once, or
    /// is one walk. Returns the group; within another group that one goes on.
    pub fn open_group(&mut self) -> u32 {
        let next = self.next_number();
        *self.group.get_or_insert(next)
    }

    /// Goes on with a group that was closed: a walk after what interrupted it.
    pub const fn resume_group(&mut self, group: u32) {
        self.group = Some(group);
    }

    /// Ends the group that is written, if any.
    pub const fn close_group(&mut self) {
        self.group = None;
    }

    /// Sets the round that further entries belong to.
    pub fn set_round(&mut self, round: u32) {
        self.round = round;
    }

    /// This moment.
    pub(crate) const fn mark(&self) -> Mark {
        Mark {
            entries: self.total(),
            round: self.round,
            group: self.group,
        }
    }

    /// How many entries were written, those before a fork counted.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.before + self.entries.len()
    }

    /// The entries after the first so many; of a fork only those since it was made.
    #[must_use]
    pub fn since(&self, total: usize) -> &[Entry] {
        let first = total.saturating_sub(self.before);
        self.entries.get(first..).unwrap_or_default()
    }

    /// Forgets what was written after a moment.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        self.entries
            .truncate(mark.entries.saturating_sub(self.before));
        self.round = mark.round;
        self.group = mark.group;
    }

    /// Begins a journal at a moment of another one.
    pub(crate) fn begin_at(&mut self, mark: Mark) {
        self.entries.clear();
        self.before = mark.entries;
        self.round = mark.round;
        self.group = mark.group;
    }

    /// All entries in order; of a fork only those since it was made.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entries a side may see, in order; `None` sees all.
    pub fn seen_by(&self, side: Option<SideId>) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(move |entry| entry.visible_to(side))
    }

    /// The journal as JSON lines, one entry a line.
    #[must_use]
    pub fn to_json_lines(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            text.push_str(&entry.to_json());
            text.push('\n');
        }
        text
    }
}

impl Entry {
    /// Whether a side may see it; `None` sees all.
    #[must_use]
    pub fn visible_to(&self, side: Option<SideId>) -> bool {
        let (Some(side), Some(sides)) = (side, self.only_for) else {
            return true;
        };
        sides.contains(side)
    }

    /// As one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Only maps with non-string keys and failing `Serialize` impls can fail; there are none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_named_by_its_first_entry_and_may_be_gone_on_with() {
        let mut journal = Journal::default();
        let write = |journal: &mut Journal| journal.write(Event::RoundBegan, &[]);
        write(&mut journal);
        let walk = journal.open_group();
        assert_eq!(journal.open_group(), walk);
        write(&mut journal);
        let within = journal.mark();
        write(&mut journal);
        journal.close_group();
        write(&mut journal);
        journal.resume_group(walk);
        write(&mut journal);
        journal.close_group();
        let groups = |journal: &Journal| -> Vec<_> {
            journal.entries().iter().map(|entry| entry.group).collect()
        };
        assert_eq!(groups(&journal), [None, Some(1), Some(1), None, Some(1)]);
        journal.back_to(within);
        write(&mut journal);
        assert_eq!(groups(&journal), [None, Some(1), Some(1)]);
    }

    #[test]
    fn a_rule_is_cited_once_and_where_it_was_named_first() {
        let mut journal = Journal::default();
        let [a, b, c] = ["ZON-037", "ZON-R03", "ZON-001"].map(RuleId);
        journal.write(Event::RoundBegan, &[a, b, a, c, b]);
        journal.write(Event::RoundBegan, &[]);
        let rules = |number: usize| &journal.entries()[number].rules[..];
        assert_eq!(rules(0), [a, b, c]);
        assert!(rules(1).is_empty());
    }
}
