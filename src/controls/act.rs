//! Everything a player can do, apart from which key or button does it.

use bevy::prelude::*;
use leafwing_input_manager::Actionlike;
use shieldwall_battle::terms::Common;

/// Makes the actions from one list: what each does, its group, and its name on the screen.
macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident: $group:ident, $label:literal;)*) => {
        /// One thing a player can do with a key or a button. `ActionState<Act>` says what is done
        /// now.
        #[derive(Actionlike, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Reflect)]
        pub(crate) enum Act {
            $($(#[$doc])* $act,)*
        }

        impl Act {
            /// All actions in the order of the settings screen.
            pub(crate) const ALL: [Self; [$(stringify!($act)),*].len()] = [$(Self::$act),*];

            /// Its name in the settings and in hints.
            pub(crate) const fn label(self) -> &'static str {
                match self {
                    $(Self::$act => $label,)*
                }
            }

            /// The group under which it stands in the settings.
            pub(crate) const fn group(self) -> ActGroup {
                match self {
                    $(Self::$act => ActGroup::$group,)*
                }
            }

            /// Its name in the settings file.
            pub(crate) const fn key(self) -> &'static str {
                match self {
                    $(Self::$act => stringify!($act),)*
                }
            }
        }
    };
}

acts! {
    /// Take what is marked: an offer, a target, a cell, the choice as a whole.
    Confirm: Decide, "Confirm";
    /// One step back.
    Cancel: Decide, "Back";
    /// The offer after this one.
    NextOffer: Decide, "Next action";
    /// The offer before this one.
    PreviousOffer: Decide, "Previous action";
    /// The next row of a form.
    NextField: Decide, "Next row of the form";
    /// In the active row, or the first, the next value: the next pace.
    NextSelection: Decide, "Next weapon or pace";
    /// The value before.
    PreviousSelection: Decide, "Previous weapon or pace";
    /// Turns the figure left, where a choice says which way it faces.
    TurnLeft: Decide, "Turn left (also Shift and wheel)";
    /// Turns it right.
    TurnRight: Decide, "Turn right (also Shift and wheel)";
    /// While held, what is pointed at becomes the way of a move.
    DrawWay: Decide, "Draw the way (held)";
    /// The next legal target.
    NextTarget: Decide, "Next target";
    /// The legal target before.
    PreviousTarget: Decide, "Previous target";
    /// Takes the last choice back.
    Undo: Decide, "Undo";
    /// Gives the answer that is chosen to every attack, or is asked again.
    Always: Decide, "Always answer like this";
    /// All combatants of the side state what they stated last.
    AsLastRound: Decide, "All as last round";
    /// All combatants of the side state the same.
    SameForAll: Decide, "The same for all";
    /// Arms the attack, or the next one.
    Attack: Decide, "Fight: attack, or the next attack";
    /// Arms the move, or the next kind of move.
    Move: Decide, "Go: move, or the next way to move";
    /// Arms what guards against attacks.
    Defend: Decide, "Block: defend";
    /// Arms what waits.
    Wait: Decide, "Hold: wait";
    /// The first of the other offers in the action bar.
    Offer1: Decide, "Other action 1";
    /// The second.
    Offer2: Decide, "Other action 2";
    /// The third.
    Offer3: Decide, "Other action 3";
    /// The fourth.
    Offer4: Decide, "Other action 4";
    /// The fifth.
    Offer5: Decide, "Other action 5";
    /// The sixth.
    Offer6: Decide, "Other action 6";
    /// The seventh.
    Offer7: Decide, "Other action 7";
    /// The eighth.
    Offer8: Decide, "Other action 8";
    /// The ninth.
    Offer9: Decide, "Other action 9";
    /// Ends the turn, or passes.
    Finish: Decide, "End: end the turn or pass";
    /// Takes the cell under the pointer; the mouse's own way of confirming on the board.
    PickCell: Board, "Pick a cell (pointer)";
    /// Moves the board while held and the pointer moves.
    DragBoard: Board, "Drag the view (pointer)";
    /// Moves the cursor on the board up.
    CursorUp: Board, "Cursor up";
    /// Moves the cursor on the board down.
    CursorDown: Board, "Cursor down";
    /// Moves the cursor on the board left.
    CursorLeft: Board, "Cursor left";
    /// Moves the cursor on the board right.
    CursorRight: Board, "Cursor right";
    /// Moves the view up.
    PanUp: Board, "View up";
    /// Moves the view down.
    PanDown: Board, "View down";
    /// Moves the view left.
    PanLeft: Board, "View left";
    /// Moves the view right.
    PanRight: Board, "View right";
    /// Brings the board nearer.
    ZoomIn: Board, "Zoom in";
    /// Takes the board farther away.
    ZoomOut: Board, "Zoom out";
    /// Moves the view to who decides or acts.
    CentreOnActor: Board, "Centre on who acts";
    /// Shows or hides reachable cells.
    ToggleReach: Show, "Reachable cells";
    /// Shows or hides range bands.
    ToggleRanges: Show, "Weapon ranges";
    /// Shows or hides sight and cover.
    ToggleSight: Show, "Sight and cover";
    /// Shows or hides threatened cells.
    ToggleThreat: Show, "Threatened cells: by the enemy pointed at, then by all";
    /// Shows or hides the legend.
    ToggleLegend: Show, "Legend";
    /// Shows or hides the small map.
    ToggleMap: Show, "Small map";
    /// Opens or closes the combat log.
    ToggleLog: Show, "Combat log";
    /// Plays animations faster.
    SpeedUp: Game, "Faster";
    /// Plays animations slower.
    SpeedDown: Game, "Slower";
    /// Jumps to the end of what is being played.
    SkipAnimation: Game, "Skip animation";
    /// Opens or closes the rulebook.
    OpenRulebook: Game, "Rulebook";
    /// Opens or closes the pause menu.
    PauseMenu: Game, "Menu";
    /// Turns all sound off, or on again.
    Mute: Game, "Sound on or off";
    /// Changes between window and full screen.
    ToggleFullscreen: Game, "Full screen";
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

    /// The key of a common action.
    pub(crate) const fn of_common(common: Common) -> Self {
        match common {
            Common::Attack => Self::Attack,
            Common::Move => Self::Move,
            Common::Defend => Self::Defend,
            Common::Wait => Self::Wait,
            Common::End => Self::Finish,
        }
    }

    /// The action with this name in the settings file.
    pub(crate) fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.key() == key)
    }
}
