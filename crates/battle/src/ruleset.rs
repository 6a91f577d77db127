//! What a ruleset is to the engine, the game and the brains.

use std::collections::BTreeMap;

use bevy_app::App;
use bevy_ecs::world::World;
use shieldwall_content::Level;
use shieldwall_grid::{Cell, Direction, Map, Metres};

use crate::{
    check::Check,
    choice::Choice,
    combatant::Roster,
    decision::Decision,
    event::Event,
    forecast::{AttackEstimate, OwnForecast},
    ids::{CombatantId, ItemId, SideId},
    inventory::Lying,
    line_of_sight::LineOfSight,
    offer::Offer,
    refusal::Refusal,
    setup::{BattleSetup, SetupError, Start, UnitEntry},
    sheet::Sheet,
    stage::Stage,
    terms::{Change, Condition, Rest, Terms},
    view::{LinkView, OrderEntry, TrackState},
};

/// A cell that a combatant could attack next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatenedCell {
    /// The cell.
    pub cell: Cell,
    /// How.
    pub threat: Threat,
}

impl ThreatenedCell {
    /// These cells in order, each once with the greatest threat to it.
    #[must_use]
    pub fn all(threats: impl IntoIterator<Item = (Cell, Threat)>) -> Vec<Self> {
        let mut greatest = BTreeMap::new();
        for (cell, threat) in threats {
            let known = greatest.entry(cell).or_insert(threat);
            *known = threat.max(*known);
        }
        let all = greatest.into_iter();
        all.map(|(cell, threat)| Self { cell, threat }).collect()
    }
}

/// How somebody threatens a cell, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threat {
    /// Only missiles reach it.
    Missile,
    /// It can strike there.
    Blow,
    /// It holds the cell from where it stands: who moves on through it may be struck at once.
    Control,
}

/// A range band of a weapon, for the overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeBand {
    /// In plain words: "full chance".
    pub label: &'static str,
    /// What is in it.
    pub extent: BandExtent,
}

/// What a range band holds, those before it included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BandExtent {
    /// All up to this distance.
    Within(Metres),
    /// All nearer than this distance.
    Below(Metres),
    /// These cells, from where the combatant stands.
    Cells(Vec<Cell>),
}

impl BandExtent {
    /// Whether it holds what is so far away; `None` if that does not tell.
    #[must_use]
    pub fn holds(&self, distance: Metres) -> Option<bool> {
        match self {
            Self::Within(most) => Some(distance <= *most),
            Self::Below(limit) => Some(distance < *limit),
            Self::Cells(_) => None,
        }
    }
}

/// From how far away a choice can be carried out, for offers that come before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vantage {
    /// From where the combatant stands.
    Here,
    /// After a move within this movement band ([`crate::CellOption::band`]).
    Band(u8),
    /// Not within one move, or it makes no difference where it stands.
    Beyond,
}

/// Where attacker and target would stand in an attack that is only considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackPlaces {
    /// The cell of the attacker.
    pub from: Cell,
    /// The target.
    pub target: CombatantId,
    /// The cell of the target.
    pub at: Cell,
}

/// How an item is, as far as a ruleset cares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemState {
    /// Hit points left and when whole; `None` if it cannot be damaged.
    pub hit_points: Option<(i32, i32)>,
    /// Whether it is in hand.
    pub readied: bool,
    /// Shots loaded, and missiles or magazines besides; `None` if it needs none.
    pub ammunition: Option<(u16, u16)>,
    /// The cell it lies or is planted in; `None` if somebody carries it.
    pub cell: Option<Cell>,
}

/// One complete combat system.
///
/// Everything that is asked here is answered by the same code that plays. Methods take the world
/// mutably only to run queries; none but [`Ruleset::deploy`] changes the battle.
pub trait Ruleset: Send + Sync + 'static {
    /// Identifier in files and on the command line: `percentile`.
    fn id(&self) -> &'static str;

    /// The words by which it calls things, each with its role.
    fn terms(&self) -> &'static Terms;

    /// How many cells a unit is across: 1, 2 or 3.
    fn across(&self, unit: &shieldwall_content::Unit) -> u8 {
        let _ = unit;
        1
    }

    /// Whether somebody begins in cells that others fill: on a mount, or shoulder to shoulder with them. Warbands
    /// are given room before anybody is deployed, so no component tells yet.
    fn shares_its_cells(&self, unit_entry: &UnitEntry) -> bool {
        let _ = unit_entry;
        false
    }

    /// How well one cell is seen from another, for the overlay; by default as the map has it.
    fn line_of_sight(&self, map: &Map, level: &Level, from: Cell, to: Cell) -> LineOfSight {
        LineOfSight::of_map(map, level, from, to)
    }

    /// Adds its stages and resources.
    fn build(&self, app: &mut App);

    /// What its own settings put into a level for somebody to use, by cell: boulders, ropes.
    fn props(&self, level: &Level) -> Vec<Cell> {
        let _ = level;
        Vec::new()
    }

    /// Gives every spawned combatant its components and items. Common components are there already.
    ///
    /// # Errors
    /// If a unit has no stat block for this ruleset, or an option is unknown.
    fn deploy(&self, world: &mut World, setup: &BattleSetup) -> Result<(), SetupError>;

    /// The stage a battle begins with.
    fn first_stage(&self) -> Stage;

    /// Checks what the offers cannot express, such as a path. `offer` is the one the choice takes.
    ///
    /// # Errors
    /// A refusal that names the rule.
    fn check(
        &self,
        world: &mut World,
        decision: &Decision,
        offer: &Offer,
        choice: &Choice,
    ) -> Result<(), Refusal>;

    /// Why a decision does not offer something; see [`Battle::why_not`](crate::Battle::why_not).
    /// Asked only when somebody wants to know, of the code that makes the offers.
    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let _ = (world, decision, wanted);
        None
    }

    /// What the rules themselves say that a computer-run side answers; `None` if that is its own
    /// affair.
    fn prescribed(&self, world: &mut World, decision: &Decision) -> Option<Choice> {
        let _ = (world, decision);
        None
    }

    /// The answer that forecasts take for granted where this decision comes up on the way, because nearly everybody gives
    /// it; `None` to try all answers.
    fn assumed(&self, decision: &Decision) -> Option<Choice> {
        let _ = decision;
        None
    }

    /// How a combatant of this battle would begin the next one, as it is now; `None` for the dead.
    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start>;

    /// Lets somebody rest for so many weeks before the next battle, in one of the ways that
    /// [`Terms::rests`] gives; what that heals is rolled when the battle begins.
    fn rested(&self, start: &mut Start, rest: &Rest, weeks: u32) {
        let _ = (start, rest, weeks);
    }

    /// The least the actor of a decision can do: what cases take where nobody chose.
    fn least(&self, world: &mut World, decision: &Decision) -> Choice;

    /// True once nothing that was decided still waits to take effect: no attack is under way. With a decision, only what
    /// its answer leads to counts: there a forecast of the answer ends, whatever others have still to do.
    fn is_settled(&self, world: &mut World, answered: Option<&Decision>) -> bool;

    /// Takes what others do at the same moment out of a battle that is played on for a forecast: the forecast shows what the
    /// answer to this decision does by itself. Nothing, as long as a ruleset does not say otherwise.
    fn leave_others_out(&self, world: &mut World, decision: &Decision) {
        let _ = (world, decision);
    }

    /// The state of an item. As long as a ruleset does not say otherwise, it lies in a cell or is carried, and no more.
    fn item_state(&self, world: &mut World, item: ItemId) -> ItemState {
        let entity = world.resource::<Roster>().item(item);
        ItemState {
            cell: world.get::<Lying>(entity).map(|lying| lying.0),
            ..ItemState::default()
        }
    }

    /// What a choice may lead to, where the ruleset has numbers of its own for it: for choices that take
    /// effect only later, and where playing would take too long.
    fn forecast(&self, world: &mut World, decision: &Decision, choice: &Choice) -> OwnForecast {
        let _ = (world, decision, choice);
        OwnForecast::Play
    }

    /// The chance of what is rolled first for a choice, with its modifiers.
    fn chance_of(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Option<Check> {
        let _ = (world, decision, choice);
        None
    }

    /// What an event tells of somebody besides lost hit points and who is out of the fight: "grabbed".
    fn change_told(&self, event: &Event) -> Option<(CombatantId, Change)> {
        let _ = event;
        None
    }

    /// The best attacks that `attacker` could make with what it has in hand if it and its targets stood in these places;
    /// `None` where it has none. Quick estimates for brains.
    fn attack_estimates(
        &self,
        world: &mut World,
        attacker: CombatantId,
        places: &[AttackPlaces],
    ) -> Vec<Option<AttackEstimate>>;

    /// The cells from which `attacker` could strike `target` hand to hand where that stands now; for one of several
    /// cells, where its anchor would be. A quick answer for brains: others may be in the way. As long as a ruleset does not
    /// say otherwise, all in contact with it.
    fn strikes_from(
        &self,
        world: &mut World,
        attacker: CombatantId,
        target: CombatantId,
    ) -> Vec<Cell> {
        crate::contact::in_contact_with(world, attacker, target)
    }

    /// How far the actor of a decision would have to move before it could carry out a choice, as
    /// things stand and by the side's own knowledge; what the choice selects is not looked at. As long as a ruleset does
    /// not say otherwise, all targets that it offers are within reach.
    fn vantage(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Vantage {
        let _ = (world, decision, choice);
        Vantage::Here
    }

    /// The share of the harm to expect that a choice keeps off the actor of a decision, from 0 to 1: the shields of
    /// neighbours where it stands then, or a defence. Less than 0 if neighbours are in its way. A quick number for brains.
    fn shelter(&self, world: &mut World, decision: &Decision, choice: &Choice) -> f64 {
        let _ = (world, decision, choice);
        0.0
    }

    /// Cost of a move whose choice has a path of its own, as an option of the last cell: its cost, its band and its
    /// dangers. Asked about legal choices alone.
    fn drawn_way(
        &self,
        world: &mut World,
        decision: &Decision,
        choice: &Choice,
    ) -> Option<crate::CellOption> {
        let _ = (world, decision, choice);
        None
    }

    /// The way a mover would take to a cell, without the first cell; empty if there is none.
    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell>;

    /// Cells a combatant could get to in one round with their cost, no matter whose turn it is, as far as
    /// a side knows who is in the way; `None` knows all.
    fn reachable(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<crate::CellOption>;

    /// Cells a combatant could attack next round, moving first, as far as a side knows who is in the
    /// way; `None` knows all.
    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<ThreatenedCell>;

    /// Range bands of a weapon; empty if it has none.
    fn range_bands(&self, world: &mut World, item: ItemId) -> Vec<RangeBand> {
        let _ = (world, item);
        Vec::new()
    }

    /// The card of a combatant.
    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet;

    /// The card of a unit outside a battle.
    fn unit_sheet(
        &self,
        library: &shieldwall_content::Library,
        unit: &shieldwall_content::Unit,
    ) -> Sheet;

    /// Conditions of a combatant by name, and the direction it faces if that matters.
    fn conditions(
        &self,
        world: &mut World,
        who: CombatantId,
    ) -> (Vec<Condition>, Option<Direction>);

    /// What a combatant has besides hit points, the most pressing first.
    fn tracks(&self, world: &mut World, who: CombatantId) -> Vec<TrackState> {
        let _ = (world, who);
        Vec::new()
    }

    /// What links combatants just now.
    fn links(&self, world: &mut World) -> Vec<LinkView> {
        let _ = world;
        Vec::new()
    }

    /// Order of action of this round, as far as it is known.
    fn order(&self, world: &mut World) -> Vec<OrderEntry>;
}
