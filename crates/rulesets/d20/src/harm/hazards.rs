//! Pits, drops and fire (D20-R93).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Flow, Roster, Scribe};
use shieldwall_content::terrain::{Hazard, Obstacle};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Cell;

use crate::{
    figure::battlefield::{Battlefield, Figure},
    harm::{death, rolls, victim::Victim},
    terms::rules::RR93,
};

/// What lava and open fire do.
const FIRE: (u16, u16) = (2, 6);

/// What somebody comes to in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plunge {
    /// A fall of so many steps of elevation.
    Fall(u16),
    /// Fire or lava.
    Fire,
}

impl Battlefield<'_, '_> {
    /// What becomes of somebody who comes from one cell into another, if anything does: a pit is one step deep, and an
    /// edge that goes down by more than one step is a fall.
    #[must_use]
    pub fn plunge(&self, from: Cell, to: Cell) -> Option<Plunge> {
        let (map, terrain) = (&self.board.map, self.board.terrain(to));
        let down = -map.climb(from, to);
        let pit = terrain.obstacle == Some(Obstacle::Pit)
            && self.board.terrain(from).obstacle != Some(Obstacle::Pit);
        let steps = down.max(0) + i32::from(pit);
        if pit || down > 1 {
            return Some(Plunge::Fall(u16::try_from(steps).unwrap_or(1)));
        }
        self.burns(to).then_some(Plunge::Fire)
    }

    /// What becomes of somebody when the ground of its cell has changed.
    #[must_use]
    pub fn danger(&self, cell: Cell) -> Option<Plunge> {
        let pit = self.board.terrain(cell).obstacle == Some(Obstacle::Pit);
        let burns = self.burns(cell).then_some(Plunge::Fire);
        pit.then_some(Plunge::Fall(1)).or(burns)
    }

    /// Whether there is fire or lava in a cell.
    #[must_use]
    pub fn burns(&self, cell: Cell) -> bool {
        matches!(
            self.board.terrain(cell).hazard,
            Some(Hazard::Fire | Hazard::Lava)
        )
    }
}

/// Lets somebody suffer at once what it has come to, with a throw against death if it needs one.
pub fn suffer(
    who: CombatantId,
    plunge: Plunge,
    roster: &Roster,
    victims: &mut Query<'_, '_, Victim>,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) {
    let (dice, sides, purpose) = match plunge {
        Plunge::Fall(steps) => (steps, 6, "the fall"),
        Plunge::Fire => (FIRE.0, FIRE.1, "the fire"),
    };
    let dice = DiceExpr::dice(dice, sides);
    let lost = rolls::sum((who, purpose), &dice, cup, scribe, &[RR93]);
    if let Ok(mut victim) = victims.get_mut(roster.combatant(who)) {
        victim.lose(lost, None, scribe, &[RR93]);
        if matches!(plunge, Plunge::Fall(_)) {
            victim.fall(scribe, RR93);
        }
    }
    death::throw_for(vec![who], roster, victims, cup, scribe);
}

/// The living that are in fire at the end of the round, in the order of equals.
pub fn in_fire(field: Battlefield, flow: Res<Flow>) -> Vec<(CombatantId, Plunge)> {
    if flow.ending().is_some() {
        return Vec::new();
    }
    let in_fire = |who: &Figure<'_, '_>| who.vitality.is_alive_here() && field.burns(who.cell());
    let burning = field.all().filter(in_fire).map(|who| *who.id);
    let burning = field.in_order(burning).into_iter();
    burning.map(|who| (who, Plunge::Fire)).collect()
}

/// Lets combatants suffer what they have come to, one after the other.
pub fn suffer_all(
    In(plunges): In<Vec<(CombatantId, Plunge)>>,
    roster: Res<Roster>,
    mut victims: Query<Victim>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    for (who, plunge) in plunges {
        suffer(who, plunge, &roster, &mut victims, &mut cup, &mut scribe);
    }
}
