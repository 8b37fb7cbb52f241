//! One call of cargo: started, listened to, ended; and why it built nothing.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::messages::{Artifact, CompilerError, is_error, says_disk_is_full};
use super::request::{BuildEvents, BuildFailure, BuildRequest};
use crate::error::{CliError, Exit};
use crate::files::read_text_file;
use crate::processes;
use crate::project::Project;
use crate::puzzle::{Day, Year, day_name};

/// How often to look whether cargo has ended.
const POLL: Duration = Duration::from_millis(50);

/// Where workers are built, relative to the project's root: a folder that no
/// other cargo uses.
///
/// Relative, since cargo takes braces in the build folder for a template.
pub const TARGET: &str = "target/aoc-workers";

/// The result of a call.
#[derive(Debug, Default)]
pub struct Output {
    /// What was compiled or up to date.
    pub artifacts: Vec<Artifact>,
    /// The folders for what build scripts generate. What one told cargo is in the
    /// file `output` beside its folder.
    pub out_dirs: Vec<PathBuf>,
    pub messages: Vec<Rendered>,
    pub errors: Vec<CompilerError>,
    /// Cargo's own first error, or how it ended. `None` if all is built.
    cargo_error: Option<String>,
    /// Cargo's lines from its first error on.
    pub error_lines: Vec<String>,
}

/// What the compiler said, as cargo shows it.
#[derive(Debug)]
pub struct Rendered {
    pub is_error: bool,
    pub text: String,
}

/// A running cargo. It is killed, with the compilers that it started, when this
/// is dropped before it has ended.
///
/// Cargo stays in the process group of aoc, so that git and ssh may ask for a
/// passphrase on the terminal, and Ctrl-C reaches all of them. Where the system
/// does not list processes in `/proc`, compilers that run end by themselves.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // If it has ended, what it left running goes on: a compiler cache
        // serves the next build.
        if !matches!(self.0.try_wait(), Ok(None)) {
            return;
        }
        let descendants = processes::descendants(self.0.id());
        let _ = self.0.kill();
        #[cfg(unix)]
        for process in descendants {
            use nix::sys::signal::{Signal, kill};
            use nix::unistd::Pid;
            let _ = kill(Pid::from_raw(process.cast_signed()), Signal::SIGKILL);
        }
        #[cfg(not(unix))]
        drop(descendants);
        let _ = self.0.wait();
    }
}

/// What is heard from cargo.
enum CargoLine {
    Stdout(String),
    Stderr(String),
    /// The end of a pipe.
    End,
    /// There is nothing to read, but the token was cancelled.
    Cancelled,
}

/// Runs cargo with arguments of its own and of the compiler. Its progress is
/// reported while it runs; the messages of the compiler are in the output, since
/// this call may not be the last.
pub fn run(
    request: &BuildRequest<'_>,
    arguments: &[String],
    rustc: &[String],
    events: &mut dyn BuildEvents,
) -> Result<Output, CliError> {
    let mut running = Running(start(request, arguments, rustc)?);
    let (sender, lines) = mpsc::channel();
    listen(running.0.stdout.take(), sender.clone(), CargoLine::Stdout);
    listen(running.0.stderr.take(), sender.clone(), CargoLine::Stderr);
    let _wakes = request
        .cancel
        .on_cancel(move || drop(sender.send(CargoLine::Cancelled)));

    let mut output = Output::default();
    let mut ended = false;
    let mut pipes = 2;
    while pipes > 0 {
        match lines.recv_timeout(POLL) {
            Ok(CargoLine::Stdout(line)) => output.read(&line, request.project.root(), events),
            Ok(CargoLine::Stderr(line)) => {
                let is_error = anstream::adapter::strip_str(&line)
                    .to_string()
                    .starts_with("error: ");
                if is_error || !output.error_lines.is_empty() {
                    output.error_lines.push(line);
                } else {
                    events.line(&line);
                }
            }
            Ok(CargoLine::End) => pipes -= 1,
            Ok(CargoLine::Cancelled) | Err(RecvTimeoutError::Disconnected) => {}
            // What cargo started, such as a compiler cache, may hold the pipes
            // open longer than cargo runs.
            Err(RecvTimeoutError::Timeout) if ended => break,
            Err(RecvTimeoutError::Timeout) => {
                ended = matches!(running.0.try_wait(), Ok(Some(_)));
            }
        }
        if request.cancel.is_cancelled() {
            return Err(CliError::interrupted());
        }
    }
    match running.0.wait() {
        // Ctrl-C ends cargo as well, maybe before it is noticed here.
        Ok(status) if request.cancel.is_cancelled() || was_interrupted(status) => {
            return Err(CliError::interrupted());
        }
        Ok(status) if status.success() => {}
        Ok(status) => {
            let how = || format!("cargo failed without a reason: {status}");
            output.cargo_error = Some(first_error(&output.error_lines).unwrap_or_else(how));
        }
        Err(error) => output.cargo_error = Some(error.to_string()),
    }
    Ok(output)
}

/// Whether Ctrl-C ended a process.
#[cfg(unix)]
fn was_interrupted(status: ExitStatus) -> bool {
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(nix::libc::SIGINT)
}

#[cfg(not(unix))]
fn was_interrupted(_: ExitStatus) -> bool {
    false
}

fn start(
    request: &BuildRequest<'_>,
    arguments: &[String],
    rustc: &[String],
) -> Result<Child, CliError> {
    let cargo = request.environment.cargo().ok_or_else(|| {
        let message = "no cargo on PATH: install Rust from https://rustup.rs, or correct PATH";
        CliError::new(Exit::Files, message)
    })?;
    let mut command = Command::new(&cargo);
    request.environment.apply_to(&mut command);
    command
        .args(arguments)
        .args(["--target-dir", TARGET])
        .args((!rustc.is_empty()).then_some("--"))
        .args(rustc)
        .current_dir(request.project.root())
        // Or a user's configuration would put the dependency lists elsewhere.
        .env("CARGO_BUILD_BUILD_DIR", TARGET)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if request.options.offline {
        command.env("CARGO_NET_OFFLINE", "true");
    }
    command.spawn().map_err(|error| CliError {
        exit: Exit::Files,
        source: anyhow::Error::new(error).context(format!("cannot start {}", cargo.display())),
    })
}

fn listen<R: Read + Send + 'static>(
    pipe: Option<R>,
    sender: Sender<CargoLine>,
    kind: fn(String) -> CargoLine,
) {
    let mut pipe = BufReader::new(pipe.expect("cargo's pipes are taken once"));
    thread::spawn(move || {
        let mut line = Vec::new();
        while matches!(pipe.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\n', '\r']).to_owned();
            if sender.send(kind(text)).is_err() {
                break;
            }
            line.clear();
        }
        let _ = sender.send(CargoLine::End);
    });
}

impl Output {
    /// The year's program, if it is built.
    pub fn executable(&self) -> Option<&Path> {
        let program = self.artifacts.iter().find(|it| it.is("bin"))?;
        program.executable.as_deref()
    }

    fn read(&mut self, line: &str, root: &Path, events: &mut dyn BuildEvents) {
        let Ok(line) = serde_json::from_str::<Value>(line) else {
            // A wrapper of rustc that prints.
            return events.line(line);
        };
        match line["reason"].as_str() {
            Some("compiler-artifact") => self.artifacts.extend(serde_json::from_value(line).ok()),
            Some("build-script-executed") => {
                self.out_dirs
                    .extend(line["out_dir"].as_str().map(PathBuf::from));
            }
            Some("compiler-message") => {
                self.errors.extend(CompilerError::read(&line, root));
                let rendered = line["message"]["rendered"].as_str();
                self.messages.extend(rendered.map(|text| Rendered {
                    is_error: is_error(&line),
                    text: text.to_owned(),
                }));
            }
            _ => {}
        }
    }

    /// Why the program of a year was not built.
    pub fn failure(&self, project: &Project, year: Year) -> BuildFailure {
        let own = format!("year{year}");
        let mut errors = self.errors.iter();
        let own = errors.clone().find(|error| error.target == own);
        let failure = match own.or_else(|| errors.next()) {
            Some(error) => error.failure(project, year),
            None => BuildFailure::new(self.cargo_error.as_deref().unwrap_or("cargo built nothing")),
        };
        if !self.disk_is_full() {
            return failure;
        }
        let target = project.target_dir();
        BuildFailure {
            day: None,
            message: format!(
                "{}; is the disk of {} full?",
                failure.message,
                target.display()
            ),
            exit: Exit::Files,
        }
    }

    /// Why each day of a year does not compile; empty if anything else does not
    /// either.
    pub fn failures_by_day(&self, project: &Project, year: Year) -> BTreeMap<Day, BuildFailure> {
        let mut by_day = BTreeMap::new();
        for error in &self.errors {
            let failure = error.failure(project, year);
            match failure.day {
                Some(day) if !self.disk_is_full() => by_day.entry(day).or_insert(failure),
                _ => return BTreeMap::new(),
            };
        }
        by_day
    }

    fn disk_is_full(&self) -> bool {
        let of_cargo = self.cargo_error.as_deref();
        of_cargo.is_some_and(says_disk_is_full) || self.errors.iter().any(|it| it.disk_is_full)
    }
}

/// Cargo's first error, such as a manifest that cannot be parsed, and where. The rest
/// of its lines is shown.
fn first_error(lines: &[String]) -> Option<String> {
    let plain = |line: &String| anstream::adapter::strip_str(line).to_string();
    let mut lines = lines.iter().map(plain);
    let error = lines.next()?.strip_prefix("error: ")?.to_owned();
    let place = lines.find_map(|line| Some(line.trim().strip_prefix("--> ")?.to_owned()));
    Some(place.map_or(error.clone(), |place| format!("{place}: {error}")))
}

impl CompilerError {
    fn failure(&self, project: &Project, year: Year) -> BuildFailure {
        let place = match &self.file {
            Some(file) => {
                let (line, column) = self.place;
                format!("{}:{line}:{column}", project.shown(file).display())
            }
            None => self.target.clone(),
        };
        BuildFailure {
            day: self.day(project, year),
            ..BuildFailure::new(format!("{place}: {}", self.message))
        }
    }

    /// The day that the error is in: in `dayNN.rs`, below `dayNN/`, or in the line
    /// of a day in `main.rs`.
    fn day(&self, project: &Project, year: Year) -> Option<Day> {
        let file = project.root().join(self.file.as_deref()?);
        let inner = file.strip_prefix(project.year_dir(year)).ok()?;
        let module = inner.components().next()?.as_os_str().to_str()?;
        if module == "main.rs" {
            let text = read_text_file(&file).ok()?;
            let line = text.lines().nth(self.place.0.checked_sub(1)?)?;
            let mut words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            return words.find_map(day_name);
        }
        day_name(module.strip_suffix(".rs").unwrap_or(module))
    }
}
