//! Fights of two that are made up: who they are, what they wear and hold, where they stand.

use proptest::prelude::*;
use shieldwall_battle::{Choice, Target};

use crate::zones_odds::{
    B,
    agreement::{agree, estimate_agrees},
    case,
    explorer::Scene,
};

pub(crate) const ARMOUR: &[&str] = &["", "", "leather_soft", "chain", "plate_full"];
pub(crate) const ARMS: &[&str] = &[
    "",
    "dagger",
    "sword_broad",
    "axe_great",
    "bow_long",
    "sling",
];
pub(crate) const GUARDING_ARMS: &[&str] = &["", "dagger", "sword_broad", "bow_long"];
pub(crate) const RANGED: &[&str] = &["bow_long", "sling"];
pub(crate) const LIGHTS: &[char] = &['.', '.', 'd', 'D'];
pub(crate) const COVERS: &[&str] = &["", "", "fence", "low_wall", "hedge"];
pub(crate) const SIZES: &[&str] = &["medium", "medium", "medium", "large"];
pub(crate) const TARGET_SIZES: &[&str] = &["medium", "medium", "medium", "small", "large"];
pub(crate) const STATES: &[&str] = &[
    "",
    "",
    "",
    "",
    ", spent = true",
    ", state = \"incapacitated\"",
    ", state = \"surrendered\"",
];

/// Somebody with what it fights with.
#[derive(Clone, Debug)]
pub(crate) struct Fighter {
    pub(crate) strength: i32,
    pub(crate) agility: i32,
    pub(crate) wit: i32,
    pub(crate) health: i32,
    pub(crate) unhurt: i32,
    pub(crate) weapon: &'static str,
    pub(crate) shield: bool,
    pub(crate) armour: &'static str,
    pub(crate) intimidated: bool,
}

pub(crate) fn fighters(arms: &'static [&'static str]) -> impl Strategy<Value = Fighter> {
    (
        (1..=20_i32, 1..=20_i32, 2..=20_i32),
        (1..=20_i32, 0..20_i32),
        (prop::sample::select(arms), prop::bool::weighted(0.3)),
        (prop::sample::select(ARMOUR), prop::bool::weighted(0.15)),
    )
        .prop_map(|(scores, health, hands, rest)| Fighter {
            strength: scores.0,
            agility: scores.1,
            wit: scores.2,
            health: (health.0 - health.1).max(1),
            unhurt: health.0,
            weapon: hands.0,
            shield: hands.1,
            armour: rest.0,
            intimidated: rest.1,
        })
}

/// Ids as a list in TOML.
pub(crate) fn listed(ids: &[&str]) -> String {
    let ids = ids.iter().filter(|id| !id.is_empty());
    let ids: Vec<String> = ids.map(|id| format!("{id:?}")).collect();
    format!("[{}]", ids.join(", "))
}

impl Fighter {
    /// The table of a combatant: `more` goes into its stat block, `start` into how it begins.
    pub(crate) fn table(
        &self,
        letter: char,
        side: &str,
        at: [u16; 2],
        more: &str,
        start: &str,
    ) -> String {
        let Self {
            strength,
            agility,
            wit,
            health,
            unhurt,
            intimidated,
            ..
        } = self;
        let [column, row] = at;
        let shield = if self.shield { "round" } else { "" };
        let items = listed(&[self.weapon, shield]);
        let armour = listed(&[self.armour]);
        format!(
            "[combatant.{letter}]\n\
             side = \"{side}\"\n\
             at = [{column}, {row}]\n\
             zones = {{ str = {strength}, agi = {agility}, wit = {wit}, health = {unhurt}, \
             items = {items}, armour = {armour}{more}, start = {{ health = {health}, intimidated = {intimidated}{start} }} }}\n"
        )
    }
}

/// A does something to B, beside whom C may stand.
#[derive(Clone, Debug)]
pub(crate) struct Duel {
    pub(crate) a: Fighter,
    pub(crate) b: Fighter,
    pub(crate) c: Option<Fighter>,
    /// Whether C has its turn in hand.
    pub(crate) c_ready: bool,
    pub(crate) column: u16,
    /// Cells between A and B, for those who strike from afar.
    pub(crate) far: u16,
    pub(crate) light: char,
    pub(crate) cover: &'static str,
    pub(crate) size: &'static str,
    pub(crate) target_size: &'static str,
    pub(crate) state: &'static str,
    pub(crate) equal_passes: bool,
    pub(crate) dark_sight: bool,
    /// Whether A knows a power.
    pub(crate) bolts: bool,
    /// Which of the things that it may do A does.
    pub(crate) pick: usize,
}

prop_compose! {
    pub(crate) fn duels()(
        a in fighters(ARMS),
        b in fighters(GUARDING_ARMS),
        c in prop::option::of(fighters(&["", "sword_broad"])),
        places in (1..=4_u16, 0..22_u16, any::<bool>()),
        light in prop::sample::select(LIGHTS),
        cover in prop::sample::select(COVERS),
        sizes in (prop::sample::select(SIZES), prop::sample::select(TARGET_SIZES)),
        state in prop::sample::select(STATES),
        rules in (any::<bool>(), any::<bool>(), prop::bool::weighted(0.2)),
        pick in any::<usize>(),
    ) -> Duel {
        Duel {
            a,
            b,
            c,
            c_ready: places.2,
            column: places.0,
            far: places.1,
            light,
            cover,
            size: sizes.0,
            target_size: sizes.1,
            state,
            equal_passes: rules.0,
            dark_sight: rules.1,
            bolts: rules.2,
            pick,
        }
    }
}

/// A map of plain floor in one light; `D` is a bystander, without whom blue might have nobody in the
/// fight.
pub(crate) fn plain_case(light: char, equal_passes: bool, more: &str) -> String {
    let map = format!("{}\n", ".".repeat(30)).repeat(7);
    let light = format!("{}\n", light.to_string().repeat(30)).repeat(7);
    format!(
        "title = \"odds\"\n\
         ruleset = \"zones\"\n\
         map = \"\"\"\n{map}\"\"\"\n\
         light = \"\"\"\n{light}\"\"\"\n\
         [zones]\n\
         starter = \"red\"\n\
         save_equal_passes = {equal_passes}\n\
         [combatant.D]\n\
         side = \"blue\"\n\
         at = [28, 6]\n\
         zones = {{ start = {{ spent = true }} }}\n\
         {more}"
    )
}

impl Duel {
    pub(crate) fn is_large(&self) -> bool {
        self.size == "large"
    }

    /// Whether a blow of A has so many outcomes that, rolled twice and answered by another, there would
    /// be too many to go through.
    pub(crate) fn is_mighty(&self) -> bool {
        self.is_large() || self.a.weapon == "axe_great"
    }

    pub(crate) fn text(&self) -> String {
        let far = RANGED.contains(&self.a.weapon) || self.bolts;
        let apart = if far { self.far } else { self.far % 2 };
        let column = self.column + u16::from(self.is_large()) + 1 + apart;
        let a = Fighter {
            intimidated: self.a.intimidated && !self.is_mighty(),
            ..self.a.clone()
        };
        let powers = if self.bolts { "\"dread_bolt\"" } else { "" };
        let more = format!(
            ", size = {:?}, dark_sight = {}, powers = [{powers}]",
            self.size, self.dark_sight
        );
        // Anyone who is larger than A does not answer: where it shoves A to is left to others.
        let overtops = self.target_size == "large" && !self.is_large();
        let state = if overtops && self.state.is_empty() {
            ", spent = true"
        } else {
            self.state
        };
        let target_more = format!(", size = {:?}", self.target_size);
        let mut tables = vec![
            a.table('A', "red", [self.column, 3], &more, ""),
            self.b.table('B', "blue", [column, 3], &target_more, state),
        ];
        if let Some(c) = &self.c {
            let spent = format!(", spent = {}", !self.c_ready);
            tables.push(c.table('C', "blue", [column, 2], "", &spent));
        }
        if !self.cover.is_empty() {
            tables.push(format!(
                "[[border]]\nat = [{column}, 3]\nsides = [\"west\"]\nis = {:?}\n",
                self.cover
            ));
        }
        plain_case(self.light, self.equal_passes, &tables.concat())
    }

    /// The same hand to hand, with nothing between.
    pub(crate) fn hand_to_hand(self, light: char) -> Self {
        let armed = |fighter: Fighter| Fighter {
            weapon: if RANGED.contains(&fighter.weapon) {
                ""
            } else {
                fighter.weapon
            },
            ..fighter
        };
        Self {
            a: armed(self.a),
            b: armed(self.b),
            bolts: false,
            light,
            dark_sight: false,
            cover: "",
            ..self
        }
    }

    /// Does one of the things that A may do, if there are any, and compares what comes of it.
    pub(crate) fn agree(&self, actions: &[&str]) -> Result<(), TestCaseError> {
        let case = case(&self.text());
        let mut scene = Scene::of(&case);
        let mut choices = scene.choices(actions);
        let twice = |choice: &Choice| {
            choice
                .option()
                .is_some_and(|key| key.ends_with("hold_back"))
        };
        choices.retain(|choice| {
            let aimed_at_b = choice.target == Some(Target::Combatant(B));
            aimed_at_b && !(self.is_mighty() && twice(choice))
        });
        if choices.is_empty() {
            return Ok(());
        }
        agree(&mut scene, &choices[self.pick % choices.len()])?;
        estimate_agrees(&mut scene)
    }
}
