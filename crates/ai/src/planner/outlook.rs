//! What each enemy means to the one who decides: what it can do to it and what can be done to it.

use std::sync::Arc;

use shieldwall_battle::{BandExtent, Battle, CombatantId, ItemId};
use shieldwall_grid::{Cell, Cover, Map};

use super::{
    Tools,
    action_kind::ActionKind,
    odds::Strides,
    scene::{Fighter, Situation},
    worth::harm_of,
};
use crate::ways::{DistanceField, NO_WAY};

/// How surely an enemy that has yet to move is where it is now when its attacker acts.
const UNSTEADY: f64 = 0.7;

/// How many friends, those nearest to an enemy, its blows are looked at for.
const NEAR: usize = 4;

/// Cells from its target at which a shot is tried out that cannot be made from where the shooter stands.
const PROBED: u32 = 4;

/// Metres from which fighters strike hand to hand at least, and at most.
const CONTACT: f64 = 1.5;
const FARTHEST_BLOW: f64 = 30.0;

/// What the harm that an enemy can do adds to what it is worth as a target.
const MENACE: f64 = 1.5;

/// What an enemy is worth less when friends are sure to see to it.
const OVERKILL: f64 = 0.5;

/// A missile attack in general, wherever it is made from.
#[derive(Clone, Debug)]
pub(super) struct Shot {
    /// Harm at close range without cover.
    pub(super) harm: f64,
    /// The range bands, best first.
    bands: Arc<[BandExtent]>,
    /// Where its owner stands: bands that are cells hold for there.
    at: Cell,
}

impl Shot {
    /// The share of the harm that is left from one cell to another; 0 if no rough odds tell.
    pub(super) fn share(&self, map: &Map, from: Cell, to: Cell) -> f64 {
        let distance = map.range_distance(from, to);
        let mut bands = self.bands.iter();
        let band = bands.position(|band| match band {
            BandExtent::Cells(cells) => from == self.at && cells.binary_search(&to).is_ok(),
            band => band.holds(distance) == Some(true),
        });
        let Some(band) = band else {
            return 0.0;
        };
        let sight = map.sight(from, to);
        if !sight.visible {
            return 0.0;
        }
        // Whatever the ruleset, chances about halve with each band of range and each grade of cover.
        let range = [1.0, 0.5, 0.25].get(band).copied().unwrap_or(0.1);
        range * shelter(sight.cover)
    }

    /// Whether its range holds only for where its owner stands.
    fn is_of_cells(&self) -> bool {
        let mut bands = self.bands.iter();
        bands.any(|band| matches!(band, BandExtent::Cells(_)))
    }

    /// Distance up to which it is at its best, in metres.
    pub(super) fn best_range(&self) -> f64 {
        self.bands.first().map_or(0.0, |band| match band {
            BandExtent::Within(limit) | BandExtent::Below(limit) => {
                f64::from(limit.milli()) / 1000.0
            }
            BandExtent::Cells(_) => 0.0,
        })
    }
}

/// The share of missiles that cover lets through.
const fn shelter(cover: Cover) -> f64 {
    match cover {
        Cover::None | Cover::Light => 1.0,
        Cover::Half => 0.5,
        Cover::Heavy => 0.25,
        Cover::Full => 0.0,
    }
}

/// One enemy in the fight.
#[derive(Clone, Debug)]
pub(super) struct Foe {
    /// Who, as the side sees it.
    pub(super) fighter: Fighter,
    /// The way on foot from where it stands.
    pub(super) field: DistanceField,
    /// The cells in contact with it, its own among them.
    touching: Arc<[Cell]>,
    /// How far it gets in its next turn.
    pub(super) strides: Strides,
    /// Metres on foot from which it is in contact.
    pub(super) reach: f64,
    /// Harm it does to me hand to hand.
    pub(super) blow: f64,
    /// Its missile attack on me.
    pub(super) shot: Option<Shot>,
    /// Harm I do to it hand to hand.
    pub(super) my_blow: f64,
    /// My missile attack on it.
    pub(super) my_shot: Option<Shot>,
    /// How likely it is to attack this round: little if it has said that it will do otherwise.
    pub(super) eagerness: f64,
    /// How surely it will be where it is now, or come to me, when I act: enemies that have yet to
    /// move may leave.
    pub(super) steadiness: f64,
    /// What defeating it is worth beside an average enemy.
    pub(super) worth: f64,
}

impl Foe {
    /// The cells in contact with it, its own among them.
    pub(super) fn touching(&self) -> &[Cell] {
        &self.touching
    }

    /// True if I do as much harm to it with a missile as hand to hand.
    pub(super) fn is_better_from_afar(&self) -> bool {
        let shot = self.my_shot.as_ref();
        shot.is_some_and(|shot| shot.harm >= self.my_blow)
    }

    /// Whether a cell is in contact with it.
    pub(super) fn touches(&self, cell: Cell) -> bool {
        self.touching.contains(&cell)
    }
}

/// Everything about the enemies that does not depend on where I go.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    /// Enemies in the fight, in roster order.
    pub(super) foes: Vec<Foe>,
    /// The ways from the nearest of them, where those from each do not tell.
    from_all: Option<DistanceField>,
    /// Metres on foot from the nearest enemy to the foremost of my friends that fight hand to hand; 0 without any.
    pub(super) front: f64,
    /// Whether I would strike with something in my hands.
    pub(super) armed: bool,
    /// Whether an enemy is in contact with me where I stand.
    pub(super) engaged: bool,
    /// Missile harm that my side can do at a time, less what the enemy can.
    pub(super) missile_balance: f64,
    /// Whether I strike several at once, or shoot as far as rough odds do not tell: it has to be tried from each place.
    pub(super) by_places: bool,
}

impl Outlook {
    /// Looks at every enemy that the side sees.
    ///
    /// `acts_at_once`: whether the one who decides acts before anybody else moves.
    pub(super) fn of(
        battle: &mut Battle,
        tools: &mut Tools,
        situation: &Situation,
        acts_at_once: bool,
    ) -> Self {
        let me = &situation.me;
        let ours: Vec<Fighter> = situation.friends.iter().chain([me]).copied().collect();
        let mut foes = Vec::with_capacity(situation.foes.len());
        let (mut missile_balance, mut by_places) = (0.0, false);
        let mut fighters: Vec<Cell> = Vec::new();
        for friend in &ours {
            let firepower = firepower(battle, tools, friend, &situation.foes);
            missile_balance += firepower;
            if firepower <= 0.0 && friend.id != me.id {
                fighters.push(friend.cell);
            }
        }
        for fighter in &situation.foes {
            let mut menace: f64 = 0.0;
            let mut volley: f64 = 0.0;
            for friend in nearest(battle, &ours, fighter.cell) {
                let Some(attack_estimate) =
                    tools
                        .odds
                        .in_contact(battle, &tools.chronicle, fighter.id, friend)
                else {
                    continue;
                };
                let harm = harm_of(&attack_estimate, friend);
                menace = menace.max(harm);
                if attack_estimate.missile {
                    volley = volley.max(harm);
                }
            }
            missile_balance -= volley;
            by_places |= is_blast(battle, tools, me, fighter);
            let (blow, shot) = between(battle, tools, fighter, me);
            let (my_blow, my_shot) = between(battle, tools, me, fighter);
            by_places |= my_shot.as_ref().is_some_and(Shot::is_of_cells);
            let statement = tools.chronicle.statement(fighter.id, situation.round);
            let field = tools.ways.around(battle, fighter.cell);
            let touching = tools
                .odds
                .strikes_from(battle, &tools.chronicle, me, fighter);
            let metres = touching.iter().map(|cell| field.metres(*cell));
            let metres = metres.filter(|metres| *metres < FARTHEST_BLOW);
            foes.push(Foe {
                reach: metres.fold(CONTACT, f64::max),
                strides: tools
                    .odds
                    .strides(battle, &tools.chronicle, fighter, &field),
                field,
                touching,
                blow,
                shot,
                my_blow,
                my_shot,
                eagerness: match statement.map(|statement| statement.kind) {
                    None | Some(ActionKind::Attack | ActionKind::Defend | ActionKind::Other) => 1.0,
                    Some(_) => 0.2,
                },
                steadiness: if acts_at_once {
                    1.0
                } else {
                    steadiness(tools, situation, fighter)
                },
                worth: tools.skill.worth_of_target(
                    (0.75 + MENACE * menace.min(0.5))
                        * (1.0 - OVERKILL * committed(battle, tools, situation, fighter).min(1.0)),
                ),
                fighter: *fighter,
            });
        }
        let from_all = from_all(battle, tools, me, &foes);
        let armed = situation.foes.iter().any(|fighter| {
            tools
                .odds
                .in_contact(battle, &tools.chronicle, me.id, fighter)
                .is_some_and(|attack_estimate| attack_estimate.item.is_some())
        });
        let engaged = foes.iter().any(|foe| foe.touches(me.cell));
        // A bow arms as long as no enemy is in contact, whether or not one is in sight.
        let armed = armed || !engaged && foes.iter().any(|foe| foe.my_shot.is_some());
        let mut outlook = Self {
            foes,
            from_all,
            front: 0.0,
            armed,
            engaged,
            missile_balance,
            by_places,
        };
        let ways = fighters.iter().map(|cell| outlook.nearest(*cell));
        outlook.front = ways.min_by(f64::total_cmp).unwrap_or(0.0);
        outlook
    }

    /// Whether I have a missile attack on anybody.
    pub(super) fn can_shoot(&self) -> bool {
        self.foes.iter().any(|foe| foe.my_shot.is_some())
    }

    /// True if I do as much harm with a missile as hand to hand, to any enemy.
    pub(super) fn is_better_from_afar(&self) -> bool {
        self.foes.iter().any(Foe::is_better_from_afar)
    }

    /// Metres on foot to the nearest enemy.
    pub(super) fn nearest(&self, cell: Cell) -> f64 {
        if let Some(field) = &self.from_all {
            return field.metres(cell);
        }
        self.foes
            .iter()
            .map(|foe| foe.field.metres(cell))
            .fold(NO_WAY, f64::min)
    }

    /// The enemy with this id.
    pub(super) fn foe(&self, id: CombatantId) -> Option<&Foe> {
        self.foes.iter().find(|foe| foe.fighter.id == id)
    }
}

/// The ways from the nearest enemy, where those from each of them do not tell: on large maps, and for those who need more
/// room than others, from where they could strike.
fn from_all(
    battle: &Battle,
    tools: &mut Tools,
    me: &Fighter,
    foes: &[Foe],
) -> Option<DistanceField> {
    if me.across() > 1 {
        let mut strikes: Vec<Cell> = foes.iter().flat_map(Foe::touching).copied().collect();
        strikes.sort_unstable();
        strikes.dedup();
        let field = tools.ways.wide(battle, me.across(), &strikes);
        if field.leads_to(me.cell) {
            return Some(field);
        }
    }
    if tools.ways.has_all(battle) {
        return None;
    }
    let cells: Vec<Cell> = foes.iter().map(|foe| foe.fighter.cell).collect();
    Some(tools.ways.from(battle, &cells))
}

/// Those of some who are nearest to a cell.
fn nearest<'a>(
    battle: &Battle,
    fighters: &'a [Fighter],
    cell: Cell,
) -> impl Iterator<Item = &'a Fighter> + use<'a> {
    let grid = battle.map().grid();
    let mut near: Vec<&Fighter> = fighters.iter().collect();
    if near.len() > NEAR {
        near.sort_by_key(|fighter| grid.steps(fighter.cell, cell));
        near.truncate(NEAR);
    }
    near.into_iter()
}

/// How surely an enemy will stay where it is, or come.
fn steadiness(tools: &Tools, situation: &Situation, foe: &Fighter) -> f64 {
    let (chronicle, round) = (&tools.chronicle, situation.round);
    if chronicle.has_moved(foe.id, round) {
        return 1.0;
    }
    let me = situation.me.id;
    let statement = chronicle.statement(foe.id, round);
    let comes = statement.is_some_and(|statement| statement.target == Some(me));
    // Statements and moves come in one order: who has stated before me will have moved before me.
    let first = statement.is_some() && chronicle.statement(me, round).is_none();
    match (comes, first) {
        (true, _) => 1.0,
        (false, true) => 0.9,
        (false, false) => UNSTEADY,
    }
}

/// Harm that friends have already said they mean to do to an enemy this round.
fn committed(battle: &mut Battle, tools: &mut Tools, situation: &Situation, foe: &Fighter) -> f64 {
    let mut harm = 0.0;
    for friend in &situation.friends {
        let statement = tools.chronicle.statement(friend.id, situation.round);
        if statement.is_some_and(|statement| statement.target == Some(foe.id))
            && let Some(attack_estimate) =
                tools
                    .odds
                    .in_contact(battle, &tools.chronicle, friend.id, foe)
        {
            harm += harm_of(&attack_estimate, foe);
        }
    }
    harm
}

/// The most missile harm one of ours can do at a time.
fn firepower(battle: &mut Battle, tools: &mut Tools, ours: &Fighter, foes: &[Fighter]) -> f64 {
    let mut best: f64 = 0.0;
    for foe in nearest(battle, foes, ours.cell) {
        if let Some(attack_estimate) = tools
            .odds
            .in_contact(battle, &tools.chronicle, ours.id, foe)
            && attack_estimate.missile
        {
            best = best.max(harm_of(&attack_estimate, foe));
        }
    }
    best
}

/// Whether the best attack on a target is one that strikes several at once, from beside it or from where one stands.
fn is_blast(battle: &mut Battle, tools: &mut Tools, attacker: &Fighter, target: &Fighter) -> bool {
    [target.cell, attacker.cell].into_iter().any(|from| {
        let attack_estimate = tools.odds.attack_estimate(
            battle,
            &tools.chronicle,
            (attacker.id, from),
            (target.id, target.cell),
        );
        attack_estimate.is_some_and(|attack_estimate| attack_estimate.blast)
    })
}

/// What one can do to another: hand to hand, and with missiles.
fn between(
    battle: &mut Battle,
    tools: &mut Tools,
    attacker: &Fighter,
    target: &Fighter,
) -> (f64, Option<Shot>) {
    let close = tools
        .odds
        .in_contact(battle, &tools.chronicle, attacker.id, target);
    let blow = close.map_or(0.0, |attack_estimate| harm_of(&attack_estimate, target));
    if let Some(attack_estimate) = close
        && attack_estimate.missile
    {
        let shot = shot(battle, tools, attacker, attack_estimate.item, blow);
        return (blow, shot);
    }
    if battle.map().in_contact(attacker.cell, target.cell) {
        return (blow, None);
    }
    // A combatant that fights better hand to hand may still have something to throw, or shoots only from afar.
    let from = vantage(battle.map(), attacker.cell, target.cell);
    let from_afar = tools.odds.attack_estimate(
        battle,
        &tools.chronicle,
        (attacker.id, from),
        (target.id, target.cell),
    );
    // But not the last weapon.
    let Some(attack_estimate) =
        from_afar.filter(|attack_estimate| attack_estimate.missile && !attack_estimate.disarms)
    else {
        return (blow, None);
    };
    let mut thrown = shot(
        battle,
        tools,
        attacker,
        attack_estimate.item,
        harm_of(&attack_estimate, target),
    );
    if let Some(thrown) = &mut thrown {
        let share = thrown.share(battle.map(), from, target.cell);
        if share > 0.0 {
            thrown.harm = (thrown.harm / share).min(1.0);
        }
    }
    (blow, thrown)
}

/// A cell from which a target can be seen: where its attacker stands, or else one not far from the target.
fn vantage(map: &Map, attacker: Cell, target: Cell) -> Cell {
    if map.sight(attacker, target).visible {
        return attacker;
    }
    let mut around = map.grid().ring(target, PROBED).into_iter();
    let seen = around.find(|cell| map.ground(*cell).passable && map.sight(*cell, target).visible);
    seen.unwrap_or(attacker)
}

fn shot(
    battle: &mut Battle,
    tools: &mut Tools,
    owner: &Fighter,
    item: Option<ItemId>,
    harm: f64,
) -> Option<Shot> {
    let bands = tools
        .odds
        .bands(battle, &tools.chronicle, item?, owner.cell);
    (!bands.is_empty()).then_some(Shot {
        harm,
        bands,
        at: owner.cell,
    })
}
