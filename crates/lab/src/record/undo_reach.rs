//! How far back a side may take its choices: not past a roll, nor past anything it learned.

use shieldwall_battle::{CombatantId, Entry, Event, SideId, terms::ConditionRole};

use super::RecordedCommander;

/// Where the journal stood when a choice was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// The side that chose.
    pub(super) side: SideId,
    /// Entries written before the choice.
    pub(super) entries: usize,
}

/// What keeps a side from taking back more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// It has not chosen anything yet.
    Nothing,
    /// Dice were rolled.
    Roll,
    /// Another side has chosen since, or what it chose has come to light.
    Enemy,
    /// A hidden combatant was noticed.
    Revealed,
    /// What came of a choice showed something that its side could not know: whether anybody unseen watches or
    /// stands in the way.
    Learned,
}

impl Barrier {
    /// In plain words, for tooltips: "dice were rolled".
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Nothing => "there is no choice of yours before that",
            Self::Roll => "dice were rolled",
            Self::Enemy => "another side showed what it does",
            Self::Revealed => "a hidden combatant was noticed",
            Self::Learned => "you found out whether a hidden enemy is there",
        }
    }
}

/// How far a side may go back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoReach {
    /// To which numbers of choices it may go back, the nearest first; empty if to none.
    pub steps: Vec<usize>,
    /// What keeps it from going back further.
    pub barrier: Barrier,
}

/// How far a side may go back; with `free`, to any of its choices.
///
/// What the side cannot see is no barrier, as it has learned nothing by it; but what another person
/// has chosen is not taken back, seen or not.
pub(super) fn reach(
    marks: &[Mark],
    entries: &[Entry],
    commanders: &[RecordedCommander],
    side_of: impl Fn(CombatantId) -> Option<SideId>,
    side: SideId,
    free: bool,
) -> UndoReach {
    let is_person = |side: SideId| {
        let commander = commanders.get(side.index());
        commander.is_some_and(|commander| *commander == RecordedCommander::Human)
    };
    let is_other_person = |other: SideId| other != side && is_person(side) && is_person(other);
    let mut steps = Vec::new();
    let mut later = entries.len();
    for (number, mark) in marks.iter().enumerate().rev() {
        if !free {
            // Nothing is found further back once something was found.
            let since = &entries[mark.entries.min(later)..later];
            if let Some(barrier) = since
                .iter()
                .rev()
                .find_map(|entry| barrier(entry, &side_of, side, mark.side))
            {
                return UndoReach { steps, barrier };
            }
            if is_other_person(mark.side) {
                let barrier = Barrier::Enemy;
                return UndoReach { steps, barrier };
            }
        }
        later = mark.entries.min(later);
        if mark.side == side {
            steps.push(number);
        }
    }
    UndoReach {
        steps,
        barrier: Barrier::Nothing,
    }
}

/// Whether an entry tells a side something that it could not know before. It came of a choice of `chooser`.
fn barrier(
    entry: &Entry,
    side_of: impl Fn(CombatantId) -> Option<SideId>,
    side: SideId,
    chooser: SideId,
) -> Option<Barrier> {
    if !entry.visible_to(Some(side)) {
        return None;
    }
    match &entry.event {
        Event::Rolled(_) => Some(Barrier::Roll),
        Event::Revealed { .. } => Some(Barrier::Revealed),
        // What follows from what has been announced, no matter who did that.
        Event::Ranked { .. }
        | Event::Ordered { .. }
        | Event::Due { .. }
        | Event::Moment { .. }
        | Event::Place { .. }
        | Event::Turn { .. }
        | Event::Passed { forced: true, .. } => None,
        Event::Chosen { side: other, .. } | Event::Passed { side: other, .. } => {
            (*other != side).then_some(Barrier::Enemy)
        }
        // Seen to happen, but not who did it.
        Event::Door { who: None, .. }
        | Event::Device { who: None, .. }
        | Event::ItemMoved { who: None, .. }
        | Event::Ground { .. } => (chooser != side).then_some(Barrier::Enemy),
        event => {
            let doer = event.about().first().copied()?;
            if side_of(doer)? != side {
                return Some(Barrier::Enemy);
            }
            tells_of_the_unseen(event).then_some(Barrier::Learned)
        }
    }
}

/// Whether what came of somebody's own choice depends on enemies of whom it does not know. That hiding
/// succeeds tells as much as that it fails.
fn tells_of_the_unseen(event: &Event) -> bool {
    match event {
        Event::Moved { stopped, .. } => stopped.is_some(),
        Event::Note { unforeseen, .. } => *unforeseen,
        Event::Condition { condition, on, .. } => *on && condition.role == ConditionRole::Hidden,
        _ => false,
    }
}
