//! Those in hiding: they come out before a round, or are found, and may surprise those who see them (D20-016, D20-R19).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, Flow, Offer, RegisterState, Scribe, SideId, SideSet, Target,
    Targets, Writer, add_stage, flow::Question, goals,
};

use crate::{
    attack::detection,
    figure::{
        Hidden,
        battlefield::{Battlefield, Figure},
    },
    stages::{self, Arrivals},
    terms::{
        actions::{COME_OUT, COME_OUT_TOGETHER, LIE_LOW},
        conditions::HIDDEN,
        decisions::HIDING,
        rules::{R016, RR19},
    },
    turn::surprise::{self, Segments},
};

/// Cells of 1.5 m within which those in hiding are found (D20-R19).
const NEAR: u32 = 2;

/// Those who come out of hiding.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Newcomers {
    /// Those who have come out before this round: they alone act in the segments of surprise that follow.
    pub come: Vec<CombatantId>,
    /// The sides that have said who comes out.
    said: SideSet,
}

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Arrivals);
    app.resource_state::<Newcomers>();
    app.add_systems(
        Arrivals,
        (
            find.run_if(|flow: Res<Flow>| !flow.answered()),
            come_out,
            ask,
            detection::conceal,
            surprise.run_if(|flow: Res<Flow>| flow.decision().is_none()),
        )
            .chain(),
    );
}

/// Says that somebody is in hiding no longer.
fn show(who: CombatantId, scribe: &mut Scribe<'_, '_>) {
    scribe.condition(who, HIDDEN, false, &[R016, RR19]);
}

/// Lets those be found who have an able enemy beside them that sees them: they surprise nobody (D20-R19).
fn find(field: Battlefield, mut scribe: Scribe, mut commands: Commands) {
    let hidden = field.all().filter(|who| who.is_able() && who.hidden.0);
    let found = hidden.filter(|who| {
        let near = field.cells_of(NEAR);
        field
            .enemies(who.side())
            .filter(Figure::can_act)
            .any(|enemy| {
                field.steps(who.footing(), enemy.footing()) <= near
                    && field.sees(enemy.footing(), who.footing())
            })
    });
    let found: Vec<CombatantId> = found.map(|who| *who.id).collect();
    for who in found {
        commands.change(field.entity(who), |hidden: &mut Hidden| hidden.0 = false);
        show(who, &mut scribe);
    }
}

/// Those of a side who lie in hiding.
fn in_hiding(field: &Battlefield<'_, '_>, side: SideId) -> Vec<CombatantId> {
    let hidden = field
        .all()
        .filter(|who| who.side() == side && who.is_able() && who.hidden.0);
    hidden.map(|who| *who.id).collect()
}

/// Lets those come out that their side has named.
fn come_out(
    field: Battlefield,
    mut newcomers: ResMut<Newcomers>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let Some((decision, choice)) = flow.take_answer() else {
        return;
    };
    let hidden = in_hiding(&field, decision.side);
    let come = match (choice.action, choice.target) {
        (COME_OUT, Some(Target::Combatant(who))) => vec![who],
        (COME_OUT_TOGETHER, _) => hidden,
        _ => {
            newcomers.said = newcomers.said.with(decision.side);
            return;
        }
    };
    for who in come {
        commands.change(field.entity(who), |hidden: &mut Hidden| hidden.0 = false);
        show(who, &mut scribe);
        newcomers.come.push(who);
    }
}

/// Asks the next side with somebody in hiding who comes out.
fn ask(
    field: Battlefield,
    segments: Res<Segments>,
    newcomers: Res<Newcomers>,
    mut flow: ResMut<Flow>,
) {
    if segments.are_left() || flow.decision().is_some() {
        return;
    }
    let sides = goals::sides(&field.board.level).filter(|side| !newcomers.said.contains(*side));
    for side in sides {
        let hidden = in_hiding(&field, side);
        let Some(first) = hidden.first() else {
            continue;
        };
        let prompt = "Who comes out of hiding?";
        flow.ask_covertly(Question::new(side, *first, HIDING, prompt, offers(&hidden)));
        return;
    }
}

/// What a side may do with those in hiding.
fn offers(hidden: &[CombatantId]) -> Vec<Offer> {
    let mut stay = Offer::new(LIE_LOW, "Stay in hiding", &[RR19]);
    stay.detail = "Until the next round. Combatants that stay unnoticed do nothing.".to_owned();
    let mut one = Offer::new(COME_OUT, "Come out", &[R016, RR19]);
    one.detail =
        "Enemies who see it roll for surprise. It acts first, while they are surprised.".to_owned();
    let targets = hidden.iter().map(|who| Target::Combatant(*who));
    one.targets = Targets::AnyOf(targets.collect());
    one.grave = true;
    let mut offers = vec![stay, one];
    if hidden.len() > 1 {
        let mut all = Offer::new(COME_OUT_TOGETHER, "All come out", &[R016, RR19]);
        all.detail = "Enemies who see any of them roll for surprise, each once.".to_owned();
        all.grave = true;
        offers.push(all);
    }
    offers
}

/// Lets those roll for surprise who see a newcomer, and goes on to the round, or to the segments before it (D20-R19).
fn surprise(
    field: Battlefield,
    mut commands: Commands,
    mut newcomers: ResMut<Newcomers>,
    mut segments: ResMut<Segments>,
    mut cup: ResMut<DiceCup>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    newcomers.said = SideSet::default();
    flow.replace(stages::round_start());
    if newcomers.come.is_empty() || segments.are_left() {
        return;
    }
    let mut lost: Vec<(CombatantId, u32)> = Vec::new();
    for side in goals::sides(&field.board.level) {
        let sees = |who: &Figure<'_, '_>| {
            newcomers.come.iter().any(|newcomer| {
                let newcomer = field.figure(*newcomer);
                field.board.hostile(side, newcomer.side())
                    && field.sees(who.footing(), newcomer.footing())
                    && who.knows_of(&newcomer)
            })
        };
        let startled = field.all().filter(|who| {
            who.side() == side && who.can_act() && !newcomers.come.contains(who.id) && sees(who)
        });
        let startled = field.in_order(startled.map(|who| *who.id));
        let setting = surprise::setting_of(&field, side, || true);
        lost.extend(surprise::lost_by(
            &field,
            &startled,
            setting,
            &mut cup,
            &mut scribe,
        ));
    }
    surprise::begin(lost, &mut segments, &field, &mut commands);
    if segments.last == 0 {
        newcomers.come.clear();
    }
}
