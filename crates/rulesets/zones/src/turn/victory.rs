//! When the battle is over, and who has won (ZON-R79).

use shieldwall_battle::{CombatantId, SideId, SideSet, Vitality, flow::Ending, goals};

use crate::{
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    stages,
    terms::rules::{RR79, RR97},
};

/// Rounds in a row without any activation after which the battle is judged (ZON-R79).
const IDLE_ROUNDS: u32 = 3;

impl ReadContext<'_, '_> {
    /// Whether a character counts as in the fight for the end of the battle: one whose chase is not
    /// settled still does, with the riders it took along; a vehicle by itself does not.
    fn holds_out(&self, fighter: &FighterView<'_, '_>) -> bool {
        let chased = *fighter.vitality == Vitality::Left
            && self
                .plan
                .departures
                .iter()
                .any(|departure| self.left_with(fighter, departure.who));
        (fighter.is_fighting() || chased) && !fighter.is_vehicle()
    }

    /// Whether a character left the map by itself or on a mount.
    fn left_with(&self, fighter: &FighterView<'_, '_>, who: CombatantId) -> bool {
        *fighter.id == who || fighter.riding.0 == Some(who)
    }

    /// The alliances with somebody in the fight, by their first sides.
    fn alliances_left(&self) -> Vec<SideId> {
        let left = self.all().filter(|fighter| self.holds_out(fighter));
        let sides = left.map(|fighter| fighter.side()).collect();
        goals::alliances_of(&self.board.level, sides)
    }

    /// The share of each side's original number that is still in the fight, as numerator and
    /// denominator, mounts and vehicles left out; allied factions are one side, by its first faction
    /// (ZON-R81).
    #[must_use]
    pub fn shares(&self) -> Vec<(SideId, u32, u32)> {
        goals::leaders(&self.board.level)
            .map(|side| {
                let members = || {
                    self.all().filter(move |fighter| {
                        !self.hostile(fighter.side(), side) && self.counts(fighter)
                    })
                };
                let left = members().filter(FighterView::is_fighting_view).count();
                let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
                (side, number(left), number(members().count()))
            })
            .collect()
    }
}

impl FighterView<'_, '_> {
    /// [`Self::is_fighting`], by reference, for filters.
    fn is_fighting_view(&self) -> bool {
        self.is_fighting()
    }
}

/// The side with the highest share; `None` if two have it (ZON-R79).
#[must_use]
pub fn highest_share(shares: &[(SideId, u32, u32)]) -> Option<SideId> {
    let more = |a: &(SideId, u32, u32), b: &(SideId, u32, u32)| {
        // a/b against c/d without fractions.
        (u64::from(a.1) * u64::from(b.2.max(1))).cmp(&(u64::from(b.1) * u64::from(a.2.max(1))))
    };
    let best = shares.iter().max_by(|a, b| more(a, b))?;
    let equal = shares.iter().filter(|share| more(share, best).is_eq());
    (equal.count() == 1).then_some(best.0)
}

/// Ends the battle if at most one alliance has anybody in the fight, or a goal of the level is met; true
/// if it is over.
pub fn check(ctx: &mut WriteContext) -> bool {
    // Before anything else: the one who has escaped is not in the fight any more.
    if check_escape(ctx) {
        return true;
    }
    let alliances = ctx.read().alliances_left();
    match alliances[..] {
        [] => {
            decide(ctx, None, "no combatant is left in the fight".to_owned());
            true
        }
        [winner] => {
            decide(
                ctx,
                Some(winner),
                "the enemy is out of the fight".to_owned(),
            );
            true
        }
        _ => false,
    }
}

/// Ends the battle if more than half of a side that wants to escape have left by its objective.
fn check_escape(ctx: &mut WriteContext) -> bool {
    let side = {
        let read = ctx.read();
        let chased = |fighter: &FighterView<'_, '_>| {
            let mut departures = read.plan.departures.iter();
            departures.any(|departure| read.left_with(fighter, departure.who))
        };
        let gone = |fighter: &FighterView<'_, '_>| {
            *fighter.vitality == Vitality::Left && fighter.mind.escaped && !chased(fighter)
        };
        let all = read.all().map(|fighter| (fighter.side(), gone(&fighter)));
        goals::escaped(&read.board.level, all)
    };
    if side.is_some() {
        decide(ctx, side, "more than half have escaped".to_owned());
    }
    side.is_some()
}

/// Counts how long the objective has been held; true if the battle is over.
pub fn check_objectives(ctx: &mut WriteContext) -> bool {
    let level = std::sync::Arc::clone(&ctx.board.level);
    if ctx.plan.bonus {
        return false;
    }
    let cells = goals::objective(&level);
    let there: SideSet = {
        let read = ctx.read();
        // Or it would show where somebody concealed is (ZON-R97).
        let counts = |fighter: &FighterView<'_, '_>| {
            fighter.is_fighting() && !fighter.is_concealed() && {
                let covered = read.cells(fighter);
                cells.iter().any(|cell| covered.contains(cell))
            }
        };
        let there = read.all().filter(counts);
        there.map(|fighter| fighter.side()).collect()
    };
    let rules = [RR79, RR97];
    ctx.plan.held.count(&level, there, &mut ctx.journal, &rules);
    let ending = ctx.plan.held.ending(&level);
    let is_over = ending.is_some();
    if let Some(ending) = ending {
        decide(ctx, ending.winner, ending.reason);
    }
    is_over
}

/// Judges the battle by shares where nobody unbroken is left, nothing happens any more, or the last
/// round is over; true if it is over (ZON-R79).
pub fn check_limits(ctx: &mut WriteContext) -> bool {
    let level = std::sync::Arc::clone(&ctx.board.level);
    let limit = goals::last_round(&level, ctx.rules.settings.round_limit);
    let round = ctx.flow.round;
    let unbroken = {
        let read = ctx.read();
        read.all().any(|fighter| {
            fighter.is_fighting() && fighter.mind.broken.is_none() && read.counts(&fighter)
        })
    };
    let is_last = limit.is_some_and(|limit| round >= limit);
    let reason = if is_last {
        "the last round is over"
    } else if !unbroken {
        "no unbroken combatant is left"
    } else if ctx.plan.idle_rounds >= IDLE_ROUNDS {
        "no combatant has moved for three rounds"
    } else {
        return false;
    };
    if is_last && let Some(side) = goals::winner_at_limit(&level) {
        decide(ctx, Some(side), reason.to_owned());
        return true;
    }
    let winner = highest_share(&ctx.read().shares());
    let reason = match winner {
        Some(_) => format!("{reason}; the larger share is still in the fight"),
        None => format!("{reason}; equal shares are still in the fight"),
    };
    decide(ctx, winner, reason);
    true
}

/// Remembers who has won and goes on to what comes after the battle.
pub fn decide(ctx: &mut WriteContext, winner: Option<SideId>, reason: String) {
    let winner = winner.map(|winner| goals::leader(&ctx.board.level, winner));
    ctx.plan.decided = Some(crate::turn::round::Decided { winner, reason });
    ctx.flow.replace(stages::battle_end());
}

/// Announces the end.
pub fn announce(ctx: &mut WriteContext) {
    let Some(decided) = ctx.plan.decided.take() else {
        return;
    };
    let ending = Ending {
        winner: decided.winner,
        reason: decided.reason,
    };
    goals::end(&mut ctx.journal, &mut ctx.flow, ending, &[RR79]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ZON-E110: who has won when the rounds run out.
    #[test]
    fn zon_e110_the_larger_share_wins() {
        let of = |original: &[u32], left: &[u32]| {
            let shares: Vec<_> = SideId::first(original.len())
                .zip(original.iter().zip(left))
                .map(|(side, (original, left))| (side, *left, *original))
                .collect();
            highest_share(&shares)
        };
        assert_eq!(of(&[6, 5], &[3, 2]), Some(SideId::RED));
        assert_eq!(of(&[4, 6], &[2, 3]), None);
        assert_eq!(of(&[5, 5, 4], &[1, 2, 2]), Some(SideId::GREEN));
    }
}
