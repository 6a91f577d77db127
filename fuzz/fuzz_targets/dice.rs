#![no_main]

use libfuzzer_sys::fuzz_target;
use shieldwall_dice::{DiceExpr, Face};

fuzz_target!(|text: &str| {
    match text.parse::<DiceExpr>() {
        // What was read is printed so that it reads the same again.
        Ok(dice) => assert_eq!(dice.to_string().parse().as_ref(), Ok(&dice)),
        Err(error) => assert!(error.offset() <= text.len()),
    }
    match text.parse::<Face>() {
        Ok(face) => assert_eq!(face.to_string().parse(), Ok(face)),
        Err(error) => assert!(error.offset() <= text.len()),
    }
});
