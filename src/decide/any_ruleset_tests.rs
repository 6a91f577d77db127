//! A ruleset that nothing in the window names is played in it, without a screen: offers, drafts, forecasts, icons,
//! board and log.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use shieldwall_ai::BrainKind;
use shieldwall_battle::{BattleSetup, Choice, SideId, terms::ActionRole};
use shieldwall_content::ContentRoot;
use shieldwall_toy::tables::{ID, StatBlock};

use super::*;
use crate::{
    art::GameArt,
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    content::Content,
    host::{Host, Reply},
    hud::{file_of, icon_of_action},
    playback::Tempo,
    session::Parts,
    waking::Waker,
};

fn plan() -> BattlePlan {
    shieldwall_rulesets::add(shieldwall_toy::ruleset(), shieldwall_toy::Tables);
    let mut content = Content::read(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))]);
    let library = Arc::make_mut(&mut content.library);
    for unit in library.units.values_mut() {
        let stats = StatBlock {
            skill: 2,
            health: 3,
            archer: false,
        };
        Arc::make_mut(unit).blocks.set(ID, stats);
    }
    BattlePlan {
        ruleset: shieldwall_rulesets::by_id(ID).unwrap(),
        setup: BattleSetup::of_level(&content.library, "duel-ring", ID, 7).unwrap(),
        commanders: vec![Commander::Human, Commander::Ai(BrainKind::Planner)],
        origin: BattleOrigin::Fresh,
    }
}

/// Waits until the simulation stands still and all of it has been shown.
fn catch_up(session: &mut Parts) {
    let tempo = Tempo {
        seconds: 1.0,
        instant: true,
        curtains: true,
    };
    // The other side may still be thinking.
    while session.decision.is_none() && session.ending.is_none() {
        let reply = session.host.next();
        session.take(reply);
        assert_eq!(session.failure, None);
        for _ in 0..10_000 {
            if !session.playback.caught_up() {
                session.play(tempo);
            }
        }
        assert!(
            session.playback.caught_up(),
            "playback never comes to an end"
        );
    }
}

/// What somebody chooses who clicks at the enemy in front of them, or else confirms what is armed, or presses 1.
fn click(session: &Parts, decision: &Decision) -> Choice {
    let mut situation = SessionTargeting::new(session, &session.asked, decision);
    let mut draft = opening(decision, None, None, &situation);
    let enemies = session.view.combatants.iter();
    let attack = decision.offers.iter().find(|offer| offer.role.is_attack());
    let within_reach = enemies
        .filter(|enemy| attack.is_some_and(|offer| is_target(offer, Target::Combatant(enemy.id))));
    let first = within_reach.map(|enemy| (enemy.cell, enemy.id)).next();
    if let Some((cell, enemy)) = first {
        situation.pointed = Some(cell);
        let clicked = InputIntent::Cell {
            cell,
            combatant: Some(enemy),
        };
        let outcome = intent(decision, &draft, clicked, &situation);
        if let Some(choice) = outcome.choice {
            return choice;
        }
        draft = outcome.draft;
    }
    for press in [
        InputIntent::Confirm,
        InputIntent::Confirm,
        InputIntent::Hotkey(0),
        InputIntent::Confirm,
        InputIntent::Finish,
        InputIntent::Finish,
    ] {
        let outcome = intent(decision, &draft, press, &situation);
        if let Some(choice) = outcome.choice {
            return choice;
        }
        draft = outcome.draft;
    }
    panic!("nothing can be chosen of {decision:?}");
}

/// All buttons have a picture, and the forecast of an attack comes from the battle itself.
fn look(session: &Parts, decision: &Decision, art: &GameArt) {
    let is_there = |icon: &str| art.names().any(|name| name == file_of(icon));
    for index in Bar::of(decision).usual() {
        let offer = &decision.offers[index];
        assert!(is_there(icon_of_action(offer.action, None)), "{offer:?}");
    }
    let attack = decision.offers.iter().find(|offer| offer.role.is_attack());
    let Some(attack) = attack else { return };
    let Targets::AnyOf(targets) = &attack.targets else {
        panic!("nobody can be attacked: {attack:?}");
    };
    session.host.send(Request::Forecast {
        decision: decision.number,
        choice: attack.choice(targets.first().copied(), None),
    });
    loop {
        if let Reply::Forecast { forecast, .. } = session.host.next() {
            let forecast = forecast.unwrap();
            assert!(!forecast.chances.is_empty(), "{forecast:?}");
            assert!(forecast.expected_loss() > 0.0, "{forecast:?}");
            return;
        }
    }
}

#[test]
fn a_ruleset_that_nothing_names_is_played_in_the_window() {
    let art = GameArt::of_the_game();
    let plan = plan();
    let map = Arc::new(plan.setup.level.map.clone());
    let host = Host::start(plan.clone(), None, Waker::default());
    let mut session = Parts::with_host(plan, host, Some(SideId::RED), map);
    let mut attacks = 0;
    loop {
        catch_up(&mut session);
        let Some(decision) = session.decision.take() else {
            break;
        };
        look(&session, &decision, &art);
        let choice = click(&session, &decision);
        let offer = decision.offer_for(&choice).unwrap();
        attacks += u32::from(offer.role == ActionRole::MeleeAttack);
        session.host.send(Request::Choose {
            decision: decision.number,
            choice,
        });
    }
    assert!(attacks > 0, "a click at an enemy is no attack");
    let ending = session.ending.as_ref().unwrap();
    assert!(!ending.reason.is_empty());
    // The board has come to where the battle is.
    for combatant in &session.view.combatants {
        let figure = session.shown.figures[combatant.id.index()]
            .as_ref()
            .unwrap();
        assert_eq!(figure.hit_points, combatant.hit_points);
        assert_eq!(figure.cell, combatant.cell);
        assert_eq!(figure.facing, combatant.facing);
    }
    let log: Vec<&str> = session
        .shown
        .log
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    let log = log.join("\n");
    for words in [
        "Fend it off",
        "; the guard is a failure",
        "turns",
        "+2 against",
    ] {
        assert!(log.contains(words), "no {words} in\n{log}");
    }
}
