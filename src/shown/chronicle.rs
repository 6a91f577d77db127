//! The course of a battle, round by round: hit points of each side, the fallen, and luck with the dice.

use shieldwall_battle::{
    CombatantId, Entry, Event, SideId, Vitality, event::Rolled, terms::LevelRole,
};

use super::Figure;

/// Course of a battle so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Chronicle {
    /// The beginning, and the end of each round.
    pub(crate) rounds: Vec<RoundEnd>,
    /// The luck of each side, red first.
    pub(crate) luck: Vec<Luck>,
    /// Combatants that fell since the last round.
    fallen: Vec<CombatantId>,
    /// True once the battle is over.
    over: bool,
}

/// Hit points of the sides at the end of a round.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoundEnd {
    /// The round; 0 for the beginning.
    pub(crate) round: u32,
    /// Hit points of all who could fight, by side.
    pub(crate) hit_points: Vec<i32>,
    /// Combatants that fell in it.
    pub(crate) fallen: Vec<CombatantId>,
}

/// Results of the rolls of a side against their chances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Luck {
    /// Rolls against a chance.
    pub(crate) rolls: u32,
    /// Those that succeeded.
    pub(crate) successes: u32,
    /// Number of successes to be expected.
    pub(crate) expected: f64,
    /// The variance of their number.
    variance: f64,
}

impl Luck {
    fn count(&mut self, chance: f64, succeeded: bool) {
        self.rolls += 1;
        self.successes += u32::from(succeeded);
        self.expected += chance;
        self.variance += chance * (1.0 - chance);
    }

    /// The luck in a word: beyond one standard deviation it is luck.
    pub(crate) fn word(&self) -> &'static str {
        let off = f64::from(self.successes) - self.expected;
        let usual = self.variance.sqrt().max(1.0);
        if off > usual {
            "lucky"
        } else if off < -usual {
            "unlucky"
        } else {
            "as expected"
        }
    }
}

/// The round in which the battle turned most.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TurningPoint {
    /// The round.
    pub(crate) round: u32,
    /// The side that lost by it.
    pub(crate) loser: SideId,
    /// Its hit points before the round and after it, those of the fallen left out.
    pub(crate) hit_points: [i32; 2],
    /// Combatants that fell in it.
    pub(crate) fallen: Vec<CombatantId>,
}

impl Chronicle {
    /// Takes down an entry; `figures` are as they truly stand after it.
    pub(super) fn record(&mut self, entry: &Entry, sides: usize, figures: &[Option<Figure>]) {
        match &entry.event {
            // The round that is over; before the first it is the beginning.
            Event::RoundBegan => self.close(entry.round.saturating_sub(1), sides, figures),
            Event::Ended { .. } if !self.over => {
                self.close(entry.round, sides, figures);
                self.over = true;
            }
            Event::Vitality {
                who,
                from: Vitality::Active,
                ..
            } => self.fallen.push(*who),
            Event::Rolled(rolled) => self.roll(rolled, sides, figures),
            _ => {}
        }
    }

    fn close(&mut self, round: u32, sides: usize, figures: &[Option<Figure>]) {
        let of = |side: SideId| {
            let able = figures.iter().flatten();
            able.filter(|figure| figure.side == side && figure.vitality == Vitality::Active)
                .map(|figure| figure.hit_points.max(0))
                .sum()
        };
        let hit_points = SideId::first(sides).map(of).collect();
        let fallen = std::mem::take(&mut self.fallen);
        self.rounds.push(RoundEnd {
            round,
            hit_points,
            fallen,
        });
    }

    fn roll(&mut self, rolled: &Rolled, sides: usize, figures: &[Option<Figure>]) {
        let figure = figures.get(rolled.who.index()).and_then(Option::as_ref);
        let (Some(figure), Some(chance), Some(outcome)) = (figure, &rolled.chance, rolled.outcome)
        else {
            return;
        };
        self.luck.resize(sides, Luck::default());
        if let Some(luck) = self.luck.get_mut(figure.side.index()) {
            let chance = f64::from(chance.chance.clamp(0, 100)) / 100.0;
            luck.count(chance, outcome.role != LevelRole::Failure);
        }
    }

    /// The round that changed most who was ahead, as shares of what each side began with; `None` if nothing did.
    pub(crate) fn turning_point(&self) -> Option<TurningPoint> {
        let start = &self.rounds.first()?.hit_points;
        let share = |end: &RoundEnd, side: usize| {
            f64::from(end.hit_points[side]) / f64::from(start[side].max(1))
        };
        let mut most: Option<(f64, TurningPoint)> = None;
        for pair in self.rounds.windows(2) {
            let [before, after] = pair else { continue };
            let losses = (0..start.len()).map(|side| share(before, side) - share(after, side));
            let losses: Vec<f64> = losses.collect();
            let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
            for (side, loss) in SideId::first(start.len()).zip(&losses) {
                let swing = loss - least;
                if swing > most.as_ref().map_or(1e-9, |(most, _)| *most) {
                    let index = side.index();
                    let point = TurningPoint {
                        round: after.round,
                        loser: side,
                        hit_points: [before, after].map(|end| end.hit_points[index]),
                        fallen: after.fallen.clone(),
                    };
                    most = Some((swing, point));
                }
            }
        }
        most.map(|(_, point)| point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(round: u32, red: i32, blue: i32) -> RoundEnd {
        RoundEnd {
            round,
            hit_points: vec![red, blue],
            fallen: Vec::new(),
        }
    }

    #[test]
    fn the_battle_turns_where_one_side_loses_most_more_than_the_other() {
        let mut chronicle = Chronicle::default();
        assert_eq!(chronicle.turning_point(), None);
        chronicle.rounds = vec![end(0, 40, 20), end(1, 30, 15), end(2, 29, 5), end(3, 9, 0)];
        // 25 % each; 2.5 against 50; 50 against 25.
        let point = chronicle.turning_point();
        let point = point.map(|point| (point.round, point.loser, point.hit_points));
        assert_eq!(point, Some((2, SideId::BLUE, [15, 5])));
        chronicle.rounds = vec![end(0, 40, 20), end(1, 40, 20)];
        assert_eq!(chronicle.turning_point(), None);
    }

    #[test]
    fn luck_is_what_goes_beyond_the_usual() {
        let mut luck = Luck::default();
        (0..16).for_each(|_| luck.count(0.5, true));
        assert_eq!((luck.word(), luck.successes), ("lucky", 16));
        (0..32).for_each(|_| luck.count(0.5, false));
        assert_eq!(luck.word(), "unlucky");
        let mut usual = Luck::default();
        usual.count(0.3, true);
        assert_eq!(usual.word(), "as expected");
    }
}
