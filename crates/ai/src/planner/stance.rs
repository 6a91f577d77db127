//! Kneeling behind a shield, and getting up again.

use shieldwall_battle::{
    ActionRole, Battle, Choice, Decision, Field, Forecast, Offer, Target, Targets,
};
use shieldwall_grid::Cell;

use super::{
    Thought, Tools,
    action_kind::ActionKind,
    arms, form,
    positioning::{Positioning, Wish},
    worth::{WEIGHING, does_good, worth_of},
};

/// What harm to others weighs beside one's own: battles are not won by waiting.
const TEMPO: f64 = 1.5;
/// The share that is left of this to those who are afraid.
const AFRAID: f64 = 0.05;
/// What harm to be feared at the end of a run counts for: most enemies there would have come anyway. In mirrored series of
/// 192 battles against 0, `normal` won 94 with this, 92 with 0.5, and 87 with 1.0.
const EXPOSED: f64 = 0.25;
/// Differences below this are no reason to prefer anything.
const NEGLIGIBLE: f64 = 1e-9;

/// Missile harm from which it pays to kneel.
const UNDER_FIRE: f64 = 0.06;

/// Chooses a stance: down behind the shield if arrows are all there is to fear.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
) -> Option<Choice> {
    let postures = [ActionKind::Kneel, ActionKind::Stand, ActionKind::Idle];
    let mut kinds = decision
        .offers
        .iter()
        .map(|offer| ActionKind::of(offer.action.role));
    if !kinds.any(|kind| postures.contains(&kind)) {
        return by_forecast(battle, tools, decision, thought);
    }
    let me = &thought.situation.me;
    let positioning = thought.positioning(1);
    let (mut blows, mut shots) = (0.0, 0.0);
    let mut heaviest: Option<(f64, Cell)> = None;
    for (number, foe) in thought.outlook.foes.iter().enumerate() {
        let (blow, shot) = positioning.threat(battle.map(), number, foe, me.cell);
        blows += blow;
        shots += shot;
        if heaviest.is_none_or(|(most, _)| shot > most) {
            heaviest = Some((shot, foe.fighter.cell));
        }
    }
    let strike = attack_from_here(battle, tools, thought, &positioning);
    let kneels = shots > UNDER_FIRE && blows < shots && strike < shots;
    let (_, shooter) = heaviest.unwrap_or((0.0, me.cell));
    let wanted = if kneels {
        ActionKind::Kneel
    } else {
        ActionKind::Stand
    };
    let offer = decision
        .offers
        .iter()
        .find(|offer| ActionKind::of(offer.action.role) == wanted)
        .or_else(|| {
            decision
                .offers
                .iter()
                .find(|offer| ActionKind::of(offer.action.role) == ActionKind::Idle)
        })?;
    let grid = battle.map().grid();
    let away = |target: &Option<Target>| match target {
        Some(Target::Facing(direction)) => grid
            .neighbour(me.cell, *direction)
            .map(|cell| grid.distance(cell, shooter)),
        Some(Target::Cell(cell)) => Some(grid.distance(*cell, shooter)),
        _ => None,
    };
    let target = (0..offer.target_count())
        .map(|index| offer.target(index))
        .min_by_key(|target| away(target).map_or(i32::MAX, shieldwall_grid::Metres::milli))
        .flatten();
    Some(offer.choice(target, arms::widest(offer, None)))
}

/// The choice with the best forecast: harm to enemies less harm to oneself. One field of an offer after the other is set
/// to what is best with those before it: the first amount, and what is one of several; the way to face keeps its default.
fn by_forecast(
    battle: &mut Battle,
    tools: &Tools,
    decision: &Decision,
    thought: &Thought,
) -> Option<Choice> {
    let (me, round) = (thought.situation.me.id, thought.situation.round);
    let wounded = tools.chronicle.rounds_since_wounded(me, round);
    let courage = if tools.skill.is_afraid(wounded) {
        AFRAID
    } else {
        1.0
    };
    let tempo = TEMPO * tools.temper.zeal * courage;
    let exposure = exposure(battle, thought);
    // Casters and shooters do not run at the enemy, nor do sides that let it come.
    let is_spell = |offer: &Offer| offer.action.role == ActionRole::Cast;
    let from_afar = thought.outlook.is_better_from_afar();
    // With no enemy beside them, shooters shoot.
    let shoots = from_afar && !thought.outlook.engaged;
    let stands_back = thought.posture.holds
        || thought.posture.waits
        || from_afar
        || decision.offers.iter().any(is_spell);
    let mut weigh = |choice: &Choice| {
        let forecast = battle.rough_forecast(choice, WEIGHING);
        let helps = |forecast: &Forecast| does_good(forecast, &thought.scene);
        if choice.action.role == ActionRole::Cast && !forecast.as_ref().is_some_and(helps) {
            return f64::NEG_INFINITY;
        }
        let worth = forecast.map_or(0.0, |forecast| worth_of(&forecast, &thought.scene, tempo));
        if runs(choice.action.role) {
            worth - exposure
        } else {
            worth
        }
    };
    let mut best: Option<(f64, Choice)> = None;
    for offer in &decision.offers {
        // A side that gives up does not suffer, and loses all the same.
        if offer.action.role == ActionRole::Surrender {
            continue;
        }
        let Targets::None = offer.targets else {
            continue;
        };
        if runs(offer.action.role) && stands_back
            || offer.action.role == ActionRole::Block && shoots
        {
            continue;
        }
        let plain = offer.choice(None, None);
        let is_amount = |field: &&Field| field.options().is_empty();
        let turns = |field: &&Field| field.options().iter().any(|one| one.facing.is_some());
        let amount = offer.fields.iter().find(is_amount);
        let others = offer
            .fields
            .iter()
            .filter(|field| !is_amount(field) && !turns(field));
        let divides = tools.skill.plans();
        let fields = amount.into_iter().chain(others).filter(|_| divides);
        let best_here = form::best(offer, &plain, fields, &mut weigh);
        if best
            .as_ref()
            .is_none_or(|(most, _)| best_here.0 > *most + NEGLIGIBLE)
        {
            best = Some(best_here);
        }
    }
    best.map(|(_, choice)| choice)
}

/// True for actions that run up to an enemy.
const fn runs(role: ActionRole) -> bool {
    matches!(role, ActionRole::Charge | ActionRole::Approach)
}

/// The cost of running up to the nearest enemy: by how much more harm is to be feared there than here. Forecasts count the
/// enemies that reach the place from which it runs.
fn exposure(battle: &Battle, thought: &Thought) -> f64 {
    let here = thought.situation.me.cell;
    let foes = thought.outlook.foes.iter();
    let nearest = foes.min_by(|a, b| a.field.metres(here).total_cmp(&b.field.metres(here)));
    let Some(nearest) = nearest else {
        return 0.0;
    };
    let positioning = thought.positioning(1);
    let danger = |cell| positioning.danger(battle.map(), cell);
    EXPOSED * (danger(nearest.fighter.cell) - danger(here)).max(0.0)
}

/// What the best attack from where one stands is worth.
fn attack_from_here(
    battle: &mut Battle,
    tools: &mut Tools,
    thought: &Thought,
    positioning: &Positioning<'_>,
) -> f64 {
    let me = &thought.situation.me;
    let here = [shieldwall_battle::CellOption::plain(
        me.cell,
        shieldwall_battle::MoveCost::NOTHING,
    )];
    let wish = Wish::Attack {
        missile: None,
        last_band: 0,
        named: None,
    };
    positioning
        .best(battle, tools, &here, &wish)
        .and_then(|stand| stand.strike)
        .map_or(0.0, |strike| strike.worth)
}
