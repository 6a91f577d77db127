//! Actions: what choices do.

use shieldwall_battle::terms::{Action, ActionRole, Term, Word};

/// Name the side that begins the round (ZON-009).
pub const FIRST: Action = Word(&Term::new("first", ActionRole::GoFirst).icon("play"));
/// Send a character into its turn (ZON-002).
pub const ACTIVATE: Action = Word(&Term::new("activate", ActionRole::Activate).icon("play"));
/// Let the place go by (ZON-004).
pub const PASS: Action = Word(&Term::new("pass", ActionRole::Pass).icon("none"));
/// Walk to a cell (ZON-012, ZON-014).
pub const MOVE: Action = Word(&Term::new("move", ActionRole::Move).icon("move"));
/// Start to sprint, and run to a cell (ZON-013).
pub const SPRINT: Action = Word(&Term::new("sprint", ActionRole::Sprint).icon("run"));
/// Attack one enemy (ZON-030).
pub const ATTACK: Action = Word(&Term::new("attack", ActionRole::MeleeAttack).icon("attack"));
/// Lean out from behind a barrier and attack (ZON-070).
pub const PEEK: Action = Word(&Term::new("peek", ActionRole::AttackFromCover).icon("peek"));
/// Kill an incapacitated enemy nearby (ZON-036).
pub const DEATH_BLOW: Action = Word(&Term::new("death_blow", ActionRole::Finish).icon("skull"));
/// Attack a zone (ZON-072).
pub const BLAST: Action = Word(&Term::new("blast", ActionRole::AreaAttack).icon("blast"));
/// Share an attack's dice out among smaller enemies (ZON-133).
pub const SHARE_OUT: Action = Word(&Term::new("share_out", ActionRole::Divide).icon("share_out"));
/// Aim one more die at an enemy (ZON-134).
pub const AIM_DIE: Action = Word(&Term::new("aim_die", ActionRole::Assign).icon("target"));
/// Strike with the dice as they are shared out.
pub const STRIKE: Action = Word(&Term::new("strike", ActionRole::Commit).icon("attack"));
/// Make an enemy drop a weapon (ZON-088).
pub const DISARM: Action = Word(&Term::new("disarm", ActionRole::Disarm).icon("disarm"));
/// Push an enemy (ZON-090).
pub const SHOVE: Action = Word(&Term::new("shove", ActionRole::Displace).icon("shove"));
/// Take hold of an enemy (ZON-092).
pub const GRAPPLE: Action = Word(&Term::new("grapple", ActionRole::Grapple).icon("grabbing"));
/// Invoke a power (ZON-020).
pub const INVOKE: Action = Word(&Term::new("invoke", ActionRole::Boon).icon("power"));
/// Distract an enemy (ZON-021).
pub const DISTRACT: Action = Word(&Term::new("distract", ActionRole::Hinder).icon("distracted"));
/// Intimidate an enemy (ZON-021).
pub const INTIMIDATE: Action =
    Word(&Term::new("intimidate", ActionRole::Hinder).icon("intimidated"));
/// Taunt an enemy (ZON-021).
pub const TAUNT: Action = Word(&Term::new("taunt", ActionRole::Hinder).icon("taunted"));
/// Use up a remedy (ZON-022).
pub const USE: Action = Word(&Term::new("use", ActionRole::Heal).icon("first_aid"));
/// Become concealed (ZON-103).
pub const HIDE: Action = Word(&Term::new("hide", ActionRole::Hide).icon("hide"));
/// Free an ally from a hold (ZON-095).
pub const FREE_ALLY: Action =
    Word(&Term::new("free_ally", ActionRole::FreeOther).icon("break_free"));
/// Operate a device of the level (ZON-023, ZON-026, ZON-028).
pub const OPERATE: Action = Word(&Term::new("operate", ActionRole::Interact).icon("lever"));
/// Open or close a door (ZON-026).
pub const DOOR: Action = Word(&Term::new("door", ActionRole::Door).icon("door"));
/// Pick something up (ZON-024).
pub const PICK_UP: Action = Word(&Term::new("pick_up", ActionRole::PickUp).icon("pick_up"));
/// Put something down (ZON-024).
pub const PUT_DOWN: Action = Word(&Term::new("put_down", ActionRole::Drop).icon("put_down"));
/// Take something in hand (ZON-025).
pub const READY: Action = Word(&Term::new("ready", ActionRole::Ready).icon("ready"));
/// Put something away (ZON-025).
pub const STOW: Action = Word(&Term::new("stow", ActionRole::Stow).icon("stow"));
/// Say a few words (ZON-027).
pub const SPEAK: Action = Word(&Term::new("speak", ActionRole::Speak).icon("speak"));
/// Let go of somebody (ZON-R47).
pub const LET_GO: Action = Word(&Term::new("let_go", ActionRole::Release).icon("put_down"));
/// Get on a mount or vehicle (ZON-153).
pub const MOUNT: Action = Word(&Term::new("mount", ActionRole::Mount).icon("mounted"));
/// Get off (ZON-153).
pub const DISMOUNT: Action = Word(&Term::new("dismount", ActionRole::Dismount).icon("mounted"));
/// Go on with another of the team (ZON-R72).
pub const SWITCH: Action = Word(&Term::new("switch", ActionRole::Switch).icon("switch"));
/// Try to break free (ZON-093).
pub const BREAK_FREE: Action =
    Word(&Term::new("break_free", ActionRole::BreakFree).icon("break_free"));
/// Give up (ZON-117), or mean to (ZON-114).
pub const SURRENDER: Action =
    Word(&Term::new("surrender", ActionRole::Surrender).icon("surrendered"));
/// Mean to leave the map (ZON-114).
pub const RETREAT: Action = Word(&Term::new("retreat", ActionRole::Retreat).icon("exit"));
/// End the turn (ZON-R16).
pub const END: Action = Word(&Term::new("end", ActionRole::EndTurn).icon("wait"));
/// Go on as one was (ZON-066).
pub const GO_ON: Action = Word(&Term::new("go_on", ActionRole::Continue).icon("attack"));
/// Stop where one is (ZON-066).
pub const STOP: Action = Word(&Term::new("stop", ActionRole::Stop).icon("wait"));
/// Offer a stunt (ZON-079).
pub const OFFER: Action = Word(&Term::new("offer", ActionRole::Bargain).icon("bargain"));
/// Accept what is offered, or be willing (ZON-082, ZON-060).
pub const ACCEPT: Action = Word(&Term::new("accept", ActionRole::Accept).icon("bargain"));
/// Refuse it.
pub const REFUSE: Action = Word(&Term::new("refuse", ActionRole::Decline).icon("none"));
/// Do not react, do nothing of the kind.
pub const NONE: Action = Word(&Term::new("none", ActionRole::Decline).icon("none"));
/// Dodge (ZON-051).
pub const DODGE: Action = Word(&Term::new("dodge", ActionRole::Dodge).icon("dodge"));
/// Counter with an attack (ZON-052).
pub const COUNTER: Action = Word(&Term::new("counter", ActionRole::Counter).icon("counter"));
/// Counter, holding back (ZON-035, ZON-R24).
pub const COUNTER_GENTLY: Action =
    Word(&Term::new("counter_gently", ActionRole::CounterGently).icon("counter"));
/// Take shelter behind somebody (ZON-058).
pub const HIDE_BEHIND: Action = Word(&Term::new("hide_behind", ActionRole::TakeCover).icon("hide"));
/// Guard the target (ZON-063).
pub const GUARD: Action = Word(&Term::new("guard", ActionRole::Protect).icon("plant_shield"));
/// Name the item that falls (ZON-088).
pub const NAME: Action = Word(&Term::new("name", ActionRole::NameItem).icon("disarm"));
/// Take it (ZON-089).
pub const TAKE: Action = Word(&Term::new("take", ActionRole::Seize).icon("pick_up"));
/// Let it fall (ZON-088).
pub const LET_FALL: Action = Word(&Term::new("let_fall", ActionRole::Drop).icon("put_down"));
/// Lead somebody who is shoved to a cell (ZON-R45).
pub const PUSH: Action = Word(&Term::new("push", ActionRole::Place).icon("shove"));
/// Put the captive into a cell (ZON-R47).
pub const SET_DOWN: Action = Word(&Term::new("set_down", ActionRole::Land).icon("put_down"));
/// End in a cell after a fall (ZON-R74).
pub const FALL: Action = Word(&Term::new("fall", ActionRole::Land).icon("put_down"));
/// Leave the map (ZON-R59).
pub const LEAVE: Action = Word(&Term::new("leave", ActionRole::Leave).icon("exit"));
/// Stay.
pub const STAY: Action = Word(&Term::new("stay", ActionRole::Stay).icon("wait"));
/// Take up the fight again (ZON-119).
pub const FIGHT_ON: Action = Word(&Term::new("fight_on", ActionRole::Resume).icon("attack"));
/// Send somebody after who has left (ZON-121).
pub const PURSUE: Action = Word(&Term::new("pursue", ActionRole::Pursue).icon("run"));
/// Let the broken go, and win (ZON-R79).
pub const LET_THEM_GO: Action = Word(&Term::new("let_them_go", ActionRole::LetGo).icon("exit"));

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
