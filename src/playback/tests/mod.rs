//! Tests of playback without a window: what is shown, when, and to whom.

#![expect(clippy::unwrap_used, reason = "tests")]

mod forced_passes;
mod hot_seat;
mod outcome;
mod tempo;
mod unseen;
mod watching;

use std::sync::Arc;

use shieldwall_battle::{
    BattleView, CombatantId, Decision, Event, MoveCost, Offer, SideSet, Vitality, event::Deployed,
    flow::Ending,
};
use shieldwall_grid::Cell;

use super::{samples::session, *};
use crate::{
    battle_plan::Commander,
    host::{Reply, Standstill, Update},
    session::Parts,
};

const HOT_SEAT: [Commander; 2] = [Commander::Human; 2];
const SOLO: [Commander; 2] = [
    Commander::Human,
    Commander::Ai(shieldwall_ai::BrainKind::Random),
];
const WATCHED: [Commander; 2] = [Commander::Ai(shieldwall_ai::BrainKind::Random); 2];

fn entry(number: u32, event: Event, only_for: Option<SideId>) -> Entry {
    Entry {
        number,
        round: 1,
        event,
        rules: Vec::new(),
        only_for: only_for.map(SideSet::of),
        group: None,
    }
}

fn deployed(id: u16, side: SideId, cell: u16) -> Event {
    Event::Deployed(Deployed {
        who: CombatantId(id),
        side,
        unit: "archer".to_owned(),
        name: format!("Archer {id}"),
        cell: Cell(cell),
        hit_points: 10,
        across: 1,
        astride: None,
        facing: None,
        tracks: Vec::new(),
    })
}

fn walk(id: u16, cells: &[u16]) -> Event {
    Event::Moved {
        who: CombatantId(id),
        path: cells.iter().copied().map(Cell).collect(),
        cost: MoveCost::NOTHING,
        stopped: None,
    }
}

fn hidden(id: u16, on: bool) -> Event {
    Event::Condition {
        who: CombatantId(id),
        condition: crate::sample_terms::condition("hidden"),
        on,
    }
}

fn decision(number: u32, side: SideId) -> Arc<Decision> {
    Arc::new(Decision {
        number,
        side,
        actor: Some(CombatantId(side.0.into())),
        kind: crate::sample_terms::kind("move"),
        prompt: String::new(),
        against: None,
        sealed: false,
        covert: false,
        offers: vec![Offer::new(
            crate::sample_terms::action("none"),
            "Nothing",
            &[],
        )],
    })
}

/// A view with these figures: id, side, cell, whether hidden.
fn view(figures: &[(u16, SideId, u16, bool)]) -> BattleView {
    BattleView {
        round: 1,
        stage: "Movement",
        combatants: figures
            .iter()
            .map(
                |&(id, side, cell, hidden)| shieldwall_battle::CombatantView {
                    id: CombatantId(id),
                    side,
                    name: format!("Archer {id}"),
                    unit: "archer".to_owned(),
                    cell: Cell(cell),
                    across: 1,
                    astride: None,
                    riding: None,
                    hit_points: 10,
                    max_hit_points: 10,
                    vitality: Vitality::Active,
                    hidden,
                    facing: None,
                    conditions: Vec::new(),
                    tracks: Vec::new(),
                },
            )
            .collect(),
        lying: Vec::new(),
        links: Vec::new(),
        order: Vec::new(),
    }
}

/// Red's archer 0 stands open, blue's archer 1 hidden.
fn ambush() -> [BattleView; 3] {
    let red = (0, SideId::RED, 7, false);
    let blue = (1, SideId::BLUE, 9, true);
    [view(&[red]), view(&[red, blue]), view(&[red, blue])]
}

fn report(
    session: &mut Parts,
    entries: Vec<Entry>,
    [red, blue, full]: [BattleView; 3],
    decision: Option<Arc<Decision>>,
) {
    report_state(session, entries, [red, blue, full], decision, None);
}

/// The simulation stands still, perhaps for good.
fn report_state(
    session: &mut Parts,
    entries: Vec<Entry>,
    [red, blue, full]: [BattleView; 3],
    decision: Option<Arc<Decision>>,
    ending: Option<Ending>,
) {
    let state = Box::new(Standstill {
        survivors: Default::default(),
        side_views: vec![red, blue],
        full_view: full,
        sheets: Vec::new(),
        map: Arc::clone(&session.map),
        decision,
        plans: Vec::new(),
        undoing: None,
        choices: 0,
        ending,
    });
    session.take(Reply::Update(Update { entries, state }));
}

/// The simulation has played the beginning and a bit more, and stands still.
fn go_on(session: &mut Parts, more: Vec<Entry>, decision: Option<Arc<Decision>>) {
    let mut entries = beginning();
    entries.extend(more);
    report(session, entries, ambush(), decision);
}

const FRAME: Tempo = Tempo {
    seconds: 0.016,
    instant: false,
    curtains: true,
};
const INSTANT: Tempo = Tempo {
    seconds: 0.016,
    instant: true,
    curtains: true,
};

fn drain(session: &mut Parts, tempo: Tempo) {
    for _ in 0..10_000 {
        if session.playback.caught_up() || session.seat.curtain.is_some() {
            return;
        }
        session.play(tempo);
    }
    panic!("playback never comes to an end");
}

fn beginning() -> Vec<Entry> {
    vec![
        entry(0, deployed(0, SideId::RED, 7), None),
        entry(1, deployed(1, SideId::BLUE, 9), Some(SideId::BLUE)),
        entry(2, hidden(1, true), Some(SideId::BLUE)),
        entry(3, Event::RoundBegan, None),
    ]
}

/// Whether the viewer knows of a combatant: from the board or from the log.
fn knows_of(session: &Session, id: u16) -> bool {
    let figure = session.shown.figures.get(usize::from(id));
    let name = format!("Archer {id}");
    figure.is_some_and(Option::is_some)
        || session
            .shown
            .log
            .iter()
            .any(|line| line.text.contains(&name))
}
