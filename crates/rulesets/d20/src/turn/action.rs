//! Actions on a number: everybody who acts on it says in secret what it does, and all attacks are made together
//! (D20-024, D20-027, D20-028, D20-R12).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Candidates, ChangeLater, CombatantId, DiceCup, Event, Flow, Scribe, Target, Writer, add_stage,
    flow::Question,
    sealed::{self, Revealed, is_revealed},
};
use shieldwall_content::level::DeviceTime;

use crate::{
    attack::{
        Occasion,
        acts::NumberAction,
        blind_blows,
        done::Done,
        free_attacks::{Interlude, Provoking},
        grips,
        spawning::{self, Announced},
    },
    content::blocks::Weapon,
    feats::PendingFeats,
    figure::{
        Pinned,
        battlefield::{Battlefield, Figure},
        contrivances::Contrivance,
        count::Count,
        round::{Exertion, Numbers, Task, TwoWeapons},
    },
    spells::{PendingSpell, PendingSpells},
    stages::{self, Action, is_sealed, is_undisturbed},
    terms::{
        decisions::ACTION,
        rules::{R024, R089},
    },
    turn::candidates,
};

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Action);
    app.add_systems(
        Action,
        (
            sealed::keep,
            ask.run_if(is_undisturbed(stages::action())),
            sealed::reveal.run_if(is_sealed),
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
        let has_chosen = sealed::has_chosen(&flow, id);
        // A combatant that moves after its attack makes one in all (D20-031).
        let moves_later = count.late.contains(&id) && !who.round.exertion.drew;
        if has_chosen && moves_later {
            continue;
        }
        let mut all = Candidates::offers_alone();
        candidates::candidates(&field, &who, &done(&field, &flow, &who), &mut all);
        let offers = all.into_offers();
        if offers.len() < 2 {
            continue;
        }
        let prompt = format!("What does {} do?", who.name());
        flow.ask(Question::new(who.side(), *who.id, ACTION, prompt, offers).sealed());
        return;
    }
}

/// Use that a combatant has made of its numbers, with what it has chosen in secret.
pub fn done(field: &Battlefield<'_, '_>, flow: &Flow, who: &Figure<'_, '_>) -> Done {
    let chosen = sealed::chosen(flow, *who.id);
    let actions = chosen.filter_map(|(decision, choice)| decision.act(choice).copied());
    Done::with(field, who, actions)
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
    field: Battlefield,
    mut revealed: ResMut<Revealed>,
    mut spells: ResMut<PendingSpells>,
    mut feats: ResMut<PendingFeats>,
    mut commands: Commands,
    mut provoking: Provoking,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let chosen = std::mem::take(&mut revealed.0);
    let mut attackers: Vec<(CombatantId, usize, bool)> = Vec::new();
    let mut released: Vec<CombatantId> = Vec::new();
    let mut attacks: Vec<Announced> = Vec::new();
    let mut tasks: Vec<(CombatantId, Task)> = Vec::new();
    let mut fumbles: Vec<Announced> = Vec::new();
    for (decision, choice) in chosen {
        let (Some(who), Some(action)) = (decision.actor, decision.act(&choice).copied()) else {
            continue;
        };
        let figure = field.figure(who);
        let one_less = left_after_one_more(&figure);
        let mut other_hand = false;
        let left = match action {
            NumberAction::Pass => continue,
            NumberAction::Release => {
                released.extend(field.pinned_by(&figure));
                continue;
            }
            NumberAction::Adjust => {
                tasks.push((who, Task::Helmet));
                continue;
            }
            NumberAction::Extract => {
                let patient = choice.target.and_then(Target::combatant);
                tasks.extend(patient.map(|patient| (who, Task::Extract(patient))));
                continue;
            }
            NumberAction::Cast(item) | NumberAction::UseWand(item) => {
                let wand = matches!(action, NumberAction::UseWand(_));
                spells.0.push_back(PendingSpell {
                    who,
                    item,
                    target: choice.target,
                    wand,
                    lost: false,
                });
                if !wand {
                    continue;
                }
                one_less
            }
            NumberAction::Use(thing) => {
                feats.queue.push_back((who, thing));
                match thing {
                    Contrivance::Device(place) if takes_a_round(&field, place) => 0,
                    _ => one_less,
                }
            }
            NumberAction::StrikeAir(_) => {
                let event = Event::Note {
                    who,
                    text: "strikes into the air".to_owned(),
                    unforeseen: false,
                };
                scribe.write(event, &[R089]);
                if let Some(arm) = action.arm(&field, &figure) {
                    fumbles.extend(blind_blows::strike(who, &arm, &mut cup, &mut scribe));
                }
                one_less
            }
            _ => {
                let Some(attack) = action.attack(&field, who, &choice) else {
                    continue;
                };
                if let TwoWeapons::TwoAttacks { other } = *figure.round.two_weapons {
                    other_hand = attack.weapon == Weapon::Item(other);
                }
                attacks.push(attack);
                // The second number of a bow is for a second shot only (D20-R11).
                if matches!(action, NumberAction::Shoot(_)) {
                    usize::MAX
                } else {
                    one_less
                }
            }
        };
        attackers.push((who, left, other_hand));
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
        &mut scribe,
    );
    for (who, left, other_hand) in attackers {
        let entity = field.entity(who);
        commands.change(entity, move |exertion: &mut Exertion| {
            exertion.attacks += 1;
            exertion.other_hand |= other_hand;
        });
        commands.change(entity, move |numbers: &mut Numbers| {
            numbers.0.truncate(left);
        });
    }
    for held in released {
        if let Some(holder) = field.figure(held).pinned.0 {
            commands.change(field.entity(held), |pinned: &mut Pinned| pinned.0 = None);
            grips::link(holder, held, false, &mut scribe);
        }
    }
    for (who, chosen) in tasks {
        let entity = field.entity(who);
        commands.change(entity, move |task: &mut Task| *task = chosen);
        commands.change(entity, |exertion: &mut Exertion| {
            exertion.spent = true;
            exertion.moved = true;
        });
        commands.change(entity, |numbers: &mut Numbers| numbers.0.clear());
    }
}

/// Ends the actions of the number when everybody has acted.
fn end(count: Res<Count>, revealed: Res<Revealed>, mut flow: ResMut<Flow>) {
    if count.actors.is_empty() && revealed.0.is_empty() && flow.sealed().is_empty() {
        flow.pop();
    }
}
