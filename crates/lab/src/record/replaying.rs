//! Playing a record again, as far as it holds.

use std::{collections::BTreeMap, sync::Arc};

use shieldwall_content::Library;

use super::{Fault, ReadRecord, RecordError, RecordedBattle};

/// A battle that was played again, and what kept it from being the same to the end.
#[derive(Debug)]
pub struct Replayed {
    /// The battle at the last point that holds, advanced: it can be played on from there.
    pub course: RecordedBattle,
    /// How many choices the file has, as far as its lines can be trusted.
    pub recorded: usize,
    /// What does not hold. Empty if the battle is the same in everything.
    pub faults: Vec<Fault>,
}

impl Replayed {
    /// How many choices hold, from the first on.
    #[must_use]
    pub fn held(&self) -> usize {
        self.course.record().choices.len()
    }

    /// Whether everything that was confirmed is there and the same.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.iter().all(Fault::is_note)
    }

    /// Up to where it holds, in a sentence.
    #[must_use]
    pub fn extent(&self) -> String {
        let (held, recorded) = (self.held(), self.recorded);
        let round = self.course.battle().round();
        match self.course.record().choices.last() {
            None => {
                "nothing of it holds but the set-up: the battle can be fought from its beginning"
                    .to_owned()
            }
            Some(last) => {
                let what = match (held, recorded) {
                    (1, 1) => "the only choice that can be read holds".to_owned(),
                    (1, _) => format!("the first of {recorded} choices holds"),
                    _ if held == recorded => format!("all {held} choices that can be read hold"),
                    _ => format!("the first {held} of {recorded} choices hold"),
                };
                format!("{what}: up to decision {}, round {round}", last.decision)
            }
        }
    }
}

/// Plays a record again, as far as it holds.
///
/// # Errors
/// If the battle cannot even begin.
pub fn replay(read: &ReadRecord, library: &Arc<Library>) -> Result<Replayed, RecordError> {
    let header = &read.record.header;
    let (ruleset, setup) = header.setup(library)?;
    let mut course = RecordedBattle::begin(ruleset, setup, &header.commanders())?;
    course.entitle(&header.name, header.written);
    let mut faults = Vec::new();
    let here = env!("CARGO_PKG_VERSION");
    if header.game != here {
        faults.push(Fault::GameVersion {
            written: header.game.clone(),
            here: here.to_owned(),
        });
    }
    faults.extend(content_faults(
        &header.content,
        &course.record().header.content,
    ));
    let mut broken = false;
    for (choice, line) in read.record.choices.iter().zip(&read.lines) {
        if let Err(fault) = course.repeat(choice, *line) {
            broken = true;
            // What went otherwise came of the choice before.
            if matches!(fault, Fault::OtherJournal { .. }) {
                let held = course.record().choices.len();
                faults.extend(course.rewind(held.saturating_sub(1)).err());
            }
            faults.push(fault);
            break;
        }
    }
    course.advance();
    if !broken
        && let Some(journal) = &read.record.journal
        && course.closed_record().journal.as_ref() != Some(journal)
    {
        let choices = course.record().choices.len();
        faults.push(Fault::OtherJournal {
            line: read.lines.last().map_or(1, |line| line + 1),
            decision: u32::try_from(choices).unwrap_or(u32::MAX),
        });
        faults.extend(course.rewind(choices.saturating_sub(1)).err());
        course.advance();
    }
    faults.extend(read.fault.clone());
    Ok(Replayed {
        course,
        recorded: read.record.choices.len(),
        faults,
    })
}

fn content_faults(then: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Vec<Fault> {
    let split = |key: &str| {
        let (kind, id) = key.split_once(' ').unwrap_or(("content", key));
        (kind.to_owned(), id.to_owned())
    };
    let gone_or_changed = then.iter().filter_map(|(key, mark)| {
        let (kind, id) = split(key);
        match now.get(key) {
            None => Some(Fault::ContentGone { kind, id }),
            Some(found) if found != mark => Some(Fault::ContentChanged { kind, id }),
            Some(_) => None,
        }
    });
    let new = now
        .keys()
        .filter(|key| !then.contains_key(*key))
        .map(|key| {
            let (kind, id) = split(key);
            Fault::ContentNew { kind, id }
        });
    gone_or_changed.chain(new).collect()
}
