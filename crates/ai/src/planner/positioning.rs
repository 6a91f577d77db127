//! Where to stand: every cell in reach is weighed by the harm that can be done and suffered there.

use shieldwall_battle::{Battle, CellOption, CombatantId, ItemId};
use shieldwall_grid::{Cell, Map, Metres};

use super::{
    Tools, lookout::Lookout, outlook::Outlook, posture::Posture, pull::Pull, scene::Situation,
};

/// Cells that are weighed with exact odds.
pub(super) const SHORT_LIST: usize = 6;

/// What the ruleset's warning that a way may fail costs.
const RISKY_WAY: f64 = 0.15;

/// What standing in fire costs.
const IN_FIRE: f64 = 0.6;

/// What a move away from the enemies costs if nobody can be attacked after it.
const FLIGHT: f64 = 0.15;

/// What it counts for to be noticed by enemies, beyond what one would have to fear.
const SHOWN: f64 = 0.08;
/// What it counts for to leave one's hiding place for nothing, as long as there is time to lie in wait.
const GIVEN_AWAY: f64 = 0.4;
/// What it counts for to go into what hurts.
const HURTS: f64 = 0.6;

/// Metres on foot to the nearest enemy within which shooters who see none hardly come on any more.
const UNSEEN: f64 = 15.0;
/// The weight of a metre there, beside a metre farther away.
const UNSEEN_PULL: f64 = 0.25;

/// Metres on foot to the nearest enemy within which a combatant in full defence comes on no more.
const GUARDED: f64 = 8.0;

/// By how much a place is misjudged at most from which one strikes nobody: else one would stray instead of coming on.
const ASTRAY: f64 = 0.1;

/// The price of a metre away from its place for a combatant of a side that waits, and that only shelters.
const STRAYING: f64 = 0.03;
/// Distance within which a combatant of a side that waits goes out to strike.
const SORTIE: Metres = Metres::from_whole(12);
/// The price of a blow from farther away: it leaves the place that the side holds.
const FAR_SORTIE: f64 = 1.5;

/// What it costs a fighter to turn away from those it is in contact with.
const TURNING_AWAY: f64 = 0.04;

/// What somebody would like to do where it goes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wish {
    /// To attack. If it is bound to one kind of attack, whether that is a missile attack.
    Attack {
        /// Whether it must be a missile attack, or must not; `None` if either will do.
        missile: Option<bool>,
        /// The highest movement band from which it can still attack.
        last_band: u8,
        /// The enemy it has named, if any.
        named: Option<CombatantId>,
    },
    /// To be in contact with one of some cells, and what that is worth.
    Touch {
        /// The cells.
        cells: Vec<Cell>,
        /// What it is worth.
        worth: f64,
    },
    /// Not to be hurt while it does something else.
    Shelter,
    /// Not to be hurt, and nothing else: it has given up its attacks, and does not come near.
    Defend,
}

/// An attack that can be made from a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strike {
    /// The target.
    pub(super) target: CombatantId,
    /// With what.
    pub(super) item: Option<ItemId>,
    /// Whether something flies.
    pub(super) missile: bool,
    /// What it is worth.
    pub(super) worth: f64,
}

/// A cell with what going there is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stand {
    /// The way there.
    pub(super) option: CellOption,
    /// The best attack from there, if it can attack at all.
    pub(super) strike: Option<Strike>,
    /// What it is worth in all.
    pub(super) worth: f64,
}

/// Weighs cells for one mover.
pub(super) struct Positioning<'a> {
    pub(super) situation: &'a Situation,
    pub(super) outlook: &'a Outlook,
    pub(super) posture: &'a Posture,
    pub(super) pull: &'a Pull,
    /// The last movement band from which one can attack.
    pub(super) last_band: u8,
    /// The most that an attack counts for: less for those who have acted and strike again only later.
    pub(super) most: f64,
    /// How often enemies react where that costs a turn, from 0 to 1.
    pub(super) reactiveness: f64,
    /// By how much places are misjudged at most: see [`Skill::misjudges_places`](super::Skill::misjudges_places).
    pub(super) misjudges: f64,
    /// How they are.
    pub(super) salt: u64,
    /// What has been seen of the cells so far.
    pub(super) lookout: Lookout,
}

impl Positioning<'_> {
    /// The best of some cells for a wish; `None` if there are no cells.
    pub(super) fn best(
        &self,
        battle: &mut Battle,
        tools: &mut Tools,
        cells: &[CellOption],
        wish: &Wish,
    ) -> Option<Stand> {
        let mut list = self.short_list(battle.map(), cells, wish);
        let of_places = if self.outlook.by_places && matches!(wish, Wish::Attack { .. }) {
            self.one_of_each_place(cells)
        } else {
            Vec::new()
        };
        list.extend(of_places.into_iter().map(|option| Stand {
            option,
            strike: None,
            worth: f64::NEG_INFINITY,
        }));
        let in_question =
            |stand: &Stand| stand.strike.is_some() || stand.worth == f64::NEG_INFINITY;
        let asked = list.iter().filter(|stand| in_question(stand));
        let cells: Vec<Cell> = asked.map(|stand| stand.option.cell).collect();
        self.prepare(battle, tools, &cells, wish);
        for stand in &mut list {
            if in_question(stand) {
                stand.strike = self.exact_strike(battle, tools, &stand.option, wish);
                stand.worth = self.worth(battle.map(), &stand.option, stand.strike.as_ref(), wish);
            }
        }
        // The first of equals: the list is in order of rough worth.
        list.into_iter().reduce(|best, stand| {
            if stand.worth > best.worth {
                stand
            } else {
                best
            }
        })
    }

    /// The cells that are best by rough odds, best first; of equals, those named first.
    fn short_list(&self, map: &Map, cells: &[CellOption], wish: &Wish) -> Vec<Stand> {
        // Danger and loneliness take long to work out, and mostly take from a cell's worth: most cells are not worth
        // looking at so closely.
        let kindest = self.kindest(wish);
        let mut hopes: Vec<(f64, u32)> = Vec::with_capacity(cells.len());
        let strikes: Vec<Option<Strike>> = cells
            .iter()
            .map(|option| self.rough_strike(map, option, wish))
            .collect();
        for (number, (option, strike)) in (0..).zip(cells.iter().zip(&strikes)) {
            let hope = self.worth_less(map, option, strike.as_ref(), wish, kindest);
            hopes.push((hope, number));
        }
        let exact = |number: usize| {
            let option = &cells[number];
            self.worth(map, option, strikes[number].as_ref(), wish)
        };
        let enough = if cells.len() > 2 * SHORT_LIST {
            // As many as are wanted are worth at least this much.
            let mut order = hopes.clone();
            order.select_nth_unstable_by(SHORT_LIST, |a, b| b.0.total_cmp(&a.0));
            order[..SHORT_LIST]
                .iter()
                .map(|(_, number)| exact(*number as usize))
                .fold(f64::INFINITY, f64::min)
        } else {
            f64::NEG_INFINITY
        };
        let mut list: Vec<Stand> = Vec::with_capacity(SHORT_LIST + 1);
        for (hope, number) in hopes {
            let number = number as usize;
            let full = list.len() == SHORT_LIST;
            if hope < enough || full && list.last().is_some_and(|last| hope <= last.worth) {
                continue;
            }
            let worth = exact(number);
            let place = list.partition_point(|stand| stand.worth >= worth);
            if place < SHORT_LIST {
                list.insert(
                    place,
                    Stand {
                        option: cells[number],
                        strike: strikes[number],
                        worth,
                    },
                );
                list.truncate(SHORT_LIST);
            }
        }
        list
    }

    /// The danger and loneliness that leave most of a cell's worth: none, but as much as there can be for those who are
    /// drawn to it.
    fn kindest(&self, wish: &Wish) -> (f64, f64) {
        let drawn_to = |weight: f64, most: f64| if weight < 0.0 { most } else { 0.0 };
        (
            drawn_to(self.caution(wish, true), self.most_danger()),
            drawn_to(self.posture.prudence, self.most_loneliness()),
        )
    }

    /// The weight of danger in the worth of a cell. A brain that is drawn to danger is so only to strike a blow: else it
    /// would stay where all could come to it, and wait, or run up to enemies that it can shoot from where it stands. If
    /// it looks for shelter, it fears the danger instead.
    fn caution(&self, wish: &Wish, blow: bool) -> f64 {
        let caution = self.posture.caution;
        if matches!(wish, Wish::Shelter | Wish::Defend) {
            caution.abs()
        } else if blow {
            caution
        } else {
            caution.max(0.0)
        }
    }

    pub(super) fn touches_foe(&self, cell: Cell) -> bool {
        self.lookout.is_contested(cell)
    }

    /// True if none of the enemies that are in contact with the mover now would be in contact with a cell.
    pub(super) fn turns_away(&self, cell: Cell) -> bool {
        let here = self.situation.me.cell;
        let contested = self.touches_foe(cell);
        !contested
            || !self
                .outlook
                .foes
                .iter()
                .any(|foe| foe.touches(here) && foe.touches(cell))
    }

    pub(super) fn worth(
        &self,
        map: &Map,
        option: &CellOption,
        strike: Option<&Strike>,
        wish: &Wish,
    ) -> f64 {
        let cell = option.cell;
        // Nobody strikes at those that nobody knows to be there.
        let danger = if self.situation.me.hidden && !option.noticed {
            0.0
        } else {
            self.lookout.danger(cell, || self.danger(map, cell))
        };
        let loneliness = self.lookout.loneliness(cell, || self.loneliness(map, cell));
        self.worth_less(map, option, strike, wish, (danger, loneliness))
    }

    /// The worth of a cell with this danger and loneliness. It is the less, the more they are, to
    /// the last bit.
    fn worth_less(
        &self,
        map: &Map,
        option: &CellOption,
        strike: Option<&Strike>,
        wish: &Wish,
        (danger, loneliness): (f64, f64),
    ) -> f64 {
        let cell = option.cell;
        let mut worth = strike.map_or(0.0, |strike| strike.worth);
        let blow = strike.is_some_and(|strike| !strike.missile);
        worth -= self.caution(wish, blow) * danger;
        if blow && self.posture.waits && map.range_distance(self.situation.me.cell, cell) > SORTIE {
            worth -= FAR_SORTIE;
        }
        if self.posture.waits && matches!(wish, Wish::Shelter | Wish::Defend) {
            let away = map.range_distance(self.situation.me.cell, cell);
            worth -= STRAYING * f64::from(away.milli()) / 1000.0;
        }
        worth += if *wish == Wish::Defend {
            let wanted = (self.nearest(cell) - GUARDED).max(0.0);
            self.leads_to_goal(cell) - self.posture.drive * wanted / 30.0
        } else {
            self.drawn(map, cell, strike.is_some())
        };
        if let Wish::Touch {
            cells,
            worth: touching,
        } = wish
            && cells.iter().any(|other| map.in_contact(cell, *other))
        {
            worth += touching;
        }
        let prudence = if blow {
            self.posture.prudence
        } else {
            self.posture.prudence.max(0.0)
        };
        worth -= prudence * loneliness * if strike.is_some() { 0.5 } else { 1.0 };
        if strike.is_none() {
            let (here, there) = (self.lookout.nearest_to_me, self.nearest(cell));
            if there > here + 1.0 && matches!(wish, Wish::Attack { .. }) {
                worth -= FLIGHT;
            }
        }
        let shoots = strike.is_some_and(|strike| strike.missile);
        if self.outlook.engaged && !shoots && self.turns_away(cell) {
            worth -= TURNING_AWAY;
        }
        if option.hurts {
            worth -= HURTS;
        } else if option.risky {
            worth -= RISKY_WAY;
        }
        if option.noticed {
            worth -= SHOWN * self.posture.prudence;
            if strike.is_none() && self.posture.patient {
                worth -= GIVEN_AWAY;
            }
        }
        let terrain = self.situation.level.terrain.get(cell.index());
        if terrain.is_some_and(|terrain| terrain.hazard.is_some()) {
            worth -= IN_FIRE;
        }
        // Everybody sees what the rules warn of.
        let error = if option.hurts || option.risky {
            0.0
        } else {
            self.error(cell, strike)
        };
        // Of two equal places the nearer, and of two equally near either.
        worth - option.cost.amount() * 1e-4 + error
    }

    /// By how much the worth of a cell is misjudged: too high where it can strike a blow, and hardly at all on the way
    /// there. All places to shoot from seem about as good: else an archer would run about for a better one.
    fn error(&self, cell: Cell, strike: Option<&Strike>) -> f64 {
        let (most, chance) = (self.misjudges, self.chance_of(cell));
        match strike {
            Some(strike) if !strike.missile => most * (1.0 - chance),
            Some(_) => 0.5 * most - most.min(ASTRAY) * chance,
            None => -most.min(ASTRAY) * chance,
        }
    }

    /// A number from 0 to 1 that scatters over the cells, by the finaliser of `SplitMix64`. Where one stands one judges
    /// best.
    fn chance_of(&self, cell: Cell) -> f64 {
        if cell == self.situation.me.cell {
            return 0.0;
        }
        let mut mixed = self.salt ^ (u64::from(cell.0) << 17);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let high = u32::try_from(mixed >> 32).unwrap_or(0);
        f64::from(high) / f64::from(u32::MAX)
    }

    /// Metres on foot to the nearest enemy.
    fn nearest(&self, cell: Cell) -> f64 {
        self.lookout.nearest(cell, || self.outlook.nearest(cell))
    }

    /// What a cell is worth for where it leads.
    fn drawn(&self, map: &Map, cell: Cell, strikes: bool) -> f64 {
        if strikes {
            return self.leads(map, cell, true);
        }
        self.lookout.drawn(cell, || self.leads(map, cell, false))
    }

    /// The worth of a cell for the goal of the level.
    fn leads_to_goal(&self, cell: Cell) -> f64 {
        let mut drawn = 0.0;
        if let (Some(goal), Some(field)) = (&self.posture.goal, &self.pull.goal) {
            // Those who shoot cover those who go.
            let zeal = if self.outlook.can_shoot() && !self.situation.friends.is_empty() {
                0.3
            } else {
                1.0
            };
            drawn -= zeal * goal.pull * field.metres(cell) / 30.0;
            if goal.cells.contains(&cell) {
                drawn += zeal * goal.presence;
            }
        }
        drawn
    }

    fn leads(&self, map: &Map, cell: Cell, strikes: bool) -> f64 {
        let drawn = self.leads_to_goal(cell);
        if let Some(field) = &self.pull.search {
            return drawn - 0.5 * field.metres(cell) / 30.0;
        }
        let (nearest, range) = (self.nearest(cell), self.lookout.range);
        let mut foes = self.outlook.foes.iter();
        let mut sees = || foes.any(|foe| map.sight(cell, foe.fighter.cell).visible);
        // Shooters and casters come on only as far as they need to.
        let wanted = if range == 0.0 {
            nearest
        } else if strikes || !self.lookout.can_shoot || sees() {
            (nearest - range.min(24.0)).max(0.0)
        } else {
            // They come close to see.
            (nearest - UNSEEN).max(nearest * UNSEEN_PULL)
        };
        // They do not run ahead of their friends.
        let ahead = if range > 0.0 && !strikes {
            (self.outlook.front - nearest).max(0.0)
        } else {
            0.0
        };
        let wanted = wanted + ahead;
        drawn - self.posture.drive * wanted / 30.0
    }
}
