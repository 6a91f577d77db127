//! Fending off: long weapons against those who come near (D20-048, D20-135, D20-138, D20-R68, D20-R69).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{CombatantId, Flow, Offer, Roster, Scribe, Writer, flow::Question};
use shieldwall_grid::Cell;

use crate::{
    attack::{
        Occasion,
        free_attacks::{self, Interlude, Provoking},
    },
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
        count::Count,
        round::{Exertion, Held, Intent, Numbers},
        walk::{Walk, WalkState},
    },
    terms::{
        actions::{FEND, LET_COME},
        conditions::HOLDING,
        decisions::FENDING,
        rules::{R022, R048, R135, RR68},
    },
};

/// Steps of size by which somebody is too big to be stopped or thrown back (D20-R59, D20-R69).
const TOO_BIG: i32 = 2;
/// Steps at which nobody is at arm's length yet.
const AT_BAY: u32 = 2;
/// The rules of the attack.
const RULES: &[shieldwall_battle::RuleId] = &[R135, R048, RR68];

impl Battlefield<'_, '_> {
    /// Whether nothing that somebody does stops another: it is too big, or nothing deters it (D20-138, D20-R69).
    #[must_use]
    pub fn is_unstoppable(&self, mover: &Figure<'_, '_>, by: &Figure<'_, '_>) -> bool {
        mover.stats().undeterred || self.bigger(mover, by) >= TOO_BIG
    }

    /// Whether those who have stopped somebody this round keep it from a cell: it lies beside one of them (D20-135).
    #[must_use]
    pub fn is_kept_from(&self, mover: &Figure<'_, '_>, cell: Cell) -> bool {
        let mut keepers = mover.round.kept_off.0.iter().map(|id| self.figure(*id));
        keepers.any(|keeper| {
            let footing = shieldwall_battle::Footing::in_cell(cell);
            keeper.can_act() && self.adjacent(keeper.footing(), footing)
        })
    }

    /// Who may meet a mover with a long weapon: as it has come from a cell into its reach, or before it steps beside
    /// it. The first in the order of equals (D20-R68).
    #[must_use]
    pub fn met_by(
        &self,
        mover: &Figure<'_, '_>,
        came_from: Option<Cell>,
        next: Option<Cell>,
        count: &Count,
    ) -> Option<CombatantId> {
        use shieldwall_battle::Footing;
        let here = mover.footing();
        let meets = |wielder: &Figure<'_, '_>| {
            if wielder.round.fended.0.contains(mover.id)
                || !self.has_unspent_attack(wielder, count)
                || self.steps(wielder.footing(), here) < AT_BAY
            {
                return false;
            }
            let reaches = |at| {
                let arms = self.arms(wielder).into_iter();
                let mut long = arms.filter(Arm::fends);
                self.steps(wielder.footing(), at) >= AT_BAY
                    && long.any(|arm| self.reaches(wielder, wielder.footing(), &arm, at))
            };
            if !reaches(here) {
                return false;
            }
            let entered = came_from.is_some_and(|from| !reaches(Footing::in_cell(from)));
            let closes =
                next.is_some_and(|to| self.adjacent(wielder.footing(), Footing::in_cell(to)));
            entered || closes
        };
        let wielders = self.enemies(mover.side()).filter(meets);
        self.in_order(wielders.map(|wielder| *wielder.id))
            .first()
            .copied()
    }

    /// Whether somebody still has an attack of this round, or keeps one.
    fn has_unspent_attack(&self, who: &Figure<'_, '_>, count: &Count) -> bool {
        let unspent = !who.round.numbers.0.is_empty()
            || who.round.held.0 > 0
            || count.actors.contains(who.id);
        unspent
            && who.strikes_freely()
            && *who.round.intent == Intent::Fight
            && !who.round.exertion.spent
    }
}

/// What an attack out of turn costs.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Spender {
    numbers: &'static mut Numbers,
    held: &'static mut Held,
    exertion: &'static mut Exertion,
}

/// Asks those who meet a mover whether they spend their attack.
pub fn ask(field: Battlefield, mut walks: Query<&mut Walk>, mut flow: ResMut<Flow>) {
    let mut met = walks.iter_mut().filter_map(|walk| match walk.state {
        WalkState::Met(wielder) => Some((walk, wielder)),
        _ => None,
    });
    let Some((mut walk, wielder)) = met.next() else {
        return;
    };
    walk.state = WalkState::MetAndAsking(wielder);
    let (who, mover) = (field.figure(wielder), field.figure(walk.who));
    let Some(attack) = free_attacks::free_attack(&field, &who, &mover, Occasion::FendingOff) else {
        walk.state = WalkState::Going;
        return;
    };
    let arm = field.arm(&who, attack.weapon, false);
    let name = arm.as_ref().map_or_else(String::new, Arm::name);
    let mut fend = Offer::new(FEND, format!("Fend off: {name}"), RULES);
    fend.detail = if field.is_unstoppable(&mover, &who) {
        format!(
            "You strike now, with the attack you still have. Nothing stops {}.",
            mover.name()
        )
    } else {
        format!(
            "You strike now, with the attack you still have. A hit stops {}.",
            mover.name()
        )
    };
    fend.item = arm.and_then(|arm| arm.item());
    let mut wait = Offer::new(LET_COME, "Let it come", &[RR68]);
    wait.detail = "You keep your attack.".to_owned();
    let prompt = format!(
        "{} comes near. Does {} fend it off?",
        mover.name(),
        who.name()
    );
    let offers = vec![fend, wait];
    let question = Question::new(who.side(), *who.id, FENDING, prompt, offers);
    flow.ask(question.against(*mover.id));
}

/// Carries out the answer: the attack is made at once, and spent.
pub fn answer(
    mut walks: Query<&mut Walk>,
    roster: Res<Roster>,
    mut spenders: Query<Spender>,
    mut count: ResMut<Count>,
    mut provoking: Provoking,
    mut scribe: Scribe,
) {
    let asked = provoking
        .flow
        .answered_decision()
        .map(|decision| decision.kind);
    if asked != Some(FENDING) {
        return;
    }
    let Some((_, choice)) = provoking.flow.take_answer() else {
        return;
    };
    let mut asking = walks.iter_mut().filter_map(|walk| match walk.state {
        WalkState::MetAndAsking(wielder) => Some((walk, wielder)),
        _ => None,
    });
    let Some((mut walk, who)) = asking.next() else {
        return;
    };
    walk.state = WalkState::Going;
    if choice.action != FEND {
        return;
    }
    if let Ok(mut spender) = spenders.get_mut(roster.combatant(who)) {
        spender.exertion.attacks += 1;
        if let Some(place) = count.actors.iter().position(|actor| *actor == who) {
            count.actors.remove(place);
        } else if spender.numbers.0.is_empty() {
            spender.held.0 = spender.held.0.saturating_sub(1);
            scribe.condition(who, HOLDING, false, &[R022, RR68]);
        } else {
            spender.numbers.0.remove(0);
        }
    }
    provoking.provoke([Interlude::Attack {
        who,
        target: walk.who,
        occasion: Occasion::FendingOff,
        rules: RULES,
    }]);
}
