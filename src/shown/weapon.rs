//! The way weapons strike and what they let fly, read from their names: for how the board shows it and how it sounds.

/// A way to strike in melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blow {
    /// With an edge, in an arc.
    Cut,
    /// With a point, straight on.
    Thrust,
    /// With weight, from above.
    Crush,
    /// With a shield or the whole body.
    Shove,
    /// With claws, teeth or the like.
    Claw,
}

impl Blow {
    /// Every blow.
    pub(crate) const ALL: [Self; 5] = [
        Self::Cut,
        Self::Thrust,
        Self::Crush,
        Self::Shove,
        Self::Claw,
    ];

    /// The blow of a weapon of this name.
    pub(crate) fn of(weapon: &str) -> Self {
        let weapon = weapon.to_lowercase();
        let any = |words: &[&str]| words.iter().any(|word| weapon.contains(word));
        if any(&["shield", "buckler"]) {
            Self::Shove
        } else if any(&[
            "claw", "bite", "teeth", "jaw", "fang", "talon", "beak", "tail", "horn", "hoof",
            "tusk", "wing", "sting",
        ]) {
            Self::Claw
        } else if any(&[
            "spear", "pike", "lance", "trident", "fork", "rapier", "foil", "dagger", "knife",
            "stiletto", "bayonet",
        ]) {
            Self::Thrust
        } else if any(&[
            "mace", "club", "hammer", "staff", "maul", "flail", "pole", "leg", "bench", "stool",
            "fist", "kick", "hand", "pommel", "butt", "rock", "torch",
        ]) && !weapon.contains("hand axe")
        {
            Self::Crush
        } else {
            Self::Cut
        }
    }
}

/// A thing that flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missile {
    /// An arrow or a bolt.
    Arrow,
    /// The ball of a firearm.
    Ball,
    /// A stone, or a flask.
    Stone,
    /// A weapon that is thrown.
    Thrown,
}

impl Missile {
    /// Every missile.
    pub(crate) const ALL: [Self; 4] = [Self::Arrow, Self::Ball, Self::Stone, Self::Thrown];

    /// The missile of a weapon of this name.
    pub(crate) fn of(weapon: &str) -> Self {
        let weapon = weapon.to_lowercase();
        let any = |words: &[&str]| words.iter().any(|word| weapon.contains(word));
        if any(&["bow", "arrow", "bolt", "dart"]) {
            Self::Arrow
        } else if any(&[
            "pistol", "musket", "rifle", "gun", "arquebus", "revolver", "carbine",
        ]) {
            Self::Ball
        } else if any(&["sling", "stone", "rock", "bomb", "flask"]) {
            Self::Stone
        } else {
            Self::Thrown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weapons_strike_as_they_are() {
        for (weapon, blow) in [
            ("Broad sword", Blow::Cut),
            ("Hand axe", Blow::Cut),
            ("Halberd", Blow::Cut),
            ("Long spear", Blow::Thrust),
            ("Poisoned dagger", Blow::Thrust),
            ("Heavy mace", Blow::Crush),
            ("Quarterstaff", Blow::Crush),
            ("Kite shield", Blow::Shove),
            ("bite", Blow::Claw),
        ] {
            assert_eq!(Blow::of(weapon), blow, "{weapon}");
        }
    }

    #[test]
    fn weapons_let_fly_what_suits_them() {
        assert_eq!(Missile::of("Long bow"), Missile::Arrow);
        assert_eq!(Missile::of("Heavy crossbow"), Missile::Arrow);
        assert_eq!(Missile::of("Musket"), Missile::Ball);
        assert_eq!(Missile::of("Sling"), Missile::Stone);
        assert_eq!(Missile::of("Fire bomb"), Missile::Stone);
        assert_eq!(Missile::of("Throwing knife"), Missile::Thrown);
    }
}
