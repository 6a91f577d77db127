//! The verbs that choices use, and the kinds of decisions.

use shieldwall_battle::Verb;

/// Name the side that begins the round (ZON-009).
pub const FIRST: Verb = Verb("first");
/// Send a character into its turn (ZON-002).
pub const ACTIVATE: Verb = Verb("activate");
/// Let the place go by (ZON-004).
pub const PASS: Verb = Verb("pass");
/// Walk to a cell (ZON-012, ZON-014).
pub const MOVE: Verb = Verb("move");
/// Start to sprint, and run to a cell (ZON-013).
pub const SPRINT: Verb = Verb("sprint");
/// Attack one enemy (ZON-030).
pub const ATTACK: Verb = Verb("attack");
/// Lean out from behind a barrier and attack (ZON-070).
pub const PEEK: Verb = Verb("peek");
/// Kill an incapacitated enemy nearby (ZON-036).
pub const DEATH_BLOW: Verb = Verb("death_blow");
/// Attack a zone (ZON-072).
pub const BLAST: Verb = Verb("blast");
/// Share an attack's dice out among smaller enemies (ZON-133).
pub const SHARE_OUT: Verb = Verb("share_out");
/// Aim one more die at an enemy (ZON-134).
pub const AIM_DIE: Verb = Verb("aim_die");
/// Strike with the dice as they are shared out.
pub const STRIKE: Verb = Verb("strike");
/// Make an enemy drop a weapon (ZON-088).
pub const DISARM: Verb = Verb("disarm");
/// Push an enemy (ZON-090).
pub const SHOVE: Verb = Verb("shove");
/// Take hold of an enemy (ZON-092).
pub const GRAPPLE: Verb = Verb("grapple");
/// Invoke a power (ZON-020).
pub const INVOKE: Verb = Verb("invoke");
/// Distract an enemy (ZON-021).
pub const DISTRACT: Verb = Verb("distract");
/// Intimidate an enemy (ZON-021).
pub const INTIMIDATE: Verb = Verb("intimidate");
/// Taunt an enemy (ZON-021).
pub const TAUNT: Verb = Verb("taunt");
/// Use up a remedy (ZON-022).
pub const USE: Verb = Verb("use");
/// Become concealed (ZON-103).
pub const HIDE: Verb = Verb("hide");
/// Free an ally from a hold (ZON-095).
pub const FREE_ALLY: Verb = Verb("free_ally");
/// Operate a device of the level (ZON-023, ZON-026, ZON-028).
pub const OPERATE: Verb = Verb("operate");
/// Open or close a door (ZON-026).
pub const DOOR: Verb = Verb("door");
/// Pick something up (ZON-024).
pub const PICK_UP: Verb = Verb("pick_up");
/// Put something down (ZON-024).
pub const PUT_DOWN: Verb = Verb("put_down");
/// Take something in hand (ZON-025).
pub const READY: Verb = Verb("ready");
/// Put something away (ZON-025).
pub const STOW: Verb = Verb("stow");
/// Say a few words (ZON-027).
pub const SPEAK: Verb = Verb("speak");
/// Let go of somebody (ZON-R47).
pub const LET_GO: Verb = Verb("let_go");
/// Get on a mount or vehicle (ZON-153).
pub const MOUNT: Verb = Verb("mount");
/// Get off (ZON-153).
pub const DISMOUNT: Verb = Verb("dismount");
/// Go on with another of the team (ZON-R72).
pub const SWITCH: Verb = Verb("switch");
/// Try to break free (ZON-093).
pub const BREAK_FREE: Verb = Verb("break_free");
/// Give up (ZON-117), or mean to (ZON-114).
pub const SURRENDER: Verb = Verb("surrender");
/// Mean to leave the map (ZON-114).
pub const RETREAT: Verb = Verb("retreat");
/// End the turn (ZON-R16).
pub const END: Verb = Verb("end");
/// Go on as one was (ZON-066).
pub const GO_ON: Verb = Verb("go_on");
/// Stop where one is (ZON-066).
pub const STOP: Verb = Verb("stop");
/// Offer a stunt (ZON-079).
pub const OFFER: Verb = Verb("offer");
/// Accept what is offered, or be willing (ZON-082, ZON-060).
pub const ACCEPT: Verb = Verb("accept");
/// Refuse it.
pub const REFUSE: Verb = Verb("refuse");
/// Do not react, do nothing of the kind.
pub const NONE: Verb = Verb("none");
/// Dodge (ZON-051).
pub const DODGE: Verb = Verb("dodge");
/// Counter with an attack (ZON-052).
pub const COUNTER: Verb = Verb("counter");
/// Counter, holding back (ZON-035, ZON-R24).
pub const COUNTER_GENTLY: Verb = Verb("counter_gently");
/// Take shelter behind somebody (ZON-058).
pub const HIDE_BEHIND: Verb = Verb("hide_behind");
/// Guard the target (ZON-063).
pub const GUARD: Verb = Verb("guard");
/// Name the item that falls (ZON-088).
pub const NAME: Verb = Verb("name");
/// Take it (ZON-089).
pub const TAKE: Verb = Verb("take");
/// Let it fall (ZON-088).
pub const LET_FALL: Verb = Verb("let_fall");
/// Lead somebody who is shoved to a cell (ZON-R45).
pub const PUSH: Verb = Verb("push");
/// Put the captive into a cell (ZON-R47).
pub const SET_DOWN: Verb = Verb("set_down");
/// End in a cell after a fall (ZON-R74).
pub const FALL: Verb = Verb("fall");
/// Leave the map (ZON-R59).
pub const LEAVE: Verb = Verb("leave");
/// Stay.
pub const STAY: Verb = Verb("stay");
/// Take up the fight again (ZON-119).
pub const FIGHT_ON: Verb = Verb("fight_on");
/// Send somebody after who has left (ZON-121).
pub const PURSUE: Verb = Verb("pursue");
/// Let the broken go, and win (ZON-R79).
pub const LET_THEM_GO: Verb = Verb("let_them_go");

/// All of them.
pub const ALL: &[Verb] = &[
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
    crate::attack_offers::BARGAIN,
    crate::attack_offers::STEADY_BARGAIN,
    crate::attack_offers::MOVING_BARGAIN,
];
