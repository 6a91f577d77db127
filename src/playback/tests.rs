//! Tests of playback without a window: what is shown, when, and to whom.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeMap, path::Path, sync::Arc};

use shieldwall_battle::{
    BattleSetup, BattleView, Choice, CombatantId, Decision, Event, Offer, SideSetup, Verb,
    Vitality, flow::Ending, journal::Mustered,
};
use shieldwall_content::{
    Level, Library,
    level::{LevelSide, Victory},
};
use shieldwall_grid::{Cell, Grid, Layout, Map, Metres, Zones};

use super::{samples::every_event, *};
use crate::{
    host::{BattlePlan, Commander, Host, Reply},
    session_start::first_viewer,
};

const HOT_SEAT: [Commander; 2] = [Commander::Human; 2];
const SOLO: [Commander; 2] = [
    Commander::Human,
    Commander::Ai(shieldwall_ai::BrainKind::Random),
];
const WATCHED: [Commander; 2] = [Commander::Ai(shieldwall_ai::BrainKind::Random); 2];

fn level() -> Level {
    let grid = Grid::new(Layout::HexPointy, 6, 6, Metres::from_milli(1500)).unwrap();
    let map = Map::open(grid);
    let side = |name: &str| LevelSide {
        name: name.to_owned(),
        deployment: Vec::new(),
        warband: Vec::new(),
        surprised: false,
        hidden: false,
    };
    Level {
        id: "field".to_owned(),
        name: "Field".to_owned(),
        description: String::new(),
        file: Path::new("field.toml").to_owned(),
        zones: Zones::lattice(&grid, 4).unwrap(),
        map,
        terrain: Vec::new(),
        sides: [side("Red"), side("Blue")],
        victory: Victory::LastStanding,
        turn_limit: 0,
        winner_at_limit: None,
        percentile: shieldwall_content::percentile::Settings::default(),
    }
}

fn session(commanders: [Commander; 2]) -> Session {
    let level = level();
    let map = Arc::new(level.map.clone());
    let plan = BattlePlan {
        ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
        setup: BattleSetup {
            level: Arc::new(level),
            library: Arc::new(Library::default()),
            sides: [SideSetup::default(), SideSetup::default()],
            options: BTreeMap::new(),
            seed: 1,
        },
        commanders,
    };
    let viewer = first_viewer(commanders);
    Session::with_host(plan, Host::unconnected(), viewer, map)
}

fn entry(number: u32, event: Event, only_for: Option<SideId>) -> Entry {
    Entry {
        number,
        round: 1,
        event,
        rules: Vec::new(),
        only_for,
    }
}

fn mustered(id: u16, side: SideId, cell: u16) -> Event {
    Event::Mustered(Mustered {
        who: CombatantId(id),
        side,
        unit: "archer".to_owned(),
        name: format!("Archer {id}"),
        cell: Cell(cell),
        hit_points: 10,
    })
}

fn walk(id: u16, cells: &[u16]) -> Event {
    Event::Moved {
        who: CombatantId(id),
        path: cells.iter().copied().map(Cell).collect(),
        cost: Metres::ZERO,
        stopped: None,
    }
}

fn hidden(id: u16, on: bool) -> Event {
    Event::Condition {
        who: CombatantId(id),
        condition: "hidden",
        on,
    }
}

fn decision(number: u32, side: SideId) -> Arc<Decision> {
    Arc::new(Decision {
        number,
        side,
        actor: CombatantId(side.0.into()),
        kind: "move",
        prompt: String::new(),
        against: None,
        sealed: false,
        offers: vec![Offer::new(Verb("none"), "Nothing", &[])],
    })
}

/// A view with these figures: id, side, cell, whether hidden.
fn view(figures: &[(u16, SideId, u16, bool)]) -> BattleView {
    BattleView {
        round: 1,
        stage: "Movement",
        combatants: figures
            .iter()
            .map(
                |&(id, side, cell, hidden)| shieldwall_battle::CombatantView {
                    id: CombatantId(id),
                    side,
                    name: format!("Archer {id}"),
                    unit: "archer".to_owned(),
                    cell: Cell(cell),
                    hit_points: 10,
                    max_hit_points: 10,
                    vitality: Vitality::Active,
                    hidden,
                    facing: None,
                    conditions: Vec::new(),
                },
            )
            .collect(),
        lying: Vec::new(),
        order: Vec::new(),
    }
}

/// Red's archer 0 stands open, blue's archer 1 hidden.
fn ambush() -> [BattleView; 3] {
    let red = (0, SideId::RED, 7, false);
    let blue = (1, SideId::BLUE, 9, true);
    [view(&[red]), view(&[red, blue]), view(&[red, blue])]
}

fn report(
    session: &mut Session,
    entries: Vec<Entry>,
    [red, blue, full]: [BattleView; 3],
    decision: Option<Arc<Decision>>,
) {
    let map = Arc::clone(&session.map);
    session.take(Reply::Update(Box::new(crate::host::Update {
        entries,
        side_views: [red, blue],
        full_view: full,
        sheets: Vec::new(),
        map,
        decision,
        ending: None,
    })));
}

const FRAME: Tempo = Tempo {
    seconds: 0.016,
    instant: false,
};
const INSTANT: Tempo = Tempo {
    seconds: 0.016,
    instant: true,
};

fn drain(session: &mut Session, tempo: Tempo) {
    for _ in 0..10_000 {
        if session.caught_up() || session.curtain.is_some() {
            return;
        }
        session.play(tempo);
    }
    panic!("playback never comes to an end");
}

fn beginning() -> Vec<Entry> {
    vec![
        entry(0, mustered(0, SideId::RED, 7), None),
        entry(1, mustered(1, SideId::BLUE, 9), Some(SideId::BLUE)),
        entry(2, hidden(1, true), Some(SideId::BLUE)),
        entry(3, Event::RoundBegan, None),
    ]
}

#[test]
fn every_event_is_played_and_takes_no_longer_than_it_should() {
    let mut entries = beginning();
    for event in every_event() {
        let number = entries.len() as u32;
        assert!((0.0..=2.0).contains(&pace::seconds(&event)), "{event:?}");
        entries.push(entry(number, event, None));
    }
    let mut session = session(WATCHED);
    report(&mut session, entries, ambush(), None);
    drain(&mut session, FRAME);
    assert_eq!(session.scene.round, 1);
    // Everything that has words of its own is in the log.
    assert!(session.scene.log.len() >= 18, "{}", session.scene.log.len());
    assert!(
        session
            .scene
            .log
            .iter()
            .any(|line| line.text == "Round 1" && line.level == 0)
    );
}

#[test]
fn entries_that_show_nothing_share_a_frame_and_walks_take_time() {
    let mut session = session(SOLO);
    let mut entries = beginning();
    entries.truncate(3);
    entries.push(entry(3, walk(0, &[7, 8, 9]), None));
    report(
        &mut session,
        entries,
        ambush(),
        Some(decision(0, SideId::RED)),
    );
    session.play(FRAME);
    assert!(
        session.playing.is_some(),
        "the walk has begun in the first frame"
    );
    assert!(
        session.decision.is_none(),
        "the decision waits for the end of the walk"
    );
    let mut frames = 1;
    while session.decision.is_none() {
        session.play(FRAME);
        frames += 1;
    }
    assert!((15..60).contains(&frames), "{frames} frames");
}

#[test]
fn instant_playback_is_done_in_a_frame_but_long_catch_ups_are_spread() {
    let mut session = session(WATCHED);
    let mut entries = beginning();
    for number in 0..1000 {
        entries.push(entry(4 + number, walk(0, &[7, 8]), None));
    }
    report(&mut session, entries, ambush(), None);
    let before = session.queue.len();
    session.play(INSTANT);
    assert_eq!(before - session.queue.len(), BEATS_PER_FRAME);
    drain(&mut session, INSTANT);
    assert!(session.playing.is_none());
}

#[test]
fn skipping_plays_what_waits_and_then_animates_again() {
    let mut session = session(SOLO);
    let mut entries = beginning();
    entries.extend((0..20).map(|number| entry(4 + number, walk(0, &[7, 8, 9, 10]), None)));
    report(
        &mut session,
        entries,
        ambush(),
        Some(decision(0, SideId::RED)),
    );
    session.play(FRAME);
    session.skip();
    session.play(FRAME);
    assert!(session.decision.is_some());
    report(
        &mut session,
        vec![entry(40, walk(0, &[7, 8]), None)],
        ambush(),
        Some(decision(1, SideId::RED)),
    );
    session.play(FRAME);
    assert!(session.playing.is_some());
}

#[test]
fn the_only_person_never_sees_what_is_hidden() {
    let mut session = session(SOLO);
    let mut entries = beginning();
    entries.push(entry(4, walk(1, &[9, 15]), Some(SideId::BLUE)));
    report(
        &mut session,
        entries,
        ambush(),
        Some(decision(0, SideId::RED)),
    );
    while session.decision.is_none() {
        session.play(FRAME);
        assert!(session.scene.figures.get(1).is_none_or(Option::is_none));
        assert!(
            session
                .scene
                .log
                .iter()
                .all(|line| !line.text.contains("Archer 1"))
        );
    }
    assert!(session.curtain.is_none());
    // It steps out: there it is, where it has walked unseen.
    let out = vec![
        entry(
            5,
            Event::Revealed {
                who: CombatantId(1),
                cell: Cell(15),
                hit_points: 8,
            },
            None,
        ),
        entry(6, hidden(1, false), None),
        entry(7, walk(0, &[7, 8]), None),
    ];
    report(&mut session, out, ambush(), Some(decision(1, SideId::RED)));
    session.play(FRAME);
    let figure = session.scene.figures[1].as_ref().unwrap();
    assert_eq!(
        (figure.cell, figure.hit_points, figure.hidden),
        (Cell(15), 8, false)
    );
}

#[test]
fn an_enemy_seen_to_hide_leaves_the_board() {
    let mut session = session(SOLO);
    let entries = vec![
        entry(0, mustered(0, SideId::RED, 7), None),
        entry(1, mustered(1, SideId::BLUE, 9), None),
        entry(2, hidden(1, true), None),
        entry(3, hidden(0, true), None),
        entry(4, walk(0, &[7, 8]), None),
    ];
    report(&mut session, entries, ambush(), None);
    session.play(INSTANT);
    assert!(
        session.scene.figures[0]
            .as_ref()
            .is_some_and(|own| own.hidden || own.id.0 == 0)
    );
    assert!(session.scene.figures[1].is_none());
}

#[test]
fn hot_seat_shows_nothing_before_somebody_sits_down() {
    let mut session = session(HOT_SEAT);
    report(
        &mut session,
        beginning(),
        ambush(),
        Some(decision(0, SideId::BLUE)),
    );
    for _ in 0..50 {
        session.play(INSTANT);
    }
    assert_eq!(session.curtain, Some(SideId::BLUE));
    assert_eq!(session.scene, crate::session::Scene::default());
    assert!(session.decision.is_none() && session.view.combatants.is_empty());
}

fn sit_down(session: &mut Session) {
    session.viewer = session.curtain.take();
}

#[test]
fn the_curtain_falls_before_the_other_person_may_see_and_tells_the_story_anew() {
    let mut session = session(HOT_SEAT);
    report(
        &mut session,
        beginning(),
        ambush(),
        Some(decision(0, SideId::RED)),
    );
    drain(&mut session, INSTANT);
    sit_down(&mut session);
    drain(&mut session, INSTANT);
    assert_eq!(session.decision.as_ref().unwrap().side, SideId::RED);
    assert!(session.scene.figures.get(1).is_none_or(Option::is_none));

    // Red has decided; blue's archer creeps on, and blue has to decide.
    let creeping = vec![
        entry(4, walk(0, &[7, 8]), None),
        entry(5, walk(1, &[9, 15]), Some(SideId::BLUE)),
    ];
    report(
        &mut session,
        creeping,
        ambush(),
        Some(decision(1, SideId::BLUE)),
    );
    drain(&mut session, INSTANT);
    assert_eq!(session.curtain, Some(SideId::BLUE));
    assert!(session.decision.is_none());
    assert!(
        session.scene.figures.get(1).is_none_or(Option::is_none),
        "red still looks on"
    );
    assert!(
        session
            .view
            .combatants
            .iter()
            .all(|seen| seen.side == SideId::RED)
    );
    assert!(
        session
            .scene
            .log
            .iter()
            .all(|line| !line.text.contains("Archer 1"))
    );

    sit_down(&mut session);
    session.play(INSTANT);
    assert_eq!(session.curtain, None);
    assert_eq!(session.decision.as_ref().unwrap().number, 1);
    assert!(session.scene.figures[1].is_some());
    assert!(
        session
            .scene
            .log
            .iter()
            .any(|line| line.text.contains("Archer 1 moves"))
    );

    // And back: red may not read blue's log.
    report(
        &mut session,
        Vec::new(),
        ambush(),
        Some(decision(2, SideId::RED)),
    );
    drain(&mut session, INSTANT);
    assert_eq!(session.curtain, Some(SideId::RED));
    sit_down(&mut session);
    session.play(INSTANT);
    assert!(session.scene.figures.get(1).is_none_or(Option::is_none));
    assert!(
        session
            .scene
            .log
            .iter()
            .all(|line| !line.text.contains("Archer 1"))
    );
}

#[test]
fn deciding_twice_in_a_row_needs_no_curtain_and_solo_never_does() {
    let mut session = session(HOT_SEAT);
    report(
        &mut session,
        beginning(),
        ambush(),
        Some(decision(0, SideId::RED)),
    );
    drain(&mut session, INSTANT);
    sit_down(&mut session);
    drain(&mut session, INSTANT);
    report(
        &mut session,
        Vec::new(),
        ambush(),
        Some(decision(1, SideId::RED)),
    );
    drain(&mut session, INSTANT);
    assert_eq!(session.curtain, None);
    assert_eq!(session.decision.as_ref().unwrap().number, 1);
    assert_eq!(
        seat::change_of_seat(SOLO, Some(SideId::RED), SideId::BLUE),
        None
    );
    assert_eq!(seat::change_of_seat(WATCHED, None, SideId::BLUE), None);
}

#[test]
fn deeds_are_counted_and_told_at_the_end() {
    let mut session = session(WATCHED);
    let mut entries = vec![
        entry(0, mustered(0, SideId::RED, 7), None),
        entry(1, mustered(1, SideId::BLUE, 8), None),
    ];
    let (who, target) = (CombatantId(0), CombatantId(1));
    let deeds = [
        Event::Attacked {
            who,
            target,
            item: None,
            with: "fist".to_owned(),
            missile: false,
        },
        Event::AttackResolved {
            who,
            target,
            attack: "success",
            defence: "none",
            defence_level: "none",
            effect: "normal",
        },
        Event::HitPoints {
            who: target,
            from: 10,
            to: 1,
            max: 10,
            cause: "wound",
            by: Some(who),
        },
        Event::Vitality {
            who: target,
            from: Vitality::Active,
            to: Vitality::Unconscious,
        },
    ];
    entries.extend(
        (2..)
            .zip(deeds)
            .map(|(number, event)| entry(number, event, None)),
    );
    let map = Arc::clone(&session.map);
    session.take(Reply::Update(Box::new(crate::host::Update {
        entries,
        side_views: [BattleView::default(), BattleView::default()],
        full_view: ambush()[2].clone(),
        sheets: Vec::new(),
        map,
        decision: None,
        ending: Some(Ending {
            winner: Some(SideId::RED),
            reason: "all enemies are down".to_owned(),
        }),
    })));
    session.play(INSTANT);
    let tally = session.scene.tallies[&who];
    assert_eq!(
        (tally.attacks, tally.hits, tally.felled, tally.damage_dealt),
        (1, 1, 1, 9)
    );
    assert_eq!(session.scene.tallies[&target].damage_taken, 9);
    assert!(session.ending.is_some());
}

#[test]
fn answers_are_kept_for_the_open_decision_only() {
    let mut session = session(SOLO);
    report(
        &mut session,
        beginning(),
        ambush(),
        Some(decision(3, SideId::RED)),
    );
    drain(&mut session, INSTANT);
    let choice = Choice::of(Verb("none"));
    session.forecasts.push((choice.clone(), None));
    let forecast = |decision| Reply::Forecast {
        decision,
        choice: choice.clone(),
        forecast: Some(Box::default()),
    };
    session.take(forecast(2));
    assert!(session.forecasts[0].1.is_none());
    session.take(forecast(3));
    assert_eq!(session.forecasts.len(), 1);
    assert!(session.forecasts[0].1.is_some());
    session.waiting = true;
    report(&mut session, Vec::new(), ambush(), None);
    assert!(!session.waiting && session.decision.is_none());
    drain(&mut session, INSTANT);
    assert!(session.forecasts.is_empty());
}
