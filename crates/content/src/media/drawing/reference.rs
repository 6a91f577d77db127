//! What a drawing refers to. It may refer to its own parts only.

use std::ops::Range;

/// What an attribute or a declaration refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target<'t> {
    /// A part of the same drawing, by its id.
    Part(&'t str),
    /// Anything else, as it is written.
    Outside(&'t str),
}

/// What the value of an `href` refers to; nothing if it is empty.
pub(super) fn of_link(value: &str) -> Option<Target<'_>> {
    let value = value.trim();
    (!value.is_empty()).then(|| target(value))
}

/// Everything that a value refers to by `url(…)` and the like, with its place in the value.
pub(super) fn of_value(value: &str) -> Vec<(Target<'_>, Range<usize>)> {
    // Lengths stay as they are: only ASCII changes.
    let lower = value.to_ascii_lowercase();
    let mut found = Vec::new();
    for function in ["url(", "src(", "image(", "image-set("] {
        for (start, _) in lower.match_indices(function) {
            // `my-url(` is another function.
            let before = lower.as_bytes()[..start].last();
            if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-') {
                continue;
            }
            let inner = start + function.len();
            let end = lower[inner..]
                .find(')')
                .map_or(value.len(), |length| inner + length);
            let written = value[inner..end].trim().trim_matches(['"', '\'']).trim();
            let target = match function {
                "url(" => target(written),
                _ => Target::Outside(written),
            };
            found.push((target, start..end));
        }
    }
    found
}

fn target(written: &str) -> Target<'_> {
    match written.strip_prefix('#') {
        Some(id) => Target::Part(id.split_ascii_whitespace().next().unwrap_or_default()),
        None => Target::Outside(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_from_everything_else() {
        let targets = |value| -> Vec<Target<'_>> {
            of_value(value).into_iter().map(|found| found.0).collect()
        };
        assert_eq!(targets("url(#a) none"), [Target::Part("a")]);
        assert_eq!(targets("URL( '#a' )"), [Target::Part("a")]);
        assert_eq!(
            targets("url(a.svg#b) url(\"http://c\")"),
            [Target::Outside("a.svg#b"), Target::Outside("http://c")]
        );
        assert_eq!(targets("url(/etc/x"), [Target::Outside("/etc/x")]);
        assert_eq!(targets("image-set('a' 1x)").len(), 1);
        assert_eq!(targets("curl(x) #a red"), []);
        assert_eq!(of_link(" #a "), Some(Target::Part("a")));
        assert_eq!(of_link("ä#a"), Some(Target::Outside("ä#a")));
        assert_eq!(of_link(" "), None);
    }
}
