//! The battle as the deciding side sees it, sorted for a brain.

use std::sync::Arc;

use shieldwall_battle::{
    Battle, CombatantId, Decision, Presence, SideId, Vitality, board::hostile,
};
use shieldwall_content::Level;
use shieldwall_grid::Cell;

/// A combatant that the side may see.
#[derive(Clone, Debug)]
pub(super) struct Fighter {
    /// Who.
    pub(super) id: CombatantId,
    /// Where.
    pub(super) cell: Cell,
    /// Hit points left.
    pub(super) hit_points: i32,
    /// Hit points at most.
    pub(super) max_hit_points: i32,
    /// State.
    pub(super) vitality: Vitality,
    /// Whether its enemies have not noticed it.
    pub(super) hidden: bool,
}

impl Fighter {
    fn of(view: &Presence) -> Self {
        Self {
            id: view.id,
            cell: view.cell,
            hit_points: view.hit_points,
            max_hit_points: view.max_hit_points,
            vitality: view.vitality,
            hidden: view.hidden,
        }
    }

    /// Whether it lies alive on the field, out of the fight.
    pub(super) fn is_down(&self) -> bool {
        matches!(self.vitality, Vitality::Unconscious | Vitality::Dying)
    }
}

/// Who stands where. Enemies that the side has not noticed are not in it.
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
    /// Looks around; `None` if the side as a whole decides, or if the actor cannot be seen, which no
    /// ruleset should bring about.
    pub(super) fn look(battle: &mut Battle, decision: &Decision) -> Option<Self> {
        let actor = decision.actor?;
        let seen = battle.presences(Some(decision.side));
        let mut situation = Self {
            side: decision.side,
            me: Fighter::of(seen.iter().find(|seen| seen.id == actor)?),
            friends: Vec::new(),
            fallen_friends: Vec::new(),
            foes: Vec::new(),
            fallen_foes: Vec::new(),
            round: battle.round(),
            level: Arc::clone(&battle.setup().level),
        };
        for combatant in &seen {
            if combatant.id == actor {
                continue;
            }
            let ours = !hostile(&situation.level, combatant.side, decision.side);
            let list = match (combatant.vitality, ours) {
                (Vitality::Active, true) => &mut situation.friends,
                (Vitality::Active, false) => &mut situation.foes,
                (Vitality::Unconscious | Vitality::Dying, true) => &mut situation.fallen_friends,
                (Vitality::Unconscious | Vitality::Dying, false) => &mut situation.fallen_foes,
                (Vitality::Dead | Vitality::Left | Vitality::Surrendered, _) => continue,
            };
            list.push(Fighter::of(combatant));
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
