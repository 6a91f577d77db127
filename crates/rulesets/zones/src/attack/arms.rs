//! With what a character attacks: weapons, natural attacks, bare limbs, powers (ZON-030).

use std::borrow::Cow;

use crate::{
    attack::{arm::Arm, exchange::Damage, size_effects::damage_factor},
    content::blocks::{AttackRow, GearState, PowerEffect},
    context::{
        read::ReadContext,
        views::{FighterView, GearView},
    },
    terms::modes,
};
use shieldwall_battle::Choice;
use shieldwall_dice::DiceExpr;

impl Arm {
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
