//! Counts choices that look foolish to a person who watches: a shooter that runs at the enemy, bare hands with a weapon at
//! the belt, a side that lets a whole round go by. Some have a good reason now and then; many of them are a fault of a
//! brain.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use shieldwall_battle::{
    ActionRole, Battle, Choice, CombatantId, Decision, Event, Offer, Presence, SideId, Target,
    Vitality,
    forecast::Weighing,
    goals,
    terms::{DecisionRole, ModeRole, TurnRole},
};
use shieldwall_grid::Cell;

/// A kind of choice that looks foolish.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Folly {
    /// A combatant that can shoot at an enemy from where it stands means to run at the enemy.
    ShooterCharges,
    /// A combatant that can shoot, and has no enemy beside it, means to do nothing but defend itself.
    ShooterCowers,
    /// A combatant runs at the enemy though its side wins when the last round is over.
    WaiterCharges,
    /// A missile flies at a friend of the shooter.
    FriendShot,
    /// A blow with bare hands, with a weapon on offer.
    BareHands,
    /// The last weapon is thrown.
    LastWeaponThrown,
    /// A fallen enemy is finished beside one that fights.
    FinishesInDanger,
    /// A combatant that has acted goes to a fresh enemy.
    WalksIntoReach,
    /// A shot is stated, then the shooter moves so that it cannot shoot any more.
    ShotMovedAway,
    /// An attack is stated and could be made, and nothing is done.
    NothingDone,
    /// A side only passes for a round, though a combatant of it has its turn left at the end.
    IdleRound,
}

/// A count of follies.
pub type Follies = BTreeMap<Folly, u32>;

/// Hit points that a shot must cost on average to count as one.
const TELLING: f64 = 0.3;

/// Watches a battle, choice by choice.
#[derive(Debug, Default)]
pub struct Watcher {
    follies: Follies,
    /// Entries of the journal that have been read.
    read: usize,
    /// Sides that have passed in this round though they could send a combatant, and sides that have sent one.
    passed: BTreeSet<SideId>,
    active: BTreeSet<SideId>,
    /// Combatants whose turn is gone in this round: an answer to a blow may take it too.
    spent: BTreeSet<CombatantId>,
    /// Combatants that have stated an attack in this round.
    stated: BTreeSet<CombatantId>,
    /// From where combatants could shoot when they stated a shot in this round.
    shots: BTreeMap<CombatantId, Cell>,
    /// The combatant that has acted in its turn.
    acted: Option<CombatantId>,
}

/// A choice for the open decision, with the combatant that makes it and the enemies that it sees.
struct Moment<'c> {
    decision: Arc<Decision>,
    choice: &'c Choice,
    me: Presence,
    foes: Vec<Presence>,
}

impl Moment<'_> {
    /// True if an enemy that fights is in contact with a cell.
    fn is_beside_foe(&self, battle: &Battle, cell: Cell) -> bool {
        let mut foes = self.foes.iter();
        foes.any(|foe| battle.map().in_contact(cell, foe.cell))
    }

    /// True if a shot from here does as much to an enemy as a blow beside it.
    fn shoots(&self, battle: &mut Battle) -> bool {
        self.foes.iter().any(|foe| {
            let mut shot_and_loss = |from| {
                let estimate = battle.attack_estimate(self.me.id, from, foe.id, foe.cell);
                let shoots = estimate.is_some_and(|one| one.missile && !one.disarms);
                (shoots, estimate.map_or(0.0, |one| one.expected_loss))
            };
            let (shoots, loss) = shot_and_loss(self.me.cell);
            shoots && loss > TELLING && loss >= shot_and_loss(foe.cell).1
        })
    }

    /// True if the choice aims a shot that can be made from here.
    fn states_shot(&self, battle: &mut Battle) -> bool {
        let target = self.choice.target.and_then(Target::combatant);
        let Some(foe) = self.foes.iter().find(|foe| Some(foe.id) == target) else {
            return false;
        };
        let estimate = battle.attack_estimate(self.me.id, self.me.cell, foe.id, foe.cell);
        estimate.is_some_and(|one| one.missile && one.item == self.choice.item)
    }

    /// True if an attack on an enemy that fights is on offer.
    fn can_attack(&self) -> bool {
        let foes: BTreeSet<CombatantId> = self.foes.iter().map(|foe| foe.id).collect();
        let mut attacks = self.decision.offers.iter();
        attacks.any(|offer| {
            let targets = (0..offer.target_count()).filter_map(|index| offer.target(index));
            let mut aims = targets.filter_map(Target::combatant);
            offer.action.role.is_attack() && aims.any(|target| foes.contains(&target))
        })
    }

    /// True for a blow with bare hands beside an offer to strike with a weapon or to take one in hand.
    fn is_needlessly_bare(&self) -> bool {
        let unarmed = |item: bool, mode: Option<ModeRole>| match mode {
            Some(mode) => mode == ModeRole::Unarmed,
            None => !item,
        };
        let strikes = |role| matches!(role, ActionRole::MeleeAttack | ActionRole::Brawl);
        let choice = self.choice;
        let better = |offer: &Offer| match offer.action.role {
            ActionRole::Ready => true,
            ActionRole::MeleeAttack => {
                !unarmed(offer.item.is_some(), offer.mode.map(|mode| mode.role))
            }
            _ => false,
        };
        strikes(choice.action.role)
            && unarmed(choice.item.is_some(), choice.mode.map(|mode| mode.role))
            && self.decision.offers.iter().any(better)
    }
}

impl Watcher {
    /// Looks at a choice for the open decision, before it is made. Returns what is foolish about it, and what has been seen
    /// since the choice before.
    pub fn look(&mut self, battle: &mut Battle, choice: &Choice) -> Vec<Folly> {
        let before = self.follies.clone();
        self.read(battle);
        if let Some(decision) = battle.open_decision() {
            self.note_activation(&decision, choice);
            if let Some(moment) = moment(battle, decision, choice) {
                self.weigh(battle, &moment);
            }
        }
        let is_new =
            |(folly, count): (&Folly, &u32)| (before.get(folly) != Some(count)).then_some(*folly);
        self.follies.iter().filter_map(is_new).collect()
    }

    /// All that was seen, at the end of the battle.
    pub fn end(mut self, battle: &mut Battle) -> Follies {
        self.read(battle);
        self.follies
    }

    fn note_activation(&mut self, decision: &Decision, choice: &Choice) {
        if decision.kind.role != DecisionRole::Activation {
            return;
        }
        let mut offers = decision.offers.iter();
        if choice.action.role != ActionRole::Pass {
            self.active.insert(decision.side);
        } else if offers.any(|offer| offer.action.role == ActionRole::Activate) {
            self.passed.insert(decision.side);
        }
    }

    fn weigh(&mut self, battle: &mut Battle, moment: &Moment<'_>) {
        let action = moment.choice.action.role;
        let beside = moment.is_beside_foe(battle, moment.me.cell);
        if moment.is_needlessly_bare() {
            self.add(Folly::BareHands);
        }
        if action == ActionRole::MissileAttack {
            let forecast = battle.rough_forecast(moment.choice, Weighing::default());
            if forecast.is_some_and(|forecast| forecast.disarms) {
                self.add(Folly::LastWeaponThrown);
            }
        }
        if action == ActionRole::Finish && beside {
            self.add(Folly::FinishesInDanger);
        }
        match moment.decision.kind.role {
            DecisionRole::Statement => self.weigh_statement(battle, moment, beside),
            DecisionRole::Turn => self.weigh_turn(battle, moment, beside),
            DecisionRole::Action => self.weigh_action(moment),
            _ => {}
        }
    }

    fn weigh_statement(&mut self, battle: &mut Battle, moment: &Moment<'_>, beside: bool) {
        let (who, action) = (moment.me.id, moment.choice.action.role);
        if action.is_attack() {
            self.stated.insert(who);
            if moment.states_shot(battle) {
                self.shots.insert(who, moment.me.cell);
            }
        }
        let runs = matches!(action, ActionRole::Charge | ActionRole::Approach);
        if (runs || action == ActionRole::Block) && !beside && moment.shoots(battle) {
            self.add(if runs {
                Folly::ShooterCharges
            } else {
                Folly::ShooterCowers
            });
        }
        if runs && goals::wins_by_time(&battle.setup().level, moment.decision.side) == Some(true) {
            self.add(Folly::WaiterCharges);
        }
    }

    fn weigh_turn(&mut self, battle: &Battle, moment: &Moment<'_>, beside: bool) {
        let action = moment.choice.action.role;
        let has_acted = self.acted == Some(moment.me.id);
        if let Some(Target::Cell(to)) = moment.choice.target
            && action == ActionRole::Move
            && has_acted
            && !beside
            && moment.is_beside_foe(battle, to)
        {
            self.add(Folly::WalksIntoReach);
        }
        if action.is_attack() {
            self.acted = Some(moment.me.id);
        } else if action == ActionRole::EndTurn {
            self.acted = None;
        }
    }

    fn weigh_action(&mut self, moment: &Moment<'_>) {
        let (who, here) = (moment.me.id, moment.me.cell);
        let (can_attack, shot_from) = (moment.can_attack(), self.shots.remove(&who));
        if !can_attack && shot_from.is_some_and(|from| from != here) {
            self.add(Folly::ShotMovedAway);
        }
        let action = moment.choice.action.role;
        let idle = matches!(action, ActionRole::Decline | ActionRole::Pass);
        if can_attack && idle && self.stated.contains(&who) {
            self.add(Folly::NothingDone);
        }
    }

    /// Reads what has happened since.
    fn read(&mut self, battle: &mut Battle) {
        let all = battle.presences(None);
        let side = |who: CombatantId| all[who.index()].side;
        let from = std::mem::replace(&mut self.read, battle.journal().entries().len());
        for entry in &battle.journal().entries()[from..] {
            match &entry.event {
                Event::Attacked {
                    who,
                    target,
                    missile: true,
                    ..
                } if !battle.hostile(side(*who), side(*target)) => {
                    self.add(Folly::FriendShot);
                }
                Event::Turn { who, state } if state.role == TurnRole::Spent => {
                    self.spent.insert(*who);
                }
                Event::RoundBegan => self.begin_round(&all),
                _ => {}
            }
        }
    }

    fn begin_round(&mut self, all: &[Presence]) {
        let (passed, active, spent) = (
            std::mem::take(&mut self.passed),
            std::mem::take(&mut self.active),
            std::mem::take(&mut self.spent),
        );
        let has_turn_left = |side: &SideId| {
            let mut own = all.iter().filter(|one| one.side == *side);
            own.any(|one| one.vitality == Vitality::Active && !spent.contains(&one.id))
        };
        for _ in passed
            .difference(&active)
            .filter(|side| has_turn_left(side))
        {
            self.add(Folly::IdleRound);
        }
        self.stated.clear();
        self.shots.clear();
    }

    fn add(&mut self, folly: Folly) {
        *self.follies.entry(folly).or_default() += 1;
    }
}

/// A choice with its surroundings; `None` if no combatant makes it.
fn moment<'c>(
    battle: &mut Battle,
    decision: Arc<Decision>,
    choice: &'c Choice,
) -> Option<Moment<'c>> {
    let me = battle.presences(None)[decision.actor?.index()];
    let seen = battle.presences(Some(decision.side)).into_iter();
    let foes = seen
        .filter(|one| battle.hostile(one.side, me.side) && one.vitality == Vitality::Active)
        .collect();
    Some(Moment {
        decision,
        choice,
        me,
        foes,
    })
}
