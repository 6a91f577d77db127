//! The battle as the player knows it: what has been played back, and what waits to be decided.
//!
//! The simulation may be ahead; the session never shows more than the journal entries that have
//! been played. [`Scene`] changes only when an entry is played, and the next decision appears when
//! playback has caught up.

mod answers;
mod footing;

use std::{
    collections::{BTreeMap, VecDeque},
    path::PathBuf,
    sync::Arc,
};

use bevy::prelude::*;
use shieldwall_battle::{
    BattleView, CellOption, CombatantId, Decision, Entry, Forecast, ItemId, Refusal, Sheet, SideId,
    Target, Terms, ThreatenedCell, UnitEntry, Vantage, Vitality, flow::Ending, ruleset::RangeBand,
    terms::Condition,
};
use shieldwall_grid::{Cell, Direction, Map};

use crate::{
    host::{BattlePlan, Host, Standstill, Undoing},
    playback::{Playback, Watch},
};

pub(crate) use answers::{Answers, Foretold};
pub(crate) use footing::{cells_under, covers};

/// The battle that is being shown. Exists on the battle and aftermath screens.
#[derive(Resource)]
pub(crate) struct Session {
    /// Number of the battle since the program began; tells a rematch from the battle before.
    pub(crate) battle: u64,
    /// How it was set up.
    pub(crate) plan: BattlePlan,
    /// The words of its ruleset, worked out once.
    pub(crate) words: &'static Terms,
    /// The simulation.
    pub(crate) host: Host,
    /// Whose eyes the screen shows; `None` is a spectator who sees all.
    pub(crate) viewer: Option<SideId>,
    /// Hot-seat: the side that must confirm that it sits at the screen before anything is shown.
    pub(crate) curtain: Option<SideId>,
    /// Beats that wait to be played.
    pub(crate) queue: VecDeque<Beat>,
    /// The entry that is being played now.
    pub(crate) playing: Option<Playing>,
    /// The battle as played back so far.
    pub(crate) scene: Scene,
    /// The view at the last point where playback had caught up.
    pub(crate) view: BattleView,
    /// Cards of all combatants by id, at the same point.
    pub(crate) sheets: Vec<Sheet>,
    /// Map with doors and ground as they are shown.
    pub(crate) map: Arc<Map>,
    /// The decision that a person has to take now; set only when playback has caught up.
    pub(crate) decision: Option<Arc<Decision>>,
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
    /// How far whoever decides may take choices back.
    pub(crate) undoing: Option<Undoing>,
    /// How many choices had been made at the same point.
    pub(crate) choices: usize,
    /// How it is watched, if it is a replay.
    pub(crate) watch: Watch,
    /// Whether the battle is asked for as it stands elsewhere; what comes before that is passed over.
    pub(crate) jumping: bool,
    /// Why the battle is not being saved; `None` while it is.
    pub(crate) not_saved: Option<String>,
    /// Damaged autosaves that were set aside, under their new names, until that has been told.
    pub(crate) set_aside: Vec<PathBuf>,
    /// Forecasts of choices for the open decision; `None` if there is nothing to foretell.
    pub(crate) forecasts: Answers<Option<Forecast>>,
    /// How far the actor of the open decision would have to move for a choice; asked without what
    /// it selects.
    pub(crate) vantages: Answers<Vantage>,
    /// Reach and threat of combatants, asked for since the last decision.
    pub(crate) reach: BTreeMap<CombatantId, (Vec<CellOption>, Vec<ThreatenedCell>)>,
    /// Range bands of weapons.
    pub(crate) ranges: BTreeMap<ItemId, Vec<RangeBand>>,
    /// Ways to cells for the open decision.
    pub(crate) paths: BTreeMap<(CombatantId, Cell), Vec<Cell>>,
    /// Where playback stands; nobody else's business.
    pub(crate) playback: Playback,
}

/// Something to play: an entry, or the point where the simulation stood still.
#[derive(Debug)]
pub(crate) enum Beat {
    /// A journal entry; whether the viewer may see it is decided when it is played.
    Entry(Box<Entry>),
    /// The state at a standstill.
    Settled(Box<Standstill>),
}

/// The entry that is being played.
#[derive(Debug)]
pub(crate) struct Playing {
    /// The entry.
    pub(crate) entry: Entry,
    /// Seconds of animation so far, speed included.
    pub(crate) elapsed: f32,
    /// Seconds it takes at normal speed.
    pub(crate) duration: f32,
}

impl Playing {
    /// How far it is, from 0 to 1.
    pub(crate) fn progress(&self) -> f32 {
        if self.duration <= 0.0 {
            1.0
        } else {
            (self.elapsed / self.duration).clamp(0.0, 1.0)
        }
    }
}

/// Everything the board and the bars show, as of the last entry played.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scene {
    /// Figures by combatant id; `None` while the viewer may not see it.
    pub(crate) figures: Vec<Option<Figure>>,
    /// Round shown.
    pub(crate) round: u32,
    /// Stage shown, by the rulebook's name.
    pub(crate) stage: &'static str,
    /// Lines of the log, oldest first.
    pub(crate) log: Vec<LogLine>,
    /// Weapons and shields lying about.
    pub(crate) lying: Vec<(ItemId, Cell)>,
    /// Cells whose terrain is no longer that of the level, with the terrain that it is now.
    pub(crate) ground: BTreeMap<Cell, String>,
    /// Damage dealt, felled and so on, by combatant, for the aftermath.
    pub(crate) tallies: BTreeMap<CombatantId, Tally>,
}

impl Scene {
    /// Whether all have deployed and the battle is under way; the bonus round of an ambush is round 0.
    pub(crate) fn has_begun(&self) -> bool {
        self.round > 0 || !self.stage.is_empty()
    }
}

/// A combatant as the board shows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) id: CombatantId,
    pub(crate) side: SideId,
    pub(crate) unit: String,
    pub(crate) name: String,
    /// The anchor of its cells.
    pub(crate) cell: Cell,
    /// How many cells it is across: 1, 2 or 3.
    pub(crate) across: u8,
    /// The mount or vehicle that it is on; it shares its cells.
    pub(crate) riding: Option<CombatantId>,
    pub(crate) hit_points: i32,
    pub(crate) max_hit_points: i32,
    pub(crate) vitality: Vitality,
    pub(crate) hidden: bool,
    pub(crate) facing: Option<Direction>,
    /// Conditions by name, for icons.
    pub(crate) conditions: Vec<Condition>,
}

/// One line of the combat log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LogLine {
    /// The entry it tells of, for dice, modifiers and rules.
    pub(crate) entry: Entry,
    /// The line in plain words.
    pub(crate) text: String,
    /// Combatants it is about, marked on the board while the pointer is on it.
    pub(crate) about: Vec<CombatantId>,
    /// Heading level: 0 round, 1 stage, 2 event, 3 detail.
    pub(crate) level: u8,
    /// How often it has happened in its round; what is told in one line counts on in it.
    pub(crate) times: u32,
}

/// What a combatant did in the battle, and what became of its gear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) damage_dealt: i32,
    pub(crate) damage_taken: i32,
    pub(crate) attacks: u32,
    pub(crate) hits: u32,
    pub(crate) felled: u32,
    /// Names and states of its items that are not as they were: "mail", "damaged".
    pub(crate) gear: BTreeMap<ItemId, (String, Vec<&'static str>)>,
}

/// What the player points at; written by the board, read by the HUD.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// The cell under the pointer or the keyboard cursor.
    pub(crate) cell: Option<Cell>,
    /// The combatant in it (a conscious one first).
    pub(crate) combatant: Option<CombatantId>,
    /// Whether several who stand share the cell, as riders do with their mount, and nothing says
    /// which of them is meant.
    pub(crate) vague: bool,
}

impl Pointed {
    /// The combatant that is meant, if that is beyond doubt.
    pub(crate) fn meant(&self) -> Option<CombatantId> {
        self.combatant.filter(|_| !self.vague)
    }
}

/// Combatants that something in the HUD refers to right now (a log line, the order strip); the
/// board rings them.
#[derive(Resource, Default, Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marked(pub(crate) Vec<CombatantId>);

/// The player confirmed a cell: by click, by key or by gamepad. Written by the board.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct CellConfirmed {
    /// The cell.
    pub(crate) cell: Cell,
    /// The combatant in it, if any, and if it is beyond doubt which one.
    pub(crate) combatant: Option<CombatantId>,
}

/// The part of a choice that has been picked so far; written by the HUD, read by the board, which
/// shows its legal targets.
#[derive(Resource, Default, Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Index into the offers of the open decision.
    pub(crate) offer: Option<usize>,
    /// Key of the selection that the player picked; `None` leaves it to the default.
    pub(crate) selection: Option<&'static str>,
    /// The target that is picked but not yet confirmed; the keyboard cursor may follow it.
    pub(crate) target: Option<Target>,
    /// Number of the decision that it is for.
    pub(crate) decision: Option<u32>,
    /// The combatant whose card is shown and for whom overlays are drawn.
    pub(crate) inspected: Option<CombatantId>,
    /// The offers that are folded away in the action bar.
    pub(crate) fold: Fold,
    /// The offer, by its index, and the target of which the player was told last what is given up by
    /// them. Only this may be done without telling.
    pub(crate) warned: Option<(usize, Option<Target>)>,
}

/// Whether the offers that are folded away behind one button of the action bar can be seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Fold {
    /// They cannot.
    #[default]
    Shut,
    /// They cannot, but confirming opens them: keys and gamepad have come to their button.
    Marked,
    /// They can, and the action hotkeys mean them.
    Open,
}

/// Overlays that the player has switched on.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overlays {
    /// Reachable cells by band.
    pub(crate) reach: bool,
    /// Range bands of the readied missile weapon.
    pub(crate) ranges: bool,
    /// Sight and cover from the acting or inspected combatant to the pointed cell.
    pub(crate) sight: bool,
    /// Cells that enemies threaten.
    pub(crate) threat: bool,
    /// The legend, with the switches of the overlays.
    pub(crate) legend: bool,
    /// The small map, while the view shows only a part of the large one.
    pub(crate) map: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            reach: true,
            ranges: false,
            sight: true,
            threat: false,
            legend: true,
            map: true,
        }
    }
}

/// Moves the camera to a cell; written by anyone, read by the board.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct LookAt(pub(crate) Cell);

/// The part of the window that panels leave free for the board, fixed and floating ones, in logical
/// pixels from the top left; written by the HUD, read by the camera. `None` is the whole window.
#[derive(Resource, Default, Debug, Clone, Copy, PartialEq)]
pub(crate) struct BoardArea(pub(crate) Option<Rect>);
