//! Adding the parts of a run up to the whole.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use shieldwall_content::plain_file::{self, ReadFault};

use crate::{LabError, shard::Shard, sim_result::SimResult, sums::Sums};

/// The largest file that is read, in bytes. Real ones have some ten thousand.
const LARGEST: u64 = 64 << 20;

/// Adds parts up to the result that the whole run would have given.
///
/// # Errors
/// If a file cannot be read or is damaged, or if the parts do not belong together, overlap, were
/// stopped early, or are not all there.
pub fn merge(files: &[PathBuf]) -> Result<SimResult, LabError> {
    let mut parts: BTreeMap<Shard, (&Path, SimResult)> = BTreeMap::new();
    let mut first: Option<(&Path, SimResult)> = None;
    for file in files {
        let part = read(file)?;
        let (first_file, first) = first.get_or_insert_with(|| (file, part.clone()));
        let differences = part.plan.differences(&first.plan);
        if !differences.is_empty() {
            return Err(wrong(
                file,
                format!(
                    "it was played to another plan than `{}`: {}",
                    first_file.display(),
                    differences.join(", ")
                ),
            ));
        }
        if part.part().of != first.part().of {
            return Err(wrong(
                file,
                format!(
                    "it is part {}, but `{}` is part {}: all must be parts of one split",
                    part.part(),
                    first_file.display(),
                    first.part()
                ),
            ));
        }
        if let Some((other, same)) = parts.insert(part.part(), (file, part)) {
            return Err(wrong(
                file,
                format!(
                    "it is part {}, and so is `{}`: each part counts once",
                    same.part(),
                    other.display()
                ),
            ));
        }
    }
    let Some((_, first)) = first else {
        return Err(LabError::NoBattles);
    };
    let of = first.part().of;
    if (parts.len() as u64) < of {
        let missing = (1..=of)
            .map(|part| Shard { part, of })
            .filter(|shard| !parts.contains_key(shard));
        return Err(LabError::MissingParts {
            missing: listed(missing),
        });
    }
    let mut sums = Sums::default();
    for (file, part) in parts.values() {
        sums = sums
            .plus(&part.sums())
            .ok_or_else(|| wrong(file, "its figures are too large to be real".to_owned()))?;
    }
    SimResult::of(first.plan, None, false, sums)
}

/// The first few, and that there are more.
fn listed(shards: impl Iterator<Item = Shard>) -> String {
    const SHOWN: usize = 8;
    let mut shards = shards.map(|shard| shard.to_string());
    let mut text = shards.by_ref().take(SHOWN).collect::<Vec<_>>().join(", ");
    if shards.next().is_some() {
        text.push_str(" and more");
    }
    text
}

fn wrong(file: &Path, reason: String) -> LabError {
    LabError::Part {
        file: file.display().to_string(),
        reason,
    }
}

/// Reads a part and makes sure that it is as it was written.
fn read(file: &Path) -> Result<SimResult, LabError> {
    let text = read_text(file)?;
    let damaged = |what: &str| {
        wrong(
            file,
            format!("{what}; play this part again with `sim --shard K/N --json`"),
        )
    };
    let part: SimResult = serde_json::from_str(&text)
        .map_err(|error| damaged(&format!("it is no result of `sim --json`: {error}")))?;
    let sums = part.sums();
    let shard = part.part();
    let every_side = part.plan.sides.len() == part.survivors.len();
    if !sums.is_consistent() || !every_side || !shard.is_real() || part.shard == Some(Shard::WHOLE)
    {
        return Err(damaged("it is damaged: its figures do not agree"));
    }
    if part.partial {
        return Err(damaged(&format!(
            "it was stopped after {} of {} battles",
            part.battles,
            part.planned()
        )));
    }
    if part.battles != part.planned() {
        return Err(damaged("it is damaged: its figures do not agree"));
    }
    // What is written again must be what was read, checksum and all that follows from the sums
    // included. Both are read back, so that spaces and the last digit of a fraction do not matter.
    let again = SimResult::of(part.plan.clone(), part.shard, false, sums)?;
    if comparable(&text)? != comparable(&again.to_json()?)? {
        return Err(damaged("it is damaged or was changed"));
    }
    Ok(part)
}

/// A result as plain JSON.
fn comparable(text: &str) -> Result<serde_json::Value, LabError> {
    Ok(serde_json::from_str(text)?)
}

fn read_text(file: &Path) -> Result<String, LabError> {
    let bytes = plain_file::read(file, LARGEST).map_err(|fault| match fault {
        ReadFault::TooLarge { .. } => wrong(
            file,
            format!("it is larger than {} MiB, so it is no part", LARGEST >> 20),
        ),
        other => wrong(file, other.to_string()),
    })?;
    String::from_utf8(bytes).map_err(|_| wrong(file, "it is no text".to_owned()))
}
