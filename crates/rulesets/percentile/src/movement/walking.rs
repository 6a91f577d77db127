//! Walking a path: doors, obstacles, falls, hidden enemies, exits (PCT-R08, PCT-R30, PCT-R77).

use std::mem;

use shieldwall_battle::{CombatantId, Event, RuleId, Vitality, Writer, goals};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::{Cell, Door, DoorUse, Metres};

use crate::{
    combatant::state::Posture,
    context::read::WriteContext,
    movement::{blockers::Blockers, ground::flames},
    terms::{
        rules::{R101, R138, RR08, RR09, RR30, RR72, RR77},
        words,
    },
};

/// A walk in progress.
struct Walk {
    who: CombatantId,
    /// Cells since the last entry in the journal, the first included.
    stretch: Vec<Cell>,
    stretch_cost: Metres,
    spent: Metres,
    /// The last cell in which it may stop.
    foothold: Cell,
    /// Obstacles that were overcome in this move: one roll a kind (PCT-R77).
    overcome: Vec<crate::movement::ground::Hurdle>,
}

impl WriteContext<'_, '_> {
    /// Moves somebody along a path, which has been checked, as far as it gets. `dropping` says that
    /// the last step is a drop made on purpose.
    pub fn walk(&mut self, who: CombatantId, path: &[Cell], dropping: bool) {
        let (start, blockers, engaging) = {
            let read = self.read();
            let fighter = read.fighter(who);
            let start = fighter.cell();
            let engaging = read.engaging(fighter.side(), start);
            (start, read.blockers(&fighter), engaging)
        };
        self.stand_up(who);
        self.journal.open_group();
        let mut walk = Walk {
            who,
            stretch: vec![start],
            stretch_cost: Metres::ZERO,
            spent: Metres::ZERO,
            foothold: start,
            overcome: Vec::new(),
        };
        let mut stopped = None;
        let mut noticed = None;
        for (index, &next) in path.iter().enumerate() {
            let drops = dropping && index + 1 == path.len();
            match self.step(&mut walk, &blockers, next, drops) {
                Ok(()) => {}
                Err(Stop::Because(reason)) => stopped = Some(reason),
                Err(Stop::Noticed(enemy)) => {
                    stopped = Some("an enemy was hiding there");
                    noticed = Some(enemy);
                }
            }
            if stopped.is_some() {
                break;
            }
        }
        self.arrive(walk, stopped);
        self.journal.close_group();
        if let Some(enemy) = noticed {
            self.reveal(enemy);
        }
        self.break_off(who, &engaging);
        self.leave_by_exit(who);
    }

    fn step(
        &mut self,
        walk: &mut Walk,
        blockers: &Blockers,
        next: Cell,
        drops: bool,
    ) -> Result<(), Stop> {
        let who = walk.who;
        let here = *walk.stretch.last().unwrap_or(&walk.foothold);
        let (step, cost, hurdle, height) = {
            let read = self.read();
            let step = read
                .board
                .map
                .grid()
                .direction_between(here, next)
                .and_then(|way| read.board.map.step_with(here, way, DoorUse::Open))
                .ok_or(Stop::Because("there is no way through"))?;
            let cost = read.step_cost(here, &step);
            let height = read.drop_height(here, next).filter(|_| drops);
            (step, cost, read.hurdle(here, next), height)
        };
        if blockers.lurks(next) {
            let read = self.read();
            let enemy = read
                .all()
                .find(|other| other.is_active() && other.is_hidden() && other.cell() == next)
                .map(|other| *other.id);
            return Err(enemy.map_or(Stop::Because("the cell is taken"), Stop::Noticed));
        }
        if let Some(hurdle) = hurdle.filter(|hurdle| !drops && !walk.overcome.contains(hurdle)) {
            self.flush(walk, None);
            if !self.roll_skill(who, hurdle.skill(), &[RR77]) {
                return Err(Stop::Because(match hurdle {
                    crate::movement::ground::Hurdle::Swim => "fails to swim",
                    crate::movement::ground::Hurdle::Climb => "fails to climb",
                    crate::movement::ground::Hurdle::Jump => "fails to jump",
                }));
            }
            walk.overcome.push(hurdle);
        }
        if let (true, Some(side)) = (step.opens_door, step.side) {
            self.flush(walk, None);
            self.board.map_mut().set_door(here, side, Door::Open);
            // Everyone hears and sees a door, but not who is hidden behind it.
            let unseen = self.read().fighter(who).is_unseen();
            self.write(
                Event::Door {
                    who: (!unseen).then_some(who),
                    cell: here,
                    side,
                    open: true,
                },
                &[RR09, RR77],
            );
        }
        walk.stretch.push(next);
        walk.stretch_cost += cost;
        walk.spent += cost;
        let leaves_hazard = flames(&self.board, here).is_some();
        let burns = flames(&self.board, next).is_some();
        let gap =
            self.board.terrain(next).obstacle == Some(shieldwall_content::terrain::Obstacle::Jump);
        if !blockers.friend(next) && !gap {
            walk.foothold = next;
        }
        let mut fighter = self.fighter_mut(who);
        fighter.position.0 = next;
        // Anyone who stood in it when it set out has stood in it this round.
        if leaves_hazard {
            fighter.turn.passed.push(here);
        }
        if burns {
            fighter.turn.passed.push(next);
        }
        if let Some(height) = height {
            self.flush(walk, None);
            self.tumble(who, height);
        }
        Ok(())
    }

    /// Ends a walk: nobody stays in a cell where it may not stop.
    fn arrive(&mut self, mut walk: Walk, stopped: Option<&'static str>) {
        let here = *walk.stretch.last().unwrap_or(&walk.foothold);
        if here != walk.foothold {
            let home = walk.foothold;
            let known = walk.stretch.iter().rposition(|&cell| cell == home);
            match known {
                Some(at) => walk.stretch.truncate(at + 1),
                None => walk.stretch.push(home),
            }
            self.fighter_mut(walk.who).position.0 = home;
        }
        if stopped.is_some() || walk.stretch.len() > 1 {
            self.flush(&mut walk, stopped);
        }
        self.fighter_mut(walk.who).turn.moved += walk.spent;
    }

    /// Writes the stretch walked since the last entry.
    fn flush(&mut self, walk: &mut Walk, stopped: Option<&'static str>) {
        if walk.stretch.len() < 2 && stopped.is_none() {
            return;
        }
        let here = walk.stretch.last().copied();
        let path = std::mem::take(&mut walk.stretch);
        let cost = std::mem::take(&mut walk.stretch_cost);
        walk.stretch.extend(here);
        let who = walk.who;
        let rules: &[RuleId] = if stopped.is_some() {
            &[RR08, RR77]
        } else {
            &[RR08]
        };
        self.write(
            Event::Moved {
                who,
                path,
                cost: cost.into(),
                stopped,
            },
            rules,
        );
    }

    /// A fall of some height: 1D6 per started 3 m, armour subtracted, at once (PCT-R77).
    fn tumble(&mut self, who: CombatantId, height: Metres) {
        let count = (height.milli() + 2999) / 3000;
        let dice = DiceExpr::dice(u16::try_from(count).unwrap_or(1), 6);
        let roll = shieldwall_dice::Dice::sum(&mut *self.dice, &dice);
        self.sum(who, format!("a fall of {height}"), &roll, &[RR77]);
        let (armour, before) = {
            let read = self.read();
            let fighter = read.fighter(who);
            (fighter.build.armour, *fighter.vitality)
        };
        let lost = (roll.total - armour).max(0);
        self.write(
            Event::Damage {
                target: who,
                fixed: 0,
                rolled: roll.total,
                armour,
                lost,
            },
            &[RR77, R101],
        );
        self.lose(who, lost, words::FALL, None, &[RR77, R138]);
        self.settle(who, before);
    }

    /// Anyone who began in contact with enemies and ends in contact with none of these has broken off
    /// (PCT-R08).
    fn break_off(&mut self, who: CombatantId, engaging: &[Cell]) {
        let broke_off = {
            let read = self.read();
            let cell = read.fighter(who).cell();
            read.breaks_off(engaging, cell)
        };
        if broke_off {
            self.fighter_mut(who).turn.broke_off = true;
            self.write(
                Event::Note {
                    who,
                    text: "breaks off from the enemy".to_owned(),
                    unforeseen: false,
                },
                &[RR08],
            );
        }
    }

    /// Anyone who ends its move on an exit of its side has left (PCT-R72).
    fn leave_by_exit(&mut self, who: CombatantId) {
        let leaves = {
            let read = self.read();
            let fighter = read.fighter(who);
            fighter.is_active()
                && goals::exits(&read.board.level, fighter.side()).contains(&fighter.cell())
        };
        if leaves {
            self.reveal(who);
            *self.fighter_mut(who).vitality = Vitality::Left;
            self.write(
                Event::Vitality {
                    who,
                    from: Vitality::Active,
                    to: Vitality::Left,
                },
                &[RR72],
            );
        }
    }

    /// Stands up, which is free at the start of a move (PCT-R35).
    pub fn stand_up(&mut self, who: CombatantId) {
        let mut fighter = self.fighter_mut(who);
        let before = mem::replace(&mut *fighter.posture, Posture::Standing);
        if before.kneels() {
            self.write_stance(who, before, Posture::Standing);
        }
    }

    /// Who is noticed when somebody has ended its move: itself, if it is hidden and fails at
    /// Stealth before watching enemies, and hidden enemies that it stands next to (PCT-R30).
    pub fn notice(&mut self, who: CombatantId) {
        let (cell, side, hidden, active, moved) = {
            let read = self.read();
            let fighter = read.fighter(who);
            (
                fighter.cell(),
                fighter.side(),
                fighter.is_hidden(),
                fighter.is_active(),
                fighter.turn.moved > Metres::ZERO,
            )
        };
        if !active || !moved {
            return;
        }
        if hidden && self.read().is_watched(side, cell) && !self.roll_skill(who, "Stealth", &[RR30])
        {
            self.reveal(who);
        }
        let found: Vec<CombatantId> = {
            let read = self.read();
            read.all()
                .filter(|other| {
                    read.is_enemy(side, other)
                        && other.is_hidden()
                        && other.is_active()
                        && read.in_contact(cell, other.cell())
                })
                .map(|other| *other.id)
                .collect()
        };
        for enemy in found {
            self.reveal(enemy);
        }
    }
}

/// Why a step was not made.
enum Stop {
    /// In plain words.
    Because(&'static str),
    /// A hidden enemy stood there.
    Noticed(CombatantId),
}
