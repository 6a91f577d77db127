//! What blows do to bodies, worked out once for each: brains ask for the same ones again and again.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::attack::exchange::{Body, Damage, State};

/// Blows that are kept before all are forgotten.
const KEPT: usize = 4096;

thread_local! {
    /// By damage and body, which are all that it depends on: expected loss and probability to fall.
    static KNOWN: RefCell<FxHashMap<(Damage, Body), (f64, f64)>> = RefCell::default();
}

/// The health that a body is expected to lose by a blow, and the probability that it falls.
pub(super) fn expected(damage: Damage, body: Body) -> (f64, f64) {
    let blow = (damage, body);
    let known = KNOWN.with_borrow(|known| known.get(&blow).copied());
    known.unwrap_or_else(|| {
        let expected = work_out(&blow.0, body);
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(blow, expected);
        });
        expected
    })
}

fn work_out(damage: &Damage, body: Body) -> (f64, f64) {
    let (mut loss, mut defeats) = (0.0, 0.0);
    shieldwall_dice::enumerate_with(
        |dice| {
            let alike = |one, other| body.is_struck_alike(one, other);
            body.wound(damage.roll(dice, &alike).before)
        },
        |wound, probability| {
            loss += probability * f64::from(wound.suffered.min(body.health));
            if wound.state != State::Standing {
                defeats += probability;
            }
        },
    );
    (loss, defeats)
}
