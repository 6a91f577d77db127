//! What is to be feared on a way, in words.

use shieldwall_battle::CellOption;

/// What is to be feared on a way.
pub(crate) struct Risk {
    /// In a word or two, for the board.
    pub(crate) short: String,
    /// In a few words.
    pub(crate) long: String,
}

/// What is to be feared on the way to a cell.
pub(crate) fn risks(option: &CellOption) -> Vec<Risk> {
    let mut all = Vec::new();
    let mut add = |short: &str, long: &str| {
        all.push(Risk {
            short: short.to_owned(),
            long: long.to_owned(),
        });
    };
    if option.hurts {
        add("may hurt", "the cell may hurt");
    }
    match option.strikes {
        0 => {}
        1 => add("1 strike", "leaving draws an attack"),
        strikes => add(
            &format!("up to {strikes} strikes"),
            &format!("leaving draws up to {strikes} attacks"),
        ),
    }
    if option.risky && !option.hurts && option.strikes == 0 {
        add("may fail", "the way is dangerous");
    }
    if option.noticed {
        add("noticed", "enemies notice it on the way");
    }
    all
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::MoveCost;
    use shieldwall_grid::Cell;

    use super::*;

    #[test]
    fn a_way_tells_everything_that_is_to_be_feared_on_it() {
        let plain = CellOption::plain(Cell(3), MoveCost::count(2, "half zones"));
        let shorts = |option: CellOption| -> Vec<String> {
            risks(&option).into_iter().map(|risk| risk.short).collect()
        };
        assert!(risks(&plain).is_empty());
        let risky = CellOption {
            risky: true,
            ..plain
        };
        assert_eq!(shorts(risky), ["may fail"]);
        let struck = CellOption {
            strikes: 2,
            ..risky
        };
        assert_eq!(shorts(struck), ["up to 2 strikes"]);
        let all = CellOption {
            hurts: true,
            strikes: 1,
            noticed: true,
            ..risky
        };
        assert_eq!(shorts(all), ["may hurt", "1 strike", "noticed"]);
    }
}
