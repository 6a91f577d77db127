//! Blows and shots (TOY-004 to TOY-010). An attack is an entity that gathers what is decided and rolled
//! about it; the attacks of those who act together read how all stood before, and take effect together.

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Against, AttackEstimate, Candidates, Check, CombatantId, Event, Field, Flow, HitPoints,
    Journal, Modifier, Offer, Reason, Roster, Target, Vitality, check::Effect, event::Rolled,
    flow::Question, narration::name_of, roll::DiceCup, ruleset::AttackPlaces,
};
use shieldwall_dice::{Dice, DiceExpr};
use shieldwall_grid::Cell;

use crate::{
    combatant::{Figure, Guard, State, Stun},
    reasons,
    rules::rule,
    terms::{
        BASH, BEAR, BORNE, BREATHE, DAZED, FEND, FENDED, FENDING, HURT, LOOSE, LOST, NOTHING, WON,
        WOUND,
    },
};

/// What a guard adds (TOY-005).
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
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Its place among those that are done together.
    pub number: usize,
    /// Who attacks.
    pub who: CombatantId,
    /// Who is attacked.
    pub target: CombatantId,
    /// Whether it is a shot.
    pub missile: bool,
    /// Breaths that are put into it besides the one that it takes (TOY-012).
    pub effort: i32,
    /// Whether it comes from behind, as all stood when it was declared.
    pub behind: bool,
    /// Whether the target guards; `None` while that is open.
    pub guarded: Option<bool>,
    /// Hit points that it costs; `None` before the roll.
    pub harm: Option<i32>,
}

/// An action that a combatant can choose in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnAction {
    /// A blow (TOY-004).
    Blow,
    /// A shot (TOY-010).
    Shot,
    /// A rest (TOY-008).
    Rest,
}

/// Checks that a combatant is able to do something at all.
///
/// # Errors
/// The reason why it is not.
pub fn is_able(who: &Figure, action: TurnAction) -> Result<(), &'static Reason> {
    match action {
        TurnAction::Blow if who.breath <= 0 => Err(&reasons::BREATHLESS),
        TurnAction::Shot if !who.stats.archer => Err(&reasons::NO_ARCHER),
        _ => Ok(()),
    }
}

/// Checks that an attack from one cell reaches another (TOY-004, TOY-010).
///
/// # Errors
/// The reason why it does not.
pub fn reaches(
    state: &State,
    from: Cell,
    at: Cell,
    action: TurnAction,
) -> Result<(), &'static Reason> {
    let map = &state.board.map;
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
pub fn candidates(state: &State, who: CombatantId, candidates: &mut Candidates) {
    let figure = state.figure(who);
    let mut bash = Offer::new(BASH, "Bash", &[rule(4), rule(8)]).to_do(TurnAction::Blow);
    let spare = figure.breath - 1;
    if spare > 0 {
        bash.fields = vec![Field::amount(EFFORT, "Effort", [0, spare], 0)];
    }
    let loose = Offer::new(LOOSE, "Loose an arrow", &[rule(10), rule(3)]).to_do(TurnAction::Shot);
    for (offer, action) in [(bash, TurnAction::Blow), (loose, TurnAction::Shot)] {
        if let Err(reason) = is_able(figure, action) {
            candidates.bar(offer.action, reason);
            continue;
        }
        let targets = state.enemies(figure.side).map(|enemy| {
            let reached = reaches(state, figure.cell, enemy.cell, action);
            (Target::Combatant(enemy.id), reached)
        });
        candidates.aim(offer, "", targets);
    }
    let breathe = Offer::new(BREATHE, "Get your breath back", &[rule(8)]);
    candidates.offer(breathe.to_do(TurnAction::Rest));
}

/// The contest of a blow (TOY-004, TOY-005), or the roll of a shot (TOY-010), with its chance.
#[must_use]
pub fn check(state: &State, attack: &Attack, guarded: bool) -> Check {
    let (who, target) = (state.figure(attack.who), state.figure(attack.target));
    if attack.missile {
        return Check {
            skill: "Shot".into(),
            rating: 50,
            modifiers: Vec::new(),
            chance: 50,
            against: Against::at_least(AIM),
        };
    }
    let guard = if guarded { GUARD } else { 0 };
    let theirs = target.stats.skill + guard;
    let bonus = who.stats.skill + attack.effort;
    let ahead = |(mine, other): &(i32, i32)| mine + bonus > other + theirs;
    let all = (1..=6).flat_map(|mine| (1..=6).map(move |other| (mine, other)));
    let won = i32::try_from(all.filter(ahead).count()).unwrap_or(0);
    let chance = won * 100 / 36;
    Check {
        skill: "Contest".into(),
        rating: chance,
        modifiers: if attack.effort > 0 {
            vec![Modifier {
                name: "effort".into(),
                effect: Effect::Add(attack.effort),
                rule: rule(12),
            }]
        } else {
            Vec::new()
        },
        chance,
        against: Against::Opposed {
            bonus,
            their_bonus: theirs,
            their_modifiers: if guarded {
                vec![Modifier {
                    name: "guard".into(),
                    effect: Effect::Add(GUARD),
                    rule: rule(5),
                }]
            } else {
                Vec::new()
            },
        },
    }
}

/// What an attack from one cell on another is worth, for brains.
#[must_use]
pub fn estimate(
    state: &State,
    who: CombatantId,
    AttackPlaces { from, target, at }: AttackPlaces,
) -> Option<AttackEstimate> {
    let (figure, enemy) = (state.figure(who), state.figure(target));
    let can = |action| {
        is_able(figure, action)
            .and(reaches(state, from, at, action))
            .is_ok()
    };
    let missile = !can(TurnAction::Blow);
    if missile && !can(TurnAction::Shot) {
        return None;
    }
    let attack = Attack {
        number: 0,
        who,
        target,
        missile,
        effort: 0,
        behind: state.is_behind(enemy, from),
        guarded: None,
        harm: None,
    };
    let guarded = may_guard(state, &attack);
    let hits = f64::from(check(state, &attack, guarded).chance) / 100.0;
    let harm = |die: i32| die + i32::from(attack.behind);
    let defeating = (1..=3).filter(|die| harm(*die) >= enemy.points.current);
    Some(AttackEstimate {
        item: None,
        missile,
        disarms: false,
        expected_loss: hits * f64::from(harm(2)),
        defeats: hits * defeating.count() as f64 / 3.0,
        blast: false,
        others: 0.0,
    })
}

/// Whether the target of an attack may guard (TOY-005).
fn may_guard(state: &State, attack: &Attack) -> bool {
    let target = state.figure(attack.target);
    !attack.missile && !attack.behind && target.guard && !target.stunned
}

/// The attacks that are under way, in order.
fn in_order<'a>(attacks: impl IntoIterator<Item = Mut<'a, Attack>>) -> Vec<Mut<'a, Attack>> {
    let mut attacks: Vec<Mut<'a, Attack>> = attacks.into_iter().collect();
    attacks.sort_by_key(|attack| attack.number);
    attacks
}

/// The meaning of an answer to a blow: true if the target guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fends(bool);

/// Asks the targets, one after the other, whether they guard (TOY-005).
pub fn answers(world: &mut World) {
    let state = State::of(world);
    let answer = world.resource_mut::<Flow>().take_answer();
    let mut query = world.query::<&mut Attack>();
    let mut asked = None;
    let mut guards = None;
    let mut answer = answer.and_then(|(decision, choice)| decision.act::<Fends>(&choice).copied());
    for mut attack in in_order(query.iter_mut(world)) {
        if attack.guarded.is_some() {
            continue;
        }
        if let Some(Fends(fends)) = answer.take() {
            attack.guarded = Some(fends);
            guards = fends.then_some(attack.target);
        } else if guards != Some(attack.target) && may_guard(&state, &attack) {
            asked = Some(attack.clone());
            break;
        } else {
            attack.guarded = Some(false);
        }
    }
    if let Some(who) = guards {
        let entity = world.resource::<Roster>().combatant(who);
        world.entity_mut(entity).insert(Guard(false));
    }
    let Some(attack) = asked else { return };
    let target = state.figure(attack.target);
    let prompt = format!("{} is attacked", name_of(world, attack.target));
    world.resource_mut::<Flow>().ask(Question {
        side: target.side,
        actor: Some(attack.target),
        kind: FENDING,
        prompt,
        against: Some(attack.who),
        sealed: false,
        offers: vec![
            Offer::new(FEND, "Fend it off", &[rule(5)]).to_do(Fends(true)),
            Offer::new(BEAR, "Bear it", &[rule(4)]).to_do(Fends(false)),
        ],
    });
}

/// Whether nobody is asked any more.
pub fn all_answered(attacks: Query<&Attack>) -> bool {
    attacks.iter().all(|attack| attack.guarded.is_some())
}

/// Whether all attacks are rolled.
pub fn all_rolled(attacks: Query<&Attack>) -> bool {
    attacks.iter().all(|attack| attack.harm.is_some())
}

/// Rolls the next attack, as things stood before all of them (TOY-003, TOY-004, TOY-010). One in each run: so
/// forecasts add up what may come of each, instead of going through all that may come of all.
pub fn rolls(world: &mut World) {
    let state = State::of(world);
    let mut query = world.query::<&mut Attack>();
    let next = query.iter(world).filter(|attack| attack.harm.is_none());
    let next = next.min_by_key(|attack| attack.number).cloned();
    if let Some(attack) = &next {
        let guarded = attack.guarded == Some(true);
        let check = check(&state, attack, guarded);
        let hit = roll(world, attack, &check);
        let level = |won: bool| if won { WON } else { LOST };
        let event = Event::AttackResolved {
            who: attack.who,
            target: attack.target,
            attack: level(hit),
            defence: if guarded { FENDED } else { BORNE },
            defence_level: level(!hit),
            effect: if hit { HURT } else { NOTHING },
        };
        world.resource_mut::<Journal>().write(event, &[rule(4)]);
        let rolled = if hit {
            let sum = world.resource_mut::<DiceCup>().sum(&DiceExpr::dice(1, 3));
            sum.total + i32::from(attack.behind)
        } else {
            0
        };
        if hit {
            let event = Event::Damage {
                target: attack.target,
                fixed: i32::from(attack.behind),
                rolled,
                armour: 0,
                lost: rolled,
            };
            world.resource_mut::<Journal>().write(event, &[rule(6)]);
        }
        let same = |other: &Mut<Attack>| other.number == attack.number;
        if let Some(mut attack) = query.iter_mut(world).find(same) {
            attack.harm = Some(rolled);
        }
    }
}

/// Rolls one attack; whether it hits.
fn roll(world: &mut World, attack: &Attack, check: &Check) -> bool {
    let die = DiceExpr::dice(1, 6);
    let mut cup = world.resource_mut::<DiceCup>();
    let mine = cup.sum(&die);
    let mut rolls = vec![(attack.who, mine.clone(), "attack")];
    let hit = match &check.against {
        Against::Opposed {
            bonus, their_bonus, ..
        } => {
            let theirs = cup.sum(&die);
            rolls.push((attack.target, theirs.clone(), "defence"));
            mine.total + bonus > theirs.total + their_bonus
        }
        _ => mine.total >= AIM,
    };
    for (who, sum, purpose) in rolls {
        let attacks = who == attack.who;
        let won = attacks == hit;
        let event = Event::Rolled(Rolled {
            who,
            purpose: purpose.to_owned(),
            dice: sum.faces,
            chance: attacks.then(|| check.clone()),
            total: Some(sum.total),
            outcome: Some(if won { WON } else { LOST }),
        });
        world.resource_mut::<Journal>().write(event, &[rule(4)]);
    }
    hit
}

/// Lets all attacks take effect together (TOY-003, TOY-006, TOY-007).
pub fn effects(world: &mut World) {
    let mut query = world.query::<(Entity, &Attack)>();
    let mut attacks: Vec<(Entity, Attack)> = query
        .iter(world)
        .map(|(entity, attack)| (entity, attack.clone()))
        .collect();
    attacks.sort_by_key(|(_, attack)| attack.number);
    for (entity, attack) in attacks {
        world.despawn(entity);
        let lost = attack.harm.unwrap_or(0);
        if lost > 0 {
            hurt(world, &attack, lost);
        }
    }
}

fn hurt(world: &mut World, attack: &Attack, lost: i32) {
    let entity = world.resource::<Roster>().combatant(attack.target);
    let mut target = world.entity_mut(entity);
    let Some(mut points) = target.get_mut::<HitPoints>() else {
        return;
    };
    let from = points.current;
    points.current -= lost;
    let (to, max) = (points.current, points.max);
    let before = target.get::<Vitality>().copied().unwrap_or(Vitality::Dead);
    let dies = to <= 0 && before == Vitality::Active;
    let stuns = lost >= STUNS && !dies && before == Vitality::Active;
    if dies {
        target.insert(Vitality::Dead);
    } else if stuns {
        target.insert(Stun(true));
    }
    let who = attack.target;
    let mut journal = world.resource_mut::<Journal>();
    let event = Event::HitPoints {
        who,
        from,
        to,
        max,
        cause: WOUND,
        by: Some(attack.who),
    };
    journal.write(event, &[rule(6)]);
    if dies {
        let event = Event::Vitality {
            who,
            from: before,
            to: Vitality::Dead,
        };
        journal.write(event, &[rule(6)]);
    } else if stuns {
        let event = Event::Condition {
            who,
            condition: DAZED,
            on: true,
        };
        journal.write(event, &[rule(7)]);
    }
}
