//! Acting when one's moment has come.

use shieldwall_battle::{
    ActionRole, Battle, Choice, CombatantId, Decision, Forecast, Offer, Target, terms::ModeRole,
};

use super::{
    Thought, Tools,
    action_kind::ActionKind,
    aid, arms,
    scene::Fighter,
    strikes::price_of_throwing,
    worth::{WEIGHING, worth_of_attack},
};

/// An attack that promises less than this is not worth an arrow.
const HOPELESS: f64 = 0.004;

/// What it is worth to make sure of somebody who is down, once no enemy is about.
const MAKING_SURE: f64 = 0.01;

/// Metres within which a conscious enemy makes one leave the fallen alone.
const THREATENING: f64 = 30.0;

/// What it costs to be left without a weapon for the rest of the fight.
const DISARMED: f64 = 0.6;

/// What it is worth to open the way by a lever where it is barred.
const OPENS: f64 = 0.2;

/// What a death blow is worth at most: the fallen are no danger.
const FALLEN: f64 = 0.2;

/// The same beside an enemy that fights: that one comes first.
const FALLEN_ENGAGED: f64 = 0.03;

/// The price of a blow with bare hands or with a shield where a weapon would do: no error makes it seem better.
const CLUMSY: f64 = 0.1;

/// The share that is left of what only hinders.
const HINDERS: f64 = 0.5;

/// The share that is left of what does not hurt each time that it is tried again.
const STALE: f64 = 0.6;

/// What doing something rather than nothing is worth.
const BUSY: f64 = 0.002;

/// Chooses what to do.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let (actor, round) = (thought.situation.me.id, thought.situation.round);
    let stated = tools.chronicle.statement(actor, round).is_some();
    let mut best: Option<(f64, Choice)> = None;
    let mut consider = |worth: f64, choice: Choice| {
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, choice));
        }
    };
    // What is seldom wanted is for those who can do nothing better.
    let attacks = |offer: &Offer| ActionKind::of(offer.action.role) == ActionKind::Attack;
    let plain = |offer: &Offer| offer.aside.is_none() && attacks(offer);
    let has_plain_attack = decision.offers.iter().any(plain);
    let seldom = |offer: &&Offer| !(has_plain_attack && offer.aside.is_some());
    for offer in decision.offers.iter().filter(seldom) {
        let kind = ActionKind::of(offer.role);
        for index in 0..offer.target_count() {
            let target = offer.target(index);
            let choice = offer.choice(target, arms::widest(offer, None));
            let worth = match (kind, target) {
                (
                    ActionKind::Attack | ActionKind::Defend | ActionKind::Other,
                    Some(Target::Combatant(_) | Target::Cell(_)),
                ) => misjudged(
                    thought,
                    attack(battle, tools, thought, (offer, &choice)),
                    noise(),
                ),
                (_, Some(Target::Device(..))) if thought.pull.barred => OPENS,
                (ActionKind::Aid, Some(Target::Combatant(id))) if !thought.situation.is_foe(id) => {
                    aid::treatment_of(battle, thought, &choice, id)
                }
                (ActionKind::Aid, _) => aid::worth_now(battle, tools, thought),
                (ActionKind::Wake, Some(Target::Combatant(_))) => 0.1,
                (ActionKind::Reload, _) => 0.05 + BUSY,
                // Whatever else is on offer was stated with good reason.
                (ActionKind::Hide | ActionKind::Wake, _) => BUSY,
                (ActionKind::Ready, _) if stated => BUSY,
                (ActionKind::Defend | ActionKind::Other, _) => 0.5 * BUSY,
                (ActionKind::Idle, _) => 0.0,
                _ => -BUSY,
            };
            consider(worth, choice);
        }
    }
    if !stated
        && let Some((worth, choice)) = arms::better_armed(battle, tools, decision, &thought.outlook)
    {
        consider(worth, choice);
    }
    let (_, choice) = best?;
    if !stated && ActionKind::of(choice.action.role) == ActionKind::Ready {
        tools
            .memory
            .readies(actor, arms::item_of(choice.item, choice.target), round);
    }
    Some(choice)
}

/// The worth of an action as it seems, with an error. All but beginners see through one that does more harm than good.
pub(super) fn misjudged(thought: &Thought, worth: f64, error: f64) -> f64 {
    if worth > 0.0 || !thought.sees_harm {
        worth + error
    } else {
        worth
    }
}

/// What is forecast of an action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    /// What it is worth.
    pub(super) worth: f64,
    /// Probability that its target drops out of the fight.
    pub(super) defeats: f64,
    /// Probability that its target dies.
    pub(super) kills: f64,
}

/// What an action that is decided by dice is worth by its exact odds; `None` for all else.
pub(super) fn weigh_by_forecast(
    battle: &mut Battle,
    tools: &mut Tools,
    thought: &Thought,
    (offer, choice): (&Offer, &Choice),
) -> Option<Weighed> {
    let role = offer.action.role;
    if !is_weighed(role) || !strikes_somebody(battle, thought, choice) {
        return None;
    }
    let forecast = battle.rough_forecast(choice, WEIGHING)?;
    let mut worth = worth_of_attack(
        &forecast,
        &thought.scene,
        thought.situation.me.id,
        thought.reactiveness,
    );
    let target = match choice.target {
        Some(Target::Combatant(target)) => thought.scene.fighter(target),
        _ => None,
    };
    let target = target.filter(|target| !target.ours);
    if worth > 0.0
        && let Some(foe) = target.and_then(|target| thought.outlook.foe(target.id))
    {
        worth *= foe.worth;
    }
    if target.is_some_and(Fighter::is_down) {
        let most = if thought.outlook.engaged {
            FALLEN_ENGAGED
        } else {
            FALLEN
        };
        worth = worth.min(most);
    }
    if role == ActionRole::Hinder {
        worth *= HINDERS;
    }
    if let Some(target) = target {
        worth = stale(worth, thought, role, target.id);
    }
    worth -= price_of_weapon(battle, tools, thought, (offer, choice), target, &forecast);
    if is_clumsy(battle, offer, choice) {
        worth -= CLUMSY;
    }
    Some(Weighed {
        worth,
        defeats: forecast.defeats,
        kills: forecast.kills,
    })
}

/// The price of the weapon that an attack may leave one without.
fn price_of_weapon(
    battle: &mut Battle,
    tools: &mut Tools,
    thought: &Thought,
    (offer, choice): (&Offer, &Choice),
    target: Option<&Fighter>,
    forecast: &Forecast,
) -> f64 {
    if forecast.disarms {
        return DISARMED;
    }
    match target {
        Some(target) if arms::sends(battle, offer) => {
            let fighters = (thought.situation.me.id, target);
            price_of_throwing(battle, tools, fighters, choice.item)
        }
        _ => 0.0,
    }
}

/// True for a blow with bare hands or with a shield where a weapon would do.
fn is_clumsy(battle: &Battle, offer: &Offer, choice: &Choice) -> bool {
    let is_makeshift = |offer: &Offer| {
        let mode = offer.mode.map(|mode| mode.role);
        matches!(mode, Some(ModeRole::Unarmed | ModeRole::Shield))
    };
    let (Some(target), Some(decision)) = (choice.target, battle.decision()) else {
        return false;
    };
    let mut others = decision.offers.iter();
    let would_do = |other: &Offer| {
        other.action == offer.action && !is_makeshift(other) && arms::can_aim(other, target)
    };
    is_makeshift(offer) && others.any(would_do)
}

/// The worth of an action against a target, less for each time that it was tried before and led back to where it began.
fn stale(worth: f64, thought: &Thought, role: ActionRole, target: CombatantId) -> f64 {
    if worth > 0.0 {
        worth * STALE.powi(thought.tried.times(role, target))
    } else {
        worth
    }
}

/// Whether actions with a role are weighed by their forecast.
const fn is_weighed(role: ActionRole) -> bool {
    matches!(
        role,
        ActionRole::MeleeAttack
            | ActionRole::MissileAttack
            | ActionRole::AreaAttack
            | ActionRole::AttackFromCover
            | ActionRole::Charge
            | ActionRole::Brawl
            | ActionRole::Finish
            | ActionRole::Disarm
            | ActionRole::Displace
            | ActionRole::Grapple
            | ActionRole::Boon
            | ActionRole::Heal
            | ActionRole::FreeOther
            | ActionRole::Hinder
            | ActionRole::Interact
            | ActionRole::Cast
    )
}

/// Whether an enemy stands where a choice is aimed, if that is a zone: what is thrown at an empty one in the
/// hope that it strays is wasted.
fn strikes_somebody(battle: &Battle, thought: &Thought, choice: &Choice) -> bool {
    let Some(Target::Zone(zone)) = choice.target else {
        return true;
    };
    let grid = battle.map().grid();
    let zones = &thought.scene.level.zones;
    let mut foes = thought.scene.foes();
    foes.any(|foe| foe.stands_in(grid, |cell| zones.zones_of(cell).contains(&zone)))
}

/// What an attack is worth by its exact odds, where it is all that is left to do in a round.
fn attack(
    battle: &mut Battle,
    tools: &mut Tools,
    thought: &Thought,
    (offer, choice): (&Offer, &Choice),
) -> f64 {
    let situation = &thought.situation;
    let flies = arms::sends(battle, offer);
    let target = match choice.target {
        Some(Target::Combatant(id)) => {
            let Some(target) = situation.fighter(id) else {
                return -BUSY;
            };
            Some(target)
        }
        _ => None,
    };
    if target.is_some_and(Fighter::is_down) {
        // Sleepers can wait, unless they are all that is left to do.
        let threatened = thought.outlook.nearest(situation.me.cell) <= THREATENING;
        return if threatened || flies {
            -BUSY
        } else {
            MAKING_SURE
        };
    }
    let Some(forecast) = battle.rough_forecast(choice, WEIGHING) else {
        return if target.is_some() { BUSY } else { -BUSY };
    };
    let mut worth = worth_of_attack(
        &forecast,
        &thought.scene,
        thought.situation.me.id,
        thought.reactiveness,
    );
    if let Some(foe) = target.and_then(|target| thought.outlook.foe(target.id)) {
        worth = stale(worth * foe.worth, thought, offer.role, foe.fighter.id);
    }
    worth -= price_of_weapon(battle, tools, thought, (offer, choice), target, &forecast);
    match (worth, target) {
        // A blow costs nothing, and the one who has to parry may break something.
        (..HOPELESS, _) if flies => -BUSY,
        (_, Some(_)) => worth + BUSY,
        (_, None) => worth,
    }
}
