//! The crate from outside.

mod brute_force;
