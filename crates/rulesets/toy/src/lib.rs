//! A small ruleset for tests, and the one to read first: `docs/architecture/write-a-ruleset.md` walks
//! through it. It is in no list; tests add it (`shieldwall_rulesets::add`), and nothing else names it.
//!
//! Its rules:
//!
//! - TOY-001: In each round everybody rolls a die. Higher numbers come first, and equal ones together.
//! - TOY-002: Those who are together move one after the other, up to four cells each.
//! - TOY-003: Then all of them choose one action in secret. What they chose is revealed and done together:
//!   those who fall by it have struck all the same.
//! - TOY-004: A blow is a contest: each side rolls a die and adds its skill. The attacker must have more.
//! - TOY-005: The target of a blow may guard once a round, which adds 2. Nobody guards behind themselves.
//! - TOY-006: A hit costs one to three hit points, and one more from behind.
//! - TOY-007: Three or more at once stun: the next turn is lost.
//! - TOY-008: A blow takes one of three breaths. Those with none left rest, and have all of them again.
//! - TOY-009: People face where they went last, or towards those they struck.
//! - TOY-010: Archers shoot up to eight cells far along a clear line, without a contest of skills: a 4 or
//!   more hits.
//! - TOY-011: The last alliance on its feet wins. After the level's turn limit, or 20 rounds, it is a draw.
//! - TOY-012: More breaths may be put into a blow. Each adds 1 to its contest.

#![expect(
    clippy::needless_pass_by_value,
    reason = "systems take their parameters by value"
)]

pub mod attack;
pub mod combatant;
pub mod movement;
pub mod order;
pub mod reasons;
pub mod round;
pub mod rules;
pub mod ruleset;
pub mod tables;
pub mod terms;

pub use ruleset::ruleset;
pub use tables::Tables;

use bevy_app::App;
use shieldwall_battle::RegisterState;

/// Adds the stages and resources of the ruleset.
pub fn plugin(app: &mut App) {
    app.combatant_state::<combatant::Breath>()
        .combatant_state::<combatant::Guard>()
        .combatant_state::<combatant::Stun>()
        .combatant_state::<combatant::Facing>()
        .pooled_state::<attack::Attack>()
        .resource_state::<order::Round>()
        .constant::<combatant::Build>();
    round::plugin(app);
}
