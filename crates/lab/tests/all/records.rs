//! Records of battles: what is saved is what is loaded, and no damage does worse than shorten it.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use crate::recording;
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use proptest::prelude::*;
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{CombatantId, Event, ItemId, SideId, Target, WrittenValue};
use shieldwall_content::Library;
use shieldwall_grid::Cell;
use shieldwall_lab::record::{
    Barrier, Fault, GrowingRecord, Header, RecordError, RecordedBattle, RecordedChoice,
    RecordedCommander, read_record, read_record_file, replay, save_record,
};
use shieldwall_percentile::content::blocks::{ID, StatBlock};

const COMMANDERS: [RecordedCommander; 2] = [
    RecordedCommander::Human,
    RecordedCommander::Brain(BrainKind::Random),
];

/// A battle of so many random choices at most, recorded.
fn play(level: &str, seed: u64, choices: usize) -> RecordedBattle {
    recording::recorded(battlefield::setup(level, seed), &COMMANDERS, seed, choices)
}

fn journal(battle: &RecordedBattle) -> String {
    battle.battle().journal().to_json_lines()
}

fn level(number: usize) -> &'static str {
    let levels: Vec<&str> = battlefield::levels().collect();
    levels[number % levels.len()]
}

/// The text of a short battle, with its journal.
fn short_battle() -> &'static (String, String) {
    static SHORT: std::sync::OnceLock<(String, String)> = std::sync::OnceLock::new();
    SHORT.get_or_init(|| {
        let mut battle = play("duel-ring", 3, 25);
        (battle.closed_record().to_text(), journal(&battle))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_saved_is_what_is_loaded(number in 0_usize..100, seed: u64, choices in 0_usize..160) {
        let mut battle = play(level(number), seed, choices);
        let text = battle.closed_record().to_text();
        let read = read_record(text.as_bytes()).unwrap();
        prop_assert_eq!(&read.record, &battle.closed_record());
        let mut loaded = replay(&read, battlefield::library()).unwrap();
        prop_assert_eq!(&loaded.faults, &[]);
        prop_assert_eq!(journal(&loaded.course), journal(&battle));
        // Played on with the same choices, both go on alike.
        let mut chooser = brain(BrainKind::Random, seed ^ 1);
        for _ in 0..10 {
            prop_assert_eq!(loaded.course.advance(), battle.advance());
            if battle.battle().decision().is_none() {
                break;
            }
            let choice = chooser.choose(battle.battle_mut());
            loaded.course.choose(choice.clone()).unwrap();
            battle.choose(choice).unwrap();
        }
        prop_assert_eq!(journal(&loaded.course), journal(&battle));
        prop_assert_eq!(loaded.course.closed_record().to_text(), battle.closed_record().to_text());
    }

    #[test]
    fn going_back_is_like_never_having_gone_on(number in 0_usize..100, seed: u64, kept in 0_usize..60, more in 0_usize..60) {
        let mut battle = play(level(number), seed, kept + more);
        let before = play(level(number), seed, kept);
        battle.rewind(kept).unwrap();
        battle.advance();
        prop_assert_eq!(journal(&battle), journal(&before));
        prop_assert_eq!(&battle.record().choices, &before.record().choices);
    }

    #[test]
    fn flipped_bits_are_found(flips in prop::collection::vec((0_usize..1 << 20, 0_u8..8), 1..4)) {
        let (text, whole) = short_battle();
        let mut bytes = text.clone().into_bytes();
        for (place, bit) in flips {
            let place = place % bytes.len();
            bytes[place] ^= 1 << bit;
        }
        if bytes != text.as_bytes() {
            shorter_or_refused(&bytes, whole)?;
        }
    }

    #[test]
    fn any_bytes_are_borne(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(read_record(&bytes).is_err());
    }

    /// Lines exchanged, doubled and dropped.
    #[test]
    fn shuffled_lines_are_found(order in prop::collection::vec(0_usize..27, 1..40)) {
        let (text, whole) = short_battle();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        // Without the set-up first, nothing else is looked at.
        let order = std::iter::once(0).chain(order);
        let shuffled: String = order.map(|line| lines[line % lines.len()]).collect();
        if shuffled != *text {
            shorter_or_refused(shuffled.as_bytes(), whole)?;
        }
    }

    /// Records whose check values are right, but not what they say.
    #[test]
    fn forged_records_are_borne(
        line in 0_usize..25,
        action in prop::sample::select(vec!["attack", "move", "wait", "parry", "fly", ""]),
        target in prop::option::of(any::<u16>()),
        path in prop::collection::vec(any::<u16>(), 0..6),
    ) {
        let (text, whole) = short_battle();
        let mut record = read_record(text.as_bytes()).unwrap().record;
        let choice = &mut record.choices[line];
        action.clone_into(&mut choice.made.action);
        choice.made.target = target.map(|cell| shieldwall_battle::Target::Cell(shieldwall_grid::Cell(cell)));
        choice.made.path = path.into_iter().map(shieldwall_grid::Cell).collect();
        shorter_or_refused(record.to_text().as_bytes(), whole)?;
    }
}

/// Every field of a choice counts, even if all check values are right.
#[test]
fn nothing_in_a_choice_can_be_changed_unnoticed() {
    let (text, whole) = short_battle();
    let record = read_record(text.as_bytes()).unwrap().record;
    type Change = fn(&mut RecordedChoice);
    let changes: [(&str, Change); 12] = [
        ("decision", |choice| choice.decision += 1),
        ("round", |choice| choice.round += 1),
        ("side", |choice| {
            choice.side = SideId::first(2).find(|side| *side != choice.side).unwrap();
        }),
        ("who", |choice| {
            choice.who = match choice.who {
                Some(who) => Some(CombatantId(who.0 + 1)),
                None => Some(CombatantId(0)),
            };
        }),
        ("no who", |choice| {
            choice.who = match choice.who {
                Some(_) => None,
                None => Some(CombatantId(0)),
            };
        }),
        ("kind", |choice| choice.kind.push('s')),
        ("journal", |choice| choice.journal.push('0')),
        ("action", |choice| choice.made.action.push('s')),
        ("item", |choice| {
            choice.made.item = match choice.made.item {
                Some(_) => None,
                None => Some(ItemId(0)),
            };
        }),
        ("mode", |choice| {
            choice.made.mode = match &choice.made.mode {
                Some(_) => None,
                None => Some("long".to_owned()),
            };
        }),
        ("target", |choice| {
            choice.made.target = match choice.made.target {
                Some(_) => None,
                None => Some(Target::Cell(Cell(0))),
            };
        }),
        ("fields", |choice| {
            let fields = &mut choice.made.fields;
            fields.insert("pace".to_owned(), WrittenValue::Amount(1));
        }),
    ];
    for (field, change) in changes {
        for place in 0..record.choices.len() {
            let mut forged = record.clone();
            change(&mut forged.choices[place]);
            let read = read_record(forged.to_text().as_bytes()).unwrap();
            let replayed = replay(&read, battlefield::library()).unwrap();
            assert!(!replayed.is_sound(), "{field} of choice {place}");
            assert!(replayed.held() <= place, "{field} of choice {place}");
            assert!(whole.starts_with(&journal(&replayed.course)));
        }
    }
    let mut forged = record;
    forged.choices[2].round = 9;
    let read = read_record(forged.to_text().as_bytes()).unwrap();
    let fault = replay(&read, battlefield::library()).unwrap().faults[0].to_string();
    assert!(
        fault.contains("in round 9, but now it is") && fault.ends_with("in round 1"),
        "{fault}"
    );
}

/// Damaged text gives an error that can be told, or a battle that begins like the whole one with
/// the fault named.
fn shorter_or_refused(text: &[u8], whole: &str) -> Result<(), TestCaseError> {
    let read = match read_record(text) {
        Ok(read) => read,
        Err(error) => {
            prop_assert!(!error.to_string().is_empty());
            return Ok(());
        }
    };
    let replayed = match replay(&read, battlefield::library()) {
        Ok(replayed) => replayed,
        Err(error) => {
            prop_assert!(!error.to_string().is_empty());
            return Ok(());
        }
    };
    prop_assert!(!replayed.is_sound(), "the damage was not found");
    let played = journal(&replayed.course);
    prop_assert!(whole.starts_with(&played), "another battle:\n{played}");
    Ok(())
}

/// Editors and transfers between systems change no more than this.
#[test]
fn a_save_with_other_line_breaks_and_a_byte_order_mark_is_whole() {
    let (text, whole) = short_battle();
    let changed = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let read = read_record(changed.as_bytes()).unwrap();
    let replayed = replay(&read, battlefield::library()).unwrap();
    assert_eq!(replayed.faults, []);
    assert_eq!(journal(&replayed.course), *whole);
}

#[test]
fn a_save_cut_anywhere_says_so_and_can_be_played_on() {
    let (text, whole) = short_battle();
    let mut cuts: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    cuts.extend((0..text.len()).step_by(97));
    for cut in cuts {
        let part = &text.as_bytes()[..cut];
        let Ok(read) = read_record(part) else {
            assert!(
                cut <= text.find('\n').unwrap(),
                "cut at {cut} nothing is left"
            );
            continue;
        };
        // Without its last line break a save is whole all the same.
        if cut >= text.len() - 1 {
            continue;
        }
        let replayed = replay(&read, battlefield::library()).unwrap();
        assert!(
            matches!(replayed.faults[..], [Fault::Truncated { .. }]),
            "cut at {cut}: {:?}",
            replayed.faults
        );
        assert!(whole.starts_with(&journal(&replayed.course)));
        let lines = part.split(|byte| *byte == b'\n').count();
        assert!(replayed.held() + 2 >= lines, "more is lost than was cut");
    }
}

#[test]
fn an_autosave_grows_and_loses_only_what_was_being_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("autosave.battle");
    let mut battle = play("reed-ford", 9, 12);
    let mut growing = GrowingRecord::begin(&file, battle.record()).unwrap();
    let mut chooser = brain(BrainKind::Random, 4);
    for _ in 0..8 {
        battle.advance();
        let choice = chooser.choose(battle.battle_mut());
        growing.add(battle.choose(choice).unwrap()).unwrap();
    }
    growing.undo(17).unwrap();
    battle.rewind(17).unwrap();
    battle.advance();
    let choice = chooser.choose(battle.battle_mut());
    growing.add(battle.choose(choice).unwrap()).unwrap();
    battle.advance();
    let read = read_record_file(&file).unwrap();
    assert_eq!((read.fault.clone(), read.lines.len()), (None, 18));
    let loaded = replay(&read, battlefield::library()).unwrap();
    assert!(loaded.faults.is_empty());
    assert_eq!(journal(&loaded.course), journal(&battle));

    let text = fs::read(&file).unwrap();
    fs::write(&file, &text[..text.len() - 30]).unwrap();
    let read = read_record_file(&file).unwrap();
    assert_eq!(read.fault, Some(Fault::Torn { line: 23 }));
    let loaded = replay(&read, battlefield::library()).unwrap();
    assert!(loaded.is_sound() && loaded.held() == 17);
}

#[test]
fn a_save_replaces_another_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saves/mine.battle");
    save_record(&file, &play("duel-ring", 1, 20).closed_record()).unwrap();
    let mut second = play("duel-ring", 2, 5);
    second.entitle("second", 77);
    save_record(&file, &second.closed_record()).unwrap();
    let read = read_record_file(&file).unwrap();
    assert_eq!(
        (&*read.record.header.name, read.record.header.written),
        ("second", 77)
    );
    assert_eq!(read.record, second.closed_record());
    let left = fs::read_dir(folder.path().join("saves")).unwrap().count();
    assert_eq!(left, 1, "something else is left in the folder");
}

/// The shipped content with one unit changed.
fn with_tougher(unit: &str) -> Arc<Library> {
    let mut library = (**battlefield::library()).clone();
    let mut changed = (*library.units[unit]).clone();
    changed
        .blocks
        .change(ID, |stats: &mut StatBlock| stats.hit_points += 1);
    library.units.insert(unit.to_owned(), Arc::new(changed));
    Arc::new(library)
}

#[test]
fn changed_content_is_named_and_what_holds_is_kept() {
    let mut battle = play("duel-ring", 3, 25);
    let read = read_record(battle.closed_record().to_text().as_bytes()).unwrap();
    let unit = battle.record().header.sides[0].warband[0].unit.clone();
    let loaded = replay(&read, &with_tougher(&unit)).unwrap();
    assert!(!loaded.is_sound());
    assert_eq!(
        loaded.faults[0],
        Fault::ContentChanged {
            kind: "unit".to_owned(),
            id: unit
        }
    );
    // Its hit points are told at the very beginning.
    assert!(matches!(
        loaded.faults[1],
        Fault::OtherJournal {
            line: 2,
            decision: 0
        }
    ));
    assert_eq!(loaded.held(), 0);
    assert!(
        loaded.course.battle().decision().is_some(),
        "it can be played on"
    );

    // Art and descriptions do not matter.
    let mut library = (**battlefield::library()).clone();
    for unit in library.units.values_mut() {
        let mut changed = (**unit).clone();
        changed.description = "another".to_owned();
        changed.art = "elsewhere.svg".into();
        *unit = Arc::new(changed);
    }
    let loaded = replay(&read, &Arc::new(library)).unwrap();
    assert_eq!(loaded.faults, []);
}

#[test]
fn what_is_missing_or_newer_is_named() {
    let mut battle = play("duel-ring", 3, 5);
    let record = battle.closed_record();
    let mut library = (**battlefield::library()).clone();
    library.levels.remove("duel-ring");
    let read = read_record(record.to_text().as_bytes()).unwrap();
    let error = replay(&read, &Arc::new(library)).unwrap_err();
    assert!(
        error.to_string().contains("no level `duel-ring`"),
        "{error}"
    );

    let mut newer = record.clone();
    newer.header.format += 1;
    let error = read_record(newer.to_text().as_bytes()).unwrap_err();
    assert!(matches!(
        error,
        RecordError::NewerFormat { found, known } if known == Header::FORMAT && found == known + 1
    ));
    let mut former = record.clone();
    former.header.format -= 1;
    former.header.game = "0.1.0".to_owned();
    let error = read_record(former.to_text().as_bytes()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("shieldwall 0.1.0, which wrote it"),
        "{error}"
    );
    assert!(matches!(
        error,
        RecordError::OlderFormat { found, known, .. } if known == Header::FORMAT && known == found + 1
    ));

    let mut older = record.clone();
    older.header.game = "0.0.7".to_owned();
    let read = read_record(older.to_text().as_bytes()).unwrap();
    let loaded = replay(&read, battlefield::library()).unwrap();
    assert_eq!(loaded.faults.len(), 1);
    assert!(loaded.faults[0].to_string().contains("0.0.7"));
    assert_eq!(loaded.held(), 5, "all of it holds all the same");

    let text = record.to_text().replacen("duel-ring", "reed-ford", 1);
    let error = read_record(text.as_bytes()).unwrap_err();
    assert!(matches!(error, RecordError::HeaderChanged));
    let bad_option = {
        let mut bad = record;
        bad.header.options = BTreeMap::from([("wings".to_owned(), "on".to_owned())]);
        bad.to_text()
    };
    let read = read_record(bad_option.as_bytes()).unwrap();
    let error = replay(&read, battlefield::library()).unwrap_err();
    assert!(error.to_string().contains("wings"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever may be taken back has taught its side nothing; whatever is next has.
    #[test]
    fn what_may_be_taken_back_has_told_nothing(number in 0_usize..100, seed: u64, choices in 1_usize..120) {
        let battle = play(level(number), seed, choices);
        let entries = battle.battle().journal().entries();
        for side in battle.battle().setup().side_ids() {
            let fair = battle.undo_reach(side, false);
            let free = battle.undo_reach(side, true);
            let own: Vec<usize> = battle.record().choices.iter().enumerate().rev()
                .filter(|(_, choice)| choice.side == side)
                .map(|(number, _)| number)
                .collect();
            prop_assert_eq!(&free.steps, &own);
            prop_assert_eq!(free.barrier, Barrier::Nothing);
            prop_assert!(own.starts_with(&fair.steps));
            // From the decision that could be gone back to, nothing but one's own actions was seen.
            if let Some(&oldest) = fair.steps.last() {
                let mut before = play(level(number), seed, oldest);
                before.advance();
                let since = &entries[before.battle().journal().entries().len()..];
                let rolls = since.iter().filter(|entry| {
                    entry.visible_to(Some(side)) && matches!(entry.event, Event::Rolled(_))
                });
                prop_assert_eq!(rolls.count(), 0);
                let shown = since.iter().filter(|entry| {
                    entry.visible_to(Some(side))
                        && matches!(entry.event, Event::Chosen { side: other, .. } if other != side)
                });
                prop_assert_eq!(shown.count(), 0);
            }
            // And it is not shorter than it has to be.
            if fair.steps.len() < own.len() {
                prop_assert_ne!(fair.barrier, Barrier::Nothing);
            }
        }
    }
}

/// SEG-R02, and every ruleset whose statements are sealed: a side may change what it has stated until all have, and not
/// afterwards.
#[test]
fn what_is_sealed_may_change_until_all_have_chosen() {
    let mut seen = 0;
    for ruleset in shieldwall_rulesets::all() {
        let setup = battlefield::setup_under(ruleset.id(), "duel-ring", 5);
        let mut battle = RecordedBattle::begin(ruleset, setup, &COMMANDERS).unwrap();
        battle.advance();
        let open = battle.battle().decision().unwrap();
        if !open.sealed {
            continue;
        }
        seen += 1;
        let side = open.side;
        let mut chooser = brain(BrainKind::Random, 5);
        while battle.battle().decision().is_some_and(|open| open.sealed) {
            let stated = battle.record().choices.iter();
            let stated = stated.filter(|choice| choice.side == side).count();
            assert_eq!(battle.undo_reach(side, false).steps.len(), stated);
            let choice = chooser.choose(battle.battle_mut());
            battle.choose(choice).unwrap();
            battle.advance();
            let all_have = battle.battle().journal().entries().iter().any(|entry| {
                entry.visible_to(Some(side))
                    && matches!(entry.event, Event::Chosen { side: other, .. } if other != side)
            });
            if all_have {
                break;
            }
        }
        assert_eq!(battle.undo_reach(side, false).steps, Vec::<usize>::new());
    }
    assert!(seen > 0);
}

/// A save that the game wrote before the journal and its choices changed.
#[test]
fn a_save_of_an_earlier_format_is_refused_with_the_version_that_reads_it() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records/format-3.battle");
    let error = read_record_file(&file).unwrap_err().to_string();
    let (game, known) = (env!("CARGO_PKG_VERSION"), Header::FORMAT);
    assert_eq!(
        error,
        format!(
            "the record has format 3, but this version of the game (shieldwall {game}) reads format {known}; \
             shieldwall 0.1.0, which wrote it, can still play it"
        )
    );
}
