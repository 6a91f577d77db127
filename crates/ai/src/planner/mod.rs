//! The planner: the brain that plays to win, under every ruleset.
//!
//! It weighs every choice by the same measure (`worth`): harm done to enemies, in enemies defeated, less harm to be
//! expected, plus what the choice does for the course of the battle. Odds come from the ruleset; what the planner adds is
//! only what a general knows under any rules: go together, use cover, wear down those who are already hurt, strike before
//! one is struck, let others commit themselves, do not wait for ever. It knows decisions and actions by their roles.

mod action;
mod action_kind;
mod activation;
mod aid;
mod arms;
mod chronicle;
mod danger;
mod defence;
mod form;
mod hiding;
mod lookout;
mod memory;
mod minor;
mod movement;
mod odds;
mod outlook;
mod positioning;
mod posture;
mod pull;
mod reaction;
mod scene;
mod search;
mod skill;
mod stance;
mod statement;
mod strikes;
mod temper;
#[cfg(test)]
mod tests;
mod turn;
mod worth;

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shieldwall_battle::{
    ActionRole, Battle, Choice, CombatantId, Decision, Field, Offer, SideId, Targets,
    terms::DecisionRole,
};

use self::{
    action_kind::ActionKind,
    chronicle::{Chronicle, Tried},
    lookout::Lookout,
    memory::Memory,
    odds::Odds,
    outlook::Outlook,
    positioning::Positioning,
    posture::Posture,
    pull::Pull,
    scene::{Scene, Situation},
    search::Search,
};
pub(crate) use self::{skill::Skill, temper::Temper};
use crate::{Brain, BrainKind, legal, ways::Ways};

/// What the planner keeps for a side from one decision to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    skill: Skill,
    temper: Temper,
    eye: u64,
    odds: Odds,
    ways: Ways,
    chronicle: Chronicle,
    memory: Memory,
    search: Search,
}

impl Tools {
    /// By what somebody's places are misjudged: all alike for a whole round.
    const fn salt(&self, round: u32, who: CombatantId) -> u64 {
        let round = (round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let who = (who.0 as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
        self.eye ^ round ^ who
    }
}

/// Everything worked out for one combatant before its choices are weighed.
pub(super) struct Thought {
    scene: Scene,
    situation: Situation,
    outlook: Outlook,
    posture: Posture,
    pull: Pull,
    reactiveness: f64,
    /// Actions that the side has tried.
    tried: Tried,
    /// True if it sees through what does more harm than good.
    sees_harm: bool,
    /// True if it knows spells.
    knows_spells: bool,
    /// By how much it misjudges places, and how.
    misjudges: f64,
    salt: u64,
}

impl Thought {
    /// `acts_at_once`: whether it acts before anybody else moves. `None` if the side does not see it.
    fn of(
        battle: &mut Battle,
        tools: &mut Tools,
        scene: &Scene,
        who: CombatantId,
        acts_at_once: bool,
    ) -> Option<Self> {
        let situation = Situation::of(scene, who)?;
        let outlook = Outlook::of(battle, tools, &situation, acts_at_once);
        let posture = Posture::of(&situation, &outlook, tools, acts_at_once);
        let pull = Pull::of(battle, tools, scene, &situation, &posture);
        let seeks = pull.search.is_some() || posture.escapes;
        Some(Self {
            scene: scene.clone(),
            situation,
            outlook,
            posture,
            reactiveness: tools.chronicle.reactiveness(),
            tried: tools.chronicle.tried().clone(),
            sees_harm: tools.skill.sees_harm(),
            knows_spells: tools.memory.is_caster(who),
            misjudges: tools.skill.misjudges_places(seeks),
            pull,
            salt: tools.salt(scene.round, who),
        })
    }

    /// For all wishes of a decision; it remembers what it has looked at.
    fn positioning(&self, last_band: u8) -> Positioning<'_> {
        Positioning {
            situation: &self.situation,
            outlook: &self.outlook,
            posture: &self.posture,
            pull: &self.pull,
            last_band,
            most: f64::INFINITY,
            reactiveness: self.reactiveness,
            misjudges: self.misjudges,
            salt: self.salt,
            lookout: Lookout::of(&self.situation, &self.outlook, self.knows_spells),
        }
    }
}

/// The choices of all offers with a role.
fn choices_of(decision: &Decision, role: ActionRole) -> impl Iterator<Item = Choice> {
    let offers = decision.offers.iter();
    offers
        .filter(move |offer| offer.action.role == role)
        .flat_map(|offer| (0..offer.choice_count()).map(|index| offer.choice_at(index)))
}

/// What kind of answer a decision wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// What to do this round, to somebody, later.
    Statement,
    /// Which combatant to send.
    Activation,
    /// All that one does in its turn, one thing after the other.
    Turn,
    /// Where to go.
    Move,
    /// How to stand, or how to divide what one has.
    Stance,
    /// How to answer what others do.
    Reaction,
    /// Which patient to treat.
    Aid,
    /// What to do now.
    Action,
    /// All else.
    Minor,
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
            DecisionRole::Activation => Self::Activation,
            DecisionRole::Turn => Self::Turn,
            DecisionRole::Movement => Self::Move,
            DecisionRole::Stance => Self::Stance,
            DecisionRole::Aid => Self::Aid,
            DecisionRole::Action => Self::Action,
            DecisionRole::Reaction => Self::Reaction,
            DecisionRole::Minor if decision.against.is_some() => Self::Reaction,
            DecisionRole::Minor => Self::Minor,
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
#[derive(Clone)]
pub(crate) struct Planner {
    rng: ChaCha8Rng,
    /// What it knows as each side that it plays.
    tools: BTreeMap<SideId, Tools>,
    skill: Skill,
    temper: Temper,
    /// A number by chance, by which it misjudges places.
    eye: u64,
    /// Whether it makes use of reactions that cost a turn; one that does not is there to be compared with.
    reacts: bool,
}

impl Planner {
    pub(crate) fn new(seed: u64, skill: Skill) -> Self {
        Self {
            eye: seed,
            rng: ChaCha8Rng::seed_from_u64(seed),
            tools: BTreeMap::new(),
            skill,
            temper: Temper::default(),
            reacts: true,
        }
    }

    /// The same, but it never reacts where that costs a turn.
    pub(crate) fn unreacting(seed: u64) -> Self {
        Self {
            reacts: false,
            ..Self::new(seed, Skill::Hard)
        }
    }

    /// The same planner as another side would play that knows no more than this one does.
    pub(crate) fn also_as(&mut self, known: SideId, other: SideId) {
        if let Some(tools) = self.tools.get(&known).cloned() {
            self.tools.entry(other).or_insert(tools);
        }
    }

    /// Lets it play with another temper, or with chance of its own.
    pub(crate) fn with(&self, temper: Temper, seed: u64) -> Self {
        Self {
            eye: seed,
            rng: ChaCha8Rng::seed_from_u64(seed),
            temper,
            ..self.clone()
        }
    }

    fn consider(&mut self, battle: &mut Battle, decision: &Decision) -> Option<Choice> {
        let tools = self.tools.entry(decision.side).or_default();
        tools.skill = self.skill;
        tools.temper = self.temper;
        tools.eye = self.eye;
        if tools.chronicle.read(battle, decision.number, decision.side) {
            tools.odds.forget();
            tools.ways.forget();
            tools.memory = Memory::default();
            tools.search = Search::default();
        }
        let rng = &mut self.rng;
        let luck = rng.random();
        let spread = self.skill.misjudges();
        let mut noise = || spread * f64::from(rng.random_range(0..1000_u32)) / 1000.0;
        let noise = &mut noise;
        let scene = Scene::look(battle, decision.side);
        tools.search.read(battle, &scene);
        let question = Question::of(decision);
        match question {
            Question::Activation => {
                return activation::choose(battle, tools, decision, &scene, noise);
            }
            Question::Reaction => {
                let nothing = !self.reacts && battle.ruleset().terms().activates();
                let nothing = nothing.then(|| reaction::nothing(decision)).flatten();
                return nothing
                    .or_else(|| reaction::choose(battle, tools, decision, &scene, (luck, noise)));
            }
            Question::Minor => return minor::choose(battle, tools, decision, &scene),
            _ => {}
        }
        let actor = decision.actor?;
        if choices_of(decision, ActionRole::Cast).next().is_some() {
            tools.memory.saw_spells(actor);
        }
        let situation = Situation::of(&scene, actor)?;
        if hiding::is_about(decision) {
            return hiding::choose(battle, decision, &situation);
        }
        if question == Question::Aid {
            return aid::choose(battle, decision, &situation, noise);
        }
        if question == Question::Action
            && let Some(idle) = nothing_to_weigh(decision)
            && aid::is_idle(battle, tools, &situation)
        {
            return Some(idle);
        }
        let at_once = question == Question::Turn;
        let thought = Thought::of(battle, tools, &scene, actor, at_once)?;
        match question {
            Question::Statement => statement::choose(battle, tools, decision, &thought, noise),
            Question::Turn => turn::choose(battle, tools, decision, &thought, noise),
            Question::Move => movement::choose(battle, tools, decision, &thought),
            Question::Stance => stance::choose(battle, tools, decision, &thought),
            _ => action::choose(battle, tools, decision, &thought, noise),
        }
    }
}

impl Brain for Planner {
    fn name(&self) -> &'static str {
        match (self.skill, self.reacts) {
            (Skill::Easy, _) => BrainKind::Easy.key(),
            (Skill::Normal, _) => BrainKind::Normal.key(),
            (Skill::Hard, true) => BrainKind::Planner.key(),
            (Skill::Hard, false) => BrainKind::Unreacting.key(),
        }
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
        let considered = battle.prescribed();
        let considered = considered.or_else(|| self.consider(battle, &decision));
        match considered {
            Some(choice) if battle.check(&choice).is_ok() => choice,
            _ => legal::first_from(battle, &decision, 0),
        }
    }
}
