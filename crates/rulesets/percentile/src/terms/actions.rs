//! Actions: what choices do.

use shieldwall_battle::terms::{Action, ActionRole, Term, Word};

/// Attack with a weapon, a shield, bare hands or a natural weapon.
pub const ATTACK: Action = Word(&Term::new("attack", ActionRole::MeleeAttack).icon("attack"));
/// Take things in hand or put them away (PCT-R09).
pub const READY: Action = Word(&Term::new("ready", ActionRole::Ready).icon("ready"));
/// Reload a weapon (PCT-R10).
pub const RELOAD: Action = Word(&Term::new("reload", ActionRole::Reload).icon("reload"));
/// Give First Aid; in Resolution, to whom (PCT-158).
pub const FIRST_AID: Action = Word(&Term::new("first_aid", ActionRole::Heal).icon("first_aid"));
/// Wake a sleeper (PCT-142).
pub const WAKE: Action = Word(&Term::new("wake", ActionRole::Wake).icon("wake"));
/// Plant a held shield on a side of the own cell (PCT-129).
pub const PLANT_SHIELD: Action =
    Word(&Term::new("plant_shield", ActionRole::SetUp).icon("plant_shield"));
/// Take up a planted shield.
pub const TAKE_UP_SHIELD: Action =
    Word(&Term::new("take_up_shield", ActionRole::TakeUp).icon("plant_shield"));
/// Hide (PCT-R30).
pub const HIDE: Action = Word(&Term::new("hide", ActionRole::Hide).icon("hide"));
/// Drop a held thing, which costs nothing (PCT-R09).
pub const DROP: Action = Word(&Term::new("drop", ActionRole::Drop).icon("undo"));
/// Do nothing.
pub const PASS: Action = Word(&Term::new("pass", ActionRole::Pass).icon("none"));
/// Move to a cell.
pub const MOVE: Action = Word(&Term::new("move", ActionRole::Move).icon("move"));
/// Drop down a cliff or into a pit on purpose (PCT-R77).
pub const LEAP: Action = Word(&Term::new("leap", ActionRole::Leap).icon("run"));
/// Stay where one is.
pub const STAY: Action = Word(&Term::new("stay", ActionRole::Stay).icon("wait"));
/// Kneel behind a large shield (PCT-125).
pub const KNEEL: Action = Word(&Term::new("kneel", ActionRole::Kneel).icon("kneel"));
/// Stand upright.
pub const STAND: Action = Word(&Term::new("stand", ActionRole::Stand).icon("stand"));
/// Parry an attack (PCT-034).
pub const PARRY: Action = Word(&Term::new("parry", ActionRole::Block).icon("parry"));
/// Dodge an attack (PCT-043).
pub const DODGE: Action = Word(&Term::new("dodge", ActionRole::Dodge).icon("dodge"));
/// Let an attack come, or treat nobody.
pub const NONE: Action = Word(&Term::new("none", ActionRole::Decline).icon("none"));

/// All of them.
pub const ALL: &[Action] = &[
    ATTACK,
    READY,
    RELOAD,
    FIRST_AID,
    WAKE,
    PLANT_SHIELD,
    TAKE_UP_SHIELD,
    HIDE,
    DROP,
    PASS,
    MOVE,
    LEAP,
    STAY,
    KNEEL,
    STAND,
    PARRY,
    DODGE,
    NONE,
];
