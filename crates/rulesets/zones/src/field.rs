//! What rule code reads of the battle, and what its systems change.
//!
//! [`Field`] is the reading half: play, offers, forecasts and cards all ask it the same questions.
//! [`Fray`] is what a system of a stage takes; it lends a [`Field`] of itself.

use std::sync::{Arc, Mutex, PoisonError};

use bevy_ecs::{
    prelude::*,
    query::QueryData,
    system::{SystemParam, SystemState},
};
use shieldwall_battle::{
    Across, Allegiance, Board, Carries, CombatantId, Concealment, DiceCup, Event, Flow, HitPoints,
    ItemId, ItemKind, Journal, Lying, Position, Riding, Roster, RuleId, SideId, SideSet, Vitality,
    combatant::Recruited,
};
use shieldwall_content::zones::{Breaking, GearState, Settings};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Cell;

use crate::{
    cells::Cells,
    character::{Build, Grip, Group, Mind, Stamina, Turn, TurnState, Worn},
    gear::{Gear, Place, Stock, Wear},
    round::RoundPlan,
    save::Save,
};

/// Settings of this battle: the level's, with the options that the players set.
#[derive(Resource, Clone, Debug)]
pub struct HouseRules {
    /// As read.
    pub settings: Settings,
    /// Dice of a pit.
    pub pit: DiceExpr,
    /// Dice of a trap.
    pub trap: DiceExpr,
    /// Dice of lava.
    pub lava: DiceExpr,
    /// Dice of fire.
    pub fire: DiceExpr,
}

/// Everything about one character.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Fighter {
    /// Its id.
    pub id: &'static CombatantId,
    /// Its side.
    pub allegiance: &'static Allegiance,
    /// Unit and name.
    pub recruited: &'static Recruited,
    /// Where it is: the anchor of its cells.
    pub position: &'static mut Position,
    /// How many cells it is across.
    pub across: &'static Across,
    /// What it rides.
    pub riding: &'static mut Riding,
    /// Health.
    pub health: &'static mut HitPoints,
    /// Whether it is in the fight.
    pub vitality: &'static mut Vitality,
    /// Whether its enemies have not noticed it.
    pub concealment: &'static mut Concealment,
    /// Stat block.
    pub build: &'static Build,
    /// Its round so far.
    pub turn: &'static mut Turn,
    /// Sprints and lasting injuries.
    pub stamina: &'static mut Stamina,
    /// What its mind is set on.
    pub mind: &'static mut Mind,
    /// Whom it holds, and who holds it.
    pub grip: &'static mut Grip,
    /// The group it checks morale with.
    pub group: &'static Group,
    /// Its body armour.
    pub worn: &'static mut Worn,
    /// What it carries.
    pub carries: Option<&'static Carries>,
}

/// A character, to read.
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
    /// Where it is with its owner.
    pub place: &'static mut Place,
    /// How it is.
    pub wear: &'static mut Wear,
    /// How many of it; `None` if it is not used up.
    pub stock: Option<&'static mut Stock>,
    /// Where it lies.
    pub lying: Option<&'static Lying>,
}

/// An item, to read.
pub type GearView<'w, 's> = GearPieceReadOnlyItem<'w, 's>;

impl FighterView<'_, '_> {
    /// Its side.
    #[must_use]
    pub fn side(&self) -> SideId {
        self.allegiance.0
    }

    /// The anchor of its cells.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.position.0
    }

    /// Whether it is in the fight: neither dead, incapacitated, surrendered nor gone (ZON-R79).
    #[must_use]
    pub fn is_fighting(&self) -> bool {
        *self.vitality == Vitality::Active
    }

    /// Whether it is incapacitated (ZON-R05).
    #[must_use]
    pub fn is_down(&self) -> bool {
        *self.vitality == Vitality::Unconscious
    }

    /// Whether it is on the map and neither dead nor incapacitated, so that it blocks its cells
    /// (ZON-R83).
    #[must_use]
    pub fn is_standing(&self) -> bool {
        matches!(*self.vitality, Vitality::Active | Vitality::Surrendered)
    }

    /// Whether it is on the map, dead or alive.
    #[must_use]
    pub fn is_here(&self) -> bool {
        *self.vitality != Vitality::Left
    }

    /// Whether it is on the map alive.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.vitality.is_alive_here()
    }

    /// Whether its enemies see nothing of it.
    #[must_use]
    pub fn is_concealed(&self) -> bool {
        self.concealment.is_unseen()
    }

    /// Its name in this battle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.recruited.name
    }

    /// Whether somebody holds it (ZON-093).
    #[must_use]
    pub fn is_grabbed(&self) -> bool {
        self.grip.held_by.is_some()
    }

    /// Whether it is a vehicle.
    #[must_use]
    pub fn is_vehicle(&self) -> bool {
        self.build.0.vehicle
    }

    /// Whether it can be ridden.
    #[must_use]
    pub fn carries_riders(&self) -> bool {
        self.build.0.mount || self.build.0.vehicle
    }

    /// Half-zone steps of a whole turn of movement (ZON-R11), sprinting doubled.
    #[must_use]
    pub fn allowance(&self) -> u16 {
        let mut steps = self.build.0.steps;
        if self.stamina.lamed {
            // The speed is halved, rounded down to half zones, at least one (ZON-R40).
            steps = (steps / 2).max(1);
        }
        if self.turn.sprinting {
            steps * 2
        } else {
            steps
        }
    }

    /// Half-zone steps of a turn with actions (ZON-014, ZON-R11).
    #[must_use]
    pub fn half_allowance(&self) -> u16 {
        self.allowance() / 2
    }

    /// Whether it may start to sprint.
    #[must_use]
    pub fn may_sprint(&self) -> bool {
        !self.turn.sprinting && self.stamina.sprints > 0 && !self.stamina.lamed
    }

    /// Hands it has left.
    #[must_use]
    pub fn hands(&self) -> u8 {
        self.build.0.hands.saturating_sub(self.stamina.lost_hands)
    }

    /// Whether it has its turn in hand, for a normal turn (ZON-003).
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.is_fighting() && self.turn.state == TurnState::Ready
    }

    /// Whether it may react as far as its turn goes (ZON-050, ZON-R86): not what it is aware of.
    #[must_use]
    pub fn may_react(&self) -> bool {
        let turn = match self.turn.state {
            TurnState::Ready | TurnState::Kept => true,
            TurnState::Spent => self.turn.reacted && self.turn.reactions < self.build.0.reactions,
            TurnState::Acting => false,
        };
        turn && self.is_fighting()
            && !self.turn.swept_along
            && !self.is_grabbed()
            && !self.mind.distracted
            && !self.is_vehicle()
    }
}

impl GearView<'_, '_> {
    /// What it is called in the middle of a sentence.
    #[must_use]
    pub fn name(&self) -> String {
        let mut letters = self.kind.0.name.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_lowercase().chain(letters).collect()
        })
    }

    /// Whether it is in hand.
    #[must_use]
    pub fn is_held(&self) -> bool {
        *self.place == Place::Held
    }

    /// Whether it can be used at all: not destroyed, with ammunition, not used up.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.wear.state != GearState::Destroyed
            && !(self.wear.spent
                && self
                    .gear
                    .0
                    .attack
                    .as_ref()
                    .is_some_and(|row| row.ammunition))
            && self.stock.is_none_or(|stock| stock.0 > 0)
    }

    /// Whether it is a weapon or a shield: what falls when somebody surrenders.
    #[must_use]
    pub fn is_arm(&self) -> bool {
        self.gear.0.attack.is_some() || self.gear.0.shield.is_some()
    }
}

/// What rule code reads of the battle.
pub struct Field<'w, 's> {
    /// Combatants and items by id.
    pub roster: &'w Roster,
    /// The map.
    pub board: &'w Board,
    /// Settings.
    pub rules: &'w HouseRules,
    /// Characters.
    pub fighters: Query<'w, 's, FighterReadOnly>,
    /// Items.
    pub items: Query<'w, 's, GearPieceReadOnly>,
    /// Where the round stands.
    pub plan: &'w RoundPlan,
    /// The round being fought; 0 in the bonus round of an ambush.
    pub round: u32,
    /// Characters that are looked at as if their anchors were elsewhere, for forecasts.
    pub shifted: [Option<(CombatantId, Cell)>; 2],
}

impl<'w, 's> Field<'w, 's> {
    /// A character.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn fighter(&self, id: CombatantId) -> FighterView<'_, 's> {
        self.fighters
            .get(self.roster.combatant(id))
            .expect("every combatant of the roster is mustered")
    }

    /// All characters in roster order.
    pub fn all(&self) -> impl Iterator<Item = FighterView<'_, 's>> {
        self.roster
            .combatants
            .iter()
            .filter_map(|&entity| self.fighters.get(entity).ok())
    }

    /// An item; `None` if there is none of that id.
    #[must_use]
    pub fn gear(&self, id: ItemId) -> Option<GearView<'_, 's>> {
        self.items.get(*self.roster.items.get(id.index())?).ok()
    }

    /// All items in id order.
    pub fn all_gear(&self) -> impl Iterator<Item = GearView<'_, 's>> {
        self.roster
            .items
            .iter()
            .filter_map(|&entity| self.items.get(entity).ok())
    }

    /// What a character has on it, in id order.
    #[must_use]
    pub fn carried(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, 's>> {
        let carried = fighter.carries.map_or(&[] as &[Entity], Carries::entities);
        let mut carried: Vec<_> = carried
            .iter()
            .filter_map(|&entity| self.items.get(entity).ok())
            .collect();
        carried.sort_unstable_by_key(|gear| *gear.id);
        carried
    }

    /// What a character has in hand, in id order.
    #[must_use]
    pub fn held(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, 's>> {
        let mut held = self.carried(fighter);
        held.retain(GearView::is_held);
        held
    }

    /// Hands that hold neither things nor people (ZON-R46, ZON-R82).
    #[must_use]
    pub fn free_hands(&self, fighter: &FighterView<'_, '_>) -> u8 {
        let filled: u8 = self
            .held(fighter)
            .iter()
            .map(|gear| gear.gear.0.hands)
            .sum();
        let captives = self.captives_in_hand(fighter);
        fighter
            .hands()
            .saturating_sub(filled.saturating_add(captives))
    }

    /// Limbs fit for holding somebody that are free: spare limbs and free hands (ZON-R46).
    #[must_use]
    pub fn free_grips(&self, fighter: &FighterView<'_, '_>) -> u8 {
        let captives = u8::try_from(fighter.grip.holds.len()).unwrap_or(u8::MAX);
        let limbs = fighter.build.0.limbs.saturating_sub(captives);
        limbs.saturating_add(self.free_hands(fighter))
    }

    /// Captives that fill a hand, spare limbs being used first.
    fn captives_in_hand(&self, fighter: &FighterView<'_, '_>) -> u8 {
        let captives = u8::try_from(fighter.grip.holds.len()).unwrap_or(u8::MAX);
        captives.saturating_sub(fighter.build.0.limbs)
    }

    /// The sum of body armour, hide and shield, cover apart; it may be above the limit of 3
    /// (ZON-061).
    #[must_use]
    pub fn plain_armour(&self, fighter: &FighterView<'_, '_>) -> i32 {
        let sound = |gear: &GearView<'_, '_>| gear.wear.state != GearState::Destroyed;
        let worn = fighter.worn.0.and_then(|item| self.gear(item));
        let body = worn
            .filter(sound)
            .and_then(|gear| gear.gear.0.armour)
            .unwrap_or(0);
        let shield: i32 = self
            .held(fighter)
            .iter()
            .filter(|gear| sound(gear))
            .filter_map(|gear| gear.gear.0.shield)
            .map(i32::from)
            .sum();
        i32::from(body) + i32::from(fighter.build.0.natural_armour) + shield
    }

    /// Whether two sides are enemies (ZON-R81).
    #[must_use]
    pub fn hostile(&self, a: SideId, b: SideId) -> bool {
        self.board.hostile(a, b)
    }

    /// The sides that may know what a character does: all, or its camp while it is concealed.
    #[must_use]
    pub fn witnesses(&self, who: CombatantId) -> Option<SideSet> {
        let fighter = self.fighter(who);
        fighter
            .is_concealed()
            .then(|| self.board.camp(fighter.side()))
    }

    /// A save against a score of this battle (ZON-R01).
    #[must_use]
    pub fn save(&self, score: i32) -> Save {
        Save::new(score, self.rules.settings.save_equal_passes)
    }

    /// The cells of a character: a rider's are its mount's (the grid's footprints).
    #[must_use]
    pub fn cells(&self, fighter: &FighterView<'_, '_>) -> Cells {
        let across = match fighter.riding.0 {
            Some(mount) => self.fighter(mount).across.0,
            None => fighter.across.0,
        };
        let body = fighter.riding.0.unwrap_or(*fighter.id);
        let shifted = self.shifted.iter().flatten().find(|(who, _)| *who == body);
        let cell = shifted.map_or(fighter.cell(), |(_, cell)| *cell);
        Cells::of(self.board.map.grid(), cell, across).unwrap_or(Cells::one(cell))
    }

    /// The same battle with two characters looked at as if they stood elsewhere.
    #[must_use]
    pub fn shifting(&self, shifted: [Option<(CombatantId, Cell)>; 2]) -> Field<'_, 's> {
        Field {
            roster: self.roster,
            board: self.board,
            rules: self.rules,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            plan: self.plan,
            round: self.round,
            shifted,
        }
    }

    /// Those who ride a mount or vehicle, in roster order.
    #[must_use]
    pub fn riders(&self, mount: CombatantId) -> Vec<CombatantId> {
        self.all()
            .filter(|fighter| fighter.riding.0 == Some(mount) && fighter.is_here())
            .map(|fighter| *fighter.id)
            .collect()
    }

    /// Whether a character rides or is ridden.
    #[must_use]
    pub fn is_mounted(&self, fighter: &FighterView<'_, '_>) -> bool {
        fighter.riding.0.is_some()
            || (fighter.carries_riders() && !self.riders(*fighter.id).is_empty())
    }

    /// What a character that has lost heart means to do; a broken rider takes its mount along
    /// (ZON-114, ZON-R54).
    #[must_use]
    pub fn breaking(&self, fighter: &FighterView<'_, '_>) -> Option<Breaking> {
        if fighter.mind.broken.is_some() || !fighter.carries_riders() {
            return fighter.mind.broken;
        }
        let flees = |rider: CombatantId| {
            let rider = self.fighter(rider);
            rider.is_fighting() && rider.mind.broken == Some(Breaking::Retreat)
        };
        self.riders(*fighter.id)
            .into_iter()
            .any(flees)
            .then_some(Breaking::Retreat)
    }

    /// The mounted team of a character: mount first, then its riders; the character alone if it
    /// neither rides nor is ridden (ZON-148).
    #[must_use]
    pub fn team(&self, who: CombatantId) -> Vec<CombatantId> {
        let mount = self.fighter(who).riding.0.unwrap_or(who);
        let mut team = vec![mount];
        team.extend(self.riders(mount));
        team
    }
}

/// What the systems of all stages take: everything that rules read and change.
#[derive(SystemParam)]
pub struct Fray<'w, 's> {
    /// Combatants and items by id.
    pub roster: ResMut<'w, Roster>,
    /// The map.
    pub board: ResMut<'w, Board>,
    /// Settings.
    pub rules: Res<'w, HouseRules>,
    /// Characters.
    pub fighters: Query<'w, 's, Fighter>,
    /// Items.
    pub items: Query<'w, 's, GearPiece>,
    /// What happened.
    pub journal: ResMut<'w, Journal>,
    /// The dice.
    pub dice: ResMut<'w, DiceCup>,
    /// Stages and decisions.
    pub flow: ResMut<'w, Flow>,
    /// Where the round stands.
    pub plan: ResMut<'w, RoundPlan>,
    /// For what comes and goes.
    pub commands: Commands<'w, 's>,
}

impl<'s> Fray<'_, 's> {
    /// The reading half.
    #[must_use]
    pub fn field(&self) -> Field<'_, 's> {
        Field {
            roster: &self.roster,
            board: &self.board,
            rules: &self.rules,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            plan: &self.plan,
            round: self.flow.round,
            shifted: [None; 2],
        }
    }

    /// A character, to change.
    ///
    /// # Panics
    /// If the id is of another battle.
    pub fn fighter_mut(&mut self, id: CombatantId) -> FighterItem<'_, 's> {
        self.fighters
            .get_mut(self.roster.combatant(id))
            .expect("every combatant of the roster is mustered")
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

    /// Writes an event about a character: what a concealed one does is for its own camp only.
    pub fn write_about(&mut self, who: CombatantId, event: Event, rules: &[RuleId]) {
        let secret = self.field().witnesses(who);
        self.journal.write_for(event, rules, secret);
    }

    /// Begins or ends a condition, if that is a change.
    pub fn set_condition(
        &mut self,
        who: CombatantId,
        condition: &'static str,
        on: bool,
        rules: &[RuleId],
    ) {
        self.write_about(who, Event::Condition { who, condition, on }, rules);
    }
}

/// The reading half as a system parameter of its own, for questions from outside the stages.
#[derive(SystemParam)]
pub struct Watch<'w, 's> {
    roster: Res<'w, Roster>,
    board: Res<'w, Board>,
    rules: Res<'w, HouseRules>,
    fighters: Query<'w, 's, FighterReadOnly>,
    items: Query<'w, 's, GearPieceReadOnly>,
    flow: Res<'w, Flow>,
    plan: Res<'w, RoundPlan>,
}

impl<'s> Watch<'_, 's> {
    /// The reading half.
    #[must_use]
    pub fn field(&self) -> Field<'_, 's> {
        Field {
            roster: &self.roster,
            board: &self.board,
            rules: &self.rules,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            plan: &self.plan,
            round: self.flow.round,
            shifted: [None; 2],
        }
    }
}

/// Keeps the queries of [`Watch`], so that questions from outside cost no set-up.
#[derive(Resource, Clone)]
struct Watchtower(Arc<Mutex<SystemState<Watch<'static, 'static>>>>);

/// Answers a question from outside the stages. It may not ask another one in its turn.
pub fn watch<T>(world: &mut World, ask: impl FnOnce(&Field<'_, '_>) -> T) -> T {
    let tower = world.get_resource::<Watchtower>().cloned();
    let tower = tower.unwrap_or_else(|| {
        let tower = Watchtower(Arc::new(Mutex::new(SystemState::new(world))));
        world.insert_resource(tower.clone());
        tower
    });
    let mut state = tower.0.lock().unwrap_or_else(PoisonError::into_inner);
    let watch = state
        .get(world)
        .expect("a battle has all resources of its ruleset");
    ask(&watch.field())
}
