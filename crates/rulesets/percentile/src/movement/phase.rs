//! The Movement phase: one at a time, the quick first (PCT-013 to PCT-018, PCT-R04 to PCT-R08).

use std::mem;

use crate::{
    combatant::state::Posture,
    content::blocks::{ShieldKind, Statements, WeaponClass},
    context::read::{FighterView, ReadContext, WriteContext},
    movement::{
        bands::{self, Band, Pace},
        ways::{Pathfinder, Ways},
    },
    stages,
    terms::{
        actions::{KNEEL, LEAP, MOVE, STAND, STAY},
        decisions::{MOVEMENT, STANCE},
        rules::{R002, R004, R013, R015, R125, RR04, RR05, RR06, RR08, RR35, RR77},
        stages as stage_names,
    },
    turn::order_key::{self, OrderKey},
};
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Choice, CombatantId, Event, Offer, Target, Targets, Writer, flow::Question,
};
use shieldwall_grid::{Cell, Metres};

impl ReadContext<'_, '_> {
    /// The key by which statements and moves are ordered: unreduced DEX, class and rating of the
    /// readied weapon (PCT-R02, PCT-R04).
    #[must_use]
    pub fn readied_key(&self, fighter: &FighterView<'_, '_>) -> OrderKey {
        let arm = self.readied_arm(fighter);
        OrderKey {
            rank: fighter.build.dexterity(),
            class: arm.class(fighter),
            rating: self.arm_rating(fighter, arm).value,
        }
    }

    /// How far a combatant may move now: as far as it stated, and less than 30 whole metres if it
    /// is involved in combat (PCT-015, PCT-R01, PCT-R07).
    #[must_use]
    pub fn budget(&self, fighter: &FighterView<'_, '_>) -> Metres {
        let stated = match self.rules.statement {
            Statements::Spoken => fighter
                .turn
                .statement
                .map_or(Pace::Hold, |statement| statement.pace),
            Statements::Skipped => Pace::Run,
        };
        stated.ceiling().min(bands::farthest(
            self.is_engaged(fighter.side(), fighter.cell()),
        ))
    }
}

/// Opens the phase: makes its order (PCT-R04).
pub fn open_movement(mut ctx: WriteContext) {
    if ctx.plan.opened {
        return;
    }
    ctx.write(
        Event::StageBegan {
            stage: stage_names::MOVEMENT,
        },
        &[R002],
    );
    let order = {
        let read = ctx.read();
        let entries: Vec<_> = read
            .all()
            .filter(FighterView::is_able)
            .map(|fighter| (*fighter.id, read.readied_key(&fighter)))
            .collect();
        order_key::one_by_one(entries, read.roster, read.round)
    };
    ctx.plan.steps = order.into_iter().map(|who| vec![who]).collect();
    ctx.plan.opened = true;
}

/// Lets the next combatant move: asks it, or carries out its answer.
pub fn move_next(mut ctx: WriteContext, mut pathfinder: ResMut<Pathfinder>) {
    if let Some((who, decision, choice)) = ctx.take_answer() {
        if decision.kind == STANCE {
            take_stance(&mut ctx, who, &choice);
            conclude(&mut ctx, who);
            return;
        }
        let path = {
            let read = ctx.read();
            let fighter = read.fighter(who);
            chosen_path(&read, &fighter, &choice, &mut pathfinder)
        };
        if !path.is_empty() {
            ctx.walk(who, &path, choice.action == LEAP);
        }
        ask_stance_or_conclude(&mut ctx, who, !path.is_empty());
        return;
    }
    let Some(who) = ctx.plan.current() else {
        ctx.plan.close();
        ctx.flow.replace(stages::actions());
        return;
    };
    let question = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        if fighter.is_able() {
            movement_question(&read, &fighter, &mut pathfinder)
        } else {
            None
        }
    };
    match question {
        Some(question) => ctx.ask(question),
        None => ask_stance_or_conclude(&mut ctx, who, false),
    }
}

/// The path a choice means: its own, or the cheapest.
fn chosen_path(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    choice: &Choice,
    pathfinder: &mut Pathfinder,
) -> Vec<Cell> {
    let Some(Target::Cell(cell)) = choice.target else {
        return Vec::new();
    };
    if !choice.path.is_empty() {
        return choice.path.clone();
    }
    let budget = read.budget(fighter);
    let ways = read.ways(fighter, budget, pathfinder);
    let grid = read.board.map.grid();
    if choice.action == LEAP {
        return read
            .drops(fighter, &ways, budget)
            .into_iter()
            .find(|(option, _)| option.cell == cell)
            .and_then(|(_, edge)| {
                let mut path = ways.path(grid, edge)?;
                path.push(cell);
                Some(path)
            })
            .unwrap_or_default();
    }
    ways.path(grid, cell).unwrap_or_default()
}

/// Where to move; `None` if there is nothing to choose.
fn movement_question(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    pathfinder: &mut Pathfinder,
) -> Option<Question> {
    let budget = read.budget(fighter);
    if budget == Metres::ZERO {
        return None;
    }
    let ways = read.ways(fighter, budget, pathfinder);
    let offers = movement_offers(read, fighter, &ways, budget);
    if offers.len() < 2 {
        return None;
    }
    Some(Question {
        side: fighter.side(),
        actor: Some(*fighter.id),
        kind: MOVEMENT,
        prompt: format!("Where does {} move?", fighter.name()),
        against: None,
        sealed: false,
        offers,
    })
}

fn movement_offers(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    ways: &Ways,
    budget: Metres,
) -> Vec<Offer> {
    let kneels = fighter.posture.kneels();
    let stay = if kneels { "Stay down" } else { "Stay here" };
    let mut offers = vec![Offer::new(STAY, stay, &[RR04])];
    let cells = ways.cells();
    if !cells.is_empty() {
        let label = if kneels { "Stand up and move" } else { "Move" };
        let mut offer = Offer::new(MOVE, label, &[RR04, RR05, RR06, RR08]);
        offer.detail = if read.is_engaged(fighter.side(), fighter.cell()) {
            "An enemy is in contact: no full run, and no missile attack after breaking off."
                .to_owned()
        } else {
            "Up to 5 m costs nothing; up to 15 m halves the DEX rank, up to 29 m quarters it, \
             30 m costs the action."
                .to_owned()
        };
        if budget > Band::Quarter.ceiling() {
            offer.rules.push(R013);
        } else if read.is_engaged(fighter.side(), fighter.cell()) {
            offer.rules.push(R015);
        }
        offer.targets = Targets::Cells(cells);
        offers.push(offer);
    }
    let drops: Vec<_> = read
        .drops(fighter, ways, budget)
        .into_iter()
        .map(|(option, _)| option)
        .collect();
    if !drops.is_empty() {
        let mut offer = Offer::new(LEAP, "Drop down", &[RR77]);
        offer.detail =
            "A fall ends the move and injures: 1D6 for each started 3 m, armour subtracted."
                .to_owned();
        offer.targets = Targets::Cells(drops);
        offers.push(offer);
    }
    offers
}

fn ask_stance_or_conclude(ctx: &mut WriteContext, who: CombatantId, moved: bool) {
    let question = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        stance_question(&read, &fighter, moved)
    };
    match question {
        Some(question) => ctx.ask(question),
        None => conclude(ctx, who),
    }
}

/// Whether to end the move kneeling; `None` if there is no large shield to kneel behind, or the
/// move was too long (PCT-R35).
fn stance_question(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    moved: bool,
) -> Option<Question> {
    if !fighter.is_able() || fighter.turn.moved > Band::Free.ceiling() {
        return None;
    }
    let large = |kind: Option<ShieldKind>| kind == Some(ShieldKind::Large);
    let held = read
        .held(fighter)
        .iter()
        .any(|gear| large(gear.gear.shield()) && read.can_use(fighter, gear));
    let mut targets = Vec::new();
    if held {
        let grid = read.board.map.grid();
        targets.extend(
            grid.neighbours(fighter.cell())
                .map(|(direction, _)| Target::Facing(direction)),
        );
    }
    targets.extend(read.all_gear().filter_map(|gear| {
        let planted = gear.planted?;
        (planted.cell == fighter.cell() && large(gear.gear.shield()) && !gear.is_broken())
            .then_some(Target::Edge(planted.cell, planted.side))
    }));
    if targets.is_empty() {
        return None;
    }
    let stand = if fighter.posture.kneels() && !moved {
        "Stand up"
    } else {
        "Keep standing"
    };
    let mut kneel = Offer::new(KNEEL, "Kneel behind the shield", &[R125, RR35]);
    kneel.detail =
        "90 % against arrows from the front; no dodge, and attacks at half chance.".to_owned();
    kneel.targets = Targets::AnyOf(targets);
    Some(Question {
        side: fighter.side(),
        actor: Some(*fighter.id),
        kind: STANCE,
        prompt: format!("Does {} kneel behind its shield?", fighter.name()),
        against: None,
        sealed: false,
        offers: vec![Offer::new(STAND, stand, &[RR35]), kneel],
    })
}

fn take_stance(ctx: &mut WriteContext, who: CombatantId, choice: &Choice) {
    let posture = if choice.action == KNEEL {
        match choice.target {
            Some(Target::Facing(direction)) => Posture::Kneeling(direction),
            Some(Target::Edge(cell, side)) => ctx
                .read()
                .all_gear()
                .find(|gear| {
                    gear.planted
                        .is_some_and(|planted| planted.cell == cell && planted.side == side)
                })
                .map_or(Posture::Standing, |gear| Posture::KneelingBehind(*gear.id)),
            _ => Posture::Standing,
        }
    } else {
        Posture::Standing
    };
    let mut fighter = ctx.fighter_mut(who);
    let before = mem::replace(&mut *fighter.posture, posture);
    if before != posture {
        ctx.write_stance(who, before, posture);
    }
}

/// Ends a move: fixes the DEX rank of the round, and who is noticed.
fn conclude(ctx: &mut WriteContext, who: CombatantId) {
    ctx.notice(who);
    let (band, place, active) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let band = Band::of(fighter.turn.moved).unwrap_or(Band::Run);
        let place = place_of(&read, &fighter, band);
        (band, place, fighter.is_active())
    };
    let mut fighter = ctx.fighter_mut(who);
    fighter.turn.band = Some(band);
    fighter.turn.place = place.filter(|_| active);
    if active {
        ctx.write(
            Event::Ranked {
                who,
                rank: place.map(|place| place.rank),
            },
            &[R004, band.rule(), RR05],
        );
    }
    ctx.plan.next();
}

/// The place of a combatant in the order of actions, as far as it is known: with skipped
/// statements only the rank is (PCT-R03, PCT-R11, PCT-R12).
fn place_of(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    band: Band,
) -> Option<OrderKey> {
    let rank = band.rank(fighter.build.dexterity())?;
    let Some(statement) = fighter.turn.statement else {
        return (read.rules.statement == Statements::Skipped).then_some(OrderKey {
            rank,
            class: WeaponClass::Other,
            rating: 0,
        });
    };
    Some(read.plan_key(fighter, rank, statement.plan))
}
