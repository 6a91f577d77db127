//! The sounds that events of a battle make.

use std::collections::BTreeMap;

use shieldwall_battle::{
    CombatantId, Event, ItemId, Vitality,
    terms::{
        ConditionRole, DecisionRole, DefenceRole, EffectRole, ItemConditionRole, ItemMoveRole,
        LinkRole, PlacementRole,
    },
};
use shieldwall_content::terrain::Pattern;
use shieldwall_grid::Cell;

use super::cue::Cue;
use crate::{
    playback::seconds,
    session::Session,
    shown::{Blow, Missile},
};

/// Seconds from the beginning of a blow until the weapon is swung.
const SWING: f32 = 0.06;
/// Seconds from the beginning of a shot until the missile leaves the hand.
const RELEASE: f32 = 0.14;
/// Seconds from the beginning of a blast that flies until it bursts.
const BURSTS: f32 = 0.56;
/// Seconds from the beginning of a fall until the body is on the ground.
const LANDS: f32 = 0.12;

/// Words in the names of units that have hoofs.
const HOOFED: [&str; 5] = ["horse", "pony", "mule", "donkey", "centaur"];

/// An attack that was shown last.
#[derive(Clone, Debug)]
struct Attack {
    /// The name of the weapon, in small letters.
    weapon: String,
    missile: bool,
}

/// Remembers what the sound of the next event depends on.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    /// The last attack of each combatant.
    attacks: BTreeMap<CombatantId, Attack>,
    /// The item with which each combatant answers an attack.
    answers: BTreeMap<CombatantId, ItemId>,
}

impl Score {
    /// The sounds of an event, after it has been shown.
    pub(super) fn cues(&mut self, event: &Event, session: &Session) -> Vec<Cue> {
        let one = |name| vec![Cue::new(name)];
        match event {
            Event::Moved { who, path, .. } => steps(*who, path, seconds(event), session),
            Event::Attacked {
                who, with, missile, ..
            } => {
                let attack = Attack::with(with, *missile);
                let cue = attack.begins();
                self.attacks.insert(*who, attack);
                vec![cue]
            }
            Event::Blast {
                who, with, missile, ..
            } => {
                let attack = Attack::with(with, *missile);
                let cues = attack.bursts();
                self.attacks.insert(*who, attack);
                cues
            }
            Event::Chosen {
                kind,
                who: Some(who),
                choice,
                ..
            } if kind.role == DecisionRole::Reaction => {
                self.answers.remove(who);
                if let Some(item) = choice.item {
                    self.answers.insert(*who, item);
                }
                Vec::new()
            }
            Event::AttackResolved {
                who,
                target,
                defence,
                effect,
                ..
            } => {
                let answer = self.answers.remove(target);
                if effect.role != EffectRole::None {
                    return Vec::new();
                }
                let missile = self.attacks.get(who).is_some_and(|attack| attack.missile);
                match defence.role {
                    DefenceRole::Block => one(caught(*target, answer, session)),
                    _ if missile => vec![Cue::new("missiles/misses").quieter(4.0)],
                    DefenceRole::Dodge => vec![Cue::new("shift").quieter(3.0)],
                    DefenceRole::None
                    | DefenceRole::Counter
                    | DefenceRole::Protect
                    | DefenceRole::TakeCover
                    | DefenceRole::Bargain => Vec::new(),
                }
            }
            Event::Damage { lost, .. } if *lost <= 0 => one("armour/holds"),
            Event::HitPoints {
                who, from, to, by, ..
            } => {
                if event.is_of_before() || from == to {
                    Vec::new()
                } else if to > from {
                    one("magic/heals")
                } else {
                    self.hit(*who, *by, session)
                }
            }
            Event::Track { from, to, .. } if to < from => one("armour/flesh"),
            Event::Vitality { from, to, .. } => match to {
                Vitality::Unconscious | Vitality::Dying | Vitality::Dead
                    if *from == Vitality::Active =>
                {
                    vec![Cue::new("falls/down").after(LANDS)]
                }
                Vitality::Surrendered => one("items/dropped"),
                _ => Vec::new(),
            },
            Event::Condition {
                condition,
                on: true,
                ..
            } => match condition.role {
                ConditionRole::Prone => one("falls/stumbles"),
                ConditionRole::Casting => one("magic/cast"),
                _ => Vec::new(),
            },
            Event::ItemDamaged { to, .. } if *to <= 0 => one("items/breaks"),
            Event::ItemState { state, .. } if state.role == ItemConditionRole::Destroyed => {
                one("items/breaks")
            }
            Event::ItemMoved { how, .. } => match how.role {
                ItemMoveRole::Readied
                | ItemMoveRole::Stowed
                | ItemMoveRole::PickedUp
                | ItemMoveRole::Seized
                | ItemMoveRole::TakenUp => vec![Cue::new("items/readied").quieter(3.0)],
                ItemMoveRole::Dropped => vec![Cue::new("items/dropped").quieter(3.0)],
                ItemMoveRole::SetUp => vec![Cue::new("parries/shield").quieter(6.0)],
                ItemMoveRole::Thrown => Vec::new(),
            },
            Event::Ammunition { reloaded: true, .. } => one("items/reloaded"),
            Event::Door { .. } => one("door"),
            Event::Device { .. } => one("device"),
            Event::Placed { how, .. } if how.role == PlacementRole::Moved => one("shift"),
            Event::Riding { .. } => one("shift"),
            Event::Linked { link, on: true, .. } if link.role == LinkRole::Hold => one("shift"),
            Event::Stance { .. } => vec![Cue::new("shift").quieter(6.0)],
            Event::Rolled(_) => vec![Cue::new("dice").quieter(9.0)],
            Event::RoundBegan => vec![Cue::new("signals/round").quieter(6.0)],
            Event::BattleBegan { .. }
            | Event::Deployed(_)
            | Event::StageBegan { .. }
            | Event::Chosen { .. }
            | Event::Placed { .. }
            | Event::Linked { .. }
            | Event::Astride { .. }
            | Event::Faced { .. }
            | Event::Place { .. }
            | Event::Passed { .. }
            | Event::Turn { .. }
            | Event::Ranked { .. }
            | Event::Ordered { .. }
            | Event::Due { .. }
            | Event::Moment { .. }
            | Event::Damage { .. }
            | Event::Track { .. }
            | Event::Condition { .. }
            | Event::Revealed { .. }
            | Event::ItemDamaged { .. }
            | Event::ItemState { .. }
            | Event::Ground { .. }
            | Event::Ammunition { .. }
            | Event::Held { .. }
            | Event::Note { .. }
            | Event::Ended { .. } => Vec::new(),
        }
    }

    /// A wound: what strikes, and what it strikes on.
    fn hit(&self, who: CombatantId, by: Option<CombatantId>, session: &Session) -> Vec<Cue> {
        let attack = by.and_then(|by| self.attacks.get(&by));
        let Some(attack) = attack else {
            return vec![Cue::new("armour/flesh")];
        };
        let blow = if attack.missile {
            "blows/missile"
        } else {
            match Blow::of(&attack.weapon) {
                Blow::Cut => "blows/cut",
                Blow::Thrust => "blows/thrust",
                Blow::Crush => "blows/crush",
                Blow::Shove => "blows/shove",
                Blow::Claw => "blows/claw",
            }
        };
        vec![
            Cue::new(blow),
            Cue::new(armour(who, session)).after(0.02).quieter(3.0),
        ]
    }
}

impl Attack {
    fn with(weapon: &str, missile: bool) -> Self {
        Self {
            weapon: weapon.to_lowercase(),
            missile,
        }
    }

    fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.weapon.contains(word))
    }

    /// The sound of a swing or a shot.
    fn begins(&self) -> Cue {
        if self.missile {
            let name = match Missile::of(&self.weapon) {
                Missile::Arrow if self.has(&["crossbow", "arbalest"]) => "missiles/crossbow",
                Missile::Arrow if self.has(&["bow"]) => "missiles/bow",
                Missile::Ball => "missiles/shot",
                Missile::Stone if self.has(&["sling"]) => "missiles/sling",
                Missile::Arrow | Missile::Stone | Missile::Thrown => "missiles/throw",
            };
            return Cue::new(name).after(RELEASE);
        }
        let long = self.has(&[
            "great", "two-hand", "halberd", "pole", "axe", "maul", "bill",
        ]);
        let heavy = long || Blow::of(&self.weapon) == Blow::Crush;
        let name = if heavy {
            "swings/heavy"
        } else {
            "swings/light"
        };
        Cue::new(name).after(SWING).quieter(4.0)
    }

    /// The sounds of something that bursts over an area.
    fn bursts(&self) -> Vec<Cue> {
        let powder = self.has(&["bomb", "grenade", "powder", "cannon"]);
        let (begins, bursts) = if powder {
            ("missiles/throw", "explosion")
        } else {
            ("magic/cast", "magic/bursts")
        };
        let wait = if self.missile { BURSTS } else { SWING };
        vec![Cue::new(begins), Cue::new(bursts).after(wait)]
    }
}

/// The steps of a walk that lasts so many seconds.
fn steps(who: CombatantId, path: &[Cell], seconds: f32, session: &Session) -> Vec<Cue> {
    let count = path.len().saturating_sub(1);
    let each = seconds / count.max(1) as f32;
    let cells = path.iter().skip(1).enumerate();
    cells
        .map(|(number, cell)| {
            Cue::new(step(who, *cell, session))
                .after(each * (number as f32 + 0.4))
                .quieter(8.0)
        })
        .collect()
}

/// The step of a combatant into a cell.
fn step(who: CombatantId, cell: Cell, session: &Session) -> &'static str {
    let setup = &session.plan.setup;
    let figure = session.shown.figures.get(who.index());
    let figure = figure.and_then(Option::as_ref);
    let has_hoofs = |name: &str| {
        let name = name.to_lowercase();
        HOOFED.iter().any(|word| name.contains(word))
    };
    if figure.is_some_and(|figure| figure.riding.is_some() || has_hoofs(&figure.name)) {
        return "steps/hoof";
    }
    let changed = session.shown.ground.get(&cell);
    let terrain = match changed {
        Some(terrain) => setup.library.terrains.get(terrain),
        None => setup.level.terrain.get(cell.index()),
    };
    match terrain.map_or(Pattern::Plain, |terrain| terrain.pattern) {
        Pattern::Waves | Pattern::DeepWaves | Pattern::Reeds => "steps/water",
        Pattern::Cobbles | Pattern::Planks | Pattern::Masonry | Pattern::Rocks => "steps/stone",
        Pattern::Plain
        | Pattern::Grass
        | Pattern::Trees
        | Pattern::Furrows
        | Pattern::Flames
        | Pattern::Hole => "steps/grass",
    }
}

/// The sound of a blow that is caught: on a shield, or blade on blade.
fn caught(target: CombatantId, answer: Option<ItemId>, session: &Session) -> &'static str {
    let sheet = session.sheets.get(target.index());
    let items = sheet.map_or(&[][..], |sheet| sheet.items.as_slice());
    let is_shield = |name: &str| Blow::of(name) == Blow::Shove;
    let used = items
        .iter()
        .find(|item| answer.is_some() && item.item == answer);
    let shield = match used {
        Some(item) => is_shield(&item.name),
        None => items
            .iter()
            .any(|item| item.readied && is_shield(&item.name)),
    };
    if shield {
        "parries/shield"
    } else {
        "parries/weapon"
    }
}

/// The sound of what a combatant wears, by the words of its card.
fn armour(who: CombatantId, session: &Session) -> &'static str {
    const METAL: [&str; 11] = [
        "plate",
        "mail",
        "panoply",
        "riot",
        "flak",
        "vest",
        "scale",
        "lamellar",
        "brigandine",
        "cuirass",
        "breast",
    ];
    const SOFT: [&str; 6] = [
        "leather", "quilted", "clothing", "padded", "gambeson", "fur",
    ];
    let sheet = session.sheets.get(who.index());
    let names = sheet.into_iter().flat_map(|sheet| {
        let rows = sheet.sections.iter().flat_map(|section| &section.rows);
        let rows = rows.flat_map(|row| [&row.label, &row.detail]);
        rows.chain(sheet.items.iter().map(|item| &item.name))
    });
    let mut soft = false;
    for text in names {
        let text = text.to_lowercase();
        let has = |word: &&str| text.split(|c: char| !c.is_alphabetic()).any(|t| t == *word);
        if METAL.iter().any(has) {
            return "armour/metal";
        }
        soft = soft || SOFT.iter().any(has);
    }
    if soft { "armour/soft" } else { "armour/flesh" }
}
