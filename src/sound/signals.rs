//! Sounds that call the player: a turn, a question about an attack, the end of the battle.

use bevy::prelude::*;
use shieldwall_battle::{Event, SideId, terms::DecisionRole};

use super::{cue::Cue, mixer::Mixer};
use crate::{
    app_systems::AppSystems,
    battle_plan::Verdict,
    playback::Shown,
    session::{Seat, Session},
};

/// The signals so far, and the news since.
#[derive(Debug, Default)]
struct Signalled {
    battle: u64,
    decision: Option<u32>,
    /// The side that was asked last.
    side: Option<SideId>,
    /// True if a round has begun since, or another side has decided something that was seen.
    others: bool,
    ended: bool,
}

impl Signalled {
    /// Takes note of an event that was shown.
    fn note(&mut self, event: &Event) {
        match event {
            Event::RoundBegan => self.others = true,
            Event::Chosen { side, .. } if Some(*side) != self.side => self.others = true,
            _ => {}
        }
    }

    /// The sound of a question that has just come up, if it is worth one: the second question to the same side in
    /// a row is not.
    fn asked(&mut self, number: u32, side: SideId, role: DecisionRole) -> Option<Cue> {
        if self.decision == Some(number) {
            return None;
        }
        self.decision = Some(number);
        let others = std::mem::take(&mut self.others) || self.side != Some(side);
        self.side = Some(side);
        if role == DecisionRole::Reaction {
            Some(Cue::new("signals/answer").quieter(3.0))
        } else {
            others.then(|| Cue::new("signals/turn").quieter(3.0))
        }
    }
}

fn signal(
    mut shown: MessageReader<Shown>,
    mut signalled: Local<Signalled>,
    mut mixer: ResMut<Mixer>,
    session: Res<Session>,
    seat: Res<Seat>,
) {
    if signalled.battle != session.battle {
        *signalled = Signalled {
            battle: session.battle,
            ..Signalled::default()
        };
    }
    for Shown(entry) in shown.read() {
        signalled.note(&entry.event);
    }
    if let Some(ending) = &session.ending {
        if !std::mem::replace(&mut signalled.ended, true) {
            mixer.add(Cue::new(end(session.plan.verdict(ending.winner))), 1.0);
        }
        return;
    }
    signalled.ended = false;
    if session.waiting || seat.is_covered() {
        return;
    }
    if let Some(decision) = &session.decision
        && let Some(cue) = signalled.asked(decision.number, decision.side, decision.kind.role)
    {
        mixer.add(cue, 1.0);
    }
}

/// The sound of the end; where several people or none have played, that of a victory.
const fn end(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None | Some(Verdict::Victory) => "signals/victory",
        Some(Verdict::Defeat) => "signals/defeat",
        Some(Verdict::Draw) => "signals/draw",
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        signal
            .in_set(AppSystems::Present)
            .run_if(resource_exists::<Session>),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_signalled_once_after_others_have_acted() {
        let mut signalled = Signalled::default();
        let asked = |signalled: &mut Signalled, number, role| {
            let cue = signalled.asked(number, SideId::RED, role);
            cue.map(|cue| cue.name)
        };
        let turn = DecisionRole::Turn;
        assert_eq!(asked(&mut signalled, 1, turn), Some("signals/turn"));
        assert_eq!(asked(&mut signalled, 1, turn), None);
        assert_eq!(asked(&mut signalled, 2, turn), None);
        signalled.note(&Event::RoundBegan);
        assert_eq!(asked(&mut signalled, 3, turn), Some("signals/turn"));
        let reaction = DecisionRole::Reaction;
        assert_eq!(asked(&mut signalled, 4, reaction), Some("signals/answer"));
        assert_eq!(asked(&mut signalled, 5, turn), None);
    }
}
