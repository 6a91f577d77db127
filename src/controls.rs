//! What a player can do ([`Act`]), and with which keys and buttons ([`Bindings`]).

mod act;
mod binding;
mod bindings;
mod key_names;

pub(crate) use act::Act;
pub(crate) use binding::{Binding, PAD, STICKS, Stick};
pub(crate) use bindings::{Bindings, defaults};
pub(crate) use key_names::key_printing;
