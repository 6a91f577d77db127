//! Playback: from the journal to what the screen shows.
//!
//! The simulation sends entries in bursts; playback shows them one after the other, at the speed
//! the player chose, and offers the next decision only when it has caught up. What the viewer may
//! not see is passed over in silence. In hot-seat the curtain falls before anything is shown that
//! only the other person may see.

mod at_once;
mod course;
mod pace;
mod receiving;
mod seat;
mod telling_apart;
mod underway;
mod watching;
pub(crate) mod words;

use std::{collections::VecDeque, sync::Arc};

use bevy::{prelude::*, window::RequestRedraw};
use shieldwall_battle::{Entry, Event, SideId, Vitality, board::hostile};
use shieldwall_grid::{Cell, Door};

use crate::{
    app_systems::AppSystems,
    controls::Act,
    host::{Host, Standstill},
    input::Acts,
    screen::FrontMost,
    session::{Beat, BoardReady, Playback, Playing, Session},
    settings::Settings,
    shown::ShownBattle,
};

pub(crate) use course::{Course, CourseParts};
pub(crate) use pace::seconds;
use telling_apart::told_apart;
pub(crate) use watching::last_round;

/// Beats played in one frame at most, so that a long catch-up does not stall the window.
const BEATS_PER_FRAME: usize = 160;

/// An entry has begun to be shown with animation; the board adds what flies and floats.
#[derive(Message, Clone, Debug)]
pub(crate) struct Played(pub(crate) Entry);

/// An entry was shown to the person at the screen, with animation or without, and was not skipped.
#[derive(Message, Clone, Debug)]
pub(crate) struct Shown(pub(crate) Entry);

/// How a frame's worth of playing is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tempo {
    /// Seconds of animation that have passed; speed included.
    pub(crate) seconds: f32,
    /// Whether nothing is animated.
    pub(crate) instant: bool,
    /// Hot-seat: whether a curtain falls where something is secret.
    pub(crate) curtains: bool,
}

impl Course<'_> {
    /// Plays what fits into a frame. Returns the entries that began to be shown.
    pub(crate) fn play(&mut self, tempo: Tempo) -> Vec<Entry> {
        let mut shown = Vec::new();
        let mut left = tempo.seconds;
        for _ in 0..BEATS_PER_FRAME {
            if self.seat.curtain.is_some() || !self.take_seat(tempo.curtains) {
                break;
            }
            self.follow_viewer();
            let instant = tempo.instant || self.playback.state.skipping;
            if let Some(playing) = &mut self.playback.playing {
                let missing = playing.duration - playing.elapsed;
                if !instant && left < missing {
                    playing.elapsed += left;
                    break;
                }
                left -= missing.max(0.0);
                self.playback.playing = None;
            }
            match self.playback.queue.pop_front() {
                None => {
                    self.playback.state.skipping = false;
                    break;
                }
                Some(Beat::Entry(entry)) => {
                    if let Some((entry, mut playing)) = self.begin_entry(*entry, instant) {
                        shown.push(entry);
                        for entry in self.at_once_with(&mut playing) {
                            shown.push(entry);
                        }
                        self.playback.playing = Some(playing);
                    }
                }
                Some(Beat::Settled(settled)) => {
                    if let Some(side) = self.next_in_seat(&settled) {
                        let covered = tempo.curtains && self.has_secrets(&settled);
                        self.playback.queue.push_front(Beat::Settled(settled));
                        self.changed = true;
                        if covered {
                            self.seat.curtain = Some(side);
                            break;
                        }
                        self.seat.viewer = Some(side);
                        continue;
                    }
                    if !instant && let Some(walk) = self.walk_underway(&settled) {
                        self.playback.playing = Some(walk);
                        self.playback.queue.push_front(Beat::Settled(settled));
                        continue;
                    }
                    self.settle(*settled);
                    if self.playback.watch.paused {
                        self.playback.watch.settled();
                        break;
                    }
                }
            }
        }
        shown
    }

    /// Shows an entry; what is to be animated of it, if anything is.
    fn begin_entry(&mut self, entry: Entry, instant: bool) -> Option<(Entry, Playing)> {
        self.changed = true;
        let level = Arc::clone(&self.session.plan.setup.level);
        self.playback.state.full.record(&entry, &level);
        for seat in &mut self.playback.state.waiting {
            seat.show(&entry, &self.playback.state.full, &level);
        }
        if !entry.visible_to(self.seat.viewer) {
            return None;
        }
        let here = self.place_of_mover(&entry.event);
        self.session
            .shown
            .show(&entry, &self.playback.state.full, self.seat.viewer, &level);
        match &entry.event {
            Event::Door {
                cell, side, open, ..
            } => {
                let door = if *open { Door::Open } else { Door::Closed };
                Arc::make_mut(&mut self.session.map).set_door(*cell, *side, door);
            }
            Event::Ground { cell, terrain } => self.change_ground(*cell, terrain),
            _ => {}
        }
        if !instant {
            self.passed.push(entry.clone());
        }
        let mut told = entry.clone();
        underway::leave_out_what_was_shown(&mut told.event, here);
        let decisive = is_last_blow(&told.event, &self.playback.queue);
        self.playback.decisive = decisive;
        let slower = if decisive { pace::DECISIVE } else { 1.0 };
        let duration = pace::seconds(&told.event) * slower;
        if instant || duration <= 0.0 {
            return None;
        }
        let playing = Playing {
            entries: vec![told],
            elapsed: 0.0,
            duration,
        };
        Some((entry, playing))
    }

    /// Shows the ground of a cell as it is now.
    fn change_ground(&mut self, cell: Cell, terrain: &str) {
        let Some(terrain) = self.session.plan.setup.library.terrains.get(terrain) else {
            return;
        };
        if let Some(ground) = Arc::make_mut(&mut self.session.map).ground_mut(cell) {
            *ground = terrain.ground(ground.elevation, ground.light);
        }
    }

    /// Shows what another person has been shown, if they look at the screen now.
    fn follow_viewer(&mut self) {
        let before = self.playback.state.told_to;
        if before == self.seat.viewer {
            return;
        }
        self.changed = true;
        self.playback.state.told_to = self.seat.viewer;
        self.playback.playing = None;
        let level = &self.session.plan.setup.level;
        let allied = |other: SideId| {
            let viewer = self.seat.viewer;
            viewer.is_some_and(|viewer| !hostile(level, viewer, other))
        };
        let mut seats = self.playback.state.waiting.iter_mut();
        match (before, seats.find(|seat| allied(seat.viewer()))) {
            (Some(before), Some(seat)) => seat.change_places(&mut self.session.shown, before),
            // Allies know the same.
            (Some(before), None) if allied(before) => {}
            // Only in hot-seat does the viewer change; others get to see nothing of what was not theirs.
            _ => self.session.shown = ShownBattle::default(),
        }
        self.session.view = shieldwall_battle::BattleView::default();
        self.session.decision = None;
    }

    fn settle(&mut self, settled: Standstill) {
        self.changed = true;
        // When all is over nobody hides any longer.
        let viewer = self.seat.viewer.filter(|_| settled.ending.is_none());
        let view = settled.view(viewer).clone();
        self.session.shown.settle(&view);
        for seat in &mut self.playback.state.waiting {
            seat.settle(settled.view(Some(seat.viewer())));
        }
        if settled.ending.is_some() {
            let full = &self.playback.state.full;
            self.session.shown.tallies = full.tallies().clone();
            self.session.shown.chronicle = full.chronicle().clone();
        }
        self.session.view = view;
        self.session.sheets = settled.sheets;
        self.session.map = settled.map;
        // No other side may see them.
        let own = settled.decision.as_ref().map(|decision| decision.side);
        self.session.plans = match viewer == own {
            true => settled.plans,
            false => Vec::new(),
        };
        self.session.decision = settled.decision.map(told_apart);
        self.session.ending = settled.ending;
        self.session.survivors = settled.survivors;
        self.session.undoing = settled.undoing;
        self.session.choices = settled.choices;
        self.host
            .has_shown(self.session.choices, self.session.ending.is_some());
        self.answered = true;
        self.asked.forget_decision();
        if self.session.decision.is_some() {
            self.playback.state.skipping = false;
        }
    }
}

/// Whether somebody falls by an event, and the battle ends with it.
fn is_last_blow(event: &Event, waiting: &VecDeque<Beat>) -> bool {
    if !matches!(event, Event::Vitality { to, .. } if *to != Vitality::Active) {
        return false;
    }
    let rest = waiting.iter().map_while(|beat| match beat {
        Beat::Entry(entry) => Some(&entry.event),
        Beat::Settled(_) => None,
    });
    let mut rest = rest.take_while(|event| {
        !matches!(
            event,
            Event::Vitality { .. } | Event::Attacked { .. } | Event::RoundBegan
        )
    });
    rest.any(|event| matches!(event, Event::Ended { .. }))
}

fn play(
    mut parts: CourseParts,
    mut played: MessageWriter<Played>,
    mut shown: MessageWriter<Shown>,
    time: Res<Time>,
    settings: Res<Settings>,
    front: Res<FrontMost>,
    ready: Option<Res<BoardReady>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut played_before: Local<bool>,
) {
    // Nothing to do: leave everything unchanged, so that nobody thinks it has changed.
    let (session, seat, playback) = (&*parts.session, *parts.seat, &*parts.playback);
    let idle = playback.caught_up() && playback.state.told_to == seat.viewer;
    let still = !playback.watch.runs();
    // What comes after a rest begins now, however long ago the last frame was.
    let begins = !std::mem::take(&mut *played_before);
    if idle || still || seat.is_covered() || *front == FrontMost::Menu {
        return;
    }
    *played_before = true;
    redraw.write(RequestRedraw);
    let speed = settings.animation_speed.factor();
    // Nothing that takes time is shown before the board is there to be looked at.
    let covered = ready.is_some_and(|ready| !ready.is(session.battle));
    let passed = if begins || covered {
        0.0
    } else {
        time.delta_secs()
    };
    let tempo = Tempo {
        seconds: passed * speed.unwrap_or(1.0),
        instant: speed.is_none() && !covered,
        curtains: settings.curtains,
    };
    let (begun, passed) = parts.work(|course| {
        let begun = course.play(tempo);
        (begun, std::mem::take(&mut course.passed))
    });
    played.write_batch(begun.into_iter().map(Played));
    shown.write_batch(passed.into_iter().map(Shown));
}

/// Skips what is being played; where nothing is, it is the computer that is to make haste.
fn hurry(session: Res<Session>, host: Res<Host>, mut playback: ResMut<Playback>, acts: Res<Acts>) {
    let watched = session.plan.origin.replay().is_some();
    if !acts.just_pressed(Act::SkipAnimation) || watched {
        return;
    }
    if !playback.caught_up() {
        playback.skip();
    } else if session.decision.is_none() || session.waiting {
        // While others are asked in secret, nothing is heard of it, and one's own question still stands there.
        host.hurry();
    }
}

fn change_speed(acts: Res<Acts>, mut settings: ResMut<Settings>) {
    let speed = settings.animation_speed;
    let wanted = if acts.just_pressed(Act::SpeedUp) {
        speed.faster()
    } else if acts.just_pressed(Act::SpeedDown) {
        speed.slower()
    } else {
        return;
    };
    if wanted != speed {
        settings.animation_speed = wanted;
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Played>()
        .add_message::<Shown>()
        .add_systems(
            Update,
            receiving::receive
                .in_set(AppSystems::Receive)
                .run_if(resource_exists::<Session>),
        )
        .add_systems(
            Update,
            (change_speed, hurry, play)
                .chain()
                .in_set(AppSystems::Playback)
                .run_if(resource_exists::<Session>),
        );
}

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;
