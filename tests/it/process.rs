//! Programs that a test observes while they run. If a text is not shown within two minutes, the
//! test fails.

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::sandbox::{Done, Sandbox};
use crate::terminal::without_escapes;

/// The longest time that a test waits for a program.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// The output of a program. It is read as it arrives.
pub struct Stream {
    bytes: Receiver<Vec<u8>>,
    sent: Vec<u8>,
    /// The output without escapes, up to the last carriage return. On a terminal, each line and
    /// each progress line begins with a carriage return.
    shown: String,
    /// The length of the output that is in `shown`.
    converted: usize,
    /// The length of the text without escapes that was already examined.
    seen: usize,
}

impl Stream {
    pub fn of(mut reader: impl Read + Send + 'static) -> Self {
        let (sender, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut chunk) {
                if sender.send(chunk[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            bytes,
            sent: Vec::new(),
            shown: String::new(),
            converted: 0,
            seen: 0,
        }
    }

    /// Waits until this text is shown. Returns the text up to it.
    #[track_caller]
    pub fn shows(&mut self, text: &str) -> String {
        // A progress line is printed without end, so the time for each piece of output is not
        // enough.
        let deadline = Instant::now() + PATIENCE;
        loop {
            let shown = self.shown();
            let new = shown.get(self.seen..).unwrap_or_default();
            if let Some(start) = new.find(text) {
                let end = start + text.len();
                self.seen += end;
                return new[..end].to_owned();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.sent.extend(bytes),
                Err(error) => panic!("{error}: no {text:?} in {new}"),
            }
        }
    }

    /// The text without escapes. A progress line is printed many times, so each piece of the output
    /// is converted only once.
    fn shown(&mut self) -> String {
        let new = &self.sent[self.converted..];
        let line = new.iter().rposition(|&byte| byte == b'\r').unwrap_or(0);
        self.shown += &converted(&new[..line]);
        self.converted += line;
        format!("{}{}", self.shown, converted(&new[line..]))
    }

    /// The rest of the line that begins with this text.
    #[track_caller]
    pub fn line(&mut self, start: &str) -> String {
        self.shows(start);
        self.shows("\n").trim_end().to_owned()
    }

    /// The text as it was sent, except that the terminal's line ends are replaced.
    pub fn text(&self) -> String {
        text(&self.sent)
    }

    /// The remaining text. Ends when the program has ended, or has printed nothing for this time.
    pub fn rest(&mut self, patience: Duration) -> (String, RecvTimeoutError) {
        loop {
            match self.bytes.recv_timeout(patience) {
                Ok(bytes) => self.sent.extend(bytes),
                Err(end) => return (self.text(), end),
            }
        }
    }
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).replace("\r\n", "\n")
}

fn converted(output: &[u8]) -> String {
    without_escapes(&text(output).replace("\u{1b}[H\u{1b}[2J", "CLEARED\n"))
}

/// A program that runs, with its output.
pub struct Running {
    child: Child,
    pub stdout: Stream,
    pub stderr: Stream,
}

impl Running {
    pub fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("it starts");
        Self {
            stdout: Stream::of(child.stdout.take().expect("stdout is a pipe")),
            stderr: Stream::of(child.stderr.take().expect("stderr is a pipe")),
            child,
        }
    }

    pub fn id(&self) -> String {
        self.child.id().to_string()
    }

    pub fn signal(&self, signal: &str) {
        kill(signal, &self.id());
    }

    /// Sends a signal to the program and all processes of its group, as a terminal does. The
    /// program must lead its group.
    pub fn signal_group(&self, signal: &str) {
        kill(signal, &format!("-{}", self.id()));
    }

    /// Waits for the end of the program, and of all processes that hold its stdout or stderr.
    pub fn end(mut self) -> Done {
        let [stdout, stderr] = [&mut self.stdout, &mut self.stderr].map(|stream| {
            let (text, end) = stream.rest(PATIENCE);
            let has_ended = end == RecvTimeoutError::Disconnected;
            assert!(has_ended, "it, or something it started, goes on: {text}");
            text.into_bytes()
        });
        let status = self.child.wait().expect("a child");
        let output = Output {
            status,
            stdout,
            stderr,
        };
        output.into()
    }
}

/// Sends a signal to a process. With a minus sign, sends it to a group.
pub fn kill(signal: &str, target: &str) {
    let done = Command::new("kill")
        .args([&format!("-{signal}"), "--", target])
        .status();
    assert!(done.expect("kill").success());
}

impl Sandbox {
    /// Runs `aoc` with this text on stdin.
    pub fn aoc_reading(&self, stdin: impl AsRef<[u8]>, arguments: &[&str]) -> Done {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().expect("aoc runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        // The program may not read its input.
        let _ = pipe.write_all(stdin.as_ref());
        drop(pipe);
        child.wait_with_output().expect("aoc ends").into()
    }
}

/// A column of `ps` for a process, such as `stat`. `None` if there is no such process.
pub fn ps_column(process: &str, column: &str) -> Option<String> {
    let column = format!("{column}=");
    let output = Command::new("ps")
        .args(["-o", &column, "-p", process])
        .output();
    let text = String::from_utf8(output.expect("ps runs").stdout).expect("text");
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// True if a process is running. A zombie does not count.
pub fn is_running(process: &str) -> bool {
    ps_column(process, "stat").is_some_and(|state| !state.starts_with(['Z', 'X']))
}

pub fn wait_for_end(process: &str) {
    wait_until(|| !is_running(process));
}

#[track_caller]
pub fn wait_until(condition: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "the condition is still false");
        thread::sleep(Duration::from_millis(20));
    }
}
