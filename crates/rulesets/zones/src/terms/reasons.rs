//! Why something is not allowed, each reason in one place: the code that decides what is on offer gives
//! them, and cases ask for their words.

use shieldwall_battle::reasons;

use crate::terms::rules::{
    R012, R013, R014, R015, R017, R020, R021, R029, R030, R031, R032, R036, R043, R044, R065, R069,
    R070, R072, R073, R088, R092, R093, R103, R143, R150, RR05, RR09, RR10, RR12, RR16, RR18, RR19,
    RR20, RR21, RR22, RR33, RR34, RR35, RR39, RR44, RR46, RR51, RR57, RR73, RR81, RR82,
};

reasons! {
    // The target.
    FRIEND "friend" "is no enemy" [R030, RR81]
    ENEMY "enemy" "is no friend" [RR22, RR81]
    ONESELF "oneself" "can do this only for another" [RR22]
    CONCEALED "concealed" "has not been noticed by this side" [RR19]
    GONE "gone" "is dead or has left" [R030]
    LARGER "size" "is larger" [R143]
    DOWN "down" "is not on its feet" [RR05]
    NOT_DOWN "not down" "is not incapacitated" [R036, RR20]
    OUT_OF_FIGHT "down" "is out of the fight" [R021, RR21]
    UNARMED "unarmed" "holds nothing to drop" [R088, RR44]
    HELD "held" "is held already" [R092]
    MOUNTED "mounted" "is on a mount" [R092]
    VEHICLE "vehicle" "is done by no vehicle and to none" [RR16]
    UNHURT "unhurt" "is not hurt" [RR22, RR39]
    ALREADY "already" "suffers from it already, or cannot" [R021, RR21]
    OTHERS_MOVE "mover" "is not the combatant that moves away" [R065]
    TAUNTED "taunted" "has not taunted the attacker" [RR21]
    OPPORTUNITY "opportunity" "may attack only the combatant that moves away, in melee" [R065]
    // Where it is.
    REACH "range" "is not within reach in melee" [R031, RR09]
    RANGE "range" "is out of range" [R032, RR10]
    EARSHOT "range" "is too far away to hear" [R021, RR21]
    OTHER_ZONE "range" "is not a zone that the attacker is in" [R073]
    MOVING "moving" "is too far for a shot on the move" [R043, RR12]
    BARRIER "barrier" "is behind a wall or a closed door" [R032, R069, RR34, RR35]
    MELEE_BARRIER "barrier" "is on the other side of a wall or a closed door" [R031, R069, RR09, RR34]
    SIGHT "sight" "cannot be seen" [R044, RR18]
    UNSEEN "sight" "does not see the speaker" [RR21]
    CORNER "corner" "can be attacked from no corner to lean out at" [R070, RR33]
    UPRIGHT "upright" "can be attacked without leaning out" [R070, RR33]
    // What it is done with.
    NO_ATTACK "no attack" "is no weapon" [R030]
    WHOLE_ZONES "blast" "strikes whole zones: aim it at one with `blast`" [R072]
    NO_BLAST "no blast" "strikes no whole zones" [R072]
    NO_POWER "no power" "is no power" [R020, RR22]
    NOT_CARRIED "not carried" "is not carried" [RR82]
    NOT_IN_HAND "not in hand" "is not in hand" [RR82]
    DESTROYED "destroyed" "is destroyed" [R030]
    AMMUNITION "ammunition" "has no ammunition left" [R030]
    USED_UP "used up" "is used up" [R020]
    NO_FREE_HAND "hands" "cannot be held: no hand or limb is free" [RR46, RR82]
    RIDES "mounted" "cannot be held from a mount" [R092]
    // When it is done.
    REACTS_LATER "later" "reacts when it is attacked, if its turn is still to come" [R017, R029]
    NO_WAY "no way" "can go nowhere with the movement that is left" [R012, R014]
    NO_SPRINT "sprint" "has no sprint left" [R013]
    NO_HIDING "hide" "cannot hide here: an enemy sees it, or there is no cover" [R103, RR51]
    // Who does it.
    GRABBED "grabbed" "is held fast" [R093]
    BROKEN "broken" "has lost its nerve" [RR57]
    MOVED "moved" "has moved too far for an action in this turn" [R014]
    SWEPT "swept along" "is carried along at full speed" [R150, RR73]
    ACTION "action" "has no main action left in this turn" [R014, R015]
    STEADY "moved" "has moved: no steady shot" [RR12]
    ROOTED "steady" "has declared a steady shot: none on the move" [RR12]
    HIDDEN "hidden" "is concealed itself" [RR21]
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
