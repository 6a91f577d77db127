//! Actions on a number: everybody who acts on it says in secret what it does, and all attacks are made together
//! (D20-024, D20-027, D20-028, D20-R12).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Event, Flow, Journal, Roster, Target, add_stage};
use shieldwall_content::level::DeviceTime;

use crate::{
    attack::{
        Occasion, blind_blows,
        free_attacks::{Interlude, Provoking},
        grips,
        offers::{self, Done},
        spawning::{self, Announced},
    },
    content::blocks::Weapon,
    feats::{self, PendingFeats},
    figure::{
        Pinned,
        battlefield::{Battlefield, Figure},
        contrivances::Contrivance,
        count::Count,
        round::{Exertion, Numbers, Task, TwoWeapons},
    },
    revealed::{self, Revealed, is_revealed, question},
    spells::{PendingSpell, PendingSpells},
    stages::{self, Action, is_sealed, is_undisturbed},
    terms::{
        actions::{ADJUST, CAST, EXTRACT, RELEASE, SHOOT, STRIKE_AT, USE_PROP, USE_WAND},
        decisions::ACTION,
        rules::{R024, R089},
    },
    turn::action_offers,
};

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Action);
    app.add_systems(
        Action,
        (
            revealed::keep,
            ask.run_if(is_undisturbed(stages::action())),
            revealed::reveal.run_if(is_sealed),
            attack.run_if(is_revealed),
            end.run_if(is_undisturbed(stages::action())),
        )
            .chain(),
    );
}

/// Asks the next one who can attack anybody, once for each of its equal numbers; the others let their number go by.
fn ask(field: Battlefield, mut count: ResMut<Count>, mut flow: ResMut<Flow>) {
    while !count.actors.is_empty() {
        let id = count.actors.remove(0);
        let who = field.figure(id);
        if !who.has_numbers() {
            continue;
        }
        let chosen: Vec<_> = revealed::chosen(&flow, id).collect();
        // A combatant that moves after its attack makes one in all (D20-031).
        let moves_later = count.late.contains(&id) && !who.round.exertion.drew;
        if !chosen.is_empty() && moves_later {
            continue;
        }
        let done = Done::with(&field, &who, chosen);
        let offers = action_offers::offers(&field, &who, &done);
        if offers.len() < 2 {
            continue;
        }
        let prompt = format!("What does {} do?", who.name());
        flow.ask(question(&who, ACTION, true, prompt, offers));
        return;
    }
}

/// Attacks that somebody has left after one more.
fn left_after_one_more(who: &Figure<'_, '_>) -> usize {
    let made = who.round.exertion.attacks + 1;
    usize::from(who.attacks().saturating_sub(made))
}

/// Whether a device takes the whole round.
fn takes_a_round(field: &Battlefield<'_, '_>, place: usize) -> bool {
    let device = field.board.level.devices.get(place);
    device.is_some_and(|device| device.takes == DeviceTime::Round)
}

/// Makes the attacks that were chosen, all of them as things stand now.
fn attack(
    mut figures: ParamSet<(
        Battlefield,
        Query<(&mut Exertion, &mut Numbers, &mut Task)>,
        Query<&mut Pinned>,
    )>,
    roster: Res<Roster>,
    mut revealed: ResMut<Revealed>,
    mut spells: ResMut<PendingSpells>,
    mut feats: ResMut<PendingFeats>,
    mut commands: Commands,
    mut provoking: Provoking,
    mut cup: ResMut<DiceCup>,
    mut journal: ResMut<Journal>,
) {
    let field = figures.p0();
    let chosen = std::mem::take(&mut revealed.0);
    let mut attackers: Vec<(CombatantId, usize, bool)> = Vec::new();
    let mut released: Vec<CombatantId> = Vec::new();
    let mut attacks: Vec<Announced> = Vec::new();
    let mut tasks: Vec<(CombatantId, Task)> = Vec::new();
    let mut fumbles: Vec<Announced> = Vec::new();
    for (who, choice) in chosen {
        let task = match (choice.action, choice.target) {
            (EXTRACT, Some(Target::Combatant(patient))) => Some(Task::Extract(patient)),
            (ADJUST, _) => Some(Task::Helmet),
            _ => None,
        };
        if let Some(task) = task {
            tasks.push((who, task));
            continue;
        }
        if choice.action == RELEASE {
            released.extend(field.pinned_by(&field.figure(who)));
            continue;
        }
        if let (CAST | USE_WAND, Some(item)) = (choice.action, choice.item) {
            let wand = choice.action == USE_WAND;
            spells.0.push_back(PendingSpell {
                who,
                item,
                target: choice.target,
                wand,
                lost: false,
            });
            if wand {
                let figure = field.figure(who);
                attackers.push((who, left_after_one_more(&figure), false));
            }
            continue;
        }
        if choice.action == USE_PROP
            && let Some(contrivance) = feats::offers::meant(&field, choice.target)
        {
            feats.queue.push_back((who, contrivance));
            let left = match contrivance {
                Contrivance::Device(place) if takes_a_round(&field, place) => 0,
                _ => left_after_one_more(&field.figure(who)),
            };
            attackers.push((who, left, false));
            continue;
        }
        if choice.action == STRIKE_AT {
            let event = Event::Note {
                who,
                text: "strikes into the air".to_owned(),
                unforeseen: false,
            };
            journal.write(event, &[R089]);
            fumbles.extend(blind_blows::strike(
                &field,
                who,
                &choice,
                &mut cup,
                &mut journal,
            ));
            let figure = field.figure(who);
            attackers.push((who, left_after_one_more(&figure), false));
            continue;
        }
        let Some(announced) = offers::announced(&field, who, &choice) else {
            continue;
        };
        // The second number of a bow is for a second shot only (D20-R11).
        let left = if choice.action == SHOOT {
            usize::MAX
        } else {
            left_after_one_more(&field.figure(who))
        };
        let figure = field.figure(who);
        let other_hand = match *figure.round.two_weapons {
            TwoWeapons::TwoAttacks { other } => announced.weapon == Weapon::Item(other),
            TwoWeapons::One | TwoWeapons::Guard => false,
        };
        attackers.push((who, left, other_hand));
        attacks.push(announced);
    }
    // Results of fumbles come last.
    provoking.provoke(fumbles.into_iter().map(Interlude::Fumble));
    let flow: &mut Flow = &mut provoking.flow;
    // Attacks come first: one that hits on the same number still takes a spell (D20-R73).
    if !feats.queue.is_empty() {
        flow.push(crate::feats::stage());
    }
    if !spells.0.is_empty() {
        flow.push(crate::spells::stage());
    }
    spawning::begin(
        attacks,
        Occasion::Number,
        &[R024],
        &mut commands,
        flow,
        &mut journal,
    );
    for (who, left, other_hand) in attackers {
        if let Ok((mut exertion, mut numbers, _)) = figures.p1().get_mut(roster.combatant(who)) {
            exertion.attacks += 1;
            exertion.other_hand |= other_hand;
            numbers.0.truncate(left);
        }
    }
    for held in released {
        if let Ok(mut pinned) = figures.p2().get_mut(roster.combatant(held))
            && let Some(holder) = pinned.0.take()
        {
            grips::link(holder, held, false, &mut journal);
        }
    }
    for (who, chosen) in tasks {
        if let Ok((mut exertion, mut numbers, mut task)) =
            figures.p1().get_mut(roster.combatant(who))
        {
            *task = chosen;
            exertion.spent = true;
            exertion.moved = true;
            numbers.0.clear();
        }
    }
}

/// Ends the actions of the number when everybody has acted.
fn end(count: Res<Count>, revealed: Res<Revealed>, mut flow: ResMut<Flow>) {
    if count.actors.is_empty() && revealed.0.is_empty() && flow.sealed().is_empty() {
        flow.pop();
    }
}
