//! Rounds and alternating activations (ZON-001 to ZON-011, ZON-106, ZON-R13 to ZON-R15, ZON-R50,
//! ZON-R57).

use shieldwall_battle::{
    CombatantId, Event, Offer, SideId, Target, Targets, flow::Question, journal::Rolled,
};
use shieldwall_dice::{Dice, Face};

use crate::{
    attack_offers::targets_of,
    character::{Turn, TurnState},
    field::Field,
    fray::Fray,
    round::Snapshot,
    rules::{
        R001, R002, R003, R004, R005, R006, R007, R009, R010, R011, R106, R148, RR13, RR14, RR15,
        RR50, RR57, RR59,
    },
    stages, stealth, turn, verbs, victory,
    views::FighterView,
    words,
};

impl Field<'_, '_> {
    /// Whether a side has anybody in the fight (ZON-R13).
    #[must_use]
    pub fn has_fighters(&self, side: SideId) -> bool {
        self.all()
            .any(|fighter| fighter.side() == side && fighter.is_fighting())
    }

    /// The sides that have a place in this round, in their cycle from red on: those with somebody in
    /// the fight, and in the bonus round with an ambusher (ZON-R13, ZON-R50).
    #[must_use]
    pub fn cycle(&self) -> Vec<SideId> {
        SideId::first(self.board.level.sides.len())
            .filter(|side| {
                self.all().any(|fighter| {
                    fighter.side() == *side
                        && fighter.is_fighting()
                        && (!self.plan.bonus || fighter.mind.ambusher)
                })
            })
            .collect()
    }

    /// The characters that a side could activate now, mounts before their riders, in roster order
    /// (ZON-003, ZON-106, ZON-148).
    #[must_use]
    pub fn activatable(&self, side: SideId) -> Vec<CombatantId> {
        self.all()
            .filter(|fighter| fighter.side() == side && self.can_activate(fighter))
            .map(|fighter| *fighter.id)
            .collect()
    }

    fn can_activate(&self, fighter: &FighterView<'_, '_>) -> bool {
        fighter.is_ready()
            && (!self.plan.bonus || fighter.mind.ambusher)
            && !fighter.turn.swept_along
            && (!fighter.is_vehicle() || self.is_driven(*fighter.id))
            && self.has_usable_turn(fighter)
    }

    /// Whether a turn is of any use to a character: one held by a larger holder has none (ZON-142).
    #[must_use]
    pub fn has_usable_turn(&self, fighter: &FighterView<'_, '_>) -> bool {
        !fighter.is_grabbed() || self.may_break_free(fighter)
    }

    /// Whether a side may pass: not while somebody broken has a turn that it can use (ZON-R57).
    #[must_use]
    pub fn may_pass(&self, side: SideId) -> bool {
        !self
            .activatable(side)
            .into_iter()
            .any(|who| self.breaking(&self.fighter(who)).is_some())
    }
}

/// Begins a round: turns are fresh, and the holder of the initiative says who begins (ZON-001,
/// ZON-009).
pub fn open_round(mut fray: Fray) {
    if let Some((_, choice)) = fray.flow.take_answer() {
        let first = match choice.target {
            Some(Target::Party(side)) => Some(side),
            _ => None,
        };
        begin_activations(&mut fray, first);
        return;
    }
    if !fray.plan.opened {
        fray.plan.opened = true;
        find_holder(&mut fray);
        refresh(&mut fray);
    }
    if victory::check(&mut fray) {
        return;
    }
    let cycle = fray.field().cycle();
    let holder = holder_now(&fray, &cycle);
    fray.plan.holder = fray.plan.holder.or(holder);
    let asks = holder.filter(|holder| cycle.contains(holder));
    let (Some(holder), true) = (asks, cycle.len() > 1) else {
        begin_activations(&mut fray, None);
        return;
    };
    let mut offer = Offer::new(verbs::FIRST, "Begins", &[R009]);
    // Its own side first: the least choice.
    let others = cycle.into_iter().filter(|side| *side != holder);
    let sides = std::iter::once(holder).chain(others);
    offer.targets = Targets::AnyOf(sides.map(Target::Party).collect());
    fray.ask(Question {
        side: holder,
        actor: None,
        kind: verbs::FIRST_FACTION_DECISION,
        prompt: "You hold the initiative. Who begins this round?".to_owned(),
        against: None,
        sealed: false,
        offers: vec![offer],
    });
}

/// Who holds the initiative now: if its holder has nobody left, the next in the cycle (ZON-R14).
fn holder_now(fray: &Fray, cycle: &[SideId]) -> Option<SideId> {
    let field = fray.field();
    let holder = fray.plan.holder?;
    if field.has_fighters(holder) {
        return Some(holder);
    }
    field
        .sides_after(holder)
        .into_iter()
        .find(|side| cycle.contains(side))
}

/// Gives the initiative to who opened hostilities, or by chance (ZON-010, ZON-011, ZON-R14).
fn find_holder(fray: &mut Fray) {
    if fray.plan.holder.is_some() {
        return;
    }
    let settings = &fray.rules.settings;
    let named = settings.starter.or(settings.ambush.first().copied());
    if let Some(name) = named {
        let side = SideId(u8::try_from(name.index()).unwrap_or(0));
        fray.plan.holder = Some(side);
        return;
    }
    let count = fray.board.level.sides.len();
    let place = fray.dice.one_of(count);
    let side = SideId(u8::try_from(place).unwrap_or(0));
    fray.plan.holder = Some(side);
    let spokesman = {
        let field = fray.field();
        field
            .all()
            .find(|fighter| fighter.side() == side)
            .map(|fighter| *fighter.id)
    };
    let number = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    if let Some(who) = spokesman {
        fray.journal.write(
            Event::Rolled(Rolled {
                who,
                purpose: "the initiative".to_owned(),
                dice: vec![Face {
                    sides: number(count),
                    face: number(place + 1),
                }],
                chance: None,
                total: None,
                outcome: None,
            }),
            &[R010, R011, RR14],
        );
    }
}

/// Opens the round in the journal; turns and counts are fresh (ZON-001).
fn refresh(fray: &mut Fray) {
    let ambush = fray.flow.round == 0
        && fray.fighters.iter().any(|fighter| {
            fighter.mind.ambusher && *fighter.vitality == shieldwall_battle::Vitality::Active
        })
        && !fray.plan.bonus;
    if ambush {
        fray.plan.bonus = true;
        fray.journal.write(
            Event::StageBegan {
                stage: stages::AMBUSH,
            },
            &[R106, RR50],
        );
    } else {
        fray.plan.bonus = false;
        fray.flow.round += 1;
        let round = fray.flow.round;
        fray.journal.set_round(round);
        fray.journal.write(Event::RoundBegan, &[R001]);
        fray.journal.write(
            Event::StageBegan {
                stage: stages::INITIATIVE,
            },
            &[R009],
        );
    }
    let first = !std::mem::replace(&mut fray.plan.begun, true);
    let ids: Vec<CombatantId> = fray.roster.combatant_ids().collect();
    let tired = std::mem::take(&mut fray.plan.tired);
    let spent = std::mem::take(&mut fray.plan.spent_at_start);
    let mut at_start = Vec::with_capacity(ids.len());
    for who in ids {
        let (steps_kept, swept) = {
            let mut fighter = fray.fighter_mut(who);
            let swept = fighter.turn.swept_along;
            // How somebody begins the battle counts in its first round, not in the bonus round before.
            let begins_spent = first && fighter.turn.state == TurnState::Spent;
            let kept = (begins_spent && !ambush) || spent.contains(&who);
            *fighter.turn = Turn::default();
            if kept {
                fighter.turn.state = TurnState::Spent;
            }
            at_start.push(Snapshot {
                fighting: *fighter.vitality == shieldwall_battle::Vitality::Active,
                health: fighter.health.current,
            });
            let begins_distracted = first && fighter.mind.distracted;
            if begins_spent && ambush {
                fray.plan.spent_at_start.push(who);
            }
            if begins_distracted && ambush {
                fray.plan.distracted_at_start.push(who);
            }
            (kept, swept)
        };
        if swept {
            fray.set_condition(who, words::SWEPT_ALONG, false, &[R001]);
        }
        if tired.contains(&who) && !steps_kept {
            fray.fighter_mut(who).turn.state = TurnState::Spent;
            let event = Event::Turn {
                who,
                state: words::SPENT,
            };
            fray.write_about(who, event, &[RR59]);
        }
    }
    fray.plan.at_start = at_start;
    fray.plan.activated = false;
    fray.plan.passes = 0;
    fray.plan.departures.clear();
    fray.plan.chasing.clear();
    if fray.flow.round == 1 && !ambush {
        // Starting places of ambushers are tested when the bonus round is over (ZON-R52).
        let ids: Vec<CombatantId> = fray.roster.combatant_ids().collect();
        for who in ids {
            fray.fighter_mut(who).mind.lurking = false;
        }
    }
    if !ambush {
        if stealth::anybody_concealed(fray) {
            stealth::test_all(fray);
        }
        stealth::note_sightings(fray);
    }
}

/// Hands over to the activations, with the first place for a side.
fn begin_activations(fray: &mut Fray, first: Option<SideId>) {
    let cycle = fray.field().cycle();
    fray.plan.place = first.or(fray.plan.holder.filter(|holder| cycle.contains(holder)));
    if fray.plan.place.is_none() {
        fray.plan.place = cycle.first().copied();
    }
    fray.plan.opened = false;
    fray.plan.had_place = None;
    fray.flow.replace(stages::activation());
}

/// Gives the side whose place it is its choice: activate somebody, or pass (ZON-002 to ZON-007).
pub fn next_place(mut fray: Fray) {
    if let Some((decision, choice)) = fray.flow.take_answer() {
        let who = match choice.target {
            Some(Target::Combatant(who)) if choice.verb == verbs::ACTIVATE => Some(who),
            _ => None,
        };
        match who {
            Some(who) => {
                fray.plan.passes = 0;
                fray.plan.activated = true;
                fray.plan.had_place = Some(decision.side);
                turn::begin(&mut fray, who);
            }
            None => pass(&mut fray, decision.side, false),
        }
        return;
    }
    if !fray.plan.opened {
        fray.plan.opened = true;
        if !fray.plan.bonus {
            let stage = stages::ACTIVATION;
            fray.journal.write(Event::StageBegan { stage }, &[R002]);
        }
    }
    if !fray.plan.chores.is_empty() {
        fray.flow.push(stages::chores());
        return;
    }
    if victory::check(&mut fray) {
        return;
    }
    if let Some(side) = fray.plan.had_place.take() {
        move_on(&mut fray, side);
    }
    let (cycle, place) = {
        let field = fray.field();
        let cycle = field.cycle();
        let place = fray.plan.place.unwrap_or(SideId::RED);
        // A side with nobody left is skipped and does not count (ZON-R13).
        let place = if cycle.contains(&place) {
            Some(place)
        } else {
            field
                .sides_after(place)
                .into_iter()
                .find(|side| cycle.contains(side))
        };
        (cycle, place)
    };
    let Some(place) = place else {
        close(&mut fray);
        return;
    };
    fray.plan.place = Some(place);
    if fray.plan.passes as usize >= cycle.len() {
        close(&mut fray);
        return;
    }
    let ready = fray.field().activatable(place);
    if ready.is_empty() {
        pass(&mut fray, place, true);
        return;
    }
    fray.journal
        .write(Event::Place { side: place }, &[R002, RR13]);
    let may_pass = fray.field().may_pass(place);
    let mut activate = Offer::new(verbs::ACTIVATE, "Activate", &[R002, R003, R148]);
    activate.targets = targets_of(&ready);
    let mut offers = vec![activate];
    if may_pass {
        offers.push(Offer::new(verbs::PASS, "Pass", &[R004, R006, R007, RR15]).closing());
    } else if let Some(offer) = offers.first_mut() {
        offer.rules.push(RR57);
    }
    fray.ask(Question {
        side: place,
        actor: None,
        kind: verbs::ACTIVATION_DECISION,
        prompt: "Whom do you send into action?".to_owned(),
        against: None,
        sealed: false,
        offers,
    });
}

fn pass(fray: &mut Fray, side: SideId, forced: bool) {
    fray.plan.passes += 1;
    let in_a_row = fray.plan.passes;
    let rules: &[_] = if forced { &[R005, R006] } else { &[R004, R006] };
    fray.journal.write(
        Event::Passed {
            side,
            forced,
            in_a_row,
        },
        rules,
    );
    fray.plan.had_place = Some(side);
}

/// Gives the next place to the side after this one.
fn move_on(fray: &mut Fray, side: SideId) {
    let next = {
        let field = fray.field();
        let cycle = field.cycle();
        field
            .sides_after(side)
            .into_iter()
            .find(|side| cycle.contains(side))
    };
    fray.plan.place = next.or(Some(side));
}

/// All have passed in a row: the round is over (ZON-006).
fn close(fray: &mut Fray) {
    fray.plan.opened = false;
    fray.flow.replace(stages::round_end());
}
