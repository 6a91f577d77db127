//! Items: in hand, carried, dropped, used up.

pub mod durability;
pub mod gear;
pub mod moves;
