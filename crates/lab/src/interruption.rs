//! Ctrl-C and the signals that end programs: the first one stops cleanly with what there is, the second one quits at
//! once. Neither leaves bots or half-written files behind.

use std::sync::{
    Once,
    atomic::{AtomicBool, Ordering},
};

use shieldwall_content::whole_file;

use crate::bots::end_all;

/// Exit code of a command that was stopped, as shells expect it of Ctrl-C.
pub const INTERRUPTED: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// From now on the first signal to stop is only noted, see [`is_asked`]; the second quits the program.
pub(crate) fn listen() {
    LISTENING.call_once(|| {
        // Signals quit at once if no handler can be set, as they do anywhere else.
        let _ = on_signal(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                end_all();
                whole_file::give_up_all();
                std::process::exit(i32::from(INTERRUPTED));
            }
        });
    });
}

/// True once a stop was asked for since [`listen`].
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Calls a function, on a thread of its own, for each signal that asks to stop.
#[cfg(unix)]
fn on_signal(call: impl Fn() + Send + 'static) -> std::io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    // `nohup` has it ignored, so that a series goes on without its terminal.
    if !is_ignored(SIGHUP) {
        signals.add_signal(SIGHUP)?;
    }
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(move || {
        for _ in &mut signals {
            call();
        }
    })?;
    Ok(())
}

/// True if this process was started with a signal ignored, where the system says so.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn on_signal(call: impl Fn() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(call)
}
