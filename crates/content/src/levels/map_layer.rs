//! Maps drawn as text, one character a cell, and the layers drawn over them in the same shape.

use std::{collections::BTreeMap, ops::Range};

use crate::{
    diagnostics::suggestion::{list, quote},
    source::{document::Document, key_path::KeyPath, report::Report},
};

/// Fewest cells a side of a map may have.
pub const MIN_SIDE: usize = 3;
/// Most cells a side of a map may have.
pub const MAX_SIDE: usize = 200;

/// One character of a layer.
#[derive(Clone, Copy, Debug)]
struct Mark {
    character: char,
    /// Where it begins in the layer's string, in bytes.
    byte: usize,
}

/// A text in rows of characters, each of which knows its place in the file.
#[derive(Clone, Debug)]
pub(crate) struct MapLayer {
    path: KeyPath,
    rows: Vec<Vec<Mark>>,
    /// Where each row ends in the layer's string, in bytes.
    ends: Vec<usize>,
}

impl MapLayer {
    /// Takes a text apart. A line break at its end begins no further row.
    pub(crate) fn new(text: &str, path: KeyPath) -> Self {
        let mut rows = Vec::new();
        let mut ends = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let row = line.trim_end_matches(['\n', '\r']);
            rows.push(
                row.char_indices()
                    .map(|(byte, character)| Mark {
                        character,
                        byte: start + byte,
                    })
                    .collect(),
            );
            ends.push(start + row.len());
            start += line.len();
        }
        Self { path, rows, ends }
    }

    /// The key of the layer.
    pub(crate) fn path(&self) -> &KeyPath {
        &self.path
    }

    /// How many rows it has.
    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// The length that most rows have; of two equally frequent ones, that of the earlier row.
    pub(crate) fn width(&self) -> usize {
        let mut frequency: BTreeMap<usize, usize> = BTreeMap::new();
        for row in &self.rows {
            *frequency.entry(row.len()).or_default() += 1;
        }
        let most = frequency.values().copied().max().unwrap_or_default();
        self.rows
            .iter()
            .map(Vec::len)
            .find(|length| frequency.get(length) == Some(&most))
            .unwrap_or_default()
    }

    /// The character of a cell; `None` where the layer is too small.
    pub(crate) fn character(&self, column: usize, row: usize) -> Option<char> {
        Some(self.rows.get(row)?.get(column)?.character)
    }

    /// Where the character of a cell stands in the layer's string.
    pub(crate) fn stretch(&self, column: usize, row: usize) -> Range<usize> {
        let mark = self.rows.get(row).and_then(|row| row.get(column));
        match mark {
            Some(mark) => mark.byte..mark.byte + mark.character.len_utf8(),
            None => {
                let end = self.ends.get(row).or(self.ends.last()).copied();
                end.unwrap_or_default()..end.unwrap_or_default()
            }
        }
    }

    /// All cells that have a character, row by row: column, row, character.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, char)> {
        self.rows.iter().enumerate().flat_map(|(row, marks)| {
            marks
                .iter()
                .enumerate()
                .map(move |(column, mark)| (column, row, mark.character))
        })
    }

    /// Reports rows that are longer or shorter than `width`, and cuts off what is too much.
    pub(crate) fn check_rows(
        &mut self,
        width: usize,
        document: &Document<'_>,
        report: &mut Report,
    ) {
        let name = self.path.name();
        for (row, marks) in self.rows.iter_mut().enumerate() {
            let length = marks.len();
            if length == width {
                continue;
            }
            let end = self.ends.get(row).copied().unwrap_or_default();
            let start = marks.get(width).map_or(end, |mark| mark.byte);
            let extra = marks.get(width..).unwrap_or_default();
            let blank = !extra.is_empty() && extra.iter().all(|mark| mark.character == ' ');
            let difference = length.abs_diff(width);
            let cells = if difference == 1 { "cell" } else { "cells" };
            let help = if blank {
                "remove the spaces at the end of the row".to_owned()
            } else if length > width {
                format!("remove {difference} {cells}")
            } else {
                format!("{difference} {cells} missing")
            };
            report
                .string_error(
                    document,
                    &self.path,
                    start..end,
                    format!(
                        "row {row} of {name}, counted from 0, has {length} cells, expected {width}"
                    ),
                )
                .help(help);
            marks.truncate(width);
        }
    }

    /// Reports a layer that does not have the size of the map. Gives whether it can be read on, as
    /// far as it goes: a layer that could be no map at all is not looked at row by row.
    pub(crate) fn check_size(
        &mut self,
        width: usize,
        height: usize,
        document: &Document<'_>,
        report: &mut Report,
    ) -> bool {
        if self.height() != height {
            let message = format!(
                "{} has {} rows, expected {height} like the map",
                self.path.name(),
                self.height()
            );
            report
                .key_error(document, &self.path, message)
                .help("every layer has the shape of the map".to_owned());
        }
        let readable = (1..=MAX_SIDE).contains(&self.height());
        if readable {
            self.check_rows(width, document, report);
        }
        readable
    }

    /// Reports characters that mean nothing in this layer, each once with all its places.
    pub(crate) fn check_characters(
        &self,
        known: impl Fn(char) -> bool,
        help: &str,
        document: &Document<'_>,
        report: &mut Report,
    ) {
        for (character, places) in self.places_of(|character| !known(character)) {
            let message = format!(
                "the character {} means nothing in {}{}",
                named(character),
                self.path.name(),
                also_at(&places)
            );
            report
                .string_error(document, &self.path, self.stretch_of(&places), message)
                .help(help.to_owned());
        }
    }

    /// Columns and rows of each of the wanted characters.
    pub(crate) fn places_of(
        &self,
        wanted: impl Fn(char) -> bool,
    ) -> BTreeMap<char, Vec<(usize, usize)>> {
        let mut found: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
        for (column, row, character) in self.cells() {
            if wanted(character) {
                found.entry(character).or_default().push((column, row));
            }
        }
        found
    }

    /// Where the first of some cells is drawn in the text of the layer.
    pub(crate) fn stretch_of(&self, places: &[(usize, usize)]) -> Range<usize> {
        let (column, row) = places.first().copied().unwrap_or_default();
        self.stretch(column, row)
    }
}

/// What to call a character of a layer.
pub(crate) fn named(character: char) -> String {
    match character {
        '\t' => "` ` (a tab)".to_owned(),
        ' ' => "` ` (a blank)".to_owned(),
        character => quote(&character.to_string()),
    }
}

/// Most further places of one fault that are named.
const MAX_PLACES: usize = 8;

/// Where one and the same fault is found besides its first place, as in `at` of a file:
/// " (3 times, also at [4, 2] and [5, 2])"; nothing if it is found once.
pub(crate) fn also_at(places: &[(usize, usize)]) -> String {
    let Some((_, others)) = places
        .split_first()
        .filter(|(_, others)| !others.is_empty())
    else {
        return String::new();
    };
    let named = |(column, row): &(usize, usize)| format!("[{column}, {row}]");
    let shown: Vec<String> = others.iter().take(MAX_PLACES).map(named).collect();
    let hidden = others.len() - shown.len();
    let list = match shown.split_last() {
        _ if hidden > 0 => format!("{} and {hidden} more", shown.join(", ")),
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => shown.concat(),
    };
    format!(" ({} times, also at {list})", places.len())
}

/// A way out for characters of a layer that knows only a few.
pub(crate) fn known_characters(known: &[&str]) -> String {
    format!("expected one of {}", list(known.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(text: &str) -> MapLayer {
        MapLayer::new(text, KeyPath::from(["map"]))
    }

    #[test]
    fn rows_end_at_line_breaks_of_either_kind() {
        let map = layer("ab\r\ncd\n");
        assert_eq!((map.width(), map.height()), (2, 2));
        assert_eq!(map.character(1, 1), Some('d'));
        assert_eq!(map.stretch(0, 1), 4..5);
        assert_eq!(map.character(2, 0), None);
        assert_eq!(layer("").height(), 0);
    }

    #[test]
    fn one_fault_names_all_its_places() {
        assert_eq!(also_at(&[(1, 2)]), "");
        assert_eq!(also_at(&[(1, 2), (3, 4)]), " (2 times, also at [3, 4])");
        let many: Vec<(usize, usize)> = (0..4).map(|column| (column, 7)).collect();
        assert_eq!(
            also_at(&many),
            " (4 times, also at [1, 7], [2, 7] and [3, 7])"
        );
        let many: Vec<(usize, usize)> = (0..12).map(|column| (column, 0)).collect();
        assert!(also_at(&many).ends_with("[8, 0] and 3 more)"));
    }

    #[test]
    fn the_width_is_that_of_most_rows() {
        assert_eq!(layer("abc\nab\nab\n").width(), 2);
        assert_eq!(layer("abc\nab\n").width(), 3);
    }
}
