//! Blasts over some who stand together, made up.

use proptest::prelude::*;
use shieldwall_battle::{Battle, Choice, Decision};

use crate::zones_odds::{
    BLASTS, case,
    combatant_results::{difference, results_of},
    duels::{Fighter, fighters},
    explorer::Scene,
};

/// Four others about a blast of A, and walls.
#[derive(Clone, Debug)]
pub(crate) struct Burst {
    /// Places of A, of the others, and of walls.
    pub(crate) cells: Vec<u16>,
    pub(crate) others: Vec<Fighter>,
    /// Whether each of them can dodge.
    pub(crate) dodges: Vec<bool>,
    pub(crate) wit: i32,
    pub(crate) pick: usize,
}

/// Columns and rows of the map of a blast.
pub(crate) const FIELD: [u16; 2] = [13, 9];

prop_compose! {
    pub(crate) fn bursts()(
        cells in prop::sample::subsequence((0..FIELD[0] * FIELD[1]).collect::<Vec<u16>>(), 8)
            .prop_shuffle(),
        others in prop::collection::vec(fighters(&[""]), 4),
        dodges in prop::collection::vec(any::<bool>(), 4),
        wit in 2..=20_i32,
        pick in any::<usize>(),
    ) -> Burst {
        Burst { cells, others, dodges, wit, pick }
    }
}

impl Burst {
    pub(crate) fn text(&self) -> String {
        let [columns, rows] = FIELD;
        let at = |number: usize| [self.cells[number] % columns, self.cells[number] / columns];
        let walls = &self.cells[5..];
        let row = |row: u16| {
            let cells = (0..columns).map(|column| row * columns + column);
            let drawn = cells.map(|cell| if walls.contains(&cell) { '#' } else { '.' });
            drawn.chain(['\n']).collect::<String>()
        };
        let map: String = (0..rows).map(row).collect();
        let mut text = format!(
            "title = \"a blast\"\n\
             ruleset = \"zones\"\n\
             legend = {{ \"#\" = \"wall\" }}\n\
             map = \"\"\"\n{map}\"\"\"\n\
             [zones]\n\
             starter = \"red\"\n\
             [combatant.A]\n\
             side = \"red\"\n\
             at = {:?}\n\
             zones = {{ wit = {}, items = [\"fire_bomb\"], \
             powers = [\"ring_of_knives\", \"ash_burst\"], natural_attacks = [{{ name = \"Breath\", \
             attack = {{ damage = \"1d6\", range = 2, blast = true }} }}] }}\n",
            at(0),
            self.wit
        );
        let others = self.others.iter().zip(&self.dodges);
        for (number, (other, dodges)) in (1..).zip(others) {
            let letter = ['A', 'B', 'C', 'D', 'E'][number];
            // One of them is a comrade of A. The broken dodge and do nothing else.
            let side = if number == 1 { "red" } else { "blue" };
            let start = if *dodges {
                ", broken = \"surrender\""
            } else {
                ", spent = true"
            };
            text.push_str(&other.table(letter, side, at(number), "", start));
        }
        text
    }

    pub(crate) fn agree(&self) -> Result<(), TestCaseError> {
        let case = case(&self.text());
        let mut scene = Scene::of(&case);
        let choices = scene.choices(BLASTS);
        prop_assert!(!choices.is_empty(), "nothing to burst");
        let choice = &choices[self.pick % choices.len()];
        let told = results_of(&scene.forecast(choice), scene.count);
        let exact = scene.enumerate(
            &mut |battle| battle.choose(choice.clone()).unwrap(),
            &mut dodging,
        );
        prop_assert_eq!(difference(&exact, &told), None, "{:?}", choice);
        Ok(())
    }
}

/// Everyone dodges who can.
pub(crate) fn dodging(battle: &mut Battle, decision: &Decision) -> Choice {
    let mut offers = decision.offers.iter();
    match offers.find(|offer| offer.action.key == "dodge") {
        Some(dodge) => dodge.choice_at(0),
        None => battle.least().unwrap(),
    }
}
