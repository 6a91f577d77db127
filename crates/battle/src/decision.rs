//! Decisions, what they offer, and the choices that answer them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_grid::{Cell, Direction, Side, ZoneId};

use crate::{
    act::{Act, ActValue},
    field::{Field, FieldOption, FieldValue, Fields},
    ids::{CombatantId, DeviceId, ItemId, RuleId, SideId},
    move_cost::MoveCost,
    refusal::Refusal,
    terms::{Action, ActionRole, DecisionKind, Mode},
};

/// A question to one side: what does this combatant, or the whole side, do now?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// Number of the decision in the battle, from 0.
    pub number: u32,
    /// The side that decides.
    pub side: SideId,
    /// The combatant it is about; `None` if the side as a whole decides.
    pub actor: Option<CombatantId>,
    /// What kind of question it is, by the ruleset's name: `statement`, `move`, `defence`.
    pub kind: DecisionKind,
    /// The question in plain words.
    pub prompt: String,
    /// The combatant it answers to, for reactions.
    pub against: Option<CombatantId>,
    /// Whether the answer stays secret until others have answered too.
    pub sealed: bool,
    /// Whether that it is asked at all would tell other alliances of somebody they have not noticed: then only
    /// its own alliance sees the answer, and nothing stops for it where others look on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub covert: bool,
    /// Everything that may be chosen; never empty.
    pub offers: Vec<Offer>,
}

/// So many offers of one kind, such as things to take in hand, are all shown.
pub const MANY_OFFERS: usize = 4;

/// One legal action with everything it may be applied to.
///
/// A choice is legal if it takes one of the offers and, where the offer lists them, one of its
/// targets, and if its fields take what is chosen in them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// What is done.
    pub action: Action,
    /// What it is to everything that knows no rules: that of its action, unless the ruleset knows better.
    pub role: ActionRole,
    /// In plain words, for buttons: "Attack with broad sword".
    pub label: String,
    /// A sentence for tooltips.
    pub detail: String,
    /// The item it is done with.
    pub item: Option<ItemId>,
    /// In which way, where an item has several: "long", "thrown", "bite".
    pub mode: Option<Mode>,
    /// What it may be aimed at.
    pub targets: Targets,
    /// What else a choice says: amounts, or one of several. All are filled in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// What the amounts in its fields may come to together; `None` where each goes by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<i32>,
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
    /// Whether it gives something up for good, so that nobody should take it by a slip of the hand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub grave: bool,
    /// Whether it shows enemies where the actor is who have not noticed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reveals: bool,
    /// Its meaning to the ruleset, which comes back with the answer.
    #[serde(skip)]
    pub act: Option<Act>,
    /// Seldom wanted: the word under which lists may fold it away, "put away"; `None` for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aside: Option<&'static str>,
}

/// What an offer may be aimed at.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CellOption {
    /// The cell.
    pub cell: Cell,
    /// Cost of the cheapest way there.
    pub cost: MoveCost,
    /// Which band of the ruleset the cost falls into, from 0 (best); drawn by the board.
    pub band: u8,
    /// Whether the way there can fail (deep water, cliffs).
    pub risky: bool,
    /// Whether something on the way or there hurts the one who comes to it, where the ruleset tells (lava, a pit, a
    /// trap).
    pub hurts: bool,
    /// How many times enemies who are left on the way may strike, as far as the mover's side knows.
    pub strikes: u16,
    /// Whether enemies who do not know where the mover is notice it on the way, as far as its side knows.
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

/// What a choice is aimed at.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A combatant.
    Combatant(CombatantId),
    /// A cell.
    Cell(Cell),
    /// One edge of a cell.
    Edge(Cell, Side),
    /// A device, with the cell where it is: there may be several in one.
    Device(Cell, DeviceId),
    /// A direction to face.
    Facing(Direction),
    /// An item.
    Item(ItemId),
    /// One injury of a combatant, by its number from 0.
    Injury(CombatantId, u16),
    /// A zone.
    Zone(ZoneId),
    /// A side of the battle.
    Side(SideId),
}

impl Target {
    /// The combatant that it is, or is a part of; `None` for everything else.
    #[must_use]
    pub const fn combatant(self) -> Option<CombatantId> {
        match self {
            Self::Combatant(id) | Self::Injury(id, _) => Some(id),
            _ => None,
        }
    }
}

/// The answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Choice {
    /// What is done.
    pub action: Action,
    /// The item it is done with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// In which way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// What it is aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What is chosen in the fields.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub fields: Fields,
    /// Cells to walk through, without the first and with the last; empty for the cheapest way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
}

impl Choice {
    /// A choice of an action alone.
    #[must_use]
    pub const fn of(action: Action) -> Self {
        Self {
            action,
            item: None,
            mode: None,
            target: None,
            fields: Fields::NONE,
            path: Vec::new(),
        }
    }

    /// The same with something chosen in a field.
    #[must_use]
    pub fn with_field(mut self, key: &'static str, value: FieldValue) -> Self {
        self.fields.set(key, value);
        self
    }

    /// The first option that is chosen in a field.
    #[must_use]
    pub fn option(&self) -> Option<&'static str> {
        self.fields.iter().find_map(|(_, value)| match value {
            FieldValue::Option(option) => Some(option),
            FieldValue::Amount(_) => None,
        })
    }

    /// The same aimed at something.
    #[must_use]
    pub fn at(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// The same with an item.
    #[must_use]
    pub fn with(mut self, item: ItemId) -> Self {
        self.item = Some(item);
        self
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
    /// have what they have unless somebody says otherwise.
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

    /// What is in force in the fields where `chosen` says what is chosen in some of them. The others have what they
    /// have unless somebody says otherwise, as far as their pool still holds it.
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

    /// How many targets there are to choose from; 1 if none is needed.
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

    /// How many choices the offer holds, paths not counted. Some of them are alike where amounts share a pool.
    #[must_use]
    pub fn choice_count(&self) -> usize {
        let fields = self.fields.iter().map(|field| field.count().max(1));
        self.target_count() * fields.product::<usize>()
    }

    /// The choice with this number, targets first, then fields.
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
            fields,
            ..self.choice(target, None)
        }
    }

    fn takes(&self, choice: &Choice) -> bool {
        let same_mode = match (self.mode, choice.mode) {
            (Some(mode), Some(other)) => mode.is(other),
            (mode, other) => mode.is_none() && other.is_none(),
        };
        self.item == choice.item && self.action.is(choice.action) && same_mode
    }

    fn has_target(&self, target: Option<Target>) -> bool {
        match (&self.targets, target) {
            (Targets::None, None) => true,
            (Targets::AnyOf(targets), Some(target)) => targets.contains(&target),
            (Targets::Cells(cells), Some(Target::Cell(cell))) => {
                cells.iter().any(|option| option.cell == cell)
            }
            _ => false,
        }
    }

    /// What is wrong with what is chosen in the fields, in words; `None` if nothing is.
    fn misfilled(&self, chosen: &Fields) -> Option<String> {
        let fields = self.fields.iter();
        let mut wrong = fields.filter(|field| {
            let value = chosen.get(field.key);
            !value.is_some_and(|value| field.takes(value))
        });
        if let Some(field) = wrong.next() {
            return Some(format!("`{}` is one of {}", field.key, field.range()));
        }
        let known = |key: &str| self.fields.iter().any(|field| field.key == key);
        if let Some((unknown, _)) = chosen.iter().find(|(key, _)| !known(key)) {
            return Some(format!("there is no `{unknown}` here"));
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
}

impl Decision {
    /// Whether it is about this combatant.
    #[must_use]
    pub fn is_about(&self, who: CombatantId) -> bool {
        self.actor == Some(who)
    }

    /// The meaning of a choice: that of the offer which it takes, if that is of this type.
    #[must_use]
    pub fn act<T: ActValue>(&self, choice: &Choice) -> Option<&T> {
        self.offer_of(choice)?.act()
    }

    /// The offer of a choice, whatever is in its fields: the one with its target, or the first of its action and item.
    #[must_use]
    pub fn offer_of(&self, choice: &Choice) -> Option<&Offer> {
        let mut same = self.offers.iter().filter(|offer| offer.takes(choice));
        let at_target = same.clone().find(|offer| offer.has_target(choice.target));
        at_target.or_else(|| same.next())
    }

    /// How many different choices there are, paths not counted.
    #[must_use]
    pub fn choice_count(&self) -> usize {
        self.offers.iter().map(Offer::choice_count).sum()
    }

    /// The choice with this number over all offers in order.
    #[must_use]
    pub fn choice_at(&self, mut index: usize) -> Option<Choice> {
        for offer in &self.offers {
            if index < offer.choice_count() {
                return Some(offer.choice_at(index));
            }
            index -= offer.choice_count();
        }
        None
    }

    /// The offer that a choice takes.
    ///
    /// # Errors
    /// A [`Refusal`] that says what about the choice is not on offer.
    pub fn offer_for(&self, choice: &Choice) -> Result<&Offer, Refusal> {
        let mut taken = self
            .offers
            .iter()
            .filter(|offer| offer.takes(choice))
            .peekable();
        if taken.peek().is_none() {
            let actions: Vec<_> = self
                .offers
                .iter()
                .map(|offer| offer.label.as_str())
                .collect();
            return Err(Refusal::new(format!(
                "`{}` is not on offer here; on offer: {}",
                choice.action,
                actions.join(", ")
            )));
        }
        let mut refusal = None;
        for offer in taken {
            if !offer.has_target(choice.target) {
                refusal.get_or_insert_with(|| {
                    Refusal::with_rules(
                        format!("{}: that target is not allowed", offer.label),
                        &offer.rules,
                    )
                });
            } else if let Some(why) = offer.misfilled(&choice.fields) {
                refusal.get_or_insert_with(|| {
                    Refusal::with_rules(format!("{}: {why}", offer.label), &offer.rules)
                });
            } else {
                return Ok(offer);
            }
        }
        Err(refusal.unwrap_or_else(|| Refusal::new("not on offer".to_owned())))
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
