//! Exact odds under the zones rules. What an offer is forecast to lead to is what the whole engine comes
//! to when the dice fall in every way and those who are struck answer as assumed; every other answer is
//! forecast as it would come out too; and no answer would be better for them than the one assumed.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use proptest::{prelude::*, test_runner::RngSeed};
use shieldwall_battle::CombatantId;
use shieldwall_content::{Case, ContentRoot, Library};

use crate::zones_odds::{
    bursts::bursts,
    duels::duels,
    huddles::{crowds, huddles},
    tumbles::rides,
};

mod agreement;
mod boarding;
mod bursts;
mod by_hand;
mod combatant_results;
mod duels;
mod explorer;
mod huddles;
mod tumbles;
mod unseen;

pub(crate) static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Arc::new(Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content()).0)
});

/// The one who does something, alone on the red side unless a case says otherwise: first in the roster.
pub(crate) const A: CombatantId = CombatantId(0);
/// Whom it is done to: the first of blue.
pub(crate) const B: CombatantId = CombatantId(1);

/// What does damage to one target.
pub(crate) const HARM: &[&str] = &["attack", "death_blow", "invoke"];
/// What does something else to it.
pub(crate) const GRIPS: &[&str] = &["disarm", "shove", "grapple"];
/// What strikes a zone.
pub(crate) const BLASTS: &[&str] = &["blast", "invoke"];

pub(crate) fn case(text: &str) -> Case {
    Case::parse(Path::new("odds.toml"), text, &LIBRARY)
        .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}\n{text}"))
}

/// The same fights every time, unless `PROPTEST_RNG_SEED` and `PROPTEST_CASES` ask for others and more.
fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig {
        cases: if asked { usual.cases } else { cases },
        rng_seed: match usual.rng_seed {
            RngSeed::Random => RngSeed::Fixed(2),
            asked => asked,
        },
        failure_persistence: None,
        // Each step of the way to a simpler failure costs as much as a case.
        max_shrink_iters: 40,
        ..usual
    }
}

proptest! {
    #![proptest_config(config(16))]

    /// With armour, shields, cover and sizes, in the dark, from afar and on the move, held back, on those
    /// who have fallen or given up; with dodges, counters, guards, and comrades to hide behind.
    #[test]
    fn blows_come_out_as_forecast(duel in duels()) {
        duel.agree(HARM)?;
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn grips_come_out_as_forecast(duel in duels()) {
        duel.hand_to_hand('.').agree(GRIPS)?;
    }

    /// Where a counter needs a save of its own before it can come to anything.
    #[test]
    fn grips_in_the_dark_come_out_as_forecast(duel in duels()) {
        duel.hand_to_hand('D').agree(GRIPS)?;
    }
}

proptest! {
    #![proptest_config(config(64))]

    /// Aimed well or astray, with walls between, over friend and foe and oneself.
    #[test]
    fn blasts_come_out_as_forecast(burst in bursts()) {
        burst.agree()?;
    }
}

proptest! {
    #![proptest_config(config(24))]

    /// Anyone who is hidden behind hides, dodges, counters or is guarded in its turn, as far as that goes.
    #[test]
    fn blows_at_a_huddle_come_out_as_forecast(huddle in huddles()) {
        huddle.agree()?;
    }
}

proptest! {
    #![proptest_config(config(12))]

    /// Where those who are struck hide behind others, or are guarded by them, and one strikes back.
    #[test]
    fn blasts_on_a_crowd_come_out_as_forecast(crowd in crowds()) {
        crowd.agree()?;
    }
}

proptest! {
    #![proptest_config(config(48))]

    /// Riders fall from a mount that goes down in motion, also those who are struck themselves.
    #[test]
    fn blows_at_a_mount_in_motion_come_out_as_forecast(ride in rides()) {
        ride.agree()?;
    }
}
