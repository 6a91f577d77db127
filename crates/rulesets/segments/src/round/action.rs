//! The action step of a segment: attacks that are due, together (SEG-003, SEG-100, SEG-R09, SEG-R37, SEG-R84).

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    ChangeLater, CombatantId, Event, Flow, RegisterState, Roster, Scribe, Target, Writer,
    add_stage, terms::DueState,
};
use shieldwall_grid::Cell;

use super::targets::{self, Options};
use crate::{
    combatant::{
        Exertion,
        allowance::{Allowance, FIRST},
        casting::{Casting, Energy},
        clock::Clock,
        field::{Combatant, Field},
        plan::{Attacks, How, Pace, Plan, PlannedAction, Weapon},
        sight::Assaults,
    },
    harm::shaken::Shaken,
    harm::{
        grievous::{self, WoundRolls},
        hazards,
    },
    magic::{
        beginning, concentration,
        going_off::{self, Casters, Spelled},
        pushing,
    },
    movement::forced,
    round::{drinking, driving::Drives, free_actions, gear, moving_off::Movers},
    stages::{self, Action},
    strike::{
        self, Strike,
        effects::{self, SpellHits},
        into_melee, rolls, sensing,
    },
    terms::rules::{R002, R105, RR37, RR84},
};

/// The action step of the present segment.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step {
    /// True once the attacks that are due are known.
    begun: bool,
    /// Attackers whose targets are still open, the next one last.
    open: Vec<CombatantId>,
    /// Casters whose spells may need another target, the next one last.
    casters: Vec<CombatantId>,
    /// Decisions about the attacks, in the order of everything simultaneous.
    settled: Vec<(CombatantId, Settled)>,
    /// True once the strikes are made.
    made: bool,
    /// Attackers with the targets of their strikes, in their order.
    struck: Vec<(CombatantId, CombatantId)>,
}

impl Step {
    /// True once the attacks that are due are known.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.begun
    }

    /// Leaves the attacks of all others out.
    pub fn leave_others_out(&mut self, who: CombatantId) {
        self.open.retain(|other| *other == who);
        self.casters.retain(|other| *other == who);
        self.settled.retain(|(other, _)| *other == who);
    }
}

/// The decision about an attack that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Settled {
    /// A strike at a target.
    At(CombatantId),
    /// It waits for a later segment.
    Waits,
    /// It is let go.
    LetGo,
    /// All attacks are given up for a move (SEG-105).
    Moves {
        /// The cell to which it goes.
        to: Cell,
        /// TMR in feet.
        tmr: i32,
    },
}

/// The meaning of an offer to an attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Answers {
    /// Turn the spell that goes off on the target of the choice.
    TurnSpell,
    /// Strike the target of the choice.
    Strike,
    /// Hold the attack.
    Hold,
    /// Let it go.
    LetGo,
    /// Give up all attacks, and move to the cell of the choice.
    MoveOff,
}

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Action);
    app.resource_state::<Step>();
    app.add_systems(
        Action,
        (
            drinking::drink,
            gear::look.pipe(gear::change),
            free_actions::due
                .pipe(free_actions::take_effect)
                .pipe(free_actions::standing_on)
                .pipe(forced::give_way)
                .pipe(hazards::suffer),
            answer,
            settle,
            make.run_if(all_are_settled),
            sensing::roll.run_if(sensing::is_open),
            rolls::roll
                .run_if(strike::are_under_way)
                .run_if(not(sensing::is_open)),
            into_melee::settle.run_if(strike::are_under_way),
            going_off::go_off.run_if(may_go_off),
            effects::look
                .pipe(effects::take_effect)
                .run_if(all_are_rolled),
            going_off::take_effect
                .run_if(all_are_rolled)
                .run_if(have_no_hits),
            pushing::look
                .pipe(pushing::push)
                .pipe(forced::stumble)
                .pipe(forced::fall)
                .pipe(hazards::suffer)
                .run_if(pushing::are_open)
                .run_if(all_are_rolled)
                .run_if(have_no_hits),
            concentration::roll.run_if(concentration::are_shaken),
            grievous::roll
                .pipe(grievous::take_effect)
                .run_if(grievous::are_open),
            (beginning::begin, end).chain().run_if(are_made),
        )
            .chain(),
    );
}

fn all_are_settled(step: Res<Step>, flow: Res<Flow>) -> bool {
    let asked = step.open.is_empty() && step.casters.is_empty() && flow.decision().is_none();
    step.begun && !step.made && asked
}

/// Spells go off once all strikes are rolled, which meet their casters as they stood before.
fn may_go_off(step: Res<Step>, strikes: Query<&Strike>) -> bool {
    step.made && strikes.iter().all(|strike| strike.result.is_some())
}

/// True once all strikes and spells of the segment are rolled. A condition for systems.
fn all_are_rolled(step: Res<Step>, strikes: Query<&Strike>, casters: Res<Casters>) -> bool {
    let rolled = strikes.iter().all(|strike| strike.result.is_some());
    step.made && rolled && casters.0.is_empty()
}

/// True once strikes and harmful spells have taken effect. A condition for systems.
fn have_no_hits(step: Res<Step>, strikes: Query<&Strike>, hits: Res<SpellHits>) -> bool {
    step.made && strikes.is_empty() && hits.0.is_empty()
}

/// True once everything has taken effect. A condition for systems.
fn are_made(
    step: Res<Step>,
    casters: Res<Casters>,
    wounds: Res<WoundRolls>,
    shaken: Res<Shaken>,
    hits: Res<SpellHits>,
    spelled: Res<Spelled>,
) -> bool {
    let rolled = wounds.0.is_empty() && shaken.0.is_empty() && hits.0.is_empty();
    step.made && casters.0.is_empty() && rolled && *spelled == Spelled::default()
}

/// Takes the answer of an attacker.
fn answer(
    field: Field,
    mut step: ResMut<Step>,
    mut casters: ResMut<Casters>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let Some((decision, choice)) = flow.take_answer() else {
        return;
    };
    let Some(who) = decision.actor else { return };
    let target = choice.target.and_then(Target::combatant);
    if casters.0.contains(&who) {
        let who = field.combatant(who);
        match target {
            Some(target) => turn_spell(&who, target, &mut commands),
            None => let_spell_go(&who, &mut casters, &mut scribe, &mut commands),
        }
        return;
    }
    let settled = match (decision.act::<Answers>(&choice), target) {
        (Some(Answers::Strike), Some(target)) => Settled::At(target),
        (Some(Answers::Hold), _) => Settled::Waits,
        (Some(Answers::MoveOff), _) => match choice.target {
            Some(Target::Cell(to)) => Settled::Moves {
                to,
                tmr: field.combatant(who).tmr(),
            },
            _ => Settled::LetGo,
        },
        _ => Settled::LetGo,
    };
    step.settled.push((who, settled));
}

/// Turns a spell on another target.
fn turn_spell(who: &Combatant<'_, '_>, target: CombatantId, commands: &mut Commands<'_, '_>) {
    commands.change(who.body.entity, move |casting: &mut Casting| {
        if let Some(cast) = &mut casting.0 {
            cast.target = Some(target);
        }
    });
}

/// Lets a spell go that has no target: it is lost.
fn let_spell_go(
    who: &Combatant<'_, '_>,
    casters: &mut Casters,
    scribe: &mut Scribe<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    casters.0.retain(|other| *other != who.id());
    let (mut casting, mut energy) = (*who.casting, *who.energy);
    casting.lose(who.id(), &mut energy, scribe, &[RR84]);
    let entity = who.body.entity;
    commands.change(entity, move |now: &mut Casting| *now = casting);
    commands.change(entity, move |now: &mut Energy| *now = energy);
}

/// Settles the targets of all attacks and spells that are due, and asks where there is a choice.
fn settle(
    field: Field,
    clock: Res<Clock>,
    mut step: ResMut<Step>,
    mut casters: ResMut<Casters>,
    mut flow: ResMut<Flow>,
) {
    let segment = clock.segment.unwrap_or_default();
    if !step.begun {
        step.begun = true;
        let is_due = |who: &Combatant<'_, '_>| {
            let mut attacks = who.attacks.0.iter();
            who.can_act() && attacks.any(|attack| attack.is_due(segment))
        };
        let due = field.active().filter(is_due).map(|who| who.id());
        let due: Vec<CombatantId> = due.collect();
        step.open = field.in_order(due);
        step.open.reverse();
        let goes_off = |who: &Combatant<'_, '_>| {
            let cast = who.casting.0;
            who.can_act() && cast.is_some_and(|cast| !cast.waits && cast.done == segment)
        };
        let going_off = field.active().filter(goes_off).map(|who| who.id());
        let going_off: Vec<CombatantId> = going_off.collect();
        casters.0 = field.in_order(going_off);
        casters.0.reverse();
        step.casters.clone_from(&casters.0);
    }
    while flow.decision().is_none() && !flow.answered() {
        let Some(who) = step.open.pop() else {
            let Some(who) = step.casters.pop() else {
                return;
            };
            if let Some(question) = targets::spell_question(&field, &field.combatant(who)) {
                flow.ask(question);
            }
            continue;
        };
        let who = field.combatant(who);
        let mut due = who.attacks.0.iter();
        let due = due.find(|attack| attack.is_due(segment));
        let weapon = due.and_then(|attack| who.plan.weapon_of(attack.number));
        let Some((target, weapon)) = who.plan.target().zip(weapon) else {
            continue;
        };
        let arm = field.arm(&who, weapon);
        let Some(arm) = arm.filter(|arm| arm.in_hand) else {
            step.settled.push((who.id(), Settled::LetGo));
            continue;
        };
        match targets::options(&field, &who, target, &arm, segment) {
            Options::Settled(settled) => step.settled.push((who.id(), settled)),
            Options::Asked(targets) => {
                let ways = targets::moves_instead(&field, &who, target, segment);
                flow.ask(targets::question(&field, &who, &arm, targets, ways));
                return;
            }
        }
    }
}

/// The components that making a strike changes.
#[derive(QueryData)]
#[query_data(mutable)]
struct Striker {
    plan: &'static mut Plan,
    attacks: &'static mut Attacks,
    allowance: &'static mut Allowance,
    exertion: &'static mut Exertion,
}

/// Makes the strikes that are settled, and lets the others wait.
fn make(
    mut strikers: Query<Striker>,
    roster: Res<Roster>,
    clock: Res<Clock>,
    mut step: ResMut<Step>,
    mut assaults: ResMut<Assaults>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    step.made = true;
    let segment = clock.segment.unwrap_or_default();
    let mut place = 0;
    for (who, settled) in std::mem::take(&mut step.settled) {
        let Ok(mut striker) = strikers.get_mut(roster.combatant(who)) else {
            continue;
        };
        if let Settled::Moves { to, tmr } = settled {
            // TMR in feet is half of it in half feet.
            *striker.allowance = Allowance::from(tmr, (segment - 1).min(FIRST));
            let target = striker.plan.target();
            striker.attacks.lose(who, target, &mut scribe, &[R105]);
            striker.plan.action = PlannedAction::Move {
                to,
                pace: Pace::Walk,
            };
            continue;
        }
        let mut made = false;
        let mut at = 0;
        while let Some(attack) = striker.attacks.0.get_mut(at) {
            if !attack.is_due(segment) {
                at += 1;
                continue;
            }
            // One attack of a combatant on a segment: the others of it wait (SEG-R37).
            let state = match settled {
                Settled::Waits => DueState::Waits,
                _ if made => DueState::Waits,
                Settled::At(_) => DueState::Done,
                Settled::LetGo | Settled::Moves { .. } => DueState::Lost,
            };
            let told = state != DueState::Waits || !attack.waits;
            attack.waits = true;
            let (number, planned, what) = (attack.number, attack.segment, attack.what);
            let weapon = striker.plan.weapon_of(number);
            let PlannedAction::Attack { target, .. } = &mut striker.plan.action else {
                break;
            };
            if let Settled::At(new) = settled
                && !made
            {
                *target = new;
            }
            let target = *target;
            if told {
                let event = Event::Due {
                    who,
                    nth: number,
                    what,
                    target: Some(target),
                    at: if state == DueState::Done {
                        segment
                    } else {
                        planned
                    },
                    until: None,
                    broken_by_hit: None,
                    state,
                };
                let rule = if state == DueState::Done { R002 } else { RR37 };
                scribe.write(event, &[rule]);
            }
            if state == DueState::Waits {
                at += 1;
                continue;
            }
            striker.attacks.0.remove(at);
            made = true;
            if let Some(weapon) = weapon.filter(|_| state == DueState::Done) {
                commands.spawn(strike_at(place, who, target, weapon));
                striker.exertion.has_struck = true;
                step.struck.push((who, target));
                assaults.0.push((who, target));
                place += 1;
            }
        }
    }
}

const fn strike_at(place: u16, who: CombatantId, target: CombatantId, weapon: Weapon) -> Strike {
    Strike {
        place,
        who,
        target,
        weapon,
        free: false,
        settled: !matches!(weapon, Weapon::Missile(_)),
        result: None,
    }
}

/// Ends the step once all strikes have taken effect. Drives and moves after the attacks come before the next segment.
fn end(
    field: Field,
    strikes: Query<&Strike>,
    clock: Res<Clock>,
    mut step: ResMut<Step>,
    mut drives: ResMut<Drives>,
    mut movers: ResMut<Movers>,
    mut flow: ResMut<Flow>,
) {
    if !strikes.is_empty() {
        return;
    }
    let struck = std::mem::take(&mut *step).struck;
    let segment = clock.segment.unwrap_or_default();
    flow.pop();
    let moves_off = |who: &Combatant<'_, '_>| who.plan.how() == How::AttackThenMove;
    let moving = struck.iter().map(|(who, _)| *who);
    movers.0 = moving
        .filter(|who| moves_off(&field.combatant(*who)))
        .rev()
        .collect();
    if !movers.0.is_empty() {
        flow.push(stages::moving_off(segment));
    }
    let may_drive = |(who, target): &(CombatantId, CombatantId)| {
        let before = &field.combatant(*who).exertion.drives;
        field.combatant(*target).plan.is_desperate() && !before.contains(target)
    };
    drives.0 = struck.into_iter().filter(may_drive).rev().collect();
    if !drives.0.is_empty() {
        flow.push(stages::driving(segment));
    }
}
