//! Things in hand, and their changes with a declaration (SEG-076 to SEG-079, SEG-R41, SEG-R43).

use shieldwall_battle::{ItemId, Lying};
use shieldwall_grid::DoorUse;

use crate::{
    combatant::{
        arms::Arm,
        field::{Combatant, Field, GearDataItem},
    },
    terms::fields::{
        DRAW, DRINK_FOR_ATTACKS, DRINK_FOR_MOVEMENT, DROP_AND_DRAW, PUT_AWAY, READY_SHIELD,
        SHEATHE_AND_DRAW,
    },
};

/// The segment on which a shield is ready, and on which gear changes place in a round without attacks (SEG-R41, SEG-R43).
pub const HALF_ROUND: i32 = 5;
/// Initiative of each weapon that is drawn or sheathed (SEG-076, SEG-077).
const INITIATIVE: i32 = -5;

/// A change of what is in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Handling {
    /// A weapon that is drawn.
    pub draws: Option<ItemId>,
    /// A weapon that is put away.
    pub sheathes: Option<ItemId>,
    /// Things that are dropped: the first one is a free action.
    pub drops: [Option<ItemId>; 2],
    /// A shield that is readied.
    pub readies: Option<ItemId>,
    /// A potion that is drunk.
    pub drinks: Option<Drink>,
}

/// A potion that is drunk, with what it costs (SEG-081, SEG-R45).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drink {
    /// The potion.
    pub potion: ItemId,
    /// True if it costs half of the attacks, false if it costs half of the movement.
    pub costs_attacks: bool,
}

impl Handling {
    /// Actions that cost initiative.
    #[must_use]
    pub fn counted(&self) -> u8 {
        u8::from(self.draws.is_some()) + u8::from(self.sheathes.is_some())
    }

    /// The modifier of all initiative rolls.
    #[must_use]
    pub fn initiative(&self) -> i32 {
        INITIATIVE * i32::from(self.counted())
    }

    /// True if it takes half a round (SEG-R43).
    #[must_use]
    pub const fn takes_half_a_round(&self) -> bool {
        self.readies.is_some() || self.drinks.is_some()
    }

    /// True if it costs half of the movement beside an attack (SEG-R45).
    #[must_use]
    pub fn costs_movement(&self) -> bool {
        self.drinks.is_some_and(|drink| !drink.costs_attacks)
    }

    /// The part that comes half-way through the round, or the other part (SEG-R43).
    #[must_use]
    pub fn part(&self, halfway: bool) -> Self {
        if halfway {
            Self {
                readies: self.readies,
                drinks: self.drinks,
                ..Self::default()
            }
        } else {
            Self {
                readies: None,
                drinks: None,
                ..*self
            }
        }
    }

    /// Things that are dropped, each a free action (SEG-078).
    #[must_use]
    pub fn dropped(&self) -> u8 {
        let dropped = self.drops.iter().flatten().count();
        u8::try_from(dropped).unwrap_or(u8::MAX)
    }

    /// Attacks lost of so many, but for the second of two actions at -5, and for free actions (SEG-079).
    #[must_use]
    pub fn attacks_lost(&self, attacks: u8) -> u8 {
        let shield = if self.readies.is_some() {
            attacks.div_ceil(2)
        } else {
            0
        };
        let drinks = if self.drinks.is_some_and(|drink| drink.costs_attacks) {
            attacks.div_ceil(2)
        } else {
            0
        };
        shield + drinks
    }
}

/// A way to get something in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The option in the form.
    pub key: &'static str,
    /// Its words.
    pub label: String,
    /// The change.
    pub handling: Handling,
}

impl Field<'_, '_> {
    /// The ways to draw a weapon: at once where hands are free, else by putting away or dropping what fills them.
    #[must_use]
    pub fn ways_to_draw(&self, who: &Combatant<'_, '_>, drawn: &GearDataItem<'_, '_>) -> Vec<Way> {
        if drawn.gear.0.hands > who.hands() {
            return Vec::new();
        }
        let draws = Some(*drawn.id);
        let mut missing = drawn.gear.0.hands.saturating_sub(self.free_hands(who));
        if missing == 0 {
            return vec![Way {
                key: DRAW,
                label: "draw it".to_owned(),
                handling: Handling {
                    draws,
                    ..Handling::default()
                },
            }];
        }
        let mut held: Vec<_> = self
            .in_hand(who)
            .filter(|gear| gear.gear.0.hands > 0)
            .collect();
        // Weapons before shields.
        held.sort_by_key(|gear| gear.gear.0.shield.is_some());
        let mut ways = Vec::new();
        if let Some(first) = held.first()
            && first.gear.0.shield.is_none()
            && first.gear.0.hands >= missing
        {
            ways.push(Way {
                key: SHEATHE_AND_DRAW,
                label: format!("put away {}", first.kind.in_sentence()),
                handling: Handling {
                    draws,
                    sheathes: Some(*first.id),
                    ..Handling::default()
                },
            });
        }
        let mut drops = [None; 2];
        let mut names = Vec::new();
        for (slot, gear) in drops.iter_mut().zip(&held) {
            if missing > 0 {
                *slot = Some(*gear.id);
                names.push(gear.kind.in_sentence());
                missing = missing.saturating_sub(gear.gear.0.hands);
            }
        }
        ways.push(Way {
            key: DROP_AND_DRAW,
            label: format!("drop {}", names.join(" and ")),
            handling: Handling {
                draws,
                drops,
                ..Handling::default()
            },
        });
        ways
    }

    /// The changes that go with an attack with a weapon in hand, or with a move.
    #[must_use]
    pub fn changes_beside(&self, who: &Combatant<'_, '_>, used: Option<&Arm>) -> Vec<Way> {
        let mut ways = Vec::new();
        let free = self.free_hands(who);
        let mut stowed = self.carried(who).filter(|gear| !gear.readied.0);
        let carried = stowed.find(|gear| gear.gear.0.shield.is_some());
        if let Some(shield) = carried.or_else(|| self.shield_at_hand(who))
            && shield.gear.0.hands <= free
        {
            ways.push(Way {
                key: READY_SHIELD,
                label: format!("ready {}", shield.kind.in_sentence()),
                handling: Handling {
                    readies: Some(*shield.id),
                    ..Handling::default()
                },
            });
        }
        ways.extend(self.ways_to_drink(who, used.is_some()));
        let used = used.and_then(Arm::item);
        let other = |gear: &GearDataItem<'_, '_>| {
            gear.gear.0.is_weapon() && used.is_some() && Some(*gear.id) != used
        };
        if let Some(other) = self.in_hand(who).find(other) {
            ways.push(Way {
                key: PUT_AWAY,
                label: format!("put away {}", other.kind.in_sentence()),
                handling: Handling {
                    sheathes: Some(*other.id),
                    ..Handling::default()
                },
            });
        }
        ways
    }

    /// A shield that lies in its cell, or beside it where it can step (SEG-R44).
    fn shield_at_hand(&self, who: &Combatant<'_, '_>) -> Option<GearDataItem<'_, '_>> {
        let shields = self.lying().filter(|gear| gear.gear.0.shield.is_some());
        let at_hand = shields.filter(|gear| self.is_in_easy_reach(who, gear));
        at_hand.min_by_key(|gear| *gear.id)
    }

    /// True if a combatant carries an item, or if it lies in its cell or beside it where it can step (SEG-R44).
    #[must_use]
    pub fn is_in_easy_reach(&self, who: &Combatant<'_, '_>, item: &GearDataItem<'_, '_>) -> bool {
        let Some(Lying(cell)) = item.lying.copied() else {
            return self.carried(who).any(|gear| gear.id == item.id);
        };
        let board = &self.combatants.board;
        let may_enter = || {
            let direction = self.grid().direction_between(who.cell(), cell);
            let step = direction
                .and_then(|direction| self.map().step_with(who.cell(), direction, DoorUse::Leave));
            let stands_there = |other: Combatant<'_, '_>| {
                let hostile = board.hostile(who.side(), other.side());
                other.cell() == cell && !(hostile && other.concealment.is_unseen())
            };
            step.is_some() && !self.active().any(stands_there)
        };
        cell == who.cell() || may_enter()
    }

    /// The ways to drink the first potion that is carried, beside an attack or beside a move.
    fn ways_to_drink(&self, who: &Combatant<'_, '_>, attacks: bool) -> Vec<Way> {
        if self.free_hands(who) == 0 || self.is_engaged(who) {
            return Vec::new();
        }
        let mut carried = self.carried(who);
        let Some(potion) = carried.find(|gear| gear.gear.0.potion.is_some()) else {
            return Vec::new();
        };
        let way = |key, costs_attacks: bool| {
            let price = if costs_attacks { "attacks" } else { "movement" };
            Way {
                key,
                label: format!(
                    "drink {} for half of the {price}",
                    potion.kind.in_sentence()
                ),
                handling: Handling {
                    drinks: Some(Drink {
                        potion: *potion.id,
                        costs_attacks,
                    }),
                    ..Handling::default()
                },
            }
        };
        let mut ways = vec![way(DRINK_FOR_MOVEMENT, false)];
        if attacks {
            ways.insert(0, way(DRINK_FOR_ATTACKS, true));
        }
        ways
    }

    /// True if a combatant is in melee with any enemy (SEG-080).
    #[must_use]
    pub fn is_engaged(&self, who: &Combatant<'_, '_>) -> bool {
        self.located_enemies(who.side())
            .any(|enemy| self.are_engaged(who, &enemy))
    }

    /// The ways that go with an attack with a weapon.
    #[must_use]
    pub fn ways_with(&self, who: &Combatant<'_, '_>, arm: &Arm) -> Vec<Way> {
        let Some(item) = arm.item() else {
            return self.changes_beside(who, Some(arm));
        };
        match self.carried(who).find(|gear| *gear.id == item) {
            Some(gear) if !gear.readied.0 => self.ways_to_draw(who, &gear),
            _ => self.changes_beside(who, Some(arm)),
        }
    }

    /// Hands that hold nothing.
    #[must_use]
    pub fn free_hands(&self, who: &Combatant<'_, '_>) -> u8 {
        let filled: u8 = self.in_hand(who).map(|gear| gear.gear.0.hands).sum();
        who.hands().saturating_sub(filled)
    }

    /// The segment on which a combatant changes what is in hand, and the change that comes then; `None` if none is left.
    #[must_use]
    pub fn next_handling(&self, who: &Combatant<'_, '_>) -> Option<(i32, Handling)> {
        let first = who.attacks.0.iter().map(|attack| attack.segment).max();
        let parts = [
            (first.unwrap_or(HALF_ROUND), who.plan.handling.part(false)),
            (HALF_ROUND, who.plan.handling.part(true)),
        ];
        let open = parts.into_iter();
        let open = open.filter(|(_, part)| *part != Handling::default());
        open.max_by_key(|(segment, _)| *segment)
    }
}
