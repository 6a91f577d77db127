//! Keys that files wrote under another name before, so that the one who has an old file is told the new one.

/// Former names of keys, and what each is called now.
const NOW_CALLED: [(&str, &str); 3] = [("deed", "action"), ("held", "other"), ("verb", "action")];

/// What a former key is called now, if that is one of the keys known at its place.
pub(crate) fn now_called<'k>(
    key: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Option<&'k str> {
    let (_, new) = NOW_CALLED.iter().find(|(former, _)| *former == key)?;
    known.into_iter().find(|known| known == new)
}

/// Keys whose place is another one now.
const NOW_ELSEWHERE: [(&str, &str); 2] = [
    (
        "selection",
        "it stands in `fields`: `fields = { pace = \"half\" }`",
    ),
    (
        "settings",
        "settings of a ruleset stand in the table with its name",
    ),
];

/// Where that stands now which a former key held, if it is one.
pub(crate) fn now_elsewhere(key: &str) -> Option<&'static str> {
    let found = NOW_ELSEWHERE.iter().find(|(former, _)| *former == key)?;
    Some(found.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_former_key_is_known_only_where_the_new_one_is() {
        assert_eq!(now_called("verb", ["who", "action"]), Some("action"));
        assert_eq!(now_called("deed", ["who", "do"]), None);
        assert_eq!(now_called("action", ["action"]), None);
    }
}
