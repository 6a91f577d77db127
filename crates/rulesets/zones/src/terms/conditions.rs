//! Conditions, and what may become of somebody.

use shieldwall_battle::{
    CombatantId, Event, Vitality,
    terms::{Change, Condition, ConditionRole, Harm, Term, Word},
};

use crate::terms::words;

/// Condition: concealed from its enemies (ZON-102).
pub const CONCEALED: Condition = Word(
    &Term::new("concealed", ConditionRole::Hidden)
        .icon("hidden")
        .help("Its enemies do not know where it is. Until it is revealed only a blast can hit it."),
);
/// Condition: somebody holds it (ZON-093).
pub const GRABBED: Condition = Word(
    &Term::new("grabbed", ConditionRole::Held)
        .icon("grabbed")
        .help("Held: its turn can only break it free, and only from a holder that is not larger."),
);
/// Condition: it holds somebody.
pub const GRABBING: Condition = Word(
    &Term::new("grabbing", ConditionRole::Holding)
        .icon("grabbing")
        .help("Holds another combatant, which moves along with it."),
);
/// Condition: loses health each round (ZON-R39).
pub const POISONED: Condition = Word(
    &Term::new("poisoned", ConditionRole::Poisoned)
        .icon("poisoned")
        .help("Loses health at the end of every round until it gets an antidote."),
);
/// Condition: broken, and means to leave the map.
pub const RETREATING: Condition = Word(&Term::new("retreating", ConditionRole::Broken).icon("morale_broken").help("Broken: it runs for an exit, and can only dodge or hide behind another. Without an exit it gives up."));
/// Condition: broken, and means to give up.
pub const YIELDING: Condition = Word(
    &Term::new("yielding", ConditionRole::Broken)
        .icon("morale_broken")
        .help("Broken: it gives up in its next turn, and can only dodge until then."),
);
/// Condition: has failed a morale check (ZON-114).
pub const BROKEN: Condition =
    Word(&Term::new("broken", ConditionRole::Broken).icon("morale_broken"));
/// Condition: has lost a hand (ZON-R40).
pub const MAIMED: Condition = Word(
    &Term::new("maimed", ConditionRole::Injured)
        .icon("maimed")
        .help("Has lost a hand: one fewer to hold weapons and shields with."),
);
/// Condition: lamed in the leg (ZON-R40).
pub const LAMED: Condition = Word(
    &Term::new("lamed", ConditionRole::Injured)
        .help("Hurt in the leg: half as fast for the rest of the battle, and cannot sprint."),
);
/// Condition: its attacks are impaired (ZON-R21).
pub const INTIMIDATED: Condition = Word(
    &Term::new("intimidated", ConditionRole::Afraid)
        .icon("intimidated")
        .help("Its attacks are impaired until the end of its next turn; a reaction ends it too."),
);
/// Condition: must attack the taunter (ZON-R21).
pub const TAUNTED: Condition = Word(&Term::new("taunted", ConditionRole::Hindered).icon("taunted").help("Its attacks must include the combatant that taunted it, where that is legal, until the end of its next turn; a reaction ends it too."));
/// Condition: cannot react, and does not see those who hide (ZON-R21).
pub const DISTRACTED: Condition = Word(
    &Term::new("distracted", ConditionRole::Hindered)
        .icon("distracted")
        .help("Cannot react or notice the hidden until the end of the round."),
);
/// Condition: has passed a morale check (ZON-115).
pub const STEADIED: Condition = Word(
    &Term::new("steadied", ConditionRole::Steady)
        .icon("steadied")
        .help("Has kept its nerve once: its morale is tested no more in this battle."),
);
/// Condition: sprinting in this turn (ZON-013).
pub const SPRINTING: Condition = Word(
    &Term::new("sprinting", ConditionRole::Strengthened)
        .icon("sprinting")
        .help("Goes twice as far in this turn."),
);
/// Condition: on a mount or vehicle.
pub const MOUNTED: Condition = Word(
    &Term::new("mounted", ConditionRole::Mounted)
        .icon("mounted")
        .help("Rides: it goes where its mount goes, and takes its turn together with it."),
);
/// Condition: rides at full speed, and can neither act nor react (ZON-150).
pub const SWEPT_ALONG: Condition = Word(
    &Term::new("swept along", ConditionRole::Hindered)
        .help("Rides at full speed: can neither act nor react for the rest of the round."),
);
/// Condition: its turn of this round is spent.
pub const TURN_SPENT: Condition = Word(
    &Term::new("turn spent", ConditionRole::TurnSpent)
        .icon("turn_spent")
        .help("Its turn in this round is over."),
);
/// Condition: it may still react in this round.
pub const CAN_REACT: Condition = Word(
    &Term::new("can react", ConditionRole::CanReact)
        .icon("reaction_ready")
        .help("Can still answer an attack in this round, though its turn is over."),
);

/// Conditions whose beginning and end are in the journal.
pub const JOURNALLED: [Condition; 11] = [
    CONCEALED,
    DISTRACTED,
    INTIMIDATED,
    TAUNTED,
    BROKEN,
    STEADIED,
    POISONED,
    SPRINTING,
    LAMED,
    MAIMED,
    SWEPT_ALONG,
];

/// Conditions that combatants can be seen to have, the most pressing first.
pub const SEEN: [Condition; 16] = [
    GRABBED,
    GRABBING,
    POISONED,
    RETREATING,
    YIELDING,
    MAIMED,
    LAMED,
    INTIMIDATED,
    TAUNTED,
    DISTRACTED,
    SWEPT_ALONG,
    STEADIED,
    SPRINTING,
    MOUNTED,
    TURN_SPENT,
    CAN_REACT,
];

/// Change: held fast.
pub const IS_GRABBED: Change = Word(&Term::new("grabbed", Harm(35)));
/// Change: without a weapon.
pub const IS_DISARMED: Change = Word(&Term::new("disarmed", Harm(35)));
/// Change: pushed away.
pub const WAS_SHOVED: Change = Word(&Term::new("shoved", Harm(4)));
/// Change: free of a hold.
pub const IS_FREE: Change = Word(&Term::new("free", Harm(-50)));
/// Change: on its feet again.
pub const IS_BACK: Change = Word(&Term::new("back in the fight", Harm(-90)));
/// Change: caught at the edge of the map.
pub const IS_CAUGHT: Change = Word(&Term::new("caught", Harm(10)));
/// Change: distracted.
pub const IS_DISTRACTED: Change = Word(&Term::new("distracted", Harm(6)));
/// Change: intimidated.
pub const IS_INTIMIDATED: Change = Word(&Term::new("intimidated", Harm(10)));
/// Change: taunted.
pub const IS_TAUNTED: Change = Word(&Term::new("taunted", Harm(6)));

/// What an event tells of somebody besides lost health.
pub(crate) fn change_told(event: &Event) -> Option<(CombatantId, Change)> {
    Some(match event {
        Event::Linked {
            other, on: true, ..
        } => (*other, IS_GRABBED),
        Event::Linked {
            other, on: false, ..
        } => (*other, IS_FREE),
        Event::Placed { who, how, .. } if *how == words::IS_SHOVED => (*who, WAS_SHOVED),
        Event::Placed { who, how, .. } if *how == words::IS_CAUGHT => (*who, IS_CAUGHT),
        // Who does not survive it is not moved any more.
        Event::HitPoints { who, cause, .. } if *cause == words::SHOVE => (*who, WAS_SHOVED),
        Event::ItemMoved {
            who: Some(who),
            how,
            ..
        } if *how == words::DROPPED => (*who, IS_DISARMED),
        Event::Condition {
            who,
            condition,
            on: true,
        } => (
            *who,
            match *condition {
                DISTRACTED => IS_DISTRACTED,
                INTIMIDATED => IS_INTIMIDATED,
                TAUNTED => IS_TAUNTED,
                _ => return None,
            },
        ),
        Event::Vitality {
            who,
            to: Vitality::Active,
            ..
        } => (*who, IS_BACK),
        _ => return None,
    })
}
