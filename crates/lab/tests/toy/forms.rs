//! Fields of choices: filled in by cases, by records and at random, and refused with a reason.

use std::{path::Path, sync::Arc};

use crate::{BLOW, case, toys};
use proptest::prelude::*;
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{
    Battle, Choice, FieldKind, FieldValue, Progress, Ruleset, Target, WrittenChoice,
};
use shieldwall_content::Case;
use shieldwall_grid::Cell;
use shieldwall_lab::cases::run_case;

const EFFORT: &str = "do = \"bash\"\ntarget = \"B\"\nfields = { effort = 2 }";

fn strained(text: &str) -> String {
    text.replacen("do = \"bash\"\ntarget = \"B\"", EFFORT, 1)
}

/// With two more breaths A wins a contest that it would have lost: 2 + 2 + 2 against 2 + 1 + 2.
#[test]
fn a_case_fills_in_fields() {
    let text = BLOW.replace("\"d6=4\", \"d6=2\"", "\"d6=2\", \"d6=2\"");
    let plain = run_case(&case(&text), toys::library());
    assert!(!plain.failures.is_empty());
    let ran = run_case(&case(&strained(&text)), toys::library());
    assert!(ran.failures.is_empty(), "{:?}", ran.failures);
    let entries = ran.entries.entries().iter();
    let told: Vec<String> = entries.map(shieldwall_battle::Entry::to_json).collect();
    let chosen = told.iter().find(|line| line.contains("\"effort\":2"));
    assert!(
        chosen.is_some_and(|line| line.contains("effort 2")),
        "{told:#?}"
    );
    assert!(told.iter().any(|line| line.contains("{\"add\":2}")));
}

#[test]
fn what_a_field_does_not_take_is_refused_with_what_it_takes() {
    for (wrong, message) in [
        ("effort = 3", "`effort` is one of the numbers 0 to 2"),
        ("effort = -1", "`effort` is one of the numbers 0 to 2"),
        ("effort = \"much\"", "`effort` is one of the numbers 0 to 2"),
        (
            "efort = 1",
            "there is no field `efort` here; there is: effort",
        ),
    ] {
        let text = strained(BLOW).replace("effort = 2", wrong);
        let ran = run_case(&case(&text), toys::library());
        let said = format!("{:?}", ran.failures);
        assert!(said.contains(message), "{wrong}: {said}");
    }
    let twice = strained(BLOW).replace("fields = {", "fields = { pace = 1.5,");
    let refused = Case::parse(Path::new("toy.toml"), &twice, toys::library());
    assert!(refused.is_err());
}

/// Random values for every field of a choice, some of them beyond what it takes.
fn filled(choice: &Choice, battle: &mut Battle, values: &[(usize, i8)]) -> Choice {
    let decision = battle.open_decision().unwrap();
    let offer = decision.offer_for(choice).unwrap();
    let mut choice = choice.clone();
    for (field, (index, beyond)) in offer.fields.iter().zip(values.iter().cycle()) {
        // A field that another one shuts is left alone.
        choice.fields = offer.settled(choice.fields);
        let shut = offer.shut(&choice.fields);
        if shut.iter().any(|shut| shut.key == field.key) {
            continue;
        }
        let value = match (&field.kind, *index % (field.count() + 2)) {
            (_, index) if index < field.count() => match field.value(index) {
                Some(value) => value,
                None => continue,
            },
            (FieldKind::Amount { max, .. }, _) => {
                FieldValue::Amount(max.saturating_add(i32::from(*beyond)))
            }
            (FieldKind::OneOf(_), _) => FieldValue::Option("nothing of the kind"),
            (FieldKind::At { .. }, _) => FieldValue::Target(Target::Cell(Cell(u16::MAX))),
        };
        choice.fields.set(field.key, value);
    }
    choice
}

fn forms(ruleset: &Arc<dyn Ruleset>, seed: u64, values: &[(usize, i8)]) -> (u32, u32) {
    let setup =
        shieldwall_battle::BattleSetup::of_level(toys::library(), "duel-ring", ruleset.id(), seed);
    let mut battle = Battle::new(Arc::clone(ruleset), setup.unwrap()).unwrap();
    let mut chooser = brain(BrainKind::Random, seed);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..60 {
        if battle.advance() != Progress::Decision {
            break;
        }
        let plain = chooser.choose(&mut battle);
        let choice = filled(&plain, &mut battle, values);
        let before = battle.journal().entries().len();
        match battle.choose(choice.clone()) {
            Ok(()) => taken += 1,
            Err(refusal) => {
                assert!(!refusal.reason.is_empty(), "{choice:?}");
                assert!(!refusal.rules.is_empty(), "{choice:?}: {refusal}");
                assert_eq!(battle.journal().entries().len(), before);
                refused += 1;
                battle.choose(plain).unwrap();
                continue;
            }
        }
        // What was taken can be written down and read back.
        let written = serde_json::to_string(&WrittenChoice::of(&choice)).unwrap();
        let read: WrittenChoice = serde_json::from_str(&written).unwrap();
        assert_eq!(read, WrittenChoice::of(&choice));
    }
    (taken, refused)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn forms_that_are_filled_at_random_are_taken_or_refused_with_a_reason(
        seed in 0_u64..1000,
        values in proptest::collection::vec((any::<usize>(), -3_i8..90), 1..5),
    ) {
        for ruleset in toys::rulesets() {
            let (taken, refused) = forms(&ruleset, seed, &values);
            prop_assert!(taken + refused > 0);
        }
    }
}

/// The property above looks at both: at what is taken, and at what is refused.
#[test]
fn some_forms_are_taken_and_some_refused() {
    for ruleset in toys::rulesets() {
        // The first value, and others of which some are beyond what is taken.
        let sums =
            [[(0, 1)], [(59, 1)], [(17, 1)], [(6, 1)]].map(|values| forms(&ruleset, 7, &values));
        assert!(sums[0].0 > 0 && sums[0].1 == 0, "{sums:?}");
        let refused = sums[1..].iter().map(|(_, refused)| refused);
        assert!(refused.sum::<u32>() > 0, "{sums:?}");
    }
}
