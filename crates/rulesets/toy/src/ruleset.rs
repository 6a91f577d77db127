//! The ruleset as the engine sees it: each question is answered by the code that plays.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::world::World;
use shieldwall_battle::{
    AttackEstimate, BattleSetup, Candidates, CellOption, Check, Choice, CombatantId, Combatants,
    Decision, Event, Flow, HitPoints, Offer, Refusal, Roster, Ruleset, SetupError, Sheet, SheetRow,
    SheetSection, SideId, Start, Target, Terms, Threat, ThreatenedCell, Vitality,
    question::{has_any, with_param},
    ruleset::AttackPlaces,
    sealed::has_chosen,
    setup,
    stage::Stage,
    terms::{Change, Condition, Harm, Term, Word},
    view::OrderEntry,
};
use shieldwall_content::{Library, Unit};
use shieldwall_grid::{Cell, Direction, Reach};

use crate::{
    attack::{self, Attack, TurnAction},
    combatant::{Able, BREATHS, Breath, Build, Facing, Guard, Stun},
    movement,
    order::Round,
    round,
    tables::{self, ID, StatBlock},
    terms::{BEAR, BREATHE, DAZED, TERMS, WAIT},
};

/// All combatants, and everything that an attack depends on.
type Fighters<'w, 's> = Combatants<
    'w,
    's,
    (
        &'static Build,
        &'static Breath,
        &'static Guard,
        &'static Stun,
        &'static Facing,
        &'static HitPoints,
    ),
>;

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
        movement::path(&reach(world, who), choice.target, &choice.path).map(drop)
    }

    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let who = decision.actor?;
        let mut all = Candidates::with_reasons();
        with_param::<Able, _>(world, |able| {
            round::candidates(&able, who, decision.kind, &mut all);
        });
        all.why_not(world, decision, wanted)
    }

    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start> {
        let entity = world.entity(world.resource::<Roster>().combatant(who));
        let (vitality, points) = entity.get_components::<(&Vitality, &HitPoints)>().ok()?;
        let mut start = Start::default();
        let state = tables::Start {
            health: Some(points.current),
            ..tables::Start::default()
        };
        start.set(ID, &state);
        (*vitality == Vitality::Active).then_some(start)
    }

    fn least(&self, _: &mut World, decision: &Decision) -> Choice {
        let least = [WAIT, BREATHE, BEAR];
        let offers = decision.offers.iter();
        let found = offers.rev().find(|offer| least.contains(&offer.action));
        Choice::of(found.map_or(BREATHE, |offer| offer.action))
    }

    fn is_settled(&self, world: &mut World, _: Option<&Decision>) -> bool {
        let mut sealed = world.resource::<Flow>().sealed().iter();
        let waits = sealed.any(|(_, choice)| choice.target.is_some());
        let under_way = has_any::<Attack>(world);
        !waits && !under_way
    }

    fn chance_of(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Option<Check> {
        let who = decision.actor?;
        let target = choice.target.and_then(Target::combatant)?;
        let action = *decision.act::<TurnAction>(choice)?;
        let attack = Attack {
            effort: choice.fields.amount(attack::EFFORT).unwrap_or(0),
            ..attack(who, target, action)
        };
        with_param::<Able, _>(world, |able| {
            let skills = [who, target].map(|who| able.get(who).1.0.0.skill);
            Some(attack::check(&attack, skills))
        })
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
        with_param::<Fighters, _>(world, |fighters| {
            let estimate = |places: &AttackPlaces| estimate(&fighters, attacker, *places);
            places.iter().map(estimate).collect()
        })
    }

    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
        reach(world, mover).path(to).unwrap_or_default()
    }

    fn reachable(&self, world: &mut World, who: CombatantId, _: Option<SideId>) -> Vec<CellOption> {
        movement::options(&reach(world, who))
    }

    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        _: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        let reach = reach(world, who);
        let stands: Vec<Cell> = reach.stops().map(|(cell, _)| cell).collect();
        with_param::<Able, _>(world, |able| {
            let map = &able.board.map;
            let shots = if able.get(who).1.0.0.archer {
                &stands[..]
            } else {
                &[]
            };
            let shots = shots
                .iter()
                .flat_map(|from| map.disc_in_sight(*from, attack::RANGE));
            let blows = stands.iter().flat_map(|from| {
                let near = map.grid().neighbours(*from).map(|(_, near)| near);
                near.filter(|near| map.in_contact(*from, *near))
            });
            let shots = shots.map(|cell| (cell, Threat::Missile));
            ThreatenedCell::all(shots.chain(blows.map(|cell| (cell, Threat::Blow))))
        })
    }

    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet {
        with_param::<Able, _>(world, |able| {
            let (body, (build, breath)) = able.get(who);
            let mut sheet = sheet_of(body.name(), build.0);
            sheet.who = Some(who);
            let breath = format!("{} of {BREATHS}", breath.0);
            sheet.sections[0].rows.push(SheetRow::new("Breath", breath));
            sheet
        })
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
        with_param::<Fighters, _>(world, |fighters| {
            let (_, (.., stun, facing, _)) = fighters.get(who);
            let dazed = stun.0.then_some(DAZED);
            (dazed.into_iter().collect(), Some(facing.0))
        })
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
                    chance: None,
                    reactions: 0,
                    acted: has_chosen(flow, *who),
                    done: place < round.place,
                    now: place == round.place,
                    with_previous: index > 0,
                });
            }
        }
        entries
    }
}

/// The cells that a combatant can walk to.
fn reach(world: &mut World, who: CombatantId) -> Reach {
    with_param::<Combatants, _>(world, |combatants: Combatants| {
        let from = combatants.body(who).cell();
        movement::reach(&combatants.board, from, &combatants.taken_but_for(who))
    })
}

/// An attack as it would be declared.
const fn attack(who: CombatantId, target: CombatantId, action: TurnAction) -> Attack {
    Attack {
        number: 0,
        who,
        target,
        missile: matches!(action, TurnAction::Shot),
        effort: 0,
        behind: false,
        guarded: None,
        harm: None,
    }
}

/// The value of an attack from one cell on another, for brains; `None` if there is none.
fn estimate(
    fighters: &Fighters<'_, '_>,
    who: CombatantId,
    AttackPlaces { from, target, at }: AttackPlaces,
) -> Option<AttackEstimate> {
    let (board, (_, (build, breath, ..))) = (&fighters.board, fighters.get(who));
    let (_, (other, _, guard, stun, facing, points)) = fighters.get(target);
    let mut actions = [TurnAction::Blow, TurnAction::Shot].into_iter();
    let action = actions.find(|action| {
        let able = attack::is_able(build, breath, *action);
        able.and(attack::reaches(board, from, at, *action)).is_ok()
    })?;
    let mut attack = Attack {
        behind: facing.is_behind(board.map.grid(), at, from),
        ..attack(who, target, action)
    };
    attack.guarded = Some(attack::may_guard(&attack, *guard, *stun));
    let check = attack::check(&attack, [build.0.skill, other.0.skill]);
    let hits = f64::from(check.chance) / 100.0;
    let harm = |die: i32| die + i32::from(attack.behind);
    let defeating = (1..=3).filter(|die| harm(*die) >= points.current);
    Some(AttackEstimate {
        item: None,
        missile: attack.missile,
        disarms: false,
        expected_loss: hits * f64::from(harm(2)),
        defeats: hits * defeating.count() as f64 / 3.0,
        blast: false,
        others: 0.0,
    })
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
    let combatants = world.resource::<Roster>().combatants.clone();
    let unit_entries = setup.sides.iter().flat_map(|side| &side.warband);
    for (entity, unit_entry) in combatants.into_iter().zip(unit_entries) {
        let (_, stats) = setup::stats_of::<StatBlock>(world, entity, ID)?;
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
