//! Losing hit points, falling, and coming out of hiding.

use std::mem;

use shieldwall_battle::{
    Check, CombatantId, Concealment, Event, Lying, RuleId, Vitality, Writer, event::Rolled,
    inventory::CarriedBy,
};

use crate::{
    attack::success_level,
    combatant::{
        state::{Posture, Task},
        wounds::{self, Injury},
    },
    context::read::WriteContext,
    items::gear::Readied,
    terms::{
        conditions,
        rules::{R138, R140, R141, R143, R144, R154, RR30, RR35, RR61, RR62, RR63, RR70},
        words,
    },
};

impl WriteContext<'_, '_> {
    /// Takes hit points from somebody, as one injury (PCT-138, PCT-154). What becomes of its state
    /// is told by [`Self::settle`], once all that happens together has happened.
    pub fn lose(
        &mut self,
        who: CombatantId,
        lost: i32,
        cause: &'static str,
        by: Option<CombatantId>,
        rules: &[RuleId],
    ) {
        let Some(injury) = Injury::fresh(lost) else {
            return;
        };
        let mut fighter = self.fighter_mut(who);
        if matches!(*fighter.vitality, Vitality::Dead | Vitality::Left) {
            return;
        }
        let from = fighter.hit_points.current;
        let to = from - lost;
        let max = fighter.hit_points.max;
        fighter.hit_points.current = to;
        fighter.injuries.0.push(injury);
        let after = wounds::after_injury(*fighter.vitality, lost, to);
        *fighter.vitality = after;
        let mut cited = rules.to_vec();
        cited.extend([R138, R154]);
        if to < 0 {
            cited.push(R144);
        }
        self.write(
            Event::HitPoints {
                who,
                from,
                to,
                max,
                cause,
                by,
            },
            &cited,
        );
    }

    /// Tells what has become of somebody who was in the state `before`: the one who falls rolls its
    /// hours, drops what it holds and gives up what it was at (PCT-140, PCT-141, PCT-R62, PCT-R63).
    pub fn settle(&mut self, who: CombatantId, before: Vitality) {
        let now = *self.read().fighter(who).vitality;
        if now == before {
            return;
        }
        // Anyone who falls is found: what follows is for all to see.
        self.reveal(who);
        let rules: &[RuleId] = match now {
            Vitality::Dying => &[R143, RR62],
            _ => &[R140, RR61],
        };
        self.write(
            Event::Vitality {
                who,
                from: before,
                to: now,
            },
            rules,
        );
        if before == Vitality::Active {
            self.fall(who);
        }
    }

    fn fall(&mut self, who: CombatantId) {
        let roll = wounds::roll_hours(&mut *self.dice);
        let hours = u32::try_from(roll.total).unwrap_or(0);
        self.sum(who, "hours of unconsciousness", &roll, &[R141, RR70]);
        let round = self.flow.round;
        let mut fighter = self.fighter_mut(who);
        fighter.sleep_timer.until = Some(round + wounds::rounds_asleep(hours));
        let before = mem::replace(&mut *fighter.posture, Posture::Standing);
        let task = fighter.turn.task.take();
        let cell = fighter.position.0;
        if before.kneels() {
            self.write_stance(who, before, Posture::Standing);
        }
        if let Some(task) = task {
            self.write_task(who, task, false);
        }
        let held: Vec<_> = {
            let read = self.read();
            let fighter = read.fighter(who);
            read.held(&fighter)
                .iter()
                .map(|gear| (gear.entity, *gear.id, gear.kind.0.name.clone()))
                .collect()
        };
        for (entity, item, name) in held {
            self.commands
                .entity(entity)
                .remove::<(Readied, CarriedBy)>()
                .insert(Lying(cell));
            self.write(
                Event::ItemMoved {
                    item,
                    name,
                    who: Some(who),
                    how: words::DROPPED,
                    cell: Some(cell),
                },
                &[RR63],
            );
        }
    }

    /// Lets everybody see somebody who strikes from hiding; it counts as hidden until the step ends
    /// (PCT-R15, PCT-R30).
    pub fn expose(&mut self, who: CombatantId) {
        let mut fighter = self.fighter_mut(who);
        if !fighter.concealment.is_unseen() {
            return;
        }
        *fighter.concealment = Concealment::Exposed;
        let (cell, hit_points) = (fighter.position.0, fighter.hit_points.current);
        self.write(
            Event::Revealed {
                who,
                cell,
                hit_points,
            },
            &[RR30],
        );
    }

    /// Lets everybody see a hidden combatant, which is hidden no longer (PCT-R30).
    pub fn reveal(&mut self, who: CombatantId) {
        self.expose(who);
        let mut fighter = self.fighter_mut(who);
        if !fighter.concealment.is_hidden() {
            return;
        }
        *fighter.concealment = Concealment::Open;
        self.condition(who, conditions::HIDDEN, false, &[RR30]);
    }

    /// Writes that a combatant kneels or stands, and its facing. One that kneels already only turns.
    pub fn write_stance(&mut self, who: CombatantId, before: Posture, posture: Posture) {
        let facing = match posture {
            Posture::Kneeling(facing) => Some(facing),
            _ => None,
        };
        let stance = if posture.kneels() {
            conditions::KNEELING
        } else {
            conditions::STANDING
        };
        if before.kneels() != posture.kneels() {
            self.write(Event::Stance { who, stance }, &[RR35]);
        }
        // Only who kneels behind a shield has a front.
        self.write(Event::Faced { who, facing }, &[RR35]);
    }

    /// Writes that a full-round task begins or ends.
    pub fn write_task(&mut self, who: CombatantId, task: Task, on: bool) {
        let condition = match task {
            Task::Reload(_) => conditions::RELOADING,
            Task::FirstAid => conditions::HELPING,
        };
        self.write(
            Event::Condition { who, condition, on },
            &[crate::terms::rules::RR10],
        );
    }

    /// Writes a D100 that was rolled against a chance.
    pub fn write_roll(
        &mut self,
        who: CombatantId,
        purpose: String,
        rolled: success_level::Rolled,
        chance: &Check,
        rules: &[RuleId],
    ) {
        self.write(
            Event::Rolled(Rolled {
                who,
                purpose,
                dice: vec![d100(rolled.face)],
                chance: Some(chance.clone()),
                total: None,
                outcome: Some(rolled.level.word()),
            }),
            rules,
        );
    }

    /// Rolls a skill under the armour worn, and writes it.
    pub fn roll_skill(&mut self, who: CombatantId, skill: &'static str, rules: &[RuleId]) -> bool {
        let chance = {
            let read = self.read();
            read.fighter(who).build.skill_chance(read.rules, skill, [])
        };
        let rolled = success_level::roll(chance.chance, &mut *self.dice);
        self.write_roll(who, skill.to_owned(), rolled, &chance, rules);
        rolled.level.succeeds()
    }
}

/// The face of a D100.
#[must_use]
pub const fn d100(face: u16) -> shieldwall_dice::Face {
    shieldwall_dice::Face { sides: 100, face }
}
