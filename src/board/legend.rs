//! The legend: what the overlays that are shown mean, each with a sample of how it is drawn.

use shieldwall_battle::{BandExtent, Targets};
use shieldwall_content::level::Victory;
use shieldwall_grid::{Layout, Metres};

use crate::session::{Draft, Overlays, Session};

use super::{
    devices,
    drawing::Drawing,
    hatch::Hatch,
    markings::{markings, picked, ranged_item},
    overlay::objectives,
    tile_art::TileShape,
};

/// One line of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LegendEntry {
    /// Name of the sample, for caching its picture.
    pub(crate) key: &'static str,
    /// What it means.
    pub(crate) label: String,
    /// The sample as an SVG drawing, about as wide as high.
    pub(crate) drawing: String,
}

const REACH_KEYS: [&str; 4] = ["reach-0", "reach-1", "reach-2", "reach-3"];
const RANGE_KEYS: [&str; 4] = ["range-0", "range-1", "range-2", "range-3"];

/// What is shown on the board now, explained; in the order from the ground up.
pub(crate) fn legend_entries(
    session: &Session,
    draft: &Draft,
    overlays: &Overlays,
) -> Vec<LegendEntry> {
    let shape = TileShape(session.map.grid().layout());
    let marked = markings(session, draft, overlays);
    let mut entries = Vec::new();
    let mut sample = |key: &'static str, label: String, hatch: Hatch| {
        entries.push(LegendEntry {
            key,
            label,
            drawing: framed(hatch, shape),
        });
    };
    if let Victory::Hold { rounds, .. } = &session.plan.setup.level.victory {
        sample(
            "objective",
            format!("Hold alone for {rounds} rounds"),
            Hatch::Objective,
        );
    }
    if objectives(session)
        .values()
        .any(|hatch| *hatch == Hatch::Exit)
    {
        sample("exit", "Way out".to_owned(), Hatch::Exit);
    }
    let names = session.plan.ruleset.movement_bands();
    for (band, key) in (0u8..).zip(REACH_KEYS) {
        if marked.reach.values().any(|shown| *shown == band) {
            let name = names.get(usize::from(band)).copied().unwrap_or("farther");
            sample(key, format!("Move: {name}"), Hatch::Reach(band));
        }
    }
    if !marked.risky.is_empty() {
        sample("risky", "A risk on the way".to_owned(), Hatch::Risky);
    }
    if !marked.noticed.is_empty() {
        sample("noticed", "Noticed on the way".to_owned(), Hatch::Noticed);
    }
    let open = session.decision.as_deref();
    let offer = open.and_then(|decision| picked(decision, draft));
    let bands = ranged_item(session, draft, offer).and_then(|item| session.ranges.get(&item));
    for (band, key) in (0u8..).zip(RANGE_KEYS) {
        if let Some(bands) = bands
            && let Some(known) = bands.get(usize::from(band))
            && marked.ranges.values().any(|shown| *shown == band)
        {
            let text = match &known.extent {
                BandExtent::Within(most) => format!("Range: {}, {}", known.label, limit(*most)),
                BandExtent::Cells(_) => format!("Range: {}", known.label),
            };
            sample(key, text, Hatch::Range(band));
        }
    }
    if marked.threat.values().any(|missile_only| !missile_only) {
        sample(
            "threat-blow",
            "Enemies can strike here".to_owned(),
            Hatch::ThreatBlow,
        );
    }
    if marked.threat.values().any(|missile_only| *missile_only) {
        sample(
            "threat-missile",
            "Enemies can shoot here".to_owned(),
            Hatch::ThreatMissile,
        );
    }
    if !marked.cells.is_empty() || !marked.zones.is_empty() {
        sample("target", "May be picked".to_owned(), Hatch::Target);
    }
    if session.plan.ruleset.uses_zones() {
        entries.push(zones_sample());
    }
    if devices::are_there(session) {
        entries.push(devices_sample());
    }
    let aims = offer.is_some_and(|offer| {
        matches!(&offer.targets, Targets::AnyOf(_)) && !marked.combatants.is_empty()
    });
    if aims {
        entries.push(line_sample("ring", "Legal target", |drawing| {
            drawing.circle(
                [0.0, 0.0],
                36.0,
                "fill=\"none\" stroke=\"#fff096\" stroke-width=\"11\" stroke-dasharray=\"26 12\"",
            );
        }));
    }
    if overlays.sight {
        let lines = [
            ("sight-clear", "Clear sight", "#78d26e", "", false),
            (
                "sight-cover",
                "Sight, but cover",
                "#f0c04a",
                "stroke-dasharray=\"20 12\"",
                false,
            ),
            (
                "sight-blocked",
                "No sight",
                "#f05046",
                "stroke-dasharray=\"7 11\"",
                true,
            ),
        ];
        for (key, label, ink, dash, crossed) in lines {
            entries.push(line_sample(key, label, |drawing| {
                for (stroke, width) in [("#14110c", 17.0), (ink, 10.0)] {
                    drawing.line(
                        [-42.0, 16.0],
                        [42.0, -16.0],
                        &format!("stroke=\"{stroke}\" stroke-width=\"{width}\" {dash}"),
                    );
                }
                if crossed {
                    drawing.path(
                        "M-14 -14L14 14M-14 14L14 -14",
                        &format!("stroke=\"{ink}\" stroke-width=\"9\""),
                    );
                }
            }));
        }
    }
    entries
}

/// A limit in words. Bands that end just short of a round number are below it.
fn limit(up_to: Metres) -> String {
    let next = up_to + Metres::from_milli(1);
    if next.milli() % 100 == 0 {
        format!("below {next}")
    } else {
        format!("up to {up_to}")
    }
}

/// A hatch on a piece of ground.
fn framed(hatch: Hatch, shape: TileShape) -> String {
    let mut ground = Drawing::new(124.0, 124.0);
    ground.polygon(&shape.corners(-1.0), "fill=\"#8a9460\"");
    inlay(&mut ground, &hatch.drawing(shape), shape.cell_box());
    ground.polygon(
        &shape.corners(0.0),
        "fill=\"none\" stroke=\"#14110c\" stroke-opacity=\".6\" stroke-width=\"4\"",
    );
    ground.svg()
}

/// Puts a drawing of this size in the middle of another.
fn inlay(ground: &mut Drawing, inner: &Drawing, [width, height]: [f32; 2]) {
    let placed = inner.svg().replacen(
        "<svg ",
        &format!("<svg x=\"{}\" y=\"{}\" ", -width / 2.0, -height / 2.0),
        1,
    );
    ground.add(&placed);
}

/// A border between the cores of two zones.
fn zones_sample() -> LegendEntry {
    line_sample("zones", "Zones and their borders", |drawing| {
        drawing.rect(
            [-52.0, -24.0],
            [104.0, 48.0],
            0.0,
            "fill=\"#141008\" fill-opacity=\".34\"",
        );
        for at in [-33.0, 33.0] {
            for (ink, opacity, width) in [("#141008", 0.45, 18.0), ("#fffae6", 0.9, 10.0)] {
                let style = format!(
                    "stroke=\"{ink}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\""
                );
                drawing.line([-52.0, at], [52.0, at], &style);
            }
        }
    })
}

fn devices_sample() -> LegendEntry {
    line_sample("device", "Lever or other device", |drawing| {
        inlay(drawing, &devices::sample(), [100.0, 100.0]);
    })
}

fn line_sample(key: &'static str, label: &str, draw: impl FnOnce(&mut Drawing)) -> LegendEntry {
    let mut drawing = Drawing::new(124.0, 124.0);
    drawing.polygon(&TileShape(Layout::Square).corners(-2.0), "fill=\"#8a9460\"");
    draw(&mut drawing);
    LegendEntry {
        key,
        label: label.to_owned(),
        drawing: drawing.svg(),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn limits_read_as_people_say_them() {
        assert_eq!(limit(Metres::from_milli(79_999)), "below 80 m");
        assert_eq!(limit(Metres::from_whole(20)), "up to 20 m");
    }

    #[test]
    fn samples_of_zones_and_devices_can_be_told_apart() {
        let [zones, device] = [zones_sample(), devices_sample()]
            .map(|entry| crate::art::rasterise(&entry.drawing, 32, 32).unwrap());
        assert_eq!(zones.pixel(16, 16).unwrap().alpha(), 255);
        assert_ne!(zones.data(), device.data());
    }

    #[test]
    fn samples_are_drawings() {
        for layout in Layout::ALL {
            for hatch in Hatch::ALL {
                let svg = framed(hatch, TileShape(layout));
                let picture = crate::art::rasterise(&svg, 32, 32).unwrap();
                assert_eq!(picture.pixel(16, 16).unwrap().alpha(), 255, "{hatch:?}");
            }
        }
    }
}
