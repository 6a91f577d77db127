//! What a blow rolls and what takes some of it away, in words for forecasts (ZON-061, ZON-062, ZON-067,
//! ZON-068, ZON-131, ZON-132, ZON-R06).

use crate::{
    attack::{
        exchange::{Damage, MOST_ARMOUR, Strike},
        state::Attack,
    },
    context::read::ReadContext,
};

/// The damage of an attack: the dice, what makes it less, and what the armour and cover of its target take away;
/// a line for each of several targets among whom the dice are shared. Empty for attacks that do none by
/// themselves.
pub(crate) fn terms(read: &ReadContext<'_, '_>, attack: &Attack) -> Vec<String> {
    let attacker = read.fighter(attack.attacker);
    if attack.is_blast() {
        // The same for everybody, so nothing tells who is in it.
        let how = (attack.held_back, None);
        let arm = attack.aim.arm();
        let damage = arm.and_then(|arm| read.damage(&attacker, arm, &attacker, how));
        let text =
            damage.map(|damage| format!("{}; one roll for all in the blast", rolled(&damage)));
        return text.into_iter().collect();
    }
    let exchange = read.exchange(attack);
    let several = exchange.strikes.len() > 1;
    let strikes = exchange.strikes.iter().zip(&attack.targets);
    strikes
        .filter_map(|(strike, target)| {
            let mut text = rolled(strike.damage.as_ref()?);
            if several {
                text = format!("{}: {text}", read.fighter(target.now).name());
            }
            if let Some(taken) = taken_away(strike) {
                text.push_str("; ");
                text.push_str(&taken);
            }
            Some(text)
        })
        .collect()
}

fn rolled(damage: &Damage) -> String {
    let mut text = format!("damage {}", damage.dice);
    if damage.divisor > 1 {
        text.push_str(&format!(" divided by {} for size", damage.divisor));
    }
    if damage.impaired {
        text.push_str(", impaired: the lower of two rolls");
    }
    text
}

/// What armour and cover take from a blow: 3 at most together.
fn taken_away(strike: &Strike) -> Option<String> {
    let armour = strike.body.armour.clamp(0, MOST_ARMOUR);
    let cover = strike.body.cover.filter(|_| armour < MOST_ARMOUR);
    match (armour, cover) {
        (0, None) => None,
        (armour, None) => Some(format!("armour stops {armour}")),
        (0, Some(pierced)) => Some(format!("cover stops 1 below {pierced}")),
        (armour, Some(pierced)) => Some(format!(
            "armour stops {armour}, cover 1 more below {pierced}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_dice::DiceExpr;

    use super::*;
    use crate::attack::exchange::{Answer, Body};

    fn strike(armour: i32, cover: Option<i32>) -> Strike {
        Strike {
            damage: None,
            body: Body {
                health: 9,
                down: false,
                armour,
                cover,
            },
            answer: Answer::None,
        }
    }

    #[test]
    fn armour_and_cover_take_no_more_than_they_do() {
        let words = |armour, cover| taken_away(&strike(armour, cover));
        assert_eq!(words(0, None), None);
        assert_eq!(words(2, None).as_deref(), Some("armour stops 2"));
        assert_eq!(words(5, None).as_deref(), Some("armour stops 3"));
        assert_eq!(words(3, Some(6)).as_deref(), Some("armour stops 3"));
        let both = "armour stops 1, cover 1 more below 6";
        assert_eq!(words(1, Some(6)).as_deref(), Some(both));
    }

    #[test]
    fn dice_are_told_with_what_makes_them_less() {
        let dice: DiceExpr = "2d6".parse().expect("dice");
        let damage = Damage {
            dice,
            impaired: true,
            divisor: 2,
            brittle: false,
        };
        let words = "damage 2d6 divided by 2 for size, impaired: the lower of two rolls";
        assert_eq!(rolled(&damage), words);
    }
}
