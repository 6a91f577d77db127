//! Tournaments: everybody who can command a side against everybody else.

#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_ai::BrainKind;
use shieldwall_lab::{Contender, LabError, TournamentPlan};

use crate::battlefield;

/// Two brains and a bot that takes the first choice it is offered.
fn plan(jobs: usize) -> TournamentPlan {
    let first = "bot:python3 -c 'import sys, json\n\
        for line in sys.stdin:\n\
        \x20if json.loads(line)[\"type\"] in (\"decision\", \"refused\"): \
        print(json.dumps({\"type\": \"choose\", \"choice\": 0}), flush=True)'";
    let setups = ["duel-ring", "narrow-street"].map(|level| battlefield::setup(level, 1));
    TournamentPlan {
        setups: setups.to_vec(),
        ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
        contenders: vec![
            first.parse().unwrap(),
            BrainKind::Random.into(),
            BrainKind::Planner.into(),
        ],
        battles: 4,
        seed: 3,
        jobs,
    }
}

#[test]
fn everybody_meets_everybody_on_every_level() {
    let result = plan(1).run().unwrap().result;
    assert_eq!((result.battles, result.planned()), (24, 24));
    assert_eq!(result.standings[0].contender, "planner");
    assert!(result.standings.iter().all(|one| one.battles == 16));
    for pairings in result.levels.values() {
        assert!(pairings.iter().all(|pairing| pairing.battles == 4));
    }
    assert_eq!(result.levels.len(), 2);
    let sum =
        |of: fn(&shieldwall_lab::Standing) -> u64| result.standings.iter().map(of).sum::<u64>();
    assert_eq!(sum(|one| one.wins), sum(|one| one.losses));
    for one in &result.standings {
        assert_eq!(one.wins + one.losses + one.draws, one.battles);
        assert!(one.rating.low < one.rating.points && one.rating.points < one.rating.high);
    }
    // Nothing depends on the number of threads.
    assert_eq!(plan(3).run().unwrap().result, result);
}

#[test]
fn who_commands_is_exchanged_with_the_same_dice() {
    let mut plan = plan(1);
    plan.contenders = vec![
        BrainKind::Planner.into(),
        Contender::Brain(BrainKind::Unreacting),
    ];
    plan.setups.truncate(1);
    // Under these rules reactions cost no turn: both play the same, and what one wins the other wins from there.
    let result = plan.run().unwrap().result;
    let pairing = &result.pairings[0];
    assert_eq!((pairing.battles, pairing.a_wins), (4, pairing.b_wins));
}

#[test]
fn what_cannot_be_played_is_told_before() {
    let fails = |change: fn(&mut TournamentPlan)| {
        let mut plan = plan(1);
        change(&mut plan);
        plan.run().unwrap_err()
    };
    let error = fails(|plan| plan.contenders.truncate(1));
    assert!(matches!(error, LabError::TooFewContenders));
    let error = fails(|plan| plan.contenders[2] = BrainKind::Random.into());
    assert_eq!(error.to_string(), "`random` is named twice");
    let error = fails(|plan| plan.setups.clear());
    assert!(matches!(error, LabError::NoBattles));
    let error = fails(|plan| plan.contenders[0] = "bot:no-such-program".parse().unwrap());
    assert!(
        error
            .to_string()
            .starts_with("bot `no-such-program`, battle 0"),
        "{error}"
    );
}
