//! Why something is not allowed, each reason in one place.

use shieldwall_battle::reasons;

use crate::terms::rules::{
    R051, R080, R097, R101, R103, RR17, RR29, RR32, RR36, RR40, RR54, RR59, RR71, RR75, RR83, RR87,
};

reasons! {
    FRIEND "friend" "is on the same side" [RR87]
    LOCKED_IN "declared" "is bound by what was declared" [R097, R101, R103]
    STANDS "stands" "stands on its feet" [RR17]
    ENGAGED "melee" "is in melee" [R080]
    LADEN "laden" "carries too much" [RR40, RR54]
    WOUNDED "wounded" "is wounded too badly" [RR40]
    WINDED "winded" "has sprinted in the round before" [RR40]
    LIES "lies" "lies on the ground" [RR59]
    HANDS_FULL "hands" "has no hand free for it" [RR59]
    NO_ROOM "blocked" "has nowhere to go" [RR87]
    NO_ENERGY "energy" "has too little energy for it" [RR36]
    NO_PATIENT "unhurt" "finds nothing beside it to help with" [RR71]
    NOT_ATTACKING "attacks" "has no attacks" [RR87]
    OUT_OF_ACTION "out" "is out of action" [RR29]
    UNKNOWN "unknown" "has not been seen yet" [RR83]
    RIDES "rides" "goes where its mount goes" [RR75]
    ONE_ATTACK "ambushed" "has one attack, and nothing else, in the round of the ambush" [R051, RR32]
    DECLARES_FIRST "later" "comes after the declarations" [R097]
}
