//! The simulation thread as the window knows it: taking back, going on from a record, watching one,
//! and what is left when the game is killed.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use shieldwall_ai::BrainKind;
use shieldwall_battle::{Battle, BattleSetup};
use shieldwall_content::ContentRoot;
use shieldwall_lab::{
    SimPlan,
    record::{BattleRecord, Fault, RecordedChoice, read_record_file, replay},
};

use super::*;
use crate::{
    battle_plan::{BattleOrigin, Commander},
    content::Content,
};

const BRAINS: [Commander; 2] = [
    Commander::Ai(BrainKind::Random),
    Commander::Ai(BrainKind::Normal),
];

const PERSON_AND_BRAIN: [Commander; 2] = [Commander::Human, Commander::Ai(BrainKind::Normal)];

fn content() -> Content {
    Content::read(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))])
}

fn plan(level: &str, commanders: [Commander; 2]) -> BattlePlan {
    BattlePlan {
        ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
        setup: BattleSetup::of_level(&content().library, level, "percentile", 7).unwrap(),
        commanders: commanders.to_vec(),
        origin: BattleOrigin::Fresh,
    }
}

/// The next standstill, however it is told, and the log if it was told anew.
fn standstill(host: &Host) -> (Box<Standstill>, Option<Vec<String>>) {
    match host.replies.recv().unwrap() {
        Reply::Update(update) => (update.state, None),
        Reply::Retold(retold) => {
            let log = retold.shown.log.iter().map(|line| line.text.clone());
            let log = log.collect();
            (Box::new(retold.state), Some(log))
        }
        other => panic!("{other:?}"),
    }
}

/// Makes the first choice of a decision.
fn choose_first(host: &Host, state: &Standstill) {
    let decision = state.decision.as_ref().unwrap();
    host.send(Request::Choose {
        decision: decision.number,
        choice: decision.choice_at(0).unwrap(),
    });
}

#[test]
fn a_forecast_that_is_void_is_given_up_and_the_battle_goes_on() {
    let plan = plan("duel-ring", [Commander::Human; 2]);
    let mut battle = Battle::new(Arc::clone(&plan.ruleset), plan.setup.clone()).unwrap();
    battle.advance();
    let open = battle.decision().unwrap().clone();
    let forecast_of = |battle: &mut Battle, stop: bool| {
        let choice = (0..open.choice_count()).find_map(|index| {
            let choice = open.choice_at(index).unwrap();
            battle.forecast(&choice).map(|forecast| (choice, forecast))
        });
        let (choice, forecast) = choice.unwrap();
        let stopped = battle.forecast_unless(&choice, &Arc::new(AtomicBool::new(stop)));
        (forecast, stopped)
    };
    let (whole, unstopped) = forecast_of(&mut battle, false);
    assert_eq!(unstopped, Some(whole));
    assert_eq!(forecast_of(&mut battle, true).1, None);
    // A forecast that is given up leaves the battle as it was.
    let (again, unstopped) = forecast_of(&mut battle, false);
    assert_eq!(unstopped, Some(again));

    let host = Host::start(plan, None, Waker::default());
    let (first, _) = standstill(&host);
    let decision = first.decision.as_ref().unwrap();
    for index in 0..decision.choice_count() {
        host.send(Request::Forecast {
            decision: decision.number,
            choice: decision.choice_at(index).unwrap(),
        });
    }
    choose_first(&host, &first);
    let (mut forecasts, mut next) = (0, None);
    while forecasts < decision.choice_count() || next.is_none() {
        match host.next() {
            Reply::Forecast { .. } => forecasts += 1,
            Reply::Update(update) if update.state.decision.is_some() => next = Some(update.state),
            Reply::Update(_) | Reply::Saving(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(next.unwrap().decision.unwrap().number > decision.number);
}

#[test]
fn a_choice_is_taken_back_as_if_it_had_never_been_made() {
    let folder = tempfile::tempdir().unwrap();
    let autosaves = Autosaves::in_folder(folder.path());
    let host = Host::start(
        plan("reed-ford", PERSON_AND_BRAIN),
        Some(autosaves),
        Waker::default(),
    );
    let mut states = vec![standstill(&host).0];
    // Until something of one's own can be taken back.
    let (reach, state) = loop {
        let state = states.last().unwrap();
        let fair = state.undoing.as_ref().map(|undoing| undoing.fair.clone());
        if let Some(reach) = fair.filter(|reach| !reach.steps.is_empty()) {
            break (reach, state);
        }
        if state.decision.is_some() {
            choose_first(&host, state);
        }
        states.push(standstill(&host).0);
    };
    let back_to = reach.steps[0];
    assert!(back_to < state.choices);
    let before = states
        .iter()
        .find(|state| state.choices == back_to && state.decision.is_some())
        .unwrap();
    host.send(Request::Undo {
        decision: state.decision.as_ref().unwrap().number,
        choices: back_to,
        viewer: Some(shieldwall_battle::SideId::RED),
    });
    let (now, log) = standstill(&host);
    assert_eq!(now.decision, before.decision);
    assert_eq!(now.full_view, before.full_view);
    assert!(!log.unwrap().is_empty());
    // The file says so too.
    let read = read_record_file(&only_autosave(folder.path())).unwrap();
    assert_eq!((read.fault, read.record.choices.len()), (None, back_to));
    assert_eq!(
        host.shared_record().copy().unwrap().choices,
        read.record.choices
    );
    // And it goes on from there.
    choose_first(&host, &now);
    assert_eq!(standstill(&host).0.choices, back_to + 1);
}

/// A battle between brains from its beginning to its end, as its record.
fn whole_battle(plan: BattlePlan) -> BattleRecord {
    let host = Host::start(plan, None, Waker::default());
    while standstill(&host).0.ending.is_none() {}
    // The record is closed before the end is waited at, but after it is told.
    loop {
        let record = host.shared_record().copy().unwrap();
        if record.journal.is_some() {
            return record;
        }
        thread::yield_now();
    }
}

/// A battle of a person who takes the first choice that there is, from its beginning to its end.
fn battle_of_a_person() -> BattleRecord {
    let host = Host::start(plan("reed-ford", PERSON_AND_BRAIN), None, Waker::default());
    loop {
        let state = standstill(&host).0;
        if state.decision.is_some() {
            choose_first(&host, &state);
        } else if state.ending.is_some() {
            return host.shared_record().copy().unwrap();
        }
    }
}

/// The only autosave in a folder.
fn only_autosave(folder: &Path) -> PathBuf {
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == "battle"));
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// Waits until something is so.
fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never is");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The simulation runs ahead of what is shown, so that a battle between brains is long over when its
/// first round is shown: it must go on from there if the game is killed then.
#[test]
fn a_battle_that_is_watched_is_saved_as_far_as_it_has_been_shown() {
    let folder = tempfile::tempdir().unwrap();
    let autosaves = Autosaves::in_folder(folder.path());
    let host = Host::start(plan("reed-ford", BRAINS), Some(autosaves), Waker::default());
    while standstill(&host).0.ending.is_none() {}
    let file = only_autosave(folder.path());
    let read = || read_record_file(&file).unwrap();
    let is = |choices: usize, closed: bool| {
        let read = read();
        assert_eq!(read.fault, None);
        (read.record.choices.len(), read.closed) == (choices, closed)
    };
    assert!(is(0, false));
    host.has_shown(5, false);
    until(|| is(5, false));
    let whole = host.shared_record().copy().unwrap();
    assert_eq!(read().record.choices, whole.choices[..5]);
    let all = whole.choices.len();
    host.has_shown(all, false);
    until(|| is(all, false));
    host.has_shown(all, true);
    until(|| is(all, true));
}

/// What people have chosen counts at once, but the end only once it has been shown.
#[test]
fn a_battle_is_over_in_its_autosave_when_its_end_has_been_shown() {
    let folder = tempfile::tempdir().unwrap();
    let autosaves = Autosaves::in_folder(folder.path());
    let host = Host::start(
        plan("duel-ring", PERSON_AND_BRAIN),
        Some(autosaves),
        Waker::default(),
    );
    let last = loop {
        let state = standstill(&host).0;
        if state.decision.is_some() {
            choose_first(&host, &state);
        } else if state.ending.is_some() {
            break state;
        }
    };
    let file = only_autosave(folder.path());
    let read = || read_record_file(&file).unwrap();
    assert_eq!(read().record.choices.len(), last.choices);
    assert!(!read().closed);
    host.has_shown(last.choices, true);
    until(|| read().closed);
}

#[test]
fn that_a_battle_is_not_saved_is_told_until_it_is() {
    let home = tempfile::tempdir().unwrap();
    let blocked = home.path().join("saves");
    // A file where the folder should be.
    fs::write(&blocked, "").unwrap();
    let autosaves = Autosaves::in_folder(&blocked);
    let host = Host::start(
        plan("reed-ford", PERSON_AND_BRAIN),
        Some(autosaves),
        Waker::default(),
    );
    let saving = || loop {
        match host.replies.recv_timeout(Duration::from_secs(60)).unwrap() {
            Reply::Saving(saving) => return saving.failure,
            Reply::Update(_) => {}
            other => panic!("{other:?}"),
        }
    };
    let failure = saving().unwrap();
    assert!(
        failure.starts_with("The battle is not being saved: "),
        "{failure}"
    );
    // Nothing is chosen meanwhile.
    fs::remove_file(&blocked).unwrap();
    assert_eq!(saving(), None);
    assert!(only_autosave(&blocked).exists());
}

#[test]
fn a_record_goes_on_where_it_ends_and_can_be_watched() {
    let whole = whole_battle(plan("reed-ford", BRAINS));
    let mut half = whole.clone();
    half.choices.truncate(whole.choices.len() / 2);
    half.journal = None;
    let mut resumed = plan("reed-ford", BRAINS);
    resumed.origin = BattleOrigin::Resumed(Arc::new(half.clone()));
    let host = Host::start(resumed, None, Waker::default());
    let (state, log) = standstill(&host);
    assert_eq!(state.choices, half.choices.len());
    assert!(log.unwrap().len() > 10, "the story so far is not told");
    drop(host);

    let mut watched = plan("reed-ford", BRAINS);
    watched.origin = BattleOrigin::Replay {
        record: Arc::new(whole.clone()),
        viewer: None,
    };
    let host = Host::start(watched, None, Waker::default());
    let mut seen = Vec::new();
    loop {
        let state = standstill(&host).0;
        assert_eq!(state.decision, None, "the one who watches is asked nothing");
        seen.push(state);
        if seen.last().unwrap().ending.is_some() {
            break;
        }
    }
    assert_eq!(seen.last().unwrap().choices, whole.choices.len());
    // Back, forth and beyond both ends.
    for choices in [0, half.choices.len(), 3, usize::MAX] {
        host.send(Request::GoTo { choices });
        let (state, _) = loop {
            // What was on its way before it jumped comes first.
            let told = standstill(&host);
            if told.1.is_some() {
                break told;
            }
        };
        let choices = choices.min(whole.choices.len());
        assert_eq!(state.choices, choices);
        let then = seen.iter().find(|then| then.choices == choices).unwrap();
        assert_eq!(state.full_view, then.full_view);
    }
}

/// Set in the child process: the folder of its autosave.
const CHILD: &str = "SHIELDWALL_TEST_AUTOSAVE";
/// How often to kill it; few by default, as every child reads all content.
const KILLS: &str = "SHIELDWALL_TEST_KILLS";

/// Plays a battle in another process, which tells what it has confirmed, and kills it at random
/// moments: everything that was confirmed is in its autosave.
#[test]
fn nothing_confirmed_is_lost_when_the_game_is_killed() {
    if let Some(folder) = std::env::var_os(CHILD) {
        play_until_killed(Path::new(&folder));
    }
    let kills = std::env::var(KILLS).map_or(4, |kills| kills.parse().unwrap());
    let whole = battle_of_a_person();
    let library = content().library;
    let home = tempfile::tempdir().unwrap();
    for kill in 0..kills {
        let folder = home.path().join(kill.to_string());
        // Somewhere in the battle; the golden ratio spreads the places evenly.
        let share = (f64::from(kill) + 0.5) * 0.618_033_988_75 % 1.0;
        let place = (share * whole.choices.len() as f64) as usize;
        let confirmed = kill_after(place, &folder);
        let read = read_record_file(&only_autosave(&folder)).unwrap();
        assert!(
            matches!(read.fault, None | Some(Fault::Torn { .. })),
            "kill {kill}: {:?}",
            read.fault
        );
        let replayed = replay(&read, &library).unwrap();
        assert!(replayed.is_sound(), "kill {kill}: {:?}", replayed.faults);
        let held = replayed.held();
        assert!(
            held >= confirmed,
            "kill {kill}: {confirmed} choices were confirmed, {held} are there"
        );
        assert_eq!(read.record.choices, whole.choices[..held], "kill {kill}");
    }
}

/// Lets a child play until it has confirmed so many choices, kills it, and counts what it had
/// confirmed by then.
fn kill_after(place: usize, folder: &Path) -> usize {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "host::tests::nothing_confirmed_is_lost_when_the_game_is_killed",
            "--exact",
            "--nocapture",
        ])
        .env(CHILD, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut confirmed = 0;
    let mut killed = false;
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in lines {
        let line = line.unwrap();
        // A line that is cut off by the kill has not been told.
        if let Some(choices) = line
            .strip_prefix("confirmed ")
            .and_then(|rest| rest.strip_suffix('.'))
        {
            confirmed = choices.parse().unwrap();
            if confirmed >= place && !killed {
                killed = true;
                child.kill().unwrap();
            }
        }
    }
    child.wait().unwrap();
    assert!(killed, "the child ended by itself");
    confirmed
}

/// Tells of every choice that the window is told of.
#[expect(clippy::print_stdout, reason = "another process reads it")]
fn play_until_killed(folder: &Path) -> ! {
    let autosaves = Autosaves::in_folder(folder);
    let host = Host::start(
        plan("reed-ford", PERSON_AND_BRAIN),
        Some(autosaves),
        Waker::default(),
    );
    loop {
        let state = standstill(&host).0;
        println!("\nconfirmed {}.", state.choices);
        if state.decision.is_some() {
            choose_first(&host, &state);
        }
    }
}

/// The window shows the course of a battle that the table of its series gives.
#[test]
fn a_battle_of_a_series_takes_the_same_course_in_the_window() {
    let plan = || plan("duel-ring", BRAINS);
    let series = SimPlan {
        setup: plan().setup,
        ruleset: plan().ruleset,
        battles: 3,
        seed: 5,
        brains: vec![BrainKind::Random.into(), BrainKind::Normal.into()],
        mirrored: false,
        shard: None,
        rows: true,
        jobs: 1,
    };
    for row in series.run().unwrap().rows {
        let mut plan = plan();
        plan.setup.seed = row.seed;
        let choices = whole_battle(plan).choices;
        let shown = (choices.len(), choices.last().unwrap().round);
        assert_eq!(shown, (row.decisions as usize, row.rounds), "{row:?}");
    }
}

/// What is chosen in the first rounds by a person, who takes what comes first, and a computer that is hurried each time.
fn hurried(kind: BrainKind) -> Vec<RecordedChoice> {
    let host = Host::start(
        plan("duel-ring", [Commander::Human, Commander::Ai(kind)]),
        None,
        Waker::default(),
    );
    let mut asked = 0;
    loop {
        let state = standstill(&host).0;
        let open = state.decision.is_some();
        // The computer does not go on meanwhile.
        if state.ending.is_some() || (open && asked == 12) {
            return host.shared_record().copy().unwrap().choices;
        }
        if open {
            asked += 1;
            host.hurry();
            choose_first(&host, &state);
        }
    }
}

#[test]
fn hurried_it_does_not_look_ahead() {
    let hard = hurried(BrainKind::Hard);
    assert!(hard.len() > 20, "{hard:?}");
    assert_eq!(hard, hurried(BrainKind::Planner));
}
