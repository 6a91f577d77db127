//! The actions that choices use, and the kinds of decisions.

use shieldwall_battle::Action;

/// Attack with a weapon, a shield, bare hands or a natural weapon.
pub const ATTACK: Action = Action("attack");
/// Take things in hand or put them away (PCT-R09).
pub const READY: Action = Action("ready");
/// Reload a weapon (PCT-R10).
pub const RELOAD: Action = Action("reload");
/// Give First Aid; in Resolution, to whom (PCT-158).
pub const FIRST_AID: Action = Action("first_aid");
/// Wake a sleeper (PCT-142).
pub const WAKE: Action = Action("wake");
/// Plant a held shield on a side of the own cell (PCT-129).
pub const PLANT_SHIELD: Action = Action("plant_shield");
/// Take up a planted shield.
pub const TAKE_UP_SHIELD: Action = Action("take_up_shield");
/// Hide (PCT-R30).
pub const HIDE: Action = Action("hide");
/// Drop a held thing, which costs nothing (PCT-R09).
pub const DROP: Action = Action("drop");
/// Do nothing.
pub const PASS: Action = Action("pass");
/// Move to a cell.
pub const MOVE: Action = Action("move");
/// Drop down a cliff or into a pit on purpose (PCT-R77).
pub const LEAP: Action = Action("leap");
/// Stay where one is.
pub const STAY: Action = Action("stay");
/// Kneel behind a large shield (PCT-125).
pub const KNEEL: Action = Action("kneel");
/// Stand upright.
pub const STAND: Action = Action("stand");
/// Parry an attack (PCT-034).
pub const PARRY: Action = Action("parry");
/// Dodge an attack (PCT-043).
pub const DODGE: Action = Action("dodge");
/// Let an attack come, or treat nobody.
pub const NONE: Action = Action("none");

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

/// What a combatant means to do this round (PCT-005).
pub const STATEMENT: &str = "statement";
/// Where it moves (PCT-R04).
pub const MOVEMENT: &str = "move";
/// Whether it ends its move standing or kneeling (PCT-R35).
pub const STANCE: &str = "stance";
/// With skipped statements: what it does when its rank is called (PCT-R03).
pub const DECLARATION: &str = "declaration";
/// What it does when its step comes (PCT-R01).
pub const ACTION: &str = "action";
/// How it answers an attack (PCT-034, PCT-043).
pub const DEFENCE: &str = "defence";
/// Whom it treats in Resolution (PCT-153).
pub const AID: &str = "aid";

/// All kinds of decisions.
pub const KINDS: &[&str] = &[
    STATEMENT,
    MOVEMENT,
    STANCE,
    DECLARATION,
    ACTION,
    DEFENCE,
    AID,
];

/// Mode of `ready`: two things at once.
pub const BOTH: &str = "both";
/// Mode of `ready`: something that lies on the ground.
pub const PICK_UP: &str = "pick_up";

/// Mode of `ready`: put away.
pub const AWAY: &str = "away";
