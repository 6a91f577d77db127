//! Everything that can happen in a battle.

use schemars::JsonSchema;
use serde::Serialize;
use shieldwall_dice::Face;
use shieldwall_grid::{Cell, Direction, Side};

use crate::{
    area::Area,
    check::Check,
    choice::Choice,
    combatant::Vitality,
    ids::{CombatantId, ItemId, SideId},
    move_cost::MoveCost,
    terms::{
        Action, AttackEffect, Condition, DecisionKind, Defence, DueState, ItemCondition, ItemMove,
        Link, Placement, RollLevel, Track, TurnState,
    },
    view::TrackState,
};

/// What a roll was for, and how good it was.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Rolled {
    /// Who rolled.
    pub who: CombatantId,
    /// What for, in plain words: "attack with broad sword".
    pub purpose: String,
    /// The dice as they fell.
    pub dice: Vec<Face>,
    /// The chance it was rolled against, with its modifiers by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Check>,
    /// The total, for sums.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<i32>,
    /// The outcome in the ruleset's words: "special success", "failure".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<RollLevel>,
}

/// A combatant as it enters the battle.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Deployed {
    /// Its id.
    pub who: CombatantId,
    /// Its side.
    pub side: SideId,
    /// Its unit.
    pub unit: String,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub cell: Cell,
    /// Its hit points.
    pub hit_points: i32,
    /// How many cells it is across; left out if it stands in one cell.
    #[serde(skip_serializing_if = "is_one")]
    pub across: u8,
    /// The side of its cell on which it stands, with one foot in the cell beyond; left out if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub astride: Option<Side>,
    /// The direction it faces; left out where that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// What it has besides hit points; left out if it has nothing of the kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<TrackState>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_one(across: &u8) -> bool {
    *across == 1
}

/// Everything that can happen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The battle begins.
    BattleBegan {
        /// Version of the journal's format.
        format: u32,
        /// Ruleset id.
        ruleset: &'static str,
        /// Level id; of a case with its own map, the name of its file without `.toml`.
        level: String,
        /// Seed of the dice.
        seed: u64,
    },
    /// A combatant enters the battle.
    Deployed(Deployed),
    /// A round begins.
    RoundBegan,
    /// A phase or another stage begins.
    StageBegan {
        /// Its name in the rulebook.
        stage: &'static str,
    },
    /// Somebody decided.
    Chosen {
        /// Number of the decision.
        decision: u32,
        /// Kind of the decision.
        kind: DecisionKind,
        /// Who it was about; left out if its side as a whole decided.
        #[serde(skip_serializing_if = "Option::is_none")]
        who: Option<CombatantId>,
        /// The side that decided.
        side: SideId,
        /// The choice.
        choice: Choice,
        /// The choice in plain words.
        text: String,
    },
    /// Dice were rolled.
    Rolled(Rolled),
    /// A combatant moved.
    Moved {
        /// Who.
        who: CombatantId,
        /// The cells, first and last included.
        path: Vec<Cell>,
        /// Movement spent.
        cost: MoveCost,
        /// What stopped it short, if anything did.
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped: Option<&'static str>,
    },
    /// A combatant was moved without walking.
    Placed {
        /// Who.
        who: CombatantId,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// How: "is shoved", "changes places", "is carried along", "falls down", "falls back",
        /// "is caught", "catches up", "gets up", "steps aside".
        how: Placement,
    },
    /// A combatant got on or off a mount or vehicle.
    Riding {
        /// Who.
        who: CombatantId,
        /// What it is on now; left out if it got off.
        #[serde(skip_serializing_if = "Option::is_none")]
        on: Option<CombatantId>,
        /// Where it is now.
        cell: Cell,
    },
    /// Somebody takes hold of somebody else, covers them with a shield, or no longer does.
    Linked {
        /// Who holds or covers.
        who: CombatantId,
        /// The other one.
        other: CombatantId,
        /// What links them: "holds".
        link: Link,
        /// Whether it began.
        on: bool,
    },
    /// A combatant comes to stand on the edge between two cells, or in one cell again.
    Astride {
        /// Who.
        who: CombatantId,
        /// Its home cell.
        cell: Cell,
        /// The side of that cell on which it stands; left out if it stands in the cell.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// A combatant has turned.
    Faced {
        /// Who.
        who: CombatantId,
        /// The direction it faces now; left out if that no longer matters.
        #[serde(skip_serializing_if = "Option::is_none")]
        facing: Option<Direction>,
    },
    /// It is this side's place to act.
    Place {
        /// Which.
        side: SideId,
    },
    /// A side lets its place go by.
    Passed {
        /// Which.
        side: SideId,
        /// Whether it had no choice.
        forced: bool,
        /// How many sides have now passed in a row.
        in_a_row: u32,
    },
    /// A combatant's turn of the round: "acting", "spent", "kept".
    Turn {
        /// Whose.
        who: CombatantId,
        /// What has become of it.
        state: TurnState,
    },
    /// A combatant's place in the order of this round was fixed.
    Ranked {
        /// Who.
        who: CombatantId,
        /// Its rank; null if it has no action this round.
        rank: Option<i32>,
    },
    /// The order of actions of a round or of one rank.
    Ordered {
        /// Who acts, step by step; those in one step act simultaneously.
        steps: Vec<Vec<CombatantId>>,
    },
    /// An action has a place on the timeline of this round, or what has become of it there.
    Due {
        /// The combatant that acts.
        who: CombatantId,
        /// Its number among the actions of this combatant in this round, from 1.
        nth: u8,
        /// Its action.
        what: Action,
        /// Its target, if it has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<CombatantId>,
        /// When: segments or numbers, the first ones high.
        at: i32,
        /// When it ends, for what takes time; left out for all else.
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<i32>,
        /// The chance, in percent, with which a hit breaks it off until then; left out if no hit can.
        #[serde(skip_serializing_if = "Option::is_none")]
        broken_by_hit: Option<u8>,
        /// Planned, or what has become of it.
        state: DueState,
    },
    /// The count of a round comes to a moment of its timeline.
    Moment {
        /// The unit that is counted: "segment".
        counted: &'static str,
        /// The moment.
        at: i32,
    },
    /// A door changed.
    Door {
        /// Who moved it; left out if that was a hidden combatant.
        #[serde(skip_serializing_if = "Option::is_none")]
        who: Option<CombatantId>,
        /// A cell beside it.
        cell: Cell,
        /// The side of that cell it is on.
        side: Side,
        /// Whether it is open now.
        open: bool,
    },
    /// A combatant changed its stance.
    Stance {
        /// Who.
        who: CombatantId,
        /// Its new stance, by the name the ruleset gives it.
        stance: Condition,
    },
    /// An attack begins.
    Attacked {
        /// Who attacks.
        who: CombatantId,
        /// The target.
        target: CombatantId,
        /// With which item; left out for bare hands, natural weapons and grips.
        #[serde(skip_serializing_if = "Option::is_none")]
        item: Option<ItemId>,
        /// Name of what strikes.
        with: String,
        /// Whether something flies.
        missile: bool,
    },
    /// An attack on everyone in an area begins.
    Blast {
        /// Who attacks.
        who: CombatantId,
        /// With which item or power; left out for natural weapons.
        #[serde(skip_serializing_if = "Option::is_none")]
        item: Option<ItemId>,
        /// Name of what bursts.
        with: String,
        /// The area it was aimed at.
        aimed: Area,
        /// The area that is hit; left out while that is not known, and if the blast is lost.
        #[serde(skip_serializing_if = "Option::is_none")]
        struck: Option<Area>,
        /// Whether it was sent from afar.
        missile: bool,
    },
    /// An attack has been resolved.
    AttackResolved {
        /// Who attacked.
        who: CombatantId,
        /// The target.
        target: CombatantId,
        /// The attacker's level of success.
        attack: RollLevel,
        /// How the target answered, by the name the ruleset gives it; "none" if it did not.
        defence: Defence,
        /// The defender's level of success.
        defence_level: RollLevel,
        /// What came of it: "none", "normal" or "special" damage.
        effect: AttackEffect,
    },
    /// Damage was worked out.
    Damage {
        /// Who takes it.
        target: CombatantId,
        /// Fixed part (a special success's maximum), before the roll.
        fixed: i32,
        /// Total rolled, fixed part included.
        rolled: i32,
        /// Armour subtracted.
        armour: i32,
        /// What got through.
        lost: i32,
    },
    /// Hit points changed.
    HitPoints {
        /// Whose.
        who: CombatantId,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// Maximum.
        max: i32,
        /// Cause: "wound", "hazard", "fall", "first aid", "rest", "earlier injuries", "shove",
        /// "poison", "medicine", "mending".
        cause: &'static str,
        /// Who did it, if anybody.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<CombatantId>,
    },
    /// Something besides hit points changed: of constitution, of what keeps somebody conscious.
    Track {
        /// Whose.
        who: CombatantId,
        /// Which track.
        track: Track,
        /// What was left before.
        from: i32,
        /// What is left now.
        to: i32,
        /// Maximum.
        max: i32,
        /// Who did it, if anybody.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<CombatantId>,
    },
    /// A combatant's state changed.
    Vitality {
        /// Who.
        who: CombatantId,
        /// From which state.
        from: Vitality,
        /// To which state.
        to: Vitality,
    },
    /// A condition began or ended: "hidden", "surprised", "helping".
    Condition {
        /// Who.
        who: CombatantId,
        /// Which.
        condition: Condition,
        /// Whether it began.
        on: bool,
    },
    /// A hidden combatant was noticed: from now on everyone sees it, here.
    Revealed {
        /// Who.
        who: CombatantId,
        /// Where it is.
        cell: Cell,
        /// Its hit points, which may have changed unseen.
        hit_points: i32,
    },
    /// An item lost hit points.
    ItemDamaged {
        /// Which.
        item: ItemId,
        /// Its name.
        name: String,
        /// Who carries it.
        owner: CombatantId,
        /// Before.
        from: i32,
        /// After; broken at 0 or less.
        to: i32,
    },
    /// What an item is worth has changed: "damaged", "destroyed", "out of ammunition".
    ItemState {
        /// Which.
        item: ItemId,
        /// Its name.
        name: String,
        /// Who carries it.
        owner: CombatantId,
        /// What it is now.
        state: ItemCondition,
    },
    /// A device of the level was used.
    Device {
        /// Who used it; left out if that was a hidden combatant.
        #[serde(skip_serializing_if = "Option::is_none")]
        who: Option<CombatantId>,
        /// What it is called: "Lever".
        name: String,
        /// What was done: "Pull the lever".
        action: String,
    },
    /// The ground of a cell has changed.
    Ground {
        /// Which cell.
        cell: Cell,
        /// Its terrain now.
        terrain: String,
    },
    /// An item changed hands or place.
    ItemMoved {
        /// Which.
        item: ItemId,
        /// Its name.
        name: String,
        /// Who did it; left out if that was a hidden combatant and all see what became of the item.
        #[serde(skip_serializing_if = "Option::is_none")]
        who: Option<CombatantId>,
        /// "readied", "stowed", "dropped", "picked up", "snatched", "thrown", "planted", "taken
        /// up".
        how: ItemMove,
        /// Where it lies, if it lies somewhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        cell: Option<Cell>,
    },
    /// Ammunition changed.
    Ammunition {
        /// Whose.
        who: CombatantId,
        /// Which weapon, remedy or power.
        item: ItemId,
        /// Its name.
        name: String,
        /// Shots, missiles or uses left.
        left: u16,
        /// Whether it was reloaded rather than spent.
        reloaded: bool,
    },
    /// An objective of the level was held at the end of a round.
    Held {
        /// By which side.
        side: SideId,
        /// For how many rounds in a row.
        rounds: u32,
        /// How many it takes.
        of: u32,
    },
    /// Something worth a line that changes nothing by itself.
    Note {
        /// Who it is about.
        who: CombatantId,
        /// In plain words, to follow the name: "finds no way through".
        text: String,
        /// Whether it came of something that its side could not know: that somebody unseen watches.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        unforeseen: bool,
    },
    /// The battle is over.
    Ended {
        /// The side that won; null for a draw.
        winner: Option<SideId>,
        /// Why.
        reason: String,
    },
}

impl Event {
    /// Cause of hit points that a combatant had lost before the battle: nothing that happened in it.
    pub const EARLIER_INJURIES: &'static str = "earlier injuries";

    /// True for hit points that a combatant had lost before the battle.
    #[must_use]
    pub fn is_of_before(&self) -> bool {
        matches!(self, Self::HitPoints { cause, .. } if *cause == Self::EARLIER_INJURIES)
    }

    /// The names of all events, as in [`Entry::to_json`](crate::Entry::to_json).
    pub const NAMES: &'static [&'static str] = &[
        "battle_began",
        "deployed",
        "round_began",
        "stage_began",
        "chosen",
        "rolled",
        "moved",
        "placed",
        "riding",
        "linked",
        "astride",
        "faced",
        "place",
        "passed",
        "turn",
        "ranked",
        "ordered",
        "due",
        "moment",
        "door",
        "stance",
        "attacked",
        "blast",
        "attack_resolved",
        "damage",
        "hit_points",
        "track",
        "vitality",
        "condition",
        "revealed",
        "item_damaged",
        "item_state",
        "device",
        "ground",
        "item_moved",
        "ammunition",
        "held",
        "note",
        "ended",
    ];

    /// Names that events had in earlier formats, and what each is called now.
    pub const FORMER_NAMES: &'static [(&'static str, &'static str)] =
        &[("hold", "linked"), ("mustered", "deployed")];
}
