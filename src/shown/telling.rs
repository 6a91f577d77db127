//! What each entry changes about the figures on the board and the lines of the log.

use shieldwall_battle::{
    BattleView, CombatantId, Entry, Event, SideId, TrackState,
    board::hostile,
    narration,
    terms::{Condition, ConditionRole, DecisionRole},
    view::LinkView,
};
use shieldwall_content::Level;
use shieldwall_grid::Cell;

use super::{Figure, LogLine, ShownBattle, full_state::FullState, intents};

/// Whether a condition is that of those whom their enemies have not noticed.
fn is_hiding(condition: Condition) -> bool {
    condition.role == ConditionRole::Hidden
}

/// Ends all conditions of a role.
fn end_role(figure: &mut Figure, role: ConditionRole) {
    figure.conditions.retain(|known| known.role != role);
}

/// Applies an entry to figures; those that are missing stay missing, unless they enter with it.
pub(crate) fn tell(figures: &mut Vec<Option<Figure>>, entry: &Entry) {
    match &entry.event {
        Event::Deployed(deployed) => {
            let index = deployed.who.index();
            if figures.len() <= index {
                figures.resize(index + 1, None);
            }
            figures[index] = Some(Figure {
                id: deployed.who,
                side: deployed.side,
                unit: deployed.unit.clone(),
                name: deployed.name.clone(),
                cell: deployed.cell,
                across: deployed.across,
                astride: deployed.astride,
                riding: None,
                hit_points: deployed.hit_points,
                max_hit_points: deployed.hit_points,
                vitality: shieldwall_battle::Vitality::Active,
                // A set-up that not all may see is an ambush.
                hidden: entry.only_for.is_some(),
                facing: deployed.facing,
                conditions: Vec::new(),
                tracks: deployed.tracks.clone(),
            });
        }
        Event::Moved { who, path, .. } => {
            if let Some(last) = path.last() {
                put(figures, *who, *last);
            }
        }
        Event::Placed { who, to, .. } => put(figures, *who, *to),
        Event::Riding { who, on, cell } => {
            put(figures, *who, *cell);
            if let Some(figure) = figure(figures, *who) {
                figure.riding = *on;
            }
        }
        Event::Faced { who, facing } => {
            if let Some(figure) = figure(figures, *who) {
                figure.facing = *facing;
            }
        }
        Event::Astride { who, cell, side } => {
            put(figures, *who, *cell);
            if let Some(figure) = figure(figures, *who) {
                figure.astride = *side;
            }
        }
        Event::Track {
            who,
            track,
            to,
            max,
            ..
        } => {
            if let Some(figure) = figure(figures, *who) {
                figure.tracks.retain(|known| known.track != *track);
                figure.tracks.push(TrackState {
                    track: *track,
                    left: *to,
                    max: *max,
                });
            }
        }
        Event::Stance { who, stance } => {
            if let Some(figure) = figure(figures, *who) {
                end_role(figure, ConditionRole::Low);
                set(
                    &mut figure.conditions,
                    *stance,
                    stance.role == ConditionRole::Low,
                );
            }
        }
        Event::HitPoints { who, to, max, .. } => {
            if let Some(figure) = figure(figures, *who) {
                figure.hit_points = *to;
                figure.max_hit_points = *max;
            }
        }
        Event::Vitality { who, to, .. } => {
            if let Some(figure) = figure(figures, *who) {
                figure.vitality = *to;
                if *to != shieldwall_battle::Vitality::Active {
                    figure.facing = None;
                    figure.astride = None;
                    end_role(figure, ConditionRole::Low);
                }
            }
        }
        Event::Condition { who, condition, on } => {
            if let Some(figure) = figure(figures, *who) {
                if is_hiding(*condition) {
                    figure.hidden = *on;
                } else {
                    set(&mut figure.conditions, *condition, *on);
                }
            }
        }
        Event::Revealed {
            who,
            cell,
            hit_points,
        } => {
            if let Some(figure) = figure(figures, *who) {
                figure.hidden = false;
                figure.cell = *cell;
                figure.hit_points = *hit_points;
            }
        }
        Event::Ammunition { who, reloaded, .. } => {
            if let Some(figure) = figure(figures, *who)
                && *reloaded
            {
                end_role(figure, ConditionRole::Unloaded);
            }
        }
        Event::BattleBegan { .. }
        | Event::RoundBegan
        | Event::StageBegan { .. }
        | Event::Chosen { .. }
        | Event::Rolled(_)
        | Event::Linked { .. }
        | Event::Place { .. }
        | Event::Passed { .. }
        | Event::Turn { .. }
        | Event::Ranked { .. }
        | Event::Ordered { .. }
        | Event::Due { .. }
        | Event::Moment { .. }
        | Event::Door { .. }
        | Event::Attacked { .. }
        | Event::Blast { .. }
        | Event::AttackResolved { .. }
        | Event::Damage { .. }
        | Event::ItemDamaged { .. }
        | Event::ItemState { .. }
        | Event::Device { .. }
        | Event::Ground { .. }
        | Event::ItemMoved { .. }
        | Event::Held { .. }
        | Event::Note { .. }
        | Event::Ended { .. } => {}
    }
}

/// Puts somebody into a cell, with all who ride on it.
fn put(figures: &mut [Option<Figure>], who: CombatantId, cell: Cell) {
    for figure in figures.iter_mut().flatten() {
        if figure.id == who || figure.riding == Some(who) {
            figure.cell = cell;
            figure.astride = None;
        }
    }
}

fn figure(figures: &mut [Option<Figure>], id: CombatantId) -> Option<&mut Figure> {
    figures.get_mut(id.index())?.as_mut()
}

fn set(conditions: &mut Vec<Condition>, condition: Condition, on: bool) {
    conditions.retain(|known| *known != condition);
    if on {
        conditions.push(condition);
    }
}

/// The heading level of an event's line: 0 round, 1 stage, 2 event, 3 detail.
fn heading_level(event: &Event) -> u8 {
    match event {
        Event::RoundBegan | Event::Ended { .. } | Event::BattleBegan { .. } => 0,
        Event::StageBegan { .. } => 1,
        Event::Chosen { kind, .. } if kind.role != DecisionRole::Statement => 3,
        Event::Rolled(_)
        | Event::Place { .. }
        | Event::Turn { .. }
        | Event::Faced { .. }
        | Event::Ranked { .. }
        | Event::Ordered { .. }
        | Event::Due { .. }
        | Event::Moment { .. }
        | Event::Damage { .. }
        | Event::Ground { .. }
        | Event::Ammunition { .. } => 3,
        Event::Deployed(_)
        | Event::Chosen { .. }
        | Event::Moved { .. }
        | Event::Placed { .. }
        | Event::Riding { .. }
        | Event::Linked { .. }
        | Event::Astride { .. }
        | Event::Track { .. }
        | Event::Passed { .. }
        | Event::Door { .. }
        | Event::Stance { .. }
        | Event::Attacked { .. }
        | Event::Blast { .. }
        | Event::AttackResolved { .. }
        | Event::HitPoints { .. }
        | Event::Vitality { .. }
        | Event::Condition { .. }
        | Event::Revealed { .. }
        | Event::ItemDamaged { .. }
        | Event::ItemState { .. }
        | Event::Device { .. }
        | Event::ItemMoved { .. }
        | Event::Held { .. }
        | Event::Note { .. } => 2,
    }
}

/// The names that the log uses.
struct Telling<'a> {
    full: &'a FullState,
    level: &'a Level,
}

impl narration::Names for Telling<'_> {
    fn level(&self) -> &Level {
        self.level
    }

    fn combatant(&self, who: CombatantId) -> String {
        self.full.name(who)
    }
}

impl ShownBattle {
    /// Shows an entry that the viewer may see. The full state has it already.
    pub(crate) fn show(
        &mut self,
        entry: &Entry,
        full: &FullState,
        viewer: Option<SideId>,
        level: &Level,
    ) {
        self.reveal(entry, full);
        tell(&mut self.figures, entry);
        self.conceal(&entry.event, viewer, level);
        intents::tell(&mut self.intents, &entry.event);
        self.timeline.tell(&entry.event);
        match &entry.event {
            Event::RoundBegan => self.round = entry.round,
            Event::StageBegan { stage } => self.stage = stage,
            Event::ItemMoved { item, cell, .. } => {
                self.lying.retain(|(lying, _)| lying != item);
                if let Some(cell) = cell {
                    self.lying.push((*item, *cell));
                }
            }
            Event::Linked {
                who,
                other,
                link,
                on,
            } => {
                let changed = LinkView {
                    who: *who,
                    other: *other,
                    link: *link,
                };
                self.links.retain(|known| *known != changed);
                if *on {
                    self.links.push(changed);
                }
            }
            Event::Ground { cell, terrain } => {
                self.ground.insert(*cell, terrain.clone());
            }
            _ => {}
        }
        let text = if matches!(entry.event, Event::RoundBegan) {
            Some(format!("Round {}", entry.round))
        } else {
            narration::line(&entry.event, &Telling { full, level })
        };
        if let Some(text) = text
            && !self.counts_on(entry, &text)
            && !self.walks_on(entry, &Telling { full, level })
        {
            self.log.push(LogLine {
                entry: entry.clone(),
                text,
                about: entry.event.about(),
                level: heading_level(&entry.event),
                times: 1,
            });
        }
    }

    /// Whether an entry is told by the line of an earlier one of its round: nobody wants to read again
    /// and again that a side has nobody left to act.
    fn counts_on(&mut self, entry: &Entry, text: &str) -> bool {
        let Event::Passed {
            side, forced: true, ..
        } = entry.event
        else {
            return false;
        };
        let of_round = self.log.iter_mut().rev();
        let mut of_round = of_round.take_while(|line| line.entry.round == entry.round);
        let same = of_round.find(|line| {
            matches!(line.entry.event, Event::Passed { side: passes, forced: true, .. } if passes == side)
        });
        let Some(line) = same else {
            return false;
        };
        line.times += 1;
        line.text = format!("{text} ({} times)", line.times);
        true
    }

    /// Whether an entry is a further stretch of a walk that one of the last lines tells of: then that line tells of
    /// both. Of several who walk at once each has a line.
    fn walks_on(&mut self, entry: &Entry, names: &Telling<'_>) -> bool {
        let (Event::Moved { who, .. }, Some(group)) = (&entry.event, entry.group) else {
            return false;
        };
        let of_walk = self.log.iter_mut().rev();
        let is_walk = |line: &&mut LogLine| matches!(line.entry.event, Event::Moved { .. });
        let mut of_walk =
            of_walk.take_while(|line| line.entry.group == Some(group) || is_walk(line));
        let begun = of_walk.find(|line| {
            let walks =
                matches!(&line.entry.event, Event::Moved { who: walker, .. } if walker == who);
            walks && line.entry.group == Some(group)
        });
        let Some(line) = begun else {
            return false;
        };
        if let (
            Event::Moved {
                path,
                cost,
                stopped,
                ..
            },
            Event::Moved {
                path: further,
                cost: more,
                stopped: stops,
                ..
            },
        ) = (&mut line.entry.event, &entry.event)
        {
            path.extend(further.iter().skip(1));
            *cost = cost.and(*more);
            *stopped = *stops;
        }
        if let Some(text) = narration::line(&line.entry.event, names) {
            line.text = text;
        }
        true
    }

    /// Somebody whom everyone may see stop hiding steps onto the board.
    fn reveal(&mut self, entry: &Entry, full: &FullState) {
        let who = match &entry.event {
            Event::Revealed { who, .. } => who,
            Event::Condition {
                who,
                condition,
                on: false,
            } if is_hiding(*condition) => who,
            _ => return,
        };
        if self.figures.len() <= who.index() {
            self.figures.resize(who.index() + 1, None);
        }
        if self.figures[who.index()].is_none() {
            self.figures[who.index()] = full.figure(*who).cloned();
        }
    }

    /// An enemy that is seen to go into hiding leaves the board.
    fn conceal(&mut self, event: &Event, viewer: Option<SideId>, level: &Level) {
        if let Event::Condition {
            who,
            condition,
            on: true,
        } = event
            && is_hiding(*condition)
            && let Some(slot) = self.figures.get_mut(who.index())
            && slot.as_ref().is_some_and(|figure| {
                viewer.is_some_and(|viewer| hostile(level, viewer, figure.side))
            })
        {
            *slot = None;
        }
    }

    /// Takes over what the viewer may see at a standstill: the last word on every figure.
    pub(crate) fn settle(&mut self, view: &BattleView) {
        let count = view
            .combatants
            .last()
            .map_or(0, |last| last.id.index() + 1)
            .max(self.figures.len());
        let mut figures = vec![None; count];
        for seen in &view.combatants {
            figures[seen.id.index()] = Some(Figure {
                id: seen.id,
                side: seen.side,
                unit: seen.unit.clone(),
                name: seen.name.clone(),
                cell: seen.cell,
                across: seen.across,
                astride: seen.astride,
                riding: seen.riding,
                hit_points: seen.hit_points,
                max_hit_points: seen.max_hit_points,
                vitality: seen.vitality,
                hidden: seen.hidden,
                facing: seen.facing,
                conditions: seen
                    .conditions
                    .iter()
                    .copied()
                    .filter(|condition| !is_hiding(*condition))
                    .collect(),
                tracks: seen.tracks.clone(),
            });
        }
        self.figures = figures;
        self.links.clone_from(&view.links);
        self.lying = view
            .lying
            .iter()
            .map(|lying| (lying.item, lying.cell))
            .collect();
        self.round = view.round;
    }
}
