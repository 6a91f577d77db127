//! What may become of somebody by blow after blow, with the chances: for what is reckoned instead of played.

use std::collections::BTreeMap;

use shieldwall_battle::forecast::CombatantOutcome;

use crate::{
    attack::{
        blow::{Blow, Harm, falls},
        brawl,
    },
    figure::battlefield::Figure,
    harm::{
        d20::D20,
        death::{DEAD, Fate, fate},
        saving::Save,
    },
    terms::changes::{REELS, STUNS, WEAKENS},
};

/// Somebody as it may come to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that happened or did not"
)]
pub(super) struct State {
    pub(super) lost: i32,
    /// CON lost (D20-036).
    pub(super) con: i32,
    /// Damage that only wears it down.
    pub(super) worn: i32,
    stunned: bool,
    weakened: bool,
    pub(super) down: bool,
    pub(super) dead: bool,
    /// Whether somebody has hurt its fist on its plate.
    hurt_others: bool,
}

/// What may become of somebody, with the chances. Harm is added blow by blow.
pub(crate) struct Course {
    points: i32,
    /// CON that is left.
    con: i32,
    /// What wears it down already.
    worn: i32,
    /// What it must roll against death.
    save: i32,
    before: State,
    /// Whether it is out of the fight already.
    was_out: bool,
    pub(super) states: BTreeMap<State, f64>,
}

impl Course {
    pub(crate) fn of(who: &Figure<'_, '_>) -> Self {
        let save = Save::against_death(who.stats(), who.wounds.flesh.0);
        // Damage wakes a sleeper, and nobody else who is helpless (D20-R40).
        let before = State {
            down: who.is_helpless() && !who.sleeps(),
            stunned: who.wounds.stunned.0 > 0,
            weakened: who.weakened.0,
            ..State::default()
        };
        Self {
            points: who.points.current,
            con: who.constitution(),
            worn: who.wounds.subdual.0,
            save: save.number - save.bonus(),
            before,
            was_out: !who.is_able(),
            states: BTreeMap::from([(before, 1.0)]),
        }
    }

    /// A blow, while it is on its feet; the chance that it hurts the striker instead.
    pub(super) fn suffer(&mut self, blow: &Blow) -> f64 {
        let mut recoils = 0.0;
        let mut after: BTreeMap<State, f64> = BTreeMap::new();
        let mut add = |state: State, part: f64| {
            if part > 0.0 {
                *after.entry(state).or_default() += part;
            }
        };
        for (&state, &part) in &self.states {
            if state.down && !self.before.down {
                add(state, part);
                continue;
            }
            let falls = if state.stunned && !self.before.stunned {
                blow.against_stunned
            } else {
                blow.falls
            };
            for (fell, chance) in falls {
                if !fell.succeeds() {
                    add(state, part * chance);
                    continue;
                }
                if blow.on_plate && fell == D20::Success {
                    let hurt_others = true;
                    add(
                        State {
                            hurt_others,
                            ..state
                        },
                        part * chance,
                    );
                    recoils += part * chance;
                    continue;
                }
                for &(harm, of_damage) in &blow.damage {
                    let struck = self.struck(state, blow, fell, harm);
                    for (state, of_fate) in self.fates(struck, harm.points + harm.worn) {
                        add(state, part * chance * of_damage * of_fate);
                    }
                }
            }
        }
        self.states = after;
        recoils
    }

    /// Damage without a blow, with the chances: of a spell.
    pub(crate) fn lose(&mut self, losses: &[(i32, f64)]) {
        let mut after: BTreeMap<State, f64> = BTreeMap::new();
        for (&state, &part) in &self.states {
            for &(lost, chance) in losses {
                let struck = State {
                    lost: state.lost + lost,
                    ..state
                };
                for (state, of_fate) in self.fates(struck, lost) {
                    *after.entry(state).or_default() += part * chance * of_fate;
                }
            }
        }
        self.states = after;
    }

    /// Somebody that a blow has hit, before its throw against death: a brawl may stun it, and knocks out the stunned
    /// (D20-163, D20-164).
    fn struck(&self, state: State, blow: &Blow, fell: D20, harm: Harm) -> State {
        let lost = harm.points;
        let mut struck = State {
            lost: state.lost + lost,
            con: state.con + harm.con,
            worn: state.worn + harm.worn,
            ..state
        };
        // By accident (D20-146).
        if blow.subdues && self.points > state.lost && self.points <= struck.lost {
            struck.down = true;
            struck.dead = true;
        }
        if harm.con > 0 && struck.con >= self.con {
            struck.down = true;
            struck.dead = true;
        }
        if blow.brawls && lost > 0 {
            let left = self.points - state.lost;
            if state.stunned {
                struck.down = true;
            } else if brawl::stuns(lost, left, fell == D20::Twenty) {
                struck.stunned = true;
            }
        }
        struck
    }

    /// What becomes of somebody that damage was done to by its throw against death, if it needs one.
    fn fates(&self, struck: State, lost: i32) -> Vec<(State, f64)> {
        let points = self.points - struck.lost;
        // Beaten down (D20-145).
        if points > 0 && points <= self.worn + struck.worn {
            let down = true;
            return vec![(State { down, ..struck }, 1.0)];
        }
        if points > 0 || lost == 0 || struck.dead {
            return vec![(struck, 1.0)];
        }
        let dead = State {
            down: true,
            dead: true,
            ..struck
        };
        if points <= DEAD {
            return vec![(dead, 1.0)];
        }
        let after = |throw| match fate(points, throw).0 {
            Fate::Weakened => State {
                weakened: struck.weakened || !struck.down,
                ..struck
            },
            Fate::Unshaken => struck,
            Fate::Unconscious => State {
                down: true,
                ..struck
            },
            Fate::Dead => dead,
        };
        falls(self.save)
            .map(|(throw, chance)| (after(throw), chance))
            .to_vec()
    }

    /// The chance that it loses hit points or CON, or falls.
    pub(super) fn harmed(&self) -> f64 {
        let harmed = |state: &State| {
            state.lost > 0 || state.con > 0 || state.down && !self.before.down || state.dead
        };
        let states = self.states.iter().filter(|(state, _)| harmed(state));
        states.map(|(_, part)| part).sum()
    }

    /// The chance that it is not able any more, though it was.
    pub(super) fn falls(&self) -> f64 {
        let down = |state: &State| !self.was_out && (state.down || state.dead);
        let states = self.states.iter().filter(|(state, _)| down(state));
        states.map(|(_, part)| part).sum()
    }

    /// The chance that it comes to no harm.
    pub(super) fn unharmed(&self) -> f64 {
        self.states.get(&self.before).copied().unwrap_or(0.0)
    }

    /// What becomes of it.
    pub(crate) fn outcome(&self, weight: f64) -> CombatantOutcome {
        let mut outcome = CombatantOutcome::default();
        for (state, part) in &self.states {
            let defeated = state.down && !self.was_out;
            outcome.count(state.lost, [defeated, state.dead], part * weight);
            for (now, before, change) in [
                (state.weakened, self.before.weakened, REELS),
                (state.stunned, self.before.stunned, STUNS),
                (state.con > 0, false, WEAKENS),
            ] {
                if now && !before {
                    *outcome.changes.entry(change).or_default() += part * weight;
                }
            }
        }
        outcome
    }
}
