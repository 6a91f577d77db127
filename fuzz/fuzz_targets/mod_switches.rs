#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::scrutinise_mod_switches;

fuzz_target!(|bytes: &[u8]| scrutinise_mod_switches(bytes));
