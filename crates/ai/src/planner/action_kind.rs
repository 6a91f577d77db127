//! Kinds of actions that this half of the brain tells apart.

use shieldwall_battle::ActionRole;

/// What kind of thing an action does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActionKind {
    /// Harms an enemy.
    Attack,
    /// Goes somewhere.
    Move,
    /// Takes something in hand, or changes what is in hand.
    Ready,
    /// Empties a hand.
    PutAway,
    /// Makes a missile weapon ready to shoot.
    Reload,
    /// Treats wounds.
    Aid,
    /// Wakes a sleeper.
    Wake,
    /// Gets out of sight.
    Hide,
    /// Sets up a shield.
    Plant,
    /// Kneels behind a shield.
    Kneel,
    /// Stands up, or stays standing.
    Stand,
    /// Does nothing but defend itself.
    Defend,
    /// Does nothing.
    Idle,
    /// Nothing that this half weighs.
    Other,
}

impl ActionKind {
    /// The kind of an action with a role.
    pub(super) const fn of(role: ActionRole) -> Self {
        match role {
            ActionRole::MeleeAttack
            | ActionRole::MissileAttack
            | ActionRole::AreaAttack
            | ActionRole::AttackFromCover
            | ActionRole::Charge
            | ActionRole::Brawl
            | ActionRole::Finish
            | ActionRole::Commit => Self::Attack,
            ActionRole::Move | ActionRole::Sprint | ActionRole::Approach | ActionRole::Leap => {
                Self::Move
            }
            ActionRole::Ready | ActionRole::PickUp => Self::Ready,
            ActionRole::Stow | ActionRole::Drop => Self::PutAway,
            ActionRole::Reload => Self::Reload,
            ActionRole::Heal => Self::Aid,
            ActionRole::Wake => Self::Wake,
            ActionRole::Hide => Self::Hide,
            ActionRole::SetUp | ActionRole::TakeUp => Self::Plant,
            ActionRole::Kneel => Self::Kneel,
            ActionRole::Stand => Self::Stand,
            ActionRole::Block => Self::Defend,
            ActionRole::Decline | ActionRole::Pass | ActionRole::Stay => Self::Idle,
            ActionRole::Divide
            | ActionRole::Cast
            | ActionRole::Prepare
            | ActionRole::Engage
            | ActionRole::FormUp
            | ActionRole::Face
            | ActionRole::Delay
            | ActionRole::Assign
            | ActionRole::Disarm
            | ActionRole::Displace
            | ActionRole::Grapple
            | ActionRole::Boon
            | ActionRole::Hinder
            | ActionRole::ComeOut
            | ActionRole::BreakFree
            | ActionRole::FreeOther
            | ActionRole::Release
            | ActionRole::Mount
            | ActionRole::Dismount
            | ActionRole::Interact
            | ActionRole::Door
            | ActionRole::Speak
            | ActionRole::Surrender
            | ActionRole::Retreat
            | ActionRole::Leave
            | ActionRole::Resume
            | ActionRole::Pursue
            | ActionRole::LetGo
            | ActionRole::GoFirst
            | ActionRole::Activate
            | ActionRole::Switch
            | ActionRole::EndTurn
            | ActionRole::Continue
            | ActionRole::Stop
            | ActionRole::Accept
            | ActionRole::Dodge
            | ActionRole::Counter
            | ActionRole::CounterGently
            | ActionRole::TakeCover
            | ActionRole::Protect
            | ActionRole::Bargain
            | ActionRole::NameItem
            | ActionRole::Seize
            | ActionRole::Place
            | ActionRole::Land => Self::Other,
        }
    }
}
