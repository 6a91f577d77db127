//! The ways to answer an attack: what each target and its guards could do (ZON-045 to ZON-064, ZON-R17,
//! ZON-R23 to ZON-R30).

use crate::{
    attack::{
        arm::{Aim, Arm},
        state::{Attack, Counter},
    },
    content::blocks::Breaking,
    context::{read::ReadContext, views::FighterView},
    terms::{
        actions,
        rules::{R018, R045, R051, R052, R058, R060, R063, R064, R085, RR23, RR24, RR29},
    },
};
use shieldwall_battle::{Choice, CombatantId, Offer, SideId, Target, Targets};

/// A way to answer an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Not at all.
    None,
    /// ZON-051.
    Dodge,
    /// ZON-052.
    Counter(Counter),
    /// ZON-058.
    HideBehind(CombatantId),
    /// ZON-063.
    Guard(CombatantId),
}

impl Response {
    /// The offer for it.
    #[must_use]
    pub fn offer(self, read: &ReadContext<'_, '_>) -> Offer {
        match self {
            Self::None => Offer::new(actions::NONE, "No reaction", &[R045]),
            Self::Dodge => Offer::new(actions::DODGE, "Dodge", &[R051, R018]),
            Self::Counter(counter) => {
                let by = read.fighter(counter.by);
                let name = read.aim_name(&by, counter.aim);
                let gently = if counter.held_back {
                    ", holding back"
                } else {
                    ""
                };
                let action = if counter.held_back {
                    actions::COUNTER_GENTLY
                } else {
                    actions::COUNTER
                };
                let label = format!("Counter with {name}{gently}");
                let mut offer = Offer::new(action, label, &[R052, R018, RR24]);
                match counter.aim {
                    Aim::Harm(arm) | Aim::Kill(arm) => {
                        offer.item = arm.item();
                        offer.mode = arm.mode();
                    }
                    Aim::Grip(kind) => {
                        offer.mode = Some(kind.mode());
                        offer.rules.push(R085);
                        offer.aside = Some("counter with a grip");
                    }
                }
                if counter.held_back {
                    offer.aside = Some("counter gently");
                }
                offer
            }
            Self::HideBehind(who) => {
                let label = format!("Hide behind {}", read.fighter(who).name());
                let mut offer = Offer::new(actions::HIDE_BEHIND, label, &[R058, R060, RR29]);
                offer.aside = Some("hide behind another");
                offer.targets = Targets::AnyOf(vec![Target::Combatant(who)]);
                offer
            }
            Self::Guard(who) => {
                let label = format!("{} guards", read.fighter(who).name());
                let mut offer = Offer::new(actions::GUARD, label, &[R063, R064, RR23]);
                offer.targets = Targets::AnyOf(vec![Target::Combatant(who)]);
                offer
            }
        }
    }

    /// The response that a choice names, among some.
    #[must_use]
    pub fn chosen(choice: &Choice, among: &[Self], read: &ReadContext<'_, '_>) -> Self {
        among
            .iter()
            .copied()
            .find(|response| {
                let offer = response.offer(read);
                offer.action == choice.action
                    && offer.item == choice.item
                    && offer.mode == choice.mode
                    && offer.target(0) == choice.target
            })
            .unwrap_or(Self::None)
    }
}

impl ReadContext<'_, '_> {
    /// Whether a target may make a reaction of its own to an attack.
    #[must_use]
    pub fn may_answer(&self, attack: &Attack, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        // In the bonus round nobody reacts (ZON-R50).
        !attack.unseen && !self.plan.bonus && fighter.may_react() && who != attack.attacker
    }

    /// What a target could answer without anybody else (ZON-045), none included.
    #[must_use]
    pub fn own_replies(&self, attack: &Attack, place: usize) -> Vec<Response> {
        let who = attack.targets[place].now;
        let mut responses = vec![Response::None];
        let fighter = self.fighter(who);
        if !self.may_answer(attack, who) {
            return responses;
        }
        // Of these the broken only dodge (ZON-R57).
        responses.push(Response::Dodge);
        if fighter.mind.broken.is_none() {
            for counter in self.counters(attack, who) {
                responses.push(Response::Counter(counter));
                let gentle = matches!(counter.aim, Aim::Harm(arm) if arm != Arm::Unarmed);
                if gentle {
                    responses.push(Response::Counter(Counter {
                        held_back: true,
                        ..counter
                    }));
                }
            }
        }
        responses
    }

    /// What a target could answer itself (ZON-045) as far as a side knows, none included.
    #[must_use]
    pub fn own_responses(&self, attack: &Attack, place: usize, knowing: SideId) -> Vec<Response> {
        let mut responses = self.own_replies(attack, place);
        let who = attack.targets[place].now;
        if self.may_hide_from(attack, who) {
            responses.extend(
                self.shelters(attack, &self.fighter(who), knowing)
                    .into_iter()
                    .map(Response::HideBehind),
            );
        }
        responses
    }

    /// Whether a target may hide behind somebody: the broken only if they retreat (ZON-R57).
    #[must_use]
    pub fn may_hide_from(&self, attack: &Attack, who: CombatantId) -> bool {
        let broken = self.fighter(who).mind.broken;
        self.may_answer(attack, who) && broken != Some(Breaking::Surrender)
    }

    /// What a guard that may do so could answer besides guarding (ZON-R30).
    #[must_use]
    pub fn guard_replies(&self, attack: &Attack, place: usize) -> Vec<Response> {
        let who = attack.targets[place].now;
        let counters = self.counters(attack, who).into_iter();
        let mut replies = vec![Response::None, Response::Dodge];
        replies.extend(counters.map(Response::Counter));
        replies
    }

    /// Those whom a target could hide behind as far as a side knows: nearby allies and grabbed enemies, in
    /// roster order (ZON-058, ZON-060, ZON-R28, ZON-R29).
    #[must_use]
    pub fn shelters(
        &self,
        attack: &Attack,
        hider: &FighterView<'_, '_>,
        knowing: SideId,
    ) -> Vec<CombatantId> {
        // Riders and passengers neither hide behind anybody nor serve for it (ZON-R29).
        if self.is_mounted(hider) {
            return Vec::new();
        }
        self.all()
            .filter(|other| other.id != hider.id && *other.id != attack.attacker)
            .filter(|other| !attack.past.contains(other.id))
            .filter(|other| other.is_fighting() && !self.is_mounted(other))
            .filter(|other| {
                if self.hostile(other.side(), hider.side()) {
                    let holder = other.grip.held_by;
                    holder.is_some_and(|holder| {
                        !self.hostile(self.fighter(holder).side(), hider.side())
                    })
                } else {
                    !other.is_grabbed() && !attack.refused.contains(other.id)
                }
            })
            .filter(|other| self.nearby(*hider.id, *other.id))
            .filter(|other| self.is_known_to(other, knowing))
            .filter(|other| self.can_exchange(hider, other, knowing))
            .map(|other| *other.id)
            .collect()
    }

    /// Whether two characters can exchange their positions: both fit where the other stood, as far as the
    /// side of the first and the one that looks ahead both know (ZON-R53).
    fn can_exchange(
        &self,
        a: &FighterView<'_, '_>,
        b: &FighterView<'_, '_>,
        knowing: SideId,
    ) -> bool {
        let fits = |mover: &FighterView<'_, '_>, at| {
            self.footprint(mover, at).is_some_and(|cells| {
                cells.iter().all(|cell| {
                    // Nobody is led into danger or out of it in this way (ZON-R93).
                    self.hazard(*cell).is_none()
                        && self.board.map.ground(*cell).passable
                        && !self.all().any(|other| {
                            other.id != a.id
                                && other.id != b.id
                                && other.riding.0.is_none()
                                && other.is_standing()
                                && self.is_known_to(&other, a.side())
                                && self.is_known_to(&other, knowing)
                                && self.cells(&other).contains(cell)
                        })
                })
            })
        };
        fits(a, b.cell()) && fits(b, a.cell())
    }

    /// Those of a side who could guard a target, in roster order (ZON-063, ZON-R17, ZON-R23).
    #[must_use]
    pub fn guards(&self, attack: &Attack, place: usize, side: SideId) -> Vec<CombatantId> {
        let target = attack.targets[place].now;
        let target_side = self.fighter(target).side();
        if self.hostile(side, target_side) || attack.unseen || self.plan.bonus {
            return Vec::new();
        }
        self.all()
            .filter(|guard| guard.side() == side && *guard.id != attack.attacker)
            .filter(|guard| guard.may_react() && guard.mind.broken.is_none())
            .filter(|guard| !attack.past.contains(guard.id))
            .filter(|guard| self.nearby(*guard.id, target))
            // Riders share the cells of their mounts: no grip is taken for another by them.
            .filter(|guard| !matches!(attack.aim, Aim::Grip(_)) || !self.is_mounted(guard))
            .map(|guard| *guard.id)
            .collect()
    }

    /// All responses that one controller is asked for at once: the target's own, and the guards of
    /// its side (ZON-R23).
    #[must_use]
    pub fn responses(&self, attack: &Attack, place: usize) -> Vec<Response> {
        let side = self.fighter(attack.targets[place].now).side();
        let mut responses = self.own_responses(attack, place, side);
        let guards = self.guards(attack, place, side);
        responses.extend(guards.into_iter().map(Response::Guard));
        responses
    }
}
