//! Attacks outside the count, each finished before the next begins: free attacks on those who pass, leave or fumble,
//! long weapons against those who come near, and what else a fumble leads to (D20-076, D20-115, D20-123, D20-124,
//! D20-135, D20-R38).

use std::collections::VecDeque;

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel, system::SystemParam};
use shieldwall_battle::{
    ChangeLater, CombatantId, Flow, Offer, RegisterState, RuleId, Scribe, add_stage,
    flow::Question, stage::Stage,
};

use crate::{
    attack::{
        Aiming, Manner, Occasion, fumble,
        spawning::{self, Announced},
    },
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::Checked,
    },
    terms::{
        actions::{FORGO, STRIKE_FREELY},
        decisions::FREE_ATTACK,
        stages::BLOWS,
    },
};

/// Schedule of what comes between.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FreeAttacks;

/// Something that comes before the battle goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Interlude {
    /// An attack on somebody, by whatever reaches best.
    Attack {
        /// Who attacks.
        who: CombatantId,
        /// Who is attacked.
        target: CombatantId,
        /// Why.
        occasion: Occasion,
        /// The rules that allow it.
        rules: &'static [RuleId],
    },
    /// A blow that has gone astray (D20-079).
    Astray(Announced),
    /// What a natural 1 leads to besides the miss (D20-076, D20-077).
    Fumble(Announced),
}

/// What is still to come, the next one first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interludes(pub VecDeque<Interlude>);

/// What lets something come between.
#[derive(SystemParam)]
pub struct Provoking<'w> {
    interludes: ResMut<'w, Interludes>,
    /// Stages.
    pub flow: ResMut<'w, Flow>,
}

impl Provoking<'_> {
    /// Lets these come before anything else.
    pub fn provoke(&mut self, all: impl IntoIterator<Item = Interlude>) {
        let was_empty = self.interludes.0.is_empty();
        self.interludes.0.extend(all);
        if was_empty && !self.interludes.0.is_empty() {
            self.flow.push(Stage::new(FreeAttacks, BLOWS));
        }
    }
}

/// Adds the stage.
pub(super) fn plugin(app: &mut App) {
    add_stage(app, FreeAttacks);
    app.resource_state::<Interludes>();
    app.add_systems(FreeAttacks, (next, fumble::mishap).chain());
}

/// Asks for the next attack that can still be made, begins it if it is taken, or ends the stage. Fumbles are for
/// [`fumble::mishap`].
fn next(
    field: Battlefield,
    mut interludes: ResMut<Interludes>,
    mut commands: Commands,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    let Some(first) = interludes.0.front().cloned() else {
        flow.pop();
        return;
    };
    let (announced, occasion, rules): (Option<Announced>, _, &'static [RuleId]) = match first {
        Interlude::Fumble(_) => return,
        Interlude::Astray(announced) => (Some(announced), Occasion::Astray, fumble::ASTRAY_RULES),
        Interlude::Attack {
            who,
            target,
            occasion,
            rules,
        } => {
            let (striker, struck) = (field.figure(who), field.figure(target));
            let mut announced = free_attack(&field, &striker, &struck, occasion);
            // To fend off was a choice already.
            if let Some(attack) = announced
                .as_ref()
                .filter(|_| occasion != Occasion::FendingOff)
            {
                let Some((_, choice)) = flow.take_answer() else {
                    flow.ask(question_of(&field, attack, occasion, rules));
                    return;
                };
                announced = announced.filter(|_| choice.action == STRIKE_FREELY);
            }
            // It has had its chance at this mover (D20-R58).
            if occasion == Occasion::Passing {
                commands.change(striker.entity, move |checked: &mut Checked| {
                    checked.0.push(target);
                });
            }
            (announced, occasion, rules)
        }
    };
    interludes.0.pop_front();
    spawning::begin(
        announced,
        occasion,
        rules,
        &mut commands,
        &mut flow,
        &mut scribe,
    );
}

/// The question to a combatant that has a free attack.
fn question_of(
    field: &Battlefield<'_, '_>,
    attack: &Announced,
    occasion: Occasion,
    rules: &'static [RuleId],
) -> Question {
    let (who, target) = (field.figure(attack.who), field.figure(attack.target));
    let arm = field.arm(&who, attack.weapon, false);
    let name = arm.as_ref().map_or_else(String::new, Arm::name);
    let mut strike = Offer::new(STRIKE_FREELY, format!("Strike: {name}"), rules);
    strike.detail = "An extra attack, which uses none of your numbers.".to_owned();
    strike.item = arm.and_then(|arm| arm.item());
    let forgo = Offer::new(FORGO, "Let it go", rules);
    let chance = if occasion == Occasion::Passing {
        "passes by"
    } else {
        "is open to a blow"
    };
    let prompt = format!("{} {chance}. Does {} strike?", target.name(), who.name());
    let offers = vec![strike, forgo];
    Question::new(who.side(), *who.id, FREE_ATTACK, prompt, offers).against(attack.target)
}

/// The free attack of somebody on another: with what reaches best of what is in hand (D20-R38). `None` if it cannot
/// strike, or nothing reaches.
#[must_use]
pub fn free_attack(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
    occasion: Occasion,
) -> Option<Announced> {
    free_attack_by_then(field, who, target, occasion, None)
}

/// The same once an enemy has fallen who may have been in the way.
#[must_use]
pub fn free_attack_by_then(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
    occasion: Occasion,
    fallen: Option<CombatantId>,
) -> Option<Announced> {
    let hands_full = field.pinned_by(who).is_some();
    let is_blind = !who.knows_of(target);
    let cannot = hands_full || is_blind || !who.strikes_freely() || !target.is_able();
    if cannot || field.is_barred(who, *target.id) {
        return None;
    }
    let steps = field.steps(who.footing(), target.footing());
    let melee = |arm: &Arm| matches!(arm.usage, Usage::Melee(..));
    let fends = |arm: &Arm| occasion != Occasion::FendingOff || arm.fends();
    let arms = field.arms(who).into_iter().filter(melee).filter(fends);
    let (from, at) = (who.footing(), target.footing());
    let reaching = arms.filter(|arm| field.will_reach(who, from, arm, at, fallen));
    let best = reaching.max_by_key(|arm| {
        let damage = arm.damage_at(steps, who.stats().strength_modifier());
        (!arm.is_inside(steps), damage.min() + damage.max())
    })?;
    Some(Announced {
        who: *who.id,
        target: *target.id,
        weapon: best.weapon,
        missile: false,
        aiming: Aiming::Plain,
        manner: Manner::Kill,
    })
}

impl Battlefield<'_, '_> {
    /// Whether somebody could make a free attack on another now.
    #[must_use]
    pub fn has_free_attack(&self, who: &Figure<'_, '_>, target: &Figure<'_, '_>) -> bool {
        free_attack(self, who, target, Occasion::Free).is_some()
    }
}
