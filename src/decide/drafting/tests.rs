//! Whole ways through decisions: by keyboard alone, by mouse alone, by gamepad, and astray.

#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_battle::{CellOption, ItemId, RuleId, Selection, SideId, Verb};
use shieldwall_grid::{Direction, Metres};

use super::*;
use crate::decide::pace::Need;

const HERO: CombatantId = CombatantId(0);
const FRIEND: CombatantId = CombatantId(1);
const NEAR: CombatantId = CombatantId(2);
const FAR: CombatantId = CombatantId(3);

/// Combatants stand in a row of cells: the hero in 0, a friend in 1, enemies in 2 and 9.
#[derive(Default)]
struct Row {
    confirm_clicks: bool,
    pointed: Option<Cell>,
}

fn cell_in_row(who: CombatantId) -> Cell {
    Cell([0, 1, 2, 9][who.index()])
}

impl Situation for Row {
    fn confirm_clicks(&self) -> bool {
        self.confirm_clicks
    }
    fn pointed(&self) -> Option<Cell> {
        self.pointed
    }
    fn distance(&self, target: Target) -> u32 {
        match target {
            Target::Combatant(id) | Target::Injury(id, _) => u32::from(cell_in_row(id).0),
            Target::Cell(cell) | Target::Side(cell, _) => u32::from(cell.0),
            Target::Facing(direction) => u32::from(direction.0),
            Target::Item(item) => u32::from(item.0),
        }
    }
    fn cell_of(&self, who: CombatantId) -> Option<Cell> {
        Some(cell_in_row(who))
    }
    fn is_enemy(&self, who: CombatantId) -> bool {
        who >= NEAR
    }
    fn towards(&self, cell: Cell) -> Option<Direction> {
        Some(Direction(u8::from(cell.0 > 5)))
    }
    fn need(&self, _: &Offer, target: Option<Target>) -> Need {
        match target {
            Some(Target::Combatant(FAR)) => Need::Band(1),
            Some(_) => Need::Stay,
            None => Need::Beyond,
        }
    }
}

fn paces() -> Vec<Selection> {
    [("hold", None), ("short", Some(0)), ("half", Some(1))]
        .into_iter()
        .map(|(key, band)| Selection {
            key,
            label: key.to_owned(),
            band,
        })
        .collect()
}

fn offer(verb: &'static str, targets: Targets) -> Offer {
    Offer {
        targets,
        ..Offer::new(Verb(verb), verb, &[RuleId("PCT-R01")])
    }
}

fn decision(kind: &'static str, offers: Vec<Offer>) -> Decision {
    Decision {
        number: 7,
        side: SideId::RED,
        actor: HERO,
        kind,
        prompt: String::new(),
        against: None,
        sealed: false,
        offers,
    }
}

fn enemies() -> Targets {
    Targets::AnyOf(vec![Target::Combatant(FAR), Target::Combatant(NEAR)])
}

fn statement() -> Decision {
    let mut sword = offer("attack", enemies());
    sword.item = Some(ItemId(1));
    sword.selections = paces();
    let mut spear = offer("attack", enemies());
    spear.item = Some(ItemId(2));
    spear.selections = paces();
    let mut none = offer("none", Targets::None);
    none.selections = paces();
    decision("statement", vec![sword, spear, none])
}

fn movement() -> Decision {
    let cells = [3, 4, 5].map(|cell| CellOption {
        cell: Cell(cell),
        cost: Metres::from_whole(i32::from(cell)),
        band: 0,
        risky: false,
    });
    let facing = Targets::AnyOf(vec![
        Target::Facing(Direction(0)),
        Target::Facing(Direction(1)),
    ]);
    decision(
        "move",
        vec![
            offer("stay", Targets::None),
            offer("move", Targets::Cells(cells.to_vec())),
            offer("kneel", facing),
        ],
    )
}

fn defence() -> Decision {
    decision(
        "defence",
        ["parry", "dodge", "none"]
            .map(|verb| offer(verb, Targets::None))
            .to_vec(),
    )
}

/// Plays nudges one after the other and gives the last outcome.
fn play(decision: &Decision, row: &Row, nudges: &[Nudge]) -> Outcome {
    let mut outcome = Outcome {
        draft: opening(decision, None, None, row),
        ..Outcome::default()
    };
    for (index, &press) in nudges.iter().enumerate() {
        assert_eq!(outcome.choice, None, "a choice before nudge {index}");
        outcome = nudge(decision, &outcome.draft, press, row);
        if let Some(choice) = &outcome.choice {
            assert!(decision.offer_for(choice).is_ok(), "{choice:?} is illegal");
        }
    }
    outcome
}

fn click(cell: u16, combatant: Option<CombatantId>) -> Nudge {
    Nudge::Cell {
        cell: Cell(cell),
        combatant,
    }
}

#[test]
fn a_statement_by_keyboard_alone() {
    let row = Row::default();
    let made = play(
        &statement(),
        &row,
        &[
            Nudge::Offer(1),
            Nudge::NextTarget,
            Nudge::NextTarget,
            Nudge::PreviousSelection,
            Nudge::Confirm,
        ],
    )
    .choice
    .unwrap();
    assert_eq!(made.item, Some(ItemId(2)));
    assert_eq!(made.target, Some(Target::Combatant(FAR)));
    assert_eq!(
        made.selection,
        Some("short"),
        "one below the pace that reaches"
    );
}

#[test]
fn a_statement_by_mouse_alone_takes_the_pace_that_reaches() {
    let row = Row::default();
    let made = play(&statement(), &row, &[click(9, Some(FAR))])
        .choice
        .unwrap();
    assert_eq!(made.item, Some(ItemId(1)));
    assert_eq!(made.selection, Some("half"));

    let made = play(
        &statement(),
        &row,
        &[
            Nudge::Offer(1),
            Nudge::Selection("hold"),
            Nudge::Target(Target::Combatant(FAR)),
        ],
    );
    assert_eq!(
        made.choice.unwrap().selection,
        Some("hold"),
        "the picked pace stays"
    );
}

#[test]
fn a_statement_by_gamepad_steps_through_everything() {
    let row = Row::default();
    let made = play(
        &statement(),
        &row,
        &[
            Nudge::NextOffer,
            Nudge::PreviousOffer,
            Nudge::PreviousTarget,
            Nudge::PreviousTarget,
            Nudge::NextSelection,
            Nudge::Confirm,
        ],
    )
    .choice
    .unwrap();
    assert_eq!(made.item, Some(ItemId(1)));
    assert_eq!(made.target, Some(Target::Combatant(NEAR)));
    assert_eq!(made.selection, Some("short"));
}

#[test]
fn confirming_without_a_target_shows_the_nearest_first() {
    let row = Row::default();
    let first = play(&statement(), &row, &[Nudge::Confirm]);
    assert_eq!(first.choice, None);
    assert_eq!(first.draft.target, Some(Target::Combatant(NEAR)));
    assert!(first.hint.is_some());
    let second = play(&statement(), &row, &[Nudge::Confirm, Nudge::Confirm]);
    assert_eq!(second.choice.unwrap().target, Some(Target::Combatant(NEAR)));
}

#[test]
fn targets_are_cycled_nearest_first_and_round_again() {
    let row = Row::default();
    let picked = |count: usize, press: Nudge| {
        play(&statement(), &row, &vec![press; count])
            .draft
            .target
            .unwrap()
    };
    assert_eq!(picked(1, Nudge::NextTarget), Target::Combatant(NEAR));
    assert_eq!(picked(2, Nudge::NextTarget), Target::Combatant(FAR));
    assert_eq!(picked(3, Nudge::NextTarget), Target::Combatant(NEAR));
    assert_eq!(picked(1, Nudge::PreviousTarget), Target::Combatant(FAR));
}

#[test]
fn a_move_is_armed_and_one_click_goes() {
    let row = Row::default();
    let opened = opening(&movement(), None, None, &row);
    assert_eq!(opened.offer, Some(1));
    let made = play(&movement(), &row, &[click(4, None)]).choice.unwrap();
    assert_eq!(made.verb, Verb("move"));
    assert_eq!(made.target, Some(Target::Cell(Cell(4))));
}

#[test]
fn with_confirm_clicks_the_second_click_counts() {
    let row = Row {
        confirm_clicks: true,
        ..Row::default()
    };
    let once = play(&movement(), &row, &[click(4, None)]);
    assert_eq!(once.choice, None);
    assert_eq!(once.draft.target, Some(Target::Cell(Cell(4))));
    assert!(
        play(&movement(), &row, &[click(4, None), click(4, None)])
            .choice
            .is_some()
    );
    let other = play(&movement(), &row, &[click(4, None), click(5, None)]);
    assert_eq!(other.choice, None, "another cell is picked anew");
    assert!(
        play(&movement(), &row, &[click(4, None), Nudge::Confirm])
            .choice
            .is_some()
    );
    assert!(play(&movement(), &row, &[Nudge::Offer(0)]).choice.is_none());
    assert!(
        play(&movement(), &row, &[Nudge::Offer(0), Nudge::Offer(0)])
            .choice
            .is_some()
    );
}

#[test]
fn confirm_takes_the_cell_under_the_cursor() {
    let row = Row {
        pointed: Some(Cell(5)),
        ..Row::default()
    };
    let made = play(&movement(), &row, &[Nudge::Confirm]).choice.unwrap();
    assert_eq!(made.target, Some(Target::Cell(Cell(5))));
}

#[test]
fn kneeling_takes_the_direction_of_the_click() {
    let row = Row::default();
    let made = play(&movement(), &row, &[Nudge::Offer(2), click(8, None)])
        .choice
        .unwrap();
    assert_eq!(made.verb, Verb("kneel"));
    assert_eq!(made.target, Some(Target::Facing(Direction(1))));
}

#[test]
fn a_defence_is_one_press_and_nothing_is_armed() {
    let row = Row::default();
    assert_eq!(opening(&defence(), None, None, &row).offer, None);
    let made = play(&defence(), &row, &[Nudge::Offer(1)]).choice.unwrap();
    assert_eq!(made.verb, Verb("dodge"));
    let lost = play(&defence(), &row, &[Nudge::Confirm]);
    assert_eq!(lost.choice, None);
    assert!(lost.hint.unwrap().contains("1 to 3"));
    let stepped = play(
        &defence(),
        &row,
        &[Nudge::NextOffer, Nudge::NextOffer, Nudge::Confirm],
    );
    assert_eq!(stepped.choice.unwrap().verb, Verb("dodge"));
}

#[test]
fn a_single_offer_takes_one_key() {
    let row = Row::default();
    let single = decision("action", vec![offer("none", Targets::None)]);
    assert!(play(&single, &row, &[Nudge::Confirm]).choice.is_some());
    assert!(play(&single, &row, &[Nudge::Offer(0)]).choice.is_some());
    let mut attack = offer("attack", Targets::AnyOf(vec![Target::Combatant(FAR)]));
    attack.selections = Vec::new();
    let stated = decision("action", vec![attack, offer("none", Targets::None)]);
    assert_eq!(
        opening(&stated, None, None, &row).target,
        Some(Target::Combatant(FAR)),
        "an only target is picked at once"
    );
    assert!(play(&stated, &row, &[Nudge::Confirm]).choice.is_some());
    assert!(
        play(&stated, &row, &[Nudge::Offer(0)]).choice.is_some(),
        "pressing it again does it"
    );
}

#[test]
fn going_back_undoes_one_step_at_a_time() {
    let row = Row::default();
    let presses = [
        Nudge::Offer(1),
        Nudge::Selection("half"),
        Nudge::NextTarget,
        Nudge::Cancel,
        Nudge::Cancel,
        Nudge::Cancel,
        Nudge::Cancel,
    ];
    let after = |count: usize| play(&statement(), &row, &presses[..count]).draft;
    assert_eq!(after(4).target, None);
    assert_eq!(after(4).selection, Some("half"));
    assert_eq!(after(5).selection, None);
    assert_eq!(after(5).offer, Some(1));
    assert_eq!(after(6).offer, None);
    assert_eq!(after(7).offer, None, "nothing left to undo");
}

#[test]
fn astray_clicks_give_hints_and_change_nothing() {
    let row = Row::default();
    for (decision, presses) in [
        (statement(), vec![click(5, None)]),
        (movement(), vec![click(8, None)]),
        (defence(), vec![click(8, None)]),
        (defence(), vec![Nudge::Selection("half")]),
        (statement(), vec![Nudge::Target(Target::Combatant(FRIEND))]),
    ] {
        let outcome = play(&decision, &row, &presses);
        assert_eq!(outcome.choice, None);
        assert!(outcome.hint.is_some(), "{presses:?}");
    }
    let friend = play(&statement(), &row, &[click(1, Some(FRIEND))]);
    assert_eq!(friend.hint, None, "looking at a friend is no mistake");
    assert_eq!(friend.draft.inspected, Some(FRIEND));
}

#[test]
fn a_click_on_what_another_offer_can_reach_arms_that_offer_first() {
    let row = Row::default();
    let melee = offer("attack", Targets::AnyOf(vec![Target::Combatant(NEAR)]));
    let mut bow = offer("attack", Targets::AnyOf(vec![Target::Combatant(FAR)]));
    bow.item = Some(ItemId(4));
    let choice = decision("action", vec![melee, bow]);
    let first = play(&choice, &row, &[click(9, Some(FAR))]);
    assert_eq!(first.choice, None);
    assert_eq!(first.draft.offer, Some(1));
    assert!(first.hint.is_some());
    let second = play(&choice, &row, &[click(9, Some(FAR)), click(9, Some(FAR))]);
    assert_eq!(second.choice.unwrap().item, Some(ItemId(4)));
}

#[test]
fn several_injuries_in_a_cell_are_cycled_and_confirmed() {
    let row = Row::default();
    let injuries = (0..3)
        .map(|number| Target::Injury(FRIEND, number))
        .collect();
    let aid = decision("treatment", vec![offer("treat", Targets::AnyOf(injuries))]);
    let twice = play(
        &aid,
        &row,
        &[click(1, Some(FRIEND)), click(1, Some(FRIEND))],
    );
    assert_eq!(twice.choice, None);
    assert_eq!(twice.draft.target, Some(Target::Injury(FRIEND, 1)));
    let made = play(&aid, &row, &[click(1, None), Nudge::Confirm])
        .choice
        .unwrap();
    assert_eq!(made.target, Some(Target::Injury(FRIEND, 0)));
}

#[test]
fn habits_are_kept_where_they_can_be() {
    let row = Row::default();
    let mut choice = statement().offers[1].choice(Some(Target::Combatant(FAR)), Some("half"));
    let habit = Habit {
        choice: choice.clone(),
    };
    let draft = opening(&statement(), Some(&habit), None, &row);
    assert_eq!(
        (draft.offer, draft.target),
        (Some(1), Some(Target::Combatant(FAR)))
    );
    assert_eq!(draft.selection, None, "the pace is worked out anew");

    choice.target = Some(Target::Combatant(FRIEND));
    let draft = opening(&statement(), Some(&Habit { choice }), None, &row);
    assert_eq!((draft.offer, draft.target), (Some(1), None));

    let idle = Habit {
        choice: Choice::of(Verb("none")),
    };
    let draft = opening(&statement(), Some(&idle), None, &row);
    assert_eq!(draft.offer, Some(0), "doing nothing is no habit");
}

#[test]
fn every_sequence_of_presses_is_safe() {
    let nudges = [
        Nudge::Offer(0),
        Nudge::Offer(2),
        Nudge::Offer(40),
        Nudge::NextOffer,
        Nudge::Selection("half"),
        Nudge::NextSelection,
        Nudge::NextTarget,
        Nudge::Target(Target::Combatant(NEAR)),
        click(9, Some(FAR)),
        Nudge::Confirm,
        Nudge::Cancel,
    ];
    for decision in [statement(), movement(), defence()] {
        for confirm_clicks in [false, true] {
            let row = Row {
                confirm_clicks,
                pointed: Some(Cell(9)),
            };
            for first in nudges {
                for second in nudges {
                    for third in nudges {
                        let mut draft = opening(&decision, None, None, &row);
                        for press in [first, second, third] {
                            let outcome = nudge(&decision, &draft, press, &row);
                            if let Some(choice) = &outcome.choice {
                                assert!(decision.offer_for(choice).is_ok());
                            }
                            draft = outcome.draft;
                        }
                    }
                }
            }
        }
    }
}
