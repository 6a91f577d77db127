//! Why something is not allowed, each reason in one place.

use shieldwall_battle::reasons;

use crate::terms::rules::{
    R009, R028, R031, R034, R045, R049, R050, R081, R084, R089, R101, R102, R106, R125, R137, R147,
    R166, RR12, RR79, RR82,
};

reasons! {
    // The target.
    FRIEND "friend" "is no enemy" [R101]
    GONE "gone" "is out of the fight" [R101]
    UNDETECTED "undetected" "has not been noticed by this side" [R089]
    // Where it is.
    REACH "range" "is out of reach" [R101, R102]
    RANGE "range" "is too far away, or out of sight" [R106]
    WALL "shields" "is not in front of the locked shields" [R125]
    BARRED "barred" "and the attacker have closed at a run, or one fends off the other: they cannot attack each other now" [R049, R050]
    DOWN "down" "cannot be shot at from the ground" [RR79]
    BLINDED "helmet" "cannot be aimed at with a helmet over the eyes" [R081]
    NOBODY "nobody" "knows of no enemy" [R089]
    // Its size and state.
    TOO_BIG "size" "is too big to be held or pushed" [R166]
    HELD_ALREADY "held" "is held down already" [RR82]
    FIGHTS_ON "subdue" "cannot be beaten down" [R147]
    // What it is done with.
    UNLOADED "unloaded" "is not loaded" [R034]
    NOT_IN_HAND "not in hand" "does not serve for this, or is not in hand" [R137]
    // When it is done.
    DECLARES "later" "attacks on its number: now it declares what it will do" [R009]
    MOVES_FIRST "later" "attacks after all moves on this number" [RR12]
    MOVES_LATER "later" "moves on its number: now it declares what it will do" [R009]
    MOVED "earlier" "moved before the attacks of this number" [R031, RR12]
    DEFENCE "earlier" "declares full defence at the beginning of a round only" [R009, R084]
    // Who does it.
    HELD "held" "is held down, and can only struggle" [R166, RR82]
    HOLDS "holds" "holds an opponent down and has no hand free" [RR82]
    STANCE "declared" "has not declared a fight" [R009]
    SPENT "spent" "has made its attacks" [R028]
    BESIDE "beside" "has an enemy beside it already, lies on the ground or stands in a wall" [R049]
    NO_CHARGE "charge" "cannot charge from the ground, out of a wall, with an enemy in reach, or over less than two cells" [R045]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_fit_into_a_sentence() {
        for reason in ALL {
            assert!(!reason.rules.is_empty(), "{}", reason.word);
            let words = reason.text.split(' ').count();
            assert!(words > 1 && !reason.text.ends_with('.'), "{}", reason.text);
        }
    }
}
