//! Long chases of those who have left the map (ZON-120 to ZON-123, ZON-R59).

use shieldwall_battle::{
    Choice, CombatantId, Decision, Event, Forecast, Offer, SideId, Vitality, Writer,
    flow::Question, terms::Placement,
};
use shieldwall_grid::Cell;

use crate::{
    attack::{
        offers::{target_of, targets_of},
        save, shove,
    },
    character::{harm, holds, stealth},
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    forecast::chances::told,
    movement::cells::Cells,
    terms::{
        actions, conditions, decisions,
        rules::{R121, R122, R123, RR59, RR95},
        words,
    },
};

/// From how far away of the exit one may pursue, in half zones (ZON-R59).
const PURSUIT: u16 = 8;

/// How a chase ends before anything is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The quarry gets away (ZON-122).
    Escapes,
    /// The quarry is caught (ZON-123).
    Caught,
    /// An AGI save decides (ZON-121).
    Save,
}

/// Compares a quarry with the best pursuer in speed and in staying power (ZON-R59).
#[must_use]
pub fn outlook(quarry: (u16, u16), pursuers: &[(u16, u16)]) -> Outlook {
    let best = |of: fn(&(u16, u16)) -> u16| pursuers.iter().map(of).max().unwrap_or(0);
    let speed = quarry.0.cmp(&best(|pursuer| pursuer.0));
    let stamina = quarry.1.cmp(&best(|pursuer| pursuer.1));
    if speed.max(stamina).is_gt() && speed.min(stamina).is_ge() {
        Outlook::Escapes
    } else if speed.min(stamina).is_lt() && speed.max(stamina).is_le() {
        Outlook::Caught
    } else {
        Outlook::Save
    }
}

/// Speed and staying power of a character: half-zone steps of a turn, and the sprints of its stat
/// block, none for the lame.
fn pace(fighter: &FighterView<'_, '_>) -> (u16, u16) {
    let lamed = fighter.stamina.lamed;
    let steps = if lamed {
        (fighter.build.0.steps / 2).max(1)
    } else {
        fighter.build.0.steps
    };
    (steps, if lamed { 0 } else { fighter.build.0.sprints })
}

impl ReadContext<'_, '_> {
    /// Those of a side who could pursue somebody who left by an exit.
    fn pursuers(&self, side: SideId, exit: Cell, already: &[CombatantId]) -> Vec<CombatantId> {
        let exit = Cells::one(exit);
        self.all()
            .filter(|fighter| fighter.side() == side && fighter.is_fighting())
            .filter(|fighter| !fighter.is_grabbed() && fighter.riding.0.is_none())
            .filter(|fighter| !fighter.is_vehicle() && fighter.mind.broken.is_none())
            .filter(|fighter| !already.contains(fighter.id))
            // Nobody runs after two in one round (ZON-R89).
            .filter(|fighter| !self.plan.chasing.contains(fighter.id))
            .filter(|fighter| self.distance(&self.cells(fighter), &exit) <= PURSUIT)
            .map(|fighter| *fighter.id)
            .collect()
    }
}

/// The next question about a chase; settles those about which nothing is left to ask.
pub fn next_question(ctx: &mut WriteContext) -> Option<Question> {
    loop {
        let mut departure = ctx.plan.departures.first()?.clone();
        let (question, settled) = {
            let read = ctx.read();
            let quarry = read.fighter(departure.who);
            if departure.asking.is_empty() && departure.pursuers.is_empty() && !departure.asked {
                departure.asking = read
                    .sides_after(quarry.side())
                    .into_iter()
                    .filter(|side| read.hostile(*side, quarry.side()))
                    .collect();
                departure.asking.reverse();
                departure.asked = true;
            }
            let mut question = None;
            // Only those who were on the map count; riders are caught with their mounts.
            while let Some(&side) = departure.asking.last() {
                let pursuers = read.pursuers(side, departure.exit, &departure.pursuers);
                if pursuers.is_empty() {
                    departure.asking.pop();
                    continue;
                }
                let sent = pursuers_of(&read, side, &departure.pursuers);
                let decline = if sent.is_empty() {
                    "Send no pursuer"
                } else {
                    "Send no more pursuers"
                };
                let mut pursue = Offer::new(actions::PURSUE, "Send a pursuer", &[R121, RR59]);
                pursue.targets = targets_of(&pursuers);
                question = Some(Question {
                    side,
                    actor: None,
                    kind: decisions::PURSUIT,
                    prompt: prompt(&read, &quarry, side, &departure.pursuers),
                    against: None,
                    sealed: false,
                    offers: vec![Offer::new(actions::NONE, decline, &[R121, RR59]), pursue],
                });
                break;
            }
            let settled = question.is_none();
            (question, settled)
        };
        if let Some(first) = ctx.plan.departures.first_mut() {
            *first = departure;
        }
        if settled {
            let departure = ctx.plan.departures.remove(0);
            settle(ctx, &departure);
            continue;
        }
        return question;
    }
}

/// What comes of the chase that a side is asked about, if nobody is sent besides; `None` if nobody is sent
/// at all of whom it knows (ZON-105, ZON-121 to ZON-123).
pub(crate) fn forecast(
    read: &ReadContext<'_, '_>,
    side: SideId,
    choice: &Choice,
) -> Option<Forecast> {
    let departure = read.plan.departures.first()?;
    let mut pursuers = departure.pursuers.clone();
    pursuers.retain(|who| read.is_known_to(&read.fighter(*who), side));
    if choice.action == actions::PURSUE {
        pursuers.push(target_of(choice)?);
    }
    if pursuers.is_empty() {
        return None;
    }
    let quarry = read.fighter(departure.who);
    let paces: Vec<_> = pursuers
        .iter()
        .map(|who| pace(&read.fighter(*who)))
        .collect();
    let save = read.save(quarry.build.0.agility);
    let (caught, chances) = match outlook(pace(&quarry), &paces) {
        Outlook::Escapes => (0.0, Vec::new()),
        Outlook::Caught => (1.0, Vec::new()),
        Outlook::Save => (1.0 - save.chance(), vec![save.breakdown(save::AGI)]),
    };
    Some(Forecast {
        headline: format!("go after {}", quarry.name()),
        chances,
        outcomes: told(&[("is caught", caught), ("gets away", 1.0 - caught)]),
        subject: Some(departure.who),
        changes: vec![(conditions::IS_CAUGHT, caught)],
        branches: 2,
        ..Forecast::default()
    })
}

/// Those of a side who pursue already.
fn pursuers_of(
    read: &ReadContext<'_, '_>,
    side: SideId,
    pursuers: &[CombatantId],
) -> Vec<CombatantId> {
    let own = |who: &CombatantId| read.fighter(*who).side() == side;
    pursuers.iter().copied().filter(own).collect()
}

/// The question who is sent, besides those who are.
fn prompt(
    read: &ReadContext<'_, '_>,
    quarry: &FighterView<'_, '_>,
    side: SideId,
    pursuers: &[CombatantId],
) -> String {
    let sent: Vec<String> = pursuers_of(read, side, pursuers)
        .into_iter()
        .map(|who| read.fighter(who).name().to_owned())
        .collect();
    let besides = if sent.is_empty() {
        String::new()
    } else {
        format!(" besides {}", sent.join(", "))
    };
    format!(
        "{} has left the map. Who pursues it{besides}?",
        quarry.name()
    )
}

/// Takes in who pursues.
pub fn take_in(ctx: &mut WriteContext, _decision: &Decision, choice: &Choice) {
    let Some(departure) = ctx.plan.departures.first_mut() else {
        return;
    };
    match target_of(choice) {
        Some(who) if choice.action == actions::PURSUE => {
            departure.pursuers.push(who);
            ctx.plan.chasing.push(who);
        }
        _ => {
            departure.asking.pop();
        }
    }
}

/// Settles one chase (ZON-121 to ZON-123).
fn settle(ctx: &mut WriteContext, departure: &crate::turn::round::Departure) {
    if departure.pursuers.is_empty() {
        return;
    }
    for pursuer in &departure.pursuers {
        stealth::reveal(ctx, *pursuer, &[RR95]);
    }
    let (outlook, save) = {
        let read = ctx.read();
        let quarry = read.fighter(departure.who);
        let pursuers: Vec<_> = departure
            .pursuers
            .iter()
            .map(|who| pace(&read.fighter(*who)))
            .collect();
        (
            outlook(pace(&quarry), &pursuers),
            read.save(quarry.build.0.agility),
        )
    };
    let escapes = match outlook {
        Outlook::Escapes => true,
        Outlook::Caught => false,
        Outlook::Save => {
            let rolled = save.roll(&mut *ctx.dice);
            ctx.saved(
                departure.who,
                "outrunning the pursuers",
                (&save, save::AGI, rolled),
                &[R121, RR59],
            );
            rolled.passed
        }
    };
    let rule = match outlook {
        Outlook::Escapes => R122,
        Outlook::Caught => R123,
        Outlook::Save => R121,
    };
    if escapes {
        let text = "gets away".to_owned();
        let event = Event::Note {
            who: departure.who,
            text,
            unforeseen: false,
        };
        ctx.write(event, &[rule, RR59]);
        ctx.plan.tired.extend(&departure.pursuers);
        return;
    }
    let round = ctx.flow.round + 1;
    let riders: Vec<CombatantId> = {
        let read = ctx.read();
        let left = |who: &CombatantId| *read.fighter(*who).vitality == Vitality::Left;
        read.riders(departure.who)
            .into_iter()
            .filter(left)
            .collect()
    };
    for who in std::iter::once(departure.who).chain(riders) {
        harm::set_vitality(ctx, who, Vitality::Active, &[rule, RR59]);
        let mut fighter = ctx.fighter_mut(who);
        fighter.mind.caught_in = Some(round);
        fighter.mind.escaped = false;
    }
    bring_back(ctx, departure.who, departure.exit, words::IS_CAUGHT);
    for &pursuer in &departure.pursuers {
        bring_back(ctx, pursuer, departure.exit, words::CATCHES_UP);
    }
    // Pursuers leave their captives behind.
    holds::break_distant(ctx);
}

/// Puts somebody into the nearest free cell to an exit.
fn bring_back(ctx: &mut WriteContext, who: CombatantId, exit: Cell, how: Placement) {
    if let Some(cell) = shove::room_for(ctx, who, exit) {
        shove::place(ctx, who, cell, how, &[RR59]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ZON-E69: chases without a roll.
    #[test]
    fn zon_e69_speed_and_staying_power_decide() {
        let pursuer = [(4, 1)];
        let quarries = [(6, 1), (4, 2), (4, 0), (2, 1), (6, 0)];
        let expected = [
            Outlook::Escapes,
            Outlook::Escapes,
            Outlook::Caught,
            Outlook::Caught,
            Outlook::Save,
        ];
        for (quarry, expected) in quarries.into_iter().zip(expected) {
            assert_eq!(outlook(quarry, &pursuer), expected);
        }
        assert_eq!(outlook((4, 1), &pursuer), Outlook::Save);
    }
}
