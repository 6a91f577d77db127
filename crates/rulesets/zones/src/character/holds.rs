//! Holding somebody, and letting go (ZON-092 to ZON-100, ZON-146, ZON-147, ZON-R46, ZON-R47).

use shieldwall_battle::{CombatantId, RuleId, Writer};

use crate::{
    character::state::TurnState,
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    terms::{
        rules::{R092, R100, R147, RR46, RR47},
        words,
    },
};

impl ReadContext<'_, '_> {
    /// Those whom somebody lets go of that does something: all but those that are smaller (ZON-147) and
    /// those that the action allows to keep.
    #[must_use]
    pub fn let_go_by(
        &self,
        holder: CombatantId,
        keeps: impl Fn(CombatantId) -> bool,
    ) -> Vec<CombatantId> {
        let fighter = self.fighter(holder);
        let size = fighter.build.size();
        let bound = |held: &&CombatantId| size <= self.fighter(**held).build.size();
        let holds = fighter.grip.holds.iter().filter(bound);
        holds.copied().filter(|held| !keeps(*held)).collect()
    }

    /// The holds of somebody and on it whose ends are no longer nearby each other (ZON-R47): holder and
    /// held.
    #[must_use]
    pub fn distant_holds(&self, who: CombatantId) -> Vec<(CombatantId, CombatantId)> {
        let fighter = self.fighter(who);
        let mut pairs: Vec<(CombatantId, CombatantId)> =
            fighter.grip.holds.iter().map(|held| (who, *held)).collect();
        pairs.extend(fighter.grip.held_by.map(|holder| (holder, who)));
        pairs.retain(|(holder, held)| !self.nearby(*holder, *held));
        pairs
    }
}

/// Takes hold of somebody.
pub fn grab(ctx: &mut WriteContext, holder: CombatantId, held: CombatantId) {
    // Anyone who is grabbed lets go of others (ZON-R47).
    release_all(ctx, held);
    ctx.fighter_mut(holder).grip.holds.push(held);
    let mut captive = ctx.fighter_mut(held);
    captive.grip.held_by = Some(holder);
    // Anyone who is grabbed as it walks goes no farther in this turn (ZON-R31).
    captive.turn.rooted |= captive.turn.state == TurnState::Acting;
    ctx.linked(holder, held, words::HOLDS, true, &[R092, RR46]);
}

/// Ends one hold.
pub fn release(ctx: &mut WriteContext, holder: CombatantId, held: CombatantId, rules: &[RuleId]) {
    ctx.fighter_mut(holder)
        .grip
        .holds
        .retain(|other| *other != held);
    ctx.fighter_mut(held).grip.held_by = None;
    ctx.linked(holder, held, words::HOLDS, false, rules);
}

/// Ends all holds of somebody.
pub fn release_all(ctx: &mut WriteContext, holder: CombatantId) {
    let held = ctx.read().fighter(holder).grip.holds.clone();
    for held in held {
        release(ctx, holder, held, &[RR47]);
    }
}

/// Ends the hold in which somebody is, if it is in one.
pub fn slip(ctx: &mut WriteContext, held: CombatantId) {
    let holder = ctx.read().fighter(held).grip.held_by;
    if let Some(holder) = holder {
        release(ctx, holder, held, &[RR47]);
    }
}

/// Lets go of those whom the holder may not keep while it does something: all but those that are
/// smaller (ZON-147) and those that the action allows to keep.
pub fn loosen(ctx: &mut WriteContext, holder: CombatantId, keeps: impl Fn(CombatantId) -> bool) {
    let lost = ctx.read().let_go_by(holder, keeps);
    for held in lost {
        release(ctx, holder, held, &[R100, R147]);
    }
}

/// Ends all holds whose ends are no longer nearby each other, wherever they are (ZON-R47): after whatever
/// puts somebody elsewhere, or a barrier between. While somebody walks, its captives are to be taken
/// along first.
pub fn break_distant(ctx: &mut WriteContext) {
    let distant: Vec<(CombatantId, CombatantId)> = {
        let read = ctx.read();
        let holds = |fighter: &FighterView<'_, '_>| {
            let holder = *fighter.id;
            let held = fighter.grip.holds.iter();
            held.map(|held| (holder, *held)).collect::<Vec<_>>()
        };
        read.all()
            .flat_map(|fighter| holds(&fighter))
            .filter(|(holder, held)| !read.nearby(*holder, *held))
            .collect()
    };
    for (holder, held) in distant {
        release(ctx, holder, held, &[RR47]);
    }
}
