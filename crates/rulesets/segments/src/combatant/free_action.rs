//! Free actions: they take no time of the round (SEG-082, SEG-083, SEG-R46).

use shieldwall_battle::{ItemId, devices};
use shieldwall_content::level::DeviceTime;
use shieldwall_grid::{Cell, Door, Side};

use crate::{
    combatant::field::{Combatant, Field},
    terms::fields::{CLOSE_DOOR, DROP, LIE_DOWN, OPEN_DOOR, WORK_DEVICE},
};

/// A free action (SEG-R46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FreeAction {
    /// It lies down.
    LieDown,
    /// It drops a thing that it holds.
    Drop(ItemId),
    /// It opens or shuts a door that is not locked.
    Door(Cell, Side),
    /// It works a device, by its place in the level.
    Device(usize),
}

/// A free action that is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DueFreeAction {
    /// The action.
    pub what: FreeAction,
    /// Its segment: the earliest initiative of the combatant; `None` before the dice (SEG-082).
    pub segment: Option<i32>,
}

/// A free action that may be declared.
#[derive(Clone, Debug, PartialEq)]
pub struct FreeWay {
    /// The option in the form.
    pub key: &'static str,
    /// Its words.
    pub label: String,
    /// The action.
    pub what: FreeAction,
}

impl Field<'_, '_> {
    /// True if a combatant can lay a hand on something in a cell: its own or one beside it, without a wall between.
    #[must_use]
    pub fn is_at_hand(&self, who: &Combatant<'_, '_>, cell: Cell) -> bool {
        let own = who.cell();
        own == cell || self.grid().steps(own, cell) == 1 && self.map().sight(own, cell).visible
    }

    /// The devices at hand that take this time and can be worked, by their places in the level.
    #[must_use]
    pub fn devices_at_hand(&self, who: &Combatant<'_, '_>, takes: DeviceTime) -> Vec<usize> {
        let all = self.combatants.board.level.devices.iter().enumerate();
        let board = &self.combatants.board;
        // It makes no difference where hidden enemies stand.
        let is_taken = |cell: Cell| {
            self.active().any(|other| {
                let hostile = board.hostile(who.side(), other.side());
                other.cell() == cell && !(hostile && other.concealment.is_unseen())
            })
        };
        let at_hand = all.filter(|(place, device)| {
            device.takes == takes
                && self.is_at_hand(who, device.cell)
                && !devices::is_worn_out(board, *place)
                && !devices::shuts_in(device, board, is_taken)
        });
        at_hand.map(|(place, _)| place).collect()
    }

    /// The free actions that go with any declaration: the first device and the first doors at hand.
    #[must_use]
    pub fn free_ways(&self, who: &Combatant<'_, '_>) -> Vec<FreeWay> {
        if who.hands() == 0 || who.fallen.0 {
            return Vec::new();
        }
        let level = &self.combatants.board.level;
        let device = self.devices_at_hand(who, DeviceTime::Moment).into_iter();
        let mut ways: Vec<FreeWay> = device
            .take(1)
            .map(|place| FreeWay {
                key: WORK_DEVICE,
                label: level.devices[place].action.to_lowercase(),
                what: FreeAction::Device(place),
            })
            .collect();
        for (key, label, wanted) in [
            (OPEN_DOOR, "open the door", Door::Closed),
            (CLOSE_DOOR, "close the door", Door::Open),
        ] {
            let is_wanted = |side: &Side| self.map().border(who.cell(), *side).door == Some(wanted);
            if let Some(side) = self.grid().sides().find(is_wanted) {
                ways.push(FreeWay {
                    key,
                    label: label.to_owned(),
                    what: FreeAction::Door(who.cell(), side),
                });
            }
        }
        ways
    }

    /// The free actions of a combatant that declares nothing else.
    #[must_use]
    pub fn free_ways_alone(&self, who: &Combatant<'_, '_>) -> Vec<FreeWay> {
        let mut ways = self.free_ways(who);
        if who.fallen.0 {
            return ways;
        }
        ways.push(FreeWay {
            key: LIE_DOWN,
            label: "lie down".to_owned(),
            what: FreeAction::LieDown,
        });
        if let Some(held) = self.in_hand(who).find(|gear| gear.gear.0.hands > 0) {
            ways.push(FreeWay {
                key: DROP,
                label: format!("drop {}", held.kind.in_sentence()),
                what: FreeAction::Drop(*held.id),
            });
        }
        ways
    }
}
