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
        .help("Runs for the edge of the map, and attacks nobody."),
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
        .help("In a shield wall: the shields of its neighbours count for it too, against attacks from the front."),
);
/// It keeps its action for the end of the round (D20-022).
pub const HOLDING: Condition = Word(
    &Term::new("holding", ConditionRole::Minor)
        .icon("wait")
        .log("holds its action")
        .help("Acts when the count is over."),
);

/// All of them, the most pressing first.
pub const ALL: [Condition; 8] = [
    PRONE, BROKEN, WEAKENED, EXPOSED, CLOSING, DEFENDING, LOCKED, HOLDING,
];
