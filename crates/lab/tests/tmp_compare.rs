#![allow(clippy::all, warnings)]
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::*;
use shieldwall_content::{Library, content_root::ContentRoot};
use std::{collections::BTreeMap, path::Path, sync::Arc, time::Instant};
#[test]
fn t() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = Arc::new(Library::load(&[ContentRoot::at(root)]).0);
    let ruleset = shieldwall_rulesets::by_id("zones").unwrap();
    let (mut n, mut differ, mut shown) = (0, 0, 0);
    let (mut old, mut new) = (0u128, 0u128);
    let mut kinds: BTreeMap<String, (usize, usize, u128, u128, usize, u128)> = BTreeMap::new();
    for seed in 0..3u64 {
        for level in ["duel-ring", "narrow-street", "reed-ford", "hill-fort"] {
            let Ok(setup) = BattleSetup::of_level(&library, level, seed) else {
                continue;
            };
            let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
            let mut chooser = brain(BrainKind::Standard, seed);
            for _ in 0..60 {
                if battle.advance() == Progress::Over {
                    break;
                }
                let decision = battle.open_decision().unwrap();
                for offer in &decision.offers {
                    for i in 0..offer.choice_count().min(3) {
                        let choice = offer.choice_at(i);
                        if battle.check(&choice).is_err()
                            || choice.selection.is_some_and(|s| s.ends_with("bargain"))
                        {
                            continue;
                        }
                        let t = Instant::now();
                        let Some(f) = battle.forecast(&choice) else {
                            continue;
                        };
                        let told = t.elapsed().as_nanos();
                        let t = Instant::now();
                        let t = Instant::now();
                        let p = battle.play_out(&choice).unwrap();
                        let played = t.elapsed().as_nanos();
                        let k = kinds
                            .entry(format!("{}/{}", decision.kind, choice.action))
                            .or_default();
                        k.0 += 1;
                        k.2 += told;
                        k.3 += played;
                        k.4 += p.outcomes.branches;
                        k.5 = k.5.max(played);
                        let mut ok = true;
                        let mut why = String::new();
                        let mut all: BTreeMap<CombatantId, (f64, f64, f64)> = BTreeMap::new();
                        if let Some(s) = f.subject {
                            all.insert(
                                s,
                                (f.expected_loss() - f.expected_gain(), f.fells, f.kills),
                            );
                        }
                        for s in &f.others {
                            all.insert(s.who, (s.expected_loss(), s.fells, s.kills));
                        }
                        for who in battle.presences(None).iter().map(|p| p.id) {
                            let a = all.get(&who).copied().unwrap_or_default();
                            let b = p
                                .outcomes
                                .by
                                .get(&who)
                                .map(|o| (o.expected_loss(), o.fells, o.kills))
                                .unwrap_or_default();
                            if (a.0 - b.0).abs() > 1e-6
                                || (a.1 - b.1).abs() > 1e-6
                                || (a.2 - b.2).abs() > 1e-6
                            {
                                ok = false;
                                why += &format!(" {who}: told {a:?} played {b:?}");
                            }
                        }
                        if !ok {
                            k.1 += 1;
                            if shown < 25 {
                                shown += 1;
                                println!(
                                    "{level} {seed} {}/{} {:?} sel {:?}: {why} assumption {:?} cut {} answers {:?}",
                                    decision.kind,
                                    choice.action,
                                    choice.mode,
                                    choice.selection,
                                    f.assumption,
                                    p.outcomes.cut_short,
                                    p.answers
                                        .iter()
                                        .map(|a| (
                                            a.choice.action,
                                            a.choice.mode.map(|m| m.key),
                                            a.given
                                        ))
                                        .collect::<Vec<_>>()
                                );
                            }
                        }
                    }
                }
                let c = chooser.choose(&mut battle);
                battle.choose(c).unwrap();
            }
        }
    }
    for (k, v) in kinds {
        println!(
            "{k}: {} forecasts, {} differ, told {:.1} us, played {:.1} us, {} ends each, worst {} us",
            v.0,
            v.1,
            v.2 as f64 / v.0 as f64 / 1e3,
            v.3 as f64 / v.0 as f64 / 1e3,
            v.4 / v.0,
            v.5 / 1000
        );
    }
}
