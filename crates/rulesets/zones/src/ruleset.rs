//! The zones system as the engine sees it.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::world::World;
use shieldwall_battle::{
    BattleSetup, CellOption, Choice, CombatantId, Decision, Forecast, ItemId, ItemState,
    LineOfSight, Offer, OptionInfo, Prospect, Refusal, Ruleset, SetupError, Sheet, SideId, Start,
    Target, ThreatenedCell, Vantage, Verb, Vocabulary, ruleset::RangeBand, stage::Stage,
    view::OrderEntry,
};
use shieldwall_content::{Level, Library, Unit, zones};
use shieldwall_grid::{Cell, Direction, Map};

use crate::{
    field::Field,
    forecasting,
    fray::watch,
    insight, least, lines, muster, options, prospects,
    rules::{R012, R014, RR10, RR11, RR83},
    sheets, stages,
    stunts::Bargain,
    verbs, ways, words,
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
        zones::ID
    }

    fn across(&self, unit: &Unit) -> u8 {
        unit.zones.as_ref().map_or(1, |stats| stats.size.across())
    }

    fn alternates(&self) -> bool {
        true
    }

    fn uses_zones(&self) -> bool {
        true
    }

    fn verbs(&self) -> &'static [Verb] {
        verbs::ALL
    }

    fn attack_verb(&self) -> Verb {
        verbs::ATTACK
    }

    fn vocabulary(&self) -> Vocabulary {
        words::vocabulary()
    }

    fn phases(&self) -> &'static [&'static str] {
        stages::PHASES
    }

    fn line_of_sight(&self, map: &Map, level: &Level, from: Cell, to: Cell) -> LineOfSight {
        lines::line_of_sight(map, level, from, to)
    }

    fn movement_bands(&self) -> &'static [&'static str] {
        &ways::BANDS
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::all()
    }

    fn build(&self, app: &mut App) {
        stages::plugin(app);
    }

    fn muster(&self, world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
        muster::muster(world, setup)
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
        let walks = choice.verb == verbs::MOVE || choice.verb == verbs::SPRINT;
        let (Some(actor), true) = (decision.actor, walks) else {
            return refuse("only moves have a path");
        };
        if choice.target != choice.path.last().map(|cell| Target::Cell(*cell)) {
            return refuse("the path does not end in the cell that was chosen");
        }
        watch(world, |field| {
            check_path(field, actor, choice).map_or(Ok(()), refuse)
        })
    }

    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        watch(world, |field| field.why_not(decision, wanted))
    }

    fn prescribed(&self, world: &mut World, decision: &Decision) -> Option<Choice> {
        if decision.kind != verbs::STUNT_ANSWER_DECISION {
            return None;
        }
        let accepts = watch(world, |field| {
            let attack = field.plan.attack.as_ref()?;
            let bargain: Bargain = field.plan.bargain?;
            Some(field.would_accept(attack, bargain))
        })?;
        let verb = if accepts {
            verbs::ACCEPT
        } else {
            verbs::REFUSE
        };
        Some(Choice::of(verb))
    }

    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start> {
        insight::carried_over(world, who)
    }

    fn rested(&self, _start: &mut Start, _weeks: u32, _hospital: bool) {}

    fn least(&self, _world: &mut World, decision: &Decision) -> Choice {
        least::least(decision)
    }

    fn is_answer(&self, verb: Option<&str>, kind: Option<&str>) -> bool {
        insight::is_answer(verb, kind)
    }

    fn is_settled(&self, world: &mut World) -> bool {
        insight::is_settled(world)
    }

    fn item_state(&self, world: &mut World, item: ItemId) -> ItemState {
        watch(world, |field| insight::item_state(field, item))
    }

    fn forecast(
        &self,
        world: &mut World,
        decision: &Decision,
        choice: &Choice,
    ) -> Option<Forecast> {
        watch(world, |field| {
            forecasting::forecast(field, decision, choice)
        })
    }

    fn prospect(
        &self,
        world: &mut World,
        attacker: CombatantId,
        from: Cell,
        target: CombatantId,
        at: Cell,
    ) -> Option<Prospect> {
        watch(world, |field| {
            prospects::prospect(field, attacker, from, target, at)
        })
    }

    fn vantage(&self, _world: &mut World, decision: &Decision, choice: &Choice) -> Vantage {
        insight::vantage(decision, choice)
    }

    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
        watch(world, |field| insight::path(field, mover, to))
    }

    fn reachable(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<CellOption> {
        watch(world, |field| insight::reachable(field, who, asking))
    }

    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        watch(world, |field| insight::threatened(field, who, asking))
    }

    fn range_bands(&self, world: &mut World, item: ItemId) -> Vec<RangeBand> {
        watch(world, |field| insight::range_bands(field, item))
    }

    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet {
        watch(world, |field| sheets::sheet(field, who))
    }

    fn unit_sheet(&self, library: &Library, unit: &Unit) -> Sheet {
        sheets::unit_sheet(library, unit)
    }

    fn conditions(
        &self,
        world: &mut World,
        who: CombatantId,
    ) -> (Vec<&'static str>, Option<Direction>) {
        (watch(world, |field| insight::conditions(field, who)), None)
    }

    fn order(&self, world: &mut World) -> Vec<OrderEntry> {
        watch(world, insight::order)
    }
}

/// Why a path cannot be walked; `None` if it can.
fn check_path(field: &Field<'_, '_>, actor: CombatantId, choice: &Choice) -> Option<&'static str> {
    let fighter = field.fighter(actor);
    let legs = field.legs(&fighter, choice.verb == verbs::SPRINT);
    let mut here = fighter.cell();
    let mut cost = 0;
    for &next in &choice.path {
        if !field.may_cross(&fighter, here, next) {
            return Some("one of the steps is not possible");
        }
        let blocked = field.footprint(&fighter, next).is_none_or(|cells| {
            field.all().any(|other| {
                other.is_standing()
                    && !other.is_concealed()
                    && field.hostile(other.side(), fighter.side())
                    && field.cells(&other).iter().any(|cell| cells.contains(cell))
            })
        });
        if blocked {
            return Some("an enemy is in the way");
        }
        cost += field.step_cost(here, next);
        here = next;
    }
    (cost > legs.whole && !(legs.lame && choice.path.len() == 1))
        .then_some("the path is longer than the allowance")
}
