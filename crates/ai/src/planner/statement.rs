//! Stating an intention: what to do, to which target, with what, and how far to go for it.

use shieldwall_battle::{
    ActionRole, Battle, CellOption, Choice, CombatantId, Decision, MoveCost, Offer, Target, Targets,
};
use shieldwall_grid::Cell;

use super::{
    Thought, Tools,
    action_kind::ActionKind,
    aid, arms, defence,
    positioning::{Positioning, Stand, Strike, Wish},
    turn,
};

/// The worth of hit points that a spell gives back, as a share of those that are missing.
const REGAINED: f64 = 0.4;
/// The most that one spell is worth.
const MOST_REGAINED: f64 = 0.2;

/// The share of a shot's worth that reloading for it is worth.
const LOADING: f64 = 0.55;

/// The share of that which is left with an enemy at one's throat.
const LOADING_ENGAGED: f64 = 0.4;

/// What it is worth to be out of sight while the enemy is expected.
const HIDING: f64 = 0.03;

/// States an intention.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let me = &thought.situation.me;
    if let Some(choice) = lever(battle, tools, decision, thought) {
        return Some(choice);
    }
    let mut cells = battle.reachable(me.id);
    if !cells.iter().any(|option| option.cell == me.cell) {
        cells.push(CellOption::plain(me.cell, MoveCost::NOTHING));
    }
    let last_band = arms::attacks(decision)
        .filter_map(arms::last_band)
        .max()
        .or_else(|| cells.iter().map(|option| option.band).max())
        .unwrap_or(0);
    tools.memory.saw_last_band(me.id, last_band);
    let mut best: Option<(f64, Choice)> = None;
    let mut consider = |worth: f64, choice: Choice| {
        let worth = worth + noise();
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, choice));
        }
    };
    let positioning = thought.positioning(last_band);
    let mut strikes = false;
    let armed = arms::better_armed(battle, tools, decision, &thought.outlook);
    // Bare hands are the last resort.
    let attack = match armed {
        Some(_) => None,
        None => attack(
            battle,
            tools,
            decision,
            (thought, &positioning),
            &cells,
            last_band,
        ),
    };
    if let Some((stand, choice)) = attack {
        // An attack meets an enemy that comes as well, and a move goes past it.
        strikes = stand.strike.is_some() || positioning.is_threatened(stand.option.cell);
        let (gain, choice) =
            defence::beside_an_attack(battle, tools, decision, &positioning, (&stand, choice));
        consider(stand.worth + gain, choice);
    }
    let care = aid::wish(tools, thought);
    let waking: Vec<(CombatantId, Wish)> = thought
        .situation
        .fallen_friends
        .iter()
        .filter_map(|friend| Some((friend.id, aid::wish_to_wake(tools, thought, friend.id)?)))
        .collect();
    // To do nothing is only to stay, if a move is stated by itself.
    let stays = thought.posture.holds || offered_cells(decision).is_none();
    // Only beginners look for shelter while they can strike, if a move is stated in place of an attack.
    let comes_on = strikes && tools.skill.comes_on(thought.salt) && !thought.posture.escapes;
    let plans = tools.skill.plans();
    for offer in &decision.offers {
        let kind = ActionKind::of(offer.role);
        let moves = matches!(offer.targets, Targets::Cells(_));
        if kind == ActionKind::Idle && !stays || moves && comes_on {
            continue;
        }
        let open = places(decision, offer, &cells, me.cell);
        let mut best_stand =
            |wish: &Wish| -> Option<Stand> { positioning.best(battle, tools, &open, wish) };
        match kind {
            ActionKind::Reload => {
                if loaded(decision, offer) {
                    continue;
                }
                let Some(stand) = best_stand(&Wish::Shelter) else {
                    continue;
                };
                let mut worth = LOADING * tools.memory.shot(me.id);
                if thought.outlook.engaged {
                    worth *= LOADING_ENGAGED;
                }
                consider(
                    stand.worth + worth,
                    offer.choice(offer.target(0), arms::widest(offer, None)),
                );
            }
            ActionKind::Aid if offer.action.role == ActionRole::Cast => {
                if let Some(stand) = best_stand(&Wish::Shelter) {
                    let regained = regained(thought, offer);
                    consider(stand.worth + regained, offer.choice(offer.target(0), None));
                }
            }
            ActionKind::Aid => {
                if let Some(wish) = &care
                    && let Some(stand) = best_stand(wish)
                {
                    consider(
                        stand.worth,
                        offer.choice(offer.target(0), arms::widest(offer, None)),
                    );
                }
            }
            ActionKind::Wake => {
                for index in 0..offer.target_count() {
                    let target = offer.target(index);
                    let Some(Target::Combatant(id)) = target else {
                        continue;
                    };
                    if let Some((_, wish)) = waking.iter().find(|(sleeper, _)| *sleeper == id)
                        && let Some(stand) = best_stand(wish)
                    {
                        consider(stand.worth, offer.choice(target, arms::widest(offer, None)));
                    }
                }
            }
            ActionKind::Hide if thought.posture.holds && !thought.outlook.engaged && !me.hidden => {
                if let Some(stand) = best_stand(&Wish::Shelter) {
                    consider(
                        stand.worth + HIDING,
                        offer.choice(None, arms::widest(offer, None)),
                    );
                }
            }
            ActionKind::Idle | ActionKind::Move => {
                if let Some(stand) = best_stand(&Wish::Shelter) {
                    let pace = arms::widest(offer, Some(stand.option.band));
                    let target = match offer.targets {
                        Targets::Cells(_) => Some(Target::Cell(stand.option.cell)),
                        _ => offer.target(0),
                    };
                    consider(stand.worth, offer.choice(target, pace));
                }
            }
            _ if matches!(offer.role, ActionRole::Block | ActionRole::Boon) && plans => {
                if let Some(stand) = best_stand(&Wish::Shelter) {
                    let (worth, choice) = defence::alone(battle, &positioning, offer, &stand);
                    consider(worth, choice);
                }
            }
            _ => {}
        }
    }
    if let Some((worth, choice)) = armed {
        let here: Vec<CellOption> = cells
            .iter()
            .copied()
            .filter(|option| option.band <= last_band)
            .collect();
        let stand = positioning.best(battle, tools, &here, &Wish::Shelter);
        consider(worth + stand.map_or(0.0, |stand| stand.worth), choice);
    }
    let (_, choice) = best?;
    match (ActionKind::of(choice.action.role), choice.target) {
        (ActionKind::Ready, _) => tools.memory.readies(
            me.id,
            arms::item_of(choice.item, choice.target),
            thought.situation.round,
        ),
        (ActionKind::Wake, Some(Target::Combatant(sleeper))) => {
            tools.memory.wakes(sleeper, thought.situation.round);
        }
        _ => {}
    }
    Some(choice)
}

/// Works a lever at hand where gates bar the way, unless another of the side does so in this round.
fn lever(
    battle: &Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
) -> Option<Choice> {
    let choice = turn::lever(battle, decision, thought).filter(|_| thought.pull.barred)?;
    let Some(Target::Device(_, device)) = choice.target else {
        return None;
    };
    let round = thought.situation.round;
    if tools.memory.is_worked(device, round) {
        return None;
    }
    tools.memory.works(device, round);
    Some(choice)
}

/// The worth of a healing spell for its first target, the one that is hurt most.
fn regained(thought: &Thought, offer: &Offer) -> f64 {
    let patient = offer.target(0).and_then(Target::combatant);
    let situation = &thought.situation;
    let all = std::iter::once(&situation.me)
        .chain(&situation.friends)
        .chain(&situation.fallen_friends);
    let patient = all
        .filter(|fighter| Some(fighter.id) == patient)
        .map(|fighter| {
            let missing = fighter.max_hit_points - fighter.hit_points;
            f64::from(missing.max(0)) / f64::from(fighter.max_hit_points.max(1))
        });
    (REGAINED * patient.fold(0.0, f64::max)).min(MOST_REGAINED)
}

/// Whether the weapon of a reload offer can be shot as it is.
fn loaded(decision: &Decision, reload: &Offer) -> bool {
    let item = arms::item_of(reload.item, reload.target(0));
    item.is_some() && arms::attacks(decision).any(|offer| offer.item == item)
}

/// The best attack to state.
fn attack(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    (thought, positioning): (&Thought, &Positioning<'_>),
    cells: &[CellOption],
    last_band: u8,
) -> Option<(Stand, Choice)> {
    arms::attacks(decision).next()?;
    let open: Vec<CellOption> = cells
        .iter()
        .copied()
        .filter(|option| option.band <= last_band)
        .collect();
    let wish = Wish::Attack {
        missile: None,
        last_band,
        named: None,
    };
    let stand = positioning.best(battle, tools, &open, &wish)?;
    if let Some(strike) = stand.strike
        && strike.missile
    {
        tools.memory.saw_shot(thought.situation.me.id, strike.worth);
    }
    let strike = stand
        .strike
        .or_else(|| against_the_nearest(battle, tools, thought))?;
    let target = Target::Combatant(strike.target);
    let mut offers: Vec<(&Offer, bool)> = Vec::new();
    for offer in arms::attacks(decision) {
        let flies = arms::sends(battle, offer);
        if arms::can_aim(offer, target) {
            offers.push((offer, flies));
        }
    }
    // A weapon to strike with is not thrown because the target is still far.
    let (offer, _) = offers
        .iter()
        .find(|(offer, flies)| offer.item == strike.item && *flies == strike.missile)
        .or_else(|| offers.iter().find(|(_, flies)| *flies == strike.missile))?;
    // Where a statement binds, shooters and casters do not state that they run at an enemy that they cannot reach yet.
    let runs = arms::costs(offer) && stand.strike.is_none();
    if runs && positioning.lookout.range > 0.0 {
        return None;
    }
    // The pace is only a ceiling, and one may always go less far, unless a wide one costs something. Towards an enemy that is
    // still too far it goes as far as it can, and only the best do not hurry where a narrower pace will do.
    let in_no_hurry = tools.skill.plans() || strike.missile || stand.option.band == 0;
    let measured = stand.strike.is_some() && in_no_hurry;
    let band = (arms::costs(offer) && measured).then_some(stand.option.band);
    let choice = offer.choice(Some(target), arms::widest(offer, band));
    Some((stand, choice))
}

/// The places that an offer leaves open: its own cells, those within its paces, or where its actor stands, if others go.
fn places(decision: &Decision, offer: &Offer, cells: &[CellOption], here: Cell) -> Vec<CellOption> {
    if let Targets::Cells(own) = &offer.targets {
        return own.clone();
    }
    let within = |option: &&CellOption| match arms::last_band(offer) {
        Some(limit) => option.band <= limit,
        None => option.cell == here || offered_cells(decision).is_none(),
    };
    cells.iter().filter(within).copied().collect()
}

/// What to state if nobody can be reached yet: an attack on the one who comes first.
fn against_the_nearest(
    battle: &mut Battle,
    tools: &mut Tools,
    thought: &Thought,
) -> Option<Strike> {
    let me = &thought.situation.me;
    let foe = thought.outlook.foes.iter().min_by(|a, b| {
        let way = |foe: &super::outlook::Foe| foe.field.metres(me.cell);
        way(a).total_cmp(&way(b))
    })?;
    let attack_estimate = tools
        .odds
        .in_contact(battle, &tools.chronicle, me.id, &foe.fighter);
    Some(Strike {
        target: foe.fighter.id,
        item: attack_estimate.and_then(|attack_estimate| attack_estimate.item),
        missile: attack_estimate.is_some_and(|estimate| estimate.missile && !estimate.disarms),
        worth: 0.0,
    })
}

/// The cells that the offers of a decision name.
pub(super) fn offered_cells(decision: &Decision) -> Option<(&Offer, &[CellOption])> {
    decision
        .offers
        .iter()
        .find_map(|offer| match &offer.targets {
            Targets::Cells(cells) => Some((offer, cells.as_slice())),
            _ => None,
        })
}
