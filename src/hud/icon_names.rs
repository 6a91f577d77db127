//! Which icons there are: the files in `assets/art/icons`, by name.
//!
//! Words of rules have the icon of their own name if there is one, and that is asked where words are
//! put into panels. So what has been read is remembered here, for as long as the program runs.

use std::{
    collections::BTreeSet,
    sync::{LazyLock, PoisonError, RwLock},
};

use shieldwall_content::find_content_roots;

use crate::art::GameArt;

/// Where icons lie in the folder of art.
const FOLDER: &str = "icons/";

/// The icons that the game has had; to begin with, those of the content that is found unasked.
static KNOWN: LazyLock<RwLock<BTreeSet<&'static str>>> = LazyLock::new(|| {
    let art = GameArt::of(&find_content_roots().unwrap_or_default());
    RwLock::new(icons(art.names()).map(lasting).collect())
});

/// The names of icons among those of pictures.
fn icons<'a>(pictures: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    pictures.filter_map(|name| name.strip_prefix(FOLDER))
}

/// A name that lasts as long as the program. There are never more than the game has files.
fn lasting(name: &str) -> &'static str {
    Box::leak(name.to_owned().into_boxed_str())
}

/// The name of the picture that an icon is.
pub(super) fn picture(icon: &str) -> String {
    format!("{FOLDER}{icon}")
}

/// The icon of this name, if there is one.
pub(super) fn known(name: &str) -> Option<&'static str> {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    known.get(name).copied()
}

/// Remembers the icons among the pictures that have been read.
pub(super) fn learn<'a>(pictures: impl Iterator<Item = &'a str>) {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    for name in icons(pictures) {
        if !known.contains(name) {
            known.insert(lasting(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_known_by_the_names_of_their_files() {
        assert_eq!(known("first_aid"), Some("first_aid"));
        assert_eq!(known("logo"), None);
        assert_eq!(known("never heard of"), None);
        learn(["icons/summon_for_a_test", "board/well"].into_iter());
        assert_eq!(known("summon_for_a_test"), Some("summon_for_a_test"));
        assert_eq!(known("well"), None);
        assert_eq!(picture("dice"), "icons/dice");
    }
}
