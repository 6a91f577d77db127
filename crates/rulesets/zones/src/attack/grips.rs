//! Disarm, shove and grapple as they take effect (ZON-088 to ZON-092, ZON-101, ZON-140, ZON-144,
//! ZON-145, ZON-R44, ZON-R45, ZON-R48).

use std::sync::Arc;

use shieldwall_battle::{
    CellOption, Choice, Decision, Event, MoveCost, Offer, Target, Targets, Writer, flow::Question,
};
use shieldwall_dice::DiceExpr;

use crate::{
    attack::{
        arm::{Aim, GripKind},
        save, shove,
        state::{Attack, PendingGrip, Reply, TargetState},
    },
    character::holds,
    context::{read::ReadContext, write::WriteContext},
    items::moves,
    movement::{hazards, ways::HALF_ZONES},
    terms::{
        actions, decisions,
        rules::{
            R088, R089, R090, R092, R101, R140, R143, R144, R145, RR29, RR44, RR45, RR48, RR92,
        },
        words,
    },
};

/// Goes on with the grips of an attack until something has to be decided; `None` when all are done.
pub fn next(
    ctx: &mut WriteContext,
    attack: &mut Attack,
    answer: Option<(Arc<Decision>, Choice)>,
) -> Option<Question> {
    let mut answer = answer;
    while let Some(grip) = attack.grips.last().cloned() {
        if !grip.works {
            if !takes_effect(ctx, attack, &grip) {
                attack.grips.pop();
                continue;
            }
            if let Some(grip) = attack.grips.last_mut() {
                grip.works = true;
            }
        }
        let question = match (grip.kind, answer.take()) {
            (GripKind::Grapple, _) => {
                holds::grab(ctx, grip.by, grip.on);
                None
            }
            (GripKind::Shove, None) => shove_question(&ctx.read(), &grip),
            (GripKind::Shove, Some((_, choice))) => {
                shove_along(ctx, &grip, &choice);
                None
            }
            (GripKind::Disarm, answer) => disarm(ctx, &grip, answer.as_ref()),
        };
        if question.is_some() {
            return question;
        }
        attack.grips.pop();
    }
    None
}

impl ReadContext<'_, '_> {
    /// Whether a grapple has been taken by a guard that the attacker is not near enough to hold
    /// (ZON-R92).
    pub(crate) fn is_out_of_hold(&self, attack: &Attack, target: &TargetState) -> bool {
        attack.aim == Aim::Grip(GripKind::Grapple)
            && target.guarded
            && !self.nearby(attack.attacker, target.now)
    }
}

/// Rolls the save against a grip; whether it takes effect. A larger shove hurts at once.
fn takes_effect(ctx: &mut WriteContext, attack: &Attack, grip: &PendingGrip) -> bool {
    let (possible, save) = {
        let read = ctx.read();
        let (by, on) = (read.fighter(grip.by), read.fighter(grip.on));
        let able = by.is_fighting() && !by.is_grabbed();
        let larger = by.build.size() > on.build.size();
        let grippable = by.build.size() >= on.build.size();
        // For a new target the attack keeps its line (ZON-R29); for a counter both must still be
        // near each other (ZON-R48).
        let target = attack.targets.iter().find(|target| target.now == grip.on);
        let near = if grip.counters {
            read.nearby(grip.by, grip.on)
        } else {
            !target.is_some_and(|target| read.is_out_of_hold(attack, target))
        };
        let save = (!larger).then(|| read.save(on.build.0.strength));
        (able && grippable && near && on.is_standing(), save)
    };
    if !possible {
        let rules = [R101, R143, RR29, RR48, RR92];
        let text = format!("fails with {}", grip.kind.name());
        let event = Event::Note {
            who: grip.by,
            text,
            unforeseen: false,
        };
        ctx.write(event, &rules);
        return false;
    }
    let rule = match grip.kind {
        GripKind::Disarm => R088,
        GripKind::Shove => R090,
        GripKind::Grapple => R092,
    };
    let resisted = match save {
        None => false,
        Some(save) => {
            let rolled = save.roll(&mut *ctx.dice);
            ctx.saved(
                grip.on,
                format!("resisting {}", grip.kind.name()),
                (&save, save::STR, rolled),
                &[rule],
            );
            rolled.passed
        }
    };
    let target = attack.targets.iter().find(|target| target.now == grip.on);
    if !grip.counters
        && let Some(target) = target
    {
        let defence = match (target.guarded, target.now == target.aimed_at) {
            (true, _) => words::GUARD,
            (false, false) => words::HIDE_BEHIND,
            // Anyone who withstands it has not done so by its answer.
            (false, true) if resisted => words::UNANSWERED,
            (false, true) => match target.reply {
                Reply::Dodge => words::DODGE,
                Reply::Counter => words::COUNTER,
                Reply::None => words::UNANSWERED,
            },
        };
        let struck_back = attack
            .result
            .as_ref()
            .is_some_and(|result| result.counter_wound.is_some());
        let counters = defence == words::COUNTER && struck_back;
        let event = Event::AttackResolved {
            who: grip.by,
            target: grip.on,
            attack: words::SUCCESS,
            defence,
            defence_level: if counters {
                words::SUCCESS
            } else {
                words::FAILURE
            },
            effect: if resisted {
                words::NO_EFFECT
            } else {
                words::NORMAL
            },
        };
        let rules = if save.is_none() {
            vec![rule, R140]
        } else {
            vec![rule]
        };
        ctx.write(event, &rules);
    }
    if !resisted && grip.kind == GripKind::Shove && save.is_none() {
        hazards::suffer(
            ctx,
            grip.on,
            &DiceExpr::dice(1, 4),
            "the shove".to_owned(),
            (words::SHOVE, true),
            Some(grip.by),
            &[R144],
        );
        return ctx.read().fighter(grip.on).is_alive();
    }
    !resisted
}

/// Where somebody is pushed, if there is anywhere.
fn shove_question(read: &ReadContext<'_, '_>, grip: &PendingGrip) -> Option<Question> {
    let cells = read.shove_ways(grip.by, grip.on);
    if cells.is_empty() {
        return None;
    }
    let (by, on) = (read.fighter(grip.by), read.fighter(grip.on));
    let mut push = Offer::new(
        actions::PUSH,
        format!("Push {}", on.name()),
        &[R090, R145, RR45],
    );
    push.targets = Targets::Cells(
        cells
            .into_iter()
            .map(|(cell, way)| CellOption {
                risky: read.is_harmful(*on.id, &way),
                hurts: read.is_harmful(*on.id, &way),
                ..CellOption::plain(
                    cell,
                    MoveCost::count(read.half_zones(on.cell(), cell), HALF_ZONES),
                )
            })
            .collect(),
    );
    Some(Question {
        side: by.side(),
        actor: Some(grip.by),
        kind: decisions::SHOVING,
        prompt: format!("Where does {} push {}?", by.name(), on.name()),
        against: None,
        sealed: false,
        offers: vec![
            push,
            Offer::new(actions::NONE, "Leave it where it is", &[R090]),
        ],
    })
}

fn shove_along(ctx: &mut WriteContext, grip: &PendingGrip, choice: &Choice) {
    let Some(Target::Cell(cell)) = choice.target else {
        return;
    };
    let way = ctx.read().shove_ways(grip.by, grip.on).remove(&cell);
    if let Some(way) = way {
        let by = ctx.read().fighter(grip.by).side();
        shove::push(ctx, (grip.on, by), &way, words::IS_SHOVED);
    }
}

/// Lets an item fall or takes it: first which, if there are several, then whether to take it.
fn disarm(
    ctx: &mut WriteContext,
    grip: &PendingGrip,
    answer: Option<&(Arc<Decision>, Choice)>,
) -> Option<Question> {
    let answered = answer.map(|(decision, choice)| (decision.kind, choice));
    let item = match answered {
        Some((decisions::SNATCHING, choice)) => {
            let item = choice.item?;
            if choice.action == actions::TAKE {
                moves::snatch(ctx, grip.by, item, &[R089]);
            } else {
                moves::drop(ctx, grip.on, item, &[R088, RR44]);
            }
            return None;
        }
        Some((_, choice)) => match choice.target {
            Some(Target::Item(item)) => item,
            _ => return None,
        },
        None => {
            let read = ctx.read();
            let held = read.held(&read.fighter(grip.on));
            let arms: Vec<_> = held
                .iter()
                .filter(|gear| gear.is_arm())
                .map(|gear| *gear.id)
                .collect();
            match arms[..] {
                [] => return None,
                [only] => only,
                _ => return Some(item_question(&read, grip, &arms)),
            }
        }
    };
    let (fits, name) = {
        let read = ctx.read();
        let gear = read.gear(item)?;
        let free = read.free_hands(&read.fighter(grip.by));
        (gear.gear.0.hands <= free, gear.name())
    };
    if !fits {
        moves::drop(ctx, grip.on, item, &[R088, RR44]);
        return None;
    }
    let read = ctx.read();
    let by = read.fighter(grip.by);
    let with_item = |action, label: String, rules: &[_]| {
        let mut offer = Offer::new(action, label, rules);
        offer.item = Some(item);
        offer
    };
    Some(Question {
        side: by.side(),
        actor: Some(grip.by),
        kind: decisions::SNATCHING,
        prompt: format!("{} has knocked {name} loose. Take it?", by.name()),
        against: None,
        sealed: false,
        offers: vec![
            with_item(actions::TAKE, format!("Take {name}"), &[R089]),
            with_item(actions::LET_FALL, "Let it fall".to_owned(), &[R088]),
        ],
    })
}

fn item_question(
    read: &ReadContext<'_, '_>,
    grip: &PendingGrip,
    arms: &[shieldwall_battle::ItemId],
) -> Question {
    let (by, on) = (read.fighter(grip.by), read.fighter(grip.on));
    let offers = arms
        .iter()
        .filter_map(|item| {
            let gear = read.gear(*item)?;
            let mut offer = Offer::new(
                actions::NAME,
                format!("Disarm it of the {}", gear.name()),
                &[R088, RR44],
            );
            offer.targets = Targets::AnyOf(vec![Target::Item(*item)]);
            Some(offer)
        })
        .collect();
    Question {
        side: by.side(),
        actor: Some(grip.by),
        kind: decisions::DISARMING,
        prompt: format!("What does {} lose?", on.name()),
        against: None,
        sealed: false,
        offers,
    }
}
