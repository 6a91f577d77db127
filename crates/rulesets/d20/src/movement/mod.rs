//! Movement: who controls what, where one can go, and the walk itself, cell by cell.

pub mod charge;
pub mod control;
mod crowd;
pub mod fending;
pub mod march;
pub mod retreat;
pub mod setting_out;
pub mod walking;
pub mod ways;
