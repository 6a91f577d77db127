//! Drawings that do harm are refused, with a place; those of the game and their like are drawn.

#![expect(clippy::unwrap_used, reason = "tests")]

use crate::fixture;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::fixture::drawing_scrutiny::scrutinise_drawing;
use proptest::{collection, prelude::*, sample};
use shieldwall_content::{ContentRoot, Drawing, check_drawing, check_paths_in};

/// What is said about a drawing. What is refused would take hours to draw: a test that never ends has found
/// a drawing which is not.
fn said(text: &str) -> Vec<String> {
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

/// A drawing of these elements.
fn svg(inner: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">\n{inner}\n\
         <path d=\"M1 1h8v8z\"/></svg>"
    )
}

/// Groups that show the one before ten times each, and what else each is made of.
fn bomb(levels: usize, group: impl Fn(usize, &str) -> String) -> String {
    let mut text = "<path id=\"x0\" d=\"M1 1h2v2z\"/>".to_owned();
    for level in 1..=levels {
        let uses = format!("<use href=\"#x{}\"/>", level - 1).repeat(10);
        text.push_str(&group(level, &uses));
    }
    svg(&text)
}

#[test]
fn what_would_take_too_long_is_refused_at_once() {
    let nested = |depth: usize, open: &str, close: &str| {
        svg(&format!(
            "{}<path d=\"M0 0h9v9\"/>{}",
            open.repeat(depth),
            close.repeat(depth)
        ))
    };
    let clips = |levels: usize, kind: &str, property: &str, units: &str| {
        let mut text = format!("<{kind} id=\"x0\"><path d=\"M1 1h2v2z\"/></{kind}>");
        for level in 1..=levels {
            let shapes = format!(
                "<path d=\"M0 0h9v9z\" {property}=\"url(#x{})\"/>",
                level - 1
            );
            let shapes = shapes.repeat(10);
            text.push_str(&format!(
                "<{kind} id=\"x{level}\" {units}>{shapes}</{kind}>"
            ));
        }
        svg(&format!(
            "{text}<path d=\"M0 0h9v9\" {property}=\"url(#x{levels})\"/>"
        ))
    };
    let big = "M-900 -900L900 900L900 -900z";
    let many_references = |group: &dyn Fn(usize) -> String| {
        let groups = (0..430).map(|number| {
            let references = (0..200).map(|n| format!("url({}) ", group(number * 200 + n)));
            format!("<g fill=\"{}\"/>", references.collect::<String>())
        });
        svg(&(groups.collect::<String>() + "<filter/>"))
    };
    let cases: Vec<(&str, String, &str)> = vec![
        (
            "references outside",
            many_references(&|number| number.to_string()),
            "may not refer to anything but its own parts",
        ),
        (
            "references to nothing",
            many_references(&|number| format!("#{number}")),
            "filters, such as blurs",
        ),
        (
            "use",
            bomb(9, |n, uses| format!("<g id=\"x{n}\">{uses}</g>")),
            "over a million elements",
        ),
        (
            "symbols",
            bomb(9, |n, uses| format!("<symbol id=\"x{n}\">{uses}</symbol>")),
            "over a million elements",
        ),
        (
            "11111",
            bomb(4, |n, uses| format!("<g id=\"x{n}\">{uses}</g>")),
            "elements, everything that is referred to",
        ),
        (
            "clips in clips",
            clips(9, "clipPath", "clip-path", ""),
            "over a million elements",
        ),
        (
            "masks in masks",
            clips(9, "mask", "mask", "maskUnits=\"objectBoundingBox\""),
            "over a million elements",
        ),
        (
            "masks by class",
            bomb(5, |n, uses| {
                format!(
                    "<style>.m{n}{{mask:url(#x{n})}}</style><mask id=\"x{n}\">{uses}<path class=\"m{}\" d=\"M0 0h9v9z\"/></mask>",
                    n - 1
                )
            }),
            "elements, everything that is referred to",
        ),
        (
            "use of itself",
            svg("<use id=\"a\" href=\"#a\"/>"),
            "this refers to itself",
        ),
        (
            "use of what is around",
            svg("<g id=\"a\"><g><use href=\"#a\"/></g></g>"),
            "this refers to itself",
        ),
        (
            "use in a circle",
            svg(
                "<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#c\"/></g><g id=\"c\"><use href=\"#a\"/></g>",
            ),
            "this refers to itself",
        ),
        (
            "clip in a circle",
            svg(
                "<clipPath id=\"a\"><path clip-path=\"url(#b)\" d=\"M0 0h9v9\"/></clipPath><clipPath id=\"b\" clip-path=\"url(#a)\"/>",
            ),
            "this refers to itself",
        ),
        (
            "mask in a circle",
            svg("<mask id=\"a\"><g style=\"mask:url(#a)\"/></mask>"),
            "this refers to itself",
        ),
        (
            "gradients in a circle",
            svg("<linearGradient id=\"a\" href=\"#b\"/><linearGradient id=\"b\" href=\"#a\"/>"),
            "this refers to itself",
        ),
        ("nested", nested(65, "<g>", "</g>"), "nested more than 64"),
        ("nested far", nested(30_000, "<g>", "</g>"), ""),
        (
            "nested beyond the file",
            format!("<svg>{}", "<g>".repeat(300_000)),
            "more than 50000 elements and texts",
        ),
        (
            "nested by reference",
            svg(&(1..80).fold("<g id=\"x0\"/>".to_owned(), |text, n| {
                format!("{text}<g id=\"x{n}\"><use href=\"#x{}\"/></g>", n - 1)
            })),
            "nested more than 64",
        ),
        (
            "large copies",
            svg(&format!(
                "<path id=\"a\" d=\"M0 0{}\"/>{}",
                "h1v1".repeat(20_000),
                "<use href=\"#a\"/>".repeat(200)
            )),
            "shown over and over again",
        ),
        (
            "turbulence",
            svg("<filter id=\"a\"><feTurbulence numOctaves=\"100000\"/></filter>"),
            "filters, such as blurs",
        ),
        (
            "blur",
            svg("<filter id=\"a\"><feGaussianBlur stdDeviation=\"100000\"/></filter>"),
            "filters, such as blurs",
        ),
        (
            "blur by name",
            svg("<g style=\"filter:blur(9999px)\"/>"),
            "filters, such as blurs",
        ),
        (
            "shadow",
            svg("<g filter=\"drop-shadow(1px 1px 999px red)\"/>"),
            "filters, such as blurs",
        ),
        (
            "pattern",
            svg("<pattern id=\"a\" width=\"1e9\" height=\"1e9\" patternUnits=\"userSpaceOnUse\"/>"),
            "patterns",
        ),
        (
            "arcs",
            svg("<path d=\"M0 0A1e38 1e38 0 0 0 9 9\"/>"),
            "a number above 1000000 in `d`",
        ),
        (
            "flat arcs",
            svg("<path d=\"M0 0A9 1e-9 90 0 0 9 9\"/>"),
            "an arc in `d` that is more than 1000 times",
        ),
        (
            "numbers",
            svg("<rect width=\"9\" height=\"1e30\"/>"),
            "a number above 1000000 in `height`",
        ),
        (
            "far away",
            svg("<g transform=\"scale(1e9)\"><path d=\"M0 0h9v9z\"/></g>"),
            "more than 1000 times its size away",
        ),
        (
            "wide stroke",
            svg("<path d=\"M0 0h9v9z\" style=\"stroke:red;stroke-width:1e20\"/>"),
            "more than 1000 times its size away",
        ),
        (
            "stops",
            svg(&format!(
                "<linearGradient id=\"a\">{}</linearGradient>",
                "<stop offset=\"0\"/>".repeat(101)
            )),
            "more than 100 colours",
        ),
        (
            "dashes",
            svg("<path d=\"M0 0h9\" stroke=\"red\" stroke-dasharray=\"0.00001\"/>"),
            "dashes on lines",
        ),
        (
            "dashes far away",
            svg(&format!(
                "<path d=\"{big}\" stroke=\"red\" stroke-dasharray=\".1\"/>"
            )),
            "dashes on lines",
        ),
        (
            "edges",
            svg(&format!("<path d=\"M0 0{}\"/>", "V9V0".repeat(60_000))),
            "outlines that are",
        ),
        (
            "wide strokes",
            svg(&format!(
                "<path fill=\"none\" stroke=\"red\" stroke-width=\"99\" d=\"M0 0{}\"/>",
                "h1v1".repeat(9000)
            )),
            "outlines that are",
        ),
        (
            "area",
            svg(&format!("<path d=\"{big}\"/>").repeat(600)),
            "cover 601 times the area",
        ),
        (
            "layers",
            svg(&format!(
                "{}<path d=\"{big}\"/>{}",
                "<g opacity=\".5\">".repeat(9),
                "</g>".repeat(9)
            )),
            "the area of the drawing; expected at most",
        ),
        (
            "layers after each other",
            svg(&format!("<g opacity=\".5\"><path d=\"{big}\"/></g>").repeat(40)),
            "the area of the drawing; expected at most",
        ),
        (
            "size",
            "<svg viewBox=\"0 0 1e5 1e5\"><path d=\"M0 0h9e4v9e4z\"/></svg>".to_owned(),
            "expected 1 to 10000 each way",
        ),
        (
            "width",
            "<svg width=\"100000\" height=\"5\"><path d=\"M0 0h9v9z\"/></svg>".to_owned(),
            "expected 1 to 10000 each way",
        ),
        (
            "tiny",
            "<svg viewBox=\"0 0 1e-9 1e-9\"><path d=\"M0 0h9v9z\"/></svg>".to_owned(),
            "expected 1 to 10000 each way",
        ),
        (
            "attributes",
            svg(&format!(
                "<g {}/>",
                (0..90_000).map(|n| format!("a{n}='' ")).collect::<String>()
            )),
            "more than 300 attributes",
        ),
        (
            "prefixes",
            svg(&(0..20_000)
                .map(|n| format!("<g xmlns:p{n}='q{n}'>"))
                .collect::<String>()),
            "more than 50 prefixes",
        ),
        ("elements", svg(&"<g/>".repeat(11_000)), "11002 elements"),
        (
            "nodes",
            svg(&"<g/>".repeat(60_000)),
            "more than 50000 elements and texts",
        ),
        (
            "many selectors",
            svg(&format!(
                "<style>{}a{{{}}}</style>",
                "a,".repeat(200_000),
                "a:b;".repeat(100_000)
            )),
            "this style sheet is too large",
        ),
        (
            "many rules",
            svg(&format!("<style>{}</style>", "*{fill:red;}".repeat(3000))),
            "",
        ),
        (
            "applied",
            svg(&format!(
                "<style>*{{{}}}</style>{}",
                "fill:red;".repeat(500),
                "<g/>".repeat(5000)
            )),
            "shown over and over again",
        ),
        (
            "selectors that look far",
            svg(&format!(
                "<style>{} path{{fill:red}}</style>",
                "g ".repeat(20)
            )),
            "the selector `",
        ),
        (
            "selectors that look beside",
            svg("<style>g:first-child{fill:red}</style>"),
            "the selector `",
        ),
    ];
    for (name, text, message) in cases {
        let said = said(&text);
        let refused = |said: &String| said.contains("error: ") && said.contains(message);
        assert!(said.iter().any(refused), "{name}: {said:?}");
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

/// The most of everything that is allowed is drawn while somebody waits.
#[test]
fn drawings_at_the_limits_are_drawn_soon() {
    let area = |count: usize| {
        let shapes = "<circle cx=\"5\" cy=\"5\" r=\"9\" fill=\"url(#g)\"/>".repeat(count);
        svg(&format!(
            "<radialGradient id=\"g\"><stop offset=\"0\"/><stop offset=\"1\" stop-color=\"red\"/></radialGradient>{shapes}"
        ))
    };
    for (name, text) in [
        ("area", area(49)),
        (
            "edges",
            svg(&format!(
                "<path d=\"M0 0{}\"/>",
                "V10L9 0 1 10 8 0".repeat(6000)
            )),
        ),
        (
            "elements",
            svg(&"<path d=\"M1 1h.2v.2z\" stroke=\"red\" stroke-width=\".1\"/>".repeat(9900)),
        ),
        (
            "layers",
            svg(&format!(
                "{}<path d=\"M0 0h10v10z\"/>{}",
                "<g opacity=\".9\">".repeat(20),
                "</g>".repeat(20)
            )),
        ),
        (
            "depth",
            svg(&format!(
                "{}<path d=\"M0 0h10v10z\"/>{}",
                "<g>".repeat(62),
                "</g>".repeat(62)
            )),
        ),
        (
            "dashes",
            svg(
                "<path d=\"M0 0L10 10\" stroke=\"red\" stroke-width=\".01\" stroke-dasharray=\".0008\"/>",
            ),
        ),
    ] {
        let drawing = Drawing::of_text(text);
        let drawing = drawing.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(drawing.picture(1024, 1024).is_some());
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
