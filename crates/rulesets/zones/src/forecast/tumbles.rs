//! Riders who fall because what they ride goes down in motion, for forecasts (ZON-154, ZON-R74, ZON-R75).

use shieldwall_battle::CombatantId;
use shieldwall_battle::forecast::{CombatantOutcome, Outcomes};
use shieldwall_dice::Distribution;

use crate::{
    attack::exchange::{Body, State, Wound},
    context::read::ReadContext,
    forecast::damage_odds::{both, hurt},
    movement::riding,
};

/// A rider that comes off if its mount or vehicle goes down in motion.
#[derive(Clone, Debug)]
pub(crate) struct Tumble {
    pub(crate) rider: CombatantId,
    pub(crate) mount: CombatantId,
    /// Probability that it does not keep its balance.
    falls: f64,
    body: Body,
    /// Damage of the fall, whatever the armour.
    damage: Distribution,
}

/// A wound in one way in which an exchange comes out, with the probability that the one who may dodge it does
/// not.
pub(crate) type Struck = (Wound, f64);

impl ReadContext<'_, '_> {
    /// The riders of somebody who would have to keep their balance if it went down now.
    pub(crate) fn tumbles(&self, mount: CombatantId) -> impl Iterator<Item = Tumble> {
        let fighter = self.fighter(mount);
        let goes = fighter.carries_riders() && !fighter.is_down() && fighter.turn.motion > 0;
        let riders = if goes { self.riders(mount) } else { Vec::new() };
        riders.into_iter().filter_map(move |rider| {
            let save = self.save_for_balance(rider, mount)?;
            let fighter = self.fighter(rider);
            Some(Tumble {
                rider,
                mount,
                falls: 1.0 - save.chance(),
                body: self.body(&fighter, None),
                damage: riding::fall_dice().distribution(),
            })
        })
    }

    /// How bad the falls of the riders are of somebody who goes down with this probability, from 0.
    pub(crate) fn harm_of_tumbles(&self, mount: CombatantId, defeated: f64) -> f64 {
        let harm = |tumble: Tumble| {
            let mut outcome = CombatantOutcome::default();
            tumble.befalls(&mut outcome, defeated);
            let rider = self.fighter(tumble.rider);
            outcome.harm(self.weighing, &self.affected(tumble.rider, rider.side()))
        };
        self.tumbles(mount).map(harm).sum()
    }
}

impl Tumble {
    /// Counts what comes of it for the unhurt rider if its mount goes down with this probability.
    fn befalls(&self, outcome: &mut CombatantOutcome, defeated: f64) {
        for (damage, share) in self.damage.iter() {
            let wound = self.body.suffer(damage);
            hurt(outcome, (self.body, wound), defeated * self.falls * share);
        }
    }

    /// The probability that the rider falls in one way in which an exchange comes out.
    pub(crate) fn chance(&self, wound_of: impl Fn(CombatantId) -> Option<Struck>) -> f64 {
        match wound_of(self.mount) {
            Some((wound, struck)) if wound.state != State::Standing => struck * self.falls,
            _ => 0.0,
        }
    }

    /// Counts what comes of the fall beside the wound that the rider has in the same exchange.
    pub(crate) fn follows(
        &self,
        outcome: &mut CombatantOutcome,
        wound: Option<Struck>,
        probability: f64,
    ) {
        let (wound, struck) = wound.map_or((None, 0.0), |(wound, struck)| (Some(wound), struck));
        for (damage, share) in self.damage.iter() {
            if let Some(wound) = wound.filter(|wound| wound.state == State::Standing) {
                let after = both(self.body, [wound.suffered, damage]);
                hurt(outcome, (self.body, after), struck * share * probability);
            }
            let alone = self.body.suffer(damage);
            hurt(
                outcome,
                (self.body, alone),
                (1.0 - struck) * share * probability,
            );
        }
    }
}

/// Counts the falls of the riders of somebody who goes down with this probability by what does not harm
/// them.
pub(crate) fn unseat(
    outcomes: &mut Outcomes,
    read: &ReadContext<'_, '_>,
    mount: CombatantId,
    defeated: f64,
) {
    for tumble in read.tumbles(mount) {
        tumble.befalls(outcomes.by.entry(tumble.rider).or_default(), defeated);
    }
}
