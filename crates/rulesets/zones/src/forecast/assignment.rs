//! Who helps whom where several are struck together: what each does so that it is best for all, with nobody
//! used twice (ZON-R27, ZON-R28).

use rustc_hash::{FxHashMap, FxHashSet};
use shieldwall_battle::CombatantId;

use crate::forecast::lookahead::NEGLIGIBLE;

/// How many helpers whom several targets may want are shared out in every way; if there are more of them,
/// those who gain the most by them have them first, and the forecast says so.
const MOST_CONTESTED: usize = 12;

/// A course that a target may take.
#[derive(Clone, Debug)]
pub(crate) struct Choosable {
    /// Which of them it is.
    pub(crate) number: usize,
    /// How good it is for those who are struck.
    pub(crate) worth: f64,
    /// Who helps.
    pub(crate) used: Vec<CombatantId>,
}

/// The courses that are best together, with nobody used twice, the first ones where several are; and
/// whether they are surely the best.
pub(crate) fn best_together(mut options: Vec<Vec<Choosable>>) -> (Vec<usize>, bool) {
    for choices in &mut options {
        keep_the_best(choices);
    }
    // If nobody is wanted twice, each has what is best for it.
    let firsts: Option<Vec<&Choosable>> = options.iter().map(|choices| choices.first()).collect();
    let Some(firsts) = firsts else {
        return (Vec::new(), true);
    };
    let used: Vec<CombatantId> = firsts
        .iter()
        .flat_map(|choice| &choice.used)
        .copied()
        .collect();
    if used.iter().collect::<FxHashSet<_>>().len() == used.len() {
        return (firsts.iter().map(|choice| choice.number).collect(), true);
    }
    // Those whom but one of them may use are no matter of dispute.
    let contested = contested(&options);
    for choices in &mut options {
        for choice in choices.iter_mut() {
            choice.used.retain(|who| contested.contains(who));
        }
        keep_the_best(choices);
    }
    if contested.len() > MOST_CONTESTED {
        return (most_gainful(&options), false);
    }
    let mut known = FxHashMap::default();
    best_from(&options, &contested, (0, 0), &mut known);
    let mut chosen = Vec::with_capacity(options.len());
    let mut taken = 0;
    for (place, choices) in options.iter().enumerate() {
        let Some((_, Some(choice))) = known.get(&(place, taken)) else {
            break;
        };
        let choice = &choices[*choice];
        taken |= set_of(&choice.used, &contested);
        chosen.push(choice.number);
    }
    (chosen, true)
}

/// Drops the choices in whose place there is another that is no worse and takes nobody whom they do not
/// take; the best comes first.
fn keep_the_best(choices: &mut Vec<Choosable>) {
    let best_first = |one: &Choosable, other: &Choosable| {
        let by_worth = other.worth.total_cmp(&one.worth);
        let sizes = one.used.len().cmp(&other.used.len());
        by_worth.then(sizes).then(one.number.cmp(&other.number))
    };
    choices.sort_by(best_first);
    let mut kept: Vec<Choosable> = Vec::new();
    for choice in choices.drain(..) {
        let needless = kept
            .iter()
            .any(|other| other.used.iter().all(|who| choice.used.contains(who)));
        if needless {
            continue;
        }
        // What differs by rounding only is no reason to take somebody.
        kept.retain(|other| {
            let dearer = choice.used.iter().all(|who| other.used.contains(who));
            !dearer || other.worth > choice.worth + NEGLIGIBLE
        });
        kept.push(choice);
    }
    kept.sort_by(best_first);
    *choices = kept;
}

/// Those who may help in several places, in their order.
fn contested(options: &[Vec<Choosable>]) -> Vec<CombatantId> {
    let mut places: FxHashMap<CombatantId, Vec<usize>> = FxHashMap::default();
    for (place, choices) in options.iter().enumerate() {
        for who in choices.iter().flat_map(|choice| &choice.used) {
            let of = places.entry(*who).or_default();
            if of.last() != Some(&place) {
                of.push(place);
            }
        }
    }
    places.retain(|_, of| of.len() > 1);
    let mut contested: Vec<CombatantId> = places.into_keys().collect();
    contested.sort_unstable();
    contested
}

/// Choices for all places, those first to which it makes the most difference to have help.
fn most_gainful(options: &[Vec<Choosable>]) -> Vec<usize> {
    let mut chosen: Vec<Option<&Choosable>> = vec![None; options.len()];
    let mut taken: FxHashSet<CombatantId> = FxHashSet::default();
    let free = |taken: &FxHashSet<CombatantId>, choice: &Choosable| {
        !choice.used.iter().any(|who| taken.contains(who))
    };
    for _ in options {
        let mut next: Option<(f64, usize, &Choosable)> = None;
        for (place, choices) in options.iter().enumerate() {
            if chosen[place].is_some() {
                continue;
            }
            // The best come first.
            let Some(choice) = choices.iter().find(|choice| free(&taken, choice)) else {
                return Vec::new();
            };
            let unaided = choices.iter().find(|choice| choice.used.is_empty());
            let gain = unaided.map_or(f64::INFINITY, |unaided| choice.worth - unaided.worth);
            if next.is_none_or(|(most, ..)| gain > most) {
                next = Some((gain, place, choice));
            }
        }
        if let Some((_, place, choice)) = next {
            taken.extend(&choice.used);
            chosen[place] = Some(choice);
        }
    }
    chosen
        .into_iter()
        .flatten()
        .map(|choice| choice.number)
        .collect()
}

/// Helpers as the bits of a number.
fn set_of(used: &[CombatantId], helpers: &[CombatantId]) -> u32 {
    used.iter()
        .filter_map(|who| helpers.binary_search(who).ok())
        .fold(0, |set, place| set | 1 << place)
}

/// What the places from one on come to at best, once some helpers are taken; notes how.
fn best_from(
    options: &[Vec<Choosable>],
    helpers: &[CombatantId],
    (place, taken): (usize, u32),
    known: &mut FxHashMap<(usize, u32), (f64, Option<usize>)>,
) -> f64 {
    let Some(choices) = options.get(place) else {
        return 0.0;
    };
    if let Some((worth, _)) = known.get(&(place, taken)) {
        return *worth;
    }
    let mut best: (f64, Option<usize>) = (f64::NEG_INFINITY, None);
    for (number, choice) in choices.iter().enumerate() {
        let used = set_of(&choice.used, helpers);
        if used & taken != 0 {
            continue;
        }
        let rest = best_from(options, helpers, (place + 1, taken | used), known);
        if best.1.is_none() || choice.worth + rest > best.0 + NEGLIGIBLE {
            best = (choice.worth + rest, Some(number));
        }
    }
    known.insert((place, taken), best);
    best.0
}
