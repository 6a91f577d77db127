//! The words of a ruleset: what it calls things where only so many words are possible.

/// The words by which a ruleset calls things in decisions, conditions and journal entries, where
/// there are only so many. Whoever writes one of them can be told that it means nothing.
///
/// Actions are in [`Ruleset::actions`](crate::Ruleset::actions).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Kinds of decisions ([`Decision::kind`](crate::Decision::kind)): "defence".
    pub decisions: Vec<&'static str>,
    /// In which ways things are done ([`Offer::mode`](crate::Offer::mode)): "thrown".
    pub modes: Vec<&'static str>,
    /// What goes with a choice ([`Selection::key`](crate::Selection::key)): "half".
    pub selections: Vec<&'static str>,
    /// Stages whose beginning is in the journal: "Movement".
    pub stages: Vec<&'static str>,
    /// Outcomes of rolls: "special success".
    pub outcomes: Vec<&'static str>,
    /// How well somebody attacked or defended: "failure".
    pub levels: Vec<&'static str>,
    /// How an attack was answered: "parry", "none".
    pub defences: Vec<&'static str>,
    /// What came of an attack: "normal".
    pub effects: Vec<&'static str>,
    /// Why hit points changed: "wound".
    pub causes: Vec<&'static str>,
    /// Stances: "kneeling".
    pub stances: Vec<&'static str>,
    /// Conditions whose beginning and end are in the journal: "surprised".
    pub changes: Vec<&'static str>,
    /// Conditions that combatants can be seen to have
    /// ([`Ruleset::conditions`](crate::Ruleset::conditions)): "broken item".
    pub conditions: Vec<&'static str>,
    /// What it calls somebody whose enemies do not know where it is: "hidden".
    pub hidden: &'static str,
    /// Those of the conditions that say what a combatant does or may do just now, and nothing of how it
    /// comes out of the battle: "reloading".
    pub momentary: Vec<&'static str>,
    /// What each condition means for whoever has it, in a sentence.
    pub meanings: Vec<(&'static str, &'static str)>,
    /// What becomes of items: "dropped".
    pub item_moves: Vec<&'static str>,
    /// What items can be: "damaged".
    pub item_states: Vec<&'static str>,
    /// How somebody is moved without walking: "is shoved".
    pub placements: Vec<&'static str>,
    /// What becomes of a turn: "spent".
    pub turns: Vec<&'static str>,
    /// Why something is not allowed ([`Reason::word`](crate::Reason::word)): "range".
    pub refusals: Vec<&'static str>,
}

impl Vocabulary {
    /// What a condition means for whoever has it, in a sentence; `None` if the ruleset knows no such
    /// condition.
    #[must_use]
    pub fn meaning(&self, condition: &str) -> Option<&'static str> {
        let known = self.meanings.iter().find(|(word, _)| *word == condition);
        known.map(|(_, meaning)| *meaning)
    }

    /// The words that a key of an event can have in the journal; `None` if it is no key of which
    /// rulesets know all words.
    #[must_use]
    pub fn of_key(&self, event: &str, key: &str) -> Option<&[&'static str]> {
        let words = match (event, key) {
            ("chosen", "kind") => &self.decisions,
            ("stage_began", "stage") => &self.stages,
            ("rolled", "outcome") => &self.outcomes,
            ("stance", "stance") => &self.stances,
            ("attack_resolved", "attack" | "defence_level") => &self.levels,
            ("attack_resolved", "defence") => &self.defences,
            ("attack_resolved", "effect") => &self.effects,
            ("hit_points", "cause") => &self.causes,
            ("condition", "condition") => &self.changes,
            ("item_moved", "how") => &self.item_moves,
            ("item_state", "state") => &self.item_states,
            ("placed", "how") => &self.placements,
            ("turn", "state") => &self.turns,
            _ => return None,
        };
        Some(words)
    }
}
