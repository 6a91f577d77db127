//! Simulations: the same for any number of threads, parts that add up, tallies that are right.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use shieldwall_ai::BrainKind;
use shieldwall_battle::{Event, SideId, Vitality};
use shieldwall_content::{Level, Unit};
use shieldwall_lab::{Shard, SimPlan, SimResult, Watch, battle_seed, commander_seed, merge};
use shieldwall_percentile::content::blocks::{ID, StatBlock};

const BRAINS: [BrainKind; 2] = [BrainKind::Normal, BrainKind::Random];

/// Two swordsmen and two axemen who lay about themselves at random until the level's limit.
fn plan(battles: u64) -> SimPlan {
    let mut setup = battlefield::setup("duel-ring", 1);
    let mut level = (*setup.level).clone();
    level.turn_limit = 12;
    setup.level = level.into();
    SimPlan {
        setup,
        ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
        battles,
        seed: 7,
        brains: BRAINS.map(Into::into).to_vec(),
        mirrored: true,
        shard: None,
        rows: true,
        jobs: 1,
    }
}

/// All of it.
fn comparable(result: &SimResult) -> String {
    result.to_json().unwrap()
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let one = plan(23).run().unwrap();
    assert_eq!(one.rows.len(), 23);
    for jobs in [2, 3, 64] {
        let many = SimPlan { jobs, ..plan(23) }.run().unwrap();
        assert_eq!(comparable(&many.result), comparable(&one.result), "{jobs}");
        assert_eq!(many.rows, one.rows, "{jobs}");
    }
    let other = SimPlan {
        seed: 8,
        ..plan(23)
    };
    assert_ne!(
        comparable(&other.run().unwrap().result),
        comparable(&one.result)
    );
}

/// Plays all parts and writes each to a file.
fn parts(folder: &tempfile::TempDir, plan: &SimPlan, of: u64) -> Vec<PathBuf> {
    let play = |part| {
        let shard = Some(Shard { part, of });
        let part_plan = SimPlan {
            shard,
            ..plan.clone()
        };
        let result = part_plan.run().unwrap().result;
        let file = folder.path().join(format!("{part}-of-{of}.json"));
        fs::write(&file, result.to_json().unwrap()).unwrap();
        file
    };
    (1..=of).map(play).collect()
}

#[test]
fn parts_add_up_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(11);
    let whole = plan.run().unwrap();
    for of in [1, 2, 3, 5, 11] {
        let mut files = parts(&folder, &plan, of);
        files.reverse();
        let merged = merge(&files).unwrap();
        assert_eq!(comparable(&merged), comparable(&whole.result), "{of}");
    }
    let second = SimPlan {
        shard: Some(Shard { part: 2, of: 3 }),
        ..plan
    };
    let rows = second.run().unwrap().rows;
    assert_eq!(rows, whole.rows[3..7]);
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let files = parts(&folder, &plan(6), 3);
    let [one, two, three] = &files[..] else {
        unreachable!("three parts");
    };
    let why = |files: &[&PathBuf]| {
        let files: Vec<PathBuf> = files.iter().map(|&file| file.clone()).collect();
        merge(&files).unwrap_err().to_string()
    };
    let says = |files: &[&PathBuf], words: &str| {
        let why = why(files);
        assert!(why.contains(words), "{words}: {why}");
    };
    says(&[one, three], "these parts are missing: 2/3");
    says(&[one, two, one, three], "it is part 1/3, and so is");
    let elsewhere = tempfile::tempdir().unwrap();
    let seed = SimPlan { seed: 9, ..plan(6) };
    let other = parts(&elsewhere, &seed, 3).remove(1);
    says(&[one, &other, three], "another plan");
    says(&[one, &other, three], "seed (9, not 7)");
    let halves = parts(&elsewhere, &plan(6), 2);
    says(&[one, &halves[1]], "it is part 2/2, but");
    let missing = folder.path().join("nowhere.json");
    says(&[one, &missing], "cannot be read");
    says(&[&folder.path().to_path_buf()], "it is a folder");

    // Whatever is changed in a part is noticed.
    let text = fs::read_to_string(two).unwrap();
    let changed = folder.path().join("changed.json");
    let swap = |from: &str, to: &str, words: &str| {
        assert!(text.contains(from), "{from}");
        fs::write(&changed, text.replacen(from, to, 1)).unwrap();
        says(&[one, &changed, three], words);
    };
    swap("\"fielded\":", "\"fielded\":9", "damaged or was changed");
    swap("\"mean\":", "\"mean\":9", "damaged or was changed");
    swap("\"battles\":2", "\"battles\":3", "do not agree");
    swap(
        "\"partial\":false",
        "\"partial\":true",
        "stopped after 2 of 2",
    );
    swap("\"part\":2", "\"part\":0", "do not agree");
    swap("\"wins\":", "\"loses\":", "unknown field `loses`");
    swap("\"red\":", "\"red\":-", "no result of `sim --json`");
    fs::write(&changed, &text[..text.len() / 2]).unwrap();
    says(&[one, &changed, three], "EOF");
    fs::write(&changed, [0xff, 0xfe]).unwrap();
    says(&[one, &changed, three], "it is no text");
    fs::write(&changed, "[".repeat(100_000)).unwrap();
    says(&[one, &changed, three], "no result of `sim --json`");
    // Spaces do no harm.
    fs::write(&changed, text.replace(',', ",\n  ")).unwrap();
    assert!(merge(&[one.clone(), changed, three.clone()]).is_ok());
}

/// The plan with its level changed.
fn on(change: impl FnOnce(&mut Level)) -> SimPlan {
    let mut plan = plan(2);
    change(Arc::make_mut(&mut plan.setup.level));
    plan
}

/// The plan with the first unit of red changed.
fn with(change: impl FnOnce(&mut Unit)) -> SimPlan {
    let mut plan = plan(2);
    change(Arc::make_mut(&mut plan.setup.sides[0].warband[0].unit));
    plan
}

#[test]
fn parts_are_of_the_same_content_whatever_describes_it() {
    let folder = tempfile::tempdir().unwrap();
    let one = parts(&folder, &plan(2), 2).remove(0);
    let merged = |plan: &SimPlan| {
        let elsewhere = tempfile::tempdir().unwrap();
        let two = parts(&elsewhere, plan, 2).remove(1);
        merge(&[one.clone(), two]).map_err(|error| error.to_string())
    };
    for same in [
        plan(2),
        on(|level| level.description.push('!')),
        on(|level| level.file = PathBuf::from("elsewhere.toml")),
        with(|unit| unit.description.push('!')),
        with(|unit| unit.art = PathBuf::from("other.svg")),
    ] {
        assert!(merged(&same).is_ok());
    }
    for other in [
        on(|level| level.turn_limit += 1),
        on(|level| level.sides[1].surprised = true),
        with(|unit| {
            unit.blocks
                .change(ID, |stats: &mut StatBlock| stats.hit_points += 1);
        }),
    ] {
        let refused = merged(&other).unwrap_err();
        assert!(
            refused.contains("another plan") && refused.contains("content ("),
            "{refused}"
        );
    }
}

/// Lets some battles be played.
struct Until(u64, AtomicU64);

impl Watch for Until {
    fn played(&self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

#[test]
fn what_was_stopped_is_partial_and_cannot_be_merged() {
    let plan = SimPlan {
        jobs: 3,
        ..plan(10_000)
    };
    let watch: Arc<dyn Watch> = Arc::new(Until(4, AtomicU64::new(0)));
    let stopped = plan.run_watched(&watch, None).unwrap();
    let result = stopped.result;
    assert!(result.partial);
    assert!((4..=6).contains(&result.battles), "{}", result.battles);
    assert_eq!(result.planned(), 10_000);
    // The battles played are the first ones, so they are those of a shorter run.
    let short = SimPlan {
        battles: result.battles,
        ..plan
    };
    let short = short.run().unwrap();
    assert_eq!(short.rows, stopped.rows);
    assert_eq!(short.result.rules, result.rules);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("part.json");
    fs::write(&file, result.to_json().unwrap()).unwrap();
    let why = merge(&[file]).unwrap_err().to_string();
    assert!(why.contains("of 10000 battles"), "{why}");
}

/// Counts everything again, straight from the journals and without any cleverness.
#[test]
fn tallies_are_what_the_journals_say() {
    let plan = plan(12);
    let found = plan.run().unwrap();
    let (mut attacks, mut hits) = (BTreeMap::new(), BTreeMap::new());
    let (mut dealt, mut taken) = (BTreeMap::new(), BTreeMap::new());
    let (mut cited, mut cited_in) = (BTreeMap::new(), BTreeMap::new());
    let mut wounds_of_weapons = 0;
    for number in 0..12_u64 {
        let exchanged = number % 2 == 1;
        let mut setup = plan.setup.clone();
        if exchanged {
            setup = setup.mirrored();
        }
        setup.seed = battle_seed(7, number / 2);
        let mut battle = battlefield::begin(setup.clone());
        let mut brains = BRAINS;
        if exchanged {
            brains.swap(0, 1);
        }
        let winner = play(&mut battle, brains, setup.seed);
        let row = &found.rows[usize::try_from(number).unwrap()];
        let commander = winner.map(|side| (side == SideId::RED) != exchanged);
        let expected = match commander {
            Some(true) => "red",
            Some(false) => "blue",
            None => "draw",
        };
        assert_eq!(
            (row.winner, row.rounds),
            (expected, battle.round()),
            "{number}"
        );
        let fit = |red: bool| {
            let side = if red == exchanged {
                SideId::BLUE
            } else {
                SideId::RED
            };
            let all = battle.presences(None);
            let fit = |who: &&shieldwall_battle::Presence| {
                who.side == side && matches!(who.vitality, Vitality::Active | Vitality::Left)
            };
            u32::try_from(all.iter().filter(fit).count()).unwrap()
        };
        assert_eq!(row.survivors, [fit(true), fit(false)]);
        let mut units = Vec::new();
        let mut rules = BTreeMap::new();
        // Names of weapons by attacker and target; nobody attacks the same one with two at a time.
        let mut with_what = BTreeMap::new();
        for entry in battle.journal().entries() {
            for rule in &entry.rules {
                *cited.entry(rule.0.to_owned()).or_insert(0_u64) += 1;
                rules.insert(rule.0.to_owned(), ());
            }
            match &entry.event {
                Event::Deployed(deployed) => units.push(deployed.unit.clone()),
                Event::Attacked {
                    who, target, with, ..
                } => {
                    *attacks.entry(with.to_string()).or_insert(0_u64) += 1;
                    with_what.insert((*who, *target), with.to_string());
                }
                Event::AttackResolved {
                    who,
                    target,
                    effect,
                    ..
                } if effect.key != "none" => {
                    let with = with_what[&(*who, *target)].clone();
                    *hits.entry(with).or_insert(0_u64) += 1;
                }
                Event::HitPoints {
                    who,
                    from,
                    to,
                    by,
                    cause,
                    ..
                } if to < from => {
                    let lost = u64::from(from.abs_diff(*to));
                    *taken.entry(units[who.index()].clone()).or_insert(0_u64) += lost;
                    if let Some(by) = by {
                        *dealt.entry(units[by.index()].clone()).or_insert(0_u64) += lost;
                    }
                    if *cause == "wound" {
                        wounds_of_weapons += lost;
                    }
                }
                _ => {}
            }
        }
        for rule in rules.into_keys() {
            *cited_in.entry(rule).or_insert(0_u64) += 1;
        }
    }
    let result = &found.result;
    for (name, tally) in &result.weapons {
        assert_eq!(tally.attacks, attacks[name], "{name}");
        assert_eq!(tally.hits, hits.get(name).copied().unwrap_or(0), "{name}");
        assert_eq!(tally.levels.values().sum::<u64>(), tally.attacks, "{name}");
        let failed = tally.levels.get("failure").copied().unwrap_or(0);
        assert_eq!(
            tally.missed(),
            failed,
            "{name}: whatever does not fail hits or is stopped"
        );
    }
    assert_eq!(result.weapons.len(), attacks.len());
    let by_weapons: u64 = result.weapons.values().map(|tally| tally.damage).sum();
    assert_eq!(by_weapons, wounds_of_weapons);
    assert!(by_weapons > 0, "nobody was hurt");
    for (unit, tally) in &result.units {
        assert_eq!(
            tally.damage,
            dealt.get(unit).copied().unwrap_or(0),
            "{unit}"
        );
        assert_eq!(tally.taken, taken.get(unit).copied().unwrap_or(0), "{unit}");
        assert_eq!(tally.fielded, 24, "{unit}");
    }
    let times = |tally: fn(&shieldwall_lab::RuleTally) -> u64| {
        let rules = result.rules.iter();
        rules
            .map(|(rule, found)| (rule.clone(), tally(found)))
            .collect::<BTreeMap<_, _>>()
    };
    assert_eq!(times(|tally| tally.times), cited);
    assert_eq!(times(|tally| tally.battles), cited_in);
}

/// Plays a battle with brains seeded as in a simulation.
fn play(
    battle: &mut shieldwall_battle::Battle,
    kinds: [BrainKind; 2],
    seed: u64,
) -> Option<SideId> {
    let mut brains = [
        shieldwall_ai::brain(kinds[0], commander_seed(seed, SideId::RED)),
        shieldwall_ai::brain(kinds[1], commander_seed(seed, SideId::BLUE)),
    ];
    while battle.advance() == shieldwall_battle::Progress::Decision {
        let side = battle.decision().unwrap().side;
        let choice = brains[side.index()].choose(battle);
        battle.choose(choice).unwrap();
    }
    battle.ending().unwrap().winner
}
