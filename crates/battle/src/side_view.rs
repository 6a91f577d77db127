//! What a side may see: the one place where views leave out what is hidden.

use bevy_ecs::entity::Entity;

use crate::{
    board::Board,
    choice::Choice,
    combatant::{
        Across, Allegiance, Astride, Concealment, HitPoints, Position, Profile, Riding, Roster,
        Vitality,
    },
    driver::Battle,
    flow::Flow,
    ids::{CombatantId, ItemId, SideId},
    inventory::{CarriedBy, ItemKind},
    terms::Condition,
    view::{BattleView, CombatantView, LyingItem, Presence},
};

impl Battle {
    /// The places of all combatants that a side may see, in roster order; `None` sees all. Cheaper than
    /// [`Self::view`].
    #[must_use]
    pub fn presences(&self, side: Option<SideId>) -> Vec<Presence> {
        let board = self.world.resource::<Board>();
        let seen = |entity: &Entity| {
            let found = self.world.get_entity(*entity).ok()?;
            let its_side = found.get::<Allegiance>()?.0;
            let hidden = found.get::<Concealment>()?.is_unseen();
            if hidden && side.is_some_and(|side| board.hostile(side, its_side)) {
                return None;
            }
            let points = found.get::<HitPoints>()?;
            Some(Presence {
                id: *found.get::<CombatantId>()?,
                side: its_side,
                cell: found.get::<Position>()?.0,
                across: found.get::<Across>()?.0,
                astride: found.get::<Astride>()?.0,
                riding: found.get::<Riding>()?.0,
                hit_points: points.current,
                max_hit_points: points.max,
                vitality: *found.get::<Vitality>()?,
                hidden,
            })
        };
        let roster = self.world.resource::<Roster>();
        roster.combatants.iter().filter_map(seen).collect()
    }

    /// All conditions of a combatant. A brain asks this of its own side alone: it tells of hidden ones too.
    pub fn conditions(&mut self, who: CombatantId) -> Vec<Condition> {
        self.ruleset.conditions(&mut self.world, who).0
    }

    /// Secret choices of the combatants of a side that are not revealed yet, in the order in which they were made.
    #[must_use]
    pub fn secret_choices(&self, side: SideId) -> Vec<(CombatantId, Choice)> {
        let sealed = self.world.resource::<Flow>().sealed().iter();
        let own = sealed.filter(|(decision, _)| decision.side == side);
        own.filter_map(|(decision, choice)| Some((decision.actor?, choice.clone())))
            .collect()
    }

    /// The battle as a side sees it; `None` sees all.
    pub fn view(&mut self, side: Option<SideId>) -> BattleView {
        let presences = self.presences(side);
        let roster = self.world.resource::<Roster>().clone();
        let mut combatants: Vec<CombatantView> = presences
            .into_iter()
            .map(|presence| {
                let profile = self.world.get::<Profile>(roster.combatant(presence.id));
                CombatantView {
                    id: presence.id,
                    side: presence.side,
                    name: profile.map_or_else(String::new, |profile| profile.name.clone()),
                    unit: profile.map_or_else(String::new, |profile| profile.unit.id.clone()),
                    cell: presence.cell,
                    across: presence.across,
                    astride: presence.astride,
                    riding: presence.riding,
                    hit_points: presence.hit_points,
                    max_hit_points: presence.max_hit_points,
                    vitality: presence.vitality,
                    hidden: presence.hidden,
                    facing: None,
                    conditions: Vec::new(),
                    tracks: Vec::new(),
                }
            })
            .collect();
        for combatant in &mut combatants {
            let (conditions, facing) = self.ruleset.conditions(&mut self.world, combatant.id);
            combatant.conditions = conditions;
            combatant.facing = facing;
            combatant.tracks = self.ruleset.tracks(&mut self.world, combatant.id);
        }
        // What nobody carries lies somewhere, or stands there by rules of the ruleset.
        let free: Vec<(ItemId, String)> = roster
            .items
            .iter()
            .filter_map(|&entity| {
                let found = self.world.entity(entity);
                let name = || Some(found.get::<ItemKind>()?.0.name.clone());
                let id = *found.get::<ItemId>()?;
                (!found.contains::<CarriedBy>()).then_some((id, name()?))
            })
            .collect();
        let lying = free
            .into_iter()
            .filter_map(|(item, name)| {
                let cell = self.ruleset.item_state(&mut self.world, item).cell?;
                Some(LyingItem { item, name, cell })
            })
            .collect();
        let seen = |who| combatants.iter().any(|combatant| combatant.id == who);
        let mut links = self.ruleset.links(&mut self.world);
        links.retain(|link| seen(link.who) && seen(link.other));
        let mut order = self.ruleset.order(&mut self.world);
        // Anyone who is left out must not show by a place that is shared with nobody.
        let mut group = 0;
        let mut groups = Vec::with_capacity(order.len());
        for entry in &order {
            group += u32::from(!entry.with_previous);
            groups.push((entry.who, group));
        }
        order.retain(|entry| combatants.iter().any(|combatant| combatant.id == entry.who));
        groups.retain(|(who, _)| combatants.iter().any(|combatant| combatant.id == *who));
        for (index, entry) in order.iter_mut().enumerate() {
            entry.with_previous = index > 0 && groups[index - 1].1 == groups[index].1;
        }
        let flow = self.world.resource::<Flow>();
        BattleView {
            round: flow.round,
            stage: flow.top().map_or("", |stage| stage.name),
            combatants,
            lying,
            order,
            links,
        }
    }
}
