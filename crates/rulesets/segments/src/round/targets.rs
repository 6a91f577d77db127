//! Targets of attacks and spells that are due: the stated one, another, or none (SEG-003, SEG-R04, SEG-R13, SEG-R84).

use shieldwall_battle::{
    CellOption, CombatantId, Offer, Target, Targets, flow::Question, terms::ActionRole,
};

use super::action::{Answers, Settled};
use crate::{
    combatant::{
        allowance::{Allowance, FIRST, LAST},
        arms::Arm,
        field::{Combatant, Field},
    },
    content::settings::Asks,
    terms::{
        rules::{R003, R100, R105, RR04, RR13, RR57, RR84},
        words::{GIVE_UP, HOLD, LET_GO, STRIKE, TARGET, TURN_SPELL},
    },
};

/// The choices of an attacker.
pub(super) enum Options {
    /// There is no choice, or its default is taken.
    Settled(Settled),
    /// The attacker may choose among these targets.
    Asked(Vec<CombatantId>),
}

/// The choices about an attack that is due.
pub(super) fn options(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    stated: CombatantId,
    arm: &Arm,
    segment: i32,
) -> Options {
    let in_reach = field
        .enemies(who.side())
        .filter(|enemy| field.strikes_at(who.cell(), enemy.cell(), arm.reach))
        .filter(|enemy| field.may_aim_at(who, enemy));
    let legal: Vec<CombatantId> = in_reach.map(|enemy| enemy.id()).collect();
    if field.rules.0.asks == Asks::All && !legal.is_empty() {
        return Options::Asked(legal);
    }
    let is_open = legal.contains(&stated);
    // Its opponent makes no attack: it may turn to others (SEG-100, SEG-105).
    let plan = field.combatant(stated).plan;
    let may_turn = plan.only_defends();
    if is_open && plan.is_desperate() && segment > LAST {
        return Options::Asked(legal);
    }
    let comes = || field.combatant(stated).body.is_active() && field.may_still_move(who);
    match legal[..] {
        [] => Options::Settled(Settled::Waits),
        _ if is_open && (!may_turn || legal.len() == 1) => Options::Settled(Settled::At(stated)),
        _ if !is_open && comes() => Options::Settled(Settled::Waits),
        [only] => Options::Settled(Settled::At(only)),
        _ => Options::Asked(legal),
    }
}

/// The cells to which an attacker may move in place of its attacks on a desperate defender: half of TMR in the portions
/// that are left (SEG-105, SEG-R57).
pub(super) fn moves_instead(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    stated: CombatantId,
    segment: i32,
) -> Vec<CellOption> {
    if !field.combatant(stated).plan.is_desperate() || segment <= LAST {
        return Vec::new();
    }
    let allowance = Allowance::from(who.tmr(), (segment - 1).min(FIRST));
    field.cells_within(who, allowance.limit(LAST, field.grid()))
}

/// The question for the target of an attack.
pub(super) fn question(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    arm: &Arm,
    targets: Vec<CombatantId>,
    ways: Vec<CellOption>,
) -> Question {
    let verb = if arm.missile.is_some() {
        "Shoot"
    } else {
        "Strike"
    };
    let label = format!("{verb} with {}", arm.name);
    let mut strikes = Offer::new(STRIKE, label, &[R003, R100, RR04]).to_do(Answers::Strike);
    strikes.item = arm.item();
    if arm.missile.is_some() {
        strikes.role = ActionRole::MissileAttack;
    }
    strikes.targets = Targets::AnyOf(targets.into_iter().map(Target::Combatant).collect());
    let mut offers = vec![strikes];
    if !ways.is_empty() {
        let move_off = Offer::new(GIVE_UP, "Give up the attacks and move", &[R105, RR57]);
        let mut move_off = move_off.to_do(Answers::MoveOff);
        move_off.targets = Targets::Cells(ways);
        offers.push(move_off);
    }
    if field.rules.0.asks == Asks::All {
        offers.push(Offer::new(HOLD, "Hold the attack", &[RR13, RR84]).to_do(Answers::Hold));
        offers.push(Offer::new(LET_GO, "Let the attack go", &[RR84]).to_do(Answers::LetGo));
    }
    let prompt = format!("Which enemy does {} strike?", who.name());
    Question::new(who.side(), who.id(), TARGET, prompt, offers)
}

/// The question for the target of a spell whose stated target is gone; `None` where there is no choice.
pub(super) fn spell_question(field: &Field<'_, '_>, who: &Combatant<'_, '_>) -> Option<Question> {
    let (name, legal) = field.other_targets(who)?;
    let asks_all = field.rules.0.asks == Asks::All;
    let least = if asks_all { 1 } else { 2 };
    if legal.len() < least {
        return None;
    }
    let label = format!("Turn {name} on another");
    let mut turns = Offer::new(TURN_SPELL, label, &[RR04]).to_do(Answers::TurnSpell);
    turns.targets = Targets::AnyOf(legal.into_iter().map(Target::Combatant).collect());
    let mut offers = vec![turns];
    if asks_all {
        offers.push(Offer::new(LET_GO, "Let the spell go", &[RR84]).to_do(Answers::LetGo));
    }
    let prompt = format!("Whom does the spell of {} meet?", who.name());
    Some(Question::new(who.side(), who.id(), TARGET, prompt, offers))
}
