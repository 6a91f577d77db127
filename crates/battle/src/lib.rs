//! The simulation that all rulesets stand on: combatants, items, stages, decisions and the journal.
//!
//! A battle is a function of level, units, ruleset, seed and choices; its value is the
//! [`Journal`]. [`Battle`] is that function, made to be called step by step: it runs stages until
//! somebody has to decide, and goes on when a [`Choice`] answers the open [`Decision`].
//!
//! Nothing in here draws, and nothing knows a single rule: rules are [`Ruleset`]s.

pub mod act;
pub mod area;
mod as_known;
pub mod board;
pub mod candidates;
pub mod check;
mod choice;
pub mod choice_entry;
pub mod combatant;
pub mod combatants;
mod concerned;
pub mod contact;
pub mod decision;
mod deployment;
pub mod devices;
pub mod driver;
pub mod event;
pub mod field;
pub mod flow;
pub mod footing;
pub mod forecast;
pub mod fork;
mod form;
pub mod goals;
pub mod ids;
pub mod inventory;
pub mod journal;
mod journal_schema;
pub mod line_of_sight;
pub mod lookahead;
pub mod move_cost;
pub mod names;
pub mod narration;
mod offer;
pub mod options;
mod prose;
pub mod question;
mod recount;
pub mod refusal;
pub mod roll;
pub mod ruleset;
pub mod scribe;
pub mod sealed;
pub mod seating;
pub mod setup;
pub mod sheet;
mod side_view;
pub mod stage;
mod target;
pub mod terms;
pub mod view;
pub mod written_choice;

pub use act::Act;
pub use area::Area;
pub use board::Board;
pub use candidates::Candidates;
pub use check::{Against, Check, Modifier};
pub use choice::Choice;
pub use combatant::{
    Across, Allegiance, Astride, Concealment, HitPoints, Position, Riding, Roster, Vitality,
};
pub use combatants::{Body, BodyView, ChangeLater, Combatants};
pub use decision::Decision;
pub use driver::{Battle, Progress};
pub use event::Event;
pub use field::{Field, FieldKind, FieldOption, FieldValue, Fields};
pub use flow::Flow;
pub use footing::Footing;
pub use forecast::{AttackEstimate, Forecast, Outcome, Stake};
pub use fork::{RegisterState, Snapshot};
pub use form::Shut;
pub use ids::{CombatantId, DeviceId, ItemId, RuleId, SideId, SideSet};
pub use inventory::{CarriedBy, Carries, ItemKind, Lying};
pub use journal::{Entry, Journal};
pub use journal_schema::journal_schema;
pub use line_of_sight::LineOfSight;
pub use lookahead::{Approach, Branch, Branching, DueChance, Onward, Reached};
pub use move_cost::MoveCost;
pub use offer::{CellOption, MANY_OFFERS, Offer, Targets};
pub use prose::capitalised;
pub use recount::Recount;
pub use refusal::{Reason, Refusal};
pub use roll::DiceCup;
pub use ruleset::{BandExtent, ItemState, Ruleset, Threat, ThreatenedCell, Vantage};
pub use scribe::{Scribe, Writer};
pub use setup::{BattleSetup, SetupError, SideSetup, Start, UnitEntry};
pub use sheet::{Sheet, SheetItem, SheetRow, SheetSection};
pub use stage::add_stage;
pub use target::Target;
pub use terms::{Action, ActionRole, Condition, Rest, RuleOption, Terms};
pub use view::{BattleView, CombatantView, LinkView, Presence, TrackState};
pub use written_choice::{WrittenChoice, WrittenValue};
