//! What is marked on the board at this moment: worked out from the decision, the draft and the
//! overlays that are switched on.

use std::collections::{BTreeMap, BTreeSet};

use shieldwall_battle::{
    BandExtent, CellOption, CombatantId, Decision, ItemId, Offer, SideId, Target, Targets, Threat,
    Vitality, board::hostile,
};
use shieldwall_grid::{Arc, Cell, Direction, Grid, Side, ZoneId};

use crate::{
    session::{Asked, Draft, Overlays, Seat, Session, Threatening},
    shown::Figure,
};

/// Everything that is marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Markings {
    /// Reachable cells with their band.
    pub(super) reach: BTreeMap<Cell, u8>,
    /// Reachable cells to which the way may fail.
    pub(super) risky: BTreeSet<Cell>,
    /// Reachable cells on the way to which a hidden mover is noticed.
    pub(super) noticed: BTreeSet<Cell>,
    /// Cells within range bands of a weapon.
    pub(super) ranges: BTreeMap<Cell, u8>,
    /// Threatened cells, with the worst that threatens them.
    pub(super) threat: BTreeMap<Cell, Threat>,
    /// Cells beside the one that overlays are about that do not lie in front of it.
    pub(super) arcs: BTreeMap<Cell, Arc>,
    /// Cells that may be picked, but not walked to.
    pub(super) cells: BTreeSet<Cell>,
    /// Sides of cells that may be picked.
    pub(super) sides: BTreeSet<(Cell, Side)>,
    /// Directions that may be picked, and from where.
    pub(super) facings: Vec<(Cell, Direction)>,
    /// Combatants that may be picked.
    pub(super) combatants: BTreeSet<CombatantId>,
    /// Zones that may be picked.
    pub(super) zones: BTreeSet<ZoneId>,
    /// The one of them that is meant now.
    pub(super) meant_zone: Option<ZoneId>,
    /// The cells that what is considered would strike.
    pub(super) struck: BTreeSet<Cell>,
}

/// The combatant that overlays are about: whose card is shown, else who decides.
pub(super) fn subject<'a>(session: &'a Session, draft: &Draft) -> Option<&'a Figure> {
    let id = draft
        .inspected
        .or_else(|| session.decision.as_ref()?.actor)?;
    session.shown.figures.get(id.index())?.as_ref()
}

/// The offer that is picked in the draft, if the draft is for the open decision.
pub(super) fn picked<'a>(decision: &'a Decision, draft: &Draft) -> Option<&'a Offer> {
    if draft
        .decision
        .is_some_and(|number| number != decision.number)
    {
        return None;
    }
    decision.offers.get(draft.offer?)
}

/// The cells that an offer leads to, as far as the pace allows.
pub(super) fn ways<'a>(
    offer: &'a Offer,
    draft: &Draft,
) -> impl Iterator<Item = &'a CellOption> + use<'a> {
    let limit = draft.option(offer).and_then(|pace| pace.band);
    let options: &[CellOption] = match &offer.targets {
        Targets::Cells(options) => options,
        Targets::None | Targets::AnyOf(_) => &[],
    };
    options
        .iter()
        .filter(move |option| limit.is_none_or(|limit| option.band <= limit))
}

/// Works out what is marked.
pub(super) fn markings(
    (session, asked, seat): (&Session, &Asked, Seat),
    draft: &Draft,
    overlays: &Overlays,
) -> Markings {
    let mut marked = Markings::default();
    let open = session.decision.as_deref().filter(|_| !session.waiting);
    let offer = open.and_then(|decision| picked(decision, draft));
    if let Some((decision, offer)) = open.zip(offer) {
        mark_targets(&mut marked, session, decision, picked_among(offer, draft));
        mark_facing(&mut marked, session, draft, decision, offer);
        marked.meant_zone = match draft.target {
            Some(Target::Zone(zone)) if marked.zones.contains(&zone) => Some(zone),
            _ => None,
        };
    }
    let walks = offer.filter(|offer| matches!(offer.targets, Targets::Cells(_)));
    if let Some(offer) = walks {
        mark_ways(&mut marked, session.map.grid(), ways(offer, draft));
    } else if overlays.reach
        && let Some(subject) = subject(session, draft)
    {
        let grid = session.map.grid();
        mark_reach(&mut marked, (grid, asked), open, draft, subject);
    }
    if overlays.ranges {
        mark_ranges(&mut marked, (session, asked), draft, offer);
    }
    if overlays.threat != Threatening::Off {
        let side = seat.viewer.or_else(|| Some(open?.side));
        if let Some(side) = side {
            mark_threat(&mut marked, (session, asked), overlays.threat, side);
        }
        if let Some(subject) = subject(session, draft) {
            mark_arcs(&mut marked, session, subject);
        }
    }
    marked
}

fn mark_ways<'a>(
    marked: &mut Markings,
    grid: &Grid,
    options: impl Iterator<Item = &'a CellOption>,
) {
    let options: BTreeMap<Cell, &CellOption> =
        options.map(|option| (option.cell, option)).collect();
    for (cell, option) in &options {
        marked.reach.insert(*cell, option.band);
        if is_first_danger(&options, grid, option) {
            marked.risky.insert(*cell);
        }
        if option.noticed {
            marked.noticed.insert(*cell);
        }
    }
}

/// True if a danger begins in a cell: a cell beside it can be reached with less, and all beyond it has the same.
fn is_first_danger(
    options: &BTreeMap<Cell, &CellOption>,
    grid: &Grid,
    option: &CellOption,
) -> bool {
    let danger = |option: &CellOption| 2 * option.strikes + u16::from(option.hurts || option.risky);
    // The mover stands where no way leads to.
    let before = |cell: Cell| options.get(&cell).map_or(0, |option| danger(option));
    let mut beside = grid.neighbours(option.cell);
    danger(option) > 0 && beside.any(|(_, cell)| before(cell) < danger(option))
}

fn mark_reach(
    marked: &mut Markings,
    (grid, asked): (&Grid, &Asked),
    open: Option<&Decision>,
    draft: &Draft,
    subject: &Figure,
) {
    let own = open.filter(|decision| decision.is_about(subject.id));
    let walks = own.and_then(|decision| {
        let mut offers = decision.offers.iter();
        offers.find(|offer| matches!(offer.targets, Targets::Cells(_)))
    });
    // While something is aimed that does not itself move one, reach would only hide whom it can be
    // aimed at.
    let stays = own
        .and_then(|decision| picked(decision, draft))
        .is_some_and(|offer| offer.options().iter().all(|pace| pace.band.is_none()));
    if stays {
        return;
    }
    if let Some(offer) = walks.filter(|_| draft.offer.is_none()) {
        mark_ways(marked, grid, ways(offer, draft));
    } else if let Some((reachable, _)) = asked.reach.get(&subject.id) {
        let limit = own
            .and_then(|decision| picked(decision, draft))
            .and_then(|offer| draft.option(offer))
            .map(|pace| pace.band);
        let within = |option: &&CellOption| match limit {
            // A pace without a band is standing still.
            Some(None) => false,
            Some(Some(limit)) => option.band <= limit,
            None => true,
        };
        mark_ways(marked, grid, reachable.iter().filter(within));
    }
}

/// The way the actor is to face, where it will stand.
fn mark_facing(
    marked: &mut Markings,
    session: &Session,
    draft: &Draft,
    decision: &Decision,
    offer: &Offer,
) {
    let Some(field) = offer.facing() else {
        return;
    };
    let chosen = offer.filled(|field| {
        draft
            .fields
            .get(field.key)
            .filter(|value| field.takes(*value))
    });
    let mut options = field.options().iter();
    let option = options.find(|option| chosen.option(field.key) == Some(option.key));
    let actor = decision
        .actor
        .and_then(|actor| session.shown.figures.get(actor.index())?.as_ref());
    let cell = match draft.target {
        Some(Target::Cell(cell)) => Some(cell),
        _ => actor.map(|actor| actor.cell),
    };
    let facing = option.and_then(|option| option.facing);
    marked.facings.extend(cell.zip(facing));
}

/// The targets that a click picks: those of the active field, else those of the offer, with the second targets that
/// are picked already.
fn picked_among(offer: &Offer, draft: &Draft) -> Vec<Target> {
    let row = draft.row;
    let mut fields = offer.fields.iter();
    let active = fields.find(|field| Some(field.key) == row && !field.targets().is_empty());
    if let Some(field) = active {
        return field.targets().to_vec();
    }
    let targets = match &offer.targets {
        Targets::AnyOf(targets) => targets.as_slice(),
        Targets::None | Targets::Cells(_) => &[],
    };
    let fields = offer.fields.iter();
    let picked = fields.filter_map(|field| draft.fields.target(field.key));
    targets.iter().copied().chain(picked).collect()
}

fn mark_targets(
    marked: &mut Markings,
    session: &Session,
    decision: &Decision,
    targets: Vec<Target>,
) {
    let actor = decision
        .actor
        .and_then(|actor| session.shown.figures.get(actor.index())?.as_ref());
    for target in targets {
        match target {
            Target::Combatant(id) | Target::Injury(id, _) => {
                marked.combatants.insert(id);
            }
            Target::Cell(cell) | Target::Device(cell, _) => {
                marked.cells.insert(cell);
            }
            Target::Edge(cell, side) => {
                marked.sides.insert((cell, side));
            }
            Target::Facing(direction) => {
                marked
                    .facings
                    .extend(actor.map(|actor| (actor.cell, direction)));
            }
            Target::Item(item) => {
                let lying = session.shown.lying.iter();
                marked.cells.extend(
                    lying
                        .filter(|(lying, _)| *lying == item)
                        .map(|(_, cell)| *cell),
                );
            }
            Target::Zone(zone) => {
                marked.zones.insert(zone);
            }
            Target::Side(_) => {}
        }
    }
}

/// The weapon whose range bands are shown: that of the offer, else the first in hand that has any.
pub(super) fn ranged_item(
    (session, asked): (&Session, &Asked),
    draft: &Draft,
    offer: Option<&Offer>,
) -> Option<ItemId> {
    let has_bands = |item: &ItemId| {
        let bands = asked.ranges.get(item);
        bands.is_some_and(|bands| !bands.is_empty())
    };
    let of_offer = offer.and_then(|offer| offer.item).filter(has_bands);
    of_offer.or_else(|| {
        let subject = subject(session, draft)?;
        let sheet = session.sheets.get(subject.id.index())?;
        let in_hand = sheet.items.iter().filter(|item| item.readied);
        in_hand.filter_map(|item| item.item).find(has_bands)
    })
}

fn mark_ranges(
    marked: &mut Markings,
    (session, asked): (&Session, &Asked),
    draft: &Draft,
    offer: Option<&Offer>,
) {
    let Some(from) = subject(session, draft).map(|subject| subject.cell) else {
        return;
    };
    let Some(bands) =
        ranged_item((session, asked), draft, offer).and_then(|item| asked.ranges.get(&item))
    else {
        return;
    };
    let map = &session.map;
    // From the last to the first: a band holds those before it.
    for (number, band) in bands.iter().enumerate().rev() {
        let within: Vec<Cell> = match &band.extent {
            BandExtent::Cells(cells) => cells.clone(),
            extent => {
                let held = |cell: &Cell| extent.holds(map.range_distance(from, *cell));
                let cells = map.grid().cells();
                cells.filter(|cell| held(cell) == Some(true)).collect()
            }
        };
        let others = within.into_iter().filter(|cell| *cell != from);
        marked
            .ranges
            .extend(others.map(|cell| (cell, number as u8)));
    }
}

/// Flank and rear of somebody who faces a way, where it will face if that is chosen now.
fn mark_arcs(marked: &mut Markings, session: &Session, subject: &Figure) {
    let chosen = marked.facings.first().copied();
    let now = subject.facing.map(|facing| (subject.cell, facing));
    let Some((cell, facing)) = chosen.or(now) else {
        return;
    };
    let grid = session.map.grid();
    for (_, beside) in grid.neighbours(cell) {
        let arc = grid.arc(facing, cell, beside);
        if arc != Arc::Front {
            marked.arcs.insert(beside, arc);
        }
    }
}

fn mark_threat(
    marked: &mut Markings,
    (session, asked): (&Session, &Asked),
    threat: Threatening,
    side: SideId,
) {
    let level = &session.plan.setup.level;
    let figures = session.shown.figures.iter().flatten();
    let enemies = figures
        .filter(|figure| hostile(level, figure.side, side) && figure.vitality == Vitality::Active)
        .filter(|figure| threat.shows(figure.id));
    for enemy in enemies {
        let Some((_, threatened)) = asked.reach.get(&enemy.id) else {
            continue;
        };
        for cell in threatened {
            marked
                .threat
                .entry(cell.cell)
                .and_modify(|threat| *threat = cell.threat.max(*threat))
                .or_insert(cell.threat);
        }
    }
}
