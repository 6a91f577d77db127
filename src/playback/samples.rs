//! A session in which nothing has happened yet, and one event of every kind, for tests.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeMap, path::Path, sync::Arc};

use shieldwall_battle::{
    Area, BattleSetup, Choice, CombatantId, Entry, Event, ItemId, Journal, MoveCost, SideId,
    SideSetup, Vitality,
    event::{Deployed, Rolled},
};
use shieldwall_content::{
    Level, Library,
    level::{LevelSide, SideName, Victory},
};
use shieldwall_grid::{
    Cell, Direction, Grid, Layout, Map, Metres, Side, ZoneDistances, ZoneId, Zones,
};

use crate::{
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    host::Host,
    host::Reply,
    playback::{Course, Tempo},
    session::{Parts, Session},
    shown::Figure,
};

/// An open field of a few cells, on which each side is in the alliance that is given for it.
fn level(alliances: &[usize]) -> Level {
    let grid = Grid::new(Layout::HexPointy, 6, 6, Metres::from_milli(1500)).unwrap();
    let map = Map::open(grid);
    let zones = Zones::lattice(&grid, 4).unwrap();
    let sides = SideName::ALL.into_iter().zip(alliances);
    let sides = sides.map(|(name, alliance)| LevelSide {
        name: name.title().to_owned(),
        alliance: *alliance,
        deployment: Vec::new(),
        warband: Vec::new(),
        surprised: false,
        hidden: false,
    });
    Level {
        id: "field".to_owned(),
        name: "Field".to_owned(),
        description: String::new(),
        file: Path::new("field.toml").to_owned(),
        zone_distances: Arc::new(ZoneDistances::new(&grid, &zones)),
        zones,
        map,
        terrain: Vec::new(),
        sides: sides.collect(),
        exits: Vec::new(),
        devices: Vec::new(),
        things: Vec::new(),
        planted: Vec::new(),
        victory: Victory::LastStanding,
        turn_limit: 0,
        winner_at_limit: None,
        settings: shieldwall_content::Blocks::default(),
        own_goals: std::collections::BTreeMap::new(),
    }
}

/// A session on that field of which the simulation has said nothing yet.
pub(crate) fn session(commanders: [Commander; 2]) -> Parts {
    session_of(&[0, 1], &commanders)
}

/// The same with as many sides as there are alliances, each in the alliance that is given for it.
pub(crate) fn session_of(alliances: &[usize], commanders: &[Commander]) -> Parts {
    let level = level(alliances);
    let map = Arc::new(level.map.clone());
    let plan = BattlePlan {
        ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
        setup: BattleSetup {
            level: Arc::new(level),
            library: Arc::new(Library::default()),
            sides: vec![SideSetup::default(); alliances.len()],
            options: BTreeMap::new(),
            seed: 1,
            first_dice: Vec::new(),
        },
        commanders: commanders.to_vec(),
        origin: BattleOrigin::Fresh,
    };
    let viewer = plan.first_viewer();
    Parts::with_host(plan, Host::unconnected(), viewer, map)
}

impl std::ops::Deref for Parts {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl std::ops::DerefMut for Parts {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}

impl Parts {
    /// What changes in playback.
    pub(crate) fn course(&mut self) -> Course<'_> {
        Course {
            session: &mut self.session,
            seat: &mut self.seat,
            asked: &mut self.asked,
            playback: &mut self.playback,
            host: &self.host,
            saving: &mut self.saving,
            passed: Vec::new(),
            changed: false,
            answered: false,
        }
    }

    /// [`Course::play`].
    pub(crate) fn play(&mut self, tempo: Tempo) -> Vec<Entry> {
        self.course().play(tempo)
    }

    /// [`Course::take`].
    pub(crate) fn take(&mut self, reply: Reply) {
        self.course().take(reply);
    }
}

/// An archer of red.
pub(crate) fn figure(id: u16, cell: u16, vitality: Vitality) -> Figure {
    Figure {
        id: CombatantId(id),
        side: SideId::RED,
        unit: "archer".to_owned(),
        name: "Archer".to_owned(),
        cell: Cell(cell),
        across: 1,
        astride: None,
        riding: None,
        hit_points: 5,
        max_hit_points: 9,
        vitality,
        hidden: false,
        facing: None,
        conditions: Vec::new(),
        tracks: Vec::new(),
    }
}

/// Somebody shoots at somebody.
pub(crate) fn shot(who: CombatantId, target: CombatantId) -> Event {
    Event::Attacked {
        who,
        target,
        item: Some(ItemId(0)),
        with: "long bow".to_owned(),
        missile: true,
    }
}

/// One event of every kind, and more than one where events differ in what they leave open. The
/// match at the end does not compile if a kind is missing in it, and counts what the list has to
/// hold.
pub(crate) fn every_event() -> Vec<Event> {
    let (who, target, item) = (CombatantId(0), CombatantId(1), ItemId(0));
    let events = vec![
        Event::BattleBegan {
            format: Journal::FORMAT,
            ruleset: "any",
            level: "any".to_owned(),
            seed: 1,
        },
        Event::Deployed(Deployed {
            who,
            side: SideId::RED,
            unit: "archer".to_owned(),
            name: "Archer".to_owned(),
            cell: Cell(9),
            hit_points: 9,
            across: 1,
            astride: None,
            facing: None,
            tracks: Vec::new(),
        }),
        Event::RoundBegan,
        Event::StageBegan { stage: "Movement" },
        Event::Chosen {
            decision: 0,
            kind: crate::sample_terms::kind("move"),
            who: Some(who),
            side: SideId::RED,
            choice: Choice::of(crate::sample_terms::action("move")),
            text: "moves".to_owned(),
        },
        Event::Chosen {
            decision: 1,
            kind: crate::sample_terms::kind("activation"),
            who: None,
            side: SideId::BLUE,
            choice: Choice::of(crate::sample_terms::action("pass")),
            text: "passes".to_owned(),
        },
        Event::Rolled(Rolled {
            who,
            purpose: "attack".to_owned(),
            dice: Vec::new(),
            chance: None,
            total: None,
            outcome: None,
        }),
        Event::Moved {
            who,
            path: vec![Cell(9), Cell(10)],
            cost: Metres::from_milli(1500).into(),
            stopped: None,
        },
        Event::Moved {
            who,
            path: vec![Cell(10), Cell(9)],
            cost: MoveCost::count(1, "half zones"),
            stopped: Some("in the way of somebody"),
        },
        Event::Placed {
            who,
            from: Cell(10),
            to: Cell(9),
            how: crate::sample_terms::placement("is shoved"),
        },
        Event::Riding {
            who,
            on: Some(target),
            cell: Cell(9),
        },
        Event::Riding {
            who,
            on: None,
            cell: Cell(9),
        },
        Event::Linked {
            who,
            other: target,
            link: crate::sample_terms::HOLDS,
            on: true,
        },
        Event::Linked {
            who,
            other: target,
            link: crate::sample_terms::COVERS,
            on: true,
        },
        Event::Astride {
            who,
            cell: Cell(9),
            side: None,
        },
        Event::Faced {
            who,
            facing: Some(Direction(1)),
        },
        Event::Track {
            who,
            track: crate::sample_terms::CONSTITUTION,
            from: 9,
            to: 7,
            max: 12,
            by: Some(target),
        },
        Event::Place { side: SideId::BLUE },
        Event::Passed {
            side: SideId::BLUE,
            forced: true,
            in_a_row: 1,
        },
        Event::Turn {
            who,
            state: crate::sample_terms::turn("spent"),
        },
        Event::Ranked {
            who,
            rank: Some(12),
        },
        Event::Ordered {
            steps: vec![vec![who, target]],
        },
        Event::Due {
            who,
            nth: 1,
            what: crate::sample_terms::action("attack"),
            target: Some(target),
            at: 7,
            until: None,
            broken_by_hit: None,
            state: shieldwall_battle::terms::DueState::Planned,
        },
        Event::Moment {
            counted: "segment",
            at: 7,
        },
        Event::Door {
            who: Some(who),
            cell: Cell(9),
            side: Side(0),
            open: true,
        },
        Event::Door {
            who: None,
            cell: Cell(9),
            side: Side(0),
            open: false,
        },
        Event::Stance {
            who,
            stance: crate::sample_terms::condition("kneeling"),
        },
        shot(who, target),
        Event::Blast {
            who,
            item: Some(item),
            with: "Fire bomb".to_owned(),
            aimed: Area::Zone(ZoneId(0)),
            struck: Some(Area::Zone(ZoneId(0))),
            missile: true,
        },
        Event::Blast {
            who,
            item: None,
            with: "Breath".to_owned(),
            aimed: Area::Cells {
                centre: Cell(9),
                cells: vec![Cell(9), Cell(10)],
            },
            struck: None,
            missile: false,
        },
        Event::AttackResolved {
            who,
            target,
            attack: crate::sample_terms::level("success"),
            defence: crate::sample_terms::defence("dodge"),
            defence_level: crate::sample_terms::level("success"),
            effect: crate::sample_terms::effect("none"),
        },
        Event::Damage {
            target,
            fixed: 0,
            rolled: 6,
            armour: 2,
            lost: 4,
        },
        Event::HitPoints {
            who: target,
            from: 9,
            to: 5,
            max: 9,
            cause: "wound",
            by: Some(who),
        },
        Event::Vitality {
            who: target,
            from: Vitality::Active,
            to: Vitality::Unconscious,
        },
        Event::Vitality {
            who: target,
            from: Vitality::Active,
            to: Vitality::Surrendered,
        },
        Event::Condition {
            who,
            condition: crate::sample_terms::condition("hidden"),
            on: true,
        },
        Event::Revealed {
            who,
            cell: Cell(9),
            hit_points: 9,
        },
        Event::ItemDamaged {
            item,
            name: "Shield".to_owned(),
            owner: who,
            from: 5,
            to: 0,
        },
        Event::ItemState {
            item,
            name: "Shield".to_owned(),
            owner: who,
            state: crate::sample_terms::item_condition("destroyed"),
        },
        Event::Device {
            who: Some(who),
            name: "Lever".to_owned(),
            action: "Pull the lever".to_owned(),
        },
        Event::Ground {
            cell: Cell(9),
            terrain: "floor".to_owned(),
        },
        Event::ItemMoved {
            item,
            name: "Shield".to_owned(),
            who: Some(who),
            how: crate::sample_terms::item_move("dropped"),
            cell: Some(Cell(9)),
        },
        Event::ItemMoved {
            item,
            name: "Shield".to_owned(),
            who: None,
            how: crate::sample_terms::item_move("taken up"),
            cell: None,
        },
        Event::Ammunition {
            who,
            item,
            name: "Long bow".to_owned(),
            left: 3,
            reloaded: true,
        },
        Event::Held {
            side: SideId::RED,
            rounds: 1,
            of: 3,
        },
        Event::Note {
            who,
            text: "finds no way through".to_owned(),
            unforeseen: false,
        },
        Event::Ended {
            winner: Some(SideId::RED),
            reason: "all enemies are down".to_owned(),
        },
    ];
    let kinds: std::collections::BTreeSet<u8> = events.iter().map(kind).collect();
    assert_eq!(kinds.len(), 39, "the list lacks a kind of event");
    events
}

/// A number for each kind of event, from 0.
fn kind(event: &Event) -> u8 {
    match event {
        Event::BattleBegan { .. } => 0,
        Event::Deployed(_) => 1,
        Event::RoundBegan => 2,
        Event::StageBegan { .. } => 3,
        Event::Chosen { .. } => 4,
        Event::Rolled(_) => 5,
        Event::Moved { .. } => 6,
        Event::Ranked { .. } => 7,
        Event::Ordered { .. } => 8,
        Event::Door { .. } => 9,
        Event::Stance { .. } => 10,
        Event::Attacked { .. } => 11,
        Event::AttackResolved { .. } => 12,
        Event::Damage { .. } => 13,
        Event::HitPoints { .. } => 14,
        Event::Vitality { .. } => 15,
        Event::Condition { .. } => 16,
        Event::ItemDamaged { .. } => 17,
        Event::ItemMoved { .. } => 18,
        Event::Ammunition { .. } => 19,
        Event::Held { .. } => 20,
        Event::Note { .. } => 21,
        Event::Ended { .. } => 22,
        Event::Revealed { .. } => 23,
        Event::Placed { .. } => 24,
        Event::Riding { .. } => 25,
        Event::Linked { .. } => 26,
        Event::Place { .. } => 27,
        Event::Passed { .. } => 28,
        Event::Turn { .. } => 29,
        Event::Blast { .. } => 30,
        Event::ItemState { .. } => 31,
        Event::Device { .. } => 32,
        Event::Ground { .. } => 33,
        Event::Astride { .. } => 34,
        Event::Faced { .. } => 35,
        Event::Track { .. } => 36,
        Event::Due { .. } => 37,
        Event::Moment { .. } => 38,
    }
}
