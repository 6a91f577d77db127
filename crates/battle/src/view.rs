//! What a side may see of the battle.

use schemars::JsonSchema;
use serde::Serialize;
use shieldwall_grid::{Cell, Direction, Side};

use crate::{
    combatant::Vitality,
    ids::{CombatantId, ItemId, SideId},
    terms::{Condition, Link, Track},
};

/// The battle as one side sees it: hidden enemies are not in it.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct BattleView {
    /// Round, from 1.
    pub round: u32,
    /// Name of the stage that runs.
    pub stage: &'static str,
    /// Combatants the side may see, in roster order.
    pub combatants: Vec<CombatantView>,
    /// Items on the ground.
    pub lying: Vec<LyingItem>,
    /// Order of action of this round as far as it is known, with each one's rank.
    pub order: Vec<OrderEntry>,
    /// What links combatants that the side may see.
    pub links: Vec<LinkView>,
}

/// A link between two combatants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LinkView {
    /// Who holds or covers.
    pub who: CombatantId,
    /// The other one.
    pub other: CombatantId,
    /// What links them.
    pub link: Link,
}

/// What somebody has left of something besides hit points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TrackState {
    /// Of what.
    pub track: Track,
    /// What is left.
    pub left: i32,
    /// Maximum.
    pub max: i32,
}

/// Where a combatant is and how it fares: what a brain looks at in every decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Id.
    pub id: CombatantId,
    /// Side.
    pub side: SideId,
    /// Where it is: the anchor of its cells.
    pub cell: Cell,
    /// How many cells it is across.
    pub across: u8,
    /// The side of its cell on which it stands, with one foot in the cell beyond.
    pub astride: Option<Side>,
    /// The mount or vehicle that it is on.
    pub riding: Option<CombatantId>,
    /// Hit points left.
    pub hit_points: i32,
    /// Hit points at most.
    pub max_hit_points: i32,
    /// State.
    pub vitality: Vitality,
    /// Whether its enemies have not noticed it.
    pub hidden: bool,
}

/// A combatant as others see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CombatantView {
    /// Id.
    pub id: CombatantId,
    /// Side.
    pub side: SideId,
    /// Name.
    pub name: String,
    /// Unit id.
    pub unit: String,
    /// Where it is: the anchor of its cells.
    pub cell: Cell,
    /// How many cells it is across.
    pub across: u8,
    /// The side of its cell on which it stands, with one foot in the cell beyond.
    pub astride: Option<Side>,
    /// The mount or vehicle that it is on.
    pub riding: Option<CombatantId>,
    /// Hit points left.
    pub hit_points: i32,
    /// Hit points at most.
    pub max_hit_points: i32,
    /// State.
    pub vitality: Vitality,
    /// Whether its enemies have not noticed it.
    pub hidden: bool,
    /// Direction it faces, where the ruleset cares.
    pub facing: Option<Direction>,
    /// Conditions: "kneeling", "unloaded", "helping".
    pub conditions: Vec<Condition>,
    /// What it has besides hit points.
    pub tracks: Vec<TrackState>,
}

/// An item on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LyingItem {
    /// Which.
    pub item: ItemId,
    /// Name.
    pub name: String,
    /// Where.
    pub cell: Cell,
}

/// A place in the order of action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderEntry {
    /// Who.
    pub who: CombatantId,
    /// Its rank in this round, where there are ranks.
    pub rank: Option<i32>,
    /// Whether it has its turn of this round still in hand.
    pub ready: bool,
    /// What else is to be said of its turn: "can react".
    pub note: Option<&'static str>,
    /// The chance, in percent, with which it would do now what it has stated for its rank; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<i32>,
    /// How often it may still answer what others do in this round; 0 as well where the rules do not
    /// count that.
    pub reactions: u8,
    /// Whether it has done in its turn what can be done only once in it.
    pub acted: bool,
    /// Whether its action of the round is over.
    pub done: bool,
    /// Whether it acts at this moment.
    pub now: bool,
    /// Whether it acts simultaneously with the entry before.
    pub with_previous: bool,
}

impl BattleView {
    /// A combatant of the view; `None` if the side may not see it.
    #[must_use]
    pub fn combatant(&self, id: CombatantId) -> Option<&CombatantView> {
        self.combatants
            .binary_search_by_key(&id, |combatant| combatant.id)
            .ok()
            .map(|index| &self.combatants[index])
    }
}
