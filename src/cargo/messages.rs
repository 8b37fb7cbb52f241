//! What cargo says on its stdout with `--message-format json`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A line that matters to us.
#[derive(Debug, Deserialize)]
#[serde(tag = "reason")]
pub enum Message {
    /// Something is compiled, or was before.
    #[serde(rename = "compiler-artifact")]
    Built(Artifact),
    /// The compiler has something to say.
    #[serde(rename = "compiler-message")]
    Said(FromCompiler),
    /// Anything else.
    #[serde(other)]
    Other,
}

/// A compiled library or program.
#[derive(Debug, Deserialize)]
pub struct Artifact {
    package_id: String,
    manifest_path: PathBuf,
    target: Target,
    /// Whether it was there already.
    pub fresh: bool,
    /// The program.
    pub executable: Option<PathBuf>,
}

/// A package of the user's own, not from a registry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalPackage {
    /// Where its manifest is.
    pub folder: PathBuf,
    /// Its name.
    pub name: String,
}

impl Artifact {
    /// Whether it is the program of this name.
    pub fn is_program(&self, name: &str) -> bool {
        self.executable.is_some() && self.target.name == name && self.is("bin")
    }

    /// Whether it is a program.
    pub fn is(&self, kind: &str) -> bool {
        self.target.kind.iter().any(|other| other == kind)
    }

    /// The package it is of, if it is a local one.
    pub fn local_package(&self) -> Option<LocalPackage> {
        let id = self.package_id.strip_prefix("path+file://")?;
        // `.../solution#0.1.0`, or with another name `.../solution#name@0.1.0`.
        let (path, version) = id.rsplit_once('#')?;
        let name = match version.split_once('@') {
            Some((name, _)) => name,
            None => path.rsplit('/').next()?,
        };
        Some(LocalPackage {
            folder: self.manifest_path.parent()?.to_path_buf(),
            name: name.to_owned(),
        })
    }
}

/// What the compiler said of a package.
#[derive(Debug, Deserialize)]
pub struct FromCompiler {
    target: Target,
    message: Diagnostic,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    message: String,
    level: String,
    rendered: Option<String>,
    spans: Vec<Span>,
}

#[derive(Debug, Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

/// The macro's call that a span comes from.
#[derive(Debug, Deserialize)]
struct Expansion {
    span: Span,
}

/// An error of the compiler's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerError {
    /// The library or program.
    pub target: String,
    /// The file, relative to the folder that cargo ran in or absolute.
    pub file: Option<PathBuf>,
    /// Line and column.
    pub place: (usize, usize),
    /// The message's first line.
    pub message: String,
}

impl FromCompiler {
    /// As cargo would show it.
    pub fn rendered(&self) -> Option<&str> {
        self.message.rendered.as_deref()
    }

    /// The error, if it is one and no summary of others, in the project at
    /// `root`.
    pub fn error(&self, root: &Path) -> Option<CompilerError> {
        let message = &self.message;
        let summary = message.spans.is_empty() && message.message.starts_with("aborting due to");
        if !message.level.starts_with("error") || summary {
            return None;
        }
        let span = message.spans.iter().find(|span| span.is_primary);
        let span = span.map(|span| written(span, root));
        Some(CompilerError {
            target: self.target.name.clone(),
            file: span.map(|span| PathBuf::from(&span.file_name)),
            place: span.map_or((0, 0), |span| (span.line_start, span.column_start)),
            message: message
                .message
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned(),
        })
    }
}

/// Where in the project the user wrote what a macro of another crate became.
fn written<'a>(mut span: &'a Span, root: &Path) -> &'a Span {
    while let Some(expansion) = &span.expansion
        && !root.join(&span.file_name).starts_with(root)
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
            "target":{{"kind":["bin"],"name":"year2020"}},"executable":"/r/target/aoc/year2020","fresh":true,"more":1}}"#
        );
        match serde_json::from_str(&line).unwrap() {
            Message::Built(artifact) => artifact,
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
            let package = artifact(id).local_package();
            assert_eq!(package.as_ref().map(|it| it.name.as_str()), name, "{id}");
            assert!(package.is_none_or(|it| it.folder == Path::new("/r/solution")));
        }
        assert!(artifact("").is_program("year2020"));
        assert!(!artifact("").is_program("year2021"));
    }

    #[test]
    fn other_lines_are_of_no_interest() {
        for line in [
            r#"{"reason":"build-finished","success":true}"#,
            r#"{"reason":"build-script-executed","package_id":"x"}"#,
        ] {
            let message = serde_json::from_str(line).unwrap();
            assert!(matches!(message, Message::Other), "{line}");
        }
    }

    fn from_compiler(level: &str, message: &str, spans: &str) -> FromCompiler {
        let line = format!(
            r#"{{"reason":"compiler-message","package_id":"x","target":{{"kind":["bin"],"name":"year2020"}},
            "message":{{"message":"{message}","level":"{level}","rendered":"shown","spans":{spans},"children":[],"code":null}}}}"#
        );
        match serde_json::from_str(&line).unwrap() {
            Message::Said(message) => message,
            other => panic!("{other:?}"),
        }
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
        let expanded = format!("[{}]", span("/rustc/1/library/core.rs", true, &call));
        let error = from_compiler("error", "no", &expanded)
            .error(Path::new("/r"))
            .unwrap();
        assert_eq!(error.file.as_deref(), Some(Path::new("day.rs")));

        assert_eq!(
            from_compiler("warning", "unused", &plain).error(Path::new("/r")),
            None
        );
        let aborting = from_compiler("error", "aborting due to 1 previous error", "[]");
        assert_eq!(aborting.error(Path::new("/r")), None);
        let linker = from_compiler("error", "linking failed", "[]")
            .error(Path::new("/r"))
            .unwrap();
        assert_eq!(linker.file, None);
        assert_eq!(aborting.rendered(), Some("shown"));
    }
}
