//! Pictures and sounds.

pub(crate) mod art;
pub(crate) mod drawing;
pub(crate) mod named_media;
pub(crate) mod sound;
