//! Whom an event is about: for marks on the board, the camera, the log, and for tests that nobody is
//! named who must not be.

use crate::{event::Event, ids::CombatantId, target::Target};

impl Event {
    /// Everyone an event is about, the one who does it first.
    #[must_use]
    pub fn about(&self) -> Vec<CombatantId> {
        let mut all = match self {
            Event::BattleBegan { .. }
            | Event::RoundBegan
            | Event::Place { .. }
            | Event::Passed { .. }
            | Event::Ground { .. }
            | Event::StageBegan { .. }
            | Event::Held { .. }
            | Event::Moment { .. }
            | Event::Ended { .. } => Vec::new(),
            Event::Deployed(deployed) => vec![deployed.who],
            Event::Chosen { who, choice, .. } => match choice.target {
                Some(Target::Combatant(target) | Target::Injury(target, _)) => {
                    who.iter().copied().chain([target]).collect()
                }
                _ => who.iter().copied().collect(),
            },
            Event::Rolled(rolled) => vec![rolled.who],
            Event::Ordered { steps } => steps.concat(),
            Event::Attacked { who, target, .. } | Event::AttackResolved { who, target, .. } => {
                vec![*who, *target]
            }
            Event::Damage { target, .. } => vec![*target],
            Event::HitPoints { who, by, .. } => std::iter::once(*who).chain(*by).collect(),
            Event::ItemDamaged { owner, .. } | Event::ItemState { owner, .. } => vec![*owner],
            Event::Door { who, .. } | Event::ItemMoved { who, .. } | Event::Device { who, .. } => {
                who.iter().copied().collect()
            }
            Event::Linked { who, other, .. } => vec![*who, *other],
            Event::Track { who, by, .. } => std::iter::once(*who).chain(*by).collect(),
            Event::Riding { who, on, .. } => std::iter::once(*who).chain(*on).collect(),
            Event::Moved { who, .. }
            | Event::Placed { who, .. }
            | Event::Turn { who, .. }
            | Event::Blast { who, .. }
            | Event::Ranked { who, .. }
            | Event::Due { who, .. }
            | Event::Stance { who, .. }
            | Event::Faced { who, .. }
            | Event::Astride { who, .. }
            | Event::Vitality { who, .. }
            | Event::Condition { who, .. }
            | Event::Revealed { who, .. }
            | Event::Ammunition { who, .. }
            | Event::Note { who, .. } => vec![*who],
        };
        all.dedup();
        all
    }
}
