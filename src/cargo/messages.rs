//! What cargo says on its stdout with `--message-format json`.
//!
//! Read by hand and not with the crate `cargo_metadata`: a dozen of its fields
//! are of interest here, and with what it depends on it takes longer to build
//! than this room.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

/// A library, a program, a procedural macro or a build script.
#[derive(Debug, Deserialize)]
pub struct Artifact {
    package_id: String,
    manifest_path: PathBuf,
    pub target: Target,
    pub filenames: Vec<PathBuf>,
    pub executable: Option<PathBuf>,
    /// Whether it was up to date.
    pub fresh: bool,
}

#[derive(Debug, Deserialize)]
pub struct Target {
    pub name: String,
    kind: Vec<String>,
}

impl Artifact {
    pub fn is(&self, kind: &str) -> bool {
        self.target.kind.iter().any(|other| other == kind)
    }

    /// The name of its package if that is a folder, not from a registry or
    /// from git.
    pub fn local_package(&self) -> Option<&str> {
        let id = self.package_id.strip_prefix("path+file://")?;
        // `.../solution#0.1.0`, or with another name `.../solution#name@0.1.0`.
        let (path, version) = id.rsplit_once('#')?;
        match version.split_once('@') {
            Some((name, _)) => Some(name),
            None => path.rsplit('/').next(),
        }
    }

    /// The folder of its package.
    pub fn folder(&self) -> &Path {
        let folder = self.manifest_path.parent();
        folder.expect("a manifest is in a folder")
    }
}

/// An error of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerError {
    /// The name of the library or program.
    pub target: String,
    /// Relative to the workspace's root, or absolute.
    pub file: Option<PathBuf>,
    /// Line and column.
    pub place: (usize, usize),
    /// The message's first line.
    pub message: String,
    /// Whether the reason seems to be a full disk, and not the code.
    pub disk_is_full: bool,
    /// Whether something is missing that another module may have: a path, a macro,
    /// or what is implemented for a type.
    pub misses_something: bool,
}

/// Whether a message says that a disk is full: in the words of the system, or in
/// those of a linker that writes through memory.
pub fn says_disk_is_full(text: &str) -> bool {
    [
        "No space left on device",
        "Disk quota exceeded",
        "There is not enough space on the disk",
        "terminated with signal 7 [Bus error]",
    ]
    .iter()
    .any(|words| text.contains(words))
}

/// Whether a message of the compiler is about an error.
pub fn is_error(line: &Value) -> bool {
    let level = line["message"]["level"].as_str();
    level.is_some_and(|level| level.starts_with("error"))
}

impl CompilerError {
    /// Reads a message of the compiler, about the workspace at `root`; `None` if it
    /// is no error, or a summary of others.
    pub fn read(line: &Value, root: &Path) -> Option<Self> {
        let diagnostic = &line["message"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let message = text(&diagnostic["message"]);
        let spans = diagnostic["spans"].as_array()?;
        let summary = spans.is_empty() && message.starts_with("aborting due to");
        if !is_error(line) || summary {
            return None;
        }
        let span = spans.iter().find(|span| span["is_primary"] == true);
        let span = span.map(|span| written(span, root));
        let number = |key| span.and_then(|span| usize::try_from(span[key].as_u64()?).ok());
        let place = ["line_start", "column_start"].map(|key| number(key).unwrap_or_default());
        let rendered = diagnostic["rendered"].as_str().unwrap_or(&message);
        let code = diagnostic["code"]["code"].as_str().unwrap_or_default();
        let misses_something = ["E0277", "E0432", "E0433", "E0599"].contains(&code)
            || message.starts_with("cannot find macro");
        Some(Self {
            misses_something,
            target: text(&line["target"]["name"]),
            file: span.map(|span| text(&span["file_name"]).into()),
            place: place.into(),
            // In code these may be words of a text.
            disk_is_full: span.is_none() && says_disk_is_full(rendered),
            message: message.lines().next().unwrap_or_default().to_owned(),
        })
    }
}

/// The folders of a workspace that have the library, whose macros days call.
const LIBRARIES: [&str; 2] = ["vendor", "solution"];

/// The span in the workspace from which macros of other crates were called.
fn written<'a>(mut span: &'a Value, root: &Path) -> &'a Value {
    let is_own = |span: &Value| {
        let file = root.join(span["file_name"].as_str().unwrap_or_default());
        let inner = file.strip_prefix(root);
        inner.is_ok_and(|inner| !LIBRARIES.iter().any(|folder| inner.starts_with(folder)))
    };
    while span["expansion"].is_object() && !is_own(span) {
        span = &span["expansion"]["span"];
    }
    span
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn error(level: &str, message: &str, spans: &Value) -> Option<CompilerError> {
        let line = json!({
            "target": {"name": "year2020"},
            "message": {"message": message, "level": level, "spans": spans, "code": null}
        });
        CompilerError::read(&line, Path::new("/r"))
    }

    #[test]
    fn a_full_disk_is_told_from_an_error_of_the_code() {
        let linker = "linking with `cc` failed: exit status: 1";
        let span = json!([{"file_name": "a.rs", "line_start": 3, "is_primary": true}]);
        for (message, spans, is_full) in [
            (
                "failed to write `x`: No space left on device (os error 28)",
                json!([]),
                true,
            ),
            ("ld terminated with signal 7 [Bus error]", json!([]), true),
            ("No space left on device", span, false),
            (linker, json!([]), false),
        ] {
            let error = error("error", message, &spans).unwrap();
            assert_eq!(error.disk_is_full, is_full, "{message}");
        }
    }

    #[test]
    fn reads_the_place_of_an_error() {
        let span = |file: &str, is_primary: bool, expansion: Value| {
            json!({"file_name": file, "line_start": 3, "column_start": 5,
                   "is_primary": is_primary, "expansion": expansion})
        };
        let spans = json!([
            span("b.rs", false, Value::Null),
            span("a.rs", true, Value::Null)
        ]);
        let found = error("error", "expected `crate::day02`\nmore", &spans).unwrap();
        assert_eq!(found.file.as_deref(), Some(Path::new("a.rs")));
        assert_eq!(
            (found.place, found.message.as_str()),
            ((3, 5), "expected `crate::day02`")
        );
        assert_eq!(error("warning", "unused", &spans), None);
        assert_eq!(
            error("error", "aborting due to 1 previous error", &json!([])),
            None
        );
        let call = json!({"span": span("day.rs", true, Value::Null)});
        for file in ["/rustc/1/library/core.rs", "vendor/aoc-solution/a.rs"] {
            let spans = json!([span(file, true, call.clone())]);
            let found = error("error", "no", &spans).unwrap();
            assert_eq!(found.file.as_deref(), Some(Path::new("day.rs")), "{file}");
        }
    }
}
