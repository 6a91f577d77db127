//! Drawings that would take too long are refused at once; those at the limits are drawn.

use shieldwall_content::Drawing;

use crate::drawings::said;

/// A drawing of these elements.
pub(crate) fn svg(inner: &str) -> String {
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
