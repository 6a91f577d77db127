#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::{TERRAIN, scrutinise};

fuzz_target!(|bytes: &[u8]| scrutinise(TERRAIN, bytes));
