//! A report as one HTML file: no scripts, nothing from elsewhere, readable by day and by night.

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{
    LabError,
    charts::{FAINT, INK},
};

/// What every page says of itself in its head.
pub(crate) const GENERATOR: &str = "Shieldwall";

const STYLE: &str = "
:root { color-scheme: light dark; --ground: #fcfcfb; --ink: #222221; --quiet: #63635f;
  --faint: #d6d6d2; --raised: #f1f1ee; --warning: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --ground: #191a1c; --ink: #e6e5e1; --quiet: #a3a39d;
  --faint: #3b3d41; --raised: #232528; --warning: #f0b35a; } }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; }
p { margin: .4rem 0; }
.quiet, figcaption { color: var(--quiet); }
.warning { color: var(--warning); font-weight: 600; }
figure { margin: .8rem 0; overflow-x: auto; }
figcaption { font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--faint); padding: .25rem .7rem; text-align: right;
  white-space: nowrap; }
th { background: var(--raised); font-weight: 600; }
th:first-child, td:first-child { text-align: left; }
td.words, th.words { text-align: left; white-space: normal; }
summary { cursor: pointer; }
svg { display: block; height: auto; max-width: 100%; }
svg text { font-family: system-ui, sans-serif; }
";

/// A page with this title and body.
pub(crate) fn page(title: &str, body: &Markup) -> String {
    // Plots are drawn in colours that stand for those of the page.
    let colour = |colour: plotters::style::RGBColor, variable: &str| {
        let name = format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2);
        format!(
            "svg [fill='{name}'] {{ fill: var({variable}); }}\nsvg [stroke='{name}'] {{ stroke: var({variable}); }}\n"
        )
    };
    let style = format!(
        "{STYLE}{}{}",
        colour(INK, "--ink"),
        colour(FAINT, "--faint")
    );
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content=(GENERATOR);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) " · Shieldwall" }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    }
    .into_string()
}

/// A plot with what it shows in words.
///
/// # Errors
/// That of drawing it.
pub(crate) fn figure(svg: Result<String, LabError>, caption: &str) -> Result<Markup, LabError> {
    let svg = svg?;
    // The library that draws escapes what it writes.
    Ok(html! {
        figure {
            div role="img" aria-label=(caption) { (PreEscaped(svg)) }
            figcaption { (caption) }
        }
    })
}

/// A table with titles, the first column being names.
pub(crate) fn table<const N: usize>(
    titles: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { @for title in titles { th scope="col" { (title) } } } }
                tbody {
                    @for row in rows {
                        tr { @for cell in row { td { (cell) } } }
                    }
                }
            }
        }
    }
}

/// What was played, by name.
pub(crate) fn facts<'n>(facts: impl IntoIterator<Item = (&'n str, String)>) -> Markup {
    html! {
        div.scroll {
            table {
                @for (name, value) in facts { tr { td { (name) } td.words { (value) } } }
            }
        }
    }
}

/// Rule options in words.
pub(crate) fn options(options: &BTreeMap<String, String>) -> String {
    if options.is_empty() {
        return "none".to_owned();
    }
    let options = options.iter();
    let named: Vec<String> = options
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    named.join(", ")
}
