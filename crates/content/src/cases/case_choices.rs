//! The choices of a case: what is done, who does it and when.

use std::collections::BTreeMap;

use shieldwall_grid::{Cell, Grid};

use crate::{
    cases::{
        case::{CaseAction, CaseChoice, CaseTarget, CaseValue, OneOrMore},
        case_file::{ActionEntry, ChoiceEntry, ElseEntry, FieldEntry, TargetEntry},
        case_reader::CaseReader,
    },
    source::key_path::KeyPath,
};

impl CaseReader<'_> {
    /// Reads a choice; reports what is wrong with it.
    pub(crate) fn choice(&mut self, entry: ChoiceEntry, index: usize, grid: &Grid) -> CaseChoice {
        let path = KeyPath::from(["choice"]).join(index);
        self.check_choice(&entry, &path);
        let mut actions = Vec::with_capacity(1 + entry.otherwise.len());
        let first = entry.action.map(|key| ActionEntry {
            action: key,
            item: entry.item,
            mode: entry.mode,
            target: entry.target,
            injury: entry.injury,
            fields: entry.fields,
            path: entry.path,
        });
        actions.extend(first.map(|entry| self.action(entry, &path, grid)));
        for (number, other) in entry.otherwise.into_iter().enumerate() {
            let entry = match other {
                ElseEntry::Action(entry) => entry,
                ElseEntry::Key(key) => ActionEntry {
                    action: key,
                    item: None,
                    mode: None,
                    target: None,
                    injury: None,
                    fields: BTreeMap::new(),
                    path: None,
                },
            };
            actions.push(self.action(entry, &path.join("else").join(number), grid));
        }
        CaseChoice {
            line: self.line(&path),
            by: entry.by,
            actions,
            when: entry.when,
            round: entry.round,
            refused: entry.refused,
            because: entry.because.map_or_else(Vec::new, OneOrMore::into_vec),
            offered: entry.offered,
            not_offered: entry.not_offered,
        }
    }

    /// Reports keys of a choice that mean nothing together.
    fn check_choice(&mut self, entry: &ChoiceEntry, path: &KeyPath) {
        if entry.action.is_none() && entry.when.is_none() {
            self.error(
                path,
                "the choice says neither what is done nor when",
                "add `do = \"attack\"`, or `when = \"defence\"` to look at what is offered"
                    .to_owned(),
            );
        }
        let without_action = [
            ("item", entry.item.is_some()),
            ("mode", entry.mode.is_some()),
            ("target", entry.target.is_some()),
            ("injury", entry.injury.is_some()),
            ("fields", !entry.fields.is_empty()),
            ("path", entry.path.is_some()),
            ("else", !entry.otherwise.is_empty()),
            ("refused", entry.refused),
        ];
        for (key, given) in without_action {
            if given && entry.action.is_none() {
                let message = format!("`{key}` goes with what is done");
                self.error(
                    &path.join(key),
                    message,
                    "add `do`, such as `do = \"attack\"`".to_owned(),
                );
            }
        }
        if entry.because.is_some() && !entry.refused {
            self.error(
                &path.join("because"),
                "only refusals have a reason",
                "add `refused = true`".to_owned(),
            );
        }
        if entry.refused && !entry.otherwise.is_empty() {
            self.error(
                &path.join("else"),
                "what must be refused has no alternatives",
                "write a `[[choice]]` for each, in this order".to_owned(),
            );
        }
    }

    fn action(&mut self, entry: ActionEntry, path: &KeyPath, grid: &Grid) -> CaseAction {
        let target = entry.target.and_then(|target| match target {
            TargetEntry::Name(name) => Some(CaseTarget::Name(name)),
            TargetEntry::Cell(at) => self
                .cell(at, &path.join("target"), grid)
                .map(CaseTarget::Cell),
        });
        let fields = entry.fields.into_iter().filter_map(|(key, value)| {
            let place = path.join("fields").join(&*key);
            let value = match value {
                FieldEntry::Number(number) => CaseValue::Number(number),
                FieldEntry::Word(word) => CaseValue::WordOrTarget(CaseTarget::Name(word)),
                FieldEntry::Cell(at) => {
                    CaseValue::WordOrTarget(CaseTarget::Cell(self.cell(at, &place, grid)?))
                }
            };
            Some((key, value))
        });
        let fields = fields.collect();
        let steps: Vec<Cell> = entry
            .path
            .unwrap_or_default()
            .into_iter()
            .enumerate()
            .filter_map(|(step, at)| self.cell(at, &path.join("path").join(step), grid))
            .collect();
        CaseAction {
            line: self.line(path),
            action: entry.action,
            item: entry.item,
            mode: entry.mode,
            target: target.or_else(|| steps.last().copied().map(CaseTarget::Cell)),
            injury: entry.injury,
            fields,
            path: steps,
        }
    }
}
