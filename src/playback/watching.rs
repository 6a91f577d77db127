//! Watching a recorded battle: pause, one step, back, and to another round.

use shieldwall_lab::record::RecordedChoice;

use crate::{battle_plan::BattlePlan, host::Request, playback::Course, session::Watch};

impl Course<'_> {
    /// Goes on or stands still.
    pub(crate) fn toggle_watching(&mut self) {
        self.playback.watch.paused = !self.playback.watch.paused;
        self.playback.watch.stepping = false;
    }

    /// Plays up to the next choice and stands still.
    pub(crate) fn step_forward(&mut self) {
        self.playback.watch = Watch {
            paused: true,
            stepping: true,
        };
    }

    /// Stands where one choice less has been made.
    pub(crate) fn step_back(&mut self) {
        self.playback.watch.paused = true;
        if let Some(before) = self.session.choices.checked_sub(1) {
            self.jump_to(before);
        }
    }

    /// Stands where a round begins; the nearest there is.
    pub(crate) fn jump_to_round(&mut self, round: u32) {
        if let Some(record) = self.session.plan.origin.replay() {
            let start = round_start(&record.choices, round);
            // Anyone who goes back from the end wants to look, and not to be taken there again.
            self.playback.watch.paused |=
                self.session.ending.is_some() && self.playback.caught_up();
            self.jump_to(start);
        }
    }

    fn jump_to(&mut self, choices: usize) {
        self.host.send(Request::GoTo { choices });
        self.playback.jumping = true;
        // What waits to be shown is no longer wanted.
        self.playback.queue.clear();
        self.playback.playing = None;
        self.playback.watch.stepping = false;
    }
}

/// The last round of a battle that is watched in which somebody chose.
pub(crate) fn last_round(plan: &BattlePlan) -> u32 {
    let record = plan.origin.replay();
    record
        .and_then(|record| record.choices.last())
        .map_or(0, |last| last.round)
}

/// How many choices were made before a round.
fn round_start(choices: &[RecordedChoice], round: u32) -> usize {
    choices.partition_point(|choice| choice.round < round)
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{Choice, CombatantId, SideId, WrittenChoice};

    use super::*;

    #[test]
    fn rounds_begin_with_their_first_choice() {
        let choices: Vec<RecordedChoice> = [1, 1, 2, 4, 4]
            .into_iter()
            .map(|round| RecordedChoice {
                decision: 0,
                round,
                side: SideId::RED,
                who: Some(CombatantId(0)),
                kind: String::new(),
                journal: String::new(),
                made: WrittenChoice::of(&Choice::of(crate::sample_terms::action("pass"))),
            })
            .collect();
        let starts: Vec<usize> = (0..6).map(|round| round_start(&choices, round)).collect();
        assert_eq!(starts, [0, 0, 2, 3, 3, 5]);
    }
}
