//! Going somewhere first and attacking from there: what one click at an enemy out of reach means.

use shieldwall_grid::Cell;

use super::{Affected, Forecast, Weighing, trial::Trial};
use crate::{Battle, CellOption, Choice, CombatantId, Decision, MoveCost, Offer, Target, Targets};

/// Moves that are tried, those that end nearest to the enemy first.
const MOST_TRIED: usize = 12;

/// A move after which an enemy can be attacked.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// The move. It answers the open decision.
    pub step: Choice,
    /// What the move is called.
    pub label: String,
    /// Where it leads.
    pub cell: Cell,
    /// What it costs.
    pub cost: MoveCost,
    /// The attack that is on offer there.
    pub attack: Choice,
}

impl Battle {
    /// From where the actor of the open decision could attack an enemy right after a move, without anybody else
    /// deciding and any die being rolled between: the cheapest move first, with the best attack from there and
    /// its forecast. Moves that may fail, hurt, be struck at or give one away are left out. All this as far as
    /// the deciding side knows; the battle is as before afterwards.
    pub fn approaches(&mut self, enemy: CombatantId) -> (Vec<Approach>, Option<Forecast>) {
        let nothing = (Vec::new(), None);
        let Some(decision) = self.open_decision() else {
            return nothing;
        };
        let view = self.view(Some(decision.side));
        let (Some(actor), Some(there)) = (decision.actor, view.combatant(enemy)) else {
            return nothing;
        };
        let there = there.cell;
        let grid = *self.map().grid();
        let mut steps: Vec<(&Offer, CellOption)> = decision
            .offers
            .iter()
            .filter_map(|offer| match &offer.targets {
                Targets::Cells(cells) if !offer.grave && offer.role.is_move() => {
                    Some((offer, cells))
                }
                _ => None,
            })
            .flat_map(|(offer, cells)| cells.iter().map(move |option| (offer, *option)))
            .filter(|(_, to)| !(to.risky || to.hurts || to.noticed) && to.strikes == 0)
            .collect();
        let cost = |to: &CellOption| to.cost.amount();
        steps.sort_by(|(_, one), (_, other)| {
            let near = |to: &CellOption| grid.steps(to.cell, there);
            near(one)
                .cmp(&near(other))
                .then(cost(one).total_cmp(&cost(other)))
        });
        steps.truncate(MOST_TRIED);
        if steps.is_empty() {
            return nothing;
        }

        let trial = Trial::begin(self, &decision);
        let mut found = Vec::new();
        let go = |battle: &mut Self, step: &Choice| {
            let acts_again = |next: &Decision| next.actor == Some(actor);
            trial.make(battle, step) && battle.decision().is_some_and(acts_again)
        };
        for (offer, to) in steps {
            let step = offer.choice(Some(Target::Cell(to.cell)), None);
            if go(self, &step)
                && let Some(attack) = self.attacks_on(enemy).into_iter().next()
            {
                let (label, cell, cost) = (offer.label.clone(), to.cell, to.cost);
                found.push(Approach {
                    step,
                    label,
                    cell,
                    cost,
                    attack,
                });
            }
            trial.take_back(self);
        }
        found.sort_by(|one, other| one.cost.amount().total_cmp(&other.cost.amount()));
        let mut forecast = None;
        if let Some(first) = found.first_mut()
            && go(self, &first.step)
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
                    first.attack = attack;
                    forecast = Some(odds);
                }
            }
        }
        trial.end(self);
        (found, forecast)
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
