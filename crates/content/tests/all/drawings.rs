//! Drawings that do harm are refused, with a place; those of the game and their like are drawn.

#![expect(clippy::unwrap_used, reason = "tests")]

use crate::fixture;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::fixture::drawing_scrutiny::scrutinise_drawing;
use crate::heavy_drawings::svg;
use proptest::{collection, prelude::*, sample};
use shieldwall_content::{ContentRoot, Drawing, check_drawing, check_paths_in};

/// What is said about a drawing. What is refused would take hours to draw: a test that never ends has found
/// a drawing which is not.
pub(crate) fn said(text: &str) -> Vec<String> {
    scrutinise_drawing(text.as_bytes())
        .iter()
        .map(|found| {
            let (line, column) = (found.line(), found.column());
            format!("{line}:{column}: {}: {}", found.severity, found.message)
        })
        .collect()
}

/// A drawing with a shape to be seen, and something more on its third line.
fn with(more: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 10 10\">\n\
         <defs><linearGradient id=\"part\"><stop offset=\"0\"/><stop offset=\"1\"/></linearGradient></defs>\n\
         {more}\n<path d=\"M1 1h8v8z\"/></svg>"
    )
}

/// Everything in a drawing that can refer to something, with `@` for what it refers to.
const REFERRING: [&str; 42] = [
    r#"<use href="@"/>"#,
    r#"<use xlink:href="@"/>"#,
    r#"<use xlink:href="@" href="@"/>"#,
    r#"<a href="@"><path d="M0 0h1v1z"/></a>"#,
    r#"<a xlink:href="@"/>"#,
    r#"<linearGradient id="q" href="@"/>"#,
    r#"<linearGradient id="q" xlink:href="@"/>"#,
    r#"<radialGradient id="q" href="@"/>"#,
    r#"<radialGradient id="q" xlink:href="@"/>"#,
    r#"<text><textPath href="@">a</textPath></text>"#,
    r#"<text><textPath xlink:href="@">a</textPath></text>"#,
    r#"<script href="@"/>"#,
    r#"<script src="@"/>"#,
    r#"<animate href="@"/>"#,
    r#"<mpath xlink:href="@"/>"#,
    r#"<iframe src="@"/>"#,
    r#"<cursor xlink:href="@"/>"#,
    r#"<color-profile xlink:href="@"/>"#,
    r#"<font-face><font-face-src><font-face-uri xlink:href="@"/></font-face-src></font-face>"#,
    r#"<g fill="url(@)"/>"#,
    r#"<g fill="url('@') red"/>"#,
    r#"<g stroke="url( &quot;@&quot; )"/>"#,
    r#"<g fill="URL(@)"/>"#,
    r#"<g clip-path="url(@)"/>"#,
    r#"<g mask="url(@)"/>"#,
    r#"<g cursor="url(@)"/>"#,
    r#"<g color-profile="url(@)"/>"#,
    r#"<g stop-color="url(@)"/>"#,
    r#"<g shape-inside="url(@)"/>"#,
    r#"<g style="fill:url(@)"/>"#,
    r#"<g style="stroke: url( '@' )"/>"#,
    r#"<g style="clip-path:url(@);fill:red"/>"#,
    r#"<g style="mask:url(@)!important"/>"#,
    r#"<g style="background:url(@)"/>"#,
    r#"<g style="%broken; fill:url(@)"/>"#,
    r#"<style>path { fill: url(@) }</style>"#,
    r#"<style>.a, .b { clip-path: url("@") }</style>"#,
    r#"<style type="text/css"><![CDATA[ #c { mask: url('@') } ]]></style>"#,
    r#"<style>path{fill:red}/* more */ g{background:url(@)}</style>"#,
    r#"<g><style>rect{cursor:url(@)}</style></g>"#,
    r#"<switch><g><use href="@"/></g></switch>"#,
    r#"<symbol id="s"><use href="@"/></symbol>"#,
];

/// Things outside of a drawing.
const OUTSIDE: [&str; 8] = [
    "/etc/hostname",
    "../../../secret.svg",
    "secret.svg#part",
    "file:///etc/hostname",
    "http://example.org/a.svg",
    "//example.org/a.svg",
    "data:image/svg+xml;base64,PHN2Zy8+",
    "\\\\server\\a.svg",
];

#[test]
fn nothing_refers_to_anything_outside_of_the_drawing() {
    for element in REFERRING {
        for outside in OUTSIDE {
            let text = with(&element.replace('@', outside));
            let said = said(&text);
            let refused = |said: &String| {
                said.starts_with("3:")
                    && said.contains(": error: ")
                    && said.contains("may not refer to anything but its own parts")
            };
            assert!(said.iter().any(refused), "{element} {outside}: {said:?}");
        }
        let text = with(&element.replace('@', "#part"));
        let found = check_drawing(Path::new("a.svg"), text.as_bytes());
        assert!(!found.has_errors(), "{element}: {found}");
        // What is not there is told, and does no harm.
        let text = with(&element.replace('@', "#nothing"));
        let found = said(&text);
        let told = |said: &&String| said.contains("warning: ") && said.contains("`#nothing`");
        assert_eq!(found.iter().filter(told).count(), 1, "{element}: {found:?}");
    }
}

#[test]
fn what_can_only_bring_in_something_else_is_refused_wherever_it_refers_to() {
    for (element, message) in [
        (
            r#"<image href="@"/>"#,
            "pictures inside of a drawing (`<image>`)",
        ),
        (
            r#"<image xlink:href="@"/>"#,
            "pictures inside of a drawing (`<image>`)",
        ),
        (
            r#"<filter id="f"><feImage href="@"/></filter>"#,
            "filters, such as blurs and shadows (`<filter>`)",
        ),
        (
            r#"<g><feImage href="@"/></g>"#,
            "`<feImage>` belongs to a filter",
        ),
        (
            r#"<g filter="url(@)"/>"#,
            "filters, such as blurs and shadows (`filter`)",
        ),
        (
            r#"<g style="filter:url(@)"/>"#,
            "filters, such as blurs and shadows (`filter`)",
        ),
        (
            r#"<style>g { filter: url(@) }</style>"#,
            "filters, such as blurs and shadows (`filter`)",
        ),
        (r#"<pattern id="p" href="@"/>"#, "patterns (`<pattern>`)"),
        (r#"<marker id="m"/>"#, "markers on lines (`<marker>`)"),
        (
            r#"<g marker-start="url(@)"/>"#,
            "markers on lines (`marker-start`)",
        ),
        (
            r#"<g style="marker:url(@)"/>"#,
            "markers on lines (`marker`)",
        ),
        (
            r#"<text><tref href="@"/></text>"#,
            "text from elsewhere (`<tref>`)",
        ),
        (
            r#"<style>@import "@";</style>"#,
            "`@import` refers to another file",
        ),
        (
            r#"<style>@import url(@);</style>"#,
            "`@import` refers to another file",
        ),
        (r#"<g xml:base="@"/>"#, "`xml:base` refers to another place"),
        (
            r#"<?xml-stylesheet href="@"?>"#,
            "`<?xml-stylesheet` refers to another file",
        ),
    ] {
        for target in ["#part", "/etc/hostname", "http://example.org/"] {
            let import = element.contains("@import");
            let element = match import {
                true => element
                    .replacen("@\"", &format!("{target}\""), 1)
                    .replace("(@)", &format!("({target})")),
                false => element.replace('@', target),
            };
            let said = said(&with(&element));
            let told = |said: &String| {
                said.starts_with("3:") && said.contains(&format!("error: {message}"))
            };
            assert!(said.iter().any(told), "{element}: {said:?}");
        }
    }
}

#[test]
fn documents_declare_nothing_and_name_no_files() {
    let shape = "<svg viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>";
    for (first, message) in [
        (
            "<!DOCTYPE svg SYSTEM \"/etc/hostname\">",
            "1:1: error: `<!DOCTYPE` refers to another file",
        ),
        (
            "<!DOCTYPE svg [<!ENTITY a SYSTEM \"/etc/hostname\">]>",
            "1:1: error: declarations inside",
        ),
        (
            "<!DOCTYPE svg PUBLIC \"a\" \"b\" [<!ENTITY a \"b\">]>",
            "1:1: error: declarations inside",
        ),
        (
            "<!-- a -->\n <!DOCTYPE svg [<!ENTITY % a SYSTEM 'b'>%a;]>",
            "2:2: error: declarations inside",
        ),
        (
            "<?xml-stylesheet type='text/css' href='/etc/hostname'?>",
            "1:1: error: `<?xml-stylesheet`",
        ),
    ] {
        let said = said(&format!("{first}{shape}"));
        assert!(said[0].starts_with(message), "{said:?}");
    }
    for fine in [
        "<?xml version='1.0' encoding='UTF-8' standalone='no'?>\n",
        "\u{feff}<!-- [ --><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">",
        "<!DOCTYPE svg>",
    ] {
        assert_eq!(
            said(&format!("{fine}{shape}")),
            Vec::<String>::new(),
            "{fine}"
        );
    }
}

#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, outside) = (folder.path().join("art"), folder.path().join("a.svg"));
    fs::create_dir(&inside).unwrap();
    fs::write(&outside, with("")).unwrap();
    fs::copy(&outside, inside.join("b.svg")).unwrap();
    let open = |name: &str| Drawing::open_inside(&inside, Path::new(name), None);
    assert!(open("b.svg").is_ok());
    assert!(
        open("../a.svg")
            .unwrap_err()
            .message
            .contains("leads out of")
    );
    assert!(
        open("none.svg")
            .unwrap_err()
            .message
            .contains("no such file")
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, inside.join("c.svg")).unwrap();
        assert!(open("c.svg").unwrap_err().message.contains("leads out of"));
    }
}

#[test]
fn drawings_are_checked_by_themselves_and_with_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let art = folder.path().join("assets/art");
    fs::create_dir_all(&art).unwrap();
    fs::write(art.join("good.svg"), with("")).unwrap();
    fs::write(art.join("bad.svg"), with("<filter id=\"f\"/>")).unwrap();
    let root = ContentRoot::at(folder.path());
    for (asked, errors) in [
        (art.join("good.svg"), 0),
        (art.join("bad.svg"), 1),
        (folder.path().to_owned(), 1),
    ] {
        let found = check_paths_in(
            std::slice::from_ref(&root),
            shieldwall_rulesets::content(),
            std::slice::from_ref(&asked),
        );
        let drawings = found.iter().filter(|found| found.file.ends_with("bad.svg"));
        let places: Vec<_> = drawings
            .map(|found| (found.line(), found.column()))
            .collect();
        assert_eq!(places, vec![(3, 1); errors], "{found}");
    }
}

#[test]
fn what_is_left_out_or_blank_is_told() {
    let blank = "0:0: warning: there is nothing to be seen on this drawing";
    for nothing in [
        "<svg/>",
        "<svg viewBox='0 0 9 9'><path d=''/></svg>",
        "<svg viewBox='0 0 9 9'><path d='M0 0h9v9z' fill='none'/></svg>",
        "<svg viewBox='0 0 9 9'><path d='M20 20h9v9z'/></svg>",
        "<svg viewBox='0 0 9 9'><g opacity='0'><path d='M0 0h9v9z'/></g></svg>",
        "<svg viewBox='0 0 9 9'><defs><path d='M0 0h9v9z'/></defs></svg>",
        "<svg viewBox='0 0 9 9' display='none'><path d='M0 0h9v9z'/></svg>",
    ] {
        assert_eq!(said(nothing), [blank], "{nothing}");
    }
    assert_eq!(
        said(&with("<text>A</text><text>B</text><script>1</script>")),
        [
            "3:1: warning: text in a drawing (`<text>`) is not shown",
            "3:29: warning: `<script>` in a drawing is not shown",
        ]
    );
    let sheet = "<style>\n @media print { path { fill: red } } .a { fill: red }\n</style>";
    assert_eq!(
        said(&with(sheet)),
        ["4:2: warning: `@media` in a style sheet is not heeded"]
    );
}

#[test]
fn what_is_no_drawing_says_what_it_is() {
    for (bytes, message) in [
        (
            b"\x89PNG\r\n\x1a\n\0\0".as_slice(),
            "this is a PNG picture, no SVG",
        ),
        (b"\xff\xd8\xff\xe0", "this is a JPEG picture, no SVG"),
        (b"\x1f\x8b\x08", "this is a compressed file, no SVG"),
        (
            b"<svg>\xff</svg>",
            "not UTF-8: byte 0xff, number 6 of the file",
        ),
        (b"hello", "this is no SVG: "),
        (b"", "this is no SVG: "),
    ] {
        let found = scrutinise_drawing(bytes);
        let first = found.iter().next().unwrap();
        assert!(first.message.starts_with(message), "{first}");
    }
    assert!(said("<svg>\n  <g>\n</svg>")[0].starts_with("3:"));
    assert_eq!(
        said("<html/>"),
        ["1:1: error: expected `<svg>`, found `<html>`"]
    );
    assert_eq!(
        said("<svg width='0' height='9'><path d='M0 0h9v9z'/></svg>"),
        ["1:1: error: the drawing has no size: its `width` is not above 0"]
    );
}

/// The drawings that ship with the game.
fn shipped() -> &'static [(PathBuf, String)] {
    static ALL: OnceLock<Vec<(PathBuf, String)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut folders = vec![fixture::scrutiny::root().join("assets/art")];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "svg") {
                    let text = fs::read_to_string(&path).unwrap();
                    found.push((path, text));
                }
            }
        }
        found.sort();
        found
    })
}

#[test]
fn drawings_of_the_game_are_within_the_limits() {
    assert!(shipped().len() > 100);
    for (file, text) in shipped() {
        let found = check_drawing(file, text.as_bytes());
        assert!(found.is_empty(), "{found}");
    }
}

/// Pieces that mean something in a drawing.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        sample::select(vec![
            "<g>",
            "</g>",
            "<use href=\"#a\"/>",
            "<g id=\"a\">",
            " id=\"a\"",
            " clip-path=\"url(#a)\"",
            " mask=\"url(#a)\"",
            "<mask id=\"a\">",
            "</mask>",
            "<clipPath id=\"a\">",
            "</clipPath>",
            " opacity=\".5\"",
            " fill=\"url(#a)\"",
            " stroke=\"red\"",
            " stroke-width=\"1e30\"",
            " stroke-dasharray=\"1 0 .1\"",
            " transform=\"matrix(1e38 0 0 1e-38 nan 1)\"",
            " transform=\"rotate(1e9) skewX(90) scale(0)\"",
            "<style>*{fill:red}</style>",
            "<style>.a,#b{mask:url(#a)",
            " style=\"fill:red;marker:none;font:1px a\"",
            " class=\"a\"",
            " d=\"M0 0A1e9 1e-9 9 1 0 1e38 -1e38T9 9\"",
            "M0 0C1e38 1e38 -1e38 0 9 9z",
            "1e38",
            "-1e-38",
            "nan",
            "0",
            "%",
            "<svg width=\"9\" height=\"1e9\">",
            "</svg>",
            "<symbol viewBox=\"0 0 1 1\">",
            "<text>é</text>",
            " viewBox=\"-1e9 0 1e38 1\"",
            " preserveAspectRatio=\"xMinYMax slice\"",
            "<linearGradient id=\"a\">",
            "<stop offset=\"1e9\"/>",
            " mix-blend-mode=\"hue\"",
            " style=\"isolation:isolate;mix-blend-mode:hue\"",
            "&amp;",
            "&#0;",
            "&a;",
            "<![CDATA[",
            "]]>",
            "<!--",
            "-->",
            "\"",
            "<",
            ">",
            "/>",
            "\u{202e}",
            "é",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever becomes of a drawing: it is refused, or drawn within the limits.
    #[test]
    fn spoilt_drawings_are_refused_or_drawn(
        which in any::<sample::Index>(),
        changes in collection::vec((any::<sample::Index>(), 0_usize..20, piece()), 1..6),
    ) {
        let text = &shipped()[which.index(shipped().len())].1;
        let mut characters: Vec<char> = text.chars().collect();
        for (at, taken, put) in changes {
            let start = at.index(characters.len() + 1);
            let end = (start + taken).min(characters.len());
            characters.splice(start..end, put.chars());
        }
        let text: String = characters.into_iter().collect();
        scrutinise_drawing(text.as_bytes());
    }

    /// The same for what is put together from pieces alone.
    #[test]
    fn drawings_of_pieces_are_refused_or_drawn(pieces in collection::vec(piece(), 0..40)) {
        scrutinise_drawing(svg(&pieces.concat()).as_bytes());
    }
}
