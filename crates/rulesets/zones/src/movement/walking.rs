//! Walking cell by cell, and the opportunity attacks that interrupt it (ZON-065, ZON-066, ZON-096,
//! ZON-R31, ZON-R47, ZON-R52, ZON-R53, ZON-R77).

use shieldwall_battle::{
    Choice, CombatantId, Decision, Event, MoveCost, Offer, Target, Writer, flow::Question,
};
use shieldwall_grid::Cell;

use crate::{
    attack::{offers::Occasion, reaction, shove, steps},
    character::{holds, stealth},
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    movement::{carrying, cells::Cells, dangers::Climb, hazards, riding, ways::HALF_ZONES},
    stages,
    terms::{
        actions, decisions,
        rules::{R012, R013, R016, R065, R066, R109, R153, RR11, RR31, RR52, RR53, RR77, RR83},
        words,
    },
    turn::round::{Boarding, PendingEffect, Walk},
};

impl ReadContext<'_, '_> {
    /// Those who would be left by a step of a mover into a cell, so that they may strike (ZON-065).
    fn left_by_step(&self, mover: &FighterView<'_, '_>, next: Cell) -> Vec<CombatantId> {
        let after = self.footprint(mover, next);
        after.map_or_else(Vec::new, |after| {
            self.left_by(mover, &self.cells(mover), &after)
        })
    }

    /// Those who would be left by getting on or off a mount (ZON-065, ZON-153).
    #[must_use]
    pub fn left_by_boarding(&self, mover: &FighterView<'_, '_>, to: Boarding) -> Vec<CombatantId> {
        match to {
            Boarding::On(mount) => {
                let after = self.cells(&self.fighter(mount));
                self.left_by(mover, &self.cells(mover), &after)
            }
            Boarding::Off(cell) => self.left_by_step(mover, cell),
        }
    }
}

/// Sets a character walking.
pub fn begin(ctx: &mut WriteContext, mover: CombatantId, path: Vec<Cell>) {
    let start = ctx.read().fighter(mover).cell();
    let mut ahead = path;
    ahead.reverse();
    let mut fighter = ctx.fighter_mut(mover);
    fighter.turn.began = true;
    fighter.turn.walks += 1;
    fighter.mind.lurking = false;
    fighter.mind.veiled = false;
    ctx.plan.walk = Some(Walk {
        mover,
        boarding: None,
        ahead,
        trail: vec![start],
        cost: 0,
        leaving: None,
        interrupted: false,
        group: None,
        carried: Vec::new(),
        behind: None,
    });
    ctx.flow.push(stages::movement());
}

/// Sets a character getting on or off a mount or vehicle: a step that others may strike at (ZON-153,
/// ZON-R31).
pub fn board(ctx: &mut WriteContext, who: CombatantId, to: Boarding) {
    let cell = match to {
        Boarding::On(mount) => ctx.read().fighter(mount).cell(),
        Boarding::Off(cell) => cell,
    };
    begin(ctx, who, vec![cell]);
    if let Some(walk) = &mut ctx.plan.walk {
        walk.boarding = Some(to);
    }
}

/// Makes the step onto or off a mount: a save if it is in motion (ZON-153, ZON-154, ZON-R74).
fn change_seat(ctx: &mut WriteContext, walk: &mut Walk, to: Boarding) {
    let who = walk.mover;
    walk.ahead.clear();
    let mount = match to {
        Boarding::On(mount) => Some(mount),
        Boarding::Off(_) => ctx.read().fighter(who).riding.0,
    };
    if let Boarding::Off(cell) = to {
        let (side, cells) = (ctx.read().fighter(who).side(), Cells::one(cell));
        if ctx.read().unknown_in(&cells, side).next().is_some() {
            write_stretch(ctx, walk, Some("the cell is taken"));
            stealth::bump(ctx, &cells, side);
            return;
        }
    }
    let in_motion = mount.is_some_and(|mount| ctx.read().save_for_balance(who, mount).is_some());
    ctx.fighter_mut(who).turn.steps += 1;
    let keeps = !in_motion || riding::keeps_balance(ctx, who);
    match (to, keeps) {
        (Boarding::On(mount), true) => {
            holds::release_all(ctx, who);
            riding::get_on(ctx, who, mount, &[R153]);
        }
        (Boarding::Off(cell), true) => riding::get_off(ctx, who, cell, &[R153]),
        (_, false) => {
            let mount = mount.unwrap_or(who);
            ctx.plan
                .pending_effects
                .push(PendingEffect::Falls { who, mount });
        }
    }
    let end = ctx.read().fighter(who).cell();
    walk.trail = vec![end];
    if stealth::anybody_concealed(ctx) {
        stealth::test_all(ctx);
    }
    stealth::note_sightings(ctx);
}

/// Writes the stretch walked so far.
fn write_stretch(ctx: &mut WriteContext, walk: &mut Walk, stopped: Option<&'static str>) {
    let end = walk.trail.last().copied();
    let path = std::mem::replace(&mut walk.trail, end.into_iter().collect());
    if path.len() < 2 && stopped.is_none() {
        return;
    }
    let cost = std::mem::take(&mut walk.cost);
    let sprinting = ctx.read().fighter(walk.mover).turn.sprinting;
    let first = if sprinting { R013 } else { R012 };
    let event = Event::Moved {
        who: walk.mover,
        path,
        cost: MoveCost::count(cost, HALF_ZONES),
        stopped,
    };
    match walk.group {
        Some(group) => ctx.journal.resume_group(group),
        None => walk.group = Some(ctx.journal.open_group()),
    }
    ctx.write(event, &[first, R016, RR11]);
    ctx.journal.close_group();
}

/// Walks until somebody has to decide or the walk is over.
pub fn walk(mut ctx: WriteContext) {
    let answer = ctx.flow.take_answer();
    let Some(mut walk) = ctx.plan.walk.take() else {
        ctx.flow.pop();
        return;
    };
    if let Some((decision, choice)) = answer
        && take_in(&mut ctx, &mut walk, &decision, &choice)
    {
        ctx.plan.walk = Some(walk);
        return;
    }
    loop {
        let able = {
            let read = ctx.read();
            let mover = read.fighter(walk.mover);
            // Without its driver a vehicle stops (ZON-R73).
            let driven = !mover.build.0.vehicle || read.is_driven(walk.mover);
            driven && mover.is_fighting() && !mover.is_grabbed()
        };
        if !able {
            break;
        }
        if let Some(question) = carrying::carry(&mut ctx, &mut walk) {
            write_stretch(&mut ctx, &mut walk, None);
            ctx.plan.walk = Some(walk);
            ctx.ask(question);
            return;
        }
        let Some(&next) = walk.ahead.last() else {
            break;
        };
        // Anyone who was shoved meanwhile goes on from where it is.
        let here = ctx.read().fighter(walk.mover).cell();
        if walk.trail.last() != Some(&here) {
            walk.trail = vec![here];
        }
        if walk.leaving.is_none() {
            let read = ctx.read();
            let mover = read.fighter(walk.mover);
            let mut leaving = match walk.boarding {
                Some(to) => read.left_by_boarding(&mover, to),
                None => read.left_by_step(&mover, next),
            };
            leaving.reverse();
            walk.leaving = Some(leaving);
        }
        if let Some(question) = next_striker(&ctx.read(), &mut walk) {
            // A walk that is told in two parts would tell of somebody concealed who lets it go.
            if !ctx.read().is_covert(&question) {
                write_stretch(&mut ctx, &mut walk, None);
            }
            ctx.plan.walk = Some(walk);
            ctx.ask(question);
            return;
        }
        if walk.interrupted {
            let question = go_on_question(&ctx.read(), &walk);
            ctx.plan.walk = Some(walk);
            ctx.ask(question);
            return;
        }
        if let Some(to) = walk.boarding.take() {
            change_seat(&mut ctx, &mut walk, to);
            break;
        }
        if !step(&mut ctx, &mut walk, next) {
            break;
        }
    }
    write_stretch(&mut ctx, &mut walk, None);
    make_room(&mut ctx, walk.mover);
    holds::break_distant(&mut ctx);
    ctx.flow.pop();
    if !ctx.plan.pending_effects.is_empty() {
        ctx.flow.push(stages::pending_effects());
    }
}

/// Anyone who has been stopped as it passed a friend stands beside it: a cell holds one (ZON-R83).
fn make_room(ctx: &mut WriteContext, mover: CombatantId) {
    let upon_somebody = {
        let read = ctx.read();
        let fighter = read.fighter(mover);
        let free = fighter.is_standing() && !fighter.is_grabbed() && fighter.riding.0.is_none();
        free && read.in_the_way(mover, fighter.cell()).next().is_some()
    };
    if upon_somebody {
        shove::find_room(ctx, mover, words::STEPS_ASIDE, &[RR83]);
        if stealth::anybody_concealed(ctx) {
            stealth::test_all(ctx);
        }
    }
}

/// The question to the next one who may strike at the mover, if there is one.
fn next_striker(read: &ReadContext<'_, '_>, walk: &mut Walk) -> Option<Question> {
    let strikers = walk.leaving.as_mut()?;
    while let Some(striker) = strikers.pop() {
        let fighter = read.fighter(striker);
        let mover = read.fighter(walk.mover);
        if !read.could_strike(&fighter, &mover) {
            continue;
        }
        let mut offers = read.attack_offers(&fighter, Occasion::Opportunity(walk.mover));
        if offers.is_empty() {
            continue;
        }
        for offer in &mut offers {
            offer.rules.extend([R065, RR31]);
        }
        offers.insert(0, Offer::new(actions::NONE, "Let it go", &[R065]));
        return Some(Question {
            side: fighter.side(),
            actor: Some(striker),
            kind: decisions::OPPORTUNITY,
            prompt: format!(
                "{} moves away from {}. Strike at it?",
                mover.name(),
                fighter.name()
            ),
            against: Some(walk.mover),
            sealed: false,
            offers,
        });
    }
    None
}

fn go_on_question(read: &ReadContext<'_, '_>, walk: &Walk) -> Question {
    let mover = read.fighter(walk.mover);
    let mut offers = vec![Offer::new(actions::GO_ON, "Go on", &[R066])];
    // Nobody stops in the cell of a friend (ZON-R83).
    let cells = read.cells(&mover);
    if cells.iter().all(|cell| !read.is_taken(*cell, walk.mover)) {
        offers.push(Offer::new(actions::STOP, "Stop here", &[R066]));
    }
    Question {
        side: mover.side(),
        actor: Some(walk.mover),
        kind: decisions::GOING_ON,
        prompt: format!("{} was struck at. Does it go on?", mover.name()),
        against: None,
        sealed: false,
        offers,
    }
}

/// Takes in an answer; true if another stage has to run before the walk goes on.
fn take_in(ctx: &mut WriteContext, walk: &mut Walk, decision: &Decision, choice: &Choice) -> bool {
    match decision.kind {
        decisions::GOING_ON => {
            walk.interrupted = false;
            if choice.action == actions::STOP {
                walk.ahead.clear();
            }
            false
        }
        decisions::CARRYING => {
            if let (Some(&captive), Some(Target::Cell(cell))) = (walk.carried.last(), choice.target)
            {
                carrying::set_down(ctx, walk, captive, cell);
            }
            false
        }
        _ => {
            let Some(striker) = decision.actor else {
                return false;
            };
            let attack = {
                let read = ctx.read();
                let fighter = read.fighter(striker);
                read.attack_of(&fighter, choice, Occasion::Opportunity(walk.mover))
            };
            let Some(attack) = attack else { return false };
            write_stretch(ctx, walk, None);
            reaction::spend(ctx, striker);
            walk.interrupted = true;
            steps::begin(ctx, attack);
            true
        }
    }
}

/// Makes one step; false if the walk is over.
fn step(ctx: &mut WriteContext, walk: &mut Walk, next: Cell) -> bool {
    let mover = walk.mover;
    let bumped = {
        let read = ctx.read();
        let there = read.bumps_into(mover, next);
        there.map(|who| (who, read.fighter(who).is_concealed()))
    };
    if let Some((there, hidden)) = bumped {
        write_stretch(ctx, walk, Some("the cell is taken"));
        if hidden {
            stealth::reveal(ctx, there, &[RR53]);
        }
        return false;
    }
    // Somebody may have come to stand since where the walk would end (ZON-R83).
    if walk.ahead.len() == 1 && ctx.read().in_the_way(mover, next).next().is_some() {
        write_stretch(ctx, walk, Some("the cell is taken"));
        return false;
    }
    let (cost, from, climb) = {
        let read = ctx.read();
        let fighter = read.fighter(mover);
        let from = fighter.cell();
        let cost = read.step_cost(from, next);
        let legs = read.legs(&fighter, false);
        if !read.may_cross(&fighter, from, next) || (cost > legs.whole && !legs.lame) {
            return false;
        }
        (cost, from, read.climb(from, next))
    };
    walk.ahead.pop();
    walk.leaving = None;
    walk.behind = Some(from);
    riding::set_position(ctx, mover, next);
    walk.trail.push(next);
    walk.cost += cost;
    let lame = {
        let mut fighter = ctx.fighter_mut(mover);
        let lame = fighter.turn.steps == 0 && cost > 0;
        fighter.turn.steps += cost;
        if cost > 0 {
            fighter.turn.motion += cost;
        }
        let steps = fighter.turn.steps;
        lame && steps > ctx.read().fighter(mover).allowance()
    };
    if lame {
        // Nothing else is possible in this turn (ZON-R11).
        ctx.fighter_mut(mover).turn.rooted = true;
        walk.ahead.clear();
    }
    riding::gauge_speed(ctx, mover);
    if climb == Climb::Fall {
        write_stretch(ctx, walk, None);
        hazards::fall_from(ctx, mover, from, next);
        walk.ahead.clear();
    }
    let dangerous: Vec<Cell> = {
        let read = ctx.read();
        let fighter = read.fighter(mover);
        let cells = read.cells(&fighter);
        let old = read.footprint(&fighter, from);
        let fresh = |cell: &&Cell| old.as_ref().is_none_or(|old| !old.contains(cell));
        cells
            .iter()
            .filter(fresh)
            .copied()
            .filter(|cell| read.hazard(*cell).is_some())
            .take(1)
            .collect()
    };
    for cell in dangerous {
        write_stretch(ctx, walk, None);
        hazards::enter(ctx, mover, cell, &[RR77]);
    }
    notice(ctx, walk);
    walk.carried = ctx.read().fighter(mover).grip.holds.clone();
    walk.carried.reverse();
    true
}

/// After each step: the one who moves faster than it sneaks is noticed, and the one who comes into view
/// (ZON-109, ZON-R52).
fn notice(ctx: &mut WriteContext, walk: &mut Walk) {
    if stealth::anybody_concealed(ctx) {
        let hurried = {
            let read = ctx.read();
            let mover = read.fighter(walk.mover);
            mover.is_concealed() && mover.turn.steps > mover.unheard()
        };
        if hurried {
            write_stretch(ctx, walk, None);
            stealth::reveal(ctx, walk.mover, &[R109, RR52]);
        }
        let concealed = ctx.read().fighter(walk.mover).is_concealed();
        if concealed && ctx.read().is_given_away(walk.mover, false) {
            write_stretch(ctx, walk, None);
        }
        stealth::test_all(ctx);
    }
    stealth::note_sightings(ctx);
}
