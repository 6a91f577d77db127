//! Tests of the sounds of whole battles, and that every sound of the game is used.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use shieldwall_ai::BrainKind;
use shieldwall_battle::{BattleSetup, Event, Ruleset};
use shieldwall_content::{ContentRoot, Media, MediaKind};

use super::{bank::rows_of, score::Score};
use crate::{
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    content::Content,
    playback::Tempo,
    session::Parts,
    waking::Waker,
};

fn root() -> ContentRoot {
    ContentRoot::at(env!("CARGO_MANIFEST_DIR"))
}

/// The names of all sounds of the game, without numbers.
fn all() -> Vec<String> {
    rows_of(&Media::read(MediaKind::Sound, &[root()]).0)
}

/// Plays a battle of the computer with itself to its end, and records which sounds are heard how often, and how often
/// each event was shown; and the number of shots.
fn record(
    content: &Content,
    ruleset: Arc<dyn Ruleset>,
    (level, seed): (&str, u64),
) -> (BTreeMap<&'static str, usize>, usize) {
    let plan = BattlePlan {
        setup: BattleSetup::of_level(&content.library, level, ruleset.id(), seed).unwrap(),
        ruleset,
        commanders: vec![Commander::Ai(BrainKind::Normal); 2],
        origin: BattleOrigin::Fresh,
    };
    let mut parts = Parts::begin(plan, Waker::default());
    let tempo = Tempo {
        seconds: 0.5,
        instant: false,
        curtains: false,
    };
    let mut score = Score::default();
    let mut heard = BTreeMap::new();
    let (mut blows, mut shots) = (0, 0);
    while parts.session.ending.is_none() {
        if parts.playback.caught_up() {
            let reply = parts.host.next();
            parts.take(reply);
            assert_eq!(parts.session.failure, None);
        }
        let mut course = parts.course();
        course.play(tempo);
        for entry in std::mem::take(&mut course.passed) {
            let is_blow = matches!(entry.event, Event::Attacked { missile: false, .. });
            let is_shot = matches!(entry.event, Event::Attacked { missile: true, .. });
            blows += usize::from(is_blow);
            shots += usize::from(is_shot);
            for cue in score.cues(&entry.event, &parts.session) {
                *heard.entry(cue.name).or_default() += 1;
            }
        }
    }
    let count = |name: &str| heard.get(name).copied().unwrap_or_default();
    assert_eq!(
        count("swings/light") + count("swings/heavy"),
        blows,
        "each blow in melee is swung"
    );
    (heard, shots)
}

#[test]
fn a_battle_sounds_of_steps_blows_armour_dice_and_falls_under_every_ruleset() {
    let content = Content::read(&[root()]);
    let all = all();
    // Another test may have added a ruleset without units.
    let all_rulesets = shieldwall_rulesets::all().into_iter();
    let complete =
        |ruleset: &Arc<dyn Ruleset>| content.library.rulebooks.contains_key(ruleset.id());
    for ruleset in all_rulesets.filter(complete) {
        let id = ruleset.id();
        let (heard, shots) = record(&content, Arc::clone(&ruleset), ("reed-ford", 3));
        for name in heard.keys() {
            assert!(all.iter().any(|known| known == name), "there is no {name}");
        }
        // Of each line one at least, of shots if there are any.
        let missiles =
            (shots > 0).then_some(&["missiles/bow", "missiles/sling", "missiles/throw"][..]);
        for some in missiles.into_iter().chain([
            &["signals/round"][..],
            &["steps/grass", "steps/stone"],
            &["steps/water"],
            &["blows/cut"],
            &["blows/thrust"],
            &["armour/soft"],
            &["dice"],
            &["falls/down"],
        ]) {
            let any = some.iter().any(|name| heard.contains_key(name));
            assert!(any, "{id}: none of {some:?} in {heard:?}");
        }
        // No knight may be hit in one battle.
        let metal = (3..6).any(|seed| {
            let (heard, _) = record(&content, Arc::clone(&ruleset), ("hill-fort", seed));
            heard.contains_key("armour/metal")
        });
        assert!(metal, "{id}");
    }
}

#[test]
fn every_sound_of_the_game_is_named_in_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sound");
    let mut named: Vec<String> = Vec::new();
    for file in ["mixer.rs", "score.rs", "signals.rs", "theme.rs"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        named.extend(code.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    let all = all();
    for name in &all {
        assert!(named.contains(name), "nothing plays {name}");
    }
    for name in named.iter().filter(|name| name.contains('/')) {
        assert!(all.contains(name), "there is no {name}");
    }
}
