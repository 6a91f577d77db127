//! Stages: the phases and reaction windows of a ruleset, each a schedule of its own.

use bevy_app::App;
use bevy_ecs::schedule::{
    InternedScheduleLabel, LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel,
    SingleThreadedExecutor,
};

/// A stage on the stack: its schedule and the name the rulebook gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The schedule to run.
    pub label: InternedScheduleLabel,
    /// "Movement", "Actions"…
    pub name: &'static str,
}

impl Stage {
    /// A stage with this label and name.
    #[expect(clippy::needless_pass_by_value, reason = "labels are unit structs")]
    pub fn new(label: impl ScheduleLabel, name: &'static str) -> Self {
        Self {
            label: label.intern(),
            name,
        }
    }
}

/// Adds the schedule of a stage: single-threaded, with ambiguous system order as an error.
pub fn add_stage(app: &mut App, label: impl ScheduleLabel) {
    let mut schedule = Schedule::new(label);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        ..ScheduleBuildSettings::new()
    });
    app.add_schedule(schedule);
}
