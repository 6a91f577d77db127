//! Morale (ZON-008, ZON-110 to ZON-116, ZON-R54 to ZON-R56).

use std::collections::BTreeMap;

use shieldwall_battle::{CombatantId, Writer};

use crate::{
    attack::save,
    character::state::Group,
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    terms::{
        conditions,
        rules::{R008, R110, R111, R112, R113, R115, RR54, RR55, RR56},
    },
    turn::round::PendingEffect,
};

impl ReadContext<'_, '_> {
    /// Whether a character counts towards its group: mounts and vehicles do not (ZON-R54).
    #[must_use]
    pub fn counts(&self, fighter: &FighterView<'_, '_>) -> bool {
        !fighter.carries_riders()
    }

    /// Whether a side is subject to morale (ZON-R54).
    fn has_morale(&self, fighter: &FighterView<'_, '_>) -> bool {
        !self
            .rules
            .settings
            .no_morale
            .iter()
            .any(|side| side.index() == fighter.side().index())
    }

    /// Those who check morale at the end of this round, with the rule by which they do, in roster
    /// order.
    #[must_use]
    pub fn shaken(&self) -> Vec<(CombatantId, shieldwall_battle::RuleId)> {
        let mut groups: BTreeMap<Group, GroupCount> = BTreeMap::new();
        for fighter in self.all().filter(|fighter| self.counts(fighter)) {
            let start = self.plan.at_start.get(fighter.id.index());
            let count = groups.entry(*fighter.group).or_default();
            count.original += 1;
            count.at_start += u32::from(start.is_some_and(|start| start.fighting));
            count.at_end += u32::from(fighter.is_fighting());
        }
        self.all()
            .filter(|fighter| fighter.is_fighting() && self.counts(fighter))
            .filter(|fighter| !fighter.build.0.fearless && !fighter.mind.steadied)
            .filter(|fighter| fighter.mind.broken.is_none() && self.has_morale(fighter))
            .filter_map(|fighter| {
                let count = groups.get(fighter.group)?;
                let start = self.plan.at_start.get(fighter.id.index())?;
                let health = start.health;
                let rule = if count.has_crossed() {
                    R111
                } else if count.was_alone(start.fighting)
                    && crossed(fighter.health.max, health, fighter.health.current)
                {
                    R112
                } else {
                    return None;
                };
                Some((*fighter.id, rule))
            })
            .collect()
    }
}

/// How a group has fared.
#[derive(Clone, Copy, Debug, Default)]
struct GroupCount {
    original: u32,
    at_start: u32,
    at_end: u32,
}

impl GroupCount {
    /// Whether it was brought down to half of its original number in this round (ZON-111).
    const fn has_crossed(self) -> bool {
        2 * self.at_end <= self.original && 2 * self.at_start > self.original
    }

    /// Whether one fought alone: from the start, or as the only one left in the fight when
    /// the round began (ZON-R55).
    const fn was_alone(self, fought_at_start: bool) -> bool {
        self.original == 1 || (self.at_start == 1 && fought_at_start)
    }
}

/// Whether health was brought down to half of the maximum in this round (ZON-112).
const fn crossed(max: i32, start: i32, end: i32) -> bool {
    2 * end <= max && 2 * start > max
}

/// Makes the morale checks of the round (ZON-110, ZON-113).
pub fn check_all(ctx: &mut WriteContext) {
    let shaken = ctx.read().shaken();
    let mut broken = Vec::new();
    for (who, trigger) in shaken {
        let save = {
            let read = ctx.read();
            read.save(read.fighter(who).build.0.wit)
        };
        let rolled = save.roll(&mut *ctx.dice);
        let own = if trigger == R111 { RR54 } else { RR55 };
        ctx.saved(
            who,
            "morale",
            (&save, save::WIT, rolled),
            &[R113, trigger, R110, R008, own, RR56],
        );
        let (condition, rule) = if rolled.passed {
            ctx.fighter_mut(who).mind.steadied = true;
            (conditions::STEADIED, R115)
        } else {
            broken.push(who);
            (conditions::BROKEN, R113)
        };
        ctx.condition(who, condition, true, &[rule]);
    }
    // Asked in roster order, so the last goes in first.
    for who in broken.into_iter().rev() {
        ctx.plan.pending_effects.push(PendingEffect::Breaks(who));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ZON-E65: only crossing the line counts.
    #[test]
    fn zon_e65_no_second_crossing() {
        let group = |original, at_start, at_end| GroupCount {
            original,
            at_start,
            at_end,
        };
        assert!(!group(4, 2, 1).has_crossed());
        assert!(!group(5, 5, 3).has_crossed());
        assert!(group(2, 2, 1).has_crossed());
        assert!(group(4, 3, 2).has_crossed());
    }

    /// ZON-E66 and the tests of ZON-112.
    #[test]
    fn lone_fighters_waver_at_half_their_health() {
        assert!(crossed(20, 11, 10));
        assert!(crossed(13, 9, 6));
        assert!(!crossed(13, 9, 7));
        assert!(!crossed(13, 6, 5));
    }
}
