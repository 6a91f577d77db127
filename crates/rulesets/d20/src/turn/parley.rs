//! Parley: first reactions before the battle, and offers that end it (D20-119, D20-120, D20-R57).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Choice, CombatantId, DiceCup, Event, Flow, Offer, RegisterState, Scribe, SideId, Writer,
    add_stage,
    flow::{Ending, Question},
    goals,
};
use shieldwall_content::level::SideName;
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    content::parley::{AgreesIf, Proposal, Reaction},
    figure::battlefield::{Battlefield, Figure},
    stages::{self, Parley},
    terms::{
        actions::{AGREE, PROPOSE, REFUSE, SAY_NOTHING},
        decisions::{ANSWER, PARLEY},
        rules::{R119, R120, RR57},
    },
};

/// What has been said in this battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Talks {
    /// How sides have taken to strangers.
    reactions: Vec<(SideId, Reaction)>,
    /// The offers that have been made, by their place in the settings.
    made: Vec<usize>,
    /// Those for which it has been said that they are not made now.
    held_back: Vec<usize>,
    /// The offer that waits for an answer, or for somebody to make it.
    open: Option<usize>,
}

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Parley);
    app.resource_state::<Talks>();
    let nobody_is_asked = |flow: Res<Flow>| flow.decision().is_none() && flow.ending().is_none();
    app.add_systems(
        Parley,
        (
            react.run_if(|flow: Res<Flow>| !flow.answered()),
            hear,
            ask.run_if(nobody_is_asked),
            go_on.run_if(nobody_is_asked),
        )
            .chain(),
    );
}

/// Somebody of a side who can speak for it.
fn speaker(field: &Battlefield<'_, '_>, side: SideId) -> Option<CombatantId> {
    let speaks = |who: &Figure<'_, '_>| who.side() == side && who.can_act() && !who.broken.0;
    let mut able = field.all().filter(speaks);
    able.next().map(|who| *who.id)
}

fn side_of(field: &Battlefield<'_, '_>, name: SideName) -> Option<SideId> {
    goals::side_at(&field.board.level, name.index())
}

/// Whether it is still before the battle.
const fn is_setup(flow: &Flow) -> bool {
    flow.round == 0
}

/// Rolls the first reactions that the level asks for (D20-120).
fn react(
    field: Battlefield,
    flow: Res<Flow>,
    mut talks: ResMut<Talks>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    if !is_setup(&flow) || !talks.reactions.is_empty() {
        return;
    }
    for name in &field.rules.0.reactions {
        let side = side_of(&field, *name);
        let Some((side, who)) = side.and_then(|side| Some((side, speaker(&field, side)?))) else {
            continue;
        };
        let roll = cup.sum(&DiceExpr::dice(2, 6));
        let reaction = Reaction::of(roll.total);
        scribe.sum(who, "first reaction", &roll, &[R120, RR57]);
        note(who, reaction.words().to_owned(), &mut scribe);
        talks.reactions.push((side, reaction));
    }
}

fn note(who: CombatantId, text: String, scribe: &mut Scribe<'_, '_>) {
    let event = Event::Note {
        who,
        text,
        unforeseen: false,
    };
    scribe.write(event, &[R119, RR57]);
}

/// Takes an answer: an offer is made, accepted or refused.
fn hear(field: Battlefield, mut talks: ResMut<Talks>, mut flow: ResMut<Flow>, mut scribe: Scribe) {
    let Some((decision, choice)) = flow.take_answer() else {
        return;
    };
    let proposal = talks.open.and_then(|place| field.rules.0.parley.get(place));
    let (Some(place), Some(proposal)) = (talks.open, proposal) else {
        return;
    };
    match choice.action {
        PROPOSE => {
            talks.made.push(place);
            if let Some(who) = decision.actor {
                note(who, format!("offers: {}", proposal.terms), &mut scribe);
            }
        }
        AGREE => {
            talks.open = None;
            let winner = proposal.winner.and_then(|name| side_of(&field, name));
            let ending = Ending {
                winner: winner.map(|side| goals::leader(&field.board.level, side)),
                reason: proposal.outcome.clone(),
            };
            goals::end(&mut scribe.journal, &mut flow, ending, &[R119, RR57]);
        }
        REFUSE => talks.open = None,
        _ => {
            talks.held_back.push(place);
            talks.open = None;
        }
    }
}

/// Whether an offer may be made now.
fn may_be_made(
    field: &Battlefield<'_, '_>,
    proposal: &Proposal,
    talks: &Talks,
    setup: bool,
) -> Option<(CombatantId, CombatantId)> {
    let (by, to) = (side_of(field, proposal.by)?, side_of(field, proposal.to)?);
    let deaf = |(side, reaction): &(SideId, Reaction)| *side == to && !reaction.hears_offers();
    let heard = if setup {
        proposal.is_for_setup() && !talks.reactions.iter().any(deaf)
    } else {
        proposal.is_for_rounds()
    };
    let speakers = speaker(field, by).zip(speaker(field, to));
    speakers.filter(|_| heard && field.board.hostile(by, to))
}

/// Asks who may make an offer whether they do, and then the others for their answer.
fn ask(field: Battlefield, mut talks: ResMut<Talks>, mut flow: ResMut<Flow>) {
    let setup = is_setup(&flow);
    let proposals = &field.rules.0.parley;
    if let Some((proposal, place)) = talks.open.and_then(|at| Some((proposals.get(at)?, at)))
        && talks.made.contains(&place)
        && let Some((_, to)) = may_be_made(&field, proposal, &talks, setup)
    {
        let prompt = format!("Do you accept “{}”?", proposal.terms);
        let mut agree = Offer::new(AGREE, "Accept", &[R119, RR57]);
        agree.detail = format!("The battle is over: {}.", proposal.outcome);
        agree.grave = true;
        let refuse = Offer::new(REFUSE, "Refuse", &[R119, RR57]);
        let side = field.figure(to).side();
        let offers = vec![refuse, agree];
        flow.ask(Question::new(side, to, ANSWER, prompt, offers));
        return;
    }
    for (place, proposal) in proposals.iter().enumerate() {
        if talks.made.contains(&place) || talks.held_back.contains(&place) {
            continue;
        }
        let Some((by, _)) = may_be_made(&field, proposal, &talks, setup) else {
            continue;
        };
        talks.open = Some(place);
        let prompt = format!("Do you offer “{}”?", proposal.terms);
        let mut propose = Offer::new(PROPOSE, "Make the offer", &[R119, RR57]);
        propose.detail = format!(
            "If the others accept, the battle is over: {}. It can be made once.",
            proposal.outcome
        );
        propose.grave = true;
        let nothing = Offer::new(SAY_NOTHING, "Make no offer", &[R119, RR57]);
        let offers = vec![nothing, propose];
        flow.ask(Question::new(
            field.figure(by).side(),
            *field.figure(by).id,
            PARLEY,
            prompt,
            offers,
        ));
        return;
    }
}

/// Goes on: to surprise before the battle, and to the declaration in a round.
fn go_on(mut talks: ResMut<Talks>, mut flow: ResMut<Flow>) {
    talks.open = None;
    talks.held_back.clear();
    let next = if is_setup(&flow) {
        stages::surprise()
    } else {
        stages::declaration()
    };
    flow.replace(next);
}

/// What a side that the computer plays says: as the level tells it, and the friendly accept the first offer (D20-R57).
#[must_use]
pub fn prescribed(
    field: &Battlefield<'_, '_>,
    talks: &Talks,
    decision: &shieldwall_battle::Decision,
) -> Option<Choice> {
    let proposal = field.rules.0.parley.get(talks.open?)?;
    let agrees = |when: AgreesIf| is_ready(field, decision.side, when);
    let friendly = talks.made.len() == 1
        && talks
            .reactions
            .contains(&(decision.side, Reaction::Friendly));
    let action = match decision.kind {
        PARLEY if agrees(proposal.offered_if) => PROPOSE,
        PARLEY => SAY_NOTHING,
        ANSWER if friendly || agrees(proposal.accepted_if) => AGREE,
        ANSWER => REFUSE,
        _ => return None,
    };
    Some(Choice::of(action))
}

/// Whether a side fares so badly that it would agree.
fn is_ready(field: &Battlefield<'_, '_>, side: SideId, when: AgreesIf) -> bool {
    let ours = || {
        field
            .all()
            .filter(|who| !field.board.hostile(side, who.side()))
    };
    let able = ours().filter(Figure::is_able).count();
    match when {
        AgreesIf::Never => false,
        AgreesIf::Always => true,
        AgreesIf::Outnumbered => field.enemies(side).filter(|who| !who.hidden.0).count() > able,
        AgreesIf::HalfLost => 2 * able <= ours().count(),
    }
}
