//! Combatants as the rules read them, with what their weapons and their state come to.

use std::{cmp::Reverse, ops::Deref};

use bevy_ecs::{prelude::*, query::QueryData, system::SystemParam};
use shieldwall_battle::{
    BodyView, Carries, CombatantId, Combatants, Concealment, HitPoints, ItemId, ItemKind, Lying,
    Riding, SideId, SideSet, Vitality, question::with_param,
};
use shieldwall_grid::{Cell, Grid, Map};

use crate::{
    combatant::injuries::GrievousWounds,
    combatant::injuries::StuckMissiles,
    combatant::{
        Armour, Build, Exertion, Fallen, Gear, Haste, Readied, Route, Shots, Spoilt, SteadyAim,
        Stunned, UsedUp, Winded,
        allowance::Allowance,
        plan::{Attacks, Plan},
        sight::{Fought, Senses, Stealth},
        wounds::{WoundLevel, stun_threshold},
    },
    combatant::{
        boons::{Blessing, Ward},
        casting::{Casting, Energy},
    },
    content::{item_block::HANDS, settings::Settings, stat_block::StatBlock},
};

/// Levels of height that a melee weapon reaches up or down (SEG-R47).
const MOST_HEIGHT: i32 = 1;

/// Settings of this battle: those of the level, with the options that the players set.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct HouseRules(pub Settings);

/// The sides that spring an ambush in round 1 (SEG-R32).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ambushers(pub SideSet);

/// The components of a combatant that rules read.
#[derive(QueryData)]
pub struct CombatantData {
    /// Hit points.
    pub points: &'static HitPoints,
    /// Stat block.
    pub build: &'static Build,
    /// Armour worn.
    pub armour: &'static Armour,
    /// PROT that is spoilt.
    pub spoilt: &'static Spoilt,
    /// True if it is stunned.
    pub stunned: &'static Stunned,
    /// True if it lies on the ground.
    pub fallen: &'static Fallen,
    /// Its declared action.
    pub plan: &'static Plan,
    /// Attacks left.
    pub attacks: &'static Attacks,
    /// Movement of the round.
    pub allowance: &'static Allowance,
    /// The way that was drawn for it.
    pub route: &'static Route,
    /// The haste that a potion gave it.
    pub haste: &'static Haste,
    /// True if it has kept its aim.
    pub steady_aim: &'static SteadyAim,
    /// The spell that it casts.
    pub casting: &'static Casting,
    /// Energy left.
    pub energy: &'static Energy,
    /// DEF by a spell.
    pub ward: &'static Ward,
    /// SC by a spell.
    pub blessing: &'static Blessing,
    /// Grievous wounds.
    pub wounds: &'static GrievousWounds,
    /// True after a sprint.
    pub winded: &'static Winded,
    /// Missiles stuck in it.
    pub stuck: &'static StuckMissiles,
    /// Things that it has used up.
    pub exertion: &'static Exertion,
    /// The things that enemies know of it.
    pub stealth: &'static Stealth,
    /// The things that it notices.
    pub senses: &'static Senses,
    /// True if no enemy is shown where it is.
    pub concealment: &'static Concealment,
    /// The mount that carries it.
    pub riding: &'static Riding,
    /// Things carried.
    pub carries: Option<&'static Carries>,
}

/// A combatant, to read.
pub struct Combatant<'w, 's> {
    /// The part that all combatants have.
    pub body: BodyView<'w, 's>,
    data: CombatantDataItem<'w, 's>,
}

impl<'w, 's> Deref for Combatant<'w, 's> {
    type Target = CombatantDataItem<'w, 's>;

    fn deref(&self) -> &Self::Target {
        &self.data
    }
}

impl Combatant<'_, '_> {
    /// The id.
    #[must_use]
    pub const fn id(&self) -> CombatantId {
        *self.body.id
    }

    /// The side.
    #[must_use]
    pub const fn side(&self) -> SideId {
        self.body.side()
    }

    /// The cell in which it stands.
    #[must_use]
    pub const fn cell(&self) -> Cell {
        self.body.cell()
    }

    /// The name in this battle.
    #[must_use]
    pub fn name(&self) -> &str {
        self.body.name()
    }

    /// The stat block.
    #[must_use]
    pub fn stats(&self) -> &StatBlock {
        &self.build.0
    }

    /// True if it is in action, and neither stunned nor fallen.
    #[must_use]
    pub fn can_act(&self) -> bool {
        self.body.is_active() && !self.stunned.0 && !self.fallen.0
    }

    /// True if it can act once it has stood up, as it means to (SEG-R17).
    #[must_use]
    pub fn will_act(&self) -> bool {
        self.body.is_active() && !self.stunned.0 && (!self.fallen.0 || self.plan.stands_up)
    }

    /// True if it is about to stand up.
    #[must_use]
    pub fn rises(&self) -> bool {
        self.fallen.0 && self.will_act()
    }

    /// Effective DEX (SEG-144 to SEG-147).
    #[must_use]
    pub fn dex(&self) -> i32 {
        self.stats().dex - self.stuck.dex()
    }

    /// True if it aims carefully now: a stun or a fall ends that (SEG-R66).
    #[must_use]
    pub fn aims(&self) -> bool {
        let keeps = self.steady_aim.0 && !self.exertion.moved;
        (self.plan.aims || keeps) && !self.stunned.0 && !self.fallen.0
    }

    /// Hands that can hold something.
    #[must_use]
    pub fn hands(&self) -> u8 {
        if self.stats().without_hands {
            0
        } else if self.wounds.off_arm {
            HANDS - 1
        } else {
            HANDS
        }
    }

    /// True if it is laden (SEG-R54).
    #[must_use]
    pub fn is_encumbered(&self) -> bool {
        self.stats().encumbered || self.armour.encumbers
    }

    /// The wound level (SEG-037).
    #[must_use]
    pub fn wound_level(&self) -> WoundLevel {
        WoundLevel::of(self.points.current, self.points.max)
    }

    /// TMR in feet, after wounds (SEG-R12).
    #[must_use]
    pub fn tmr(&self) -> i32 {
        let whole = (self.stats().tmr_ft + self.wound_level().modifier()).max(0);
        if self.wounds.leg { whole / 2 } else { whole }
    }

    /// PROT of armour and hide (SEG-031, SEG-R23).
    #[must_use]
    pub fn prot(&self) -> i32 {
        (self.armour.prot - self.spoilt.0).max(0) + self.stats().natural_prot
    }

    /// The most that one hit may cost without stunning it (SEG-032).
    #[must_use]
    pub fn stun_threshold(&self) -> i32 {
        let stats = self.stats();
        stun_threshold(stats.con, stats.size, self.points.max)
    }

    /// The place in the order of everything simultaneous: the highest DEX first, then by id (SEG-R09).
    #[must_use]
    pub fn precedence(&self) -> (Reverse<i32>, CombatantId) {
        (Reverse(self.dex()), self.id())
    }
}

/// An item as rules read it.
#[derive(QueryData)]
pub struct GearData {
    /// The id.
    pub id: &'static ItemId,
    /// Its name.
    pub kind: &'static ItemKind,
    /// Its block.
    pub gear: &'static Gear,
    /// True if it is in hand.
    pub readied: &'static Readied,
    /// Missiles that are left.
    pub shots: &'static Shots,
    /// True if it is used up.
    pub used_up: &'static UsedUp,
    /// The cell in which it lies, if it is not carried.
    pub lying: Option<&'static Lying>,
}

/// The battle as the rules read it.
#[derive(SystemParam)]
pub struct Field<'w, 's> {
    /// Combatants and the board.
    pub combatants: Combatants<'w, 's, CombatantData>,
    /// Settings.
    pub rules: Res<'w, HouseRules>,
    /// The sides that spring an ambush.
    pub ambushers: Res<'w, Ambushers>,
    /// The sides that have fought.
    pub fought: Res<'w, Fought>,
    gear: Query<'w, 's, GearData>,
}

/// Reads the battle.
pub fn with_field<R>(world: &mut World, read: impl FnOnce(&Field<'_, '_>) -> R) -> R {
    with_param::<Field, _>(world, |field| read(&field))
}

impl<'s> Field<'_, 's> {
    /// The cells of the map.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        self.combatants.grid()
    }

    /// The map as it is now.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.combatants.board.map
    }

    /// A combatant.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn combatant(&self, id: CombatantId) -> Combatant<'_, 's> {
        let (body, data) = self.combatants.get(id);
        Combatant { body, data }
    }

    /// The combatants in action, in the order of their ids.
    pub fn active(&self) -> impl Iterator<Item = Combatant<'_, 's>> {
        let active = self.combatants.active();
        active.map(|(body, data)| Combatant { body, data })
    }

    /// The mount of a combatant, while it carries it (SEG-R75).
    #[must_use]
    pub fn mount_of(&self, who: &Combatant<'_, '_>) -> Option<Combatant<'_, 's>> {
        let mount = self.combatant(who.riding.0?);
        mount.body.is_active().then_some(mount)
    }

    /// True if one combatant carries the other.
    #[must_use]
    pub fn ride_together(&self, one: &Combatant<'_, '_>, other: &Combatant<'_, '_>) -> bool {
        one.riding.0 == Some(other.id()) || other.riding.0 == Some(one.id())
    }

    /// The combatants that lie unconscious or dead.
    pub fn out_of_action(&self) -> impl Iterator<Item = Combatant<'_, 's>> {
        let all = self.combatants.iter();
        let out =
            all.filter(|(body, _)| matches!(body.vitality, Vitality::Unconscious | Vitality::Dead));
        out.map(|(body, data)| Combatant { body, data })
    }

    /// The enemies of a side in action.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = Combatant<'_, 's>> {
        let enemies = self.combatants.enemies(side);
        enemies.map(|(body, data)| Combatant { body, data })
    }

    /// The enemies of a side in action whose cells it knows.
    pub fn located_enemies(&self, side: SideId) -> impl Iterator<Item = Combatant<'_, 's>> {
        let enemies = self.enemies(side);
        enemies.filter(|enemy| !enemy.concealment.is_unseen())
    }

    /// Combatants in the order of everything simultaneous (SEG-R09).
    pub fn in_order(&self, some: impl IntoIterator<Item = CombatantId>) -> Vec<CombatantId> {
        let mut some: Vec<CombatantId> = some.into_iter().collect();
        some.sort_by_cached_key(|who| self.combatant(*who).precedence());
        some
    }

    /// The items that a combatant carries, in the order of their ids: that of getting them changes when a state is restored.
    pub fn carried(&self, who: &Combatant<'_, '_>) -> impl Iterator<Item = GearDataItem<'_, 's>> {
        let carried = who
            .carries
            .map_or(&[] as &[_], |carries| carries.entities());
        let left = |gear: &GearDataItem<'_, 's>| !gear.used_up.0;
        let mut carried: Vec<_> = self.gear.iter_many(carried).filter(left).collect();
        carried.sort_unstable_by_key(|gear| *gear.id);
        carried.into_iter()
    }

    /// The items that a combatant has in hand.
    pub fn in_hand(&self, who: &Combatant<'_, '_>) -> impl Iterator<Item = GearDataItem<'_, 's>> {
        self.carried(who).filter(|gear| gear.readied.0)
    }

    /// An item.
    #[must_use]
    pub fn item(&self, id: ItemId) -> Option<GearDataItem<'_, 's>> {
        self.gear.get(self.combatants.roster.item(id)).ok()
    }

    /// The items that lie about.
    pub fn lying(&self) -> impl Iterator<Item = GearDataItem<'_, 's>> {
        self.gear.iter().filter(|gear| gear.lying.is_some())
    }

    /// The items that lie in a cell, in the order of their ids.
    pub fn lying_at(&self, cell: Cell) -> impl Iterator<Item = GearDataItem<'_, 's>> {
        let all = self.gear.iter();
        let here = all.filter(|gear| gear.lying.is_some_and(|lying| lying.0 == cell));
        let mut here: Vec<_> = here.collect();
        here.sort_unstable_by_key(|gear| *gear.id);
        here.into_iter()
    }

    /// DEF by the shields in hand (SEG-R18).
    #[must_use]
    pub fn shield(&self, who: &Combatant<'_, '_>) -> i32 {
        let shields = self.in_hand(who).filter_map(|gear| gear.gear.0.shield);
        who.stats().defence_by_shield(shields.max())
    }

    /// True if a weapon of this reach strikes from one cell at another (SEG-R47).
    #[must_use]
    pub fn reaches(&self, from: Cell, at: Cell, reach: u32) -> bool {
        let map = self.map();
        let steps = map.grid().steps(from, at);
        let is_near = steps == 1 && map.is_beside(from, at);
        steps > 0
            && steps <= reach
            && map.climb(from, at).abs() <= MOST_HEIGHT
            && (is_near || map.sight(from, at).visible)
    }

    /// True if a combatant, being able to act, has a cell in melee reach.
    #[must_use]
    pub fn threatens(&self, who: &Combatant<'_, '_>, cell: Cell) -> bool {
        who.can_act() && self.reaches(who.cell(), cell, self.longest_reach(who))
    }

    /// True if two enemies are engaged (SEG-R47).
    #[must_use]
    pub fn are_engaged(&self, one: &Combatant<'_, '_>, other: &Combatant<'_, '_>) -> bool {
        self.threatens(one, other.cell()) || self.threatens(other, one.cell())
    }
}
