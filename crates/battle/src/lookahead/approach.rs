//! Going somewhere first and attacking from there: what one click at an enemy out of reach means.

use shieldwall_grid::Cell;

use super::trial::Trial;
use crate::{
    Battle, CellOption, Choice, CombatantId, Decision, MoveCost, Offer, Target, Targets,
    forecast::{Affected, Forecast, Weighing},
    terms::ActionRole,
};

/// Moves that are tried, those that end nearest to the enemy first.
const MOST_TRIED: usize = 12;

/// A move after which an enemy can be attacked.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// The move. It answers the open decision; `None` if something else is to be chosen first: a declaration.
    pub step: Option<Choice>,
    /// Name of the move; empty if the attack is made from where the actor stands.
    pub label: String,
    /// Where it leads.
    pub cell: Cell,
    /// What it costs.
    pub cost: MoveCost,
    /// The attack that is on offer there.
    pub attack: Choice,
    /// True if others decide before the attack is made, so that it may be impossible then.
    pub later: bool,
}

/// A way to go, or to stay.
struct Step {
    choice: Choice,
    label: String,
    to: Option<CellOption>,
}

impl Step {
    /// All moves of a decision that are tried, staying first, then those that end nearest to an enemy. Moves that may
    /// fail, hurt, be struck at or give one away are left out.
    fn all(decision: &Decision, distance: impl Fn(Cell) -> u32) -> Vec<Self> {
        let usual = |offer: &&Offer| !offer.grave;
        let mut stays: Vec<Self> = Vec::new();
        let mut moves: Vec<(&Offer, CellOption)> = Vec::new();
        for offer in decision.offers.iter().filter(usual) {
            match &offer.targets {
                Targets::Cells(cells) if offer.role.is_move() => {
                    moves.extend(cells.iter().map(|option| (offer, *option)));
                }
                Targets::None if offer.role == ActionRole::Stay => stays.push(Self {
                    choice: offer.choice(None, None),
                    label: String::new(),
                    to: None,
                }),
                _ => {}
            }
        }
        moves.retain(|(_, to)| !(to.risky || to.hurts || to.noticed) && to.strikes == 0);
        moves.sort_by(|(_, one), (_, other)| {
            let cost = |to: &CellOption| to.cost.amount();
            distance(one.cell)
                .cmp(&distance(other.cell))
                .then(cost(one).total_cmp(&cost(other)))
        });
        moves.truncate(MOST_TRIED);
        stays.truncate(1);
        let moves = moves.into_iter().map(|(offer, to)| Self {
            choice: offer.choice(Some(Target::Cell(to.cell)), None),
            label: offer.label.clone(),
            to: Some(to),
        });
        stays.into_iter().chain(moves).collect()
    }
}

impl Battle {
    /// From where the actor of the open decision could attack an enemy after a move, the cheapest first, with the best
    /// attack from the first of them and its forecast. Others who decide before the attack do as little as they can,
    /// and moves after which dice change anything for others are left out. All this as far as the deciding side
    /// knows; the battle is as before afterwards.
    ///
    /// `first` is the answer to a decision that comes before any move, as a declaration does.
    pub fn approaches(
        &mut self,
        enemy: CombatantId,
        first: Option<&Choice>,
    ) -> (Vec<Approach>, Option<Forecast>) {
        let nothing = (Vec::new(), None);
        let Some(decision) = self.open_decision() else {
            return nothing;
        };
        let view = self.view(Some(decision.side));
        let (Some(actor), Some(there)) = (decision.actor, view.combatant(enemy)) else {
            return nothing;
        };
        let there = there.cell;
        let Some(home) = view.combatant(actor).map(|actor| actor.cell) else {
            return nothing;
        };
        if first.is_some_and(|first| self.check(first).is_err()) {
            return nothing;
        }
        let grid = *self.map().grid();
        let distance = |cell: Cell| grid.steps(cell, there);
        let trial = Trial::begin(self, &decision);
        let begins = first.is_none_or(|first| trial.follow(self, first).is_some());
        let steps = self.decision().filter(|_| begins);
        let steps = steps.map(|open| Step::all(open, distance));
        let start = self.snapshot();
        let mut found = Vec::new();
        for step in steps.unwrap_or_default() {
            if let Some(waits) = trial.follow(self, &step.choice)
                && let Some(attack) = self.attacks_on(enemy).into_iter().next()
            {
                let approach = Approach {
                    step: first.is_none().then(|| step.choice.clone()),
                    label: step.label,
                    cell: step.to.map_or(home, |to| to.cell),
                    cost: step.to.map_or(MoveCost::NOTHING, |to| to.cost),
                    attack,
                    later: waits || first.is_some(),
                };
                found.push((approach, step.choice));
            }
            self.restore(&start);
        }
        let cost = |(approach, _): &(Approach, Choice)| approach.cost.amount();
        found.sort_by(|one, other| cost(one).total_cmp(&cost(other)));
        let mut forecast = None;
        if let Some((approach, step)) = found.first_mut()
            && trial.follow(self, step).is_some()
        {
            let mut most = f64::NEG_INFINITY;
            for attack in self.attacks_on(enemy) {
                let Some(odds) = self.forecast(&attack) else {
                    continue;
                };
                let worth = odds.worth(Weighing::default(), |who| match view.combatant(who) {
                    Some(known) => known.affected(self.hostile(known.side, decision.side)),
                    None => Affected::UNKNOWN,
                });
                if worth > most {
                    most = worth;
                    approach.attack = attack;
                    forecast = Some(odds);
                }
            }
        }
        trial.end(self);
        let found = found.into_iter().map(|(approach, _)| approach);
        (found.collect(), forecast)
    }

    /// The attacks on somebody that the open decision offers.
    fn attacks_on(&self, enemy: CombatantId) -> Vec<Choice> {
        let target = Target::Combatant(enemy);
        let offers = self.decision().into_iter().flat_map(|open| &open.offers);
        offers
            .filter(|offer| offer.role.is_attack() && offer.aside.is_none() && !offer.grave)
            .filter(|offer| matches!(&offer.targets, Targets::AnyOf(all) if all.contains(&target)))
            .map(|offer| offer.choice(Some(target), None))
            .collect()
    }
}
