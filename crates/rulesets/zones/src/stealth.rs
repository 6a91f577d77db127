//! Concealment: who sees whom, what gives one away, hiding again (ZON-102 to ZON-109, ZON-R50 to
//! ZON-R53).

use shieldwall_battle::{CombatantId, Concealment, Event, RuleId};
use shieldwall_grid::Light;

use crate::{
    field::{Field, FighterView, Fray},
    rules::{R108, R109, RR52},
    words,
};

impl Field<'_, '_> {
    /// Whether an enemy would see a concealed character where it is: by standing beside it with a
    /// free line, or by a free line without cover to a lit cell (ZON-R52).
    #[must_use]
    pub fn is_given_away(&self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        let cells = self.cells(&fighter);
        let light = self.light_on(&fighter, &cells);
        self.all().any(|enemy| {
            if !enemy.is_fighting()
                || enemy.mind.distracted
                || enemy.is_vehicle()
                || !self.hostile(enemy.side(), fighter.side())
            {
                return false;
            }
            let from = self.cells(&enemy);
            let beside = from.iter().any(|a| {
                cells
                    .iter()
                    .any(|b| self.touch(*a, *b) && self.free_line(*a, *b))
            });
            let bright = match light {
                Light::Bright => true,
                Light::Dim => false,
                Light::Dark => enemy.build.0.dark_sight,
            };
            let seen = bright
                && self.has_line(&from, &cells)
                && self.has_sight(&from, &cells)
                && self.cover(&from, &cells).is_none();
            beside || seen
        })
    }

    /// Whether some enemy can see a character now, as things stand (ZON-R18, ZON-R51).
    #[must_use]
    pub fn is_seen(&self, fighter: &FighterView<'_, '_>, undistracted_only: bool) -> bool {
        self.all().any(|enemy| {
            enemy.is_fighting()
                && !enemy.is_vehicle()
                && self.hostile(enemy.side(), fighter.side())
                && !(undistracted_only && enemy.mind.distracted)
                && self.sees(&enemy, fighter)
        })
    }

    /// Whether a character may hide now, as far as its own side knows (ZON-103, ZON-R51).
    #[must_use]
    pub fn may_hide(&self, fighter: &FighterView<'_, '_>) -> bool {
        if fighter.is_concealed() || fighter.riding.0.is_some() || fighter.is_vehicle() {
            return false;
        }
        let cells = self.cells(fighter);
        let watched_closely = self.all().any(|enemy| {
            // Enemies who are concealed themselves are not known to watch.
            enemy.is_fighting()
                && !enemy.is_vehicle()
                && !enemy.is_concealed()
                && !enemy.mind.distracted
                && self.hostile(enemy.side(), fighter.side())
                && self.near(&self.cells(&enemy), &cells)
        });
        if watched_closely {
            return false;
        }
        if self.is_seen(fighter, false) {
            // All of those who see it now must be distracted.
            !self.is_seen(fighter, true)
        } else {
            !fighter.mind.seen
        }
    }
}

/// Notes who has been seen by some enemy since its previous turn (ZON-R51).
pub fn note_sightings(fray: &mut Fray) {
    let seen: Vec<CombatantId> = {
        let field = fray.field();
        field
            .all()
            .filter(|fighter| fighter.is_fighting() && !fighter.mind.seen)
            // The distracted do not count (ZON-R21).
            .filter(|fighter| field.is_seen(fighter, true))
            .map(|fighter| *fighter.id)
            .collect()
    };
    for who in seen {
        fray.fighter_mut(who).mind.seen = true;
    }
}

/// Reveals those whom an enemy sees now; after every step and at the end of every turn (ZON-108).
pub fn test_all(fray: &mut Fray) {
    let concealed: Vec<CombatantId> = fray
        .field()
        .all()
        .filter(|fighter| fighter.is_concealed() && fighter.is_alive() && !fighter.mind.lurking)
        .map(|fighter| *fighter.id)
        .collect();
    for who in concealed {
        if fray.field().is_given_away(who) {
            reveal(fray, who, &[R108, RR52]);
        }
    }
}

/// Whether anybody is concealed, so that there is something to test.
pub fn anybody_concealed(fray: &Fray) -> bool {
    fray.fighters
        .iter()
        .any(|fighter| fighter.concealment.is_unseen())
}

/// Makes somebody's enemies notice it, if they have not.
pub fn reveal(fray: &mut Fray, who: CombatantId, rules: &[RuleId]) {
    let (concealed, cell, health) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        (
            fighter.is_concealed(),
            fighter.cell(),
            fighter.health.current,
        )
    };
    if !concealed {
        return;
    }
    let mut fighter = fray.fighter_mut(who);
    *fighter.concealment = Concealment::Open;
    fighter.mind.seen = true;
    fighter.mind.lurking = false;
    let mut cited = vec![R109];
    cited.extend(rules.iter().filter(|rule| **rule != R109));
    fray.journal.write(
        Event::Revealed {
            who,
            cell,
            hit_points: health,
        },
        &cited,
    );
    fray.journal.write(
        Event::Condition {
            who,
            condition: words::CONCEALED,
            on: false,
        },
        &cited,
    );
}

/// Conceals somebody.
pub fn conceal(fray: &mut Fray, who: CombatantId, rules: &[RuleId]) {
    let mut fighter = fray.fighter_mut(who);
    *fighter.concealment = Concealment::Hidden;
    fighter.mind.lurking = false;
    // That it has vanished everyone sees; where it is from now on only its own camp.
    fray.journal.write(
        Event::Condition {
            who,
            condition: words::CONCEALED,
            on: true,
        },
        rules,
    );
}
