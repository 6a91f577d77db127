//! Keys that files wrote under another name before, so that whoever has an old file is told the new one.

/// Former names of keys, and what each is called now.
const NOW_CALLED: [(&str, &str); 2] = [("deed", "action"), ("verb", "action")];

/// What a former key is called now, if that is one of the keys known at its place.
pub(crate) fn now_called<'k>(
    key: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Option<&'k str> {
    let (_, new) = NOW_CALLED.iter().find(|(former, _)| *former == key)?;
    known.into_iter().find(|known| known == new)
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
