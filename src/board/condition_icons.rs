//! Small badges on counters: conditions at a glance.

use resvg::tiny_skia::Pixmap;
use shieldwall_battle::{
    Vitality,
    terms::{Action, Condition, ConditionRole, Mode},
};

/// Ground of what threatens.
const DANGER: &str = "#8c1f1a";
/// Ground of what is over.
const NEUTRAL: &str = "#33302b";
/// Ground of what is about to be done.
const INTENT: &str = "#54481f";
/// Ground of what is kept secret, and of fear.
const SECRET: &str = "#3b2a57";

use crate::{
    art::{ArtError, GameArt},
    shown::Figure,
};

use super::drawing::Ink;

/// A badge on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Badge {
    /// Out of the fight.
    Fallen(Vitality),
    /// Not noticed by its enemies.
    Hidden,
    /// What is true of it for a while.
    Condition(Condition),
    /// What it is about to do, and in which way.
    Intent(Action, Option<Mode>),
}

impl Badge {
    /// Name, for caching its picture.
    pub(super) fn name(self) -> String {
        format!("badge {} {}", self.icon(), self.ground())
    }

    fn icon(self) -> &'static str {
        match self {
            Self::Fallen(vitality) => match vitality {
                Vitality::Unconscious => "unconscious",
                Vitality::Dying => "dying",
                Vitality::Dead => "skull",
                Vitality::Surrendered => "surrendered",
                Vitality::Active | Vitality::Left => "",
            },
            Self::Hidden => "hidden",
            Self::Condition(condition) => condition.icon,
            Self::Intent(action, mode) => mode
                .map(|mode| mode.icon)
                .filter(|icon| !icon.is_empty())
                .unwrap_or(action.icon),
        }
    }

    const fn ground(self) -> &'static str {
        match self {
            Self::Fallen(Vitality::Dying) => DANGER,
            Self::Fallen(Vitality::Surrendered) => "#5a5f68",
            Self::Fallen(_) => NEUTRAL,
            Self::Hidden => SECRET,
            Self::Intent(..) => INTENT,
            Self::Condition(condition) => match condition.0.role {
                ConditionRole::Surprised
                | ConditionRole::Held
                | ConditionRole::Stunned
                | ConditionRole::Broken
                | ConditionRole::Injured => DANGER,
                ConditionRole::Hidden | ConditionRole::Afraid | ConditionRole::Casting => SECRET,
                ConditionRole::Helping | ConditionRole::Poisoned => "#1f5c2e",
                ConditionRole::Low
                | ConditionRole::Steady
                | ConditionRole::Strengthened
                | ConditionRole::CanReact
                | ConditionRole::Mounted => "#1f3f66",
                ConditionRole::Unloaded
                | ConditionRole::OutOfAmmunition
                | ConditionRole::BrokenItem
                | ConditionRole::Holding
                | ConditionRole::Prone
                | ConditionRole::Hindered => "#6b4512",
                ConditionRole::TurnSpent | ConditionRole::Upright | ConditionRole::Minor => NEUTRAL,
            },
        }
    }

    /// Draws it.
    ///
    /// # Errors
    /// Only if there is no picture of that size.
    pub(super) fn picture(self, art: &GameArt, pixels: u32) -> Result<Pixmap, ArtError> {
        let blank = Pixmap::new(pixels, pixels);
        let mut picture = blank.ok_or(ArtError::Size(pixels, pixels))?;
        let size = pixels as f32;
        let ground = Ink::of_hex(self.ground()).map(|ink| ink.0);
        art.draw_onto(&mut picture, "board/badge", ground, [0.0; 2], [size; 2]);
        let icon = format!("icons/{}", self.icon());
        art.draw_onto(&mut picture, &icon, None, [size * 0.2; 2], [size * 0.6; 2]);
        Ok(picture)
    }
}

/// Whether a condition is seen on the counter, and not only on the card: those without an icon are not, nor
/// what a look at the board or at the order of the round tells as well.
const fn is_shown(condition: Condition) -> bool {
    !condition.0.icon.is_empty()
        && !matches!(
            condition.0.role,
            ConditionRole::Hidden | ConditionRole::Mounted | ConditionRole::CanReact
        )
}

/// The badges of a figure, the most pressing first.
pub(super) fn badges(figure: &Figure) -> Vec<Badge> {
    match figure.vitality {
        Vitality::Active => {}
        Vitality::Left => return Vec::new(),
        fallen => return vec![Badge::Fallen(fallen)],
    }
    let mut shown: Vec<Condition> = figure.conditions.clone();
    shown.retain(|condition| is_shown(*condition));
    shown.sort_by_key(|condition| condition.role);
    let hidden = figure.hidden.then_some(Badge::Hidden);
    let shown = shown.into_iter().map(Badge::Condition);
    hidden.into_iter().chain(shown).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::{CombatantId, SideId};
    use shieldwall_grid::Cell;

    use super::*;
    use crate::sample_terms::condition;

    fn figure() -> Figure {
        Figure {
            id: CombatantId(0),
            side: SideId::RED,
            unit: "archer".to_owned(),
            name: "Archer".to_owned(),
            cell: Cell(0),
            across: 1,
            astride: None,
            riding: None,
            hit_points: 10,
            max_hit_points: 10,
            vitality: Vitality::Active,
            hidden: true,
            facing: None,
            conditions: vec![condition("can react"), condition("unloaded")],
            tracks: Vec::new(),
        }
    }

    #[test]
    fn badges_tell_conditions_and_the_fallen_only_how_they_lie() {
        assert_eq!(
            badges(&figure()),
            [Badge::Hidden, Badge::Condition(condition("unloaded"))]
        );
        let dying = Figure {
            vitality: Vitality::Dying,
            ..figure()
        };
        assert_eq!(badges(&dying), [Badge::Fallen(Vitality::Dying)]);
        let surrendered = Figure {
            vitality: Vitality::Surrendered,
            ..figure()
        };
        assert_eq!(badges(&surrendered), [Badge::Fallen(Vitality::Surrendered)]);
        let [minor, pressing] = [condition("turn spent"), condition("grabbed")];
        let grabbed = Figure {
            hidden: false,
            conditions: vec![minor, pressing],
            ..figure()
        };
        let icons: Vec<&str> = badges(&grabbed).into_iter().map(Badge::icon).collect();
        assert_eq!(icons, [pressing.icon, minor.icon]);
    }

    #[test]
    fn every_badge_can_be_drawn() {
        let art = GameArt::of_the_game();
        let fallen = [
            Vitality::Unconscious,
            Vitality::Dying,
            Vitality::Dead,
            Vitality::Surrendered,
        ];
        let conditions = shieldwall_rulesets::all()
            .into_iter()
            .flat_map(|ruleset| ruleset.terms().conditions.clone())
            .filter(|condition| is_shown(*condition));
        let badges = fallen.into_iter().map(Badge::Fallen).chain([Badge::Hidden]);
        for badge in badges.chain(conditions.map(Badge::Condition)) {
            let picture = badge.picture(&art, 32).unwrap();
            let light = picture
                .pixels()
                .iter()
                .filter(|pixel| pixel.red() > 200)
                .count();
            assert!(light > 20, "{badge:?}");
        }
    }
}
