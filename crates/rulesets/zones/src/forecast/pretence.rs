//! Characters looked at as if they stood elsewhere or held nobody, for forecasts: what a reaction changes
//! for those who react after it (ZON-058, ZON-063, ZON-R29, ZON-R47).

use shieldwall_battle::{CombatantId, Concealment, Position, SideId, SideSet};
use shieldwall_grid::Cell;

use crate::{
    attack::in_progress::Attack,
    character::state::Grip,
    context::{read::ReadContext, views::FighterView},
};

/// How those stand of whom something is pretended, whoever they are: where, how large, whether concealed;
/// and whom they hold if they held anybody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    ground: Vec<(Cell, u8, bool)>,
    holds: Vec<(CombatantId, Vec<CombatantId>)>,
}

/// What is pretended of a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pretence {
    who: CombatantId,
    position: Position,
    concealment: Concealment,
    grip: Grip,
}

impl<'s> ReadContext<'_, 's> {
    /// A character as it is pretended to be; as it is if nothing is pretended of it.
    #[inline]
    pub(crate) fn pretend<'v>(&'v self, fighter: FighterView<'v, 's>) -> FighterView<'v, 's> {
        if self.pretended.is_empty() {
            fighter
        } else {
            self.as_pretended(fighter)
        }
    }

    fn as_pretended<'v>(&'v self, mut fighter: FighterView<'v, 's>) -> FighterView<'v, 's> {
        let pretence = self
            .pretended
            .iter()
            .find(|pretence| pretence.who == *fighter.id);
        if let Some(pretence) = pretence {
            fighter.position = &pretence.position;
            fighter.concealment = &pretence.concealment;
            fighter.grip = &pretence.grip;
        }
        fighter
    }

    /// The same battle with other pretences.
    #[must_use]
    pub fn pretending(&self, pretended: Vec<Pretence>) -> ReadContext<'_, 's> {
        ReadContext {
            roster: self.roster,
            board: self.board,
            rules: self.rules,
            fighters: self.fighters.as_readonly(),
            items: self.items.as_readonly(),
            plan: self.plan,
            round: self.round,
            pretended,
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
            ..self.pretending(self.pretended.clone())
        }
    }

    /// The same battle with some characters looked at as if their anchors were in other cells.
    #[must_use]
    pub fn shifting(&self, shifts: &[(CombatantId, Cell)]) -> ReadContext<'_, 's> {
        let mut there = self.pretending(self.pretended.clone());
        for (who, cell) in shifts {
            there.pretence_of(*who).position = Position(*cell);
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
        let mut there = self.pretending(self.pretended.clone());
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
            there.pretence_of(who).position = Position(cell);
        }
        there.pretence_of(other).concealment = Concealment::Open;
        for who in [hider, other] {
            for (holder, held) in there.distant_holds(who) {
                there.release(holder, held);
            }
        }
        there
    }

    /// Where those stand of whom something is pretended, as far as that is not where others of their
    /// size stood before: then it makes no difference to anybody else.
    pub(crate) fn moved_ground(&self) -> Vec<(Cell, u8)> {
        let mut ground = [Vec::new(), Vec::new()];
        for pretence in &self.pretended {
            let Ok(fighter) = self.fighters.get(self.roster.combatant(pretence.who)) else {
                continue;
            };
            ground[0].push((pretence.position.0, fighter.across.0));
            ground[1].push((fighter.position.0, fighter.across.0));
        }
        for cells in &mut ground {
            cells.sort_unstable();
        }
        let [now, before] = ground;
        if now == before { Vec::new() } else { now }
    }

    /// What the pretences come to for those of whom nothing is pretended.
    pub(crate) fn standing(&self) -> Standing {
        let mut standing = Standing::default();
        for pretence in &self.pretended {
            let Ok(fighter) = self.fighters.get(self.roster.combatant(pretence.who)) else {
                continue;
            };
            let place = pretence.position.0;
            let unseen = pretence.concealment.is_unseen();
            standing.ground.push((place, fighter.across.0, unseen));
            if !fighter.grip.holds.is_empty() {
                let holds = pretence.grip.holds.clone();
                standing.holds.push((pretence.who, holds));
            }
        }
        standing.ground.sort_unstable();
        standing.holds.sort_unstable();
        standing
    }

    fn release(&mut self, holder: CombatantId, held: CombatantId) {
        let holds = &mut self.pretence_of(holder).grip.holds;
        holds.retain(|other| *other != held);
        self.pretence_of(held).grip.held_by = None;
    }

    /// What is pretended of somebody, to change.
    fn pretence_of(&mut self, who: CombatantId) -> &mut Pretence {
        let place = self
            .pretended
            .iter()
            .position(|pretence| pretence.who == who);
        let place = place.unwrap_or_else(|| {
            let fighter = self.fighter(who);
            let pretence = Pretence {
                who,
                position: *fighter.position,
                concealment: *fighter.concealment,
                grip: fighter.grip.clone(),
            };
            self.pretended.push(pretence);
            self.pretended.len() - 1
        });
        &mut self.pretended[place]
    }
}
