//! All the small decisions: who begins, where somebody lands, whether to go on.

use shieldwall_battle::{
    ActionRole, Battle, Choice, CombatantId, Decision, Target, Targets, goals, terms::ModeRole,
};

use super::{
    Tools, activation, choices_of,
    scene::Scene,
    worth::{WEIGHING, worth_of},
};

/// What all of these decisions are answered with.
struct Asked<'a> {
    battle: &'a mut Battle,
    tools: &'a mut Tools,
    decision: &'a Decision,
    scene: &'a Scene,
}

/// What is taken first of what has no dice in it.
const IN_ORDER: [ActionRole; 7] = [
    ActionRole::LetGo,
    ActionRole::Retreat,
    ActionRole::Resume,
    ActionRole::Seize,
    ActionRole::Continue,
    ActionRole::Accept,
    ActionRole::Decline,
];

/// Answers what has no dice in it.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    scene: &Scene,
) -> Option<Choice> {
    let mut asked = Asked {
        battle,
        tools,
        decision,
        scene,
    };
    let has = |role: ActionRole| {
        let mut offers = decision.offers.iter();
        offers.any(|offer| offer.action.role == role)
    };
    if has(ActionRole::GoFirst) {
        return asked.who_begins();
    }
    if has(ActionRole::Place) {
        return asked.push();
    }
    if has(ActionRole::Bargain) {
        return asked.bargain();
    }
    if has(ActionRole::Leave) {
        return asked.leave();
    }
    if has(ActionRole::Assign) {
        return asked.aim();
    }
    if has(ActionRole::Pursue)
        && let Some(choice) = asked.pursue()
    {
        return Some(choice);
    }
    let in_order = IN_ORDER.into_iter().find_map(|role| asked.first(role));
    in_order.or_else(|| decision.choice_at(0))
}

impl Asked<'_> {
    fn first(&self, role: ActionRole) -> Option<Choice> {
        choices_of(self.decision, role).next()
    }

    /// Leaves the battle only if that was its aim.
    fn leave(&self) -> Option<Choice> {
        let fighter = self
            .decision
            .actor
            .and_then(|actor| self.scene.fighter(actor));
        let grid = self.battle.map().grid();
        let escapes = fighter.is_some_and(|fighter| {
            let exits = goals::exits(&self.scene.level, fighter.side);
            fighter.stands_in(grid, |cell| exits.contains(&cell))
        });
        self.first(if escapes {
            ActionRole::Leave
        } else {
            ActionRole::Stay
        })
    }

    /// Sends the one who of ours is surest to catch somebody who has got away, if that was its aim: those who have only
    /// fled are out of the battle, which is as good as beaten. Nobody follows who would not make it any surer.
    fn pursue(&mut self) -> Option<Choice> {
        let first = self.first(ActionRole::Pursue)?;
        let quarry = self.battle.rough_forecast(&first, WEIGHING)?.subject?;
        let seen = self.battle.presences(Some(self.scene.side));
        let quarry = seen.iter().find(|seen| seen.id == quarry)?;
        let exits = goals::exits(&self.scene.level, quarry.side);
        let left = quarry.footing().cells(self.battle.map().grid());
        let wins = left.into_iter().any(|cell| exits.contains(&cell));
        if !wins {
            return None;
        }
        let nobody = self.first(ActionRole::Decline)?;
        let mut best = (self.caught(&nobody).unwrap_or(0.0), nobody);
        for choice in choices_of(self.decision, ActionRole::Pursue) {
            let chance = self.caught(&choice).unwrap_or(0.0);
            if chance > best.0 {
                best = (chance, choice);
            }
        }
        Some(best.1)
    }

    fn caught(&mut self, choice: &Choice) -> Option<f64> {
        let forecast = self.battle.rough_forecast(choice, WEIGHING)?;
        let mut changes = forecast.changes.iter();
        changes.next().map(|(_, probability)| *probability)
    }

    /// The enemy begins, so that it commits itself first, unless a combatant of ours can and would strike at once.
    fn who_begins(&mut self) -> Option<Choice> {
        let choices: Vec<Choice> = choices_of(self.decision, ActionRole::GoFirst).collect();
        let own = Some(Target::Side(self.scene.side));
        let own = choices.iter().find(|choice| choice.target == own)?;
        if activation::begins(self.battle, self.tools, self.scene) {
            return Some(own.clone());
        }
        let other = choices.iter().find(|choice| choice.target != own.target);
        other.or(Some(own)).cloned()
    }

    /// To where it hurts most, else as far away as possible.
    fn push(&mut self) -> Option<Choice> {
        let mut offers = self.decision.offers.iter();
        let offer = offers.find(|offer| offer.action.role == ActionRole::Place)?;
        let Targets::Cells(cells) = &offer.targets else {
            return None;
        };
        let mut best: Option<(f64, f64, Choice)> = None;
        for option in cells {
            let choice = offer.choice(Some(Target::Cell(option.cell)), None);
            let forecast = self.battle.rough_forecast(&choice, WEIGHING);
            let harm = forecast.map_or(0.0, |forecast| worth_of(&forecast, self.scene, 1.0));
            let far = option.cost.amount();
            if best
                .as_ref()
                .is_none_or(|(most, way, _)| (harm, far) > (*most, *way))
            {
                best = Some((harm, far, choice));
            }
        }
        best.map(|(_, _, choice)| choice)
    }

    /// Only a bargain that takes the enemy out is as good as a blow.
    fn bargain(&self) -> Option<Choice> {
        let takes_out = [ModeRole::DisarmsAndTakesOut, ModeRole::TakesOut];
        let bargain = takes_out.into_iter().find_map(|role| {
            let mut offers = self.decision.offers.iter();
            offers.find(|offer| offer.mode.is_some_and(|mode| mode.role == role))
        });
        let bargain = bargain.map(|offer| offer.choice_at(0));
        bargain.or_else(|| self.first(ActionRole::Decline))
    }

    /// Dice go one by one to somebody until it is likely to fall, then to the next, the weakest first.
    fn aim(&mut self) -> Option<Choice> {
        let strike = self.first(ActionRole::Commit);
        let forecast = strike.as_ref();
        let forecast = forecast.and_then(|choice| self.battle.rough_forecast(choice, WEIGHING));
        let falls = |who: CombatantId| {
            let Some(forecast) = &forecast else {
                return 0.0;
            };
            if forecast.subject == Some(who) {
                return forecast.defeats;
            }
            let other = forecast.others.iter().find(|other| other.who == who);
            other.map_or(0.0, |other| other.defeats)
        };
        let mut best: Option<((bool, i32), Choice)> = None;
        for choice in choices_of(self.decision, ActionRole::Assign) {
            let Some(Target::Combatant(who)) = choice.target else {
                continue;
            };
            let fighter = self.scene.fighter(who).filter(|fighter| !fighter.ours);
            let Some(fighter) = fighter.filter(|_| falls(who) < ENOUGH) else {
                continue;
            };
            let rank = (falls(who) <= 0.0, fighter.hit_points);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, choice));
            }
        }
        best.map(|(_, choice)| choice)
            .or(strike)
            .or_else(|| self.first(ActionRole::Assign))
    }
}

/// Chance to fell somebody from which on it gets no more dice.
const ENOUGH: f64 = 0.8;
