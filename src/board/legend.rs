//! The legend: what the overlays that are shown mean, each with a sample of how it is drawn.

use shieldwall_battle::{BandExtent, Targets, Threat};
use shieldwall_content::LevelPart;
use shieldwall_content::level::Victory;
use shieldwall_grid::Arc;

use crate::session::{Asked, Draft, Overlays, Seat, Session};

use super::{
    devices,
    hatch::Hatch,
    legend_sample::{Sample, Sight},
    markings::{markings, picked, ranged_item},
    overlay::objectives,
};

/// One line of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LegendEntry {
    /// What it means.
    pub(crate) label: String,
    /// How it is drawn.
    pub(crate) sample: Sample,
}

/// Most bands of movement or range that are told apart.
const BANDS: u8 = 4;

/// What is shown on the board now, explained; in the order from the ground up.
pub(crate) fn legend_entries(
    (session, asked, seat): (&Session, &Asked, Seat),
    draft: &Draft,
    overlays: &Overlays,
) -> Vec<LegendEntry> {
    let layout = session.map.grid().layout();
    let marked = markings((session, asked, seat), draft, overlays);
    let mut entries = Vec::new();
    let mut line = |label: &str, sample: Sample| {
        let label = label.to_owned();
        entries.push(LegendEntry { label, sample });
    };
    let hatched = |hatch: Hatch| Sample::Hatch(hatch, layout);
    if let Victory::Hold { rounds, .. } = &session.plan.setup.level.victory {
        let label = format!("Hold alone for {rounds} rounds");
        line(&label, hatched(Hatch::Objective));
    }
    if objectives(session)
        .values()
        .any(|hatch| *hatch == Hatch::Exit)
    {
        line("Way out", hatched(Hatch::Exit));
    }
    let names = &session.plan.ruleset.terms().movement_bands;
    for band in 0..BANDS {
        if marked.reach.values().any(|shown| *shown == band) {
            let name = names.get(usize::from(band)).copied().unwrap_or("farther");
            line(&format!("Move: {name}"), hatched(Hatch::Reach(band)));
        }
    }
    if !marked.risky.is_empty() {
        line("A risk on the way", hatched(Hatch::Risky));
    }
    if !marked.noticed.is_empty() {
        line("Enemies notice you on the way", hatched(Hatch::Noticed));
    }
    let open = session.decision.as_deref();
    let offer = open.and_then(|decision| picked(decision, draft));
    let bands =
        ranged_item((session, asked), draft, offer).and_then(|item| asked.ranges.get(&item));
    for band in 0..BANDS {
        if let Some(bands) = bands
            && let Some(known) = bands.get(usize::from(band))
            && marked.ranges.values().any(|shown| *shown == band)
        {
            let text = match &known.extent {
                BandExtent::Within(most) => format!("Range: {}, up to {most}", known.label),
                BandExtent::Below(limit) => format!("Range: {}, below {limit}", known.label),
                BandExtent::Cells(_) => format!("Range: {}", known.label),
            };
            line(&text, hatched(Hatch::Range(band)));
        }
    }
    for (threat, label) in [
        (Threat::Control, "Held: leaving draws an attack"),
        (Threat::Blow, "Enemies can strike here"),
        (Threat::Missile, "Enemies can shoot here"),
    ] {
        if marked.threat.values().any(|shown| *shown == threat) {
            line(label, hatched(Hatch::Threat(threat)));
        }
    }
    for (arc, label) in [(Arc::Flank, "On its flank"), (Arc::Rear, "Behind it")] {
        if marked.arcs.values().any(|shown| *shown == arc) {
            line(label, hatched(Hatch::Arc(arc)));
        }
    }
    if !marked.cells.is_empty() || !marked.zones.is_empty() {
        line("May be picked", hatched(Hatch::Target));
    }
    if session.plan.uses(LevelPart::Zones) {
        line("Zones and their borders", Sample::Zones);
    }
    if devices::are_there(session) {
        line("Lever or other device", Sample::Device);
    }
    let aims = offer.is_some_and(|offer| {
        matches!(&offer.targets, Targets::AnyOf(_)) && !marked.combatants.is_empty()
    });
    if aims {
        line("Legal target", Sample::Ring);
    }
    if overlays.sight {
        line("Clear sight", Sample::Sight(Sight::Clear));
        line("Sight, but cover", Sample::Sight(Sight::Covered));
        line("No sight", Sample::Sight(Sight::Blocked));
    }
    entries
}
