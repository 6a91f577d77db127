#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::scrutinise_sim_part;

fuzz_target!(|bytes: &[u8]| scrutinise_sim_part(bytes));
