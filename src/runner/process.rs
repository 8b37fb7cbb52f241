//! A worker's process: started, sent requests, watched, ended.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{
    CHANNEL_ARGUMENT, Command, Handshake, KEY_VARIABLE, Reply, Request, Response, Wire,
};

use super::error::WorkerError;
use super::framing::{Connection, Received};
use super::handshake::{accept_worker, random_key};
use super::procfs;
use super::system::{self, ProcessTree};

/// How long a worker may take from its start to its handshake. It takes a
/// millisecond; a machine that swaps may take a thousand times as long.
const HANDSHAKE: Duration = Duration::from_secs(20);

/// How long a worker that closed its connection may take to end.
const EXIT: Duration = Duration::from_secs(2);

/// For how long the last words of a worker that has ended are read.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// How long an interrupt may take to reach the runner too.
const INTERRUPT: Duration = Duration::from_millis(200);

/// How often to look whether a worker has ended: its connection stays open if
/// a copy of it lives on.
const WATCH_EXIT: Duration = Duration::from_millis(100);

/// How often to look at the memory of a worker that has a limit.
const WATCH_MEMORY: Duration = Duration::from_millis(20);

/// What a worker holds without any solution: its code, its threads.
const PROGRAM_BYTES: u64 = 16 << 20;

/// The longest response: an answer is short, a generated input some kilobytes,
/// a second of samples less than a megabyte.
const RESPONSE_BYTES: usize = 64 << 20;

/// How workers are started.
#[derive(Clone, Debug)]
pub struct SpawnOptions {
    /// All of it; nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder that the solution runs in.
    pub folder: PathBuf,
    /// Whether the solution may read the runner's standard input.
    pub stdin: bool,
    pub stdout: Stdout,
}

/// Where a solution's stdout goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stdout {
    /// To the runner's stdout.
    Inherit,
    /// To the runner's stderr, because the runner's stdout is for a machine.
    Stderr,
    /// Nowhere.
    Discard,
}

/// What a solution may use; `None` is without limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The longest time of a phase, or of an untimed run of one.
    pub timeout: Option<Duration>,
    /// The most bytes held at a time.
    pub memory: Option<u64>,
}

/// A worker that has sent its handshake. It ends when this is dropped, and
/// what it started ends with it.
pub struct Worker {
    process: ProcessTree,
    connection: Connection,
    handshake: Handshake,
    limits: Limits,
    /// Of the last request.
    number: u64,
}

impl Worker {
    /// Starts the program and waits for its handshake.
    pub fn start(
        executable: &Path,
        options: &SpawnOptions,
        limits: Limits,
    ) -> Result<Self, WorkerError> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(WorkerError::NotStarted)?;
        let address = listener.local_addr().map_err(WorkerError::NotStarted)?;
        let key = random_key().map_err(|error| WorkerError::NotStarted(error.into()))?;
        let environment = options.environment.iter();
        let mut command = Process::new(executable);
        command
            .arg(CHANNEL_ARGUMENT)
            .arg(address.to_string())
            .env_clear()
            .envs(environment.map(|(name, value)| (name, value)))
            .current_dir(&options.folder)
            .stdin(if options.stdin {
                Stdio::inherit()
            } else {
                Stdio::null()
            })
            .stdout(match options.stdout {
                Stdout::Inherit => Stdio::inherit(),
                Stdout::Stderr => Stdio::from(io::stderr()),
                Stdout::Discard => Stdio::null(),
            });
        let mut process = ProcessTree::spawn(&mut command, (KEY_VARIABLE, &key), options.stdin)
            .map_err(WorkerError::NotStarted)?;
        let (connection, handshake) = match accept_worker(&listener, &mut process, &key, HANDSHAKE)
        {
            Err(WorkerError::NoHandshake(status))
                if status.code() == Some(1) && is_version_1(executable) =>
            {
                return Err(WorkerError::Version { worker: 1 });
            }
            Err(error) => return Err(unless_interrupted(error)),
            Ok(accepted) => accepted,
        };
        Ok(Self {
            process,
            connection,
            handshake,
            limits,
            number: 0,
        })
        // Nobody can connect any more, so the key opens nothing.
    }

    /// What the worker said that it has.
    pub const fn handshake(&self) -> &Handshake {
        &self.handshake
    }

    /// Sends the command and waits for its reply, within the limits. After an
    /// error the worker has ended.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let reply = self.exchange(command);
        if reply.is_err() {
            self.process.end();
        }
        reply
    }

    fn exchange(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        // Numbers rise by steps that nobody knows before: a line that the
        // solution wrote ahead of time cannot be a response to this request.
        let step = RandomState::new().hash_one(self.number) >> 32;
        self.number += 1 + step;
        let request = Request {
            number: self.number,
            command: command.clone(),
        };
        // A limit beyond all times is none.
        let deadline = self.limits.timeout.and_then(|timeout| {
            let time = timeout.checked_add(budget(command))?;
            Instant::now().checked_add(time)
        });
        self.send(request.to_line().as_bytes(), deadline)?;
        self.receive(deadline)
    }

    fn send(&mut self, mut bytes: &[u8], deadline: Option<Instant>) -> Result<(), WorkerError> {
        while !bytes.is_empty() {
            let wait = self.check_limits(deadline)?;
            let _ = self.connection.set_timeout(wait);
            match self.connection.send(bytes) {
                Ok(0) if self.process.exit_status().is_some() => return Err(self.exit_reason()),
                Ok(length) => bytes = &bytes[length..],
                // Its exit status says why nobody reads.
                Err(_) => return Err(self.exit_reason()),
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Reply, WorkerError> {
        let mut ended: Option<Instant> = None;
        loop {
            let wait = self.check_limits(deadline)?;
            let _ = self.connection.set_timeout(wait);
            let received = self.connection.receive(RESPONSE_BYTES);
            let is_over = match received {
                Received::Line(line) => {
                    if let Some(reply) = self.reply(&line)? {
                        return Ok(reply);
                    }
                    ended.is_some_and(|ended| ended.elapsed() > LAST_WORDS)
                }
                Received::Pending => ended.is_some(),
                Received::Closed => true,
                Received::TooLong => {
                    let problem = "a line without an end".to_owned();
                    return Err(WorkerError::InvalidResponse(problem));
                }
            };
            if is_over {
                return Err(self.exit_reason());
            }
            if ended.is_none() && self.process.exit_status().is_some() {
                ended = Some(Instant::now());
            }
        }
    }

    /// The reply in a line; `None` if the line is not for the last request.
    fn reply(&self, line: &[u8]) -> Result<Option<Reply>, WorkerError> {
        let Response { number, reply } = Response::from_line(line)
            .map_err(|error| WorkerError::InvalidResponse(error.to_string()))?;
        match reply {
            Reply::OutOfMemory => Err(WorkerError::Memory(self.limits.memory.unwrap_or_default())),
            // A copy of the worker may have sent it, or the solution itself.
            _ if number < self.number => Ok(None),
            _ if number > self.number => {
                let problem = format!("a response to request {number}, which was never sent");
                Err(WorkerError::InvalidResponse(problem))
            }
            Reply::Refused(why) => Err(WorkerError::Refused(why)),
            reply => Ok(Some(reply)),
        }
    }

    /// How long to wait before the limits are looked at again.
    fn check_limits(&self, deadline: Option<Instant>) -> Result<Duration, WorkerError> {
        let mut wait = WATCH_EXIT;
        if let Some(deadline) = deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let timeout = self.limits.timeout.unwrap_or_default();
                return Err(WorkerError::Timeout(timeout));
            }
            wait = wait.min(left);
        }
        if let Some(limit) = self.limits.memory {
            // The worker's allocator counts exactly; this is for what it does
            // not see: another allocator, memory maps, deep stacks.
            let held = procfs::resident_bytes(self.process.id());
            if held.is_some_and(|held| held > limit.saturating_add(PROGRAM_BYTES)) {
                return Err(WorkerError::Memory(limit));
            }
            wait = wait.min(WATCH_MEMORY);
        }
        Ok(wait)
    }

    /// Why the worker does not answer any more.
    fn exit_reason(&mut self) -> WorkerError {
        let deadline = Instant::now() + EXIT;
        let status = loop {
            if let Some(status) = self.process.exit_status() {
                break status;
            }
            if Instant::now() > deadline {
                return WorkerError::Disconnected;
            }
            thread::sleep(Duration::from_millis(1));
        };
        unless_interrupted(WorkerError::of(status, self.limits.memory))
    }
}

/// The error, but nothing if the runner is interrupted: then it ends
/// everything, and a worker that ended first is no crash.
fn unless_interrupted(error: WorkerError) -> WorkerError {
    if error.is_interrupt() {
        // Ctrl-C was sent to the runner too.
        thread::sleep(INTERRUPT);
    }
    system::wait_if_ending();
    error
}

/// How long a command takes on purpose.
const fn budget(command: &Command) -> Duration {
    match command {
        Command::Warm { ns, .. } | Command::Sample { ns, .. } => Duration::from_nanos(*ns),
        _ => Duration::ZERO,
    }
}

/// Whether a program was built with version 1 of the library. It cannot say so
/// itself, because it does not know what to do with its arguments; but it
/// contains the message that it complains with.
fn is_version_1(executable: &Path) -> bool {
    const MESSAGE: &[u8] = b"a channel is HOST:PORT/KEY";
    let program = std::fs::read(executable).unwrap_or_default();
    program.windows(MESSAGE.len()).any(|bytes| bytes == MESSAGE)
}
