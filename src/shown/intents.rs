//! What combatants have said that they will do, and have not done yet.

use std::collections::BTreeMap;

use shieldwall_battle::{Choice, CombatantId, Event, Vitality, terms::DecisionRole};

/// The last statement of each combatant that has made one this round and has not acted on it.
pub(crate) type Intents = BTreeMap<CombatantId, Choice>;

/// Notes what an event tells of statements.
pub(super) fn tell(intents: &mut Intents, event: &Event) {
    match event {
        Event::RoundBegan | Event::Ended { .. } => intents.clear(),
        Event::Chosen {
            kind,
            who: Some(who),
            choice,
            ..
        } => match kind.role {
            DecisionRole::Statement if choice.action.role.is_closing() => {
                intents.remove(who);
            }
            DecisionRole::Statement => {
                intents.insert(*who, choice.clone());
            }
            // It has come to it.
            DecisionRole::Action | DecisionRole::Turn => {
                intents.remove(who);
            }
            DecisionRole::Activation
            | DecisionRole::Movement
            | DecisionRole::Stance
            | DecisionRole::Reaction
            | DecisionRole::Aid
            | DecisionRole::Minor => {}
        },
        Event::Vitality { who, to, .. } if *to != Vitality::Active => {
            intents.remove(who);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{SideId, Target};

    use super::*;
    use crate::sample_terms::{action, kind};

    const WHO: CombatantId = CombatantId(0);

    fn chosen(of: &str, choice: Choice) -> Event {
        Event::Chosen {
            decision: 0,
            kind: kind(of),
            who: Some(WHO),
            side: SideId::RED,
            choice,
            text: String::new(),
        }
    }

    #[test]
    fn a_statement_holds_until_it_is_acted_on_or_the_round_is_over() {
        let attack = Choice::of(action("attack")).at(Target::Combatant(CombatantId(1)));
        let stated = chosen("statement", attack.clone());
        let ends = [
            chosen("action", attack.clone()),
            Event::RoundBegan,
            Event::Vitality {
                who: WHO,
                from: Vitality::Active,
                to: Vitality::Dead,
            },
            chosen("statement", Choice::of(action("pass"))),
        ];
        for end in ends {
            let mut intents = Intents::new();
            tell(&mut intents, &stated);
            tell(&mut intents, &chosen("move", Choice::of(action("stay"))));
            assert_eq!(intents.get(&WHO), Some(&attack));
            tell(&mut intents, &end);
            assert!(intents.is_empty(), "{end:?}");
        }
    }
}
