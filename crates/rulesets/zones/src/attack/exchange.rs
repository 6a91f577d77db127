//! One exchange of blows, as a pure function of what was decided: dodges, the counter, damage and
//! who is hit first (ZON-037, ZON-051 to ZON-056, ZON-061 to ZON-068, ZON-131, ZON-132, ZON-R04,
//! ZON-R06, ZON-R08, ZON-R25, ZON-R26).
//!
//! Play resolves it with seeded dice, cases with loaded dice, forecasts with enumerating dice.

use shieldwall_dice::{Counted, Dice, DiceExpr, Face};

use crate::attack::{
    save::{Save, SaveRoll},
    size_effects::divided,
};

/// Highest armour value (ZON-062).
pub const MOST_ARMOUR: i32 = 3;

/// Damage before reductions from which on a blow breaks damaged armour (ZON-127, ZON-R63).
pub const BREAKING: i32 = 8;

/// The face that breaks a damaged weapon (ZON-126).
const BREAKS_WEAPON: u16 = 1;

/// Damage that one character would do to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Damage {
    /// The dice, multiplied for a larger attacker or shared out.
    pub dice: DiceExpr,
    /// Rolled twice, the lower total counting (ZON-R06).
    pub impaired: bool,
    /// By what the total is divided for a smaller attacker.
    pub divisor: i32,
    /// Done with something that a 1 breaks, since it is damaged (ZON-126).
    pub brittle: bool,
}

/// A roll of damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DamageRoll {
    /// The faces of each roll: one, or two if impaired.
    pub faces: Vec<Vec<Face>>,
    /// The totals of each roll.
    pub totals: Vec<i32>,
    /// Which of them counts.
    pub counts: usize,
    /// Damage before reductions (ZON-R08, step 3).
    pub before: i32,
    /// Whether a 1 came up on a die that counts, if that breaks the weapon (ZON-126, ZON-R62).
    pub breaks: bool,
}

impl Damage {
    /// Rolls it. Two amounts before reductions for which `alike` is true come to the same.
    pub fn roll<D: Dice + ?Sized>(
        &self,
        dice: &mut D,
        alike: &dyn Fn(i32, i32) -> bool,
    ) -> DamageRoll {
        let same = |one: i32, other: i32| {
            let [one, other] = [one, other].map(|total| self.before(total));
            one == other || alike(one, other)
        };
        let counted = Counted::of(&self.dice)
            .lower_of_two(self.impaired)
            .watching(self.brittle.then_some(BREAKS_WEAPON))
            .alike(&same);
        let roll = dice.counted(counted);
        DamageRoll {
            before: self.before(roll.total()),
            breaks: roll.shows,
            counts: roll.counts,
            totals: roll.rolls.iter().map(|roll| roll.total).collect(),
            faces: roll.rolls.into_iter().map(|roll| roll.faces).collect(),
        }
    }

    /// What a total comes to before reductions.
    fn before(&self, total: i32) -> i32 {
        divided(total, self.divisor).max(0)
    }

    /// The least and the most that it may be before reductions.
    fn bounds(&self) -> [i32; 2] {
        [self.dice.min(), self.dice.max()].map(|total| self.before(total))
    }
}

/// Somebody who may be hurt in an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Health before.
    pub health: i32,
    /// Already incapacitated.
    pub down: bool,
    /// Armour, hide and shield.
    pub armour: i32,
    /// Penetration number of its cover.
    pub cover: Option<i32>,
}

/// What a hit does to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wound {
    /// Damage before reductions.
    pub before: i32,
    /// Armour value that was subtracted.
    pub armour: i32,
    /// Damage suffered, not capped by the health left (ZON-R03).
    pub suffered: i32,
    /// Health afterwards, never below 0.
    pub health: i32,
    /// State afterwards.
    pub state: State,
}

impl Wound {
    /// What anything that follows depends on: what goes beyond the health left is all the same.
    const fn effect(&self) -> (i32, State, bool) {
        (self.health, self.state, self.suffered > 0)
    }
}

/// How somebody stands after a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// As before.
    Standing,
    /// Incapacitated (ZON-R04).
    Incapacitated,
    /// Dead (ZON-R03).
    Dead,
}

impl Body {
    /// The armour value against damage before reductions: cover counts unless it is pierced
    /// (ZON-061, ZON-062, ZON-067, ZON-068).
    #[must_use]
    pub fn armour_value(self, before: i32) -> i32 {
        let covered = self.cover.is_some_and(|penetration| before < penetration);
        (self.armour + i32::from(covered)).min(MOST_ARMOUR)
    }

    /// What damage before reductions does (ZON-R08, steps 4 and 5).
    #[must_use]
    pub fn wound(self, before: i32) -> Wound {
        let armour = self.armour_value(before);
        let suffered = (before - armour).max(0);
        Wound {
            before,
            armour,
            ..self.suffer(suffered)
        }
    }

    /// Whether two amounts of damage before reductions do the same to it and to what it wears.
    #[must_use]
    pub fn is_struck_alike(self, one: i32, other: i32) -> bool {
        let effect = |before: i32| {
            let wound = self.wound(before);
            let wears = (before >= 1, before >= BREAKING);
            (wound.armour, wears, wound.effect())
        };
        effect(one) == effect(other)
    }

    /// Whether two amounts of damage suffered do the same to it.
    #[must_use]
    pub fn suffers_alike(self, one: i32, other: i32) -> bool {
        self.suffer(one).effect() == self.suffer(other).effect()
    }

    /// What damage suffered does: critical damage is at least half of the health just before
    /// (ZON-R04).
    #[must_use]
    pub fn suffer(self, suffered: i32) -> Wound {
        let health = (self.health - suffered).max(0);
        let state = if health == 0 && suffered >= 1 {
            State::Dead
        } else if self.down || (suffered >= 1 && 2 * suffered >= self.health) {
            State::Incapacitated
        } else {
            State::Standing
        };
        Wound {
            before: suffered,
            armour: 0,
            suffered,
            health,
            state,
        }
    }
}

/// How a target has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Not at all, or by somebody else taking the blow.
    None,
    /// By dodging.
    Dodge(Save),
    /// By the counter of the exchange.
    Counter,
}

/// One target with what strikes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// Damage against it; `None` for a death blow or a non-lethal attack, which this exchange does
    /// not resolve.
    pub damage: Option<Damage>,
    /// The target.
    pub body: Body,
    /// Its answer.
    pub answer: Answer,
}

/// The counter of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CounterAttack {
    /// WIT save to hit, where one is needed (ZON-R24).
    pub save: Option<Save>,
    /// Damage against the attacker; `None` for a non-lethal counter.
    pub damage: Option<Damage>,
}

/// An exchange of blows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The targets in the order of ZON-R27.
    pub strikes: Vec<Strike>,
    /// One roll of damage for all (ZON-R37).
    pub together: bool,
    /// The attacker, as the target of the counter.
    pub attacker: Body,
    /// The counter, if one of the targets counters.
    pub counter_attack: Option<CounterAttack>,
}

/// Whom a counter's exchange hits first (ZON-054, ZON-056).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum First {
    /// The countering target suffers more.
    Target,
    /// The attacker suffers more.
    Attacker,
    /// Both suffer the same.
    Together,
}

/// What came of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExchangeResult {
    /// Dodge rolls, by target.
    pub dodges: Vec<Option<SaveRoll>>,
    /// The counter's save to hit.
    pub counter_save: Option<SaveRoll>,
    /// Damage rolls, by target; the same for all of a blast.
    pub rolls: Vec<Option<DamageRoll>>,
    /// The counter's damage roll.
    pub counter_roll: Option<DamageRoll>,
    /// Whom the blows of a counter hit first, where both do damage.
    pub first: Option<First>,
    /// What each target suffered; `None` if it was not hit or nothing does damage.
    pub wounds: Vec<Option<Wound>>,
    /// What the attacker suffered from the counter; `None` if it did not land.
    pub counter_wound: Option<Wound>,
    /// Whether the counter stopped the attack before it landed (ZON-055).
    pub attack_stopped: bool,
    /// Whether the attack stopped the counter before it landed.
    pub counter_stopped: bool,
}

impl Exchange {
    /// Rolls and resolves everything that does damage, in the order of the rulebook: dodges, the
    /// counter's save, damage of the attack, damage of the counter.
    pub fn resolve<D: Dice + ?Sized>(&self, dice: &mut D) -> ExchangeResult {
        let dodges: Vec<Option<SaveRoll>> = self
            .strikes
            .iter()
            .map(|strike| match strike.answer {
                Answer::Dodge(save) => Some(save.roll(dice)),
                Answer::None | Answer::Counter => None,
            })
            .collect();
        let hit = |place: usize| dodges[place].is_none_or(|dodge| !dodge.passed);
        let counter_save = self
            .counter_attack
            .as_ref()
            .and_then(|counter_attack| counter_attack.save)
            .map(|save| save.roll(dice));
        let lands = counter_save.is_none_or(|save| save.passed);
        let counter_damage = self
            .counter_attack
            .as_ref()
            .and_then(|counter_attack| counter_attack.damage.as_ref())
            .filter(|_| lands);
        let rolls = self.roll_damage(hit, counter_damage, dice);
        let countered = self.counterer().and_then(|place| {
            Some(
                self.strikes[place]
                    .body
                    .wound(rolls[place].as_ref()?.before),
            )
        });
        let counter_roll = counter_damage.map(|damage| {
            let order = |before: i32| {
                let suffered = self.attacker.wound(before).suffered;
                countered.map(|target| target.suffered.cmp(&suffered))
            };
            damage.roll(dice, &|one, other| {
                order(one) == order(other) && self.attacker.is_struck_alike(one, other)
            })
        });
        let mut wounds: Vec<Option<Wound>> = self
            .strikes
            .iter()
            .zip(&rolls)
            .map(|(strike, roll)| Some(strike.body.wound(roll.as_ref()?.before)))
            .collect();
        let mut counter_wound = counter_roll
            .as_ref()
            .map(|roll| self.attacker.wound(roll.before));
        let mut result = ExchangeResult {
            dodges,
            counter_save,
            rolls,
            counter_roll,
            first: None,
            wounds: Vec::new(),
            counter_wound: None,
            attack_stopped: false,
            counter_stopped: false,
        };
        if let (Some(target), Some(attacker)) = (countered, counter_wound) {
            let first = match target.suffered.cmp(&attacker.suffered) {
                std::cmp::Ordering::Greater => First::Target,
                std::cmp::Ordering::Less => First::Attacker,
                std::cmp::Ordering::Equal => First::Together,
            };
            result.first = Some(first);
            match first {
                First::Target if target.state != State::Standing => {
                    counter_wound = None;
                    result.counter_stopped = true;
                }
                First::Attacker if attacker.state != State::Standing => {
                    wounds.fill(None);
                    result.attack_stopped = true;
                }
                _ => {}
            }
        }
        result.wounds = wounds;
        result.counter_wound = counter_wound;
        result
    }

    /// The place of the target that counters.
    #[must_use]
    pub fn counterer(&self) -> Option<usize> {
        self.strikes
            .iter()
            .position(|strike| strike.answer == Answer::Counter)
    }

    fn roll_damage<D: Dice + ?Sized>(
        &self,
        hit: impl Fn(usize) -> bool,
        counter_attack: Option<&Damage>,
        dice: &mut D,
    ) -> Vec<Option<DamageRoll>> {
        // Who suffers more is told apart only as far as the counter can do as much.
        let range = counter_attack.map(|damage| {
            let bounds = damage.bounds();
            bounds.map(|before| self.attacker.wound(before).suffered)
        });
        let counterer = self.counterer();
        let is_alike = |place: usize, one: i32, other: i32| {
            let body = self.strikes[place].body;
            let order = |before: i32| {
                let [least, most] = range.filter(|_| counterer == Some(place))?;
                Some(body.wound(before).suffered.clamp(least - 1, most + 1))
            };
            order(one) == order(other) && body.is_struck_alike(one, other)
        };
        let mut common: Option<DamageRoll> = None;
        let mut rolls = Vec::with_capacity(self.strikes.len());
        for (place, strike) in self.strikes.iter().enumerate() {
            let Some(damage) = strike.damage.as_ref().filter(|_| hit(place)) else {
                rolls.push(None);
                continue;
            };
            let roll = match &common {
                Some(roll) if self.together => roll.clone(),
                _ if self.together => damage.roll(dice, &|one, other| {
                    (0..self.strikes.len()).all(|place| is_alike(place, one, other))
                }),
                _ => damage.roll(dice, &|one, other| is_alike(place, one, other)),
            };
            if self.together {
                common = Some(roll.clone());
            }
            rolls.push(Some(roll));
        }
        rolls
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_dice::LoadedDice;

    use super::*;

    fn body(health: i32, armour: i32) -> Body {
        Body {
            health,
            down: false,
            armour,
            cover: None,
        }
    }

    fn damage(text: &str) -> Damage {
        Damage {
            dice: text.parse().unwrap(),
            impaired: false,
            divisor: 1,
            brittle: false,
        }
    }

    fn duel(attack: &str, target: Body, counter: &str, attacker: Body) -> Exchange {
        Exchange {
            strikes: vec![Strike {
                damage: Some(damage(attack)),
                body: target,
                answer: Answer::Counter,
            }],
            together: false,
            attacker,
            counter_attack: Some(CounterAttack {
                save: None,
                damage: Some(damage(counter)),
            }),
        }
    }

    fn loaded(faces: &[&str]) -> LoadedDice {
        LoadedDice::parse(faces).unwrap()
    }

    fn play(exchange: &Exchange, faces: &[&str]) -> ExchangeResult {
        let mut dice = loaded(faces);
        let result = exchange.resolve(&mut dice);
        dice.finish().unwrap();
        result
    }

    /// ZON-E07: spear against battleaxe.
    #[test]
    fn zon_e07_the_greater_suffering_comes_first() {
        let exchange = duel("1d6", body(8, 0), "1d8", body(8, 2));
        let result = play(&exchange, &["d6=4", "d8=5"]);
        assert_eq!(result.first, Some(First::Target));
        let wound = result.wounds[0].unwrap();
        assert_eq!((wound.health, wound.state), (4, State::Incapacitated));
        assert!(result.counter_stopped && result.counter_wound.is_none());
    }

    /// ZON-E32 to ZON-E34: even suffering, a stopped attacker, nobody stopped.
    #[test]
    fn counters_as_in_the_examples() {
        let result = play(
            &duel("1d6", body(6, 0), "1d8", body(6, 1)),
            &["d6=4", "d8=5"],
        );
        assert_eq!(result.first, Some(First::Together));
        assert_eq!(result.wounds[0].unwrap().state, State::Incapacitated);
        assert_eq!(result.counter_wound.unwrap().state, State::Incapacitated);

        let result = play(
            &duel("1d6", body(8, 2), "1d8", body(8, 0)),
            &["d6=6", "d8=7"],
        );
        assert!(result.attack_stopped && result.wounds[0].is_none());
        assert_eq!(result.counter_wound.unwrap().health, 1);

        let result = play(
            &duel("1d6", body(12, 0), "1d8", body(10, 2)),
            &["d6=5", "d8=4"],
        );
        assert_eq!(result.wounds[0].unwrap().health, 7);
        assert_eq!(result.counter_wound.unwrap().health, 8);
    }

    /// ZON-E41 and ZON-E42: cover is pierced by 8 and not by 7.
    #[test]
    fn strong_blows_go_through_cover() {
        let covered = Body {
            cover: Some(8),
            ..body(20, 1)
        };
        assert_eq!(covered.wound(8).suffered, 7);
        assert_eq!(covered.wound(7).suffered, 5);
    }

    /// ZON-E88: a larger creature's impaired blow.
    #[test]
    fn zon_e88_impaired_rolls_are_made_in_full_twice() {
        let blow = Damage {
            dice: "2d6".parse().unwrap(),
            impaired: true,
            divisor: 1,
            brittle: false,
        };
        let mut dice = loaded(&["d6=5", "d6=4", "d6=2", "d6=3"]);
        let roll = blow.roll(&mut dice, &|_, _| false);
        dice.finish().unwrap();
        assert_eq!((roll.totals.clone(), roll.before), (vec![9, 5], 5));
        assert_eq!(body(12, 2).wound(roll.before).health, 9);
    }

    /// ZON-E20 to ZON-E22: just short of critical, just critical, killed outright.
    #[test]
    fn critical_damage_is_half_of_the_present_health() {
        let states = [(9, 0, 4), (9, 0, 5), (3, 1, 6)].map(|(health, armour, roll)| {
            let wound = body(health, armour).wound(roll);
            (wound.health, wound.state)
        });
        assert_eq!(
            states,
            [
                (5, State::Standing),
                (4, State::Incapacitated),
                (0, State::Dead)
            ]
        );
    }
}
