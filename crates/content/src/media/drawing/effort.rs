//! How much work it is to draw a drawing, counted in the way in which the library draws.
//!
//! What takes long are areas painted over and over, layers (what is clipped, masked or partly
//! transparent as a group is drawn apart), outlines with many long edges, and dashes.

use resvg::{
    tiny_skia::{PathSegment, Point, Rect, Transform},
    usvg::{ClipPath, Group, Mask, Node, Paint, Path, Tree},
};

/// Most area that is painted, in areas of the drawing; what has a gradient counts more.
pub(super) const MAX_PAINTED: f64 = 200.0;
/// Most area of layers that are open at one time, in areas of the drawing.
pub(super) const MAX_LAYERS: f64 = 24.0;
/// Most length of all edges from top to bottom, in heights of the drawing.
pub(super) const MAX_EDGES: f64 = 40_000.0;
/// Most dashes.
pub(super) const MAX_DASHES: f64 = 20_000.0;

/// As far from the drawing as anything may lie, in sides of it. The library that draws does not
/// know what to do with points that are too far away to be told apart.
const FAR: f64 = 1000.0;
/// How much longer it takes to paint with a gradient.
const GRADIENT: f64 = 4.0;
/// As far as a layer reaches at most, in sides of the drawing.
const REACH: f64 = 5.0;
/// What an edge costs even if it is short, in heights of the drawing.
const EDGE: f64 = 0.002;

/// The work that a drawing is, or that is too much of one kind, with the id of what adds most to it.
pub(super) struct Effort {
    painted: Sum,
    edges: Sum,
    dashes: Sum,
    layers: f64,
    most_layers: f64,
    within: String,
    /// Id of something that lies too far away.
    far: Option<String>,
}

/// A sum, and which part adds most to it.
#[derive(Default)]
struct Sum {
    all: f64,
    most: f64,
    by: String,
}

impl Sum {
    fn add(&mut self, amount: f64, by: &str) {
        let amount = if amount.is_finite() { amount } else { 1e12 };
        self.all += amount;
        if amount > self.most {
            self.most = amount;
            by.clone_into(&mut self.by);
        }
    }
}

/// Too much of one kind of work.
pub(super) struct TooMuch {
    /// What there is too much of.
    pub(super) what: String,
    /// Id of the element that adds most to it; may be empty.
    pub(super) by: String,
}

impl Effort {
    /// The work that a drawing is.
    pub(super) fn of(tree: &Tree) -> Self {
        let size = tree.size();
        // One unit is the longer side.
        let scale = 1.0 / size.width().max(size.height());
        let mut effort = Self {
            painted: Sum::default(),
            edges: Sum::default(),
            dashes: Sum::default(),
            layers: 0.0,
            most_layers: 0.0,
            within: String::new(),
            far: None,
        };
        let (right, bottom) = (size.width() * scale, size.height() * scale);
        if let Some(canvas) = Rect::from_ltrb(0.0, 0.0, right, bottom) {
            let canvas = Region::from(canvas);
            effort.group(tree.root(), Transform::from_scale(scale, scale), canvas);
        }
        effort
    }

    /// What is too much.
    pub(super) fn too_much(self) -> Option<TooMuch> {
        let told = |found: f64| {
            if found < 1e6 {
                format!("{found:.0}")
            } else {
                "over a million".to_owned()
            }
        };
        let [dashes, edges, painted] =
            [&self.dashes, &self.edges, &self.painted].map(|sum| told(sum.all));
        let (what, by) = if let Some(by) = self.far {
            let what = format!("something lies more than {FAR} times its size away from it");
            (what, by)
        } else if self.dashes.all > MAX_DASHES {
            let what = format!("{dashes} dashes on lines; expected at most {MAX_DASHES}");
            (what, self.dashes.by)
        } else if self.edges.all > MAX_EDGES {
            let what = format!(
                "outlines that are {edges} times as long as the drawing is high; \
                 expected at most {MAX_EDGES} times"
            );
            (what, self.edges.by)
        } else if self.painted.all > MAX_PAINTED {
            let what = format!(
                "shapes and layers that cover {painted} times the area of the drawing; \
                 expected at most {MAX_PAINTED} times"
            );
            (what, self.painted.by)
        } else if self.most_layers > MAX_LAYERS {
            let what = format!(
                "clips, masks and transparent groups in each other that cover {} times the area \
                 of the drawing; expected at most {MAX_LAYERS} times",
                told(self.most_layers)
            );
            (what, self.within)
        } else {
            return None;
        };
        Some(TooMuch { what, by })
    }

    fn group(&mut self, group: &Group, transform: Transform, region: Region) {
        let transform = transform.pre_concat(group.transform());
        if !group.should_isolate() {
            self.children(group, transform, region);
            return;
        }
        let area = Region::of(group.layer_bounding_box().to_rect(), transform).area();
        let copies = 1.0
            + 1.25 * f64::from(chain(group.clip_path(), ClipPath::clip_path))
            + 1.25 * f64::from(chain(group.mask(), Mask::mask));
        let held = area * copies;
        self.layers += held;
        if self.layers > self.most_layers {
            self.most_layers = self.layers;
            group.id().clone_into(&mut self.within);
        }
        self.painted.add(3.0 * held, group.id());
        // What is drawn apart is drawn as far as its layer reaches, be it on the drawing or not.
        let layer = Region::of(group.layer_bounding_box().to_rect(), transform);
        self.children(group, transform, layer);
        let mut clip = group.clip_path();
        while let Some(found) = clip {
            let inner = transform.pre_concat(found.transform());
            self.children(found.root(), inner, layer);
            clip = found.clip_path();
        }
        let mut mask = group.mask();
        while let Some(found) = mask {
            self.children(found.root(), transform, layer);
            mask = found.mask();
        }
        self.layers -= held;
    }

    fn children(&mut self, group: &Group, transform: Transform, region: Region) {
        for child in group.children() {
            match child {
                Node::Group(inner) => self.group(inner, transform, region),
                Node::Path(path) => self.path(path, transform, region),
                // There are none, as neither is read.
                Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path, transform: Transform, region: Region) {
        if !path.is_visible() {
            return;
        }
        let whole = Region::of(path.stroke_bounding_box(), transform);
        let outline = Outline::of(path.data().segments(), transform, region);
        if whole.farthest().max(outline.farthest) > FAR {
            self.far = Some(path.id().to_owned());
            return;
        }
        if let Some(fill) = path.fill() {
            let area = Region::of(path.bounding_box(), transform).common_area(region);
            self.painted.add(area * weight(fill.paint()), path.id());
            let edges = outline.drop + EDGE * outline.count;
            self.edges.add(edges, path.id());
        }
        if let Some(stroke) = path.stroke() {
            let area = whole.common_area(region) * weight(stroke.paint());
            self.painted.add(area, path.id());
            let (sx, sy) = transform.get_scale();
            let width = f64::from(stroke.width().get() * sx.max(sy)).min(REACH);
            let mut pieces = outline.count;
            if let Some(dashes) = stroke.dasharray() {
                let round: f32 = dashes.iter().sum();
                let each = f64::from(round * sx.max(sy).max(f32::MIN_POSITIVE));
                let count = outline.length / each * dashes.len() as f64;
                self.dashes.add(count, path.id());
                pieces += count.min(1e9);
            }
            let edges = 2.0 * outline.drop + pieces * (EDGE + 2.0 * width);
            self.edges.add(edges, path.id());
        }
    }
}

/// How long a pixel of this takes.
fn weight(paint: &Paint) -> f64 {
    match paint {
        Paint::Color(_) => 1.0,
        _ => GRADIENT,
    }
}

/// How many there are in a row.
fn chain<'t, T>(first: Option<&'t T>, next: impl Fn(&'t T) -> Option<&'t T>) -> u32 {
    std::iter::successors(first, |one| next(one)).count() as u32
}

/// A rectangle in sides of the drawing.
#[derive(Clone, Copy, Debug)]
struct Region {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl From<Rect> for Region {
    fn from(rect: Rect) -> Self {
        let [left, top, right, bottom] =
            [rect.left(), rect.top(), rect.right(), rect.bottom()].map(f64::from);
        Self {
            left,
            top,
            right,
            bottom,
        }
    }
}

impl Region {
    /// Where a rectangle comes to lie; everywhere if that is too far to tell.
    fn of(rect: Rect, transform: Transform) -> Self {
        const EVERYWHERE: Region = Region {
            left: f64::NEG_INFINITY,
            top: f64::NEG_INFINITY,
            right: f64::INFINITY,
            bottom: f64::INFINITY,
        };
        rect.transform(transform).map_or(EVERYWHERE, Self::from)
    }

    /// How far its farthest side is from where the drawing begins.
    fn farthest(self) -> f64 {
        let sides = [self.left, self.top, self.right, self.bottom];
        sides.into_iter().map(f64::abs).fold(0.0, f64::max)
    }

    fn area(self) -> f64 {
        let side = |from: f64, to: f64| (to - from).clamp(0.0, REACH);
        side(self.left, self.right) * side(self.top, self.bottom)
    }

    fn common_area(self, other: Self) -> f64 {
        let common = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        common.area()
    }
}

/// The line around a shape, with curves as the lines between their points.
#[derive(Clone, Copy, Debug, Default)]
struct Outline {
    /// How many pieces it has.
    count: f64,
    /// How far it goes up and down where it can be seen.
    drop: f64,
    /// How long it is.
    length: f64,
    /// How far its farthest point is from where the drawing begins.
    farthest: f64,
}

impl Outline {
    fn of(
        segments: impl Iterator<Item = PathSegment>,
        transform: Transform,
        region: Region,
    ) -> Self {
        let mut outline = Self::default();
        let mut here = Point::zero();
        let mut first = here;
        for segment in segments {
            let next = match segment {
                PathSegment::MoveTo(to) => {
                    (here, first) = (to, to);
                    continue;
                }
                PathSegment::LineTo(to) => [to, to, to],
                PathSegment::QuadTo(one, to) => [one, to, to],
                PathSegment::CubicTo(one, two, to) => [one, two, to],
                PathSegment::Close => [first, first, first],
            };
            outline.count += 1.0;
            for to in next {
                let mut ends = [here, to];
                transform.map_points(&mut ends);
                let [x, y] = ends.map(|end| [f64::from(end.x), f64::from(end.y)]);
                for far in x.into_iter().chain(y).map(f64::abs) {
                    // What is no number is as far away as can be.
                    let far = if far.is_nan() { f64::INFINITY } else { far };
                    outline.farthest = outline.farthest.max(far);
                }
                let visible = |height: f64| {
                    let top = region.top.max(-REACH);
                    height.clamp(top, region.bottom.min(top + 2.0 * REACH).max(top))
                };
                outline.drop += (visible(x[1]) - visible(y[1])).abs();
                outline.length += (x[0] - y[0]).hypot(x[1] - y[1]);
                here = to;
            }
        }
        outline
    }
}
