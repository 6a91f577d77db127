//! What goes back and forth between the window and the simulation.

use std::sync::Arc;

use shieldwall_battle::{
    Action, Approach, BattleView, CellOption, Choice, CombatantId, Decision, DueChance, Entry,
    Forecast, ItemId, Refusal, Sheet, SideId, ThreatenedCell, UnitEntry, Vantage, flow::Ending,
    ruleset::RangeBand, view::OrderEntry,
};
use shieldwall_grid::{Cell, Map};
use shieldwall_lab::record::UndoReach;

use super::Saving;
use crate::shown::{PlaybackState, ShownBattle};

/// What the window asks of the simulation.
#[derive(Debug)]
pub(crate) enum Request {
    /// Answer the open decision.
    Choose {
        /// Number of the decision that is answered.
        decision: u32,
        /// The answer.
        choice: Choice,
    },
    /// Take choices back; answered by [`Reply::Retold`].
    Undo {
        /// Number of the open decision.
        decision: u32,
        /// How many choices are left.
        choices: usize,
        /// Which side looks on.
        viewer: Option<SideId>,
    },
    /// In a replay: stand where so many choices have been made; answered by [`Reply::Retold`].
    GoTo {
        /// How many choices.
        choices: usize,
    },
    /// What a choice may lead to; answered by [`Reply::Forecast`].
    Forecast {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
    },
    /// How far the actor would have to move for a choice; answered by [`Reply::Vantage`].
    Vantage {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice; what it selects does not matter.
        choice: Choice,
    },
    /// What the order of action is after a choice; answered by [`Reply::Order`].
    Order {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
    },
    /// When the actions of the actor may be due after a choice; answered by [`Reply::Due`].
    Due {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
    },
    /// Why an enemy cannot be attacked; answered by [`Reply::WhyNot`].
    WhyNot {
        /// Number of the decision in which it cannot.
        decision: u32,
        /// The enemy.
        who: CombatantId,
    },
    /// What a decision does not offer, and why; answered by [`Reply::Missing`].
    Missing {
        /// Number of the decision.
        decision: u32,
    },
    /// From where an enemy could be attacked after a move; answered by [`Reply::Approaches`].
    Approaches {
        /// Number of the decision in which it cannot be attacked at once.
        decision: u32,
        /// The enemy.
        who: CombatantId,
        /// The answer that is considered, where the decision comes before any move.
        first: Option<Choice>,
    },
    /// Where a combatant could go and what it threatens; answered by [`Reply::Reach`].
    Reach(CombatantId),
    /// Range bands of a weapon; answered by [`Reply::Ranges`].
    Ranges(ItemId),
    /// Way a combatant would take to a cell; answered by [`Reply::Path`].
    Path(CombatantId, Cell),
    /// The way of a move that the player has drawn; answered by [`Reply::DrawnWay`].
    DrawnWay {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
    },
}

/// What the simulation tells the window.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The battle could not begin.
    Failed(String),
    /// The battle went on.
    Update(Update),
    /// The battle stands elsewhere than it was shown: everything anew.
    Retold(Box<Retold>),
    /// How it stands with the autosave, when that changes.
    Saving(Saving),
    /// A choice was refused; the decision is still open.
    Refused(Refusal),
    /// Answer to [`Request::Forecast`].
    Forecast {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
        /// `None` if there is nothing to forecast.
        forecast: Option<Box<Forecast>>,
    },
    /// Answer to [`Request::Vantage`].
    Vantage {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
        /// How far the actor would have to move.
        vantage: Vantage,
    },
    /// Answer to [`Request::Order`].
    Order {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
        /// `None` if dice decide.
        order: Option<Vec<OrderEntry>>,
    },
    /// Answer to [`Request::Due`].
    Due {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
        /// Moments with their probabilities.
        due: Vec<DueChance>,
    },
    /// Answer to [`Request::WhyNot`].
    WhyNot {
        /// Number of the decision in which it cannot.
        decision: u32,
        /// The enemy.
        who: CombatantId,
        /// What the ruleset says; `None` if it says nothing.
        refusal: Option<Refusal>,
    },
    /// Answer to [`Request::Missing`].
    Missing {
        /// Number of the decision.
        decision: u32,
        /// The actions, in the order of the ruleset, with the reasons.
        actions: Vec<(Action, Refusal)>,
    },
    /// Answer to [`Request::Approaches`].
    Approaches {
        /// Number of the decision.
        decision: u32,
        /// The enemy.
        who: CombatantId,
        /// The answer that was considered.
        first: Option<Choice>,
        /// The moves, the cheapest first.
        approaches: Vec<Approach>,
        /// What comes of the attack after the first.
        forecast: Option<Box<Forecast>>,
    },
    /// Answer to [`Request::Reach`].
    Reach {
        /// Who.
        who: CombatantId,
        /// Where it could go.
        reachable: Vec<CellOption>,
        /// What it threatens.
        threatened: Vec<ThreatenedCell>,
    },
    /// Answer to [`Request::Ranges`].
    Ranges(ItemId, Vec<RangeBand>),
    /// Answer to [`Request::Path`].
    Path(CombatantId, Cell, Vec<Cell>),
    /// Answer to [`Request::DrawnWay`].
    DrawnWay {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
        /// Cost of the way; `None` where the ruleset does not say. Or why it cannot be gone.
        way: Result<Option<CellOption>, Refusal>,
    },
}

/// How the battle went on, up to the next standstill.
#[derive(Debug)]
pub(crate) struct Update {
    /// New journal entries, unfiltered; the session shows what the viewer may see.
    pub(crate) entries: Vec<Entry>,
    /// The state after them.
    pub(crate) state: Box<Standstill>,
}

/// The battle as it stands, with its story told to the end.
#[derive(Debug)]
pub(crate) struct Retold {
    /// What the viewer sees.
    pub(crate) shown: ShownBattle,
    /// Where playback stands.
    pub(crate) playback: PlaybackState,
    /// The state.
    pub(crate) state: Standstill,
}

/// How far the one who decides may take choices back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Undoing {
    /// Not past what was rolled or learned.
    pub(crate) fair: UndoReach,
    /// As far as it likes.
    pub(crate) free: UndoReach,
}

/// The state of the battle while the simulation stands still.
#[derive(Debug)]
pub(crate) struct Standstill {
    /// What each side may see now, red first.
    pub(crate) side_views: Vec<BattleView>,
    /// Everything, for spectators.
    pub(crate) full_view: BattleView,
    /// Cards of all combatants by id.
    pub(crate) sheets: Vec<Sheet>,
    /// The map with doors as they are now.
    pub(crate) map: Arc<Map>,
    /// The decision that waits for a person.
    pub(crate) decision: Option<Arc<Decision>>,
    /// Secret choices of combatants of the side that decides.
    pub(crate) plans: Vec<(CombatantId, Choice)>,
    /// How far the one who decides may go back.
    pub(crate) undoing: Option<Undoing>,
    /// How many choices have been made.
    pub(crate) choices: usize,
    /// How the battle ended, if it has.
    pub(crate) ending: Option<Ending>,
    /// Who could fight again once it has, red's first.
    pub(crate) survivors: Vec<Vec<UnitEntry>>,
}

impl Standstill {
    /// What a viewer may see.
    pub(crate) fn view(&self, viewer: Option<SideId>) -> &BattleView {
        viewer.map_or(&self.full_view, |side| &self.side_views[side.index()])
    }
}
