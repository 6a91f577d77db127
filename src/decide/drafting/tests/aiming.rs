//! What is aimed at, and how far one has to go for it.

use super::*;
use crate::decide::completion::unsettled;

#[test]
fn targets_are_cycled_nearest_first_and_round_again() {
    let row = Row::default();
    let picked = |count: usize, press: InputIntent| {
        play(&statement(), &row, &vec![press; count])
            .draft
            .target
            .unwrap()
    };
    assert_eq!(picked(1, InputIntent::NextTarget), Target::Combatant(NEAR));
    assert_eq!(picked(2, InputIntent::NextTarget), Target::Combatant(FAR));
    assert_eq!(picked(3, InputIntent::NextTarget), Target::Combatant(NEAR));
    assert_eq!(
        picked(1, InputIntent::PreviousTarget),
        Target::Combatant(FAR)
    );
}

#[test]
fn kneeling_takes_the_direction_of_the_click() {
    let row = Row::default();
    let made = play(&movement(), &row, &[InputIntent::Offer(2), click(8, None)])
        .choice
        .unwrap();
    assert_eq!(made.action, crate::sample_terms::action("kneel"));
    assert_eq!(made.target, Some(Target::Facing(Direction(1))));
}

#[test]
fn a_click_on_an_enemy_attacks_with_an_offer_that_reaches_it() {
    let melee = offer("attack", Targets::AnyOf(vec![Target::Combatant(NEAR)]));
    let mut bow = offer("attack", Targets::AnyOf(vec![Target::Combatant(FAR)]));
    bow.item = Some(ItemId(4));
    let choice = decision("action", vec![melee, bow]);
    let far = [click(9, Some(FAR))];
    let made = play(&choice, &Row::default(), &far);
    assert_eq!(made.choice.unwrap().item, Some(ItemId(4)));
    // Where clicks are to be confirmed, the first one arms it.
    let careful = Row {
        confirm_clicks: true,
        ..Row::default()
    };
    let first = play(&choice, &careful, &far);
    assert_eq!((first.choice, first.draft.offer), (None, Some(1)));
    assert!(first.hint.is_some());
    let second = play(&choice, &careful, &[far[0]; 2]);
    assert_eq!(second.choice.unwrap().item, Some(ItemId(4)));
}

#[test]
fn several_injuries_in_a_cell_are_cycled_and_confirmed() {
    let row = Row::default();
    let injuries = (0..3)
        .map(|number| Target::Injury(FRIEND, number))
        .collect();
    let aid = decision("aid", vec![offer("first_aid", Targets::AnyOf(injuries))]);
    let twice = play(
        &aid,
        &row,
        &[click(1, Some(FRIEND)), click(1, Some(FRIEND))],
    );
    assert_eq!(twice.choice, None);
    assert_eq!(twice.draft.target, Some(Target::Injury(FRIEND, 1)));
    let made = play(&aid, &row, &[click(1, None), InputIntent::Confirm])
        .choice
        .unwrap();
    assert_eq!(made.target, Some(Target::Injury(FRIEND, 0)));
}

#[test]
fn a_zone_is_picked_by_any_cell_of_it_and_a_shared_one_means_several() {
    let row = Row::default();
    let zones = [1, 0].map(|zone| Target::Zone(ZoneId(zone)));
    let throw = decision(
        "action",
        vec![offer("invoke", Targets::AnyOf(zones.to_vec()))],
    );
    let made = play(&throw, &row, &[click(6, None)]).choice.unwrap();
    assert_eq!(made.target, Some(Target::Zone(ZoneId(1))));
    let shared = [click(4, None), click(4, None)];
    let first = play(&throw, &row, &shared[..1]);
    assert_eq!((first.choice, first.draft.target), (None, Some(zones[1])));
    assert!(first.hint.is_some());
    let second = play(&throw, &row, &shared);
    assert_eq!((second.choice, second.draft.target), (None, Some(zones[0])));
}

#[test]
fn whole_sides_are_picked_from_the_list_alone() {
    let row = Row::default();
    let sides = [SideId::RED, SideId::GREEN].map(Target::Side);
    let first = Decision {
        actor: None,
        ..decision(
            "first_faction",
            vec![offer("first", Targets::AnyOf(sides.to_vec()))],
        )
    };
    let astray = play(&first, &row, &[click(2, Some(NEAR))]);
    assert!(astray.choice.is_none() && astray.hint.is_some());
    let made = play(&first, &row, &[InputIntent::Target(sides[1])])
        .choice
        .unwrap();
    assert_eq!(made.target, Some(sides[1]));
}

#[test]
fn a_side_that_decides_picks_one_of_its_own_by_a_click() {
    let row = Row::default();
    let own = [HERO, FRIEND].map(Target::Combatant);
    let activate = Decision {
        actor: None,
        ..decision(
            "activation",
            vec![
                offer("activate", Targets::AnyOf(own.to_vec())),
                offer("pass", Targets::None),
            ],
        )
    };
    assert_eq!(opening(&activate, None, None, &row).offer, Some(0));
    let made = play(&activate, &row, &[click(1, Some(FRIEND))])
        .choice
        .unwrap();
    assert_eq!(made.target, Some(Target::Combatant(FRIEND)));
}

#[test]
fn a_thing_on_the_ground_is_picked_where_it_lies() {
    let row = Row::default();
    let decision = armed_to_the_teeth();
    let first = play(&decision, &row, &[click(6, None)]);
    assert_eq!((first.draft.offer, first.choice), (Some(4), None));
    let made = play(&decision, &row, &[click(6, None), click(6, None)])
        .choice
        .unwrap();
    assert_eq!(
        (made.action, made.mode),
        (
            crate::sample_terms::action("ready"),
            Some(crate::sample_terms::mode("pick_up"))
        )
    );
    assert_eq!(made.target, Some(Target::Item(LYING)));
}

#[test]
fn until_it_is_known_how_far_one_must_go_the_pace_is_the_longest() {
    let vague = Row {
        vague: true,
        ..Row::default()
    };
    let near = Target::Combatant(NEAR);
    let strike = play(&statement(), &vague, &[InputIntent::Target(near)]);
    assert_eq!(strike.choice.as_ref().unwrap().option(), Some("half"));
    let offer = &statement().offers[0];
    let asked = |draft: &Draft, row: &Row| unsettled(offer, draft, Some(near), row);
    assert_eq!(asked(&strike.draft, &vague), Some(near));
    assert_eq!(asked(&strike.draft, &Row::default()), None);
    let picked = Draft {
        fields: Fields::from_iter([("pace", FieldValue::Option("short"))]),
        ..strike.draft
    };
    assert_eq!(asked(&picked, &vague), None, "the picked pace stays");
    let known = play(&statement(), &Row::default(), &[InputIntent::Target(near)]);
    assert_eq!(known.choice.unwrap().option(), Some("hold"));
}

#[test]
fn a_click_on_an_enemy_takes_the_best_attack_by_its_forecast() {
    let near = || Targets::AnyOf(vec![Target::Combatant(NEAR)]);
    let mut axe = offer("attack", near());
    axe.item = Some(ItemId(4));
    let mut turn = movement();
    turn.offers.extend([offer("attack", near()), axe]);
    let click_near = [click(2, Some(NEAR))];
    let unknown = play(&turn, &Row::default(), &click_near).choice.unwrap();
    assert_eq!(unknown.item, None, "the first, while nobody knows");
    let row = Row {
        best: Some(ItemId(4)),
        ..Row::default()
    };
    let best = play(&turn, &row, &click_near).choice.unwrap();
    assert_eq!(best.item, Some(ItemId(4)));
}
