//! Items: in hand, carried, dropped, used up.

pub mod gear;
pub mod moves;
pub mod offers;
pub mod reload;
