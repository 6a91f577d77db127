//! Reading records, whatever they hold.

use std::path::Path;

use serde::Deserialize;
use shieldwall_content::plain_file;

use super::{
    BattleRecord, Fault, Header, RecordError, RecordKind, RecordedChoice,
    line::{CheckChain, Line},
};

/// Largest record that is read, in bytes.
pub const MAX_RECORD_BYTES: u64 = 64 << 20;
/// Most choices of a record; real battles have a few thousand.
pub const MAX_CHOICES: usize = 1_000_000;
/// Longest line, in bytes; a set-up of two large warbands has a few thousand.
const MAX_LINE: usize = 1 << 20;

/// Begins texts that some editors have saved, and means nothing.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A record as far as it can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRecord {
    /// The record up to the first fault.
    pub record: BattleRecord,
    /// The line of each choice, from 1.
    pub lines: Vec<u32>,
    /// Whether it was closed: the battle goes no further in it.
    pub closed: bool,
    /// What is wrong with the lines after that.
    pub fault: Option<Fault>,
}

/// Says only which format a file has, whatever else it says.
#[derive(Deserialize)]
struct Peek {
    shieldwall: PeekFormat,
}

#[derive(Deserialize)]
struct PeekFormat {
    format: u32,
    #[serde(default)]
    game: String,
}

/// Reads a record file.
///
/// # Errors
/// If it cannot be read, or its first line cannot be used. Everything later is a [`Fault`].
pub fn read_record_file(path: &Path) -> Result<ReadRecord, RecordError> {
    read_record(&plain_file::read(path, MAX_RECORD_BYTES)?)
}

/// Reads the text of a record.
///
/// # Errors
/// If its first line cannot be used. Everything later is a [`Fault`].
pub fn read_record(text: &[u8]) -> Result<ReadRecord, RecordError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let mut chain = CheckChain::default();
    let header = read_header(lines.next().unwrap_or_default(), &mut chain)?;
    let grows = header.kind == RecordKind::Autosave;
    let mut read = ReadRecord {
        record: BattleRecord {
            header,
            choices: Vec::new(),
            journal: None,
        },
        lines: Vec::new(),
        closed: false,
        fault: None,
    };
    let mut last = 1;
    for (raw, number) in lines.zip(2_u32..) {
        last = number;
        if read.closed {
            let message = "there is something after the closing line".to_owned();
            read.fault = Some(Fault::TooMuch {
                line: number,
                message,
            });
            return Ok(read);
        }
        match read_line(raw, number, &mut chain) {
            Ok(line) => {
                if let Err(fault) = take(&mut read, line, number) {
                    read.fault = Some(fault);
                    return Ok(read);
                }
            }
            Err(fault) => {
                // What was being written when the game was stopped lacks its line break.
                let torn = !raw.ends_with(b"\n");
                read.fault = Some(if torn && grows {
                    Fault::Torn { line: number }
                } else if torn {
                    Fault::Truncated { line: number }
                } else {
                    fault
                });
                return Ok(read);
            }
        }
    }
    if !read.closed && !grows {
        read.fault = Some(Fault::Truncated { line: last });
    }
    Ok(read)
}

/// A line without its line break, which an editor or a transfer may have made that of another system.
fn without_line_break(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

fn read_header(raw: &[u8], chain: &mut CheckChain) -> Result<Header, RecordError> {
    let no_record = |message: &str| RecordError::NoRecord(message.to_owned());
    if raw.is_empty() {
        return Err(no_record("it is empty"));
    }
    if raw.len() > MAX_LINE {
        return Err(no_record("its first line is too long"));
    }
    let Ok(text) = std::str::from_utf8(raw) else {
        return Err(no_record("it is no text"));
    };
    let text = without_line_break(text);
    let peek: Peek = serde_json::from_str(text)
        .map_err(|error| RecordError::NoRecord(format!("column {}: {error}", error.column())))?;
    if peek.shieldwall.format > Header::FORMAT {
        return Err(RecordError::NewerFormat {
            found: peek.shieldwall.format,
            known: Header::FORMAT,
        });
    }
    if peek.shieldwall.format < Header::FORMAT {
        return Err(RecordError::OlderFormat {
            found: peek.shieldwall.format,
            known: Header::FORMAT,
            game: peek.shieldwall.game,
        });
    }
    let json = chain.read(text).ok_or(RecordError::HeaderChanged)?;
    match serde_json::from_str(&json) {
        Ok(Line::Shieldwall(header)) => Ok(*header),
        Ok(_) => Err(no_record("its first line is no set-up")),
        Err(error) => Err(RecordError::NoRecord(format!(
            "column {}: {error}",
            error.column()
        ))),
    }
}

fn read_line(raw: &[u8], number: u32, chain: &mut CheckChain) -> Result<Line, Fault> {
    let changed = || Fault::Changed { line: number };
    if raw.len() > MAX_LINE {
        return Err(Fault::TooMuch {
            line: number,
            message: format!("the line has more than {MAX_LINE} bytes"),
        });
    }
    let text = std::str::from_utf8(raw).map_err(|_| changed())?;
    let text = without_line_break(text);
    let json = chain.read(text).ok_or_else(changed)?;
    serde_json::from_str(&json).map_err(|error| Fault::Senseless {
        line: number,
        column: u32::try_from(error.column()).unwrap_or(u32::MAX),
        message: error.to_string(),
    })
}

fn take(read: &mut ReadRecord, line: Line, number: u32) -> Result<(), Fault> {
    let senseless = |message: String| {
        Err(Fault::Senseless {
            line: number,
            column: 1,
            message,
        })
    };
    let count = read.record.choices.len();
    match line {
        Line::Shieldwall(_) => senseless("a second set-up".to_owned()),
        Line::Choice(_) if count >= MAX_CHOICES => Err(Fault::TooMuch {
            line: number,
            message: format!("a battle has {MAX_CHOICES} choices at most"),
        }),
        Line::Choice(choice) => {
            let choice: RecordedChoice = *choice;
            read.record.choices.push(choice);
            read.lines.push(number);
            Ok(())
        }
        Line::Undo { keep } => {
            let keep = usize::try_from(keep).unwrap_or(usize::MAX);
            if keep > count {
                return senseless(format!(
                    "choices after the first {keep} are taken back, but there are only {count}"
                ));
            }
            read.record.choices.truncate(keep);
            read.lines.truncate(keep);
            Ok(())
        }
        Line::End { choices, journal } => {
            if usize::try_from(choices).is_ok_and(|choices| choices == count) {
                read.closed = true;
                read.record.journal = Some(journal).filter(|mark| !mark.is_empty());
                Ok(())
            } else {
                senseless(format!(
                    "it closes a record of {}, but there are {count}",
                    crate::count(u64::from(choices), "choice")
                ))
            }
        }
    }
}
