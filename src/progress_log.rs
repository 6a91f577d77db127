//! Log lines about what the game is doing: screens, rounds, decisions and the end of a battle.
//!
//! Off unless asked for with `RUST_LOG=shieldwall=info`. They go with bug reports, and tests that
//! drive the real window follow them.

use bevy::prelude::*;
use shieldwall_battle::SideId;

use crate::{
    app_systems::AppSystems,
    screen::Screen,
    session::{Seat, Session},
};

/// Adds the log lines.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            tell_screen.run_if(state_changed::<Screen>),
            tell_battle.run_if(resource_exists::<Session>),
        )
            .in_set(AppSystems::Present),
    );
}

/// What was told last.
#[derive(Default)]
struct Told {
    round: u32,
    stage: &'static str,
    decision: Option<u32>,
    curtain: Option<SideId>,
    ended: bool,
}

fn tell_screen(screen: Res<State<Screen>>) {
    info!("screen {:?}", screen.get());
}

fn tell_battle(session: Res<Session>, seat: Res<Seat>, mut told: Local<Told>) {
    if told.round > session.shown.round {
        *told = Told::default();
    }
    if told.round != session.shown.round || told.stage != session.shown.stage {
        told.round = session.shown.round;
        told.stage = session.shown.stage;
        info!("round {} stage {}", told.round, told.stage);
    }
    if told.curtain != seat.curtain {
        told.curtain = seat.curtain;
        match seat.curtain {
            Some(side) => info!("curtain {}", side.key()),
            None => info!("curtain lifted"),
        }
    }
    let open = session
        .decision
        .as_ref()
        .filter(|_| seat.curtain.is_none() && !session.waiting);
    let number = open.map(|decision| decision.number);
    if told.decision != number {
        told.decision = number;
        if let Some(decision) = open {
            let side = decision.side.key();
            let actor = decision.actor;
            let actor = actor.map_or_else(|| "all".to_owned(), |actor| actor.to_string());
            let (number, kind) = (decision.number, decision.kind);
            info!("decision {number} {kind} of {actor} for {side}");
        }
    }
    if let Some(ending) = &session.ending
        && !told.ended
    {
        told.ended = true;
        let winner = ending.winner.map_or("nobody", SideId::key);
        info!("ended {winner}: {}", ending.reason);
    }
}
