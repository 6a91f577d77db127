//! Sending choices to the simulation, and waiting for what has to be known before.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;
use shieldwall_battle::{Choice, CombatantId, Decision, Target};

use crate::{
    host::{Host, Request},
    session::{Asked, Draft, Session},
};

use super::{
    Orders, SessionTargeting,
    completion::{choice_with, unsettled},
    opening::Habit,
    repeating::{Repeating, can_repeat},
};

/// The last choices of combatants by kind of decision, each with its round, so that the usual offer is armed at once.
#[derive(Resource, Default, Debug)]
pub(super) struct Habits(BTreeMap<(CombatantId, &'static str), (Choice, u32)>);

impl Habits {
    /// Another battle begins.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    /// What the one who decides did the last time it was asked the like.
    pub(super) fn of(&self, decision: &Decision, round: u32) -> Option<Habit> {
        let (choice, chosen) = self.0.get(&(decision.actor?, decision.kind.key))?;
        Some(Habit {
            choice: choice.clone(),
            just_now: *chosen == round,
        })
    }
}

/// A choice that the player has confirmed before it was known how far the actor would have to move
/// for it. It is made as soon as that is known, unless the player does something else first.
#[derive(Resource, Default, Debug)]
pub(super) struct Confirmed {
    /// What it is aimed at.
    pub(super) target: Option<Target>,
    /// True if all others of the side shall state the same.
    pub(super) for_all: bool,
}

/// Makes a choice that was confirmed before all was known, now that it is.
pub(super) fn make_confirmed(
    mut session: ResMut<Session>,
    mut habits: ResMut<Habits>,
    mut confirmed: ResMut<Confirmed>,
    mut orders: ResMut<Orders>,
    asked: Res<Asked>,
    host: Res<Host>,
    draft: Res<Draft>,
) {
    let Some(target) = confirmed.target else {
        return;
    };
    let open = session.decision.clone().filter(|_| !session.waiting);
    let Some(decision) = open else {
        confirmed.target = None;
        return;
    };
    let Some(offer) = draft.offer.and_then(|index| decision.offers.get(index)) else {
        confirmed.target = None;
        return;
    };
    let targeting = SessionTargeting::new(&session, &asked, &decision);
    if unsettled(offer, &draft, Some(target), &targeting).is_some() {
        return;
    }
    confirmed.target = None;
    if let Some(choice) = choice_with(offer, &draft, Some(target), &targeting) {
        if confirmed.for_all {
            let round = session.view.round;
            orders.repeat(Repeating::same_for_all(
                decision.side,
                round,
                choice.clone(),
            ));
        }
        orders.note(&decision, &choice);
        make((&mut session, &host), &mut habits, &decision, choice);
    }
}

/// Sends a choice to the simulation.
pub(super) fn make(
    (session, host): (&mut Session, &Host),
    habits: &mut Habits,
    decision: &Decision,
    choice: Choice,
) {
    if (choice.target.is_some() || can_repeat(decision))
        && let Some(actor) = decision.actor
    {
        let habit = (choice.clone(), session.view.round);
        habits.0.insert((actor, decision.kind.key), habit);
    }
    session.made = Some((Arc::new(decision.clone()), choice.clone()));
    host.send(Request::Choose {
        decision: decision.number,
        choice,
    });
    session.waiting = true;
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::Arc;

    use bevy::ecs::system::RunSystemOnce;
    use shieldwall_battle::{Field, FieldOption, Offer, RuleId, SideId, Targets, Vantage};

    use super::*;
    use crate::{battle_plan::Commander, playback::samples::session};

    const ENEMY: Target = Target::Combatant(CombatantId(1));

    fn strike() -> Offer {
        let paces = vec![
            FieldOption::new("hold", ""),
            FieldOption {
                band: Some(1),
                ..FieldOption::new("half", "")
            },
        ];
        Offer {
            targets: Targets::AnyOf(vec![ENEMY]),
            fields: vec![Field::one_of("pace", "Pace", paces)],
            ..Offer::new(
                crate::sample_terms::action("attack"),
                "Strike",
                &[RuleId("PCT-R01")],
            )
        }
    }

    #[test]
    fn what_is_confirmed_too_early_is_made_when_all_is_known() {
        let (host, requests) = Host::overheard();
        let mut session = session([Commander::Human; 2]);
        session.host = host;
        session.decision = Some(Arc::new(Decision {
            number: 4,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: crate::sample_terms::kind("statement"),
            prompt: String::new(),
            against: None,
            sealed: false,
            covert: false,
            offers: vec![strike()],
        }));
        let mut world = World::new();
        session.insert(&mut world);
        world.init_resource::<Habits>();
        world.init_resource::<Orders>();
        world.insert_resource(Confirmed {
            target: Some(ENEMY),
            for_all: false,
        });
        world.insert_resource(Draft {
            offer: Some(0),
            ..Draft::default()
        });
        world.run_system_once(make_confirmed).unwrap();
        assert!(requests.is_empty() && !world.resource::<Session>().waiting);

        world
            .resource_mut::<Asked>()
            .vantages
            .take(strike().choice(Some(ENEMY), None), Vantage::Here);
        world.run_system_once(make_confirmed).unwrap();
        let Ok(Request::Choose { decision, choice }) = requests.try_recv() else {
            panic!("the choice was not sent");
        };
        assert_eq!((decision, choice.option()), (4, Some("hold")));
        assert!(world.resource::<Session>().waiting);
        assert_eq!(world.resource::<Confirmed>().target, None);
        world.run_system_once(make_confirmed).unwrap();
        assert!(requests.is_empty(), "once is enough");
    }
}
