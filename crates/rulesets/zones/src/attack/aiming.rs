//! Whom an attack can reach, and what makes it hard (ZON-030 to ZON-032, ZON-039 to ZON-044,
//! ZON-069 to ZON-076, ZON-136 to ZON-139, ZON-143).

use crate::{
    attack::{
        arm::{Aim, Arm, GripKind},
        size_effects::{Range, shove_steps},
        state::Motion,
    },
    content::blocks::{AttackRow, Size},
    context::{
        read::ReadContext,
        views::{FighterView, GearView},
    },
    movement::{cells::Cells, lines::UNPIERCEABLE},
    terms::{
        reasons,
        rules::{R040, R041, R042, R070, RR12, RR33, RR35},
    },
};
use shieldwall_battle::{CombatantId, Reason, RuleId};
use shieldwall_grid::{Cell, ZoneId};

/// From where an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vantage {
    /// The cells from which distance is measured.
    pub cells: Cells,
    /// The cells from which the line begins: others, if the attacker leans out (ZON-R33).
    pub line: Cells,
}

impl Vantage {
    /// Upright in these cells.
    #[must_use]
    pub const fn of(cells: Cells) -> Self {
        Self { cells, line: cells }
    }

    /// Leaning out into a cell.
    #[must_use]
    pub const fn leaning(cells: Cells, out: Cell) -> Self {
        Self {
            cells,
            line: Cells::one(out),
        }
    }

    /// Whether the attacker leans out.
    #[must_use]
    pub fn leans(&self) -> bool {
        self.cells != self.line
    }
}

/// A target that can be attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Why a WIT save is needed, by rules; empty if it is not (ZON-039).
    pub hard: Vec<RuleId>,
    /// Penetration number of the target's cover (ZON-R32).
    pub cover: Option<i32>,
}

impl ReadContext<'_, '_> {
    /// Where a character attacks from as it stands.
    #[must_use]
    pub fn vantage(&self, fighter: &FighterView<'_, '_>) -> Vantage {
        Vantage::of(self.cells(fighter))
    }

    /// Whether a ranged attack of a character now is on the move whatever it declares: it, or what it
    /// rides, has made a half-zone step in this turn (ZON-R12).
    #[must_use]
    pub fn has_moved(&self, fighter: &FighterView<'_, '_>) -> bool {
        let mount = fighter.riding.0.map(|mount| self.fighter(mount).turn.steps);
        fighter.turn.steps > 0 || mount.is_some_and(|steps| steps > 0)
    }

    /// Why somebody cannot be named as the target of a single-target attack at all (ZON-R19,
    /// ZON-R81); `None` if it can.
    fn bar_to_target(
        &self,
        attacker: &FighterView<'_, '_>,
        target: &FighterView<'_, '_>,
    ) -> Option<&'static Reason> {
        // Of those who hide nothing else is told.
        if !self.hostile(attacker.side(), target.side()) {
            Some(&reasons::FRIEND)
        } else if target.is_concealed() {
            Some(&reasons::CONCEALED)
        } else if !target.is_alive() {
            Some(&reasons::GONE)
        } else {
            None
        }
    }

    /// The attack of a row on somebody, or why it cannot be made.
    ///
    /// # Errors
    /// The first reason, beginning with the target and ending with what lies between.
    pub fn shot(
        &self,
        attacker: &FighterView<'_, '_>,
        from: &Vantage,
        row: &AttackRow,
        target: &FighterView<'_, '_>,
        motion: Motion,
    ) -> Result<Shot, &'static Reason> {
        if row.blast {
            return Err(&reasons::WHOLE_ZONES);
        }
        if let Some(reason) = self.bar_to_target(attacker, target) {
            return Err(reason);
        }
        let at = self.cells(target);
        let visible = || self.sees_from(attacker, &from.line, target);
        let mut hard = Vec::new();
        match row.range {
            None => {
                let size = attacker.build.size();
                if !self.melee_reaches(size, from, &at) {
                    return Err(if self.is_in_reach(size, from, &at) {
                        &reasons::MELEE_BARRIER
                    } else {
                        &reasons::REACH
                    });
                }
                if !visible() {
                    hard.push(R040);
                }
            }
            Some(range) => {
                let sizes = (attacker.build.size(), target.build.size());
                let range = Range::between(range, sizes.0, sizes.1);
                let distance = self.distance(&from.cells, &at);
                let far = range.is_far(distance);
                let moving = motion == Motion::Moving;
                if !range.reaches(distance) {
                    return Err(&reasons::RANGE);
                }
                if far && moving {
                    return Err(&reasons::MOVING);
                }
                if !self.has_line(&from.line, &at) {
                    return Err(&reasons::BARRIER);
                }
                if !visible() {
                    return Err(&reasons::SIGHT);
                }
                if far {
                    hard.push(R041);
                }
                if moving {
                    hard.extend([R042, RR12]);
                }
            }
        }
        Ok(Shot {
            hard,
            cover: self.cover(&from.line, &at),
        })
    }

    /// Whether a melee attack reaches: nearby, or for the massive up to one zone away with a free
    /// line (ZON-031, ZON-136).
    #[must_use]
    pub fn melee_reaches(&self, size: Size, from: &Vantage, at: &Cells) -> bool {
        from.cells
            .iter()
            .zip(from.line.iter().cycle())
            .any(|(own, line)| {
                at.iter()
                    .any(|at| self.arm_reaches(size, *own, *at) && self.free_line(*line, *at))
            })
    }

    /// Whether melee attacks of this size get from one cell to another, whatever stands between
    /// (ZON-R09, ZON-136).
    fn arm_reaches(&self, size: Size, own: Cell, at: Cell) -> bool {
        let reach = if size == Size::Massive { 2 } else { 1 };
        self.half_zones(own, at) <= reach || self.touch(own, at)
    }

    /// Whether a melee attack would reach but for what stands between.
    fn is_in_reach(&self, size: Size, from: &Vantage, at: &Cells) -> bool {
        let own = from.cells.iter();
        own.into_iter()
            .any(|own| at.iter().any(|at| self.arm_reaches(size, *own, *at)))
    }

    /// The non-lethal attack on somebody (ZON-088, ZON-090, ZON-092, ZON-143).
    fn grip_shot(
        &self,
        attacker: &FighterView<'_, '_>,
        from: &Vantage,
        kind: GripKind,
        target: &FighterView<'_, '_>,
    ) -> Result<Shot, &'static Reason> {
        let at = self.cells(target);
        let bar = self.bar_to_target(attacker, target);
        if let Some(reason) = bar.or_else(|| self.bar_to_grip(attacker, kind, target)) {
            return Err(reason);
        }
        if !self.near(&from.cells, &at) {
            return Err(if self.is_in_reach(Size::Medium, from, &at) {
                &reasons::MELEE_BARRIER
            } else {
                &reasons::REACH
            });
        }
        let visible = self.sees_from(attacker, &from.line, target);
        Ok(Shot {
            hard: if visible { Vec::new() } else { vec![R040] },
            cover: self.cover(&from.line, &at),
        })
    }

    /// Whether a non-lethal attack on somebody makes sense, wherever both are: the target is not
    /// larger, holds something, can be moved, can be held.
    #[must_use]
    pub fn grips_fit(
        &self,
        attacker: &FighterView<'_, '_>,
        kind: GripKind,
        target: &FighterView<'_, '_>,
    ) -> bool {
        self.bar_to_grip(attacker, kind, target).is_none()
    }

    /// Why it does not; `None` if it does.
    fn bar_to_grip(
        &self,
        attacker: &FighterView<'_, '_>,
        kind: GripKind,
        target: &FighterView<'_, '_>,
    ) -> Option<&'static Reason> {
        if shove_steps(attacker.build.size(), target.build.size()).is_none() {
            return Some(&reasons::LARGER);
        }
        if !target.is_standing() {
            return Some(&reasons::DOWN);
        }
        if target.is_vehicle() || attacker.is_vehicle() {
            return Some(&reasons::VEHICLE);
        }
        let mounted = target.riding.0.is_some();
        match kind {
            GripKind::Disarm if !self.held(target).iter().any(GearView::is_arm) => {
                Some(&reasons::UNARMED)
            }
            GripKind::Shove | GripKind::Grapple if mounted => Some(&reasons::MOUNTED),
            GripKind::Grapple if target.is_grabbed() => Some(&reasons::HELD),
            GripKind::Grapple if self.free_grips(attacker) == 0 => Some(&reasons::NO_FREE_HAND),
            GripKind::Grapple if attacker.riding.0.is_some() => Some(&reasons::RIDES),
            GripKind::Disarm | GripKind::Shove | GripKind::Grapple => None,
        }
    }

    /// Any single-target attack on somebody, or why it cannot be made.
    ///
    /// # Errors
    /// The first reason.
    pub fn aimed(
        &self,
        attacker: &FighterView<'_, '_>,
        from: &Vantage,
        aim: Aim,
        target: &FighterView<'_, '_>,
        motion: Motion,
    ) -> Result<Shot, &'static Reason> {
        let (arm, kills) = match aim {
            Aim::Grip(kind) => return self.grip_shot(attacker, from, kind, target),
            Aim::Harm(arm) => (arm, false),
            Aim::Kill(arm) => (arm, true),
        };
        if kills && !target.is_down() {
            return Err(self
                .bar_to_target(attacker, target)
                .unwrap_or(&reasons::NOT_DOWN));
        }
        let row = self.row(attacker, arm).ok_or(&reasons::NO_ATTACK)?;
        let shot = self.shot(attacker, from, &row, target, motion)?;
        if kills && !self.near(&from.cells, &self.cells(target)) {
            return Err(&reasons::REACH);
        }
        Ok(shot)
    }

    /// Everyone whom a character could attack in some way, in roster order, from where it stands or
    /// leaning out.
    #[must_use]
    pub fn targets(
        &self,
        attacker: &FighterView<'_, '_>,
        from: &Vantage,
        aim: Aim,
        motion: Motion,
    ) -> Vec<CombatantId> {
        let mut targets: Vec<CombatantId> = self
            .all()
            .filter(|target| self.aimed(attacker, from, aim, target, motion).is_ok())
            .map(|target| *target.id)
            .collect();
        // Anyone who is taunted must attack the taunter where that is legal (ZON-R21).
        if let Some(taunter) = attacker.mind.taunted
            && targets.contains(&taunter)
        {
            targets = vec![taunter];
        }
        targets
    }

    /// The cell into which a character would lean out to attack somebody whom it cannot attack
    /// upright: of those from which it can, the one with the least cover for the target (ZON-070).
    #[must_use]
    pub fn lean_for(
        &self,
        attacker: &FighterView<'_, '_>,
        aim: Aim,
        target: &FighterView<'_, '_>,
        motion: Motion,
    ) -> Option<(Cell, Shot)> {
        let cells = self.cells(attacker);
        self.leaning_cells(attacker)
            .into_iter()
            .filter_map(|cell| {
                let from = Vantage::leaning(cells, cell);
                let mut shot = self.aimed(attacker, &from, aim, target, motion).ok()?;
                if !shot.hard.is_empty() {
                    shot.hard.extend([R070, RR33]);
                }
                Some((cell, shot))
            })
            .min_by_key(|(cell, shot)| (shot.hard.len(), shot.cover, *cell))
    }

    /// The cover of an attacker against a counter: what stands on the line back, or the barrier that
    /// it leans out from, which nothing pierces (ZON-070, ZON-R33).
    #[must_use]
    pub fn cover_of_attacker(&self, from: &Vantage, at: &Cells) -> Option<i32> {
        if from.leans() {
            Some(UNPIERCEABLE)
        } else {
            self.cover(at, &from.cells)
        }
    }

    /// The zones that a blast can be aimed at, with what makes it hard (ZON-073, ZON-075, ZON-R35).
    #[must_use]
    pub fn blast_zones(
        &self,
        attacker: &FighterView<'_, '_>,
        row: &AttackRow,
        motion: Motion,
    ) -> Vec<(ZoneId, Vec<RuleId>)> {
        self.blast_zones_among(attacker, row, motion, |_| true)
    }

    /// Those of some zones that a blast can be aimed at.
    pub(crate) fn blast_zones_among(
        &self,
        attacker: &FighterView<'_, '_>,
        row: &AttackRow,
        motion: Motion,
        among: impl Fn(ZoneId) -> bool,
    ) -> Vec<(ZoneId, Vec<RuleId>)> {
        // Whether the taunted may attack others depends on all zones.
        let taunted = attacker.mind.taunted.is_some();
        let cells = self.cells(attacker);
        let zones = &self.board.level.zones;
        let mut found = match row.range {
            None => self
                .own_zones(&cells)
                .into_iter()
                .filter(|zone| taunted || among(*zone))
                .map(|zone| (zone, Vec::new()))
                .collect(),
            Some(range) => {
                let range = Range::plain(range);
                zones
                    .ids()
                    .filter(|zone| taunted || among(*zone))
                    .filter_map(|zone| {
                        let hard = self.far_blast(&cells, zone, range, motion).ok()?;
                        Some((zone, hard))
                    })
                    .collect::<Vec<_>>()
            }
        };
        if let Some(taunter) = attacker.mind.taunted {
            let taunter = self.fighter(taunter);
            let at = self.cells(&taunter);
            // Where somebody hides, its enemies are not told (ZON-104).
            let known = taunter.is_alive() && self.is_known_to(&taunter, attacker.side());
            if known && found.iter().any(|(zone, _)| self.in_zone(&at, *zone)) {
                found.retain(|(zone, _)| self.in_zone(&at, *zone));
            }
        }
        found.retain(|(zone, _)| among(*zone));
        found
    }

    /// Why a ranged blast on a zone is hard, or why it cannot be made.
    pub(crate) fn far_blast(
        &self,
        cells: &Cells,
        zone: ZoneId,
        range: Range,
        motion: Motion,
    ) -> Result<Vec<RuleId>, &'static Reason> {
        let level = &self.board.level;
        let distance = cells
            .iter()
            .map(|cell| level.zone_distances.to_core(*cell, zone))
            .min()
            .ok_or(&reasons::RANGE)?;
        let far = range.is_far(distance);
        let moving = motion == Motion::Moving;
        if !range.reaches(distance) {
            return Err(&reasons::RANGE);
        }
        if far && moving {
            return Err(&reasons::MOVING);
        }
        let open = |core: Cell| {
            !self.board.map.ground(core).is_wall()
                && cells.iter().any(|cell| self.free_line(*cell, core))
        };
        if !level.zones.core_of(zone).any(open) {
            return Err(&reasons::BARRIER);
        }
        let mut hard = Vec::new();
        if far {
            hard.extend([R041, RR35]);
        }
        if moving {
            hard.extend([R042, RR12]);
        }
        Ok(hard)
    }

    /// The cell from which the lines of a blast are drawn: the user's own for a melee blast, the
    /// middle of the zone's core for a ranged one (ZON-R38).
    #[must_use]
    pub fn burst_cell(&self, zone: ZoneId) -> Option<Cell> {
        let map = &self.board.map;
        let grid = map.grid();
        let core: Vec<Cell> = self.board.level.zones.core_of(zone).collect();
        let open: Vec<Cell> = core
            .iter()
            .copied()
            .filter(|cell| !map.ground(*cell).is_wall())
            .collect();
        // Measured from the middle, as many times enlarged as there are core cells.
        let count = i64::try_from(core.len()).unwrap_or(1).max(1);
        let sum = core.iter().fold([0, 0], |[x, y], cell| {
            let at = grid.whole_centre(*cell);
            [x + at[0], y + at[1]]
        });
        let away = |cell: Cell| {
            let at = grid.whole_centre(cell);
            grid.squared_length([count * at[0] - sum[0], count * at[1] - sum[1]])
        };
        open.into_iter().min_by_key(|cell| {
            let (column, row) = grid.column_row(*cell);
            (away(*cell), row, column)
        })
    }

    /// Everyone whom a blast on a zone strikes, in roster order, with their cover (ZON-072, ZON-073,
    /// ZON-076, ZON-R38).
    #[must_use]
    pub fn caught_in(
        &self,
        attacker: &FighterView<'_, '_>,
        ranged: bool,
        zone: ZoneId,
    ) -> Vec<(CombatantId, Option<i32>)> {
        let source = if ranged {
            match self.burst_cell(zone) {
                Some(cell) => Cells::one(cell),
                None => return Vec::new(),
            }
        } else {
            self.cells(attacker)
        };
        self.all()
            .filter(|target| target.is_alive() && (ranged || target.id != attacker.id))
            .filter_map(|target| {
                let cells = self.cells(&target);
                let caught = self.in_zone(&cells, zone) && self.has_line(&source, &cells);
                caught.then(|| (*target.id, self.cover(&source, &cells)))
            })
            .collect()
    }

    /// Enemies that a larger character could share out the dice of an attack among (ZON-133).
    #[must_use]
    pub fn sharers(&self, attacker: &FighterView<'_, '_>, arm: Arm) -> Vec<CombatantId> {
        let Some(row) = self.row(attacker, arm) else {
            return Vec::new();
        };
        if row.range.is_some() || row.blast {
            return Vec::new();
        }
        let from = self.vantage(attacker);
        self.all()
            .filter(|target| attacker.build.size() > target.build.size())
            .filter(|target| {
                self.shot(attacker, &from, &row, target, Motion::Steady)
                    .is_ok()
            })
            .map(|target| *target.id)
            .collect()
    }
}
