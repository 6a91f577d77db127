//! The beginning and the end of a round, and of the battle (SEG-006, SEG-033, SEG-R76).

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    CombatantId, Event, Flow, HitPoints, RegisterState, Scribe, SideSet, Vitality, Writer,
    add_stage,
    goals::{self, Standing},
};

use crate::{
    combatant::injuries::GrievousWounds,
    combatant::{
        Exertion, Fallen, Haste, Route, SteadyAim, Stunned, Winded,
        allowance::Allowance,
        clock::Clock,
        field::Field,
        plan::{Attacks, Pace, Plan},
        sight::Senses,
    },
    combatant::{
        boons::{Blessing, Ward},
        casting::Casting,
    },
    harm::{bleeding, hazards},
    movement::forced,
    round::{free_actions, gear, noticing, picking_up},
    stages::{self, RoundEnd, RoundStart},
    terms::{
        rules::{R001, R014, R018, R032, R094, R098, R102, RR29, RR32, RR36, RR45, RR66, RR76},
        words::{
            AIMING, BLESSED, BLINDED, DEFENDING, DESPERATE, GUARDING, HASTENED, STANDS_FAST,
            STUNNED, TAKEN_ABACK, WARDED, stages as names,
        },
    },
};

/// For how long the objective has been held.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hold(pub goals::Hold);

pub(super) fn plugin(app: &mut App) {
    add_stage(app, RoundStart);
    add_stage(app, RoundEnd);
    app.resource_state::<Hold>();
    app.add_systems(
        RoundStart,
        (
            wake,
            noticing::have_had_a_segment.pipe(noticing::notice),
            begin,
        )
            .chain(),
    );
    app.add_systems(
        RoundEnd,
        (
            announce,
            (|| true).pipe(noticing::notice),
            picking_up::finish,
            free_actions::worked
                .pipe(free_actions::take_effect)
                .pipe(free_actions::standing_on)
                .pipe(forced::give_way)
                .pipe(hazards::suffer),
            hazards::in_danger.pipe(hazards::suffer),
            bleeding::first_aid,
            bleeding::bleed,
            gear::let_fall,
            end_states,
            hold_objective,
            close,
        )
            .chain(),
    );
}

/// The unconscious with more than 0 hit points wake, and lie on the ground (SEG-R29).
fn wake(
    mut all: Query<(&CombatantId, &HitPoints, &GrievousWounds, &mut Vitality)>,
    mut scribe: Scribe,
) {
    let mut all: Vec<_> = all.iter_mut().collect();
    all.sort_unstable_by_key(|(id, ..)| **id);
    for (id, points, wounds, mut vitality) in all {
        if *vitality == Vitality::Unconscious && points.current > 0 && !wounds.disabled {
            scribe.vitality(*id, &mut vitality, Vitality::Active, &[RR29]);
        }
    }
}

/// Begins a round, unless the battle is over before the first.
fn begin(field: Field, hold: Res<Hold>, mut flow: ResMut<Flow>, mut scribe: Scribe) {
    if let Some(ending) = goals::decided(&field.combatants.board.level, &standings(&field), hold.0)
    {
        goals::end(&mut scribe.journal, &mut flow, ending, &[RR76]);
        return;
    }
    if flow.round == 0 {
        noticing::tell(&field, &mut scribe);
    }
    flow.round += 1;
    scribe.journal.set_round(flow.round);
    scribe.write(Event::RoundBegan, &[R018]);
    if flow.round == 1 && !field.ambushers.0.is_empty() {
        flow.replace(stages::ambush());
        return;
    }
    let stage = names::DECLARATION;
    scribe.write(Event::StageBegan { stage }, &[R001]);
    flow.replace(stages::declaration());
}

fn standings(field: &Field<'_, '_>) -> Vec<Standing> {
    let all = field.combatants.iter();
    all.map(|(body, _)| Standing {
        side: body.side(),
        fights: body.is_active(),
        escaped: *body.vitality == Vitality::Left,
    })
    .collect()
}

fn announce(mut scribe: Scribe) {
    let stage = names::ROUND_END;
    scribe.write(Event::StageBegan { stage }, &[R018]);
}

/// The components that last for a round.
#[derive(QueryData)]
#[query_data(mutable)]
struct OfRound {
    id: &'static CombatantId,
    vitality: &'static Vitality,
    stunned: &'static mut Stunned,
    fallen: &'static Fallen,
    plan: &'static mut Plan,
    attacks: &'static mut Attacks,
    allowance: &'static mut Allowance,
    route: &'static mut Route,
    exertion: &'static mut Exertion,
    haste: &'static mut Haste,
    steady_aim: &'static mut SteadyAim,
    winded: &'static mut Winded,
    wounds: &'static mut GrievousWounds,
    casting: &'static mut Casting,
    ward: &'static mut Ward,
    blessing: &'static mut Blessing,
    senses: &'static mut Senses,
}

/// Ends everything that lasts for a round.
fn end_states(mut all: Query<OfRound>, mut clock: ResMut<Clock>, mut scribe: Scribe) {
    clock.segment = None;
    // By id: the order of entities is not that of a restored state.
    let mut all: Vec<_> = all.iter_mut().collect();
    all.sort_unstable_by_key(|who| *who.id);
    for mut who in all {
        let plan = std::mem::take(&mut *who.plan);
        // An aim for which no attack was left is kept (SEG-132).
        let exertion = &who.exertion;
        let disturbed = exertion.moved || exertion.hurt || who.stunned.0 || who.fallen.0;
        let aimed = plan.aims || who.steady_aim.0;
        let keeps = plan.aims && !exertion.has_struck && !disturbed;
        who.steady_aim.0 = keeps;
        who.winded.0 = plan.pace().is_some_and(|pace| pace >= Pace::Sprint);
        if !who.casting.waits() {
            who.casting.0 = None;
        }
        let unwarded = who.ward.0.end_round();
        let unblessed = who.blessing.0.end_round();
        who.attacks.0.clear();
        *who.allowance = Allowance::default();
        who.route.0.clear();
        *who.exertion = Exertion::default();
        // A wound in the head stuns for the next round too (SEG-R21).
        let stays = std::mem::take(&mut who.wounds.head);
        let stunned = std::mem::replace(&mut who.stunned.0, stays) && !stays;
        who.senses.levels.clear();
        let recovers = who.senses.ambushed.take().is_some_and(|level| level >= 3);
        let blinded = who.senses.blinded;
        who.senses.blinded = blinded.saturating_sub(1);
        let slows = who.haste.end_round();
        if *who.vitality != Vitality::Active {
            continue;
        }
        for (ends, condition, rule) in [
            (stunned, STUNNED, R032),
            (plan.is_full_defence(), DEFENDING, R098),
            (plan.is_desperate(), DESPERATE, R102),
            (plan.is_rooted(), STANDS_FAST, R014),
            (plan.guard > 0, GUARDING, R094),
            (recovers, TAKEN_ABACK, RR32),
            (blinded == 1, BLINDED, RR36),
            (slows, HASTENED, RR45),
            (unwarded, WARDED, RR36),
            (unblessed, BLESSED, RR36),
            (aimed && !keeps, AIMING, RR66),
        ] {
            if ends {
                scribe.condition(*who.id, condition, false, &[rule]);
            }
        }
    }
}

/// Counts for how long an alliance has held the objective alone.
fn hold_objective(field: Field, mut hold: ResMut<Hold>, mut scribe: Scribe) {
    let level = &field.combatants.board.level;
    let cells = goals::objective(level);
    let there = field.active().filter(|who| cells.contains(&who.cell()));
    let there: SideSet = there.map(|who| who.side()).collect();
    hold.0.count(level, there, &mut scribe.journal, &[RR76]);
}

/// Ends the battle, or begins the next round.
fn close(field: Field, hold: Res<Hold>, mut flow: ResMut<Flow>, mut scribe: Scribe) {
    let level = &field.combatants.board.level;
    let ending = goals::decided(level, &standings(&field), hold.0)
        .or_else(|| goals::at_limit(level, field.rules.0.round_limit, flow.round));
    match ending {
        Some(ending) => goals::end(&mut scribe.journal, &mut flow, ending, &[RR76]),
        None => flow.replace(stages::round_start()),
    }
}
