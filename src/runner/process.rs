//! A worker's process: started, spoken to, watched, ended.

use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{CHANNEL_ARGUMENT, Command, Hello, Reply};

use super::error::WorkerError;
use super::framing::{ReadError, excerpt, has_passed, read_line};
use super::handshake::{greet, random_key};
use super::memory;

/// How long a worker may take from its start to its first line. It takes a
/// millisecond; a machine that swaps may take a thousand times as long.
const GREETING: Duration = Duration::from_secs(20);

/// How long a worker that closed its channel may take to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long an interrupt may take to end the runner too.
const INTERRUPT: Duration = Duration::from_millis(200);

/// How often a worker with a memory limit is looked at.
const WATCH: Duration = Duration::from_millis(20);

/// How workers are started.
#[derive(Clone, Debug)]
pub struct SpawnOptions {
    /// The whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder that the solution runs in.
    pub folder: PathBuf,
    /// Whether the solution may read the terminal.
    pub stdin: bool,
    /// Where what the solution prints goes.
    pub stdout: Stdout,
}

/// Where a solution's stdout goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stdout {
    /// To the terminal.
    Inherit,
    /// To the runner's stderr, for the runner's stdout is for a machine.
    Stderr,
    /// Nowhere.
    Discard,
}

/// What a solution may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The longest time of a phase.
    pub timeout: Option<Duration>,
    /// The most bytes held at a time.
    pub memory: Option<u64>,
}

/// A worker that has said hello. It ends when this is dropped.
pub struct Worker {
    child: Child,
    channel: BufReader<TcpStream>,
    hello: Hello,
    limits: Limits,
}

impl Worker {
    /// Starts the program and waits for its hello.
    pub fn start(
        executable: &Path,
        spawn_options: &SpawnOptions,
        limits: Limits,
    ) -> Result<Self, WorkerError> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(WorkerError::NotStarted)?;
        let address = listener.local_addr().map_err(WorkerError::NotStarted)?;
        let key = random_key();
        let mut child = Process::new(executable)
            .arg(CHANNEL_ARGUMENT)
            .arg(format!("{address}/{key}"))
            .env_clear()
            .envs(
                spawn_options
                    .environment
                    .iter()
                    .map(|(name, value)| (name, value)),
            )
            .current_dir(&spawn_options.folder)
            .stdin(if spawn_options.stdin {
                Stdio::inherit()
            } else {
                Stdio::null()
            })
            .stdout(match spawn_options.stdout {
                Stdout::Inherit => Stdio::inherit(),
                Stdout::Stderr => Stdio::from(io::stderr()),
                Stdout::Discard => Stdio::null(),
            })
            .spawn()
            .map_err(WorkerError::NotStarted)?;
        match greet(&listener, &mut child, &key, GREETING) {
            Ok((channel, hello)) => Ok(Self {
                child,
                channel,
                hello,
                limits,
            }),
            Err(error) => {
                end(&mut child);
                Err(error)
            }
        }
    }

    /// What the worker has.
    pub const fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends the command and waits for its reply, within the limits. After an
    /// error the worker is dead.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let reply = self.exchange(command);
        if reply.is_err() {
            end(&mut self.child);
        }
        reply
    }

    fn exchange(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let mut line = serde_json::to_vec(command)
            .map_err(|error| WorkerError::Nonsense(error.to_string()))?;
        line.push(b'\n');
        // A limit beyond all times is none.
        let timeout = self.limits.timeout;
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        // A worker that does not listen must not hold us up either.
        let patience = timeout.map(|timeout| timeout.max(Duration::from_millis(1)));
        let _ = self.channel.get_ref().set_write_timeout(patience);
        match self.channel.get_mut().write_all(&line) {
            Ok(()) => {}
            Err(error) if has_passed(&error) => {
                return Err(WorkerError::Timeout(timeout.unwrap_or_default()));
            }
            // One that died cannot be written to: why is in its exit status.
            Err(_) => return Err(self.exit_reason()),
        }
        let mut line = Vec::new();
        loop {
            let wait = match (deadline, self.limits.memory) {
                (None, None) => None,
                (deadline, memory) => {
                    let left =
                        deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                    if left == Some(Duration::ZERO) {
                        return Err(WorkerError::Timeout(timeout.unwrap_or_default()));
                    }
                    let watch = memory.map(|_| WATCH);
                    left.into_iter().chain(watch).min()
                }
            };
            match read_line(&mut self.channel, &mut line, wait) {
                Ok(true) => break,
                Ok(false) => {}
                Err(ReadError::Closed) => return Err(self.exit_reason()),
                Err(ReadError::TooLong) => {
                    return Err(WorkerError::Nonsense("a line without an end".to_owned()));
                }
            }
            if let Some(limit) = self.limits.memory
                && memory::resident(self.child.id())
                    .is_some_and(|held| held > limit.saturating_add(memory::PROGRAM_BYTES))
            {
                return Err(WorkerError::Memory(limit));
            }
        }
        match serde_json::from_slice(&line) {
            Ok(Reply::OutOfMemory) => {
                Err(WorkerError::Memory(self.limits.memory.unwrap_or_default()))
            }
            Ok(Reply::Refused(why)) => Err(WorkerError::Nonsense(why)),
            Ok(reply) => Ok(reply),
            Err(_) => Err(WorkerError::Nonsense(excerpt(&line))),
        }
    }

    /// Why the worker closed its channel.
    fn exit_reason(&mut self) -> WorkerError {
        match wait(&mut self.child, FAREWELL) {
            Some(status) => {
                let error = WorkerError::of(status, self.limits.memory);
                if error.is_interrupt() {
                    // Ctrl-C went to us as well: let that end it all, rather
                    // than tell of a crash.
                    thread::sleep(INTERRUPT);
                }
                error
            }
            None => WorkerError::Nonsense("it closed the channel and went on".to_owned()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// The exit status, if the child ends in time.
fn wait(child: &mut Child, patience: Duration) -> Option<std::process::ExitStatus> {
    let deadline = Instant::now() + patience;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() > deadline {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Ends the child, whatever it is at.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
