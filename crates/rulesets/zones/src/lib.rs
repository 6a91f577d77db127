//! The zones ruleset: alternating turns, reactions, blasts, stealth and morale.
//!
//! Distances are zones and half zones ([`lines`], [`ways`]). A round is a stack of stages
//! ([`stages`]): alternating activations at the bottom, the turn of a character on them, and on that
//! whatever interrupts it: walks, opportunity attacks, the reactions to an attack. What blows do is a
//! pure function ([`exchange`]), which play, cases and forecasts share; who may do what is asked of
//! [`field::Field`], and what is done is done through [`fray::Fray`].

pub mod activation;
pub mod aiming;
pub mod answers;
pub mod arms;
mod assignment;
pub mod attack;
pub mod attack_offers;
pub mod best_answer;
mod blow_odds;
mod blow_terms;
pub mod blows;
pub mod carrying;
pub mod cells;
pub mod character;
pub mod chase;
pub mod chores;
pub mod closing;
mod deed_odds;
pub mod deeds;
pub mod deviation;
pub mod devices;
pub mod durability;
pub mod exchange;
pub mod fates;
pub mod field;
pub mod flight;
pub mod forecasting;
mod foresight;
pub mod fray;
pub mod gear;
pub mod gear_moves;
pub mod grips;
mod group_odds;
pub mod harm;
pub mod hazards;
pub mod holds;
pub mod insight;
pub mod least;
pub mod lines;
pub mod morale;
pub mod muster;
pub mod options;
pub mod pretence;
pub mod prospects;
pub mod react;
pub mod reasons;
pub mod riding;
pub mod round;
pub mod rules;
pub mod ruleset;
pub mod save;
pub mod sharing;
pub mod sheets;
pub mod shove;
mod shove_odds;
pub mod size_effects;
pub mod stages;
mod standing;
pub mod stealth;
pub mod strike;
pub mod stunts;
mod tumbles;
pub mod turn;
pub mod turn_offers;
pub mod verbs;
pub mod victory;
pub mod views;
pub mod walking;
pub mod ways;
pub mod wear;
mod why_not;
pub mod words;

pub use ruleset::{Zones, ruleset};
