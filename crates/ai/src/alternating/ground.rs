//! What a place is worth: whom one can strike from it, and who can strike there.

use rustc_hash::{FxHashMap, FxHashSet};
use shieldwall_battle::{AttackEstimate, Battle, CombatantId, ruleset::AttackPlaces};
use shieldwall_grid::{Cell, ZoneDistances};

use super::{
    Thinking,
    scene::{Figure, Scene},
    worth::blow,
};

/// What being struck counts for beside striking: the enemy may do something else.
const WARINESS: f64 = 0.35;
/// How much of a blow in return counts of the one who reacts.
const RIPOSTE: f64 = 0.3;
/// What it counts for that an enemy spends its turn on a reaction.
const TEMPO: f64 = 0.12;
/// How much more a blow does to the one who does not dodge though it could.
const UNDODGED: f64 = 0.8;
/// What a strike is worth at least: it is something to do.
const MARGIN: f64 = 0.02;
/// Cells of one place that are looked at.
const PER_PLACE: usize = 3;

/// What one enemy can do to the one who moves.
#[derive(Clone, Debug)]
struct Threat {
    /// Who.
    foe: Figure,
    /// Places from which it can act in its next turn.
    places: Vec<shieldwall_grid::Place>,
    /// Harm hand to hand.
    melee: f64,
}

/// What the one who moves knows of the ground.
pub(super) struct Ground {
    who: CombatantId,
    me: Figure,
    threats: Vec<Threat>,
    strikes: FxHashMap<(Cell, CombatantId, bool), f64>,
    blows: FxHashMap<(Cell, CombatantId), f64>,
    /// What it could do to each enemy from a cell, and that enemy to it there.
    between: FxHashMap<(Cell, CombatantId), Between>,
    /// The cells that are in there.
    seen: FxHashSet<Cell>,
    reactiveness: f64,
}

/// What two could do to each other, one of them in a cell where it might stand.
#[derive(Clone, Copy, Debug)]
struct Between {
    mine: Option<AttackEstimate>,
    theirs: Option<AttackEstimate>,
}

/// Harm that an estimate promises; 1 is one combatant out of the fight.
pub(super) fn promise(attack_estimate: &AttackEstimate, target: &Figure) -> f64 {
    blow(
        &target.seen,
        attack_estimate.expected_loss,
        attack_estimate.defeats,
    )
}

impl Ground {
    /// Looks at every enemy for one of ours.
    pub(super) fn of(thinking: &mut Thinking<'_>, who: CombatantId) -> Option<Self> {
        let me = *thinking.scene.figure(who)?;
        let mut threats = Vec::new();
        let foes: Vec<Figure> = thinking.scene.foes().copied().collect();
        let beside = beside(thinking.battle, me.seen.cell);
        for foe in foes {
            let reach = thinking.reach(foe.seen.id);
            let distances = &thinking.scene.level.zone_distances;
            let battle = &mut *thinking.battle;
            let mut places: Vec<_> = reach
                .iter()
                .map(|option| distances.place(option.cell))
                .chain([distances.place(foe.seen.cell)])
                .collect();
            places.sort_unstable();
            places.dedup();
            let melee = beside
                .and_then(|cell| battle.attack_estimate(foe.seen.id, cell, who, me.seen.cell))
                .map_or(0.0, |attack_estimate| promise(&attack_estimate, &me));
            threats.push(Threat { foe, places, melee });
        }
        Some(Self {
            who,
            me,
            threats,
            strikes: FxHashMap::default(),
            blows: FxHashMap::default(),
            between: FxHashMap::default(),
            seen: FxHashSet::default(),
            reactiveness: thinking.scene.reactiveness,
        })
    }

    /// Works out what could be done in all of these cells, quicker than cell by cell.
    pub(super) fn look_at(&mut self, battle: &mut Battle, cells: impl Iterator<Item = Cell>) {
        let cells: Vec<Cell> = cells.filter(|cell| self.seen.insert(*cell)).collect();
        if cells.is_empty() {
            return;
        }
        let foes = || self.threats.iter().map(|threat| threat.foe.seen);
        let cells = &cells;
        let mine: Vec<AttackPlaces> = foes()
            .flat_map(|foe| {
                let attack = move |from: &Cell| AttackPlaces {
                    from: *from,
                    target: foe.id,
                    at: foe.cell,
                };
                cells.iter().map(attack)
            })
            .collect();
        let mut mine = battle.attack_estimates(self.who, &mine).into_iter();
        for foe in foes() {
            let attack = |at: &Cell| AttackPlaces {
                from: foe.cell,
                target: self.who,
                at: *at,
            };
            let theirs: Vec<AttackPlaces> = cells.iter().map(attack).collect();
            let theirs = battle.attack_estimates(foe.id, &theirs);
            for (cell, theirs) in cells.iter().zip(theirs) {
                let mine = mine.next().flatten();
                let between = Between { mine, theirs };
                self.between.insert((*cell, foe.id), between);
            }
        }
    }

    /// The one who moves.
    pub(super) fn me(&self) -> Figure {
        self.me
    }

    /// The most harm one could do from a cell; 0 if nobody can be struck. Nobody answers one who is
    /// `unnoticed` until it strikes.
    pub(super) fn strike(&mut self, battle: &mut Battle, cell: Cell, unnoticed: bool) -> f64 {
        self.look_at(battle, std::iter::once(cell));
        let mut best: f64 = 0.0;
        for threat in &self.threats {
            let foe = threat.foe.seen;
            let between = self.between[&(cell, foe.id)];
            let key = (cell, foe.id, unnoticed);
            let harm = *self.strikes.entry(key).or_insert_with(|| {
                let Some(attack_estimate) = between.mine else {
                    return 0.0;
                };
                let harm = promise(&attack_estimate, &threat.foe);
                if attack_estimate.blast {
                    // Friends who are struck count against it, and hardly anybody strikes back.
                    return (harm + attack_estimate.others).max(0.0);
                }
                if threat.foe.reactions == 0 {
                    return harm;
                }
                if unnoticed {
                    return harm * (1.0 + UNDODGED);
                }
                // Anyone who can react may strike back; it costs it its turn, if that is still in hand.
                let tempo = if threat.foe.ready { TEMPO } else { 0.0 };
                // Nobody answers by a blast.
                let answer = between.theirs.filter(|answer| !answer.blast);
                let riposte = answer.map_or(0.0, |answer| promise(&answer, &self.me));
                let reacts = self.reactiveness;
                let reacted = harm + tempo - RIPOSTE * riposte * (1.0 - attack_estimate.defeats);
                (reacts * reacted + (1.0 - reacts) * harm * (1.0 + UNDODGED)).max(MARGIN)
            });
            best = best.max(harm);
        }
        best
    }

    /// The most harm that one blow from a cell could do, whatever is done about it.
    pub(super) fn blow(&mut self, battle: &mut Battle, cell: Cell) -> f64 {
        self.look_at(battle, std::iter::once(cell));
        let mut most: f64 = 0.0;
        for threat in &self.threats {
            let foe = threat.foe.seen;
            let attack_estimate = self.between[&(cell, foe.id)].mine;
            let harm = *self.blows.entry((cell, foe.id)).or_insert_with(|| {
                let harm = attack_estimate.map_or(0.0, |attack_estimate| {
                    promise(&attack_estimate, &threat.foe)
                });
                if let Some(blast) = attack_estimate.filter(|attack_estimate| attack_estimate.blast)
                {
                    return (harm + blast.others).max(0.0);
                }
                if threat.foe.reactions > 0 {
                    harm * (1.0 + (1.0 - self.reactiveness) * UNDODGED)
                } else {
                    harm
                }
            });
            most = most.max(harm);
        }
        most
    }

    /// Harm to be expected in a cell until one acts again; the more dangerous the weaker one is.
    pub(super) fn danger(&mut self, battle: &mut Battle, scene: &Scene, cell: Cell) -> f64 {
        self.look_at(battle, std::iter::once(cell));
        let distances = &scene.level.zone_distances;
        let mut sum = 0.0;
        let mut most: f64 = 0.0;
        for threat in &self.threats {
            let foe = threat.foe.seen.cell;
            let reached =
                threat.comes_near(distances, cell) || battle.map().grid().steps(foe, cell) <= 1;
            // From afar it counts what stands between.
            let afar = self.between[&(cell, threat.foe.seen.id)]
                .theirs
                .filter(|attack_estimate| attack_estimate.missile)
                .map_or(0.0, |attack_estimate| promise(&attack_estimate, &self.me));
            let harm = if reached {
                threat.melee.max(afar)
            } else {
                afar
            };
            // Those who have still to act in this round act sooner.
            let soon = if threat.foe.ready { 1.0 } else { 0.6 };
            sum += harm * soon;
            most = most.max(harm * soon);
        }
        let seen = self.me.seen;
        let lost = 1.0 - f64::from(seen.hit_points) / f64::from(seen.max_hit_points.max(1));
        let frail = 1.0 + 0.5 * lost;
        // Not all of them will strike at one and the same.
        WARINESS * frail * (most + 0.4 * (sum - most))
    }

    /// Whether any enemy could strike at one in a cell before it acts again.
    pub(super) fn is_reached(&self, scene: &Scene, cell: Cell) -> bool {
        self.reaching(scene, cell).next().is_some()
    }

    /// How many blows are to be expected in a cell from those who have still to act, if they share
    /// themselves out evenly.
    pub(super) fn comers(&self, scene: &Scene, cell: Cell) -> f64 {
        self.reaching(scene, cell)
            .map(|threat| {
                let targets = scene.friends().filter(|friend| {
                    let distances = &scene.level.zone_distances;
                    threat.comes_near(distances, friend.seen.cell)
                });
                1.0 / (targets.count().max(1) as f64)
            })
            .sum()
    }

    fn reaching<'a>(&'a self, scene: &'a Scene, cell: Cell) -> impl Iterator<Item = &'a Threat> {
        let distances = &scene.level.zone_distances;
        let mut ready = self.threats.iter().filter(|threat| threat.foe.ready);
        std::iter::from_fn(move || ready.find(|threat| threat.comes_near(distances, cell)))
    }
}

impl Threat {
    /// Whether it can come near a cell and strike there.
    fn comes_near(&self, distances: &ZoneDistances, cell: Cell) -> bool {
        self.places.iter().any(|place| {
            distances
                .cells_of(*place)
                .first()
                .is_some_and(|there| distances.half_zones(*there, cell) <= 1)
        })
    }
}

/// A passable cell beside one.
fn beside(battle: &Battle, cell: Cell) -> Option<Cell> {
    let map = battle.map();
    map.grid()
        .neighbours(cell)
        .map(|(_, other)| other)
        .find(|other| map.ground(*other).passable && map.in_contact(cell, *other))
}

/// Some of the cells, few from each place: those with the best cover first, then the cheapest.
pub(super) fn sample(
    battle: &Battle,
    scene: &Scene,
    cells: &[shieldwall_battle::CellOption],
) -> Vec<shieldwall_battle::CellOption> {
    let map = battle.map();
    let distances = &scene.level.zone_distances;
    let mut sorted: Vec<_> = cells
        .iter()
        .map(|option| {
            let cover = map.ground(option.cell).cover;
            let key = (
                distances.place(option.cell),
                (option.hurts, option.risky, option.noticed),
                std::cmp::Reverse(cover),
                option.cost,
                option.cell,
            );
            (key, *option)
        })
        .collect();
    sorted.sort_unstable_by_key(|(key, _)| *key);
    let mut chosen = Vec::new();
    let mut place = None;
    let mut count = 0;
    for (key, option) in sorted {
        if place != Some(key.0) {
            place = Some(key.0);
            count = 0;
        }
        if count < PER_PLACE {
            chosen.push(option);
            count += 1;
        }
    }
    chosen
}
