//! The battle that the command line asks for, checked before any window opens.

use std::sync::Arc;

use shieldwall_ai::BrainKind;
use shieldwall_battle::{BattleSetup, Ruleset, SetupError, SideId, UnitEntry};
use shieldwall_content::{BrokenFile, FileKind, Library};
use shieldwall_lab::{LabError, named_content, record::RecordedCommander};

use super::{Failure, WindowArgs};
use crate::battle_plan::{BattleOrigin, BattlePlan, Commander};

/// Who commands a side that nobody was named for.
const USUAL: RecordedCommander = RecordedCommander::Brain(BrainKind::Normal);

/// The battle that was asked for.
pub(super) fn plan(
    args: &WindowArgs,
    level: &str,
    library: &Arc<Library>,
) -> Result<BattlePlan, Failure> {
    let usage = |error: SetupError| Failure::Usage(error.to_string());
    let unknown = |error: LabError| Failure::Usage(error.to_string());
    let ruleset = named_content::ruleset(&args.ruleset).map_err(unknown)?;
    sound(library, FileKind::Level, level)?;
    named_content::level(library, level).map_err(unknown)?;
    let seed = args.seed.unwrap_or_else(crate::screens::random_seed);
    let mut setup = BattleSetup::of_level(library, level, ruleset.id(), seed).map_err(usage)?;
    let asked = [
        (Some(args.red), &args.red_units),
        (Some(args.blue), &args.blue_units),
        (args.green, &args.green_units),
        (args.yellow, &args.yellow_units),
    ];
    let count = setup.sides.len();
    for (side, (who, units)) in SideId::first(SideId::MOST).zip(asked).skip(count) {
        if who.is_some() || !units.is_empty() {
            let side = side.key();
            return Err(Failure::Usage(format!(
                "there is no {side} side on the level `{level}`; it has {count} sides"
            )));
        }
    }
    let commanders = asked.map(|(who, _)| Commander::from(who.unwrap_or(USUAL)));
    for (side, (_, units)) in setup.sides.iter_mut().zip(asked) {
        if units.is_empty() {
            continue;
        }
        side.warband.clear();
        for id in units {
            sound(library, FileKind::Unit, id)?;
            let unit = named_content::unit(library, id).map_err(unknown)?;
            side.warband.push(UnitEntry::new(Arc::clone(unit)));
        }
    }
    for (key, value) in &args.options {
        known_option(ruleset.as_ref(), key, value)?;
        setup.options.insert(key.clone(), value.clone());
    }
    let fits = |unit: &&UnitEntry| !unit.unit.supports(ruleset.id());
    if let Some(unit_entry) = setup.sides.iter().flat_map(|side| &side.warband).find(fits) {
        return Err(usage(SetupError::NoStatBlock {
            unit: unit_entry.unit.id.clone(),
            ruleset: ruleset.id(),
        }));
    }
    setup.placed(ruleset.as_ref()).map_err(usage)?;
    Ok(BattlePlan {
        ruleset,
        setup,
        commanders: commanders[..count].to_vec(),
        origin: BattleOrigin::Fresh,
    })
}

/// The battle of the lesson that was asked for.
pub(super) fn lesson(id: &str, library: &Arc<Library>) -> Result<BattlePlan, Failure> {
    sound(library, FileKind::Lesson, id)?;
    let Some(lesson) = library.lessons.get(id) else {
        let known: Vec<&str> = library.lessons.keys().map(String::as_str).collect();
        return Err(Failure::Usage(format!(
            "unknown lesson `{id}`; there are: {}",
            known.join(", ")
        )));
    };
    BattlePlan::of_lesson(lesson, library).map_err(Failure::Usage)
}

/// An error if something is there, but its file has errors.
fn sound(library: &Library, kind: FileKind, id: &str) -> Result<(), Failure> {
    let broken = library
        .broken_of(kind)
        .find(|file| file.id.as_deref() == Some(id));
    broken.map_or(Ok(()), |file: &BrokenFile| {
        let problems: Vec<String> = file.diagnostics.iter().map(ToString::to_string).collect();
        Err(Failure::Work(format!(
            "the {kind} `{id}` cannot be used, its file has errors:\n{}",
            problems.join("\n")
        )))
    })
}

/// An error if the ruleset has no such option, or the option no such value.
fn known_option(ruleset: &dyn Ruleset, key: &str, value: &str) -> Result<(), Failure> {
    let options = &ruleset.terms().rule_options;
    let Some(option) = options.iter().find(|option| option.key == key) else {
        let known: Vec<&str> = options.iter().map(|option| option.key).collect();
        return Err(Failure::Usage(format!(
            "the ruleset `{}` has no option `{key}`; there are: {}",
            ruleset.id(),
            known.join(", ")
        )));
    };
    if option.values.iter().all(|known| known.key != value) {
        let known: Vec<&str> = option.values.iter().map(|known| known.key).collect();
        return Err(Failure::Usage(format!(
            "the option `{key}` cannot be `{value}`; it can be: {}",
            known.join(", ")
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use clap::Parser;
    use shieldwall_content::ContentRoot;

    use super::*;
    use crate::{cli::Cli, content::Content};

    #[test]
    fn what_does_not_exist_is_named_with_what_does() {
        let root = ContentRoot::at(env!("CARGO_MANIFEST_DIR"));
        let content = Content::read(&[root]);
        let message = |line: &str| {
            let cli = Cli::try_parse_from(line.split_whitespace()).unwrap();
            let level = cli.window.level.clone().unwrap();
            match plan(&cli.window, &level, &content.library) {
                Ok(_) => panic!("{line} was accepted"),
                Err(Failure::Usage(text) | Failure::Work(text)) => text,
            }
        };
        assert!(message("shieldwall --level nowhere").contains("reed-ford"));
        assert!(message("shieldwall --level reed-ford --ruleset chess").contains("percentile"));
        assert!(message("shieldwall --level reed-ford --red-units dragon").contains("archer"));
        for (line, meant) in [
            ("shieldwall --level reed-frd", "`reed-ford`"),
            (
                "shieldwall --level reed-ford --ruleset percentil",
                "`percentile`",
            ),
            (
                "shieldwall --level reed-ford --blue-units archr",
                "`archer`",
            ),
        ] {
            let text = message(line);
            assert!(text.contains(&format!("did you mean {meant}?")), "{text}");
        }
        assert!(message("shieldwall --level reed-ford --option a=b").contains("no option `a`"));
        let text = message("shieldwall --level reed-ford --yellow ai");
        assert!(text.contains("no yellow side"), "{text}");
    }
}
