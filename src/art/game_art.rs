//! The pictures of the game by name, as content was last read: files of the game, or of mods in their
//! place.

use std::sync::Arc;

use bevy::prelude::*;
use resvg::tiny_skia::Pixmap;
use shieldwall_content::{ContentRoot, Drawing, Media, MediaKind};

use super::{ArtError, picture};

/// Where to find the pictures of the game. Anyone who draws holds a copy of it, which costs nothing.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct GameArt(Arc<Media>);

impl GameArt {
    /// The pictures that were read.
    pub(crate) fn new(media: Arc<Media>) -> Self {
        Self(media)
    }

    /// The pictures of some content folders; for the time until content has been read.
    pub(crate) fn of(roots: &[ContentRoot]) -> Self {
        Self(Arc::new(Media::read(MediaKind::Picture, roots).0))
    }

    /// The pictures of the game itself.
    #[cfg(test)]
    pub(crate) fn of_the_game() -> Self {
        Self::of(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))])
    }

    /// The names of all pictures.
    #[cfg(test)]
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }

    /// The names of the pictures of a kind: `NAME_1`, `NAME_2` and so on, or else `NAME` alone.
    pub(crate) fn variants(&self, name: &str) -> Vec<String> {
        self.0.variants(name)
    }

    /// The drawing of this name, with a colour for `currentColor` in it. Where a file cannot be used,
    /// the one that it replaces is. Reads files: not for the frame thread.
    ///
    /// # Errors
    /// If there is no such picture, or if none of its files can be drawn.
    pub(crate) fn drawing(&self, name: &str, colour: Option<[u8; 3]>) -> Result<Drawing, ArtError> {
        let mut failure = ArtError::Missing("no content folder has it");
        for file in self.0.files(name) {
            match file.drawing(colour) {
                Ok(drawing) => return Ok(drawing),
                Err(error) => {
                    failure = error.into();
                    warn!("{}: {failure}", file.path().display());
                }
            }
        }
        Err(failure)
    }

    /// A picture of the drawing of this name, as large as fits, centred.
    ///
    /// # Errors
    /// If it cannot be drawn, or if the size is zero or absurd.
    pub(crate) fn picture(
        &self,
        name: &str,
        colour: Option<[u8; 3]>,
        [width, height]: [u32; 2],
    ) -> Result<Pixmap, ArtError> {
        picture(&self.drawing(name, colour)?, width, height)
    }

    /// Draws onto a picture, as large as fits into a box given by its corner and size in pixels,
    /// centred. What cannot be drawn is told of and left out: the rest of the picture is of use.
    pub(crate) fn draw_onto(
        &self,
        pixmap: &mut Pixmap,
        name: &str,
        colour: Option<[u8; 3]>,
        corner: [f32; 2],
        size: [f32; 2],
    ) {
        match self.drawing(name, colour) {
            Ok(drawing) => drawing.draw_onto(pixmap, corner, size),
            Err(error) => warn!("{name}: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{collections::BTreeSet, fs};

    use super::*;

    /// A square all over.
    fn square(fill: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>\
             <path d='M0 0h8v8H0z' fill='{fill}'/></svg>"
        )
    }

    fn middle(art: &GameArt, name: &str, colour: Option<[u8; 3]>) -> [u8; 3] {
        let picture = art.picture(name, colour, [8, 8]).unwrap();
        let pixel = picture.pixel(4, 4).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn every_picture_of_the_game_can_be_drawn_and_shows_something() {
        let art = GameArt::of_the_game();
        assert!(art.names().count() > 200);
        for name in art.names() {
            let picture = art.picture(name, Some([120, 140, 90]), [64, 64]).unwrap();
            let seen = picture.pixels().iter().filter(|pixel| pixel.alpha() > 90);
            assert!(seen.count() > 20, "{name} is blank");
        }
    }

    #[test]
    fn variants_of_a_picture_differ() {
        let art = GameArt::of_the_game();
        let rows: BTreeSet<&str> = art
            .names()
            .filter_map(|name| name.strip_suffix("_1"))
            .collect();
        assert!(rows.len() > 20);
        for row in rows {
            let variants = art.variants(row);
            assert!(variants.len() > 1, "{row}");
            let draw = |name: &String| art.picture(name, None, [64, 64]).unwrap().take();
            let pictures: BTreeSet<Vec<u8>> = variants.iter().map(draw).collect();
            assert_eq!(pictures.len(), variants.len(), "{row}");
        }
    }

    #[test]
    fn a_mod_replaces_a_picture_and_a_bad_one_leaves_that_of_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let roots = [
            ContentRoot::at(folder.path().join("game")),
            ContentRoot::of_mod(folder.path().join("north"), "north"),
        ];
        let write = |root: usize, name: &str, text: &str| {
            let path = roots[root].assets.join("art/board").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for name in ["well.svg", "pit.svg", "wall.svg"] {
            write(0, name, &square("#ff0000"));
        }
        write(1, "well.svg", &square("#0000ff"));
        write(1, "pit.svg", "<svg");
        write(1, "wall.svg", &square("#0000ff"));
        let art = GameArt::of(&roots);
        assert_eq!(middle(&art, "board/well", None), [0, 0, 255]);
        assert_eq!(middle(&art, "board/pit", None), [255, 0, 0]);
        // Spoilt after it was read.
        write(1, "wall.svg", &square("url(http://example.org/#a)"));
        assert_eq!(middle(&art, "board/wall", None), [255, 0, 0]);
        assert!(art.drawing("board/none", None).is_err());
        let mut picture = Pixmap::new(8, 8).unwrap();
        art.draw_onto(&mut picture, "board/none", None, [0.0; 2], [8.0; 2]);
        assert!(picture.data().iter().all(|byte| *byte == 0));
    }

    #[test]
    fn drawings_take_the_colour_that_they_are_given_and_shades_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let root = ContentRoot::at(folder.path());
        let art = root.assets.join("art");
        fs::create_dir_all(&art).unwrap();
        let text = |fill: &str| {
            let styled = square("currentColor").replace("<path", &format!("<path class='{fill}'"));
            // What a drawing says itself is for drawing programs only.
            styled.replace(
                "<path",
                "<style>.lighter-50 { color: #123456 } svg { color: blue }</style><path",
            )
        };
        fs::write(art.join("plain.svg"), text("")).unwrap();
        fs::write(art.join("light.svg"), text("lighter-50")).unwrap();
        fs::write(art.join("dark.svg"), text("darker-25")).unwrap();
        let game = GameArt::of(&[root]);
        let colour = Some([100, 200, 40]);
        assert_eq!(middle(&game, "plain", colour), [100, 200, 40]);
        assert_eq!(middle(&game, "light", colour), [178, 228, 148]);
        assert_eq!(middle(&game, "dark", colour), [75, 150, 30]);
        assert_eq!(middle(&game, "light", None), [0x12, 0x34, 0x56]);
    }
}
