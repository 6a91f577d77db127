//! Those in hiding: they wait until the enemy comes near, and then all of them come out.

use shieldwall_battle::{ActionRole, Battle, Choice, Decision, Threat};

use super::scene::{Fighter, Situation};

/// Rounds after which a side waits no longer: an enemy that has not come by then is sought.
const PATIENCE: u32 = 6;

/// Whether a decision asks who comes out of hiding.
pub(super) fn is_about(decision: &Decision) -> bool {
    let mut offers = decision.offers.iter();
    offers.any(|offer| offer.action.role == ActionRole::ComeOut)
}

/// Chooses who comes out: all at once, as surprise is best when all strike together.
pub(super) fn choose(
    battle: &mut Battle,
    decision: &Decision,
    situation: &Situation,
) -> Option<Choice> {
    let comrades = std::iter::once(&situation.me).chain(&situation.friends);
    let (hidden, fighting): (Vec<&Fighter>, Vec<&Fighter>) =
        comrades.partition(|comrade| comrade.hidden);
    let joins = !fighting.is_empty() && !situation.foes.is_empty();
    let in_reach = hidden.iter().filter(|who| {
        let threatened = battle.threatened(who.id);
        let mut blows = threatened.iter().filter(|cell| cell.threat == Threat::Blow);
        blows.any(|cell| situation.foes.iter().any(|foe| foe.cell == cell.cell))
    });
    let comes = joins || situation.round >= PATIENCE || 2 * in_reach.count() >= hidden.len();
    let mut offers = decision.offers.iter();
    let is_exit = |role| role == ActionRole::ComeOut;
    // The last one that says so lets most of them come.
    let offer = if comes {
        offers.rfind(|offer| is_exit(offer.action.role))
    } else {
        offers.find(|offer| !is_exit(offer.action.role))
    }?;
    Some(offer.choice(offer.target(0), None))
}
