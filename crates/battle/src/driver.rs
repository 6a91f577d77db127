//! The driver: runs stages until somebody has to decide, and lets the choice in.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::{prelude::*, world::World};
use shieldwall_dice::Dice;
use shieldwall_grid::{Cell, Map};

use crate::{
    board::Board,
    check::Check,
    choice::Choice,
    choice_entry,
    combatant::{Across, Allegiance, Astride, Concealment, HitPoints, Position, Profile, Roster},
    decision::Decision,
    deployment,
    event::{Deployed, Event},
    flow::{Ending, Flow},
    forecast::{AttackEstimate, Weighing},
    fork::{self, Snapshot, StateRegistry},
    ids::{CombatantId, ItemId, SideId, SideSet},
    journal::{Entry, Journal},
    narration,
    offer::CellOption,
    refusal::Refusal,
    roll::DiceCup,
    ruleset::{AttackPlaces, ItemState, RangeBand, Ruleset, ThreatenedCell, Vantage},
    setup::{BattleSetup, SetupError, UnitEntry},
    sheet::Sheet,
    target::Target,
    terms::Action,
    view::OrderEntry,
};

/// Stage runs without a decision after which a battle counts as stuck. No round needs a hundredth.
const STUCK_AFTER: u32 = 1_000_000;

/// A battle in progress.
pub struct Battle {
    pub(crate) world: World,
    pub(crate) ruleset: Arc<dyn Ruleset>,
    pub(crate) setup: BattleSetup,
    /// What its state consists of.
    pub(crate) registry: StateRegistry,
    /// Of a fork: the state in which it began, for its storage.
    pub(crate) arrival: Snapshot,
}

/// Where a battle stands after it has advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Somebody has to decide: see [`Battle::decision`].
    Decision,
    /// It is over: see [`Battle::ending`].
    Over,
}

impl std::fmt::Debug for Battle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Battle")
            .field("ruleset", &self.ruleset.id())
            .field("level", &self.setup.level.id)
            .field("round", &self.round())
            .finish_non_exhaustive()
    }
}

impl Battle {
    /// Begins a battle with dice seeded by the set-up. It has not advanced yet.
    ///
    /// # Errors
    /// If the set-up does not hold: see [`SetupError`].
    pub fn new(ruleset: Arc<dyn Ruleset>, setup: BattleSetup) -> Result<Self, SetupError> {
        let dice = Box::new(setup.dice());
        Self::with_dice(ruleset, setup, dice)
    }

    /// Begins a battle with these dice.
    ///
    /// # Errors
    /// If the set-up does not hold: see [`SetupError`].
    pub fn with_dice(
        ruleset: Arc<dyn Ruleset>,
        setup: BattleSetup,
        dice: Box<dyn Dice + Send + Sync>,
    ) -> Result<Self, SetupError> {
        let mut app = App::empty();
        fork::engine_state(&mut app);
        ruleset.build(&mut app);
        let mut world = std::mem::take(app.world_mut());
        Self::deploy(&mut world, &*ruleset, &setup, dice)?;
        Ok(Self {
            registry: world.remove_resource().unwrap_or_default(),
            world,
            ruleset,
            setup,
            arrival: Snapshot::new(),
        })
    }

    /// Begins another battle under the same ruleset, keeping the schedules that were built.
    ///
    /// # Errors
    /// If the set-up does not hold; the battle is then not usable until restarted with a better one.
    pub fn restart(&mut self, setup: BattleSetup) -> Result<(), SetupError> {
        let dice = Box::new(setup.dice());
        self.restart_with_dice(setup, dice)
    }

    /// The same with these dice.
    ///
    /// # Errors
    /// See [`Self::restart`].
    pub fn restart_with_dice(
        &mut self,
        setup: BattleSetup,
        dice: Box<dyn Dice + Send + Sync>,
    ) -> Result<(), SetupError> {
        if let Some(roster) = self.world.remove_resource::<Roster>() {
            for entity in roster.items.into_iter().chain(roster.combatants) {
                self.world.despawn(entity);
            }
        }
        self.registry.begin(&mut self.world);
        self.setup = setup;
        Self::deploy(&mut self.world, &*self.ruleset, &self.setup, dice)
    }

    fn deploy(
        world: &mut World,
        ruleset: &dyn Ruleset,
        setup: &BattleSetup,
        dice: Box<dyn Dice + Send + Sync>,
    ) -> Result<(), SetupError> {
        world.insert_resource(DiceCup(dice));
        world.insert_resource(Journal::default());
        world.insert_resource(Flow::default());
        world.insert_resource(Weighing::default());
        deployment::spawn(world, ruleset, setup)?;
        ruleset.deploy(world, setup)?;
        deployment::name_combatants(world, setup);
        world.resource_mut::<Journal>().write(
            Event::BattleBegan {
                format: Journal::FORMAT,
                ruleset: ruleset.id(),
                level: setup.level.id.clone(),
                seed: setup.seed,
            },
            &[],
        );
        let entities = world.resource::<Roster>().combatants.clone();
        for entity in entities {
            let (mut deployed, secret) = {
                let entity = world.entity(entity);
                let side = entity
                    .get::<Allegiance>()
                    .map_or(SideId::RED, |side| side.0);
                let deployed = Deployed {
                    who: entity
                        .get::<CombatantId>()
                        .copied()
                        .unwrap_or(CombatantId(0)),
                    side,
                    unit: entity
                        .get::<Profile>()
                        .map_or_else(String::new, |profile| profile.unit.id.clone()),
                    name: entity
                        .get::<Profile>()
                        .map_or_else(String::new, |profile| profile.name.clone()),
                    cell: entity
                        .get::<Position>()
                        .map_or(Cell(0), |position| position.0),
                    hit_points: entity.get::<HitPoints>().map_or(0, |points| points.max),
                    across: entity.get::<Across>().map_or(1, |across| across.0),
                    astride: entity.get::<Astride>().and_then(|astride| astride.0),
                    facing: None,
                    tracks: Vec::new(),
                };
                let unseen = entity
                    .get::<Concealment>()
                    .is_some_and(|concealment| concealment.is_unseen());
                (
                    deployed,
                    unseen.then(|| crate::board::alliance(&setup.level, side)),
                )
            };
            deployed.facing = ruleset.conditions(world, deployed.who).1;
            deployed.tracks = ruleset.tracks(world, deployed.who);
            world
                .resource_mut::<Journal>()
                .write_for(Event::Deployed(deployed), &[], secret);
        }
        world.resource_mut::<Flow>().push(ruleset.first_stage());
        Ok(())
    }

    /// Runs stages until somebody has to decide or the battle is over.
    pub fn advance(&mut self) -> Progress {
        self.advance_until(|_| false).unwrap_or(Progress::Over)
    }

    /// The same, but stops between two runs of stages as soon as `stop` says so: then it gives
    /// `None`. It is not asked before the last choice has been taken in.
    pub fn advance_until(&mut self, mut stop: impl FnMut(&mut Self) -> bool) -> Option<Progress> {
        for _ in 0..STUCK_AFTER {
            let flow = self.world.resource::<Flow>();
            if flow.ending().is_some() {
                return Some(Progress::Over);
            }
            let (decided, answered) = (flow.decision().is_some(), flow.answered());
            let stage = flow.top();
            if !answered && stop(self) {
                return None;
            }
            if decided {
                return Some(Progress::Decision);
            }
            let Some(stage) = stage else { break };
            self.world.run_schedule(stage.label);
        }
        // A ruleset that runs out of stages or turns in circles is at fault; the game goes on.
        let reason = "the ruleset found nothing more to do".to_owned();
        self.world.resource_mut::<Journal>().write(
            Event::Ended {
                winner: None,
                reason: reason.clone(),
            },
            &[],
        );
        self.world.resource_mut::<Flow>().end(Ending {
            winner: None,
            reason,
        });
        Some(Progress::Over)
    }

    /// The open decision, if any.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.world.resource::<Flow>().decision().map(Arc::as_ref)
    }

    /// The open decision, if any, to keep while the battle is asked about it.
    #[must_use]
    pub fn open_decision(&self) -> Option<Arc<Decision>> {
        self.world.resource::<Flow>().decision().cloned()
    }

    /// How the battle ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.world.resource::<Flow>().ending()
    }

    /// Whether a choice would be accepted.
    ///
    /// # Errors
    /// The refusal that [`Battle::choose`] would give.
    pub fn check(&mut self, choice: &Choice) -> Result<(), Refusal> {
        let Some(decision) = self.open_decision() else {
            return Err(Refusal::new("no decision is open".to_owned()));
        };
        let offer = decision.offer_for(choice)?;
        self.ruleset
            .check(&mut self.world, &decision, offer, choice)
    }

    /// Cost of a move whose choice has a path of its own; `None` if its ruleset does not say. See
    /// [`Ruleset::drawn_way`].
    ///
    /// # Errors
    /// As [`Battle::check`].
    pub fn drawn_way(&mut self, choice: &Choice) -> Result<Option<CellOption>, Refusal> {
        self.check(choice)?;
        let decision = self.open_decision();
        Ok(
            decision
                .and_then(|decision| self.ruleset.drawn_way(&mut self.world, &decision, choice)),
        )
    }

    /// Why the open decision does not offer something, as far as its ruleset tells. What `wanted`
    /// leaves out (item, mode, target, fields) may be anything. `None` if it is on offer, or
    /// no reason is known. Enemies of which its side does not know are not named, but for the wanted target.
    pub fn why_not(&mut self, wanted: &Choice) -> Option<Refusal> {
        let decision = self.open_decision()?;
        let target = wanted.target.and_then(Target::combatant);
        self.as_known_to(
            Some(decision.side),
            [decision.actor, target],
            |ruleset, world| ruleset.why_not(world, &decision, wanted),
        )
    }

    /// Actions that the open decision does not offer, in the order of the ruleset's terms, with the reasons for
    /// which it does not; those of which it tells nothing are left out.
    pub fn missing(&mut self) -> Vec<(Action, Refusal)> {
        let Some(decision) = self.open_decision() else {
            return Vec::new();
        };
        let terms = self.ruleset.terms();
        let offered =
            |action: &Action| decision.offers.iter().any(|offer| offer.action.is(*action));
        let missing = terms.actions.iter().filter(|action| !offered(action));
        let with_reasons = missing.filter_map(|&action| {
            let wanted = Choice::of(action);
            Some((action, self.why_not(&wanted)?))
        });
        with_reasons.collect()
    }

    /// Answers the open decision. Call [`Battle::advance`] afterwards.
    ///
    /// # Errors
    /// A refusal with its reason if the choice is illegal; nothing has changed then.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Refusal> {
        if let Err(mut refusal) = self.check(&choice) {
            if let Some(why) = self.why_not(&choice) {
                refusal.add(why);
            }
            return Err(refusal);
        }
        let flow = self.world.resource::<Flow>();
        if let Some(decision) = flow.decision()
            && !decision.sealed
        {
            let decision = Arc::clone(decision);
            choice_entry::write_choice(&mut self.world, &decision, &choice);
        }
        self.world.resource_mut::<Flow>().answer(choice);
        Ok(())
    }

    /// The sides allied with a side, itself among them.
    #[must_use]
    pub fn alliance(&self, side: SideId) -> SideSet {
        self.world.resource::<Board>().alliance(side)
    }

    /// The side that a combatant fights for.
    pub(crate) fn side_of(&self, who: CombatantId) -> Option<SideId> {
        let entity = *self
            .world
            .resource::<Roster>()
            .combatants
            .get(who.index())?;
        Some(self.world.get::<Allegiance>(entity)?.0)
    }

    /// Whether two sides are enemies.
    #[must_use]
    pub fn hostile(&self, a: SideId, b: SideId) -> bool {
        self.world.resource::<Board>().hostile(a, b)
    }

    /// Everything that has happened so far.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        self.world.resource::<Journal>()
    }

    /// Entries from a number on that a side may see; `None` sees all.
    pub fn entries_from(&self, number: usize, side: Option<SideId>) -> Vec<Entry> {
        self.journal()
            .entries()
            .iter()
            .skip(number)
            .filter(|entry| entry.visible_to(side))
            .cloned()
            .collect()
    }

    /// The round being fought, from 1; 0 before the first.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.world.resource::<Flow>().round
    }

    /// The set-up it began with.
    #[must_use]
    pub const fn setup(&self) -> &BattleSetup {
        &self.setup
    }

    /// The ruleset it is fought under.
    #[must_use]
    pub const fn ruleset(&self) -> &Arc<dyn Ruleset> {
        &self.ruleset
    }

    /// The map as it is now, doors included.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.world.resource::<Board>().map
    }

    /// Those of a side who could fight again, as they are now, in roster order.
    #[must_use]
    pub fn survivors(&self, side: SideId) -> Vec<UnitEntry> {
        let roster = self.world.resource::<Roster>();
        let unit_entries = self.setup.sides.iter().flat_map(|side| &side.warband);
        roster
            .combatant_ids()
            .zip(unit_entries)
            .filter(|(id, _)| {
                let allegiance = self.world.get::<Allegiance>(roster.combatant(*id));
                allegiance.is_some_and(|allegiance| allegiance.0 == side)
            })
            .filter_map(|(id, unit_entry)| {
                Some(UnitEntry {
                    unit: Arc::clone(&unit_entry.unit),
                    cell: None,
                    name: Some(narration::name_of(&self.world, id)),
                    start: self.ruleset.carried_over(&self.world, id)?,
                })
            })
            .collect()
    }

    /// See [`Ruleset::least`]; `None` if nobody has to decide.
    pub fn least(&mut self) -> Option<Choice> {
        let decision = self.decision()?.clone();
        Some(self.ruleset.least(&mut self.world, &decision))
    }

    /// See [`Ruleset::order`]; everyone, no matter who may see it.
    pub fn order(&mut self) -> Vec<OrderEntry> {
        self.ruleset.order(&mut self.world)
    }

    /// See [`Ruleset::prescribed`]; `None` if nobody has to decide.
    pub fn prescribed(&mut self) -> Option<Choice> {
        let decision = self.open_decision()?;
        self.ruleset.prescribed(&mut self.world, &decision)
    }

    /// See [`Ruleset::is_settled`].
    pub fn is_settled(&mut self) -> bool {
        self.ruleset.is_settled(&mut self.world, None)
    }

    /// See [`Ruleset::item_state`].
    pub fn item_state(&mut self, item: ItemId) -> ItemState {
        self.ruleset.item_state(&mut self.world, item)
    }

    /// See [`Ruleset::chance_of`]; `None` if nothing is open.
    pub fn chance_of(&mut self, choice: &Choice) -> Option<Check> {
        let decision = self.open_decision()?;
        self.ruleset.chance_of(&mut self.world, &decision, choice)
    }

    /// See [`Ruleset::shelter`]; 0 if nothing is open.
    pub fn shelter(&mut self, choice: &Choice) -> f64 {
        let Some(decision) = self.open_decision() else {
            return 0.0;
        };
        self.ruleset.shelter(&mut self.world, &decision, choice)
    }

    /// See [`Ruleset::vantage`]; [`Vantage::Beyond`] if the choice answers nothing that is open.
    pub fn vantage(&mut self, choice: &Choice) -> Vantage {
        let Some(decision) = self.open_decision() else {
            return Vantage::Beyond;
        };
        let concerned = [decision.actor, decision.against];
        self.as_known_to(Some(decision.side), concerned, |ruleset, world| {
            ruleset.vantage(world, &decision, choice)
        })
    }

    /// See [`Ruleset::attack_estimates`].
    pub fn attack_estimates(
        &mut self,
        attacker: CombatantId,
        places: &[AttackPlaces],
    ) -> Vec<Option<AttackEstimate>> {
        self.ruleset
            .attack_estimates(&mut self.world, attacker, places)
    }

    /// The same for one place.
    pub fn attack_estimate(
        &mut self,
        attacker: CombatantId,
        from: Cell,
        target: CombatantId,
        at: Cell,
    ) -> Option<AttackEstimate> {
        let places = [AttackPlaces { from, target, at }];
        let mut estimates = self.attack_estimates(attacker, &places).into_iter();
        estimates.next().flatten()
    }

    /// See [`Ruleset::strikes_from`].
    pub fn strikes_from(&mut self, attacker: CombatantId, target: CombatantId) -> Vec<Cell> {
        self.ruleset.strikes_from(&mut self.world, attacker, target)
    }

    /// See [`Ruleset::path`].
    pub fn path(&mut self, mover: CombatantId, to: Cell) -> Vec<Cell> {
        self.ruleset.path(&mut self.world, mover, to)
    }

    /// See [`Ruleset::reachable`]; the side asks that has to decide now.
    pub fn reachable(&mut self, who: CombatantId) -> Vec<CellOption> {
        let asking = self.decision().map(|decision| decision.side);
        self.reachable_as(who, asking)
    }

    /// The same as far as a side knows, also where another side decides; `None` knows all.
    pub fn reachable_as(&mut self, who: CombatantId, asking: Option<SideId>) -> Vec<CellOption> {
        self.as_known_to(asking, [Some(who), None], |ruleset, world| {
            ruleset.reachable(world, who, asking)
        })
    }

    /// See [`Ruleset::threatened`]; the side asks that has to decide now.
    pub fn threatened(&mut self, who: CombatantId) -> Vec<ThreatenedCell> {
        let asking = self.decision().map(|decision| decision.side);
        self.threatened_as(who, asking)
    }

    /// The same as far as a side knows, also where another side decides; `None` knows all.
    pub fn threatened_as(
        &mut self,
        who: CombatantId,
        asking: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        self.as_known_to(asking, [Some(who), None], |ruleset, world| {
            ruleset.threatened(world, who, asking)
        })
    }

    /// See [`Ruleset::range_bands`].
    pub fn range_bands(&mut self, item: ItemId) -> Vec<RangeBand> {
        self.ruleset.range_bands(&mut self.world, item)
    }

    /// See [`Ruleset::sheet`].
    pub fn sheet(&mut self, who: CombatantId) -> Sheet {
        self.ruleset.sheet(&mut self.world, who)
    }

    /// The world, for tests that look at single components.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The world, for tests and case runners that set up a starting state.
    #[must_use]
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
}
