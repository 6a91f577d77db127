//! Ctrl-C: the first one stops cleanly with what there is, the second one quits at once.

use std::sync::{
    Once,
    atomic::{AtomicBool, Ordering},
};

/// Exit code of a command that Ctrl-C has stopped, as shells expect it.
pub const INTERRUPTED: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// From now on the first Ctrl-C is only noted, see [`is_asked`]; the second quits the program.
pub(crate) fn listen() {
    LISTENING.call_once(|| {
        // If nobody may listen, Ctrl-C quits at once, as it does anywhere else.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(INTERRUPTED));
            }
        });
    });
}

/// Whether Ctrl-C was pressed since [`listen`].
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// For a process that only waits for another of the same terminal: Ctrl-C is left to the other.
pub fn leave_interrupts_to_child() {
    // If nobody may listen, this process goes first, and the other one still ends cleanly.
    LISTENING.call_once(|| {
        let _ = ctrlc::set_handler(|| {});
    });
}
