//! Forecasts and the order of turns tell nobody of whom it does not know, nor of what cannot be (ZON-104,
//! ZON-105, ZON-R50, ZON-R53).

use shieldwall_battle::{
    AttackEstimate, Battle, Choice, CombatantId, Decision, Forecast, Progress, SideId,
};
use shieldwall_content::Case;
use shieldwall_dice::LoadedDice;
use shieldwall_lab::cases::CasePlay;

use crate::zones_odds::{LIBRARY, case};

/// Anyone who throws, and the one who is struck first, by their letters in the roster.
const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);

/// X throws a bomb at the zone in which A and B stand, with somebody more in it if one is given.
fn thrown_at(more: &str) -> String {
    let dim = "ddddddddddd\n".repeat(4);
    format!(
        "title = \"unseen\"\n\
         ruleset = \"zones\"\n\
         map = \"\"\"\n...........\n...........\n...........\n...........\n\"\"\"\n\
         light = \"\"\"\n{dim}\"\"\"\n\
         [zones]\n\
         starter = \"blue\"\n\
         [combatant.A]\n\
         side = \"red\"\n\
         at = [3, 1]\n\
         zones = {{ health = 7, agi = 12 }}\n\
         [combatant.B]\n\
         side = \"red\"\n\
         at = [3, 2]\n\
         zones = {{ health = 6, agi = 9 }}\n\
         [combatant.X]\n\
         side = \"blue\"\n\
         at = [0, 2]\n\
         zones = {{ health = 4, items = [\"fire_bomb\"] }}\n\
         {more}"
    )
}

/// Somebody of a third side, who could shoot X before it throws.
fn marksman(start: &str) -> String {
    format!(
        "[combatant.Y]\n\
         side = \"green\"\n\
         at = [7, 2]\n\
         zones = {{ armour = [\"plate_full\"], items = [\"rifle\"], start = {{ {start} }} }}\n"
    )
}

/// Plays up to a decision of this kind of a side; the one who is asked before does the least, or what is wanted
/// of it.
fn reach(
    battle: &mut Battle,
    (kind, side): (&str, SideId),
    wanted: &dyn Fn(&Decision) -> Option<Choice>,
) -> std::sync::Arc<Decision> {
    loop {
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        if decision.kind.key == kind && decision.side == side {
            return decision;
        }
        let choice = wanted(&decision).or_else(|| battle.least());
        battle.choose(choice.unwrap()).unwrap();
    }
}

/// X is sent.
fn sent(decision: &Decision) -> Option<Choice> {
    let sends = decision.kind.key == "activation" && decision.side == SideId::BLUE;
    sends.then(|| decision.choice_at(0).unwrap())
}

fn begin(case: &Case) -> CasePlay<'_> {
    let none: [&str; 0] = [];
    CasePlay::begin(case, &LIBRARY, Box::new(LoadedDice::parse(&none).unwrap())).unwrap()
}

/// What is forecast to X of its bomb, and to red of every answer to it; what concerns the third side is
/// counted.
fn forecasts_with(more: &str) -> (Vec<Forecast>, usize) {
    let case = case(&thrown_at(more));
    let mut play = begin(&case);
    let battle = &mut play.battle;
    let decision = reach(battle, ("turn", SideId::BLUE), &sent);
    let bombs: Vec<Choice> = decision
        .offers
        .iter()
        .filter(|offer| offer.action.key == "blast")
        .flat_map(|offer| (0..offer.choice_count()).map(|number| offer.choice_at(number)))
        .filter(|choice| choice.option() == Some("steady"))
        .collect();
    let mut told: Vec<Forecast> = Vec::new();
    let mut aimed = None;
    for bomb in bombs {
        let forecast = battle.forecast(&bomb).unwrap();
        if forecast.expected_loss() > 0.0 && forecast.chances.is_empty() {
            aimed = Some(bomb);
        }
        told.push(forecast);
    }
    battle.choose(aimed.unwrap()).unwrap();
    let decision = reach(battle, ("reaction", SideId::RED), &|_| None);
    assert_eq!(decision.actor, Some(A));
    for number in 0..decision.choice_count() {
        let choice = decision.choice_at(number).unwrap();
        told.push(battle.forecast(&choice).unwrap());
    }
    let known = [A, B, CombatantId(2)];
    let strangers = told
        .iter()
        .flat_map(|forecast| {
            let others = forecast.others.iter().map(|other| other.who);
            others.chain(forecast.subject)
        })
        .filter(|who| !known.contains(who))
        .count();
    (told, strangers)
}

/// Neither the one who throws nor those who are struck are told of somebody concealed who is struck too.
#[test]
fn forecasts_of_a_blast_leave_out_the_concealed() {
    let (alone, _) = forecasts_with("");
    let (told, strangers) = forecasts_with(&marksman("concealed = true"));
    assert_eq!(strangers, 0);
    let bare = |forecasts: &[Forecast]| -> Vec<Forecast> {
        let without_count = |forecast: &Forecast| Forecast {
            branches: 0,
            ..forecast.clone()
        };
        forecasts.iter().map(without_count).collect()
    };
    assert_eq!(bare(&told), bare(&alone));
    let (told, strangers) = forecasts_with(&marksman("health = 6"));
    assert!(strangers > 0);
    assert_ne!(bare(&told), bare(&alone));
}

/// Who an ambush surprises does not react, whatever it has in hand; afterwards it may (ZON-R50).
#[test]
fn nobody_is_said_to_react_in_the_bonus_round() {
    let ambush = thrown_at("").replace("[zones]", "[zones]\nambush = [\"blue\"]");
    let hidden = ambush.replace(
        "items = [\"fire_bomb\"] }",
        "items = [\"fire_bomb\"], start = { concealed = true } }",
    );
    let case = case(&hidden);
    let mut play = begin(&case);
    let battle = &mut play.battle;
    reach(battle, ("activation", SideId::BLUE), &|_| None);
    assert_eq!(battle.round(), 0);
    let answers = |battle: &mut Battle| -> Vec<u8> {
        let order = battle.order();
        let red = order.iter().filter(|entry| entry.who <= B);
        red.map(|entry| entry.reactions).collect()
    };
    assert_eq!(answers(battle), [0, 0]);
    let pass = battle.least().unwrap();
    battle.choose(pass).unwrap();
    while battle.round() == 0 {
        assert_eq!(battle.advance(), Progress::Decision);
        if battle.round() == 0 {
            let choice = battle.least().unwrap();
            battle.choose(choice).unwrap();
        }
    }
    assert_eq!(answers(battle), [1, 1]);
}

/// What brains are told that red A could do to X, at whose back is a pit, with H somewhere.
fn estimate_beside_a_pit(h_at: &str) -> Option<AttackEstimate> {
    let floor = ".......\n";
    let dim = "ddddddd\n".repeat(3);
    let text = format!(
        "title = \"a pit\"\n\
         ruleset = \"zones\"\n\
         legend = {{ \"^\" = \"pit\" }}\n\
         map = \"\"\"\n{floor}^......\n{floor}\"\"\"\n\
         light = \"\"\"\n{dim}\"\"\"\n\
         [combatant.A]\n\
         side = \"red\"\n\
         at = [2, 1]\n\
         [combatant.H]\n\
         side = \"red\"\n\
         at = {h_at}\n\
         zones = {{ start = {{ concealed = true }} }}\n\
         [combatant.X]\n\
         side = \"blue\"\n\
         at = [1, 1]\n\
         zones = {{ str = 3, armour = [\"plate_full\"], start = {{ distracted = true }} }}\n"
    );
    let case = case(&text);
    let mut play = begin(&case);
    let battle = &mut play.battle;
    assert_eq!(battle.advance(), Progress::Decision);
    let seen = battle.presences(None);
    // Anyone who is distracted does not see who is beside it.
    assert!(seen[1].hidden);
    battle.attack_estimate(A, seen[0].cell, CombatantId(2), seen[2].cell)
}

/// A shove into a pit is reckoned with, no matter who may be concealed in it.
#[test]
fn estimates_know_nobody_concealed() {
    let free = estimate_beside_a_pit("[6, 2]").unwrap();
    // A pit does d6 or more to somebody whom bare hands cannot harm.
    assert!(free.defeats > 0.1, "{free:?}");
    assert_eq!(estimate_beside_a_pit("[0, 1]"), Some(free));
}
