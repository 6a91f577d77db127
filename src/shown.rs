//! A battle as somebody has been shown it, entry by entry: figures, log and counts.
//!
//! The journal may be ahead. [`ShownBattle`] changes only when an entry is shown.

mod chronicle;
mod full_state;
mod intents;
mod playback_state;
mod retelling;
mod telling;
mod timeline;
mod waiting_seat;
mod weapon;

use std::collections::BTreeMap;

use shieldwall_battle::{
    CombatantId, Entry, Footing, ItemId, SideId, TrackState, Vitality, terms::Condition,
    view::LinkView,
};
use shieldwall_grid::{Cell, Direction, Grid, Side};

pub(crate) use chronicle::Chronicle;
pub(crate) use intents::Intents;
pub(crate) use playback_state::PlaybackState;
pub(crate) use retelling::retell;
pub(crate) use timeline::{Due, Timeline};
pub(crate) use weapon::{Blow, Missile};

/// Everything the board and the bars show, as of the last entry played.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ShownBattle {
    /// Figures by combatant id; `None` while the viewer may not see it.
    pub(crate) figures: Vec<Option<Figure>>,
    /// Round shown.
    pub(crate) round: u32,
    /// Stage shown, by the rulebook's name.
    pub(crate) stage: &'static str,
    /// Lines of the log, oldest first.
    pub(crate) log: Vec<LogLine>,
    /// What links figures.
    pub(crate) links: Vec<LinkView>,
    /// Weapons and shields lying about.
    pub(crate) lying: Vec<(ItemId, Cell)>,
    /// Cells whose terrain is no longer that of the level, with the terrain that it is now.
    pub(crate) ground: BTreeMap<Cell, String>,
    /// What they have said that they will do, and have not done yet.
    pub(crate) intents: Intents,
    /// Actions of the round with their moments, in rulesets that count.
    pub(crate) timeline: Timeline,
    /// Damage dealt, defeated and so on, by combatant, for the aftermath.
    pub(crate) tallies: BTreeMap<CombatantId, Tally>,
    /// Course of the battle, for the aftermath.
    pub(crate) chronicle: Chronicle,
}

impl ShownBattle {
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
    /// The side of its cell on which it stands, with one foot in the cell beyond.
    pub(crate) astride: Option<Side>,
    /// The mount or vehicle that it is on; it shares its cells.
    pub(crate) riding: Option<CombatantId>,
    pub(crate) hit_points: i32,
    pub(crate) max_hit_points: i32,
    pub(crate) vitality: Vitality,
    pub(crate) hidden: bool,
    pub(crate) facing: Option<Direction>,
    /// Conditions by name, for icons.
    pub(crate) conditions: Vec<Condition>,
    /// What it has besides hit points.
    pub(crate) tracks: Vec<TrackState>,
}

impl Figure {
    /// Where it stands.
    pub(crate) const fn footing(&self) -> Footing {
        Footing {
            cell: self.cell,
            across: self.across,
            astride: self.astride,
        }
    }

    /// Whether it covers a cell.
    pub(crate) fn covers(&self, grid: &Grid, cell: Cell) -> bool {
        self.footing().covers(grid, cell)
    }
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
    pub(crate) defeated: u32,
    /// Names and states of its items that are not as they were: "mail", "damaged".
    pub(crate) gear: BTreeMap<ItemId, (String, Vec<&'static str>)>,
}
