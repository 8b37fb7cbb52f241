//! Calls cargo: starts and stops it, reads its output, and finds out why it failed.
//!
//! The output of `--message-format json` is not parsed with the crate `cargo_metadata`. Only a
//! dozen fields are needed, and that crate and its dependencies take longer to build than this
//! module.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, PipeReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::diagnostic::{Cause, DISK_FULL_QUESTION, Diagnostic, Level, says_disk_full};
use super::request::{BuildEvent, BuildRequest, OnEvent};
use super::running::RunningTool;
use super::toolchain::{outdated_compiler_message, toolchain_file_advice};
use crate::error::{CliError, Result, failure, file_error};
use crate::processes::{POLL, ended_by_interrupt};
use crate::project::source::tokens;
use crate::project::{Features, LIBRARY, LibraryState, Project};
use crate::puzzle::Day;

/// The longest wait for a line after cargo has ended, while another process keeps the pipe open. On
/// a busy machine, the reading thread may have to wait for a processor: with half a second, the
/// last lines were lost once, and a build that had succeeded seemed to have failed without a
/// reason.
const LAST_LINES_LIMIT: Duration = Duration::from_secs(5);

/// The maximum number of lines of an error that are told as one sentence, with empty ones.
const MAX_SENTENCE_LINES: usize = 6;

/// The build folder of workers, which only `aoc` uses. The path is relative to the project's root,
/// because cargo would expand braces in an absolute path.
pub const WORKERS_FOLDER: &str = "target/aoc-workers";

/// The result of calling cargo.
#[derive(Default)]
pub struct CargoOutput {
    /// The artifacts that were compiled or are up to date.
    pub artifacts: Vec<Artifact>,
    /// The build scripts that ran during this call or an earlier one.
    pub scripts: Vec<BuildScript>,
    pub messages: Vec<Diagnostic>,
    pub status: ExitStatus,
    /// Cargo's output, from its first error on.
    pub error_lines: Vec<String>,
    /// The cause of cargo's failure in the repository or the toolchain, with a remedy. `None` if
    /// cargo did not fail, or failed with a compiler error.
    explanation: Option<String>,
}

/// A library, a program, a procedural macro or a build script of a local package.
#[derive(Deserialize)]
pub struct Artifact {
    pub package_id: String,
    manifest_path: PathBuf,
    pub target: Target,
    pub profile: ArtifactProfile,
    pub filenames: Vec<PathBuf>,
    /// The program. `None` for artifacts that are not programs.
    pub executable: Option<PathBuf>,
    /// True if the artifact was up to date.
    pub fresh: bool,
}

#[derive(Deserialize)]
pub struct Target {
    pub kind: Vec<String>,
    pub src_path: PathBuf,
}

/// The settings with which an artifact was compiled.
#[derive(Deserialize)]
pub struct ArtifactProfile {
    /// True if the artifact runs the tests in its code.
    pub test: bool,
    overflow_checks: bool,
}

/// A build script that ran during this call or an earlier one.
#[derive(Deserialize)]
pub struct BuildScript {
    pub package_id: String,
    /// The folder for the files that the script generates.
    out_dir: PathBuf,
    /// The libraries that the program is linked with, such as `SDL2` and `static=lua`.
    linked_libs: Vec<String>,
}

impl BuildScript {
    /// The file with the script's instructions to cargo.
    pub fn output_file(&self) -> PathBuf {
        self.out_dir.with_file_name("output")
    }

    /// The name of the script's package.
    pub fn package(&self) -> &str {
        package_name(&self.package_id)
    }

    /// The system libraries that the program is linked with.
    pub fn system_libraries(&self) -> impl Iterator<Item = &str> {
        let libraries = self.linked_libs.iter().map(String::as_str);
        libraries
            .filter(|library| !library.starts_with("static"))
            .map(|library| library.rsplit('=').next().unwrap_or(library))
    }
}

pub fn package_name(id: &str) -> &str {
    let (place, name) = id.rsplit_once('#').unwrap_or_default();
    match name.split_once('@') {
        Some((name, _)) => name,
        // If the ID has no name, the last folder of the path is the name.
        None => place.rsplit('/').next().unwrap_or_default(),
    }
}

/// Runs a cargo command in the build folder of workers, and reports its progress. The compiler's
/// messages are only returned, because another call may follow.
pub fn run_in_build_folder(
    request: &BuildRequest,
    name: &str,
    arguments: &[String],
    on_event: OnEvent,
) -> Result<CargoOutput> {
    let folder = ["--target-dir", WORKERS_FOLDER].map(str::to_owned);
    run(request, name, &[&folder, arguments].concat(), on_event)
}

/// Like [`run_in_build_folder`], for a command that builds nothing and so has no build folder.
pub fn run(
    request: &BuildRequest,
    name: &str,
    arguments: &[String],
    on_event: OnEvent,
) -> Result<CargoOutput> {
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
        // Progress would share lines with the JSON messages.
        .env("CARGO_TERM_PROGRESS_WHEN", "never")
        .stdin(Stdio::null());
    if request.offline {
        command.env("CARGO_NET_OFFLINE", "true");
    }
    let (pipe, mut running) = start(command).map_err(|error| {
        file_error(format!("cannot start {}", cargo.display())).caused_by(error)
    })?;
    let lines = lines_of_pipe(pipe);
    let mut output = CargoOutput::default();
    let mut has_ended = false;
    loop {
        let wait = if has_ended { LAST_LINES_LIMIT } else { POLL };
        match lines.recv_timeout(wait) {
            Ok(line) => {
                output.read_line(line.trim_end_matches('\r'), request.project, on_event);
            }
            // Processes that cargo started, such as a persistent ssh, may keep the pipe open after
            // cargo has ended.
            Err(RecvTimeoutError::Timeout) if !has_ended => {
                has_ended = matches!(running.child.try_wait(), Ok(Some(_)));
            }
            Err(_) => break,
        }
        request.cancel.check()?;
    }
    let status = running
        .child
        .wait()
        .map_err(|error| file_error("cannot find out how cargo ended").caused_by(error))?;
    // Ctrl-C ends cargo as well, possibly before this thread notices the interrupt.
    if ended_by_interrupt(status) || request.cancel.is_cancelled() {
        return Err(CliError::interrupted());
    }
    output.status = status;
    if !status.success() && !output.has_errors() {
        output.explanation = explanation(request);
    }
    Ok(output)
}

/// The reason why cargo cannot build the requested years, for failures whose message does not say
/// what to do.
fn explanation(request: &BuildRequest) -> Option<String> {
    let BuildRequest { project, .. } = request;
    if let Some(why) = outdated_compiler_message(project.root(), request.environment) {
        let advice = toolchain_file_advice(project.root())
            .unwrap_or_else(|| "run `rustup update`".to_owned());
        return Some(format!("{why}: {advice}"));
    }
    if project.library_state() == LibraryState::Missing {
        return Some(format!("{LIBRARY} is missing: `aoc init` creates it"));
    }
    let requested = request.puzzles.iter().map(|puzzle| puzzle.year).collect();
    project.build_problems(&requested).into_iter().next()
}

/// Starts cargo with one pipe for stdout and stderr. Lines are not interleaved, because a single
/// thread of cargo writes all of them.
fn start(mut command: Command) -> io::Result<(PipeReader, RunningTool)> {
    let (pipe, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    Ok((pipe, RunningTool::spawn(command)?))
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

/// The lines of an error as one sentence.
fn sentence(text: &str) -> String {
    let mut sentence = String::new();
    for line in text.lines() {
        let line = line.trim().trim_start_matches("error: ");
        if line.is_empty() {
            continue;
        }
        if !sentence.is_empty() {
            sentence += if sentence.ends_with(':') { " " } else { "; " };
        }
        sentence += line;
    }
    sentence
}

fn without_styles(line: &str) -> String {
    anstream::adapter::strip_str(line).to_string()
}

impl CargoOutput {
    /// The year's program, if it was built.
    pub fn executable(&self) -> Option<&Path> {
        self.artifacts
            .iter()
            .find_map(|artifact| artifact.executable.as_deref())
    }

    /// True if the year's program checks for overflows.
    pub fn checks_overflow(&self) -> bool {
        self.artifacts
            .iter()
            .any(|artifact| artifact.executable.is_some() && artifact.profile.overflow_checks)
    }

    /// The folder of a local package that was compiled.
    pub fn package_folder(&self, id: &str) -> Option<&Path> {
        let artifact = self
            .artifacts
            .iter()
            .find(|artifact| artifact.package_id == id)?;
        Some(artifact.folder())
    }

    fn read_line(&mut self, line: &str, project: &Project, on_event: OnEvent) {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            // Before the first error, a line is progress or the output of a wrapper around rustc.
            if !self.error_lines.is_empty() || without_styles(line).starts_with("error: ") {
                self.error_lines.push(line.to_owned());
            } else {
                on_event(BuildEvent::Output(&format!("{line}\n")));
            }
            return;
        };
        let package_id = message["package_id"].as_str().unwrap_or_default();
        match message["reason"].as_str() {
            Some("compiler-artifact") if package_id.starts_with("path+file:") => {
                self.artifacts.extend(serde_json::from_value(message));
            }
            Some("build-script-executed") => self.scripts.extend(serde_json::from_value(message)),
            Some("compiler-message") => {
                if let Ok(message) = serde_json::from_value(message) {
                    self.messages.extend(Diagnostic::read(message, project));
                }
            }
            _ => {}
        }
    }

    /// The messages that are compiler errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let messages = self.messages.iter();
        messages.filter(|message| message.level == Level::Error)
    }

    /// True if the compiler reported an error. If cargo fails without one, cargo itself says why.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// Like [`Self::errors`], but moves the messages out.
    pub fn into_errors(mut self) -> Vec<Diagnostic> {
        self.messages
            .retain(|message| message.level == Level::Error);
        self.messages
    }

    /// The error that explains why a day was not built. An error about a full disk comes first,
    /// because it may cause others. Next come errors of the day itself, and then all others.
    pub fn error_of(&self, day: Day) -> Option<&Diagnostic> {
        self.errors().min_by_key(|error| {
            let is_own = error.days.contains(&day);
            (error.cause != Cause::DiskFull, !is_own)
        })
    }

    /// Cargo's output as one text, from its first error on.
    pub fn error_text(&self) -> String {
        let lines: Vec<String> = self
            .error_lines
            .iter()
            .map(|line| without_styles(line))
            .collect();
        lines.join("\n")
    }

    /// The error of cargo itself, if one sentence tells all of its lines. `None` if it has causes, a
    /// place in a file, or the output of a program.
    pub fn complete_failure(&self) -> Option<CliError> {
        let text = self.error_text();
        let has_details = ["\nCaused by:\n", "--> "]
            .iter()
            .any(|mark| text.contains(mark));
        if has_details || self.error_lines.len() > MAX_SENTENCE_LINES {
            return None;
        }
        if self.error_lines.len() < 2 || self.explanation.is_some() || says_disk_full(&text) {
            return Some(self.failure());
        }
        Some(failure(sentence(&text)))
    }

    /// The error for a cargo that failed without a compiler error.
    pub fn failure(&self) -> CliError {
        let text = self.error_text();
        let first_place = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("--> "));
        let error = match (text.lines().next(), first_place) {
            (None, _) => format!("cargo failed without a reason: {}", self.status),
            (Some(line), place) => {
                let error = line.trim_start_matches("error: ");
                match place {
                    Some(place) => format!("{place}: {error}"),
                    None => error.to_owned(),
                }
            }
        };
        let mut ended = text.split("\nerror: ").filter_map(|error| {
            let (_, signal) = error.split_once("(signal: ")?;
            Some((error.lines().next()?, signal.split_once(')')?.0))
        });
        if let Some((error, signal)) = ended.find(|(_, signal)| signal.contains("SIGKILL")) {
            let error = error.trim_start_matches("error: ");
            let why = "the system may have run out of memory";
            return file_error(format!("{error}: ended by signal {signal}: {why}"));
        }
        let is_disk_full = says_disk_full(&text);
        // The last cause says, for example, that there is no network. The command line of a program
        // that failed is no cause.
        let first = text.split("\nerror: ").next().unwrap_or_default();
        let cause = first.rsplit_once("\nCaused by:\n");
        let cause = cause
            .and_then(|(_, cause)| cause.trim().lines().next())
            .filter(|cause| !cause.starts_with("process didn't exit successfully"));
        let message = match (&self.explanation, cause) {
            (Some(explanation), _) => format!("{}; {explanation}", error.trim_end_matches(':')),
            (None, Some(cause)) if !is_disk_full => format!("{error}: {cause}"),
            (None, _) => error,
        };
        if is_disk_full {
            return file_error(message + DISK_FULL_QUESTION);
        }
        failure(message)
    }

    /// Assigns errors about unstable features to the days that use these features, because the
    /// compiler reports such errors in `main.rs`.
    pub fn assign_features(&mut self, features: &Features) {
        for message in &mut self.messages {
            for words in tokens(&message.code).windows(3) {
                if let ["feature", "(", name] = words {
                    let days = features.get(*name).into_iter().flatten();
                    message.days.extend(days);
                    if message.cause == Cause::UnstableFeature {
                        message.place = None;
                        message.text = format!(
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::cargo::diagnostic::test_error;
    use crate::error::Exit;

    #[test]
    fn a_full_disk_is_found_below_the_first_line() {
        let full = "error: failed to write `a.d`\n\nCaused by:\n  No space left on device";
        for (text, message, exit) in [
            (
                full,
                "failed to write `a.d`; is the disk full?",
                Exit::Files,
            ),
            ("error: wrong", "wrong", Exit::Failed),
        ] {
            let output = CargoOutput {
                error_lines: text.lines().map(str::to_owned).collect(),
                ..CargoOutput::default()
            };
            let failure = output.failure();
            assert_eq!(
                (failure.to_string(), failure.exit),
                (message.to_owned(), exit)
            );
        }
    }

    /// Neither the code nor the network is the reason why the system kills a compiler.
    #[test]
    fn a_compiler_that_was_killed_is_no_failure_of_the_code() {
        let output = CargoOutput {
            error_lines: [
                "error: could not compile `a` (bin \"a\") due to 1 previous error",
                "error: could not compile `b` (bin \"b\")",
                "",
                "Caused by:",
                "  process didn't exit successfully: `rustc b` (signal: 9, SIGKILL: kill)",
            ]
            .map(str::to_owned)
            .to_vec(),
            ..CargoOutput::default()
        };
        let failure = output.failure();
        assert_eq!(
            (failure.to_string(), failure.exit),
            (
                "could not compile `b` (bin \"b\"): ended by signal 9, SIGKILL: kill: the system may \
                 have run out of memory"
                    .to_owned(),
                Exit::Files
            )
        );
    }

    /// The last cause may say, for example, that there is no network.
    #[test]
    fn the_last_cause_of_the_first_error_is_shown() {
        for (text, message) in [
            (
                "error: failed to get `a`\n\nCaused by:\n  download failed\n\nCaused by:\n  [6] no host",
                "failed to get `a`: [6] no host",
            ),
            (
                "error: no `a`\n\nCaused by:\n  process didn't exit successfully: `rustc a`\n\
                 error: no `b`\n\nCaused by:\n  other",
                "no `a`",
            ),
        ] {
            let output = CargoOutput {
                error_lines: text.lines().map(str::to_owned).collect(),
                ..CargoOutput::default()
            };
            let failure = output.failure();
            assert_eq!(failure.to_string(), message);
            assert_eq!(failure.exit, Exit::Failed);
        }
    }

    /// The first line may be only the beginning of a sentence.
    #[test]
    fn an_error_of_a_few_lines_is_told_completely() {
        for (text, message) in [
            (
                "error: these are too old:\n  a@1.0\n  b@2.0\n\nhelp: use others",
                Some("these are too old: a@1.0; b@2.0; help: use others"),
            ),
            ("error: no `a`", Some("no `a`")),
            ("error: no `a`\n --> b:1:2\n", None),
            ("error: no `a`\n\nCaused by:\n  b", None),
            ("error: linker crashed\n1\n2\n3\n4\n5\n6", None),
            (
                "error: cannot write `a`\n  No space left on device (os error 28)",
                Some("cannot write `a`; is the disk full?"),
            ),
        ] {
            let output = CargoOutput {
                error_lines: text.lines().map(str::to_owned).collect(),
                ..CargoOutput::default()
            };
            let failure = output.complete_failure().map(|error| error.to_string());
            assert_eq!(failure.as_deref(), message);
        }
    }

    #[test]
    fn a_feature_that_the_compiler_refuses_names_the_toolchain() {
        let line = "#![cfg_attr(any(not(aoc_some), aoc_day = \"22\"), feature(portable_simd))]";
        let spans = json!([{"file_name": "days/year2020/main.rs", "line_start": 5, "column_start": 53,
                            "is_primary": true, "expansion": null, "text": [{"text": line}]}]);
        let mut error = test_error("`#![feature]` may not be used", &spans).unwrap();
        error.cause = Cause::UnstableFeature;
        let mut output = CargoOutput {
            messages: vec![error],
            ..CargoOutput::default()
        };
        let days = [22, 23].map(Day::of);
        output.assign_features(&[("portable_simd".to_owned(), days.into())].into());
        assert_eq!(output.broken_days(), days.into());
        let expected = "`#![feature(portable_simd)]` needs a nightly compiler: write a \
                        rust-toolchain.toml with `toolchain.channel = \"nightly\"`";
        assert_eq!(output.error_of(days[1]).unwrap().message(), expected);
    }
}
