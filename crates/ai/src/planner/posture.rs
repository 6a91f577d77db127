//! How a side means to fight this round: come on, or let them come.

use shieldwall_battle::{SideId, board::hostile, goals};
use shieldwall_content::level::Victory;
use shieldwall_grid::Cell;

use super::{Skill, Tools, outlook::Outlook, scene::Situation};

/// Superiority in missile harm at a time from which it pays to let the enemy come.
const OUTRANGES: f64 = 0.12;

/// Rounds without blood after which even the better archers come on.
const PATIENCE: u32 = 3;

/// What a side wants besides defeating enemies.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// The cells to get to.
    pub(super) cells: Vec<Cell>,
    /// What getting there from 30 m away is worth.
    pub(super) pull: f64,
    /// What standing there is worth.
    pub(super) presence: f64,
}

/// How a side fights this round.
#[derive(Clone, Debug)]
pub(super) struct Posture {
    /// Whether it lets the enemy come.
    pub(super) holds: bool,
    /// True if time is on its side: it wins when the last round is over, and no enemy stands where it must not.
    pub(super) waits: bool,
    /// What harm to oneself counts for beside harm to an enemy.
    pub(super) caution: f64,
    /// What being alone among enemies counts for, from 0 to 1.
    pub(super) prudence: f64,
    /// What getting 30 m closer to the enemy is worth.
    pub(super) drive: f64,
    /// Whether there is time to lie in wait: an enemy that has not come for some rounds is sought.
    pub(super) patient: bool,
    /// Whether it has a way out of the battle to run for.
    pub(super) escapes: bool,
    /// What else it wants.
    pub(super) goal: Option<Goal>,
}

impl Posture {
    /// Takes up a posture.
    pub(super) fn of(
        situation: &Situation,
        outlook: &Outlook,
        tools: &Tools,
        acts_at_once: bool,
    ) -> Self {
        let (chronicle, skill, temper) = (&tools.chronicle, tools.skill, tools.temper);
        let quiet = chronicle.quiet_rounds(situation.round);
        let escapes = !goals::exits(&situation.level, situation.side).is_empty();
        let goal = goal(situation, escapes);
        let contested = goal.is_some()
            && situation.foes.iter().any(|foe| {
                goal.as_ref()
                    .is_some_and(|goal| goal.cells.contains(&foe.cell))
            });
        let mut goal = goal;
        if let Some(goal) = &mut goal
            && contested
            && goal.pull < 1.0
        {
            // Standing there is of no use while enemies do too: they have to go first.
            goal.presence *= 0.3;
        }
        // A side that wins when time runs out has no reason to come on, and its enemies have no time to lose.
        let by_time = goals::wins_by_time(&situation.level, situation.side);
        let (waits, runs_late) = (by_time == Some(true), by_time == Some(false));
        let outranges = outlook.missile_balance > OUTRANGES && quiet < PATIENCE && !runs_late;
        // Even a soldier knows that the enemy has to come: the walls are there for that.
        let lets_come = outranges && skill.plans() || waits && skill.holds_walls();
        let holds = lets_come && !contested && temper.waits;
        let quiet = if waits { 0 } else { quiet };
        // Nobody wins by waiting: each quiet round makes everyone bolder.
        let boldness = f64::from(quiet.min(10)) * 0.1;
        let ours = situation.friends.len() + 1;
        let strength = if ours > situation.foes.len() {
            0.1
        } else {
            0.0
        };
        let (caution, drive) = match (escapes, holds) {
            (true, _) => (0.2, 0.0),
            (false, true) => (0.35, 0.06),
            (false, false) => (0.25, 0.5),
        };
        let fears = |acts_at_once: bool| {
            // Danger attracts a side that comes on, and not one that lets the enemy come.
            let skill = if holds { Skill::Hard } else { skill };
            let fears = skill.weighs_danger(acts_at_once);
            // Those who have a way out to run for are drawn to nothing else.
            if escapes { fears.max(0.0) } else { fears }
        };
        Self {
            holds,
            waits: waits && !contested,
            caution: temper.caution
                * fears(acts_at_once)
                * (caution - boldness - strength).max(0.0),
            // To be alone or to show oneself is no better for those who strike first.
            prudence: fears(false) * (1.0 - boldness),
            patient: quiet < PATIENCE && skill.plans() && temper.waits && !runs_late,
            drive: drive * (1.0 + boldness),
            escapes,
            goal,
        }
    }
}

/// What the level's victory asks of the side, which `escapes` if it has a way out.
fn goal(situation: &Situation, escapes: bool) -> Option<Goal> {
    match &situation.level.victory {
        Victory::LastStanding => None,
        Victory::Hold { cells, .. } => Some(Goal {
            cells: cells.clone(),
            pull: 0.3,
            presence: 0.12,
        }),
        Victory::Escape { cells, .. } if escapes => Some(Goal {
            cells: cells.clone(),
            pull: 1.5,
            presence: 1.0,
        }),
        Victory::Escape { side, cells } => {
            let mut sides = SideId::first(situation.level.sides.len());
            let escaping = sides.find(|one| one.index() == *side);
            let hunts = escaping.is_some_and(|one| hostile(&situation.level, one, situation.side));
            hunts.then(|| Goal {
                cells: cells.clone(),
                pull: 0.15,
                presence: 0.0,
            })
        }
    }
}
