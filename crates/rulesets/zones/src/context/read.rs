//! What rule code reads of the battle: play, offers, forecasts and cards all ask the same questions.

use crate::{
    attack::save::Save,
    content::blocks::{Breaking, GearState, Settings},
    context::{
        assumed_state::AssumedState,
        views::{FighterReadOnly, FighterView, GearPieceReadOnly, GearView},
    },
    movement::cells::Cells,
    turn::round::RoundPlan,
};
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Board, Carries, CombatantId, ItemId, Roster, SideId, SideSet, forecast::Weighing,
};
use shieldwall_dice::DiceExpr;

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

/// What rule code reads of the battle.
pub struct ReadContext<'w, 's> {
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
    /// What forecasts go by.
    pub weighing: Weighing,
    /// What is assumed of some characters, for forecasts; nothing when the battle is played.
    pub assumed: Vec<AssumedState>,
    /// The sides for which it is reckoned what may come: who is concealed from any of them does not count
    /// (ZON-105). None when the battle is played.
    pub reckoning: SideSet,
}

impl<'w, 's> ReadContext<'w, 's> {
    /// A character.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn fighter(&self, id: CombatantId) -> FighterView<'_, 's> {
        let fighter = self
            .fighters
            .get(self.roster.combatant(id))
            .expect("every combatant of the roster is deployed");
        self.assume(fighter)
    }

    /// All characters in roster order.
    pub fn all(&self) -> impl Iterator<Item = FighterView<'_, 's>> {
        let all = self.fighters.iter_many(self.roster.present());
        all.map(|fighter| self.assume(fighter))
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

    /// What a character has on it, in id order.
    #[must_use]
    pub fn carried(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, 's>> {
        let carried = fighter.carries.map_or(&[] as &[Entity], Carries::entities);
        let mut carried: Vec<_> = self.items.iter_many(carried).collect();
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
        let captives = self.captives_in_hand(fighter).len();
        let captives = u8::try_from(captives).unwrap_or(u8::MAX);
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

    /// Captives that fill a hand each, spare limbs being used first, in the order in which they were
    /// grabbed (ZON-R46).
    #[must_use]
    pub fn captives_in_hand<'a>(&self, fighter: &'a FighterView<'_, '_>) -> &'a [CombatantId] {
        let limbs = usize::from(fighter.build.0.limbs);
        fighter.grip.holds.get(limbs..).unwrap_or_default()
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
        let shield = self.shield_of(fighter);
        let shield = shield.and_then(|gear| gear.gear.0.shield).unwrap_or(0);
        i32::from(body) + i32::from(fighter.build.0.natural_armour) + i32::from(shield)
    }

    /// The shield in hand that protects a character: of several only the best, of equals the first
    /// (ZON-R90).
    #[must_use]
    pub fn shield_of(&self, fighter: &FighterView<'_, '_>) -> Option<GearView<'_, 's>> {
        let whole = |gear: &GearView<'_, '_>| gear.wear.state != GearState::Destroyed;
        let held = self.held(fighter).into_iter();
        held.filter(|gear| gear.gear.0.shield.is_some() && whole(gear))
            .max_by_key(|gear| (gear.gear.0.shield, std::cmp::Reverse(*gear.id)))
    }

    /// Whether two sides are enemies (ZON-R81).
    #[must_use]
    pub fn hostile(&self, a: SideId, b: SideId) -> bool {
        self.board.hostile(a, b)
    }

    /// A save against a score of this battle (ZON-R01).
    #[must_use]
    pub fn save(&self, score: i32) -> Save {
        Save::new(score, self.rules.settings.save_equal_passes)
    }

    /// The cells of a character: a rider's are its mount's (the grid's footprints).
    #[must_use]
    pub fn cells(&self, fighter: &FighterView<'_, '_>) -> Cells {
        let (cell, across) = match fighter.riding.0 {
            Some(mount) => {
                let mount = self.fighter(mount);
                (mount.cell(), mount.across.0)
            }
            None => (fighter.cell(), fighter.across.0),
        };
        Cells::of(self.board.map.grid(), cell, across).unwrap_or(Cells::one(cell))
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
        let mount = self.fighter(who).bearer();
        let mut team = vec![mount];
        team.extend(self.riders(mount));
        team
    }
}
