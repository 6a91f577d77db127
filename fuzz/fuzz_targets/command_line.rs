#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_fuzz::scrutinise_command_line;

fuzz_target!(|bytes: &[u8]| scrutinise_command_line(bytes));
