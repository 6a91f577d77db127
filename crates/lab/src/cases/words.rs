//! Whether a case uses words that exist: a misspelt one would make "never" and "refused" hold for
//! the wrong reason.

use std::sync::LazyLock;

use serde_json::Value;
use shieldwall_battle::terms::keys;
use shieldwall_battle::{Event, SideId, Terms, journal_schema};
use shieldwall_content::{
    Case, Level,
    case::{
        AfterEntry, CaseAction, CaseChoice, CaseCount, CaseTarget, CaseValue, CellOrWord,
        ExpectEntry, NumberOrWord,
    },
};
use shieldwall_dice::Face;

use super::{Cast, Failure, author_view::RENAMED};

/// States of combatants.
const STATES: [&str; 6] = [
    "active",
    "unconscious",
    "dying",
    "dead",
    "surrendered",
    "left",
];
/// Keys whose words are letters of combatants.
const COMBATANTS: [&str; 6] = ["who", "target", "by", "owner", "other", "mount"];
/// Keys whose words are sides.
const SIDES: [&str; 3] = ["side", "only_for", "winner"];
/// Keys whose words are names of zones.
const ZONES: [&str; 2] = ["zone", "aimed"];
/// Most words that are listed besides the one that may have been meant.
const MAX_LISTED: usize = 6;
/// What is written where there is nobody and nothing.
const NONE: &str = "none";

/// All words of a case that mean nothing.
#[must_use]
pub fn misspelt(case: &Case) -> Vec<Failure> {
    let Some(ruleset) = shieldwall_rulesets::by_id(case.ruleset) else {
        return Vec::new();
    };
    let known_actions: Vec<&str> = keys(&ruleset.terms().actions);
    let units: Vec<&str> = case.combatants.iter().map(|one| &*one.unit.id).collect();
    let mut proof = Proofreader {
        cast: &Cast::of(case),
        known_actions: &known_actions,
        words: ruleset.terms(),
        units: &units,
        level: &case.level,
        failures: Vec::new(),
    };
    for choice in &case.choices {
        proof.choice(choice);
    }
    let counted = case.count.iter().flatten().filter_map(|count| match count {
        CaseCount::Entry(entry) => Some(&**entry),
        CaseCount::What(_) => None,
    });
    let expected = case.expect.iter().chain(&case.never);
    for expected in expected.chain(counted) {
        proof.entry(expected.line, &expected.entry);
    }
    for (letter, after) in &case.after {
        proof.after(letter, after);
    }
    proof.failures
}

/// What words there are, and which of a case's are none of them.
struct Proofreader<'c> {
    cast: &'c Cast,
    known_actions: &'c [&'c str],
    /// The ruleset's other words.
    words: &'c Terms,
    /// Ids of the units that take part.
    units: &'c [&'c str],
    /// Where it is fought.
    level: &'c Level,
    failures: Vec<Failure>,
}

impl Proofreader<'_> {
    /// A word that must be one of those known; `what` it is, such as "action".
    fn check(&mut self, line: usize, what: &str, word: &str, known: &[&str]) {
        if let Some(message) = unknown(what, word, known) {
            self.failures.push(Failure::at(line, message));
        }
    }

    fn choice(&mut self, choice: &CaseChoice) {
        let line = choice.line;
        let words = self.words;
        for key in choice.offered.iter().chain(&choice.not_offered) {
            self.check(line, "action", key, self.known_actions);
        }
        if let Some(kind) = &choice.when {
            self.check(line, "kind of decision", kind, &keys(&words.decisions));
        }
        for action in &choice.actions {
            self.action(action);
        }
        if self.cast.combatant(&choice.by).is_none() {
            self.check(line, "side", &choice.by, &self.sides());
        }
    }

    fn action(&mut self, action: &CaseAction) {
        let line = action.line;
        let words = self.words;
        self.check(line, "action", &action.action, self.known_actions);
        if let Some(mode) = &action.mode {
            self.check(line, "mode", mode, &keys(&words.modes));
        }
        for value in action.fields.values() {
            if let CaseValue::WordOrTarget(CaseTarget::Name(word)) = value
                && !words.options.is_empty()
                && self.cast.combatant(word).is_none()
            {
                self.check(line, "option", word, &words.options);
            }
        }
        if let Some(item) = &action.item {
            self.item(line, item);
        }
    }

    /// The sides there are.
    fn sides(&self) -> Vec<&'static str> {
        let sides = SideId::first(self.level.sides.len());
        sides.map(SideId::key).collect()
    }

    fn item(&mut self, line: usize, item: &str) {
        if self.cast.item(item, None).is_none() {
            let known = self.cast.items().map(|item| self.cast.item_name(item));
            let known: Vec<String> = known.collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            self.check(line, "item", item, &known);
        }
    }

    fn entry(&mut self, line: usize, entry: &ExpectEntry) {
        let mut former = Event::FORMER_NAMES.iter();
        if let Some((former, now)) = former.find(|(old, _)| *old == entry.event) {
            let message = format!("unknown event `{former}`; it is now called `{now}`");
            self.failures.push(Failure::at(line, message));
            return;
        }
        self.check(line, "event", &entry.event, Event::NAMES);
        let Ok(Value::Object(given)) = serde_json::to_value(entry) else {
            return;
        };
        if let Some(known) = keys_of(&entry.event) {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            for key in given.keys() {
                self.check(line, &format!("key of `{}`", entry.event), key, &known);
            }
        }
        let words = self.words;
        for (key, value) in &given {
            if let (Some(word), Some(known)) = (value.as_str(), words.of_key(&entry.event, key)) {
                self.check(line, key, word, &known);
            }
        }
        for (key, value) in &given {
            self.names(line, &entry.event, key, value);
        }
        let steps = entry.steps.iter().flatten().flatten();
        for letter in steps {
            self.combatant(line, letter);
        }
        self.numbers_or_words(line, entry);
        self.places(line, entry);
    }

    /// Who and what is named under a key of an entry: one, or a list.
    fn names(&mut self, line: usize, event: &str, key: &str, value: &Value) {
        let words = match value {
            Value::Array(words) => &words[..],
            word => std::slice::from_ref(word),
        };
        for word in words.iter().filter_map(Value::as_str) {
            match key {
                "mount" if word == NONE => {}
                _ if COMBATANTS.contains(&key) => self.combatant(line, word),
                _ if SIDES.contains(&key) => {
                    let mut known = self.sides();
                    known.push(NONE);
                    self.check(line, "side", word, &known);
                }
                _ if ZONES.contains(&key) => {
                    let zones = &self.level.zones;
                    let known: Vec<&str> = zones.ids().map(|zone| zones.name(zone)).collect();
                    self.check(line, "zone", word, &known);
                }
                "action" if event == "chosen" => {
                    self.check(line, "action", word, self.known_actions);
                }
                "unit" => self.check(line, "unit", word, self.units),
                "item" => self.item(line, word),
                _ => {}
            }
        }
    }

    fn combatant(&mut self, line: usize, letter: &str) {
        let known: Vec<&str> = self.cast.combatants().map(|(_, letter)| letter).collect();
        self.check(line, "combatant", letter, &known);
    }

    /// Keys that are a number or a word, each where it is which.
    fn numbers_or_words(&mut self, line: usize, entry: &ExpectEntry) {
        let states = entry.event == "vitality";
        for (key, value) in [
            ("from", &entry.from),
            ("to", &entry.to),
            ("rank", &entry.rank),
        ] {
            match value {
                Some(NumberOrWord::Word(word)) if key == "rank" => {
                    self.check(line, "rank", word, &[NONE]);
                }
                Some(NumberOrWord::Word(word)) if states => {
                    self.check(line, "state", word, &STATES);
                }
                Some(NumberOrWord::Word(word)) => {
                    let message = format!("`{key}` of `{}` is a number, not `{word}`", entry.event);
                    self.failures.push(Failure::at(line, message));
                }
                Some(NumberOrWord::Number(number)) if states => {
                    let message = format!("`{key}` of `vitality` is a state, not {number}");
                    self.failures.push(Failure::at(line, message));
                }
                Some(NumberOrWord::Number(_)) | None => {}
            }
        }
    }

    /// Cells, directions and dice.
    fn places(&mut self, line: usize, entry: &ExpectEntry) {
        if let Some(facing) = &entry.facing {
            let known = self.level.map.grid().layout().direction_names();
            self.check(line, "direction", facing, known);
        }
        if let Some(edge) = entry.edge.as_ref().filter(|edge| *edge != NONE) {
            let known = self.level.map.grid().layout().side_names();
            self.check(line, "edge", edge, known);
        }
        let aimed = entry.aimed.as_ref().and_then(|aimed| match aimed {
            CellOrWord::Cell(cell) => Some(cell),
            CellOrWord::Word(_) => None,
        });
        let cells = entry.cell.iter().chain(&entry.end).chain(aimed);
        let cells = cells.chain(entry.struck.iter().flatten());
        for [column, row] in cells.chain(entry.path.iter().flatten()) {
            if self.level.map.grid().cell(*column, *row).is_none() {
                let message = format!("column {column}, row {row} is off the map");
                self.failures.push(Failure::at(line, message));
            }
        }
        for die in entry.dice.iter().flatten() {
            let written = die.parse::<Face>().map(|face| face.to_string());
            if written.as_ref() != Ok(die) {
                let message =
                    format!("unknown die `{die}`; a die and what it shows, such as `d100=34`");
                self.failures.push(Failure::at(line, message));
            }
        }
    }

    /// What is said of somebody in the end.
    fn after(&mut self, letter: &str, after: &AfterEntry) {
        let directions = self.level.map.grid().layout().direction_names();
        let words = [
            ("state", &after.state, &STATES[..]),
            ("direction", &after.facing, directions),
        ];
        for (what, word, known) in words {
            if let Some(message) = word.as_ref().and_then(|word| unknown(what, word, known)) {
                let message = format!("after.{letter}: {message}");
                self.failures.push(Failure::whole(message));
            }
        }
        for condition in after.conditions.iter().chain(&after.not_conditions) {
            if let Some(message) = unknown("condition", condition, &keys(&self.words.conditions)) {
                let message = format!("after.{letter}: {message}");
                self.failures.push(Failure::whole(message));
            }
        }
    }
}

/// That a word is no action of those known, and which may have been meant; `None` if it is one.
#[must_use]
pub fn unknown_action(word: &str, known: &[&str]) -> Option<String> {
    unknown("action", word, known)
}

/// That a word is none of those known, and what may have been meant; `None` if it is one.
#[must_use]
pub fn unknown(what: &str, word: &str, known: &[&str]) -> Option<String> {
    if known.contains(&word) {
        return None;
    }
    // Half of a word must be right before it is taken for another.
    let nearest = known
        .iter()
        .map(|other| (strsim::damerau_levenshtein(word, other), *other))
        .min()
        .filter(|(distance, _)| *distance <= 3 && 2 * distance <= word.len());
    let meant = nearest.map(|(_, nearest)| format!("did you mean `{nearest}`?"));
    let few = known.len() <= MAX_LISTED;
    let listed = format!("there are: {}", known.join(", "));
    let help = match meant {
        Some(meant) if few => format!("{meant} {listed}"),
        Some(meant) => meant,
        None => listed,
    };
    Some(format!("unknown {what} `{word}`; {help}"))
}

/// The keys that an event has in the author's words; `None` for an unknown event.
fn keys_of(event: &str) -> Option<Vec<String>> {
    static SCHEMA: LazyLock<Value> = LazyLock::new(journal_schema);
    let names = |schema: &Value| -> Vec<String> {
        let properties = schema.get("properties").and_then(Value::as_object);
        properties
            .into_iter()
            .flat_map(|table| table.keys().cloned())
            .collect()
    };
    let variant = SCHEMA.get("oneOf")?.as_array()?.iter().find(|variant| {
        variant
            .pointer("/properties/event/const")
            .and_then(Value::as_str)
            == Some(event)
    })?;
    let mut keys = names(&SCHEMA);
    keys.extend(names(variant));
    keys.retain(|key| !["number", "choice", "group"].contains(&key.as_str()));
    let shared = variant.get("$ref").and_then(Value::as_str);
    if let Some(shared) = shared.and_then(|shared| SCHEMA.pointer(shared.trim_start_matches('#'))) {
        keys.extend(names(shared));
    }
    let further: &[&str] = match event {
        "rolled" => &["skill", "rating"],
        "chosen" => &["action"],
        _ => &[],
    };
    let renamed = RENAMED.iter().find(|(renamed, ..)| *renamed == event);
    if let Some((_, dropped, instead)) = renamed {
        keys.retain(|key| !dropped.contains(&key.as_str()));
        keys.extend(instead.iter().map(|key| (*key).to_owned()));
    }
    keys.extend(further.iter().map(|key| (*key).to_owned()));
    Some(keys)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// The keys of an expectation.
    fn expectable() -> Vec<String> {
        let schema = Case::schema(shieldwall_rulesets::content());
        let table = schema["$defs"]["ExpectEntry"]["properties"].clone();
        table.as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn whatever_the_journal_shows_can_be_expected() {
        let expectable = expectable();
        for event in Event::NAMES {
            for key in keys_of(event).unwrap() {
                let is_known = expectable.contains(&key);
                assert!(is_known, "`{key}` of `{event}`");
            }
        }
    }

    #[test]
    fn whatever_can_be_expected_is_shown_by_the_journal() {
        let shown: Vec<String> = Event::NAMES
            .iter()
            .flat_map(|event| keys_of(event).unwrap())
            .collect();
        for key in expectable() {
            assert!(shown.contains(&key), "`{key}`");
        }
    }

    #[test]
    fn few_words_are_all_listed() {
        let said = unknown("state", "unconcious", &STATES).unwrap();
        assert!(said.contains("did you mean `unconscious`?"), "{said}");
        assert!(said.contains("active") && said.contains("left"), "{said}");
        let said = unknown("state", "zzz", &STATES).unwrap();
        assert!(!said.contains("did you mean"), "{said}");
        assert!(said.contains("surrendered"), "{said}");
    }
}
