//! The actions that choices use, and the kinds of decisions.

use shieldwall_battle::Action;

/// Name the side that begins the round (ZON-009).
pub const FIRST: Action = Action("first");
/// Send a character into its turn (ZON-002).
pub const ACTIVATE: Action = Action("activate");
/// Let the place go by (ZON-004).
pub const PASS: Action = Action("pass");
/// Walk to a cell (ZON-012, ZON-014).
pub const MOVE: Action = Action("move");
/// Start to sprint, and run to a cell (ZON-013).
pub const SPRINT: Action = Action("sprint");
/// Attack one enemy (ZON-030).
pub const ATTACK: Action = Action("attack");
/// Lean out from behind a barrier and attack (ZON-070).
pub const PEEK: Action = Action("peek");
/// Kill an incapacitated enemy nearby (ZON-036).
pub const DEATH_BLOW: Action = Action("death_blow");
/// Attack a zone (ZON-072).
pub const BLAST: Action = Action("blast");
/// Share an attack's dice out among smaller enemies (ZON-133).
pub const SHARE_OUT: Action = Action("share_out");
/// Aim one more die at an enemy (ZON-134).
pub const AIM_DIE: Action = Action("aim_die");
/// Strike with the dice as they are shared out.
pub const STRIKE: Action = Action("strike");
/// Make an enemy drop a weapon (ZON-088).
pub const DISARM: Action = Action("disarm");
/// Push an enemy (ZON-090).
pub const SHOVE: Action = Action("shove");
/// Take hold of an enemy (ZON-092).
pub const GRAPPLE: Action = Action("grapple");
/// Invoke a power (ZON-020).
pub const INVOKE: Action = Action("invoke");
/// Distract an enemy (ZON-021).
pub const DISTRACT: Action = Action("distract");
/// Intimidate an enemy (ZON-021).
pub const INTIMIDATE: Action = Action("intimidate");
/// Taunt an enemy (ZON-021).
pub const TAUNT: Action = Action("taunt");
/// Use up a remedy (ZON-022).
pub const USE: Action = Action("use");
/// Become concealed (ZON-103).
pub const HIDE: Action = Action("hide");
/// Free an ally from a hold (ZON-095).
pub const FREE_ALLY: Action = Action("free_ally");
/// Operate a device of the level (ZON-023, ZON-026, ZON-028).
pub const OPERATE: Action = Action("operate");
/// Open or close a door (ZON-026).
pub const DOOR: Action = Action("door");
/// Pick something up (ZON-024).
pub const PICK_UP: Action = Action("pick_up");
/// Put something down (ZON-024).
pub const PUT_DOWN: Action = Action("put_down");
/// Take something in hand (ZON-025).
pub const READY: Action = Action("ready");
/// Put something away (ZON-025).
pub const STOW: Action = Action("stow");
/// Say a few words (ZON-027).
pub const SPEAK: Action = Action("speak");
/// Let go of somebody (ZON-R47).
pub const LET_GO: Action = Action("let_go");
/// Get on a mount or vehicle (ZON-153).
pub const MOUNT: Action = Action("mount");
/// Get off (ZON-153).
pub const DISMOUNT: Action = Action("dismount");
/// Go on with another of the team (ZON-R72).
pub const SWITCH: Action = Action("switch");
/// Try to break free (ZON-093).
pub const BREAK_FREE: Action = Action("break_free");
/// Give up (ZON-117), or mean to (ZON-114).
pub const SURRENDER: Action = Action("surrender");
/// Mean to leave the map (ZON-114).
pub const RETREAT: Action = Action("retreat");
/// End the turn (ZON-R16).
pub const END: Action = Action("end");
/// Go on as one was (ZON-066).
pub const GO_ON: Action = Action("go_on");
/// Stop where one is (ZON-066).
pub const STOP: Action = Action("stop");
/// Offer a stunt (ZON-079).
pub const OFFER: Action = Action("offer");
/// Accept what is offered, or be willing (ZON-082, ZON-060).
pub const ACCEPT: Action = Action("accept");
/// Refuse it.
pub const REFUSE: Action = Action("refuse");
/// Do not react, do nothing of the kind.
pub const NONE: Action = Action("none");
/// Dodge (ZON-051).
pub const DODGE: Action = Action("dodge");
/// Counter with an attack (ZON-052).
pub const COUNTER: Action = Action("counter");
/// Counter, holding back (ZON-035, ZON-R24).
pub const COUNTER_GENTLY: Action = Action("counter_gently");
/// Take shelter behind somebody (ZON-058).
pub const HIDE_BEHIND: Action = Action("hide_behind");
/// Guard the target (ZON-063).
pub const GUARD: Action = Action("guard");
/// Name the item that falls (ZON-088).
pub const NAME: Action = Action("name");
/// Take it (ZON-089).
pub const TAKE: Action = Action("take");
/// Let it fall (ZON-088).
pub const LET_FALL: Action = Action("let_fall");
/// Lead somebody who is shoved to a cell (ZON-R45).
pub const PUSH: Action = Action("push");
/// Put the captive into a cell (ZON-R47).
pub const SET_DOWN: Action = Action("set_down");
/// End in a cell after a fall (ZON-R74).
pub const FALL: Action = Action("fall");
/// Leave the map (ZON-R59).
pub const LEAVE: Action = Action("leave");
/// Stay.
pub const STAY: Action = Action("stay");
/// Take up the fight again (ZON-119).
pub const FIGHT_ON: Action = Action("fight_on");
/// Send somebody after who has left (ZON-121).
pub const PURSUE: Action = Action("pursue");
/// Let the broken go, and win (ZON-R79).
pub const LET_THEM_GO: Action = Action("let_them_go");

/// All of them.
pub const ALL: &[Action] = &[
    FIRST,
    ACTIVATE,
    PASS,
    MOVE,
    SPRINT,
    ATTACK,
    PEEK,
    DEATH_BLOW,
    BLAST,
    SHARE_OUT,
    AIM_DIE,
    STRIKE,
    DISARM,
    SHOVE,
    GRAPPLE,
    INVOKE,
    DISTRACT,
    INTIMIDATE,
    TAUNT,
    USE,
    HIDE,
    FREE_ALLY,
    OPERATE,
    DOOR,
    PICK_UP,
    PUT_DOWN,
    READY,
    STOW,
    SPEAK,
    LET_GO,
    MOUNT,
    DISMOUNT,
    SWITCH,
    BREAK_FREE,
    SURRENDER,
    RETREAT,
    END,
    GO_ON,
    STOP,
    OFFER,
    ACCEPT,
    REFUSE,
    NONE,
    DODGE,
    COUNTER,
    COUNTER_GENTLY,
    HIDE_BEHIND,
    GUARD,
    NAME,
    TAKE,
    LET_FALL,
    PUSH,
    SET_DOWN,
    FALL,
    LEAVE,
    STAY,
    FIGHT_ON,
    PURSUE,
    LET_THEM_GO,
];

/// Which side begins the round (ZON-009).
pub const FIRST_FACTION_DECISION: &str = "first_faction";
/// Whom to activate, or pass (ZON-002).
pub const ACTIVATION_DECISION: &str = "activation";
/// What an active character does next.
pub const TURN_DECISION: &str = "turn";
/// At whom to aim the next die (ZON-133).
pub const SHARING_DECISION: &str = "sharing";
/// Whether to attack somebody who moves away (ZON-065).
pub const OPPORTUNITY_DECISION: &str = "opportunity";
/// Whether to go on after an opportunity attack (ZON-066).
pub const GOING_ON_DECISION: &str = "going_on";
/// Which stunt to offer (ZON-079).
pub const STUNT_DECISION: &str = "stunt";
/// Whether to accept it (ZON-082).
pub const STUNT_ANSWER_DECISION: &str = "stunt_answer";
/// How to answer an attack (ZON-045).
pub const REACTION_DECISION: &str = "reaction";
/// Who guards the target (ZON-063).
pub const GUARDING_DECISION: &str = "guarding";
/// Whether an ally serves as a shield (ZON-060).
pub const WILLING_DECISION: &str = "willing";
/// Which item falls (ZON-088).
pub const DISARMING_DECISION: &str = "disarming";
/// Whether to take it (ZON-089).
pub const SNATCHING_DECISION: &str = "snatching";
/// Where somebody is pushed (ZON-090).
pub const SHOVING_DECISION: &str = "shoving";
/// Where the captive is put (ZON-096).
pub const CARRYING_DECISION: &str = "carrying";
/// Where somebody ends who falls (ZON-R74).
pub const FALLING_DECISION: &str = "falling";
/// Whether to leave the map (ZON-R59).
pub const LEAVING_DECISION: &str = "leaving";
/// Whether to fight again (ZON-119).
pub const RESUMING_DECISION: &str = "resuming";
/// Who pursues (ZON-121).
pub const PURSUIT_DECISION: &str = "pursuit";
/// What a broken character does (ZON-114).
pub const BREAKING_DECISION: &str = "breaking";
/// Whether to let the broken go (ZON-R79).
pub const LETTING_GO_DECISION: &str = "letting_go";

/// All kinds of decisions.
pub const KINDS: &[&str] = &[
    FIRST_FACTION_DECISION,
    ACTIVATION_DECISION,
    TURN_DECISION,
    SHARING_DECISION,
    OPPORTUNITY_DECISION,
    GOING_ON_DECISION,
    STUNT_DECISION,
    STUNT_ANSWER_DECISION,
    REACTION_DECISION,
    GUARDING_DECISION,
    WILLING_DECISION,
    DISARMING_DECISION,
    SNATCHING_DECISION,
    SHOVING_DECISION,
    CARRYING_DECISION,
    FALLING_DECISION,
    LEAVING_DECISION,
    RESUMING_DECISION,
    PURSUIT_DECISION,
    BREAKING_DECISION,
    LETTING_GO_DECISION,
];

/// Mode: bare hands.
pub const UNARMED: &str = "unarmed";
/// Modes of natural attacks, in the order of the stat block.
pub const NATURAL: [&str; 6] = [
    "natural_1",
    "natural_2",
    "natural_3",
    "natural_4",
    "natural_5",
    "natural_6",
];

/// Selection: with full force.
pub const FULL: &str = "full";
/// Selection: holding back (ZON-035).
pub const HOLD_BACK: &str = "hold_back";
/// Selection: a steady shot, without a step before or after (ZON-R12).
pub const STEADY: &str = "steady";
/// Selection: a shot on the move (ZON-042).
pub const MOVING: &str = "moving";
/// Selection: a steady shot, holding back.
pub const STEADY_HOLD_BACK: &str = "steady_hold_back";
/// Selection: a shot on the move, holding back.
pub const MOVING_HOLD_BACK: &str = "moving_hold_back";

/// All selections.
pub const SELECTIONS: &[&str] = &[
    FULL,
    HOLD_BACK,
    STEADY,
    MOVING,
    STEADY_HOLD_BACK,
    MOVING_HOLD_BACK,
    crate::attack::offers::BARGAIN,
    crate::attack::offers::STEADY_BARGAIN,
    crate::attack::offers::MOVING_BARGAIN,
];
