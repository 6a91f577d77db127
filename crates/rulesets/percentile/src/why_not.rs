//! Why an attack is not on offer: asked of the code that makes the offers, and only when somebody wants
//! to know.

use shieldwall_battle::{Choice, CombatantId, Decision, Reason, Refusal};

use crate::{
    attack::{arm::Arm, arms::arms_of_item},
    combatant::state::{Plan, combatant_of},
    context::read::{FighterView, ReadContext},
    movement::bands::Pace,
    terms::{actions, decisions, reasons},
    turn::plans::Moment,
};

/// Why something is not done in this phase of the round (PCT-002); `None` if it may be.
fn bar_by_phase(decision: &Decision, wanted: &Choice) -> Option<&'static Reason> {
    let moves = matches!(wanted.action, actions::MOVE | actions::STAY);
    let defends = matches!(wanted.action, actions::PARRY | actions::DODGE);
    match decision.kind {
        decisions::STATEMENT if moves => Some(&reasons::MOVES_LATER),
        decisions::ACTION | decisions::DECLARATION if moves => Some(&reasons::MOVED),
        decisions::MOVEMENT if wanted.action == actions::ATTACK => Some(&reasons::ACTS_LATER),
        decisions::STATEMENT | decisions::MOVEMENT | decisions::ACTION | decisions::DECLARATION
            if defends =>
        {
            Some(&reasons::DEFENDS_LATER)
        }
        _ => None,
    }
}

impl ReadContext<'_, '_> {
    /// Why a decision does not offer an attack; `None` if it does, or if it is nothing of which
    /// reasons are told.
    #[must_use]
    pub fn why_not(&self, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let fighter = self.fighter(decision.actor?);
        if let Some(reason) = bar_by_phase(decision, wanted) {
            return Some(Refusal::because(fighter.name(), reason));
        }
        let plan = match decision.kind {
            decisions::STATEMENT | decisions::DECLARATION => None,
            decisions::ACTION => Some(fighter.turn.statement?.plan),
            _ => return None,
        };
        if wanted.action != actions::ATTACK {
            return None;
        }
        let moment = if decision.kind == decisions::STATEMENT {
            Moment::Statement
        } else {
            Moment::Now
        };
        let runs = |pace: &Pace| {
            Some(pace.key()) == wanted.fields.option(Pace::FIELD) && !pace.allows_action()
        };
        if moment == Moment::Statement && Pace::ALL.iter().any(runs) {
            return Some(Refusal::because(fighter.name(), &reasons::PACE));
        }
        let arms = match self.wanted_arms(&fighter, wanted) {
            Ok(arms) => arms,
            Err(refusal) => return Some(refusal),
        };
        let targets = self.spoken_of(&fighter, wanted);
        if targets.is_empty() {
            return Some(Refusal::because(fighter.name(), &reasons::NOBODY));
        }
        let mut found = Vec::new();
        for arm in arms {
            let name = self.arm_name(&fighter, arm);
            for &target in &targets {
                let foe = self.fighter(target);
                let reason = self
                    .bar_to_attack(&fighter, arm, &foe, moment)
                    .or_else(|| self.bar_by_statement(&fighter, arm, target, plan?));
                // Whatever is allowed needs no reason.
                found.push(Refusal::because(
                    &format!("{name}: {}", foe.name()),
                    reason?,
                ));
            }
        }
        Refusal::all(found)
    }

    /// The arms that item and mode mean, or why there are none.
    fn wanted_arms(
        &self,
        fighter: &FighterView<'_, '_>,
        wanted: &Choice,
    ) -> Result<Vec<Arm>, Refusal> {
        let means = |arm: &Arm| {
            (wanted.item.is_none() || arm.item == wanted.item)
                && wanted.mode.is_none_or(|mode| arm.manner.mode() == mode)
        };
        let mut arms = self.arms(fighter);
        arms.retain(|arm| means(arm));
        if !arms.is_empty() {
            return Ok(arms);
        }
        let Some(gear) = wanted.item.and_then(|item| self.gear(item)) else {
            let fists = wanted.mode == Some(Arm::BRAWL.manner.mode());
            return Err(Refusal::because(
                wanted.mode.map_or("this", |mode| mode.key),
                if fists {
                    &reasons::NO_FREE_HAND
                } else {
                    &reasons::NO_ATTACK
                },
            ));
        };
        let carried = gear.carried_by.is_some_and(|by| by.0 == fighter.entity);
        let known = arms_of_item(&gear);
        let reason = if !carried {
            &reasons::NOT_CARRIED
        } else if gear.is_spent() {
            &reasons::AMMUNITION
        } else if let Some(reason) = self.bar_to_use(fighter, &gear) {
            reason
        } else {
            let bars = known.into_iter().filter(means);
            let bar = bars.filter_map(|arm| gear.bar_to_shoot(arm)).next();
            bar.unwrap_or(&reasons::NO_ATTACK)
        };
        Err(Refusal::because(&gear.name(), reason))
    }

    /// The targets that a refusal is about: the target that is wanted, or all enemies who are known.
    fn spoken_of(&self, fighter: &FighterView<'_, '_>, wanted: &Choice) -> Vec<CombatantId> {
        match combatant_of(wanted.target) {
            Some(target) => vec![target],
            None => self.foes(fighter),
        }
    }

    /// Why somebody cannot be attacked with an arm; `None` if it can.
    fn bar_to_attack(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        foe: &FighterView<'_, '_>,
        moment: Moment,
    ) -> Option<&'static Reason> {
        let bar = self.bar_to_target(fighter, foe);
        if bar.is_some() || moment == Moment::Statement {
            return bar;
        }
        if arm.manner.is_missile() && !self.may_shoot(fighter) {
            return Some(&reasons::BROKE_OFF);
        }
        self.reach(arm, fighter.cell(), foe.cell()).err()
    }

    /// Why what was stated rules an attack out that could be made otherwise (PCT-R01).
    fn bar_by_statement(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        target: CombatantId,
        plan: Plan,
    ) -> Option<&'static Reason> {
        let Plan::Attack(..) = plan else {
            return Some(&reasons::PLANNED);
        };
        let offers = self.action_offers(fighter, plan);
        let mut choices = offers
            .iter()
            .flat_map(|offer| (0..offer.choice_count()).map(|index| offer.choice_at(index)));
        let offered =
            choices.any(|choice| self.plan_of(fighter, &choice) == Plan::Attack(arm, target));
        (!offered).then_some(&reasons::STATED)
    }
}
