//! The beginning of battles: all combatants are told of before anything happens to them.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_battle::{Battle, BattleSetup, Event};

use crate::battlefield;

/// Nothing is said of a combatant that is not on the board yet: the window would wait for it for ever.
#[test]
fn nothing_is_told_before_all_are_deployed() {
    let library = battlefield::library();
    let mut battles = 0;
    for rules in shieldwall_rulesets::all() {
        for level in library.levels.keys() {
            let setup = BattleSetup::of_level(library, level, rules.id(), 1);
            let Ok(setup) = setup else { continue };
            let combatants: usize = setup.sides.iter().map(|side| side.warband.len()).sum();
            let mut battle = Battle::new(rules.clone(), setup).unwrap();
            battle.advance();
            let entries = battle.journal().entries();
            let at = format!("{} {level}", rules.id());
            assert!(
                matches!(entries[0].event, Event::BattleBegan { .. }),
                "{at}"
            );
            let deployed = entries[1..=combatants].iter();
            for entry in deployed {
                assert!(matches!(entry.event, Event::Deployed(_)), "{at}: {entry:?}");
            }
            battles += 1;
        }
    }
    assert!(battles > 20, "{battles}");
}
