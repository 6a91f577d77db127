//! Exact odds of attacks and answers, from the code that plays them.
//!
//! An attack is foretold as it comes out if the other side answers as well as it can: every answer on
//! offer is tried, its exchange enumerated, and the one taken that is best for those who answer.

use std::collections::BTreeMap;

use shieldwall_battle::{
    ChanceBreakdown, Choice, CombatantId, Decision, Forecast, Outcome, Prospect, SideId, Stake,
    Target, forecast::Alternative,
};
use shieldwall_content::zones::{PowerEffect, Remedy};
use shieldwall_dice::{Distribution, Enumerator};
use shieldwall_grid::{Cell, ZoneId};

use crate::{
    aiming::Motion,
    arms::{Aim, Arm, GripKind},
    attack::{Attack, Reply},
    attack_offers::{Occasion, target_of},
    exchange::{Body, First, State, Wound},
    field::Field,
    grips::shove_cells,
    react::Response,
    save::{self, Save},
    stunts::Bargain,
    verbs,
};

/// What a felled combatant weighs against a lost share of health.
const FELLED: f64 = 0.6;
/// What a dead one weighs besides.
const KILLED: f64 = 0.2;
/// What being grabbed, disarmed or shoved weighs.
const GRIPPED: f64 = 0.25;
/// Differences below this are rounding errors, not reasons to prefer an answer.
const NEGLIGIBLE: f64 = 1e-9;

/// What becomes of somebody, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fate {
    /// Health lost with its probability; what is missing to 1 is no loss.
    losses: BTreeMap<i32, f64>,
    /// Probability to drop out of the fight.
    pub fells: f64,
    /// Probability to die.
    pub kills: f64,
    /// What else, with its probability.
    pub changes: BTreeMap<&'static str, f64>,
}

impl Fate {
    /// Expected health lost.
    #[must_use]
    pub fn expected_loss(&self) -> f64 {
        self.losses
            .iter()
            .map(|(loss, probability)| f64::from(*loss) * probability)
            .sum()
    }

    fn add(&mut self, other: &Self, weight: f64) {
        for (loss, probability) in &other.losses {
            *self.losses.entry(*loss).or_default() += weight * probability;
        }
        self.fells += weight * other.fells;
        self.kills += weight * other.kills;
        for (change, probability) in &other.changes {
            *self.changes.entry(change).or_default() += weight * probability;
        }
    }

    /// Counts a loss with its probability.
    fn befalls(&mut self, lost: i32, state: State, probability: f64, stood: bool) {
        *self.losses.entry(lost).or_default() += probability;
        if state != State::Standing && stood {
            self.fells += probability;
        }
        if state == State::Dead {
            self.kills += probability;
        }
    }

    fn distribution(&self) -> Distribution {
        let sum: f64 = self
            .losses
            .iter()
            .filter(|(loss, _)| **loss > 0)
            .map(|(_, probability)| probability)
            .sum();
        let mut outcomes: Vec<(i32, f64)> = self
            .losses
            .iter()
            .filter(|(loss, probability)| **loss > 0 && **probability > 0.0)
            .map(|(loss, probability)| (*loss, *probability))
            .collect();
        let nothing = (1.0 - sum).max(0.0);
        if nothing > 1e-12 || outcomes.is_empty() {
            outcomes.insert(0, (0, nothing));
        }
        Distribution::of_outcomes(outcomes)
    }

    fn changes(&self) -> Vec<(&'static str, f64)> {
        let likely = |(change, probability): (&&'static str, &f64)| {
            (*probability > 0.0).then_some((*change, *probability))
        };
        self.changes.iter().filter_map(likely).collect()
    }

    /// How bad it is, from 0.
    fn harm(&self, max: i32) -> f64 {
        let gripped: f64 = self.changes.values().sum();
        self.expected_loss() / f64::from(max.max(1)) * (1.0 - FELLED)
            + FELLED * self.fells
            + KILLED * self.kills
            + GRIPPED * gripped
    }
}

/// What becomes of everybody.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fates {
    by: BTreeMap<CombatantId, Fate>,
    /// Branches that were enumerated.
    pub branches: usize,
    /// Probability that the attack lands on somebody.
    pub lands: f64,
}

impl Fates {
    fn add(&mut self, other: &Self, weight: f64) {
        for (who, fate) in &other.by {
            self.by.entry(*who).or_default().add(fate, weight);
        }
        self.branches += other.branches;
        self.lands += weight * other.lands;
    }

    /// Of one combatant.
    #[must_use]
    pub fn of(&self, who: CombatantId) -> Option<&Fate> {
        self.by.get(&who)
    }

    /// How good it is for the camp of a side: harm of its enemies less its own.
    fn worth(&self, field: &Field<'_, '_>, side: SideId) -> f64 {
        self.by
            .iter()
            .map(|(who, fate)| {
                let fighter = field.fighter(*who);
                let harm = fate.harm(fighter.health.max);
                if field.hostile(fighter.side(), side) {
                    harm
                } else {
                    -harm
                }
            })
            .sum()
    }
}

/// One answer with what comes of it.
struct Answered {
    response: Response,
    fates: Fates,
}

/// What comes of the blows of an attack as it has been answered; its save to hit is past.
fn fates_of(field: &Field<'_, '_>, attack: &Attack, enumerator: &mut Enumerator) -> Fates {
    let exchange = field.exchange(attack);
    let mut fates = Fates::default();
    let names: Vec<CombatantId> = attack.targets.iter().map(|target| target.now).collect();
    let death = matches!(attack.aim, Aim::Kill(_));
    let mut stands = [0.0, 0.0];
    let mut undodged = vec![0.0; names.len()];
    enumerator.for_each(
        |dice| exchange.resolve(dice),
        |upshot, probability| {
            let mut landed = false;
            // Whoever is caught in its own blast and struck besides suffers one after the other.
            let own = names.iter().position(|who| *who == attack.attacker);
            let twice = own.and_then(|place| {
                let body = exchange.strikes[place].body;
                let (wound, riposte) = (upshot.wounds[place]?, upshot.riposte_wound?);
                let order = match upshot.first {
                    Some(First::Attacker) => [riposte, wound],
                    _ => [wound, riposte],
                };
                Some((body, both(body, order.map(|wound| wound.suffered))))
            });
            if let Some((body, wound)) = twice {
                let victim = (body, wound);
                hurt(&mut fates, attack.attacker, victim, probability);
            }
            for (place, who) in names.iter().enumerate() {
                let dodged = upshot.dodges[place].is_some_and(|dodge| dodge.passed);
                if !dodged {
                    undodged[place] += probability;
                }
                if let Some(wound) = upshot.wounds[place] {
                    landed |= wound.suffered > 0;
                    if twice.is_some() && Some(place) == own {
                        continue;
                    }
                    hurt(
                        &mut fates,
                        *who,
                        (exchange.strikes[place].body, wound),
                        probability,
                    );
                }
            }
            if landed {
                fates.lands += probability;
            }
            let attacker_stands = upshot
                .riposte_wound
                .is_none_or(|wound| wound.state == State::Standing);
            let counterer_stands = exchange
                .counterer()
                .and_then(|place| upshot.wounds[place])
                .is_none_or(|wound| wound.state == State::Standing);
            let riposte_hits = upshot.riposte_save.is_none_or(|save| save.passed);
            stands[0] += if attacker_stands { probability } else { 0.0 };
            stands[1] += if counterer_stands && riposte_hits {
                probability
            } else {
                0.0
            };
            if let Some(wound) = upshot.riposte_wound.filter(|_| twice.is_none()) {
                let victim = (exchange.attacker, wound);
                hurt(&mut fates, attack.attacker, victim, probability);
            }
        },
    );
    fates.branches = enumerator.branches();
    if death
        && let Some(target) = attack.targets.first()
        && target.now == target.aimed_at
    {
        let fate = fates.by.entry(target.now).or_default();
        fate.kills = 1.0;
        fates.lands = 1.0;
    }
    grips(field, attack, (&undodged, stands), &mut fates);
    fates
}

/// What becomes of a body that suffers two blows.
fn both(body: Body, [first, second]: [i32; 2]) -> Wound {
    let before = body.suffer(first);
    let then = Body {
        health: before.health,
        down: body.down || before.state != State::Standing,
        ..body
    };
    let after = then.suffer(second);
    Wound {
        state: if before.state == State::Dead {
            State::Dead
        } else {
            after.state
        },
        ..after
    }
}

fn hurt(fates: &mut Fates, who: CombatantId, (body, wound): (Body, Wound), probability: f64) {
    let fate = fates.by.entry(who).or_default();
    // What is lost is never more than what was there.
    let lost = body.health - wound.health;
    fate.befalls(lost, wound.state, probability, !body.down);
}

/// The non-lethal effects of an attack and its counter.
fn grips(
    field: &Field<'_, '_>,
    attack: &Attack,
    (undodged, stands): (&[f64], [f64; 2]),
    fates: &mut Fates,
) {
    let mut taken = 0.0;
    if let Aim::Grip(kind) = attack.aim
        && let Some(target) = attack.targets.first()
    {
        let works = field.grip_chance(kind, attack.attacker, target.now);
        let reached = if attack.counter.is_some() {
            stands[0]
        } else {
            undodged.first().copied().unwrap_or(1.0)
        };
        taken = works * reached;
        let fate = fates.by.entry(target.now).or_default();
        *fate.changes.entry(word_of(kind)).or_default() += taken;
        if kind == GripKind::Shove {
            for (lost, state, probability) in field.shove_harm(attack.attacker, target.now) {
                fate.befalls(
                    lost,
                    state,
                    taken * probability,
                    !field.fighter(target.now).is_down(),
                );
            }
        }
        fates.lands = taken;
    }
    if let Some(counter) = attack.counter
        && let Aim::Grip(kind) = counter.aim
    {
        let works = field.grip_chance(kind, counter.by, attack.attacker);
        // A grapple or a shove that works takes the counter away (ZON-R48).
        let lost = match attack.aim {
            Aim::Grip(GripKind::Grapple) => taken,
            Aim::Grip(GripKind::Shove) => taken * field.shove_parts(attack.attacker, counter.by),
            _ => 0.0,
        };
        let works = works * stands[1] * (1.0 - lost);
        let fate = fates.by.entry(attack.attacker).or_default();
        *fate.changes.entry(word_of(kind)).or_default() += works;
        if kind == GripKind::Shove {
            for (lost, state, probability) in field.shove_harm(counter.by, attack.attacker) {
                fate.befalls(lost, state, works * probability, true);
            }
        }
    }
}

const fn word_of(kind: GripKind) -> &'static str {
    match kind {
        GripKind::Disarm => "disarmed",
        GripKind::Shove => "shoved",
        GripKind::Grapple => "grabbed",
    }
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
    fn answers(
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
    fn answered(
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
    fn best_of(
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
    fn best_answer(
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
    fn group_fates(&self, attack: &Attack, enumerator: &mut Enumerator) -> Fates {
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
    fn fates_apart(&self, attack: &Attack, enumerator: &mut Enumerator) -> Fates {
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
    fn blast_fates(
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

/// What a choice may lead to; see [`shieldwall_battle::Ruleset::forecast`].
#[must_use]
pub fn forecast(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Option<Forecast> {
    let mut enumerator = Enumerator::new();
    match decision.kind {
        verbs::REACTION_DECISION | verbs::GUARDING_DECISION => {
            forecast_answer(field, choice, &mut enumerator)
        }
        verbs::STUNT_ANSWER_DECISION => forecast_bargain(field, choice, &mut enumerator),
        verbs::SHARING_DECISION if choice.verb == verbs::STRIKE => {
            let sharing = field.plan.sharing.as_ref()?;
            let attacker = field.fighter(sharing.attacker);
            let attack = field.shared_attack(&attacker, sharing.arm, &sharing.shares)?;
            Some(forecast_attack(field, &attack, &mut enumerator))
        }
        _ => {
            let fighter = field.fighter(decision.actor?);
            let occasion = match decision.kind {
                verbs::OPPORTUNITY_DECISION => Occasion::Opportunity(decision.against?),
                _ => Occasion::Turn,
            };
            if let Some(attack) = field.attack_of(&fighter, choice, occasion) {
                return Some(forecast_attack(field, &attack, &mut enumerator));
            }
            forecast_save(field, decision.actor?, choice)
        }
    }
}

/// Deeds that one save decides, and remedies.
fn forecast_save(field: &Field<'_, '_>, actor: CombatantId, choice: &Choice) -> Option<Forecast> {
    let fighter = field.fighter(actor);
    let target = target_of(choice);
    let (headline, save, name, of_target) = match choice.verb {
        verbs::BREAK_FREE => {
            let save = field.save(fighter.build.0.strength);
            ("break free".to_owned(), save, save::STR, false)
        }
        verbs::FREE_ALLY => {
            let ally = field.fighter(target?);
            let save = field.save(fighter.build.0.strength);
            (format!("free {}", ally.name()), save, save::STR, false)
        }
        verbs::DISTRACT | verbs::INTIMIDATE | verbs::TAUNT => {
            let enemy = field.fighter(target?);
            let save = field.save(enemy.build.0.wit);
            (
                format!("{} {}", choice.verb, enemy.name()),
                save,
                save::WIT,
                true,
            )
        }
        verbs::USE | verbs::INVOKE => return forecast_remedy(field, choice, target?),
        verbs::PUSH => return forecast_push(field, choice),
        verbs::OPERATE => return forecast_device(field, fighter.side(), choice),
        _ => return None,
    };
    let passes = save.chance();
    let works = if of_target { 1.0 - passes } else { passes };
    let outcomes = [("it works", works), ("it fails", 1.0 - works)];
    Some(Forecast {
        headline,
        chances: vec![save.breakdown(name)],
        outcomes: outcomes
            .into_iter()
            .filter(|(_, probability)| *probability > 0.0)
            .map(|(label, probability)| Outcome { label, probability })
            .collect(),
        subject: of_target.then_some(target).flatten(),
        changes: match choice.verb {
            verbs::DISTRACT => vec![("distracted", works)],
            verbs::INTIMIDATE => vec![("intimidated", works)],
            verbs::TAUNT => vec![("taunted", works)],
            _ => vec![("free", works)],
        },
        branches: 2,
        ..Forecast::default()
    })
}

fn forecast_remedy(
    field: &Field<'_, '_>,
    choice: &Choice,
    patient: CombatantId,
) -> Option<Forecast> {
    let gear = field.gear(choice.item?)?;
    let fighter = field.fighter(patient);
    let dice = match (&gear.gear.0.remedy, &gear.gear.0.power) {
        (Some(Remedy::Medicine(dice)), _) => Some(dice),
        (_, Some(power)) => match &power.effect {
            PowerEffect::Mend { health, .. } => Some(health),
            PowerEffect::Veil | PowerEffect::Attack(_) => None,
        },
        _ => None,
    };
    let room = fighter.health.max - fighter.health.current;
    let wakes = gear.gear.0.remedy.is_some() && fighter.is_down() && !fighter.mind.knocked_out;
    let mut changes = Vec::new();
    if wakes {
        changes.push(("back in the fight", 1.0));
    }
    Some(Forecast {
        headline: format!("{} for {}", gear.name(), fighter.name()),
        subject: Some(patient),
        gain: dice.map(|dice| dice.distribution().map(|roll| roll.min(room))),
        changes,
        branches: 1,
        ..Forecast::default()
    })
}

/// What becomes of somebody who is pushed into a cell; `None` if nothing there hurts.
fn forecast_push(field: &Field<'_, '_>, choice: &Choice) -> Option<Forecast> {
    let grip = field.plan.attack.as_ref()?.grips.last()?;
    let Some(Target::Cell(cell)) = choice.target else {
        return None;
    };
    let ways = shove_cells(field, grip.by, grip.on);
    let (_, way) = ways.into_iter().find(|(other, _)| *other == cell)?;
    if !field.is_harmful(grip.on, &way) {
        return None;
    }
    let target = field.fighter(grip.on);
    let harm = field.push_harm(grip.on, &way);
    let mut fates = Fates {
        branches: harm.len(),
        ..Fates::default()
    };
    let fate = fates.by.entry(grip.on).or_default();
    for (lost, state, probability) in harm {
        fate.befalls(lost, state, probability, !target.is_down());
    }
    let mut forecast = Forecast {
        headline: format!("push {}", target.name()),
        outcomes: outcomes(&[("it works", 1.0)]),
        ..Forecast::default()
    };
    fill(&mut forecast, &fates, Some(grip.on));
    Some(forecast)
}

/// What a device does to all whom its side sees where the ground changes; `None` if it hurts nobody.
fn forecast_device(field: &Field<'_, '_>, side: SideId, choice: &Choice) -> Option<Forecast> {
    let Some(Target::Cell(cell)) = choice.target else {
        return None;
    };
    let devices = &field.board.level.devices;
    let device = devices.iter().find(|device| device.cell == cell)?;
    let mut fates = Fates::default();
    for (who, danger) in field.endangered_by(device) {
        let fighter = field.fighter(who);
        if fighter.is_concealed() && field.hostile(fighter.side(), side) {
            continue;
        }
        let harm = field.jolted(who, &[field.jolt_of(danger, who)]);
        fates.branches += harm.len();
        let fate = fates.by.entry(who).or_default();
        for (lost, state, probability) in harm {
            fate.befalls(lost, state, probability, !fighter.is_down());
        }
    }
    if fates.by.is_empty() {
        return None;
    }
    let mut forecast = Forecast {
        headline: device.deed.clone(),
        outcomes: outcomes(&[("it works", 1.0)]),
        ..Forecast::default()
    };
    fill(&mut forecast, &fates, None);
    Some(forecast)
}

/// The odds of an attack that has not been made yet, answered as well as possible.
fn forecast_attack(
    field: &Field<'_, '_>,
    attack: &Attack,
    enumerator: &mut Enumerator,
) -> Forecast {
    let save = field.save_to_hit(attack);
    let hits = save.map_or(1.0, Save::chance);
    let mut forecast = Forecast {
        chances: save
            .map(|save| breakdown_to_hit(save, attack))
            .into_iter()
            .collect(),
        ..Forecast::default()
    };
    if let Some(aimed) = attack.aimed_zone {
        let (fates, zones) = field.blast_fates(attack, aimed, enumerator);
        let name = |zone: ZoneId| field.board.level.zones.name(zone);
        forecast.headline = format!("{} on zone {}", attack.with, name(aimed));
        forecast.outcomes = outcomes(&[("hits the zone", hits), ("strays", 1.0 - hits)]);
        if hits < 1.0 {
            let strays: Vec<String> = zones[1..]
                .iter()
                .map(|(zone, chance)| {
                    format!("{} {}", name(*zone), shieldwall_dice::percent(*chance))
                })
                .collect();
            forecast.notes.push(if strays.is_empty() {
                "a miss is lost".to_owned()
            } else {
                format!("strays to zone {}", strays.join(", "))
            });
        }
        forecast.assumption = Some("if everyone answers for itself as well as it can".to_owned());
        fill(&mut forecast, &fates, None);
        return forecast;
    }
    let [target] = attack.targets.as_slice() else {
        let fates = field.group_fates(attack, enumerator);
        let mut sum = Fates::default();
        sum.add(&fates, hits);
        forecast.headline = format!("{} shared out", attack.with);
        forecast.assumption = Some("if everyone answers for itself as well as it can".to_owned());
        fill(&mut forecast, &sum, None);
        return forecast;
    };
    let enemy = field.fighter(target.now);
    forecast.headline = format!("{} against {}", attack.with, enemy.name());
    let knowing = field.fighter(attack.attacker).side();
    let (best, answers) = field.best_answer(attack, 0, knowing, enumerator);
    let mut sum = Fates::default();
    sum.add(&answers[best].fates, hits);
    sum.branches = answers.iter().map(|answer| answer.fates.branches).sum();
    forecast.outcomes = outcomes(&[
        ("misses", 1.0 - hits),
        ("does harm", sum.lands),
        ("comes to nothing", hits - sum.lands),
    ]);
    if answers.len() > 1 {
        let label = answers[best].response.offer(field).label;
        forecast.assumption = Some(format!("if the answer is: {}", label.to_lowercase()));
        forecast.alternatives = alternatives(field, &answers, target.now, hits);
    }
    fill(&mut forecast, &sum, Some(target.now));
    forecast
}

/// The save to hit, with what makes it necessary.
fn breakdown_to_hit(save: Save, attack: &Attack) -> ChanceBreakdown {
    let mut chance = save.breakdown(save::WIT);
    chance.skill = match attack.motion {
        Motion::Steady => "WIT save to hit".into(),
        Motion::Moving => "WIT save to hit on the move".into(),
    };
    chance
}

fn outcomes(all: &[(&'static str, f64)]) -> Vec<Outcome> {
    all.iter()
        .filter(|(_, probability)| *probability > 1e-12)
        .map(|(label, probability)| Outcome {
            label,
            probability: *probability,
        })
        .collect()
}

fn alternatives(
    field: &Field<'_, '_>,
    answers: &[Answered],
    target: CombatantId,
    hits: f64,
) -> Vec<Alternative> {
    answers
        .iter()
        .map(|answer| {
            let chance = match answer.response {
                Response::Dodge => {
                    let agility = field.fighter(target).build.0.agility;
                    Some(field.save(agility).limit() * 5)
                }
                _ => None,
            };
            let side = field.fighter(target).side();
            let own: Vec<&Fate> = answer
                .fates
                .by
                .iter()
                .filter(|(who, _)| !field.hostile(field.fighter(**who).side(), side))
                .map(|(_, fate)| fate)
                .collect();
            Alternative {
                idle: answer.response == Response::None,
                label: answer.response.offer(field).label,
                chance,
                expected_loss: hits * own.iter().map(|fate| fate.expected_loss()).sum::<f64>(),
                fells: hits * own.iter().map(|fate| fate.fells).sum::<f64>(),
            }
        })
        .collect()
}

/// Writes what becomes of everybody into a forecast; the subject first.
fn fill(forecast: &mut Forecast, fates: &Fates, subject: Option<CombatantId>) {
    // Where somebody else takes the blow, that one is the subject.
    let hurt = fates
        .by
        .iter()
        .max_by(|(_, a), (_, b)| a.harm(1).total_cmp(&b.harm(1)))
        .map(|(who, _)| *who);
    let subject = subject
        .filter(|who| fates.by.contains_key(who))
        .or(hurt)
        .or(subject);
    forecast.subject = subject;
    forecast.branches += fates.branches;
    for (who, fate) in &fates.by {
        if Some(*who) == subject {
            forecast.loss = Some(fate.distribution());
            forecast.fells = fate.fells;
            forecast.kills = fate.kills;
            forecast.changes = fate.changes();
        } else {
            forecast.others.push(Stake {
                who: *who,
                loss: Some(fate.distribution()),
                fells: fate.fells,
                kills: fate.kills,
                changes: fate.changes(),
            });
        }
    }
    if subject.is_some_and(|who| fates.of(who).is_none()) {
        forecast.loss = Some(Distribution::certain(0));
    }
}

/// What an answer to the attack under way leads to.
fn forecast_answer(
    field: &Field<'_, '_>,
    choice: &Choice,
    enumerator: &mut Enumerator,
) -> Option<Forecast> {
    let attack = field.plan.attack.as_ref()?;
    let place = attack.asked.min(attack.targets.len().checked_sub(1)?);
    let among = match attack.targets[place].asking {
        crate::attack::Asking::AsGuard => field.guard_replies(attack, place),
        _ => field.responses(attack, place),
    };
    let mut response = Response::chosen(choice, &among, field);
    if let (verbs::GUARD, Some(guard)) = (choice.verb, target_of(choice)) {
        response = Response::Guard(guard);
    }
    let who = attack.targets[place].now;
    let fates = field.answered(attack, place, response, enumerator);
    let mut forecast = Forecast {
        headline: response.offer(field).label,
        outcomes: outcomes(&[
            ("harm is done", fates.lands),
            ("nothing happens", 1.0 - fates.lands),
        ]),
        ..Forecast::default()
    };
    if response == Response::Dodge {
        let agility = field.fighter(who).build.0.agility;
        forecast
            .chances
            .push(field.save(agility).breakdown(save::AGI));
    }
    if let Response::Counter(counter) = response
        && counter.hard
    {
        let wit = field.fighter(counter.by).build.0.wit;
        forecast.chances.push(field.save(wit).breakdown(save::WIT));
    }
    fill(&mut forecast, &fates, Some(who));
    Some(forecast)
}

/// What accepting or refusing a bargain leads to.
fn forecast_bargain(
    field: &Field<'_, '_>,
    choice: &Choice,
    enumerator: &mut Enumerator,
) -> Option<Forecast> {
    let attack = field.plan.attack.as_ref()?;
    let target = attack.targets.first()?.now;
    if choice.verb == verbs::ACCEPT {
        let bargain: Bargain = field.plan.bargain?;
        let mut fates = Fates::default();
        let fate = fates.by.entry(target).or_default();
        if bargain.takes_out() {
            fate.fells = 1.0;
        }
        fates.branches = 1;
        if let Some(way) = field.pushed_way(attack, bargain) {
            let harm = field.push_harm(target, &way);
            fates.branches = harm.len();
            for (lost, state, probability) in harm {
                fate.befalls(lost, state, probability, true);
            }
        }
        let mut forecast = Forecast {
            headline: "Accept".to_owned(),
            ..Forecast::default()
        };
        fill(&mut forecast, &fates, Some(target));
        return Some(forecast);
    }
    let knowing = field.fighter(target).side();
    let (best, answers) = field.best_answer(attack, 0, knowing, enumerator);
    let fates = &answers[best].fates;
    let mut forecast = Forecast {
        headline: "Refuse".to_owned(),
        outcomes: outcomes(&[
            ("harm is done", fates.lands),
            ("nothing happens", 1.0 - fates.lands),
        ]),
        assumption: Some(format!(
            "if the answer is: {}",
            answers[best].response.offer(field).label.to_lowercase()
        )),
        ..Forecast::default()
    };
    fill(&mut forecast, fates, Some(target));
    Some(forecast)
}

/// The best attack that one could make on another if they stood in these cells, with what is in
/// hand: the target dodges if it may still react. See [`shieldwall_battle::Ruleset::prospect`].
#[must_use]
pub fn prospect(
    field: &Field<'_, '_>,
    attacker: CombatantId,
    from: Cell,
    target: CombatantId,
    at: Cell,
) -> Option<Prospect> {
    let there = field.shifting([Some((attacker, from)), Some((target, at))]);
    let fighter = there.fighter(attacker);
    let enemy = there.fighter(target);
    let vantage = there.vantage(&fighter);
    let dodges = enemy.may_react().then(|| there.save(enemy.build.0.agility));
    let arms = there.arms(&fighter);
    let powers = there
        .powers(&fighter)
        .into_iter()
        .map(|gear| Arm::Power(*gear.id));
    let mut best: Option<Prospect> = None;
    for arm in arms.into_iter().chain(powers) {
        let Some(row) = there.row(&fighter, arm) else {
            continue;
        };
        let motion = Motion::Steady;
        let Some(shot) = there.shot(&fighter, &vantage, &row, &enemy, motion) else {
            continue;
        };
        let Some(damage) = there.damage(&fighter, arm, &enemy, (false, None)) else {
            continue;
        };
        let hits = if shot.hard.is_empty() {
            1.0
        } else {
            there.save(fighter.build.0.wit).chance()
        };
        let body = there.body(&enemy, shot.cover);
        let reached = hits * (1.0 - dodges.map_or(0.0, Save::chance));
        let (mut loss, mut fells) = (0.0, 0.0);
        shieldwall_dice::enumerate_with(
            |dice| body.wound(damage.roll(dice).before),
            |wound, probability| {
                loss += probability * f64::from(wound.suffered.min(enemy.health.current));
                if wound.state != State::Standing {
                    fells += probability;
                }
            },
        );
        let found = Prospect {
            item: arm.item(),
            missile: row.range.is_some(),
            disarms: false,
            expected_loss: reached * loss,
            fells: reached * fells,
        };
        if best.is_none_or(|best| found.expected_loss > best.expected_loss) {
            best = Some(found);
        }
    }
    best
}
