//! The ruleset as the engine sees it.

use std::{collections::BTreeMap, sync::Arc};

use bevy_app::App;
use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    AttackEstimate, BattleSetup, Candidates, CellOption, Check, Choice, CombatantId, Decision,
    Event, Flow, HitPoints, ItemId, ItemState, Offer, Refusal, Roster, Ruleset, SetupError, Sheet,
    SheetRow, SheetSection, SideId, Start, Target, Terms, Threat, ThreatenedCell, Vitality,
    combatant::Profile,
    narration::name_of,
    ruleset::{AttackPlaces, RangeBand},
    setup,
    stage::Stage,
    terms::{Change, Condition, Harm, Term, Word},
    view::OrderEntry,
};
use shieldwall_content::{Library, Unit};
use shieldwall_grid::{Cell, Direction};

use crate::{
    attack::{self, Attack, TurnAction},
    combatant::{BREATHS, Breath, Build, Facing, Guard, State, Stun},
    movement,
    round::{self, Round},
    tables::{self, ID, StatBlock},
    terms::{BEAR, BREATHE, DAZED, TERMS, WAIT},
};

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Toy;

/// The ruleset, ready to be handed to a battle.
#[must_use]
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Toy)
}

/// What a forecast says of those who are dazed.
const DAZED_CHANGE: Change = Word(&Term::new("dazed", Harm(1)));

impl Ruleset for Toy {
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
        deploy(world, setup)
    }

    fn first_stage(&self) -> Stage {
        round::lots()
    }

    fn check(
        &self,
        world: &mut World,
        decision: &Decision,
        _: &Offer,
        choice: &Choice,
    ) -> Result<(), Refusal> {
        let Some(who) = decision.actor else {
            return Ok(());
        };
        movement::path(&State::of(world), who, choice.target, &choice.path).map(drop)
    }

    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let mut all = Candidates::with_reasons();
        round::candidates(&State::of(world), decision.actor?, decision.kind, &mut all);
        all.why_not(world, decision, wanted)
    }

    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start> {
        let state = State::of(world);
        let figure = state.figure(who);
        figure.is_up().then(|| {
            let mut start = Start::default();
            let state = tables::Start {
                health: Some(figure.points.current),
                ..tables::Start::default()
            };
            start.set(ID, &state);
            start
        })
    }

    fn least(&self, _: &mut World, decision: &Decision) -> Choice {
        let least = [WAIT, BREATHE, BEAR];
        let offers = decision.offers.iter();
        let found = offers.rev().find(|offer| least.contains(&offer.action));
        Choice::of(found.map_or(BREATHE, |offer| offer.action))
    }

    fn is_settled(&self, world: &mut World) -> bool {
        let mut sealed = world.resource::<Flow>().sealed().iter();
        let waits = sealed.any(|(_, choice)| choice.target.is_some());
        let under_way = world.query::<&Attack>().iter(world).next().is_some();
        !waits && !under_way
    }

    fn item_state(&self, world: &mut World, item: ItemId) -> ItemState {
        let roster = world.resource::<Roster>();
        let lying = world.get::<shieldwall_battle::Lying>(roster.item(item));
        ItemState {
            cell: lying.map(|lying| lying.0),
            ..ItemState::default()
        }
    }

    fn chance_of(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Option<Check> {
        let Some(Target::Combatant(target)) = choice.target else {
            return None;
        };
        let action = *decision.act::<TurnAction>(choice)?;
        let attack = Attack {
            number: 0,
            who: decision.actor?,
            target,
            missile: action == TurnAction::Shot,
            effort: choice.fields.amount(attack::EFFORT).unwrap_or(0),
            behind: false,
            guarded: None,
            harm: None,
        };
        Some(attack::check(&State::of(world), &attack, false))
    }

    fn change_told(&self, event: &Event) -> Option<(CombatantId, Change)> {
        match event {
            Event::Condition { who, condition, on } if *on && *condition == DAZED => {
                Some((*who, DAZED_CHANGE))
            }
            _ => None,
        }
    }

    fn attack_estimates(
        &self,
        world: &mut World,
        attacker: CombatantId,
        places: &[AttackPlaces],
    ) -> Vec<Option<AttackEstimate>> {
        let state = State::of(world);
        let estimate = |places: &AttackPlaces| attack::estimate(&state, attacker, *places);
        places.iter().map(estimate).collect()
    }

    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
        let state = State::of(world);
        movement::reach(&state, mover).path(to).unwrap_or_default()
    }

    fn reachable(&self, world: &mut World, who: CombatantId, _: Option<SideId>) -> Vec<CellOption> {
        movement::options(&State::of(world), who)
    }

    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        _: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        let state = State::of(world);
        let figure = state.figure(who);
        let mut stands: Vec<Cell> = vec![figure.cell];
        stands.extend(
            movement::options(&state, who)
                .iter()
                .map(|option| option.cell),
        );
        let map = &state.board.map;
        let mut threatened: BTreeMap<Cell, Threat> = BTreeMap::new();
        for from in stands {
            let near = map.grid().neighbours(from).map(|(_, near)| near);
            for cell in near.filter(|cell| map.in_contact(from, *cell)) {
                threatened.insert(cell, Threat::Blow);
            }
            if figure.stats.archer {
                for cell in map.disc_in_sight(from, attack::RANGE) {
                    threatened.entry(cell).or_insert(Threat::Missile);
                }
            }
        }
        let cells = threatened.into_iter();
        cells
            .map(|(cell, threat)| ThreatenedCell { cell, threat })
            .collect()
    }

    fn range_bands(&self, _: &mut World, _: ItemId) -> Vec<RangeBand> {
        Vec::new()
    }

    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet {
        let state = State::of(world);
        let figure = state.figure(who);
        let mut sheet = sheet_of(&name_of(world, who), figure.stats);
        sheet.who = Some(who);
        sheet.sections[0].rows.push(SheetRow::new(
            "Breath",
            format!("{} of {BREATHS}", figure.breath),
        ));
        sheet
    }

    fn unit_sheet(&self, _: &Library, unit: &Unit) -> Sheet {
        let stats = unit.blocks.get::<StatBlock>();
        sheet_of(&unit.name, stats.copied().unwrap_or_default())
    }

    fn conditions(
        &self,
        world: &mut World,
        who: CombatantId,
    ) -> (Vec<Condition>, Option<Direction>) {
        let state = State::of(world);
        let figure = state.figure(who);
        let dazed = figure.stunned.then_some(DAZED);
        (dazed.into_iter().collect(), Some(figure.facing))
    }

    fn order(&self, world: &mut World) -> Vec<OrderEntry> {
        let (round, flow) = (world.resource::<Round>(), world.resource::<Flow>());
        let mut entries = Vec::new();
        for (place, (number, together)) in round.order.iter().enumerate() {
            for (index, who) in together.iter().enumerate() {
                entries.push(OrderEntry {
                    who: *who,
                    rank: Some(*number),
                    ready: place >= round.place,
                    note: None,
                    reactions: 0,
                    acted: round::has_chosen(flow, *who),
                    done: place < round.place,
                    now: place == round.place,
                    with_previous: index > 0,
                });
            }
        }
        entries
    }
}

fn sheet_of(name: &str, stats: StatBlock) -> Sheet {
    Sheet {
        who: None,
        name: name.to_owned(),
        sections: vec![SheetSection {
            title: "Figures",
            injuries: false,
            rows: vec![
                SheetRow::new("Skill", stats.skill.to_string()),
                SheetRow::new("Health", stats.health.to_string()),
            ],
        }],
        items: Vec::new(),
    }
}

/// Gives every combatant its components.
fn deploy(world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
    world.insert_resource(Round::default());
    let leftover: Vec<Entity> = world
        .query_filtered::<Entity, With<Attack>>()
        .iter(world)
        .collect();
    for attack in leftover {
        world.despawn(attack);
    }
    let combatants = world.resource::<Roster>().combatants.clone();
    let unit_entries = setup.sides.iter().flat_map(|side| &side.warband);
    for (entity, unit_entry) in combatants.into_iter().zip(unit_entries) {
        let profile = world.get::<Profile>(entity);
        let stats = profile.and_then(|profile| profile.unit.blocks.get::<StatBlock>().copied());
        let stats = stats.ok_or_else(|| SetupError::NoStatBlock {
            unit: unit_entry.unit.id.clone(),
            ruleset: ID,
        })?;
        let start = unit_entry
            .start
            .get::<tables::Start>(ID)?
            .unwrap_or_default();
        let facing = setup::first_facing(world, entity);
        world.entity_mut(entity).insert((
            Build(stats),
            Breath(start.breath.unwrap_or(BREATHS).clamp(0, BREATHS)),
            Guard(true),
            Stun(start.dazed),
            Facing(facing),
            Vitality::Active,
            HitPoints {
                current: start.health.unwrap_or(stats.health).clamp(1, stats.health),
                max: stats.health,
            },
        ));
    }
    Ok(())
}
