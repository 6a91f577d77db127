//! The percentile system as the engine sees it.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    AttackEstimate, BattleSetup, CellOption, Choice, CombatantId, Decision, Flow, ItemId,
    ItemState, Offer, Refusal, Rest, Ruleset, SetupError, Sheet, SideId, Start, Terms,
    ThreatenedCell, Vantage,
    forecast::OwnForecast,
    question::has_any,
    ruleset::{AttackPlaces, BandExtent, RangeBand},
    stage::Stage,
    terms::Condition,
    view::OrderEntry,
};
use shieldwall_content::{Library, Unit};
use shieldwall_grid::{Cell, Direction};

use crate::{
    attack::in_progress::Attack,
    combatant::convalescence,
    content::{
        blocks::{ID, StartingState, Statements},
        deploy, sheets,
    },
    context::read::{HouseRules, with_read},
    forecast::lookahead,
    movement::ways::{self, Pathfinder},
    queries, stages,
    terms::{
        actions, decisions,
        rules::{RR04, RR05, RR08},
        stages::ACTIONS,
        words,
    },
    turn::{default_choice, round::RoundPlan},
};

/// The percentile ruleset: DEX ranks, D100, parry and dodge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Percentile;

/// The ruleset, ready to be handed to a battle.
#[must_use]
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Percentile)
}

impl Ruleset for Percentile {
    fn id(&self) -> &'static str {
        ID
    }

    fn terms(&self) -> &'static Terms {
        &words::TERMS
    }

    fn build(&self, app: &mut App) {
        crate::plugin(app);
    }

    fn deploy(&self, world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
        deploy::deploy(world, setup)
    }

    fn first_stage(&self) -> Stage {
        stages::statement_of_intent()
    }

    fn check(
        &self,
        world: &mut World,
        decision: &Decision,
        _offer: &Offer,
        choice: &Choice,
    ) -> Result<(), Refusal> {
        if choice.path.is_empty() {
            return Ok(());
        }
        let refuse =
            |reason: &str| Err(Refusal::with_rules(reason.to_owned(), &[RR04, RR05, RR08]));
        if decision.kind != decisions::MOVEMENT {
            return refuse("only moves have a path");
        }
        let end = choice
            .path
            .last()
            .map(|&cell| shieldwall_battle::Target::Cell(cell));
        if choice.target != end {
            return refuse("the path does not end in the cell that was chosen");
        }
        let Some(mover) = decision.actor else {
            return refuse("only combatants move");
        };
        with_read(world, |with_read| {
            let read = with_read.read();
            let mover = read.fighter(mover);
            let budget = read.budget(&mover);
            match read.price(&mover, &choice.path, choice.action == actions::LEAP) {
                Err(reason) => refuse(reason),
                Ok((cost, _)) if cost > budget => refuse(&format!(
                    "the path costs {cost}, more than the {budget} allowed"
                )),
                Ok(_) => Ok(()),
            }
        })
    }

    fn drawn_way(
        &self,
        world: &mut World,
        decision: &Decision,
        choice: &Choice,
    ) -> Option<CellOption> {
        let (mover, end) = (decision.actor?, *choice.path.last()?);
        with_read(world, |with_read| {
            let read = with_read.read();
            let drops = choice.action == actions::LEAP;
            let price = read.price(&read.fighter(mover), &choice.path, drops);
            let (cost, risky) = price.ok()?;
            Some(ways::cell_option(end, cost, risky))
        })
    }

    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        with_read(world, |with_read| {
            with_read.read().why_not(decision, wanted)
        })
    }

    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start> {
        convalescence::carried_over(world, who)
    }

    fn rested(&self, start: &mut Start, rest: &Rest, weeks: u32) {
        if let Ok(Some(mut state)) = start.get::<StartingState>(ID) {
            state.weeks_of_rest = weeks;
            state.hospital = *rest == words::IN_HOSPITAL;
            start.set(ID, &state);
        }
    }

    fn least(&self, world: &mut World, decision: &Decision) -> Choice {
        default_choice::least(world, decision)
    }

    fn is_settled(&self, world: &mut World, _: Option<&Decision>) -> bool {
        let waiting = has_any::<Attack>(world);
        let plan = world.resource::<RoundPlan>();
        // With skipped statements a rank that was called waits until its steps are over (PCT-R03).
        let called = world.resource::<HouseRules>().0.statement == Statements::Skipped
            && world
                .resource::<Flow>()
                .top()
                .is_some_and(|stage| stage.name == ACTIONS)
            && (plan.rank.is_some() || plan.step < plan.steps.len());
        !waiting && !plan.step_opened && !called
    }

    fn item_state(&self, world: &mut World, item: ItemId) -> ItemState {
        queries::item_state(world, item)
    }

    fn forecast(&self, world: &mut World, decision: &Decision, choice: &Choice) -> OwnForecast {
        OwnForecast::of(lookahead::forecast(world, decision, choice))
    }

    fn attack_estimates(
        &self,
        world: &mut World,
        attacker: CombatantId,
        places: &[AttackPlaces],
    ) -> Vec<Option<AttackEstimate>> {
        let estimate = |places: &AttackPlaces| lookahead::attack_estimate(world, attacker, *places);
        places.iter().map(estimate).collect()
    }

    fn vantage(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Vantage {
        queries::vantage(world, decision, choice)
    }

    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
        queries::path(world, mover, to)
    }

    fn reachable(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<CellOption> {
        queries::reachable(world, who, asking)
    }

    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        queries::threatened(world, who, asking)
    }

    fn range_bands(&self, world: &mut World, item: ItemId) -> Vec<RangeBand> {
        with_read(world, |with_read| {
            let read = with_read.read();
            let range = read
                .gear(item)
                .and_then(|gear| Some(gear.gear.0.missile.as_ref()?.range));
            range.map_or_else(Vec::new, |range| {
                [
                    ("full chance", BandExtent::Below(range)),
                    ("half chance", BandExtent::Within(range * 2)),
                    ("quarter chance", BandExtent::Within(range * 3)),
                ]
                .map(|(label, extent)| RangeBand { label, extent })
                .to_vec()
            })
        })
    }

    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet {
        sheets::sheet(world, who)
    }

    fn unit_sheet(&self, library: &Library, unit: &Unit) -> Sheet {
        sheets::unit_sheet(library, unit)
    }

    fn conditions(
        &self,
        world: &mut World,
        who: CombatantId,
    ) -> (Vec<Condition>, Option<Direction>) {
        queries::conditions(world, who)
    }

    fn order(&self, world: &mut World) -> Vec<OrderEntry> {
        queries::order(world)
    }
}

/// Resources that live as long as the schedules, not as a battle.
pub(crate) fn resources(app: &mut App) {
    let world = app.world_mut();
    world.init_resource::<Pathfinder>();
    world.init_resource::<lookahead::Lookahead>();
}
