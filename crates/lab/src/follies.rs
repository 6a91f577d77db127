//! Counts choices that look foolish to a person who watches: a shooter that runs at the enemy, bare hands with a weapon at
//! the belt, a side that lets a whole round go by. Some have a good reason now and then; many of them are a fault of a
//! brain.

use std::collections::{BTreeMap, BTreeSet};

use shieldwall_battle::{
    ActionRole, AttackEstimate, Battle, Choice, CombatantId, Event, Offer, Presence, SideId,
    Target, Vitality,
    forecast::Weighing,
    terms::{DecisionRole, ModeRole},
};
use shieldwall_grid::Cell;

/// What looks foolish.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Folly {
    /// A combatant that can shoot at an enemy from where it stands means to run at the enemy.
    ShooterCharges,
    /// A combatant that can shoot, and has no enemy beside it, means to do nothing but defend itself.
    ShooterCowers,
    /// A side that waits for the enemy by the level's victory runs at it, out of reach of its blows.
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
    /// All of a side only pass for a round.
    IdleRound,
}

/// A count of follies.
pub type Follies = BTreeMap<Folly, u32>;

/// Watches a battle, choice by choice.
#[derive(Debug, Default)]
pub struct Watcher {
    follies: Follies,
    read: usize,
    sides: Vec<SideId>,
    passed: BTreeSet<SideId>,
    active: BTreeSet<SideId>,
    /// Combatants that have stated an attack this round.
    stated: BTreeSet<CombatantId>,
    /// From where combatants could shoot when they stated a shot this round.
    shots: BTreeMap<CombatantId, Cell>,
    /// Combatants that have acted in their turn.
    acted: Option<CombatantId>,
}

impl Watcher {
    /// Looks at a choice for the open decision, before it is made. Returns what is foolish about it, and what has been seen
    /// since the choice before.
    pub fn look(&mut self, battle: &mut Battle, choice: &Choice) -> Vec<Folly> {
        let before = self.follies.clone();
        self.read(battle);
        self.weigh(battle, choice);
        let is_new =
            |(folly, count): (&Folly, &u32)| (before.get(folly) != Some(count)).then_some(*folly);
        self.follies.iter().filter_map(is_new).collect()
    }

    fn weigh(&mut self, battle: &mut Battle, choice: &Choice) {
        let Some(decision) = battle.open_decision() else {
            return;
        };
        let (kind, action) = (decision.kind.role, choice.action.role);
        match (kind, action) {
            (DecisionRole::Activation, ActionRole::Pass) => {
                let mut offers = decision.offers.iter();
                if offers.any(|offer| offer.action.role == ActionRole::Activate) {
                    self.passed.insert(decision.side);
                }
            }
            (DecisionRole::Activation, _) => {
                self.active.insert(decision.side);
            }
            _ => {}
        }
        let Some(who) = decision.actor else {
            return;
        };
        let here = battle.presences(Some(decision.side));
        let me = battle.presences(None)[who.index()];
        let foes: Vec<Presence> = here
            .iter()
            .filter(|one| {
                battle.hostile(one.side, decision.side) && one.vitality == Vitality::Active
            })
            .copied()
            .collect();
        let beside = |battle: &Battle, cell| {
            let map = battle.map();
            foes.iter().any(|foe| map.in_contact(cell, foe.cell))
        };
        if kind == DecisionRole::Statement {
            if is_attack(action) {
                self.stated.insert(who);
                if let Some(Target::Combatant(target)) = choice.target {
                    let at = battle.presences(None)[target.index()].cell;
                    let estimate = battle.attack_estimate(who, me.cell, target, at);
                    let shoots = |one: AttackEstimate| one.missile && one.item == choice.item;
                    if estimate.is_some_and(shoots) {
                        self.shots.insert(who, me.cell);
                    }
                }
            }
            let runs = matches!(action, ActionRole::Charge | ActionRole::Approach);
            if (runs || action == ActionRole::Block) && !beside(battle, me.cell) {
                let shoots = foes.iter().any(|foe| {
                    let mut loss = |from| {
                        let estimate = battle.attack_estimate(who, from, foe.id, foe.cell);
                        estimate.map_or((false, 0.0), |one| {
                            (one.missile && !one.disarms, one.expected_loss)
                        })
                    };
                    let (missile, here) = loss(me.cell);
                    missile && here > 0.3 && here >= loss(foe.cell).1
                });
                if shoots {
                    self.add(if runs {
                        Folly::ShooterCharges
                    } else {
                        Folly::ShooterCowers
                    });
                }
            }
            let level = &battle.setup().level;
            let waits =
                level.winner_at_limit == Some(decision.side.index()) && level.turn_limit > 0;
            if runs && waits {
                self.add(Folly::WaiterCharges);
            }
        }
        if action == ActionRole::MeleeAttack || action == ActionRole::Brawl {
            let unarmed = |item: bool, mode: Option<ModeRole>| match mode {
                Some(mode) => mode == ModeRole::Unarmed,
                None => !item,
            };
            let bare = unarmed(choice.item.is_some(), choice.mode.map(|mode| mode.role));
            let better = |offer: &Offer| {
                offer.action.role == ActionRole::Ready
                    || offer.action.role == ActionRole::MeleeAttack
                        && !unarmed(offer.item.is_some(), offer.mode.map(|mode| mode.role))
            };
            if bare && decision.offers.iter().any(better) {
                self.add(Folly::BareHands);
            }
        }
        if action == ActionRole::MissileAttack
            && battle
                .rough_forecast(choice, Weighing::default())
                .is_some_and(|forecast| forecast.disarms)
        {
            self.add(Folly::LastWeaponThrown);
        }
        if action == ActionRole::Finish && beside(battle, me.cell) {
            self.add(Folly::FinishesInDanger);
        }
        if kind == DecisionRole::Turn {
            let acted = self.acted == Some(who);
            let to = match choice.target {
                Some(Target::Cell(cell)) => Some(cell),
                _ => None,
            };
            if let Some(to) = to.filter(|_| action == ActionRole::Move && acted)
                && !beside(battle, me.cell)
                && beside(battle, to)
            {
                self.add(Folly::WalksIntoReach);
            }
            if is_attack(action) {
                self.acted = Some(who);
            } else if action == ActionRole::EndTurn {
                self.acted = None;
            }
        }
        let can_attack = decision.offers.iter().any(|offer| {
            let mut targets = (0..offer.target_count()).filter_map(|index| offer.target(index));
            let is_foe = |target| foes.iter().any(|foe| target == Target::Combatant(foe.id));
            is_attack(offer.action.role) && targets.any(is_foe)
        });
        if kind == DecisionRole::Action
            && !can_attack
            && self.shots.remove(&who).is_some_and(|from| from != me.cell)
        {
            self.add(Folly::ShotMovedAway);
        }
        if kind == DecisionRole::Action
            && can_attack
            && matches!(action, ActionRole::Decline | ActionRole::Pass)
            && self.stated.contains(&who)
        {
            self.add(Folly::NothingDone);
        }
    }

    /// Reads what has happened since.
    fn read(&mut self, battle: &mut Battle) {
        if self.sides.is_empty() {
            self.sides = SideId::first(battle.setup().level.sides.len()).collect();
        }
        let from = self.read;
        self.read = battle.journal().entries().len();
        let sides: Vec<SideId> = battle.presences(None).iter().map(|one| one.side).collect();
        let mut friends = 0;
        let mut rounds = 0;
        for entry in &battle.journal().entries()[from..] {
            match &entry.event {
                Event::Attacked {
                    who,
                    target,
                    missile: true,
                    ..
                } if !battle.hostile(sides[who.index()], sides[target.index()]) => friends += 1,
                Event::RoundBegan => rounds += 1,
                _ => {}
            }
        }
        for _ in 0..friends {
            self.add(Folly::FriendShot);
        }
        if rounds > 0 {
            let idle = self.passed.difference(&self.active).count();
            for _ in 0..idle {
                self.add(Folly::IdleRound);
            }
            self.passed.clear();
            self.active.clear();
            self.stated.clear();
            self.shots.clear();
        }
    }

    /// What was seen, at the end of the battle.
    pub fn end(mut self, battle: &mut Battle) -> Follies {
        self.read(battle);
        self.follies
    }

    fn add(&mut self, folly: Folly) {
        *self.follies.entry(folly).or_default() += 1;
    }
}

/// Whether an action with a role strikes at an enemy.
const fn is_attack(role: ActionRole) -> bool {
    matches!(
        role,
        ActionRole::MeleeAttack
            | ActionRole::MissileAttack
            | ActionRole::AreaAttack
            | ActionRole::AttackFromCover
            | ActionRole::Charge
            | ActionRole::Brawl
            | ActionRole::Finish
    )
}
