//! Programs that are watched while they run, and ended if they do not end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::sandbox::{Done, Sandbox};

pub const PATIENCE: Duration = Duration::from_mins(2);

pub struct Running {
    child: Child,
    lines: BufReader<Box<dyn Read + Send>>,
    stdout: String,
    stderr: Receiver<String>,
}

impl Running {
    pub fn start(command: Command) -> Self {
        Self::hearing(command, false)
    }

    /// Starts it; its stderr is read line by line, and is what
    /// [`Running::end`] gives as stdout, and the other way round.
    pub fn start_hearing(command: Command) -> Self {
        Self::hearing(command, true)
    }

    fn hearing(mut command: Command, hears_stderr: bool) -> Self {
        let mut child = command.spawn().expect("it starts");
        let stdout = child.stdout.take();
        let mut lines = stdout.map_or_else(|| boxed(std::io::empty()), boxed);
        let mut rest = boxed(child.stderr.take().expect("stderr is a pipe"));
        if hears_stderr {
            std::mem::swap(&mut lines, &mut rest);
        }
        Self {
            child,
            lines: BufReader::new(lines),
            stdout: String::new(),
            stderr: gather(rest),
        }
    }

    /// What follows the prefix in the first line that has it.
    pub fn line(&mut self, prefix: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.lines.read_line(&mut line).expect("a line");
            assert!(read > 0, "no line {prefix:?} in {:?}", self.stdout);
            self.stdout += &line;
            if let Some(rest) = line.strip_prefix(prefix) {
                return rest.trim_end().to_owned();
            }
        }
    }

    pub fn id(&self) -> String {
        self.child.id().to_string()
    }

    pub fn signal(&self, signal: &str) {
        kill(signal, &self.child.id().to_string());
    }

    /// Sends a signal to it and all that it started, as a terminal does: it
    /// must have been started as the first of its group.
    pub fn signal_group(&self, signal: &str) {
        kill(signal, &format!("-{}", self.child.id()));
    }

    /// Waits for the end of everything that holds its stdout or its stderr, and for
    /// its own.
    pub fn end(mut self) -> Done {
        let held = "it, or something it started, goes on";
        let rest = gather(self.lines.into_inner());
        let rest = rest.recv_timeout(PATIENCE).expect(held);
        let stderr = self.stderr.recv_timeout(PATIENCE).expect(held);
        Output {
            status: self.child.wait().expect("a child"),
            stdout: (self.stdout + &rest).into_bytes(),
            stderr: stderr.into_bytes(),
        }
        .into()
    }
}

/// Sends a signal to a process, or with a minus sign to a group.
pub fn kill(signal: &str, whom: &str) {
    let done = Command::new("kill")
        .args([&format!("-{signal}"), "--", whom])
        .status();
    assert!(done.expect("kill").success());
}

fn boxed(stream: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    Box::new(stream)
}

fn gather(mut stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, text) = mpsc::channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
    });
    text
}

impl Sandbox {
    pub fn aoc_reading(&self, stdin: impl AsRef<[u8]>, arguments: &[&str]) -> Done {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().expect("aoc runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        // It need not read it.
        let _ = pipe.write_all(stdin.as_ref());
        drop(pipe);
        child.wait_with_output().expect("aoc ends").into()
    }

    pub fn aoc_unread(&self, arguments: &[&str]) -> Running {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = self.command(arguments);
        command.stdout(writer);
        Running::start(command)
    }
}

pub fn listed(process: &str, column: &str) -> Option<String> {
    let column = format!("{column}=");
    let output = Command::new("ps")
        .args(["-o", &column, "-p", process])
        .output();
    let text = String::from_utf8(output.expect("ps runs").stdout).expect("text");
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Whether a process is there, and not only its entry in the system's list.
pub fn lives(process: &str) -> bool {
    listed(process, "stat").is_some_and(|state| !state.starts_with(['Z', 'X']))
}

pub fn wait_for_end(process: &str) {
    wait_until(|| !lives(process));
}

#[track_caller]
pub fn wait_until(is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "it is not so");
        thread::sleep(Duration::from_millis(20));
    }
}
