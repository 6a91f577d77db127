//! Saving throws (D20-082, D20-083, D20-R20, D20-R39).

use shieldwall_battle::{
    Against, Check, CombatantId, DiceCup, Event, RuleId, Scribe, Writer, event::Rolled,
};
use shieldwall_dice::Face;

use crate::{
    content::stat_block::StatBlock,
    harm::{d20::D20, modifiers::Modifiers},
    terms::rules::{R055, R074, RR20},
};

/// What a flesh wound takes off saving throws (D20-055).
pub const FLESH_WOUND: i32 = -2;

/// A saving throw that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// What for: "throw against death".
    pub purpose: &'static str,
    /// What must be reached.
    pub number: i32,
    /// What is added to the die.
    pub modifiers: Modifiers,
}

impl Save {
    /// A throw of somebody, with a flesh wound or without.
    #[must_use]
    pub fn of(stats: &StatBlock, flesh_wound: bool, purpose: &'static str) -> Self {
        let mut save = Self {
            purpose,
            number: stats.save(),
            modifiers: Modifiers::default(),
        };
        if flesh_wound {
            save.modifiers.add("flesh wound", FLESH_WOUND, R055);
        }
        save
    }

    /// The same against death (D20-R20).
    #[must_use]
    pub fn against_death(stats: &StatBlock, flesh_wound: bool) -> Self {
        let mut save = Self::of(stats, flesh_wound, "throw against death");
        save.modifiers
            .add("toughness", stats.death_save_bonus, RR20);
        save
    }

    /// The same with the skill of somebody who pulls a missile out (D20-074).
    #[must_use]
    pub fn of_surgeon(stats: &StatBlock, flesh_wound: bool, kit: i32, ground: i32) -> Self {
        let mut save = Self::of(stats, flesh_wound, "pulling the missile out");
        save.modifiers.add("skill", stats.extract_mod, R074);
        save.modifiers.add("kit", kit, R074);
        save.modifiers.add("ground", ground, R074);
        save
    }

    /// What is added to the die.
    #[must_use]
    pub fn bonus(&self) -> i32 {
        self.modifiers.total()
    }

    /// Rolls it.
    pub fn throw(
        self,
        who: CombatantId,
        cup: &mut DiceCup,
        scribe: &mut Scribe<'_, '_>,
        rules: &[RuleId],
    ) -> D20 {
        let (throw, face) = D20::roll(cup, self.number - self.bonus());
        self.write(who, throw, face, scribe, rules);
        throw
    }

    /// Writes what was rolled.
    pub fn write(
        self,
        who: CombatantId,
        throw: D20,
        face: Face,
        scribe: &mut Scribe<'_, '_>,
        rules: &[RuleId],
    ) {
        let bonus = self.bonus();
        let chance = D20::chance(self.number - bonus);
        let check = Check {
            skill: "Saving throw".into(),
            rating: chance,
            modifiers: self.modifiers.0,
            chance,
            against: Against::AtLeast {
                number: self.number,
                bonus,
                base: self.number,
                their_modifiers: Vec::new(),
            },
        };
        let rolled = Rolled {
            who,
            purpose: self.purpose.to_owned(),
            dice: vec![face],
            chance: Some(check),
            total: Some(i32::from(face.face) + bonus),
            outcome: Some(throw.outcome()),
        };
        scribe.write(Event::Rolled(rolled), rules);
    }
}
