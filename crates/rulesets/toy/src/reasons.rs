//! Why something is not allowed, each reason in one place.

use shieldwall_battle::{RuleId, reasons};

use crate::rules::rule;

const R002: RuleId = rule(2);
const R004: RuleId = rule(4);
const R008: RuleId = rule(8);
const R010: RuleId = rule(10);

reasons! {
    REACH "range" "is out of reach" [R004]
    RANGE "range" "is too far away" [R010]
    CLOSE "range" "is too near to be shot at" [R010]
    SIGHT "sight" "is out of sight" [R010]
    BREATHLESS "breath" "is out of breath" [R008]
    NO_ARCHER "bow" "does not shoot" [R010]
    MOVES_FIRST "later" "moves before it attacks" [R002]
    NO_ROOM "blocked" "has nowhere to go" [R002]
}
