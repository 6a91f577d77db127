//! Terms: the words by which a ruleset calls things, each with a role from a small closed set of the
//! engine's. Log, window, brains and statistics go by roles and show the words and icons given; none of them
//! compares a key, so a new ruleset needs no word of its own anywhere else.

mod action;
mod attack_result;
mod condition;
mod decision_kind;
mod link;
mod mode;
mod rest;
mod rule_option;
mod state;
mod timeline;
mod word;

pub use action::{Action, ActionRole, Common};
pub use attack_result::{AttackEffect, Defence, DefenceRole, EffectRole, LevelRole, RollLevel};
pub use condition::{Change, Condition, ConditionRole, Harm};
pub use decision_kind::{DecisionKind, DecisionRole};
pub use link::{Link, LinkRole, Track, TrackRole};
pub use mode::{Mode, ModeRole};
pub use rest::Rest;
pub use rule_option::{OptionValue, RuleOption};
pub use state::{
    DueState, ItemCondition, ItemConditionRole, ItemMove, ItemMoveRole, Placement, PlacementRole,
    TurnRole, TurnState,
};
pub use timeline::{Stretch, Timeline};
pub use word::{Term, Word};

/// All words of a ruleset where only so many are possible. Files that use another can be told so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// What choices do.
    pub actions: Vec<Action>,
    /// Kinds of decisions.
    pub decisions: Vec<DecisionKind>,
    /// Decisions that answer what another combatant does: they are asked only if that happens.
    pub answers: Vec<DecisionKind>,
    /// Actions that such decisions offer and no others.
    pub answering: Vec<Action>,
    /// In which ways things are done ([`Offer::mode`](crate::Offer::mode)).
    pub modes: Vec<Mode>,
    /// What may be chosen in fields ([`FieldOption::key`](crate::FieldOption::key)): "half".
    pub options: Vec<&'static str>,
    /// Stages whose beginning is in the journal: "Movement".
    pub stages: Vec<&'static str>,
    /// The phases of a round in order, by the rulebook's names, for the phase track.
    pub phases: Vec<&'static str>,
    /// Names of the movement bands, best first, for the legend ([`CellOption::band`](crate::CellOption::band)).
    pub movement_bands: Vec<&'static str>,
    /// Rule options that players may set.
    pub rule_options: Vec<RuleOption>,
    /// Ways in which survivors may rest before the next battle; none if rest changes nothing.
    pub rests: Vec<Rest>,
    /// Outcomes of rolls: "special success".
    pub outcomes: Vec<RollLevel>,
    /// How well somebody attacked or defended.
    pub levels: Vec<RollLevel>,
    /// How an attack was answered.
    pub defences: Vec<Defence>,
    /// What came of an attack.
    pub effects: Vec<AttackEffect>,
    /// Why hit points changed: "wound".
    pub causes: Vec<&'static str>,
    /// Stances.
    pub stances: Vec<Condition>,
    /// Conditions whose beginning and end are in the journal.
    pub changes: Vec<Condition>,
    /// Conditions that combatants can be seen to have
    /// ([`Ruleset::conditions`](crate::Ruleset::conditions)), the most pressing first.
    pub conditions: Vec<Condition>,
    /// What it calls somebody whose enemies do not know where they are.
    pub hidden: Option<Condition>,
    /// What becomes of items.
    pub item_moves: Vec<ItemMove>,
    /// What items can be.
    pub item_conditions: Vec<ItemCondition>,
    /// How somebody is moved without walking: "is shoved".
    pub placements: Vec<Placement>,
    /// What may link one figure to another.
    pub links: Vec<Link>,
    /// What somebody may have besides hit points.
    pub tracks: Vec<Track>,
    /// What becomes of a turn.
    pub turns: Vec<TurnState>,
    /// The timeline of a round; `None` if the rules know none.
    pub timeline: Option<Timeline>,
    /// Why something is not allowed ([`Reason::word`](crate::Reason::word)): "range".
    pub refusals: Vec<&'static str>,
}

impl Terms {
    /// The action by which somebody is attacked: the first of that role. Every ruleset has one.
    ///
    /// # Panics
    /// If the ruleset has no attack.
    #[must_use]
    pub fn attack(&self) -> Action {
        let attacks = |action: &&Action| action.role == ActionRole::MeleeAttack;
        let attack = self.actions.iter().find(attacks);
        *attack.expect("every ruleset has a melee attack")
    }

    /// True if a choice answers what another combatant does, so that it is made only if that happens: by the kind of
    /// decision that it is meant for, or else by its action.
    #[must_use]
    pub fn is_answer(&self, action: Option<&str>, kind: Option<&str>) -> bool {
        match (kind, action) {
            (Some(kind), _) => self.answers.iter().any(|known| known.key == kind),
            (None, Some(action)) => self.answering.iter().any(|known| known.key == action),
            (None, None) => false,
        }
    }

    /// Whether sides take turns activating one combatant each, rather than all going through phases together.
    #[must_use]
    pub fn activates(&self) -> bool {
        let activates = |kind: &DecisionKind| kind.role == DecisionRole::Activation;
        self.decisions.iter().any(activates)
    }

    /// The condition with a key, in the journal or on the card; `None` if there is no such one.
    #[must_use]
    pub fn condition(&self, key: &str) -> Option<Condition> {
        let all = self
            .conditions
            .iter()
            .chain(&self.changes)
            .chain(&self.hidden);
        all.copied().find(|condition| condition.key == key)
    }

    /// The words that a key of an event can have in the journal; `None` if it is no key of which
    /// rulesets know all words.
    #[must_use]
    pub fn of_key(&self, event: &str, key: &str) -> Option<Vec<&'static str>> {
        Some(match (event, key) {
            ("chosen", "kind") => keys(&self.decisions),
            ("stage_began", "stage") => self.stages.clone(),
            ("rolled", "outcome") => keys(&self.outcomes),
            ("stance", "stance") => keys(&self.stances),
            ("attack_resolved", "attack" | "defence_level") => keys(&self.levels),
            ("attack_resolved", "defence") => keys(&self.defences),
            ("attack_resolved", "effect") => keys(&self.effects),
            ("hit_points", "cause") => self.causes.clone(),
            ("condition", "condition") => keys(&self.changes),
            ("item_moved", "how") => keys(&self.item_moves),
            ("item_state", "state") => keys(&self.item_conditions),
            ("linked", "link") => keys(&self.links),
            ("track", "track") => keys(&self.tracks),
            ("placed", "how") => keys(&self.placements),
            ("turn", "state") => keys(&self.turns),
            ("due", "what") => keys(&self.actions),
            ("due", "state") => DueState::NAMES.to_vec(),
            ("moment", "counted") => self.timeline.iter().map(|line| line.counted).collect(),
            _ => return None,
        })
    }
}

/// The keys of some words, in order.
#[must_use]
pub fn keys<R>(words: &[Word<R>]) -> Vec<&'static str> {
    words.iter().map(|word| word.key).collect()
}

/// The word with a key; `None` if there is none.
#[must_use]
pub fn word<R>(words: &[Word<R>], key: &str) -> Option<Word<R>> {
    words.iter().copied().find(|word| word.key == key)
}
