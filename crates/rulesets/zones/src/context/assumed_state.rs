//! Characters looked at as if they stood elsewhere or held nobody, for forecasts: what a reaction changes
//! for those who react after it (ZON-058, ZON-063, ZON-R29, ZON-R47).

use shieldwall_battle::{CombatantId, Concealment, Position, SideId, SideSet};
use shieldwall_grid::Cell;

use crate::{
    attack::state::Attack,
    character::state::Grip,
    context::{read::ReadContext, views::FighterView},
};

/// How those stand of whom something is assumed, no matter who they are: where, how large, whether concealed;
/// and whom they hold if they held anybody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    ground: Vec<(Cell, u8, bool)>,
    holds: Vec<(CombatantId, Vec<CombatantId>)>,
}

/// What is assumed of a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumedState {
    who: CombatantId,
    position: Position,
    concealment: Concealment,
    grip: Grip,
}

impl<'s> ReadContext<'_, 's> {
    /// A character as it is assumed to be; as it is if nothing is assumed of it.
    #[inline]
    pub(crate) fn assume<'v>(&'v self, fighter: FighterView<'v, 's>) -> FighterView<'v, 's> {
        if self.assumed.is_empty() {
            fighter
        } else {
            self.as_assumed(fighter)
        }
    }

    fn as_assumed<'v>(&'v self, mut fighter: FighterView<'v, 's>) -> FighterView<'v, 's> {
        let assumed_state = self
            .assumed
            .iter()
            .find(|assumed_state| assumed_state.who == *fighter.id);
        if let Some(assumed_state) = assumed_state {
            fighter.position = &assumed_state.position;
            fighter.concealment = &assumed_state.concealment;
            fighter.grip = &assumed_state.grip;
        }
        fighter
    }

    /// The same battle with other assumptions.
    #[must_use]
    pub fn assuming(&self, assumed: Vec<AssumedState>) -> ReadContext<'_, 's> {
        ReadContext {
            roster: self.roster,
            board: self.board,
            rules: self.rules,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            plan: self.plan,
            round: self.round,
            weighing: self.weighing,
            assumed,
            reckoning: self.reckoning,
        }
    }

    /// The same battle as it is reckoned with by a side, or by everybody.
    #[must_use]
    pub fn reckoned_by(&self, side: Option<SideId>) -> ReadContext<'_, 's> {
        let sides = SideId::first(self.board.level.sides.len());
        ReadContext {
            reckoning: sides
                .filter(|other| side.is_none_or(|side| side == *other))
                .fold(SideSet::default(), SideSet::with),
            ..self.assuming(self.assumed.clone())
        }
    }

    /// The same battle with some characters looked at as if their anchors were in other cells.
    #[must_use]
    pub fn shifting(&self, shifts: &[(CombatantId, Cell)]) -> ReadContext<'_, 's> {
        let mut there = self.assuming(self.assumed.clone());
        for (who, cell) in shifts {
            there.assumed_state_of(*who).position = Position(*cell);
        }
        there
    }

    /// The same battle with an attack begun, if its attacker lets go of somebody for it.
    #[must_use]
    pub fn once_let_go(&self, attack: &Attack) -> Option<ReadContext<'_, 's>> {
        let keeps = |held| self.attack_keeps(attack, held);
        let lets_go = !self.let_go_by(attack.attacker, keeps).is_empty();
        lets_go.then(|| self.loosened(attack.attacker, keeps))
    }

    /// The same battle with somebody having let go of all but these, if it may not keep them anyhow.
    #[must_use]
    pub fn loosened(
        &self,
        holder: CombatantId,
        keeps: impl Fn(CombatantId) -> bool,
    ) -> ReadContext<'_, 's> {
        let mut there = self.assuming(self.assumed.clone());
        for held in self.let_go_by(holder, keeps) {
            there.release(holder, held);
        }
        there
    }

    /// The same battle with somebody hidden behind somebody else: both have exchanged their positions,
    /// and holds have ended that do not last so far (ZON-058, ZON-R29).
    #[must_use]
    pub fn hidden_behind(&self, hider: CombatantId, other: CombatantId) -> ReadContext<'_, 's> {
        let mut there = self.loosened(hider, |held| held == other);
        let cells = [other, hider].map(|who| self.fighter(who).cell());
        for (who, cell) in [hider, other].into_iter().zip(cells) {
            there.assumed_state_of(who).position = Position(cell);
        }
        there.assumed_state_of(other).concealment = Concealment::Open;
        for who in [hider, other] {
            for (holder, held) in there.distant_holds(who) {
                there.release(holder, held);
            }
        }
        there
    }

    /// Where those stand of whom something is assumed, as far as that is not where others of their
    /// size stood before: then it makes no difference to anybody else.
    pub(crate) fn moved_ground(&self) -> Vec<(Cell, u8)> {
        let mut ground = [Vec::new(), Vec::new()];
        for assumed_state in &self.assumed {
            let Ok(fighter) = self.fighters.get(self.roster.combatant(assumed_state.who)) else {
                continue;
            };
            ground[0].push((assumed_state.position.0, fighter.across.0));
            ground[1].push((fighter.position.0, fighter.across.0));
        }
        for cells in &mut ground {
            cells.sort_unstable();
        }
        let [now, before] = ground;
        if now == before { Vec::new() } else { now }
    }

    /// What the assumptions come to for those of whom nothing is assumed.
    pub(crate) fn standing(&self) -> Standing {
        let mut standing = Standing::default();
        for assumed_state in &self.assumed {
            let Ok(fighter) = self.fighters.get(self.roster.combatant(assumed_state.who)) else {
                continue;
            };
            let place = assumed_state.position.0;
            let unseen = assumed_state.concealment.is_unseen();
            standing.ground.push((place, fighter.across.0, unseen));
            if !fighter.grip.holds.is_empty() {
                let holds = assumed_state.grip.holds.clone();
                standing.holds.push((assumed_state.who, holds));
            }
        }
        standing.ground.sort_unstable();
        standing.holds.sort_unstable();
        standing
    }

    fn release(&mut self, holder: CombatantId, held: CombatantId) {
        let holds = &mut self.assumed_state_of(holder).grip.holds;
        holds.retain(|other| *other != held);
        self.assumed_state_of(held).grip.held_by = None;
    }

    /// What is assumed of somebody, to change.
    fn assumed_state_of(&mut self, who: CombatantId) -> &mut AssumedState {
        let place = self
            .assumed
            .iter()
            .position(|assumed_state| assumed_state.who == who);
        let place = place.unwrap_or_else(|| {
            let fighter = self.fighter(who);
            let assumed_state = AssumedState {
                who,
                position: *fighter.position,
                concealment: *fighter.concealment,
                grip: fighter.grip.clone(),
            };
            self.assumed.push(assumed_state);
            self.assumed.len() - 1
        });
        &mut self.assumed[place]
    }
}
