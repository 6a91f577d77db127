//! What a system of a stage takes to change the battle, and how questions from outside are answered.
//! Both lend a [`ReadContext`] to read.

use bevy_ecs::{prelude::*, system::SystemParam};
use shieldwall_battle::{
    Board, CombatantId, DiceCup, Event, Flow, ItemId, Journal, Roster, RuleId, SideSet, Writer,
    event::Rolled,
    flow::Question,
    forecast::Weighing,
    question,
    scribe::{Alliances, Noticed, write_as_noticed},
};

use crate::{
    attack::save::{Save, SaveRoll},
    context::{
        read::{HouseRules, ReadContext},
        views::{
            Fighter, FighterItem, FighterReadOnly, GearPiece, GearPieceItem, GearPieceReadOnly,
        },
    },
    turn::round::RoundPlan,
};

/// What the systems of all stages take: everything that rules read and change.
#[derive(SystemParam)]
pub struct WriteContext<'w, 's> {
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
    alliances: Res<'w, Alliances>,
    /// The dice.
    pub dice: ResMut<'w, DiceCup>,
    /// Stages and decisions.
    pub flow: ResMut<'w, Flow>,
    /// Where the round stands.
    pub plan: ResMut<'w, RoundPlan>,
    /// What forecasts go by.
    pub weighing: Res<'w, Weighing>,
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
            rules: &self.rules,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            plan: &self.plan,
            round: self.flow.round,
            weighing: *self.weighing,
            assumed: Vec::new(),
            reckoning: SideSet::default(),
        }
    }

    /// A character, to change.
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

    /// Opens a question, covertly where others must not hear of it.
    pub fn ask(&mut self, question: Question) {
        if self.read().is_covert(&question) {
            self.flow.ask_covertly(question);
        } else {
            self.flow.ask(question);
        }
    }

    /// Writes a save against a score, which `name` names.
    pub fn saved(
        &mut self,
        who: CombatantId,
        purpose: impl Into<String>,
        (save, name, rolled): (&Save, &'static str, SaveRoll),
        rules: &[RuleId],
    ) {
        let rolled = Rolled {
            who,
            purpose: purpose.into(),
            dice: rolled.die(),
            chance: Some(save.breakdown(name)),
            total: None,
            outcome: Some(rolled.outcome()),
        };
        self.write(Event::Rolled(rolled), rules);
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
                unseen: fighter.is_concealed(),
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
    flow: Res<'w, Flow>,
    plan: Res<'w, RoundPlan>,
    weighing: Res<'w, Weighing>,
}

impl<'s> ReadParam<'_, 's> {
    /// The reading half.
    #[must_use]
    pub fn read(&self) -> ReadContext<'_, 's> {
        ReadContext {
            roster: &self.roster,
            board: &self.board,
            rules: &self.rules,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            plan: &self.plan,
            round: self.flow.round,
            weighing: *self.weighing,
            assumed: Vec::new(),
            reckoning: SideSet::default(),
        }
    }
}

/// Answers a question from outside the stages. It may not ask another one in its turn.
pub fn with_read<T>(world: &mut World, ask: impl FnOnce(&ReadContext<'_, '_>) -> T) -> T {
    question::with_param::<ReadParam<'static, 'static>, T>(world, |found| ask(&found.read()))
}
