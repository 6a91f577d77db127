//! Close order and shield walls (D20-125 to D20-131, D20-R62 to D20-R65).

pub mod close_order;
pub mod facing;
pub mod shield_wall;
