//! With what a character attacks: weapons, natural attacks, bare limbs, powers (ZON-030).

use std::borrow::Cow;

use crate::content::blocks::{AttackRow, GearState, PowerEffect};
use shieldwall_battle::{Action, Choice, ItemId, terms::Mode};
use shieldwall_dice::DiceExpr;

use crate::{
    attack::{exchange::Damage, size_effects::damage_factor},
    context::{
        read::ReadContext,
        views::{FighterView, GearView},
    },
    terms::{actions, modes},
};

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// Bare hands and feet (ZON-033).
    Unarmed,
    /// A natural attack, by its place in the stat block.
    Natural(u8),
    /// A weapon or a shield in hand.
    Item(ItemId),
    /// A power (ZON-R22).
    Power(ItemId),
}

/// What an attack wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Damage.
    Harm(Arm),
    /// A death blow (ZON-036).
    Kill(Arm),
    /// A non-lethal attack (ZON-084).
    Grip(GripKind),
}

/// The non-lethal attacks (ZON-084).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GripKind {
    /// ZON-088.
    Disarm,
    /// ZON-090.
    Shove,
    /// ZON-092.
    Grapple,
}

impl GripKind {
    /// All of them, in the order of the rulebook.
    pub const ALL: [Self; 3] = [Self::Disarm, Self::Shove, Self::Grapple];

    /// Its action.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Disarm => actions::DISARM,
            Self::Shove => actions::SHOVE,
            Self::Grapple => actions::GRAPPLE,
        }
    }

    /// Its mode, as a counter.
    #[must_use]
    pub const fn mode(self) -> Mode {
        match self {
            Self::Disarm => modes::DISARM,
            Self::Shove => modes::SHOVE,
            Self::Grapple => modes::GRAPPLE,
        }
    }

    /// The non-lethal attack with this action.
    #[must_use]
    pub fn of_action(action: Action) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.action() == action)
    }

    /// The non-lethal counter with this mode.
    #[must_use]
    pub fn of_mode(mode: Mode) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.mode() == mode)
    }

    /// What it is called: "a grapple".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Disarm => "a disarm",
            Self::Shove => "a shove",
            Self::Grapple => "a grapple",
        }
    }
}

impl Aim {
    /// What it is made with; non-lethal attacks need only a free limb.
    #[must_use]
    pub const fn arm(self) -> Option<Arm> {
        match self {
            Self::Harm(arm) | Self::Kill(arm) => Some(arm),
            Self::Grip(_) => None,
        }
    }

    /// The non-lethal attack it is.
    #[must_use]
    pub const fn grip(self) -> Option<GripKind> {
        match self {
            Self::Grip(kind) => Some(kind),
            Self::Harm(_) | Self::Kill(_) => None,
        }
    }
}

impl Arm {
    /// The item of an offer for it.
    #[must_use]
    pub const fn item(self) -> Option<ItemId> {
        match self {
            Self::Item(item) | Self::Power(item) => Some(item),
            Self::Unarmed | Self::Natural(_) => None,
        }
    }

    /// The mode of an offer for it.
    #[must_use]
    pub fn mode(self) -> Option<Mode> {
        match self {
            Self::Item(_) | Self::Power(_) => None,
            Self::Unarmed => Some(modes::UNARMED),
            Self::Natural(place) => modes::NATURAL.get(usize::from(place)).copied(),
        }
    }

    /// The arm that item and mode of a choice name.
    #[must_use]
    pub fn of_choice(read: &ReadContext<'_, '_>, choice: &Choice) -> Option<Self> {
        if let Some(item) = choice.item {
            let power = read.gear(item)?.gear.0.power.is_some();
            return Some(if power {
                Self::Power(item)
            } else {
                Self::Item(item)
            });
        }
        let mode = choice.mode?;
        if mode == modes::UNARMED {
            return Some(Self::Unarmed);
        }
        let place = modes::NATURAL.iter().position(|known| *known == mode)?;
        Some(Self::Natural(u8::try_from(place).ok()?))
    }
}

/// Bare hands: d4, always impaired (ZON-033).
fn unarmed() -> AttackRow {
    AttackRow {
        damage: DiceExpr::dice(1, 4),
        range: None,
        blast: false,
        edged: false,
        ammunition: false,
        consumable: false,
        poisonous: false,
    }
}

impl<'s> ReadContext<'_, 's> {
    /// The attack of an arm; `None` if there is none any more.
    #[must_use]
    pub fn row<'a>(
        &'a self,
        fighter: &'a FighterView<'_, '_>,
        arm: Arm,
    ) -> Option<Cow<'a, AttackRow>> {
        match arm {
            Arm::Unarmed => Some(Cow::Owned(unarmed())),
            Arm::Natural(place) => {
                let natural = fighter.build.0.natural_attacks.get(usize::from(place))?;
                Some(Cow::Borrowed(&natural.attack))
            }
            Arm::Item(item) => {
                let row = self.gear(item)?.gear.0.attack.clone()?;
                Some(Cow::Owned(row))
            }
            Arm::Power(item) => match &self.gear(item)?.gear.0.power.as_ref()?.effect {
                PowerEffect::Attack(row) => Some(Cow::Owned(row.clone())),
                PowerEffect::Veil | PowerEffect::Mend { .. } => None,
            },
        }
    }

    /// What an arm is called in the middle of a sentence.
    #[must_use]
    pub fn arm_name(&self, fighter: &FighterView<'_, '_>, arm: Arm) -> String {
        match arm {
            Arm::Unarmed => "bare hands".to_owned(),
            Arm::Natural(place) => fighter
                .build
                .0
                .natural_attacks
                .get(usize::from(place))
                .map_or_else(String::new, |attack| attack.name.to_lowercase()),
            Arm::Item(item) | Arm::Power(item) => {
                self.gear(item).map_or_else(String::new, |gear| gear.name())
            }
        }
    }

    /// The arms a character could attack with now: natural attacks, weapons and shields in hand,
    /// bare limbs. Powers are not among them: they cannot counter (ZON-R24), and are invoked.
    #[must_use]
    pub fn arms(&self, fighter: &FighterView<'_, '_>) -> Vec<Arm> {
        let natural = &fighter.build.0.natural_attacks;
        let mut arms: Vec<Arm> = (0..natural.len().min(modes::NATURAL.len()))
            .filter_map(|place| u8::try_from(place).ok())
            .map(Arm::Natural)
            .collect();
        let held = self.held(fighter);
        let weapons = held
            .iter()
            .filter(|gear| gear.gear.0.attack.is_some() && gear.is_usable());
        arms.extend(weapons.map(|gear| Arm::Item(*gear.id)));
        if natural.is_empty() && !fighter.is_vehicle() {
            arms.push(Arm::Unarmed);
        }
        arms
    }

    /// The powers a character can still invoke, in id order.
    #[must_use]
    pub fn powers(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, 's>> {
        let mut powers = self.carried(fighter);
        powers.retain(|gear| gear.gear.0.power.is_some() && gear.is_usable());
        powers
    }

    /// Whether an attack is made with one hand or none, so that a hold is kept (ZON-099).
    #[must_use]
    pub fn leaves_a_hand(&self, arm: Option<Arm>) -> bool {
        match arm {
            Some(Arm::Item(item)) => self.gear(item).is_none_or(|gear| gear.gear.0.hands <= 1),
            Some(Arm::Power(_)) => false,
            Some(Arm::Unarmed | Arm::Natural(_)) | None => true,
        }
    }

    /// Whether the damage of a character's attacks is impaired (ZON-R06): bare hands, holding back,
    /// from the saddle, intimidated.
    #[must_use]
    pub fn is_impaired(&self, fighter: &FighterView<'_, '_>, arm: Arm, held_back: bool) -> bool {
        arm == Arm::Unarmed || held_back || fighter.riding.0.is_some() || fighter.mind.intimidated
    }

    /// The damage of an arm against a target of some size; `dice` are those shared out to it
    /// (ZON-131 to ZON-135).
    #[must_use]
    pub fn damage(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        target: &FighterView<'_, '_>,
        (held_back, dice): (bool, Option<u16>),
    ) -> Option<Damage> {
        let row = self.row(fighter, arm)?;
        let impaired = self.is_impaired(fighter, arm, held_back);
        let (factor, divisor) = if row.blast {
            (1, 1)
        } else {
            damage_factor(fighter.build.size(), target.build.size())
        };
        let dice = match dice {
            Some(count) => row.damage.with_dice_count(count),
            None => row.damage.with_dice_times(factor),
        };
        let brittle = match arm {
            Arm::Item(item) => self
                .gear(item)
                .is_some_and(|gear| gear.wear.state == GearState::Damaged),
            _ => false,
        };
        Some(Damage {
            dice,
            impaired,
            divisor,
            brittle,
        })
    }
}
