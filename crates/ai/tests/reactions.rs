//! Reactions are worth the turns that they cost: where sides take turns, the standard brain does better
//! than one that is like it in everything but never reacts.

#[path = "../../lab/tests/battlefield/mod.rs"]
mod battlefield;

use shieldwall_ai::BrainKind::{Standard, Unreacting};
use shieldwall_battle::{Battle, Event, SideId};

/// The share of battles that the standard brain must win more than, a draw being half a battle.
const SHARE: f64 = 0.5;

/// Battles, half of them with the brains exchanged. The seeds are fixed, so that the test always gives
/// the same answer.
const BATTLES: u32 = 40;

/// A level on which both sides have the same warband, and half a turn of the map changes nothing.
const LEVEL: &str = "reed-ford";

/// How many reactions each side has made: dodges, counters and the like, and blows at those who leave.
fn reactions(battle: &Battle) -> [usize; 2] {
    let of = |wanted: SideId| {
        let entries = battle.journal().entries().iter();
        let made = entries.filter(|entry| {
            matches!(
                &entry.event,
                Event::Chosen { kind: "reaction" | "opportunity", side, choice, .. }
                    if *side == wanted && choice.verb.0 != "none"
            )
        });
        made.count()
    };
    [of(SideId::RED), of(SideId::BLUE)]
}

#[test]
fn whoever_reacts_does_better_than_whoever_never_does() {
    let ruleset = shieldwall_rulesets::by_id("zones").expect("there is such a ruleset");
    let level = &battlefield::library().levels[LEVEL];
    assert_eq!(level.sides[0].warband, level.sides[1].warband);
    let setup = |seed| battlefield::setup(LEVEL, seed);
    let mut battle = Battle::new(ruleset, setup(0)).expect("the level can be played");
    let (mut won, mut drawn, mut reacted) = (0_u32, 0_u32, 0_usize);
    for number in 0..BATTLES {
        // Each seed from both ends.
        let seed = u64::from(number / 2);
        let (kinds, standard, other) = if number % 2 == 0 {
            ([Standard, Unreacting], SideId::RED, SideId::BLUE)
        } else {
            ([Unreacting, Standard], SideId::BLUE, SideId::RED)
        };
        battle
            .restart(setup(200 + seed))
            .expect("the level can be played");
        match battlefield::play(&mut battle, kinds, seed) {
            Some(winner) => won += u32::from(winner == standard),
            None => drawn += 1,
        }
        let made = reactions(&battle);
        reacted += made[standard.index()];
        assert_eq!(made[other.index()], 0, "it has reacted after all");
    }
    assert!(reacted > 0, "nobody has ever reacted");
    let share = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(BATTLES);
    assert!(
        share > SHARE,
        "{won} of {BATTLES} won, {drawn} drawn: {share}"
    );
}
