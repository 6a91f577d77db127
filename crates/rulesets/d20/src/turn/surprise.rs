//! Surprise: who is caught unawares before the first round, and for how many segments (D20-010 to D20-015, D20-148 to
//! D20-150, D20-152 to D20-154, D20-R14 to D20-R18).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Against, ChangeLater, Check, CombatantId, DiceCup, Event, Flow, RegisterState, Roster, RuleId,
    Scribe, SideId, Writer, add_stage, event::Rolled,
};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    content::blocks::{SurpriseMode, SurpriseSetting},
    figure::{
        LooksOn, LostSegments, Surprised,
        battlefield::{Battlefield, Figure},
    },
    harm::modifiers::Modifiers,
    stages::{self, Surprise},
    terms::{
        conditions::{HIDDEN, SURPRISED},
        rules::{
            R010, R011, R012, R013, R014, R015, R148, R149, R150, R152, R153, R154, RR14, RR15,
            RR16, RR17, RR18, RR19,
        },
        words::{ALERT, TAKEN_UNAWARES},
    },
    turn::newcomers::Newcomers,
};

/// The dice of surprise, from the dullest senses to the keenest (D20-153).
pub const LADDER: [u16; 9] = [2, 3, 4, 6, 8, 10, 12, 20, 30];
/// Members of a side, heroes left out, above which each unit rolls once (D20-R17).
const FEW: usize = 6;

/// The segments of surprise: the one that is played, and the last one; both 0 where nobody is surprised.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Segments {
    /// The one that is played, from 1; 0 before the first, and again after the last.
    pub now: u32,
    /// How many there are.
    pub last: u32,
}

impl Segments {
    /// Whether one is still to be played.
    #[must_use]
    pub const fn are_left(self) -> bool {
        self.now < self.last
    }

    /// Whether a segment is played, and no round.
    #[must_use]
    pub const fn is_played(self) -> bool {
        self.now > 0
    }
}

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Surprise);
    app.resource_state::<Segments>();
    app.add_systems(Surprise, settle);
}

/// The die that somebody rolls, after what it wears on its head (D20-152 to D20-154).
#[must_use]
pub fn die(who: &Figure<'_, '_>) -> u16 {
    let place = LADDER
        .iter()
        .position(|sides| *sides >= who.stats().surprise_die());
    let place = place.unwrap_or(LADDER.len() - 1);
    LADDER[place.saturating_sub(usize::from(who.armour.surprise_steps))]
}

/// The segments that a result costs: the number rolled, at least 1, if it is no more than the limit. A natural 1 costs
/// one, whatever is added (D20-013 to D20-015, D20-R15).
#[must_use]
pub fn segments(die: i32, modifiers: i32, limit: i32) -> u32 {
    let result = die + modifiers;
    if die == 1 {
        1
    } else if result <= limit {
        result.max(1).unsigned_abs()
    } else {
        0
    }
}

/// How surprise is settled for a side: as the level says, or by a roll where the rules ask for one (D20-011, D20-R14).
pub(super) fn setting_of(
    field: &Battlefield<'_, '_>,
    side: SideId,
    rolls: impl FnOnce() -> bool,
) -> SurpriseSetting {
    let settings = field.rules.0.surprise.iter();
    let mut own = settings.filter(|(name, _)| name.index() == side.index());
    let own = own.next().map(|(_, setting)| *setting);
    own.unwrap_or_else(|| SurpriseSetting {
        mode: if field.rules.0.surprise_rolls && rolls() {
            SurpriseMode::Roll
        } else {
            SurpriseMode::None
        },
        ..SurpriseSetting::default()
    })
}

/// Settles who is surprised, side by side. Sides whose enemies all lie in hiding find out later (D20-R19).
fn settle(
    field: Battlefield,
    mut commands: Commands,
    mut segments: ResMut<Segments>,
    mut cup: ResMut<DiceCup>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    for who in field.all().filter(|who| who.hidden.0) {
        scribe.condition(*who.id, HIDDEN, true, &[RR19]);
    }
    let mut lost: Vec<(CombatantId, u32)> = Vec::new();
    // Some begin surprised, whatever their side rolls.
    let begun = field.all().filter(|who| who.lost_segments.0 > 0);
    lost.extend(begun.map(|who| (*who.id, who.lost_segments.0)));
    let sides: Vec<SideId> = shieldwall_battle::goals::sides(&field.board.level).collect();
    for side in sides {
        let open = |who: &Figure<'_, '_>| who.is_able() && !who.hidden.0;
        let members = || {
            field
                .all()
                .filter(move |who| who.side() == side && open(who))
        };
        let meets = |enemy: &Figure<'_, '_>| !enemy.hidden.0;
        if !field.enemies(side).any(|enemy| meets(&enemy)) {
            continue;
        }
        let sees_nobody = || {
            !members().any(|who| {
                let mut enemies = field.enemies(side).filter(meets);
                enemies.any(|enemy| field.sees(who.footing(), enemy.footing()))
            })
        };
        let setting = setting_of(&field, side, sees_nobody);
        let members = field.in_order(members().map(|who| *who.id));
        lost.extend(lost_by(&field, &members, setting, &mut cup, &mut scribe));
    }
    begin(lost, &mut segments, &field, &mut commands);
    flow.replace(stages::newcomers());
}

/// The segments that some of one side lose.
pub(super) fn lost_by(
    field: &Battlefield<'_, '_>,
    members: &[CombatantId],
    setting: SurpriseSetting,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> Vec<(CombatantId, u32)> {
    let Some(first) = members.first().copied() else {
        return Vec::new();
    };
    let all = |segments: u32| members.iter().map(|who| (*who, segments)).collect();
    match setting.mode {
        SurpriseMode::None => Vec::new(),
        SurpriseMode::Automatic => all(setting.segments),
        SurpriseMode::Chance if by_chance(first, setting.chance, cup, scribe) => all(1),
        SurpriseMode::Chance => Vec::new(),
        SurpriseMode::Roll => by_dice(field, members, cup, scribe),
    }
}

/// Begins with the segments if anybody loses one: the last of them is that of those who lose most.
pub(super) fn begin(
    lost: Vec<(CombatantId, u32)>,
    segments: &mut Segments,
    field: &Battlefield<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    segments.last = lost.iter().map(|(_, lost)| *lost).max().unwrap_or(0);
    segments.now = 0;
    for who in field.all().filter(|who| who.lost_segments.0 > 0) {
        commands.change(who.entity, |own: &mut LostSegments| own.0 = 0);
    }
    for (who, lost) in lost.into_iter().filter(|(_, lost)| *lost > 0) {
        commands.change(field.entity(who), move |own: &mut LostSegments| {
            own.0 = lost;
        });
    }
}

/// Rolls the chance that a whole side is surprised (D20-012).
fn by_chance(
    first: CombatantId,
    chance: i32,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> bool {
    let roll = cup.band(100, &[chance]);
    let surprised = roll.band == 0;
    let die = shieldwall_dice::Face {
        sides: 100,
        face: roll.face,
    };
    let check = Check {
        skill: "Surprise".into(),
        rating: chance,
        modifiers: Vec::new(),
        chance,
        against: Against::Percent,
    };
    write(
        first,
        vec![die],
        check,
        None,
        surprised,
        scribe,
        &[R010, R012],
    );
    surprised
}

/// Rolls the dice of the members of a side: heroes and few others one by one, and many others unit by unit (D20-148,
/// D20-R17).
fn by_dice(
    field: &Battlefield<'_, '_>,
    members: &[CombatantId],
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> Vec<(CombatantId, u32)> {
    let plain = |who: &&CombatantId| !field.figure(**who).stats().hero;
    let in_blocks = members.iter().filter(plain).count() > FEW;
    let mut lost: Vec<(CombatantId, u32)> = Vec::new();
    for id in members {
        let who = field.figure(*id);
        let unit = &who.profile.unit.id;
        let same = lost.iter().find(|(other, _)| {
            let other = field.figure(*other);
            !other.stats().hero && other.profile.unit.id == *unit
        });
        let number = match same {
            Some((_, known)) if in_blocks && !who.stats().hero => *known,
            _ => roll(&who, cup, scribe),
        };
        lost.push((*id, number));
    }
    lost
}

/// Rolls the die of one combatant, or of those like it.
fn roll(who: &Figure<'_, '_>, cup: &mut DiceCup, scribe: &mut Scribe<'_, '_>) -> u32 {
    let stats = who.stats();
    let sides = die(who);
    let mut modifiers = Modifiers::default();
    modifiers.add("WIS", stats.wisdom_modifier(), R014);
    modifiers.add("senses", stats.senses, R014);
    let added = modifiers.total();
    let limit = stats.surprise_limit;
    let die = cup.sum(&DiceExpr::dice(1, sides));
    let lost = segments(die.total, added, limit);
    let surprising = (1..=i32::from(sides)).filter(|face| segments(*face, added, limit) > 0);
    let chance = i32::try_from(surprising.count()).unwrap_or(0) * 100 / i32::from(sides);
    let check = Check {
        skill: "Surprise".into(),
        rating: chance,
        modifiers: modifiers.0,
        chance,
        against: Against::AtMost(limit - added),
    };
    let rules: &[RuleId] = if who.armour.surprise_steps > 0 {
        &[R013, R148, R152, R153, R154, RR16, RR17]
    } else if die.total == 1 {
        &[R013, R015, R148, R152, RR15, RR17]
    } else {
        &[R013, R148, R152, RR15, RR17]
    };
    write(
        *who.id,
        die.faces,
        check,
        Some(die.total + added),
        lost > 0,
        scribe,
        rules,
    );
    lost
}

fn write(
    who: CombatantId,
    dice: Vec<shieldwall_dice::Face>,
    check: Check,
    total: Option<i32>,
    surprised: bool,
    scribe: &mut Scribe<'_, '_>,
    rules: &[RuleId],
) {
    let rolled = Rolled {
        who,
        purpose: "surprise".to_owned(),
        dice,
        chance: Some(check),
        total,
        outcome: Some(if surprised { TAKEN_UNAWARES } else { ALERT }),
    };
    scribe.write(Event::Rolled(rolled), rules);
}

/// Goes on to the next segment, or to the rounds: those who have lost it do nothing (D20-149, D20-150, D20-R18).
pub fn next_segment(mut segments: ResMut<Segments>, mut newcomers: ResMut<Newcomers>) {
    if segments.now >= segments.last {
        *segments = Segments::default();
        newcomers.come.clear();
    } else {
        segments.now += 1;
    }
}

/// Says who is surprised now (D20-149). Where it is newcomers who surprise, nobody else acts (D20-R19).
pub fn mark(
    roster: Res<Roster>,
    segments: Res<Segments>,
    newcomers: Res<Newcomers>,
    mut figures: Query<(&CombatantId, &LostSegments, &mut Surprised, &mut LooksOn)>,
    mut scribe: Scribe,
) {
    for entity in &roster.combatants {
        let Ok((who, lost, mut surprised, mut looks_on)) = figures.get_mut(*entity) else {
            continue;
        };
        let now = segments.is_played() && lost.0 >= segments.now;
        let come = &newcomers.come;
        looks_on.0 = segments.is_played() && !come.is_empty() && !come.contains(who);
        if std::mem::replace(&mut surprised.0, now) != now {
            scribe.condition(*who, SURPRISED, now, &[R011, R149, R150, RR14, RR18]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d20_153_the_ladder_of_dice() {
        assert!(LADDER.is_sorted());
        let above = LADDER.iter().find(|sides| **sides > 12);
        assert_eq!(above, Some(&20), "one step up from a d12");
    }

    /// D20-013 to D20-015, D20-R15, and D20-E38.
    #[test]
    fn d20_013_what_a_die_of_surprise_costs() {
        assert_eq!([2, 3].map(|die| segments(die, 0, 2)), [2, 0]);
        assert_eq!(segments(2, 1, 2), 0, "3 with wisdom");
        assert_eq!(segments(3, -1, 2), 2, "2 with dull senses");
        assert_eq!(segments(1, 3, 2), 1);
        assert_eq!(segments(1, -2, 2), 1);
        assert_eq!(segments(2, -2, 2), 1, "at least one");
    }
}
