//! Conditions and stances.

use shieldwall_battle::terms::{Condition, ConditionRole, Term, Word};

/// Condition: its enemies have not noticed it (PCT-R30).
pub const HIDDEN: Condition = Word(
    &Term::new("hidden", ConditionRole::Hidden)
        .icon("hidden")
        .help("Its enemies have not noticed it: they cannot attack it until it gives itself away."),
);
/// Condition: it may do nothing in the first round (PCT-R17).
pub const SURPRISED: Condition = Word(
    &Term::new("surprised", ConditionRole::Surprised)
        .icon("surprised")
        .help("May do nothing in the first round."),
);
/// Condition: it gives First Aid.
pub const HELPING: Condition = Word(
    &Term::new("helping", ConditionRole::Helping)
        .log("gives First Aid")
        .end("is no longer giving First Aid")
        .icon("first_aid")
        .help("Gives First Aid: it may still dodge and move a little, and do nothing else."),
);
/// Condition: it reloads for a full round (PCT-R10).
pub const RELOADING: Condition = Word(
    &Term::new("reloading", ConditionRole::Unloaded)
        .icon("reloading")
        .help("Spends the whole round reloading."),
);
/// Condition: it kneels behind a large shield (PCT-125).
pub const KNEELING: Condition = Word(&Term::new("kneeling", ConditionRole::Low).log("kneels behind the shield").icon("kneeling").help("Kneels behind a large shield: cannot dodge, and its own attacks are half as likely to hit. A shield in hand parries slow missiles at 90%, from behind at 60%."));
/// Condition: it has left melee this round.
pub const BROKE_OFF: Condition =
    Word(&Term::new("broke off", ConditionRole::Minor).help("Has left melee in this round."));
/// Condition: it was woken this round.
pub const JUST_WOKEN: Condition =
    Word(&Term::new("just woken", ConditionRole::Minor).help("Was woken in this round."));
/// Condition: a weapon in its hands must be reloaded.
pub const UNLOADED: Condition = Word(
    &Term::new("unloaded", ConditionRole::Unloaded)
        .icon("reloading")
        .help("A weapon in its hands must be reloaded before it can shoot again."),
);
/// Condition: nothing is left to shoot with a weapon in its hands.
pub const OUT_OF_AMMUNITION: Condition = Word(
    &Term::new("out of ammunition", ConditionRole::OutOfAmmunition)
        .icon("out_of_ammo")
        .help("A weapon in its hands has no ammunition."),
);
/// Condition: something in its hands is broken.
pub const BROKEN_ITEM: Condition = Word(
    &Term::new("broken item", ConditionRole::BrokenItem)
        .icon("broken")
        .help("An item in its hands is broken."),
);

/// Conditions whose beginning and end are in the journal.
pub const JOURNALLED: [Condition; 4] = [HIDDEN, SURPRISED, HELPING, RELOADING];

/// Conditions that combatants can be seen to have, the most pressing first.
pub const SEEN: [Condition; 9] = [
    KNEELING,
    SURPRISED,
    HELPING,
    RELOADING,
    UNLOADED,
    OUT_OF_AMMUNITION,
    BROKEN_ITEM,
    BROKE_OFF,
    JUST_WOKEN,
];

/// Stance: upright.
pub const STANDING: Condition =
    Word(&Term::new("standing", ConditionRole::Upright).log("stands up"));
