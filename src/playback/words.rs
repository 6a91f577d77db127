//! The short words that float over a combatant when something happens to it.

use shieldwall_battle::{CombatantId, Event, Vitality};

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
pub(super) fn of_condition(condition: &str) -> Option<[&'static str; 2]> {
    match condition {
        "hidden" | "concealed" => Some(["hides", "spotted"]),
        "surprised" => Some(["surprised", "alert"]),
        _ => None,
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
        } => match (*effect, *attack, *defence) {
            ("none", "failure" | "fumble", _) | ("none", _, "none") => {
                word(target, "miss", Tone::Thwarted)
            }
            ("none", _, "dodge") => word(target, "dodged", Tone::Thwarted),
            ("none", _, "parry") => word(target, "parried", Tone::Thwarted),
            ("none", ..) => word(target, "no effect", Tone::Thwarted),
            ("special", ..) => word(target, "special!", Tone::Bad),
            _ => None,
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
            let [begins, ends] = of_condition(condition)?;
            word(who, if *on { begins } else { ends }, Tone::Plain)
        }
        Event::ItemDamaged {
            owner, to, name, ..
        } if *to <= 0 => word(owner, &format!("{} breaks", name.to_lowercase()), Tone::Bad),
        Event::ItemState {
            owner,
            state: "destroyed",
            name,
            ..
        } => word(owner, &format!("{} breaks", name.to_lowercase()), Tone::Bad),
        Event::Placed { how, .. } if how.contains("carried") => None,
        Event::Placed { who, how, .. } => word(who, how, Tone::Plain),
        Event::Riding { who, on, .. } => word(
            who,
            if on.is_some() { "gets on" } else { "gets off" },
            Tone::Plain,
        ),
        Event::Hold { held, on, .. } => word(held, if *on { "held" } else { "free" }, Tone::Plain),
        Event::Ammunition { who, reloaded, .. } if *reloaded => word(who, "reloaded", Tone::Plain),
        Event::Stance { who, stance, .. } => word(
            who,
            if *stance == "kneeling" {
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
        } => match *how {
            "dropped" => word(who, "drops", Tone::Plain),
            "planted" => word(who, "plants shield", Tone::Plain),
            _ => None,
        },
        Event::BattleBegan { .. }
        | Event::Deployed(_)
        | Event::RoundBegan
        | Event::StageBegan { .. }
        | Event::Chosen { .. }
        | Event::Rolled(_)
        | Event::Moved { .. }
        | Event::Place { .. }
        | Event::Passed { .. }
        | Event::Turn { .. }
        | Event::Ranked { .. }
        | Event::Ordered { .. }
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
