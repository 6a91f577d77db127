//! Odds worked out by hand.

use shieldwall_battle::{
    Battle, Choice, CombatantId, Decision, Forecast, Progress, SideId, Target,
};

use crate::zones_odds::{
    A, B,
    agreement::agree,
    bursts::dodging,
    case,
    combatant_results::{close, difference, results_of},
    duels::{Fighter, plain_case},
    explorer::{Answer, Leaf, Scene, play_out},
};

/// Somebody ordinary and unarmed.
fn plain() -> Fighter {
    Fighter {
        strength: 10,
        agility: 11,
        wit: 10,
        health: 6,
        unhurt: 6,
        weapon: "",
        shield: false,
        armour: "",
        intimidated: false,
    }
}

/// A with a sword, or so, and B beside it or so far away.
fn scene_text(a: &Fighter, more: &str, b: &Fighter, apart: u16, start: &str) -> String {
    let tables = [
        a.table('A', "red", [1, 1], more, ""),
        b.table('B', "blue", [1 + apart, 1], "", start),
    ];
    plain_case('.', false, &tables.concat())
}

/// The only choice of an action on B with an option, and its forecast.
fn only_deed(scene: &mut Scene<'_>, action: &str, option: Option<&str>) -> (Choice, Forecast) {
    let mut choices = scene.choices(&[action]);
    choices.retain(|choice| {
        let armed = action != "attack" || choice.item.is_some();
        armed && choice.option() == option && choice.target == Some(Target::Combatant(B))
    });
    assert_eq!(choices.len(), 1, "{choices:?}");
    let forecast = scene.forecast(&choices[0]);
    (choices.remove(0), forecast)
}

/// A sword does 1 to 6. B has 6 health and dodges every second stroke: 3 and more fell it, 6 kill it.
#[test]
fn odds_of_one_stroke_by_hand() {
    let a = Fighter {
        weapon: "sword_broad",
        ..plain()
    };
    let text = scene_text(&a, "", &plain(), 1, ", broken = \"surrender\"");
    let case = case(&text);
    let mut scene = Scene::of(&case);
    let (choice, forecast) = only_deed(&mut scene, "attack", Some("full"));
    assert_eq!(
        forecast.assumption.as_deref(),
        Some("if the answer is: dodge")
    );
    let loss = forecast.loss.as_ref().unwrap();
    assert!(close(loss.probability_of(0), 0.5));
    for lost in 1..=6 {
        assert!(close(loss.probability_of(lost), 0.5 / 6.0), "{lost}");
    }
    assert!(close(forecast.defeats, 1.0 / 3.0), "{}", forecast.defeats);
    assert!(close(forecast.kills, 0.5 / 6.0), "{}", forecast.kills);
    let losses: Vec<(&str, f64)> = forecast
        .alternatives
        .iter()
        .map(|answer| (answer.label.as_str(), answer.expected_loss))
        .collect();
    assert!(matches!(
        losses[..],
        [("No reaction", idle), ("Dodge", dodge)] if close(idle, 3.5) && close(dodge, 1.75)
    ));
    agree(&mut scene, &choice).unwrap();
}

/// Ten half zones are beyond half of a range of eight zones: WIT 10 passes 9 times in 20.
#[test]
fn odds_of_a_long_shot_by_hand() {
    let a = Fighter {
        weapon: "bow_long",
        ..plain()
    };
    let case = case(&scene_text(&a, "", &plain(), 20, ", spent = true"));
    let mut scene = Scene::of(&case);
    let (choice, forecast) = only_deed(&mut scene, "attack", Some("steady"));
    let loss = forecast.loss.as_ref().unwrap();
    assert!(close(loss.probability_of(0), 0.55));
    assert!(close(loss.probability_of(4), 0.45 / 6.0));
    assert!(forecast.alternatives.is_empty());
    agree(&mut scene, &choice).unwrap();
}

/// A larger creature's shove is not resisted and does d4 besides: of 6 health, 3 and 4 fell.
#[test]
fn a_larger_shove_hurts_as_forecast() {
    let case = case(&scene_text(
        &plain(),
        ", size = \"large\"",
        &plain(),
        2,
        ", spent = true",
    ));
    let mut scene = Scene::of(&case);
    let (choice, forecast) = only_deed(&mut scene, "shove", None);
    let told = results_of(&forecast, scene.count)[B.index()].clone();
    for lost in 1..=4 {
        assert!(close(told.loss[&lost], 0.25), "{lost}: {told:?}");
    }
    assert!(close(told.defeats, 0.5), "{told:?}");
    assert!(close(told.changes["shoved"], 1.0), "{told:?}");
    agree(&mut scene, &choice).unwrap();
}

/// Lava that is let in under B does 2d6: of 6 health, every roll but a double 1 defeats, and 26 of 36 kill.
#[test]
fn a_wheel_that_lets_the_lava_in_hurts_as_forecast() {
    let device = "[[device]]\n\
         name = \"Wheel\"\n\
         at = [1, 0]\n\
         action = \"Turn the wheel\"\n\
         takes = \"round\"\n\
         ground = [{ cells = [[4, 1], [5, 1]], to = \"lava\" }]\n";
    let scene = scene_text(&plain(), "", &plain(), 3, "") + device;
    let case = case(&scene);
    let mut scene = Scene::of(&case);
    let choice = scene.choices(&["operate"]).remove(0);
    let told = results_of(&scene.forecast(&choice), scene.count)[B.index()].clone();
    assert!(close(told.loss[&2], 1.0 / 36.0), "{told:?}");
    assert!(close(told.loss[&5], 4.0 / 36.0), "{told:?}");
    assert!(close(told.defeats, 35.0 / 36.0), "{told:?}");
    assert!(close(told.kills, 26.0 / 36.0), "{told:?}");
    agree(&mut scene, &choice).unwrap();
}

/// Half a zone away one is still near: a grip in return for a shove takes hold all the same (ZON-087,
/// ZON-R48).
#[test]
fn a_shove_that_leads_no_farther_takes_no_counter_away() {
    let case = case(&scene_text(&plain(), "", &plain(), 1, ""));
    let mut scene = Scene::of(&case);
    let (choice, _) = only_deed(&mut scene, "shove", None);
    let tree = scene.explore(&choice);
    let mode = |answer: &Answer| answer.mode == Some("grapple");
    let grapple = tree.answers.iter().position(mode).unwrap();
    let told = tree.answers[grapple].forecast.as_ref().unwrap();
    let leaves: Vec<&Leaf> = tree.group(grapple).collect();
    assert_eq!(leaves.len(), 1, "nothing else is asked");
    let exact = &leaves[0].results;
    // STR 10 passes 9 times in 20.
    let grabbed = exact[A.index()].changes["grabbed"];
    assert!(close(grabbed, 0.55), "{grabbed}");
    assert_eq!(difference(exact, &results_of(told, scene.count)), None);
}

/// A beast shares its bite out, one die for each of two who dodge as well as they can.
#[test]
fn shared_out_dice_come_out_as_forecast() {
    let a = Fighter {
        weapon: "sword_broad",
        ..plain()
    };
    let tables = [
        a.table('A', "red", [1, 1], ", size = \"large\"", ""),
        plain().table(
            'B',
            "blue",
            [3, 1],
            ", size = \"small\"",
            ", broken = \"surrender\"",
        ),
        plain().table(
            'C',
            "blue",
            [3, 2],
            ", size = \"small\", natural_armour = 1",
            ", broken = \"surrender\"",
        ),
    ];
    let case = case(&plain_case('.', false, &tables.concat()));
    let mut scene = Scene::of(&case);
    let share = scene.choices(&["share_out"]);
    let share = share.iter().find(|choice| choice.item.is_some()).unwrap();
    // One die at B, one at C: the strike is on offer, as not everything is shared out.
    let aim = |battle: &mut Battle| {
        battle.choose(share.clone()).unwrap();
        for who in [B, CombatantId(2)] {
            assert_eq!(battle.advance(), Progress::Decision);
            let decision = battle.open_decision().unwrap();
            let aim = &decision.offers[0];
            let choice = aim.choice(Some(Target::Combatant(who)), None);
            battle.choose(choice).unwrap();
        }
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        let strike = decision
            .offers
            .iter()
            .find(|offer| offer.action.key == "strike");
        strike.unwrap().choice_at(0)
    };
    let strike = aim(&mut scene.play.battle);
    let told = results_of(&scene.forecast(&strike), scene.count);
    assert!(close(told[1].expected_loss(), 1.75), "{:?}", told[1]);
    let exact = scene.enumerate(
        &mut |battle| {
            let strike = aim(battle);
            battle.choose(strike).unwrap();
        },
        &mut dodging,
    );
    assert_eq!(difference(&exact, &told), None);
}

/// The probability that any of blue is harmed by dice shared out among B and C, as is forecast of one
/// answer of B and as it comes out; C then answers the same if it can.
fn shared_harm(action: &str, start: &str) -> [f64; 2] {
    let a = Fighter {
        weapon: "sword_broad",
        health: 3,
        ..plain()
    };
    let b = Fighter {
        weapon: "sword_broad",
        ..plain()
    };
    let tables = [
        a.table('A', "red", [1, 1], ", size = \"large\"", ""),
        b.table('B', "blue", [3, 1], ", size = \"small\"", start),
        plain().table(
            'C',
            "blue",
            [3, 2],
            ", size = \"small\", natural_armour = 1",
            ", broken = \"surrender\"",
        ),
    ];
    let case = case(&plain_case('.', false, &tables.concat()));
    let mut scene = Scene::of(&case);
    let share = scene.choices(&["share_out"]);
    let share = share.iter().find(|choice| choice.item.is_some()).unwrap();
    let mut told = None;
    let mut harmed = 0.0;
    let Scene {
        play,
        dice,
        enumerator,
        blue,
        before,
        ..
    } = &mut scene;
    let mut strike = |battle: &mut Battle| {
        battle.choose(share.clone()).unwrap();
        for who in [B, CombatantId(2)] {
            assert_eq!(battle.advance(), Progress::Decision);
            let decision = battle.open_decision().unwrap();
            let aim = decision.offers[0].choice(Some(Target::Combatant(who)), None);
            battle.choose(aim).unwrap();
        }
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        let strike = decision
            .offers
            .iter()
            .find(|offer| offer.action.key == "strike");
        battle.choose(strike.unwrap().choice_at(0)).unwrap();
    };
    let mut answer = |battle: &mut Battle, decision: &Decision| {
        let offer = decision
            .offers
            .iter()
            .find(|offer| offer.action.key == action);
        let Some(offer) = offer else {
            return dodging(battle, decision);
        };
        let choice = offer.choice_at(0);
        if told.is_none() {
            let outcomes = battle.forecast(&choice).unwrap().outcomes;
            let harm = outcomes.iter().find(|outcome| outcome.label == "harm");
            told = Some(harm.map_or(0.0, |harm| harm.probability));
        }
        choice
    };
    enumerator.for_each(
        |open| {
            *dice.dice() = std::mem::take(open);
            let ended = play_out((play, *before), dice, &mut strike, &mut answer);
            *open = std::mem::take(&mut *dice.dice());
            ended
        },
        |ended, probability| {
            let mut hurt = ended.before.iter().zip(&ended.after).zip(&*blue);
            if hurt.any(|((before, after), blue)| *blue && after.hit_points < before.hit_points) {
                harmed += probability;
            }
        },
    );
    [told.unwrap(), harmed]
}

/// B dodges half of the strokes, and C half of those that its armour does not stop, which are 5 of 6: one of
/// them is harmed 17 times in 24.
#[test]
fn harm_by_shared_out_dice_by_hand() {
    let [told, exact] = shared_harm("dodge", ", broken = \"surrender\"");
    assert!(close(exact, 17.0 / 24.0), "{exact}");
    assert!(close(told, exact), "{told}");
}

/// A counter that takes out the attacker spares the other target too: where B suffers 1 and A, of whose health
/// 3 is left, suffers 2 by a 5 or 6 divided by 4.
#[test]
fn harm_by_shared_out_dice_after_a_counter_comes_out_as_forecast() {
    let [told, exact] = shared_harm("counter", "");
    assert!(close(told, exact), "{told}, but {exact}");
    assert!(close(exact, 17.0 / 18.0), "{exact}");
}

/// What is forecast of a stroke at B, while C lies hidden in this column.
fn with_hidden(column: u16) -> Forecast {
    let a = Fighter {
        weapon: "sword_broad",
        ..plain()
    };
    let tables = [
        a.table('A', "red", [1, 1], "", ""),
        plain().table('B', "blue", [2, 1], "", ""),
        plain().table('C', "blue", [column, 1], "", ", concealed = true"),
    ];
    let case = case(&plain_case('d', false, &tables.concat()));
    let mut scene = Scene::of(&case);
    let (_, forecast) = only_deed(&mut scene, "attack", Some("full"));
    let seen = scene.play.battle.presences(Some(SideId::RED));
    assert!(
        seen.iter().all(|seen| seen.id != CombatantId(2)),
        "C is not hidden"
    );
    forecast
}

/// A comrade nearby could guard B, or B could hide behind it; nobody is told so who does not see it.
#[test]
fn forecasts_know_nothing_of_the_hidden() {
    assert_eq!(with_hidden(3), with_hidden(20));
}

/// What a blast of A over B, who may dodge, and C of its own side is forecast to assume.
fn assumed_of_blast(b_start: &str) -> String {
    let tables = [
        plain().table('A', "red", [1, 1], ", powers = [\"ash_burst\"]", ""),
        plain().table('B', "blue", [4, 1], "", b_start),
        plain().table('C', "red", [4, 2], "", ""),
    ];
    let case = case(&plain_case('.', false, &tables.concat()));
    let mut scene = Scene::of(&case);
    let choices = scene.choices(&["invoke", "blast"]);
    let told = choices.iter().map(|choice| scene.forecast(choice));
    let mut over_both = told.filter(|forecast| forecast.others.len() == 1);
    over_both.find_map(|forecast| forecast.assumption).unwrap()
}

/// If B dodges, it lets go of C, which may dodge then: the forecast says that this is left out.
#[test]
fn a_blast_over_a_captor_says_what_it_leaves_out() {
    let all = "with the best answers";
    assert_eq!(assumed_of_blast(""), all);
    let partly = format!("{all}, not all answers tried");
    assert_eq!(assumed_of_blast(", holds = [\"C\"]"), partly);
}

/// A forecast says what is rolled, and what armour takes of it; of a blast only what is rolled, which is the same
/// the one who is in it.
#[test]
fn forecasts_tell_what_is_rolled_and_what_armour_takes() {
    let a = Fighter {
        weapon: "sword_broad",
        intimidated: true,
        ..plain()
    };
    let b = Fighter {
        shield: true,
        armour: "chain",
        ..plain()
    };
    let text = scene_text(&a, ", powers = [\"ash_burst\"]", &b, 1, "");
    let case = case(&text);
    let mut scene = Scene::of(&case);
    let (_, stroke) = only_deed(&mut scene, "attack", Some("full"));
    let impaired = "damage 1d6, impaired: the lower of two rolls; armour stops 3";
    assert_eq!(stroke.notes, [impaired]);
    let mut blasts = scene.choices(&["invoke", "blast"]).into_iter();
    let notes = blasts.find_map(|choice| {
        let forecast = scene.forecast(&choice);
        forecast
            .headline
            .contains("on zone")
            .then_some(forecast.notes)
    });
    let blast = "damage 1d6, impaired: the lower of two rolls; one roll for all in the blast";
    assert!(notes.unwrap().contains(&blast.to_owned()));
}
