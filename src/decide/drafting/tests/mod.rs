//! Whole ways through decisions: by keyboard alone, by mouse alone, by gamepad, and astray.

#![expect(clippy::unwrap_used, reason = "tests")]

mod aiming;
mod astray;
mod devices;
mod foes;
mod folding;
mod forms;
mod given_up;

use shieldwall_battle::{
    ActionRole, CellOption, Field, FieldOption, FieldValue, ItemId, RuleId, SideId, Targets,
    Vantage,
};
use shieldwall_grid::{Direction, Metres, ZoneId};

use super::*;
use crate::decide::opening::opening;

const HERO: CombatantId = CombatantId(0);
const FRIEND: CombatantId = CombatantId(1);
const NEAR: CombatantId = CombatantId(2);
const FAR: CombatantId = CombatantId(3);

/// A thing in the hero's pack, and one that lies in cell 6.
const PACKED: ItemId = ItemId(3);
const LYING: ItemId = ItemId(7);

/// Combatants stand in a row of cells: the hero in 0, a friend in 1, enemies in 2 and 9. A zone has
/// five cells, of which it shares the first with the zone before and the last with the one after.
#[derive(Default)]
struct Row {
    confirm_clicks: bool,
    pointed: Option<Cell>,
    /// Whether nobody knows yet how far one would have to move.
    vague: bool,
    /// What attacks are worth most with, if that is known.
    best: Option<ItemId>,
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
    fn pointed_combatant(&self) -> Option<CombatantId> {
        None
    }
    fn worth(&self, choice: &Choice) -> Option<f64> {
        let best = self.best?;
        Some(if choice.item == Some(best) { 2.0 } else { 1.0 })
    }
    fn distance(&self, target: Target) -> u32 {
        match target {
            Target::Combatant(id) | Target::Injury(id, _) => u32::from(cell_in_row(id).0),
            Target::Cell(cell) | Target::Edge(cell, _) | Target::Device(cell, _) => {
                u32::from(cell.0)
            }
            Target::Facing(direction) => u32::from(direction.0),
            Target::Item(item) => u32::from(item.0),
            Target::Zone(zone) => u32::from(zone.0),
            Target::Side(side) => u32::from(side.0),
        }
    }
    fn is_in(&self, who: CombatantId, cell: Cell) -> bool {
        cell_in_row(who) == cell
    }
    fn is_in_zone(&self, cell: Cell, zone: ZoneId) -> bool {
        let begin = 4 * zone.0;
        (begin..=begin + 4).contains(&cell.0)
    }
    fn is_enemy(&self, who: CombatantId) -> bool {
        who >= NEAR
    }
    fn foe_in(&self, cell: Cell) -> Option<CombatantId> {
        [NEAR, FAR].into_iter().find(|who| self.is_in(*who, cell))
    }
    fn towards(&self, cell: Cell) -> Option<Direction> {
        Some(Direction(u8::from(cell.0 > 5)))
    }
    fn cell_of_item(&self, item: ItemId) -> Option<Cell> {
        (item == LYING).then_some(Cell(6))
    }
    fn vantage(&self, _: &Offer, target: Target) -> Option<Vantage> {
        let known = match target {
            Target::Combatant(FAR) => Vantage::Band(1),
            _ => Vantage::Here,
        };
        (!self.vague).then_some(known)
    }
}

pub(in crate::decide) fn paces() -> Vec<FieldOption> {
    [("hold", None), ("short", Some(0)), ("half", Some(1))]
        .into_iter()
        .map(|(key, band)| FieldOption {
            band,
            ..FieldOption::new(key, key)
        })
        .collect()
}

fn pace_field() -> Vec<Field> {
    vec![Field::one_of("pace", "Pace", paces())]
}

/// A pace is picked.
fn pace(key: &'static str) -> InputIntent {
    InputIntent::Field("pace", FieldValue::Option(key))
}

fn offer(action: &'static str, targets: Targets) -> Offer {
    Offer {
        targets,
        ..Offer::new(
            crate::sample_terms::action(action),
            action,
            &[RuleId("PCT-R01")],
        )
    }
}

fn decision(kind: &'static str, offers: Vec<Offer>) -> Decision {
    Decision {
        number: 7,
        side: SideId::RED,
        actor: Some(HERO),
        kind: crate::sample_terms::kind(kind),
        prompt: String::new(),
        against: None,
        sealed: false,
        covert: false,
        offers,
    }
}

fn enemies() -> Targets {
    Targets::AnyOf(vec![Target::Combatant(FAR), Target::Combatant(NEAR)])
}

fn statement() -> Decision {
    let mut sword = offer("attack", enemies());
    sword.item = Some(ItemId(1));
    sword.fields = pace_field();
    let mut spear = offer("attack", enemies());
    spear.item = Some(ItemId(2));
    spear.fields = pace_field();
    let mut none = offer("none", Targets::None);
    none.fields = pace_field();
    decision("statement", vec![sword, spear, none])
}

fn movement() -> Decision {
    let cells = [3, 4, 5]
        .map(|cell| CellOption::plain(Cell(cell), Metres::from_whole(i32::from(cell)).into()));
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
            .map(|action| offer(action, Targets::None))
            .to_vec(),
    )
}

/// Plays intents one after the other and gives the last outcome.
fn play(decision: &Decision, row: &Row, intents: &[InputIntent]) -> Outcome {
    let mut outcome = Outcome {
        draft: opening(decision, None, None, row),
        ..Outcome::default()
    };
    for (index, &press) in intents.iter().enumerate() {
        assert_eq!(outcome.choice, None, "a choice before intent {index}");
        outcome = intent(decision, &outcome.draft, press, row);
        if let Some(choice) = &outcome.choice {
            assert!(decision.offer_for(choice).is_ok(), "{choice:?} is illegal");
        }
    }
    outcome
}

fn click(cell: u16, combatant: Option<CombatantId>) -> InputIntent {
    InputIntent::Cell {
        cell: Cell(cell),
        combatant,
    }
}

/// An offer that is folded away.
fn drop_it() -> Offer {
    Offer {
        aside: Some("drop"),
        ..offer("drop", Targets::None)
    }
}

/// A sword to strike with, things to take up, and things to let go of.
fn armed_to_the_teeth() -> Decision {
    let with = |item: u16, mode: Option<&'static str>, mut offer: Offer| {
        offer.item = Some(ItemId(item));
        offer.mode = mode.map(crate::sample_terms::mode);
        offer
    };
    let away = || offer("ready", Targets::None);
    let mut up = offer("ready", Targets::AnyOf(vec![Target::Item(LYING)]));
    up.mode = Some(crate::sample_terms::mode("pick_up"));
    let pair = offer(
        "ready",
        Targets::AnyOf(vec![Target::Item(PACKED), Target::Item(ItemId(4))]),
    );
    let mut put_away = with(1, Some("away"), away());
    put_away.fields = pace_field();
    put_away.aside = Some("put away");
    decision(
        "action",
        vec![
            with(1, None, drop_it()),
            with(1, None, offer("attack", enemies())),
            put_away,
            with(2, Some("both"), pair),
            up,
            with(2, None, drop_it()),
            offer("pass", Targets::None),
        ],
    )
}
