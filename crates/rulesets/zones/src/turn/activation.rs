//! Rounds and alternating activations (ZON-001 to ZON-011, ZON-106, ZON-R13 to ZON-R15, ZON-R50,
//! ZON-R57).

use shieldwall_battle::{
    CombatantId, Event, Offer, SideId, Target, Targets, Writer, flow::Question,
};
use shieldwall_dice::{Dice, Face};

use crate::{
    attack::offers::targets_of,
    character::{
        state::{Turn, TurnState},
        stealth,
    },
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    stages,
    terms::{
        actions, conditions, decisions,
        rules::{
            R001, R002, R003, R004, R005, R006, R007, R009, R010, R011, R106, R148, RR13, RR14,
            RR15, RR50, RR57, RR59,
        },
        stages::{ACTIVATION, AMBUSH, INITIATIVE},
        words,
    },
    turn::{active_turn, round::Snapshot, victory},
};

impl ReadContext<'_, '_> {
    /// Whether a side has anybody in the fight (ZON-R13).
    #[must_use]
    pub fn has_fighters(&self, side: SideId) -> bool {
        self.all()
            .any(|fighter| fighter.side() == side && fighter.is_fighting())
    }

    /// The sides that have a place in this round, in their cycle from red on: those with somebody in
    /// the fight, and in the bonus round with an ambusher (ZON-R13, ZON-R50).
    #[must_use]
    pub fn cycle(&self) -> Vec<SideId> {
        SideId::first(self.board.level.sides.len())
            .filter(|side| {
                self.all().any(|fighter| {
                    fighter.side() == *side
                        && fighter.is_fighting()
                        && (!self.plan.bonus || fighter.mind.ambusher)
                })
            })
            .collect()
    }

    /// The characters that a side could activate now, mounts before their riders, in roster order
    /// (ZON-003, ZON-106, ZON-148).
    #[must_use]
    pub fn activatable(&self, side: SideId) -> Vec<CombatantId> {
        self.all()
            .filter(|fighter| fighter.side() == side && self.can_activate(fighter))
            .map(|fighter| *fighter.id)
            .collect()
    }

    fn can_activate(&self, fighter: &FighterView<'_, '_>) -> bool {
        fighter.is_ready()
            && (!self.plan.bonus || fighter.mind.ambusher)
            && !fighter.turn.swept_along
            && (!fighter.is_vehicle() || self.is_driven(*fighter.id))
            && self.has_usable_turn(fighter)
    }

    /// Whether a turn is of any use to a character: one held by a larger holder has none (ZON-142).
    #[must_use]
    pub fn has_usable_turn(&self, fighter: &FighterView<'_, '_>) -> bool {
        !fighter.is_grabbed() || self.may_break_free(fighter)
    }

    /// Whether a side may pass: not while somebody broken has a turn that it can use (ZON-R57).
    #[must_use]
    pub fn may_pass(&self, side: SideId) -> bool {
        !self
            .activatable(side)
            .into_iter()
            .any(|who| self.breaking(&self.fighter(who)).is_some())
    }
}

/// Begins a round: turns are fresh, and the holder of the initiative says who begins (ZON-001,
/// ZON-009).
pub fn open_round(mut ctx: WriteContext) {
    if let Some((_, choice)) = ctx.flow.take_answer() {
        let first = match choice.target {
            Some(Target::Side(side)) => Some(side),
            _ => None,
        };
        begin_activations(&mut ctx, first);
        return;
    }
    if !ctx.plan.opened {
        ctx.plan.opened = true;
        find_holder(&mut ctx);
        refresh(&mut ctx);
    }
    if victory::check(&mut ctx) {
        return;
    }
    let cycle = ctx.read().cycle();
    let holder = holder_now(&ctx, &cycle);
    ctx.plan.holder = ctx.plan.holder.or(holder);
    let asks = holder.filter(|holder| cycle.contains(holder));
    let (Some(holder), true) = (asks, cycle.len() > 1) else {
        begin_activations(&mut ctx, None);
        return;
    };
    let mut offer = Offer::new(actions::FIRST, "Goes first", &[R009]);
    // Its own side first: the least choice.
    let others = cycle.into_iter().filter(|side| *side != holder);
    let sides = std::iter::once(holder).chain(others);
    offer.targets = Targets::AnyOf(sides.map(Target::Side).collect());
    ctx.ask(Question {
        side: holder,
        actor: None,
        kind: decisions::FIRST_FACTION,
        prompt: "You hold the initiative. Who begins this round?".to_owned(),
        against: None,
        sealed: false,
        offers: vec![offer],
    });
}

/// Who holds the initiative now: if its holder has nobody left, the next in the cycle (ZON-R14).
fn holder_now(ctx: &WriteContext, cycle: &[SideId]) -> Option<SideId> {
    let read = ctx.read();
    let holder = ctx.plan.holder?;
    if read.has_fighters(holder) {
        return Some(holder);
    }
    read.sides_after(holder)
        .into_iter()
        .find(|side| cycle.contains(side))
}

/// Gives the initiative to who opened hostilities, or by chance (ZON-010, ZON-011, ZON-R14).
fn find_holder(ctx: &mut WriteContext) {
    if ctx.plan.holder.is_some() {
        return;
    }
    let settings = &ctx.rules.settings;
    let named = settings.starter.or(settings.ambush.first().copied());
    if let Some(name) = named {
        let side = SideId(u8::try_from(name.index()).unwrap_or(0));
        ctx.plan.holder = Some(side);
        return;
    }
    let count = ctx.board.level.sides.len();
    let place = ctx.dice.one_of(count);
    let side = SideId(u8::try_from(place).unwrap_or(0));
    ctx.plan.holder = Some(side);
    let spokesman = {
        let read = ctx.read();
        read.all()
            .find(|fighter| fighter.side() == side)
            .map(|fighter| *fighter.id)
    };
    let number = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    if let Some(who) = spokesman {
        let die = Face {
            sides: number(count),
            face: number(place + 1),
        };
        ctx.die(who, "the initiative", die, &[R010, R011, RR14]);
    }
}

/// Opens the round in the journal; turns and counts are fresh (ZON-001).
fn refresh(ctx: &mut WriteContext) {
    let ambush = ctx.flow.round == 0
        && ctx.fighters.iter().any(|fighter| {
            fighter.mind.ambusher && *fighter.vitality == shieldwall_battle::Vitality::Active
        })
        && !ctx.plan.bonus;
    if ambush {
        ctx.plan.bonus = true;
        ctx.write(Event::StageBegan { stage: AMBUSH }, &[R106, RR50]);
    } else {
        ctx.plan.bonus = false;
        ctx.flow.round += 1;
        let round = ctx.flow.round;
        ctx.journal.set_round(round);
        ctx.write(Event::RoundBegan, &[R001]);
        ctx.write(Event::StageBegan { stage: INITIATIVE }, &[R009]);
    }
    let first = !std::mem::replace(&mut ctx.plan.begun, true);
    let ids: Vec<CombatantId> = ctx.roster.combatant_ids().collect();
    let tired = std::mem::take(&mut ctx.plan.tired);
    let spent = std::mem::take(&mut ctx.plan.spent_at_start);
    let mut at_start = Vec::with_capacity(ids.len());
    for who in ids {
        let (steps_kept, swept) = {
            let mut fighter = ctx.fighter_mut(who);
            let swept = fighter.turn.swept_along;
            // How somebody begins the battle counts in its first round, not in the bonus round before.
            let begins_spent = first && fighter.turn.state == TurnState::Spent;
            let kept = (begins_spent && !ambush) || spent.contains(&who);
            *fighter.turn = Turn::default();
            if kept {
                fighter.turn.state = TurnState::Spent;
            }
            at_start.push(Snapshot {
                fighting: *fighter.vitality == shieldwall_battle::Vitality::Active,
                health: fighter.health.current,
            });
            let begins_distracted = first && fighter.mind.distracted;
            if begins_spent && ambush {
                ctx.plan.spent_at_start.push(who);
            }
            if begins_distracted && ambush {
                ctx.plan.distracted_at_start.push(who);
            }
            (kept, swept)
        };
        if swept {
            ctx.condition(who, conditions::SWEPT_ALONG, false, &[R001]);
        }
        if tired.contains(&who) && !steps_kept {
            ctx.fighter_mut(who).turn.state = TurnState::Spent;
            let event = Event::Turn {
                who,
                state: words::SPENT,
            };
            ctx.write(event, &[RR59]);
        }
    }
    ctx.plan.at_start = at_start;
    ctx.plan.activated = false;
    ctx.plan.passes = 0;
    ctx.plan.departures.clear();
    ctx.plan.chasing.clear();
    if ctx.flow.round == 1 && !ambush {
        // Starting places of ambushers are tested when the bonus round is over (ZON-R52).
        let ids: Vec<CombatantId> = ctx.roster.combatant_ids().collect();
        for who in ids {
            ctx.fighter_mut(who).mind.lurking = false;
        }
    }
    if !ambush {
        if stealth::anybody_concealed(ctx) {
            stealth::test_all(ctx);
        }
        stealth::note_sightings(ctx);
    }
}

/// Hands over to the activations, with the first place for a side.
fn begin_activations(ctx: &mut WriteContext, first: Option<SideId>) {
    let cycle = ctx.read().cycle();
    ctx.plan.place = first.or(ctx.plan.holder.filter(|holder| cycle.contains(holder)));
    if ctx.plan.place.is_none() {
        ctx.plan.place = cycle.first().copied();
    }
    ctx.plan.opened = false;
    ctx.plan.had_place = None;
    ctx.flow.replace(stages::activation());
}

/// Gives the side whose place it is its choice: activate somebody, or pass (ZON-002 to ZON-007).
pub fn next_place(mut ctx: WriteContext) {
    if let Some((decision, choice)) = ctx.flow.take_answer() {
        let who = match choice.target {
            Some(Target::Combatant(who)) if choice.action == actions::ACTIVATE => Some(who),
            _ => None,
        };
        match who {
            Some(who) => {
                ctx.plan.passes = 0;
                ctx.plan.activated = true;
                ctx.plan.had_place = Some(decision.side);
                active_turn::begin(&mut ctx, who);
            }
            None => pass(&mut ctx, decision.side, false),
        }
        return;
    }
    if !ctx.plan.opened {
        ctx.plan.opened = true;
        if !ctx.plan.bonus {
            let stage = ACTIVATION;
            ctx.write(Event::StageBegan { stage }, &[R002]);
        }
    }
    if !ctx.plan.pending_effects.is_empty() {
        ctx.flow.push(stages::pending_effects());
        return;
    }
    if victory::check(&mut ctx) {
        return;
    }
    if let Some(side) = ctx.plan.had_place.take() {
        move_on(&mut ctx, side);
    }
    let (cycle, place) = {
        let read = ctx.read();
        let cycle = read.cycle();
        let place = ctx.plan.place.unwrap_or(SideId::RED);
        // A side with nobody left is skipped and does not count (ZON-R13).
        let place = if cycle.contains(&place) {
            Some(place)
        } else {
            read.sides_after(place)
                .into_iter()
                .find(|side| cycle.contains(side))
        };
        (cycle, place)
    };
    let Some(place) = place else {
        close(&mut ctx);
        return;
    };
    ctx.plan.place = Some(place);
    if ctx.plan.passes as usize >= cycle.len() {
        close(&mut ctx);
        return;
    }
    let ready = ctx.read().activatable(place);
    if ready.is_empty() {
        pass(&mut ctx, place, true);
        return;
    }
    ctx.write(Event::Place { side: place }, &[R002, RR13]);
    let may_pass = ctx.read().may_pass(place);
    let mut activate = Offer::new(actions::ACTIVATE, "Activate", &[R002, R003, R148]);
    activate.targets = targets_of(&ready);
    let mut offers = vec![activate];
    if may_pass {
        offers.push(Offer::new(actions::PASS, "Pass", &[R004, R006, R007, RR15]));
    } else if let Some(offer) = offers.first_mut() {
        offer.rules.push(RR57);
    }
    ctx.ask(Question {
        side: place,
        actor: None,
        kind: decisions::ACTIVATION,
        prompt: "Who goes into action?".to_owned(),
        against: None,
        sealed: false,
        offers,
    });
}

fn pass(ctx: &mut WriteContext, side: SideId, forced: bool) {
    ctx.plan.passes += 1;
    let in_a_row = ctx.plan.passes;
    let rules: &[_] = if forced { &[R005, R006] } else { &[R004, R006] };
    ctx.write(
        Event::Passed {
            side,
            forced,
            in_a_row,
        },
        rules,
    );
    ctx.plan.had_place = Some(side);
}

/// Gives the next place to the side after this one.
fn move_on(ctx: &mut WriteContext, side: SideId) {
    let next = {
        let read = ctx.read();
        let cycle = read.cycle();
        read.sides_after(side)
            .into_iter()
            .find(|side| cycle.contains(side))
    };
    ctx.plan.place = next.or(Some(side));
}

/// All have passed in a row: the round is over (ZON-006).
fn close(ctx: &mut WriteContext) {
    ctx.plan.opened = false;
    ctx.flow.replace(stages::round_end());
}
