//! Sets scenes and plays them: a level, some fighters, loaded dice, and who chooses what.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex},
};

use shieldwall_battle::{
    Action, Battle, BattleSetup, Choice, CombatantId, Decision, Event, FieldValue, HitPoints,
    ItemId, Offer, Progress, Roster, SideId, SideSetup, Target, Targets, UnitEntry, Vitality,
    inventory::ItemKind,
    terms::{DecisionKind, Mode},
};
use shieldwall_content::{
    Blocks, Level, Library, Terrain, Unit,
    content_root::ContentRoot,
    level::{LevelSide, SideName, Victory},
    terrain::Pattern,
};
use shieldwall_dice::{BandRoll, Counted, CountedRoll, Dice, DiceExpr, LoadedDice, SumRoll};
use shieldwall_grid::{Cell, Cover, Grid, Layout, Map, Metres, ZoneDistances, Zones};
use shieldwall_percentile::content::blocks::{CarriedItem, Characteristics, ID, StatBlock};
use shieldwall_percentile::{terms::actions, terms::decisions};

pub(crate) static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    Arc::new(Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content()).0)
});

/// Loaded dice that the test can still see when the battle has them.
#[derive(Clone)]
struct SharedDice(Arc<Mutex<LoadedDice>>);

impl Dice for SharedDice {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.0.lock().unwrap().band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.0.lock().unwrap().sum(expr)
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        self.0.lock().unwrap().counted(counted)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.0.lock().unwrap().one_of(n)
    }
}

/// Open floor.
pub(crate) fn floor() -> Terrain {
    Terrain {
        id: "floor".to_owned(),
        name: "Floor".to_owned(),
        description: String::new(),
        passable: true,
        opaque: false,
        cost: 1,
        cover: Cover::None,
        hard: false,
        obstacle: None,
        hazard: None,
        stairs: false,
        slippery: false,
        colour: [0; 3],
        pattern: Pattern::Plain,
    }
}

/// A fighter with nothing special about it: DEX 12, 12 hit points, no bonus, no armour, no skills.
pub(crate) fn somebody() -> StatBlock {
    StatBlock {
        characteristics: Characteristics {
            strength: 11,
            constitution: 12,
            size: 12,
            dexterity: 12,
        },
        hit_points: 12,
        damage_bonus: DiceExpr::zero(),
        skills: BTreeMap::new(),
        armour: Vec::new(),
        items: Vec::new(),
        natural_weapons: Vec::new(),
        natural_armour: 0,
        hands: 2,
        extra_physical_skills: Vec::new(),
        extra_perception_skills: Vec::new(),
    }
}

/// Changes to a stat block that read well in a scene.
pub(crate) trait Dress: Sized {
    fn dex(self, dexterity: i32) -> Self;
    fn hp(self, hit_points: i32) -> Self;
    fn skill(self, name: &str, rating: i32) -> Self;
    fn holds(self, item: &str) -> Self;
    fn carries(self, item: &str) -> Self;
    fn wears(self, armour: &str) -> Self;
    fn hide_points(self, points: i32) -> Self;
}

impl Dress for StatBlock {
    fn dex(mut self, dexterity: i32) -> Self {
        self.characteristics.dexterity = dexterity;
        self
    }

    fn hp(mut self, hit_points: i32) -> Self {
        self.hit_points = hit_points;
        self
    }

    fn skill(mut self, name: &str, rating: i32) -> Self {
        self.skills.insert(name.to_owned(), rating);
        self
    }

    fn holds(mut self, item: &str) -> Self {
        self.items.push(carried(item, true));
        self
    }

    fn carries(mut self, item: &str) -> Self {
        self.items.push(carried(item, false));
        self
    }

    fn wears(mut self, armour: &str) -> Self {
        self.armour.push(armour.to_owned());
        self
    }

    fn hide_points(mut self, points: i32) -> Self {
        self.natural_armour = points;
        self
    }
}

fn carried(item: &str, readied: bool) -> CarriedItem {
    CarriedItem {
        start: shieldwall_percentile::content::blocks::ItemStart::default(),
        item: item.to_owned(),
        readied,
        missiles: 20,
        spares: 2,
    }
}

fn level_side(side: SideId) -> LevelSide {
    LevelSide {
        name: SideName::ALL[side.index()].title().to_owned(),
        alliance: side.index(),
        deployment: Vec::new(),
        warband: Vec::new(),
        surprised: false,
        hidden: false,
    }
}

/// A scene before it is played: pointy hexes of 1.5 m, 30 by 9 cells of open floor.
pub(crate) struct Scene {
    pub(crate) level: Level,
    sides: Vec<SideSetup>,
    options: BTreeMap<String, String>,
    dice: Vec<String>,
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self::on(Layout::HexPointy, 30, 9)
    }

    pub(crate) fn on(layout: Layout, width: u16, height: u16) -> Self {
        Self::of_cells(layout, width, height, 1500)
    }

    /// The same with cells of so many millimetres.
    pub(crate) fn of_cells(layout: Layout, width: u16, height: u16, milli: i32) -> Self {
        let grid = Grid::new(layout, width, height, Metres::from_milli(milli)).unwrap();
        let floor = Arc::new(floor());
        let zones = Zones::lattice(&grid, 3).unwrap();
        Self {
            level: Level {
                id: "scene".to_owned(),
                name: "Scene".to_owned(),
                description: String::new(),
                file: PathBuf::new(),
                map: Map::open(grid),
                terrain: grid.cells().map(|_| Arc::clone(&floor)).collect(),
                zone_distances: Arc::new(ZoneDistances::new(&grid, &zones)),
                zones,
                sides: vec![level_side(SideId::RED), level_side(SideId::BLUE)],
                exits: Vec::new(),
                devices: Vec::new(),
                things: Vec::new(),
                planted: Vec::new(),
                victory: Victory::LastStanding,
                turn_limit: 0,
                winner_at_limit: None,
                settings: Blocks::default(),
                own_goals: BTreeMap::new(),
            },
            sides: vec![SideSetup::default(), SideSetup::default()],
            options: BTreeMap::new(),
            dice: Vec::new(),
        }
    }

    pub(crate) fn cell(&self, column: u16, row: u16) -> Cell {
        self.level.map.grid().cell(column, row).unwrap()
    }

    /// Puts terrain on a cell.
    pub(crate) fn ground(mut self, column: u16, row: u16, terrain: &Terrain, height: i8) -> Self {
        let cell = self.cell(column, row);
        let light = self.level.map.ground(cell).light;
        *self.level.map.ground_mut(cell).unwrap() = terrain.ground(height, light);
        self.level.terrain[cell.index()] = Arc::new(terrain.clone());
        self
    }

    /// Adds a fighter; red ones before blue ones and so on get the ids from 0 on, in this order.
    pub(crate) fn fighter(mut self, side: SideId, column: u16, row: u16, stats: StatBlock) -> Self {
        for new in SideId::first(side.index() + 1).skip(self.sides.len()) {
            self.sides.push(SideSetup::default());
            self.level.sides.push(level_side(new));
        }
        let number = self.sides[side.index()].warband.len();
        let cell = self.cell(column, row);
        let mut blocks = Blocks::default();
        blocks.set(ID, stats);
        self.sides[side.index()].warband.push(
            UnitEntry::new(Arc::new(Unit {
                id: format!("{}{number}", side.key()),
                name: format!("{} {number}", side.key()),
                description: String::new(),
                art: PathBuf::new(),
                tags: Vec::new(),
                points: BTreeMap::new(),
                blocks,
            }))
            .at(cell),
        );
        self
    }

    pub(crate) fn red(self, column: u16, row: u16, stats: StatBlock) -> Self {
        self.fighter(SideId::RED, column, row, stats)
    }

    pub(crate) fn blue(self, column: u16, row: u16, stats: StatBlock) -> Self {
        self.fighter(SideId::BLUE, column, row, stats)
    }

    pub(crate) fn green(self, column: u16, row: u16, stats: StatBlock) -> Self {
        self.fighter(SideId::GREEN, column, row, stats)
    }

    /// Allies a side with one before it.
    pub(crate) fn allied(mut self, side: SideId, with: SideId) -> Self {
        self.level.sides[side.index()].alliance = self.level.sides[with.index()].alliance;
        self
    }

    pub(crate) fn option(mut self, key: &str, value: &str) -> Self {
        self.options.insert(key.to_owned(), value.to_owned());
        self
    }

    pub(crate) fn dice(mut self, faces: &[&str]) -> Self {
        self.dice = faces.iter().map(|&face| face.to_owned()).collect();
        self
    }

    pub(crate) fn play(self) -> Play {
        let setup = BattleSetup {
            level: Arc::new(self.level),
            library: Arc::clone(&LIBRARY),
            sides: self.sides,
            options: self.options,
            seed: 0,
            first_dice: Vec::new(),
        };
        let dice = SharedDice(Arc::new(Mutex::new(LoadedDice::parse(&self.dice).unwrap())));
        let battle = Battle::with_dice(
            shieldwall_percentile::ruleset(),
            setup,
            Box::new(dice.clone()),
        )
        .unwrap();
        Play { battle, dice }
    }
}

/// A scene being played.
pub(crate) struct Play {
    pub(crate) battle: Battle,
    dice: SharedDice,
}

/// A choice at a pace.
pub(crate) fn paced(choice: Choice, pace: &'static str) -> Choice {
    choice.with_field("pace", FieldValue::Option(pace))
}

/// A choice with a mode.
pub(crate) fn attack(
    item: Option<ItemId>,
    mode: Mode,
    target: u16,
    pace: Option<&'static str>,
) -> Choice {
    let mut choice = Choice::of(actions::ATTACK).at(Target::Combatant(CombatantId(target)));
    choice.item = item;
    choice.mode = Some(mode);
    match pace {
        Some(pace) => paced(choice, pace),
        None => choice,
    }
}

/// What somebody chooses who has no part in the scene.
fn idle(decision: &Decision) -> Choice {
    if decision.kind == decisions::ACTION && decision.offers[0].label.starts_with("Go on") {
        return decision.offers[0].choice_at(0);
    }
    let (action, pace) = match decision.kind {
        decisions::STATEMENT => (actions::PASS, Some("hold")),
        decisions::MOVEMENT => (actions::STAY, None),
        decisions::STANCE => (actions::STAND, None),
        decisions::DEFENCE | decisions::AID => (actions::NONE, None),
        _ => (actions::PASS, None),
    };
    let choice = Choice::of(action);
    match pace {
        Some(pace) => paced(choice, pace),
        None => choice,
    }
}

impl Play {
    /// Plays on until this combatant has to decide this; all others idle.
    pub(crate) fn until(&mut self, who: u16, kind: DecisionKind) -> Decision {
        for _ in 0..5000 {
            assert_eq!(
                self.battle.advance(),
                Progress::Decision,
                "over before {who} decides {kind}: {:?}",
                self.battle.ending()
            );
            let decision = self.battle.decision().unwrap().clone();
            if decision.is_about(CombatantId(who)) && decision.kind == kind {
                return decision;
            }
            self.choose(idle(&decision));
        }
        panic!("{who} never decides {kind}");
    }

    /// Plays on until anybody decides this.
    pub(crate) fn until_any(&mut self, kind: DecisionKind) -> Decision {
        loop {
            assert_eq!(self.battle.advance(), Progress::Decision);
            let decision = self.battle.decision().unwrap().clone();
            if decision.kind == kind {
                return decision;
            }
            self.choose(idle(&decision));
        }
    }

    /// Plays on to the given round; everybody idles.
    pub(crate) fn play_to_round(&mut self, round: u32) {
        while self.battle.round() < round || self.battle.decision().is_none() {
            assert_eq!(
                self.battle.advance(),
                Progress::Decision,
                "over: {:?}",
                self.battle.ending()
            );
            if self.battle.round() >= round {
                return;
            }
            let choice = idle(&self.battle.decision().unwrap().clone());
            self.choose(choice);
        }
    }

    /// Plays to the end; everybody idles.
    pub(crate) fn play_to_end(&mut self) -> Option<SideId> {
        while self.battle.advance() == Progress::Decision {
            let choice = idle(&self.battle.decision().unwrap().clone());
            self.choose(choice);
        }
        self.battle.ending().unwrap().winner
    }

    pub(crate) fn choose(&mut self, choice: Choice) {
        let decision = self.battle.decision().cloned();
        if let Err(refusal) = self.battle.choose(choice.clone()) {
            panic!("{choice:?} refused: {refusal}\n{decision:#?}");
        }
    }

    pub(crate) fn refused(&mut self, choice: &Choice) -> String {
        self.battle.check(choice).unwrap_err().reason
    }

    /// States, when asked.
    pub(crate) fn state(&mut self, who: u16, choice: Choice) {
        self.until(who, decisions::STATEMENT);
        self.choose(choice);
    }

    /// Moves to a cell, when asked.
    pub(crate) fn moves(&mut self, who: u16, column: u16, row: u16) {
        self.until(who, decisions::MOVEMENT);
        let cell = self.cell(column, row);
        self.choose(Choice::of(actions::MOVE).at(Target::Cell(cell)));
    }

    /// Does the first thing on offer, on its first target.
    pub(crate) fn acts(&mut self, who: u16) {
        let decision = self.until(who, decisions::ACTION);
        self.choose(decision.choice_at(0).unwrap());
    }

    pub(crate) fn defends(&mut self, who: u16, action: Action) {
        let decision = self.until(who, decisions::DEFENCE);
        let offer = decision
            .offers
            .iter()
            .find(|offer| offer.action == action)
            .unwrap();
        self.choose(offer.choice_at(0));
    }

    pub(crate) fn cell(&self, column: u16, row: u16) -> Cell {
        self.battle.map().grid().cell(column, row).unwrap()
    }

    pub(crate) fn item(&self, who: u16, kind: &str) -> ItemId {
        let world = self.battle.world();
        let roster = world.resource::<Roster>();
        let owner = roster.combatant(CombatantId(who));
        roster
            .item_ids()
            .find(|&id| {
                let entity = world.entity(roster.item(id));
                let owned = entity
                    .get::<shieldwall_battle::CarriedBy>()
                    .is_none_or(|carrier| carrier.0 == owner);
                owned
                    && entity
                        .get::<ItemKind>()
                        .is_some_and(|item| item.0.id == kind)
            })
            .unwrap()
    }

    pub(crate) fn component<T: bevy_ecs::component::Component + Clone>(&self, who: u16) -> T {
        let world = self.battle.world();
        let entity = world.resource::<Roster>().combatant(CombatantId(who));
        world.get::<T>(entity).unwrap().clone()
    }

    pub(crate) fn item_component<T: bevy_ecs::component::Component + Clone>(
        &self,
        item: ItemId,
    ) -> Option<T> {
        let world = self.battle.world();
        let entity = world.resource::<Roster>().item(item);
        world.get::<T>(entity).cloned()
    }

    pub(crate) fn hp(&self, who: u16) -> i32 {
        self.component::<HitPoints>(who).current
    }

    /// Sets hit points by an untreated injury, and the state that goes with them.
    pub(crate) fn wound(&mut self, who: u16, injuries: &[i32], vitality: Vitality) {
        let world = self.battle.world_mut();
        let entity = world.resource::<Roster>().combatant(CombatantId(who));
        let mut entity = world.entity_mut(entity);
        let lost: i32 = injuries.iter().sum();
        entity.get_mut::<HitPoints>().unwrap().current -= lost;
        *entity.get_mut::<Vitality>().unwrap() = vitality;
        let records = injuries
            .iter()
            .filter_map(|&lost| shieldwall_percentile::combatant::wounds::Injury::fresh(lost));
        entity
            .get_mut::<shieldwall_percentile::combatant::state::Injuries>()
            .unwrap()
            .0
            .extend(records);
    }

    /// Puts somebody into a cell.
    pub(crate) fn put(&mut self, who: u16, column: u16, row: u16) {
        let cell = self.cell(column, row);
        let world = self.battle.world_mut();
        let entity = world.resource::<Roster>().combatant(CombatantId(who));
        world
            .get_mut::<shieldwall_battle::Position>(entity)
            .unwrap()
            .0 = cell;
    }

    pub(crate) fn vitality(&self, who: u16) -> Vitality {
        self.component::<Vitality>(who)
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.battle
            .journal()
            .entries()
            .iter()
            .map(|entry| &entry.event)
    }

    /// Everyone who has ended a move, in order.
    pub(crate) fn movers(&self) -> Vec<u16> {
        self.events()
            .filter_map(|event| match event {
                Event::Ranked { who, .. } => Some(who.0),
                _ => None,
            })
            .collect()
    }

    /// The last DEX rank that was announced for somebody.
    pub(crate) fn rank(&self, who: u16) -> Option<i32> {
        self.events()
            .filter_map(|event| match event {
                Event::Ranked { who: other, rank } if *other == CombatantId(who) => Some(*rank),
                _ => None,
            })
            .last()
            .flatten()
    }

    /// All dice must have been rolled, and no others.
    pub(crate) fn dice_used_up(&self) {
        self.dice.0.lock().unwrap().finish().unwrap();
    }
}

/// The offer of an action, and a mode if given.
pub(crate) fn offer(decision: &Decision, action: Action, mode: Option<Mode>) -> Option<&Offer> {
    decision
        .offers
        .iter()
        .find(|offer| offer.action == action && (mode.is_none() || offer.mode == mode))
}

/// The actions on offer, in order.
pub(crate) fn offered(decision: &Decision) -> Vec<&'static str> {
    decision
        .offers
        .iter()
        .map(|offer| offer.action.key)
        .collect()
}

/// Whether somebody is among the targets of an offer.
pub(crate) fn aims_at(offer: &Offer, who: u16) -> bool {
    match &offer.targets {
        Targets::AnyOf(targets) => targets.contains(&Target::Combatant(CombatantId(who))),
        _ => false,
    }
}
