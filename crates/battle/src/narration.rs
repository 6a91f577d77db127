//! The journal in plain words.

use bevy_ecs::world::World;
use shieldwall_content::Level;
use shieldwall_grid::Direction;

use crate::{
    area::Area,
    board::Board,
    combatant::{Profile, Roster, Vitality},
    event::{Event, Rolled},
    ids::{CombatantId, ItemId, SideId},
    inventory::ItemKind,
    terms::{
        DecisionRole, Defence, DefenceRole, DueState, EffectRole, ItemConditionRole, ItemMoveRole,
        LevelRole, RollLevel,
    },
};

/// Whether a text has a name in it, and not only as a part of another word.
pub(crate) fn mentions(text: &str, name: &str) -> bool {
    let whole = |(start, _): (usize, &str)| {
        let ends_word = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let after = &text[start + name.len()..];
        ends_word(text[..start].chars().next_back()) && ends_word(after.chars().next())
    };
    !name.is_empty() && text.match_indices(name).any(whole)
}

/// The name of a combatant in this battle.
#[must_use]
pub fn name_of(world: &World, id: CombatantId) -> String {
    let entity = world.resource::<Roster>().combatant(id);
    world
        .get::<Profile>(entity)
        .map_or_else(|| id.to_string(), |profile| profile.name.clone())
}

/// What a side is called in this level.
#[must_use]
pub fn side_name_of(world: &World, side: SideId) -> String {
    let level = &world.resource::<Board>().level;
    let found = level.sides.get(side.index());
    found.map_or_else(|| side.key().to_owned(), |found| found.name.clone())
}

/// What an item is called.
pub(crate) fn item_name_of(world: &World, id: ItemId) -> String {
    let entity = world.resource::<Roster>().item(id);
    world
        .get::<ItemKind>(entity)
        .map_or_else(|| id.to_string(), |kind| kind.0.name.clone())
}

/// Who and what the lines of the log speak of.
pub trait Names {
    /// The level in which it happens.
    fn level(&self) -> &Level;

    /// The name of a combatant.
    fn combatant(&self, who: CombatantId) -> String;

    /// The name of a side.
    fn side(&self, side: SideId) -> String {
        let found = self.level().sides.get(side.index());
        found.map_or_else(|| side.key().to_owned(), |found| found.name.clone())
    }

    /// The name of an area.
    fn area(&self, area: &Area) -> String {
        match area {
            Area::Zone(zone) => format!("zone {}", self.level().zones.name(*zone)),
            Area::Cells { cells, .. } if cells.len() == 1 => "1 cell".to_owned(),
            Area::Cells { cells, .. } => format!("{} cells", cells.len()),
        }
    }

    /// The name of a direction.
    fn direction(&self, direction: Direction) -> &'static str {
        self.level().map.grid().direction_name(direction)
    }
}

/// The names in a battle.
impl Names for World {
    fn level(&self) -> &Level {
        &self.resource::<Board>().level
    }

    fn combatant(&self, who: CombatantId) -> String {
        name_of(self, who)
    }
}

/// One line for an event, in plain words; `None` for events that are only bookkeeping.
#[must_use]
pub fn line(event: &Event, names: &impl Names) -> Option<String> {
    let name = |who| names.combatant(who);
    let side = |side| names.side(side);
    let text = match event {
        Event::BattleBegan { .. }
        | Event::Deployed(_)
        | Event::Ordered { .. }
        | Event::Place { .. }
        | Event::Turn { .. }
        | Event::Ground { .. }
        | Event::Revealed { .. } => return None,
        Event::RoundBegan => "A new round".to_owned(),
        Event::StageBegan { stage } => (*stage).to_owned(),
        Event::Chosen {
            who: Some(who),
            kind,
            text,
            ..
        } => match kind.role {
            DecisionRole::Statement => format!("{} states: {text}", name(*who)),
            DecisionRole::Activation
            | DecisionRole::Turn
            | DecisionRole::Action
            | DecisionRole::Movement
            | DecisionRole::Stance
            | DecisionRole::Reaction
            | DecisionRole::Aid
            | DecisionRole::Minor => format!("{}: {text}", name(*who)),
        },
        Event::Chosen {
            who: None,
            side: decides,
            text,
            ..
        } => format!("{}: {text}", side(*decides)),
        Event::Rolled(rolled) => rolled_line(rolled, name),
        Event::Moved {
            who, cost, stopped, ..
        } => {
            // Steps within a zone are free under some rules.
            let far = if cost.is_nothing() {
                "a little".to_owned()
            } else {
                cost.to_string()
            };
            match stopped {
                Some(reason) => format!("{} moves {far} and is stopped: {reason}", name(*who)),
                None => format!("{} moves {far}", name(*who)),
            }
        }
        Event::Ranked { who, rank } => match rank {
            Some(rank) => format!("{} will act at rank {rank}", name(*who)),
            None => format!("{} has no action this round", name(*who)),
        },
        Event::Due {
            who,
            at,
            state,
            what,
            ..
        } => match state {
            DueState::Planned => format!("{} is due at {at}: {what}", name(*who)),
            DueState::Waits => format!("{} waits: {what}", name(*who)),
            DueState::Lost => format!("{} loses an action: {what}", name(*who)),
            DueState::Done => return None,
        },
        Event::Moment { counted, at } => format!("{counted} {at}"),
        Event::Door { who, open, .. } => {
            let what = if *open { "opens" } else { "closes" };
            match who {
                Some(who) => format!("{} {what} a door", name(*who)),
                None => format!("A door {what}"),
            }
        }
        Event::Stance { who, stance } => format!("{} {}", name(*who), stance.log),
        Event::Faced {
            who,
            facing: Some(facing),
        } => format!("{} turns to the {}", name(*who), names.direction(*facing)),
        Event::Faced { facing: None, .. } => return None,
        Event::Astride { who, side, .. } => match side {
            Some(_) => format!("{} stands shoulder to shoulder with others", name(*who)),
            None => format!("{} stands by itself again", name(*who)),
        },
        Event::Placed { who, how, .. } => format!("{} {how}", name(*who)),
        Event::Riding { who, on, .. } => match on {
            Some(on) => format!("{} gets on {}", name(*who), name(*on)),
            None => format!("{} gets off", name(*who)),
        },
        Event::Linked {
            who,
            other,
            link,
            on,
        } => {
            if *on {
                format!("{} {} {}", name(*who), link.log, name(*other))
            } else {
                format!("{} no longer {link} {}", name(*who), name(*other))
            }
        }
        Event::Passed {
            side: passes,
            forced,
            ..
        } => {
            let why = if *forced {
                ", as no combatant is left to act"
            } else {
                ""
            };
            format!("{}: pass{why}", side(*passes))
        }
        Event::Blast {
            who,
            with,
            aimed,
            struck,
            ..
        } => {
            let with = in_sentence(with);
            match struck {
                Some(struck) if struck != aimed => {
                    let into = names.area(struck);
                    format!("The {with} of {} goes astray into {into}", name(*who))
                }
                Some(struck) => format!(
                    "The {with} of {} strikes {}",
                    name(*who),
                    names.area(struck)
                ),
                None => format!("{} attacks {} with {with}", name(*who), names.area(aimed)),
            }
        }
        Event::Device {
            who,
            action,
            name: device,
        } => {
            let who = who.map_or_else(|| "Unseen hands".to_owned(), name);
            // "Pull the lever" tells enough of a lever that is called nothing else.
            if action.to_lowercase().contains(&device.to_lowercase()) {
                format!("{who}: {action}")
            } else {
                format!("{who}: {action} ({device})")
            }
        }
        Event::ItemState {
            name: item,
            owner,
            state,
            ..
        } => match state.role {
            ItemConditionRole::Destroyed => format!("{item} of {} breaks", name(*owner)),
            ItemConditionRole::Damaged | ItemConditionRole::Empty => {
                format!("{item} of {} is {state}", name(*owner))
            }
        },
        Event::Attacked {
            who,
            target,
            with,
            missile,
            ..
        } => {
            // Whether it is shot or thrown, the journal does not say.
            let afar = if *missile { " from afar" } else { "" };
            format!("{} attacks {}{afar} with {with}", name(*who), name(*target))
        }
        Event::AttackResolved {
            who,
            target,
            attack,
            defence,
            defence_level,
            effect,
        } => {
            let (who, target) = (name(*who), name(*target));
            match (attack.role, effect.role) {
                (LevelRole::Failure, _) => format!("{who} misses {target}"),
                (LevelRole::Success | LevelRole::Special, EffectRole::None) => {
                    format!("{target} {} the attack of {who}", defence.log)
                }
                (
                    LevelRole::Success | LevelRole::Special,
                    EffectRole::Normal | EffectRole::Special,
                ) => {
                    let how = match effect.role {
                        EffectRole::Special => format!(" with a {attack}"),
                        EffectRole::None | EffectRole::Normal => String::new(),
                    };
                    let hit = format!("{who} hits {target}{how}");
                    hit + &in_spite_of(*defence, *defence_level)
                }
            }
        }
        Event::Damage {
            target,
            rolled,
            armour,
            lost,
            ..
        } => {
            if *armour > 0 {
                format!(
                    "{} takes {rolled} - {armour} armour = {lost} damage",
                    name(*target)
                )
            } else {
                format!("{} takes {lost} damage", name(*target))
            }
        }
        Event::HitPoints {
            who,
            from,
            to,
            max,
            cause,
            ..
        } => {
            let change = to - from;
            if change < 0 {
                format!(
                    "{} loses {} ({to} of {max}), {cause}",
                    name(*who),
                    hit_points(-change)
                )
            } else {
                format!(
                    "{} regains {} ({to} of {max}), {cause}",
                    name(*who),
                    hit_points(change)
                )
            }
        }
        Event::Track {
            who,
            track,
            from,
            to,
            max,
            ..
        } => {
            let change = to - from;
            let what = if change < 0 { "loses" } else { "regains" };
            format!(
                "{} {what} {} {track} ({to} of {max})",
                name(*who),
                change.abs()
            )
        }
        Event::Vitality { who, to, from } => match (from, to) {
            (_, Vitality::Unconscious) if *from == Vitality::Dying => {
                format!("{} is saved, but unconscious", name(*who))
            }
            (_, Vitality::Unconscious) => format!("{} falls unconscious", name(*who)),
            (_, Vitality::Dying) => format!("{} is dying", name(*who)),
            (_, Vitality::Dead) => format!("{} is dead", name(*who)),
            (_, Vitality::Surrendered) => format!("{} gives up", name(*who)),
            (Vitality::Surrendered, Vitality::Active) => format!("{} fights again", name(*who)),
            (_, Vitality::Left) => format!("{} leaves the field", name(*who)),
            (Vitality::Left, Vitality::Active) => format!("{} is caught", name(*who)),
            (_, Vitality::Active) => format!("{} wakes up", name(*who)),
        },
        Event::Condition { who, condition, on } => {
            let name = name(*who);
            match (*on, condition.log, condition.end) {
                (true, "", _) => format!("{name} is now {condition}"),
                (false, _, "") => format!("{name} is no longer {condition}"),
                (true, words, _) | (false, _, words) => format!("{name} {words}"),
            }
        }
        Event::ItemDamaged {
            name: item,
            owner,
            to,
            ..
        } => {
            if *to <= 0 {
                format!("{item} of {} breaks", name(*owner))
            } else {
                format!("{item} of {} is damaged ({to} left)", name(*owner))
            }
        }
        Event::ItemMoved {
            name: item,
            who: None,
            how,
            ..
        } => format!("{item} is {how} by unseen hands"),
        Event::ItemMoved {
            name: item,
            who: Some(who),
            how,
            ..
        } => match how.role {
            ItemMoveRole::Thrown => format!("{item} of {} falls to the ground", name(*who)),
            ItemMoveRole::Readied
            | ItemMoveRole::Stowed
            | ItemMoveRole::Dropped
            | ItemMoveRole::PickedUp
            | ItemMoveRole::Seized
            | ItemMoveRole::SetUp
            | ItemMoveRole::TakenUp => {
                let what = how.log.replace("{item}", &in_sentence(item));
                format!("{} {what}", name(*who))
            }
        },
        Event::Ammunition {
            who,
            name: item,
            left,
            reloaded,
            ..
        } => {
            if *reloaded {
                let shots = if *left == 1 { "shot" } else { "shots" };
                let item = in_sentence(item);
                format!("{} has reloaded {item} ({left} {shots})", name(*who))
            } else {
                return None;
            }
        }
        Event::Held {
            side: held,
            rounds,
            of,
        } => {
            format!(
                "The objective is held by {}: {rounds} of {of} rounds",
                side(*held)
            )
        }
        Event::Note { who, text, .. } => format!("{} {text}", name(*who)),
        Event::Ended { winner, reason } => match winner {
            Some(winner) => format!("Victory for {}: {reason}", side(*winner)),
            None => format!("A draw: {reason}"),
        },
    };
    Some(text)
}

/// "1 hit point", "2 hit points".
fn hit_points(count: i32) -> String {
    match count {
        1 => "1 hit point".to_owned(),
        _ => format!("{count} hit points"),
    }
}

/// What a defence was that did not stop an attack, to follow who was hit.
fn in_spite_of(defence: Defence, level: RollLevel) -> String {
    match (defence.role, level.role) {
        (DefenceRole::None, _) => String::new(),
        (DefenceRole::Protect, _) => ", who is on guard".to_owned(),
        (DefenceRole::TakeCover, _) => ", who stands in the way".to_owned(),
        (DefenceRole::Counter, LevelRole::Failure) => "; the counter fails".to_owned(),
        (DefenceRole::Counter, _) => ", who strikes back".to_owned(),
        (DefenceRole::Dodge | DefenceRole::Block | DefenceRole::Bargain, _) => {
            format!("; the {defence} is a {level}")
        }
    }
}

/// The name of an item in the middle of a sentence.
fn in_sentence(item: &str) -> String {
    let mut letters = item.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

fn rolled_line(rolled: &Rolled, name: impl Fn(CombatantId) -> String) -> String {
    let faces = match rolled.dice.as_slice() {
        [die] if rolled.chance.is_some() => die.face.to_string(),
        _ => sum_text(rolled),
    };
    let mut line = format!("{} rolls {faces} for {}", name(rolled.who), rolled.purpose);
    if let Some(chance) = &rolled.chance {
        line.push_str(&format!(" ({})", chance.needed_with_chance()));
    }
    if let Some(outcome) = rolled.outcome {
        line.push_str(": ");
        line.push_str(outcome.key);
    }
    line
}

/// The dice, what is added to them without a roll, and what they come to: "6 + 2 + 1 = 9".
fn sum_text(rolled: &Rolled) -> String {
    let faces = rolled.dice.iter().map(|die| i32::from(die.face));
    let mut parts: Vec<String> = faces.clone().map(|face| face.to_string()).collect();
    let Some(total) = rolled.total else {
        return parts.join(" + ");
    };
    let added = total - faces.sum::<i32>();
    // Dice that are subtracted or halved do not add up to the total as they fell.
    if added < 0 {
        return format!("{} (total {total})", parts.join(" and "));
    }
    if added > 0 || parts.is_empty() {
        parts.push(added.to_string());
    }
    match parts.as_slice() {
        [one] => one.clone(),
        _ => format!("{} = {total}", parts.join(" + ")),
    }
}

#[cfg(test)]
mod tests {
    use shieldwall_dice::Face;

    use super::*;

    fn sum(faces: &[u16], total: i32) -> String {
        sum_text(&Rolled {
            who: CombatantId(0),
            purpose: "damage".to_owned(),
            dice: faces
                .iter()
                .map(|face| Face {
                    sides: 8,
                    face: *face,
                })
                .collect(),
            chance: None,
            total: Some(total),
            outcome: None,
        })
    }

    #[test]
    fn sums_show_all_that_they_are_made_of() {
        assert_eq!(sum(&[6, 2], 9), "6 + 2 + 1 = 9");
        assert_eq!(sum(&[6, 2], 8), "6 + 2 = 8");
        assert_eq!(sum(&[6], 7), "6 + 1 = 7");
        assert_eq!(sum(&[6], 6), "6");
        assert_eq!(sum(&[], 3), "3");
        assert_eq!(sum(&[6, 3], 3), "6 and 3 (total 3)");
    }

    #[test]
    fn a_name_is_mentioned_as_a_whole_only() {
        assert!(mentions("Hide behind Spearman 2", "Spearman 2"));
        assert!(mentions("G guards", "G"));
        assert!(mentions("As A guards", "A"));
        assert!(!mentions("Attack with broad sword", "A"));
        assert!(!mentions("Hide behind Spearman 21", "Spearman 2"));
        assert!(!mentions("No reaction", ""));
    }

    #[test]
    fn items_are_small_within_a_sentence() {
        assert_eq!(in_sentence("Great axe"), "great axe");
        assert_eq!(in_sentence(""), "");
    }
}
