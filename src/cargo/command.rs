//! One call of cargo: started, listened to, ended.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::error::BuildError;
use super::events::BuildEvents;
use super::messages::{Artifact, CompilerError, Message};
use crate::config::ChildEnv;

/// How often one looks whether the user has had enough.
const LOOK: Duration = Duration::from_millis(50);

/// What cargo is asked.
pub struct Call<'a> {
    pub root: &'a Path,
    pub environment: &'a ChildEnv,
    pub arguments: &'a [String],
    pub target_dir: &'a Path,
    pub offline: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Output {
    /// What is built, or was before.
    pub artifacts: Vec<Artifact>,
    /// What the compiler did not like.
    pub errors: Vec<CompilerError>,
    /// What cargo itself did not like, or how it ended.
    pub complaint: Option<String>,
    /// Whether the complaint says where.
    placed: bool,
    /// Whether the next line is its cause.
    cause: bool,
    /// Whether all of it is told.
    told: bool,
}

/// A cargo that is killed rather than left behind.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // If it has ended, as it should have, what it left is not ours: a
        // compiler cache serves the next build.
        if matches!(self.0.try_wait(), Ok(None)) {
            end(&mut self.0);
            let _ = self.0.wait();
        }
    }
}

/// Ends cargo with the compilers and build scripts that it started.
fn end(cargo: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(cargo.id()) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    let _ = cargo.kill();
}

enum Line {
    Stdout(String),
    Stderr(String),
}

/// Runs cargo. Messages in `shown` are not shown again.
pub fn run(
    call: &Call<'_>,
    events: &mut dyn BuildEvents,
    shown: &mut HashSet<String>,
) -> Result<Output, BuildError> {
    let mut running = Running(start(call)?);
    let (sender, lines) = mpsc::channel();
    listen(running.0.stdout.take(), sender.clone(), Line::Stdout);
    listen(running.0.stderr.take(), sender, Line::Stderr);

    let mut output = Output::default();
    let mut ended = false;
    loop {
        match lines.recv_timeout(LOOK) {
            Ok(Line::Stdout(line)) => output.read(&line, call.root, events, shown),
            Ok(Line::Stderr(line)) => {
                output.listen(&line);
                events.line(&line);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            // What cargo started, such as a compiler cache, may hold the pipes
            // open after it.
            Err(RecvTimeoutError::Timeout) if ended => break,
            Err(RecvTimeoutError::Timeout) => {
                ended = matches!(running.0.try_wait(), Ok(Some(_)));
            }
        }
        if events.interrupted() {
            return Err(BuildError::Interrupted);
        }
    }
    match running.0.wait() {
        Ok(status) if status.success() => output.complaint = None,
        Ok(status) => {
            let how = || format!("cargo failed without a reason: {status}");
            output.complaint.get_or_insert_with(how);
        }
        Err(error) => output.complaint = Some(error.to_string()),
    }
    Ok(output)
}

fn start(call: &Call<'_>) -> Result<Child, BuildError> {
    let cargo = call.environment.cargo().ok_or(BuildError::NoCargo)?;
    let mut command = Command::new(&cargo);
    command
        .args(call.arguments)
        .arg("--target-dir")
        .arg(call.target_dir)
        .current_dir(call.root)
        .env_clear()
        .envs(call.environment.variables().iter().map(|(n, v)| (n, v)))
        // Or a user's configuration would put the dependency lists elsewhere.
        .env("CARGO_BUILD_BUILD_DIR", call.target_dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // The first of a group of its own, so that all of it can be ended.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    if call.offline {
        command.env("CARGO_NET_OFFLINE", "true");
    }
    command
        .spawn()
        .map_err(|source| BuildError::NotStarted { cargo, source })
}

fn listen<R: Read + Send + 'static>(
    pipe: Option<R>,
    sender: Sender<Line>,
    kind: fn(String) -> Line,
) {
    let Some(pipe) = pipe else { return };
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while matches!(pipe.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\n', '\r']).to_owned();
            if sender.send(kind(text)).is_err() {
                break;
            }
            line.clear();
        }
    });
}

impl Output {
    /// The program of this name.
    pub fn program(&self, name: &str) -> Option<&Artifact> {
        self.artifacts.iter().find(|it| it.is_program(name))
    }

    /// Its file.
    pub fn executable(&self, name: &str) -> Option<PathBuf> {
        self.program(name)?.executable.clone()
    }

    fn read(
        &mut self,
        line: &str,
        root: &Path,
        events: &mut dyn BuildEvents,
        shown: &mut HashSet<String>,
    ) {
        match serde_json::from_str(line) {
            Ok(Message::Built(artifact)) => self.artifacts.push(artifact),
            Ok(Message::Said(message)) => {
                if let Some(text) = message.rendered()
                    && shown.insert(text.to_owned())
                {
                    events.message(text);
                }
                self.errors.extend(message.error(root));
            }
            Ok(Message::Other) => {}
            // A build script or wrapper that prints.
            Err(_) => events.line(line),
        }
    }

    /// Cargo's own first error, such as a manifest that is none, where and why.
    fn listen(&mut self, line: &str) {
        let line = anstream::adapter::strip_str(line).to_string();
        match (&mut self.complaint, line.strip_prefix("error: ")) {
            (None, Some(error)) => self.complaint = Some(error.to_owned()),
            // Another one: what follows is about that.
            (Some(_), Some(_)) => self.told = true,
            (Some(_), None) if self.told => {}
            (Some(error), None) if self.cause => {
                *error = format!("{error}: {}", line.trim());
                self.cause = false;
            }
            (Some(_), None) if line == "Caused by:" => self.cause = true,
            (Some(error), None) if !self.placed => {
                if let Some(place) = line.trim_start().strip_prefix("--> ") {
                    *error = format!("{place}: {error}");
                    self.placed = true;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(stderr: &str) -> Option<String> {
        let mut output = Output::default();
        stderr.lines().for_each(|line| output.listen(line));
        output.complaint
    }

    #[test]
    fn cargos_first_error_is_told_with_its_causes() {
        let stderr = "\
warning: unused
error: failed to load manifest for workspace member `/r/days/year2025`
referenced via `days/year*` by workspace at `/r/Cargo.toml`

Caused by:
  failed to read `/r/days/year2025/Cargo.toml`

Caused by:
  No such file or directory (os error 2)
error: another

Caused by:
  something else
";
        let told = "failed to load manifest for workspace member `/r/days/year2025`: failed to read \
                    `/r/days/year2025/Cargo.toml`: No such file or directory (os error 2)";
        assert_eq!(complaint(stderr).as_deref(), Some(told));
        assert_eq!(complaint("   Compiling x\n"), None);
    }

    #[test]
    fn and_where_it_is() {
        let stderr = "\u{1b}[31merror\u{1b}[0m: invalid key\n --> Cargo.toml:3:1\n  |\n";
        let told = "Cargo.toml:3:1: invalid key";
        assert_eq!(complaint(stderr).as_deref(), Some(told));
    }
}
