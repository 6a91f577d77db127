//! What an offer may be aimed at, what a click on the board may mean, and how to say so.

use shieldwall_battle::{
    Choice, CombatantId, Decision, ItemId, Offer, Target, Targets, Vantage, terms::DecisionRole,
};
use shieldwall_grid::{Cell, Direction, ZoneId};

/// What the state machine needs to know of the board.
pub(crate) trait Situation {
    /// Whether a click on a target only picks it, so that a second one is needed to confirm.
    fn confirm_clicks(&self) -> bool;
    /// The cell under the pointer or the cursor, if it was moved there after the last pick.
    fn pointed(&self) -> Option<Cell>;
    /// The combatant that is pointed at in that cell, if it is beyond doubt which one.
    fn pointed_combatant(&self) -> Option<CombatantId>;
    /// How far a target is, for the order in which they are cycled through; smaller is earlier.
    fn distance(&self, target: Target) -> u32;
    /// Whether a combatant is in a cell, if only with a part of it.
    fn is_in(&self, who: CombatantId, cell: Cell) -> bool;
    /// Whether a cell is part of a zone, if only of its border.
    fn is_in_zone(&self, cell: Cell, zone: ZoneId) -> bool;
    /// Where something lies, if it lies on the ground.
    fn cell_of_item(&self, item: ItemId) -> Option<Cell>;
    /// Whether a combatant is an enemy of who decides.
    fn is_enemy(&self, who: CombatantId) -> bool;
    /// An enemy in a cell who is still in the fight.
    fn foe_in(&self, cell: Cell) -> Option<CombatantId>;
    /// The direction from the acting combatant to a cell; `None` if nobody acts.
    fn towards(&self, cell: Cell) -> Option<Direction>;
    /// How far the acting combatant would have to move to use an offer on a target; `None` while
    /// nobody knows.
    fn vantage(&self, offer: &Offer, target: Target) -> Option<Vantage>;
    /// The name of a combatant of one's own that has chosen in secret to go to a cell.
    fn planned_for(&self, _cell: Cell) -> Option<String> {
        None
    }
    /// What a choice is worth by its forecast; `None` while nobody knows.
    fn worth(&self, _choice: &Choice) -> Option<f64> {
        None
    }
}

/// Whether a combatant, cell, zone, item, direction or side has to be named.
pub(crate) fn needs_target(offer: &Offer) -> bool {
    !matches!(offer.targets, Targets::None)
}

/// Whether an offer is aimed at somebody or somewhere. A direction to face is no aim, and nobody
/// goes for a thing on the ground before looking at the enemy.
pub(super) fn is_aimed(offer: &Offer) -> bool {
    match &offer.targets {
        Targets::None => false,
        Targets::Cells(cells) => !cells.is_empty(),
        Targets::AnyOf(targets) => targets.iter().any(|target| {
            !matches!(
                target,
                Target::Facing(_) | Target::Edge(..) | Target::Item(_)
            )
        }),
    }
}

/// Whether an offer is something that is done to enemies besides attacking them. Nobody means it who
/// points at one.
pub(super) fn is_ploy(offer: &Offer, situation: &dyn Situation) -> bool {
    let on_enemy = |target: &Target| match *target {
        Target::Combatant(who) | Target::Injury(who, _) => situation.is_enemy(who),
        _ => false,
    };
    match &offer.targets {
        Targets::AnyOf(targets) => !offer.role.is_attack() && targets.iter().any(on_enemy),
        Targets::None | Targets::Cells(_) => false,
    }
}

/// Whether an offer may be aimed at this.
pub(crate) fn is_target(offer: &Offer, target: Target) -> bool {
    match (&offer.targets, target) {
        (Targets::AnyOf(targets), target) => targets.contains(&target),
        (Targets::Cells(cells), Target::Cell(cell)) => {
            cells.iter().any(|option| option.cell == cell)
        }
        _ => false,
    }
}

/// The legal targets of an offer, the nearest first.
pub(crate) fn ordered_targets(offer: &Offer, situation: &dyn Situation) -> Vec<Target> {
    let targets = (0..offer.target_count()).filter_map(|index| offer.target(index));
    nearest_first(targets.collect(), situation)
}

/// Targets, the nearest first.
pub(super) fn nearest_first(mut targets: Vec<Target>, situation: &dyn Situation) -> Vec<Target> {
    targets.sort_by_cached_key(|&target| situation.distance(target));
    targets
}

/// The legal targets of an offer that a click on a cell may mean, the combatant clicked first.
pub(crate) fn targets_at(
    offer: &Offer,
    cell: Cell,
    combatant: Option<CombatantId>,
    situation: &dyn Situation,
) -> Vec<Target> {
    match &offer.targets {
        Targets::None => Vec::new(),
        Targets::Cells(cells) => cells
            .iter()
            .filter(|option| option.cell == cell)
            .map(|option| Target::Cell(option.cell))
            .collect(),
        Targets::AnyOf(targets) => among(targets, cell, combatant, situation),
    }
}

/// Those of some targets that a click on a cell may mean, the combatant clicked first.
pub(super) fn among(
    targets: &[Target],
    cell: Cell,
    combatant: Option<CombatantId>,
    situation: &dyn Situation,
) -> Vec<Target> {
    let mut found: Vec<Target> = targets
        .iter()
        .copied()
        .filter(|target| match *target {
            Target::Combatant(id) | Target::Injury(id, _) => situation.is_in(id, cell),
            Target::Cell(other) | Target::Edge(other, _) | Target::Device(other, _) => {
                other == cell
            }
            Target::Facing(direction) => situation.towards(cell) == Some(direction),
            Target::Item(item) => situation.cell_of_item(item) == Some(cell),
            Target::Zone(zone) => situation.is_in_zone(cell, zone),
            Target::Side(_) => false,
        })
        .collect();
    // Zones share their borders; those nearest to who acts are meant first.
    if matches!(found.first(), Some(Target::Zone(_))) {
        found = nearest_first(found, situation);
    }
    let exact = combatant.map(Target::Combatant);
    if let Some(exact) = exact.filter(|target| found.contains(target)) {
        found = vec![exact];
    }
    found
}

pub(super) fn target_hint(offer: &Offer) -> &'static str {
    match &offer.targets {
        Targets::Cells(_) => "Pick a cell: click it, or move the cursor and press Confirm",
        Targets::AnyOf(targets) => match targets.first() {
            Some(Target::Combatant(_)) => "Pick a target: click it, or press Next target (Tab)",
            Some(Target::Facing(_)) => "Pick a direction: click a cell that way",
            Some(Target::Injury(..)) => "Pick the injury to treat",
            Some(Target::Item(_)) => {
                "Pick the thing: click where it lies, or press Next target (Tab)"
            }
            Some(Target::Edge(..)) => "Pick the side: click the cell beyond it",
            Some(Target::Zone(_)) => {
                "Pick a zone: click anywhere in it, or press Next target (Tab)"
            }
            Some(Target::Side(_)) => "Pick a side from the list, or press Next target (Tab)",
            _ => "Pick a target",
        },
        Targets::None => "",
    }
}

pub(super) fn not_a_target(offer: &Offer) -> String {
    match &offer.targets {
        Targets::Cells(_) => "That cell cannot be reached".to_owned(),
        Targets::AnyOf(targets) if matches!(targets.first(), Some(Target::Combatant(_))) => {
            format!(
                "Not a target for “{}”: click a marked one or press Tab",
                offer.label
            )
        }
        _ => target_hint(offer).to_owned(),
    }
}

/// What to do when nothing is armed, with so many buttons and so many numbers for them.
pub(super) fn offer_hint(buttons: usize, numbers: usize) -> String {
    match (buttons, numbers) {
        (1, _) => "Press 1, or click the button".to_owned(),
        (_, ..=1) => "Choose an action first: its button or the key on it".to_owned(),
        (_, count) => format!(
            "Choose an action first: its button or its number, 1 to {}",
            count.min(9)
        ),
    }
}

/// True if an offer is taken with one press in a decision. A statement of many parts always waits for Confirm.
pub(crate) fn is_at_once(decision: &Decision, offer: &Offer) -> bool {
    let waits = decision.kind.role == DecisionRole::Statement
        && decision.offers.iter().any(|other| !is_immediate(other));
    is_immediate(offer) && !waits
}

/// The offers that want no target, no form and no second thought: they are taken with one press.
pub(crate) fn is_immediate(offer: &Offer) -> bool {
    !needs_target(offer) && offer.fields.iter().all(|field| field.count() <= 1) && !offer.grave
}
