//! What is wrong with one file, gathered while it is read.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use crate::{
    diagnostics::diagnostic::{Diagnostic, Severity},
    source::{document::Document, key_path::KeyPath},
};

/// Most problems reported of one file; the last of them says that there are more.
pub(crate) const MAX_PROBLEMS: usize = 1000;

/// One problem of the file being read.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// What it is about; a syntax error is about the whole file.
    path: KeyPath,
    span: Range<usize>,
    severity: Severity,
    message: String,
    help: Option<String>,
}

/// Handle on the problem just reported, to say what the way out is.
pub struct Reported<'r>(Option<&'r mut Problem>);

impl Reported<'_> {
    /// Adds a way out.
    pub fn help(self, help: impl Into<Option<String>>) {
        if let (Some(problem), Some(help)) = (self.0, help.into()) {
            problem.help = Some(help);
        }
    }
}

/// The problems of one file.
///
/// A value that was found wrong is *spoilt*: a stand-in takes its place so that reading can go on
/// and find what else is wrong, and later problems about the stand-in are kept back.
#[derive(Clone, Debug, Default)]
pub struct Report {
    problems: Vec<Problem>,
    spoilt: BTreeSet<KeyPath>,
    left_out: bool,
    mentioned: BTreeSet<String>,
    /// Content roots that this file may not refer to, with the mods they are of.
    out_of_reach: BTreeMap<usize, String>,
}

impl Report {
    /// A report on a file that may not refer to some content roots, which are of the mods named.
    pub(crate) fn with_out_of_reach(out_of_reach: BTreeMap<usize, String>) -> Self {
        Self {
            out_of_reach,
            ..Self::default()
        }
    }

    /// The mod whose content this file may not refer to, if a content root is of such a one.
    pub(crate) fn out_of_reach(&self, root: usize) -> Option<&str> {
        self.out_of_reach.get(&root).map(String::as_str)
    }

    /// Reports an error about the value at a path.
    pub fn error(
        &mut self,
        document: &Document<'_>,
        path: &KeyPath,
        message: impl Into<String>,
    ) -> Reported<'_> {
        self.push(path, || document.span(path), Severity::Error, message)
    }

    /// Reports an error about the key at a path.
    pub fn key_error(
        &mut self,
        document: &Document<'_>,
        path: &KeyPath,
        message: impl Into<String>,
    ) -> Reported<'_> {
        self.push(path, || document.key_span(path), Severity::Error, message)
    }

    /// Reports an error about a stretch of the value of the string at a path.
    pub fn string_error(
        &mut self,
        document: &Document<'_>,
        path: &KeyPath,
        stretch: Range<usize>,
        message: impl Into<String>,
    ) -> Reported<'_> {
        let span = || document.span_in_string(path, stretch);
        self.push(path, span, Severity::Error, message)
    }

    /// Reports an error about a path, at a place of the caller's choice.
    pub(crate) fn error_at(
        &mut self,
        path: &KeyPath,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Reported<'_> {
        self.push(path, || span, Severity::Error, message)
    }

    /// Reports an error about a path and marks its value as spoilt.
    pub(crate) fn error_and_spoil(
        &mut self,
        path: &KeyPath,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Reported<'_> {
        let spoilt = self.is_spoilt(path);
        self.spoilt.insert(path.clone());
        if spoilt {
            return Reported(None);
        }
        self.record(path, || span, Severity::Error, message)
    }

    /// Reports a warning about the key at a path.
    pub fn key_warning(
        &mut self,
        document: &Document<'_>,
        path: &KeyPath,
        message: impl Into<String>,
    ) -> Reported<'_> {
        let span = || document.key_span(path);
        self.push(path, span, Severity::Warning, message)
    }

    /// Reports a warning about the value at a path.
    pub fn warning(
        &mut self,
        document: &Document<'_>,
        path: &KeyPath,
        message: impl Into<String>,
    ) -> Reported<'_> {
        let span = || document.span(path);
        self.push(path, span, Severity::Warning, message)
    }

    fn push(
        &mut self,
        path: &KeyPath,
        span: impl FnOnce() -> Range<usize>,
        severity: Severity,
        message: impl Into<String>,
    ) -> Reported<'_> {
        if self.is_spoilt(path) {
            return Reported(None);
        }
        self.record(path, span, severity, message)
    }

    /// Keeps a problem. Where it stands is looked up only if there is room for it, so that a file
    /// with a great many problems is answered soon.
    fn record(
        &mut self,
        path: &KeyPath,
        span: impl FnOnce() -> Range<usize>,
        severity: Severity,
        message: impl Into<String>,
    ) -> Reported<'_> {
        if self.problems.len() >= MAX_PROBLEMS {
            self.left_out = true;
            return Reported(None);
        }
        self.problems.push(Problem {
            path: path.clone(),
            span: span(),
            severity,
            message: message.into(),
            help: None,
        });
        Reported(self.problems.last_mut())
    }

    /// Marks the value at a path as replaced by a stand-in.
    pub(crate) fn spoil(&mut self, path: &KeyPath) {
        self.spoilt.insert(path.clone());
    }

    /// Whether the value at a path, or one it is part of, is a stand-in.
    pub fn is_spoilt(&self, path: &KeyPath) -> bool {
        if self.spoilt.is_empty() {
            return false;
        }
        let mut path = path.clone();
        loop {
            if self.spoilt.contains(&path) {
                return true;
            }
            if path.0.pop().is_none() {
                return false;
            }
        }
    }

    /// Whether something is mentioned for the first time, where saying it once is enough.
    pub(crate) fn mention(&mut self, what: String) -> bool {
        self.mentioned.insert(what)
    }

    /// Whether something at a path or below it is a stand-in.
    pub fn has_spoilt_parts(&self, path: &KeyPath) -> bool {
        // What begins with a path comes right after it in the order of paths.
        let next = self.spoilt.range(path.clone()..).next();
        self.is_spoilt(path) || next.is_some_and(|spoilt| spoilt.starts_with(path))
    }

    /// Whether there are errors about the value at a path or about parts of it.
    pub fn is_broken(&self, path: &KeyPath) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.severity == Severity::Error && problem.path.starts_with(path))
            || self.left_out
    }

    /// Whether nothing keeps the file from being used.
    pub(crate) fn is_sound(&self) -> bool {
        !self.is_broken(&KeyPath::default())
    }

    /// Whether a problem has been reported on a line, counted from 0.
    pub(crate) fn has_problem_on_line(&self, document: &Document<'_>, line: usize) -> bool {
        self.problems
            .iter()
            .any(|problem| document.source.line_of(problem.span.start) == line)
    }

    /// The problems with their places.
    pub(crate) fn diagnostics(&self, document: &Document<'_>) -> Vec<Diagnostic> {
        let mut diagnostics: Vec<Diagnostic> = self
            .problems
            .iter()
            .map(|problem| Diagnostic {
                file: document.source.file.clone(),
                place: Some(document.source.place(problem.span.clone())),
                severity: problem.severity,
                message: problem.message.clone(),
                help: problem.help.clone(),
            })
            .collect();
        if self.left_out {
            diagnostics.push(Diagnostic::about_file(
                document.source.file.clone(),
                format!("more than {MAX_PROBLEMS} problems; the rest are not shown"),
            ));
        }
        diagnostics
    }
}
