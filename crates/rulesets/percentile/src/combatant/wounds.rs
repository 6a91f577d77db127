//! Injuries, what they do to people, and First Aid (PCT-137 to PCT-159).

use serde::Serialize;
use shieldwall_battle::Vitality;
use shieldwall_dice::{Dice, DiceExpr, SumRoll};

use crate::attack::success_level::{self, Rolled};

/// Hit points at which, and below which, an injury makes unconscious (PCT-140, PCT-R61).
pub const UNCONSCIOUS_AT: i32 = 2;

/// Hit points at which, and below which, one is dying (PCT-143).
pub const DYING_AT: i32 = 0;

/// Combat rounds of 12 seconds in an hour (PCT-001).
pub const ROUNDS_PER_HOUR: u32 = 300;

/// One injury, recorded by itself (PCT-154).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
pub struct Injury {
    /// Hit points it cost.
    pub lost: i32,
    /// Hit points of it that have been regained.
    pub regained: i32,
    /// Whether its one First Aid has been tried (PCT-156).
    pub treated: bool,
}

impl Injury {
    /// A fresh injury; `None` for a hit that cost nothing, which leaves none (PCT-R43).
    #[must_use]
    pub const fn fresh(lost: i32) -> Option<Self> {
        if lost > 0 {
            Some(Self {
                lost,
                regained: 0,
                treated: false,
            })
        } else {
            None
        }
    }

    /// Hit points it still costs.
    #[must_use]
    pub const fn remaining(&self) -> i32 {
        self.lost - self.regained
    }

    /// Uses up its one First Aid and returns the hit points regained: as many as the D3 shows, but
    /// no more than the injury still costs (PCT-155). `die` is `None` if the roll failed: then
    /// nothing is regained (PCT-157). An injury that has been treated before gives nothing.
    pub fn treat(&mut self, die: Option<i32>) -> i32 {
        let regained = match die {
            Some(die) if !self.treated => die.min(self.remaining()).max(0),
            _ => 0,
        };
        self.treated = true;
        self.regained += regained;
        regained
    }
}

/// The state of somebody whom an injury left with `left` hit points after losing `lost`.
///
/// Those at 2 or 1 fall unconscious, those at 0 or below are dying; a hit that costs nothing
/// changes nothing, so that somebody who was woken at 2 stays awake (PCT-140, PCT-R61, PCT-R62).
#[must_use]
pub const fn after_injury(vitality: Vitality, lost: i32, left: i32) -> Vitality {
    match vitality {
        Vitality::Active | Vitality::Unconscious if lost > 0 && left <= DYING_AT => Vitality::Dying,
        Vitality::Active if lost > 0 && left <= UNCONSCIOUS_AT => Vitality::Unconscious,
        _ => vitality,
    }
}

/// Whether an injury takes a conscious fighter out of the fight, at once or for good: then its
/// hours are rolled (PCT-R23).
#[must_use]
pub const fn falls(conscious: bool, lost: i32, left: i32) -> bool {
    conscious && !matches!(after_injury(Vitality::Active, lost, left), Vitality::Active)
}

/// The state of somebody whom First Aid brought to `hit_points`: the dying are saved by 1 or more,
/// and sleep on (PCT-145, PCT-159, PCT-R62).
#[must_use]
pub const fn after_aid(vitality: Vitality, hit_points: i32) -> Vitality {
    match vitality {
        Vitality::Dying if hit_points > DYING_AT => Vitality::Unconscious,
        _ => vitality,
    }
}

/// Whether somebody dies at the death check of Resolution (PCT-143, PCT-R65).
#[must_use]
pub const fn dies(vitality: Vitality, hit_points: i32) -> bool {
    hit_points <= DYING_AT && !matches!(vitality, Vitality::Dead | Vitality::Left)
}

/// Rolls how many hours somebody stays unconscious: 1D6 (PCT-141).
pub fn roll_hours<D: Dice + ?Sized>(dice: &mut D) -> SumRoll {
    dice.sum(&DiceExpr::dice(1, 6))
}

/// The rounds after which a sleeper of so many hours wakes by itself (PCT-R70).
#[must_use]
pub const fn rounds_asleep(hours: u32) -> u32 {
    hours.saturating_mul(ROUNDS_PER_HOUR)
}

/// First Aid as rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treatment {
    /// The D100.
    pub rolled: Rolled,
    /// The D3, if the roll succeeded.
    pub die: Option<SumRoll>,
    /// Hit points regained.
    pub regained: i32,
}

/// Treats an injury: D100 against `chance` in percent, and 1D3 if it succeeds (PCT-153, PCT-R67).
pub fn roll_aid<D: Dice + ?Sized>(chance: i32, injury: &mut Injury, dice: &mut D) -> Treatment {
    let rolled = success_level::roll(chance, dice);
    let die = rolled
        .level
        .succeeds()
        .then(|| dice.sum(&DiceExpr::dice(1, 3)));
    let regained = injury.treat(die.as_ref().map(|die| die.total));
    Treatment {
        rolled,
        die,
        regained,
    }
}

/// A week of rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekOfRest {
    /// The 1D3; `None` in hospital, where nothing is rolled.
    pub die: Option<SumRoll>,
    /// Hit points regained.
    pub regained: i32,
}

/// A week of rest between battles: 1D3 hit points, or 3 in hospital without a roll, taken from the
/// oldest injury first, and never more than were lost (PCT-150 to PCT-152, PCT-R69).
pub fn rest_a_week<D: Dice + ?Sized>(
    injuries: &mut Vec<Injury>,
    hospital: bool,
    dice: &mut D,
) -> WeekOfRest {
    let die = (!hospital).then(|| dice.sum(&DiceExpr::dice(1, 3)));
    let mut left = die.as_ref().map_or(3, |die| die.total);
    let mut regained = 0;
    for injury in injuries.iter_mut() {
        let healed = injury.remaining().min(left);
        injury.regained += healed;
        left -= healed;
        regained += healed;
    }
    injuries.retain(|injury| injury.remaining() > 0);
    WeekOfRest { die, regained }
}
