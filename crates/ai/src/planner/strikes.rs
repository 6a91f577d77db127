//! What can be done from a cell: by rough odds, and by exact ones.

use shieldwall_battle::{
    AttackEstimate, Battle, CellOption, CombatantId, ItemId, ruleset::AttackPlaces,
};
use shieldwall_grid::{Cell, Map};

use super::{
    Tools,
    outlook::Foe,
    positioning::{Positioning, SHORT_LIST, Strike, Wish},
    scene::Fighter,
    worth::harm_of,
};

/// The worth of an attack after going as far as each movement band allows, beside that of one from
/// where one stands: the one who goes far acts late, and is struck first.
const TEMPO: [f64; 3] = [1.0, 0.86, 0.6];

/// How much of a blow in return counts of those who react.
const RIPOSTE: f64 = 0.3;

/// What it counts for that an enemy spends its turn on a reaction.
const TEMPO_OF_TURN: f64 = 0.12;

/// How much more a blow does to those who do not dodge though they could.
const UNDODGED: f64 = 0.8;

/// What it costs to throw the weapon that one fights best with hand to hand.
const BEST_GONE: f64 = 0.12;

/// What an attack is worth at least: it is something to do.
const MARGIN: f64 = 0.02;

impl Positioning<'_> {
    /// The most harm that can be done from some cells: by exact odds from those where rough odds promise most.
    pub(super) fn most_harm(
        &self,
        battle: &mut Battle,
        tools: &mut Tools,
        cells: &[CellOption],
        wish: &Wish,
    ) -> f64 {
        let map = battle.map();
        let mut rough: Vec<(f64, usize)> = cells
            .iter()
            .enumerate()
            .filter_map(|(number, option)| {
                let strike = self.rough_strike(map, option, wish)?;
                Some((strike.worth, number))
            })
            .collect();
        rough.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        rough.truncate(SHORT_LIST);
        let mut list: Vec<CellOption> = rough.iter().map(|(_, number)| cells[*number]).collect();
        if self.outlook.by_places {
            list.extend(self.one_of_each_place(cells));
        }
        let cells: Vec<Cell> = list.iter().map(|option| option.cell).collect();
        self.prepare(battle, tools, &cells, wish);
        let mut most: f64 = 0.0;
        for option in &list {
            let strike = self.exact_strike(battle, tools, option, wish);
            most = most.max(strike.map_or(0.0, |strike| strike.worth));
        }
        most
    }

    /// The cheapest of the cells of each place: from all cells of a place it is as far to everywhere.
    pub(super) fn one_of_each_place(&self, cells: &[CellOption]) -> Vec<CellOption> {
        let distances = &self.situation.level.zone_distances;
        let mut sorted: Vec<CellOption> = cells.to_vec();
        let place = |option: &CellOption| distances.place(option.cell);
        sorted.sort_by_key(|option| {
            let bad = (option.hurts, option.risky, option.noticed);
            (place(option), bad, option.cost, option.cell)
        });
        sorted.dedup_by_key(|option| place(option));
        sorted
    }

    /// What attacks from a cell are worth beside those from where one stands.
    fn tempo(&self, option: &CellOption, wish: &Wish) -> f64 {
        match wish {
            Wish::Attack { last_band, .. } if option.band <= *last_band => {
                TEMPO.get(usize::from(option.band)).copied().unwrap_or(0.4)
            }
            _ => 0.0,
        }
    }

    /// True if a missile attack can be hoped for after going to a cell. Hardly any ruleset lets a combatant shoot that
    /// has just turned away from all enemies that were in contact with it, whatever enemy it is in contact with then.
    fn may_shoot(&self, cell: Cell) -> bool {
        !self.outlook.engaged || cell == self.situation.me.cell || !self.turns_away(cell)
    }

    pub(super) fn rough_strike(
        &self,
        map: &Map,
        option: &CellOption,
        wish: &Wish,
    ) -> Option<Strike> {
        let Wish::Attack { missile, named, .. } = wish else {
            return None;
        };
        let tempo = self.tempo(option, wish);
        if tempo <= 0.0 {
            return None;
        }
        let may_shoot =
            *missile != Some(false) && self.lookout.can_shoot && self.may_shoot(option.cell);
        let contested = self.touches_foe(option.cell);
        if !may_shoot && !contested {
            return None;
        }
        let mut best: Option<Strike> = None;
        for foe in &self.outlook.foes {
            let mut worth = 0.0;
            let mut flies = false;
            if contested && foe.touches(option.cell) {
                let shoots = foe
                    .my_shot
                    .as_ref()
                    .is_some_and(|shot| shot.harm >= foe.my_blow);
                if missile.is_none_or(|missile| missile == shoots) && (may_shoot || !shoots) {
                    worth = foe.my_blow * foe.steadiness;
                    flies = shoots;
                }
            } else if may_shoot && let Some(shot) = &foe.my_shot {
                worth = shot.harm * shot.share(map, option.cell, foe.fighter.cell);
                flies = true;
            }
            worth = worth.min(self.most) * foe.worth * tempo * named_bonus(*named, foe);
            if worth > best.map_or(0.0, |best| best.worth) {
                best = Some(Strike {
                    target: foe.fighter.id,
                    item: None,
                    missile: flies,
                    worth,
                });
            }
        }
        best
    }

    /// Asks for the exact odds of strikes from some cells, all at once.
    pub(super) fn prepare(
        &self,
        battle: &mut Battle,
        tools: &mut Tools,
        cells: &[Cell],
        wish: &Wish,
    ) {
        if !matches!(wish, Wish::Attack { .. }) {
            return;
        }
        let me = self.situation.me.id;
        let foes = self.outlook.foes.iter();
        let places = cells.iter().flat_map(|from| {
            foes.clone().map(|foe| AttackPlaces {
                from: *from,
                target: foe.fighter.id,
                at: foe.fighter.cell,
            })
        });
        tools.odds.prepare(battle, &tools.chronicle, me, places);
    }

    pub(super) fn exact_strike(
        &self,
        battle: &mut Battle,
        tools: &mut Tools,
        option: &CellOption,
        wish: &Wish,
    ) -> Option<Strike> {
        let Wish::Attack { missile, named, .. } = wish else {
            return None;
        };
        let tempo = self.tempo(option, wish);
        let may_shoot = self.may_shoot(option.cell);
        let unnoticed = self.situation.me.hidden && !option.noticed;
        let me = self.situation.me.id;
        let mut best: Option<Strike> = None;
        for foe in &self.outlook.foes {
            let Some(attack_estimate) = tools.odds.attack_estimate(
                battle,
                &tools.chronicle,
                (me, option.cell),
                (foe.fighter.id, foe.fighter.cell),
            ) else {
                continue;
            };
            let bare_hands = attack_estimate.item.is_none() && !attack_estimate.missile;
            // The last weapon is not thrown from afar, to go on with bare hands; nor does a shooter come on to box.
            if attack_estimate.disarms
                || (bare_hands && foe.my_shot.is_some() && !self.outlook.engaged)
                || missile.is_some_and(|missile| missile != attack_estimate.missile)
                || (attack_estimate.missile && !may_shoot)
            {
                continue;
            }
            let steadiness = if attack_estimate.missile {
                1.0
            } else {
                foe.steadiness
            };
            let harm = self.harm(
                battle,
                tools,
                &attack_estimate,
                foe,
                (option.cell, unnoticed),
            );
            let mut worth =
                harm.min(self.most) * steadiness * foe.worth * tempo * named_bonus(*named, foe);
            if attack_estimate.missile {
                worth -= price_of_throwing(battle, tools, (me, &foe.fighter), attack_estimate.item);
            }
            if worth > best.map_or(0.0, |best| best.worth) {
                best = Some(Strike {
                    target: foe.fighter.id,
                    item: attack_estimate.item,
                    missile: attack_estimate.missile,
                    worth,
                });
            }
        }
        best
    }

    /// What an attack from a cell promises, with what the target may answer where that costs it a turn.
    fn harm(
        &self,
        battle: &mut Battle,
        tools: &mut Tools,
        attack_estimate: &AttackEstimate,
        foe: &Foe,
        (cell, unnoticed): (Cell, bool),
    ) -> f64 {
        let target = &foe.fighter;
        let harm = harm_of(attack_estimate, target);
        if attack_estimate.strikes_others() {
            // Friends that are struck count against it, and hardly anybody strikes back.
            return (harm + attack_estimate.others).max(0.0);
        }
        if target.reactions == 0 {
            return harm;
        }
        if unnoticed {
            return harm * (1.0 + UNDODGED);
        }
        let tempo = if target.ready { TEMPO_OF_TURN } else { 0.0 };
        let me = &self.situation.me;
        let answer = tools.odds.attack_estimate(
            battle,
            &tools.chronicle,
            (target.id, target.cell),
            (me.id, cell),
        );
        // Nobody answers by a blast.
        let answer = answer.filter(|answer| !answer.blast);
        let riposte = answer.map_or(0.0, |answer| harm_of(&answer, me));
        let reacts = self.reactiveness;
        let reacted = harm + tempo - RIPOSTE * riposte * (1.0 - attack_estimate.defeats);
        (reacts * reacted + (1.0 - reacts) * harm * (1.0 + UNDODGED)).max(MARGIN)
    }
}

/// The price of a missile attack with an item on a target: something if it is the weapon to strike that target with hand
/// to hand, for it is gone then.
pub(super) fn price_of_throwing(
    battle: &mut Battle,
    tools: &mut Tools,
    (me, target): (CombatantId, &Fighter),
    item: Option<ItemId>,
) -> f64 {
    let blow = tools.odds.in_contact(battle, &tools.chronicle, me, target);
    if item.is_some() && blow.is_some_and(|blow| !blow.missile && blow.item == item) {
        BEST_GONE
    } else {
        0.0
    }
}

/// Sticking to the enemy one has named is worth a little: the ruleset may bind one to it.
fn named_bonus(named: Option<CombatantId>, foe: &Foe) -> f64 {
    if named == Some(foe.fighter.id) {
        1.1
    } else {
        1.0
    }
}
