//! "Did you mean": the nearest of the possible words.

/// Most words that are listed when none of them is near.
const MAX_LISTED: usize = 14;
/// Longest piece of a file that is repeated in a message, in characters.
const MAX_QUOTED: usize = 60;

/// The word among `known` that is most like `word`, if one is like it at all.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.is_empty() || word.len() > 200 {
        return None;
    }
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let wanted = plain(word);
    let mut best: Option<(f64, &str)> = None;
    for candidate in known {
        let plain_candidate = plain(candidate);
        let longer = wanted.len().max(plain_candidate.len());
        // Words of very different length cannot be near, and comparing them takes time.
        let mut likeness = if wanted.len().abs_diff(plain_candidate.len()) * 2 > longer {
            0.0
        } else {
            strsim::normalized_damerau_levenshtein(&wanted, &plain_candidate)
        };
        // "sword" for "sword_broad": the beginning of a word is a good guess too.
        if wanted.len() >= 3
            && (plain_candidate.starts_with(&wanted) || plain_candidate.ends_with(&wanted))
        {
            likeness = likeness.max(0.7);
        }
        if likeness >= 0.6 && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A way out for an unknown word: the nearest known one, or a list of all if there are few.
pub fn help<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    what: &str,
) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(nearest) = nearest(word, known.iter().copied()) {
        return Some(format!("did you mean `{nearest}`?"));
    }
    match known.len() {
        0 => Some(format!("there are no {what}")),
        1..=MAX_LISTED => Some(format!("{what}: {}", list(known))),
        _ => None,
    }
}

/// Words in backticks with commas between.
pub fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words
        .into_iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A piece of a file in backticks, cut if it is long.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(MAX_QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_misspelt_and_shortened_words() {
        let known = ["turn_limit", "turn", "legend", "sword_broad"];
        assert_eq!(nearest("turn_limt", known), Some("turn_limit"));
        assert_eq!(nearest("Turn-Limit", known), Some("turn_limit"));
        assert_eq!(nearest("sword", known), Some("sword_broad"));
        assert_eq!(nearest("xyzzy", known), None);
        assert_eq!(nearest("", known), None);
    }

    #[test]
    fn lists_the_words_when_none_is_near() {
        assert_eq!(
            help("xyzzy", ["red", "blue"], "sides").as_deref(),
            Some("sides: `red`, `blue`")
        );
        assert_eq!(
            help("x", [], "units").as_deref(),
            Some("there are no units")
        );
    }

    #[test]
    fn long_pieces_are_cut() {
        assert_eq!(quote(&"é".repeat(70)).chars().count(), 63);
    }
}
