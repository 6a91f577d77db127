//! Offers: what a decision lets one choose.

use serde::Serialize;
use shieldwall_grid::Cell;

use crate::{
    act::{Act, ActValue},
    choice::Choice,
    field::{Field, FieldOption, FieldValue, Fields},
    form::{self, Shut},
    ids::{ItemId, RuleId},
    move_cost::MoveCost,
    target::Target,
    terms::{Action, ActionRole, Mode},
};

/// So many offers of one kind, such as things to take in hand, are all shown.
pub const MANY_OFFERS: usize = 4;

/// One legal action with everything it may be applied to.
///
/// A choice is legal if it takes one of the offers and, where the offer lists them, one of its
/// targets, and if its fields take what is chosen in them.
#[derive(Clone, Debug, PartialEq, Serialize, Hash)]
pub struct Offer {
    /// The action.
    pub action: Action,
    /// Its role for everything that knows no rules: that of its action, unless the ruleset says another.
    pub role: ActionRole,
    /// In plain words, for buttons: "Attack with broad sword".
    pub label: String,
    /// A sentence for tooltips.
    pub detail: String,
    /// The item it is done with.
    pub item: Option<ItemId>,
    /// In which way, where an item has several: "long", "thrown", "bite".
    pub mode: Option<Mode>,
    /// Its targets.
    pub targets: Targets,
    /// The rest of what a choice says: amounts, one of several, or a second target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// The most that the amounts in its fields come to together; `None` where each goes by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<i32>,
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
    /// True if it gives something up for good: it should not be taken by a slip of the hand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub grave: bool,
    /// True if it shows the actor to enemies that have not noticed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reveals: bool,
    /// Its meaning to the ruleset, which comes back with the answer.
    #[serde(skip)]
    pub act: Option<Act>,
    /// Seldom wanted: the word under which lists may fold it away, "put away"; `None` for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aside: Option<&'static str>,
}

/// The targets of an offer.
#[derive(Clone, Debug, PartialEq, Serialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Targets {
    /// It needs no target.
    None,
    /// One of these targets.
    AnyOf(Vec<Target>),
    /// One of these cells, with what it costs to get there; the choice may name its own path.
    Cells(Vec<CellOption>),
}

/// A cell one can go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
pub struct CellOption {
    /// The cell.
    pub cell: Cell,
    /// Cost of the cheapest way there.
    pub cost: MoveCost,
    /// The band of the ruleset into which the cost falls, from 0 (best); drawn by the board.
    pub band: u8,
    /// True if the way there can fail (deep water, cliffs).
    pub risky: bool,
    /// True if something on the way or there hurts the mover, where the ruleset shows it (lava, a pit, a
    /// trap).
    pub hurts: bool,
    /// The number of strikes by enemies that are left on the way, as far as the mover's side knows.
    pub strikes: u16,
    /// True if enemies that do not know where the mover is notice it on the way, as far as its side knows.
    pub noticed: bool,
}

impl CellOption {
    /// A cell in the best band, with nothing to be feared on the way.
    #[must_use]
    pub const fn plain(cell: Cell, cost: MoveCost) -> Self {
        Self {
            cell,
            cost,
            band: 0,
            risky: false,
            hurts: false,
            strikes: 0,
            noticed: false,
        }
    }
}

impl Offer {
    /// An offer without item, targets or fields.
    #[must_use]
    pub fn new(action: Action, label: impl Into<String>, rules: &[RuleId]) -> Self {
        Self {
            action,
            role: action.role,
            label: label.into(),
            detail: String::new(),
            item: None,
            mode: None,
            targets: Targets::None,
            fields: Vec::new(),
            pool: None,
            rules: rules.to_vec(),
            grave: false,
            reveals: false,
            act: None,
            aside: None,
        }
    }

    /// The same with a meaning to its ruleset.
    #[must_use]
    pub fn to_do(mut self, act: impl ActValue) -> Self {
        self.act = Some(Act::new(act));
        self
    }

    /// Its meaning, if that is of this type.
    #[must_use]
    pub fn act<T: ActValue>(&self) -> Option<&T> {
        self.act.as_ref()?.get()
    }

    /// True if its actor goes to the cell that is named, and not another combatant that it displaces.
    #[must_use]
    pub fn moves_actor(&self) -> bool {
        matches!(self.targets, Targets::Cells(_)) && self.role != ActionRole::Displace
    }

    /// The same with a role that its action does not always have.
    #[must_use]
    pub const fn as_a(mut self, role: ActionRole) -> Self {
        self.role = role;
        self
    }

    /// Folds away the offers of one kind after the first `kept` under a word, if there are more than
    /// [`MANY_OFFERS`]: they would fill the list.
    pub fn fold_many<'a>(
        offers: impl IntoIterator<Item = &'a mut Self>,
        word: &'static str,
        kept: usize,
    ) {
        let offers: Vec<&mut Self> = offers.into_iter().collect();
        if offers.len() > MANY_OFFERS {
            for offer in offers.into_iter().skip(kept) {
                offer.aside = Some(word);
            }
        }
    }

    /// The choice that takes this offer with a target. `option` is chosen in the fields that have it; the others
    /// have their defaults.
    #[must_use]
    pub fn choice(&self, target: Option<Target>, option: Option<&'static str>) -> Choice {
        Choice {
            action: self.action,
            item: self.item,
            mode: self.mode,
            target,
            fields: self.filled(|field| {
                let wanted = option.map(FieldValue::Option);
                wanted.filter(|wanted| field.takes(*wanted))
            }),
            path: Vec::new(),
        }
    }

    /// The values in force where `chosen` gives those of some fields. The others have their defaults, as far as their
    /// pool still holds them.
    #[must_use]
    pub fn filled(&self, mut chosen: impl FnMut(&Field) -> Option<FieldValue>) -> Fields {
        let chosen: Vec<_> = self.fields.iter().map(&mut chosen).collect();
        let amount = |value: &Option<FieldValue>| match value {
            Some(FieldValue::Amount(amount)) => *amount,
            _ => 0,
        };
        let mut left = self
            .pool
            .map(|pool| pool - chosen.iter().map(amount).sum::<i32>());
        let fields = self
            .fields
            .iter()
            .zip(chosen)
            .filter_map(|(field, chosen)| {
                let value = chosen.or_else(|| field.default_within(left))?;
                if let (None, FieldValue::Amount(amount), Some(left)) = (chosen, value, &mut left) {
                    *left -= amount;
                }
                Some((field.key, value))
            });
        fields.collect()
    }

    /// The options of its first field that has any.
    #[must_use]
    pub fn options(&self) -> &[FieldOption] {
        let mut fields = self.fields.iter().map(Field::options);
        fields.find(|options| !options.is_empty()).unwrap_or(&[])
    }

    /// Its field that says which way the actor faces; `None` if it has none.
    #[must_use]
    pub fn facing(&self) -> Option<&Field> {
        let turns = |field: &&Field| field.options().iter().any(|option| option.facing.is_some());
        self.fields.iter().find(turns)
    }

    /// The number of targets; 1 if none is needed.
    #[must_use]
    pub fn target_count(&self) -> usize {
        match &self.targets {
            Targets::None => 1,
            Targets::AnyOf(targets) => targets.len(),
            Targets::Cells(cells) => cells.len(),
        }
    }

    /// The target with this number; `None` if no target is needed or the number is too large.
    #[must_use]
    pub fn target(&self, index: usize) -> Option<Target> {
        match &self.targets {
            Targets::None => None,
            Targets::AnyOf(targets) => targets.get(index).copied(),
            Targets::Cells(cells) => cells.get(index).map(|option| Target::Cell(option.cell)),
        }
    }

    /// The number of choices that the offer holds, paths not counted. Some of them are alike where amounts share a pool.
    #[must_use]
    pub fn choice_count(&self) -> usize {
        let fields = self.fields.iter().map(|field| field.count().max(1));
        self.target_count() * fields.product::<usize>()
    }

    /// The choice with this number, targets first, then fields. Choices that differ only in shut fields are alike.
    #[must_use]
    pub fn choice_at(&self, index: usize) -> Choice {
        let mut rest = index;
        let mut part = |count: usize| {
            let part = rest % count.max(1);
            rest /= count.max(1);
            part
        };
        let target = self.target(part(self.target_count()));
        let mut left = self.pool;
        let fields = self.filled(|field| {
            let value = field.value(part(field.count()))?;
            let (FieldValue::Amount(amount), Some(left)) = (value, &mut left) else {
                return Some(value);
            };
            let amount = amount.min(*left);
            *left -= amount;
            Some(FieldValue::Amount(amount))
        });
        Choice {
            fields: self.settled(fields),
            ..self.choice(target, None)
        }
    }

    pub(crate) fn takes(&self, choice: &Choice) -> bool {
        let same_mode = match (self.mode, choice.mode) {
            (Some(mode), Some(other)) => mode.is(other),
            (mode, other) => mode.is_none() && other.is_none(),
        };
        self.item == choice.item && self.action.is(choice.action) && same_mode
    }

    pub(crate) fn has_target(&self, target: Option<Target>) -> bool {
        match (&self.targets, target) {
            (Targets::None, None) => true,
            (Targets::AnyOf(targets), Some(target)) => targets.contains(&target),
            (Targets::Cells(cells), Some(Target::Cell(cell))) => {
                cells.iter().any(|option| option.cell == cell)
            }
            _ => false,
        }
    }

    /// The fault of the values in the fields, in words; `None` if there is none.
    pub(crate) fn misfilled(&self, chosen: &Fields) -> Option<String> {
        let fields = self.fields.iter();
        let mut wrong = fields.filter(|field| {
            let value = chosen.get(field.key);
            !value.map_or(field.default().is_none(), |value| field.takes(value))
        });
        if let Some(field) = wrong.next() {
            return Some(format!("`{}` is one of {}", field.key, field.range()));
        }
        let known = |key: &str| self.fields.iter().any(|field| field.key == key);
        if let Some((unknown, _)) = chosen.iter().find(|(key, _)| !known(key)) {
            return Some(format!("there is no `{unknown}` here"));
        }
        if let Some(shut) = self.said_though_shut(chosen) {
            return Some(format!("`{}` is shut; {}", shut.key, shut.reason()));
        }
        let pool = self.pool?;
        let amounts: Vec<(&str, i32)> = chosen
            .iter()
            .filter_map(|(key, _)| Some((key, chosen.amount(key)?)))
            .collect();
        let sum: i32 = amounts.iter().map(|(_, amount)| amount).sum();
        (sum > pool).then(|| {
            let keys: Vec<String> = amounts.iter().map(|(key, _)| format!("`{key}`")).collect();
            let keys = keys.join(" and ");
            format!("{keys} come to at most {pool} together, and here to {sum}")
        })
    }

    /// The fields that options shut with what is chosen. An option shuts fields after its own, unless its own is shut.
    #[must_use]
    pub fn shut<'a>(&'a self, chosen: &Fields) -> Vec<Shut<'a>> {
        form::shut(&self.fields, chosen)
    }

    /// The same with the default in each field that is shut.
    #[must_use]
    pub fn settled(&self, chosen: Fields) -> Fields {
        let shut = self.shut(&chosen);
        if shut.is_empty() {
            return chosen;
        }
        let is_open = |field: &Field| shut.iter().all(|shut| shut.key != field.key);
        self.filled(|field| chosen.get(field.key).filter(|_| is_open(field)))
    }

    /// The field that is shut and says something other than its default; `None` if there is none.
    fn said_though_shut<'a>(&'a self, chosen: &Fields) -> Option<Shut<'a>> {
        let settled = self.settled(chosen.clone());
        let said = |shut: &Shut<'_>| chosen.get(shut.key) != settled.get(shut.key);
        self.shut(chosen).into_iter().find(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::{Term, Word};

    const READY: Action = Word(&Term::new("ready", ActionRole::Ready));

    #[test]
    fn many_offers_of_one_kind_are_folded_away_after_the_first() {
        let folded = |count: usize, kept: usize| {
            let mut offers = vec![Offer::new(READY, "Ready", &[]); count];
            Offer::fold_many(&mut offers, "ready", kept);
            let shown = offers.iter().take_while(|offer| offer.aside.is_none());
            let shown = shown.count();
            let rest = offers[shown..].iter();
            assert!(rest.clone().all(|offer| offer.aside == Some("ready")));
            (shown, rest.count())
        };
        assert_eq!(folded(MANY_OFFERS, 0), (MANY_OFFERS, 0));
        assert_eq!(folded(7, MANY_OFFERS), (MANY_OFFERS, 7 - MANY_OFFERS));
        assert_eq!(folded(7, 0), (0, 7));
    }

    #[test]
    fn amounts_of_a_pool_share_it() {
        let mut divide = Offer::new(READY, "Divide", &[]);
        divide.fields = vec![
            Field::amount("defence", "Defence", [0, 4], 0),
            Field::amount("attack", "Attack", [0, 4], 4),
        ];
        divide.pool = Some(4);
        let filled = |chosen: &[(&'static str, i32)]| {
            let fields = divide.filled(|field| {
                let mut chosen = chosen.iter();
                let amount = chosen.find(|(key, _)| *key == field.key)?.1;
                Some(FieldValue::Amount(amount))
            });
            [fields.amount("defence"), fields.amount("attack")].map(|amount| amount.unwrap_or(-1))
        };
        assert_eq!(filled(&[]), [0, 4]);
        assert_eq!(filled(&[("defence", 3)]), [3, 1]);
        assert_eq!(filled(&[("attack", 1)]), [0, 1]);
        assert_eq!(filled(&[("defence", 1), ("attack", 1)]), [1, 1]);
        let all = (0..divide.choice_count()).map(|index| divide.choice_at(index));
        assert!(
            all.into_iter()
                .all(|choice| divide.misfilled(&choice.fields).is_none())
        );
        let mut much = divide.choice(None, None);
        much.fields.set("defence", FieldValue::Amount(2));
        assert_eq!(
            divide.misfilled(&much.fields).as_deref(),
            Some("`defence` and `attack` come to at most 4 together, and here to 6")
        );
    }
}
