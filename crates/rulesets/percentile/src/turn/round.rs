//! Where the round stands: who is next in each phase.

use bevy_ecs::prelude::Resource;
use shieldwall_battle::{CombatantId, goals::Hold};

/// What an action does only when its step ends (PCT-R15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aftermath {
    /// Somebody wakes a sleeper (PCT-R64).
    Wakes {
        /// Who wakes it.
        by: CombatantId,
        /// Who wakes.
        sleeper: CombatantId,
    },
    /// Somebody's Hide roll has succeeded (PCT-R30).
    Hides(CombatantId),
}

/// The order of the phase that runs, and how far it has come. Each phase fills it afresh.
#[derive(Resource, Clone, Debug, Default, PartialEq, Hash)]
pub struct RoundPlan {
    /// True once a combatant has been hidden in this battle: before, all may know of everything.
    pub secrets: bool,
    /// Whether the phase that runs has announced itself and made its order.
    pub opened: bool,
    /// The order: step by step, those of one step together.
    pub steps: Vec<Vec<CombatantId>>,
    /// The step that runs.
    pub step: usize,
    /// How many of the step have had their turn.
    pub turn: usize,
    /// Whether the step that runs has been opened: its members still able have been listed.
    pub step_opened: bool,
    /// What the actions of the step that runs do at its end.
    pub aftermath: Vec<Aftermath>,
    /// With skipped statements: the rank whose combatants are choosing (PCT-R03).
    pub rank: Option<i32>,
    /// Those on that rank, in the order in which they choose.
    pub declaring: Vec<CombatantId>,
    /// How many of them have chosen.
    pub declared: usize,
    /// First Aid in Resolution: helpers that have still to treat somebody, the next one last.
    pub helpers: Vec<CombatantId>,
    /// Which alliance holds the objective (PCT-R72).
    pub held: Hold,
}

impl RoundPlan {
    /// Makes ready for the next phase.
    pub fn close(&mut self) {
        *self = Self {
            secrets: self.secrets,
            held: self.held,
            ..Self::default()
        };
    }

    /// The combatant whose turn it is; `None` when the order has been gone through.
    #[must_use]
    pub fn current(&self) -> Option<CombatantId> {
        self.steps.get(self.step)?.get(self.turn).copied()
    }

    /// Moves on to the next of the step, or to the first of the next step.
    pub fn next(&mut self) {
        self.turn += 1;
        if self
            .steps
            .get(self.step)
            .is_none_or(|step| self.turn >= step.len())
        {
            self.step += 1;
            self.turn = 0;
            self.step_opened = false;
        }
    }
}
