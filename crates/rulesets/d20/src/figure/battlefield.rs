//! How all stand: what offers, forecasts and answers to questions are worked out from.

use bevy_ecs::{prelude::*, query::QueryData, system::SystemParam};
use shieldwall_battle::{
    Allegiance, Astride, Board, Body, BodyView, CarriedBy, Carries, CombatantId, Concealment, Flow,
    Footing, HitPoints, ItemId, ItemKind, Lying, Position, Roster, SideId, Vitality,
    combatant::Profile, forecast::Weighing,
};
use shieldwall_grid::{Cell, Direction, Grid, Side};

use crate::{
    content::{
        blocks::{Settings, Size},
        stat_block::StatBlock,
    },
    figure::{
        Armour, Broken, Build, Facing, Gear, Hidden, Loading, Locked, LooksOn, LostSegments,
        Pinned, Prone, Readied, Singling, Surprised, Warned, Weakened,
        contrivances::UsedUp,
        magic::{Charges, MagicData},
        round::{
            Barred, Checked, Division, Exertion, Exposure, Fended, Held, Intent, KeptOff, Marches,
            Numbers, Task, TwoWeapons,
        },
        wounds::{
            Askew, FleshWound, Lodged, LostConstitution, Senseless, Strained, Stunned, Subdual,
        },
    },
};

/// Settings of this battle: the level's, with the options that the players set.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HouseRules(pub Settings);

/// One combatant.
#[derive(QueryData)]
pub struct FigureData {
    /// The entity.
    pub entity: Entity,
    /// Its id.
    pub id: &'static CombatantId,
    /// Its side.
    pub allegiance: &'static Allegiance,
    /// True while its enemies know nothing of it.
    pub concealment: &'static Concealment,
    /// Unit and name.
    pub profile: &'static Profile,
    /// Its home cell.
    pub position: &'static Position,
    /// The side of that cell on which it stands.
    pub astride: &'static Astride,
    /// Hit points.
    pub points: &'static HitPoints,
    /// Conscious, or how far from it.
    pub vitality: &'static Vitality,
    /// Stat block.
    pub build: &'static Build,
    /// What it wears.
    pub armour: &'static Armour,
    /// The way it faces.
    pub facing: &'static Facing,
    /// Whether it lies on the ground.
    pub prone: &'static Prone,
    /// Whether it fights on badly hurt.
    pub weakened: &'static Weakened,
    /// Whether it has lost heart.
    pub broken: &'static Broken,
    /// Whether it has locked shields.
    pub locked: &'static Locked,
    /// The enemy that it has singled out.
    pub singling: &'static Singling,
    /// Segments of surprise that it loses.
    pub lost_segments: &'static LostSegments,
    /// Whether it is surprised.
    pub surprised: &'static Surprised,
    /// Whether it lies in hiding.
    pub hidden: &'static Hidden,
    /// Whether it looks on while newcomers act.
    pub looks_on: &'static LooksOn,
    /// Whether it knows of its enemies.
    pub warned: &'static Warned,
    /// Who pins it down.
    pub pinned: &'static Pinned,
    /// What lasts of blows.
    pub wounds: WoundData,
    /// What spells do to it, and the spells that it casts.
    pub magic: MagicData,
    /// What it has said and done this round.
    pub round: RoundData,
    /// What it carries.
    pub carries: Option<&'static Carries>,
}

/// What lasts of blows.
#[derive(QueryData)]
pub struct WoundData {
    /// Points of CON lost.
    pub constitution: &'static LostConstitution,
    /// Until when it is stunned.
    pub stunned: &'static Stunned,
    /// Until when it is knocked out.
    pub senseless: &'static Senseless,
    /// Whether it has a flesh wound.
    pub flesh: &'static FleshWound,
    /// Whether it has strained a muscle.
    pub strained: &'static Strained,
    /// Whether its helmet is over its eyes.
    pub askew: &'static Askew,
    /// Damage that only wears it down.
    pub subdual: &'static Subdual,
    /// What sticks in it.
    pub lodged: &'static Lodged,
}

/// What a combatant has said and done this round.
#[derive(QueryData)]
pub struct RoundData {
    /// How its bonus is divided.
    pub division: &'static Division,
    /// What it has declared.
    pub intent: &'static Intent,
    /// Its numbers.
    pub numbers: &'static Numbers,
    /// Actions that it keeps.
    pub held: &'static Held,
    /// What it has done.
    pub exertion: &'static Exertion,
    /// What haste takes off its Armour Class.
    pub exposure: &'static Exposure,
    /// The enemies it may not strike this round.
    pub barred: &'static Barred,
    /// The enemies it has made a free attack on.
    pub checked: &'static Checked,
    /// How it fights with two weapons.
    pub two_weapons: &'static TwoWeapons,
    /// What it does instead of fighting.
    pub task: &'static Task,
    /// The enemies it may not come beside.
    pub kept_off: &'static KeptOff,
    /// The movers it has tried to fend off.
    pub fended: &'static Fended,
    /// Whether it means to march with its wall.
    pub marches: &'static Marches,
}

/// A combatant, to read.
pub type Figure<'w, 's> = FigureDataItem<'w, 's>;

/// One item.
#[derive(QueryData)]
pub struct GearData {
    /// Its id.
    pub id: &'static ItemId,
    /// What it is called.
    pub kind: &'static ItemKind,
    /// What it does.
    pub gear: &'static Gear,
    /// Whether it is in hand.
    pub readied: &'static Readied,
    /// Who carries it.
    pub carried_by: Option<&'static CarriedBy>,
    /// Where it lies.
    pub lying: Option<&'static Lying>,
    /// Whether it is loaded, and when it was shot last.
    pub loading: &'static Loading,
    /// How often its spell can still be cast.
    pub charges: &'static Charges,
}

/// An item, to read.
pub type GearView<'w, 's> = GearDataItem<'w, 's>;

impl Figure<'_, '_> {
    /// Its side.
    #[must_use]
    pub fn side(&self) -> SideId {
        self.allegiance.0
    }

    /// Its home cell.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.position.0
    }

    /// Where it stands.
    #[must_use]
    pub fn footing(&self) -> Footing {
        Footing {
            astride: self.astride.0,
            ..Footing::in_cell(self.position.0)
        }
    }

    /// The stat block.
    #[must_use]
    pub fn stats(&self) -> &StatBlock {
        &self.build.0
    }

    /// Whether it is conscious and on the map, and has not given itself up (D20-R94).
    #[must_use]
    pub fn is_able(&self) -> bool {
        *self.vitality == Vitality::Active
    }

    /// Whether it can do anything: the stunned are on their feet, and no more (D20-R31).
    #[must_use]
    pub fn can_act(&self) -> bool {
        self.pinned.0.is_none() && self.has_its_wits()
    }

    /// Whether it has a number of its own: the pinned may struggle on it (D20-R82).
    #[must_use]
    pub fn has_numbers(&self) -> bool {
        self.can_act() || self.may_struggle()
    }

    /// Whether it may struggle against the one who pins it down.
    #[must_use]
    pub fn may_struggle(&self) -> bool {
        self.pinned.0.is_some() && self.has_its_wits()
    }

    /// Whether nothing but a hold keeps it from acting now.
    fn has_its_wits(&self) -> bool {
        let waits = self.surprised.0 || self.hidden.0 || self.looks_on.0;
        self.is_able() && self.wounds.stunned.0 == 0 && !waits
    }

    /// Whether it could control cells and make free attacks (D20-R58, D20-R38).
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.can_act() && !self.prone.0 && !self.broken.0
    }

    /// CON as it is now (D20-061).
    #[must_use]
    pub fn constitution(&self) -> i32 {
        (self.stats().constitution - self.wounds.constitution.0).max(0)
    }

    /// Whether it makes free attacks: those in full defence and those who cast do not (D20-097, D20-R86).
    #[must_use]
    pub fn strikes_freely(&self) -> bool {
        self.is_ready() && !matches!(self.round.intent, Intent::FullDefence | Intent::Cast)
    }

    /// Cells that it can go in a round, before halves and quarters (D20-R85).
    #[must_use]
    pub fn speed(&self) -> u16 {
        let speed = self.stats().speed;
        self.armour.speed.map_or(speed, |most| speed.min(most))
    }

    /// Attacks that it is entitled to this round (D20-019, D20-158, D20-159).
    #[must_use]
    pub fn attacks(&self) -> u8 {
        self.attacks_with(*self.round.two_weapons)
    }

    /// Attacks that it would be entitled to if it used its weapons in a way.
    #[must_use]
    pub fn attacks_with(&self, two_weapons: TwoWeapons) -> u8 {
        match two_weapons {
            TwoWeapons::One => self.stats().attacks,
            TwoWeapons::TwoAttacks { .. } => self.stats().attacks.max(2),
            TwoWeapons::Guard => 1,
        }
    }

    /// Its name in this battle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// Where equals come in an order: the quickest first, then by id (D20-R89).
    #[must_use]
    pub fn precedence(&self) -> (std::cmp::Reverse<i32>, CombatantId) {
        let dexterity = self.stats().dexterity;
        (std::cmp::Reverse(dexterity), *self.id)
    }
}

/// What rules read of the battle.
#[derive(SystemParam)]
pub struct Battlefield<'w, 's> {
    /// The map.
    pub board: Res<'w, Board>,
    /// Combatants and items by id.
    pub roster: Res<'w, Roster>,
    /// Settings.
    pub rules: Res<'w, HouseRules>,
    /// What works only once and has been used.
    pub used_up: Res<'w, UsedUp>,
    /// What forecasts go by.
    pub weighing: Res<'w, Weighing>,
    /// Combatants.
    figures: Query<'w, 's, FigureData>,
    /// Their bodies: to read all of a combatant costs much more.
    bodies: Query<'w, 's, Body>,
    /// The combatant that holds each down.
    pins: Query<'w, 's, (&'static CombatantId, &'static Pinned)>,
    /// Items.
    gear: Query<'w, 's, GearData>,
}

impl<'s> Battlefield<'_, 's> {
    /// The cells of the map.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        self.board.map.grid()
    }

    /// A combatant.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn figure(&self, id: CombatantId) -> Figure<'_, 's> {
        self.figures
            .get(self.roster.combatant(id))
            .expect("every combatant of the roster is deployed")
    }

    /// The entity of a combatant.
    #[must_use]
    pub fn entity(&self, id: CombatantId) -> Entity {
        self.roster.combatant(id)
    }

    /// The combatant that an entity is.
    #[must_use]
    pub fn of_entity(&self, entity: Entity) -> Option<Figure<'_, 's>> {
        self.figures.get(entity).ok()
    }

    /// All combatants, in roster order.
    pub fn all(&self) -> impl Iterator<Item = Figure<'_, 's>> {
        self.figures.iter_many(self.roster.present())
    }

    /// All combatants at a glance, in roster order.
    pub(crate) fn glances(&self) -> impl Iterator<Item = BodyView<'_, 's>> {
        self.bodies.iter_many(self.roster.present())
    }

    /// Those of them to read, in roster order.
    fn those(
        &self,
        wanted: impl Fn(&BodyView<'_, 's>) -> bool,
    ) -> impl Iterator<Item = Figure<'_, 's>> {
        let those = self.glances().filter(move |glance| wanted(glance));
        self.figures.iter_many(those.map(|glance| glance.entity))
    }

    /// The able enemies of a side at a glance, in roster order.
    pub fn enemies_at_a_glance(&self, side: SideId) -> impl Iterator<Item = BodyView<'_, 's>> {
        let able = self.glances();
        able.filter(move |other| {
            *other.vitality == Vitality::Active && self.board.hostile(side, other.allegiance.0)
        })
    }

    /// The able enemies of a side, in roster order.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = Figure<'_, 's>> {
        self.those(move |other| {
            *other.vitality == Vitality::Active && self.board.hostile(side, other.allegiance.0)
        })
    }

    /// The able enemies of somebody whose place it knows, in roster order (D20-R71).
    pub fn enemies_known_to(&self, who: &Figure<'_, '_>) -> impl Iterator<Item = Figure<'_, 's>> {
        let enemies = self.enemies(who.side());
        enemies.filter(move |enemy| who.knows_of(enemy))
    }

    /// The able friends of somebody, in roster order.
    pub fn friends(&self, who: &Figure<'_, '_>) -> impl Iterator<Item = Figure<'_, 's>> {
        let (id, side) = (*who.id, who.side());
        self.those(move |other| {
            let able = *other.vitality == Vitality::Active && *other.id != id;
            able && !self.board.hostile(side, other.allegiance.0)
        })
    }

    /// The combatant that somebody pins to the ground (D20-166).
    #[must_use]
    pub fn pinned_by(&self, who: &Figure<'_, '_>) -> Option<CombatantId> {
        let mut all = self.pins.iter_many(self.roster.present());
        let (held, _) = all.find(|(_, pinned)| pinned.0 == Some(*who.id))?;
        Some(*held)
    }

    /// The helpless enemies of a side, in roster order (D20-R40).
    pub fn helpless_enemies(&self, side: SideId) -> impl Iterator<Item = Figure<'_, 's>> {
        self.all()
            .filter(move |other| other.is_helpless() && self.board.hostile(side, other.side()))
    }

    /// The friends of somebody that lie senseless, in roster order.
    pub fn fallen_friends(&self, who: &Figure<'_, '_>) -> impl Iterator<Item = Figure<'_, 's>> {
        let side = who.side();
        self.all().filter(move |other| {
            *other.vitality == Vitality::Unconscious && !self.board.hostile(side, other.side())
        })
    }

    /// Some combatants in the order of equals (D20-R89).
    #[must_use]
    pub fn in_order(&self, who: impl IntoIterator<Item = CombatantId>) -> Vec<CombatantId> {
        let mut who: Vec<CombatantId> = who.into_iter().collect();
        who.sort_by_key(|id| self.figure(*id).precedence());
        who
    }

    /// An item; `None` if there is none of that id.
    #[must_use]
    pub fn item(&self, id: ItemId) -> Option<GearView<'_, 's>> {
        self.gear.get(*self.roster.items.get(id.index())?).ok()
    }

    /// What somebody carries, in id order.
    #[must_use]
    pub fn carried(&self, who: &Figure<'_, '_>) -> Vec<GearView<'_, 's>> {
        let entities = who.carries.map_or(&[] as &[Entity], Carries::entities);
        let mut carried: Vec<_> = self.gear.iter_many(entities).collect();
        carried.sort_unstable_by_key(|gear| *gear.id);
        carried
    }

    /// What lies in a cell, in id order.
    pub fn lying(&self, cell: Cell) -> impl Iterator<Item = GearView<'_, 's>> {
        let all = self.gear.iter_many(&self.roster.items);
        all.filter(move |gear| gear.lying.is_some_and(|lying| lying.0 == cell))
    }

    /// What somebody has in hand, in id order.
    pub fn in_hand(&self, who: &Figure<'_, '_>) -> impl Iterator<Item = GearView<'_, 's>> {
        self.carried(who).into_iter().filter(|gear| gear.readied.0)
    }

    /// What the shield in somebody's hand adds to the Armour Class, its magic counted; 0 without one.
    #[must_use]
    pub fn shield(&self, who: &Figure<'_, '_>) -> i32 {
        let shields = self.in_hand(who).filter_map(|gear| {
            let block = &gear.gear.0;
            Some(block.shield? + block.magic)
        });
        shields.max().unwrap_or(0)
    }

    /// The least number of steps from somebody to a cell, from whichever of its cells is nearest.
    #[must_use]
    pub fn steps(&self, from: Footing, to: Footing) -> u32 {
        let grid = self.grid();
        if from.astride.is_none() && to.astride.is_none() {
            return grid.steps(from.cell, to.cell);
        }
        let pairs = from.cells(grid).into_iter().flat_map(|from| {
            let to = to.cells(grid).into_iter();
            to.map(move |to| (from, to))
        });
        pairs
            .map(|(from, to)| grid.steps(from, to))
            .min()
            .unwrap_or(u32::MAX)
    }

    /// Whether two stand in adjacent cells, or share one, with nothing between.
    #[must_use]
    pub fn adjacent(&self, a: Footing, b: Footing) -> bool {
        let map = &self.board.map;
        if a.astride.is_none() && b.astride.is_none() {
            return touch(map, a.cell, b.cell);
        }
        let theirs = b.cells(self.grid());
        a.cells(self.grid())
            .into_iter()
            .any(|a| theirs.iter().any(|b| touch(map, a, *b)))
    }

    /// The direction from one cell towards another that is nearest to the line.
    #[must_use]
    pub fn towards(&self, from: Cell, to: Cell) -> Direction {
        self.grid().direction_towards(from, to)
    }

    /// The cell on the other side of an edge, if the map goes on there.
    #[must_use]
    pub fn beyond(&self, cell: Cell, side: Side) -> Option<Cell> {
        self.grid().across(cell, side)
    }

    /// By how many steps one is bigger than another (D20-R88).
    #[must_use]
    pub fn bigger(&self, who: &Figure<'_, '_>, than: &Figure<'_, '_>) -> i32 {
        size_step(who.stats().size) - size_step(than.stats().size)
    }
}

fn touch(map: &shieldwall_grid::Map, a: Cell, b: Cell) -> bool {
    map.is_beside(a, b)
}

fn size_step(size: Size) -> i32 {
    size as i32 - Size::Medium as i32
}

/// Answers a question with what the rules read.
pub fn with_battlefield<T>(world: &mut World, ask: impl FnOnce(&Battlefield<'_, '_>) -> T) -> T {
    shieldwall_battle::question::with_param::<Battlefield<'static, 'static>, T>(world, |field| {
        ask(&field)
    })
}

/// The round being fought, from 1.
#[must_use]
pub fn round(world: &World) -> u32 {
    world.resource::<Flow>().round
}
