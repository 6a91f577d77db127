//! Conditions.

use shieldwall_battle::terms::{Condition, ConditionRole, Term, Word};

/// It lies on the ground (D20-123, D20-R79).
pub const PRONE: Condition = Word(
    &Term::new("prone", ConditionRole::Prone)
        .icon("incapacitated")
        .log("falls to the ground")
        .help("On the ground: enemies beside it strike at +2, missiles at -2, its own blows are at -2, and it controls no cells."),
);
/// It still fights at 0 hit points or less (D20-065).
pub const WEAKENED: Condition = Word(
    &Term::new("weakened", ConditionRole::Injured)
        .icon("maimed")
        .log("fights on, badly hurt")
        .help("At 0 hit points or less and still on its feet: attacks at -2."),
);
/// It has lost heart (D20-111).
pub const BROKEN: Condition = Word(
    &Term::new("broken", ConditionRole::Afraid)
        .icon("morale_broken")
        .log("loses heart")
        .help("Runs for the edge of the map and does not attack."),
);
/// It is caught unawares (D20-149).
pub const SURPRISED: Condition = Word(
    &Term::new("surprised", ConditionRole::Surprised)
        .icon("surprised")
        .log("is surprised")
        .help("Does nothing in this segment, and has no bonus on its Armour Class. Before the first attack on it, blows at its vitals cost CON."),
);
/// It can do nothing for some rounds (D20-R31).
pub const STUNNED: Condition = Word(
    &Term::new("stunned", ConditionRole::Stunned)
        .icon("distracted")
        .log("is stunned")
        .help(
            "Does nothing, controls no cells, and has neither DEX nor bonus on its Armour Class.",
        ),
);
/// It is held on the ground (D20-166).
pub const PINNED: Condition = Word(
    &Term::new("held down", ConditionRole::Held)
        .icon("grabbed")
        .log("is held on the ground")
        .help("Can only struggle. Neither DEX nor shield nor bonus on its Armour Class."),
);
/// It casts a spell (D20-018).
pub const CASTING: Condition = Word(
    &Term::new("casting", ConditionRole::Casting)
        .icon("power")
        .log("begins to cast")
        .help("Does nothing else this round, and has no bonus on its Armour Class. A blow that hits before its number comes takes the spell."),
);
/// It sleeps (D20-R74).
pub const ASLEEP: Condition = Word(
    &Term::new("asleep", ConditionRole::Stunned)
        .icon("incapacitated")
        .log("falls asleep")
        .help("Helpless, until it is hurt or the spell is over."),
);
/// It cannot move (D20-R74).
pub const PARALYSED: Condition = Word(
    &Term::new("paralysed", ConditionRole::Stunned)
        .icon("incapacitated")
        .log("cannot move any more")
        .help("Stands where it is, helpless, until the spell is over."),
);
/// A spell protects it (D20-R74).
pub const WARDED: Condition = Word(
    &Term::new("warded", ConditionRole::Strengthened)
        .icon("armour")
        .log("is warded")
        .help("A spell adds to its Armour Class."),
);
/// Its enemies have not noticed it (D20-R19).
pub const HIDDEN: Condition = Word(
    &Term::new("in hiding", ConditionRole::Hidden)
        .icon("hidden")
        .log("lies in hiding")
        .help("Does nothing until it comes out before a round, or until an enemy is within 2 cells of it."),
);
/// It is invisible (D20-088, D20-089).
pub const UNSEEN: Condition = Word(
    &Term::new("invisible", ConditionRole::Strengthened)
        .icon("hidden")
        .log("vanishes")
        .help("Enemies that have not detected it cannot attack it; the others attack at -4."),
);
/// It sees the invisible (D20-092).
pub const SEES_UNSEEN: Condition = Word(
    &Term::new("sees the invisible", ConditionRole::Strengthened)
        .icon("peek")
        .log("sees the invisible")
        .end("no longer sees the invisible")
        .help("Sees the invisible."),
);
/// It has a flesh wound (D20-055).
pub const FLESH_WOUND: Condition = Word(
    &Term::new("flesh wound", ConditionRole::Injured)
        .icon("maimed")
        .log("has a flesh wound")
        .end("is healed of its flesh wound")
        .help("Attacks and saving throws at -2, until it is healed."),
);
/// A missile sticks in it (D20-070).
pub const LODGED: Condition = Word(
    &Term::new("missile in the wound", ConditionRole::Injured)
        .icon("poisoned")
        .log("has a missile stuck in it")
        .end("has the missile out")
        .help("Half the missile's damage in every round in which it moves or fights. To pull it out takes a whole round."),
);
/// It has strained a muscle (D20-080).
pub const STRAINED: Condition = Word(
    &Term::new("strained", ConditionRole::Injured)
        .icon("maimed")
        .log("strains a muscle")
        .help("Its blows do 1 point less for the rest of the battle."),
);
/// Its helmet is over its eyes (D20-081).
pub const ASKEW: Condition = Word(
    &Term::new("helmet askew", ConditionRole::Hindered)
        .icon("distracted")
        .log("has its helmet over its eyes")
        .end("sets its helmet straight")
        .help("Attacks at -4, and it cannot shoot, until it adjusts the helmet."),
);
/// It has singled out one of several enemies (D20-105).
pub const SINGLING: Condition = Word(
    &Term::new("busy with one", ConditionRole::Hindered)
        .icon("target")
        .log("singles out one enemy")
        .end("no longer singles out one enemy")
        .help("Has singled out one enemy: until its next action the others attack it at +2."),
);
/// It charges this round (D20-047).
pub const CHARGING: Condition = Word(
    &Term::new("charging", ConditionRole::Hindered)
        .icon("run")
        .log("charges")
        .help("Its whole speed in a straight line, and one attack. Neither DEX nor bonus on its Armour Class."),
);
/// A long weapon has stopped it (D20-135).
pub const KEPT_OFF: Condition = Word(
    &Term::new("kept at bay", ConditionRole::Hindered)
        .icon("counter")
        .log("is kept at bay")
        .help("Comes no nearer this round to the enemy whose long weapon has hit it."),
);
/// It closes this round (D20-049).
pub const CLOSING: Condition = Word(
    &Term::new("closing in", ConditionRole::Hindered)
        .icon("run")
        .log("closes in")
        .help(
            "Runs up to an enemy at full speed: no blows between the two until the round is over.",
        ),
);
/// It defends itself and does nothing else (D20-084).
pub const DEFENDING: Condition = Word(
    &Term::new("full defence", ConditionRole::Strengthened)
        .icon("parry")
        .log("defends itself with all it has")
        .end("is no longer in full defence")
        .help("All of its bonus and 2 more on its Armour Class, and no attacks this round."),
);
/// It gives ground in haste, or runs (D20-122, D20-124).
pub const EXPOSED: Condition = Word(
    &Term::new("in haste", ConditionRole::Hindered)
        .icon("distracted")
        .log("turns away in haste")
        .help("Left its enemies in haste: -2 on its Armour Class until the round is over, -4 if it ran."),
);
/// It has locked shields (D20-125).
pub const LOCKED: Condition = Word(
    &Term::new("shields locked", ConditionRole::Strengthened)
        .icon("armour")
        .log("locks shields")
        .end("no longer locks shields")
        .help("In a shield wall: the shields of its neighbours count for it too, against attacks from the front."),
);
/// It keeps its action for the end of the round (D20-022).
pub const HOLDING: Condition = Word(
    &Term::new("holding", ConditionRole::Minor)
        .icon("wait")
        .log("holds its action")
        .end("no longer holds its action")
        .help("Acts when the count is over."),
);

/// All of them, the most pressing first.
pub const ALL: [Condition; 25] = [
    ASLEEP,
    PARALYSED,
    HIDDEN,
    SURPRISED,
    STUNNED,
    PINNED,
    PRONE,
    BROKEN,
    WEAKENED,
    LODGED,
    FLESH_WOUND,
    ASKEW,
    STRAINED,
    EXPOSED,
    SINGLING,
    KEPT_OFF,
    CHARGING,
    CLOSING,
    CASTING,
    DEFENDING,
    UNSEEN,
    WARDED,
    SEES_UNSEEN,
    LOCKED,
    HOLDING,
];
