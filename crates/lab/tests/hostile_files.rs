//! Whatever records of battles and parts of simulations hold, reading them ends with an answer.
#![expect(clippy::unwrap_used, reason = "tests")]

mod battlefield;
#[path = "../../content/tests/fixture/mutation.rs"]
mod mutation;
mod recording;
mod scrutiny;

use std::sync::OnceLock;

use mutation::{Mutation, mutation, piece};
use proptest::{collection, prelude::*};
use scrutiny::{scrutinise_part, scrutinise_record};
use shieldwall_ai::BrainKind;
use shieldwall_lab::{Shard, SimPlan, record::RecordedCommander};

/// The record of a short battle.
fn record() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let setup = battlefield::setup("duel-ring", 3);
        let mut battle = recording::recorded(setup, &[RecordedCommander::Human; 2], 3, 25);
        battle.closed_record().to_text()
    })
}

/// The whole of a short simulation, and a part of it.
fn parts() -> &'static [String; 2] {
    static TEXTS: OnceLock<[String; 2]> = OnceLock::new();
    TEXTS.get_or_init(|| {
        [None, Some(Shard { part: 2, of: 2 })].map(|shard| {
            let plan = SimPlan {
                setup: battlefield::setup("duel-ring", 1),
                ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
                battles: 2,
                seed: 7,
                brains: vec![BrainKind::Random; 2],
                mirrored: true,
                shard,
                rows: false,
                jobs: 1,
            };
            plan.run().unwrap().result.to_json().unwrap()
        })
    })
}

fn spoilt(text: &str, mutations: &[Mutation]) -> Vec<u8> {
    let bytes = text.as_bytes().to_vec();
    mutations
        .iter()
        .fold(bytes, |bytes, mutation| mutation.apply(bytes))
}

#[test]
fn the_files_that_are_spoilt_here_are_good() {
    scrutinise_record(record().as_bytes(), battlefield::library());
    for part in parts() {
        scrutinise_part(part.as_bytes());
    }
}

proptest! {
    #[test]
    fn random_bytes(bytes in collection::vec(any::<u8>(), 0..400)) {
        scrutinise_record(&bytes, battlefield::library());
        scrutinise_part(&bytes);
    }

    #[test]
    fn random_pieces(pieces in collection::vec(piece(), 0..60)) {
        let text = pieces.concat();
        scrutinise_record(text.as_bytes(), battlefield::library());
        scrutinise_part(text.as_bytes());
    }

    #[test]
    fn records_spoilt(mutations in collection::vec(mutation(), 1..4)) {
        scrutinise_record(&spoilt(record(), &mutations), battlefield::library());
    }

    /// The set-up is a small part of a record, and the richest.
    #[test]
    fn set_ups_spoilt(mutations in collection::vec(mutation(), 1..4)) {
        let (first, others) = record().split_once('\n').unwrap();
        let mut bytes = spoilt(first, &mutations);
        bytes.push(b'\n');
        bytes.extend(others.as_bytes());
        scrutinise_record(&bytes, battlefield::library());
    }

    #[test]
    fn parts_spoilt(whole: bool, mutations in collection::vec(mutation(), 1..4)) {
        scrutinise_part(&spoilt(&parts()[usize::from(whole)], &mutations));
    }
}
