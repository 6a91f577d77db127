#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::scrutinise_settings;

fuzz_target!(|bytes: &[u8]| scrutinise_settings(bytes));
