//! What has been picked for the next battle, and whether it can begin.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use bevy::prelude::Resource;
use shieldwall_ai::BrainKind;
use shieldwall_battle::{BattleSetup, Ruleset, SideId, SideSetup, UnitEntry};
use shieldwall_content::{BrokenFile, FileKind, Level, Library};
use shieldwall_lab::record::RecordedCommander;

use crate::{
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    settings::{LastBattle, LastSide},
};

/// Most combatants a side may have, whatever the level has room for: as many as the file of a level may name.
pub(super) const MOST: usize = 250;

/// One side as picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SidePick {
    /// Who decides.
    pub(super) commander: RecordedCommander,
    /// Unit ids.
    pub(super) warband: Vec<String>,
    /// Whether the warband is still the level's own.
    pub(super) is_default: bool,
}

/// Everything picked for the next battle.
#[derive(Resource, Clone, Debug)]
pub(in super::super) struct Pick {
    /// Level id; empty if there is none.
    pub(super) level: String,
    /// A broken file that is being read instead.
    pub(super) broken: Option<PathBuf>,
    /// Ruleset id.
    pub(in super::super) ruleset: String,
    /// Rule options that differ from the level's.
    pub(super) options: BTreeMap<String, String>,
    /// Red, then blue and so on: as many as the level has.
    pub(super) sides: Vec<SidePick>,
    /// The seed as typed.
    pub(super) seed: String,
    /// Whether the player wants this seed for the battles after the next as well.
    pub(super) keeps_seed: bool,
}

impl Pick {
    /// What was picked last time, as far as it still exists.
    pub(super) fn from_last(
        last: &LastBattle,
        library: &Library,
        rulesets: &[Arc<dyn Ruleset>],
        seed: u64,
    ) -> Self {
        let ruleset = rulesets
            .iter()
            .find(|ruleset| ruleset.id() == last.ruleset)
            .or(rulesets.first())
            .map(|ruleset| ruleset.id().to_owned())
            .unwrap_or_default();
        let level = library
            .levels
            .get_key_value(&last.level)
            .or(library.levels.iter().next())
            .map(|(id, _)| id.clone())
            .unwrap_or_default();
        let remembered = level == last.level;
        let count = library
            .levels
            .get(&level)
            .map_or(2, |found| found.sides.len());
        let sides = SideId::first(count).map(|side| {
            let last = last.side(side);
            SidePick {
                commander: last
                    .commander
                    .filter(is_on_offer)
                    .unwrap_or(usual_commander(side)),
                is_default: true,
                warband: last.warband.clone(),
            }
        });
        let mut pick = Self {
            level,
            broken: None,
            ruleset,
            options: last.options.clone(),
            sides: sides.collect(),
            seed: seed.to_string(),
            keeps_seed: false,
        };
        for index in 0..count {
            let known = |id: &String| library.units.contains_key(id);
            pick.sides[index].warband.retain(known);
            if remembered && !pick.sides[index].warband.is_empty() {
                pick.note_default(index, library);
            } else {
                pick.take_default(index, library);
            }
        }
        pick
    }

    /// After the files have been read again: what was picked stays as far as it still exists. A level
    /// that has been broken shows its errors, a broken one that has been mended is picked.
    pub(super) fn renew(
        &mut self,
        before: &LastBattle,
        library: &Library,
        rulesets: &[Arc<dyn Ruleset>],
    ) {
        let last = self.to_last(before);
        let (seed, keeps_seed) = (std::mem::take(&mut self.seed), self.keeps_seed);
        let level = self.level.clone();
        let broken = self.broken.take();
        *self = Self::from_last(&last, library, rulesets, 0);
        (self.seed, self.keeps_seed) = (seed, keeps_seed);
        let now_broken = || {
            let gone = !level.is_empty() && self.level != level;
            let is_it = |file: &&BrokenFile| match &file.id {
                Some(id) => *id == level,
                None => file.path.file_stem().is_some_and(|stem| *stem == *level),
            };
            let mut files = library.broken_of(FileKind::Level).filter(|_| gone);
            files.find(is_it).map(|file| file.path.clone())
        };
        let Some(path) = broken.or_else(now_broken) else {
            return;
        };
        if library.broken.iter().any(|file| file.path == path) {
            self.broken = Some(path);
        } else if let Some(level) = library.levels.values().find(|level| level.file == path) {
            let level = level.id.clone();
            self.take_level(&level, library);
        }
    }

    /// A battle has begun as picked: the next one gets another seed, unless the player keeps this one.
    pub(super) fn begun(&mut self, fresh_seed: u64) {
        if !self.keeps_seed {
            self.seed = fresh_seed.to_string();
        }
    }

    /// What to remember for next time.
    pub(super) fn to_last(&self, before: &LastBattle) -> LastBattle {
        let mut last = LastBattle {
            level: self.level.clone(),
            ruleset: self.ruleset.clone(),
            options: self.options.clone(),
            ..before.clone()
        };
        for (side, pick) in SideId::first(self.sides.len()).zip(&self.sides) {
            *last.side_mut(side) = LastSide {
                commander: Some(pick.commander),
                colour: before.side(side).colour,
                warband: if pick.is_default {
                    Vec::new()
                } else {
                    pick.warband.clone()
                },
            };
        }
        last
    }

    /// Picks a level; all sides take its warbands.
    pub(super) fn take_level(&mut self, level: &str, library: &Library) {
        level.clone_into(&mut self.level);
        self.broken = None;
        let found = library.levels.get(level);
        let count = found.map_or(self.sides.len(), |found| found.sides.len());
        self.sides.truncate(count);
        for side in SideId::first(count).skip(self.sides.len()) {
            self.sides.push(SidePick {
                commander: usual_commander(side),
                warband: Vec::new(),
                is_default: true,
            });
        }
        for index in 0..count {
            self.take_default(index, library);
        }
    }

    /// Picks a ruleset; sides with the level's own warbands take those that it has there.
    pub(super) fn take_ruleset(&mut self, ruleset: &str, library: &Library) {
        ruleset.clone_into(&mut self.ruleset);
        for index in 0..self.sides.len() {
            if self.sides[index].is_default {
                self.take_default(index, library);
            }
        }
    }

    /// The warband that the level has for a side under the ruleset.
    fn own_warband(&self, side: usize, library: &Library) -> Vec<String> {
        let level = library.levels.get(&self.level);
        let level = level.map(|level| level.under(&self.ruleset));
        let side = level.as_ref().and_then(|level| level.sides.get(side));
        side.map(|side| side.warband.clone()).unwrap_or_default()
    }

    /// Gives a side the level's own warband.
    pub(super) fn take_default(&mut self, side: usize, library: &Library) {
        self.sides[side].warband = self.own_warband(side, library);
        self.sides[side].is_default = true;
    }

    /// Notes whether a side's warband is the level's own, after it has changed.
    pub(super) fn note_default(&mut self, side: usize, library: &Library) {
        let own = self.own_warband(side, library);
        self.sides[side].is_default = !own.is_empty() && own == self.sides[side].warband;
    }

    /// How many combatants a side has room for.
    pub(super) fn room(level: &Level, side: usize) -> usize {
        level.sides[side].deployment.len().min(MOST)
    }

    /// The battle, or every reason why it cannot begin.
    pub(super) fn plan(
        &self,
        library: &Arc<Library>,
        rulesets: &[Arc<dyn Ruleset>],
    ) -> Result<BattlePlan, Vec<String>> {
        let mut reasons = Vec::new();
        let level = library.levels.get(&self.level);
        let level = level.map(|level| level.under(&self.ruleset));
        let level = level.as_ref();
        let ruleset = rulesets.iter().find(|ruleset| ruleset.id() == self.ruleset);
        if self.broken.is_some() {
            reasons.push("Pick a level without errors.".to_owned());
        } else if level.is_none() {
            reasons.push("There is no level to fight on.".to_owned());
        }
        let seed = self.seed.trim().parse::<u64>();
        if seed.is_err() {
            reasons.push("The seed is a whole number from 0 to 18446744073709551615.".to_owned());
        }
        let mut sides = vec![SideSetup::default(); self.sides.len()];
        for (side, pick) in SideId::first(self.sides.len()).zip(&self.sides) {
            let index = side.index();
            for id in &pick.warband {
                let Some(unit) = library.units.get(id) else {
                    reasons.push(format!("There is no unit `{id}`."));
                    continue;
                };
                if let Some(ruleset) = ruleset
                    && !unit.supports(ruleset.id())
                {
                    let all = shieldwall_rulesets::all();
                    let others: Vec<&str> = all
                        .iter()
                        .filter(|other| unit.supports(other.id()))
                        .map(|other| {
                            let book = library.rulebooks.get(other.id());
                            book.map_or(other.id(), |book| book.title.as_str())
                        })
                        .collect();
                    let way_out = match others.as_slice() {
                        [] => "Choose another unit".to_owned(),
                        others => {
                            format!("Choose the rules {}, or another unit", others.join(" or "))
                        }
                    };
                    let name = &unit.name;
                    reasons.push(format!("{name} cannot fight under these rules. {way_out}."));
                }
                sides[index].warband.push(UnitEntry::new(Arc::clone(unit)));
            }
            let own = level.and_then(|level| level.sides.get(index));
            let name = own.map_or(side.key(), |own| &own.name);
            if pick.warband.is_empty() {
                reasons.push(format!("{name} has no combatants."));
            } else if let Some(room) = level.map(|level| Self::room(level, index))
                && pick.warband.len() > room
            {
                reasons.push(format!(
                    "{name} has {} combatants and room for only {room}.",
                    pick.warband.len()
                ));
            }
        }
        reasons.dedup();
        let (Some(level), Some(ruleset), Ok(seed), true) =
            (level, ruleset, seed, reasons.is_empty())
        else {
            if ruleset.is_none() {
                reasons.push("There is no ruleset.".to_owned());
            }
            return Err(reasons);
        };
        let setup = BattleSetup {
            level: Arc::clone(level),
            library: Arc::clone(library),
            sides,
            options: self.known_options(ruleset.as_ref()),
            seed,
            first_dice: Vec::new(),
        };
        setup
            .placed(ruleset.as_ref())
            .map_err(|error| vec![error.to_string()])?;
        Ok(BattlePlan {
            ruleset: Arc::clone(ruleset),
            setup,
            commanders: self
                .sides
                .iter()
                .map(|side| Commander::from(side.commander))
                .collect(),
            origin: BattleOrigin::Fresh,
        })
    }

    /// The options picked that the ruleset knows.
    fn known_options(&self, ruleset: &dyn Ruleset) -> BTreeMap<String, String> {
        let known = &ruleset.terms().rule_options;
        self.options
            .iter()
            .filter(|(key, value)| {
                known.iter().any(|option| {
                    option.key == *key && option.values.iter().any(|known| known.key == *value)
                })
            })
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    }
}

/// Whether players can pick it.
fn is_on_offer(commander: &RecordedCommander) -> bool {
    match commander {
        RecordedCommander::Human => true,
        RecordedCommander::Brain(kind) => BrainKind::OPPONENTS.contains(kind),
    }
}

/// Who decides for a side unless the player says otherwise.
const fn usual_commander(side: SideId) -> RecordedCommander {
    match side {
        SideId::RED => RecordedCommander::Human,
        _ => RecordedCommander::Brain(BrainKind::Normal),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::content::Content;

    fn content() -> Content {
        let root = shieldwall_content::ContentRoot::at(env!("CARGO_MANIFEST_DIR"));
        Content::read(&[root])
    }

    fn pick(content: &Content) -> (Pick, Vec<Arc<dyn Ruleset>>) {
        let rulesets = shieldwall_rulesets::all();
        let pick = Pick::from_last(&LastBattle::default(), &content.library, &rulesets, 7);
        (pick, rulesets)
    }

    #[test]
    fn the_first_battle_can_begin_at_once() {
        let content = content();
        let (pick, rulesets) = pick(&content);
        let plan = pick.plan(&content.library, &rulesets).unwrap();
        assert_eq!(plan.setup.seed, 7);
        assert_eq!(
            plan.commanders,
            [Commander::Human, Commander::Ai(BrainKind::Normal)]
        );
    }

    #[test]
    fn every_battle_has_a_seed_of_its_own_unless_the_player_keeps_one() {
        let content = content();
        let (mut pick, rulesets) = pick(&content);
        let seed = |pick: &Pick| pick.plan(&content.library, &rulesets).unwrap().setup.seed;
        assert_eq!(seed(&pick), 7);
        pick.begun(8);
        assert_eq!(seed(&pick), 8);
        pick.keeps_seed = true;
        pick.begun(9);
        pick.renew(&LastBattle::default(), &content.library, &rulesets);
        pick.begun(10);
        assert_eq!(seed(&pick), 8);
    }

    #[test]
    fn everything_that_is_wrong_is_said() {
        let content = content();
        let (mut pick, rulesets) = pick(&content);
        pick.sides[0].warband.clear();
        let unit = pick.sides[1].warband[0].clone();
        pick.sides[1].warband = vec![unit; 500];
        pick.seed = "-3".to_owned();
        let reasons = pick.plan(&content.library, &rulesets).unwrap_err();
        assert_eq!(reasons.len(), 3, "{reasons:?}");
    }

    #[test]
    fn a_level_that_breaks_shows_its_errors_and_is_picked_again_once_it_is_mended() {
        let content = content();
        let (mut pick, rulesets) = pick(&content);
        let last = LastBattle::default();
        pick.take_level("reed-ford", &content.library);
        pick.seed = "42".to_owned();
        let mut library = Library::clone(&content.library);
        let level = library.levels.remove("reed-ford").unwrap();
        library.broken.push(BrokenFile {
            path: level.file.clone(),
            kind: FileKind::Level,
            id: None,
            name: None,
            diagnostics: vec![],
        });
        // It stays in sight as long as it is broken.
        for _ in 0..2 {
            pick.renew(&last, &library, &rulesets);
            assert_eq!(pick.broken.as_ref(), Some(&level.file));
            assert!(pick.plan(&Arc::new(library.clone()), &rulesets).is_err());
        }
        pick.renew(&last, &content.library, &rulesets);
        assert_eq!(
            (pick.broken.as_ref(), pick.level.as_str()),
            (None, "reed-ford")
        );
        assert_eq!(pick.sides[0].warband, level.sides[0].warband);
        assert_eq!(pick.seed, "42");
    }

    #[test]
    fn there_are_as_many_sides_as_the_level_has() {
        let content = content();
        let (mut pick, rulesets) = pick(&content);
        let mut library = Library::clone(&content.library);
        let mut level = Level::clone(&library.levels["reed-ford"]);
        let mut third = level.sides[1].clone();
        third.name = "Green".to_owned();
        third.alliance = 2;
        third.warband.truncate(1);
        // Half of the deployment of blue is green's.
        third.deployment = level.sides[1].deployment.split_off(1);
        level.sides[1].warband.truncate(1);
        level.sides.push(third);
        level.id = "three".to_owned();
        library.levels.insert("three".to_owned(), Arc::new(level));
        let library = Arc::new(library);
        pick.take_level("three", &library);
        pick.sides[2].commander = RecordedCommander::Human;
        let plan = pick.plan(&library, &rulesets).unwrap();
        assert_eq!((plan.setup.sides.len(), plan.commanders.len()), (3, 3));
        assert_eq!(plan.commanders[2], Commander::Human);
        let last = pick.to_last(&LastBattle::default());
        assert_eq!(last.green.commander, Some(RecordedCommander::Human));
        let again = Pick::from_last(&last, &library, &rulesets, 1);
        assert_eq!(again.sides, pick.sides);
        // Other levels know nothing of it, but it is remembered.
        pick.take_level("reed-ford", &library);
        assert_eq!(pick.sides.len(), 2);
        assert_eq!(pick.to_last(&last).green, last.green);
    }

    #[test]
    fn the_last_battle_comes_back_as_far_as_it_exists() {
        let content = content();
        let (mut first, rulesets) = pick(&content);
        let level = content.library.levels.keys().last().unwrap();
        first.take_level(level, &content.library);
        first.sides[0].warband.pop();
        first.note_default(0, &content.library);
        assert!(!first.sides[0].is_default);
        first.sides[1].commander = RecordedCommander::Human;
        let mut last = first.to_last(&LastBattle::default());
        let again = Pick::from_last(&last, &content.library, &rulesets, 1);
        assert_eq!(again.sides, first.sides);
        assert_eq!(again.level, first.level);
        last.level = "gone".to_owned();
        last.red.warband = vec!["gone".to_owned()];
        let again = Pick::from_last(&last, &content.library, &rulesets, 1);
        assert!(again.plan(&content.library, &rulesets).is_ok());
    }

    #[test]
    fn who_is_not_on_offer_any_more_makes_way_for_the_usual_commander() {
        let content = content();
        let (first, rulesets) = pick(&content);
        let mut last = first.to_last(&LastBattle::default());
        last.red.commander = Some(RecordedCommander::Brain(BrainKind::Random));
        last.blue.commander = Some(RecordedCommander::Brain(BrainKind::Easy));
        let again = Pick::from_last(&last, &content.library, &rulesets, 1);
        assert_eq!(again.sides[0].commander, RecordedCommander::Human);
        assert_eq!(
            again.sides[1].commander,
            RecordedCommander::Brain(BrainKind::Easy)
        );
    }
}
