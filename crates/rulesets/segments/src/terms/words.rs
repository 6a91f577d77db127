//! The words of this ruleset, each with its role.

use std::sync::LazyLock;

use shieldwall_battle::{
    Reason, RuleOption, Terms,
    terms::{
        Action, ActionRole, AttackEffect, Change, Condition, ConditionRole, DecisionKind,
        DecisionRole, Defence, DefenceRole, EffectRole, Harm, ItemMove, ItemMoveRole, LevelRole,
        OptionValue, Placement, PlacementRole, RollLevel, Stretch, Term, Timeline, Word,
    },
};

use crate::terms::{fields, reasons};

/// States an attack on an enemy.
pub const ATTACK: Action = Word(&Term::new("attack", ActionRole::MeleeAttack).icon("attack"));
/// States shots or throws at an enemy.
pub const LET_FLY: Action = Word(&Term::new("let fly", ActionRole::MissileAttack).icon("shoot"));
/// States a move.
pub const MOVE: Action = Word(&Term::new("move", ActionRole::Move).icon("move"));
/// Gives up all attacks for DEF, and stays with an enemy.
pub const FULL_DEFENCE: Action = Word(&Term::new("full defence", ActionRole::Block).icon("parry"));
/// Gives up everything for DEF.
pub const DESPERATE_DEFENCE: Action =
    Word(&Term::new("desperate defence", ActionRole::Block).icon("parry"));
/// Stands up.
pub const STAND_UP: Action = Word(&Term::new("stand up", ActionRole::Stand).icon("stand"));
/// Changes what is in hand, and nothing else.
pub const HANDLE: Action = Word(&Term::new("handle gear", ActionRole::Ready).icon("ready"));
/// Picks up a weapon.
pub const PICK_UP: Action = Word(&Term::new("pick up", ActionRole::PickUp).icon("pick_up"));
/// Drinks a potion, and nothing else.
pub const DRINK: Action = Word(&Term::new("drink up", ActionRole::Heal).icon("first_aid"));
/// Casts a spell.
pub const CAST: Action = Word(&Term::new("cast a spell", ActionRole::Cast).icon("power"));
/// Sprints, and does nothing else.
pub const SPRINT: Action = Word(&Term::new("sprint away", ActionRole::Sprint).icon("run"));
/// Dodges missiles on the move.
pub const DODGE: Action = Word(&Term::new("dodge about", ActionRole::Move).icon("dodge"));
/// Removes a stuck missile, or binds a wound.
pub const FIRST_AID: Action = Word(&Term::new("first aid", ActionRole::Heal).icon("first_aid"));
/// States no action.
pub const WAIT: Action = Word(&Term::new("wait", ActionRole::Stay).icon("wait"));
/// Turns an attack that is due on an enemy.
pub const STRIKE: Action = Word(&Term::new("strike", ActionRole::MeleeAttack).icon("attack"));
/// Keeps an attack that is due for a later segment.
pub const HOLD: Action = Word(&Term::new("hold", ActionRole::Delay).icon("wait"));
/// Lets an attack go.
pub const LET_GO: Action = Word(&Term::new("let go", ActionRole::Decline).icon("none"));
/// Gives up attacks that are due in order to move.
pub const GIVE_UP: Action = Word(&Term::new("give up the attacks", ActionRole::Move).icon("move"));
/// Keeps them.
pub const KEEP: Action = Word(&Term::new("keep the attacks", ActionRole::Stay).icon("attack"));
/// Drives a desperate defender back.
pub const DRIVE: Action = Word(&Term::new("drive back", ActionRole::Displace).icon("shove"));
/// Does not.
pub const LET_STAY: Action = Word(&Term::new("let it stay", ActionRole::Decline).icon("none"));
/// Makes a free attack.
pub const STRIKE_FREELY: Action =
    Word(&Term::new("take the free attack", ActionRole::Counter).icon("counter"));
/// Makes none.
pub const FORGO: Action =
    Word(&Term::new("forgo the free attack", ActionRole::Decline).icon("none"));

/// Takes the free step now.
pub const TAKE_A_STEP: Action =
    Word(&Term::new("take the free step", ActionRole::Move).icon("move"));
/// Does not.
pub const STAY_HERE: Action = Word(&Term::new("stay here", ActionRole::Stay).icon("wait"));
/// Warns its side of an ambush.
pub const SHOUT: Action = Word(&Term::new("shout a warning", ActionRole::Accept).icon("power"));
/// Does not.
pub const KEEP_QUIET: Action = Word(&Term::new("keep quiet", ActionRole::Decline).icon("none"));

/// The statement of a combatant for the round.
pub const DECLARATION: DecisionKind = Word(&Term::new("declaration", DecisionRole::Statement));
/// The target of an attack that is due.
pub const TARGET: DecisionKind = Word(&Term::new("choice of target", DecisionRole::Action));
/// The answer to an enemy that withdraws.
pub const FREE_ATTACK: DecisionKind = Word(&Term::new("free attack", DecisionRole::Reaction));
/// The direction in which a desperate defender is driven.
pub const DRIVING: DecisionKind = Word(&Term::new("driving back", DecisionRole::Minor));
/// To take the free step on a segment, or not.
pub const FREE_STEP: DecisionKind = Word(&Term::new("taking the free step", DecisionRole::Minor));
/// To warn its side of an ambush, or not.
pub const WARNING: DecisionKind = Word(&Term::new("word of warning", DecisionRole::Minor));
/// To go on attacking, or to move off.
pub const MOVING_OFF: DecisionKind = Word(&Term::new("moving off", DecisionRole::Minor));

/// A strike roll that misses.
pub const MISS: RollLevel = Word(&Term::new("clean miss", LevelRole::Failure));
/// One that hits.
pub const HIT: RollLevel = Word(&Term::new("plain hit", LevelRole::Success));
/// One that hits for double damage without PROT.
pub const CRITICAL: RollLevel = Word(&Term::new("critical hit", LevelRole::Special));
/// The same, which spoils armour too.
pub const GRIEVOUS: RollLevel = Word(&Term::new("grievous hit", LevelRole::Special));

/// A DEX roll within DEX (SEG-R31).
pub const DEX_1: RollLevel = Word(&Term::new("1x DEX", LevelRole::Special));
/// One within twice DEX.
pub const DEX_2: RollLevel = Word(&Term::new("2x DEX", LevelRole::Success));
/// One within three times DEX.
pub const DEX_3: RollLevel = Word(&Term::new("3x DEX", LevelRole::Success));
/// One within four times DEX.
pub const DEX_4: RollLevel = Word(&Term::new("4x DEX", LevelRole::Success));
/// One above that.
pub const DEX_5: RollLevel = Word(&Term::new("5x DEX or worse", LevelRole::Failure));
/// All levels, the best first.
pub const DEX_LEVELS: [RollLevel; 5] = [DEX_1, DEX_2, DEX_3, DEX_4, DEX_5];

/// A PER roll within PER (SEG-048).
pub const PER_1: RollLevel = Word(&Term::new("1x PER", LevelRole::Special));
/// One within twice PER.
pub const PER_2: RollLevel = Word(&Term::new("2x PER", LevelRole::Success));
/// One within three times PER.
pub const PER_3: RollLevel = Word(&Term::new("3x PER", LevelRole::Failure));
/// One within four times PER.
pub const PER_4: RollLevel = Word(&Term::new("4x PER", LevelRole::Failure));
/// One above that.
pub const PER_5: RollLevel = Word(&Term::new("5x PER or worse", LevelRole::Failure));
/// All levels, the best first.
pub const PER_LEVELS: [RollLevel; 5] = [PER_1, PER_2, PER_3, PER_4, PER_5];

/// A roll against a skill that succeeds.
pub const SUCCEEDS: RollLevel = Word(&Term::new("skill succeeds", LevelRole::Success));
/// One that fails.
pub const FAILS: RollLevel = Word(&Term::new("skill fails", LevelRole::Failure));
/// A missile into melee goes at the foe.
pub const AT_THE_FOE: RollLevel = Word(&Term::new("at the foe", LevelRole::Success));
/// It goes at a friend.
pub const AT_A_FRIEND: RollLevel = Word(&Term::new("at a friend", LevelRole::Failure));

/// A cast that succeeds.
pub const SPELL_SUCCEEDS: RollLevel = Word(&Term::new("spell succeeds", LevelRole::Success));
/// One that fails.
pub const SPELL_FAILS: RollLevel = Word(&Term::new("spell fails", LevelRole::Failure));
/// A Luck save that is made.
pub const SAVED: RollLevel = Word(&Term::new("saved by luck", LevelRole::Success));
/// A caster that was hit keeps its spell.
pub const CONCENTRATES: RollLevel = Word(&Term::new("keeps the spell", LevelRole::Success));
/// It loses it.
pub const LOSES_THE_SPELL: RollLevel = Word(&Term::new("loses the spell", LevelRole::Failure));
/// A grievous hit leaves no wound.
pub const NO_WOUND: RollLevel = Word(&Term::new("no grievous wound", LevelRole::Success));
/// It leaves one that bleeds.
pub const WOUNDED_BLEEDING: RollLevel = Word(&Term::new("bleeding wound", LevelRole::Failure));
/// It strikes a leg.
pub const WOUNDED_LEG: RollLevel = Word(&Term::new("leg wound", LevelRole::Failure));
/// It strikes the arm of the main hand.
pub const WOUNDED_ARM: RollLevel = Word(&Term::new("wound in the main arm", LevelRole::Failure));
/// It strikes the arm of the off hand.
pub const WOUNDED_OFF_ARM: RollLevel = Word(&Term::new("wound in the off arm", LevelRole::Failure));
/// It strikes the head.
pub const WOUNDED_HEAD: RollLevel = Word(&Term::new("head wound", LevelRole::Failure));
/// It strikes the torso.
pub const WOUNDED_TORSO: RollLevel = Word(&Term::new("torso wound", LevelRole::Failure));
/// It puts its target out of action.
pub const DISABLED: RollLevel = Word(&Term::new("put out of action", LevelRole::Failure));
/// The rows of the table of grievous wounds.
const WOUNDS: [RollLevel; 8] = [
    NO_WOUND,
    WOUNDED_BLEEDING,
    WOUNDED_LEG,
    WOUNDED_ARM,
    WOUNDED_OFF_ARM,
    WOUNDED_HEAD,
    WOUNDED_TORSO,
    DISABLED,
];

/// No answer: DEF is in the chance.
pub const NO_DEFENCE: Defence = Word(&Term::new("none", DefenceRole::None));

/// No harm.
pub const NOTHING: AttackEffect = Word(&Term::new("no damage", EffectRole::None));
/// Harm.
pub const DAMAGE: AttackEffect = Word(&Term::new("damage", EffectRole::Normal));
/// Double damage.
pub const DOUBLE_DAMAGE: AttackEffect = Word(&Term::new("double damage", EffectRole::Special));

/// Its enemies do not know where it is.
pub const HIDDEN: Condition = Word(
    &Term::new("hidden", ConditionRole::Hidden)
        .icon("hidden")
        .log("is hidden")
        .help("Its enemies do not see it. Its first attack takes them by surprise."),
);
/// Expects no attack.
pub const NOT_ALERT: Condition = Word(
    &Term::new("not alert", ConditionRole::Surprised)
        .icon("surprised")
        .log("is not alert")
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
        .help("More DEF against melee, and no attacks."),
);
/// In desperate defence.
pub const DESPERATE: Condition = Word(
    &Term::new("desperate defence", ConditionRole::Strengthened)
        .icon("parry")
        .log("defends itself desperately")
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
        .help("Stands still: +10 to hit it, and no DEF from DEX and Defense."),
);
/// A missile is stuck in it.
pub const STUCK: Condition = Word(
    &Term::new("stuck missile", ConditionRole::Injured)
        .icon("maimed")
        .log("has a missile stuck in it")
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
        .help("Half of its movement."),
);
/// A wounded main arm.
pub const ARM_WOUNDED: Condition = Word(
    &Term::new("wounded main arm", ConditionRole::Injured)
        .icon("maimed")
        .log("is wounded in the main arm")
        .help("SC -20 with the main hand."),
);
/// A wounded off arm.
pub const OFF_ARM_WOUNDED: Condition = Word(
    &Term::new("wounded off arm", ConditionRole::Injured)
        .icon("maimed")
        .log("is wounded in the off arm")
        .help("The off hand holds nothing."),
);
/// In the middle of a casting.
pub const CASTING: Condition = Word(
    &Term::new("casts", ConditionRole::Casting)
        .icon("power")
        .log("begins to cast")
        .help("No DEF from DEX, Defense and shield. A hit may break the spell."),
);
/// Waits for the next round to cast.
pub const WAITS_TO_CAST: Condition = Word(
    &Term::new("waits to cast", ConditionRole::Casting)
        .icon("wait")
        .log("waits with a spell")
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

/// The word of forecasts for the stunned.
pub const STUNS: Change = Word(&Term::new("stunned", Harm(15)));
/// The word of forecasts for a caster that loses its spell.
pub const SPELL_BROKEN: Change = Word(&Term::new("spell broken", Harm(15)));

/// An item is taken in hand.
pub const READIED: ItemMove =
    Word(&Term::new("readied", ItemMoveRole::Readied).log("takes {item} in hand"));
/// An item is put away.
pub const STOWED: ItemMove =
    Word(&Term::new("stowed", ItemMoveRole::Stowed).log("puts {item} away"));
/// An item falls to the ground.
pub const DROPPED: ItemMove =
    Word(&Term::new("dropped", ItemMoveRole::Dropped).log("drops {item}"));

/// An item is taken from the ground.
pub const PICKED_UP: ItemMove =
    Word(&Term::new("picked up", ItemMoveRole::PickedUp).log("picks up {item}"));

/// A weapon is thrown.
pub const THROWN: ItemMove = Word(&Term::new("thrown", ItemMoveRole::Thrown).log("throws {item}"));

/// A combatant is driven into another cell.
pub const IS_DRIVEN: Placement =
    Word(&Term::new("is driven back", PlacementRole::Moved).log("is driven back"));
/// A combatant is pushed into another cell.
pub const IS_PUSHED: Placement =
    Word(&Term::new("is pushed away", PlacementRole::Moved).log("is pushed away"));
/// A combatant falls from a height.
pub const FALLS_DOWN: Placement =
    Word(&Term::new("falls down", PlacementRole::Moved).log("falls down"));

/// Cause of hit points that a fall takes.
pub const FALL: &str = "fall";
/// Cause of hit points that a strike takes.
pub const WOUND: &str = "wound";
/// Cause of hit points that fire or lava takes.
pub const HAZARD: &str = "hazard";
/// Cause of hit points that a spell gives back.
pub const MENDED: &str = "healing spell";
/// Cause of hit points that bleeding takes.
pub const BLEEDING: &str = "bleeding";
/// Cause of hit points that a potion gives back.
pub const DRAUGHT: &str = "draught";
/// The timeline counts segments.
pub const SEGMENT: &str = "segment";

/// Names of the stages.
pub mod stages {
    /// Attackers spring out of hiding.
    pub const AMBUSH: &str = "Ambush";
    /// All state an action.
    pub const DECLARATION: &str = "Declaration";
    /// Initiative is rolled.
    pub const INITIATIVE: &str = "Initiative";
    /// Segments above 10.
    pub const BEFORE_MOVEMENT: &str = "11 and up";
    /// Segments 10 to 1.
    pub const MOVEMENT: &str = "Movement";
    /// Segments 0 to -5.
    pub const AFTER_MOVEMENT: &str = "0 and down";
    /// The round ends.
    pub const ROUND_END: &str = "End of round";
    /// All of them, in order.
    pub const ALL: [&str; 7] = [
        AMBUSH,
        DECLARATION,
        INITIATIVE,
        BEFORE_MOVEMENT,
        MOVEMENT,
        AFTER_MOVEMENT,
        ROUND_END,
    ];
}

/// Actions within a round, after the declarations.
pub const IN_THE_ROUND: [Action; 13] = [
    TAKE_A_STEP,
    STAY_HERE,
    SHOUT,
    KEEP_QUIET,
    STRIKE,
    HOLD,
    LET_GO,
    GIVE_UP,
    KEEP,
    DRIVE,
    LET_STAY,
    STRIKE_FREELY,
    FORGO,
];
/// Actions of a declaration.
pub const DECLARED: [Action; 14] = [
    ATTACK,
    LET_FLY,
    MOVE,
    FULL_DEFENCE,
    DESPERATE_DEFENCE,
    STAND_UP,
    HANDLE,
    PICK_UP,
    DRINK,
    CAST,
    SPRINT,
    DODGE,
    FIRST_AID,
    WAIT,
];

fn rule_options() -> Vec<RuleOption> {
    vec![
        RuleOption::new(
            "asks",
            "Questions within a round",
            "Which decisions within a round are asked for. The others take their defaults.",
            vec![
                OptionValue::new("essential", "the essential ones"),
                OptionValue::new("all", "all"),
            ],
        ),
        RuleOption::new(
            "sprint",
            "Sprints",
            "Combatants sprint at three times their TMR.",
            vec![
                OptionValue::new("breath", "over open ground, not two rounds running"),
                OptionValue::new("free", "everywhere"),
                OptionValue::new("off", "never").of("off".into()),
            ],
        ),
        RuleOption::new(
            "outnumber_cap",
            "Several attackers",
            "The most that attackers of one target add to each other's strike chance.",
            vec![
                OptionValue::new("none", "no limit").of(0.into()),
                OptionValue::new("20", "at most +20"),
                OptionValue::new("30", "at most +30"),
            ],
        ),
        RuleOption::new(
            "round_limit",
            "Round limit",
            "Rounds after which a battle is a draw, where the level has no limit. 0 is none.",
            ["60", "30", "15", "0"]
                .map(|rounds| OptionValue::new(rounds, rounds))
                .to_vec(),
        )
        .with_numbers(10_000),
    ]
}

/// Segments from the highest that dice can give to the last one (SEG-011, SEG-018, SEG-019, SEG-021).
fn timeline() -> Timeline {
    let stretch = |name, first, last| Stretch { name, first, last };
    Timeline {
        counted: SEGMENT,
        stretches: vec![
            stretch(stages::BEFORE_MOVEMENT, 15, 11),
            stretch(stages::MOVEMENT, 10, 1),
            stretch(stages::AFTER_MOVEMENT, 0, -5),
        ],
    }
}

/// The states whose begin and end the journal has.
const STATES: [Condition; 21] = [
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

/// All words.
pub static TERMS: LazyLock<Terms> = LazyLock::new(|| Terms {
    actions: DECLARED.into_iter().chain(IN_THE_ROUND).collect(),
    decisions: vec![
        DECLARATION,
        TARGET,
        DRIVING,
        MOVING_OFF,
        FREE_ATTACK,
        WARNING,
        FREE_STEP,
    ],
    answers: vec![TARGET, DRIVING, MOVING_OFF, FREE_ATTACK, WARNING, FREE_STEP],
    answering: IN_THE_ROUND.to_vec(),
    options: vec![
        fields::STAND,
        fields::ROOTED,
        fields::HALF_MOVE,
        fields::RUN,
        fields::ATTACK_THEN_MOVE,
        fields::STAND_UP,
        fields::AS_IT_IS,
        fields::DRAW,
        fields::SHEATHE_AND_DRAW,
        fields::DROP_AND_DRAW,
        fields::PUT_AWAY,
        fields::READY_SHIELD,
        fields::DRINK_FOR_ATTACKS,
        fields::DRINK_FOR_MOVEMENT,
        fields::MAIN_HAND,
        fields::BOTH_IN_TURN,
        fields::AS_IT_COMES,
        fields::CAREFUL_AIM,
        fields::AS_MANY,
        fields::DOUBLE_SHOTS,
        fields::AT_ONCE,
        fields::NEXT_ROUND,
    ],
    stages: stages::ALL.to_vec(),
    // An ambush comes once at most, and the end of a round has nothing to see.
    phases: stages::ALL[1..6].to_vec(),
    movement_bands: vec!["free step", "half move", "walk", "run"],
    rule_options: rule_options(),
    outcomes: [MISS, HIT, CRITICAL, GRIEVOUS]
        .into_iter()
        .chain(DEX_LEVELS)
        .chain(PER_LEVELS)
        .chain(WOUNDS)
        .chain([AT_THE_FOE, AT_A_FRIEND, SUCCEEDS, FAILS])
        .chain([
            SPELL_SUCCEEDS,
            SPELL_FAILS,
            SAVED,
            CONCENTRATES,
            LOSES_THE_SPELL,
        ])
        .collect(),
    levels: vec![MISS, HIT, CRITICAL, GRIEVOUS],
    defences: vec![NO_DEFENCE],
    effects: vec![NOTHING, DAMAGE, DOUBLE_DAMAGE],
    causes: vec![WOUND, HAZARD, FALL, DRAUGHT, MENDED, BLEEDING],
    changes: STATES.to_vec(),
    item_moves: vec![READIED, STOWED, DROPPED, PICKED_UP, THROWN],
    placements: vec![IS_DRIVEN, IS_PUSHED, FALLS_DOWN],
    conditions: STATES
        .into_iter()
        .chain([
            DESPERATELY_WOUNDED,
            VERY_BADLY_WOUNDED,
            BADLY_WOUNDED,
            OUT_OF_BREATH,
            ENCUMBERED,
        ])
        .collect(),
    hidden: Some(HIDDEN),
    timeline: Some(timeline()),
    refusals: Reason::words(reasons::ALL),
    ..Terms::default()
});
