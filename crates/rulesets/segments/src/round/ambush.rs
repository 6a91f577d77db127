//! The ambush of round 1: PER rolls, warnings, and what is left to the ambushed (SEG-048 to SEG-054, SEG-R32, SEG-R33).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, Event, Flow, Offer, RegisterState, Scribe, SideSet, Writer,
    add_stage, flow::Question,
};

use crate::{
    combatant::{
        field::{Combatant, Field},
        multiples,
        sight::{Senses, Stealth},
    },
    content::settings::Asks,
    round::noticing,
    stages::{self, Ambush},
    terms::{
        rules::{R001, R048, R050, R052, RR32, RR33, RR83},
        words::{HIDDEN, KEEP_QUIET, SHOUT, TAKEN_ABACK, WARNING, stages as names},
    },
};

/// An ambush that is being sprung.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Springing {
    /// True once it is known against which combatants.
    begun: bool,
    /// Those that are still to roll, the next one last.
    left: Vec<CombatantId>,
    /// True once all have rolled.
    rolled: bool,
    /// Those that may still warn the others, the next one last.
    open: Vec<CombatantId>,
    /// Those that have shouted.
    shouters: Vec<CombatantId>,
}

/// The answer of a combatant that has noticed the ambush: true for a shout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Shouts(bool);

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Ambush);
    app.resource_state::<Springing>();
    app.add_systems(
        Ambush,
        (
            answer,
            roll.run_if(not(have_rolled)),
            warn.run_if(have_rolled),
            spring.run_if(have_rolled).run_if(have_answered),
        )
            .chain(),
    );
}

fn have_rolled(springing: Res<Springing>) -> bool {
    springing.rolled
}

fn have_answered(springing: Res<Springing>, flow: Res<Flow>) -> bool {
    springing.open.is_empty() && flow.decision().is_none()
}

/// True if a combatant is an enemy of the ambushers.
fn is_ambushed(field: &Field<'_, '_>, who: &Combatant<'_, '_>) -> bool {
    let board = &field.combatants.board;
    let mut ambushers = field.ambushers.0.iter();
    ambushers.any(|side| board.hostile(side, who.side()))
}

/// Rolls PER for the next one. One in each run: so forecasts add up the results of each.
fn roll(
    field: Field,
    mut springing: ResMut<Springing>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    if !springing.begun {
        springing.begun = true;
        let ambushed = field.active().filter(|who| is_ambushed(&field, who));
        let ambushed: Vec<CombatantId> = ambushed.map(|who| who.id()).collect();
        springing.left = field.in_order(ambushed);
        springing.left.reverse();
        let stage = names::AMBUSH;
        scribe.write(Event::StageBegan { stage }, &[R048, RR32]);
    }
    let Some(who) = springing.left.pop() else {
        springing.rolled = true;
        let noticed = field.active().filter(|who| who.senses.ambushed == Some(1));
        let noticed: Vec<CombatantId> = noticed.map(|who| who.id()).collect();
        let noticed = field.in_order(noticed);
        if field.rules.0.asks == Asks::All {
            springing.open = noticed.into_iter().rev().collect();
        } else {
            springing.shouters = noticed;
        }
        return;
    };
    let who = field.combatant(who);
    let purpose = "PER against the ambush".to_owned();
    let level = multiples::per(&who, purpose, &[R048], &mut cup, &mut scribe);
    commands.change(who.body.entity, move |senses: &mut Senses| {
        senses.ambushed = Some(level);
    });
}

/// Takes the answer of a combatant that has noticed the ambush.
fn answer(mut springing: ResMut<Springing>, mut flow: ResMut<Flow>) {
    let Some((decision, choice)) = flow.take_answer() else {
        return;
    };
    if let Some(who) = decision.actor
        && decision.act(&choice) == Some(&Shouts(true))
    {
        springing.shouters.push(who);
    }
}

/// Asks the next one (SEG-050).
fn warn(field: Field, mut springing: ResMut<Springing>, mut flow: ResMut<Flow>) {
    if flow.decision().is_some() {
        return;
    }
    let Some(who) = springing.open.pop() else {
        return;
    };
    let who = field.combatant(who);
    let shout = Offer::new(SHOUT, "Shout a warning", &[R050, RR33]).to_do(Shouts(true));
    let quiet = Offer::new(KEEP_QUIET, "Keep quiet", &[R050]).to_do(Shouts(false));
    let prompt = format!("{} has noticed the ambush", who.name());
    let offers = vec![shout, quiet];
    flow.ask(Question::new(who.side(), who.id(), WARNING, prompt, offers));
}

/// Moves the warned up by a row, and lets the ambushers spring out: all of them are seen from now on.
fn spring(
    field: Field,
    mut springing: ResMut<Springing>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let board = &field.combatants.board;
    let shouters = std::mem::take(&mut *springing).shouters;
    for shouter in &shouters {
        let event = Event::Note {
            who: *shouter,
            text: "gives the alarm".to_owned(),
            unforeseen: false,
        };
        scribe.write(event, &[R050, RR33]);
    }
    for who in field.active() {
        let Some(rolled) = who.senses.ambushed else {
            continue;
        };
        let warns = |other: &CombatantId| {
            *other != who.id() && !board.hostile(field.combatant(*other).side(), who.side())
        };
        let is_warned = !who.stats().deaf && shouters.iter().any(warns);
        let level = if is_warned {
            rolled.saturating_sub(1).max(1)
        } else {
            rolled
        };
        commands.change(who.body.entity, move |senses: &mut Senses| {
            senses.ambushed = Some(level);
        });
        if level >= 3 {
            scribe.condition(who.id(), TAKEN_ABACK, true, &[R052, RR32]);
        }
    }
    for who in field.active() {
        if !field.ambushers.0.contains(who.side()) {
            continue;
        }
        let enemies = field.active().map(|other| other.side());
        let enemies = enemies.filter(|side| board.hostile(*side, who.side()));
        let enemies: SideSet = enemies.collect();
        commands.change(who.body.entity, move |stealth: &mut Stealth| {
            stealth.hidden = false;
            stealth.known_to = enemies.iter().fold(stealth.known_to, SideSet::with);
        });
        if who.concealment.is_unseen() && !who.stats().invisible {
            noticing::reveal_or_hide(&who, false, &mut scribe, &mut commands);
        }
        if who.stealth.hidden {
            scribe.condition(who.id(), HIDDEN, false, &[RR32, RR83]);
        }
    }
    let stage = names::DECLARATION;
    scribe.write(Event::StageBegan { stage }, &[R001]);
    flow.replace(stages::declaration());
}
