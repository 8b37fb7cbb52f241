//! Calls cargo: starts it, reads its output, stops it, and finds out why a build failed.
//!
//! The output of `--message-format json` is parsed by hand and not by the crate `cargo_metadata`.
//! Only a dozen fields are needed, and that crate and its dependencies take longer to build than
//! this module.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, PipeReader};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::request::{BuildEvent, BuildFailure, BuildRequest, OnEvent};
use super::running::Running;
use super::toolchain::outdated_compiler;
use crate::error::{CliError, Exit, Result, file_error};
use crate::processes::{POLL, is_interrupted};
use crate::project::source::tokens;
use crate::project::{Features, LIBRARY, Project};
use crate::puzzle::{Day, parse_day_name};

/// The time to wait for the last lines after cargo has ended, because the reading thread may have
/// to wait for a processor.
const LAST_LINES: Duration = Duration::from_millis(500);

/// The build folder of workers, which is not used by cargo otherwise. It is relative to the
/// project's root, because cargo expands braces in the path of a build folder.
pub const TARGET: &str = "target/aoc-workers";

/// The result of calling cargo.
#[derive(Default)]
pub struct Output {
    /// The artifacts that were compiled or up to date.
    pub artifacts: Vec<Artifact>,
    /// The build scripts that ran, now or earlier.
    pub scripts: Vec<BuildScript>,
    pub messages: Vec<Diagnostic>,
    pub status: ExitStatus,
    /// Cargo's output, from its first error on.
    pub error_lines: Vec<String>,
    /// The explanation of what the repository or the toolchain lacks, with a remedy, if cargo
    /// failed without a compiler error.
    explanation: Option<String>,
}

/// A library, a program, a procedural macro or a build script of a local package.
#[derive(Deserialize)]
pub struct Artifact {
    pub package_id: String,
    manifest_path: PathBuf,
    pub target: Target,
    pub filenames: Vec<PathBuf>,
    pub executable: Option<PathBuf>,
    /// Whether the artifact was up to date.
    pub fresh: bool,
}

#[derive(Deserialize)]
pub struct Target {
    pub kind: Vec<String>,
    pub src_path: PathBuf,
}

/// A build script that ran now or earlier.
#[derive(Deserialize)]
pub struct BuildScript {
    pub package_id: String,
    /// The folder for the files that the script generates.
    out_dir: PathBuf,
}

impl BuildScript {
    /// The file with the script's instructions to cargo.
    pub fn output(&self) -> PathBuf {
        self.out_dir.with_file_name("output")
    }
}

/// A message from the compiler.
pub struct Diagnostic {
    pub level: Level,
    /// Its location and first line.
    pub failure: BuildFailure,
    /// The days that the message is about; empty if it is about all.
    pub days: BTreeSet<Day>,
    /// The days whose names occur in the code of the message's spans.
    pub named: BTreeSet<Day>,
    pub cause: Cause,
    /// The files and lines that the message is about, and those that use the macros there.
    pub lines: Vec<(PathBuf, u64)>,
    /// The code of the message's spans.
    code: String,
    /// The text that cargo shows.
    pub rendered: String,
}

/// The cause of a compiler error, by its code, as far as the build decides by it.
#[derive(Clone, Copy, PartialEq)]
pub enum Cause {
    /// Something is unused.
    Unused,
    /// An unstable feature is used, which a stable compiler refuses.
    UnstableFeature,
    Other,
}

/// The levels of messages, in the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Error,
    /// A warning or a note.
    Warning,
    /// The message that lists the codes of all errors and says how to get them explained.
    Explanation,
}

/// Runs a cargo command in the build folder of workers. Progress is reported meanwhile. The
/// compiler's messages are returned, because another call may follow.
pub fn run(
    request: &BuildRequest,
    name: &str,
    arguments: &[String],
    on_event: OnEvent,
) -> Result<Output> {
    let folder = ["--target-dir", TARGET].map(str::to_owned);
    run_anywhere(request, name, &[&folder, arguments].concat(), on_event)
}

/// Runs a cargo command, which may not use the build folder.
pub fn run_anywhere(
    request: &BuildRequest,
    name: &str,
    arguments: &[String],
    on_event: OnEvent,
) -> Result<Output> {
    let cargo = request.environment.program("cargo").ok_or_else(|| {
        file_error("no cargo on PATH: install Rust from https://rustup.rs, or correct PATH")
    })?;
    let mut command = Command::new(&cargo);
    request.environment.apply_to(&mut command);
    command
        .args([name, "--color=always"])
        .args(arguments)
        .current_dir(request.project.root())
        // Otherwise a user's configuration could put the dependency lists elsewhere.
        .env("CARGO_BUILD_BUILD_DIR", request.build_dir)
        .stdin(Stdio::null());
    if request.offline {
        command.env("CARGO_NET_OFFLINE", "true");
    }
    let (pipe, mut running) = start(command)
        .map_err(|error| file_error(format!("cannot start {}: {error}", cargo.display())))?;
    let lines = lines_of_pipe(pipe);
    let mut output = Output::default();
    let mut wait = POLL;
    loop {
        match lines.recv_timeout(wait) {
            Ok(line) => {
                output.read(line.trim_end_matches('\r'), request.project, on_event);
            }
            // Processes that cargo started, such as a persistent ssh, may keep the pipe open
            // after cargo has ended.
            Err(RecvTimeoutError::Timeout) if wait == POLL => {
                if matches!(running.child.try_wait(), Ok(Some(_))) {
                    wait = LAST_LINES;
                }
            }
            Err(_) => break,
        }
        request.cancel.check()?;
    }
    let status = running.child.wait().map_err(file_error)?;
    // Ctrl-C also ends cargo, perhaps before this thread notices the interrupt.
    if is_interrupted(status) || request.cancel.is_cancelled() {
        return Err(CliError::interrupted());
    }
    output.status = status;
    if !status.success() && output.errors().next().is_none() {
        output.explanation = explanation(request);
    }
    Ok(output)
}

/// The reason why cargo cannot build the requested years, where cargo's message does not say how
/// to fix it.
fn explanation(request: &BuildRequest) -> Option<String> {
    let BuildRequest { project, .. } = request;
    if let Some(why) = outdated_compiler(project.root(), request.environment) {
        return Some(format!("{why}: run `rustup update`"));
    }
    if project.lacks_library() {
        return Some(format!("{LIBRARY} is missing: `aoc init` creates it"));
    }
    request
        .puzzles
        .iter()
        .map(|puzzle| puzzle.year)
        .find_map(|year| project.not_a_member(year))
}

/// Starts cargo with one pipe for stdout and stderr. Lines are not mixed, because a single thread
/// of cargo writes them.
fn start(mut command: Command) -> io::Result<(PipeReader, Running)> {
    let (pipe, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    Ok((pipe, Running::spawn(command)?))
}

/// The lines of a pipe as they arrive. A separate thread reads them, because reading blocks.
fn lines_of_pipe(pipe: PipeReader) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            if sender.send(line.into_owned()).is_err() {
                break;
            }
        }
    });
    lines
}

fn without_styles(line: &str) -> String {
    anstream::adapter::strip_str(line).to_string()
}

/// The messages on a full disk: from the system, and from a linker that maps its output into
/// memory.
const DISK_FULL: &[&str] = &["No space left on device", "quota exceeded", "[Bus error]"];

/// A failure outside of the user's files. `text` is the complete output.
fn external_failure(message: String, text: &str) -> BuildFailure {
    if DISK_FULL.iter().any(|words| text.contains(words)) {
        let message = message + "; is the disk full?";
        let exit = Exit::Files;
        return BuildFailure { message, exit };
    }
    let exit = Exit::Failed;
    BuildFailure { message, exit }
}

impl Output {
    /// The year's program, if it was built.
    pub fn executable(&self) -> Option<&Path> {
        self.artifacts
            .iter()
            .find_map(|artifact| artifact.executable.as_deref())
    }

    /// The folder of a local package that was compiled.
    pub fn package(&self, id: &str) -> Option<&Path> {
        let artifact = self
            .artifacts
            .iter()
            .find(|artifact| artifact.package_id == id)?;
        Some(artifact.folder())
    }

    fn read(&mut self, line: &str, project: &Project, on_event: OnEvent) {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            // The line is progress, or output of a wrapper around rustc.
            if !self.error_lines.is_empty() || without_styles(line).starts_with("error: ") {
                self.error_lines.push(line.to_owned());
            } else {
                on_event(BuildEvent::Output(&format!("{line}\n")));
            }
            return;
        };
        match json_text(&message["reason"]) {
            "compiler-artifact" if json_text(&message["package_id"]).starts_with("path+file:") => {
                self.artifacts.extend(serde_json::from_value(message));
            }
            "build-script-executed" => self.scripts.extend(serde_json::from_value(message)),
            "compiler-message" => {
                self.messages.extend(Diagnostic::read(&message, project));
            }
            _ => {}
        }
    }

    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let messages = self.messages.iter();
        messages.filter(|message| message.level == Level::Error)
    }

    /// The error that explains why a day was not built: an error of the day itself, or else the
    /// first one. If the disk is full there are many errors, and only some of them say so.
    pub fn error_of(&self, day: Day) -> Option<&Diagnostic> {
        self.errors().min_by_key(|error| {
            let is_own = error.days.contains(&day);
            let is_disk = error.failure.exit == Exit::Files;
            (!is_disk, !is_own)
        })
    }

    /// Cargo's output from its first error on, as one text.
    pub fn error_text(&self) -> String {
        let lines = self.error_lines.iter();
        let lines: Vec<String> = lines.map(|line| without_styles(line)).collect();
        lines.join("\n")
    }

    /// The reason why cargo failed without an error of the compiler.
    pub fn failure(&self) -> BuildFailure {
        let text = self.error_text();
        let mut places = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("--> "));
        let error = match (text.lines().next(), places.next()) {
            (None, _) => format!("cargo failed without a reason: {}", self.status),
            (Some(line), place) => {
                let error = line.trim_start_matches("error: ");
                match place {
                    Some(place) => format!("{place}: {error}"),
                    None => error.to_owned(),
                }
            }
        };
        let message = match &self.explanation {
            Some(explanation) => format!("{}; {explanation}", error.trim_end_matches(':')),
            None => error.clone(),
        };
        external_failure(message, &error)
    }

    /// Assigns errors about unstable features to the days that use them. The compiler reports
    /// these errors in `main.rs`.
    pub fn assign_features(&mut self, features: &Features) {
        for message in &mut self.messages {
            for words in tokens(&message.code).windows(3) {
                if let ["feature", "(", name] = words {
                    let days = features.get(*name).into_iter().flatten();
                    message.days.extend(days);
                    if message.cause == Cause::UnstableFeature {
                        message.failure.message = format!(
                            "`#![feature({name})]` needs a nightly compiler: write a \
                             rust-toolchain.toml with `toolchain.channel = \"nightly\"`"
                        );
                    }
                }
            }
        }
    }

    /// The days with compile errors.
    pub fn broken_days(&self) -> BTreeSet<Day> {
        let days = self.errors().flat_map(|error| &error.days);
        days.copied().collect()
    }
}

impl Artifact {
    /// The folder of the artifact's package.
    pub fn folder(&self) -> &Path {
        let folder = self.manifest_path.parent();
        folder.expect("a manifest is in a folder")
    }

    pub fn is_build_script(&self) -> bool {
        self.target.kind == ["custom-build"]
    }
}

fn json_text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

impl Diagnostic {
    /// Parses a compiler message. Returns `None` for the message that only counts the others.
    fn read(line: &Value, project: &Project) -> Option<Self> {
        let diagnostic = &line["message"];
        let message = json_text(&diagnostic["message"]);
        if message.starts_with("aborting due to") {
            return None;
        }
        let first_line = message.lines().next().unwrap_or_default();
        let rendered = json_text(&diagnostic["rendered"]);
        let spans: Vec<&Value> = diagnostic["spans"]
            .as_array()
            .into_iter()
            .flatten()
            .collect();
        let code: Vec<&str> = spans
            .iter()
            .flat_map(|span| uses(span))
            .flat_map(code_lines)
            .collect();
        let words = code.iter().flat_map(|line| tokens(line));
        let named = words.filter_map(parse_day_name).collect();
        let lines = spans
            .iter()
            .filter(|span| span["is_primary"] == true)
            .flat_map(|span| uses(span))
            .map(|span| {
                let line = span["line_start"].as_u64().unwrap_or_default();
                (file_of(span, project.root()), line)
            })
            .collect();
        let primary = spans.into_iter().find(|span| span["is_primary"] == true);
        let mut days = BTreeSet::new();
        let failure = if let Some(span) = primary {
            let (span, day) = span_of_error(span, project);
            days.extend(day);
            let shown = project.shown(&file_of(span, project.root()));
            let row = &span["line_start"];
            let column = &span["column_start"];
            BuildFailure {
                message: format!("{shown}:{row}:{column}: {first_line}"),
                exit: Exit::Failed,
            }
        } else {
            let target = json_text(&line["target"]["name"]);
            external_failure(format!("{target}: {first_line}"), rendered)
        };
        Some(Self {
            level: match json_text(&diagnostic["level"]) {
                "failure-note" => Level::Explanation,
                // Internal compiler errors are included.
                level if level.starts_with("error") => Level::Error,
                _ => Level::Warning,
            },
            failure,
            days,
            named,
            cause: match json_text(&diagnostic["code"]["code"]) {
                "dead_code" => Cause::Unused,
                "E0554" => Cause::UnstableFeature,
                _ => Cause::Other,
            },
            lines,
            code: code.join("\n"),
            rendered: rendered.to_owned(),
        })
    }
}

/// The lines of code of a span.
fn code_lines(span: &Value) -> impl Iterator<Item = &str> {
    let lines = span["text"].as_array().into_iter().flatten();
    lines.map(|line| json_text(&line["text"]))
}

fn file_of(span: &Value, root: &Path) -> PathBuf {
    root.join(json_text(&span["file_name"]))
}

/// A span and the spans that lead to it: if it is inside a macro, the span where that macro is
/// used, and so on.
fn uses(span: &Value) -> impl Iterator<Item = &Value> {
    iter::successors(Some(span), |span| {
        let expansion = &span["expansion"];
        expansion.is_object().then(|| &expansion["span"])
    })
}

/// The span that an error is about, and its day. This is the innermost span in the code of a
/// day, or else the innermost in the user's files, or else the span that uses a macro of another
/// crate.
fn span_of_error<'a>(span: &'a Value, project: &Project) -> (&'a Value, Option<Day>) {
    for span in uses(span) {
        let line = code_lines(span).next().unwrap_or_default();
        let day = day_of_span(project, &file_of(span, project.root()), line);
        if day.is_some() {
            return (span, day);
        }
    }
    let of_user = uses(span).find(|span| is_of_user(span, project.root()));
    (of_user.or(uses(span).last()).unwrap_or(span), None)
}

/// True if a span is in the user's files. The library, whose macros the days call, does not
/// count.
fn is_of_user(span: &Value, root: &Path) -> bool {
    match file_of(span, root).strip_prefix(root) {
        Ok(inner) => !inner.starts_with("vendor") && !inner.starts_with("solution"),
        Err(_) => false,
    }
}

/// The day that an error belongs to, found by its file, or by the day in a line of `main.rs`.
fn day_of_span(project: &Project, file: &Path, line: &str) -> Option<Day> {
    if file != project.main_rs(project.year_of(file)?) {
        return project.puzzle_of(file).map(|puzzle| puzzle.day);
    }
    tokens(line).into_iter().find_map(parse_day_name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::error::Exit;
    use crate::testing::with_slashes;

    #[test]
    fn a_feature_that_the_compiler_refuses_names_the_toolchain() {
        let line = "#![cfg_attr(any(not(aoc_some), aoc_day = \"22\"), feature(portable_simd))]";
        let spans = json!([{"file_name": "days/year2020/main.rs", "line_start": 5, "column_start": 53,
                            "is_primary": true, "expansion": null, "text": [{"text": line}]}]);
        let mut error = error("`#![feature]` may not be used", &spans).unwrap();
        error.cause = Cause::UnstableFeature;
        let mut output = Output {
            messages: vec![error],
            ..Output::default()
        };
        let days = [22, 23].map(Day::of);
        output.assign_features(&[("portable_simd".to_owned(), days.into())].into());
        assert_eq!(output.broken_days(), days.into());
        let expected = "`#![feature(portable_simd)]` needs a nightly compiler: write a \
                        rust-toolchain.toml with `toolchain.channel = \"nightly\"`";
        assert_eq!(output.error_of(days[1]).unwrap().failure.message, expected);
    }

    /// A message with these spans.
    fn error(message: &str, spans: &Value) -> Option<Diagnostic> {
        let line = json!({
            "target": {"name": "year2020"},
            "message": {"message": message, "rendered": message, "level": "error",
                        "spans": spans, "code": null}
        });
        let (_temp, project) = crate::testing::project(&[]);
        Diagnostic::read(&line, &project)
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
            let message = format!("{day}:3:5: No space left on device");
            let found = (found.days, with_slashes(&found.failure.message));
            assert_eq!(found, ([Day::of(1)].into(), message));
        }
        // A module that several days share uses the library's macro.
        let shared = "days/year2020/grid.rs";
        let call = json!({"span": span(shared, true, Value::Null)});
        for file in [
            "vendor/aoc-solution/a.rs",
            "solution/src/a.rs",
            "/other/lib.rs",
        ] {
            let found = error("wrong", &json!([span(file, true, call.clone())])).unwrap();
            let message = with_slashes(&found.failure.message);
            assert_eq!(message, format!("{shared}:3:5: wrong"), "{file}");
            assert_eq!(found.days, BTreeSet::new());
        }
        // A day uses the outer of two nested macros of the module.
        let day_call = json!({"span": span(day, true, Value::Null)});
        let outer = json!({"span": span(shared, true, day_call)});
        let found = error("wrong", &json!([span(shared, true, outer)])).unwrap();
        let message = with_slashes(&found.failure.message);
        assert_eq!(message, format!("{day}:3:5: wrong"));
        let none = json!([]);
        for (message, exit) in [
            ("failed to write `x`: No space left on device", Exit::Files),
            ("ld terminated with signal 7 [Bus error]", Exit::Files),
            ("linking with `cc` failed: exit status: 1", Exit::Failed),
        ] {
            let found = error(message, &none).unwrap().failure.exit;
            assert_eq!(found, exit, "{message}");
        }
        assert!(error("aborting due to 1 previous error", &none).is_none());
    }
}
