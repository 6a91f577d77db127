//! Records and simulations as recipes: what is damaged in tests is written by the game as it is now,
//! so that a collection of damaged files never grows old.
//!
//! A recipe is a line, and edits of the text that it stands for, four bytes each: place (two bytes, the
//! smaller first), what to do, and a byte to do it with.

use std::sync::OnceLock;

use shieldwall_ai::BrainKind;
use shieldwall_lab::{
    Shard, SimPlan,
    record::{BattleRecord, RecordedCommander},
};

use crate::{battlefield, recording};

/// Most choices of a record.
const CHOICES: usize = 8;

/// A battle that is not over, with so many of its choices.
pub(crate) fn battle(seed: u64, choices: usize) -> BattleRecord {
    static RECORD: OnceLock<BattleRecord> = OnceLock::new();
    let record = RECORD.get_or_init(|| {
        let commanders = [
            RecordedCommander::Human,
            RecordedCommander::Brain(BrainKind::Random),
        ];
        let setup = battlefield::setup("duel-ring", 3);
        let battle = recording::recorded(setup, &commanders, 3, CHOICES);
        battle.record().clone()
    });
    let mut record = record.clone();
    record.header.seed = seed;
    record.choices.truncate(choices);
    record
}

/// Bytes, or what they are the recipe of: `record SEED CHOICES open`, `record SEED CHOICES closed`,
/// `simulation whole` or `simulation part`.
pub(crate) fn prepared(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let (line, edits) = bytes.split_at(end.unwrap_or(bytes.len()));
    let line = std::str::from_utf8(line).unwrap_or_default();
    let words: Vec<&str> = line.split(' ').collect();
    let text = match *words {
        ["record", seed, choices, end] => seed
            .parse()
            .ok()
            .zip(choices.parse().ok())
            .map(|(seed, choices)| record(seed, choices, end == "closed")),
        ["simulation", which] => Some(simulations()[usize::from(which == "part")].clone()),
        _ => None,
    };
    match text {
        Some(text) => edited(text.into_bytes(), edits.get(1..).unwrap_or_default()),
        None => bytes.to_vec(),
    }
}

/// The text of a record.
fn record(seed: u64, choices: usize, closed: bool) -> String {
    let text = battle(seed, choices).to_text();
    if closed {
        return text;
    }
    // Whatever comes after a line changes nothing in it.
    let end = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    text[..end].to_owned()
}

/// The whole of a short simulation, and a part of it.
fn simulations() -> &'static [String; 2] {
    static TEXTS: OnceLock<[String; 2]> = OnceLock::new();
    TEXTS.get_or_init(|| {
        [None, Some(Shard { part: 2, of: 2 })].map(|shard| {
            let plan = SimPlan {
                setup: battlefield::setup("duel-ring", 1),
                ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
                battles: 2,
                seed: 7,
                brains: vec![BrainKind::Random.into(); 2],
                mirrored: true,
                shard,
                rows: false,
                jobs: 1,
            };
            plan.run().unwrap().result.to_json().unwrap()
        })
    })
}

/// A text with edits.
fn edited(mut text: Vec<u8>, edits: &[u8]) -> Vec<u8> {
    for edit in edits.as_chunks::<4>().0 {
        let [low, high, what, byte] = *edit;
        let at = usize::from(u16::from_le_bytes([low, high])) % (text.len() + 1);
        match what % 5 {
            0 => text.insert(at, byte),
            1 => drop(text.drain(at..(at + usize::from(byte)).min(text.len()))),
            2 => text.truncate(at),
            kind => {
                if let Some(old) = text.get_mut(at) {
                    *old = if kind == 3 { byte } else { *old ^ byte };
                }
            }
        }
    }
    text
}
