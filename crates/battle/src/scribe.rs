//! The scribe writes what happens, for everyone or only for the sides that may know of it.
//!
//! Events of a combatant that its enemies have not noticed are written for its alliance. Its changes in the open (a door,
//! a device, a thing laid down or taken up) are written for all, without its name. Attacks and the harm they do are
//! written for all as they are: they give the attacker away.

use bevy_ecs::{prelude::*, system::SystemParam};
use shieldwall_content::Level;
use shieldwall_dice::{Face, SumRoll};
use shieldwall_grid::{Cell, Direction};

use crate::{
    board::alliance,
    combatant::{Allegiance, Concealment, HitPoints, Roster, Vitality},
    event::{Event, Rolled},
    ids::{CombatantId, ItemId, RuleId, SideId, SideSet},
    journal::Journal,
    terms::{Condition, ItemMove, Link, Placement},
};

/// The sides allied with each side, by [`SideId`], itself among them.
#[derive(Resource, Clone, Debug, Default)]
pub struct Alliances(Vec<SideSet>);

impl Alliances {
    /// Those of a level.
    #[must_use]
    pub fn of_level(level: &Level) -> Self {
        let sides = SideId::first(level.sides.len());
        Self(sides.map(|side| alliance(level, side)).collect())
    }

    /// The alliance of a side.
    #[must_use]
    pub fn of(&self, side: SideId) -> SideSet {
        self.0.get(side.index()).copied().unwrap_or_default()
    }

    /// Each alliance once.
    fn iter(&self) -> impl Iterator<Item = SideSet> {
        let all = self.0.iter().enumerate();
        let first = all.filter(|(place, alliance)| !self.0[..*place].contains(alliance));
        first.map(|(_, alliance)| *alliance)
    }
}

/// Writes what happens into the journal. It knows which combatants their enemies have not noticed.
#[derive(SystemParam)]
pub struct Scribe<'w, 's> {
    /// The journal, for groups, rounds, and entries whose readers the ruleset chooses.
    pub journal: ResMut<'w, Journal>,
    roster: Res<'w, Roster>,
    alliances: Res<'w, Alliances>,
    seen: Query<'w, 's, (&'static Allegiance, &'static Concealment)>,
}

/// Writes what happens, in the ways that rules need again and again.
pub trait Writer {
    /// Writes an event for all that may know of it.
    fn write(&mut self, event: Event, rules: &[RuleId]);

    /// Writes that a condition begins or ends.
    fn condition(&mut self, who: CombatantId, condition: Condition, on: bool, rules: &[RuleId]) {
        self.write(Event::Condition { who, condition, on }, rules);
    }

    /// Changes the vitality of a combatant, and writes it if that is a change.
    fn vitality(
        &mut self,
        who: CombatantId,
        vitality: &mut Vitality,
        to: Vitality,
        rules: &[RuleId],
    ) {
        let from = std::mem::replace(vitality, to);
        if from != to {
            self.write(Event::Vitality { who, from, to }, rules);
        }
    }

    /// Changes the hit points of a combatant, and writes it if that is a change. `cause` is a word of the ruleset.
    fn points(
        &mut self,
        who: CombatantId,
        points: &mut HitPoints,
        to: i32,
        (cause, by): (&'static str, Option<CombatantId>),
        rules: &[RuleId],
    ) {
        let from = std::mem::replace(&mut points.current, to);
        let max = points.max;
        if from != to {
            let event = Event::HitPoints {
                who,
                from,
                to,
                max,
                cause,
                by,
            };
            self.write(event, rules);
        }
    }

    /// Writes that a combatant comes from one cell into another other than by walking.
    fn placed(
        &mut self,
        who: CombatantId,
        (from, to): (Cell, Cell),
        how: Placement,
        rules: &[RuleId],
    ) {
        self.write(Event::Placed { who, from, to, how }, rules);
    }

    /// Writes where an item of a combatant goes: into a cell, or else into its hands or its pack.
    fn item(
        &mut self,
        who: CombatantId,
        (item, name): (ItemId, impl Into<String>),
        how: ItemMove,
        cell: Option<Cell>,
        rules: &[RuleId],
    ) {
        let event = Event::ItemMoved {
            item,
            name: name.into(),
            who: Some(who),
            how,
            cell,
        };
        self.write(event, rules);
    }

    /// Writes that a combatant takes hold of another or covers it, or ceases to.
    fn linked(
        &mut self,
        who: CombatantId,
        other: CombatantId,
        link: Link,
        on: bool,
        rules: &[RuleId],
    ) {
        let event = Event::Linked {
            who,
            other,
            link,
            on,
        };
        self.write(event, rules);
    }

    /// Writes which way a combatant has turned.
    fn faced(&mut self, who: CombatantId, facing: Direction, rules: &[RuleId]) {
        let facing = Some(facing);
        self.write(Event::Faced { who, facing }, rules);
    }

    /// Writes a sum of dice that nothing is compared with: damage, healing, a delay.
    fn sum(
        &mut self,
        who: CombatantId,
        purpose: impl Into<String>,
        roll: &SumRoll,
        rules: &[RuleId],
    ) {
        let rolled = Rolled {
            who,
            purpose: purpose.into(),
            dice: roll.faces.clone(),
            chance: None,
            total: Some(roll.total),
            outcome: None,
        };
        self.write(Event::Rolled(rolled), rules);
    }

    /// Writes a die that only shows which of several things happens.
    fn die(&mut self, who: CombatantId, purpose: impl Into<String>, die: Face, rules: &[RuleId]) {
        let rolled = Rolled {
            who,
            purpose: purpose.into(),
            dice: vec![die],
            chance: None,
            total: None,
            outcome: None,
        };
        self.write(Event::Rolled(rolled), rules);
    }
}

impl Scribe<'_, '_> {
    /// True if the enemies of a combatant do not see it.
    #[must_use]
    pub fn is_unseen(&self, who: CombatantId) -> bool {
        let seen = self.seen.as_readonly();
        let found = seen.get(self.roster.combatant(who));
        found.is_ok_and(|(_, concealment)| concealment.is_unseen())
    }
}

impl Writer for Scribe<'_, '_> {
    fn write(&mut self, event: Event, rules: &[RuleId]) {
        let (seen, roster) = (self.seen.as_readonly(), &self.roster);
        let look = |who| {
            let (allegiance, concealment) = seen.get(roster.combatant(who)).ok()?;
            Some(Noticed {
                alliance: self.alliances.of(allegiance.0),
                unseen: concealment.is_unseen(),
            })
        };
        write_as_noticed(&mut self.journal, event, rules, &self.alliances, look);
    }
}

/// A combatant as the journal sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noticed {
    /// Its alliance, which always knows of it.
    pub alliance: SideSet,
    /// True if no other alliance may read of it.
    pub unseen: bool,
}

/// Writes an event for all that may know of it. `look` tells how a combatant is noticed; `None` for one that is not in the
/// battle.
pub fn write_as_noticed(
    journal: &mut Journal,
    event: Event,
    rules: &[RuleId],
    alliances: &Alliances,
    look: impl Fn(CombatantId) -> Option<Noticed>,
) {
    let knowers = |who| knowers(&look, who);
    // An order of turns has a version for each alliance, and none for an alliance that knows no combatant in it.
    if let Event::Ordered { steps } = &event
        && steps.iter().flatten().any(|who| knowers(*who).is_some())
    {
        for alliance in alliances.iter() {
            let mut steps = steps.clone();
            for step in &mut steps {
                step.retain(|who| knowers(*who).is_none_or(|sides| sides == alliance));
            }
            steps.retain(|step| !step.is_empty());
            if !steps.is_empty() {
                journal.write_for(Event::Ordered { steps }, rules, Some(alliance));
            }
        }
        return;
    }
    let (event, only_for) = as_noticed(event, &look);
    journal.write_for(event, rules, only_for);
}

/// The sides that know of a combatant; `None` for one that all know of.
fn knowers(look: &impl Fn(CombatantId) -> Option<Noticed>, who: CombatantId) -> Option<SideSet> {
    let noticed = look(who).filter(|noticed| noticed.unseen)?;
    Some(noticed.alliance)
}

/// An event as its readers see it, and the sides that may read it if they are not all.
fn as_noticed(
    mut event: Event,
    look: &impl Fn(CombatantId) -> Option<Noticed>,
) -> (Event, Option<SideSet>) {
    let knowers = |who| knowers(look, who);
    let is_unseen = |who: &CombatantId| knowers(*who).is_some();
    match &mut event {
        Event::Door { who, .. } | Event::Device { who, .. } => {
            *who = who.filter(|who| !is_unseen(who));
        }
        Event::ItemMoved { who, how, .. } if how.role.is_in_the_open() => {
            *who = who.filter(|who| !is_unseen(who));
        }
        _ => {}
    }
    // A blow within an alliance gives no combatant away.
    if let Event::Attacked { who, target, .. } | Event::AttackResolved { who, target, .. } = &event
        && let (Some(one), Some(other)) = (look(*who), look(*target))
        && one.alliance == other.alliance
        && (one.unseen || other.unseen)
    {
        return (event, Some(one.alliance));
    }
    let [subject, other] = subjects(&event);
    let only_for = subject
        .and_then(&knowers)
        .or_else(|| other.and_then(&knowers));
    (event, only_for)
}

/// The combatants that an event may not name to sides that do not know of them.
fn subjects(event: &Event) -> [Option<CombatantId>; 2] {
    match event {
        Event::Linked { who, other, .. } => [Some(*who), Some(*other)],
        Event::ItemMoved { who, .. } => [*who, None],
        Event::Rolled(rolled) => [Some(rolled.who), None],
        Event::Damage { target: who, .. }
        | Event::ItemDamaged { owner: who, .. }
        | Event::ItemState { owner: who, .. }
        | Event::HitPoints { who, .. }
        | Event::Track { who, .. }
        | Event::Moved { who, .. }
        | Event::Placed { who, .. }
        | Event::Riding { who, .. }
        | Event::Astride { who, .. }
        | Event::Faced { who, .. }
        | Event::Turn { who, .. }
        | Event::Ranked { who, .. }
        | Event::Due { who, .. }
        | Event::Stance { who, .. }
        | Event::Vitality { who, .. }
        | Event::Condition { who, .. }
        | Event::Ammunition { who, .. }
        | Event::Note { who, .. } => [Some(*who), None],
        // Attacks on enemies give the attacker away; the rest is about no combatant, or is written for its readers.
        Event::Attacked { .. }
        | Event::AttackResolved { .. }
        | Event::Blast { .. }
        | Event::Revealed { .. }
        | Event::Deployed(_)
        | Event::Chosen { .. }
        | Event::Ordered { .. }
        | Event::Moment { .. }
        | Event::Door { .. }
        | Event::Device { .. }
        | Event::BattleBegan { .. }
        | Event::RoundBegan
        | Event::StageBegan { .. }
        | Event::Place { .. }
        | Event::Passed { .. }
        | Event::Ground { .. }
        | Event::Held { .. }
        | Event::Ended { .. } => [None, None],
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_grid::{Cell, Side};

    use super::*;

    const RED: SideId = SideId::RED;
    const BLUE: SideId = SideId::BLUE;
    const UNSEEN: CombatantId = CombatantId(0);
    const OPEN: CombatantId = CombatantId(1);

    /// The entries that come of an event if one of blue is not noticed by red.
    fn written(event: Event) -> Vec<(Event, Option<SideSet>)> {
        let mut journal = Journal::default();
        let alliances = Alliances(vec![RED.into(), BLUE.into()]);
        let look = |who| {
            let side = if who == OPEN { RED } else { BLUE };
            Some(Noticed {
                alliance: side.into(),
                unseen: who == UNSEEN,
            })
        };
        write_as_noticed(&mut journal, event, &[], &alliances, look);
        let entries = journal.entries().iter().cloned();
        entries.map(|entry| (entry.event, entry.only_for)).collect()
    }

    fn lost(who: CombatantId, by: CombatantId) -> Event {
        Event::HitPoints {
            who,
            from: 5,
            to: 3,
            max: 5,
            cause: "wound",
            by: Some(by),
        }
    }

    #[test]
    fn a_blow_at_a_friend_gives_no_combatant_away_and_one_at_an_enemy_does() {
        let blow = |who, target| Event::Attacked {
            who,
            target,
            item: None,
            with: "fists".into(),
            missile: false,
        };
        let friend = blow(CombatantId(2), UNSEEN);
        assert_eq!(written(friend.clone()), [(friend, Some(BLUE.into()))]);
        let enemy = blow(UNSEEN, OPEN);
        assert_eq!(written(enemy.clone()), [(enemy, None)]);
    }

    #[test]
    fn its_own_doings_are_for_its_alliance_and_its_traces_are_without_a_name() {
        let own = lost(UNSEEN, OPEN);
        assert_eq!(written(own.clone()), [(own, Some(BLUE.into()))]);
        let open = lost(OPEN, UNSEEN);
        assert_eq!(written(open.clone()), [(open, None)]);
        let door = |who| Event::Door {
            who,
            cell: Cell(3),
            side: Side(0),
            open: true,
        };
        assert_eq!(written(door(Some(UNSEEN))), [(door(None), None)]);
        assert_eq!(written(door(Some(OPEN))), [(door(Some(OPEN)), None)]);
    }

    #[test]
    fn an_order_has_a_version_for_each_alliance() {
        let order = |steps: &[&[CombatantId]]| Event::Ordered {
            steps: steps.iter().map(|step| step.to_vec()).collect(),
        };
        let both = order(&[&[UNSEEN], &[OPEN]]);
        let expected = [
            (order(&[&[OPEN]]), Some(RED.into())),
            (both.clone(), Some(BLUE.into())),
        ];
        assert_eq!(written(both), expected);
        let alone = written(order(&[&[UNSEEN]]));
        assert_eq!(alone, [(order(&[&[UNSEEN]]), Some(BLUE.into()))]);
    }
}
