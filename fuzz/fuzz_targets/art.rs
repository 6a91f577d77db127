#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::scrutinise_art;

fuzz_target!(|bytes: &[u8]| scrutinise_art(bytes));
