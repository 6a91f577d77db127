//! The ruleset as the engine sees it.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    AttackEstimate, BattleSetup, CellOption, Check, Choice, CombatantId, Decision, Event,
    FieldValue, Flow, ItemId, ItemState, LinkView, Offer, Refusal, Rest, Ruleset, SetupError,
    Sheet, SideId, Start, Target, Terms, ThreatenedCell, UnitEntry,
    forecast::OwnForecast,
    question::has_any,
    ruleset::{AttackPlaces, RangeBand},
    sealed::Revealed,
    stage::Stage,
    terms::{Change, Condition},
    view::{OrderEntry, TrackState},
};
use shieldwall_content::{Level, Library, Unit};
use shieldwall_grid::{Cell, Direction};

use crate::{
    attack::{
        Attack, acts::NumberAction, free_attacks::Interludes, legality::is_subduable, reckoning,
    },
    carried_over,
    content::blocks::{self, ID},
    deployment, feats,
    figure::{
        battlefield::{Battlefield, with_battlefield},
        contrivances::Contrivance,
        walk::{Walk, WalkState},
    },
    movement::ways::Legs,
    queries, sheets, stages,
    terms::{
        actions::{
            CAST, FEND, FIGHT, FORGO, LET_COME, LIE_LOW, MOVE, PASS, REFUSE, SAY_NOTHING,
            SINGLE_OUT, STAND, STOP, STRIKE, STRIKE_FREELY, STRUGGLE, USE_WAND,
        },
        changes::{BREAKS, FALLS, HALTS, REELS, STICKS, STUNS, WEAKENS},
        conditions::{BROKEN, KEPT_OFF, LODGED, PRONE, STUNNED, WEAKENED},
        decisions::{ACTION, DECLARATION, FENDING, FREE_ATTACK},
        fields::{FACING, PURPOSE, SUBDUE},
        reasons,
        rules::R031,
        words::{CON, HOLDS, TERMS},
    },
    turn::{
        asking::candidates_of,
        parley::{self, Talks},
        prospects,
        surprise::Segments,
    },
};

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct D20;

/// The ruleset, ready to be handed to a battle.
#[must_use]
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(D20)
}

impl Ruleset for D20 {
    fn id(&self) -> &'static str {
        ID
    }

    fn terms(&self) -> &'static Terms {
        &TERMS
    }

    fn shares_its_cells(&self, unit_entry: &UnitEntry) -> bool {
        let start = unit_entry.start.get::<blocks::Start>(ID);
        start.is_ok_and(|start| start.is_some_and(|start| start.astride.is_some()))
    }

    fn build(&self, app: &mut App) {
        crate::plugin(app);
    }

    fn props(&self, level: &Level) -> Vec<Cell> {
        let settings = level.settings.get::<blocks::Settings>();
        let props = settings.map_or(&[] as &[_], |settings| &settings.prop);
        let cells = props.iter().map(|prop| prop.cell(level.map.grid()));
        cells.flatten().collect()
    }

    fn deploy(&self, world: &mut World, setup: &BattleSetup) -> Result<(), SetupError> {
        deployment::deploy(world, setup)
    }

    fn first_stage(&self) -> Stage {
        stages::parley()
    }

    fn check(
        &self,
        world: &mut World,
        decision: &Decision,
        _: &Offer,
        choice: &Choice,
    ) -> Result<(), Refusal> {
        // Only some can be beaten down (D20-147).
        if choice.fields.option(PURPOSE) == Some(SUBDUE)
            && let Some(target) = choice.target
            && !with_battlefield(world, |field| is_subduable(field, &target))
        {
            return Err(Refusal::because("this creature", &reasons::FIGHTS_ON));
        }
        let (Some(who), Some(Target::Cell(cell))) = (decision.actor, choice.target) else {
            return Ok(());
        };
        if choice.path.is_empty() {
            return Ok(());
        }
        let path = self.path(world, who, cell);
        if path == choice.path {
            return Ok(());
        }
        // A mover that goes on after a blow takes the shortest way.
        let begins = !has_any::<Walk>(world);
        let may_go = begins
            && choice.action == MOVE
            && choice.path.last() == Some(&cell)
            && with_battlefield(world, |field| {
                let mover = field.figure(who);
                let legs = field.legs(&mover);
                let charges = field.ways(&mover, legs).is_charge(cell);
                !charges && field.along(&mover, legs, &choice.path).is_some()
            });
        if may_go {
            return Ok(());
        }
        let reason = "there is no such way: it is blocked, too long, or no straight charge";
        Err(Refusal::with_rules(reason.to_owned(), &[R031]))
    }

    fn drawn_way(
        &self,
        world: &mut World,
        decision: &Decision,
        choice: &Choice,
    ) -> Option<CellOption> {
        let who = decision.actor?;
        with_battlefield(world, |field| {
            let mover = field.figure(who);
            field.along(&mover, field.legs(&mover), &choice.path)
        })
    }

    fn why_not(&self, world: &mut World, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let flow = world.resource::<Flow>().clone();
        let segments = *world.resource::<Segments>();
        let all = with_battlefield(world, |field| {
            candidates_of(field, (&flow, segments), decision)
        });
        all.why_not(world, decision, wanted)
    }

    fn prescribed(&self, world: &mut World, decision: &Decision) -> Option<Choice> {
        if let Some(taken) = self.assumed(decision) {
            return Some(taken);
        }
        let talks = world.resource::<Talks>().clone();
        with_battlefield(world, |field| parley::prescribed(field, &talks, decision))
    }

    /// A free attack costs nothing, so it is taken.
    fn assumed(&self, decision: &Decision) -> Option<Choice> {
        let strike = (decision.kind == FREE_ATTACK).then(|| decision.offers.first())?;
        Some(strike?.choice(None, None))
    }

    fn rested(&self, start: &mut Start, _: &Rest, weeks: u32) {
        carried_over::rested(start, weeks);
    }

    fn carried_over(&self, world: &World, who: CombatantId) -> Option<Start> {
        carried_over::start_after(world, who)
    }

    fn least(&self, world: &mut World, decision: &Decision) -> Choice {
        let least = [
            FIGHT,
            STAND,
            STOP,
            LET_COME,
            FORGO,
            LIE_LOW,
            SAY_NOTHING,
            REFUSE,
            PASS,
        ];
        let offers = decision.offers.iter();
        let found = offers
            .into_iter()
            .find(|offer| least.contains(&offer.action));
        let mut choice = found.map_or(Choice::of(PASS), |offer| offer.choice(None, None));
        // The least is to face as one does.
        if let (Some(who), Some(_)) = (decision.actor, choice.fields.get(FACING)) {
            let way = with_battlefield(world, |field| {
                let facing = field.figure(who).facing.0;
                field.grid().direction_name(facing)
            });
            choice.fields.set(FACING, FieldValue::Option(way));
        }
        choice
    }

    fn is_settled(&self, world: &mut World, _: Option<&Decision>) -> bool {
        let sealed = !world.resource::<Flow>().sealed().is_empty();
        let revealed = !world.resource::<Revealed>().0.is_empty();
        let attacks = has_any::<Attack>(world);
        let spells = !world
            .resource::<crate::spells::PendingSpells>()
            .0
            .is_empty();
        let walks = has_any::<Walk>(world);
        let interludes = !world.resource::<Interludes>().0.is_empty();
        let feats = !world.resource::<feats::PendingFeats>().queue.is_empty();
        !(feats || sealed || revealed || attacks || walks || spells || interludes)
    }

    fn item_state(&self, world: &mut World, item: ItemId) -> ItemState {
        let entity = world.resource::<shieldwall_battle::Roster>().item(item);
        let lying = world.get::<shieldwall_battle::Lying>(entity);
        ItemState {
            cell: lying.map(|lying| lying.0),
            readied: world
                .get::<crate::figure::Readied>(entity)
                .is_some_and(|readied| readied.0),
            ammunition: queries::shots(world, entity),
            ..ItemState::default()
        }
    }

    fn forecast(&self, world: &mut World, decision: &Decision, choice: &Choice) -> OwnForecast {
        // What is declared is played a whole round later, with everybody's dice before it.
        if decision.kind == DECLARATION {
            return OwnForecast::of(with_battlefield(world, |field| {
                prospects::forecast(field, decision, choice)
            }));
        }
        if decision.kind == FENDING {
            let (Some(who), Some(mover)) = (decision.actor, decision.against) else {
                return OwnForecast::Nothing;
            };
            if choice.action != FEND {
                return OwnForecast::Nothing;
            }
            let forecast =
                with_battlefield(world, |field| reckoning::of_fending(field, who, mover));
            return forecast.map_or(OwnForecast::Play, |forecast| {
                OwnForecast::Told(Box::new(forecast))
            });
        }
        if let (Some(who), Some(NumberAction::Use(thing))) = (decision.actor, decision.act(choice))
        {
            return with_battlefield(world, |field| {
                let Contrivance::Prop(place) = *thing else {
                    return OwnForecast::Nothing;
                };
                let prop = field.rules.0.prop.get(place);
                let outcomes = prop
                    .and_then(|prop| feats::reckoning::outcomes(field, &field.figure(who), prop));
                outcomes.map_or(OwnForecast::Nothing, |outcomes| {
                    OwnForecast::Reckoned(Box::new(outcomes))
                })
            });
        }
        if decision.kind == ACTION
            && [CAST, USE_WAND].contains(&choice.action)
            && let Some(who) = decision.actor
        {
            let outcomes = with_battlefield(world, |field| {
                crate::spells::reckoning::outcomes(field, who, choice)
            });
            return outcomes.map_or(OwnForecast::Play, |outcomes| {
                OwnForecast::Reckoned(Box::new(outcomes))
            });
        }
        // A plain attack is reckoned: to play it with all that a fumble leads to takes long.
        if let Some(who) = decision.actor
            && let Some(action) = decision.act::<NumberAction>(choice)
            && let Some(outcomes) = with_battlefield(world, |field| {
                reckoning::outcomes(field, &action.attack(field, who, choice)?)
            })
        {
            return OwnForecast::Reckoned(Box::new(outcomes));
        }
        let walks = choice.action == MOVE;
        let strikes = matches!(choice.target, Some(Target::Combatant(_)))
            || [STRIKE, SINGLE_OUT, FEND, STRIKE_FREELY, STRUGGLE].contains(&choice.action);
        if !(walks || strikes) {
            OwnForecast::Nothing
        } else {
            OwnForecast::Play
        }
    }

    fn chance_of(&self, world: &mut World, decision: &Decision, choice: &Choice) -> Option<Check> {
        with_battlefield(world, |field| queries::chance_of(field, decision, choice))
    }

    fn change_told(&self, event: &Event) -> Option<(CombatantId, Change)> {
        match event {
            Event::Condition {
                who,
                condition,
                on: true,
            } => {
                let changes = [
                    (PRONE, FALLS),
                    (BROKEN, BREAKS),
                    (WEAKENED, REELS),
                    (STUNNED, STUNS),
                    (KEPT_OFF, HALTS),
                    (LODGED, STICKS),
                ];
                let mut changes = changes.into_iter();
                let (_, change) = changes.find(|(known, _)| known == condition)?;
                Some((*who, change))
            }
            Event::Track {
                who,
                track,
                from,
                to,
                ..
            } if *track == CON && to < from => Some((*who, WEAKENS)),
            _ => None,
        }
    }

    fn attack_estimates(
        &self,
        world: &mut World,
        attacker: CombatantId,
        places: &[AttackPlaces],
    ) -> Vec<Option<AttackEstimate>> {
        with_battlefield(world, |field| {
            let estimate =
                |places: &AttackPlaces| queries::attack_estimate(field, attacker, *places);
            places.iter().map(estimate).collect()
        })
    }

    fn shelter(&self, world: &mut World, decision: &Decision, choice: &Choice) -> f64 {
        with_battlefield(world, |field| queries::shelter(field, decision, choice))
    }

    fn path(&self, world: &mut World, mover: CombatantId, to: Cell) -> Vec<Cell> {
        let legs = legs_of(world, mover);
        with_battlefield(world, |field| {
            let mover = field.figure(mover);
            if let Some(wall) = field.marching_wall(&mover) {
                return field.march(&wall).path(field, mover.cell(), to);
            }
            field
                .ways(&mover, legs.unwrap_or_else(|| field.legs(&mover)))
                .path(to)
        })
    }

    fn reachable(&self, world: &mut World, who: CombatantId, _: Option<SideId>) -> Vec<CellOption> {
        with_battlefield(world, |field| queries::reachable(field, who))
    }

    fn threatened(
        &self,
        world: &mut World,
        who: CombatantId,
        _: Option<SideId>,
    ) -> Vec<ThreatenedCell> {
        with_battlefield(world, |field| queries::threatened(field, who))
    }

    fn range_bands(&self, world: &mut World, item: ItemId) -> Vec<RangeBand> {
        with_battlefield(world, |field| queries::range_bands(field, item))
    }

    fn sheet(&self, world: &mut World, who: CombatantId) -> Sheet {
        with_battlefield(world, |field| sheets::sheet(field, who))
    }

    fn unit_sheet(&self, library: &Library, unit: &Unit) -> Sheet {
        sheets::unit_sheet(library, unit)
    }

    fn conditions(
        &self,
        world: &mut World,
        who: CombatantId,
    ) -> (Vec<Condition>, Option<Direction>) {
        with_battlefield(world, |field| {
            let figure = field.figure(who);
            (queries::conditions(&figure), Some(figure.facing.0))
        })
    }

    fn tracks(&self, world: &mut World, who: CombatantId) -> Vec<TrackState> {
        with_battlefield(world, |field| queries::tracks(&field.figure(who)))
    }

    fn links(&self, world: &mut World) -> Vec<LinkView> {
        with_battlefield(world, |field: &Battlefield<'_, '_>| {
            let holds = field.all().filter_map(|held| {
                Some(LinkView {
                    who: held.pinned.0?,
                    other: *held.id,
                    link: HOLDS,
                })
            });
            field.covers().into_iter().chain(holds).collect()
        })
    }

    fn order(&self, world: &mut World) -> Vec<OrderEntry> {
        queries::order(world)
    }
}

/// How far somebody may still go who was thrown back on its way; `None` for all others.
fn legs_of(world: &mut World, who: CombatantId) -> Option<Legs> {
    let mut walks = world.query::<&Walk>();
    let mut walks = walks.iter(world);
    let asking = walks.find(|walk| walk.who == who && walk.state == WalkState::Asking)?;
    Some(Legs {
        act: asking.act.saturating_sub(asking.spent),
        whole: asking.left,
    })
}
