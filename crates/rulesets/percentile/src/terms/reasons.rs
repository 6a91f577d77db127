//! Why something is not allowed, each reason in one place: the code that decides what is on offer gives
//! them, and cases ask for their words.

use shieldwall_battle::reasons;

use crate::terms::rules::{
    R002, R005, R008, R013, R025, R041, R061, R066, R099, RR01, RR08, RR14, RR30, RR42, RR46, RR52,
    RR53, RR54, RR72, RR73, RR74, RR75, RR83,
};

reasons! {
    // The target.
    FRIEND "friend" "is no enemy" [RR72]
    HIDDEN "hidden" "has not been noticed by this side" [RR30]
    GONE "gone" "is dead or has left" [RR42]
    STATED "stated" "is not what it stated, which is still possible" [RR01]
    PLANNED "stated" "has not stated an attack" [RR01]
    // Where it is.
    REACH "range" "is not in melee contact" [RR73]
    HEIGHT "height" "is more than one step higher or lower" [RR73]
    MELEE_BARRIER "barrier" "is on the other side of a wall or a closed door" [RR73]
    RANGE "range" "is more than three times the range away" [R066]
    SIGHT "sight" "cannot be seen: the line of sight is blocked" [RR74]
    COVER "cover" "has full cover" [RR75]
    // What it is done with.
    NO_ATTACK "no attack" "is no weapon for this attack" [RR14, RR83]
    NOT_CARRIED "not carried" "is not carried" [RR46]
    NOT_IN_HAND "not in hand" "is not in hand" [RR46]
    BROKEN "broken" "is broken" [R041]
    HANDS "hands" "needs more hands than are free" [R061, RR46]
    NO_FREE_HAND "hands" "needs a free hand" [RR46]
    UNLOADED "unloaded" "is not loaded" [R099, RR52, RR53]
    AMMUNITION "ammunition" "has no ammunition left" [RR54]
    // When it is done.
    NOBODY "nobody" "knows of no enemy" [RR30, RR72]
    MOVES_LATER "later" "moves after all statements" [R002, R005]
    ACTS_LATER "later" "acts when everybody has moved" [R002]
    MOVED "earlier" "moved before the actions of this round" [R002]
    DEFENDS_LATER "later" "parries or dodges when it is attacked" [R008, R025]
    // Who does it.
    BROKE_OFF "broke off" "has broken off this round, and cannot shoot" [RR08]
    PACE "pace" "runs, and cannot attack" [R013]
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
