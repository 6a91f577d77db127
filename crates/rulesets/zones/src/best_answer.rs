//! How the other side answers best: every answer on offer is tried, and the one taken that is best for
//! those who answer.

use shieldwall_battle::{CombatantId, SideId};
use shieldwall_dice::Enumerator;
use shieldwall_grid::ZoneId;

use crate::{
    arms::GripKind,
    attack::{Attack, Reply},
    fates::{Fates, fates_of},
    field::Field,
    grips::shove_cells,
    react::Response,
    save::Save,
};

/// Differences below this are rounding errors, not reasons to prefer an answer.
const NEGLIGIBLE: f64 = 1e-9;

/// One answer with what comes of it.
pub(crate) struct Answered {
    pub(crate) response: Response,
    pub(crate) fates: Fates,
}

impl Field<'_, '_> {
    /// The chance that a non-lethal attack which is not dodged takes effect.
    #[must_use]
    pub fn grip_chance(&self, kind: GripKind, by: CombatantId, on: CombatantId) -> f64 {
        let (attacker, target) = (self.fighter(by), self.fighter(on));
        let works = match attacker.build.size().above(target.build.size()) {
            1.. => 1.0,
            0 => 1.0 - self.save(target.build.0.strength).chance(),
            _ => return 0.0,
        };
        // Whoever takes the blow for another may hold nothing, or stand where it cannot be moved.
        let idle = match kind {
            GripKind::Disarm => !self
                .held(&target)
                .iter()
                .any(|gear| gear.gear.0.attack.is_some()),
            GripKind::Shove => {
                attacker.build.size() == target.build.size() && shove_cells(self, by, on).is_empty()
            }
            GripKind::Grapple => false,
        };
        if idle { 0.0 } else { works }
    }

    /// Every answer that the camp of a target could give as a side knows it, with what comes of it:
    /// those of the target itself, and the guards of all its allies (ZON-R23, ZON-105).
    pub(crate) fn answers(
        &self,
        attack: &Attack,
        place: usize,
        knowing: SideId,
        enumerator: &mut Enumerator,
    ) -> Vec<Answered> {
        let mut responses = self.own_responses(attack, place);
        let side = self.fighter(attack.targets[place].now).side();
        let others = SideId::first(self.board.level.sides.len()).filter(|other| *other != side);
        for ally in std::iter::once(side).chain(others) {
            let guards = self.guards(attack, place, ally);
            responses.extend(guards.into_iter().map(Response::Guard));
        }
        let known = |who: CombatantId| {
            let fighter = self.fighter(who);
            !fighter.is_concealed() || !self.hostile(fighter.side(), knowing)
        };
        responses
            .into_iter()
            .filter(|response| match response {
                Response::Guard(who) | Response::HideBehind(who) => known(*who),
                _ => true,
            })
            .map(|response| Answered {
                fates: self.answered(attack, place, response, enumerator),
                response,
            })
            .collect()
    }

    /// What comes of an attack if one target answers like this, and those who then answer do their
    /// best.
    pub(crate) fn answered(
        &self,
        attack: &Attack,
        place: usize,
        response: Response,
        enumerator: &mut Enumerator,
    ) -> Fates {
        let mut attack = attack.clone();
        match response {
            Response::None => {}
            Response::Dodge => attack.targets[place].reply = Reply::Dodge,
            Response::Counter(counter) => {
                attack.targets[place].reply = Reply::Counter;
                attack.counter = Some(counter);
            }
            Response::Guard(guard) => {
                attack.replace(place, guard);
                attack.targets[place].guarded = true;
                if self.fighter(guard).build.0.guard_counters {
                    return self.best_of(
                        &attack,
                        place,
                        self.guard_replies(&attack, place),
                        enumerator,
                    );
                }
            }
            Response::HideBehind(other) => {
                let hider = attack.targets[place].now;
                let cells = (self.fighter(hider).cell(), self.fighter(other).cell());
                let there = self.shifting([Some((hider, cells.1)), Some((other, cells.0))]);
                attack.replace(place, other);
                // One exchange of places is looked ahead; those behind it defend themselves.
                let replies: Vec<Response> = there
                    .own_responses(&attack, place)
                    .into_iter()
                    .filter(|response| !matches!(response, Response::HideBehind(_)))
                    .collect();
                return there.best_of(&attack, place, replies, enumerator);
            }
        }
        fates_of(self, &attack, enumerator)
    }

    /// The best of some simple answers for the side of the target.
    pub(crate) fn best_of(
        &self,
        attack: &Attack,
        place: usize,
        replies: Vec<Response>,
        enumerator: &mut Enumerator,
    ) -> Fates {
        let side = self.fighter(attack.targets[place].now).side();
        let mut best: Option<(f64, Fates)> = None;
        for reply in replies {
            let mut attack = attack.clone();
            match reply {
                Response::Dodge => attack.targets[place].reply = Reply::Dodge,
                Response::Counter(counter) => {
                    attack.targets[place].reply = Reply::Counter;
                    attack.counter = Some(counter);
                }
                _ => {}
            }
            let fates = fates_of(self, &attack, enumerator);
            let worth = fates.worth(self, side);
            if best
                .as_ref()
                .is_none_or(|(known, _)| worth > known + NEGLIGIBLE)
            {
                best = Some((worth, fates));
            }
        }
        best.map(|(_, fates)| fates).unwrap_or_default()
    }

    /// What comes of an attack on one target that has hit, answered as well as possible; and every
    /// answer.
    pub(crate) fn best_answer(
        &self,
        attack: &Attack,
        place: usize,
        knowing: SideId,
        enumerator: &mut Enumerator,
    ) -> (usize, Vec<Answered>) {
        let side = self.fighter(attack.targets[place].now).side();
        let answers = self.answers(attack, place, knowing, enumerator);
        let mut best = (0, f64::NEG_INFINITY);
        for (number, answer) in answers.iter().enumerate() {
            let worth = answer.fates.worth(self, side);
            if worth > best.1 + NEGLIGIBLE {
                best = (number, worth);
            }
        }
        (best.0, answers)
    }

    /// What comes of an attack with several targets that has hit, each answering for itself as well
    /// as it can, in their order.
    pub(crate) fn group_fates(&self, attack: &Attack, enumerator: &mut Enumerator) -> Fates {
        let mut attack = attack.clone();
        for place in 0..attack.targets.len() {
            let who = attack.targets[place].now;
            let side = self.fighter(who).side();
            let mut best: Option<(f64, Response)> = None;
            for response in self.own_responses(&attack, place) {
                if matches!(response, Response::HideBehind(_) | Response::Guard(_)) {
                    continue;
                }
                let mut alone = attack.clone();
                alone.targets = vec![alone.targets[place].clone()];
                if attack.counter.is_some() {
                    alone.counter = None;
                }
                let fates = self.answered(&alone, 0, response, enumerator);
                let worth = fates.worth(self, side);
                if best.is_none_or(|(known, _)| worth > known + NEGLIGIBLE) {
                    best = Some((worth, response));
                }
            }
            match best {
                Some((_, Response::Dodge)) => attack.targets[place].reply = Reply::Dodge,
                Some((_, Response::Counter(counter))) => {
                    attack.targets[place].reply = Reply::Counter;
                    attack.counter = Some(counter);
                }
                _ => {}
            }
        }
        self.fates_apart(&attack, enumerator)
    }

    /// What comes of the blows of an answered attack with several targets, one after the other: what
    /// becomes of each depends on nobody but itself and whoever counters, and all of them together
    /// have too many outcomes to go through.
    pub(crate) fn fates_apart(&self, attack: &Attack, enumerator: &mut Enumerator) -> Fates {
        let counterer = attack.counter.map(|counter| counter.by);
        let mut sum = Fates::default();
        for target in &attack.targets {
            let mut alone = attack.clone();
            alone
                .targets
                .retain(|other| other.now == target.now || Some(other.now) == counterer);
            let fates = fates_of(self, &alone, enumerator);
            sum.branches += fates.branches;
            sum.lands = sum.lands.max(fates.lands);
            if let Some(fate) = fates.by.get(&target.now) {
                sum.by.insert(target.now, fate.clone());
            }
            let caught = attack
                .targets
                .iter()
                .any(|target| target.now == attack.attacker);
            if Some(target.now) == counterer
                && !caught
                && let Some(fate) = fates.by.get(&attack.attacker)
            {
                sum.by.insert(attack.attacker, fate.clone());
            }
        }
        sum
    }

    /// What comes of a blast, deviation included, and the chance of each zone to be hit.
    pub(crate) fn blast_fates(
        &self,
        attack: &Attack,
        aimed: ZoneId,
        enumerator: &mut Enumerator,
    ) -> (Fates, Vec<(ZoneId, f64)>) {
        let hits = self.save_to_hit(attack).map_or(1.0, Save::chance);
        let mut zones = vec![(aimed, hits)];
        if hits < 1.0 {
            let strays = self.stray_zones(aimed);
            let share = (1.0 - hits) / strays.len().max(1) as f64;
            zones.extend(strays.into_iter().map(|zone| (zone, share)));
        }
        let mut fates = Fates::default();
        for (zone, probability) in &zones {
            let mut there = attack.clone();
            self.take_targets(&mut there, *zone);
            // Whoever is concealed from the attacker's side is not known to be there (ZON-105).
            let side = self.fighter(attack.attacker).side();
            there.targets.retain(|target| {
                let target = self.fighter(target.now);
                !(target.is_concealed() && self.hostile(target.side(), side))
            });
            if !there.targets.is_empty() {
                let group = self.group_fates(&there, enumerator);
                fates.add(&group, *probability);
            }
        }
        (fates, zones)
    }
}
