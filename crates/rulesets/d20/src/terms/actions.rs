//! What one can choose to do.

use shieldwall_battle::terms::{Action, ActionRole, Term, Word};

/// Declared: fight, with the Base Combat Bonus divided between attack and defence (D20-007).
pub const FIGHT: Action = Word(&Term::new("give battle", ActionRole::Engage).icon("attack"));
/// Declared: run up to the enemy, without a blow this round (D20-049).
pub const CLOSE: Action = Word(&Term::new("close in", ActionRole::Approach).icon("run"));
/// Declared: run straight at the enemy, with one blow at the end (D20-044, D20-047).
pub const CHARGE: Action = Word(&Term::new("charge", ActionRole::Charge).icon("run"));
/// Declared: no attack, and everything into defence (D20-084).
pub const FULL_DEFENCE: Action = Word(&Term::new("full defence", ActionRole::Block).icon("parry"));

/// Declared: give oneself up, and take no further part (D20-113, D20-R94).
pub const SURRENDER: Action =
    Word(&Term::new("surrender", ActionRole::Surrender).icon("surrendered"));

/// Go to a cell.
pub const MOVE: Action = Word(&Term::new("move", ActionRole::Move).icon("move"));
/// Go to a cell with a whole wall (D20-R64).
pub const MARCH: Action = Word(&Term::new("march", ActionRole::Move).icon("move"));
/// Step on the edge between two cells, shoulder to shoulder with a friend (D20-127, D20-R63).
pub const CLOSE_RANKS: Action = Word(&Term::new("close ranks", ActionRole::FormUp).icon("armour"));
/// Get up from the ground (D20-R61).
pub const RISE: Action = Word(&Term::new("get up", ActionRole::Stand).icon("stand"));
/// Stay where one is, before one attacks.
pub const STAND: Action = Word(&Term::new("stand", ActionRole::Stay).icon("none"));
/// Stay now, and move after the attack (D20-031).
pub const MOVE_LATER: Action = Word(&Term::new("move later", ActionRole::Prepare).icon("wait"));
/// Keep the action for the end of the round (D20-022).
pub const HOLD: Action = Word(&Term::new("hold", ActionRole::Delay).icon("wait"));
/// Take something carried in hand (D20-137, D20-R70).
pub const DRAW: Action = Word(&Term::new("draw weapon", ActionRole::Ready).icon("ready"));
/// Go no farther.
pub const STOP: Action = Word(&Term::new("stop", ActionRole::Stop).icon("none"));

/// Strike with a weapon (D20-101).
pub const STRIKE: Action = Word(&Term::new("strike", ActionRole::MeleeAttack).icon("attack"));
/// Strike at somebody who lies helpless (D20-036).
pub const FINISH: Action =
    Word(&Term::new("strike the helpless", ActionRole::Finish).icon("skull"));
/// Strike at one of several within reach (D20-105).
pub const SINGLE_OUT: Action =
    Word(&Term::new("single out", ActionRole::MeleeAttack).icon("target"));
/// Meet somebody with a long weapon before it is at arm's length (D20-135).
pub const FEND: Action = Word(&Term::new("fend off", ActionRole::Counter).icon("counter"));
/// Keep the attack instead.
pub const LET_COME: Action = Word(&Term::new("let it come", ActionRole::Decline).icon("none"));
/// Strike a combatant that passes, leaves or fumbles (D20-076, D20-115, D20-123, D20-124).
pub const STRIKE_FREELY: Action =
    Word(&Term::new("take the free attack", ActionRole::Counter).icon("counter"));
/// Forgo the free attack.
pub const FORGO: Action =
    Word(&Term::new("forgo the free attack", ActionRole::Decline).icon("none"));
/// Pull a missile out of a wound (D20-072).
pub const EXTRACT: Action =
    Word(&Term::new("pull missile out", ActionRole::Interact).icon("first_aid"));
/// Put one's helmet right (D20-081).
pub const ADJUST: Action = Word(&Term::new("put helmet right", ActionRole::Interact).icon("ready"));
/// Strike with fist, foot or pommel (D20-162).
pub const BRAWL: Action = Word(&Term::new("brawl", ActionRole::Brawl).icon("attack"));
/// Wrestle somebody to the ground (D20-166).
pub const WRESTLE: Action = Word(&Term::new("wrestle", ActionRole::Grapple).icon("grabbing"));
/// Push somebody back (D20-167).
pub const PUSH: Action = Word(&Term::new("push", ActionRole::Displace).icon("shove"));
/// Try to get free of the one who holds one down (D20-R82).
pub const STRUGGLE: Action = Word(&Term::new("struggle", ActionRole::BreakFree).icon("break_free"));
/// Let go of somebody held down (D20-R82).
pub const RELEASE: Action = Word(&Term::new("let go", ActionRole::Release).icon("put_down"));
/// Take up something that lies in one's cell (D20-078, D20-R70).
pub const PICK_UP: Action = Word(&Term::new("pick up", ActionRole::PickUp).icon("pick_up"));
/// Shoot (D20-106).
pub const SHOOT: Action = Word(&Term::new("let fly", ActionRole::MissileAttack).icon("shoot"));
/// Throw a weapon (D20-106, D20-109).
pub const THROW: Action = Word(&Term::new("throw", ActionRole::MissileAttack).icon("throw"));
/// Cast a spell, or read a scroll: declared, and then done on one's number (D20-017, D20-093, D20-099).
pub const CAST: Action = Word(&Term::new("cast", ActionRole::Cast).icon("power"));
/// Use a wand (D20-168).
pub const USE_WAND: Action = Word(&Term::new("use wand", ActionRole::Cast).icon("power"));
/// Strike into a cell where somebody unseen may be (D20-089).
pub const STRIKE_AT: Action =
    Word(&Term::new("strike into the air", ActionRole::MeleeAttack).icon("attack"));
/// Use something in the level: push a boulder, swing on a rope, pull a lever (D20-029).
pub const USE_PROP: Action = Word(&Term::new("use", ActionRole::Interact).icon("lever"));
/// Make the others an offer (D20-119).
pub const PROPOSE: Action = Word(&Term::new("make the offer", ActionRole::Bargain).icon("bargain"));
/// Make no offer now.
pub const SAY_NOTHING: Action = Word(&Term::new("say nothing", ActionRole::Decline).icon("none"));
/// Accept an offer (D20-119).
pub const AGREE: Action = Word(&Term::new("accept", ActionRole::Accept).icon("bargain"));
/// Refuse an offer.
pub const REFUSE: Action = Word(&Term::new("refuse", ActionRole::Decline).icon("none"));
/// Come out of hiding (D20-016, D20-R19).
pub const COME_OUT: Action = Word(&Term::new("come out", ActionRole::ComeOut).icon("peek"));
/// All come out of hiding at once.
pub const COME_OUT_TOGETHER: Action =
    Word(&Term::new("all come out", ActionRole::ComeOut).icon("peek"));
/// Stay in hiding for this round.
pub const LIE_LOW: Action = Word(&Term::new("stay in hiding", ActionRole::Pass).icon("hidden"));
/// Do nothing with this number.
pub const PASS: Action = Word(&Term::new("pass", ActionRole::Pass).icon("none"));

/// All of them.
pub const ALL: [Action; 43] = [
    FIGHT,
    CLOSE,
    CHARGE,
    FULL_DEFENCE,
    SURRENDER,
    MOVE,
    MARCH,
    CLOSE_RANKS,
    RISE,
    STAND,
    MOVE_LATER,
    HOLD,
    DRAW,
    STOP,
    STRIKE,
    SINGLE_OUT,
    FINISH,
    SHOOT,
    THROW,
    FEND,
    LET_COME,
    STRIKE_FREELY,
    FORGO,
    EXTRACT,
    ADJUST,
    BRAWL,
    WRESTLE,
    PUSH,
    STRUGGLE,
    RELEASE,
    PICK_UP,
    CAST,
    USE_WAND,
    STRIKE_AT,
    USE_PROP,
    PROPOSE,
    SAY_NOTHING,
    AGREE,
    REFUSE,
    COME_OUT,
    COME_OUT_TOGETHER,
    LIE_LOW,
    PASS,
];
