#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shieldwall_fuzz::target("terrain", bytes));
