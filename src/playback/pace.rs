//! How long each entry is shown, at normal speed.

use shieldwall_battle::{
    Event, Vitality,
    terms::{EffectRole, ItemConditionRole, LinkRole, PlacementRole},
};

/// Seconds of one step of a walk.
const STEP: f32 = 0.17;
/// The longest walk, however far.
const LONGEST_WALK: f32 = 1.9;
/// Seconds of a blow: swing and recoil.
const BLOW: f32 = 0.5;
/// Seconds of an arrow, bolt or stone from hand to target.
const FLIGHT: f32 = 0.62;
/// How much slower the blow is played that ends the battle.
pub(super) const DECISIVE: f32 = 3.0;
/// Seconds that somebody glides who does not walk.
const GLIDE: f32 = 0.4;

/// Seconds that an event takes to show; 0 if it shows nothing.
pub(crate) fn seconds(event: &Event) -> f32 {
    match event {
        Event::BattleBegan { .. }
        | Event::Deployed(_)
        | Event::Chosen { .. }
        | Event::Rolled(_)
        | Event::Ranked { .. }
        | Event::Ordered { .. }
        | Event::Due { .. }
        | Event::Moment { .. }
        | Event::Place { .. }
        | Event::Turn { .. }
        | Event::Revealed { .. } => 0.0,
        Event::RoundBegan => 0.35,
        Event::StageBegan { .. } => 0.12,
        Event::Moved { path, .. } => {
            let steps = path.len().saturating_sub(1) as f32;
            (steps * STEP).min(LONGEST_WALK)
        }
        // Anyone who is carried goes step by step with who carries it.
        Event::Placed { how, .. } if how.role == PlacementRole::Carried => STEP,
        Event::Placed { .. } | Event::Riding { .. } => GLIDE,
        Event::Door { .. } | Event::Stance { .. } | Event::Device { .. } => 0.25,
        // Nobody has decided it, and it may come again and again.
        Event::Passed { forced: true, .. } => 0.0,
        Event::Linked { link, .. } => match link.role {
            LinkRole::Hold => 0.3,
            LinkRole::Cover => 0.0,
        },
        Event::Astride { .. } => GLIDE,
        Event::Faced { .. } => 0.1,
        Event::Track { .. } => 0.4,
        Event::Passed { .. } => 0.3,
        Event::Ground { .. } => 0.1,
        Event::Attacked { missile, .. } | Event::Blast { missile, .. } => {
            if *missile {
                FLIGHT
            } else {
                BLOW
            }
        }
        Event::AttackResolved { effect, .. } => {
            if effect.role == EffectRole::None {
                0.45
            } else {
                0.0
            }
        }
        Event::Damage { lost, .. } => {
            if *lost > 0 {
                0.0
            } else {
                0.4
            }
        }
        Event::HitPoints { .. } => 0.5,
        Event::Vitality { to, .. } => match to {
            Vitality::Unconscious | Vitality::Dying | Vitality::Dead => 0.6,
            Vitality::Active | Vitality::Surrendered | Vitality::Left => 0.4,
        },
        Event::Condition { condition, .. } => {
            if super::words::of_condition(*condition).is_some() {
                0.3
            } else {
                0.0
            }
        }
        Event::ItemDamaged { to, .. } => {
            if *to <= 0 {
                0.4
            } else {
                0.0
            }
        }
        Event::ItemState { state, .. } => {
            if state.role == ItemConditionRole::Destroyed {
                0.4
            } else {
                0.0
            }
        }
        Event::ItemMoved { .. } => 0.15,
        Event::Ammunition { reloaded, .. } => {
            if *reloaded {
                0.25
            } else {
                0.0
            }
        }
        Event::Held { .. } | Event::Ended { .. } => 0.6,
        Event::Note { .. } => 0.2,
    }
}
