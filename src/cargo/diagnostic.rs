//! Reads the messages of the compiler: their places, days and causes.

use std::collections::BTreeSet;
use std::iter;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::{CliError, Exit};
use crate::project::source::tokens;
use crate::project::{LIBRARY, Project};
use crate::puzzle::{Day, parse_day_name};

/// A message from the compiler.
pub struct Diagnostic {
    pub level: Level,
    /// The file, the line and the column of the message. `None` for a message without a place, such
    /// as a message of the linker.
    pub place: Option<String>,
    /// The first line of the message. Without a place, it begins with the name of the program.
    pub text: String,
    /// The days that the message is about. Empty if it is about all days.
    pub days: BTreeSet<Day>,
    /// The days that are named in the code of the message's spans.
    pub named_days: BTreeSet<Day>,
    pub cause: Cause,
    pub package_id: String,
    /// The files and lines of the message. For code in a macro, also the files and lines that call
    /// the macro.
    pub lines: Vec<(PathBuf, u64)>,
    /// The code of the message's spans.
    pub code: String,
    /// The text that cargo shows.
    pub rendered: String,
}

/// The cause of a compiler error. Only causes that affect the build are distinguished.
#[derive(Clone, Copy, PartialEq)]
pub enum Cause {
    /// Something is unused. A day that this build leaves out may use it.
    Unused,
    /// An unstable feature is declared, which a stable compiler refuses, or is used without a
    /// declaration.
    UnstableFeature,
    /// There is no function, type or imported item with a name. Since the edition 2018, this does
    /// not depend on the edition.
    UnknownName,
    /// The code violates a lint. The compiler does not check all lints after another error.
    Lint,
    DiskFull,
    /// The linker failed for another reason than a full disk.
    Linking,
    Other,
}

impl Cause {
    /// The cause that follows from the name of the lint or the number of the error, and from the
    /// first line of the message.
    fn of(code: Option<&str>, first_line: &str) -> Self {
        match code {
            Some("dead_code") => Self::Unused,
            Some("E0554" | "E0658") => Self::UnstableFeature,
            Some("E0412" | "E0425" | "E0432") => Self::UnknownName,
            Some(code) if !code.starts_with('E') => Self::Lint,
            _ if first_line.starts_with("linking with ") => Self::Linking,
            _ => Self::Other,
        }
    }
}

/// The levels of messages.
#[derive(Clone, Copy, PartialEq)]
pub enum Level {
    Error,
    /// A warning or a note.
    Warning,
    /// The message that lists the codes of all errors, and says how to get explanations.
    Explanation,
}

impl Level {
    /// The level of a message to which the compiler gives this level.
    fn of(level: &str) -> Self {
        match level {
            "failure-note" => Self::Explanation,
            // The level of an internal compiler error also begins with `error`.
            level if level.starts_with("error") => Self::Error,
            _ => Self::Warning,
        }
    }
}

/// Messages about a full disk, from the system and from a linker that maps its output into memory.
/// `isk` matches `Disk` and `disk`.
const DISK_FULL: &[&str] = &[
    "No space left on device",
    "isk quota exceeded",
    "[Bus error]",
];

/// True if a message is about a full disk.
pub fn says_disk_full(text: &str) -> bool {
    DISK_FULL.iter().any(|words| text.contains(words))
}

/// The end of an error about a full disk.
pub const DISK_FULL_QUESTION: &str = "; is the disk full?";

/// A message of the compiler, as cargo passes it on.
#[derive(Deserialize)]
pub struct CompilerMessage {
    #[serde(default)]
    package_id: String,
    target: CompiledTarget,
    message: RustcDiagnostic,
}

#[derive(Deserialize)]
struct CompiledTarget {
    name: String,
}

#[derive(Deserialize)]
struct RustcDiagnostic {
    message: String,
    level: String,
    code: Option<DiagnosticCode>,
    spans: Vec<CodeSpan>,
    rendered: Option<String>,
}

/// The name of a lint or the number of an error.
#[derive(Deserialize)]
struct DiagnosticCode {
    code: String,
}

/// A place in the code that belongs to a message.
#[derive(Deserialize)]
struct CodeSpan {
    file_name: String,
    line_start: u64,
    column_start: u64,
    is_primary: bool,
    #[serde(default)]
    text: Vec<SpanLine>,
    /// The call of the macro that contains the span.
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct SpanLine {
    text: String,
}

#[derive(Deserialize)]
struct Expansion {
    span: CodeSpan,
}

impl CodeSpan {
    fn file(&self, root: &Path) -> PathBuf {
        root.join(&self.file_name)
    }

    fn code_lines(&self) -> impl Iterator<Item = &str> {
        self.text.iter().map(|line| &*line.text)
    }

    /// This span, the span of the macro call that it comes from, the span of the outer macro call,
    /// and so on.
    fn expansion_chain(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |span| Some(&span.expansion.as_ref()?.span))
    }
}

impl Diagnostic {
    /// Reads a message. Returns `None` for the message that only counts the other messages.
    pub fn read(message: CompilerMessage, project: &Project) -> Option<Self> {
        let CompilerMessage {
            package_id,
            target,
            message,
        } = message;
        if message.message.starts_with("aborting due to") {
            return None;
        }
        let first_line = message.message.lines().next().unwrap_or_default();
        let rendered = message.rendered.unwrap_or_default();
        let code: Vec<&str> = message
            .spans
            .iter()
            .flat_map(CodeSpan::expansion_chain)
            .flat_map(CodeSpan::code_lines)
            .collect();
        let words = code.iter().flat_map(|line| tokens(line));
        let named_days = words.filter_map(parse_day_name).collect();
        let mut primary = message.spans.iter().filter(|span| span.is_primary);
        let lines = primary
            .clone()
            .flat_map(CodeSpan::expansion_chain)
            .map(|span| (span.file(project.root()), span.line_start))
            .collect();
        let mut days = BTreeSet::new();
        let mut place = None;
        let lint = message.code.as_ref().map(|code| &*code.code);
        let mut cause = Cause::of(lint, first_line);
        let mut text = first_line.to_owned();
        if let Some(span) = primary.next() {
            let (span, day) = span_of_error(span, project);
            days.extend(day);
            let file = span.file(project.root());
            let shown = project.shown(&file);
            let row = span.line_start;
            let column = span.column_start;
            place = Some(format!("{shown}:{row}:{column}"));
            // Packages that are not years are compiled completely.
            let is_shared = days.is_empty() && project.year_of(&file).is_some();
            if is_shared && matches!(lint, Some("unused_imports" | "unused_macros")) {
                cause = Cause::Unused;
            }
        } else {
            text = format!("{}: {first_line}", target.name);
            if says_disk_full(&rendered) {
                cause = Cause::DiskFull;
                text += DISK_FULL_QUESTION;
            }
        }
        Some(Self {
            level: Level::of(&message.level),
            place,
            text,
            days,
            named_days,
            cause,
            package_id,
            lines,
            code: code.join("\n"),
            rendered,
        })
    }

    /// The place and the first line of the message.
    pub fn message(&self) -> String {
        match &self.place {
            Some(place) => format!("{place}: {}", self.text),
            None => self.text.clone(),
        }
    }

    /// The reason why a day was not built.
    pub fn failure(&self) -> CliError {
        let exit = match self.cause {
            Cause::DiskFull => Exit::Files,
            _ => Exit::Failed,
        };
        CliError::new(exit, self.message())
    }
}

/// Finds the span that an error is shown at, and its day: the innermost span in the code of a day,
/// or else the innermost span in the user's files, or else the span that calls a macro of another
/// crate.
fn span_of_error<'a>(span: &'a CodeSpan, project: &Project) -> (&'a CodeSpan, Option<Day>) {
    for span in span.expansion_chain() {
        let line = span.code_lines().next().unwrap_or_default();
        let day = day_of_span(project, &span.file(project.root()), line);
        if day.is_some() {
            return (span, day);
        }
    }
    let of_user = span
        .expansion_chain()
        .find(|span| is_from_user(span, project.root()));
    (
        of_user.or(span.expansion_chain().last()).unwrap_or(span),
        None,
    )
}

/// True if a span is in the user's files. The library does not count as the user's, although it
/// contains macros that days call.
fn is_from_user(span: &CodeSpan, root: &Path) -> bool {
    let file = span.file(root);
    file.starts_with(root) && !is_of_library(&file, root)
}

/// True for a file of the library. The repository of aoc itself has no copy of the library, but the
/// original in `solution`.
fn is_of_library(file: &Path, root: &Path) -> bool {
    let copy = root.join(LIBRARY);
    file.starts_with(&copy) || !copy.is_dir() && file.starts_with(root.join("solution"))
}

/// The day that an error belongs to, found by the file, or by the name of a day in a line of
/// `main.rs`.
fn day_of_span(project: &Project, file: &Path, line: &str) -> Option<Day> {
    if file != project.main_rs(project.year_of(file)?) {
        return project.puzzle_of(file).map(|puzzle| puzzle.day);
    }
    tokens(line).into_iter().find_map(parse_day_name)
}

#[cfg(test)]
pub use tests::error as test_error;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::{with_slashes, write};

    pub fn error(message: &str, spans: &Value) -> Option<Diagnostic> {
        let (_temp, project) = crate::testing::project(&[]);
        error_in(&project, message, spans)
    }

    fn error_in(project: &Project, message: &str, spans: &Value) -> Option<Diagnostic> {
        let line = json!({
            "target": {"name": "year2020"},
            "message": {"message": message, "rendered": message, "level": "error",
                        "spans": spans, "code": null}
        });
        Diagnostic::read(serde_json::from_value(line).unwrap(), project)
    }

    #[test]
    fn errors_of_the_code_have_a_place_and_a_full_disk_another_exit_code() {
        let span = |file: &str, is_primary: bool, expansion: Value| {
            json!({"file_name": file, "line_start": 3, "column_start": 5,
                   "is_primary": is_primary, "expansion": expansion})
        };
        let day = "days/year2020/day01.rs";
        let call = json!({"span": span(day, true, Value::Null)});
        for file in [day, "/rustc/1/library/core.rs", "vendor/aoc-solution/a.rs"] {
            let other = span("b.rs", false, Value::Null);
            let spans = json!([other, span(file, true, call.clone())]);
            let found = error("No space left on device\nmore", &spans).unwrap();
            assert_eq!(
                found.place.as_deref().map(with_slashes),
                Some(format!("{day}:3:5"))
            );
            assert_eq!(found.text, "No space left on device");
            let message = format!("{day}:3:5: No space left on device");
            assert_eq!(with_slashes(&found.message()), message);
            assert_eq!(found.days, [Day::of(1)].into());
        }
        // A module that several days share calls a macro of the library.
        let shared = "days/year2020/grid.rs";
        let call = json!({"span": span(shared, true, Value::Null)});
        for file in [
            "vendor/aoc-solution/a.rs",
            "solution/src/a.rs",
            "/other/lib.rs",
        ] {
            let found = error("wrong", &json!([span(file, true, call.clone())])).unwrap();
            let message = with_slashes(&found.message());
            assert_eq!(message, format!("{shared}:3:5: wrong"), "{file}");
            assert_eq!(found.days, BTreeSet::new());
        }
        // If a repository has a copy of the library, all other files are the user's.
        let (_temp, project) = crate::testing::project(&[]);
        write(&project.root().join(LIBRARY), "Cargo.toml", "");
        for (file, named) in [
            ("vendor/aoc-solution/a.rs", shared),
            ("vendor/other/a.rs", "vendor/other/a.rs"),
            ("solution/src/a.rs", "solution/src/a.rs"),
        ] {
            let spans = json!([span(file, true, call.clone())]);
            let found = error_in(&project, "wrong", &spans).unwrap();
            let message = with_slashes(&found.message());
            assert_eq!(message, format!("{named}:3:5: wrong"));
        }
        // A day calls the outer of two nested macros of the module.
        let day_call = json!({"span": span(day, true, Value::Null)});
        let outer = json!({"span": span(shared, true, day_call)});
        let found = error("wrong", &json!([span(shared, true, outer)])).unwrap();
        let message = with_slashes(&found.message());
        assert_eq!(message, format!("{day}:3:5: wrong"));
        let none = json!([]);
        for (message, exit) in [
            ("failed to write `x`: No space left on device", Exit::Files),
            ("ld terminated with signal 7 [Bus error]", Exit::Files),
            ("linking with `cc` failed: exit status: 1", Exit::Failed),
        ] {
            let found = error(message, &none).unwrap().failure().exit;
            assert_eq!(found, exit, "{message}");
        }
        assert!(error("aborting due to 1 previous error", &none).is_none());
    }
}
