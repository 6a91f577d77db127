//! What a combatant can do with its action, as offers, and back from choices (PCT-R01, PCT-R09).

use crate::{
    attack::{arm::Arm, rating},
    combatant::state::{Plan, Readying, Task, combatant_of},
    content::blocks::WeaponClass,
    context::read::{FighterView, GearView, ReadContext},
    items::reload,
    movement::bands::Pace,
    terms::{
        actions, modes, reasons,
        rules::{R005, R013, R024, R026, R142, R158, RR01, RR09, RR10, RR30, RR42, RR64},
    },
    turn::order_key::OrderKey,
};
use shieldwall_battle::{
    Action, Choice, CombatantId, Field, FieldOption, Offer, Reason, Target, Targets, Vitality,
};

/// When a plan is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// In the Statement of Intent: nobody has moved, and reach is not asked (PCT-R01).
    Statement,
    /// When the rank has come: only what can be done now.
    Now,
}

impl ReadContext<'_, '_> {
    /// The place of a plan in the order of actions (PCT-R11, PCT-R12).
    #[must_use]
    pub fn plan_key(&self, fighter: &FighterView<'_, '_>, rank: i32, plan: Plan) -> OrderKey {
        let (class, rating) = match plan {
            Plan::Attack(arm, _) => (arm.class(fighter), self.arm_rating(fighter, arm).value),
            Plan::FirstAid => (
                WeaponClass::Other,
                rating::skill_rating(&fighter.build.stats, "First Aid"),
            ),
            _ => (WeaponClass::Other, 0),
        };
        OrderKey {
            rank,
            class,
            rating,
        }
    }

    /// Everything a combatant could plan, `Pass` last.
    #[must_use]
    pub fn plan_offers(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Vec<Offer> {
        let mut offers = Vec::new();
        for arm in self.arms(fighter) {
            let targets = match moment {
                Moment::Statement => self.foes(fighter),
                Moment::Now => self.legal_targets(fighter, arm),
            };
            offers.extend(self.attack_offer(fighter, arm, &targets, moment));
        }
        for gear in self.held(fighter) {
            offers.extend(self.reload_offer(fighter, &gear, moment));
        }
        offers.extend(self.first_aid_offer(fighter, moment));
        offers.extend(self.wake_offer(fighter, moment));
        offers.extend(self.ready_offers(fighter, moment));
        offers.extend(self.plant_offers(fighter, moment));
        offers.extend(self.take_up_offers(fighter, moment));
        offers.extend(self.hide_offer(fighter, moment));
        offers.extend(self.drop_offers(fighter));
        let mut pass = Offer::new(actions::PASS, "Do nothing", &[R005, RR01, RR09]);
        if moment == Moment::Statement {
            pass.label = "No action".to_owned();
            pass.fields = paces(|_| true);
            pass.rules.push(R013);
        }
        offers.push(pass);
        offers
    }

    /// The living enemies it knows of, the conscious ones first, in roster order.
    pub(crate) fn foes(&self, fighter: &FighterView<'_, '_>) -> Vec<CombatantId> {
        let foes = |conscious: bool| {
            self.all().filter(move |other| {
                self.bar_to_target(fighter, other).is_none() && other.is_active() == conscious
            })
        };
        foes(true)
            .chain(foes(false))
            .map(|other| *other.id)
            .collect()
    }

    /// Why somebody is no target for a combatant, wherever both are; `None` if it is.
    pub(crate) fn bar_to_target(
        &self,
        fighter: &FighterView<'_, '_>,
        other: &FighterView<'_, '_>,
    ) -> Option<&'static Reason> {
        if !self.is_enemy(fighter.side(), other) {
            Some(&reasons::FRIEND)
        } else if other.is_hidden() {
            // Of those who hide nothing else is told.
            Some(&reasons::HIDDEN)
        } else if !other.is_alive() {
            Some(&reasons::GONE)
        } else {
            None
        }
    }

    /// Whether a combatant may make missile attacks this round (PCT-R08).
    #[must_use]
    pub fn may_shoot(&self, fighter: &FighterView<'_, '_>) -> bool {
        !fighter.turn.broke_off || self.rules.missile_after_breaking_off
    }

    /// The enemies that an arm can be used on now, the conscious ones first.
    #[must_use]
    pub fn legal_targets(&self, fighter: &FighterView<'_, '_>, arm: Arm) -> Vec<CombatantId> {
        if arm.manner.is_missile() && !self.may_shoot(fighter) {
            return Vec::new();
        }
        let mut foes = self.foes(fighter);
        foes.retain(|&foe| self.reaches(arm, fighter.cell(), self.fighter(foe).cell()));
        foes
    }

    /// The offer to attack one of some targets; `None` if there are none.
    #[must_use]
    pub fn attack_offer(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        targets: &[CombatantId],
        moment: Moment,
    ) -> Option<Offer> {
        if targets.is_empty() {
            return None;
        }
        let rating = self.arm_rating(fighter, arm);
        let name = self.arm_name(fighter, arm);
        let damage = self.arm_damage(fighter, arm);
        let action = match arm.manner {
            crate::attack::arm::Manner::Thrown => "Throw",
            crate::attack::arm::Manner::Shot => "Shoot",
            crate::attack::arm::Manner::Bash => "Bash with",
            _ => "Attack with",
        };
        let mut label = format!("{action} {name}");
        if let crate::attack::arm::Manner::Melee(class) = arm.manner
            && self.several_classes(arm)
        {
            let class = if class == WeaponClass::Long {
                "long"
            } else {
                "medium"
            };
            label.push_str(&format!(" ({class})"));
        }
        let mut offer = Offer::new(actions::ATTACK, label, &[R026, RR01, RR42]);
        offer.detail = format!(
            "{} {} %, damage {}",
            rating.skill,
            rating.value,
            damage.together()
        );
        offer.reveals = moment == Moment::Now && fighter.is_hidden();
        offer.item = arm.item;
        offer.mode = Some(arm.manner.mode());
        if self.several_classes(arm) {
            offer.rules.push(R024);
        }
        offer.targets = Targets::AnyOf(targets.iter().map(|&id| Target::Combatant(id)).collect());
        if moment == Moment::Statement {
            offer.fields = paces(Pace::allows_action);
        }
        Some(offer)
    }

    /// Whether the item of an arm can be used in several classes (PCT-024).
    fn several_classes(&self, arm: Arm) -> bool {
        arm.item
            .and_then(|item| self.gear(item))
            .and_then(|gear| Some(gear.gear.0.melee.as_ref()?.classes.len() > 1))
            == Some(true)
    }

    fn reload_offer(
        &self,
        fighter: &FighterView<'_, '_>,
        gear: &GearView<'_, '_>,
        moment: Moment,
    ) -> Option<Offer> {
        let supply = gear.gear.supply()?;
        gear.ammunition?.reloaded(supply)?;
        let allowed = moment == Moment::Statement || fighter.turn.allows_full_round_task();
        if !allowed || !self.can_use(fighter, gear) {
            return None;
        }
        let mut offer = Offer::new(
            actions::RELOAD,
            match fighter.turn.task {
                Some(Task::Reload(item)) if item == *gear.id => {
                    format!("Go on reloading {}", gear.name())
                }
                _ => format!("Reload {}", gear.name()),
            },
            reload::rules(gear),
        );
        offer.detail =
            "Takes the whole round: at most 5 m of movement, dodges but no parries.".to_owned();
        offer.item = Some(*gear.id);
        if moment == Moment::Statement {
            offer.fields = paces(Pace::allows_full_round_task);
        }
        Some(offer)
    }

    /// The offer of First Aid; `None` for those who moved too far or have no hands.
    #[must_use]
    pub fn first_aid_offer(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Option<Offer> {
        let allowed = moment == Moment::Statement || fighter.turn.allows_full_round_task();
        if !allowed || fighter.build.stats.hands == 0 {
            return None;
        }
        let chance = fighter.build.skill_chance(self.rules, "First Aid", []);
        let label = if fighter.turn.task == Some(Task::FirstAid) {
            "Go on with First Aid"
        } else {
            "First Aid"
        };
        let mut offer = Offer::new(actions::FIRST_AID, label, &[R158, RR10]);
        offer.detail = format!(
            "{} %: heals 1D3 of one injury when the round ends. Takes the whole round: at most 5 m \
             of movement, dodges but no parries.",
            chance.chance
        );
        if moment == Moment::Statement {
            offer.fields = paces(Pace::allows_full_round_task);
        }
        Some(offer)
    }

    /// Whether a combatant can wake a sleeper now, as far as its side knows (PCT-R64).
    #[must_use]
    pub fn can_wake(&self, fighter: &FighterView<'_, '_>, sleeper: &FighterView<'_, '_>) -> bool {
        !self.is_enemy(fighter.side(), sleeper)
            && *sleeper.vitality == Vitality::Unconscious
            && sleeper.hit_points.current >= 1
            && sleeper.cell() != fighter.cell()
            && self.touch(fighter, sleeper)
            && !self.all().any(|other| {
                other.is_active()
                    && other.cell() == sleeper.cell()
                    && (!self.is_enemy(fighter.side(), &other) || !other.is_hidden())
            })
    }

    fn wake_offer(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Option<Offer> {
        if fighter.build.stats.hands == 0 {
            return None;
        }
        let sleepers: Vec<Target> = self
            .all()
            .filter(|other| match moment {
                Moment::Now => self.can_wake(fighter, other),
                Moment::Statement => {
                    !self.is_enemy(fighter.side(), other)
                        && *other.vitality == Vitality::Unconscious
                        && other.hit_points.current >= 1
                }
            })
            .map(|other| Target::Combatant(*other.id))
            .collect();
        if sleepers.is_empty() {
            return None;
        }
        let mut offer = Offer::new(actions::WAKE, "Wake a friend", &[R142, RR64]);
        offer.detail = "It acts again from the next round, with empty hands.".to_owned();
        offer.targets = Targets::AnyOf(sleepers);
        if moment == Moment::Statement {
            offer.fields = paces(Pace::allows_action);
        }
        Some(offer)
    }

    fn hide_offer(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Option<Offer> {
        let watched =
            || moment == Moment::Now && self.is_watched_openly(fighter.side(), fighter.cell());
        let chance = fighter.build.skill_chance(self.rules, "Hide", []).chance;
        if fighter.is_hidden() || chance <= 0 || watched() {
            return None;
        }
        let mut offer = Offer::new(actions::HIDE, "Hide", &[RR30]);
        offer.detail = format!("{chance} %, and only where no enemy sees it.");
        if moment == Moment::Statement {
            offer.fields = paces(Pace::allows_action);
        }
        Some(offer)
    }

    /// What a choice of [`Self::plan_offers`] plans.
    #[must_use]
    pub fn plan_of(&self, fighter: &FighterView<'_, '_>, choice: &Choice) -> Plan {
        let is = |action: Action| choice.action == action;
        let target = combatant_of(choice.target);
        let plan = if is(actions::ATTACK) {
            self.arms(fighter)
                .into_iter()
                .find(|arm| arm.item == choice.item && Some(arm.manner.mode()) == choice.mode)
                .zip(target)
                .map(|(arm, target)| Plan::Attack(arm, target))
        } else if is(actions::READY) && choice.mode == Some(modes::PICK_UP) {
            match choice.target {
                Some(Target::Item(item)) => Some(Plan::Ready(Readying::Take(item))),
                _ => None,
            }
        } else if is(actions::READY) {
            choice.item.map(|item| {
                Plan::Ready(match (choice.mode, choice.target) {
                    (Some(modes::BOTH), Some(Target::Item(second))) => Readying::Pair(item, second),
                    (Some(modes::AWAY), _) => Readying::PutAway(item),
                    _ => Readying::Take(item),
                })
            })
        } else if is(actions::RELOAD) {
            choice.item.map(Plan::Reload)
        } else if is(actions::FIRST_AID) {
            Some(Plan::FirstAid)
        } else if is(actions::WAKE) {
            target.map(Plan::Wake)
        } else if is(actions::PLANT_SHIELD) {
            choice.item.map(Plan::Plant)
        } else if is(actions::TAKE_UP_SHIELD) {
            choice.item.map(Plan::TakeUp)
        } else if is(actions::HIDE) {
            Some(Plan::Hide)
        } else {
            None
        };
        plan.unwrap_or(Plan::Pass)
    }

    /// The offers of a combatant whose step has come, by what it stated: as stated, another target
    /// or weapon where the stated one is gone, First Aid, or nothing; and dropping things, which is
    /// free (PCT-R01, PCT-R09).
    #[must_use]
    pub fn action_offers(&self, fighter: &FighterView<'_, '_>, plan: Plan) -> Vec<Offer> {
        let mut offers = Vec::new();
        match plan {
            Plan::Attack(arm, target) => self.stated_attack(fighter, arm, target, &mut offers),
            Plan::Pass | Plan::FirstAid => {}
            _ => offers.extend(
                self.plan_offers(fighter, Moment::Now)
                    .into_iter()
                    .find_map(|offer| self.narrowed(fighter, offer, plan)),
            ),
        }
        offers.extend(self.first_aid_offer(fighter, Moment::Now));
        if fighter.turn.task.is_none() {
            offers.extend(self.drop_offers(fighter));
        }
        offers.push(Offer::new(actions::PASS, "Do nothing", &[RR01]));
        offers
    }

    /// An offer narrowed down to what was planned; `None` if it does not hold that.
    fn narrowed(
        &self,
        fighter: &FighterView<'_, '_>,
        mut offer: Offer,
        plan: Plan,
    ) -> Option<Offer> {
        let choice = (0..offer.choice_count())
            .map(|index| offer.choice_at(index))
            .find(|choice| self.plan_of(fighter, choice) == plan)?;
        // On which side of the cell a shield is planted is not part of the plan.
        if let (Some(target), false) = (choice.target, matches!(plan, Plan::Plant(_))) {
            offer.targets = Targets::AnyOf(vec![target]);
        }
        Some(offer)
    }

    fn stated_attack(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        target: CombatantId,
        offers: &mut Vec<Offer>,
    ) {
        let lost = arm.item.is_some_and(|item| {
            self.gear(item).is_none_or(|gear| {
                gear.is_broken()
                    || !gear.readied
                    || gear.carried_by.is_none_or(|by| by.0 != fighter.entity)
            })
        });
        let arms = self.arms(fighter);
        if lost {
            for other in arms {
                let targets = self.legal_targets(fighter, other);
                offers.extend(self.attack_offer(fighter, other, &targets, Moment::Now));
            }
            return;
        }
        if !arms.contains(&arm) {
            return;
        }
        let mut legal = self.legal_targets(fighter, arm);
        let stated = self.fighter(target);
        if legal.contains(&target) && stated.is_active() && !stated.is_hidden() {
            legal = vec![target];
        }
        offers.extend(self.attack_offer(fighter, arm, &legal, Moment::Now));
    }

    /// Those it can treat: itself, and living friends in contact, with an untreated injury, in
    /// roster order (PCT-R68).
    pub fn patients(
        &self,
        fighter: &FighterView<'_, '_>,
    ) -> impl Iterator<Item = FighterView<'_, '_>> {
        let (id, side, cell) = (*fighter.id, fighter.side(), fighter.cell());
        self.all().filter(move |other| {
            !self.is_enemy(side, other)
                && other.is_alive()
                && (*other.id == id || self.in_contact(cell, other.cell()))
                && other.injuries.0.iter().any(|injury| !injury.treated)
        })
    }
}

/// A pace as an option.
fn option(pace: Pace) -> FieldOption {
    FieldOption {
        band: pace.band().map(crate::movement::bands::Band::index),
        ..FieldOption::new(pace.key(), pace.label())
    }
}

/// The paces that go with an action.
pub(crate) fn paces(allowed: impl Fn(Pace) -> bool) -> Vec<Field> {
    let allowed = Pace::ALL.into_iter().filter(|&pace| allowed(pace));
    vec![Field::one_of(
        Pace::FIELD,
        "Pace",
        allowed.map(option).collect(),
    )]
}
