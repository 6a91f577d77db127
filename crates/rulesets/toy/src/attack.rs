//! Blows and shots (TOY-004 to TOY-010). An attack is an entity that gathers what is decided and rolled
//! about it; the attacks of combatants that act together read how all stood before, and take effect together.

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Against, Board, Candidates, Check, CombatantId, Combatants, Event, Field, Flow, HitPoints,
    Modifier, Offer, Reason, Roster, Scribe, Target, Vitality, Writer, check::Effect,
    event::Rolled, flow::Question, roll::DiceCup,
};
use shieldwall_dice::{Dice, DiceExpr};
use shieldwall_grid::Cell;

use crate::{
    combatant::{Able, Breath, Build, Guard, Stun},
    reasons,
    rules::rule,
    terms::{
        BASH, BEAR, BORNE, BREATHE, DAZED, FEND, FENDED, FENDING, HURT, LOOSE, LOST, NOTHING, WON,
        WOUND,
    },
};

/// Addition of a guard to a contest (TOY-005).
pub const GUARD: i32 = 2;
/// Cells of the longest shot (TOY-010).
pub const RANGE: u32 = 8;
/// Least roll of a shot that hits (TOY-010).
pub const AIM: i32 = 4;
/// The field of a blow that says how much effort is put into it (TOY-012).
pub const EFFORT: &str = "effort";
/// Lost hit points that stun (TOY-007).
pub const STUNS: i32 = 3;

/// An attack from its declaration to its effect.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Its place among those that are made together.
    pub number: usize,
    /// The attacker.
    pub who: CombatantId,
    /// The target.
    pub target: CombatantId,
    /// True for a shot.
    pub missile: bool,
    /// Breaths that are put into it besides the one that it takes (TOY-012).
    pub effort: i32,
    /// True if it comes from behind, as all stood when it was declared.
    pub behind: bool,
    /// True if the target guards; `None` while that is open.
    pub guarded: Option<bool>,
    /// Hit points that it costs; `None` before the roll.
    pub harm: Option<i32>,
}

/// An action that a combatant can choose in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnAction {
    /// A blow (TOY-004).
    Blow,
    /// A shot (TOY-010).
    Shot,
    /// A rest (TOY-008).
    Rest,
}

/// The answer to a blow: true if the target guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Fends(bool);

/// Lets a combatant do something at all.
///
/// # Errors
/// The reason why it may not.
pub fn is_able(build: &Build, breath: &Breath, action: TurnAction) -> Result<(), &'static Reason> {
    match action {
        TurnAction::Blow if breath.0 <= 0 => Err(&reasons::BREATHLESS),
        TurnAction::Shot if !build.0.archer => Err(&reasons::NO_ARCHER),
        _ => Ok(()),
    }
}

/// Lets an attack reach from one cell to another (TOY-004, TOY-010).
///
/// # Errors
/// The reason why it does not.
pub fn reaches(
    board: &Board,
    from: Cell,
    at: Cell,
    action: TurnAction,
) -> Result<(), &'static Reason> {
    let map = &board.map;
    let in_contact = map.in_contact(from, at);
    match action {
        TurnAction::Blow if !in_contact => Err(&reasons::REACH),
        TurnAction::Shot if in_contact => Err(&reasons::CLOSE),
        TurnAction::Shot if map.grid().steps(from, at) > RANGE => Err(&reasons::RANGE),
        TurnAction::Shot if !map.sight(from, at).visible => Err(&reasons::SIGHT),
        _ => Ok(()),
    }
}

/// The actions of a combatant: blows, shots and rest.
pub fn candidates(able: &Able<'_, '_>, who: CombatantId, all: &mut Candidates) {
    let (body, (build, breath)) = able.get(who);
    let mut bash = Offer::new(BASH, "Bash", &[rule(4), rule(8)]).to_do(TurnAction::Blow);
    if breath.0 > 1 {
        bash.fields = vec![Field::amount(EFFORT, "Effort", [0, breath.0 - 1], 0)];
    }
    let loose = Offer::new(LOOSE, "Loose an arrow", &[rule(10), rule(3)]).to_do(TurnAction::Shot);
    for (offer, action) in [(bash, TurnAction::Blow), (loose, TurnAction::Shot)] {
        if let Err(reason) = is_able(build, breath, action) {
            all.bar(offer.action, reason);
            continue;
        }
        let targets = able.enemies(body.side()).map(|(enemy, _)| {
            let reached = reaches(&able.board, body.cell(), enemy.cell(), action);
            (Target::Combatant(*enemy.id), reached)
        });
        all.aim(offer, "", targets);
    }
    let breathe = Offer::new(BREATHE, "Get your breath back", &[rule(8)]);
    all.offer(breathe.to_do(TurnAction::Rest));
}

/// The contest of a blow (TOY-004, TOY-005), or the roll of a shot (TOY-010), with its chance. `skills` are those of
/// attacker and target.
#[must_use]
pub fn check(attack: &Attack, skills: [i32; 2]) -> Check {
    let mut check = Check {
        skill: "Shot".into(),
        rating: 50,
        modifiers: Vec::new(),
        chance: 50,
        against: Against::at_least(AIM),
    };
    if attack.missile {
        return check;
    }
    let modifier = |name: &'static str, added, number| Modifier {
        name: name.into(),
        effect: Effect::Add(added),
        rule: rule(number),
    };
    let guard = (attack.guarded == Some(true)).then(|| modifier("guard", GUARD, 5));
    let effort = (attack.effort > 0).then(|| modifier("effort", attack.effort, 12));
    let bonus = skills[0] + attack.effort;
    let their_bonus = skills[1] + if guard.is_some() { GUARD } else { 0 };
    let ahead = |(mine, other): &(i32, i32)| mine + bonus > other + their_bonus;
    let all = (1..=6).flat_map(|mine| (1..=6).map(move |other| (mine, other)));
    check.chance = i32::try_from(all.filter(ahead).count()).unwrap_or(0) * 100 / 36;
    check.rating = check.chance;
    check.skill = "Contest".into();
    check.modifiers.extend(effort);
    check.against = Against::Opposed {
        bonus,
        their_bonus,
        their_modifiers: guard.into_iter().collect(),
    };
    check
}

/// True if the target of an attack may guard (TOY-005).
#[must_use]
pub const fn may_guard(attack: &Attack, guard: Guard, stun: Stun) -> bool {
    !attack.missile && !attack.behind && guard.0 && !stun.0
}

/// Asks the targets, one after the other, if they guard, and takes their answers (TOY-005).
pub fn ask(
    mut attacks: Query<&mut Attack>,
    combatants: Combatants<&'static Stun>,
    mut guards: Query<&mut Guard>,
    mut flow: ResMut<Flow>,
) {
    let mut open: Vec<Mut<Attack>> = attacks.iter_mut().collect();
    open.retain(|attack| attack.guarded.is_none());
    open.sort_by_key(|attack| attack.number);
    let mut answer = flow
        .take_answer()
        .and_then(|(decision, choice)| decision.act::<Fends>(&choice).copied());
    for mut attack in open {
        let (target, stun) = combatants.get(attack.target);
        let Ok(mut guard) = guards.get_mut(target.entity) else {
            continue;
        };
        if let Some(Fends(fends)) = answer.take() {
            attack.guarded = Some(fends);
            guard.0 &= !fends;
        } else if may_guard(&attack, *guard, *stun) {
            let fend = Offer::new(FEND, "Fend it off", &[rule(5)]).to_do(Fends(true));
            let bear = Offer::new(BEAR, "Bear it", &[rule(4)]).to_do(Fends(false));
            let prompt = format!("{} is attacked", target.name());
            let offers = vec![fend, bear];
            let question = Question::new(target.side(), attack.target, FENDING, prompt, offers);
            flow.ask(question.against(attack.who));
            return;
        } else {
            attack.guarded = Some(false);
        }
    }
}

/// True once no target is asked any more.
pub fn all_answered(attacks: Query<&Attack>) -> bool {
    attacks.iter().all(|attack| attack.guarded.is_some())
}

/// True once all attacks are rolled.
pub fn all_rolled(attacks: Query<&Attack>) -> bool {
    attacks.iter().all(|attack| attack.harm.is_some())
}

/// Rolls the next attack, as all stood before (TOY-003, TOY-004, TOY-006, TOY-010). One in each run: so forecasts add
/// up the results of each, instead of going through all results of all.
pub fn roll(
    mut attacks: Query<&mut Attack>,
    combatants: Combatants<&'static Build>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let next = attacks.iter_mut().filter(|attack| attack.harm.is_none());
    let Some(mut attack) = next.min_by_key(|attack| attack.number) else {
        return;
    };
    let skills = [attack.who, attack.target].map(|who| combatants.get(who).1.0.skill);
    let check = check(&attack, skills);
    let hit = contest(&attack, &check, &mut cup, &mut scribe);
    let level = |won: bool| if won { WON } else { LOST };
    let guarded = attack.guarded == Some(true);
    let event = Event::AttackResolved {
        who: attack.who,
        target: attack.target,
        attack: level(hit),
        defence: if guarded { FENDED } else { BORNE },
        defence_level: level(!hit),
        effect: if hit { HURT } else { NOTHING },
    };
    scribe.write(event, &[rule(4)]);
    attack.harm = Some(0);
    if hit {
        let fixed = i32::from(attack.behind);
        let rolled = cup.sum(&DiceExpr::dice(1, 3)).total + fixed;
        attack.harm = Some(rolled);
        let event = Event::Damage {
            target: attack.target,
            fixed,
            rolled,
            armour: 0,
            lost: rolled,
        };
        scribe.write(event, &[rule(6)]);
    }
}

/// Rolls the dice of an attack; true if it hits.
fn contest(attack: &Attack, check: &Check, cup: &mut DiceCup, scribe: &mut Scribe<'_, '_>) -> bool {
    let die = DiceExpr::dice(1, 6);
    let mine = cup.sum(&die);
    let theirs = (!attack.missile).then(|| cup.sum(&die));
    let hit = match (&check.against, &theirs) {
        (
            Against::Opposed {
                bonus, their_bonus, ..
            },
            Some(theirs),
        ) => mine.total + bonus > theirs.total + their_bonus,
        _ => mine.total >= AIM,
    };
    let own = (attack.who, mine, "attack", Some(check.clone()), hit);
    let other = theirs.map(|theirs| (attack.target, theirs, "defence", None, !hit));
    for (who, sum, purpose, chance, won) in [own].into_iter().chain(other) {
        let rolled = Rolled {
            who,
            purpose: purpose.to_owned(),
            dice: sum.faces,
            chance,
            total: Some(sum.total),
            outcome: Some(if won { WON } else { LOST }),
        };
        scribe.write(Event::Rolled(rolled), &[rule(4)]);
    }
    hit
}

/// Lets all attacks take effect together (TOY-003, TOY-006, TOY-007).
pub fn take_effect(
    attacks: Query<(Entity, &Attack)>,
    roster: Res<Roster>,
    mut targets: Query<(&mut HitPoints, &mut Vitality, &mut Stun)>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let mut attacks: Vec<(Entity, &Attack)> = attacks.iter().collect();
    attacks.sort_by_key(|(_, attack)| attack.number);
    for (entity, attack) in attacks {
        commands.entity(entity).despawn();
        let who = attack.target;
        let target = targets.get_mut(roster.combatant(who));
        let (Some(lost @ 1..), Ok((mut points, mut vitality, mut stun))) = (attack.harm, target)
        else {
            continue;
        };
        let left = points.current - lost;
        scribe.points(
            who,
            &mut points,
            left,
            (WOUND, Some(attack.who)),
            &[rule(6)],
        );
        if *vitality != Vitality::Active {
            continue;
        }
        if left <= 0 {
            scribe.vitality(who, &mut vitality, Vitality::Dead, &[rule(6)]);
        } else if lost >= STUNS {
            stun.0 = true;
            scribe.condition(who, DAZED, true, &[rule(7)]);
        }
    }
}
