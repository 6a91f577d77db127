//! The words of a source file, without its tests: texts, names, and what paths begin with.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream::IntoIter};

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct SourceWords {
    /// Texts in quotes.
    pub(super) texts: BTreeSet<String>,
    /// Names of types, functions, modules, variables.
    pub(super) names: BTreeSet<String>,
    /// Names with `::` after them.
    pub(super) paths: BTreeSet<String>,
}

impl SourceWords {
    /// Reads Rust.
    ///
    /// # Panics
    /// If it is none.
    pub(super) fn of(source: &str) -> Self {
        let mut words = Self::default();
        words.read(source.parse().unwrap());
        words
    }

    fn read(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    let Some(TokenTree::Group(attribute)) = tokens.peek() else {
                        continue;
                    };
                    let written = attribute.stream().to_string().replace(' ', "");
                    let is_text = written.starts_with("doc=");
                    if written == "cfg(test)" {
                        tokens.next();
                        skip_item(&mut tokens);
                    } else if is_text {
                        tokens.next();
                    }
                }
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let text = text.trim_start_matches(['r', '#']).trim_end_matches('#');
                    let text = text
                        .strip_prefix('"')
                        .and_then(|text| text.strip_suffix('"'));
                    self.texts.extend(text.map(str::to_owned));
                }
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    let mut ahead = tokens.clone();
                    let mut colon = || {
                        let next = ahead.next();
                        matches!(next, Some(TokenTree::Punct(sign)) if sign.as_char() == ':')
                    };
                    if colon() && colon() {
                        self.paths.insert(name.clone());
                    }
                    self.names.insert(name);
                }
                TokenTree::Punct(_) => {}
            }
        }
    }
}

/// Goes on after the end of an item.
fn skip_item(tokens: &mut std::iter::Peekable<IntoIter>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            TokenTree::Punct(sign) if sign.as_char() == ';' => return,
            _ => {}
        }
    }
}

/// The words that a name is made of, in small letters: `AttackEstimate` and `attack_estimate` are both
/// `attack`, `estimate`.
pub(super) fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() && was_small {
            parts.push(String::new());
        }
        was_small = letter.is_lowercase() || letter.is_ascii_digit();
        if letter != '_' {
            parts.last_mut().unwrap().extend(letter.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
