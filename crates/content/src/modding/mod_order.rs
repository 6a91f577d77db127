//! The order of mods, and which of them cannot be used together.
//!
//! A mod comes after those that it names in `after`. Where that leaves a choice, mods of the user's
//! folder come by id, and then those named on the command line, in the order in which they were.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    diagnostics::{
        diagnostic::{Diagnostic, Place, Severity},
        suggestion::{self, quote},
    },
    modding::{
        mod_manifest::{Manifest, Mention},
        mods::{Mod, ModState},
    },
};

/// Puts mods in order and leaves out those that cannot be used. Mods named on the command line come
/// first in `list`, in their order.
pub(crate) fn arrange(mut list: Vec<Mod>) -> Vec<Mod> {
    leave_out_repeated(&mut list);
    // Each round leaves out at least one mod, so there is an end.
    while leave_out_dependents(&mut list)
        || leave_out_circles(&mut list)
        || leave_out_conflicting(&mut list)
    {}
    tell_needs_of_broken(&mut list);
    let order = order(&list);
    let place: BTreeMap<usize, usize> = order.iter().enumerate().map(|(n, at)| (*at, n)).collect();
    let mut numbered: Vec<(usize, Mod)> = list.into_iter().enumerate().collect();
    numbered.sort_by_cached_key(|(at, found)| {
        let place = place.get(at).copied().unwrap_or(usize::MAX);
        (place, found.id.clone(), found.folder.clone())
    });
    numbered.into_iter().map(|(_, found)| found).collect()
}

/// Whether a mod is made to come after another, directly or through others.
pub(crate) fn comes_after(list: &[Mod], later: &Mod, earlier: &Mod) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![later];
    while let Some(found) = waiting.pop() {
        for needed in found.manifest.iter().flat_map(Manifest::after) {
            if needed == earlier.id {
                return true;
            }
            if seen.insert(needed) {
                waiting.extend(
                    used(list)
                        .filter(|(_, other)| other.id == needed)
                        .map(|(_, m)| m),
                );
            }
        }
    }
    false
}

/// The mods in use with their numbers.
fn used(list: &[Mod]) -> impl Iterator<Item = (usize, &Mod)> {
    list.iter()
        .enumerate()
        .filter(|(_, found)| found.state == ModState::On)
}

/// The number of the mod in use with an id.
fn at(list: &[Mod], id: &str) -> Option<usize> {
    used(list)
        .find(|(_, found)| found.id == id)
        .map(|(at, _)| at)
}

/// Who goes first where `after` leaves a choice: installed mods by id, then named ones.
fn turn(list: &[Mod], at: usize) -> (Option<usize>, &str, usize) {
    let found = &list[at];
    (found.named.then_some(at), &found.id, at)
}

fn mentions(found: &Mod, which: fn(&Manifest) -> &[Mention]) -> &[Mention] {
    found.manifest.as_ref().map_or(&[], which)
}

/// An error at a place of a mod's manifest.
fn problem(found: &Mod, place: &Place, message: String, help: impl Into<String>) -> Diagnostic {
    Diagnostic {
        file: found.file.clone(),
        place: Some(place.clone()),
        severity: Severity::Error,
        message,
        help: Some(help.into()),
    }
}

/// Of mods with the same id only the first is used: named ones come before installed ones, and those
/// by folder.
fn leave_out_repeated(list: &mut [Mod]) {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for at in 0..list.len() {
        let found = &list[at];
        let Some(manifest) = &found.manifest else {
            continue;
        };
        let known = *first.entry(found.id.clone()).or_insert(at);
        if known == at || found.state == ModState::Off {
            continue;
        }
        let message = format!(
            "the mod id {} is already used by {}",
            quote(&found.id),
            list[known].folder.display()
        );
        let help = "give one of the two another id, or take one away";
        let diagnostic = problem(found, &manifest.id_place, message, help);
        list[at].leave_out(diagnostic);
    }
}

/// Leaves out mods that need others which are not there or not used.
fn leave_out_dependents(list: &mut [Mod]) -> bool {
    let mut changed = false;
    for number in 0..list.len() {
        let found = &list[number];
        if found.state != ModState::On {
            continue;
        }
        let missing = all_missing(list, found);
        changed |= !missing.is_empty();
        for diagnostic in missing {
            list[number].leave_out(diagnostic);
        }
    }
    changed
}

/// Says of mods whose manifests have errors which mods they lack besides, so that one run tells all.
fn tell_needs_of_broken(list: &mut [Mod]) {
    for number in 0..list.len() {
        let found = &list[number];
        if found.state == ModState::LeftOut && found.manifest.is_none() {
            let missing = all_missing(list, found);
            list[number].problems.extend(missing);
        }
    }
}

/// What is wrong with the mods that a mod needs.
fn all_missing(list: &[Mod], found: &Mod) -> Vec<Diagnostic> {
    found
        .needs
        .iter()
        .filter(|needed| at(list, &needed.id).is_none())
        .map(|needed| missing(list, found, needed))
        .collect()
}

/// What is wrong with a mod that is needed.
fn missing(list: &[Mod], found: &Mod, needed: &Mention) -> Diagnostic {
    let id = quote(&needed.id);
    let there = list.iter().find(|other| other.id == needed.id);
    let (message, help) = match there.map(|other| other.state) {
        Some(ModState::Off) => (
            format!("needs the mod {id}, which is off"),
            "switch it on".to_owned(),
        ),
        Some(_) => (
            format!("needs the mod {id}, which is left out"),
            "mend that one first".to_owned(),
        ),
        None => {
            let known: Vec<&str> = list
                .iter()
                .filter(|other| other.id != found.id)
                .map(|other| other.id.as_str())
                .collect();
            let help = suggestion::nearest(&needed.id, known).map_or_else(
                || "install it, or take it out of `after`".to_owned(),
                |nearest| format!("did you mean `{nearest}`?"),
            );
            (format!("needs the mod {id}, which is not there"), help)
        }
    };
    problem(found, &needed.place, message, help)
}

/// The numbers of the mods in use, in order; those that wait for each other are missing.
fn order(list: &[Mod]) -> Vec<usize> {
    let mut waits: BTreeMap<usize, BTreeSet<usize>> = used(list)
        .map(|(number, found)| {
            let needed = found.needs.iter().filter_map(|needed| at(list, &needed.id));
            (number, needed.collect())
        })
        .collect();
    let mut order = Vec::new();
    loop {
        let free = waits
            .iter()
            .filter(|(_, needed)| needed.is_empty())
            .map(|(number, _)| *number)
            .min_by(|a, b| turn(list, *a).cmp(&turn(list, *b)));
        let Some(next) = free else { return order };
        waits.remove(&next);
        for needed in waits.values_mut() {
            needed.remove(&next);
        }
        order.push(next);
    }
}

/// Leaves out mods that wait for each other in a circle.
fn leave_out_circles(list: &mut [Mod]) -> bool {
    let ordered: BTreeSet<usize> = order(list).into_iter().collect();
    let stuck: BTreeSet<usize> = used(list)
        .map(|(number, _)| number)
        .filter(|number| !ordered.contains(number))
        .collect();
    let Some(begin) = stuck.first().copied() else {
        return false;
    };
    // Anyone who is stuck waits for somebody who is stuck, so this comes back to where it has been.
    let mut walked = Vec::new();
    let mut number = begin;
    while !walked.contains(&number) {
        walked.push(number);
        let next = list[number]
            .needs
            .iter()
            .filter_map(|needed| at(list, &needed.id))
            .find(|needed| stuck.contains(needed));
        match next {
            Some(next) => number = next,
            None => break,
        }
    }
    let start = walked.iter().position(|other| *other == number);
    let circle = walked.split_off(start.unwrap_or_default());
    for (step, number) in circle.iter().copied().enumerate() {
        let names: Vec<String> = (0..=circle.len())
            .map(|further| quote(&list[circle[(step + further) % circle.len()]].id))
            .collect();
        let next = &list[circle[(step + 1) % circle.len()]].id;
        let found = &list[number];
        let Some(mention) = found.needs.iter().find(|needed| needed.id == *next) else {
            continue;
        };
        let diagnostic = problem(
            found,
            &mention.place,
            format!("mods wait for each other: {}", names.join(" after ")),
            "take one of them out of the `after` of another",
        );
        list[number].leave_out(diagnostic);
    }
    true
}

/// Leaves out one mod that is in conflict with another. The one stays that was named on the command
/// line, or else comes first.
fn leave_out_conflicting(list: &mut [Mod]) -> bool {
    let mut order = order(list);
    order.sort_by_key(|number| !list[*number].named);
    for (place, number) in order.iter().copied().enumerate() {
        for first in order[..place].iter().copied() {
            let (found, stays) = (&list[number], &list[first]);
            let conflicts = |one: &Mod, other: &Mod| {
                mentions(one, |manifest| &manifest.conflicts)
                    .iter()
                    .find(|mention| mention.id == other.id)
                    .map(|mention| mention.place.clone())
            };
            let id = quote(&stays.id);
            let help = "switch one of the two off";
            let diagnostic = if let Some(place) = conflicts(found, stays) {
                let message = format!("in conflict with the mod {id}, which is on");
                problem(found, &place, message, help)
            } else if conflicts(stays, found).is_some() {
                let message = format!("the mod {id}, which is on, says it is in conflict with it");
                Diagnostic::about_file(found.file.clone(), message).with_help(help)
            } else {
                continue;
            };
            list[number].leave_out(diagnostic);
            return true;
        }
    }
    false
}
