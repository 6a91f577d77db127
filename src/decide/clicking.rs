//! What a click on the board means: a target of the armed offer, the best attack on an enemy, or something else that
//! can be done there.

use shieldwall_battle::{Choice, CombatantId, Decision, Field, Offer, Target};
use shieldwall_grid::Cell;

use super::{
    completion::choice_with,
    drafting::{
        Outcome, arm, armed, choose_first,
        fields::{pick_in, picking},
        pick, unchanged, warn, wrapped,
    },
    targeting::{Situation, among, needs_target, not_a_target, targets_at},
};
use crate::session::Draft;

/// A click on the board while a decision is open, or the pointer over the board, which shows what a click would do.
#[derive(Clone, Copy)]
pub(super) struct Click<'a> {
    /// What is to be decided.
    pub(super) decision: &'a Decision,
    /// What has been picked so far.
    pub(super) draft: &'a Draft,
    /// Where things are.
    pub(super) situation: &'a dyn Situation,
    /// The cell.
    pub(super) cell: Cell,
    /// The combatant in it, if it is beyond doubt which one is meant.
    pub(super) combatant: Option<CombatantId>,
}

impl Click<'_> {
    /// What an offer could be aimed at by it.
    fn targets(&self, offer: &Offer) -> Vec<Target> {
        targets_at(offer, self.cell, self.combatant, self.situation)
    }

    /// The field in which the click picks a second target, if one is active.
    pub(super) fn active_field(&self) -> Option<&Field> {
        armed(self.decision, self.draft).and_then(|offer| picking(offer, self.draft))
    }

    /// The draft with another offer armed.
    fn arm(&self, index: usize) -> Draft {
        arm(self.decision, self.draft, index, self.situation)
    }

    /// What comes of it.
    pub(super) fn outcome(&self) -> Outcome {
        let mut draft = self.draft.clone();
        if self.combatant.is_some() {
            draft.inspected = self.combatant;
        }
        let click = Click {
            draft: &draft,
            ..*self
        };
        click.aim().unwrap_or_else(|| click.miss())
    }

    /// What it does, if something can be done there.
    fn aim(&self) -> Option<Outcome> {
        let draft = self.draft;
        if let Some(field) = self.active_field() {
            let at = among(field.targets(), self.cell, self.combatant, self.situation);
            return Some(pick_in(draft, field, at.first().copied()));
        }
        let targets = armed(self.decision, draft).map(|offer| self.targets(offer));
        match targets.as_deref() {
            None | Some([]) => {}
            Some([target]) => return Some(pick(self.decision, draft, *target, self.situation)),
            Some(several) => {
                let now = draft
                    .target
                    .and_then(|target| several.iter().position(|other| *other == target));
                let mut next = draft.clone();
                next.target = Some(several[wrapped(now, several.len(), 1).unwrap_or(0)]);
                let hint = "Several targets here: click again for the next one, Confirm to take it";
                return Some(unchanged(&next, Some(hint.to_owned())));
            }
        }
        if let Some(mut next) = self.attack()
            && let Some(target) = next.target.take()
        {
            return Some(pick(self.decision, &next, target, self.situation));
        }
        let index = self.offer()?;
        let offer = &self.decision.offers[index];
        let mut next = self.arm(index);
        next.target = self.targets(offer).first().copied();
        let choice = choice_with(offer, &next, next.target, self.situation);
        let hint = warn(self.decision, &mut next, choice.as_ref(), self.situation)
            .unwrap_or_else(|| format!("{}? Click again or press Confirm to do it", offer.label));
        Some(unchanged(&next, Some(hint)))
    }

    /// What to say where nothing can be done.
    fn miss(&self) -> Outcome {
        let enemy = self.combatant.filter(|who| self.situation.is_enemy(*who));
        let foe = enemy.or_else(|| self.situation.foe_in(self.cell));
        let decision = self.decision;
        if foe.is_some() && decision.actor.is_some() && !super::is_reaction(decision) {
            return Outcome {
                draft: self.draft.clone(),
                beyond: foe,
                ..Outcome::default()
            };
        }
        let hint = match armed(decision, self.draft) {
            // Looking at a friend's card is no mistake.
            _ if self.combatant.is_some() && enemy.is_none() => None,
            Some(offer) if needs_target(offer) => Some(not_a_target(offer)),
            Some(_) => Some("No target needed: press Confirm to do it".to_owned()),
            None => Some(choose_first(decision, self.draft)),
        };
        unchanged(self.draft, hint)
    }

    /// The draft of the attack that it means though another offer is armed.
    pub(super) fn attack(&self) -> Option<Draft> {
        let armed = armed(self.decision, self.draft);
        if self.active_field().is_some()
            || armed.is_some_and(|offer| !self.targets(offer).is_empty())
        {
            return None;
        }
        let index = self.offer()?;
        let offer = &self.decision.offers[index];
        let target = *self.targets(offer).first()?;
        offer.role.is_attack().then(|| {
            let mut next = self.arm(index);
            next.target = Some(target);
            next
        })
    }

    /// The offer that it means where the armed one has no target. At an enemy who is still in the fight it means an
    /// attack, or nothing.
    fn offer(&self) -> Option<usize> {
        let stands = self.situation.foe_in(self.cell).is_some();
        let meant = |offer: &Offer, target: Target| match target {
            // Directions lie everywhere; they never take a click from the armed offer.
            Target::Facing(_) => false,
            Target::Combatant(who) | Target::Injury(who, _) => {
                offer.role.is_attack() || !self.situation.is_enemy(who)
            }
            _ => offer.role.is_attack() || !stands,
        };
        let first = |wanted: &dyn Fn(&Offer, Target) -> bool| {
            self.decision.offers.iter().position(|offer| {
                let targets = self.targets(offer);
                targets.into_iter().any(|target| wanted(offer, target))
            })
        };
        // Somebody rather than the zone where that one is.
        let at_foe = |offer: &Offer, target: Target| {
            let somebody = matches!(target, Target::Combatant(_));
            stands && offer.role.is_attack() && somebody && meant(offer, target)
        };
        let best = self.best_attack();
        best.filter(|_| stands)
            .or_else(|| first(&at_foe))
            .or_else(|| first(&meant))
    }

    /// All attacks on the combatant in the cell that are complete with one click, with the index of their offer.
    pub(super) fn attacks(&self) -> Vec<(usize, Choice)> {
        let usual = |offer: &Offer| offer.role.is_attack() && offer.aside.is_none() && !offer.grave;
        let offers = self.decision.offers.iter().enumerate();
        offers
            .filter(|(_, offer)| usual(offer))
            .filter_map(|(index, offer)| {
                let mut targets = self.targets(offer).into_iter();
                let target = targets.find(|target| matches!(target, Target::Combatant(_)))?;
                let armed = self.arm(index);
                let choice = choice_with(offer, &armed, Some(target), self.situation)?;
                Some((index, choice))
            })
            .collect()
    }

    /// The best of these by their forecasts, once all are known.
    fn best_attack(&self) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (index, choice) in self.attacks() {
            let worth = self.situation.worth(&choice)?;
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((index, worth));
            }
        }
        best.map(|(index, _)| index)
    }

    /// Whether an attack that is on offer, or the armed offer, can be aimed there.
    pub(super) fn is_aimed(&self) -> bool {
        let armed = armed(self.decision, self.draft);
        let attacks = self
            .decision
            .offers
            .iter()
            .filter(|offer| offer.role.is_attack());
        armed
            .into_iter()
            .chain(attacks)
            .any(|offer| !self.targets(offer).is_empty())
    }
}
