//! The ruleset as the engine sees it: each question is answered by the code that plays.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::world::World;
use shieldwall_battle::{
    AttackEstimate, BattleSetup, Candidates, CellOption, Check, Choice, CombatantId, Condition,
    Decision, Event, Flow, HitPoints, ItemId, ItemState, Lying, Offer, Refusal, Roster, Ruleset,
    SetupError, Sheet, SideId, Start, Terms, ThreatenedCell, Vantage, Vitality,
    question::has_any,
    ruleset::{AttackPlaces, RangeBand},
    sealed::Revealed,
    stage::Stage,
    terms::{Change, DueState},
    view::OrderEntry,
};
use shieldwall_content::{Library, Unit};
use shieldwall_grid::{Cell, Direction};

use crate::{
    combatant::{
        Readied, Shots, Spoilt, allowance,
        clock::Clock,
        field::{Combatant, with_field},
        plan::Plan,
    },
    content::settings::{self, ID},
    deployment,
    harm::grievous::WoundRolls,
    magic::going_off::Casters,
    movement::withdrawal::Withdrawal,
    queries,
    round::{action::Step, driving::Drives, form, moving_off::Movers},
    sheets, stages,
    strike::Strike,
    terms::{
        reasons,
        words::{
            CAST, DECLARATION, DECLARED, DRIVING, FORGO, FREE_ATTACK, GIVE_UP, KEEP, LET_GO,
            LET_STAY, SPELL_BROKEN, STAY_HERE, STUNNED, STUNS, TARGET, TERMS, WAIT,
        },
    },
};

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segments;

/// The ruleset, ready to be handed to a battle.
#[must_use]
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Segments)
}

impl Ruleset for Segments {
    fn id(&self) -> &'static str {
        ID
    }

    fn terms(&self) -> &'static Terms {
        &TERMS
    }

    fn build(&self, app: &mut App) {
        crate::plugin(app);
    }

    fn deploy(&self, world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
        deployment::deploy(world, setup)
    }

    fn first_stage(&self) -> Stage {
        stages::round_start()
    }

    fn check(
        &self,
        world: &mut World,
        decision: &Decision,
        _: &Offer,
        choice: &Choice,
    ) -> Result<(), Refusal> {
        with_field(world, |field| form::check(field, decision, choice))
    }

    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let who = decision.actor?;
        let mut all = Candidates::with_reasons();
        if decision.kind == DECLARATION {
            with_field(world, |field| {
                form::candidates(field, &field.combatant(who), &mut all);
            });
        } else {
            all.bar_all(&DECLARED, &reasons::LOCKED_IN);
        }
        all.why_not(world, decision, wanted)
    }

    /// A free attack costs nothing, so it is taken (SEG-R84). Attackers of desperate defenders are taken to strike on where
    /// they stand: all their ways to go elsewhere are too many to look at.
    fn assumed(&self, decision: &Decision) -> Option<Choice> {
        let offers_a_move = decision.offers.iter().any(|offer| offer.action == GIVE_UP);
        let offer = match decision.kind {
            FREE_ATTACK => decision.offers.first(),
            TARGET if offers_a_move => decision.offers.first(),
            DRIVING => decision
                .offers
                .iter()
                .find(|offer| offer.action == LET_STAY),
            _ => None,
        }?;
        Some(offer.choice(offer.target(0), None))
    }

    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start> {
        let entity = world.entity(world.resource::<Roster>().combatant(who));
        let (vitality, points, spoilt) = entity
            .get_components::<(&Vitality, &HitPoints, &Spoilt)>()
            .ok()?;
        let mut start = Start::default();
        let state = settings::Start {
            hit_points: Some(points.current.max(1)),
            spoilt_armour: spoilt.0,
            // In a battle that follows another no ambush is laid.
            hidden: Some(false),
            alert: Some(true),
            ..settings::Start::default()
        };
        start.set(ID, &state);
        (*vitality != Vitality::Dead).then_some(start)
    }

    fn least(&self, _: &mut World, decision: &Decision) -> Choice {
        let least = [STAY_HERE, WAIT, FORGO, LET_GO, KEEP, LET_STAY];
        let mut offers = decision.offers.iter();
        let found = offers.find(|offer| least.contains(&offer.action));
        // An attack with several targets goes at the first of them.
        let first = || decision.offers.first();
        let found = found.or_else(first);
        found.map_or(Choice::of(WAIT), |offer| {
            offer.choice(offer.target(0), None)
        })
    }

    fn is_settled(&self, world: &mut World, answered: Option<&Decision>) -> bool {
        let sealed = !world.resource::<Flow>().sealed().is_empty();
        let revealed = !world.resource::<Revealed>().0.is_empty();
        let strikes = has_any::<Strike>(world);
        let withdraws = world.resource::<Withdrawal>().step.is_some();
        let wounds = !world.resource::<WoundRolls>().0.is_empty();
        if world.resource::<Step>().has_begun() || strikes || wounds || withdraws {
            return false;
        }
        // An answer during the count takes effect in its own step.
        if answered.is_some_and(|decision| decision.kind != DECLARATION) {
            return true;
        }
        let follows =
            !world.resource::<Drives>().0.is_empty() || !world.resource::<Movers>().0.is_empty();
        let clock = world.resource::<Clock>().segment;
        let planned = with_field(world, |field| {
            let declared = |who: &Combatant<'_, '_>| *who.plan != Plan::default();
            let pending = |who: &Combatant<'_, '_>| {
                clock.is_none() && declared(who)
                    || !who.attacks.0.is_empty()
                    || who.casting.is_due()
                    || field.may_still_move(who)
                    || who.rises() && clock.is_some()
                    || who.can_act()
                        && (field.next_handling(who).is_some() || who.plan.free.is_some())
            };
            field.active().any(|who| pending(&who))
        });
        !(sealed || revealed || follows || planned)
    }

    fn leave_others_out(&self, world: &mut World, decision: &Decision) {
        if let Some(who) = decision.actor {
            world.resource_mut::<Step>().leave_others_out(who);
            let mut casters = world.resource_mut::<Casters>();
            casters.0.retain(|other| *other == who);
        }
    }

    fn item_state(&self, world: &mut World, item: ItemId) -> ItemState {
        let entity = world.resource::<Roster>().item(item);
        ItemState {
            cell: world.get::<Lying>(entity).map(|lying| lying.0),
            readied: world
                .get::<Readied>(entity)
                .is_some_and(|readied| readied.0),
            ammunition: world
                .get::<Shots>(entity)
                .and_then(|shots| shots.0)
                .map(|left| (left, 0)),
            ..ItemState::default()
        }
    }

    fn chance_of(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Option<Check> {
        with_field(world, |field| queries::chance_of(field, decision, choice))
    }

    fn shelter(&self, world: &mut World, decision: &Decision, choice: &Choice) -> f64 {
        with_field(world, |field| queries::shelter(field, decision, choice))
    }

    fn vantage(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Vantage {
        with_field(world, |field| queries::vantage(field, decision, choice))
    }

    fn change_told(&self, event: &Event) -> Option<(CombatantId, Change)> {
        match event {
            Event::Condition { who, condition, on } if *on && *condition == STUNNED => {
                Some((*who, STUNS))
            }
            Event::Due {
                who,
                what,
                state: DueState::Lost,
                ..
            } if *what == CAST => Some((*who, SPELL_BROKEN)),
            _ => None,
        }
    }

    fn attack_estimates(
        &self,
        world: &mut World,
        attacker: CombatantId,
        places: &[AttackPlaces],
    ) -> Vec<Option<AttackEstimate>> {
        let declared = queries::declared_attacks(world, attacker);
        with_field(world, |field| {
            let estimate = |places: &AttackPlaces| {
                queries::attack_estimate(field, attacker, *places, &declared)
            };
            places.iter().map(estimate).collect()
        })
    }

    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
        with_field(world, |field| {
            let mover = field.combatant(mover);
            let most = allowance::whole(4 * mover.tmr(), field.grid());
            field.ways(&mover, most).path(to).unwrap_or_default()
        })
    }

    fn reachable(&self, world: &mut World, who: CombatantId, _: Option<SideId>) -> Vec<CellOption> {
        with_field(world, |field| field.cell_options(&field.combatant(who)))
    }

    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        _: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        with_field(world, |field| queries::threatened(field, who))
    }

    fn range_bands(&self, world: &mut World, item: ItemId) -> Vec<RangeBand> {
        with_field(world, |field| queries::range_bands(field, item))
    }

    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet {
        with_field(world, |field| sheets::sheet(field, who))
    }

    fn unit_sheet(&self, library: &Library, unit: &Unit) -> Sheet {
        sheets::unit_sheet(library, unit)
    }

    fn conditions(
        &self,
        world: &mut World,
        who: CombatantId,
    ) -> (Vec<Condition>, Option<Direction>) {
        with_field(world, |field| {
            (queries::conditions(&field.combatant(who)), None)
        })
    }

    fn order(&self, world: &mut World) -> Vec<OrderEntry> {
        queries::order(world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::words::ATTACK;

    #[test]
    fn forecasts_tell_of_broken_spells_and_not_of_lost_attacks() {
        let told = |what, state| {
            Segments.change_told(&Event::Due {
                who: CombatantId(2),
                nth: 1,
                what,
                target: None,
                at: 5,
                until: None,
                broken_by_hit: None,
                state,
            })
        };
        let broken = Some((CombatantId(2), SPELL_BROKEN));
        assert_eq!(told(CAST, DueState::Lost), broken);
        assert_eq!(told(CAST, DueState::Done), None);
        assert_eq!(told(ATTACK, DueState::Lost), None);
    }
}
