//! Questions that the player need not be asked: those with one legal answer, and those that follow from what the
//! player has said before. The answers are ordinary choices, recorded as such, and can be taken back as such.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use shieldwall_battle::{
    Choice, CombatantId, Decision, ItemId, Offer, SideId, Target, Targets,
    terms::{Action, ActionRole, DecisionRole, Mode},
};

use super::{Habits, committing::make, forecasting::is_reaction, repeating::Repeating};
use crate::{
    host::Host,
    session::{Seat, Session},
    settings::Settings,
};

/// Who answers in the same way each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answerer {
    /// A combatant, every attack.
    One(CombatantId),
    /// A side, the question who goes first.
    Side(SideId),
}

impl Answerer {
    /// Who answers a decision, if it is one that can be answered in the same way each time.
    pub(crate) fn of(decision: &Decision) -> Option<Self> {
        let goes_first = |offer: &Offer| offer.role == ActionRole::GoFirst;
        match decision.actor {
            Some(actor) => is_reaction(decision).then_some(Self::One(actor)),
            None => (decision.offers.iter().all(goes_first)).then_some(Self::Side(decision.side)),
        }
    }
}

/// An answer that is given each time, until the player says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StandingAnswer {
    action: Action,
    item: Option<ItemId>,
    mode: Option<Mode>,
    /// For questions of a side. Attacks are answered without regard to who makes them.
    target: Option<Target>,
    /// In plain words.
    pub(crate) label: String,
}

impl StandingAnswer {
    /// The choice that gives it, if it is on offer and gives nothing up.
    fn choice(&self, decision: &Decision) -> Option<Choice> {
        let mut offers = decision.offers.iter();
        let offer = offers.find(|offer| {
            (self.action, self.item, self.mode) == (offer.action, offer.item, offer.mode)
                && !offer.grave
        })?;
        let choice = match self.target {
            Some(target) => offer.choice(Some(target), None),
            None => offer.choice_at(0),
        };
        decision.offer_for(&choice).is_ok().then_some(choice)
    }
}

/// What the player has said that answers later questions too.
#[derive(Resource, Default, Debug)]
pub(crate) struct Orders {
    /// The statement of all combatants of a side for the rest of a round.
    repeating: Option<Repeating>,
    /// Who answers in the same way each time.
    standing: BTreeMap<Answerer, StandingAnswer>,
    /// The action and target that each combatant has stated.
    stated: BTreeMap<CombatantId, Choice>,
    /// The attacks for which combatants have moved, with the round: made when they are asked again.
    next: BTreeMap<CombatantId, (Choice, u32)>,
    /// The decision and the enemy for which the player has been told that an attack begins with a move.
    told: Option<(u32, CombatantId)>,
    /// After how many choices the only legal answer was given: taking back steps over these.
    only: BTreeSet<usize>,
    /// Why decisions, by number, were answered without asking.
    unasked: BTreeMap<u32, &'static str>,
    /// After how many choices the player went back to a question, so as to be asked it.
    reopened: Option<usize>,
}

impl Orders {
    /// Who answers in the same way each time, and how.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (Answerer, &StandingAnswer)> {
        self.standing.iter().map(|(who, answer)| (*who, answer))
    }

    /// Why a decision was answered without asking the player; `None` if the player was asked.
    pub(crate) fn unasked(&self, decision: u32) -> Option<&'static str> {
        self.unasked.get(&decision).copied()
    }

    /// From now on decisions like this one are answered in this way wherever they can be. `label` says how in plain
    /// words.
    pub(crate) fn always(&mut self, decision: &Decision, choice: &Choice, label: String) {
        let Some(who) = Answerer::of(decision) else {
            return;
        };
        let answer = StandingAnswer {
            action: choice.action,
            item: choice.item,
            mode: choice.mode,
            target: choice.target.filter(|_| matches!(who, Answerer::Side(_))),
            label,
        };
        self.standing.insert(who, answer);
        self.reopened = None;
    }

    /// From now on the player is asked again.
    pub(crate) fn ask_again(&mut self, who: Answerer) {
        self.standing.remove(&who);
    }

    /// From now on the player is asked each time.
    pub(crate) fn ask_about_all(&mut self) {
        self.standing.clear();
    }

    /// The player has made a choice.
    pub(super) fn note(&mut self, decision: &Decision, choice: &Choice) {
        self.reopened = None;
        self.unasked.remove(&decision.number);
        if let Some(actor) = decision.actor {
            self.next.remove(&actor);
        }
        if let Some(actor) = decision.actor
            && decision.kind.role == DecisionRole::Statement
        {
            self.stated.insert(actor, choice.clone());
        }
    }

    /// The last statement of a combatant.
    pub(super) fn stated_by(&self, who: CombatantId) -> Option<&Choice> {
        self.stated.get(&who)
    }

    /// From now on all combatants of a side state what is repeated, until the round is over or a choice is taken back.
    pub(super) fn repeat(&mut self, repeating: Repeating) {
        self.repeating = Some(repeating);
    }

    /// After the move that is made now comes this attack.
    pub(super) fn follow_with(&mut self, decision: &Decision, attack: Choice, round: u32) {
        if let Some(actor) = decision.actor {
            self.next.insert(actor, (attack, round));
        }
    }

    /// The attack for which the combatant that decides has moved in this round, if it can be made.
    fn take_next(&mut self, decision: &Decision, round: u32) -> Option<Choice> {
        // Defending comes in between.
        let actor = decision.actor.filter(|_| decision.against.is_none())?;
        let (attack, moved) = self.next.remove(&actor)?;
        (moved == round && decision.offer_for(&attack).is_ok()).then_some(attack)
    }

    /// Whether the player has been told that an attack on somebody begins with a move.
    pub(super) fn is_told(&self, decision: &Decision, enemy: CombatantId) -> bool {
        self.told == Some((decision.number, enemy))
    }

    /// The player has been told that.
    pub(super) fn tell(&mut self, decision: &Decision, enemy: CombatantId) {
        self.told = Some((decision.number, enemy));
    }

    /// The first of some steps back that leads to a question that the player was asked.
    pub(super) fn step_back(&mut self, steps: &[usize]) -> Option<usize> {
        self.next.clear();
        self.repeating = None;
        let step = *steps.iter().find(|step| !self.only.contains(step))?;
        self.only.retain(|given| *given < step);
        self.reopened = Some(step);
        Some(step)
    }
}

/// The only legal answer to a question, if there is but one and nothing is given up by it.
fn only_answer(decision: &Decision) -> Option<Choice> {
    match decision.offers.as_slice() {
        [offer] if offer.choice_count() == 1 && !offer.grave => Some(offer.choice_at(0)),
        _ => None,
    }
}

/// Ends a turn in which nothing is left to do but what is seldom wanted.
fn empty_turn(decision: &Decision) -> Option<Choice> {
    if !matches!(
        decision.kind.role,
        DecisionRole::Turn | DecisionRole::Action
    ) {
        return None;
    }
    let mut usual = decision.offers.iter().filter(|offer| offer.aside.is_none());
    match (usual.next(), usual.next()) {
        (Some(offer), None) if offer.role.is_closing() && offer.choice_count() == 1 => {
            (!offer.grave).then(|| offer.choice_at(0))
        }
        _ => None,
    }
}

/// Ends the turn of somebody who has acted and would be struck on leaving: nothing is left but to walk about in front of
/// the enemy.
fn held_in_place(session: &Session, decision: &Decision) -> Option<Choice> {
    let actor = decision.actor?;
    if decision.kind.role != DecisionRole::Turn {
        return None;
    }
    let mut order = session.view.order.iter();
    let acted = order.any(|entry| entry.who == actor && entry.acted);
    let mut end = None;
    let mut struck = false;
    for offer in decision.offers.iter().filter(|offer| offer.aside.is_none()) {
        match &offer.targets {
            Targets::Cells(cells)
                if matches!(offer.role, ActionRole::Move | ActionRole::Sprint) =>
            {
                struck |= cells.iter().any(|cell| cell.strikes > 0);
            }
            Targets::None if offer.role.is_closing() && !offer.grave => {
                end = Some(offer.choice_at(0));
            }
            _ => return None,
        }
    }
    end.filter(|_| acted && struck)
}

/// Sends the last fighter who can be sent. Letting the turn go by may be worth something all the same: the player gets
/// there by taking the choice back.
fn last_fighter(decision: &Decision) -> Option<Choice> {
    if decision.kind.role != DecisionRole::Activation {
        return None;
    }
    let mut sends = decision
        .offers
        .iter()
        .filter(|offer| !offer.role.is_closing());
    match (sends.next(), sends.next()) {
        (Some(offer), None) if offer.choice_count() == 1 => Some(offer.choice_at(0)),
        _ => None,
    }
}

/// What follows from what somebody has said ahead: the attack that was stated, at the one it was stated for, and
/// holding the ground where that one can be struck from it.
fn as_stated(session: &Session, decision: &Decision, orders: &Orders) -> Option<Choice> {
    let actor = decision.actor?;
    let stated = orders.stated.get(&actor)?;
    match decision.kind.role {
        DecisionRole::Action => {
            let offer = decision.offers.iter().find(|offer| {
                offer.role.is_attack()
                    && (offer.action, offer.item, offer.mode)
                        == (stated.action, stated.item, stated.mode)
            })?;
            let open = offer.fields.iter().any(|field| field.count() > 1);
            let target = stated.target.filter(|_| !open)?;
            let legal = matches!(&offer.targets, Targets::AnyOf(all) if all.contains(&target));
            legal.then(|| offer.choice(Some(target), None))
        }
        DecisionRole::Movement => {
            let Some(Target::Combatant(enemy)) = stated.target else {
                return None;
            };
            let [here, there] =
                [actor, enemy].map(|who| session.view.combatant(who).map(|found| found.cell));
            let beside = session.map.grid().steps(here?, there?) <= 1;
            let mut stays = decision.offers.iter();
            let stay = stays.find(|offer| offer.role == ActionRole::Stay)?;
            (beside && stay.choice_count() == 1).then(|| stay.choice_at(0))
        }
        _ => None,
    }
}

/// The answer that is always given.
fn as_always(decision: &Decision, orders: &Orders) -> Option<Choice> {
    let standing = orders.standing.get(&Answerer::of(decision)?)?;
    standing.choice(decision)
}

/// Answers for the player where nothing has to be asked.
pub(super) fn answer(
    mut session: ResMut<Session>,
    mut habits: ResMut<Habits>,
    mut orders: ResMut<Orders>,
    seat: Res<Seat>,
    host: Res<Host>,
    settings: Res<Settings>,
) {
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let Some(decision) = open.filter(|_| !seat.is_covered()).cloned() else {
        return;
    };
    if let Some(attack) = orders.take_next(&decision, session.view.round) {
        orders.unasked.insert(decision.number, "after the move");
        make((&mut session, &host), &mut habits, &decision, attack);
        return;
    }
    let repeating = orders.repeating.as_ref();
    let repeated =
        repeating.and_then(|repeating| repeating.choice(&decision, session.view.round, &orders));
    if let Some((choice, why)) = repeated {
        orders.note(&decision, &choice);
        orders.unasked.insert(decision.number, why);
        make((&mut session, &host), &mut habits, &decision, choice);
        return;
    }
    let obvious = settings.answer_obvious;
    let is_only = obvious && only_answer(&decision).is_some();
    if is_only {
        orders.only.insert(session.choices);
    } else if orders.reopened == Some(session.choices) {
        return;
    }
    if let Some((choice, why)) = answer_to(&session, &decision, &orders, obvious) {
        orders.unasked.insert(decision.number, why);
        make((&mut session, &host), &mut habits, &decision, choice);
    }
}

/// The answer that is given for the player, and why; without what is `obvious` only the one that they have ordered.
pub(super) fn answer_to(
    session: &Session,
    decision: &Decision,
    orders: &Orders,
    obvious: bool,
) -> Option<(Choice, &'static str)> {
    let because = |why: &'static str| move |choice| (choice, why);
    let ordered = as_always(decision, orders).map(because("as always"));
    ordered.or_else(|| {
        if !obvious {
            return None;
        }
        let only = only_answer(decision).map(because("nothing else to choose"));
        only.or_else(|| empty_turn(decision).map(because("nothing left to do")))
            .or_else(|| held_in_place(session, decision).map(because("no way but past the enemy")))
            .or_else(|| last_fighter(decision).map(because("the last one")))
            .or_else(|| as_stated(session, decision, orders).map(because("as stated")))
    })
}

/// Forgets what was said in another battle.
pub(super) fn forget(mut orders: ResMut<Orders>) {
    *orders = Orders::default();
}
