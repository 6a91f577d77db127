//! Changes that forecasts list besides lost hit points.

use shieldwall_battle::terms::{Change, Harm, Term, Word};

/// Word in forecasts for a fall.
pub const FALLS: Change = Word(&Term::new("on the ground", Harm(1)));

/// Word in forecasts for lost heart.
pub const BREAKS: Change = Word(&Term::new("loses heart", Harm(2)));

/// Word in forecasts for fighting on badly hurt.
pub const REELS: Change = Word(&Term::new("badly hurt", Harm(1)));

/// Word in forecasts for lost CON.
pub const WEAKENS: Change = Word(&Term::new("loses CON", Harm(25)));

/// Word in forecasts for the stunned.
pub const STUNS: Change = Word(&Term::new("stunned", Harm(2)));

/// Word in forecasts for being kept at bay.
pub const HALTS: Change = Word(&Term::new("kept at bay", Harm(1)));

/// Word in forecasts for those with a missile in the body.
pub const STICKS: Change = Word(&Term::new("missile in the wound", Harm(1)));
