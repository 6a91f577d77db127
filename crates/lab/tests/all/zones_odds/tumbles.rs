//! Riders whose mount goes down in motion (ZON-154, ZON-R74, ZON-R75), made up.

use proptest::prelude::*;
use shieldwall_battle::{Battle, Choice, CombatantId, Decision, Target};

use crate::zones_odds::{
    A, B, BLASTS, GRIPS, HARM, case,
    combatant_results::{close, difference, results_of},
    explorer::Scene,
};

/// The horse on which B sits.
const H: CombatantId = CombatantId(3);

/// B on a horse that comes up to A.
#[derive(Clone, Debug)]
pub(crate) struct Ride {
    weapon: &'static str,
    /// Columns that the horse walks to come beside A; none if it stands there.
    walks: u16,
    agility: i32,
    /// Health of the rider, and of the horse.
    health: [i32; 2],
    armour: &'static str,
    shield: bool,
    pick: usize,
}

prop_compose! {
    pub(crate) fn rides()(
        weapon in prop::sample::select(&["sword_broad", "axe_great", "fire_bomb"][..]),
        walks in prop::sample::select(&[0, 3, 4][..]),
        agility in 2..=20_i32,
        health in [1..=7_i32, 1..=9_i32],
        armour in prop::sample::select(&["", "plate_full"][..]),
        shield in any::<bool>(),
        pick in any::<usize>(),
    ) -> Ride {
        Ride { weapon, walks, agility, health, armour, shield, pick }
    }
}

/// B acts first: its horse comes up to A, if it does not stand there.
fn come_up(battle: &mut Battle, decision: &Decision) -> Option<Choice> {
    let take = |action: &str, target: Target| {
        let offers = decision
            .offers
            .iter()
            .filter(|offer| offer.action.key == action);
        let mut choices = offers.map(|offer| offer.choice(Some(target), None));
        choices.find(|choice| decision.offer_for(choice).is_ok())
    };
    if decision.kind.key == "activation" {
        let rider = decision.offers[0].choice(Some(Target::Combatant(B)), None);
        return decision.offer_for(&rider).is_ok().then_some(rider);
    }
    if decision.kind.key != "turn" || decision.is_about(A) {
        return None;
    }
    let level = std::sync::Arc::clone(&battle.setup().level);
    let to = level.map.grid().cell(6, 2).unwrap();
    let there = battle.presences(None)[H.index()].cell == to;
    let next = if there {
        None
    } else if decision.is_about(B) {
        take("switch", Target::Combatant(H))
    } else {
        take("move", Target::Cell(to))
    };
    next.or_else(|| battle.least())
}

impl Ride {
    fn text(&self) -> String {
        let quoted = |name: &str| format!("{name:?}");
        let held = if self.shield { "heater" } else { "" };
        let items: Vec<String> = [held]
            .iter()
            .filter(|name| !name.is_empty())
            .map(|name| quoted(name))
            .collect();
        let armour: Vec<String> = [self.armour]
            .iter()
            .filter(|name| !name.is_empty())
            .map(|name| quoted(name))
            .collect();
        let map = format!("{}\n", ".".repeat(24)).repeat(6);
        let [rider, horse] = self.health;
        let at = 6 + self.walks;
        format!(
            "title = \"a ride\"\n\
             ruleset = \"zones\"\n\
             map = \"\"\"\n{map}\"\"\"\n\
             [zones]\n\
             starter = \"blue\"\n\
             [combatant.A]\n\
             side = \"red\"\n\
             at = [5, 2]\n\
             zones = {{ items = [{:?}], start = {{ distracted = true }} }}\n\
             [combatant.B]\n\
             side = \"blue\"\n\
             at = [{at}, 2]\n\
             zones = {{ agi = {}, health = {rider}, armour = [{}], items = [{}], start = {{ riding = \"H\", distracted = true }} }}\n\
             [combatant.H]\n\
             side = \"blue\"\n\
             at = [{at}, 2]\n\
             unit = \"horse\"\n\
             zones = {{ health = {horse}, start = {{ distracted = true }} }}\n\
             [combatant.D]\n\
             side = \"blue\"\n\
             at = [22, 4]\n\
             zones = {{ start = {{ spent = true }} }}\n",
            self.weapon,
            self.agility,
            armour.join(", "),
            items.join(", "),
        )
    }

    pub(crate) fn agree(&self) -> Result<(), TestCaseError> {
        let case = case(&self.text());
        let mut scene = Scene::of(&case);
        scene.before = come_up;
        let choices = scene.choices(&[HARM, GRIPS, BLASTS].concat());
        prop_assert!(!choices.is_empty(), "nothing to do");
        let choice = &choices[self.pick % choices.len()];
        let forecast = scene.forecast(choice);
        prop_assert!(
            forecast.alternatives.is_empty(),
            "{:?} {:?}",
            choice,
            forecast.alternatives
        );
        let exact = scene.enumerate(
            &mut |battle| battle.choose(choice.clone()).unwrap(),
            &mut |battle, _| battle.least().unwrap(),
        );
        let told = results_of(&forecast, scene.count);
        prop_assert_eq!(difference(&exact, &told), None, "{:?}", choice);
        Ok(())
    }
}

/// What is forecast for B and the horse, of 4 health each, if A strikes at the horse with a broad sword: half of
/// a d6, as it is larger.
fn struck(walks: u16) -> [crate::zones_odds::combatant_results::CombatantResult; 2] {
    let ride = Ride {
        weapon: "sword_broad",
        walks,
        agility: 11,
        health: [4, 4],
        armour: "plate_full",
        shield: true,
        pick: 0,
    };
    let case = case(&ride.text());
    let mut scene = Scene::of(&case);
    scene.before = come_up;
    let mut choices = scene.choices(HARM);
    choices.retain(|choice| {
        choice.target == Some(Target::Combatant(H))
            && choice.item.is_some()
            && choice.option() == Some("full")
    });
    assert_eq!(choices.len(), 1, "{choices:?}");
    let told = results_of(&scene.forecast(&choices[0]), scene.count);
    [B, H].map(|who| told[who.index()].clone())
}

/// 2 and 3 fell the horse; AGI 11 falls then every second time, for a d4 that no armour
/// softens: of 4 health 2 fell.
#[test]
fn a_rider_falls_with_its_mount_by_hand() {
    let [rider, horse] = struck(3);
    let defeated = 4.0 / 6.0;
    assert!(close(horse.defeats, defeated), "{horse:?}");
    assert!(close(rider.defeats, defeated * 0.5 * 0.75), "{rider:?}");
    assert!(close(rider.kills, defeated * 0.5 * 0.25), "{rider:?}");
}

/// Off a horse that stands still it gets without harm.
#[test]
fn a_rider_gets_clear_of_a_mount_at_rest() {
    let [rider, horse] = struck(0);
    assert!(close(horse.defeats, 4.0 / 6.0), "{horse:?}");
    assert!(close(rider.defeats, 0.0), "{rider:?}");
}
