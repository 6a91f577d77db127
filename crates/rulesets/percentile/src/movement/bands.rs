//! Movement bands: how far one moves, and what it costs in DEX rank (PCT-013 to PCT-018, PCT-R05).

use serde::Serialize;
use shieldwall_battle::RuleId;
use shieldwall_grid::Metres;

use crate::terms::movement_bands::BANDS;
use crate::terms::rules::{R013, R016, R017, R018};

/// Movement of a round by what it does to the DEX rank, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// 0 to 5 whole metres: full DEX rank (PCT-016).
    Free,
    /// 6 to 15 whole metres: half the DEX rank (PCT-017).
    Half,
    /// 16 to 29 whole metres: a quarter of the DEX rank (PCT-018).
    Quarter,
    /// Up to 30 m: no action this round (PCT-013).
    Run,
}

impl Band {
    /// All bands, the best first.
    pub const ALL: [Self; 4] = [Self::Free, Self::Half, Self::Quarter, Self::Run];

    /// The band of a movement cost, whose fraction of a metre is dropped (PCT-R05); `None` if it
    /// is more than 30 m exactly, which nobody can move in a round (PCT-R06).
    #[must_use]
    pub fn of(cost: Metres) -> Option<Self> {
        match cost.whole() {
            ..=5 => Some(Self::Free),
            6..=15 => Some(Self::Half),
            16..=29 => Some(Self::Quarter),
            _ if cost <= Self::Run.ceiling() => Some(Self::Run),
            _ => None,
        }
    }

    /// The largest cost that lies in the band, to the millimetre.
    #[must_use]
    pub const fn ceiling(self) -> Metres {
        Metres::from_milli(match self {
            Self::Free => 5_999,
            Self::Half => 15_999,
            Self::Quarter => 29_999,
            Self::Run => 30_000,
        })
    }

    /// The band as a number from 0, as cell options give it.
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Its name: "half DEX rank".
    #[must_use]
    pub const fn name(self) -> &'static str {
        BANDS[self as usize]
    }

    /// The DEX rank of somebody who moved so far, rounded up; `None` if there is no action left
    /// (PCT-004, PCT-R21).
    #[must_use]
    pub const fn rank(self, dexterity: i32) -> Option<i32> {
        match self {
            Self::Free => Some(dexterity),
            Self::Half => Some(dexterity.saturating_add(1).div_euclid(2)),
            Self::Quarter => Some(dexterity.saturating_add(3).div_euclid(4)),
            Self::Run => None,
        }
    }

    /// The rule that says so.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Free => R016,
            Self::Half => R017,
            Self::Quarter => R018,
            Self::Run => R013,
        }
    }
}

/// The farthest one may move this round: up to 30 m, but less than 30 whole metres for those who
/// are in melee contact when their move begins (PCT-015, PCT-R07).
#[must_use]
pub const fn farthest(in_contact: bool) -> Metres {
    if in_contact {
        Band::Quarter.ceiling()
    } else {
        Band::Run.ceiling()
    }
}

/// The movement limit of a statement (PCT-R01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// 0 m.
    Hold,
    /// Below 6 m.
    Short,
    /// Up to 15 m.
    Half,
    /// Up to 29 m.
    Quarter,
    /// Up to 30 m, and no action.
    Run,
}

impl Pace {
    /// The field of a statement that says how far one means to move (PCT-003).
    pub const FIELD: &'static str = "pace";

    /// All limits, the shortest first.
    pub const ALL: [Self; 5] = [
        Self::Hold,
        Self::Short,
        Self::Half,
        Self::Quarter,
        Self::Run,
    ];

    /// Its name in files: "half".
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Short => "short",
            Self::Half => "half",
            Self::Quarter => "quarter",
            Self::Run => "run",
        }
    }

    /// The limit with this name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.key() == key)
    }

    /// In plain words: "up to 15 m, half DEX rank".
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Hold => "hold the ground",
            Self::Short => "below 6 m, full DEX rank",
            Self::Half => "up to 15 m, half DEX rank",
            Self::Quarter => "up to 29 m, quarter DEX rank",
            Self::Run => "run up to 30 m",
        }
    }

    /// The most it allows to move, to the millimetre.
    #[must_use]
    pub const fn ceiling(self) -> Metres {
        match self.band() {
            Some(band) => band.ceiling(),
            None => Metres::ZERO,
        }
    }

    /// The highest band it allows; `None` for standing still.
    #[must_use]
    pub const fn band(self) -> Option<Band> {
        match self {
            Self::Hold => None,
            Self::Short => Some(Band::Free),
            Self::Half => Some(Band::Half),
            Self::Quarter => Some(Band::Quarter),
            Self::Run => Some(Band::Run),
        }
    }

    /// Whether a full-round task may be stated with it (PCT-R10).
    #[must_use]
    pub const fn allows_full_round_task(self) -> bool {
        matches!(self, Self::Hold | Self::Short)
    }

    /// Whether an action may be stated with it (PCT-013).
    #[must_use]
    pub const fn allows_action(self) -> bool {
        !matches!(self, Self::Run)
    }
}
