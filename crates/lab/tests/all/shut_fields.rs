//! Forms: a second target in a field, and options that shut other fields.

use shieldwall_battle::{
    Action, ActionRole, Choice, Decision, Field, FieldOption, FieldValue, Fields, Offer, Shut,
    SideId, Target, WrittenChoice,
    terms::{DecisionKind, DecisionRole, Term, Word},
};
use shieldwall_grid::Cell;

const ATTACK: Action = Word(&Term::new("attack", ActionRole::MeleeAttack));
const STATEMENT: DecisionKind = Word(&Term::new("statement", DecisionRole::Statement));

fn option(key: &'static str, shuts: &[&'static str]) -> FieldOption {
    FieldOption {
        shuts: shuts.to_vec(),
        ..FieldOption::new(key, key)
    }
}

/// Rooted shuts the place to fight from, a half move shuts aim, and aim shuts guard.
fn attack() -> Offer {
    let how = vec![
        option("stand", &[]),
        option("rooted", &["where"]),
        option("half", &["aim"]),
    ];
    let aim = vec![option("no", &[]), option("yes", &["guard"])];
    let cells = [4, 5].map(|cell| Target::Cell(Cell(cell)));
    Offer {
        fields: vec![
            Field::one_of("how", "How", how),
            Field::at("where", "Where", cells.to_vec(), "the nearest cell"),
            Field::one_of("aim", "Aim", aim),
            Field::amount("guard", "Guard", [0, 20], 0),
        ],
        ..Offer::new(ATTACK, "Attack", &[])
    }
}

fn chosen(values: &[(&'static str, FieldValue)]) -> Fields {
    let given: Fields = values.iter().copied().collect();
    attack().filled(|field| given.get(field.key))
}

fn statement(offer: Offer) -> Decision {
    Decision {
        number: 0,
        side: SideId::RED,
        actor: None,
        kind: STATEMENT,
        prompt: String::new(),
        against: None,
        sealed: true,
        covert: false,
        offers: vec![offer],
    }
}

#[test]
fn what_an_option_shuts_has_its_default() {
    let attack = attack();
    let word = FieldValue::Option;
    let there = FieldValue::Target(Target::Cell(Cell(5)));
    let fields = chosen(&[("how", word("rooted")), ("where", there)]);
    let shut = attack.shut(&fields);
    let reasons: Vec<String> = shut.iter().map(Shut::reason).collect();
    assert_eq!(reasons, ["How: rooted rules it out"]);
    assert_eq!(attack.settled(fields).get("where"), None);
    // Aim is shut by the half move, so that it does not shut guard.
    let fields = chosen(&[
        ("how", word("half")),
        ("where", there),
        ("aim", word("yes")),
        ("guard", FieldValue::Amount(5)),
    ]);
    let settled = attack.settled(fields);
    assert_eq!(settled.option("aim"), Some("no"));
    assert_eq!(settled.amount("guard"), Some(5));
    assert_eq!(settled.get("where"), Some(there));
}

#[test]
fn all_choices_of_a_form_are_legal_and_are_read_back() {
    let offer = attack();
    let count = offer.choice_count();
    let decision = statement(offer);
    assert_eq!(count, 3 * 3 * 2 * 21);
    for choice in (0..count).filter_map(|number| decision.choice_at(number)) {
        assert!(decision.offer_for(&choice).is_ok(), "{choice:?}");
        let text = serde_json::to_string(&choice).unwrap_or_default();
        let read = serde_json::from_str::<WrittenChoice>(&text);
        let read = read.ok().and_then(|read| read.resolve(&decision).ok());
        assert_eq!(read, Some(choice));
    }
}

#[test]
fn a_written_choice_says_nothing_in_a_field_that_is_shut() {
    let mut choice = Choice::of(ATTACK);
    choice.fields = chosen(&[
        ("aim", FieldValue::Option("yes")),
        ("guard", FieldValue::Amount(5)),
    ]);
    let decision = statement(attack());
    let refused = WrittenChoice::of(&choice).resolve(&decision);
    let refused = refused.map_err(|refusal| refusal.reason);
    let why = "Attack: `guard` is shut; Aim: yes rules it out";
    assert_eq!(refused, Err(why.to_owned()));
    let mut away = Choice::of(ATTACK);
    let away_from_there = FieldValue::Target(Target::Cell(Cell(9)));
    away.fields = chosen(&[]);
    away.fields.set("where", away_from_there);
    let refused = decision.offer_for(&away).map_err(|refusal| refusal.reason);
    let why = "Attack: `where` is one of 2 targets, or none";
    assert_eq!(refused.err().as_deref(), Some(why));
}
