//! Small badges on counters: conditions at a glance.

use resvg::tiny_skia::Pixmap;
use shieldwall_battle::Vitality;

use crate::{
    art::{ArtError, GameArt},
    session::Figure,
};

use super::drawing::Ink;

/// A badge on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Badge {
    /// Out of the fight, alive.
    Unconscious,
    /// Will die unless helped.
    Dying,
    /// Dead.
    Dead,
    /// Has given itself up.
    Surrendered,
    /// Not noticed by its enemies.
    Hidden,
    /// Behind a shield.
    Kneeling,
    /// Has to reload.
    Unloaded,
    /// Has nothing left to shoot.
    OutOfAmmunition,
    /// Busy with somebody's wounds.
    Helping,
    /// Taken unawares.
    Surprised,
    /// Holds something broken.
    Broken,
    /// One of [`FURTHER`], by its number.
    Further(usize),
}

/// Conditions that rulesets name, the most pressing first: name, name of the badge, icon and ground.
const FURTHER: [(&str, &str, &str, &str); 12] = [
    ("grabbed", "badge grabbed", "grabbed", "#8c1f1a"),
    ("grabbing", "badge grabbing", "grabbing", "#6b4512"),
    ("poisoned", "badge poisoned", "poisoned", "#1f5c2e"),
    (
        "retreating",
        "badge morale broken",
        "morale_broken",
        "#8c1f1a",
    ),
    (
        "yielding",
        "badge morale broken",
        "morale_broken",
        "#8c1f1a",
    ),
    ("maimed", "badge maimed", "maimed", "#8c1f1a"),
    ("intimidated", "badge intimidated", "intimidated", "#3b2a57"),
    ("taunted", "badge taunted", "taunted", "#6b4512"),
    ("distracted", "badge distracted", "distracted", "#6b4512"),
    ("steadied", "badge steadied", "steadied", "#1f3f66"),
    ("sprinting", "badge sprinting", "sprinting", "#1f3f66"),
    ("turn spent", "badge turn spent", "turn_spent", "#33302b"),
];

impl Badge {
    /// Name, for caching its picture.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Unconscious => "badge unconscious",
            Self::Dying => "badge dying",
            Self::Dead => "badge dead",
            Self::Surrendered => "badge surrendered",
            Self::Hidden => "badge hidden",
            Self::Kneeling => "badge kneeling",
            Self::Unloaded => "badge unloaded",
            Self::OutOfAmmunition => "badge out of ammunition",
            Self::Helping => "badge helping",
            Self::Surprised => "badge surprised",
            Self::Broken => "badge broken",
            Self::Further(number) => FURTHER[number].1,
        }
    }

    /// The name of its icon.
    const fn icon(self) -> &'static str {
        match self {
            Self::Unconscious => "unconscious",
            Self::Dying => "dying",
            Self::Dead => "skull",
            Self::Surrendered => "surrendered",
            Self::Hidden => "hidden",
            Self::Kneeling => "kneeling",
            Self::Unloaded => "reloading",
            Self::OutOfAmmunition => "out_of_ammo",
            Self::Helping => "first_aid",
            Self::Surprised => "surprised",
            Self::Broken => "broken",
            Self::Further(number) => FURTHER[number].2,
        }
    }

    const fn ground(self) -> &'static str {
        match self {
            Self::Dying | Self::Surprised => "#8c1f1a",
            Self::Unconscious | Self::Dead => "#33302b",
            Self::Surrendered => "#5a5f68",
            Self::Helping => "#1f5c2e",
            Self::Hidden => "#3b2a57",
            Self::Kneeling => "#1f3f66",
            Self::Unloaded | Self::OutOfAmmunition | Self::Broken => "#6b4512",
            Self::Further(number) => FURTHER[number].3,
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

/// The badges of a figure, the most pressing first.
pub(super) fn badges(figure: &Figure) -> Vec<Badge> {
    let mut badges = Vec::new();
    badges.extend(match figure.vitality {
        Vitality::Unconscious => Some(Badge::Unconscious),
        Vitality::Dying => Some(Badge::Dying),
        Vitality::Dead => Some(Badge::Dead),
        Vitality::Surrendered => Some(Badge::Surrendered),
        Vitality::Active | Vitality::Left => None,
    });
    if figure.vitality != Vitality::Active {
        return badges;
    }
    if figure.hidden {
        badges.push(Badge::Hidden);
    }
    if figure.kneeling {
        badges.push(Badge::Kneeling);
    }
    for condition in &figure.conditions {
        badges.extend(match *condition {
            "surprised" => Some(Badge::Surprised),
            "helping" => Some(Badge::Helping),
            "unloaded" | "reloading" => Some(Badge::Unloaded),
            "out of ammunition" => Some(Badge::OutOfAmmunition),
            "broken item" => Some(Badge::Broken),
            _ => None,
        });
    }
    let further = (0..FURTHER.len()).filter(|number| {
        let condition = FURTHER[*number].0;
        figure.conditions.contains(&condition)
    });
    badges.extend(further.map(Badge::Further));
    badges
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::{CombatantId, SideId};
    use shieldwall_grid::Cell;

    use super::*;

    fn figure() -> Figure {
        Figure {
            id: CombatantId(0),
            side: SideId::RED,
            unit: "archer".to_owned(),
            name: "Archer".to_owned(),
            cell: Cell(0),
            across: 1,
            riding: None,
            hit_points: 10,
            max_hit_points: 10,
            vitality: Vitality::Active,
            hidden: true,
            kneeling: false,
            facing: None,
            conditions: vec!["unloaded", "never heard of"],
        }
    }

    #[test]
    fn badges_tell_conditions_and_the_fallen_only_how_they_lie() {
        assert_eq!(badges(&figure()), [Badge::Hidden, Badge::Unloaded]);
        let dying = Figure {
            vitality: Vitality::Dying,
            ..figure()
        };
        assert_eq!(badges(&dying), [Badge::Dying]);
        let surrendered = Figure {
            vitality: Vitality::Surrendered,
            ..figure()
        };
        assert_eq!(badges(&surrendered), [Badge::Surrendered]);
        let grabbed = Figure {
            hidden: false,
            conditions: vec!["turn spent", "grabbed"],
            ..figure()
        };
        let names: Vec<&str> = badges(&grabbed).into_iter().map(Badge::name).collect();
        assert_eq!(names, ["badge grabbed", "badge turn spent"]);
    }

    #[test]
    fn every_badge_can_be_drawn() {
        let further = (0..FURTHER.len()).map(Badge::Further);
        let own = [
            Badge::Unconscious,
            Badge::Dying,
            Badge::Dead,
            Badge::Surrendered,
            Badge::Hidden,
            Badge::Kneeling,
            Badge::Unloaded,
            Badge::OutOfAmmunition,
            Badge::Helping,
            Badge::Surprised,
            Badge::Broken,
        ];
        let art = GameArt::of_the_game();
        for badge in own.into_iter().chain(further) {
            let picture = badge.picture(&art, 32).unwrap();
            let light = picture
                .pixels()
                .iter()
                .filter(|pixel| pixel.red() > 200)
                .count();
            assert!(light > 20, "{badge:?}");
            let icon = format!("icons/{}", badge.icon());
            assert!(art.names().any(|name| name == icon), "{icon}");
        }
    }
}
