//! Everything a player can do, apart from which key or button does it.

use bevy::prelude::*;
use leafwing_input_manager::Actionlike;

/// One thing a player can do with a key or a button. `ActionState<Act>` says what is done now.
#[derive(Actionlike, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Reflect)]
pub(crate) enum Act {
    /// Take what is marked: an offer, a target, a cell, the choice as a whole.
    Confirm,
    /// One step back.
    Cancel,
    /// The offer after this one.
    NextOffer,
    /// The offer before this one.
    PreviousOffer,
    /// The next selection of an offer: the next weapon, the next pace.
    NextSelection,
    /// The selection before.
    PreviousSelection,
    /// The next legal target.
    NextTarget,
    /// The legal target before.
    PreviousTarget,
    /// The first offer of the action bar.
    Offer1,
    /// The second offer.
    Offer2,
    /// The third offer.
    Offer3,
    /// The fourth offer.
    Offer4,
    /// The fifth offer.
    Offer5,
    /// The sixth offer.
    Offer6,
    /// The seventh offer.
    Offer7,
    /// The eighth offer.
    Offer8,
    /// The ninth offer.
    Offer9,
    /// Takes the cell under the pointer; the mouse's own way of confirming on the board.
    PickCell,
    /// Moves the board while held and the pointer moves.
    DragBoard,
    /// Moves the cursor on the board up.
    CursorUp,
    /// Moves the cursor on the board down.
    CursorDown,
    /// Moves the cursor on the board left.
    CursorLeft,
    /// Moves the cursor on the board right.
    CursorRight,
    /// Moves the view up.
    PanUp,
    /// Moves the view down.
    PanDown,
    /// Moves the view left.
    PanLeft,
    /// Moves the view right.
    PanRight,
    /// Brings the board nearer.
    ZoomIn,
    /// Takes the board farther away.
    ZoomOut,
    /// Moves the view to who decides or acts.
    CentreOnActor,
    /// Shows or hides reachable cells.
    ToggleReach,
    /// Shows or hides range bands.
    ToggleRanges,
    /// Shows or hides sight and cover.
    ToggleSight,
    /// Shows or hides threatened cells.
    ToggleThreat,
    /// Shows or hides the legend.
    ToggleLegend,
    /// Opens or closes the combat log.
    ToggleLog,
    /// Plays animations faster.
    SpeedUp,
    /// Plays animations slower.
    SpeedDown,
    /// Jumps to the end of what is being played.
    SkipAnimation,
    /// Opens or closes the pause menu.
    PauseMenu,
    /// Changes between window and full screen.
    ToggleFullscreen,
}

/// The group under which an action stands in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ActGroup {
    /// Taking decisions.
    Decide,
    /// The cursor and the view.
    Board,
    /// What is shown over the board.
    Show,
    /// Playback, menu and window.
    Game,
}

impl ActGroup {
    /// All groups in the order of the settings screen.
    pub(crate) const ALL: [Self; 4] = [Self::Decide, Self::Board, Self::Show, Self::Game];

    /// Its heading.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Decide => "Deciding",
            Self::Board => "Cursor and view",
            Self::Show => "What is shown",
            Self::Game => "Playback and game",
        }
    }
}

impl Act {
    /// All actions in the order of the settings screen.
    pub(crate) const ALL: [Self; 41] = [
        Self::Confirm,
        Self::Cancel,
        Self::NextOffer,
        Self::PreviousOffer,
        Self::NextSelection,
        Self::PreviousSelection,
        Self::NextTarget,
        Self::PreviousTarget,
        Self::Offer1,
        Self::Offer2,
        Self::Offer3,
        Self::Offer4,
        Self::Offer5,
        Self::Offer6,
        Self::Offer7,
        Self::Offer8,
        Self::Offer9,
        Self::PickCell,
        Self::DragBoard,
        Self::CursorUp,
        Self::CursorDown,
        Self::CursorLeft,
        Self::CursorRight,
        Self::PanUp,
        Self::PanDown,
        Self::PanLeft,
        Self::PanRight,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::CentreOnActor,
        Self::ToggleReach,
        Self::ToggleRanges,
        Self::ToggleSight,
        Self::ToggleThreat,
        Self::ToggleLegend,
        Self::ToggleLog,
        Self::SpeedUp,
        Self::SpeedDown,
        Self::SkipAnimation,
        Self::PauseMenu,
        Self::ToggleFullscreen,
    ];

    /// The hotkeys of the action bar, first offer first.
    pub(crate) const OFFERS: [Self; 9] = [
        Self::Offer1,
        Self::Offer2,
        Self::Offer3,
        Self::Offer4,
        Self::Offer5,
        Self::Offer6,
        Self::Offer7,
        Self::Offer8,
        Self::Offer9,
    ];

    /// Its name in the settings and in hints.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Confirm => "Confirm",
            Self::Cancel => "Back",
            Self::NextOffer => "Next action",
            Self::PreviousOffer => "Previous action",
            Self::NextSelection => "Next weapon or pace",
            Self::PreviousSelection => "Previous weapon or pace",
            Self::NextTarget => "Next target",
            Self::PreviousTarget => "Previous target",
            Self::Offer1 => "Action 1",
            Self::Offer2 => "Action 2",
            Self::Offer3 => "Action 3",
            Self::Offer4 => "Action 4",
            Self::Offer5 => "Action 5",
            Self::Offer6 => "Action 6",
            Self::Offer7 => "Action 7",
            Self::Offer8 => "Action 8",
            Self::Offer9 => "Action 9",
            Self::PickCell => "Pick a cell (pointer)",
            Self::DragBoard => "Drag the view (pointer)",
            Self::CursorUp => "Cursor up",
            Self::CursorDown => "Cursor down",
            Self::CursorLeft => "Cursor left",
            Self::CursorRight => "Cursor right",
            Self::PanUp => "View up",
            Self::PanDown => "View down",
            Self::PanLeft => "View left",
            Self::PanRight => "View right",
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::CentreOnActor => "Centre on who acts",
            Self::ToggleReach => "Reachable cells",
            Self::ToggleRanges => "Weapon ranges",
            Self::ToggleSight => "Sight and cover",
            Self::ToggleThreat => "Threatened cells",
            Self::ToggleLegend => "Legend",
            Self::ToggleLog => "Combat log",
            Self::SpeedUp => "Faster",
            Self::SpeedDown => "Slower",
            Self::SkipAnimation => "Skip animation",
            Self::PauseMenu => "Menu",
            Self::ToggleFullscreen => "Full screen",
        }
    }

    /// The group under which it stands in the settings.
    pub(crate) const fn group(self) -> ActGroup {
        match self {
            Self::Confirm
            | Self::Cancel
            | Self::NextOffer
            | Self::PreviousOffer
            | Self::NextSelection
            | Self::PreviousSelection
            | Self::NextTarget
            | Self::PreviousTarget
            | Self::Offer1
            | Self::Offer2
            | Self::Offer3
            | Self::Offer4
            | Self::Offer5
            | Self::Offer6
            | Self::Offer7
            | Self::Offer8
            | Self::Offer9 => ActGroup::Decide,
            Self::PickCell
            | Self::DragBoard
            | Self::CursorUp
            | Self::CursorDown
            | Self::CursorLeft
            | Self::CursorRight
            | Self::PanUp
            | Self::PanDown
            | Self::PanLeft
            | Self::PanRight
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::CentreOnActor => ActGroup::Board,
            Self::ToggleReach
            | Self::ToggleRanges
            | Self::ToggleSight
            | Self::ToggleThreat
            | Self::ToggleLegend
            | Self::ToggleLog => ActGroup::Show,
            Self::SpeedUp
            | Self::SpeedDown
            | Self::SkipAnimation
            | Self::PauseMenu
            | Self::ToggleFullscreen => ActGroup::Game,
        }
    }

    /// Its name in the settings file.
    pub(crate) fn key(self) -> String {
        format!("{self:?}")
    }

    /// The action with this name in the settings file.
    pub(crate) fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.key() == key)
    }
}
