#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::{LEVEL, scrutinise};

fuzz_target!(|bytes: &[u8]| scrutinise(LEVEL, bytes));
