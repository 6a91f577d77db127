//! Who is there, as the deciding side sees it, and who has still to act.

use std::sync::Arc;

use shieldwall_battle::{
    Battle, CombatantId, Event, Presence, SideId, Vitality,
    board::{alliance, hostile},
    terms::{ActionRole, DecisionRole, TurnRole},
};
use shieldwall_content::Level;
use shieldwall_grid::{Cell, Grid};

/// A combatant that the side sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    /// Where it is and how it fares.
    pub(super) seen: Presence,
    /// Whether it is of the deciding side's alliance.
    pub(super) ours: bool,
    /// Whether it has its turn still in hand.
    pub(super) ready: bool,
    /// Whether it has done in its turn what can be done only once in it.
    pub(super) acted: bool,
    /// How often it may still react in this round (ZON-048); 0 if it can't.
    pub(super) reactions: u8,
}

impl Figure {
    /// Whether any of its cells is among some.
    pub(super) fn stands_in(&self, grid: &Grid, mut among: impl FnMut(Cell) -> bool) -> bool {
        self.seen.footing().cells(grid).into_iter().any(&mut among)
    }

    /// Whether it is in the fight.
    pub(super) fn fights(&self) -> bool {
        self.seen.vitality == Vitality::Active
    }
}

/// Everyone whom the side sees.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// The side that decides.
    pub(super) side: SideId,
    /// The level.
    pub(super) level: Arc<Level>,
    /// Everyone on the map, in roster order.
    pub(super) figures: Vec<Figure>,
    /// How many sides have passed in a row.
    pub(super) passes: u32,
    /// Whether nobody was seen to act in the whole round before this one: who waits then, waits in vain.
    pub(super) idle: bool,
    /// How often enemies who are asked to react do so, as far as this battle has shown.
    pub(super) reactiveness: f64,
}

/// How often a reaction is expected of enemies of whom nothing has been seen.
const EXPECTED: f64 = 0.6;
/// How many sightings that expectation counts for.
const EXPECTATION: f64 = 3.0;

impl Scene {
    pub(super) fn look(battle: &mut Battle, side: SideId) -> Self {
        let level = Arc::clone(&battle.setup().level);
        let order = battle.order();
        let figures = battle
            .presences(Some(side))
            .into_iter()
            .filter(|seen| seen.vitality.is_alive_here())
            .map(|seen| {
                let entry = order.iter().find(|entry| entry.who == seen.id);
                let open = entry.is_some_and(|entry| !entry.done && !entry.now);
                Figure {
                    ours: !hostile(&level, seen.side, side),
                    ready: open && entry.is_some_and(|entry| entry.ready),
                    acted: entry.is_some_and(|entry| entry.acted),
                    reactions: entry.map_or(0, |entry| entry.reactions),
                    seen,
                }
            })
            .collect();
        let (passes, idle) = lately(battle, &level, side);
        let reactiveness = reactiveness(battle, &level, side);
        Self {
            side,
            level,
            figures,
            passes,
            idle,
            reactiveness,
        }
    }

    /// A combatant; `None` if the side does not see it.
    pub(super) fn figure(&self, who: CombatantId) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.seen.id == who)
    }

    /// Enemies in the fight.
    pub(super) fn foes(&self) -> impl Iterator<Item = &Figure> {
        self.figures
            .iter()
            .filter(|figure| !figure.ours && figure.fights())
    }

    /// Friends in the fight.
    pub(super) fn friends(&self) -> impl Iterator<Item = &Figure> {
        self.figures
            .iter()
            .filter(|figure| figure.ours && figure.fights())
    }
}

/// How many sides had passed in a row when the enemy last did, if nobody has acted since; and whether the side
/// saw nobody act in the whole round before this one.
fn lately(battle: &Battle, level: &Level, side: SideId) -> (u32, bool) {
    let ours = alliance(level, side);
    let (mut passes, mut begun, mut acted, mut idle) = (0, false, false, false);
    for entry in battle.journal().seen_by(Some(side)) {
        match &entry.event {
            Event::RoundBegan => {
                idle = begun && !acted;
                (passes, begun, acted) = (0, true, false);
            }
            Event::Turn { state, .. } => {
                acted |= state.role == TurnRole::Acting;
                passes = 0;
            }
            Event::Passed { side, in_a_row, .. } if !ours.contains(*side) => passes = *in_a_row,
            _ => {}
        }
    }
    (passes, idle)
}

/// How often enemies have reacted when they could.
fn reactiveness(battle: &Battle, level: &Level, side: SideId) -> f64 {
    let (mut asked, mut reacted) = (0.0, 0.0);
    for entry in battle.journal().seen_by(Some(side)) {
        if let Event::Chosen {
            kind,
            side: other,
            choice,
            ..
        } = &entry.event
            && kind.role == DecisionRole::Reaction
            && hostile(level, *other, side)
        {
            asked += 1.0;
            reacted += f64::from(u8::from(choice.action.role != ActionRole::Decline));
        }
    }
    (EXPECTED * EXPECTATION + reacted) / (EXPECTATION + asked)
}
