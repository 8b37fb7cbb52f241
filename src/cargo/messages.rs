//! What cargo says on its stdout with `--message-format json`.
//!
//! Read by hand and not with the crate `cargo_metadata`: a dozen of its fields
//! are of interest here, and with what it depends on it takes longer to build
//! than this room.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A line that matters here.
#[derive(Debug, Deserialize)]
#[serde(tag = "reason")]
pub enum Message {
    /// Something was compiled, or was up to date.
    #[serde(rename = "compiler-artifact")]
    Artifact(Artifact),
    #[serde(rename = "compiler-message")]
    Compiler(FromCompiler),
    #[serde(rename = "build-script-executed")]
    BuildScript(BuildScript),
    #[serde(other)]
    Other,
}

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

/// What a build script told cargo is in the file `output` beside this folder.
#[derive(Debug, Deserialize)]
pub struct BuildScript {
    pub out_dir: PathBuf,
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

/// What the compiler said about a package.
#[derive(Debug, Deserialize)]
pub struct FromCompiler {
    target: Target,
    message: Diagnostic,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    message: String,
    code: Option<Code>,
    level: String,
    rendered: Option<String>,
    spans: Vec<Span>,
}

#[derive(Debug, Deserialize)]
struct Code {
    code: String,
}

#[derive(Debug, Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

/// The macro call that a span comes from.
#[derive(Debug, Deserialize)]
struct Expansion {
    span: Span,
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
    /// The code, such as `E0433`; empty if it has none.
    code: String,
    /// Whether the reason seems to be a full disk, and not the code.
    pub disk_is_full: bool,
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

impl FromCompiler {
    pub fn rendered(&self) -> Option<&str> {
        self.message.rendered.as_deref()
    }

    pub fn is_error(&self) -> bool {
        self.message.level.starts_with("error")
    }

    /// The error, if it is one and not a summary of others, in the workspace
    /// at `root`.
    pub fn error(&self, root: &Path) -> Option<CompilerError> {
        let message = &self.message;
        let summary = message.spans.is_empty() && message.message.starts_with("aborting due to");
        if !self.is_error() || summary {
            return None;
        }
        let span = message.spans.iter().find(|span| span.is_primary);
        let span = span.map(|span| written(span, root));
        let first_line = message.message.lines().next();
        let rendered = message.rendered.as_deref().unwrap_or(&message.message);
        Some(CompilerError {
            target: self.target.name.clone(),
            file: span.map(|span| PathBuf::from(&span.file_name)),
            place: span.map_or((0, 0), |span| (span.line_start, span.column_start)),
            message: first_line.unwrap_or_default().to_owned(),
            code: message
                .code
                .as_ref()
                .map_or_else(String::new, |it| it.code.clone()),
            // In code these may be words of a text.
            disk_is_full: span.is_none() && says_disk_is_full(rendered),
        })
    }
}

impl CompilerError {
    /// The names that the compiler misses, if another module may have them: of a
    /// module, of a macro, or of what is implemented for a type.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let elsewhere = ["", "E0277", "E0432", "E0433", "E0599"].contains(&self.code.as_str());
        let quoted = self.message.split('`').nth(1).filter(|_| elsewhere);
        let quoted = quoted.unwrap_or_default();
        identifiers(quoted).filter(|name| *name != "crate" && *name != "super")
    }
}

/// The words of a source that may be names.
pub fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// The folders of a workspace that have the library, whose macros days call.
const LIBRARIES: [&str; 2] = ["vendor", "solution"];

/// The span in the workspace from which macros of other crates were called.
fn written<'a>(mut span: &'a Span, root: &Path) -> &'a Span {
    let is_own = |span: &Span| {
        let file = root.join(&span.file_name);
        let inner = file.strip_prefix(root);
        inner.is_ok_and(|inner| !LIBRARIES.iter().any(|folder| inner.starts_with(folder)))
    };
    while let Some(expansion) = &span.expansion
        && !is_own(span)
    {
        span = &expansion.span;
    }
    span
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(id: &str) -> Artifact {
        let line = format!(
            r#"{{"reason":"compiler-artifact","package_id":"{id}","manifest_path":"/r/solution/Cargo.toml",
            "target":{{"kind":["bin"],"name":"year2020"}},"filenames":["/r/target/aoc/year2020"],
            "executable":"/r/target/aoc/year2020","fresh":true,"more":1}}"#
        );
        match serde_json::from_str(&line).unwrap() {
            Message::Artifact(artifact) => artifact,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn reads_artifacts() {
        let names = [
            ("path+file:///r/solution#0.1.0", Some("solution")),
            (
                "path+file:///r/solution#aoc-solution@0.1.0",
                Some("aoc-solution"),
            ),
            ("registry+https://registry.example/index#anyhow@1.0.1", None),
        ];
        for (id, name) in names {
            assert_eq!(artifact(id).local_package(), name, "{id}");
        }
        assert_eq!(artifact("").folder(), Path::new("/r/solution"));
        assert!(artifact("").is("bin") && !artifact("").is("lib"));
    }

    #[test]
    fn other_lines_are_skipped() {
        let finished = r#"{"reason":"build-finished","success":true}"#;
        let message = serde_json::from_str(finished).unwrap();
        assert!(matches!(message, Message::Other));
    }

    fn from_compiler(level: &str, message: &str, spans: &str) -> FromCompiler {
        let line = format!(
            r#"{{"reason":"compiler-message","package_id":"x","target":{{"kind":["bin"],"name":"year2020"}},
            "message":{{"message":"{message}","level":"{level}","rendered":"shown","spans":{spans},"children":[],"code":null}}}}"#
        );
        match serde_json::from_str(&line).unwrap() {
            Message::Compiler(message) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_full_disk_is_told_from_an_error_of_the_code() {
        let of_rustc = "failed to write `x.rmeta`: No space left on device (os error 28)";
        assert!(says_disk_is_full(of_rustc));
        assert!(says_disk_is_full(
            "linking with `cc` failed: exit status: 1\n = note: collect2: fatal error: ld \
             terminated with signal 7 [Bus error]"
        ));
        assert!(!says_disk_is_full(
            "linking with `cc` failed: exit status: 1"
        ));
        let full = |spans: &str| {
            let line = from_compiler("error", "failed", spans);
            let message = Diagnostic {
                rendered: Some(of_rustc.to_owned()),
                ..line.message
            };
            let error = FromCompiler { message, ..line }.error(Path::new("/r"));
            error.unwrap().disk_is_full
        };
        assert!(full("[]"));
        let quoted = r#"[{"file_name":"a.rs","line_start":3,"column_start":5,"is_primary":true}]"#;
        assert!(!full(quoted));
    }

    #[test]
    fn reads_the_place_of_an_error() {
        let span = |file: &str, primary: bool, expansion: &str| {
            format!(
                r#"{{"file_name":"{file}","line_start":3,"column_start":5,"is_primary":{primary},"expansion":{expansion},"text":[]}}"#
            )
        };
        let plain = format!(
            "[{},{}]",
            span("b.rs", false, "null"),
            span("a.rs", true, "null")
        );
        let error = from_compiler("error", "expected `;`\\nmore", &plain)
            .error(Path::new("/r"))
            .unwrap();
        assert_eq!(error.file.as_deref(), Some(Path::new("a.rs")));
        assert_eq!(
            (error.place, error.message.as_str()),
            ((3, 5), "expected `;`")
        );

        let call = format!(
            r#"{{"span":{},"macro_decl_name":"x!"}}"#,
            span("day.rs", true, "null")
        );
        for file in ["/rustc/1/library/core.rs", "vendor/aoc-solution/a.rs"] {
            let expanded = format!("[{}]", span(file, true, &call));
            let error = from_compiler("error", "no", &expanded)
                .error(Path::new("/r"))
                .unwrap();
            assert_eq!(error.file.as_deref(), Some(Path::new("day.rs")), "{file}");
        }

        assert_eq!(
            from_compiler("warning", "unused", &plain).error(Path::new("/r")),
            None
        );
        let aborting = from_compiler("error", "aborting due to 1 previous error", "[]");
        assert_eq!(aborting.error(Path::new("/r")), None);
        let linker = from_compiler("error", "linking failed", "[]")
            .error(Path::new("/r"))
            .unwrap();
        assert_eq!((linker.file, linker.disk_is_full), (None, false));
        assert_eq!(aborting.rendered(), Some("shown"));
    }
}
