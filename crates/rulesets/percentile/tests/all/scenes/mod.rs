//! Scenes from the rulebook played through the whole engine with loaded dice, which must be used up.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "tests, where choices read better by value"
)]

mod alliances;
mod ammunition;
mod first_aid;
mod gaps;
mod hiding;
mod melee;
mod movement;
mod ranks;
mod shields;
mod stage_hand;
mod statements;
mod terrain;
mod victory;
