//! The battle as the deciding side sees it, sorted for a brain.

use std::sync::Arc;

use shieldwall_battle::{Battle, CombatantId, Footing, Presence, SideId, Vitality, board::hostile};
use shieldwall_content::Level;
use shieldwall_grid::{Cell, Grid};

/// A combatant that the side may see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter {
    /// Who.
    pub(super) id: CombatantId,
    /// Of which side.
    pub(super) side: SideId,
    /// Where.
    pub(super) cell: Cell,
    /// All that it stands on.
    footing: Footing,
    /// Hit points left.
    pub(super) hit_points: i32,
    /// Hit points at most.
    pub(super) max_hit_points: i32,
    /// State.
    pub(super) vitality: Vitality,
    /// Whether its enemies have not noticed it.
    pub(super) hidden: bool,
    /// The mount that it rides.
    pub(super) riding: Option<CombatantId>,
    /// Whether it is of the deciding side's alliance.
    pub(super) ours: bool,
    /// Whether it has its turn still in hand, where sides take turns.
    pub(super) ready: bool,
    /// Whether it has done in its turn what can be done only once in it.
    pub(super) acted: bool,
    /// How many turns it may still spend on reactions in this round; 0 where reactions cost no turn.
    pub(super) reactions: u8,
}

impl Fighter {
    /// Whether it is in the fight.
    pub(super) fn fights(&self) -> bool {
        self.vitality == Vitality::Active
    }

    /// Whether it lies alive on the field, out of the fight.
    pub(super) const fn is_down(&self) -> bool {
        matches!(self.vitality, Vitality::Unconscious | Vitality::Dying)
    }

    /// How many cells it is across.
    pub(super) const fn across(&self) -> u8 {
        self.footing.across
    }

    /// All that it stands on.
    pub(super) const fn footing(&self) -> Footing {
        self.footing
    }

    /// Whether any of its cells is among some.
    pub(super) fn stands_in(&self, grid: &Grid, mut among: impl FnMut(Cell) -> bool) -> bool {
        self.footing.cells(grid).into_iter().any(&mut among)
    }
}

/// Everybody that the side sees.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// The side that decides.
    pub(super) side: SideId,
    /// The level.
    pub(super) level: Arc<Level>,
    /// Round, from 1.
    pub(super) round: u32,
    /// All that are alive on the map, in roster order. Enemies that the side has not noticed are not in it.
    pub(super) fighters: Vec<Fighter>,
}

impl Scene {
    /// Looks around.
    pub(super) fn look(battle: &mut Battle, side: SideId) -> Self {
        let level = Arc::clone(&battle.setup().level);
        let order = battle.order();
        let alive = battle.presences(Some(side)).into_iter();
        let alive = alive.filter(|seen: &Presence| seen.vitality.is_alive_here());
        let fighters = alive.map(|seen| {
            let entry = order.iter().find(|entry| entry.who == seen.id);
            let open = entry.is_some_and(|entry| !entry.done && !entry.now);
            Fighter {
                id: seen.id,
                side: seen.side,
                cell: seen.cell,
                footing: seen.footing(),
                hit_points: seen.hit_points,
                max_hit_points: seen.max_hit_points,
                vitality: seen.vitality,
                hidden: seen.hidden,
                riding: seen.riding,
                ours: !hostile(&level, seen.side, side),
                ready: open && entry.is_some_and(|entry| entry.ready),
                acted: entry.is_some_and(|entry| entry.acted),
                reactions: entry.map_or(0, |entry| entry.reactions),
            }
        });
        Self {
            side,
            round: battle.round(),
            fighters: fighters.collect(),
            level,
        }
    }

    /// A combatant; `None` if the side does not see it.
    pub(super) fn fighter(&self, who: CombatantId) -> Option<&Fighter> {
        self.fighters.iter().find(|fighter| fighter.id == who)
    }

    /// Enemies in the fight.
    pub(super) fn foes(&self) -> impl Iterator<Item = &Fighter> {
        let fighters = self.fighters.iter();
        fighters.filter(|fighter| !fighter.ours && fighter.fights())
    }

    /// Friends in the fight.
    pub(super) fn friends(&self) -> impl Iterator<Item = &Fighter> {
        let fighters = self.fighters.iter();
        fighters.filter(|fighter| fighter.ours && fighter.fights())
    }
}

/// The scene as one of the deciding side's alliance finds it.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    /// The side that decides.
    pub(super) side: SideId,
    /// The combatant it is about.
    pub(super) me: Fighter,
    /// Its friends in the fight, allies among them.
    pub(super) friends: Vec<Fighter>,
    /// Its friends that are down.
    pub(super) fallen_friends: Vec<Fighter>,
    /// Enemies in the fight.
    pub(super) foes: Vec<Fighter>,
    /// Enemies that are down.
    pub(super) fallen_foes: Vec<Fighter>,
    /// Round, from 1.
    pub(super) round: u32,
    /// The level.
    pub(super) level: Arc<Level>,
}

impl Situation {
    /// How it is for one of ours; `None` if the side does not see it, which no ruleset should bring about.
    pub(super) fn of(scene: &Scene, who: CombatantId) -> Option<Self> {
        let mut situation = Self {
            side: scene.side,
            me: *scene.fighter(who)?,
            friends: Vec::new(),
            fallen_friends: Vec::new(),
            foes: Vec::new(),
            fallen_foes: Vec::new(),
            round: scene.round,
            level: Arc::clone(&scene.level),
        };
        for fighter in scene.fighters.iter().filter(|fighter| fighter.id != who) {
            let list = match (fighter.fights(), fighter.is_down(), fighter.ours) {
                (true, _, true) => &mut situation.friends,
                (true, _, false) => &mut situation.foes,
                (false, true, true) => &mut situation.fallen_friends,
                (false, true, false) => &mut situation.fallen_foes,
                // They have surrendered.
                (false, false, _) => continue,
            };
            list.push(*fighter);
        }
        Some(situation)
    }

    /// A combatant of the view that is still alive on the field.
    pub(super) fn fighter(&self, id: CombatantId) -> Option<&Fighter> {
        std::iter::once(&self.me)
            .chain(&self.friends)
            .chain(&self.fallen_friends)
            .chain(&self.foes)
            .chain(&self.fallen_foes)
            .find(|fighter| fighter.id == id)
    }

    /// Whether somebody is an enemy, in the fight or down.
    pub(super) fn is_foe(&self, id: CombatantId) -> bool {
        self.foes
            .iter()
            .chain(&self.fallen_foes)
            .any(|foe| foe.id == id)
    }
}
