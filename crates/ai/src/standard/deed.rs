//! What actions mean to a brain that knows no rules.

use shieldwall_battle::Action;

/// What kind of thing an action does, as far as its name tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// Harms an enemy.
    Attack,
    /// Goes somewhere.
    Move,
    /// Takes something in hand, or changes what is in hand.
    Ready,
    /// Empties a hand.
    PutAway,
    /// Makes a missile weapon ready to shoot.
    Reload,
    /// Treats wounds.
    Aid,
    /// Wakes a sleeper.
    Wake,
    /// Gets out of sight.
    Hide,
    /// Sets up a shield.
    Plant,
    /// Kneels behind a shield.
    Kneel,
    /// Stands up, or stays standing.
    Stand,
    /// Does nothing.
    Idle,
    /// Nothing this brain has heard of.
    Other,
}

impl Deed {
    /// The meaning of an action.
    pub(super) fn of(action: Action) -> Self {
        match action.0 {
            "attack" | "shoot" | "throw" | "strike" | "bash" => Self::Attack,
            "move" | "run" | "walk" | "leap" => Self::Move,
            "ready" | "draw" | "equip" | "pick_up" | "take" | "strap_on" => Self::Ready,
            "stow" | "put_away" | "drop" | "take_off" => Self::PutAway,
            "reload" | "load" => Self::Reload,
            "first_aid" | "aid" | "treat" | "heal" => Self::Aid,
            "wake" => Self::Wake,
            "hide" => Self::Hide,
            "plant" | "plant_shield" | "take_up" | "take_up_shield" => Self::Plant,
            "kneel" => Self::Kneel,
            "stand" | "stand_up" => Self::Stand,
            "none" | "nothing" | "wait" | "pass" | "hold" | "stay" | "idle" | "skip" | "endure" => {
                Self::Idle
            }
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::Action;

    use super::Deed;

    /// An action that the brain has not heard of is not understood wrongly, but it is played badly.
    #[test]
    fn the_verbs_of_all_rulesets_are_known() {
        let reactions = ["parry", "dodge"];
        let unknown: Vec<Action> = shieldwall_rulesets::all()
            .iter()
            .filter(|ruleset| !ruleset.alternates())
            .flat_map(|ruleset| ruleset.actions())
            .copied()
            .filter(|action| Deed::of(*action) == Deed::Other && !reactions.contains(&action.0))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
