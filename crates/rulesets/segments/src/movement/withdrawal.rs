//! Withdrawing, and the free attacks that it draws (SEG-110 to SEG-117, SEG-R60, SEG-R61).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, Flow, Offer, RegisterState, add_stage, flow::Question,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        Exertion,
        field::{Combatant, Field},
        plan::{How, PlannedAction},
        sight::Assaults,
    },
    harm::grievous::{self, WoundRolls},
    stages::FreeAttacks,
    strike::{self, Strike, effects, rolls, sensing},
    terms::{
        rules::{R110, RR61},
        words::{FORGO, FREE_ATTACK, STRIKE_FREELY},
    },
};

/// A combatant that is about to withdraw, and the enemies that may strike it before.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Withdrawal {
    /// The mover, with the cell that it means to enter.
    pub step: Option<(CombatantId, Cell)>,
    /// Enemies that are still to be asked, the next one last.
    pub open: Vec<CombatantId>,
    /// Number of free attacks that have been made.
    pub made: u16,
}

/// The answer to a withdrawal: true for a free attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Strikes(bool);

pub(super) fn plugin(app: &mut App) {
    add_stage(app, FreeAttacks);
    app.resource_state::<Withdrawal>();
    app.add_systems(
        FreeAttacks,
        (
            answer,
            ask,
            (
                sensing::roll.run_if(sensing::is_open),
                rolls::roll.run_if(not(sensing::is_open)),
                effects::look
                    .pipe(effects::take_effect)
                    .run_if(strike::are_rolled),
                grievous::roll
                    .pipe(grievous::take_effect)
                    .run_if(grievous::are_open),
                end,
            )
                .chain()
                .run_if(all_have_answered),
        )
            .chain(),
    );
}

impl Field<'_, '_> {
    /// The enemies that may make a free attack before a mover steps into a cell (SEG-R60), in the order of everything
    /// simultaneous.
    #[must_use]
    pub fn free_attackers(
        &self,
        mover: &Combatant<'_, '_>,
        to: Cell,
        is_free_step: bool,
    ) -> Vec<CombatantId> {
        let enemies = self.enemies(mover.side());
        let strikers = enemies.filter(|enemy| self.strikes_freely(enemy, mover, to, is_free_step));
        let strikers: Vec<CombatantId> = strikers.map(|enemy| enemy.id()).collect();
        self.in_order(strikers)
    }

    fn strikes_freely(
        &self,
        enemy: &Combatant<'_, '_>,
        mover: &Combatant<'_, '_>,
        to: Cell,
        is_free_step: bool,
    ) -> bool {
        let reach = self.longest_reach(enemy);
        let has_it = |cell| self.reaches(enemy.cell(), cell, reach);
        if !enemy.can_act() || !has_it(mover.cell()) || has_it(to) {
            return false;
        }
        let used = &enemy.exertion.free_attacks;
        let most = 1 + usize::try_from(enemy.stats().range_of_field).unwrap_or(0);
        let is_spent = used.len() >= most || used.contains(&mover.id());
        !(is_spent
            || enemy.casting.is_under_way()
            || enemy.is_taken_aback()
            || !self.knows(enemy.side(), mover)
            || self.is_blind_to(enemy, mover)
            || self.flies_off(mover, to)
            || enemy.plan.only_defends()
            || self.goes_for_another(mover, enemy.id(), to, is_free_step)
            || self.keeps_it_in_reach(mover, enemy, to)
            || self.attends_to_another(enemy, mover))
    }

    /// True if an agile flyer gets away into the air (SEG-114, SEG-R62).
    fn flies_off(&self, mover: &Combatant<'_, '_>, to: Cell) -> bool {
        mover.stats().agile_flyer && self.map().climb(mover.cell(), to) >= 1
    }

    /// True if a mover works its way round to another foe close by (SEG-111).
    fn goes_for_another(
        &self,
        mover: &Combatant<'_, '_>,
        enemy: CombatantId,
        to: Cell,
        is_free_step: bool,
    ) -> bool {
        let PlannedAction::Attack { target, how, .. } = mover.plan.action else {
            return false;
        };
        let at = self.combatant(target).cell();
        let steps = |from| self.grid().steps(from, at);
        target != enemy
            && mover.plan.was_near
            && (how == How::HalfMove || is_free_step)
            && steps(to) <= steps(mover.cell())
    }

    /// True if an enemy is the target of the mover, which still reaches it after the step.
    fn keeps_it_in_reach(
        &self,
        mover: &Combatant<'_, '_>,
        enemy: &Combatant<'_, '_>,
        to: Cell,
    ) -> bool {
        let PlannedAction::Attack { target, weapon, .. } = mover.plan.action else {
            return false;
        };
        let arm = self.arm(mover, weapon);
        target == enemy.id() && arm.is_some_and(|arm| self.strikes_at(to, enemy.cell(), arm.reach))
    }

    /// True if an enemy gives all its attention to an ally of the mover in its reach (SEG-112).
    fn attends_to_another(&self, enemy: &Combatant<'_, '_>, mover: &Combatant<'_, '_>) -> bool {
        let PlannedAction::Attack { target, weapon, .. } = enemy.plan.action else {
            return false;
        };
        let other = self.combatant(target);
        let arm = self.arm(enemy, weapon);
        let in_reach =
            arm.is_some_and(|arm| self.strikes_at(enemy.cell(), other.cell(), arm.reach));
        target != mover.id() && other.body.is_active() && in_reach
    }
}

/// Takes the answer of an enemy: a free attack, or none.
fn answer(
    field: Field,
    mut withdrawal: ResMut<Withdrawal>,
    mut flow: ResMut<Flow>,
    mut assaults: ResMut<Assaults>,
    mut commands: Commands,
) {
    let Some((decision, choice)) = flow.take_answer() else {
        return;
    };
    let (Some(who), Some((mover, _))) = (decision.actor, withdrawal.step) else {
        return;
    };
    if decision.act(&choice) != Some(&Strikes(true)) {
        return;
    }
    let striker = field.combatant(who);
    commands.spawn(Strike {
        place: withdrawal.made,
        who,
        target: mover,
        weapon: field.main_arm(&striker).weapon,
        free: true,
        settled: true,
        result: None,
    });
    commands.change(striker.body.entity, move |exertion: &mut Exertion| {
        exertion.free_attacks.push(mover);
    });
    withdrawal.made += 1;
    assaults.0.push((who, mover));
}

/// Asks the next enemy.
fn ask(field: Field, mut withdrawal: ResMut<Withdrawal>, mut flow: ResMut<Flow>) {
    let Some((mover, _)) = withdrawal.step else {
        return;
    };
    let Some(who) = withdrawal.open.pop() else {
        return;
    };
    let (striker, mover) = (field.combatant(who), field.combatant(mover));
    let arm = field.main_arm(&striker);
    let label = format!("Strike with {}", arm.name);
    let mut strikes = Offer::new(STRIKE_FREELY, label, &[R110, RR61]).to_do(Strikes(true));
    strikes.item = arm.item();
    let forgo = Offer::new(FORGO, "Let it go", &[RR61]).to_do(Strikes(false));
    let prompt = format!("{} withdraws", mover.name());
    let offers = vec![strikes, forgo];
    let question = Question::new(striker.side(), who, FREE_ATTACK, prompt, offers);
    flow.ask(question.against(mover.id()));
}

/// True once all enemies have answered. A condition for systems.
fn all_have_answered(withdrawal: Res<Withdrawal>, flow: Res<Flow>) -> bool {
    withdrawal.open.is_empty() && flow.decision().is_none()
}

/// Ends the stage once all strikes have taken effect.
fn end(strikes: Query<&Strike>, wounds: Res<WoundRolls>, mut flow: ResMut<Flow>) {
    if strikes.is_empty() && wounds.0.is_empty() {
        flow.pop();
    }
}
