//! Conditions of combatants.

use shieldwall_battle::terms::{Condition, ConditionRole, Term, Word};

/// Its enemies do not know where it is.
pub const HIDDEN: Condition = Word(
    &Term::new("hidden", ConditionRole::Hidden)
        .icon("hidden")
        .log("is hidden")
        .help("Its enemies do not see it. Its first attack takes them by surprise."),
);
/// Expects no attack.
pub const NOT_ALERT: Condition = Word(
    &Term::new("off guard", ConditionRole::Surprised)
        .icon("surprised")
        .log("is off guard")
        .help("Expects no attack: the first one has SC +25 and meets almost no DEF."),
);
/// Taken by surprise in an ambush.
pub const TAKEN_ABACK: Condition = Word(
    &Term::new("taken aback", ConditionRole::Surprised)
        .icon("surprised")
        .log("is taken aback")
        .help("Does nothing in the round of the ambush. Ambushers have SC +10 to +30 against it."),
);
/// Sees no enemy.
pub const BLINDED: Condition = Word(
    &Term::new("blinded", ConditionRole::Hindered)
        .icon("distracted")
        .log("is blinded")
        .help("Sees no enemy: up to SC -40 and DEF -20."),
);
/// Can do nothing for the rest of the round.
pub const STUNNED: Condition = Word(
    &Term::new("stunned", ConditionRole::Stunned)
        .icon("distracted")
        .log("is stunned")
        .help("Loses its attacks for the rest of the round. +10 to hit it in melee."),
);
/// Lies on the ground.
pub const FALLEN: Condition = Word(
    &Term::new("on the ground", ConditionRole::Prone)
        .icon("kneeling")
        .log("falls down")
        .help("Cannot attack or move until it stands. Easier to hit."),
);
/// In full defence.
pub const DEFENDING: Condition = Word(
    &Term::new("full defence", ConditionRole::Strengthened)
        .icon("parry")
        .log("defends itself with all its skill")
        .end("is no longer in full defence")
        .help("More DEF against melee, and no attacks."),
);
/// In desperate defence.
pub const DESPERATE: Condition = Word(
    &Term::new("desperate defence", ConditionRole::Strengthened)
        .icon("parry")
        .log("defends itself desperately")
        .end("is no longer in desperate defence")
        .help("Much more DEF against melee, and nothing else. Attackers may drive it back."),
);
/// Does not move for the round.
pub const STANDS_FAST: Condition = Word(
    &Term::new("rooted", ConditionRole::Hindered)
        .icon("distracted")
        .log("stands rooted")
        .help("Does not move this round: initiative +3, DEF -20."),
);
/// Gives up SC for DEF.
pub const GUARDING: Condition = Word(
    &Term::new("behind its guard", ConditionRole::Strengthened)
        .icon("parry")
        .log("is on guard")
        .help("Gives up SC for DEF this round."),
);
/// Takes careful aim.
pub const AIMING: Condition = Word(
    &Term::new("takes aim", ConditionRole::Hindered)
        .icon("steadied")
        .log("takes careful aim")
        .end("no longer takes aim")
        .help("Stands still: +10 to hit it, and no DEF from DEX and Defense."),
);
/// A missile is stuck in it.
pub const STUCK: Condition = Word(
    &Term::new("stuck missile", ConditionRole::Injured)
        .icon("maimed")
        .log("has a missile stuck in it")
        .end("has the missile out")
        .help("Less DEX, and hit points lost each round, until First Aid removes it."),
);
/// Loses blood by a grievous wound.
pub const OPEN_WOUND: Condition = Word(
    &Term::new("bleeding", ConditionRole::Injured)
        .icon("maimed")
        .log("bleeds")
        .help("Loses hit points at the end of each round, until First Aid stops it."),
);
/// A wounded leg.
pub const LEG_WOUNDED: Condition = Word(
    &Term::new("wounded leg", ConditionRole::Injured)
        .icon("maimed")
        .log("is wounded in the leg")
        .end("is healed of its wound in the leg")
        .help("Half of its movement."),
);
/// A wounded main arm.
pub const ARM_WOUNDED: Condition = Word(
    &Term::new("wounded main arm", ConditionRole::Injured)
        .icon("maimed")
        .log("is wounded in the main arm")
        .end("is healed of its wound in the main arm")
        .help("SC -20 with the main hand."),
);
/// A wounded off arm.
pub const OFF_ARM_WOUNDED: Condition = Word(
    &Term::new("wounded off arm", ConditionRole::Injured)
        .icon("maimed")
        .log("is wounded in the off arm")
        .end("is healed of its wound in the off arm")
        .help("The off hand holds nothing."),
);
/// In the middle of a casting.
pub const CASTING: Condition = Word(
    &Term::new("casts", ConditionRole::Casting)
        .icon("power")
        .log("begins to cast")
        .end("is no longer casting")
        .help("No DEF from DEX, Defense and shield. A hit may break the spell."),
);
/// Waits for the next round to cast.
pub const WAITS_TO_CAST: Condition = Word(
    &Term::new("waits to cast", ConditionRole::Casting)
        .icon("wait")
        .log("waits with a spell")
        .end("no longer waits with a spell")
        .help("Begins to cast on segment 10 of the next round."),
);
/// Warded by a spell.
pub const WARDED: Condition = Word(
    &Term::new("warded", ConditionRole::Strengthened)
        .icon("parry")
        .log("is warded")
        .help("More DEF by a spell."),
);
/// Blessed by a spell.
pub const BLESSED: Condition = Word(
    &Term::new("blessed", ConditionRole::Strengthened)
        .icon("power")
        .log("is blessed")
        .help("More SC by a spell."),
);
/// Out of breath after a sprint.
pub const OUT_OF_BREATH: Condition = Word(
    &Term::new("out of breath", ConditionRole::Hindered)
        .icon("sprinting")
        .help("Has sprinted: neither runs nor sprints this round."),
);
/// Carries too much.
pub const ENCUMBERED: Condition = Word(
    &Term::new("encumbered", ConditionRole::Hindered)
        .icon("distracted")
        .help("SC -10 and DEF -10, and no sprints."),
);
/// Quick by a potion.
pub const HASTENED: Condition = Word(
    &Term::new("hastened", ConditionRole::Strengthened)
        .icon("fast")
        .log("is quick")
        .help("A potion adds to its initiative."),
);
/// At 20 hit points or fewer (SEG-039).
pub const BADLY_WOUNDED: Condition = Word(
    &Term::new("badly wounded", ConditionRole::Hindered)
        .icon("distracted")
        .help("All actions at -10, and 10 feet less of movement."),
);
/// At 10 hit points or fewer (SEG-040).
pub const VERY_BADLY_WOUNDED: Condition = Word(
    &Term::new("very badly wounded", ConditionRole::Hindered)
        .icon("distracted")
        .help("All actions at -20, and 20 feet less of movement."),
);
/// At 5 hit points or fewer (SEG-041).
pub const DESPERATELY_WOUNDED: Condition = Word(
    &Term::new("desperately wounded", ConditionRole::Hindered)
        .icon("distracted")
        .help("All actions at -30, and 30 feet less of movement."),
);

/// The states whose begin and end the journal has.
pub const STATES: [Condition; 21] = [
    HIDDEN,
    NOT_ALERT,
    TAKEN_ABACK,
    BLINDED,
    STUNNED,
    FALLEN,
    DEFENDING,
    DESPERATE,
    STANDS_FAST,
    GUARDING,
    HASTENED,
    AIMING,
    STUCK,
    OPEN_WOUND,
    LEG_WOUNDED,
    ARM_WOUNDED,
    OFF_ARM_WOUNDED,
    CASTING,
    WAITS_TO_CAST,
    WARDED,
    BLESSED,
];
