//! How deep a file nests, measured on its tokens before anything recursive sees it.

use std::ops::Range;

use toml_parser::{Source, lexer::TokenKind};

/// Deepest nesting of lists, tables and dotted keys.
pub const MAX_NESTING: usize = 32;

/// Where the text first nests deeper than [`MAX_NESTING`], if it does.
///
/// Brackets and the dots of keys both count, since each dot of a key makes one more table.
pub(crate) fn too_deep(text: &str) -> Option<Range<usize>> {
    // What each open bracket added: itself and the dots of the key before it.
    let mut open: Vec<usize> = Vec::new();
    let mut depth = 0;
    let mut dots = 0;
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                open.push(dots + 1);
                depth += dots + 1;
                dots = 0;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                depth -= open.pop().unwrap_or_default();
                dots = 0;
            }
            TokenKind::Dot => dots += 1,
            TokenKind::Comma | TokenKind::Newline => dots = 0,
            _ => {}
        }
        if depth + dots > MAX_NESTING {
            return Some(token.span().start()..token.span().end());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thirty_third_level_is_too_deep() {
        let nested = |depth: usize| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(too_deep(&nested(32)), None);
        assert_eq!(too_deep(&nested(33)), Some(36..37));
        assert_eq!(too_deep(&nested(100_000)), Some(36..37));
    }

    #[test]
    fn inline_tables_and_dotted_keys_count() {
        assert!(too_deep(&"a = {".repeat(33)).is_some());
        assert!(too_deep(&format!("{}z = 1", "a.".repeat(33))).is_some());
        assert!(too_deep(&"{a.b.c = ".repeat(12)).is_some());
        assert_eq!(too_deep(&"a.b = [1.5, 2.5]\n".repeat(100)), None);
    }

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        let brackets = "[".repeat(50);
        assert_eq!(too_deep(&format!("# {brackets}\n")), None);
        assert_eq!(too_deep(&format!("a = \"\"\"\n{brackets}\n\"\"\"")), None);
        assert_eq!(too_deep(&format!("a = '{brackets}'")), None);
    }
}
