//! The zones system as the engine sees it.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::world::World;
use shieldwall_battle::{
    AttackEstimate, BattleSetup, CellOption, Check, Choice, CombatantId, Decision, ItemId,
    ItemState, LineOfSight, MoveCost, Offer, Refusal, Ruleset, SetupError, Sheet, SideId, Start,
    Target, Terms, ThreatenedCell, UnitEntry, Vantage,
    event::Event,
    forecast::OwnForecast,
    ruleset::{AttackPlaces, RangeBand},
    stage::Stage,
    terms::{Change, Condition},
    view::{LinkView, OrderEntry},
};
use shieldwall_content::{Level, Library, Unit};
use shieldwall_grid::{Cell, Direction, Map};

use crate::{
    attack::bargain::Bargain,
    content::{
        blocks::{ID, StartingState, StatBlock},
        deploy, sheets,
    },
    context::{read::ReadContext, state, write::with_read},
    forecast::{attack_estimates, chances, forecasting},
    movement::{lines, ways},
    queries, stages,
    terms::{
        actions, conditions, decisions,
        rules::{R012, R014, RR10, RR11, RR83},
        words,
    },
    turn::{self, default_choice},
};

/// The zones ruleset: alternating turns, reactions, blasts, stealth and morale.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zones;

/// The ruleset, ready to be handed to a battle.
#[must_use]
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Zones)
}

impl Ruleset for Zones {
    fn id(&self) -> &'static str {
        ID
    }

    fn across(&self, unit: &Unit) -> u8 {
        let stats = unit.blocks.get::<StatBlock>();
        stats.map_or(1, |stats| stats.size.across())
    }

    fn shares_its_cells(&self, unit_entry: &UnitEntry) -> bool {
        let start = unit_entry.start.get::<StartingState>(ID);
        start.is_ok_and(|start| start.is_some_and(|start| start.riding.is_some()))
    }

    fn terms(&self) -> &'static Terms {
        &words::TERMS
    }

    fn line_of_sight(&self, map: &Map, level: &Level, from: Cell, to: Cell) -> LineOfSight {
        lines::line_of_sight(map, level, from, to)
    }

    fn build(&self, app: &mut App) {
        turn::plugin(app);
        state::register(app);
    }

    fn deploy(&self, world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
        deploy::deploy(world, setup)
    }

    fn first_stage(&self) -> Stage {
        stages::round_start()
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
        let rules = [R012, R014, RR10, RR11, RR83];
        let refuse = |reason: &str| Err(Refusal::with_rules(reason.to_owned(), &rules));
        let walks = choice.action == actions::MOVE || choice.action == actions::SPRINT;
        let (Some(actor), true) = (decision.actor, walks) else {
            return refuse("only moves have a path");
        };
        if choice.target != choice.path.last().map(|cell| Target::Cell(*cell)) {
            return refuse("the path does not end in the cell that was chosen");
        }
        with_read(world, |read| {
            check_path(read, actor, choice).map_or(Ok(()), refuse)
        })
    }

    fn drawn_way(
        &self,
        world: &mut World,
        decision: &Decision,
        choice: &Choice,
    ) -> Option<CellOption> {
        let (who, cell) = (decision.actor?, *choice.path.last()?);
        let sprints = choice.action == actions::SPRINT;
        with_read(world, |read| {
            let mover = read.fighter(who);
            let way = read.along(&mover, &choice.path)?;
            let acts = way.cost <= read.legs(&mover, sprints).act;
            Some(CellOption {
                cell,
                cost: MoveCost::count(way.cost, ways::HALF_ZONES),
                band: if acts { 0 } else { 1 + u8::from(sprints) },
                risky: way.risky || way.strikes > 0,
                hurts: way.risky,
                strikes: way.strikes,
                noticed: false,
            })
        })
    }

    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        with_read(world, |read| read.why_not(decision, wanted))
    }

    fn prescribed(&self, world: &mut World, decision: &Decision) -> Option<Choice> {
        if decision.kind != decisions::STUNT_ANSWER {
            return None;
        }
        let accepts = with_read(world, |read| {
            let attack = read.plan.attack.as_ref()?;
            let bargain: Bargain = read.plan.bargain?;
            Some(read.would_accept(attack, bargain))
        })?;
        let action = if accepts {
            actions::ACCEPT
        } else {
            actions::REFUSE
        };
        Some(Choice::of(action))
    }

    fn chance_of(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Option<Check> {
        with_read(world, |read| chances::chance_of(read, decision, choice))
    }

    fn change_told(&self, event: &Event) -> Option<(CombatantId, Change)> {
        conditions::change_told(event)
    }

    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start> {
        queries::carried_over(world, who)
    }

    fn least(&self, _world: &mut World, decision: &Decision) -> Choice {
        default_choice::least(decision)
    }

    fn is_settled(&self, world: &mut World, _: Option<&Decision>) -> bool {
        queries::is_settled(world)
    }

    fn item_state(&self, world: &mut World, item: ItemId) -> ItemState {
        with_read(world, |read| queries::item_state(read, item))
    }

    fn forecast(&self, world: &mut World, decision: &Decision, choice: &Choice) -> OwnForecast {
        with_read(world, |read| forecasting::forecast(read, decision, choice))
    }

    fn attack_estimates(
        &self,
        world: &mut World,
        attacker: CombatantId,
        places: &[AttackPlaces],
    ) -> Vec<Option<AttackEstimate>> {
        with_read(world, |read| {
            attack_estimates::attack_estimates(read, attacker, places)
        })
    }

    fn vantage(&self, _world: &mut World, decision: &Decision, choice: &Choice) -> Vantage {
        queries::vantage(decision, choice)
    }

    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
        with_read(world, |read| queries::path(read, mover, to))
    }

    fn reachable(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<CellOption> {
        with_read(world, |read| queries::reachable(read, who, asking))
    }

    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        with_read(world, |read| queries::threatened(read, who, asking))
    }

    fn range_bands(&self, world: &mut World, item: ItemId) -> Vec<RangeBand> {
        with_read(world, |read| queries::range_bands(read, item))
    }

    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet {
        with_read(world, |read| sheets::sheet(read, who))
    }

    fn unit_sheet(&self, library: &Library, unit: &Unit) -> Sheet {
        sheets::unit_sheet(library, unit)
    }

    fn conditions(
        &self,
        world: &mut World,
        who: CombatantId,
    ) -> (Vec<Condition>, Option<Direction>) {
        (
            with_read(world, |read| queries::conditions(read, who)),
            None,
        )
    }

    fn links(&self, world: &mut World) -> Vec<LinkView> {
        with_read(world, |read| {
            let holds = read.all().flat_map(|holder| {
                let who = *holder.id;
                let held = holder.grip.holds.clone().into_iter();
                held.map(move |other| LinkView {
                    who,
                    other,
                    link: words::HOLDS,
                })
            });
            holds.collect()
        })
    }

    fn strikes_from(
        &self,
        world: &mut World,
        attacker: CombatantId,
        target: CombatantId,
    ) -> Vec<Cell> {
        with_read(world, |read| queries::strikes_from(read, attacker, target))
    }

    fn order(&self, world: &mut World) -> Vec<OrderEntry> {
        with_read(world, queries::order)
    }
}

/// Why a path cannot be walked; `None` if it can.
fn check_path(
    read: &ReadContext<'_, '_>,
    actor: CombatantId,
    choice: &Choice,
) -> Option<&'static str> {
    let fighter = read.fighter(actor);
    let legs = read.legs(&fighter, choice.action == actions::SPRINT);
    let mut here = fighter.cell();
    let mut cost = 0;
    for &next in &choice.path {
        if !read.may_cross(&fighter, here, next) {
            return Some("one of the steps is not possible");
        }
        let blocked = read.footprint(&fighter, next).is_none_or(|cells| {
            read.all().any(|other| {
                other.is_standing()
                    && !other.is_concealed()
                    && read.hostile(other.side(), fighter.side())
                    && read.cells(&other).iter().any(|cell| cells.contains(cell))
            })
        });
        if blocked {
            return Some("an enemy is in the way");
        }
        cost += read.step_cost(here, next);
        here = next;
    }
    (cost > legs.whole && !(legs.lame && choice.path.len() == 1))
        .then_some("the path is longer than the allowance")
}
