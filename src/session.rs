//! The battle as the player knows it: what has been played back, and what waits to be decided.
//!
//! The simulation may be ahead; the session never shows more than the journal entries that have
//! been played. [`ShownBattle`] changes only when an entry is played, and the next decision appears when
//! playback has caught up.

mod answers;
mod beat;
mod board_ready;
mod draft;
mod overlays;
mod parts;
mod pointed;
mod seat;
mod watch;

use std::sync::Arc;

use bevy::prelude::*;
use shieldwall_battle::{
    BattleView, Choice, CombatantId, Decision, Refusal, Sheet, Terms, UnitEntry, flow::Ending,
};
use shieldwall_grid::Map;

use crate::{battle_plan::BattlePlan, host::Undoing, shown::ShownBattle};

pub(crate) use answers::{Approaches, Asked, KnownForecast};
pub(crate) use beat::{Beat, Playback, Playing, SavingState};
pub(crate) use board_ready::BoardReady;
pub(crate) use draft::{Draft, Fold};
pub(crate) use overlays::{BoardArea, Overlays, Threatening};
pub(crate) use parts::Parts;
pub(crate) use pointed::{CellConfirmed, LookAt, Marked, Pointed};
pub(crate) use seat::Seat;
pub(crate) use watch::Watch;

/// What the player knows of the battle that is being shown. Exists on the battle and aftermath screens, with the other
/// [`Parts`]: [`Seat`], [`Asked`], [`Playback`], the [`Host`](crate::host::Host) and [`SavingState`].
#[derive(Resource)]
pub(crate) struct Session {
    /// Number of the battle since the program began; tells a rematch from the battle before.
    pub(crate) battle: u64,
    /// How it was set up.
    pub(crate) plan: BattlePlan,
    /// The words of its ruleset, worked out once.
    pub(crate) words: &'static Terms,
    /// The battle as played back so far.
    pub(crate) shown: ShownBattle,
    /// The view at the last point where playback had caught up.
    pub(crate) view: BattleView,
    /// Cards of all combatants by id, at the same point.
    pub(crate) sheets: Vec<Sheet>,
    /// Map with doors and ground as they are shown.
    pub(crate) map: Arc<Map>,
    /// The decision that a person has to take now; set only when playback has caught up.
    pub(crate) decision: Option<Arc<Decision>>,
    /// The choice that was sent last, with its decision.
    pub(crate) made: Option<(Arc<Decision>, Choice)>,
    /// Whether a choice has been sent and its result has not come back.
    pub(crate) waiting: bool,
    /// The last refusal, shown until the next input.
    pub(crate) refusal: Option<Refusal>,
    /// Why the battle could not begin.
    pub(crate) failure: Option<String>,
    /// How it ended, once playback has got there.
    pub(crate) ending: Option<Ending>,
    /// Who could fight again then, red's first.
    pub(crate) survivors: Vec<Vec<UnitEntry>>,
    /// Secret choices of combatants of the side that decides, not revealed yet.
    pub(crate) plans: Vec<(CombatantId, Choice)>,
    /// How far the one who decides may take choices back.
    pub(crate) undoing: Option<Undoing>,
    /// How many choices had been made at the same point.
    pub(crate) choices: usize,
}
