//! The brain that plays to win.
//!
//! It weighs every choice by the same measure: harm done to enemies, in enemies defeated, less harm
//! to be expected, plus what the choice does for the course of the battle. Odds come from the
//! ruleset; what the brain adds is only what a general knows under any rules: go together, use
//! cover, wear down the one who is already hurt, do not wait for ever.

mod action;
mod action_kind;
mod aid;
mod arms;
mod chronicle;
mod hiding;
mod lookout;
mod memory;
mod movement;
mod odds;
mod outlook;
mod positioning;
mod posture;
mod reaction;
mod situation;
mod stance;
mod statement;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shieldwall_battle::{Battle, Choice, Decision, Field, Offer, Targets, terms::DecisionRole};

use self::{
    action_kind::ActionKind,
    chronicle::Chronicle,
    lookout::Lookout,
    memory::Memory,
    odds::Odds,
    outlook::Outlook,
    positioning::{Positioning, Pull},
    posture::Posture,
    situation::Situation,
};
use crate::{Brain, alternating::Alternating, legal, ways::Ways};

/// Spread of the noise that decides between nearly equal choices.
const NOISE: f64 = 0.002;

/// What the brain keeps from one decision to the next.
#[derive(Debug, Default)]
pub(super) struct Tools {
    odds: Odds,
    ways: Ways,
    chronicle: Chronicle,
    memory: Memory,
}

/// Everything worked out for one decision before choices are weighed.
pub(super) struct Thought {
    situation: Situation,
    outlook: Outlook,
    posture: Posture,
    pull: Pull,
    salt: u64,
}

impl Thought {
    fn of(battle: &mut Battle, tools: &mut Tools, situation: Situation, salt: u64) -> Self {
        let outlook = Outlook::of(battle, tools, &situation);
        let posture = Posture::of(&situation, &tools.chronicle, &outlook);
        let pull = Pull::of(battle, tools, &situation, &outlook, &posture);
        Self {
            situation,
            outlook,
            posture,
            pull,
            salt,
        }
    }

    /// For all wishes of a decision; it remembers what it has looked at.
    fn positioning(&self, strides: (f64, f64)) -> Positioning<'_> {
        Positioning {
            situation: &self.situation,
            outlook: &self.outlook,
            posture: &self.posture,
            pull: &self.pull,
            strides,
            salt: self.salt,
            lookout: Lookout::of(&self.situation, &self.outlook),
        }
    }
}

/// What kind of answer a decision wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Statement,
    Move,
    Stance,
    Reaction,
    Aid,
    Action,
}

impl Question {
    fn of(decision: &Decision) -> Self {
        let offers = &decision.offers;
        // Where nothing is aimed at and no pace is stated, it is about how one stands.
        let aims = |offer: &Offer| {
            let mut options = offer.fields.iter().flat_map(Field::options);
            !matches!(offer.targets, Targets::None) || options.any(|option| option.band.is_some())
        };
        match decision.kind.role {
            DecisionRole::Statement if !offers.iter().any(aims) => Self::Stance,
            DecisionRole::Statement => Self::Statement,
            DecisionRole::Movement => Self::Move,
            DecisionRole::Stance => Self::Stance,
            DecisionRole::Reaction => Self::Reaction,
            DecisionRole::Aid => Self::Aid,
            DecisionRole::Action => Self::Action,
            _ if decision.against.is_some() => Self::Reaction,
            _ if offers
                .iter()
                .any(|offer| matches!(offer.targets, Targets::Cells(_))) =>
            {
                Self::Move
            }
            _ if offers
                .iter()
                .any(|offer| ActionKind::of(offer.action.role) == ActionKind::Kneel) =>
            {
                Self::Stance
            }
            _ => Self::Action,
        }
    }
}

/// The choice to do nothing, if all else that a decision offers is treating wounds and emptying
/// hands.
fn nothing_to_weigh(decision: &Decision) -> Option<Choice> {
    let mut idle = None;
    for offer in &decision.offers {
        match ActionKind::of(offer.action.role) {
            ActionKind::Idle => idle = Some(offer.choice_at(0)),
            ActionKind::Aid | ActionKind::PutAway => {}
            _ => return None,
        }
    }
    idle
}

/// The brain.
pub(crate) struct Standard {
    rng: ChaCha8Rng,
    tools: Tools,
    alternating: Alternating,
}

impl Standard {
    /// `reacts`: whether it reacts where that costs a turn.
    pub(crate) fn new(seed: u64, reacts: bool) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            tools: Tools::default(),
            alternating: Alternating::new(seed, reacts),
        }
    }

    fn consider(&mut self, battle: &mut Battle, decision: &Decision) -> Option<Choice> {
        let tools = &mut self.tools;
        if tools.chronicle.read(battle, decision.number, decision.side) {
            tools.odds.forget();
            tools.ways.forget();
            tools.memory = Memory::default();
        }
        let situation = Situation::look(battle, decision)?;
        if hiding::is_about(decision) {
            return hiding::choose(battle, decision, &situation);
        }
        let rng = &mut self.rng;
        let salt = rng.random();
        let mut noise = || NOISE * f64::from(rng.random_range(0..1000_u32)) / 1000.0;
        let question = Question::of(decision);
        match question {
            Question::Reaction => return reaction::choose(battle, decision, &mut noise),
            Question::Aid => {
                return aid::choose(battle, decision, &situation, &mut noise);
            }
            _ => {}
        }
        if question == Question::Action
            && let Some(idle) = nothing_to_weigh(decision)
            && aid::is_idle(battle, tools, &situation)
        {
            return Some(idle);
        }
        let thought = Thought::of(battle, tools, situation, salt);
        match question {
            Question::Statement => statement::choose(battle, tools, decision, &thought, &mut noise),
            Question::Move => movement::choose(battle, tools, decision, &thought),
            Question::Stance => stance::choose(battle, tools, decision, &thought),
            _ => action::choose(battle, tools, decision, &thought, &mut noise),
        }
    }
}

impl Brain for Standard {
    fn name(&self) -> &'static str {
        "standard"
    }

    fn choose(&mut self, battle: &mut Battle) -> Choice {
        let Some(decision) = battle.open_decision() else {
            return legal::nothing();
        };
        if decision.choice_count() == 1
            && let Some(only) = decision.choice_at(0)
            && battle.check(&only).is_ok()
        {
            return only;
        }
        let considered = if let Some(choice) = battle.prescribed() {
            Some(choice)
        } else if battle.ruleset().terms().activates() {
            self.alternating.consider(battle, &decision)
        } else {
            self.consider(battle, &decision)
        };
        match considered {
            Some(choice) if battle.check(&choice).is_ok() => choice,
            _ => legal::first_from(battle, &decision, 0),
        }
    }
}
