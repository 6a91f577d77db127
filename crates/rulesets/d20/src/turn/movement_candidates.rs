//! Moves and their like on a number (D20-022, D20-031, D20-049, D20-127, D20-137, D20-R11).

use shieldwall_battle::{
    Action, ActionRole, Candidates, CombatantId, ItemId, Offer, RuleId, Target, Targets,
};

use crate::{
    attack::{candidates::ATTACKS, done::Done},
    figure::{
        battlefield::{Battlefield, Figure, GearView},
        round::Intent,
    },
    formation::facing::{facing, facing_after},
    movement::ways::Legs,
    terms::{
        actions::{
            CLOSE_RANKS, DRAW, FIGHT, FINISH, FULL_DEFENCE, HOLD, MARCH, MOVE, MOVE_LATER, PICK_UP,
            RISE, SINGLE_OUT, STAND, STOP,
        },
        reasons,
        rules::{
            R022, R031, R049, R078, R115, R116, R123, R127, R137, RR11, RR44, RR63, RR64, RR70,
        },
    },
    turn::candidates,
};

/// The moment of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the attacks of its number.
    Before {
        /// True if the action can still be kept for the end of the round.
        may_hold: bool,
    },
    /// After them.
    After,
}

/// Everything that a combatant might do about its place.
pub fn candidates(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    moment: Moment,
    all: &mut Candidates,
) {
    bars(all);
    if let Some(wall) = field.marching_wall(who) {
        return march(field, &wall, all);
    }
    let legs = field.legs(who);
    if let Some(mut go) = go_offer(field, who, legs) {
        go.fields.push(facing_after(field.grid()));
        all.offer(go);
    }
    if who.prone.0 && !who.round.exertion.is_settled() {
        let mut rise = Offer::new(RISE, "Get up", &[R123]);
        rise.detail = "Takes the place of the half move.".to_owned();
        all.offer(rise);
    }
    let label = if who.prone.0 { "Stay down" } else { "Stay" };
    let mut stand = Offer::new(STAND, label, &[R031, RR44]);
    if !who.locked.0 && !who.prone.0 {
        stand.fields.push(facing(field, who));
    }
    all.offer(stand);
    let Moment::Before { may_hold } = moment else {
        return;
    };
    if !who.round.exertion.is_settled() && !who.prone.0 {
        close_ranks(field, who, all);
        draw(field, who, all);
        pick_up(field, who, all);
    }
    if legs.act > 0 && who.round.exertion.attacks == 0 && has_targets(field, who) {
        let mut later = Offer::new(MOVE_LATER, "Attack, then move", &[R031, RR11]);
        later.detail = "You attack first, and move up to half your speed afterwards.".to_owned();
        all.offer(later);
    }
    if may_hold {
        let mut hold = Offer::new(HOLD, "Hold the action", &[R022]);
        hold.detail = "You act after the count, together with all others that hold.".to_owned();
        all.offer(hold);
    }
}

/// Notes why nothing else is done before the attacks of a number (D20-R12).
pub fn bars(all: &mut Candidates) {
    all.bar_all(&ATTACKS, &reasons::MOVES_FIRST);
    all.bar_all(&[SINGLE_OUT, FINISH, FIGHT], &reasons::MOVES_FIRST);
    all.bar(FULL_DEFENCE, &reasons::DEFENCE);
}

/// True if a combatant has something to do on its number but to let it go by.
fn has_targets(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> bool {
    let mut attacks = Candidates::offers_alone();
    candidates::candidates(field, who, &Done::before(who), &mut attacks);
    attacks.into_offers().len() > 1
}

/// Offers to a combatant that was thrown back and has movement left (D20-116).
#[must_use]
pub fn onward(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    left: u16,
    act: u16,
) -> Vec<Offer> {
    let legs = Legs { act, whole: left };
    let go = go_offer(field, who, legs).map(|mut offer| {
        "Go on".clone_into(&mut offer.label);
        offer.rules = vec![R116];
        offer
    });
    let mut offers: Vec<Offer> = go.into_iter().collect();
    offers.push(Offer::new(STOP, "Stop here", &[R116]));
    offers
}

fn go_offer(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, legs: Legs) -> Option<Offer> {
    if legs.whole == 0 {
        return None;
    }
    let cells = field.cell_options(who, &field.ways(who, legs));
    if cells.is_empty() {
        return None;
    }
    let closes = *who.round.intent == Intent::Close;
    let mut offer = if closes {
        Offer::new(MOVE, "Close in", &[R049, R115])
    } else {
        Offer::new(MOVE, "Move", &[R031, R115, RR11])
    };
    offer.targets = Targets::Cells(cells);
    Some(offer)
}

/// Offers to the first member of a wall that means to march (D20-R64).
fn march(field: &Battlefield<'_, '_>, wall: &[CombatantId], all: &mut Candidates) {
    let cells = field.march(wall).options();
    if !cells.is_empty() {
        let mut march = Offer::new(MARCH, "March together", &[RR64]);
        march.detail = format!(
            "All {} of the wall make the same steps, and keep their shields locked. Each may attack once.",
            wall.len()
        );
        march.targets = Targets::Cells(cells);
        all.offer(march);
    }
    all.offer(Offer::new(STAND, "Stay", &[R031, RR64]));
}

/// Steps on an edge between two friends.
fn close_ranks(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    let slots = field.open_slots(who).into_iter();
    let mut offer = Offer::new(CLOSE_RANKS, "Close ranks", &[R127, RR63]);
    offer.detail =
        "Three stand shoulder to shoulder on two cells, and may lock their shields.".to_owned();
    let edges = slots.map(|(cell, side, _)| (Target::Edge(cell, side), Ok(())));
    all.aim(offer, "", edges);
}

/// Things in its cell that a combatant may take up in place of its half move (D20-078, D20-R70): not what sticks in a
/// combatant.
fn pick_up(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    let sticks = |item: ItemId| {
        let mut lodged = field.all().flat_map(|other| other.wounds.lodged.0.iter());
        lodged.any(|missile| missile.item == Some(item))
    };
    for gear in field.lying(who.cell()).filter(|gear| !sticks(*gear.id)) {
        all.offer(take_up(PICK_UP, "Pick up", &gear, R078));
    }
}

/// Taking something in hand in place of the half move (D20-R70).
fn take_up(action: Action, verb: &str, gear: &GearView<'_, '_>, rule: RuleId) -> Offer {
    let name = gear.kind.in_sentence();
    let mut offer = Offer::new(action, format!("{verb}: {name}"), &[rule, RR70]);
    offer.detail = "Replaces the half move. Items that no hand can hold fall.".to_owned();
    offer.item = Some(*gear.id);
    let block = &gear.gear.0;
    if block.melee.is_none() && block.missile.is_none() {
        offer.role = ActionRole::TakeUp;
    }
    offer
}

/// Carried things that a combatant may take in hand in place of its half move.
fn draw(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    for gear in field.carried(who) {
        let block = &gear.gear.0;
        let serves = block.melee.is_some() || block.missile.is_some() || block.shield.is_some();
        if serves && !gear.readied.0 {
            all.offer(take_up(DRAW, "Draw", &gear, R137));
        }
    }
}
