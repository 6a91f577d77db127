//! Moving: to where what was stated can be done best.

use shieldwall_battle::{
    ActionRole, Battle, CellOption, Choice, Decision, MoveCost, Offer, Target,
};
use shieldwall_grid::Cell;

use super::{
    Thought, Tools, action_kind::ActionKind, aid, arms, positioning::Wish, statement::offered_cells,
};

/// Chooses where to go.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
) -> Option<Choice> {
    let me = &thought.situation.me;
    let stay = decision
        .offers
        .iter()
        .find(|offer| {
            matches!(
                ActionKind::of(offer.action.role),
                ActionKind::Idle | ActionKind::Stand
            )
        })
        .map(|offer| offer.choice(offer.target(0), arms::widest(offer, None)));
    let Some((offer, offered)) = offered_cells(decision) else {
        return stay;
    };
    if stay.is_some() && picks_up_here(battle, tools, decision, thought) {
        return stay;
    }
    let mut cells = offered.to_vec();
    if !cells.iter().any(|option| option.cell == me.cell) && stay.is_some() {
        cells.push(CellOption::plain(me.cell, MoveCost::NOTHING));
    }
    let wish = wish(battle, tools, thought);
    let last_band = match &wish {
        Wish::Attack { last_band, .. } => *last_band,
        _ => cells.iter().map(|option| option.band).max().unwrap_or(0),
    };
    let positioning = thought.positioning(last_band);
    let Some(stand) = positioning.best(battle, tools, &cells, &wish) else {
        return stay;
    };
    let mut best = if stand.option.cell == me.cell
        && let Some(stay) = stay.clone()
    {
        (stand.worth, stay)
    } else {
        let pace = arms::widest(offer, Some(stand.option.band));
        let go = offer.choice(Some(Target::Cell(stand.option.cell)), pace);
        (stand.worth, go)
    };
    // Bare hands are no weapon.
    let strikes = stand
        .strike
        .is_some_and(|strike| strike.worth > HOPELESS && strike.item.is_some());
    if matches!(wish, Wish::Attack { .. })
        && let Some((worth, choice)) =
            arms::handier(battle, tools, decision, &thought.outlook, strikes)
    {
        // It stays where it is, and can strike all the same.
        let here = [CellOption::plain(me.cell, MoveCost::NOTHING)];
        let staying = positioning.best(battle, tools, &here, &wish);
        let worth = worth + staying.map_or(0.0, |staying| staying.worth);
        if worth > best.0 {
            tools.memory.readies(
                me.id,
                arms::item_of(choice.item, choice.target),
                thought.situation.round,
            );
            best = (worth, choice);
        }
    }
    if !tools.skill.plans() {
        return Some(best.1);
    }
    for (cell, choice) in in_formation(decision, stay.as_ref(), me.cell) {
        let shelter = battle.shelter(&choice);
        if shelter <= 0.0 {
            continue;
        }
        let there = [CellOption::plain(cell, MoveCost::NOTHING)];
        let Some(stand) = positioning.best(battle, tools, &there, &wish) else {
            continue;
        };
        let danger = positioning.danger(battle.map(), cell);
        let worth = stand.worth + shelter * (thought.posture.caution * danger + IN_RANKS);
        if worth > best.0 {
            best = (worth, choice);
        }
    }
    Some(best.1)
}

/// True if the mover has stated to take an item in hand that lies where it stands.
fn picks_up_here(
    battle: &mut Battle,
    tools: &Tools,
    decision: &Decision,
    thought: &Thought,
) -> bool {
    let situation = &thought.situation;
    let me = &situation.me;
    let statement = tools.chronicle.statement(me.id, situation.round);
    let Some(statement) = statement.filter(|one| one.kind == ActionKind::Ready) else {
        return false;
    };
    let lying = battle.view(Some(decision.side)).lying;
    let mut here = lying.iter().filter(|lying| lying.cell == me.cell);
    here.any(|lying| Some(lying.item) == statement.item)
}

/// A strike worth less than this counts as none: another weapon may do better.
const HOPELESS: f64 = 0.02;

/// What it is worth to stand where nobody gets past the shields of neighbours at all, besides the harm that they keep
/// off: those who stand together hold the ground.
const IN_RANKS: f64 = 0.05;

/// The choices that put somebody beside its friends, or keep it there, each with the cell.
fn in_formation(decision: &Decision, stay: Option<&Choice>, here: Cell) -> Vec<(Cell, Choice)> {
    let forms_up = |offer: &&Offer| offer.action.role == ActionRole::FormUp;
    let mut choices: Vec<(Cell, Choice)> = Vec::new();
    for offer in decision.offers.iter().filter(forms_up) {
        for index in 0..offer.target_count() {
            if let Some(target @ Target::Edge(cell, _)) = offer.target(index) {
                let choice = offer.choice(Some(target), arms::widest(offer, None));
                choices.push((cell, choice));
            }
        }
    }
    choices.extend(stay.map(|stay| (here, stay.clone())));
    choices
}

/// What the mover wants to do afterwards: what it has stated, or to attack if it stated nothing.
fn wish(battle: &mut Battle, tools: &Tools, thought: &Thought) -> Wish {
    let situation = &thought.situation;
    let me = situation.me.id;
    // The last of several bands is a run that leaves no time for anything else.
    let bands = battle.ruleset().terms().movement_bands.len();
    let last_band = tools
        .memory
        .last_band(me)
        .unwrap_or_else(|| u8::try_from(bands.saturating_sub(2)).unwrap_or(u8::MAX));
    let Some(statement) = tools.chronicle.statement(me, situation.round) else {
        return Wish::Attack {
            missile: None,
            last_band,
            named: None,
        };
    };
    match statement.kind {
        ActionKind::Attack | ActionKind::Other => Wish::Attack {
            // A statement that only says "I fight" leaves all weapons open.
            missile: (statement.kind == ActionKind::Attack)
                .then(|| arms::flies(battle, statement.item, statement.mode)),
            last_band,
            named: statement.target,
        },
        ActionKind::Aid => aid::wish(tools, thought).unwrap_or(Wish::Shelter),
        ActionKind::Wake => statement
            .target
            .and_then(|sleeper| aid::wish_to_wake(tools, thought, sleeper))
            .unwrap_or(Wish::Shelter),
        ActionKind::Defend => Wish::Defend,
        _ => Wish::Shelter,
    }
}
