#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::scrutinise_case_play;

fuzz_target!(|bytes: &[u8]| scrutinise_case_play(bytes));
