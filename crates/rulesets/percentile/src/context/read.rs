//! What rule code reads of the battle, and what its systems change.
//!
//! [`ReadContext`] is the reading half: play, offers, forecasts and cards all ask it the same questions.
//! [`WriteContext`] is what a system of a stage takes; it lends a [`ReadContext`] of itself.

use std::sync::Arc;

use crate::{
    attack::arm::Arm,
    combatant::state::{Build, Guard, Injuries, Posture, SleepTimer, Surprised, Turn},
    content::blocks::{Settings, Supply},
    items::gear::{Ammunition, Gear, Planted, Readied, Soundness},
    terms::reasons,
    turn::round::RoundPlan,
};
use bevy_ecs::{
    prelude::*,
    query::{Has, QueryData},
    system::SystemParam,
};
use shieldwall_battle::{
    Allegiance, Board, CarriedBy, Carries, Choice, CombatantId, Concealment, Decision, DiceCup,
    Event, Flow, HitPoints, ItemId, ItemKind, Journal, Lying, Position, Reason, Roster, RuleId,
    SideId, Vitality, Writer,
    combatant::Profile,
    flow::Question,
    question,
    scribe::{Alliances, Noticed, write_as_noticed},
};
use shieldwall_grid::{Cell, Light, Sight};

/// Settings of this battle: the level's, with the options that the players set.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HouseRules(pub Settings);

/// Everything about one combatant.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Fighter {
    /// Its entity.
    pub entity: Entity,
    /// Its id.
    pub id: &'static CombatantId,
    /// Its side.
    pub allegiance: &'static Allegiance,
    /// Unit and name.
    pub profile: &'static Profile,
    /// Where it is.
    pub position: &'static mut Position,
    /// Hit points.
    pub hit_points: &'static mut HitPoints,
    /// Conscious, or how far from it.
    pub vitality: &'static mut Vitality,
    /// Stat block and armour.
    pub build: &'static Build,
    /// Injuries.
    pub injuries: &'static mut Injuries,
    /// Standing or kneeling.
    pub posture: &'static mut Posture,
    /// Its round so far.
    pub turn: &'static mut Turn,
    /// How long it sleeps.
    pub sleep_timer: &'static mut SleepTimer,
    /// Whether its enemies have not noticed it.
    pub concealment: &'static mut Concealment,
    /// Whether it is taken by surprise.
    pub surprised: Has<Surprised>,
    /// What it carries.
    pub carries: Option<&'static Carries>,
}

/// A combatant, to read.
pub type FighterView<'w, 's> = FighterReadOnlyItem<'w, 's>;

/// Everything about one item.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct GearPiece {
    /// Its entity.
    pub entity: Entity,
    /// Its id.
    pub id: &'static ItemId,
    /// What it is called.
    pub kind: &'static ItemKind,
    /// What it does.
    pub gear: &'static Gear,
    /// How whole it is; `None` if it cannot be damaged.
    pub soundness: Option<&'static mut Soundness>,
    /// What it is loaded with; `None` if it needs nothing.
    pub ammunition: Option<&'static mut Ammunition>,
    /// Whether it is in hand.
    pub readied: Has<Readied>,
    /// Who carries it.
    pub carried_by: Option<&'static CarriedBy>,
    /// Where it lies.
    pub lying: Option<&'static Lying>,
    /// Where it is planted.
    pub planted: Option<&'static Planted>,
}

/// An item, to read.
pub type GearView<'w, 's> = GearPieceReadOnlyItem<'w, 's>;

impl FighterView<'_, '_> {
    /// Its side.
    #[must_use]
    pub fn side(&self) -> SideId {
        self.allegiance.0
    }

    /// Where it is.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.position.0
    }

    /// Whether it is conscious and on the map.
    #[must_use]
    pub fn is_active(&self) -> bool {
        *self.vitality == Vitality::Active
    }

    /// Whether it lives and is on the map.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        !matches!(self.vitality, Vitality::Dead | Vitality::Left)
    }

    /// Whether it may state, move and act this round.
    #[must_use]
    pub fn is_able(&self) -> bool {
        self.is_active() && !self.surprised && !self.turn.woken
    }

    /// Whether its enemies do not see it now.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        self.concealment.is_unseen()
    }

    /// Whether the rules treat it as hidden: unseen, or come to light in the step that runs
    /// (PCT-R15, PCT-R30).
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.concealment.is_hidden()
    }

    /// Its name in this battle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.profile.name
    }
}

impl GearView<'_, '_> {
    /// What it is called in the middle of a sentence.
    #[must_use]
    pub fn name(&self) -> String {
        let name = &self.kind.0.name;
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_lowercase().chain(letters).collect()
        })
    }

    /// Whether it is broken (PCT-041).
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.soundness.is_some_and(|soundness| soundness.left <= 0)
    }

    /// Whether it was a handful of missiles, such as rocks, of which none is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.gear.supply() == Some(Supply::ThrownAndLost)
            && self.ammunition.is_none_or(|left| left.loaded == 0)
    }

    /// Why an arm of it cannot shoot: it is empty (PCT-R52 to PCT-R54); `None` for all others.
    pub(crate) fn bar_to_shoot(&self, arm: Arm) -> Option<&'static Reason> {
        let left = self.ammunition.filter(|_| arm.manner.is_missile())?;
        match (left.loaded, left.spares) {
            (0, 0) => Some(&reasons::AMMUNITION),
            (0, _) => Some(&reasons::UNLOADED),
            _ => None,
        }
    }

    /// Hands needed to use it (PCT-061).
    #[must_use]
    pub fn hands(&self) -> u8 {
        self.gear.0.hands
    }
}

/// What rule code reads of the battle.
pub struct ReadContext<'w, 's> {
    /// Combatants and items by id.
    pub roster: &'w Roster,
    /// The map.
    pub board: &'w Board,
    /// Settings.
    pub rules: &'w Settings,
    /// Combatants.
    pub fighters: Query<'w, 's, FighterReadOnly>,
    /// Items.
    pub items: Query<'w, 's, GearPieceReadOnly>,
    /// Shields that are planted; mostly none.
    planted: Query<'w, 's, (), With<Planted>>,
    /// The round being fought.
    pub round: u32,
}

impl<'w, 's> ReadContext<'w, 's> {
    /// A combatant.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn fighter(&self, id: CombatantId) -> FighterView<'_, 's> {
        self.fighters
            .get(self.roster.combatant(id))
            .expect("every combatant of the roster is deployed")
    }

    /// All combatants in roster order.
    pub fn all(&self) -> impl Iterator<Item = FighterView<'_, 's>> {
        self.fighters.iter_many(self.roster.present())
    }

    /// An item; `None` if there is none of that id.
    #[must_use]
    pub fn gear(&self, id: ItemId) -> Option<GearView<'_, 's>> {
        self.items.get(*self.roster.items.get(id.index())?).ok()
    }

    /// All items in id order.
    pub fn all_gear(&self) -> impl Iterator<Item = GearView<'_, 's>> {
        self.items.iter_many(&self.roster.items)
    }

    /// What a combatant carries, in hand or not, in id order.
    #[must_use]
    pub fn carried(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, 's>> {
        let carried = fighter.carries.map_or(&[] as &[Entity], Carries::entities);
        let mut carried: Vec<_> = self.items.iter_many(carried).collect();
        carried.sort_unstable_by_key(|gear| *gear.id);
        carried
    }

    /// What a combatant has in hand or on the arm, in id order.
    #[must_use]
    pub fn held(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, 's>> {
        let mut held: Vec<_> = self.in_hand(fighter).collect();
        held.sort_unstable_by_key(|gear| *gear.id);
        held
    }

    /// What a combatant has in hand or on the arm, in no order.
    fn in_hand<'a>(
        &'a self,
        fighter: &FighterView<'_, '_>,
    ) -> impl Iterator<Item = GearView<'a, 's>> {
        let carried = fighter.carries.map_or(&[] as &[Entity], Carries::entities);
        let carried = self.items.iter_many(carried.iter().copied());
        carried.filter(|gear| gear.readied && !gear.is_spent())
    }

    /// Whether a combatant has anything in hand that shoots or is thrown.
    #[must_use]
    pub fn holds_missiles(&self, fighter: &FighterView<'_, '_>) -> bool {
        self.in_hand(fighter)
            .any(|gear| gear.gear.0.missile.is_some())
    }

    /// Hands that hold nothing (PCT-R46).
    #[must_use]
    pub fn free_hands(&self, fighter: &FighterView<'_, '_>) -> u8 {
        let filled: u8 = self.in_hand(fighter).map(|gear| gear.hands()).sum();
        fighter.build.stats.hands.saturating_sub(filled)
    }

    /// Whether a held item can be used: it is whole, and the hands it needs are not filled with
    /// other things (PCT-061, PCT-R46).
    #[must_use]
    pub fn can_use(&self, fighter: &FighterView<'_, '_>, gear: &GearView<'_, '_>) -> bool {
        self.bar_to_use(fighter, gear).is_none()
    }

    /// Why a carried item cannot be used; `None` if it can.
    pub(crate) fn bar_to_use(
        &self,
        fighter: &FighterView<'_, '_>,
        gear: &GearView<'_, '_>,
    ) -> Option<&'static Reason> {
        if gear.is_broken() {
            return Some(&reasons::BROKEN);
        }
        if !gear.readied {
            return Some(&reasons::NOT_IN_HAND);
        }
        let others = self
            .in_hand(fighter)
            .filter(|other| other.id != gear.id)
            .count();
        let enough = usize::from(gear.hands()) + others <= usize::from(fighter.build.stats.hands);
        (!enough).then_some(&reasons::HANDS)
    }

    /// What a combatant holds and can use, in id order.
    #[must_use]
    pub fn usable(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, 's>> {
        let mut held = self.held(fighter);
        held.retain(|gear| self.can_use(fighter, gear));
        held
    }

    /// What a combatant could defend itself with as things stand (PCT-R15).
    #[must_use]
    pub fn guard_of(&self, fighter: &FighterView<'_, '_>) -> Guard {
        Guard {
            usable: self.usable(fighter).iter().map(|gear| *gear.id).collect(),
            free_hands: self.free_hands(fighter),
            busy: fighter.turn.task.is_some(),
            posture: *fighter.posture,
        }
    }

    /// Whether two cells are in melee contact (PCT-R73).
    #[must_use]
    pub fn in_contact(&self, a: Cell, b: Cell) -> bool {
        self.board.map.in_contact(a, b)
    }

    /// The line of sight between two cells (PCT-R74, PCT-R75).
    #[must_use]
    pub fn sight(&self, from: Cell, to: Cell) -> Sight {
        self.board.map.sight(from, to)
    }

    /// Whether a cell is dark (PCT-R76).
    #[must_use]
    pub fn is_dark(&self, cell: Cell) -> bool {
        self.board.map.ground(cell).light == Light::Dark
    }

    /// Whether a combatant is an enemy of a side: of neither that side nor one of its allies.
    #[must_use]
    pub fn is_enemy(&self, side: SideId, other: &FighterView<'_, '_>) -> bool {
        self.board.hostile(side, other.side())
    }

    /// Conscious enemies of a side that it can see, in roster order.
    pub fn open_enemies(&self, side: SideId) -> impl Iterator<Item = FighterView<'_, 's>> {
        self.all().filter(move |other| {
            self.is_enemy(side, other) && other.is_active() && !other.is_hidden()
        })
    }

    /// Whether a conscious, unhidden enemy of a side is in melee contact with a cell (PCT-R07).
    #[must_use]
    pub fn is_engaged(&self, side: SideId, cell: Cell) -> bool {
        self.open_enemies(side)
            .any(|enemy| self.in_contact(cell, enemy.cell()))
    }

    /// The cells of the conscious, unhidden enemies of a side in melee contact with a cell (PCT-R07).
    #[must_use]
    pub fn engaging(&self, side: SideId, cell: Cell) -> Vec<Cell> {
        self.open_enemies(side)
            .map(|enemy| enemy.cell())
            .filter(|&enemy| self.in_contact(cell, enemy))
            .collect()
    }

    /// Whether a move that began in contact with enemies in some cells and ends in `cell` breaks off
    /// from them: it ends in contact with none of these (PCT-R08).
    #[must_use]
    pub fn breaks_off(&self, engaging: &[Cell], cell: Cell) -> bool {
        !engaging.is_empty() && engaging.iter().all(|&enemy| !self.in_contact(cell, enemy))
    }

    /// Whether a conscious enemy of a side has a line of sight to a cell, be it hidden itself or
    /// not (PCT-R30).
    #[must_use]
    pub fn is_watched(&self, side: SideId, cell: Cell) -> bool {
        self.all().any(|other| {
            self.is_enemy(side, &other)
                && other.is_active()
                && self.sight(other.cell(), cell).visible
        })
    }

    /// The same as far as the side knows: by enemies that it sees.
    #[must_use]
    pub fn is_watched_openly(&self, side: SideId, cell: Cell) -> bool {
        self.open_enemies(side)
            .any(|enemy| self.sight(enemy.cell(), cell).visible)
    }

    /// Whether two combatants can touch: neighbouring cells, or one lies where the other stands.
    #[must_use]
    pub fn touch(&self, a: &FighterView<'_, '_>, b: &FighterView<'_, '_>) -> bool {
        a.id != b.id && self.in_contact(a.cell(), b.cell())
    }

    /// The shield planted on a side of a cell that the line from another cell crosses (PCT-R59); of
    /// several the one that shelters best, by its coverage times its points (PCT-R86).
    #[must_use]
    pub fn planted_between(
        &self,
        from: Cell,
        to: Cell,
        coverage: impl Fn(&GearView<'_, '_>) -> i32,
    ) -> Option<GearView<'_, 's>> {
        if self.planted.is_empty() {
            return None;
        }
        let mut sight = None;
        self.all_gear()
            .filter(|gear| {
                gear.planted.is_some_and(|planted| planted.cell == to) && !gear.is_broken()
            })
            .filter(|gear| {
                let entered = sight.get_or_insert_with(|| self.sight(from, to).entered);
                gear.planted
                    .is_some_and(|planted| entered.contains(planted.side))
            })
            .max_by_key(|gear| {
                let left = gear.soundness.map_or(0, |soundness| soundness.left);
                let shelters = coverage(gear).saturating_mul(left);
                (shelters, left, std::cmp::Reverse(*gear.id))
            })
    }
}

/// What the systems of all stages take: everything that rules read and change.
#[derive(SystemParam)]
pub struct WriteContext<'w, 's> {
    /// Combatants and items by id.
    pub roster: Res<'w, Roster>,
    /// The map.
    pub board: ResMut<'w, Board>,
    /// Settings.
    pub rules: Res<'w, HouseRules>,
    /// Combatants.
    pub fighters: Query<'w, 's, Fighter>,
    /// Items.
    pub items: Query<'w, 's, GearPiece>,
    planted: Query<'w, 's, (), With<Planted>>,
    /// What happened.
    pub journal: ResMut<'w, Journal>,
    alliances: Res<'w, Alliances>,
    /// The dice.
    pub dice: ResMut<'w, DiceCup>,
    /// Stages and decisions.
    pub flow: ResMut<'w, Flow>,
    /// Where the round stands.
    pub plan: ResMut<'w, RoundPlan>,
    /// For what comes and goes.
    pub commands: Commands<'w, 's>,
}

impl<'s> WriteContext<'_, 's> {
    /// The reading half.
    #[must_use]
    pub fn read(&self) -> ReadContext<'_, 's> {
        ReadContext {
            roster: &self.roster,
            board: &self.board,
            rules: &self.rules.0,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            planted: self.planted.as_readonly(),
            round: self.flow.round,
        }
    }

    /// A combatant, to change.
    ///
    /// # Panics
    /// If the id is of another battle.
    pub fn fighter_mut(&mut self, id: CombatantId) -> FighterItem<'_, 's> {
        self.fighters
            .get_mut(self.roster.combatant(id))
            .expect("every combatant of the roster is deployed")
    }

    /// An item, to change.
    ///
    /// # Panics
    /// If the id is of another battle.
    pub fn gear_mut(&mut self, id: ItemId) -> GearPieceItem<'_, 's> {
        self.items
            .get_mut(self.roster.item(id))
            .expect("every item of the roster is equipped")
    }

    /// The combatant that a decision was about, that decision, and its answer, if one waits. All
    /// decisions of this ruleset are about a combatant.
    pub fn take_answer(&mut self) -> Option<(CombatantId, Arc<Decision>, Choice)> {
        let (decision, choice) = self.flow.take_answer()?;
        Some((decision.actor?, decision, choice))
    }

    /// Opens a question; of one to a hidden combatant only its own alliance hears (PCT-R30).
    pub fn ask(&mut self, question: Question) {
        let unseen = |who| self.read().fighter(who).is_unseen();
        if question.actor.is_some_and(unseen) {
            self.flow.ask_covertly(question);
        } else {
            self.flow.ask(question);
        }
    }
}

impl Writer for WriteContext<'_, '_> {
    fn write(&mut self, event: Event, rules: &[RuleId]) {
        if !self.plan.secrets {
            self.journal.write(event, rules);
            return;
        }
        let fighters = self.fighters.as_readonly();
        let look = |who| {
            let fighter = fighters.get(self.roster.combatant(who)).ok()?;
            Some(Noticed {
                alliance: self.alliances.of(fighter.side()),
                unseen: fighter.is_unseen(),
            })
        };
        write_as_noticed(&mut self.journal, event, rules, &self.alliances, look);
    }
}

/// The reading half as a system parameter of its own, for questions from outside the stages.
#[derive(SystemParam)]
pub struct ReadParam<'w, 's> {
    roster: Res<'w, Roster>,
    board: Res<'w, Board>,
    rules: Res<'w, HouseRules>,
    fighters: Query<'w, 's, FighterReadOnly>,
    items: Query<'w, 's, GearPieceReadOnly>,
    planted: Query<'w, 's, (), With<Planted>>,
    flow: Res<'w, Flow>,
    /// Where the round stands.
    pub plan: Res<'w, RoundPlan>,
}

impl<'s> ReadParam<'_, 's> {
    /// The reading half.
    #[must_use]
    pub fn read(&self) -> ReadContext<'_, 's> {
        ReadContext {
            roster: &self.roster,
            board: &self.board,
            rules: &self.rules.0,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            planted: self.planted.as_readonly(),
            round: self.flow.round,
        }
    }
}

/// Answers a question from outside the stages. It may not ask another one in its turn.
pub fn with_read<T>(world: &mut World, ask: impl FnOnce(&ReadParam<'_, '_>) -> T) -> T {
    question::with_param::<ReadParam<'static, 'static>, T>(world, |found| ask(&found))
}
