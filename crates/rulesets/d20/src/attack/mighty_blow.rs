//! Mighty Blows: what a natural 20 that also reaches the Armour Class does to heroes (D20-054 to D20-063, D20-R21,
//! D20-R23 to D20-R29).

use bevy_ecs::prelude::*;
use shieldwall_battle::{DiceCup, Event, RuleId, Scribe, Writer, event::Rolled};
use shieldwall_dice::{Dice, DiceExpr, Face};

use crate::{
    attack::{Attack, rolls::next},
    content::blocks::MightyBlows,
    figure::battlefield::{Battlefield, Figure},
    harm::{d20::D20, saving::Save},
    terms::rules::{
        R054, R055, R056, R057, R058, R059, R060, R062, R063, R082, R083, RR24, RR26, RR29,
    },
};

/// A row of the table of Mighty Blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// Fights on at -2 (D20-055).
    FleshWound,
    /// Stunned for some rounds, then fights on at -2 (D20-056).
    PainfulBlow,
    /// Stunned for longer, or out of the fight (D20-057).
    CrushingBlow,
    /// Out of the fight, or dead (D20-058).
    IncapacitatingStrike,
    /// Dead (D20-059).
    DeadlyBlow,
    /// Dead and dismembered (D20-060).
    Mangled,
}

impl Row {
    /// The row of a result; `None` if the blow comes to nothing (D20-063).
    #[must_use]
    pub const fn of(result: i32) -> Option<Self> {
        Some(match result {
            ..=0 => return None,
            1..=6 => Self::FleshWound,
            7..=14 => Self::PainfulBlow,
            15..=17 => Self::CrushingBlow,
            18..=19 => Self::IncapacitatingStrike,
            20 => Self::DeadlyBlow,
            21.. => Self::Mangled,
        })
    }

    /// The rule that says what it does.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        match self {
            Self::FleshWound => R055,
            Self::PainfulBlow => R056,
            Self::CrushingBlow => R057,
            Self::IncapacitatingStrike => R058,
            Self::DeadlyBlow => R059,
            Self::Mangled => R060,
        }
    }

    /// Points of CON that it costs; all there are is more than anybody has (D20-061).
    #[must_use]
    pub const fn constitution(self) -> i32 {
        match self {
            Self::FleshWound => 1,
            Self::PainfulBlow => 2,
            Self::CrushingBlow => 4,
            Self::IncapacitatingStrike => 8,
            Self::DeadlyBlow | Self::Mangled => i32::MAX / 2,
        }
    }

    /// Sides of the die for the rounds of stun.
    const fn stun_sides(self) -> Option<u16> {
        match self {
            Self::PainfulBlow => Some(3),
            Self::CrushingBlow => Some(6),
            _ => None,
        }
    }

    /// Whether it leaves a flesh wound.
    #[must_use]
    pub const fn wounds_flesh(self) -> bool {
        matches!(
            self,
            Self::FleshWound | Self::PainfulBlow | Self::CrushingBlow
        )
    }

    /// Whether it calls for a throw of its own.
    const fn has_save(self) -> bool {
        matches!(self, Self::CrushingBlow | Self::IncapacitatingStrike)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::FleshWound => "suffers a flesh wound",
            Self::PainfulBlow => "suffers a painful blow",
            Self::CrushingBlow => "suffers a crushing blow",
            Self::IncapacitatingStrike => "is struck down",
            Self::DeadlyBlow => "suffers a deadly blow",
            Self::Mangled => "is hewn to pieces",
        }
    }
}

/// A Mighty Blow with all its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MightyBlow {
    /// Its row.
    pub row: Row,
    /// Rounds of stun.
    pub stun: u32,
    /// Whether the throw of the row has failed.
    pub failed: bool,
}

/// Whether somebody suffers Mighty Blows at all (D20-054, D20-R21).
#[must_use]
pub fn suffers(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> bool {
    match field.rules.0.mighty_blows {
        MightyBlows::Heroes => who.stats().hero,
        MightyBlows::All => true,
        MightyBlows::None => false,
    }
}

/// What the throw makes of an effect: the row, and whether every die of it counts as its maximum (D20-062, D20-082,
/// D20-083, D20-R24, D20-R29).
fn reduced(effect: i32, face: i32, needed: i32) -> (Option<Row>, bool) {
    match face {
        20 => (None, false),
        1 => (Row::of(effect), true),
        face if face >= needed => (Row::of(effect - 1 - (face - needed)), false),
        _ => (Row::of(effect), false),
    }
}

/// Rolls the Mighty Blow of the attack that has just hit: effect, reducing throw, stun, and the throw of the row
/// (D20-R26).
pub fn roll(
    field: Battlefield,
    mut attacks: Query<&mut Attack>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some(mut attack) = next(&mut attacks).filter(|attack| attack.is_mighty()) else {
        return;
    };
    let (who, target) = (field.figure(attack.who), field.figure(attack.target));
    if !suffers(&field, &target) {
        return;
    }
    let arm = field.arm(&who, attack.weapon, attack.missile);
    let added = who.stats().mighty_mod + arm.map_or(0, |arm| arm.mighty_mod());
    let die = cup.sum(&DiceExpr::dice(1, 20).plus(added));
    let effect = die.total;
    let rolled = Rolled {
        who: attack.who,
        purpose: "Mighty Blow".to_owned(),
        dice: die.faces,
        chance: None,
        total: Some(effect),
        outcome: None,
    };
    scribe.write(Event::Rolled(rolled), &[R054, RR26]);
    let wounded = target.wounds.flesh.0;
    let save = || Save::of(target.stats(), wounded, "throw against the blow");
    let needed = save().number - save().bonus();
    // Only what comes to different rows is told apart.
    let of = |face: u16| reduced(effect, i32::from(face), needed);
    let uppers: Vec<i32> = (1..20_u16)
        .filter(|face| of(*face) != of(face + 1))
        .map(i32::from)
        .collect();
    let roll = cup.band(20, &uppers);
    let (row, most) = of(roll.face);
    let throw = match roll.face {
        1 => D20::One,
        20 => D20::Twenty,
        face if i32::from(face) >= needed => D20::Success,
        _ => D20::Failure,
    };
    let face = Face {
        sides: 20,
        face: roll.face,
    };
    let rule = match throw {
        D20::Twenty => R082,
        D20::One => R083,
        D20::Success | D20::Failure => RR24,
    };
    save().write(attack.target, throw, face, &mut scribe, &[R062, rule]);
    let Some(row) = row else {
        attack.turned_aside = true;
        let text = "turns the Mighty Blow aside".to_owned();
        note(attack.target, text, &mut scribe, &[R063, RR29]);
        return;
    };
    note(
        attack.target,
        row.name().to_owned(),
        &mut scribe,
        &[row.rule()],
    );
    let mut blow = MightyBlow {
        row,
        stun: 0,
        failed: false,
    };
    // Who dies of it needs no more dice.
    if target.constitution() > row.constitution() {
        if let Some(sides) = row.stun_sides() {
            blow.stun = stun(&attack, sides, most, &mut cup, &mut scribe);
        }
        if row.has_save() {
            let throw = save().throw(attack.target, &mut cup, &mut scribe, &[row.rule(), RR29]);
            blow.failed = !throw.succeeds();
        }
    }
    attack.blow = Some(blow);
}

fn note(
    who: shieldwall_battle::CombatantId,
    text: String,
    scribe: &mut Scribe<'_, '_>,
    rules: &[RuleId],
) {
    let event = Event::Note {
        who,
        text,
        unforeseen: false,
    };
    scribe.write(event, rules);
}

/// The rounds of stun.
fn stun(
    attack: &Attack,
    sides: u16,
    most: bool,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> u32 {
    if most {
        return u32::from(sides);
    }
    let die = cup.sum(&DiceExpr::dice(1, sides));
    scribe.sum(attack.who, "rounds of stun", &die, &[RR26]);
    die.total.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The borders of the rows (D20-055 to D20-060, D20-R23).
    #[test]
    fn d20_055_every_result_has_its_row() {
        let borders = [0, 1, 6, 7, 14, 15, 17, 18, 19, 20, 21, 30].map(Row::of);
        let [flesh, painful, crushing, struck] = [
            Row::FleshWound,
            Row::PainfulBlow,
            Row::CrushingBlow,
            Row::IncapacitatingStrike,
        ]
        .map(Some);
        let (deadly, mangled) = (Some(Row::DeadlyBlow), Some(Row::Mangled));
        let told = [
            None, flesh, flesh, painful, painful, crushing, crushing, struck, struck, deadly,
            mangled, mangled,
        ];
        assert_eq!(borders, told);
    }

    /// What the throw does to the result (D20-062, D20-063, D20-082, D20-083, D20-R24, D20-R29).
    #[test]
    fn d20_062_a_throw_reduces_by_one_and_by_its_margin() {
        assert_eq!(reduced(15, 10, 10), (Row::of(14), false));
        assert_eq!(reduced(15, 14, 10), (Row::of(10), false));
        assert_eq!(reduced(15, 9, 10), (Row::of(15), false));
        assert_eq!(reduced(19, 17, 10), (Row::of(11), false), "1 and 7 more");
        assert_eq!(reduced(5, 14, 10), (None, false));
        assert_eq!(reduced(6, 14, 10), (Some(Row::FleshWound), false));
        assert_eq!(reduced(19, 20, 25), (None, false));
        assert_eq!(reduced(9, 1, -5), (Some(Row::PainfulBlow), true));
    }
}
