//! Where the round stands: whose place it is, who acts, what is under way.

use bevy_ecs::prelude::Resource;
use shieldwall_battle::{CombatantId, SideId};
use shieldwall_grid::Cell;

use crate::attack::{arm::Arm, bargain::Bargain, state::Attack};

/// Where the round stands.
#[derive(Resource, Clone, Debug, Default, PartialEq, Hash)]
pub struct RoundPlan {
    /// True once a character has been concealed in this battle: before, all may know of everything.
    pub secrets: bool,
    /// Whether the stage that runs has done what it begins with.
    pub opened: bool,
    /// Whether the first round, or the bonus round before it, has begun.
    pub begun: bool,
    /// Whether it is the bonus round of an ambush (ZON-106).
    pub bonus: bool,
    /// Who holds the initiative (ZON-010).
    pub holder: Option<SideId>,
    /// The side that has the next place.
    pub place: Option<SideId>,
    /// The side that has just had its place: whose turn it is next is known only when that is over
    /// (ZON-R13).
    pub had_place: Option<SideId>,
    /// Passes in a row (ZON-006).
    pub passes: u32,
    /// Whether anybody was activated in this round.
    pub activated: bool,
    /// Rounds in a row in which nobody was (ZON-R79).
    pub idle_rounds: u32,
    /// Those whose turn is under way: one, or a mounted team.
    pub team: Vec<CombatantId>,
    /// Which of them acts now.
    pub actor: Option<CombatantId>,
    /// The walk under way.
    pub walk: Option<Walk>,
    /// The attack under way.
    pub attack: Option<Attack>,
    /// The bargain that has been offered.
    pub bargain: Option<Bargain>,
    /// Dice that are being shared out.
    pub sharing: Option<Sharing>,
    /// What is still to be seen to before anything else goes on, the next one last.
    pub pending_effects: Vec<PendingEffect>,
    /// Traps that have gone off.
    pub sprung: Vec<Cell>,
    /// How everyone was when the round began, in roster order.
    pub at_start: Vec<Snapshot>,
    /// Those who have left the map in this round.
    pub departures: Vec<Departure>,
    /// Those whose turn of the first round is spent from the start, while it is still the bonus round.
    pub spent_at_start: Vec<CombatantId>,
    /// Those who are distracted in the first round from the start: the bonus round does not end it.
    pub distracted_at_start: Vec<CombatantId>,
    /// Those who have gone after somebody in this round (ZON-R89).
    pub chasing: Vec<CombatantId>,
    /// Those whose turn in the next round is lost (ZON-R59).
    pub tired: Vec<CombatantId>,
    /// How far the end of the round has come.
    pub closing: Closing,
    /// Which alliance holds the objective (ZON-R79).
    pub held: shieldwall_battle::goals::Hold,
    /// Rules under which the battle has been decided, until it is announced.
    pub decided: Option<Decided>,
}

/// How a battle has been decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decided {
    /// The winner; `None` for a draw.
    pub winner: Option<SideId>,
    /// Why.
    pub reason: String,
}

/// A character at the beginning of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// Whether it was in the fight.
    pub fighting: bool,
    /// Its health.
    pub health: i32,
}

/// A step onto a mount or vehicle, or off it (ZON-153).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Boarding {
    /// Onto this one.
    On(CombatantId),
    /// Off into this cell.
    Off(Cell),
}

/// A walk under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// Who walks.
    pub mover: CombatantId,
    /// The step onto or off a mount that it is, if it is one.
    pub boarding: Option<Boarding>,
    /// The cells still to walk through, the next one last.
    pub ahead: Vec<Cell>,
    /// The cells of the stretch that is not in the journal yet, with the one it began in.
    pub trail: Vec<Cell>,
    /// Half-zone steps of that stretch.
    pub cost: u16,
    /// Those who have still to be asked for an opportunity attack against the next step, the next
    /// one last; `None` while they have not been looked for.
    pub leaving: Option<Vec<CombatantId>>,
    /// Whether an opportunity attack was made, so that the mover decides again (ZON-066).
    pub interrupted: bool,
    /// The group of the journal that its stretches belong to; `None` until one is written.
    pub group: Option<u32>,
    /// Captives that have still to be put into a cell after the last step, the next one last.
    pub carried: Vec<CombatantId>,
    /// The cell that was left last.
    pub behind: Option<Cell>,
}

/// Dice that are being shared out (ZON-133).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sharing {
    /// Who attacks.
    pub attacker: CombatantId,
    /// With what.
    pub arm: Arm,
    /// Dice for each target, in the order in which they were first aimed at.
    pub shares: Vec<(CombatantId, u16)>,
}

/// Something that has to be seen to before the battle goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PendingEffect {
    /// A rider comes off a mount that has fallen, with a save if it was in motion (ZON-R75).
    ComesOff {
        /// The rider.
        who: CombatantId,
        /// Whether the mount was in motion.
        in_motion: bool,
    },
    /// Somebody that has failed its save falls into a cell beside the mount and hurts itself
    /// (ZON-R74).
    Falls {
        /// Who falls.
        who: CombatantId,
        /// Off which mount or vehicle, or short of which.
        mount: CombatantId,
    },
    /// A rider gets clear of a mount that has fallen.
    Lands(CombatantId),
    /// A character that had surrendered has been harmed (ZON-119).
    Resumes(CombatantId),
    /// A character that failed its morale check decides what to do (ZON-114).
    Breaks(CombatantId),
}

/// Somebody who has left the map in this round (ZON-R59).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Departure {
    /// Who.
    pub who: CombatantId,
    /// By which exit.
    pub exit: Cell,
    /// Whether the asking has begun.
    pub asked: bool,
    /// The sides that have still to be asked whether they pursue, the next one last.
    pub asking: Vec<SideId>,
    /// Who pursues.
    pub pursuers: Vec<CombatantId>,
}

/// How far the end of the round has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Closing {
    /// Lava, fire and poison.
    #[default]
    Burning,
    /// Chases of those who left.
    Chases,
    /// Morale.
    Morale,
    /// Broken ones decide.
    Breaking,
    /// Goals, and letting the broken go.
    Judging,
    /// The round limit, and battles in which nothing happens any more.
    Limits,
    /// The next round.
    Over,
}
