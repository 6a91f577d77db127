//! Something that is wrong with a drawing.

use std::ops::Range;

use roxmltree::Node;

use crate::diagnostics::diagnostic::Severity;

/// Most flaws of one drawing that are told.
pub(super) const MAX_FLAWS: usize = 20;

/// Something that is wrong with a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) severity: Severity,
    /// Where, in bytes of the file.
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
}

impl Flaw {
    pub(super) fn error(
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Error,
            span,
            message: message.into(),
            help: help.into(),
        }
    }

    pub(super) fn warning(
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(span, message, help)
        }
    }
}

/// The beginning of an element, such as `<path`.
pub(super) fn start_of(node: Node<'_, '_>) -> Range<usize> {
    let start = node.range().start;
    start..start + 1 + node.tag_name().name().len()
}
