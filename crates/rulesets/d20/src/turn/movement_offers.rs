//! What somebody may do about where it stands, on its number (D20-022, D20-031, D20-049, D20-127, D20-137, D20-R11).

use shieldwall_battle::{Action, ActionRole, CombatantId, ItemId, Offer, RuleId, Target, Targets};

use crate::{
    attack::offers::Done,
    figure::{
        battlefield::{Battlefield, Figure, GearView},
        round::Intent,
    },
    formation::facing::{facing, facing_after},
    movement::ways::Legs,
    terms::{
        actions::{CLOSE_RANKS, DRAW, HOLD, MARCH, MOVE, MOVE_LATER, PICK_UP, RISE, STAND, STOP},
        rules::{
            R022, R031, R049, R078, R115, R116, R123, R127, R137, RR11, RR44, RR63, RR64, RR70,
        },
    },
    turn::action_offers,
};

/// When somebody is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the attacks of its number.
    Before {
        /// Whether the action can still be kept for the end of the round.
        may_hold: bool,
    },
    /// After them.
    After,
}

/// What is offered.
#[must_use]
pub fn offers(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, moment: Moment) -> Vec<Offer> {
    let mut offers = Vec::new();
    if let Some(wall) = field.marching_wall(who) {
        return march(field, &wall);
    }
    let legs = field.legs(who);
    let facing = || (!who.locked.0).then(|| facing(field, who));
    let mut go = go_offer(field, who, legs);
    if let Some(offer) = &mut go {
        offer.fields.push(facing_after(field.grid()));
    }
    offers.extend(go);
    if who.prone.0 && !who.round.exertion.is_settled() {
        let mut rise = Offer::new(RISE, "Get up", &[R123]);
        rise.detail = "Takes the place of the half move.".to_owned();
        offers.push(rise);
    }
    let mut stand = Offer::new(
        STAND,
        if who.prone.0 { "Stay down" } else { "Stay" },
        &[R031, RR44],
    );
    stand.fields.extend(facing().filter(|_| !who.prone.0));
    offers.push(stand);
    if let Moment::Before { may_hold } = moment {
        let may_move = !who.round.exertion.is_settled() && !who.prone.0;
        if may_move {
            offers.extend(close_ranks(field, who));
            offers.extend(draw(field, who));
            offers.extend(pick_up(field, who));
        }
        let attacks = || action_offers::offers(field, who, &Done::before(who)).len() > 1;
        if legs.act > 0 && who.round.exertion.attacks == 0 && attacks() {
            let mut later = Offer::new(MOVE_LATER, "Attack, then move", &[R031, RR11]);
            later.detail =
                "You attack first, and move up to half your speed afterwards.".to_owned();
            offers.push(later);
        }
        if may_hold {
            let mut hold = Offer::new(HOLD, "Hold the action", &[R022]);
            hold.detail = "You act after the count, together with all others that hold.".to_owned();
            offers.push(hold);
        }
    }
    offers
}

/// What is offered to somebody who was thrown back and has movement left (D20-116).
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

/// What is offered to the first one of a wall that means to march (D20-R64).
fn march(field: &Battlefield<'_, '_>, wall: &[CombatantId]) -> Vec<Offer> {
    let cells = field.march(wall).options();
    let mut march = Offer::new(MARCH, "March together", &[RR64]);
    march.detail = format!(
        "All {} of the wall make the same steps, and keep their shields locked. Each may attack once.",
        wall.len()
    );
    march.targets = Targets::Cells(cells);
    let stand = Offer::new(STAND, "Stay", &[R031, RR64]);
    let march = (march.target_count() > 0).then_some(march);
    march.into_iter().chain([stand]).collect()
}

/// The edges on which somebody may step between its friends.
fn close_ranks(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Option<Offer> {
    let slots = field.open_slots(who);
    let targets: Vec<Target> = slots
        .into_iter()
        .map(|(cell, side, _)| Target::Edge(cell, side))
        .collect();
    (!targets.is_empty()).then(|| {
        let mut offer = Offer::new(CLOSE_RANKS, "Close ranks", &[R127, RR63]);
        offer.detail =
            "Three stand shoulder to shoulder on two cells, and may lock their shields.".to_owned();
        offer.targets = Targets::AnyOf(targets);
        offer
    })
}

/// What lies in somebody's cell and may be taken up in place of its half move (D20-078, D20-R70): not what sticks in
/// somebody.
fn pick_up(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let sticks = |item: ItemId| {
        let mut lodged = field.all().flat_map(|other| other.wounds.lodged.0.iter());
        lodged.any(|missile| missile.item == Some(item))
    };
    let here = field.lying(who.cell()).filter(|gear| !sticks(*gear.id));
    let offers = here.map(|gear| take_up(PICK_UP, "Pick up", &gear, R078));
    offers.collect()
}

/// Taking something in hand in place of the half move (D20-R70).
fn take_up(action: Action, verb: &str, gear: &GearView<'_, '_>, rule: RuleId) -> Offer {
    let name = gear.kind.0.name.to_lowercase();
    let mut offer = Offer::new(action, format!("{verb}: {name}"), &[rule, RR70]);
    offer.detail = "Replaces the half move. Items that no hand can hold fall.".to_owned();
    offer.item = Some(*gear.id);
    let block = &gear.gear.0;
    if block.melee.is_none() && block.missile.is_none() {
        offer.role = ActionRole::TakeUp;
    }
    offer
}

/// What somebody may take in hand in place of its half move.
fn draw(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let stowed = field.carried(who).into_iter().filter(|gear| {
        let block = &gear.gear.0;
        !gear.readied.0
            && (block.melee.is_some() || block.missile.is_some() || block.shield.is_some())
    });
    let offers = stowed.map(|gear| take_up(DRAW, "Draw", &gear, R137));
    offers.collect()
}
