//! Actions: what a choice does.

use serde::Serialize;

use super::Word;

/// What a choice does: `attack`, `move`, `parry`.
pub type Action = Word<ActionRole>;

/// What an action is to everything that knows no rules: brains, action bar, log, statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionRole {
    /// An attack on one enemy in reach.
    MeleeAttack,
    /// An attack on one enemy with something that flies.
    MissileAttack,
    /// An attack on one enemy from beside what one hides behind.
    AttackFromCover,
    /// An attack on an area.
    AreaAttack,
    /// An attack at the end of a run.
    Charge,
    /// An attack with what one has by nature, to get somebody down.
    Brawl,
    /// Kills somebody helpless.
    Finish,
    /// Begins to divide one attack among several targets.
    Divide,
    /// Gives one more part of a divided attack to a target.
    Assign,
    /// Carries out the attack as it has been divided.
    Commit,
    /// Makes somebody lose what they hold.
    Disarm,
    /// Moves somebody by force.
    Displace,
    /// Takes hold of somebody.
    Grapple,
    /// Uses a power that takes time to prepare.
    Cast,
    /// Helps a friend or oneself by a power.
    Boon,
    /// Makes an enemy worse at something without harm.
    Hinder,
    /// Treats wounds.
    Heal,
    /// Wakes a sleeper.
    Wake,
    /// Gets out of sight.
    Hide,
    /// Comes out of hiding.
    ComeOut,
    /// Gets out of a hold.
    BreakFree,
    /// Gets somebody else out of a hold.
    FreeOther,
    /// Lets go of somebody.
    Release,
    /// Goes to a cell.
    Move,
    /// Goes to a cell faster than one can every turn.
    Sprint,
    /// Goes up to an enemy without striking.
    Approach,
    /// Goes down into what may hurt, on purpose.
    Leap,
    /// Stays where one is.
    Stay,
    /// Takes a low stance behind something.
    Kneel,
    /// Stands upright.
    Stand,
    /// Turns.
    Face,
    /// Closes up with friends beside it.
    FormUp,
    /// Takes something in hand.
    Ready,
    /// Takes something from the ground.
    PickUp,
    /// Puts something away.
    Stow,
    /// Lets something fall.
    Drop,
    /// Makes a weapon ready to shoot again.
    Reload,
    /// Sets something up that stands by itself.
    SetUp,
    /// Takes up what was set up.
    TakeUp,
    /// Gets on a mount or vehicle.
    Mount,
    /// Gets off it.
    Dismount,
    /// Uses a device.
    Interact,
    /// Opens or shuts a door.
    Door,
    /// Says something.
    Speak,
    /// Gives up the fight.
    Surrender,
    /// Means to leave the fight.
    Retreat,
    /// Leaves the map.
    Leave,
    /// Takes up the fight again.
    Resume,
    /// Goes after somebody.
    Pursue,
    /// Lets enemies get away.
    LetGo,
    /// Says which side goes first.
    GoFirst,
    /// Sends somebody into their turn.
    Activate,
    /// Goes on with another member of a team.
    Switch,
    /// Keeps its action for later.
    Delay,
    /// Gets something ready that takes effect later.
    Prepare,
    /// Says ahead that it attacks those who are in reach then.
    Engage,
    /// Does nothing now.
    Pass,
    /// Ends a turn.
    EndTurn,
    /// Goes on with what was interrupted.
    Continue,
    /// Stops what was interrupted.
    Stop,
    /// Does not answer, or does nothing of the kind.
    Decline,
    /// Says yes.
    Accept,
    /// Stops an attack with what is in hand.
    Block,
    /// Gets out of the way of an attack.
    Dodge,
    /// Answers an attack with an attack.
    Counter,
    /// Answers an attack with an attack that spares the attacker.
    CounterGently,
    /// Gets behind somebody else.
    TakeCover,
    /// Steps into an attack on a friend.
    Protect,
    /// Offers something else instead of harm.
    Bargain,
    /// Says which item it is about.
    NameItem,
    /// Takes what somebody else loses.
    Seize,
    /// Says where somebody ends who is moved by force.
    Place,
    /// Says where somebody comes to stand who falls or is carried.
    Land,
}

/// What players look for first, whatever the rules call it: each has one place and one key in every ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Common {
    /// Attacks, and what is said ahead of them.
    Attack,
    /// Goes somewhere.
    Move,
    /// Guards against attacks.
    Defend,
    /// Stays ready, and does nothing yet.
    Wait,
    /// Ends the turn, or passes.
    End,
}

impl Common {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 5] = [
        Self::Attack,
        Self::Move,
        Self::Defend,
        Self::Wait,
        Self::End,
    ];
}

impl ActionRole {
    /// Which of the common actions it is; `None` for all that is wanted less often, or asked for by itself.
    #[must_use]
    pub const fn common(self) -> Option<Common> {
        Some(match self {
            Self::MeleeAttack
            | Self::MissileAttack
            | Self::AttackFromCover
            | Self::AreaAttack
            | Self::Charge
            | Self::Brawl
            | Self::Finish
            | Self::Divide
            | Self::Assign
            | Self::Commit
            | Self::Engage => Common::Attack,
            Self::Move | Self::Sprint | Self::Approach | Self::Leap => Common::Move,
            Self::Kneel
            | Self::Block
            | Self::Dodge
            | Self::Counter
            | Self::CounterGently
            | Self::TakeCover
            | Self::Protect => Common::Defend,
            Self::Stay | Self::Delay => Common::Wait,
            Self::Pass | Self::EndTurn => Common::End,
            Self::Disarm
            | Self::Displace
            | Self::Grapple
            | Self::Cast
            | Self::Boon
            | Self::Hinder
            | Self::Heal
            | Self::Wake
            | Self::Hide
            | Self::ComeOut
            | Self::BreakFree
            | Self::FreeOther
            | Self::Release
            | Self::Stand
            | Self::Face
            | Self::FormUp
            | Self::Ready
            | Self::PickUp
            | Self::Stow
            | Self::Drop
            | Self::Reload
            | Self::SetUp
            | Self::TakeUp
            | Self::Mount
            | Self::Dismount
            | Self::Interact
            | Self::Door
            | Self::Speak
            | Self::Surrender
            | Self::Retreat
            | Self::Leave
            | Self::Resume
            | Self::Pursue
            | Self::LetGo
            | Self::GoFirst
            | Self::Activate
            | Self::Switch
            | Self::Prepare
            | Self::Continue
            | Self::Stop
            | Self::Decline
            | Self::Accept
            | Self::Bargain
            | Self::NameItem
            | Self::Seize
            | Self::Place
            | Self::Land => return None,
        })
    }

    /// Whether it is an attack on what it is aimed at: what pointing at an enemy means first.
    #[must_use]
    pub const fn is_attack(self) -> bool {
        matches!(
            self,
            Self::MeleeAttack
                | Self::MissileAttack
                | Self::AttackFromCover
                | Self::AreaAttack
                | Self::Charge
                | Self::Brawl
                | Self::Finish
                | Self::Divide
                | Self::Assign
        )
    }

    /// Whether it goes somewhere.
    #[must_use]
    pub const fn is_move(self) -> bool {
        matches!(
            self,
            Self::Move | Self::Sprint | Self::Approach | Self::Leap
        )
    }

    /// Whether it ends what the decision is about without doing anything more.
    #[must_use]
    pub const fn is_closing(self) -> bool {
        matches!(self, Self::Pass | Self::EndTurn)
    }
}
