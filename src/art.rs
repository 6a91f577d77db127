//! Drawings: SVG text turned into pixels, off the frame thread, at the size the zoom calls for.
//!
//! Everything the game shows is drawn as vectors. [`rasterise`] turns a drawing into pixels;
//! [`Gallery`] has it done by [`painters`] and keeps the results, so that a frame never waits.

use std::collections::HashMap;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    platform::collections::HashSet,
    prelude::*,
    render::render_resource::{
        Extent3d, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor,
        TextureViewDimension,
    },
};
use resvg::tiny_skia::Pixmap;
use shieldwall_content::{Diagnostic, Drawing};

use painters::{Painting, Unfinished};

mod game_art;
#[cfg(test)]
mod named_in_code;
pub(crate) mod painters;

pub(crate) use game_art::GameArt;

/// The largest side of a drawing in pixels.
const MAX_PIXELS: u32 = 4096;

/// Why there is no picture.
#[derive(Debug)]
pub(crate) enum ArtError {
    /// The drawing cannot be read or is not within the limits.
    Refused(Box<Diagnostic>),
    /// No pixels were asked for, or too many.
    Size(u32, u32),
    /// There is nothing to draw, for this reason.
    Missing(&'static str),
}

impl std::fmt::Display for ArtError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(diagnostic) => {
                let Diagnostic { place, message, .. } = &**diagnostic;
                if let Some(place) = place {
                    write!(f, "line {}, column {}: ", place.line, place.column)?;
                }
                write!(f, "{message}")
            }
            Self::Size(width, height) => {
                write!(
                    f,
                    "cannot draw {width} x {height} pixels (1 to {MAX_PIXELS} each way)"
                )
            }
            Self::Missing(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for ArtError {}

impl From<Box<Diagnostic>> for ArtError {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self::Refused(diagnostic)
    }
}

impl From<Unfinished> for ArtError {
    fn from(unfinished: Unfinished) -> Self {
        Self::Missing(match unfinished {
            Unfinished::Late => "this takes too long to draw, and was given up",
            Unfinished::Failed => "this cannot be drawn",
        })
    }
}

/// Draws an SVG text as large as fits into `width` x `height` pixels, centred.
///
/// # Errors
/// If the text is no drawing or not within the limits, or if the size is zero or absurd.
pub(crate) fn rasterise(svg: &str, width: u32, height: u32) -> Result<Pixmap, ArtError> {
    sized(width, height)?;
    picture(&Drawing::of_text(svg)?, width, height)
}

/// A picture of a drawing as large as fits into `width` x `height` pixels, centred.
///
/// # Errors
/// If the size is zero or absurd.
pub(crate) fn picture(drawing: &Drawing, width: u32, height: u32) -> Result<Pixmap, ArtError> {
    sized(width, height)?;
    let picture = drawing.picture(width, height);
    picture.ok_or(ArtError::Size(width, height))
}

/// Draws an SVG text onto a picture, as large as fits into a box given by its corner and size in
/// pixels, centred.
///
/// # Errors
/// If the text is no drawing or not within the limits.
pub(crate) fn draw_onto(
    pixmap: &mut Pixmap,
    svg: &str,
    corner: [f32; 2],
    size: [f32; 2],
) -> Result<(), ArtError> {
    Drawing::of_text(svg)?.draw_onto(pixmap, corner, size);
    Ok(())
}

fn sized(width: u32, height: u32) -> Result<(), ArtError> {
    let sides = 1..=MAX_PIXELS;
    if sides.contains(&width) && sides.contains(&height) {
        Ok(())
    } else {
        Err(ArtError::Size(width, height))
    }
}

/// Turns premultiplied pixels into straight sRGB bytes, row by row.
///
/// Wholly transparent pixels take the colour of their neighbours, so that filtering does not draw
/// dark fringes around shapes.
fn straighten(premultiplied: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut straight = premultiplied.to_vec();
    for pixel in straight.chunks_exact_mut(4) {
        let alpha = u32::from(pixel[3]);
        if alpha != 0 && alpha != 255 {
            for channel in &mut pixel[..3] {
                *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
            }
        }
    }
    let before = straight.clone();
    for y in 0..height {
        for x in 0..width {
            let at = (y * width + x) * 4;
            if before[at + 3] != 0 {
                continue;
            }
            let (mut sum, mut count) = ([0u32; 3], 0u32);
            for ny in y.saturating_sub(1)..(y + 2).min(height) {
                for nx in x.saturating_sub(1)..(x + 2).min(width) {
                    let near = (ny * width + nx) * 4;
                    if before[near + 3] != 0 {
                        count += 1;
                        for channel in 0..3 {
                            sum[channel] += u32::from(before[near + channel]);
                        }
                    }
                }
            }
            if let Some(count) = std::num::NonZero::new(count) {
                for channel in 0..3 {
                    straight[at + channel] = (sum[channel] / count) as u8;
                }
            }
        }
    }
    straight
}

/// How many levels of detail a picture has, down to one pixel.
fn level_count(width: u32, height: u32) -> u32 {
    width.max(height).max(1).ilog2() + 1
}

/// How the colour of a pixel stands to its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alpha {
    /// The colour as it is, for the board.
    Straight,
    /// The colour times the opacity, for panels.
    Premultiplied,
}

impl Alpha {
    /// Premultiplied pixels in this form.
    fn of(self, premultiplied: &[u8], width: usize, height: usize) -> Vec<u8> {
        match self {
            Self::Straight => straighten(premultiplied, width, height),
            Self::Premultiplied => premultiplied.to_vec(),
        }
    }
}

/// A picture and all its halvings, one after the other, largest first.
fn levels(pixmap: &Pixmap, alpha: Alpha) -> Vec<u8> {
    let (mut width, mut height) = (pixmap.width() as usize, pixmap.height() as usize);
    let mut level = pixmap.data().to_vec();
    let mut all = alpha.of(&level, width, height);
    for _ in 1..level_count(pixmap.width(), pixmap.height()) {
        let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
        let mut half = vec![0u8; half_width * half_height * 4];
        for y in 0..half_height {
            for x in 0..half_width {
                for channel in 0..4 {
                    let sample = |dx: usize, dy: usize| {
                        let (sx, sy) = ((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
                        u32::from(level[(sy * width + sx) * 4 + channel])
                    };
                    let sum = sample(0, 0) + sample(1, 0) + sample(0, 1) + sample(1, 1);
                    half[(y * half_width + x) * 4 + channel] = ((sum + 2) / 4) as u8;
                }
            }
        }
        all.extend(alpha.of(&half, half_width, half_height));
        (width, height, level) = (half_width, half_height, half);
    }
    all
}

fn smooth() -> ImageSampler {
    ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::ClampToEdge,
        address_mode_v: ImageAddressMode::ClampToEdge,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..ImageSamplerDescriptor::default()
    })
}

/// A texture of a picture for the board, with levels of detail, so that it stays smooth when drawn
/// smaller.
fn texture(pixmap: &Pixmap) -> Image {
    stacked(std::slice::from_ref(pixmap), false, Alpha::Straight)
}

/// The same for panels.
fn panel_texture(pixmap: &Pixmap) -> Image {
    stacked(std::slice::from_ref(pixmap), false, Alpha::Premultiplied)
}

/// A texture array of pictures of equal size, with levels of detail; layer `n` is picture `n`.
///
/// Layers whose size differs from the first one's are left out.
pub(crate) fn texture_array(pictures: &[Pixmap]) -> Image {
    stacked(pictures, true, Alpha::Straight)
}

fn stacked(pictures: &[Pixmap], array: bool, alpha: Alpha) -> Image {
    let (width, height) = pictures
        .first()
        .map_or((1, 1), |first| (first.width(), first.height()));
    let mut data = Vec::new();
    let mut count = 0;
    // OpenGL takes one layer for a plain texture and six for a cube, so an array never has those.
    let padding = array && (pictures.len() == 1 || pictures.len().is_multiple_of(6));
    let padded = pictures.iter().chain(pictures.first().filter(|_| padding));
    for picture in padded {
        if picture.width() == width && picture.height() == height {
            data.extend(levels(picture, alpha));
            count += 1;
        }
    }
    let mut image = Image::new_uninit(
        Extent3d {
            width,
            height,
            depth_or_array_layers: count.max(1),
        },
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD | RenderAssetUsages::MAIN_WORLD,
    );
    image.texture_descriptor.mip_level_count = level_count(width, height);
    image.data = Some(data);
    image.sampler = smooth();
    if array {
        image.texture_view_descriptor = Some(TextureViewDescriptor {
            dimension: Some(TextureViewDimension::D2Array),
            ..TextureViewDescriptor::default()
        });
        image.texture_descriptor.usage =
            TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST | TextureUsages::COPY_SRC;
    }
    image
}

/// What a picture is called: what it shows, and how many pixels it is wide and high.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PictureKey {
    /// What it shows; two pictures of the same name and size are the same.
    pub(crate) name: String,
    /// Pixels each way.
    pub(crate) pixels: u32,
}

/// Sizes in which pictures are made, so that each zoom has one that is sharp and few are kept.
const SIZES: [u32; 6] = [48, 72, 108, 162, 243, 364];

/// The smallest size to make a picture in that is to cover `pixels` of the screen.
pub(crate) fn size_step(pixels: f32) -> u32 {
    SIZES
        .into_iter()
        .find(|size| *size as f32 >= pixels)
        .unwrap_or(SIZES[SIZES.len() - 1])
}

/// Pictures that have been made or are being made.
#[derive(Resource, Default)]
pub(crate) struct Gallery {
    made: HashMap<PictureKey, Made>,
    making: HashMap<PictureKey, Making>,
    failed: HashSet<PictureKey>,
    /// Counts how often the files have changed.
    edition: u32,
}

struct Made {
    image: Handle<Image>,
    edition: u32,
}

struct Making {
    painting: Painting<Result<Image, ArtError>>,
    edition: u32,
}

impl Gallery {
    /// The picture for the board if it is there; otherwise `paint` begins to make it, once.
    ///
    /// `paint` runs off the frame thread and may read files; it gets the number of pixels.
    pub(crate) fn picture(
        &mut self,
        key: &PictureKey,
        paint: impl FnOnce(u32) -> Result<Pixmap, ArtError> + Send + 'static,
    ) -> Option<Handle<Image>> {
        self.made_of(key, paint, texture)
    }

    /// A picture of the game by its name, square; what is missing or cannot be drawn is blank.
    pub(crate) fn named(
        &mut self,
        art: &GameArt,
        name: &'static str,
        pixels: u32,
    ) -> Option<Handle<Image>> {
        let key = PictureKey {
            name: name.to_owned(),
            pixels,
        };
        let art = art.clone();
        self.picture(&key, move |pixels| {
            let blank = Pixmap::new(pixels, pixels);
            let mut pixmap = blank.ok_or(ArtError::Size(pixels, pixels))?;
            art.draw_onto(&mut pixmap, name, None, [0.0; 2], [pixels as f32; 2]);
            Ok(pixmap)
        })
    }

    /// Like [`Gallery::picture`], for a picture on panels, which takes another name. Panels ask in every frame, so
    /// that the picture of before the files changed serves until the new one is there.
    pub(crate) fn panel_picture(
        &mut self,
        key: &PictureKey,
        paint: impl FnOnce(u32) -> Result<Pixmap, ArtError> + Send + 'static,
    ) -> Option<Handle<Image>> {
        self.made_of(key, paint, panel_texture).or_else(|| {
            let old = self.made.get(key).filter(|_| !self.failed.contains(key));
            old.map(|made| made.image.clone())
        })
    }

    fn made_of(
        &mut self,
        key: &PictureKey,
        paint: impl FnOnce(u32) -> Result<Pixmap, ArtError> + Send + 'static,
        finish: fn(&Pixmap) -> Image,
    ) -> Option<Handle<Image>> {
        let edition = self.edition;
        let made = self.made.get(key);
        if let Some(made) = made.filter(|made| made.edition == edition) {
            return Some(made.image.clone());
        }
        // What was begun before the files changed is not waited for.
        let begun = self.making.get(key);
        let begun = begun.is_some_and(|making| making.edition == edition);
        if !begun && !self.failed.contains(key) {
            let pixels = key.pixels;
            let painting = Painting::begin(move || paint(pixels).map(|pixmap| finish(&pixmap)));
            self.making
                .insert(key.clone(), Making { painting, edition });
        }
        None
    }

    /// Whether it has been tried in vain to make this picture.
    pub(crate) fn has_failed(&self, key: &PictureKey) -> bool {
        self.failed.contains(key)
    }

    /// Files have changed: every picture is made anew when it is next asked for.
    pub(crate) fn refresh(&mut self) {
        self.edition = self.edition.wrapping_add(1);
        self.failed.clear();
    }

    /// Whether pictures are still being made.
    pub(crate) fn busy(&self) -> bool {
        !self.making.is_empty()
    }
}

fn hang(mut gallery: ResMut<Gallery>, mut images: ResMut<Assets<Image>>) {
    if gallery.making.is_empty() {
        return;
    }
    let Gallery {
        made,
        making,
        failed,
        edition: current,
    } = &mut *gallery;
    making.retain(|key, making| {
        let Some(result) = making.painting.poll() else {
            return true;
        };
        let result = result.unwrap_or_else(|unfinished| Err(unfinished.into()));
        match result {
            // Begun before the files changed: the one who wants it asks again.
            _ if making.edition != *current => {}
            Ok(image) => {
                let image = images.add(image);
                let edition = making.edition;
                made.insert(key.clone(), Made { image, edition });
            }
            Err(error) => {
                warn!("{}: {error}", key.name);
                failed.insert(key.clone());
            }
        }
        false
    });
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Gallery>()
        .init_resource::<GameArt>()
        .add_systems(PreUpdate, hang);
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const HALF: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="5" height="10" fill="#ff0000"/></svg>"##;

    #[test]
    fn drawings_fill_the_box_they_are_given() {
        let picture = rasterise(HALF, 8, 8).unwrap();
        let pixel = |x: u32, y: u32| picture.pixel(x, y).unwrap();
        assert_eq!((pixel(0, 0).red(), pixel(0, 7).alpha()), (255, 255));
        assert_eq!((pixel(7, 0).alpha(), pixel(4, 4).alpha()), (0, 0));
    }

    #[test]
    fn what_is_no_drawing_or_absurd_is_refused() {
        assert!(matches!(rasterise("<svg", 8, 8), Err(ArtError::Refused(_))));
        assert!(matches!(rasterise(HALF, 0, 8), Err(ArtError::Size(0, 8))));
        assert!(matches!(
            rasterise(HALF, 8, 100_000),
            Err(ArtError::Size(..))
        ));
    }

    #[test]
    fn transparent_pixels_take_the_colour_next_to_them() {
        let picture = rasterise(HALF, 8, 8).unwrap();
        let pixels = straighten(picture.data(), 8, 8);
        assert_eq!(&pixels[4 * 4..4 * 4 + 4], &[255, 0, 0, 0]);
        assert_eq!(&pixels[6 * 4..6 * 4 + 4], &[0, 0, 0, 0]);
    }

    /// The panels' shader adds the colour to what lies below, whatever the opacity.
    #[test]
    fn on_panels_transparent_pixels_have_no_colour() {
        let picture = rasterise(HALF, 8, 8).unwrap();
        let pixels = panel_texture(&picture).data.unwrap();
        for pixel in pixels.chunks_exact(4) {
            assert!(pixel[..3].iter().all(|channel| *channel <= pixel[3]));
        }
        let board = texture(&picture).data.unwrap();
        assert_ne!(pixels, board);
    }

    #[test]
    fn textures_hold_every_level_of_every_layer() {
        let picture = rasterise(HALF, 8, 4).unwrap();
        let image = texture_array(&[picture.clone(), picture.clone(), picture]);
        assert_eq!(image.texture_descriptor.mip_level_count, 4);
        let one = (8 * 4 + 4 * 2 + 2 + 1) * 4;
        assert_eq!(image.data.unwrap().len(), 3 * one);
    }

    #[test]
    fn pictures_are_made_anew_when_files_have_changed() {
        let mut app = App::new();
        app.init_resource::<Assets<Image>>().add_plugins(plugin);
        let key = PictureKey {
            name: "half".to_owned(),
            pixels: 8,
        };
        // What the panels show in the end if the file holds this.
        let mut shown = |svg: &'static str, changed: bool| {
            let ask = |app: &mut App| {
                let mut gallery = app.world_mut().resource_mut::<Gallery>();
                gallery.panel_picture(&key, move |pixels| rasterise(svg, pixels, pixels))
            };
            if changed {
                app.world_mut().resource_mut::<Gallery>().refresh();
            }
            let at_once = ask(&mut app);
            while app.world().resource::<Gallery>().busy() {
                app.update();
            }
            (at_once, ask(&mut app))
        };
        let (at_once, first) = shown(HALF, false);
        assert!(at_once.is_none() && first.is_some());
        assert_eq!(shown(HALF, false), (first.clone(), first.clone()));
        // The old picture serves until the new one is there.
        let (at_once, second) = shown(HALF, true);
        assert_eq!(at_once, first);
        assert!(second.is_some() && second != first);
        // Nobody is shown what the file no longer holds.
        assert_eq!(shown("<svg", true).1, None);
    }

    #[test]
    fn what_is_late_or_fails_holds_up_neither_others_nor_what_comes_after_a_change() {
        let mut app = App::new();
        app.init_resource::<Assets<Image>>().add_plugins(plugin);
        let key = |name: &str| PictureKey {
            name: name.to_owned(),
            pixels: 8,
        };
        let (release, held) = crossbeam_channel::unbounded::<()>();
        let ask = |app: &mut App, name: &str| {
            let held = held.clone();
            let bad = name == "bad";
            let mut gallery = app.world_mut().resource_mut::<Gallery>();
            let paint = move |pixels| {
                if bad {
                    let _ = held.recv();
                }
                rasterise(HALF, pixels, pixels)
            };
            gallery.picture(&key(name), paint)
        };
        assert!(ask(&mut app, "bad").is_none());
        for name in ["one", "two", "three"] {
            while ask(&mut app, name).is_none() {
                app.update();
            }
        }
        // The file is mended: nobody waits for what it held before.
        app.world_mut().resource_mut::<Gallery>().refresh();
        let mended = |pixels| rasterise(HALF, pixels, pixels);
        loop {
            let mut gallery = app.world_mut().resource_mut::<Gallery>();
            if gallery.picture(&key("bad"), mended).is_some() {
                break;
            }
            app.update();
        }
        drop(release);
        let mut gallery = app.world_mut().resource_mut::<Gallery>();
        let fails = |_| -> Result<Pixmap, ArtError> { panic!("a drawing that breaks the library") };
        assert!(gallery.picture(&key("fails"), fails).is_none());
        while app.world().resource::<Gallery>().busy() {
            app.update();
        }
        assert!(app.world().resource::<Gallery>().has_failed(&key("fails")));
    }

    #[test]
    fn sizes_cover_what_is_asked_for() {
        assert_eq!(size_step(10.0), 48);
        assert_eq!(size_step(73.0), 108);
        assert_eq!(size_step(9999.0), 364);
    }
}
