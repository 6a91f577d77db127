//! The short words that float over a combatant when something happens to it.

use shieldwall_battle::{
    CombatantId, Event, Vitality,
    terms::{
        Condition, ConditionRole, DefenceRole, EffectRole, ItemConditionRole, ItemMoveRole,
        LevelRole, LinkRole, PlacementRole,
    },
};

/// What kind of news a word is; the board colours it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Hit points lost, or worse.
    Bad,
    /// Hit points regained.
    Good,
    /// An attack came to nothing.
    Thwarted,
    /// Anything else.
    Plain,
}

/// A word and over whom it floats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FloatingWord {
    /// Over whom.
    pub(crate) over: CombatantId,
    /// The word.
    pub(crate) text: String,
    /// What kind of news.
    pub(crate) tone: Tone,
}

/// The word for a condition that has begun or ended, if it is worth one.
pub(super) fn of_condition(condition: Condition) -> Option<[&'static str; 2]> {
    match condition.role {
        ConditionRole::Hidden => Some(["hides", "spotted"]),
        ConditionRole::Surprised => Some(["surprised", "alert"]),
        ConditionRole::Stunned => Some(["reels", "recovers"]),
        ConditionRole::Prone => Some(["falls", "up again"]),
        ConditionRole::Low
        | ConditionRole::Upright
        | ConditionRole::Held
        | ConditionRole::Holding
        | ConditionRole::Poisoned
        | ConditionRole::Injured
        | ConditionRole::Broken
        | ConditionRole::Steady
        | ConditionRole::Afraid
        | ConditionRole::Hindered
        | ConditionRole::Strengthened
        | ConditionRole::Casting
        | ConditionRole::Helping
        | ConditionRole::Unloaded
        | ConditionRole::OutOfAmmunition
        | ConditionRole::BrokenItem
        | ConditionRole::Mounted
        | ConditionRole::TurnSpent
        | ConditionRole::CanReact
        | ConditionRole::Minor => None,
    }
}

/// The word that floats up for an event, if any.
pub(crate) fn floating(event: &Event) -> Option<FloatingWord> {
    let word = |over: &CombatantId, text: &str, tone| {
        Some(FloatingWord {
            over: *over,
            text: text.to_owned(),
            tone,
        })
    };
    match event {
        Event::AttackResolved {
            target,
            attack,
            defence,
            effect,
            ..
        } => match (effect.role, attack.role) {
            (EffectRole::None, LevelRole::Failure) => word(target, "miss", Tone::Thwarted),
            (EffectRole::None, LevelRole::Success | LevelRole::Special) => {
                let text = match defence.role {
                    DefenceRole::None => "miss",
                    DefenceRole::Dodge => "dodged",
                    DefenceRole::Block => "blocked",
                    DefenceRole::Counter
                    | DefenceRole::Protect
                    | DefenceRole::TakeCover
                    | DefenceRole::Bargain => "no effect",
                };
                word(target, text, Tone::Thwarted)
            }
            (EffectRole::Special, _) => word(target, "special!", Tone::Bad),
            (EffectRole::Normal, _) => None,
        },
        Event::Damage { target, lost, .. } if *lost <= 0 => {
            word(target, "armour holds", Tone::Thwarted)
        }
        Event::HitPoints { who, from, to, .. } => match to - from {
            0 => None,
            change if change < 0 => word(who, &format!("{change}"), Tone::Bad),
            change => word(who, &format!("+{change}"), Tone::Good),
        },
        Event::Vitality { who, from, to } => match to {
            Vitality::Unconscious if *from == Vitality::Dying => word(who, "saved", Tone::Good),
            Vitality::Unconscious => word(who, "unconscious", Tone::Bad),
            Vitality::Dying => word(who, "dying", Tone::Bad),
            Vitality::Dead => word(who, "dead", Tone::Bad),
            Vitality::Surrendered => word(who, "gives up", Tone::Bad),
            Vitality::Active if *from == Vitality::Surrendered => {
                word(who, "fights again", Tone::Plain)
            }
            Vitality::Active if *from == Vitality::Left => word(who, "caught", Tone::Plain),
            Vitality::Active => word(who, "wakes up", Tone::Good),
            Vitality::Left => word(who, "leaves", Tone::Plain),
        },
        Event::Condition { who, condition, on } => {
            let [begins, ends] = of_condition(*condition)?;
            word(who, if *on { begins } else { ends }, Tone::Plain)
        }
        Event::ItemDamaged {
            owner, to, name, ..
        } if *to <= 0 => word(owner, &format!("{} breaks", name.to_lowercase()), Tone::Bad),
        Event::ItemState {
            owner, state, name, ..
        } if state.role == ItemConditionRole::Destroyed => {
            word(owner, &format!("{} breaks", name.to_lowercase()), Tone::Bad)
        }
        Event::Placed { how, .. } if how.role == PlacementRole::Carried => None,
        Event::Placed { who, how, .. } => word(who, how.key, Tone::Plain),
        Event::Riding { who, on, .. } => word(
            who,
            if on.is_some() { "gets on" } else { "gets off" },
            Tone::Plain,
        ),
        Event::Linked {
            other, link, on, ..
        } => match link.role {
            LinkRole::Hold => word(other, if *on { "held" } else { "free" }, Tone::Plain),
            LinkRole::Cover => None,
        },
        Event::Track {
            who,
            track,
            from,
            to,
            ..
        } => match to - from {
            0 => None,
            change if change < 0 => word(who, &format!("{change} {track}"), Tone::Bad),
            change => word(who, &format!("+{change} {track}"), Tone::Good),
        },
        Event::Ammunition { who, reloaded, .. } if *reloaded => word(who, "reloaded", Tone::Plain),
        Event::Stance { who, stance, .. } => word(
            who,
            if stance.role == ConditionRole::Low {
                "kneels"
            } else {
                "stands"
            },
            Tone::Plain,
        ),
        Event::ItemMoved { who: None, .. } => None,
        Event::ItemMoved {
            who: Some(who),
            how,
            ..
        } => match how.role {
            ItemMoveRole::Dropped => word(who, "drops", Tone::Plain),
            ItemMoveRole::SetUp => word(who, "sets up", Tone::Plain),
            ItemMoveRole::Readied
            | ItemMoveRole::Stowed
            | ItemMoveRole::PickedUp
            | ItemMoveRole::Seized
            | ItemMoveRole::Thrown
            | ItemMoveRole::TakenUp => None,
        },
        Event::BattleBegan { .. }
        | Event::Deployed(_)
        | Event::RoundBegan
        | Event::StageBegan { .. }
        | Event::Chosen { .. }
        | Event::Rolled(_)
        | Event::Moved { .. }
        | Event::Faced { .. }
        | Event::Astride { .. }
        | Event::Place { .. }
        | Event::Passed { .. }
        | Event::Turn { .. }
        | Event::Ranked { .. }
        | Event::Ordered { .. }
        | Event::Due { .. }
        | Event::Moment { .. }
        | Event::Door { .. }
        | Event::Attacked { .. }
        | Event::Blast { .. }
        | Event::Damage { .. }
        | Event::Revealed { .. }
        | Event::ItemDamaged { .. }
        | Event::ItemState { .. }
        | Event::Device { .. }
        | Event::Ground { .. }
        | Event::Ammunition { .. }
        | Event::Held { .. }
        | Event::Note { .. }
        | Event::Ended { .. } => None,
    }
}
